"""What a press makes: its files, the cards on them, and how sheets get their backs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple

from generator.impose.grid import Pair
from generator.impose.leaflet import leaves
from generator.model.card import Card
from generator.model.game import Component
from generator.scene import Scene


class Sides(NamedTuple):
    """One printed card: its component and data, its front and back."""

    component: Component
    card: Card
    front: Scene
    back: Scene | None


class Job(NamedTuple):
    """A file to print: its name, what it is called, its components, each with those that join it.

    `component` is the id of the one it is made of; empty for a file of the kit, which may hold
    `books` as well.
    """

    path: str
    title: str
    component: str
    components: tuple[Component, ...]
    books: tuple[Component, ...] = ()


class Faces:
    """Fronts and backs of a component, as often as they are gone through."""

    def __init__(self, sides: Callable[[], Iterable[Sides]]) -> None:
        self._sides = sides

    def __iter__(self) -> Iterator[Pair]:
        return ((one.front, one.back) for one in self._sides())


class Pages(Faces):
    """Leaves of a component whose cards are the pages of leaflets."""

    def __iter__(self) -> Iterator[Pair]:
        return leaves(one.front for one in self._sides())


KIT: dict[str, tuple[str, str]] = {
    "card-stock": ("1-card-stock.pdf", "card stock"),
    "plain-paper": ("2-plain-paper.pdf", "plain paper"),
    "boxes": ("3-boxes.pdf", "boxes"),
}
"""The piles of the kitchen table in print order: file and title of each."""

WAYS: dict[str, Literal["duplex", "fold", "single"]] = {
    "grid": "duplex",
    "fold": "fold",
    "single": "single",
}
"""How the sheets of each scheme get their backs."""

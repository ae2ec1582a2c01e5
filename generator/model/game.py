"""A game once loaded: its components, catalogs, figures, plays and rulings, with their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from generator.model.card import Card, Entry
from generator.model.field import FieldSpec
from generator.model.figures import Figures
from generator.model.play import Play
from generator.model.scalars import Bool, Int, Number, Strict, Text
from generator.model.style import Styles
from generator.problems import Where


class Credits(Strict):
    """Who made what; rulebooks and boxes print it."""

    author: Text
    """The original game's author."""
    title: Text
    """The original's full title."""
    notice: Text = ""
    """The original's notice, word for word, where it has one."""
    edition: Text = "Unofficial edition: rules retold, text and art new."
    """What this edition is."""


class Identity(Strict):
    """How players tell a catalog's entries apart."""

    colour: Text
    """The field that names the entry's palette colour."""
    emblem: Text | None = None
    """The field that names its icon."""
    pattern: Text | None = None
    """The field that names its pattern."""


class CatalogSpec(Strict):
    """A named list of entries that cards refer to."""

    file: Text
    """YAML or table beside `game.yaml`."""
    fields: dict[str, FieldSpec] = {}
    """What an entry holds besides `id` and `name`."""
    identity: Identity | None = None
    """How players tell its entries apart, where they must."""


class ComponentSpec(Strict):
    """Something printable as `game.yaml` declares it."""

    kind: Literal["faces"] = "faces"
    """What it is made of."""
    name: Text
    """What the box calls it."""
    size: Text
    """A trim size by its id."""
    corner: Number = 0.0
    """Corner radius in mm."""
    safe: Number = 3.0
    """Text stays this many mm inside the trim."""
    cards: Text
    """The file of its cards (YAML or table)."""
    face: Text
    """Template of the faces; a card may name its own with `face`."""
    back: Text | None = None
    """Template of the backs; a card may name its own with `back`."""
    fields: dict[str, FieldSpec] = {}
    """What a card holds besides `id`, `name`, `count`, `face`, `back`."""
    copies: Int = 1
    """How often the whole component is printed for a table."""
    expect: dict[str, tuple[Text, ...]] = {}
    """Fields whose values must occur in every combination, each once (no missing king)."""


class GameFile(Strict):
    """`game.yaml` as written."""

    id: Text
    """The folder's name: lower case, digits, `_`."""
    name: Text
    """Full name."""
    short: Text = ""
    """Name for narrow places such as sheet labels."""
    version: Text
    """Version of the data; printed on every sheet."""
    rules: Text | None = None
    """Entry point of the group `cardwright.rules`; none: a game without an engine."""
    credits: Credits
    """Who made it."""
    styles: Text = "styles"
    """The style file in the game's templates."""
    catalogs: dict[str, CatalogSpec] = {}
    """Named lists that cards refer to."""
    components: dict[str, ComponentSpec]
    """What is printed, in print order."""


@dataclass(frozen=True, slots=True)
class Component:
    """A component ready for the press: `size` (mm) is the trim, `cards` stand in print order."""

    id: str
    spec: ComponentSpec
    size: tuple[float, float]
    size_id: str
    cards: Sequence[Card]
    where: Where


class Ruling(Strict):
    """How an unclear rule is settled."""

    id: Text
    """Its number, such as 000-10."""
    question: Text
    """What the document leaves open."""
    ruling: Text
    """How this edition settles it."""
    strength: Literal["forced", "reading", "gap"]
    """Whether the document settles it, reads best so, or is silent."""
    table: Bool = False
    """Whether players need it at the table."""


@dataclass(frozen=True, slots=True)
class Game:
    """Everything about one game; `root` is its folder, `overlay` the ids laid over it."""

    file: GameFile
    figures: Figures
    catalogs: Mapping[str, Mapping[str, Entry]]
    components: Mapping[str, Component]
    plays: Sequence[Play]
    rulings: Sequence[Ruling]
    styles: Styles
    overlay: tuple[str, ...]
    root: Path
    where: Where

    @property
    def id(self) -> str:
        """The folder's name."""
        return self.file.id

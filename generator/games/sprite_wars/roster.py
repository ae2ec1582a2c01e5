"""The loaded game in, the series of fighters that the engine plays with out; faults noted.

The audit of the rules is the making of this: whatever cannot be made is a located problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from generator.games.sprite_wars.effects import FORCE, Double, Single
from generator.games.sprite_wars.grid import DIRECTIONS, SIDE, Arrows
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.problems import Problems

FIGURES = {"grid": (SIDE, SIDE), "row": (SIDE, SIDE), "least_stack": (1, 60), "stack": (1, 60)}
"""Figures that the rules need, with what they can be."""

POWERS = (0, 99)


class Fighter(NamedTuple):
    """A card: `arrows` are (direction, 1 single or 2 double), as its owner sees them."""

    id: str
    name: str
    power: int
    arrows: tuple[tuple[str, int], ...]

    @property
    def force(self) -> int:
        """How many arrows it has, double ones as two."""
        return sum(force for _, force in self.arrows)

    @property
    def rank(self) -> tuple[int, int]:
        """What decides which of two cards is higher (rule 2)."""
        return self.power, self.force


class Series(NamedTuple):
    """Everything the engine needs; a card is its number among `fighters`."""

    fighters: tuple[Fighter, ...]
    stack: int
    least: int

    def tables(self) -> tuple[tuple[int, ...], Arrows]:
        """Powers by fighter, and steps that arrows lead along by owner and fighter."""
        upright = tuple(
            {DIRECTIONS[name]: force for name, force in fighter.arrows} for fighter in self.fighters
        )
        turned = tuple({-step: force for step, force in steps.items()} for steps in upright)
        return tuple(fighter.power for fighter in self.fighters), (upright, turned)


def lineups(game: Game) -> list[Component]:
    """The components whose cards fight: those with power and arrows."""
    fields = {"power", "effects"}
    return [c for c in game.components.values() if fields <= c.spec.fields.keys()]


def arrows(effects: Iterable[object]) -> list[tuple[str, int]]:
    """(direction, force) of each arrow as written."""
    return [
        (direction, FORCE[effect.kind])
        for effect in effects
        if isinstance(effect, Single | Double)
        for direction in effect.to
    ]


def series(game: Game, problems: Problems) -> Series | None:
    """The series, or None with the reasons among `problems`."""
    before = len(problems.of("error"))
    _figures(game, problems)
    found: dict[str, Fighter] = {}
    components = lineups(game)
    if not components:
        problems.add("audit-missing", game.where, "no component has cards with power and effects")
    for component in components:
        for card in component.cards:
            found.setdefault(card.id, _fighter(card, problems))
        _twins(game, component.cards, problems)
    if components and len(found) < 2:
        problems.add("audit-missing", game.where, f"there are {len(found)} fighters, 2 are needed")
    if len(problems.of("error")) > before:
        return None
    fig = game.figures.fig
    return Series(tuple(found.values()), fig("stack"), fig("least_stack"))


def _figures(game: Game, problems: Problems) -> None:
    figures = game.figures.figures
    for name, (least, most) in FIGURES.items():
        if name not in figures:
            problems.add("audit-missing", game.where, f"the rules need the figure {name!r}")
        elif not least <= figures[name].value <= most:
            says = f"{name} is {figures[name].value}"
            fix = f"{least} to {most}" if least < most else f"the engine plays {least} alone"
            problems.add("audit-figure", figures[name].where, says, fix)
    if not {"stack", "least_stack"} - figures.keys():
        usual, fewest = figures["stack"], figures["least_stack"]
        if usual.value < fewest.value:
            says = f"stack is {usual.value}, under least_stack, {fewest.value}"
            problems.add("audit-figure", usual.where, says)


def _fighter(card: Card, problems: Problems) -> Fighter:
    power = int(str(card.fields.get("power") or 0))
    if not POWERS[0] <= power <= POWERS[1]:
        says = f"{card.name} has the power {power}"
        problems.add("audit-card", card.place("power"), says, f"{POWERS[0]} to {POWERS[1]}")
    found: dict[str, int] = {}
    for direction, force in arrows(card.effects):
        if direction in found:
            says = f"{card.name} has two arrows to {direction}"
            problems.add("audit-effects", card.place("effects"), says, "one, single or double")
        found[direction] = force
    ordered = tuple((name, found[name]) for name in DIRECTIONS if name in found)
    return Fighter(card.id, card.name, power, ordered)


def _twins(game: Game, cards: Sequence[Card], problems: Problems) -> None:
    """No two fighters play the same, unless the later one names the other as its `twin`."""
    first: dict[object, Card] = {}
    for card in cards:
        plays = card.fields.get("power"), frozenset(arrows(card.effects))
        other = first.setdefault(plays, card)
        if other is not card and card.fields.get("twin") != other.id:
            says = f"{card.name} has power and arrows of {other.name} ({other.where})"
            fix = f"change one of them, or declare it: twin: {other.id}"
            problems.add("audit-card", card.place("power"), says, fix)


def numbered(fighters: Sequence[Fighter]) -> Mapping[str, int]:
    """Their numbers by id."""
    return {fighter.id: number for number, fighter in enumerate(fighters)}

"""Figures, options and units of a game's `rules.yaml`: where each number stands once."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from generator.model.scalars import Int, Strict, Text
from generator.problems import Where


class FigureSpec(Strict):
    """One figure as written: either `value` or `from`, a sum of other figures' names."""

    value: Int | None = None
    """The number the rules use."""
    document: Int | None = None
    """The number the game's document states, where it states one."""
    section: Text = ""
    """The document's section."""
    variant: Text = ""
    """Why the value is not the document's; printed with it."""
    ruling: Text = ""
    """The ruling that settles it."""
    unit: Text = ""
    """A unit of `units`."""
    derived: Text = msgspec.field(default="", name="from")
    """`from:` in YAML: names of figures and whole numbers joined by + - * //, brackets allowed."""


class Figure(NamedTuple):
    """A settled number with its story."""

    name: str
    value: int
    spec: FigureSpec
    where: Where


class OptionSpec(Strict):
    """A choice the rules leave to the table: its engine option of the same name."""

    choices: tuple[Text, ...]
    """What may be chosen."""
    default: Text
    """What the ruling says."""
    variant: Text = ""
    """Why an overlay's default is not the ruling's; printed with it."""
    ruling: Text = ""
    """The ruling that names it."""
    help: Text = ""
    """One line for the command line and the rulebook."""


class Unit(Strict):
    """A unit's words; a digit before any of them in prose must come from the data."""

    one: Text
    """After 1."""
    many: Text
    """After any other number."""
    also: tuple[Text, ...] = ()
    """Other words that mean it."""


class Figures(NamedTuple):
    """All of a game's figures, options and units."""

    figures: dict[str, Figure]
    options: dict[str, OptionSpec]
    units: dict[str, Unit]

    def fig(self, name: str) -> int:
        """The figure's value; raises KeyError for an unknown name."""
        return self.figures[name].value

    def words(self, amount: int, unit: str) -> str:
        """`1 card`, `2 cards`; raises KeyError for an unknown unit."""
        words = self.units[unit]
        return f"{amount} {words.one if amount == 1 else words.many}"

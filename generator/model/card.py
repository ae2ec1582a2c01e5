"""Cards and catalog entries once loaded; they know no game, only declared fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.problems import Where

Value = str | int | tuple[Any, ...] | None
"""text, choice, image, ref: str · int · list, grid, effects, pairs (of two): tuple (empty: ()) ·
empty: None."""


class Entry(NamedTuple):
    """One entry of a catalog: something cards refer to (a role, an attack, a place).

    `lines` and `laid` as in `Card`.
    """

    id: str
    name: str
    fields: Mapping[str, Value]
    effects: tuple[Any, ...]
    where: Where
    lines: Mapping[str, int] = {}
    laid: Mapping[str, Where] = {}

    def place(self, name: str) -> Where:
        """Where the field stands; the entry's own place where it is not given."""
        return _place(self, name)


@dataclass(frozen=True, slots=True)
class Card:
    """One design of a component: `count` copies of it are printed.

    `face` and `back` are template names (`back` None: blank), `effects` the rules' own models.
    `lines` says how many lines below `where` a field stands (shared by cards of one shape), `laid`
    where it stands in an overlay instead.
    """

    id: str
    name: str
    count: int
    face: str
    back: str | None
    fields: Mapping[str, Value]
    effects: tuple[Any, ...]
    where: Where
    lines: Mapping[str, int] = field(default_factory=dict, repr=False)
    laid: Mapping[str, Where] = field(default_factory=dict, repr=False)

    def place(self, name: str) -> Where:
        """Where the field stands; the card's own place where it is not given."""
        return _place(self, name)


def _place(thing: Entry | Card, name: str) -> Where:
    laid = thing.laid.get(name)
    where = laid or thing.where
    line = where.line if laid else where.line + thing.lines.get(name, 0)
    return Where(where.file, line, thing.id, name)

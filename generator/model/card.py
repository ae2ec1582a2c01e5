"""Cards and catalog entries once loaded; they know no game, only declared fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.problems import Where

Value = str | int | tuple[Any, ...] | None
"""text, choice, image, ref: str · int · list, grid, effects: tuple · empty: None."""


class Entry(NamedTuple):
    """One entry of a catalog: something cards refer to (a caste, an attack, a role)."""

    id: str
    name: str
    fields: Mapping[str, Value]
    effects: tuple[Any, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Card:
    """One design of a component: `count` copies of it are printed.

    `face` and `back` are template names (`back` None: blank), `effects` the rules' own models.
    """

    id: str
    name: str
    count: int
    face: str
    back: str | None
    fields: Mapping[str, Value]
    effects: tuple[Any, ...]
    where: Where

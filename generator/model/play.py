"""A recorded game as its file states it: set-up, moves in the game's notation, stated results."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from generator.problems import Where


class Play(NamedTuple):
    """One play: `lines` are (text, line number), `result_lines` the lines of each result.

    `setup`, `options` and `result` are as typed.
    """

    id: str
    title: str
    setup: dict[str, str]
    options: dict[str, str]
    lines: tuple[tuple[str, int], ...]
    result: dict[str, str]
    where: Where
    result_lines: Mapping[str, int] = MappingProxyType({})

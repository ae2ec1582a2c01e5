"""Policies that fit any game, and the reading of `--policy`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from generator.engine.contract import SEATS, Engine, Policy, SetupRefused


class Uniform:
    """Every legal move is equally likely."""

    blind = True

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """One of `moves`, drawn."""
        return moves[rng.randrange(len(moves))] if len(moves) > 1 else moves[0]


class Nth:
    """Always the move of one place in the list: 0 the first, -1 the last."""

    blind = True

    def __init__(self, place: int) -> None:
        self._place = place

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """The move of that place, or the only one."""
        return moves[self._place] if len(moves) > 1 else moves[0]


def policies(engine: Engine[Any, Any, Any], text: str, seats: int) -> tuple[Policy, ...]:
    """`best` for every seat, or one name a seat (`best,random`); raises SetupRefused."""
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        says = f"{len(names)} policies for {seats} seats"
        raise SetupRefused(says, f"one, or one for each of {', '.join(SEATS[:seats])}")
    return tuple(engine.policy(name) for name in names)

"""Views in, moves out: players by rule of thumb. (`ahead` is a module of its own.)"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from generator.engine.contract import Policy, Uniform
from generator.games.organizations import state as st
from generator.games.organizations.ahead import Ahead, thrown
from generator.games.organizations.cards import SUIT
from generator.games.organizations.state import Move, View

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine


class ByRank:
    """Throws what cannot be used; plays its lowest or its highest card, a king being highest.

    Of equal ranks the current suit's own is played.
    """

    blind = False

    def __init__(self, engine: ConflictEngine, way: int) -> None:
        self._way = way

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """One of `moves`; nothing is drawn by lot."""
        if len(moves) == 1:
            return moves[0]
        if view.phase == st.THROW:
            return thrown(view, moves)
        current = view.played[-1][1] // SUIT if view.played else -1
        return min(moves, key=lambda m: (self._way * (m.card % SUIT), m.card // SUIT != current))


POLICIES: Mapping[str, Callable[[ConflictEngine], Policy]] = {
    "random": lambda _: Uniform(),
    "lowest": lambda engine: ByRank(engine, 1),
    "highest": lambda engine: ByRank(engine, -1),
    "ahead": Ahead,
}
"""By name, the simplest first."""

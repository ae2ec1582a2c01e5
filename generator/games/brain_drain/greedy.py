"""A view and the legal moves in, the move that brings most at once out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from generator.games.brain_drain import state as st
from generator.games.brain_drain.state import Move, View

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine

_POINT = 10
_CARD = 6


class Greedy:
    """Takes whatever brings most at once; never bluffs, calls only what it knows to be a lie.

    It rolls, spends everything, aims at the richest rival, reacts to whatever hurts, and gives up
    its least useful cards.
    """

    blind = False

    def __init__(self, engine: DrainEngine) -> None:
        self._engine = engine
        self._worth = [self._value(card) for card in range(len(engine.codes))]

    def _value(self, card: int) -> int:
        """What a card brings its player, in tenths of a point, against one rival."""
        engine, total = self._engine, 0
        for kind, who, amount in engine.effects[card]:
            size = amount * (_POINT if kind in ("lose", "gain") else _CARD)
            if kind in ("lose", "discard"):
                size = -size
            if kind == "steal":
                total += 2 * size
            elif who in ("self", "all", "highest", "lowest"):
                total += size if who == "self" else size // 4
            elif who == "target":
                total -= size
            elif who == "others":
                total -= size * 2
        if engine.meeting[card] or engine.review[card]:
            total += _CARD
        return total

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """The best of `moves` by a look at each; ties are drawn."""
        if len(moves) == 1:
            return moves[0]
        if moves[0].what in ("roll", "reroll"):
            return moves[0]
        if view.phase in (st.SPEND, st.TAKE):
            return moves[0]
        best: list[Move] = []
        top = None
        for move in moves:
            worth = self._look(view, move)
            if top is None or worth > top:
                top, best = worth, [move]
            elif worth == top:
                best.append(move)
        return best[rng.randrange(len(best))] if len(best) > 1 else best[0]

    def _look(self, view: View, move: Move) -> int:
        what, value = move.what, move.value
        engine = self._engine
        if what == "boost":
            return 1000 + self._worth[value]
        if what == "play":
            own = engine.role_of[value] == view.roles[view.seat]
            keep = -3 * _POINT if engine.reaction[value] else 0
            return self._worth[value] + keep + (_CARD if own else 0)
        if what in ("bluff", "fake"):
            return -1000
        if what in ("at", "to"):
            return view.msp[value] if value >= 0 else 0
        if what == "declare":
            return sum(engine.role_of[card] == value for card in view.hand)
        if what == "call":
            return 1 if self._lie(view) else -1
        if what == "react":
            return 1 if self._hurts(view) else -1
        if what == "give":
            return -self._worth[value] - (3 * _POINT if engine.reaction[value] else 0)
        return 0

    def _lie(self, view: View) -> bool:
        """Whether the declared card lies elsewhere, seen: every copy of it."""
        claimed = view.face if view.faked_as < 0 else view.faked_as
        seen = view.hand.count(claimed) + view.discard.count(claimed)
        seen += sum(cards.count(claimed) for cards in view.boosters)
        return seen >= view.pack.count(claimed)

    def _hurts(self, view: View) -> bool:
        return any(kind in ("lose", "discard") for kind, _ in view.incoming)

"""A view in, the card that does best against guessed hands out.

The hidden hands are guessed (`ConflictEngine.guess`) some times. For each guess the round is open:
each card is played out to the end of the round, both sides answering with their lowest card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING

from generator.games.organizations import state as st
from generator.games.organizations.cards import SUIT
from generator.games.organizations.state import Move, View

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine

GUESSES = 24
IDLE = 0.4
"""What a round is worth that changes nothing, where the conflict goes on."""

Stakes = tuple[tuple[float, ...], tuple[float, ...]]
"""Worth of a round by the suit of its last card: to the seat's side, to the other."""


def thrown(view: View, moves: Sequence[Move]) -> Move:
    """The first card that cannot be used, else no more: `keep` stands first among the moves."""
    usable = view.lines.usable
    for move in moves[1:]:
        if not usable[move.seat] >> move.card & 1:
            return move
    return moves[0]


class Ahead:
    """A policy; see the module."""

    blind = False

    def __init__(self, engine: ConflictEngine) -> None:
        self._engine = engine
        suits = len(engine.deal.suits)
        # bits by rank: the lowest bit of a mask is its lowest card
        self._bits = [1 << (card % SUIT * suits + card // SUIT) for card in engine.pack]
        places = sorted(engine.pack, key=lambda card: self._bits[card])
        self._suits = [card // SUIT for card in places]
        self._over = [
            self._mask(card for card in engine.pack if engine.over[current] >> card & 1)
            for current in places
        ]

    def _mask(self, cards: Iterable[int]) -> int:
        return sum(self._bits[card] for card in cards)

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """The best card over all guesses, the lower one of equals; useless cards are thrown."""
        if len(moves) == 1:
            return moves[0]
        if view.phase == st.THROW:
            return thrown(view, moves)
        worth = self.values(view, moves, rng)
        best = max(worth)
        near = [n for n, found in enumerate(worth) if found > best - 1e-9]
        return moves[min(near, key=lambda n: (moves[n].card % SUIT, n))]

    def values(self, view: View, moves: Sequence[Move], rng: Random) -> list[float]:
        """What each card is worth to the side that plays it, from -1 to 1."""
        own = self._hands(view.hands, view, view.table.side(view.seat))
        plays = []
        for move in moves:
            bit = self._bits[move.card]
            first = view.played[0][1] if view.played else move.card
            plays.append((own ^ bit, bit.bit_length() - 1, self._stakes(view, first // SUIT)))
        totals = [0.0] * len(moves)
        for _ in range(GUESSES):
            guess = self._engine.guess(view, rng)
            other = self._hands(guess.hands, view, 1 - view.table.side(view.seat))
            for number, (left, card, stakes) in enumerate(plays):
                totals[number] += self._played_out(other, left, card, stakes)
        return [total / GUESSES for total in totals]

    def _hands(self, hands: Sequence[Sequence[int]], view: View, side: int) -> int:
        """Every card that a side can still play, as a mask; a team plays as one."""
        usable = view.lines.usable
        return self._mask(
            card
            for seat in view.table.members(side)
            for card in hands[seat]
            if usable[seat] >> card & 1
        )

    def _stakes(self, view: View, first: int) -> Stakes:
        """Whether anybody gains or loses by the last card's suit, the first being `first`."""
        table = view.table
        suits = range(len(self._engine.deal.suits))
        if table.agreed:
            return (1.0,) * len(suits), (1.0,) * len(suits)
        held = {(table.side(org.seat), org.suit) for org in table.orgs}
        own = table.side(view.seat)

        def worth(winner: int) -> tuple[float, ...]:
            whose = [winner if suit == first else 1 - winner for suit in suits]
            return tuple(1.0 if (whose[suit], suit) in held else IDLE for suit in suits)

        return worth(own), worth(1 - own)

    def _played_out(self, mover: int, waiter: int, current: int, stakes: Stakes) -> float:
        """What a round comes to for who played `current`; `mover` has to exceed it."""
        over, whose = self._over, 0
        while legal := mover & over[current]:
            bit = legal & -legal
            mover, waiter = waiter, mover ^ bit
            current = bit.bit_length() - 1
            whose ^= 1
        worth = stakes[whose][self._suits[current]]
        return -worth if whose else worth

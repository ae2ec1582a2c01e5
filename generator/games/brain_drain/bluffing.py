"""What a seat sees in; whether it bluffs, what it declares and what it calls out.

A bluff of a good effect is worth more and believed less. So whoever bluffs declares something
middling, and now and then a card that really lies there, which makes callers pay.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import TYPE_CHECKING

from generator.games.brain_drain.outcomes import best, seen
from generator.games.brain_drain.state import Move, View
from generator.games.brain_drain.worth import Worth

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine

POOR = 0.7
"""With a better card than that there is no reason to bluff."""

BLUFFS = 0.6
"""How often a bluff that seems worth it is tried."""

CLAIMS = 7
"""Cards of the list that come to mind for a declaration."""

TRAP, TRAPS = (0.15, 0.75), 0.06
"""A true card of so much worth may be laid face down; how often it is."""

BELIEF, SLOPE = 0.3, 0.1
"""The share of lies among declarations of no worth; how it grows with each point of worth."""

NERVE = 0.35
"""How far, in MSP, a call may seem worth it and not be made, or the other way."""

EXPECTED = (0.05, 0.12)
"""What a bluffer expects: to be called with this chance, and more for each point of worth."""


class Doubt:
    """Bluffs and calls; without memory."""

    def __init__(self, engine: DrainEngine) -> None:
        self._engine = engine
        self._list = [card for card in sorted(set(engine.deal.pack)) if not engine.reaction[card]]

    # To bluff

    def bluff(self, worth: Worth, top: float, junk: int, least: float, rng: Random) -> int:
        """The card to lay face down, or -1: `top` is what playing openly is worth.

        `junk` is the card least missed, and `least` what it would be worth.
        """
        if top > POOR or worth.view.msp[worth.me] <= self._engine.bluff_loss:
            return -1
        low, high = TRAP
        if low < top < high and rng.random() < TRAPS:
            return self._trap(worth, low, high)
        if rng.random() >= BLUFFS:
            return -1
        claim = max([self._promise(worth, c) for c in self._untold(worth, rng)], default=-9.0)
        return junk if claim - least > top + 0.2 else -1

    def _trap(self, worth: Worth, low: float, high: float) -> int:
        engine, view = self._engine, worth.view
        fits = engine.matches[view.roles[worth.me]]
        for card in view.hand:
            if fits[card] or engine.reaction[card]:
                continue
            if low < best(worth, card).value < high:
                return card
        return -1

    def _untold(self, worth: Worth, rng: Random) -> list[int]:
        """Cards that nobody sees, as they come to mind."""
        view, listed = worth.view, self._list
        told = {*view.hand, *view.discard}
        for own in view.boosters:
            told.update(own)
        found = []
        for _ in range(2 * CLAIMS if listed else 0):
            card = listed[rng.randrange(len(listed))]
            if card not in told:
                found.append(card)
                if len(found) == CLAIMS:
                    break
        return found

    def _promise(self, worth: Worth, card: int) -> float:
        """What declaring that card falsely is worth."""
        value = best(worth, card).value
        called = min(0.95, self._held(worth) + EXPECTED[0] + EXPECTED[1] * max(0.0, value))
        return (1 - called) * value + called * worth.loss(worth.me, self._engine.bluff_loss)

    def _held(self, worth: Worth) -> float:
        """The chance that somebody else holds the card that is declared."""
        view = worth.view
        return (sum(view.cards) - view.cards[worth.me]) / worth.unseen()

    def claim(self, worth: Worth, rng: Random) -> int:
        """What the card that lies face down is said to be."""
        engine, view = self._engine, worth.view
        low, high = TRAP
        own = view.played
        if not engine.reaction[own] and low < best(worth, own).value < high:
            return own
        found = [(self._promise(worth, card), card) for card in self._untold(worth, rng)]
        return max(found)[1] if found else own

    # To call

    def calls(self, worth: Worth, rng: Random) -> bool:
        """Whether to shout."""
        view, engine = worth.view, self._engine
        faked = view.faked_as >= 0
        claimed = view.faked_as if faked else view.face
        caught = worth.loss(view.bluffer, engine.bluff_loss)
        if sure_lie(view, claimed):
            return True
        paid = worth.loss(worth.me, engine.bluff_loss)
        if faked:
            return rng.random() < 0.2 and paid > -3
        let = seen(worth, view.bluffer, claimed, view.targets, view.role)
        weight = best(worth, claimed).value
        lie = min(0.92, BELIEF + SLOPE * max(0.0, weight))
        call = lie * caught + (1 - lie) * paid
        return rng.random() * (1 + exp(-(call - let) / NERVE * 2)) < 1

    # Bluffed reactions

    def fakes(self, hit: float, rng: Random) -> bool:
        """Whether to answer with a card that is no answer."""
        return hit < -2.5 and rng.random() < 0.5

    def excuse(self, worth: Worth, moves: Sequence[Move], rng: Random) -> Move:
        """The reaction that the card is said to be."""
        view = worth.view
        open_ones = [move for move in moves if not sure_lie(view, move.value)]
        return rng.choice(open_ones or list(moves))


def sure_lie(view: View, claimed: int) -> bool:
    """Whether every copy of the card is seen elsewhere."""
    count = view.hand.count(claimed) + view.discard.count(claimed)
    for own in view.boosters:
        count += own.count(claimed)
    return count >= view.pack.count(claimed)

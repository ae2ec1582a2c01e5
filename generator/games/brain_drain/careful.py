"""A view in, a considered move out: the policy `careful`. It keeps no memory and sees no more.

It weighs every move by `worth`: whom to hit, when to answer, what a superpower and its boosters are
worth, what to keep. It bluffs when its hand has nothing to offer, and calls what cannot be true,
or is too much to be let by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from generator.games.brain_drain import bluffing
from generator.games.brain_drain import state as st
from generator.games.brain_drain.outcomes import best, targeted
from generator.games.brain_drain.state import Move, View
from generator.games.brain_drain.tables import CANCEL, REFLECT
from generator.games.brain_drain.worth import SHIELD, Known, Worth

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine

STORING = (0.08, 0.15, 0.15, 0.0)
"""What a booster more is worth, by how many lie there, where the superpower needs a six."""

SALVAGING = (0.2, 0.2, 0.03, 0.0)
"""The same for whoever takes one more from the discard pile."""

COMMON = 6.0
"""A six comes once in so many rolls."""

KEPT = (2.0, 1.6, 1.3, 0.8)
"""What a reaction in hand is worth: the first, the second, …"""

RESERVE = 0.35
"""For each booster: keeping the only card that a superpower can be built on."""

TIE_BREAK = 0.25
"""A card in hand whose gain counts in a tie."""


class Careful:
    """See the module; its strength against the other policies is a test."""

    blind = False

    def __init__(self, engine: DrainEngine) -> None:
        self._engine = engine
        self._known = Known(engine)
        self._usual = [_usual(engine, card) for card in range(len(engine.codes))]
        self._doubt = bluffing.Doubt(engine)
        self._chosen: dict[str, Callable[[View, Sequence[Move], Random], Move]] = {
            st.TURN: self._turn,
            st.SPEND: self._spend,
            st.TAKE: self._take,
            st.CLAIM: self._claim,
            st.AIM: self._aim,
            st.EXTRA: self._aim,
            st.DECLARE: self._declare,
            st.CALL: self._call,
            st.REACT: self._react,
            st.TO: self._to,
            st.GIVE: self._give,
        }

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """The move worth most; only bluffs and calls are drawn."""
        return moves[0] if len(moves) == 1 else self._chosen[view.phase](view, moves, rng)

    # The own turn

    def _turn(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        engine, me = self._engine, view.seat
        if moves[0].what in ("roll", "reroll"):
            fits = engine.matches[view.roles[me]]
            if any(fits[c] and engine.proactive[c] for c in view.hand):
                return moves[0]
            moves = moves[1:]
        worth = Worth(self._known, view)
        top, chosen = -1e9, moves[0]
        junk, least = -1, 1e9
        for move in moves:
            if move.what == "play":
                value = best(worth, move.value).value
                kept = self._kept(worth, move.value)
                if kept + max(0.0, value) < least:
                    junk, least = move.value, kept + max(0.0, value)
                value += self._stored(worth, move.value) - kept
            elif move.what == "boost":
                value = self._boosted(worth, move.value) - self._kept(worth, move.value)
            else:
                continue
            if value > top:
                top, chosen = value, move
        down = self._doubt.bluff(worth, top, junk, least, rng)
        return chosen if down < 0 else engine.bluff_moves[down]

    def _kept(self, worth: Worth, card: int) -> float:
        """What the card would be worth in the hand."""
        engine, view = self._engine, worth.view
        me, final = worth.me, view.final
        if engine.reaction[card]:
            place = min(worth.answers, len(KEPT)) - 1
            if final is not None:
                # others' turns that are still to come
                return KEPT[place] * min(1.0, 0.4 * len(final[1:]))
            return KEPT[place]
        bonus = engine.bonus[card]
        if final is not None:
            return TIE_BREAK if bonus["self"] or bonus["all"] else 0.0
        role, stored = view.roles[me], len(view.boosters[me])
        if stored > 1 and engine.matches[role][card] and engine.proactive[card]:
            fits = engine.matches[role]
            bases = sum([fits[c] and engine.proactive[c] for c in view.hand])
            return RESERVE * stored * self._odds(role) if bases == 1 else 0.0
        return 0.0

    def _odds(self, role: int) -> float:
        """How often the superpower comes, 1.0 for one that needs a six."""
        engine = self._engine
        miss = (engine.trigger[role] - 1) / 6
        return (1 - miss * (miss if engine.rerolls[role] else 1)) * COMMON

    def _stored(self, worth: Worth, card: int) -> float:
        """What it is worth that the card is stored after its effect."""
        engine, view = self._engine, worth.view
        role, boosters = view.roles[worth.me], view.boosters[worth.me]
        if view.final is not None or not engine.stores(role, card, list(boosters)):
            return 0.0
        table = SALVAGING if engine.salvages[role] else STORING
        least = min([view.msp[s] for s in worth.others], default=1)
        return table[len(boosters)] * self._odds(role) * min(1.0, least / 6)

    def _plans(self, view: View) -> list[tuple[int, int]]:
        """How often a superpower may count, with the boosters it takes from the own stack."""
        engine = self._engine
        role, stored = view.roles[view.seat], len(view.boosters[view.seat])
        more = int(engine.salvages[role] and bool(view.discard))
        plans = [(1, 0)]
        for times in range(2, engine.booster_limit + 1):
            if stored + more >= times:
                plans.append((times, times - more))
        return plans

    def _planned(self, worth: Worth, card: int) -> tuple[float, int]:
        """The best plan for that base: what it is worth, and how many boosters are spent."""
        engine, view = self._engine, worth.view
        role = view.roles[worth.me]
        spread = engine.widener[role]
        price = 0.35 if view.final is None else 0.0
        found = [
            (best(worth, card, times, spread=spread).value - price * spent, -spent)
            for times, spent in self._plans(view)
        ]
        value, spent = max(found)
        return value, -spent

    def _boosted(self, worth: Worth, card: int) -> float:
        engine, me = self._engine, worth.me
        role = worth.view.roles[me]
        value = self._planned(worth, card)[0] + worth.gain(me, engine.comfort[role])
        if engine.shields[role] and not worth.view.shield[me]:
            value += SHIELD
        return value

    def _spend(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        _, spent = self._planned(Worth(self._known, view), view.face)
        return next(move for move in moves if len(move.cards) == spent)

    def _take(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """Its effect does not matter, so the one least missed in the pile: the first."""
        return moves[0] if view.spent else moves[-1]

    def _aim(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        worth, card, times = Worth(self._known, view), view.face, max(1, view.times)

        def value(move: Move) -> float:
            if move.value < 0:
                return 0.0
            if view.phase == st.EXTRA:
                return targeted(worth, card, move.value, times)
            return best(worth, card, times, at=move.value).value

        return max(moves, key=value)

    def _declare(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        worth = Worth(self._known, view)
        at = view.targets[0] if view.targets else -1
        return moves[best(worth, view.face, max(1, view.times), at=at).role]

    # Bluffs

    def _claim(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        worth = Worth(self._known, view)
        if view.faked >= 0:
            return self._doubt.excuse(worth, moves, rng)
        return self._engine.claim_moves[self._doubt.claim(worth, rng)]

    def _call(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        calls = self._doubt.calls(Worth(self._known, view), rng)
        return moves[0] if calls else moves[1]

    # Under attack

    def _react(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        worth, engine = Worth(self._known, view), self._engine
        points = sum([amount for kind, amount in view.incoming if kind == "lose"])
        cards = sum([amount for kind, amount in view.incoming if kind == "discard"])
        hit = worth.loss(worth.me, points) + (worth.discards(worth.me, cards) if cards else 0.0)
        top, chosen = hit, moves[-1]
        for move in moves:
            if move.what != "react":
                continue
            value = self._stored(worth, move.value) - self._kept(worth, move.value)
            kind = engine.reaction[move.value]
            if kind == REFLECT:
                value += worth.strike(view.sender, points, cards)
            elif kind != CANCEL:
                value += max([worth.strike(seat, points, cards) for seat in worth.others])
            if value > top:
                top, chosen = value, move
        if chosen.what == "pass" and moves[-2].what == "fake" and self._doubt.fakes(hit, rng):
            return min(
                [move for move in moves if move.what == "fake"],
                key=lambda move: self._usual[move.value],
            )
        return chosen

    def _to(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        worth = Worth(self._known, view)
        points = sum([amount for kind, amount in view.incoming if kind == "lose"])
        cards = sum([amount for kind, amount in view.incoming if kind == "discard"])
        return max(moves, key=lambda move: worth.strike(move.value, points, cards))

    def _give(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """Gives up what would be missed least."""
        worth, engine = Worth(self._known, view), self._engine
        fits = engine.matches[view.roles[view.seat]]
        over = len(view.boosters[view.seat]) > 1

        def missed(move: Move) -> float:
            card = move.value
            own = 0.0 if view.final is not None or not fits[card] else 0.7 if over else 0.4
            return self._kept(worth, card) + self._usual[card] + own

        return min(moves, key=missed)


def _usual(engine: DrainEngine, card: int) -> float:
    """What a card is worth to its player in a usual game of four, about."""
    value = 0.0
    for kind, who, amount in engine.effects[card]:
        sign = 1 if kind in ("gain", "draw") else -1
        size = amount * (1.0 if kind in ("lose", "gain") else 0.45)
        if kind == "steal":
            value += 0.6 * amount
        elif who == "self":
            value += sign * size
        elif who == "target":
            value -= sign * size * 0.35
        elif who == "others":
            value -= sign * size * 0.8
        elif kind in ("all-hands", "one-to-one"):
            value += 0.8
    return value

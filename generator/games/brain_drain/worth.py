"""What a seat sees in; what a change of points or cards is worth to that seat out.

Everything is told in the seat's own MSP: 1.0 is what one point more is worth to it. The measure is
the chance to have the most MSP in the end, a softmax of everybody's standing, so that a point taken
from the leader weighs more than one from the last, and the more the nearer the end is.
"""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import Any

from generator.games.brain_drain.state import FACE_DOWN, HALF, View
from generator.games.brain_drain.table import Effect
from generator.games.brain_drain.tables import CANCEL, REDIRECT, REFLECT, Tables

SPREAD, DRIFT = 1.2, 0.36
"""How far standings still move: a part for the last turns, a part for each MSP of the lowest."""

FINAL_SPREAD, FINAL_DRIFT = 0.5, 0.28
"""The same in the final round: a part for each turn to come."""

CARD = 0.85
"""A card more in a hand of usual size."""

SURPLUS = 0.2
"""A card more where the hand is nearly full."""

STORED = 0.2
"""A booster that lies there."""

SHIELD = 0.8
"""A shield that waits."""

TO_COME = 1.2
"""A turn in the final round that is still to come."""

SELECTED = 0.9
"""Hands hold more reactions than piles, since everything else is played first."""

SPENT = 0.8
"""A reaction that a rival had to spend."""

VOID = 5.0
"""Beside the chance to win: whatever else the same card would have brought."""

ANSWER = 1.3
"""The least that an attack costs whoever can answer it: the reaction."""


class Known:
    """What everybody knows of the deck before the first card is dealt."""

    def __init__(self, tables: Tables) -> None:
        pack, reaction = tables.deal.pack, tables.reaction
        self.tables = tables
        self.of_role = Counter(tables.role_of[card] for card in pack)
        self.answer = tuple(kind > 0 for kind in reaction)
        # cards that do the same have one number; of meetings, the role matters as well
        numbers: dict[tuple[bool, tuple[Effect, ...], int], int] = {}
        self.pattern = tuple(
            numbers.setdefault((attack, effects, role if declares else -1), len(numbers))
            for attack, effects, role, declares in zip(
                tables.attack, tables.effects, tables.role_of, tables.declares, strict=True
            )
        )
        kinds = Counter(reaction[card] for card in pack)
        self.answers = len(pack) - kinds[0]
        many = max(1, self.answers)
        self.cancel, self.reflect, self.redirect = (
            kinds[kind] / many for kind in (CANCEL, REFLECT, REDIRECT)
        )


class Worth:
    """One view weighed; kept for one decision."""

    __slots__ = (
        "answers",
        "burning",
        "card",
        "chance",
        "danger",
        "known",
        "leader",
        "losses",
        "me",
        "memo",
        "others",
        "scale",
        "second",
        "steep",
        "strong",
        "sum",
        "tables",
        "view",
        "weight",
    )

    def __init__(self, known: Known, view: View) -> None:
        self.known, self.tables, self.view = known, known.tables, view
        me = self.me = view.seat
        msp, final = view.msp, view.final
        living = [s for s, points in enumerate(msp) if points and not view.out[s]]
        self.others = [seat for seat in living if seat != me]
        least = min([msp[seat] for seat in living], default=1)
        if final is None:
            self.steep = 1 / (SPREAD + DRIFT * least)
            self.card = CARD * min(1.0, 0.3 + 0.14 * least)
        else:
            self.steep = 1 / (FINAL_SPREAD + FINAL_DRIFT * len(final))
            self.card = CARD * (0.7 if me in final[1:] else 0.35)
        self._weigh(living)
        self.answers = sum([known.answer[card] for card in view.hand])
        self.danger = -1.0
        self.losses: dict[tuple[int, int], float] = {}
        self.memo: dict[tuple[int, int, bool, int], Any] = {}
        order = sorted(living, key=msp.__getitem__, reverse=True)
        self.leader, self.second = (order[0] if order else me), (order[1] if order[1:] else me)

    def _weigh(self, living: list[int]) -> None:
        view, steep, me = self.view, self.steep, self.me
        final = view.final or ()
        strong = [0.0] * len(view.msp)
        for seat in living:
            standing = view.msp[seat] + STORED * len(view.boosters[seat])
            standing += self.card * min(view.cards[seat], 6)
            if view.shield[seat]:
                standing += SHIELD
            if seat in final[1:]:
                standing += TO_COME
            strong[seat] = exp(steep * (standing - 12))
        self.strong = strong
        self.sum = total = sum(strong)
        self.chance = chance = min(max(strong[me] / total if total else 0.5, 1e-4), 0.9999)
        self.scale = 1 / (steep * chance * (1 - chance))
        rest = max(total - strong[me], 1e-9)
        self.weight = [own / rest for own in strong]
        self.weight[me] = -1.0

    # Points

    def gain(self, seat: int, amount: int) -> float:
        """That seat gains MSP."""
        return self._moved(seat, exp(self.steep * amount))

    def _moved(self, seat: int, factor: float) -> float:
        own = self.strong[seat]
        total = self.sum + own * (factor - 1)
        mine = self.strong[self.me] * (factor if seat == self.me else 1)
        return (mine / total - self.chance) * self.scale

    def loss(self, seat: int, amount: int) -> float:
        """That seat loses MSP, its shield used up; it may burn out."""
        found = self.losses.get((seat, amount))
        if found is None:
            found = self.losses[seat, amount] = self._loss(seat, amount)
        return found

    def _loss(self, seat: int, amount: int) -> float:
        view, more = self.view, 0.0
        shield = view.shield[seat]
        if shield and amount:
            amount = amount // 2 if shield == HALF else max(0, amount - self.tables.soften)
            more = SHIELD * self.weight[seat]
        if not amount:
            return more
        if amount >= view.msp[seat]:
            return self._burned(seat)
        return more + self._moved(seat, exp(-self.steep * amount))

    def _burned(self, seat: int) -> float:
        """The seat is gone; the final round begins, if it has not."""
        me, view = self.me, self.view
        if seat == me:
            return -self.chance * self.scale - VOID
        left = [other for other in self.others if other != seat]
        if not left:
            return (1 - self.chance) * self.scale
        if view.final is not None:
            total = self.sum - self.strong[seat]
            return (self.strong[me] / max(total, 1e-9) - self.chance) * self.scale
        steep = 1 / (FINAL_SPREAD + FINAL_DRIFT * (len(left) + 1))
        mine = view.msp[me] - (0 if view.turn != me else 0.3)
        rivals = sum([exp(steep * (view.msp[other] - mine)) for other in left])
        return (1 / (1 + rivals) - self.chance) * self.scale

    def swapped(self, one: int, other: int) -> float:
        """Two seats exchange their MSP."""
        msp, strong, steep = self.view.msp, self.strong, self.steep
        change = exp(steep * (msp[other] - msp[one]))
        first, second = strong[one] * change, strong[other] / change
        total = self.sum - strong[one] - strong[other] + first + second
        mine = first if one == self.me else second if other == self.me else strong[self.me]
        return (mine / total - self.chance) * self.scale

    # Cards

    def draws(self, seat: int, count: int, held: int | None = None) -> float:
        """That seat draws cards on a hand of `held`."""
        held = self.view.cards[seat] if held is None else held
        room = max(0, self.tables.hand_limit - 1 - held)
        plain = min(count, room)
        value = plain * self.card + (count - plain) * self.card * SURPLUS
        return value if seat == self.me else -value * self.weight[seat]

    def discards(self, seat: int, count: int, held: int | None = None) -> float:
        """That seat discards cards of its choice."""
        held = self.view.cards[seat] if held is None else held
        count = min(count, held)
        # the last cards of a hand are missed most
        value = count * self.card * (0.8 if held - count > 2 else 1.3)
        return -value if seat == self.me else value * self.weight[seat]

    # What is not seen

    def unseen(self) -> int:
        """Cards that this seat does not see, 1 at least."""
        view = self.view
        hidden = (view.played == FACE_DOWN) + (view.faked == FACE_DOWN)
        return max(1, view.left + sum(view.cards) - view.cards[self.me] + hidden)

    def answered(self, seat: int) -> float:
        """The chance that the seat can react."""
        if self.danger < 0:
            answer, left = self.known.answer, self.known.answers - self.answers
            left -= sum(map(answer.__getitem__, self.view.discard))
            for own in self.view.boosters:
                left -= sum(map(answer.__getitem__, own))
            self.danger = min(0.9, SELECTED * max(0, left) / self.unseen())
        return 1.0 - float((1.0 - self.danger) ** self.view.cards[seat])

    def likely(self, role: int) -> float:
        """The chance that an unseen card is of the role."""
        view, fits = self.view, self.tables.matches[role]
        left = self.known.of_role[role]
        for cards in (view.hand, view.discard, *view.boosters):
            left -= sum(map(fits.__getitem__, cards))
        return min(1.0, max(0, left) / self.unseen())

    # Attacks

    def strike(self, seat: int, points: int, cards: int) -> float:
        """This seat's own attack on another: it may be answered."""
        lands = self.loss(seat, points) + (self.discards(seat, cards) if cards else 0.0)
        risk = self.answered(seat) * (0.75 if points < 2 else 1.0)
        back = self.loss(self.me, points)
        if self.answers:
            back = max(back, -ANSWER)
        astray = self.leader if self.leader != seat else self.second
        known = self.known
        away = back if astray == self.me else self.loss(astray, points)
        answer = known.reflect * back + known.redirect * away + SPENT * self.weight[seat]
        return (1 - risk) * lands + risk * answer

    def struck(self, seat: int, points: int, cards: int) -> float:
        """Somebody else's attack on any seat."""
        value = self.loss(seat, points) + (self.discards(seat, cards) if cards else 0.0)
        if seat == self.me:
            return max(value, -ANSWER) if self.answers else value
        return value * (1 - self.answered(seat) * (0.75 if points < 2 else 1.0))

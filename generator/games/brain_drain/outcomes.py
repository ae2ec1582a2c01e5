"""A card, who plays it and at whom in; what it is worth to the seat that looks on out.

The measure is that of `worth`. Chances are as far as the seat can know them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from generator.games.brain_drain import state as st
from generator.games.brain_drain.worth import Worth

NOBODY = -1

ROLES_WEIGHED = 3
"""Roles looked at for a declaration: those held most."""


class Best(NamedTuple):
    """The best way to play a card: what it is worth, at whom, with which declared role."""

    value: float
    target: int = NOBODY
    role: int = -1


def best(
    worth: Worth, card: int, times: int = 1, *, spread: bool = False, at: int = NOBODY
) -> Best:
    """The seat itself plays the card, `at` one seat or the best one.

    With `spread`, a second target may be had.
    """
    key = worth.known.pattern[card], times, spread, at
    found: Best | None = worth.memo.get(key)
    if found is None:
        found = worth.memo[key] = _best(worth, card, times, spread, at)
    return found


def _best(worth: Worth, card: int, times: int, spread: bool, at: int) -> Best:
    tables, view = worth.tables, worth.view
    if tables.reaction[card]:
        return Best(0.0)
    if tables.meeting[card]:
        role, value = _declared(worth, card, lambda role, own: meeting(worth, role, own, times))
        return Best(value, NOBODY, role)
    if not tables.aims[card]:
        return Best(untargeted(worth, worth.me, card, times))
    found: list[Best] = []
    for seat in worth.others if at < 0 else (at,):
        if tables.review[card]:
            found.append(best_review(worth, card, seat, times))
        else:
            found.append(Best(targeted(worth, card, seat, times), seat))
    found.sort(reverse=True)
    if not found:
        return Best(0.0)
    top = found[0]
    value = top.value + untargeted(worth, worth.me, card, times)
    if spread and found[1:] and tables.widens[card] and len(view.targets) < 2:
        value += max(0.0, found[1].value)
    return Best(value, top.target, top.role)


def untargeted(worth: Worth, actor: int, card: int, times: int) -> float:
    """What the card does to its player and to several at once."""
    value = 0.0
    attack = worth.tables.attack[card]
    for kind, who, amount in worth.tables.effects[card]:
        if who == "self":
            value += part(worth, actor, kind, amount * times, actor)
        elif who in ("all", "others", "highest", "lowest"):
            for seat in several(worth, actor, who):
                if attack and seat != actor and kind in ("lose", "discard"):
                    points = amount * times if kind == "lose" else 0
                    cards = amount * times if kind == "discard" else 0
                    hit = worth.strike if actor == worth.me else worth.struck
                    value += hit(seat, points, cards)
                else:
                    value += part(worth, seat, kind, amount * times, actor)
        elif kind == "rotate":
            value += _rotated(worth, actor)
    return value


def part(worth: Worth, seat: int, kind: str, amount: int, actor: int) -> float:
    """One seat's part of an effect that nobody can react to."""
    # the card in play has left the hand
    held = worth.view.cards[seat] - (seat == actor and worth.view.played == -1)
    if kind == "lose":
        return worth.loss(seat, amount)
    if kind == "gain":
        return worth.gain(seat, amount)
    if kind == "draw":
        return worth.draws(seat, amount, held)
    if kind == "discard":
        return worth.discards(seat, amount, held)
    if kind == "steal":
        count = min(amount, held)
        return worth.draws(actor, count) + worth.discards(seat, count, held)
    return 0.0


def several(worth: Worth, actor: int, who: str) -> list[int]:
    """The seats that such an effect means."""
    living = [worth.me, *worth.others]
    if who == "all":
        return living
    if who == "others":
        return [seat for seat in living if seat != actor]
    msp = worth.view.msp
    reach = max if who == "highest" else min
    mark = reach([msp[seat] for seat in living])
    return [seat for seat in living if msp[seat] == mark]


def targeted(worth: Worth, card: int, seat: int, times: int) -> float:
    """What the seat's own card does to its target alone."""
    if worth.tables.attack[card]:
        points, cards = load(worth, card, times)
        return worth.strike(seat, points, cards)
    value = 0.0
    for kind, who, amount in worth.tables.effects[card]:
        if kind == "swap":
            value += _swap(worth, worth.me, seat, who)
        elif who == "target":
            value += part(worth, seat, kind, amount * times, worth.me)
    return value


def load(worth: Worth, card: int, times: int) -> tuple[int, int]:
    """MSP and cards that an attack takes from its target."""
    points = cards = 0
    for kind, who, amount in worth.tables.effects[card]:
        if who == "target":
            points += amount * times if kind == "lose" else 0
            cards += amount * times if kind == "discard" else 0
    return points, cards


def _swap(worth: Worth, one: int, other: int, what: str) -> float:
    if what == "msp":
        return worth.swapped(one, other)
    view = worth.view
    own = view.cards[one] - (view.played == -1)
    more = (view.cards[other] - own) * worth.card
    if worth.me == one:
        return more * (1 + worth.weight[other]) - (0.6 if worth.answers else 0.0)
    if worth.me == other:
        return -more * (1 + worth.weight[one]) - (0.6 if worth.answers else 0.0)
    return more * (worth.weight[other] - worth.weight[one])


def _rotated(worth: Worth, actor: int) -> float:
    """The hand of the right neighbour for one's own."""
    view = worth.view
    order = sorted([worth.me, *worth.others])
    right = order[order.index(worth.me) - 1]
    own = view.cards[worth.me] - (worth.me == actor and view.played == -1)
    theirs = view.cards[right] - (right == actor and view.played == -1)
    return (theirs - own) * worth.card - (0.6 if worth.answers else 0.0)


# Meetings


def _declared(worth: Worth, card: int, told: Callable[[int, int], float]) -> tuple[int, float]:
    """The role to declare: of those held most, the one worth most."""
    counts = counted(worth, card)
    order = sorted(range(len(counts)), key=lambda role: -counts[role])[:ROLES_WEIGHED]
    found = [(told(role, counts[role]), role) for role in order]
    value, role = max(found)
    return role, value


def counted(worth: Worth, card: int) -> list[int]:
    """The seat's own cards of each role, the one in play included."""
    role_of, view = worth.tables.role_of, worth.view
    counts = [0] * len(worth.tables.trigger)
    for held in view.hand:
        counts[role_of[held]] += 1
    counts[role_of[card]] += view.played >= 0 or view.phase == st.CALL
    return counts


def shares(chance: float, held: int) -> list[float]:
    """The chances that a hand of that many cards has 0, 1, 2 … of a role."""
    found, rest = [], 1 - chance
    value = rest**held if rest > 0 else 0.0
    if rest <= 0:
        return [0.0] * held + [1.0]
    for count in range(held + 1):
        found.append(value)
        value *= (held - count) / (count + 1) * chance / rest
    return found


def meeting(worth: Worth, role: int, own: int, times: int) -> float:
    """An All-Hands Meeting about the role, of which the seat holds `own`."""
    tables, me = worth.tables, worth.me
    chance, cards = worth.likely(role), worth.view.cards
    top = 1.0
    hands = [shares(chance, cards[seat]) for seat in worth.others]
    for hand in hands:
        top *= sum(hand[: own + 1])
    bottom = 1.0
    for hand in hands if own else ():
        bottom *= sum(hand[own:])
    empty = worth.loss(me, tables.meeting_loss * times)
    gain, pay = tables.meeting_gain * times, tables.meeting_penalty * times
    standard = top * worth.gain(me, gain) + bottom * worth.loss(me, pay)
    card = worth.draws(me, tables.meeting_draw * times)
    good = top * worth.gain(me, gain) + (1 - top) * card
    for seat, hand in zip(worth.others, hands, strict=True):
        empty += worth.loss(seat, tables.meeting_loss * times)
        # most, and at least one: as if the seat itself were the one to beat
        most = 0.85 * sum(hand[max(own, 1) :])
        least = hand[0] if own else 0.9 * hand[0]
        won = most * worth.gain(seat, gain)
        standard += won + least * worth.loss(seat, pay)
        good += won + (1 - most) * worth.draws(seat, tables.meeting_draw * times)
    low, high = tables.standard_from - 1, tables.productive_from - 1
    return (low * empty + (high - low) * standard + (6 - high) * good) / 6


def best_review(worth: Worth, card: int, seat: int, times: int) -> Best:
    """A 1-to-1 Review with that seat about the best role for it."""
    role, value = _declared(worth, card, lambda role, own: review(worth, role, own, seat, times))
    return Best(value, seat, role)


def review(worth: Worth, role: int, own: int, seat: int, times: int) -> float:
    """A 1-to-1 Review about the role, of which this seat holds `own`."""
    tables = worth.tables
    hand = shares(worth.likely(role), worth.view.cards[seat])
    fewer, same = sum(hand[:own]), hand[own] if own < len(hand) else 0.0
    theirs = worth.loss(seat, tables.review_loss * times)
    mine = worth.loss(worth.me, tables.review_loss * times)
    if not own:
        return (1 - same) * mine
    tie = (theirs + mine) * 5 / 12
    return fewer * theirs + same * tie + (1 - fewer - same) * mine


# Looking on


def seen(worth: Worth, actor: int, card: int, targets: tuple[int, ...], role: int) -> float:
    """Somebody else's card, should it have its effect."""
    tables, view = worth.tables, worth.view
    if tables.reaction[card]:
        return 0.0
    if tables.meeting[card]:
        own = sum([tables.role_of[held] == role for held in view.hand])
        return meeting(worth, role, own, 1) if own > 1 else -0.8
    value = untargeted(worth, actor, card, 1)
    for seat in targets:
        if seat < 0:
            continue
        if tables.review[card]:
            value += 0.7 * worth.loss(seat, tables.review_loss)
        elif tables.attack[card]:
            value += worth.struck(seat, *load(worth, card, 1))
        else:
            for kind, who, amount in tables.effects[card]:
                if kind == "swap":
                    value += _swap(worth, actor, seat, who)
                elif who == "target":
                    value += part(worth, seat, kind, amount, actor)
    return value

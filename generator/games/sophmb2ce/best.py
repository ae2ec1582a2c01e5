"""The better of the two attacks: the draw ahead exactly, what follows from a solved table.

The draw ahead is weighed over the cards that are unseen in both decks. The value of what it leads
to comes from value iteration over hit points and penalties, both sides playing their best, as if
every later draw came from a full deck: an exact table would need every set of cards left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from operator import mul
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.games.sophmb2ce.state import Pile, View

if TYPE_CHECKING:
    from generator.games.sophmb2ce.duel import DuelEngine


class Result(NamedTuple):
    """One way an exchange can end; `att` and `sets_def` (0 or 1) are penalties it brings."""

    chance: float
    damage: int
    att: int
    sets_def: int


Attacks = tuple[tuple[Result, ...], tuple[Result, ...]]
"""The results of attack 1 and of attack 2."""

Prospects = tuple[tuple[Attacks, Attacks], tuple[Attacks, Attacks]]
"""Of one side: [its attack penalty][the defender's defence penalty]."""

Values = tuple[list[list[list[float]]], list[list[list[float]]]]
"""[side to move][its hit points][the other's][flags]: its chance to win.

Flags are 4 x its attack penalty + 2 x the other's attack penalty + the other's defence penalty.
"""


class Best:
    """A policy; see the module."""

    blind = False

    def __init__(self, engine: DuelEngine) -> None:
        self._engine = engine
        self._tables: dict[tuple[int, int], Values] = {}

    def choose(self, view: View, moves: Sequence[Any], rng: Random) -> Any:
        """The move whose value is higher, attack 1 if they are equal."""
        if len(moves) == 1:
            return moves[0]
        first, second = self.values(view)
        return moves[1] if second > first + 1e-12 else moves[0]

    def values(self, view: View) -> tuple[float, float]:
        """The acting seat's chance to win by attack 1 and by attack 2."""
        engine, seat = self._engine, view.turn
        other = 1 - seat
        assert view.castes is not None
        castes = view.castes[seat], view.castes[other]
        ways = _ways(
            engine,
            castes,
            (view.discards[seat], view.discards[other]),
            (view.attack_penalty[seat], view.defence_penalty[other]),
        )
        rivals = self._table(castes)[1]
        hp, points = view.hp[seat], view.hp[other]
        # what the rival's turn is worth to it, by the points left and the price paid
        flags = 4 * view.attack_penalty[other] + view.defence_penalty[seat]
        pairs = sum([hits + misses for _, hits, misses in ways]) or 1  # or 1: only ties are left
        worth = []
        for attack in engine.deal.castes[castes[0]].attacks[:2]:
            paid = flags + 2 if attack.weakens == "att" else flags | (attack.weakens == "def")
            value = 0.0
            for special, hits, misses in ways:
                flag = paid if not special or engine.penalty_on_special else flags
                left = points - (special or attack.damage)
                value += hits * (1.0 - rivals[left][hp][flag] if left > 0 else 1.0)
                value += misses * (1.0 - rivals[points][hp][flag])
            worth.append(value / pairs)
        return worth[0], worth[1]

    def _table(self, castes: tuple[int, int]) -> Values:
        """Solved for the acting caste as side 0."""
        engine = self._engine
        if castes not in self._tables:
            a, b = castes
            sides = prospects(engine, a, b), prospects(engine, b, a)
            self._tables[castes] = solve(sides, engine.deal.start_hp)
        return self._tables[castes]

    def __reduce__(self) -> tuple[type[Best], tuple[DuelEngine]]:
        """Workers solve for themselves: cheaper than sending tables with every task."""
        return Best, (self._engine,)


def prospects(engine: DuelEngine, caste: int, rival: int) -> Prospects:
    """What one side's attacks come to, drawn from full decks."""
    unhurt, hurt = (
        (
            attacks(engine, (caste, rival), ((), ()), (flag, 0)),
            attacks(engine, (caste, rival), ((), ()), (flag, 1)),
        )
        for flag in (0, 1)
    )
    return unhurt, hurt


def attacks(
    engine: DuelEngine, castes: tuple[int, int], gone: tuple[Pile, Pile], flags: tuple[int, int]
) -> Attacks:
    """Both attacks' results over all pairs of cards that are not `gone` from the two decks.

    `castes` are attacker and defender, `flags` the attack penalty of one and the defence penalty of
    the other.
    """
    counts = _ways(engine, castes, gone, flags)
    return _results(engine, castes[0], 1, counts), _results(engine, castes[0], 2, counts)


def _ways(
    engine: DuelEngine, castes: tuple[int, int], gone: tuple[Pile, Pile], flags: tuple[int, int]
) -> list[tuple[int, int, int]]:
    """Pairs of cards as (a special's damage or 0, hits, misses); see `attacks`."""
    low = engine.deal.penalty  # what must be added so that no total is below 0
    against = engine.defence_values[castes[1]][flags[1]]
    defence = engine.defence_counts[castes[1]][flags[1]][:]
    for card in gone[1]:
        defence[against[card] + low] -= 1
    below = [0, *accumulate(defence)]
    totals = engine.attack_values[castes[0]][flags[0]]
    plain = engine.plain_counts[castes[0]][flags[0]][:]
    specials = dict(engine.specials[castes[0]])
    for card in gone[0]:
        if card in specials:
            del specials[card]
        else:
            plain[totals[card] + low] -= 1
    # wins, ties and pairs of the plain cards (0), and of each special by its damage
    ways = [(0, sum(map(mul, plain, below)), sum(map(mul, plain, defence)), sum(plain) * below[-1])]
    for card, damage in specials.items():
        total = totals[card] + low
        ways.append((damage, below[total], defence[total], below[-1]))
    return [_decided(engine.tie, *way) for way in ways]


def _decided(tie: str, damage: int, win: int, equal: int, pairs: int) -> tuple[int, int, int]:
    """Damage, hits and misses of `pairs` of cards, as equal totals are settled."""
    lose = pairs - win - equal
    if tie == "attacker":
        return damage, win + equal, lose
    return damage, win, lose + (equal if tie == "defender" else 0)


def _results(
    engine: DuelEngine, caste: int, declared: int, counts: Sequence[tuple[int, int, int]]
) -> tuple[Result, ...]:
    """Of one attack; the damage 0 stands for the attack declared, others for a special's."""
    attack = engine.deal.castes[caste].attacks[declared - 1]
    ways = sum(hits + misses for _, hits, misses in counts)
    found: dict[tuple[int, int, int], int] = {}
    for special, hits, misses in counts:
        pays = attack.weakens if not special or engine.penalty_on_special else None
        att, sets_def = int(pays == "att"), int(pays == "def")
        for key, count in (
            ((special or attack.damage, att, sets_def), hits),
            ((0, att, sets_def), misses),
        ):
            if count:
                found[key] = found.get(key, 0) + count
    return tuple([Result(count / ways, *key) for key, count in found.items()])


def _value(
    results: Sequence[Result],
    rivals: list[list[list[float]]],
    hp: int,
    rival: int,
    rival_attack: int,
    defence: int,
) -> float:
    """The chance to win by results; `rivals` are the other side's values of its next turn."""
    value = 0.0
    for chance, damage, att, sets_def in results:
        left = rival - damage
        if left <= 0:
            value += chance
        else:
            flags = 4 * rival_attack + 2 * att + (sets_def or defence)
            value += chance * (1.0 - rivals[left][hp][flags])
    return value


@lru_cache(maxsize=64)
def solve(sides: tuple[Prospects, Prospects], start_hp: int) -> Values:
    """Values of both sides' turns, to a billionth; hit points only fall, so each pair is settled
    before it is needed.
    """
    points = range(start_hp + 1)
    values: Values = tuple([[[0.5] * 8 for _ in points] for _ in points] for _ in (0, 1))  # type: ignore[assignment]
    for total in range(2, 2 * start_hp + 1):
        for hp in range(max(1, total - start_hp), min(start_hp, total - 1) + 1):
            _settle(sides, values, hp, total - hp)
    return values


def _settle(sides: tuple[Prospects, Prospects], values: Values, hp: int, rival: int) -> None:
    """One pair of hit points: side 0 has `hp`. Misses lead back here, so turns are repeated."""
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for side, own, other in ((0, hp, rival), (1, rival, hp)):
            here, rivals = values[side][own][other], values[1 - side]
            for flags in range(8):
                ways = sides[side][flags >> 2][flags & 1]
                rival_attack = flags >> 1 & 1
                value = max(_value(r, rivals, own, other, rival_attack, 0) for r in ways)
                change = max(change, abs(value - here[flags]))
                here[flags] = value

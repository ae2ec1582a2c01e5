"""A set-up and policies in, what many conflicts of it came to out: counts, then plain data."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from generator.engine.contract import CHANCE, OVER
from generator.games.organizations.state import Conflict, Result, State
from generator.shares import wilson

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine

SIDES = ("A", "B")
LONGEST = 1000
"""Rounds after which a conflict that nothing ends is given up."""


@dataclass
class Tally:
    """What some games came to; lists by side."""

    games: int = 0
    wins: list[int] = field(default_factory=lambda: [0, 0])
    begun: list[int] = field(default_factory=lambda: [0, 0])
    """Games that each side began."""
    kept: list[int] = field(default_factory=lambda: [0, 0])
    """Games that each side began and won."""
    ahead: list[int] = field(default_factory=lambda: [0, 0])
    """Games in which each side won more rounds than the other, whoever won in the end."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Cards of a round, rounds of a conflict."""
    firsts: Counter[int] = field(default_factory=Counter)
    """Rounds of a conflict that side A won, those played before included."""
    power: list[int] = field(default_factory=lambda: [0, 0])
    """Sum of what each side's power has changed by."""
    gained: int = 0
    """Games whose last round ended in the suit it was about, and that somebody gained by."""
    driven: int = 0
    """Games that ended because a side could not be challenged any more."""


def play(
    engine: ConflictEngine,
    table: Conflict,
    policies: Sequence[Any],
    games: int,
    seed: int,
    *,
    single: bool = False,
    before: tuple[Result, ...] = (),
) -> Tally:
    """Play so many games; the same seed gives the same tally.

    `single` counts cards rather than rounds, `before` are rounds of the conflict already played.
    """
    tally = Tally()
    by_seat = [policies[table.side(seat)] for seat in range(table.seats)]
    rng = Random()  # noqa: S311 - games, not secrets
    for number in range(games):
        rng.seed(seed << 32 | number)
        state = engine.start(table)
        state.results = before
        cards = 0
        most = table.rounds or LONGEST + len(before)
        while (who := engine.actor(state)) != OVER and len(state.results) < most:
            if who == CHANCE:
                move = engine.chance(state, rng)
            else:
                policy = by_seat[who]
                seen = None if policy.blind else engine.view(state, who)
                move = policy.choose(seen, engine.moves(state), rng)
                cards += move.what == "play"
            engine.apply(state, move)
        _count_in(engine, tally, state, cards if single else len(state.results) - len(before))
    return tally


def _count_in(engine: ConflictEngine, tally: Tally, state: State, length: int) -> None:
    table = state.table
    tally.games += 1
    tally.lengths[length] += 1
    first = state.first_starter
    tally.begun[first] += 1
    for seat in (state.winners or ())[:1]:
        side = table.side(seat)
        tally.wins[side] += 1
        tally.kept[first] += side == first
    won = [sum(result.winner == side for result in state.results) for side in (0, 1)]
    tally.firsts[won[0]] += 1
    if won[0] != won[1]:
        tally.ahead[won[1] > won[0]] += 1
    for org, (now, before) in enumerate(zip(state.powers, table.powers, strict=True)):
        tally.power[table.side(table.orgs[org].seat)] += now - before
    tally.gained += any(change.by > 0 for change in state.results[-1].changes)
    tally.driven += bool(engine.beaten(table, state.lines))


def plain(tally: Tally, unit: str) -> dict[str, Any]:
    """Shares with their intervals, lengths in `unit`, mean changes of power."""
    games = tally.games
    begins = {}
    for n, name in enumerate(SIDES):
        if tally.begun[n]:
            found = wilson(tally.kept[n], tally.begun[n])
            begins[name] = {"games": tally.begun[n], "wins": found._asdict()}
    return {
        "games": games,
        "wins": {name: wilson(tally.wins[n], games)._asdict() for n, name in enumerate(SIDES)},
        "nobody": wilson(games - sum(tally.wins), games)._asdict(),
        "who_begins": wilson(sum(tally.kept), games)._asdict(),
        "when_beginning": begins,
        unit: spread(tally.lengths),
        "power_change": {name: tally.power[n] / games for n, name in enumerate(SIDES)},
    }


def spread(counts: Counter[int]) -> dict[str, Any]:
    """Mean with the half width of its 95 % interval, median, longest, and games by length."""
    values = sorted(counts.elements())
    games = len(values)
    mean = sum(values) / games
    square = sum((value - mean) ** 2 for value in values) / max(1, games - 1)
    return {
        "mean": mean,
        "half": 1.96 * math.sqrt(square / games),
        "median": values[games // 2],
        "longest": values[-1],
        "games_by_length": {str(value): counts[value] for value in sorted(counts)},
    }

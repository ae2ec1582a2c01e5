"""Many games in, shares and lengths out: the same whatever executor plays them, on any workers.

Every game has a random source of its own, seeded by the seed and the game's number.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from generator.engine.contract import CHANCE, OVER, SEATS, Engine
from generator.engine.policies import policies
from generator.engine.watch import Watch
from generator.shares import Interval, wilson

BLOCK = 2000
"""Games of one task."""

LONGEST = 100_000
"""A game of more moves is given up and counted as unfinished."""


class Job(NamedTuple):
    """One task: games `begin` to `end` (not included)."""

    engine: Engine[Any, Any, Any]
    setup: Any
    policy: str
    seed: int
    begin: int
    end: int
    watch: bool = False
    """Whether tracks, parts and choices are counted too; it costs a tenth."""


@dataclass
class Tally:
    """Counts of some games; tallies add up in any order."""

    games: int = 0
    unfinished: int = 0
    undecided: int = 0
    first: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    """Games in which the event happened."""
    parts: Counter[str] = field(default_factory=Counter)
    """Games in which somebody played the part, and below those that it won."""
    parts_won: Counter[str] = field(default_factory=Counter)
    choices: Counter[str] = field(default_factory=Counter)
    times: Counter[str] = field(default_factory=Counter)
    """How often events happened, all games together."""
    used: Counter[str] = field(default_factory=Counter)
    """Games in which a card's effect was set off; a card that never was counts as 0."""
    lowest: dict[str, Counter[int]] = field(default_factory=dict)
    """By quantity: games by the lowest value that a tracker had to show, and by the highest."""
    highest: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Take over another tally."""
        self.games += other.games
        self.unfinished += other.unfinished
        self.undecided += other.undecided
        self.first += other.first
        self.wins.update(other.wins)
        self.lengths.update(other.lengths)
        self.events.update(other.events)
        self.parts.update(other.parts)
        self.parts_won.update(other.parts_won)
        self.choices.update(other.choices)
        self.times.update(other.times)
        self.used.update(other.used)
        for mine, theirs in ((self.lowest, other.lowest), (self.highest, other.highest)):
            for name, values in theirs.items():
                mine.setdefault(name, Counter()).update(values)


class Stats(NamedTuple):
    """What the games tell; `length` is None where no game was finished."""

    games: int
    seed: int
    policy: str
    first_player: Interval
    seats: tuple[Interval, ...]
    length: Mapping[str, float | None] | None
    events: Mapping[str, Interval]
    undecided: int
    unfinished: int

    def plain(self) -> dict[str, Any]:
        """JSON-ready: shares of all games played, events as shares of games they happened in."""
        return {
            "games": self.games,
            "seed": self.seed,
            "policy": self.policy,
            "first_player": self.first_player._asdict(),
            "seats": {SEATS[n]: seat._asdict() for n, seat in enumerate(self.seats)},
            "length": self.length,
            "events": {name: seen._asdict() for name, seen in sorted(self.events.items())},
            "undecided": self.undecided,
            "unfinished": self.unfinished,
        }


def lengths(found: Mapping[int, int]) -> dict[str, float | None] | None:
    """Mean, standard deviation (n - 1; None for one game) and 95th percentile (nearest rank)."""
    games = sum(found.values())
    if not games:
        return None
    total = sum(length * count for length, count in found.items())
    squares = sum(length * length * count for length, count in found.items())
    sd = math.sqrt((squares * games - total * total) / (games * (games - 1))) if games > 1 else None
    rank, seen, p95 = -(-95 * games // 100), 0, 0
    for length in sorted(found):
        seen += found[length]
        if seen >= rank:
            p95 = length
            break
    return {"mean": total / games, "sd": sd, "p95": p95}


def simulate(
    engine: Engine[Any, Any, Any],
    setup: Mapping[str, str],
    policy: str,
    games: int,
    seed: int,
    *,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Stats:
    """Play `games` games; raises SetupRefused before the first.

    `policy` is one name for all seats or one a seat; without an executor games are played here.
    `progress` hears how many games each finished task had.
    """
    ready = engine.setup(setup)
    policies(engine, policy, ready.seats)
    jobs = [
        Job(engine, ready, policy, seed, begin, min(begin + BLOCK, games))
        for begin in range(0, games, BLOCK)
    ]
    tally = Tally()
    for part in _played(jobs, executor):
        tally.add(part)
        progress(part.games)
    return Stats(
        games=tally.games,
        seed=seed,
        policy=policy,
        first_player=wilson(tally.first, tally.games),
        seats=tuple(wilson(tally.wins[seat], tally.games) for seat in range(ready.seats)),
        length=lengths(tally.lengths),
        events={name: wilson(count, tally.games) for name, count in tally.events.items()},
        undecided=tally.undecided,
        unfinished=tally.unfinished,
    )


def _played(jobs: Iterable[Job], executor: Executor | None) -> Iterator[Tally]:
    return map(play_block, jobs) if executor is None else executor.map(play_block, jobs)


def play_block(job: Job) -> Tally:
    """Play the games of a task; a function of the job alone."""
    engine, setup = job.engine, job.setup
    chosen = policies(engine, job.policy, setup.seats)
    start, actor, moves, view = engine.start, engine.actor, engine.moves, engine.view
    chance, apply = engine.chance, engine.apply
    # a bound method and a flag by seat: the loop below is the whole cost of a simulation
    choose = [policy.choose for policy in chosen]
    blind = [policy.blind for policy in chosen]
    tally = Tally()
    watch = Watch(engine, tally) if job.watch else None
    if watch:
        apply = watch.apply
    rng = Random()  # noqa: S311 - games, not secrets
    for number in range(job.begin, job.end):
        rng.seed(game_seed(job.seed, number))
        state = start(setup)
        if watch:
            watch.begin(state)
        for _ in range(LONGEST):
            who = actor(state)
            if who >= 0:
                seen = None if blind[who] else view(state, who)
                apply(state, choose[who](seen, moves(state), rng))
            elif who == CHANCE:
                apply(state, chance(state, rng))
            else:
                break
        _count(engine, state, tally)
        if watch:
            watch.end(state)
    return tally


def game_seed(seed: int, number: int) -> int:
    """The seed of one game: no two games of a run, and no two runs, share a source."""
    return (2 * seed if seed >= 0 else -2 * seed - 1) << 64 | number


def _count(engine: Engine[Any, Any, Any], state: Any, tally: Tally) -> None:
    tally.games += 1
    if engine.actor(state) != OVER:
        tally.unfinished += 1
        return
    outcome = engine.outcome(state)
    winners = outcome.winners if outcome else ()
    if not winners:
        tally.undecided += 1
    for winner in winners:
        tally.wins[winner] += 1
    tally.first += engine.first(state) in winners
    tally.lengths[engine.length(state)] += 1
    for name in engine.events(state):
        tally.events[name] += 1

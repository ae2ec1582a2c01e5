"""A game's studies in, a run of evidence out: the same on any executor and any workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from typing import Any, NamedTuple

from generator.engine.contract import Engine, Study
from generator.engine.policies import policies
from generator.engine.simulate import BLOCK, Job, Tally, lengths, play_block
from generator.model.evidence import ALL, Finding, Length, Reach, Row, Share, table
from generator.shares import Interval, wilson

RAREST = 5
"""As many of the cards used least are named."""

LEAST = 0.001
"""Percent of games that a card used at all is given: 0 would say that it never was."""


class _Cell(NamedTuple):
    """One set-up under one policy."""

    study: Study
    setup: str
    policy: str
    jobs: tuple[Job, ...]


def run_studies(
    engine: Engine[Any, Any, Any],
    studies: tuple[Study, ...],
    games: int,
    seed: int,
    *,
    executor: Executor | None = None,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> tuple[Finding, ...]:
    """Play `games` games of each set-up and policy; raises SetupRefused before the first.

    `progress` hears the study, how many of its games are done, and of how many.
    """
    cells = list(_cells(engine, studies, games, seed))
    jobs = [job for cell in cells for job in cell.jobs]
    done = iter(executor.map(play_block, jobs) if executor else map(play_block, jobs))
    tallies: dict[tuple[str, str, str], Tally] = {}
    heard: Counter[str] = Counter()
    of = Counter({s.id: sum(_games(c) for c in cells if c.study is s) for s in studies})
    for cell in cells:
        tally = tallies[cell.study.id, cell.setup, cell.policy] = Tally()
        for _ in cell.jobs:
            part = next(done)
            tally.add(part)
            heard[cell.study.id] += part.games
            progress(cell.study.id, heard[cell.study.id], of[cell.study.id])
    return tuple(_finding(engine, study, tallies) for study in studies)


def _cells(
    engine: Engine[Any, Any, Any], studies: tuple[Study, ...], games: int, seed: int
) -> Iterator[_Cell]:
    number = 0
    for study in studies:
        many = max(1, games // study.fraction)
        for name, setup in study.setups.items():
            ready = engine.setup(setup)
            for policy in study.policies:
                policies(engine, policy, ready.seats)
                # chance of its own for each cell: sums over cells would else count games twice
                first = number << 32
                number += 1
                blocks = [(at, min(at + BLOCK, many)) for at in range(0, many, BLOCK)]
                jobs = tuple(
                    Job(engine, ready, policy, seed, first + begin, first + end, watch=True)
                    for begin, end in blocks
                )
                yield _Cell(study, name, policy, jobs)


def _games(cell: _Cell) -> int:
    return sum(job.end - job.begin for job in cell.jobs)


def _finding(
    engine: Engine[Any, Any, Any], study: Study, tallies: Mapping[tuple[str, str, str], Tally]
) -> Finding:
    seats = max(engine.setup(setup).seats for setup in study.setups.values())
    total = []
    for policy in study.policies:
        whole = Tally()
        for setup in study.setups:
            whole.add(tallies[study.id, setup, policy])
        total.append(_row(ALL, policy, whole, seats, tracks=True))
    rows = [
        _row(name, policy, tallies[study.id, name, policy], engine.setup(setup).seats)
        for name, setup in study.setups.items()
        for policy in study.policies
        if len(study.setups) > 1
    ]
    return Finding(id=study.id, title=study.title, total=tuple(total), rows=table(rows))


def _row(setup: str, policy: str, tally: Tally, seats: int, *, tracks: bool = False) -> Row:
    games = tally.games
    chosen = sum(tally.choices.values())
    won = [tally.wins[seat] for seat in range(seats)]
    parts = tally.parts
    if setup != ALL and sorted(tally.parts_won[name] for name in parts) == sorted(won):
        parts = Counter()  # every part has its seat, which says the same
    return Row(
        setup=setup,
        policy=policy,
        games=games,
        first=_share(wilson(tally.first, games)),
        seats=tuple(_share(wilson(wins, games)) for wins in won),
        parts={name: _share(wilson(tally.parts_won[name], parts[name])) for name in sorted(parts)},
        events={name: _share(wilson(n, games)) for name, n in sorted(tally.events.items())},
        choices={name: _percent(n / chosen) for name, n in sorted(tally.choices.items())},
        length=_length(lengths(tally.lengths)),
        tracks=_tracks(tally) if tracks else {},
        times=_times(tally) if tracks else {},
        rare=_rare(tally) if tracks else {},
        undecided=tally.undecided,
        unfinished=tally.unfinished,
    )


def _length(found: Mapping[str, float | None] | None) -> Length | None:
    if found is None:
        return None
    return Length.read({k: v if v is None else round(v, 2) for k, v in found.items()})


def _times(tally: Tally) -> dict[str, float]:
    return {name: round(n / tally.games, 3) for name, n in sorted(tally.times.items())}


def _rare(tally: Tally) -> dict[str, float]:
    """The cards used in fewest games, and all that were never used."""
    order = sorted(tally.used.items(), key=lambda pair: (pair[1], pair[0]))
    return {
        name: max(_percent(count / tally.games), LEAST) if count else 0.0
        for place, (name, count) in enumerate(order)
        if place < RAREST or not count
    }


def _tracks(tally: Tally) -> dict[str, Reach]:
    def shares(values: Mapping[int, int]) -> dict[int, float]:
        return {value: _percent(values[value] / tally.games) for value in sorted(values)}

    return {
        name: Reach(low=shares(tally.lowest[name]), high=shares(tally.highest[name]))
        for name in sorted(tally.lowest)
    }


def _share(found: Interval) -> Share:
    return _percent(found.share), _percent(found.low), _percent(found.high)


def _percent(share: float) -> float:
    return round(100 * share, 3)

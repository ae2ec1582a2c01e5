"""Games a second of the shipped engine, beside a bare loop of the same run.

The bare loop shuffles two decks of 42, draws, compares and counts, and knows no rules: what any
simulation in plain Python has to pay. Prints CPU seconds and the ratio (at least 1/3 is wanted).

    python tests/benchmarks/engine.py [GAMES]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from generator.engine.contract import Engine
from generator.engine.simulate import simulate
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems

SETUP = {"castes": "hearts, spades"}


def bare(games: int) -> int:
    """Two shuffles, draws, a comparison and a count a round, until ten rounds are lost."""
    rng = Random(7)
    a, b = list(range(42)), list(range(42))
    rounds = 0
    for _ in range(games):
        rng.shuffle(a)
        rng.shuffle(b)
        left = [10, 10]
        turn = place = 0
        while left[0] and left[1]:
            if place == 42:
                rng.shuffle(a)
                rng.shuffle(b)
                place = 0
            mine, other = (a[place], b[place]) if turn == 0 else (b[place], a[place])
            place += 1
            if mine % 13 > other % 13:
                left[1 - turn] -= 1
            turn = 1 - turn
            rounds += 1
    return rounds


def duel() -> Engine[Any, Any, Any]:
    """The engine as the pipeline makes it."""
    here = workspace(Path(__file__).resolve().parents[2])
    place = here.place("sophmb2ce")
    assert place is not None
    game, rules = load(here, place, (), Problems())
    assert rules is not None
    return rules.engine(game, {})


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of one run."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main() -> None:
    """Alternate the two, so that a slow minute hits both; print the median of the ratios."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    engine = duel()
    rows = []
    for _ in range(5):
        floor = cpu(lambda: bare(games))
        ours = cpu(lambda: simulate(engine, SETUP, "attack1", games, 7))
        rows.append((floor / ours, floor, ours))
    ratio, floor, ours = sorted(rows)[len(rows) // 2]
    print(f"bare loop   {games / floor:9.0f} games/s")
    print(f"engine      {games / ours:9.0f} games/s   {ratio:.2f} of the bare loop (wanted 0.33)")
    for policy, count in (("attack2", games), ("random", games), ("best", games // 20 + 1)):
        spent = cpu(partial(simulate, engine, SETUP, policy, count, 7))
        print(f"{policy:11} {count / spent:9.0f} games/s")
    begin = time.perf_counter()
    with ProcessPoolExecutor(2) as pool:
        simulate(engine, SETUP, "attack1", 100_000, 7, executor=pool)
    wall = time.perf_counter() - begin
    print(f"100,000 games on two processes: {wall:.1f} s wall (wanted 20)")


if __name__ == "__main__":
    main()

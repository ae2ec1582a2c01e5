"""A shipped game's name in; what its whole build costs, step by step, and its games a second, out.

`steps.py brain_drain` builds all of the game for `home-a4`, with check and proof, once as it is and
once under the profiler, whose own times by room give each step's share (what a room makes others
do, Jinja or PDFium, counts as its own). Then games are played by every policy, one process each.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
STEPS = {
    "load": ("generator/load", "/yaml/"),
    "check": ("generator/check", "generator/games", "generator/engine"),
    "compose": ("generator/compose", "/jinja2/", "/markupsafe/", "templates/", "/markdown_it/"),
    "impose": ("generator/impose",),
    "write": ("generator/write", "/reportlab/", "/PIL/"),
    "proof": ("generator/proof", "/pypdfium2"),
    "import": ("importlib", "/re/", "/typing.py", "/dataclasses.py", "/msgspec/"),
}
"""What a file's name holds, by the step its time belongs to; the rest is the walk's own."""


def step_of(file: str) -> str | None:
    """The step of a file; None for built-ins, whose time is their callers'."""
    if file in ("~", "<string>") or file.startswith("<built-in"):
        return None
    return next((step for step, marks in STEPS.items() if any(m in file for m in marks)), "other")


def shares(profile: cProfile.Profile) -> Counter[str]:
    """Seconds by step."""
    found: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, callers) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        step = step_of(file)
        if step is not None:
            found[step] += own
            continue
        for (caller, _, _), (_, _, part, _) in callers.items():
            found[step_of(caller) or "other"] += part
    return found


def built(game: str, only: tuple[str, ...] = (), checked: bool = True) -> float:
    """CPU seconds of one build in this process."""
    from generator.load.find import workspace
    from generator.model.order import Order
    from generator.pipeline import build

    place = workspace(ROOT).place(game)
    assert place is not None, f"there is no game {game}"
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        build(workspace(ROOT), place, Order(only=only, checked=checked), Path(folder) / "out")
        return time.process_time() - start


def played(game: str, policy: str, seconds: float) -> tuple[float, cProfile.Profile]:
    """Games a second of one policy for all seats, then a tenth of them under the profiler."""
    from generator.engine.contract import CHANCE, OVER
    from generator.engine.policies import policies
    from generator.load.find import workspace
    from generator.pipeline import load
    from generator.problems import Problems

    place = workspace(ROOT).place(game)
    assert place is not None
    data, rules = load(workspace(ROOT), place, (), Problems())
    assert rules is not None, f"{game} has no engine"
    engine = rules.engine(data, {})
    setup = engine.setup({})
    seats = policies(engine, policy, setup.seats)

    def game_of(number: int) -> None:
        rng, state = Random(number), engine.start(setup)
        while (who := engine.actor(state)) != OVER:
            if who == CHANCE:
                move = engine.chance(state, rng)
            else:
                seat = seats[who]
                view = None if getattr(seat, "blind", False) else engine.view(state, who)
                move = seat.choose(view, engine.moves(state), rng)
            engine.apply(state, move)

    count, start = 0, time.process_time()
    while time.process_time() - start < seconds or count < 10:
        game_of(count)
        count += 1
    rate = count / (time.process_time() - start)
    profile = cProfile.Profile()
    profile.enable()
    for number in range(max(1, count // 10)):
        game_of(number)
    profile.disable()
    return rate, profile


def main() -> None:
    """Print all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="brain_drain")
    parser.add_argument("--deck", default="deck", help="the component that is also built alone")
    parser.add_argument("--seconds", type=float, default=5, help="of play for each policy")
    args = parser.parse_args()
    gc.set_threshold(50_000, 50, 50)  # as the command does
    print(f"{args.deck} alone, check and proof off: {built(args.game, (args.deck,), False):.2f} s")
    print(f"whole game, check and proof: {built(args.game):.2f} s CPU; shares of the steps:")
    profile = cProfile.Profile()
    profile.enable()
    built(args.game)
    profile.disable()
    found = shares(profile)
    for step, spent in found.most_common():
        print(f"  {step:8} {100 * spent / found.total():5.1f} %")
    from generator.load.find import workspace
    from generator.pipeline import load
    from generator.problems import Problems

    place = workspace(ROOT).place(args.game)
    assert place is not None
    data, rules = load(workspace(ROOT), place, (), Problems())
    for policy in rules.engine(data, {}).policies if rules else ():
        rate, play = played(args.game, policy, args.seconds)
        print(f"{policy}: {rate:.0f} games a second on one core; most of it in")
        stats = pstats.Stats(play).stats  # type: ignore[attr-defined]
        total = sum(row[2] for row in stats.values())
        for (file, line, name), row in sorted(stats.items(), key=lambda item: -item[1][2])[:6]:
            place_of = f"{Path(file).name}:{line} " if line else ""
            print(f"  {100 * row[2] / total:5.1f} %  {place_of}{name}")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()

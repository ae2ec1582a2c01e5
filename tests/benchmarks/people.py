"""A number of people and a target in; what printing business cards for all of them takes out.

    python tests/benchmarks/people.py [--people 200] [--cards 20] [--target home-a4] [--workers 1]

Each run is a process of its own: CPU seconds, wall seconds, peak memory of the process and of its
largest worker. Then the same call again, in which everybody is done already.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAME = "sprite_wars"
GIVEN = ["Ada", "Ben", "Clara", "Dora", "Emil", "Finn", "Greta", "Hugo", "Zo\u00eb", "Jonas"]
FAMILY = ["Ashgrove", "Berg", "Castillo", "Dvo\u0159\u00e1k", "Engel", "Fischer", "Gruber"]
ROLES = ["Surveyor", "Head of Systems Architecture", "Clerk", "Partner", "Field Engineer"]


def table(path: Path, people: int, cards: int, seed: int = 1) -> None:
    """Staff of one firm in all designs and colours, each with a stack of fighters of their own."""
    from generator.load.find import workspace
    from generator.pipeline import load
    from generator.problems import Problems

    here = workspace(ROOT)
    place = here.place(GAME)
    assert place is not None
    game, _ = load(here, place, (), Problems())
    fields = game.file.catalogs[game.file.personal or ""].fields
    designs, colours = fields["design"].choices, fields["colour"].choices
    fighters = [card.id for card in game.components["fighters"].cards]
    rng = random.Random(seed)
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        rows = csv.writer(file, delimiter=";")
        head = ["id", "name", "role", "company", "phone", "mail", "web", "address", "design"]
        rows.writerow([*head, "colour", "series", "rules_at", "stack"])
        for n in range(people):
            given, family = rng.choice(GIVEN), rng.choice(FAMILY)
            mail = f"{given}.{family}{n}@lanternfield.example".lower()
            mail = mail.encode("ascii", "ignore").decode()
            firm = ["Lantern & Field", f"+1 555 {n:04d}", mail, "lanternfield.example"]
            look = ["12 Quay Street;Harbour End", rng.choice(designs), rng.choice(colours)]
            stack = ";".join(rng.sample(fighters, min(cards, len(fighters))))
            person = [f"p{n:05d}", f"{given} {family}", rng.choice(ROLES)]
            rows.writerow([*person, *firm, *look, "First Series", "lanternfield.example/r", stack])


def run(path: Path, target: str, out: Path, workers: int) -> dict[str, object]:
    """One run in this process."""
    from generator.load.find import workspace
    from generator.model.order import Order
    from generator.people import build_people

    here = workspace(ROOT)
    place = here.place(GAME)
    assert place is not None
    began = time.perf_counter()
    made = build_people(here, place, Order(target=target), path, out, workers=workers)
    wall = time.perf_counter() - began
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return {
        "made": made.count("made"),
        "kept": made.count("kept"),
        "faulty": made.count("faulty"),
        "cards": sum(one.cards for one in made.done),
        "files": sum(one.files for one in made.done),
        "cpu_s": round(sum(u.ru_utime + u.ru_stime for u in (own, others)), 1),
        "wall_s": round(wall, 1),
        "peak_mib": round(own.ru_maxrss / 1024),
        "worker_mib": round(others.ru_maxrss / 1024) if workers > 1 else 0,
    }


def main() -> None:
    """Print a line a run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--cards", type=int, default=20)
    parser.add_argument("--target", default="home-a4")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.run:
        path, out = map(Path, asked.run)
        print(json.dumps(run(path, asked.target, out, asked.workers)))
        return
    folder = Path(tempfile.mkdtemp(prefix="people-"))
    try:
        table(folder / "staff.csv", asked.people, asked.cards)
        for title in ("all to be made", "all done before"):
            words = ["--target", asked.target, "--workers", str(asked.workers)]
            places = ["--run", str(folder / "staff.csv"), str(folder / "out")]
            done = subprocess.run(
                [sys.executable, __file__, *words, *places],
                capture_output=True,
                text=True,
                check=True,
                env={"PYTHONPATH": str(ROOT), "PATH": ""},
            )
            told = json.loads(done.stdout)
            each = 1000 * told["cpu_s"] / asked.people
            print(f"{asked.people} people, {asked.target}, {title}: {told}, {each:.0f} ms each")
        size = sum(path.stat().st_size for path in (folder / "out").rglob("*") if path.is_file())
        print(f"written: {size / 2**20:.0f} MiB")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()

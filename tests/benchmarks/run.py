"""Prints what each engine needs for the common deck, in CPU ratios of one run, and our budgets.

No engine kerns the common deck, since the fastest peer cannot; a row of ours shows what that costs.
Every figure is the median of fresh processes that take turns (A B A B ...), so that a machine that
slows down slows all alike; ratios are taken round by round. Nothing here is a test: walls drift by
two on shared machines. `run.py --cases 144` is the quick look, `--slow` adds WeasyPrint at 1,440.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
PYTHON = sys.executable
COMMAND = str(Path(PYTHON).with_name("cardwright"))
CASES = ("start", "144", "1000", "1440", "14400", "preview", "art", "engine")
REFERENCE_IMPORT = 0.083
"""CPU seconds of `import reportlab.pdfgen.canvas` where the budgets were set."""


class Cost(NamedTuple):
    """One fresh process: CPU and wall seconds, peak MiB, what it printed."""

    cpu: float
    wall: float
    mib: float
    said: str


class Row(NamedTuple):
    """A row of the table: `argv(out)` makes the command, `needs` is the module it needs."""

    name: str
    argv: Callable[[Path], list[str]]
    cwd: Path | None = None
    needs: str = ""


class Budget(NamedTuple):
    """A promise: `have` is at most `limit`; `seconds` scale with the machine."""

    says: str
    have: float
    limit: float
    unit: str
    seconds: bool = False


def spend(row: Row, out: Path) -> Cost:
    """Run a row once, its output in `out`, and measure it; raises RuntimeError where it fails.

    Byte code is kept beside the decks, whatever the caller's shell says: an installed command has
    its own as well.
    """
    keep = {"PYTHONPYCACHEPREFIX": str(out.parent / "pycache"), "PYTHONDONTWRITEBYTECODE": ""}
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as complaint:
        start = time.perf_counter()
        process = subprocess.Popen(
            row.argv(out), cwd=row.cwd, env=os.environ | keep, stdout=said, stderr=complaint
        )
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        for stream in (said, complaint):
            stream.seek(0)
        if process.returncode:
            tail = complaint.read().decode(errors="replace")[-600:]
            raise RuntimeError(f"{row.name} ended with {process.returncode}: {tail}")
        scale = 1024 * 1024 if sys.platform == "darwin" else 1024
        cpu = used.ru_utime + used.ru_stime
        return Cost(cpu, wall, used.ru_maxrss / scale, said.read().decode(errors="replace"))


def in_turn(rows: Sequence[Row], runs: int, scratch: Path, warm: int = 1) -> dict[str, list[Cost]]:
    """Costs of each row, `runs` times in turn; a row that cannot run is said and left out.

    `warm` turns before do not count: they fill the byte code and the disk's cache.
    """
    costs: dict[str, list[Cost]] = {}
    broken: set[str] = set()
    for row in rows:
        if row.needs and importlib.util.find_spec(row.needs) is None:
            print(f"  {row.name}: not measured, {row.needs} is not installed (extra `bench`)")
            broken.add(row.name)
    for turn in range(runs + warm):
        for row in rows:
            if row.name in broken:
                continue
            try:
                cost = spend(row, scratch / "out")
            except RuntimeError as fault:
                print(f"  not measured: {fault}")
                broken.add(row.name)
                costs.pop(row.name, None)
                continue
            if turn >= warm:
                costs.setdefault(row.name, []).append(cost)
        progress(f"turn {turn + 1} of {runs + warm}")
    progress("")
    return costs


def progress(text: str) -> None:
    """One line on a terminal, nothing elsewhere."""
    if sys.stderr.isatty():
        print(f"\r{text:40}", end="\r", file=sys.stderr, flush=True)


def median(costs: dict[str, list[Cost]], name: str, field: str) -> float:
    """A row's median of `cpu`, `wall` or `mib`."""
    return float(statistics.median(getattr(cost, field) for cost in costs[name]))


def ratio(costs: dict[str, list[Cost]], name: str, to: str, field: str = "cpu") -> float:
    """The median over rounds of one row against another."""
    pairs = zip(costs[name], costs[to], strict=True)
    return float(statistics.median(getattr(a, field) / getattr(b, field) for a, b in pairs))


def table(costs: dict[str, list[Cost]], base: str | None) -> None:
    """Print medians, and CPU ratios to `base`."""
    print(f"  {'':44}{'cpu s':>8}{'wall s':>8}{'MiB':>7}{'x ' + base if base else '':>12}")
    for name in costs:
        times = f"{ratio(costs, name, base):>12.2f}" if base in costs and base else ""
        cpu, wall, mib = (median(costs, name, f) for f in ("cpu", "wall", "mib"))
        print(f"  {name:44}{cpu:8.3f}{wall:8.3f}{mib:7.0f}{times}")


class Bench:
    """One run: decks made once in `scratch`, rows measured, budgets gathered."""

    def __init__(self, scratch: Path, runs: int, slow: bool) -> None:
        self.scratch, self.runs, self.slow = scratch, runs, slow
        self.budgets: list[Budget] = []
        self.results: dict[str, dict[str, list[Cost]]] = {}
        self.speed = 1.0

    def deck(self, cards: int, *flags: str) -> Path:
        """The folder of a deck, made in a process of its own so that this one stays small."""
        folder = self.scratch / f"{cards}{''.join(flags)}"
        if not folder.exists():
            script = str(HERE / "common_deck.py")
            subprocess.run([PYTHON, script, folder, "--cards", str(cards), *flags], check=True)
        return folder

    def measure(
        self, title: str, rows: Sequence[Row], runs: int, base: str | None, warm: int = 1
    ) -> dict[str, list[Cost]]:
        """Run rows in turn, print their table, keep the costs."""
        print(f"\n{title} ({runs} {'run' if runs == 1 else 'runs'} each)")
        costs = in_turn(rows, runs, self.scratch, warm)
        table(costs, base)
        self.results[title] = costs
        return costs

    def promise(self, says: str, have: Callable[[], float], limit: float, unit: str) -> None:
        """Add a budget; one whose row was not measured is said to be open."""
        try:
            self.budgets.append(Budget(says, have(), limit, unit, unit == "s"))
        except KeyError as missing:
            print(f"  open, {missing} was not measured: {says}")

    # The cases, by their names on the command line.

    def start(self) -> None:
        """Start-up, and how fast this machine is beside the one the budgets were set on."""
        rows = [
            Row("python", lambda _: [PYTHON, "-c", "pass"]),
            Row("import reportlab", lambda _: [PYTHON, "-c", "import reportlab.pdfgen.canvas"]),
            Row("cardwright --help", lambda _: [COMMAND, "--help"]),
        ]
        costs = self.measure("start-up", rows, self.runs * 2, None)
        self.speed = median(costs, "import reportlab", "cpu") / REFERENCE_IMPORT
        name = "cardwright --help"
        self.promise(name, lambda: median(costs, name, "wall"), 0.25, "s")

    def cards(self, cards: int) -> None:
        """The deck of `cards` by every engine."""
        folder = self.deck(cards)
        runs = self.runs if cards < 10_000 else max(1, self.runs // 2)
        rows = list(engines(folder, self.slow and cards <= 1440))
        warm = 1 if cards < 1_000 or not self.results else 0
        costs = self.measure(f"{cards:,} cards", rows, runs, "rl_fast", warm)
        promises(self, cards, costs)

    def preview(self) -> None:
        """One card changed in a warm process."""
        folder = self.deck(144)
        shutil.copytree(folder, self.scratch / "preview", dirs_exist_ok=True)
        root = self.scratch / "preview" / "workspace"
        argv = [PYTHON, str(HERE / "ours.py"), "preview", str(root)]
        row = Row("ours: build, then five previews", lambda out: [*argv, str(out / "x")])
        costs = self.measure("one card of 144 changed, warm process", [row], self.runs, None)

        def second() -> float:
            return float(statistics.median(json.loads(c.said)["cpu"] for c in costs[row.name]))

        self.promise("one card changed, warm", second, 0.08, "s")

    def art(self) -> None:
        """144 cards with a noisy PNG of their own each."""
        folder = self.deck(144, "--art")
        rows = [row for row in engines(folder, False) if row.name != WHOLE]
        costs = self.measure("144 cards, 144 noisy PNG pictures", rows, self.runs, "rl_fast")
        self.promise("144 unique PNG arts", lambda: median(costs, OURS, "cpu"), 1, "s")

    def engine(self) -> None:
        """The rules engine against a bare loop: a script of its own, where it is there."""
        script = HERE / "engine.py"
        if not script.exists():
            print("\nengine: not measured, engine.py is not there")
            return
        print("\nengine", flush=True)
        subprocess.run([PYTHON, str(script)], check=False)

    def run(self, cases: Sequence[str]) -> None:
        """The cases asked for, then the budgets."""
        for case in cases:
            if case.isdigit():
                self.cards(int(case))
            else:
                {"start": self.start, "preview": self.preview, "art": self.art}.get(
                    case, self.engine
                )()
        self.verdict()

    def verdict(self) -> None:
        """Each budget: met, missed, or met but for a slower machine."""
        print(f"\nBudgets; this machine needs {self.speed:.2f} x the time of the budgets' machine")
        for budget in self.budgets:
            word = "met" if budget.have <= budget.limit else "MISSED"
            if word == "MISSED" and budget.seconds and budget.have <= budget.limit * self.speed:
                word = f"met at the budgets' machine ({budget.have / self.speed:.3g} s)"
            figures = f"{budget.have:.3g} {budget.unit}, at most {budget.limit:g}"
            print(f"  {budget.says:52}{figures:28}{word}")

    def plain(self) -> dict[str, object]:
        """Everything as JSON-ready data."""
        return {
            "speed": self.speed,
            "cases": {
                title: {name: [c._asdict() for c in rows] for name, rows in costs.items()}
                for title, costs in self.results.items()
            },
            "budgets": [b._asdict() for b in self.budgets],
        }


OURS = "ours, check and proof off"
KERNED = "ours, kerned, check and proof off"
WHOLE = "ours: cardwright build, check and proof"


def engines(folder: Path, slow: bool) -> Iterator[Row]:
    """Every engine for the deck in `folder`; WeasyPrint for 144 cards or if `slow`."""
    root, peers = folder / "workspace", str(folder / "peers")

    def peer(script: str, *more: str) -> Callable[[Path], list[str]]:
        return lambda out: [PYTHON, str(HERE / script), peers, str(out / "deck.pdf"), *more]

    press = [PYTHON, str(HERE / "ours.py"), "press", str(root)]
    yield Row("rl_fast", peer("peer_reportlab.py"))
    yield Row(OURS, lambda out: [*press, str(out / "common")])
    kerned = [PYTHON, str(HERE / "ours.py"), "press", str(folder / "kerned")]
    yield Row(KERNED, lambda out: [*kerned, str(out / "common")])
    build = [COMMAND, "build", "common", "--only", "deck", "--bleed", "none", "--guides", "knife"]
    yield Row(WHOLE, lambda out: [*build, "-o", str(out / "common")], cwd=root)
    yield Row("typst, untagged", peer("peer_typst.py", "untagged"), needs="typst")
    yield Row("typst, tagged (its default)", peer("peer_typst.py", "tagged"), needs="typst")
    if folder.name == "144" or slow:
        yield Row("weasyprint", peer("peer_weasyprint.py"), needs="weasyprint")


def promises(bench: Bench, cards: int, costs: dict[str, list[Cost]]) -> None:
    """The budgets of PERF_FACTS that this number of cards answers."""
    typst = "typst, untagged"
    seconds = {144: 0.35, 1440: 0.8, 14400: 6.0}
    if cards in seconds:
        limit = seconds[cards]
        bench.promise(f"{cards:,} cards", lambda: median(costs, OURS, "cpu"), limit, "s")
    if cards == 144:
        bench.promise("144 cards against rl_fast", lambda: ratio(costs, OURS, "rl_fast"), 2, "x")
        whole = "144 cards with check and proof against rl_fast"
        bench.promise(whole, lambda: ratio(costs, WHOLE, "rl_fast"), 4, "x")
        bench.promise(
            "144 cards against weasyprint", lambda: ratio(costs, OURS, "weasyprint"), 1 / 6, "x"
        )
    if cards == 1000:
        for peer in (typst, "typst, tagged (its default)"):
            says = f"1,000 cards against {peer}, wall"
            bench.promise(says, lambda peer=peer: ratio(costs, OURS, peer, "wall"), 1, "x")
    if cards == 14400:
        bench.promise("14,400 cards, memory", lambda: median(costs, OURS, "mib"), 200, "MiB")
        says = "14,400 cards against typst"
        bench.promise(f"{says}, wall", lambda: ratio(costs, OURS, typst, "wall"), 1 / 1.5, "x")
        bench.promise(f"{says}, memory", lambda: ratio(costs, OURS, typst, "mib"), 1 / 8, "x")


def main() -> None:
    """Read the options, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", nargs="+", choices=CASES, default=CASES)
    parser.add_argument("--runs", type=int, default=5, help="fresh processes a row (default 5)")
    parser.add_argument("--json", type=Path, help="also write every cost to this file")
    parser.add_argument("--slow", action="store_true", help="WeasyPrint at 1,440 cards as well")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cardwright-bench-") as scratch:
        bench = Bench(Path(scratch), args.runs, args.slow)
        bench.run(args.cases)
        if args.json:
            args.json.write_text(json.dumps(bench.plain(), indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()

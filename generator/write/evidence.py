"""Runs of evidence in; `evidence.yaml`, and the figures that a page of notes quotes, out.

A page of notes marks what is to be kept up to date:

    It wins <!-- evidence study/all/best/first? -->56.1 % (55.6 to 56.6)<!-- /evidence --> of games.

    <!-- evidence table study/*/*/first -->
    (a table: the first `*` its rows, the second its columns)
    <!-- /evidence -->
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from generator.model.evidence import Evidence, Finding, Run
from generator.problems import Problems, Where

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*\Z")
_WORDS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
_MARK = re.compile(
    r"(?P<open><!-- evidence (?P<table>table )?(?P<path>[^\n]*?) -->)"
    r"(?P<old>(?:(?!<!-- evidence ).)*?)(?P<close><!-- /evidence -->)",
    re.DOTALL,
)
_OPEN = re.compile(r"<!-- evidence [^\n]*?-->")


def evidence_text(game: str, evidence: Evidence) -> str:
    """`evidence.yaml`, the same for the same runs."""
    head = (
        f"# Written by `cardwright check {game} --deep`; play it again rather than edit it.\n"
        "# Shares are percent, each with its 95 % interval.\n"
    )
    return head + "runs:" + "".join(f"\n{line}" for run in evidence.runs for line in _run(run))


def _run(run: Run) -> Iterator[str]:
    yield f"  - edition: {_flow(list(run.edition))}"
    for name in ("games", "seed", "given", "rules", "sources"):
        yield f"    {name}: {_flow(getattr(run, name))}"
    yield "    studies:" + ("" if run.studies else " []")
    for study in run.studies:
        yield from _study(study)


def _study(study: Finding) -> Iterator[str]:
    yield f"      - id: {_flow(study.id)}"
    yield f"        title: {_flow(study.title)}"
    yield "        total:"
    for row in study.total:
        lines = [f"{key}: {_flow(value)}" for key, value in row.plain(defaults=False).items()]
        yield f"          - {lines[0]}"
        yield from (f"            {line}" for line in lines[1:])
    if study.rows:
        yield "        rows: |-"
        yield from (f"          {line}" for line in study.rows.splitlines())


def _flow(value: Any) -> str:
    """Plain data on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        plain = _PLAIN.match(value) and value.lower() not in _WORDS
        return value if plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return str(value)


PART = ".part"
"""How a file's name ends while it is being written."""


def swept(path: Path) -> None:
    """Take away what killed programs have left of the file; only for who holds it alone."""
    left = re.compile(rf"\.{re.escape(path.name)}\.\w{{8}}{re.escape(PART)}")
    try:
        for other in path.parent.iterdir():
            if left.fullmatch(other.name) and other.is_file():
                other.unlink()
    except OSError:  # then they stay
        pass


def write_text(path: Path, text: str) -> None:
    """Write the file whole or not at all; raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent,
        prefix=f".{path.name}.", suffix=PART, delete=False,
    ) as file:  # fmt: skip
        made = Path(file.name)
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            made.unlink(missing_ok=True)
            raise
    try:
        made.chmod(0o644 if not path.exists() else path.stat().st_mode & 0o777)
        made.replace(path)
    except BaseException:
        made.unlink(missing_ok=True)
        raise


def with_figures(text: str, evidence: Evidence, shown: str, problems: Problems) -> str:
    """The page with every marked figure and table as the evidence has it.

    What cannot be had is noted and left as it stands.
    """

    def fresh(found: re.Match[str]) -> str:
        path = found["path"].strip()
        make: Callable[[Evidence, str], str] = _table if found["table"] else Evidence.text
        try:
            new = make(evidence, path)
        except KeyError as error:
            line = text.count("\n", 0, found.start()) + 1
            fix = "correct the path, or run `check --deep` for that edition"
            problems.add("evidence-figure", Where(shown, line), f"{path}: {error.args[0]}", fix)
            return found[0]
        return found["open"] + new + found["close"]

    closed = {found.start() for found in _MARK.finditer(text)}
    for mark in _OPEN.finditer(text):
        if mark.start() not in closed:
            line = text.count("\n", 0, mark.start()) + 1
            says = f"{mark[0]} is not closed"
            problems.add("evidence-figure", Where(shown, line), says, "write <!-- /evidence -->")
    return _MARK.sub(fresh, text)


def _table(evidence: Evidence, path: str) -> str:
    names = path.split("/")
    stars = [place for place, name in enumerate(names) if name == "*"]
    if len(stars) != 2 or stars[0] == 0:
        raise KeyError("a table has two `*`, its rows and its columns")
    if len(names) not in (4, 5):
        raise KeyError("STUDY/SETUP/POLICY/WHAT or …/WHAT/NAME is wanted")
    rows, columns = (evidence.names(path, place) for place in stars)
    if not rows or not columns:
        raise KeyError("nothing is found there")
    lines = [f"| | {' | '.join(columns)} |", "|---" + "|---:" * len(columns) + "|"]
    for row in rows:
        cells = []
        for column in columns:
            filled = [*names]
            filled[stars[0]], filled[stars[1]] = row, column
            try:
                cells.append(evidence.text("/".join(filled)))
            except KeyError:
                # what never happened is not kept
                cells.append("never" if names[3] in ("events", "choices") else "")
        lines.append(f"| {row} | {' | '.join(cells)} |")
    return "\n" + "\n".join(lines) + "\n"

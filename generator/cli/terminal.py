"""What every command shares: the workspace it works in, progress, problems and exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

if TYPE_CHECKING:
    from generator.load.find import GamePlace, Workspace
    from generator.press import Tell
    from generator.problems import Problem

# Rooms are imported inside the functions: `cardwright --help` must not load the press.
# ruff: noqa: PLC0415

ALIKE = 8
"""Cards named after the first that has the same fault."""

MEMORY = 1536 * 1024 * 1024
"""Address space of commands that compose: games come from strangers (DESIGN, Safe)."""


def workspace_here() -> Workspace:
    """The workspace around the current folder."""
    from generator.load.find import workspace

    return workspace(Path.cwd())


def places(workspace: Workspace, names: Sequence[str] | None) -> list[GamePlace]:
    """The games named, or all; exits with 2 where one is not there."""
    if not names:
        found = workspace.games()
        if not found:
            usage("card_data/ here holds no game: a game is a folder with a game.yaml")
        return found
    out = []
    for name in dict.fromkeys(names):
        place = workspace.place(name)
        if place is None:
            from difflib import get_close_matches

            known = [found.id for found in workspace.games()]
            hint = get_close_matches(name, known, 1)
            if hint:
                fix = f"did you mean {hint[0]}?"
            elif workspace.root and (workspace.root / "card_data" / name).is_dir():
                fix = f"card_data/{name} has no game.yaml"
            elif known:
                fix = f"there are: {', '.join(known)}"
            else:
                fix = "card_data/ here holds none: a game is a folder with a game.yaml"
            usage(f"there is no game {name!r} here; {fix}")
        out.append(place)
    return out


def usage(says: str) -> NoReturn:
    """Say what is wrong with the call and exit with 2."""
    typer.echo(f"cardwright: {says}", err=True)
    raise typer.Exit(2)


def one_of(flag: str, value: str | None, choices: Sequence[str]) -> Any:
    """The value, one of the choices; exits with 2 where it is not."""
    if value is None or value in choices:
        return value
    usage(f"{flag} takes {', '.join(choices)}; {value!r} is none of them")


class Guard:
    """What stopped a walk, if anything did."""

    refused: list[Problem] | None = None


@contextmanager
def guarded() -> Iterator[Guard]:
    """Run a walk within the memory limit; what refuses it, or runs out, ends as problems."""
    from generator.problems import Problems, Refused, Where

    guard = Guard()
    before = _limit_memory()
    try:
        yield guard
    except Refused as refused:
        guard.refused = refused.problems
    except (MemoryError, RecursionError) as error:
        problems = Problems()
        code = "memory-limit" if isinstance(error, MemoryError) else "nested-deep"
        says = "needs more than 1.5 GiB" if code == "memory-limit" else "is nested too deeply"
        problems.add(code, Where("the game"), says, "fewer or smaller pictures and texts")
        guard.refused = list(problems)
    finally:
        if before is not None:  # what this process starts later has limits of its own
            import resource

            resource.setrlimit(resource.RLIMIT_AS, before)


def apart(walk: Callable[[], list[Problem]], file: Path) -> list[Problem]:
    """What the walk finds, in a process of its own where the system can fork one.

    It reads files that anybody may have written with a reader in C, and some of them kill that: it
    ends itself where memory runs out.
    """
    import os
    import pickle

    from generator.problems import Problems, Where

    if not hasattr(os, "fork"):
        return walk()
    sys.stdout.flush()
    sys.stderr.flush()
    source, sink = os.pipe()
    child = os.fork()
    if not child:
        os.close(source)
        with os.fdopen(sink, "wb") as out:
            pickle.dump(walk(), out)
        os._exit(0)
    os.close(sink)
    with os.fdopen(source, "rb") as answer:
        data = answer.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status == 0:
        found: list[Problem] = pickle.loads(data)  # noqa: S301 - written by ourselves, above
        return found
    problems = Problems()
    says = f"the reader gave up on its files (signal {-status})" if status < 0 else "was not read"
    problems.add("proof-unreadable", Where(str(file)), says, "build again")
    return list(problems)


def _limit_memory() -> tuple[int, int] | None:
    """Set the limit; what it was before, None where there is none to set."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limits = [limit for limit in (soft, hard, MEMORY) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))
    return soft, hard


@contextmanager
def progress(what: str) -> Iterator[Tell]:
    """A bar on a terminal's stderr; silence anywhere else."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, object] = {}

        def tell(name: str, done: int, of: int) -> None:
            if name not in tasks:
                tasks[name] = bar.add_task(f"{what}: {name}", total=of)
            bar.update(tasks[name], completed=done)  # type: ignore[arg-type]  # rich's own id

        yield tell


def report(problems: Iterable[Problem]) -> None:
    """Problems on stderr, a line each; what is wrong with many cards alike is one line."""
    alike: dict[object, list[Problem]] = {}
    for problem in problems:
        where = problem.where
        same = where._replace(line=0, card="") if where.card else where
        alike.setdefault(problem._replace(where=same), []).append(problem)
    for first, *others in alike.values():
        cards = list(dict.fromkeys(p.where.card for p in others))
        if first.where.card in cards:
            for problem in (first, *others):
                typer.echo(str(problem), err=True)
            continue
        line = str(first)
        if cards:
            more = f" and {len(cards) - ALIKE} more" if len(cards) > ALIKE else ""
            line += f"; likewise {', '.join(map(str, cards[:ALIKE]))}{more}"
        typer.echo(line, err=True)


def counted(problems: Iterable[Problem]) -> str:
    """`2 errors, 1 note`, or that all is well."""
    levels = [problem.level for problem in problems]
    said = [
        f"{levels.count(level)} {level}{'' if levels.count(level) == 1 else 's'}"
        for level in ("error", "warning", "note")
        if level in levels
    ]
    return ", ".join(said) or "no problems"


def fatal(problems: Iterable[Problem], strict: bool) -> bool:
    """Whether the problems fail the command."""
    return any(p.level == "error" or (strict and p.level == "warning") for p in problems)


def print_json(data: object) -> None:
    """One JSON document on stdout."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def near(path: Path) -> str:
    """The path as seen from here, where it lies below."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def finish(failed: bool) -> None:
    """Exit with 1 after problems."""
    if failed:
        raise typer.Exit(1)

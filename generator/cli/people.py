"""`build --people` in: a folder for each in a table, and what became of them, out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.terminal import finish, guarded, near, print_json, progress, report, usage

if TYPE_CHECKING:
    from generator.load.find import GamePlace, Workspace
    from generator.model.order import Order
    from generator.people import Staffed

ROOM = 70
"""Bytes of a table's name in that of its folder; systems take 255 in all."""

# Rooms are imported inside the functions: `cardwright --help` must not load the press.
# ruff: noqa: PLC0415

People = Annotated[
    str | None,
    typer.Option("--people", metavar="TABLE", help="A folder for each in a CSV file or workbook."),
]


Workers = Annotated[
    int | None,
    typer.Option("--workers", min=1, help="Processes of --people. Default: one a core."),
]


def for_people(
    workspace: Workspace,
    found: list[GamePlace],
    order: Order,
    table: str | None,
    base: Path,
    workers: int | None,
    json: bool,
) -> bool:
    """Print one game for everybody in a table; False where there is none.

    Exits with 1 after faults, with 2 where the call cannot be, with 130 where it is interrupted.
    """
    if table is None:
        if workers is not None:
            usage("--workers belongs to --people")
        return False
    import os

    from generator.people import build_people

    if len(found) != 1:
        usage("--people prints one game; name it")
    place = found[0]
    name, _, sheet = table.partition("#") if not Path(table).is_file() else (table, "", "")
    path = Path(name)
    if not path.is_file():
        usage(f"--people: there is no file {name!r}")
    into = base / place.id / f"{order.folder()}+people-{_short(path.stem)}"
    at = [0, 0]
    try:
        with guarded() as guard, progress(place.id) as tell:

            def count(what: str, done: int, of: int) -> None:
                at[:] = done, of
                tell(what, done, of)

            hands = workers or os.cpu_count() or 1
            made = build_people(workspace, place, order, path, into, count, sheet, hands)
    except KeyboardInterrupt:
        typer.echo(f"stopped after {at[0]} of {at[1]} people; the same call goes on", err=True)
        raise typer.Exit(130) from None
    if guard.refused is not None:
        report(guard.refused)
        finish(True)
    report(problem for problem in made.problems if problem.level != "note")
    if json:
        print_json(_plain(made))
    else:
        _say(made)
    finish(made.count("faulty") > 0)
    return True


def _short(name: str) -> str:
    """The name, or what a folder's name beside an order's has room for, unlike others."""
    from hashlib import sha256

    if len(name.encode()) <= ROOM:
        return name
    kept = name.encode()[: ROOM - 9].decode("utf-8", "ignore")
    return f"{kept}~{sha256(name.encode()).hexdigest()[:8]}"


def _say(made: Staffed) -> None:
    from generator.people import SUMMARY

    count, kept, faulty = len(made.done), made.count("kept"), made.count("faulty")
    cards = sum(one.cards for one in made.done if one.state == "made")
    files = sum(one.files for one in made.done if one.state == "made")
    typer.echo(f"{near(made.folder)}:")
    told = f"  {count} people: {made.count('made')} made ({cards} cards, {files} files)"
    told += f", {kept} as before" if kept else ""
    told += f", {faulty} could not be made" if faulty else ""
    typer.echo(f"{told}; {made.seconds:.0f} s")
    notes = sum(problem.level == "note" for problem in made.problems)
    if notes:
        typer.echo(f"  {notes} note{'' if notes == 1 else 's'} in {SUMMARY}")
    if made.strangers:
        more = f" and {len(made.strangers) - 5} more" if len(made.strangers) > 5 else ""
        typer.echo(f"  not in the table: {', '.join(made.strangers[:5])}{more}")


def _plain(made: Staffed) -> dict[str, object]:
    return {
        "folder": str(made.folder),
        "seconds": round(made.seconds, 3),
        "not in the table": made.strangers,
        "people": [one._asdict() for one in made.done],
        "problems": [problem.plain() for problem in made.problems],
    }

"""Orders from the command line in; printed folders, problems and proofs out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.evidence import Deep, DeepGames, DeepSeed, DeepWorkers, played
from generator.cli.orders import (
    Backs,
    BleedName,
    Cards,
    CardSize,
    Copies,
    Edition,
    FirstCell,
    GuidesName,
    LargePrint,
    LowInk,
    Mono,
    NoProfile,
    Only,
    Outlines,
    Players,
    PrinterName,
    Sleeved,
    Stock,
    TargetName,
    order_from,
)
from generator.cli.people import People, Workers, for_people
from generator.cli.terminal import (
    apart,
    counted,
    fatal,
    finish,
    guarded,
    near,
    one_of,
    places,
    print_json,
    progress,
    report,
    usage,
    workspace_here,
)

if TYPE_CHECKING:
    from generator.load.find import GamePlace, Workspace
    from generator.model.order import Order
    from generator.problems import Problem

# Rooms are imported inside the commands: `cardwright --help` must not load the press.
# ruff: noqa: PLC0415

Games = Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Default: all.")]
OneGame = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; see `list`.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings count as errors.")]

BESIDE = ("games", "people", "workers", "out", "json")
"""Flags of `build` that are none of an order's."""


def add_to(app: typer.Typer) -> None:
    """Register the commands of this module."""
    app.command("list")(list_games)
    app.command()(build)
    app.command()(check)
    app.command()(proof)
    app.command()(schema)


def list_games(json: Json = False) -> None:
    """Show games, their components, overlays and targets."""
    from generator.load.overview import overview

    shown = overview(workspace_here())
    if json:
        print_json(shown)
        return
    for game in shown["games"]:
        typer.echo(f"{game['id']}  {game['name']}")
        for part in game["components"]:
            size = f", {part['size']}" if part["size"] else ""
            typer.echo(f"    {part['id']:<20} {part['name']}{size}")
        if game["editions"]:
            typer.echo(f"    editions: {', '.join(game['editions'])}")
    typer.echo(f"targets: {', '.join(shown['targets'])}")


def build(
    games: Games = None,
    only: Only = None,
    cards: Cards = None,
    copies: Copies = None,
    target: TargetName = "home-a4",
    bleed: BleedName = None,
    card: CardSize = None,
    guides: GuidesName = None,
    backs: Backs = None,
    stock: Stock = None,
    sleeved: Sleeved = False,
    edition: Edition = None,
    people: People = None,
    workers: Workers = None,
    players: Players = None,
    printer: PrinterName = None,
    first_cell: FirstCell = None,
    low_ink: LowInk = False,
    mono: Mono = False,
    large_print: LargePrint = False,
    outlines: Outlines = False,
    no_profile: NoProfile = False,
    strict: Strict = False,
    out: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Default: output.")
    ] = None,
    json: Json = False,
) -> None:
    """Print games to PDF: compose, check, write and prove."""
    given = dict(locals())
    order = order_from(**{name: value for name, value in given.items() if name not in BESIDE})
    workspace = workspace_here()
    base = out or (workspace.root or Path.cwd()) / "output"
    ones = places(workspace, games)
    if for_people(workspace, ones, order, people, base, workers, json):
        return
    found = [
        printed(workspace, one, order, base / one.id / order.folder(), say=not json) for one in ones
    ]
    if json:
        print_json({"built": [manifest for manifest in found if manifest is not None]})
    finish(None in found)


def printed(
    workspace: Workspace, place: GamePlace, order: Order, into: Path, *, say: bool
) -> dict[str, object] | None:
    """Build one game and tell of it; its folder and manifest, None where it was refused."""
    from dataclasses import asdict

    from generator.pipeline import build as build_game

    with guarded() as guard, progress(place.id) as tell:
        built = build_game(workspace, place, order, into, tell)
    if guard.refused is not None:
        report(guard.refused)
        return None
    report(built.problems)
    for line in [f"{near(into)}:", *(f"  {said}" for said in built.says)] if say else ():
        typer.echo(line)
    return {"folder": str(into), **asdict(built.manifest)}


def check(
    games: Games = None,
    only: Only = None,
    target: TargetName = "home-a4",
    bleed: BleedName = None,
    card: CardSize = None,
    backs: Backs = None,
    stock: Stock = None,
    sleeved: Sleeved = False,
    edition: Edition = None,
    players: Players = None,
    low_ink: LowInk = False,
    deep: Deep = False,
    number: DeepGames = None,
    seed: DeepSeed = None,
    workers: DeepWorkers = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Walk without writing: every problem of data, rules, faces and sheets."""
    from generator.pipeline import check as check_game

    order = order_from(
        target,
        only=only,
        bleed=bleed,
        card=card,
        backs=backs,
        stock=stock,
        sleeved=sleeved,
        edition=edition,
        players=players,
        low_ink=low_ink,
        strict=strict,
    )
    if not deep and (number or workers or seed is not None):
        usage("--games, --seed and --workers belong to --deep")
    workspace = workspace_here()
    failed, found = False, []
    for place in places(workspace, games):
        with guarded() as guard, progress(place.id) as tell:
            first = []
            if deep:
                say = None if json else typer.echo
                first = played(workspace, place, order.edition, number, seed, workers, tell, say)
                workspace = workspace_here()  # one that knows the new file
            problems = check_game(workspace, place, order, tell)
            problems.extend(first)
        listed = guard.refused if guard.refused is not None else problems
        failed |= fatal(listed, strict)
        found += [{"game": place.id, **problem.plain()} for problem in listed]
        if not json:
            report(listed)
            typer.echo(f"{place.id}: {counted(listed)}")
    if json:
        print_json({"problems": found})
    finish(failed)


def proof(
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="Built folders.")],
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Read built files back and compare them with the data, word by word."""
    from generator.pipeline import prove

    workspace = workspace_here()
    failed, found = False, []
    for folder in folders:

        def walk(folder: Path = folder) -> list[Problem]:
            problems: list[Problem] = []
            with guarded() as guard, progress(folder.name) as tell:
                problems = list(prove(workspace, folder, tell))
            return problems if guard.refused is None else guard.refused

        listed = apart(walk, folder)
        failed |= fatal(listed, strict)
        found += [{"folder": str(folder), **problem.plain()} for problem in listed]
        if not json:
            report(listed)
            typer.echo(f"{folder}: {counted(listed)}")
    if json:
        print_json({"problems": found})
    finish(failed)


def schema(
    what: Annotated[str, typer.Argument(metavar="WHAT", help="game, rules, target, …")] = "game",
) -> None:
    """Print the JSON Schema of a kind of file, for editors."""
    from generator.load.schema import SCHEMAS
    from generator.load.schema import schema as schema_of

    print_json(schema_of(one_of("WHAT", what, tuple(SCHEMAS)) or what))

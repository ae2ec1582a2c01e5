"""A printer's ways in: a sheet to measure them by, or the numbers that were read off it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.cli.orders import PrinterName, TargetName, printer_of
from generator.cli.terminal import finish, guarded, near, print_json, report, usage, workspace_here

# Rooms are imported inside the command: `cardwright --help` must not load the press.
# ruff: noqa: PLC0415

Shift = Annotated[
    float | None, typer.Option("--dx", metavar="MM", help="Move backs right, as seen on the back.")
]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command()(calibrate)


def calibrate(
    target: TargetName = "home-a4",
    printer: PrinterName = None,
    dx: Shift = None,
    dy: Annotated[float | None, typer.Option("--dy", metavar="MM", help="Move backs down.")] = None,
    rotation: Annotated[
        float | None, typer.Option("--rotation", metavar="DEG", help="Turn backs clockwise.")
    ] = None,
    scale: Annotated[
        float | None,
        typer.Option("--scale", metavar="SHARE", help="Enlarge backs: 0.002 by 0.2 percent."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="DIR", help="Default: output.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Print the calibration sheet; with numbers read off it, save them for a printer."""
    given = {"dx": dx, "dy": dy, "rotation": rotation, "scale": scale}
    numbers = {key: value for key, value in given.items() if value is not None}
    if numbers:
        if printer is None:
            usage("the numbers need a --printer NAME to be saved under")
        if out is not None:
            usage("-o belongs to printing the sheet; numbers are saved in your settings")
        _save(printer, numbers, json)
        return
    _print(target, printer, out, json)


def _save(name: str, numbers: dict[str, float], json: bool) -> None:
    from dataclasses import asdict, replace

    from generator.load.printers import NAME, load_printers, printers_file, within
    from generator.model.printer import UNMOVED
    from generator.problems import Problems, Where
    from generator.write.printers import write_printers

    if not NAME.match(name):
        usage(f"{name!r} cannot name a printer: take up to 40 letters, digits, '-', '_' and '.'")
    path, problems = printers_file(), Problems()
    printers = load_printers(path, problems)
    if printers is not None:
        printers[name] = replace(printers.get(name, UNMOVED), **numbers)
        within(printers[name], name, Where("calibrate"), problems)
    if printers is None or problems.fatal():
        report(problems)
        finish(True)
        return
    with guarded() as guard:
        write_printers(path, printers)
    if guard.refused is not None:
        report(guard.refused)
        finish(True)
    if json:
        print_json({"saved": str(path), "printer": {"name": name, **asdict(printers[name])}})
        return
    values = ", ".join(f"{key} {value:g}" for key, value in asdict(printers[name]).items())
    typer.echo(f"{name}: {values}; kept in {path}")


def _print(target: str, name: str | None, out: Path | None, json: bool) -> None:
    from generator.calibrate import calibrate as print_sheet
    from generator.model.printer import UNMOVED

    printer = printer_of(name) if name is not None else UNMOVED
    workspace = workspace_here()
    folder = out or (workspace.root or Path.cwd()) / "output"
    with guarded() as guard:
        path = print_sheet(workspace, target, folder, name or "", printer)
    if guard.refused is not None:
        report(guard.refused)
        finish(True)
    if json:
        print_json({"written": str(path)})
        return
    typer.echo(f"{near(path)}: print it on both sides at actual size and read it against the light")

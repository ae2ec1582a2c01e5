"""`new` in: options, a vCard or answers; an overlay for a person out, and the next command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from generator.cli.terminal import fatal, guarded, near, report, workspace_here

if TYPE_CHECKING:
    from generator.engine.contract import Rules
    from generator.model.field import FieldSpec
    from generator.model.game import Game

# Rooms are imported inside the functions: `cardwright --help` must not load the press.
# ruff: noqa: PLC0415


def new(game: Game, rules: Rules | None, words: Sequence[str]) -> None:
    """Write an overlay for somebody; exits with 1 where it cannot be."""
    from generator.newcomer import Newcomer, Wish

    workspace = workspace_here()
    place = workspace.place(game.id)
    assert place is not None
    with guarded() as guard:
        newcomer = Newcomer(workspace, place, game, rules, Path.cwd())
        asked = vars(_parser(game, newcomer.specs).parse_args(list(words)))
        given = {field: asked[field] for field in newcomer.specs if asked[field]}
        wish = Wish(given, asked["vcard"], asked["id_"] or "", asked["force"])
        answered = _there() and not asked["no_input"]
        made = newcomer.welcome(wish, _ask if answered else None)
    if guard.refused is not None:
        report(guard.refused)
        raise typer.Exit(1)
    report(made.problems)
    typer.echo(f"{near(made.path)} is written.")
    if fatal(made.problems, False):
        typer.echo("What is told above must be mended in it before it prints.")
        raise typer.Exit(1)
    edition = ",".join((*game.overlay, made.id))
    typer.echo(f"Print it: cardwright build {game.id} --edition {edition}")


def _there() -> bool:
    """Whether somebody can answer."""
    return sys.stdin.isatty()


def _parser(game: Game, specs: dict[str, FieldSpec | None]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"cardwright {game.id} new",
        description=f"Write an overlay that prints {game.file.name} for somebody. What is needed "
        "and not given is asked for; without a terminal, everything needed must be given.",
        allow_abbrev=False,
    )
    parser.add_argument("--vcard", type=Path, metavar="FILE", help="a vCard of one person")
    parser.add_argument("--id", dest="id_", metavar="ID", help="the overlay's; else of the name")
    parser.add_argument("--force", action="store_true", help="replace an overlay of that id")
    parser.add_argument("--no-input", action="store_true", help="ask nothing, even on a terminal")
    for field, spec in specs.items():
        flag = f"--{field.replace('_', '-')}"
        parser.add_argument(
            flag, dest=field, action="append", metavar=_shape(spec), help=_help(spec)
        )
    return parser


def _shape(spec: FieldSpec | None) -> str:
    if spec is None:
        return "TEXT"
    if spec.type == "pairs":
        return "ID[*N][,…]" if spec.of == "int" else "'NAME: TEXT; …'"
    return {"list": "'LINE; …'", "choice": "CHOICE", "int": "N", "image": "FILE"}.get(
        spec.type, "TEXT"
    )


def _help(spec: FieldSpec | None) -> str:
    if spec is None:
        return "whom it is for"
    said = " ".join(spec.help.split())
    if spec.choices:
        said = f"{said} {', '.join(spec.choices)}".strip()
    if spec.default is not None:
        said += f" [{spec.default}]"
    return said.replace("%", "%%")


def _ask(field: str, spec: FieldSpec | None, needed: bool, wrong: str) -> str | None:
    """Put a question on the terminal; None where there is no answer to be had."""
    if wrong:
        typer.echo(f"  That cannot be: {wrong}", err=True)
    said = _help(spec).replace("%%", "%")
    ends = "" if needed else " (Enter: none)" if spec and spec.default is None else " (Enter)"
    hint = f" - {said}" if said else ""
    if spec and spec.type in ("pairs", "list"):
        hint += f", written {_shape(spec)}"
    typer.echo(f"{field.replace('_', ' ').capitalize()}{hint}{ends}: ", err=True, nl=False)
    try:
        return input()
    except (EOFError, UnicodeDecodeError):
        typer.echo("", err=True)
        return None

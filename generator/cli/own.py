"""`cardwright GAME …` in: the commands that a game's rules bring, run like ours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from generator.cli.terminal import guarded, report, workspace_here

if TYPE_CHECKING:
    from generator.engine.contract import Command
    from generator.load.find import GamePlace, Workspace
    from generator.model.game import Game

# Rooms are imported inside the functions: `cardwright --help` must not load the press.
# ruff: noqa: PLC0415

ANY_WORDS = {"allow_extra_args": True, "ignore_unknown_options": True}


class Commands(TyperGroup):
    """Our commands, then games of the workspace: what is no command may be a game with some."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """A command by name; None where there is none."""
        found = super().get_command(ctx, cmd_name)
        if found is not None or cmd_name.startswith("-"):
            return found
        workspace = workspace_here()
        place = workspace.place(cmd_name)
        return None if place is None else _of_game(workspace, place)


def _of_game(workspace: Workspace, place: GamePlace) -> Any:
    """The group of a game's own commands; None where it brings none. Exits with 1 at bad data."""
    from generator.pipeline import load
    from generator.problems import Problems

    with guarded() as guard:
        game, rules = load(workspace, place, (), Problems())
    if guard.refused is not None:
        report(guard.refused)
        raise typer.Exit(1)
    if rules is None or not rules.commands:
        return None
    own = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        rich_markup_mode=None,
        help=f"Commands of {game.file.name}.",
    )
    own.callback()(lambda: None)
    for name, command in rules.commands.items():
        own.command(name, help=command.help, context_settings=ANY_WORDS)(_runner(game, command))
    return get_command(own)


def _runner(game: Game, command: Command) -> Any:
    def run(ctx: typer.Context) -> None:
        with guarded() as guard:
            code = command.run(game, ctx.args, typer.echo)
        if guard.refused is not None:
            report(guard.refused)
            code = 1
        raise typer.Exit(code)

    return run

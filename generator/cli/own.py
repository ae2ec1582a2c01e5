"""Names of games on the command line in; the commands that their own rules bring out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from generator.cli.desk import GameDesk
from generator.cli.terminal import guarded, report, usage, workspace_here

if TYPE_CHECKING:
    from generator.engine.contract import Rules
    from generator.load.find import GamePlace, Workspace
    from generator.model.game import Game

NEW = "new"
"""The command of every game that is printed for somebody."""

# Rooms are imported inside the functions: `cardwright --help` must not load the press.
# ruff: noqa: PLC0415


class Commands(TyperGroup):
    """Our commands; a game's id is one too, whose first word names one of the game's own."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or of the game of that name."""
        found = super().get_command(ctx, cmd_name)
        if found is not None or cmd_name.startswith("-"):
            return found
        if workspace_here().place(cmd_name) is None:
            return None
        settings = {"allow_extra_args": True, "ignore_unknown_options": True}
        return _Own(name=cmd_name, context_settings=settings, add_help_option=False)


class _Own(TyperCommand):
    def invoke(self, ctx: Any) -> None:
        """Run the game's command; exits with what it returns."""
        from generator.engine.contract import SetupRefused

        words = list(ctx.args)
        edition = _edition(words)
        workspace, place, game, rules = _opened(str(self.name), edition)
        known = dict(rules.commands) if rules else {}
        helps = {name: command.help for name, command in known.items()}
        if game.person is not None:
            helps.setdefault(NEW, "write an overlay that prints it for you or somebody else")
        if not helps:
            if rules is None:
                usage(f"{game.id} has no engine: its game.yaml names no `rules:`")
            usage(f"{game.id} has no commands of its own")
        if not words or words[0] in ("-h", "--help"):
            typer.echo(f"Commands of {game.file.name}; each has --help:")
            for name, help_ in helps.items():
                typer.echo(f"  cardwright {game.id} {name}  {help_}")
            typer.echo(f"In an edition: cardwright {game.id} --edition ID[,ID] {name} …")
            raise typer.Exit(0 if words else 2)
        name = words.pop(0)
        if name not in helps:
            usage(f"{game.id} has no command {name!r}; it has {', '.join(helps)}")
        if name not in known:
            from generator.cli.newcomer import new

            new(game, rules, words)
            return
        assert rules is not None
        with guarded() as guard:
            rules.engine(game, {})  # data that cannot be played is refused here, with its places
            try:
                desk = GameDesk(workspace, place, game, rules, edition)
                code = known[name].run(game, words, desk)
            except SetupRefused as refused:
                usage(str(refused))
        if guard.refused is not None:
            report(guard.refused)
            raise typer.Exit(1)
        raise typer.Exit(code)


def _edition(words: list[str]) -> tuple[str, ...]:
    """Take `--edition ID[,ID]` off the words before a command; those behind it are its own."""
    if not words or words[0].partition("=")[0] != "--edition":
        return ()
    _, sign, ids = words.pop(0).partition("=")
    if not sign and words:
        ids = words.pop(0)
    found = tuple(word for word in ids.split(",") if word)
    if not found or ids.startswith("-"):
        usage("--edition is followed by the ids of overlays: --edition ID[,ID]")
    return found


def _opened(
    name: str, edition: tuple[str, ...] = ()
) -> tuple[Workspace, GamePlace, Game, Rules | None]:
    from generator.pipeline import load
    from generator.problems import Problems

    workspace = workspace_here()
    place = workspace.place(name)
    assert place is not None
    with guarded() as guard:
        game, rules = load(workspace, place, edition, Problems())
    if guard.refused is not None:
        report(guard.refused)
        raise typer.Exit(1)
    return workspace, place, game, rules

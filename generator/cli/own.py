"""Names of games on the command line in; the commands that their own rules bring out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from generator.cli.terminal import guarded, report, usage, workspace_here

if TYPE_CHECKING:
    from generator.engine.contract import Rules
    from generator.model.game import Game
    from generator.model.order import Order
    from generator.model.scalars import Strict
    from generator.model.target import Target
    from generator.problems import Problems

T = TypeVar("T", bound="Strict")

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
        game, rules = _opened(str(self.name))
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
                code = known[name].run(game, words, _Desk())
            except SetupRefused as refused:
                usage(str(refused))
        if guard.refused is not None:
            report(guard.refused)
            raise typer.Exit(1)
        raise typer.Exit(code)


class _Desk:
    """See `generator.engine.contract.Desk`."""

    def tell(self, line: str) -> None:
        """A line on stdout."""
        typer.echo(line)

    def read(self, path: Path, model: type[T], problems: Problems) -> tuple[T, Any] | None:
        """The file as the reader of all data reads it."""
        from generator.load.fill import fill
        from generator.load.read import read_yaml
        from generator.problems import Where

        node = read_yaml(path, str(path), problems)
        if node is None:
            return None
        made = fill(model, node, problems, where=Where(str(path), 1))
        return None if made is None else (made, node)

    def write(self, path: Path, text: str) -> None:
        """The file whole, by way of another one beside it."""
        from generator.problems import Problems, Refused, Where
        from generator.write.evidence import write_text

        try:
            write_text(path, text)
        except OSError as fault:
            problems = Problems()
            says = f"cannot be written: {fault.strerror or fault}"
            problems.add("not-written", Where(str(path)), says, "name another file")
            raise Refused(problems) from fault

    def shop(self, target: str) -> Target:
        """The target of that id; raises Refused where it is no print shop's."""
        from generator.load.target import load_target
        from generator.problems import Problems, Refused, Where

        problems = Problems()
        found = load_target(workspace_here(), target, problems)
        if found is not None and found.shop is None:
            says = f"{found.name} is no print shop"
            problems.add("shop-card", Where(target), says, "see `cardwright list` for targets")
        if found is None or problems.fatal():
            raise Refused(problems)
        return found

    def build(self, game: Game, order: Order, name: str, out: Path | None) -> Path | None:
        """The same build as `cardwright build`; problems are told."""
        from generator.cli.printing import printed

        workspace = workspace_here()
        place = workspace.place(game.id)
        assert place is not None
        base = out or (workspace.root or Path.cwd()) / "output"
        folder = base / game.id / name
        made = printed(workspace, place, order, folder, say=True)
        return None if made is None else folder


def _opened(name: str) -> tuple[Game, Rules | None]:
    from generator.pipeline import load
    from generator.problems import Problems

    workspace = workspace_here()
    place = workspace.place(name)
    assert place is not None
    with guarded() as guard:
        game, rules = load(workspace, place, (), Problems())
    if guard.refused is not None:
        report(guard.refused)
        raise typer.Exit(1)
    return game, rules

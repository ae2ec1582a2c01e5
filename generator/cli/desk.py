"""Files, pages and pieces that a game's own command asks for in; the rooms that make them called.

See `generator.engine.contract.Desk`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

if TYPE_CHECKING:
    from generator.engine.contract import Page, Rules
    from generator.load.find import GamePlace, Workspace
    from generator.model.game import Game
    from generator.model.order import Order
    from generator.model.scalars import Strict
    from generator.model.target import Target
    from generator.problems import Problems

T = TypeVar("T", bound="Strict")

# Rooms are imported inside the functions: most commands need few of them.
# ruff: noqa: PLC0415


class GameDesk:
    """The desk of one game."""

    def __init__(
        self,
        workspace: Workspace,
        place: GamePlace,
        game: Game,
        rules: Rules | None,
        edition: tuple[str, ...] = (),
    ) -> None:
        self._workspace, self._place, self._edition = workspace, place, edition
        self._game, self._rules = game, rules

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
        from generator.load.plain import MOST
        from generator.problems import Problems, Refused, Where
        from generator.write.evidence import write_text

        problems = Problems()
        if (size := len(text.encode())) > MOST:
            says = f"would have {size:,} bytes; at most {MOST:,} are read"
            problems.add("not-written", Where(str(path)), says, "begin another file")
            raise Refused(problems)
        try:
            write_text(_real(path), text)
        except OSError as fault:
            says = f"cannot be written: {fault.strerror or fault}"
            problems.add("not-written", Where(str(path)), says, "name another file")
            raise Refused(problems) from fault

    @contextmanager
    def held(self, path: Path) -> Iterator[None]:
        """The file for this program alone, rid of what killed ones have left of it."""
        from generator.write.evidence import swept
        from generator.write.lock import held

        with held(_real(path)):
            swept(_real(path))
            yield

    def page(self, page: Page, paper: str, path: Path) -> int:
        """Composed, checked, written and proved before it takes its place."""
        from generator.handout import hand_out

        return hand_out(self._workspace, self._place, self._game, self._rules, page, paper, path)

    def pieces(self, overlay: str, component: str, target: str, path: Path) -> int:
        """Composed, checked, written and proved before it takes its place."""
        from generator.handout import pieces

        laid = self._edition
        return pieces(self._workspace, self._place, overlay, component, target, path, laid)

    def laid(self, edition: Sequence[str]) -> tuple[Game, tuple[str, ...]]:
        """The game of the edition called for, with more overlays over it; all their ids."""
        from generator.pipeline import load
        from generator.problems import Problems

        whole = tuple(dict.fromkeys([*self._edition, *edition]))
        if whole == self._edition:
            return self._game, whole
        return load(self._workspace, self._place, whole, Problems())[0], whole

    def shop(self, target: str) -> Target:
        """The target of that id; raises Refused where it is no print shop's."""
        from generator.load.target import load_target
        from generator.problems import Problems, Refused, Where

        problems = Problems()
        found = load_target(self._workspace, target, problems)
        if found is not None and found.shop is None:
            says = f"{found.name} is no print shop"
            problems.add("shop-card", Where(target), says, "see `cardwright list` for targets")
        if found is None or problems.fatal():
            raise Refused(problems)
        return found

    def build(self, game: Game, order: Order, name: str, out: Path | None) -> Path | None:
        """The same build as `cardwright build`; problems are told."""
        from generator.cli.printing import printed

        base = out or (self._workspace.root or Path.cwd()) / "output"
        folder = base / game.id / name
        made = printed(self._workspace, self._place, order, folder, say=True)
        return None if made is None else folder


def _real(path: Path) -> Path:
    """The file itself, where the path is a link to it: the link stays one."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path

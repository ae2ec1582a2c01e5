"""A small game in a workspace of its own, and the command as a user runs it there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from generator.load.find import Workspace
from generator.model.order import Order
from generator.pipeline import Built, build, check
from generator.problems import Problem, Refused

GAME = """\
id: {id}
name: A small game
short: Small
version: "1"
credits: {{author: A, title: T}}
components:
  deck:
    name: The deck
    size: {size}
    cards: {cards}
    face: card.xml
    back: back.xml
    copies: {copies}
    fields:
{fields}
"""
FIELDS = """\
      title: {type: text, required: false}
      words: {type: text, required: false}
      art: {type: image, required: false}
"""
STYLES = """\
palette: {ink: "#101010", paper: "#FFFFFF", red: "#C00000"}
text:
  title: {font: oswald-700, size: 12, least: 9, valign: middle}
  words: {font: source-sans-400, bold: source-sans-700, italic: source-sans-400-italic, size: 9, \
least: 8.5, use: rules}
fallback: [dejavu-sans]
"""
CARDS = """\
- {id: one, title: The One, words: Take a card.}
- {id: two, title: The Two, words: Take two cards., count: 2}
"""
FACE = """\
<card>
  <rect box="-3 -3 r-3 b-3" fill="paper"/>
  <text box="6 6 r6 9" style="title" fit="shrink">{{ card.title }}</text>
  <text box="6 40 r6 40" style="words" fit="shrink">{{ card.words|rich }}</text>
  {% if card.art %}<image box="6 16 20 20" src="{{ card.art }}"/>{% endif %}
</card>
"""
BACK = '<card tiles="yes"><rect box="-3 -3 r-3 b-3" fill="red"/></card>\n'
POKER = (63.5, 88.9)
COMMAND = [sys.executable, "-m", "generator.cli"]


class Ran(NamedTuple):
    """What a command left: its exit code and words."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return self.out + self.err


class Small:
    """A workspace with one game that tests change, check and build."""

    def __init__(
        self,
        root: Path,
        game: str = "small",
        *,
        size: str = "poker",
        cards: str = "cards.yaml",
        fields: str = FIELDS,
        copies: str = "1",
    ) -> None:
        self.root = root
        self.id = game
        self.folder = root / "card_data" / game
        made = GAME.format(id=game, size=size, cards=cards, fields=fields, copies=copies)
        self.write("game.yaml", made)
        self.write("cards.yaml", CARDS)
        self.write("templates/styles.yaml", STYLES)
        self.write("templates/card.xml", FACE)
        self.write("templates/back.xml", BACK)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        self.write(name, text.replace(old, new))

    def face(self, inside: str) -> None:
        self.write("templates/card.xml", f"<card>{inside}</card>")

    def run(self, *args: str, seconds: float = 60) -> Ran:
        return run(self.root, *args, seconds=seconds)

    def check(self, **order: Any) -> list[Problem]:
        """All problems that `check` finds."""
        workspace = Workspace(self.root)
        place = workspace.place(self.id)
        assert place is not None
        return list(check(workspace, place, Order(**order)))

    def errors(self, **order: Any) -> list[Problem]:
        return [problem for problem in self.check(**order) if problem.level == "error"]

    def error(self, **order: Any) -> Problem:
        """The one error that `check` finds."""
        errors = self.errors(**order)
        assert len(errors) == 1, "\n".join(map(str, errors)) or "no error"
        return errors[0]

    def build(self, into: str = "out", **order: Any) -> Built:
        """Build into a folder of the workspace, or fail with the problems."""
        workspace = Workspace(self.root)
        place = workspace.place(self.id)
        assert place is not None
        try:
            return build(workspace, place, Order(**order), self.root / into)
        except Refused as refused:
            raise AssertionError("\n".join(map(str, refused.problems))) from None


def run(where: Path, *args: str, seconds: float = 60) -> Ran:
    """`cardwright` with these arguments, run in a folder."""
    done = subprocess.run(
        [*COMMAND, *args],
        cwd=where,
        capture_output=True,
        timeout=seconds,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


def codes(ran: Ran) -> dict[str, set[str]]:
    """The codes of the errors that `check --json` told, by game."""
    found: dict[str, set[str]] = {}
    for problem in json.loads(ran.out)["problems"]:
        if problem["level"] == "error":
            found.setdefault(problem["game"], set()).add(problem["code"])
    return found


def snapshot(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes; links as what they say."""
    return {
        str(path.relative_to(folder)): path.readlink().as_posix().encode()
        if path.is_symlink()
        else path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or path.is_file()
    }


LOCATED = re.compile(r"\S.*: (error|warning|note): .+ \[[a-z0-9-]+\]")
"""How a problem reads on stderr."""

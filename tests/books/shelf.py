"""A small game with a rulebook in a workspace of its own: what the tests of books stand on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.books import Books, Format
from generator.compose.faces import Composer
from generator.compose.pages import Laid
from generator.flow import Block, Flow, Words
from generator.load.find import GameSources, Workspace
from generator.model.game import Game
from generator.pipeline import load
from generator.problems import Problem, Problems, Where

GAME = """\
id: fox
name: The Fox and the Filing Cabinet
short: Fox
version: "1.0"
credits: {author: Ada Fox, title: Fox, notice: "Notice of the fox."}
catalogs:
  tribes:
    file: tribes.yaml
    fields:
      motto: {type: text}
components:
  deck:
    name: The deck
    size: poker
    cards: cards.yaml
    face: card.xml
    back: back.xml
    copies: 2
    parts: [{name: split pin, count: 1, per: piece, note: or a nail}]
    fields:
      title: {type: text, printed: 1}
  rulebook:
    name: Rulebook
    kind: book
    text: rulebook.md
"""
RULES = """\
figures:
  start_hp: {value: 10, unit: hp}
units:
  hp: {one: HP, many: HP, also: [hit points]}
  card: {one: card, many: cards}
"""
STYLES = """\
palette: {ink: "#101010", paper: "#FFFFFF", red: "#C00000"}
text:
  title: {font: oswald-700, size: 12, least: 9, valign: middle}
fallback: [dejavu-sans]
"""
CARDS = """\
- {id: one, title: The One}
- {id: two, title: The Two, count: 2}
"""
TRIBES = """\
- {id: a, name: Foxes, motto: "Quick **and** brown"}
- {id: b, name: "A<B & *C*", motto: "see: #1"}
"""
FACE = """\
<card>
  <rect box="-3 -3 r-3 b-3" fill="paper"/>
  <path d="M10 30 L50 30 L30 60 Z" fill="red"/>
  <text box="6 6 r6 9" style="title" fit="shrink" fact="title">{{ card.title }}</text>
</card>
"""
BACK = '<card tiles="yes"><rect box="-3 -3 r-3 b-3" fill="red"/></card>\n'
ICON = '<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="currentColor"/></svg>'
POSITION = """\
<card><rect box="0 0 r0 b0" fill="paper"/>
<text box="5 5 60 9" style="title">{{ card.picture.left }} left in step {{ card.step }}</text>
</card>
"""
A4, LETTER = (210.0, 297.0), (215.9, 279.4)
PLAYS = {
    "duel": {
        "id": "duel",
        "title": "A duel",
        "setup": {},
        "options": {},
        "result": {},
        "steps": [
            {
                "text": "A: 7 / B: 4",
                "says": ["A draws 7.", "B has 9 left."],
                "pictures": [{"left": 9}, {"left": 19}],
            },
            {"text": "B: 9 / A: 5", "says": [], "pictures": [{"left": 8}, {"left": 18}]},
        ],
    }
}
HERE = Where("game.yaml", 20)


class Shelf:
    """Makes flows and pages of what the test writes; `problems` gathers what was said."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "card_data" / "fox"
        for name, text in (
            ("game.yaml", GAME),
            ("rules.yaml", RULES),
            ("cards.yaml", CARDS),
            ("tribes.yaml", TRIBES),
            ("templates/styles.yaml", STYLES),
            ("templates/card.xml", FACE),
            ("templates/back.xml", BACK),
            ("templates/position.xml", POSITION),
            ("art/icons/dot.svg", ICON),
        ):
            self.write(name, text)
        self.problems = Problems()

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def books(self) -> Books:
        """A maker of books that has made none yet."""
        workspace = Workspace(self.root)
        place = workspace.place("fox")
        assert place is not None
        game: Game
        game, rules = load(workspace, place, (), self.problems)
        sources = GameSources(workspace, place)
        composer = Composer(game, sources, self.problems)
        parts = tuple(game.components.values())
        return Books(game, rules, sources, composer, parts, 2, self.problems)

    def flow(self, text: str, **more: Any) -> Flow | None:
        """The flow of a rulebook with that text."""
        self.write("rulebook.md", text)
        return self.books().flow("rulebook.md", HERE, title="Rulebook", more=more)

    def good(self, text: str, **more: Any) -> Flow:
        """The same where nothing may be wrong."""
        made = self.flow(text, **more)
        assert not list(self.problems), [str(p) for p in self.problems]
        assert made is not None
        return made

    def said(self, text: str, **more: Any) -> list[Problem]:
        """The problems of a rulebook."""
        self.problems = Problems()
        self.flow(text, **more)
        return list(self.problems)

    def only(self, text: str, **more: Any) -> Problem:
        """The one problem of a rulebook that has one."""
        (problem,) = self.said(text, **more)
        return problem

    def bound(
        self, text: str, paper: tuple[float, float] = A4, suffix: str = "", **more: Any
    ) -> tuple[Books, Flow, Laid, Format]:
        """A rulebook on pages."""
        self.write("rulebook.md", text)
        books = self.books()
        flow = books.flow("rulebook.md", HERE, title="Rulebook", more=more)
        assert flow is not None, [str(p) for p in self.problems]
        formats = books.formats(paper) + books.formats(paper, large=True)
        (wanted,) = [one for one in formats if one.suffix == suffix]
        laid = books.laid(flow, wanted.shape)
        assert laid is not None
        return books, flow, laid, wanted


def plain(block: Block) -> str:
    """The words of a heading or paragraph."""
    words: tuple[Words, ...] = block.words  # type: ignore[union-attr]
    return "".join(word.text for word in words)


def long_text(chapters: int) -> str:
    """A rulebook with so many chapters of several kinds."""
    parts = ['::cover{component="deck" card="one"}', "# Contents", "::contents", "## In the box"]
    parts += ["::components", "::parts"]
    for n in range(1, chapters + 1):
        parts += [
            f"# Chapter {chr(64 + n)} of it",
            f"Text of chapter {n} with a [[word {n}|entry {n % 3}]] and **bold** and *slanted* "
            f"ones; see [the first](#chapter-a-of-it) on page [[page:chapter-a-of-it]]. " + LOREM,
            f"## Below {n}",
            "| Left | Right |\n|---|--:|\n" + "".join(f"| row {n}-{k} | {k} |\n" for k in range(4)),
            LOREM,
            f":::note Note {n}\n{LOREM}\n:::" if n % 2 else f"> Aside {n}: {LOREM}",
            f"1. first of {n}\n2. second of {n}\n   - nested {n}\n\nAfter the list of {n}.",
        ]
        if n % 3 == 0:
            parts.append(
                f'::figure{{component="deck" card="one two" width="80" caption="Both, {n}"}}'
            )
    parts += ["# Index", "::index", ":::back\nLast words at the back.\n:::"]
    return "\n\n".join(parts)


LOREM = (
    "Whoever files the fox under F has not understood filing; whoever files it under W, for wild, "
    "has understood it too well, and will be promoted. The cabinet has four drawers, and the "
    "lowest one sticks."
)

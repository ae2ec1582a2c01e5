"""The books of one order: a text in; flows, laid-out pages, files and proofs out.

A component of kind `book` gives `<id>.pdf` for the screen, `<id>-booklet.pdf` to fold and stitch,
and `<id>.html`. Other small texts, such as a start-here page, take the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import Any, NamedTuple

from generator.check.books import check_pages, check_typed
from generator.check.facts import facts_of
from generator.compose.art import Art
from generator.compose.book import BookComposer, BookData
from generator.compose.booktype import BookType
from generator.compose.faces import Composer
from generator.compose.fonts import Fonts
from generator.compose.pages import Laid, Shape, lay_out
from generator.engine.contract import Rules
from generator.flow import Flow, lines
from generator.impose.booklet import booklet, single
from generator.load.find import GameSources
from generator.load.styles import load_styles, read_styles
from generator.model.game import Component, Game
from generator.model.printer import PLAIN, Manner
from generator.model.style import Styles
from generator.problems import Problems, Where
from generator.scene import Path, Sheet
from generator.story import told
from generator.write.pdf import Written, write_pdf

LARGE = 14.0
"""pt of the body in large print."""


class Format(NamedTuple):
    """A file of a book; `folded`: pages on both sides of `paper`, to be stitched."""

    suffix: str
    shape: Shape
    folded: bool
    paper: tuple[float, float]


@dataclass(slots=True)
class Books:
    """Makes the books of one game; `components` are all that is printed, `players` for how many."""

    game: Game
    rules: Rules | None
    sources: GameSources
    composer: Composer
    components: Sequence[Component]
    players: int
    problems: Problems
    _styles: Styles | None = None
    _maker: BookComposer | None = None
    _told: dict[str, Any] | None = None
    _flows: dict[str, Flow | None] = field(default_factory=dict)
    _laid: dict[tuple[str, Shape], Laid | None] = field(default_factory=dict)

    @property
    def faces(self) -> dict[str, File]:
        """The font files of books and of the cards shown in them."""
        return {**self.game.styles.faces, **self.styles.faces}

    @property
    def styles(self) -> Styles:
        """The styles of `book.yaml`: the game's own, else the shared ones."""
        if self._styles is None:
            made = read_styles(self.sources, "book", self.game.where, self.problems)
            self._styles = (
                load_styles(made, self.sources, self.problems)
                if made is not None
                else Styles({}, {}, (), {})
            )
        return self._styles

    def flow(
        self,
        text: str,
        where: Where,
        *,
        title: str,
        cover: bool = True,
        more: Mapping[str, Any] | None = None,
    ) -> Flow | None:
        """The flow of the text file called `text`, made once; `more` are names it may use besides.

        The file is looked for in the game's folder, then in templates. Typed figures are noted.
        """
        if text not in self._flows:
            if self._told is None:
                self._told = told(self.game, self.rules, self.components, self.players)
            if self._maker is None:
                self._maker = BookComposer(self.game, self.sources, self.composer, self.problems)
            data = BookData(
                {**self._told, **(more or {})},
                {one.id: one for one in self.components if one.cards},
                lambda component, card: facts_of(self.game, self.rules, component, card),
            )
            made = self._maker.compose(text, data, where, title=title, cover=cover)
            check_typed(self._maker.typed, self.game.figures, self.problems)
            self._flows[text] = made
        return self._flows[text]

    def laid(self, flow: Flow, shape: Shape) -> Laid | None:
        """The flow on pages of a shape, made and checked once; None where styles are missing."""
        key = flow.title, shape
        if key not in self._laid:
            self._laid[key] = self._lay(flow, shape)
        return self._laid[key]

    def _lay(self, flow: Flow, shape: Shape) -> Laid | None:
        if "body" not in self.styles.text:
            says = "books have no text style 'body'"
            self.problems.add("style-unknown", Where("book.yaml"), says, "add it to book.yaml")
            return None
        art = Art(self.sources)
        type_ = BookType(self.styles, Fonts(self.faces), art, self.problems, shape.scale)
        made = lay_out(flow, shape, type_, self.problems)
        scenes = (page.scene for page in made.pages)
        check_pages(scenes, made.places, self.game.figures, self.problems)
        return made

    def formats(self, paper: tuple[float, float], *, large: bool = False) -> list[Format]:
        """The files of a book for a paper (mm, upright)."""
        if large:
            return [self._large(paper)]
        half = half_of(paper)
        shape = Shape(*half)
        lying = (paper[1], paper[0])
        return [Format("", shape, False, half), Format("-booklet", shape, True, lying)]

    def _large(self, paper: tuple[float, float]) -> Format:
        body = self.styles.text.get("body")
        scale = LARGE / body.size if body else 1.0
        return Format("-large-print", Shape(*paper, 22.0, 20.0, 24.0, scale), False, paper)

    def sheets(self, laid: Laid, format_: Format) -> list[Sheet]:
        """The sheets of a format."""
        scenes = [page.scene for page in laid.pages]
        if format_.folded:
            return list(booklet(scenes, format_.paper, last=laid.last))
        return list(single(scenes, {n: page.links for n, page in enumerate(laid.pages, 1)}))

    def write(
        self, flow: Flow, laid: Laid, format_: Format, path: File, manner: Manner = PLAIN
    ) -> Written:
        """Write a format to `path`; raises Refused."""
        return write_pdf(
            path,
            self.sheets(laid, format_),
            faces=self.faces,
            title=flow.title,
            author=self.game.file.credits.author,
            subject=f"version {self.game.file.version}",
            flip="short" if format_.folded else "long",
            bookmarks=() if format_.folded else laid.bookmarks,
            language=flow.language,
            manner=manner,
        )

    def write_html(self, flow: Flow, laid: Laid, path: File) -> str:
        """Write the flow as a page for browsers and return its sha256 in hex; raises Refused."""
        from generator.write.html import write_html  # noqa: PLC0415 - not every order has books

        author = self.game.file.credits.author
        return write_html(path, flow, author=author, pages=laid.numbers, icons=self._icons(flow))

    def _icons(self, flow: Flow) -> dict[str, tuple[tuple[Path, ...], tuple[float, float]]]:
        """The small drawings of a flow's texts, 10 mm high."""
        art = Art(self.sources)
        names = {word.icon for line, _ in lines(flow) for word in line if word.icon}
        return {name: art.small(name, 10.0) for name in sorted(names)}


def half_of(paper: tuple[float, float]) -> tuple[float, float]:
    """The page of a booklet on that paper: its half, A sizes in whole mm as ISO 216 has them."""
    width, half = paper[0], paper[1] / 2
    whole = abs(paper[0] - round(paper[0])) < 1e-9 and abs(paper[1] - round(paper[1])) < 1e-9
    return (float(int(half)) if whole else half, width)

"""The books of one order: a text in; flows, laid-out pages, files and proofs out.

A component of kind `book` gives `<id>.pdf` for the screen, `<id>-booklet.pdf` to fold and stitch,
and `<id>.html`. Other small texts, such as a start-here page, take the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.check.books import check_pages, check_typed
from generator.check.facts import facts_of
from generator.compose.art import Art
from generator.compose.book import BookComposer, BookData
from generator.compose.booktype import BookType
from generator.compose.faces import Composer
from generator.compose.flaw import Flaw
from generator.compose.fonts import Fonts
from generator.compose.pages import Laid, Shape, lay_out
from generator.engine.contract import Rules
from generator.flow import Flow, Spot, lines, scenes
from generator.impose.booklet import booklet, order, single
from generator.load.editions import editions
from generator.load.find import GameSources
from generator.load.styles import load_styles, read_styles
from generator.model.game import Component, Game
from generator.model.printer import PLAIN, Manner
from generator.model.style import Styles
from generator.model.target import Flip
from generator.problems import Problems, Refused, Where
from generator.scene import Path, Run, Sheet
from generator.story import told
from generator.write.pdf import Written, write_pdf

if TYPE_CHECKING:
    from generator.write.html import Letters

LARGE = 14.0
"""pt of the body in large print."""


class Format(NamedTuple):
    """How a book is printed; `folded`: pages on both sides of `paper`, to be stitched."""

    suffix: str
    shape: Shape
    folded: bool
    paper: tuple[float, float]


class BookFile(NamedTuple):
    """A file of a book: its name and format; None is HTML."""

    path: str
    component: Component
    format: Format | None


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
                self._told["editions"] = editions(self.sources)
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

    def leaflet(self, paper: tuple[float, float], scale: float = 1.1) -> Format:
        """Whole pages of a paper (mm, upright), as for a start-here page; body of 11 pt."""
        return Format("", Shape(*paper, 20.0, 18.0, 22.0, scale), False, paper)

    def _large(self, paper: tuple[float, float]) -> Format:
        body = self.styles.text.get("body")
        scale = LARGE / body.size if body else 1.0
        return Format("-large-print", Shape(*paper, 22.0, 20.0, 24.0, scale), False, paper)

    def sheets(self, laid: Laid, format_: Format, duplex: bool = True) -> list[Sheet]:
        """The sheets of a format; without `duplex` all fronts, then all backs."""
        scenes = [page.scene for page in laid.pages]
        if format_.folded:
            folded = booklet(scenes, format_.paper, last=laid.last)
            return sorted(folded, key=lambda sheet: not duplex and sheet.side == "back")
        return list(single(scenes, {n: page.links for n, page in enumerate(laid.pages, 1)}))

    def spots(self, laid: Laid, format_: Format, duplex: bool = True) -> list[Spot]:
        """Where each page of the book is in a format's file, in reading order."""
        count, wide = len(laid.pages), format_.paper[0]
        if not format_.folded:
            return [Spot(n, 0.0, wide, page.foot) for n, page in enumerate(laid.pages)]
        total = count + -count % 4
        sides = order(total)
        if not duplex:
            sides = sides[::2] + sides[1::2]
        places = {
            number: (n, cell) for n, side in enumerate(sides) for cell, number in enumerate(side)
        }
        spots = []
        for n, page in enumerate(laid.pages, 1):
            at, cell = places[total if laid.last and n == count else n]
            spots.append(Spot(at, cell * wide / 2, (cell + 1) * wide / 2, page.foot))
        return spots

    def write(
        self, flow: Flow, laid: Laid, format_: Format, path: File, manner: Manner = PLAIN
    ) -> Written:
        """Write a format to `path`; raises Refused."""
        return write_pdf(
            path,
            self.sheets(laid, format_, manner.duplex),
            faces=self.faces,
            title=flow.title,
            author=self.game.file.credits.author,
            subject=f"version {self.game.file.version}",
            flip=flip_of(format_),
            bookmarks=() if format_.folded else laid.bookmarks,
            language=flow.language,
            manner=manner,
        )

    def prove(
        self,
        flow: Flow,
        laid: Laid,
        format_: Format,
        path: File,
        shown: str,
        manner: Manner = PLAIN,
    ) -> None:
        """Read a written format back: thing by thing, then word by word."""
        from generator.proof.book import prove_book  # noqa: PLC0415 - a reader nobody else needs
        from generator.proof.pdf import prove_pdf  # noqa: PLC0415

        sheets = self.sheets(laid, format_, manner.duplex)
        prove_pdf(
            path,
            sheets,
            shown=shown,
            faces=self.faces,
            problems=self.problems,
            title=flow.title,
            flip=flip_of(format_),
            manner=manner,
        )
        prove_book(
            path,
            texts=texts_of(flow, laid),
            spots=self.spots(laid, format_, manner.duplex),
            links={n: sheet.links for n, sheet in enumerate(sheets)},
            bookmarks=() if format_.folded else laid.bookmarks,
            shown=shown,
            problems=self.problems,
        )

    def write_html(self, flow: Flow, laid: Laid, path: File) -> str:
        """Write the flow as a page for browsers and return its sha256 in hex; raises Refused."""
        from generator.write.html import write_html  # noqa: PLC0415 - not every order has books

        author = self.game.file.credits.author
        return write_html(
            path,
            flow,
            author=author,
            pages=laid.numbers,
            icons=self._icons(flow),
            letters=self._letters(flow),
        )

    def _letters(self, flow: Flow) -> Letters:
        """The font files of a page: of its text, and of the runs of its figures."""
        from generator.compose.webfont import fit, webfonts  # noqa: PLC0415
        from generator.write.html import Letters  # noqa: PLC0415

        body = self.styles.text["body"]
        head = self.styles.text.get("heading-1", body).font
        plain = body.font
        text = (plain, body.bold or plain, body.italic or plain, body.bold_italic or plain)
        said = set("".join(texts_of(flow, None))) | set(map(chr, range(32, 127)))
        shown: dict[str, set[str]] = {face: set(said) for face in (*text, head)}
        for scene in scenes(flow):
            for item in scene.items:
                if isinstance(item, Run):
                    shown.setdefault(item.font, set()).update(item.text)
        plain, bold, italic, both, head = (face if fit(face) else "" for face in (*text, head))
        return Letters(webfonts(shown, self.faces), (plain, bold, italic, both), head)

    def prove_html(self, flow: Flow, laid: Laid, path: File, shown: str) -> None:
        """Read a written page for browsers back."""
        from generator.proof.book import prove_html  # noqa: PLC0415

        prove_html(path, texts=texts_of(flow, laid), shown=shown, problems=self.problems)

    def _icons(self, flow: Flow) -> dict[str, tuple[tuple[Path, ...], tuple[float, float]]]:
        """The small drawings of a flow's texts, 10 mm high; the laid-out pages tell of faults."""
        art, found = Art(self.sources), {}
        for name in sorted({word.icon for line, _ in lines(flow) for word in line if word.icon}):
            with suppress(Flaw):
                found[name] = art.small(name, 10.0)
        return found

    # What the walk needs: files of the components of kind `book`.

    def files(self, paper: tuple[float, float], *, large: bool = False) -> list[BookFile]:
        """The files of all books for a paper (mm, upright), in print order."""
        out = []
        for one in self.components:
            if one.spec.kind == "book":
                for made in self.formats(paper, large=large):
                    out.append(BookFile(f"{one.id}{made.suffix}.pdf", one, made))
                out.append(BookFile(f"{one.id}.html", one, None))
        return out

    def made(self, file: BookFile, paper: tuple[float, float]) -> tuple[Flow, Laid] | None:
        """Compose and check: a file's flow and pages; None after a problem."""
        spec, where = file.component.spec, file.component.where
        flow = self.flow(spec.text or "", where, title=spec.name)
        if flow is None:
            return None
        shape = file.format.shape if file.format else self.formats(paper)[0].shape
        laid = self.laid(flow, shape)
        return None if laid is None else (flow, laid)

    def written(
        self, file: BookFile, paper: tuple[float, float], folder: File, manner: Manner = PLAIN
    ) -> Written | None:
        """Write a file into the folder; None after a problem. HTML has one page."""
        made = self.made(file, paper)
        if made is None:
            return None
        try:
            if file.format is None:
                return Written(1, self.write_html(*made, folder / file.path))
            return self.write(*made, file.format, folder / file.path, manner)
        except Refused as refused:
            self.problems.extend(refused.problems)
            return None

    def proved(
        self,
        file: BookFile,
        paper: tuple[float, float],
        path: File,
        shown: str,
        manner: Manner = PLAIN,
    ) -> None:
        """Proof: a written file read back and compared with what it was made from."""
        made = self.made(file, paper)
        if made is None:
            return
        if file.format is None:
            self.prove_html(*made, path, shown)
        else:
            self.prove(*made, file.format, path, shown, manner)


def flip_of(format_: Format) -> Flip:
    """The edge that sheets of a format are turned about."""
    return "short" if format_.folded else "long"


def texts_of(flow: Flow, laid: Laid | None) -> list[str]:
    """Every text of a book in reading order, as it is printed."""
    numbers = laid.numbers if laid else {}
    cover = flow.cover
    drawn = cover and cover.whole and laid is not None and cover.figure
    texts = [cover.title, cover.subtitle, *cover.credits] if cover and not drawn else []
    for line, _ in lines(flow):
        said = [str(numbers.get(w.page, "")) if w.page else w.text for w in line]
        texts.append("".join(said))
    return texts


def half_of(paper: tuple[float, float]) -> tuple[float, float]:
    """The page of a booklet on that paper: its half, A sizes in whole mm as ISO 216 has them."""
    width, half = paper[0], paper[1] / 2
    whole = abs(paper[0] - round(paper[0])) < 1e-9 and abs(paper[1] - round(paper[1])) < 1e-9
    return (float(int(half)) if whole else half, width)

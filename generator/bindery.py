"""A press in, the files of its order's books out: composed, checked, written, proved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.impose.booklet import turned_over
from generator.load.find import GameSources
from generator.model.game import Component
from generator.press import Press
from generator.problems import Refused
from generator.scene import Sheet
from generator.write.manifest import FileEntry

if TYPE_CHECKING:
    from generator.books import BookFile, Books, Format
    from generator.compose.pages import Laid
    from generator.flow import Flow

SCALES = (1.1, 1.05, 1.0)
"""Sizes of a body of 10 pt that are tried, so that a text such as start-here stays one page."""


class Bindery:
    """The books of one press, whose problems gather in the press's own list."""

    def __init__(self, press: Press) -> None:
        self._press = press
        size = press.sizes.papers[press.target.paper]
        self._paper = size.width, size.height
        self._books: Books | None = None

    @property
    def books(self) -> Books:
        """The maker of books, loaded when there is one to make."""
        if self._books is None:
            from generator.books import Books  # noqa: PLC0415 - orders of cards do without

            press = self._press
            self._books = Books(
                press.game,
                press.rules,
                GameSources(press.workspace, press.place),
                press.composer,
                tuple(press.game.components.values()),
                press.making.players,
                press.problems,
            )
        return self._books

    def files(self) -> list[BookFile]:
        """The files of the books that the order asks for; none where it asks for single cards."""
        press, order = self._press, self._press.order
        wanted = {one.id for one in press.books() if not order.only or one.id in order.only}
        if order.cards or not wanted:
            return []
        found = self.books.files(self._paper, large=order.large_print)
        return [file for file in found if file.component.id in wanted]

    def folded(self, book: Component) -> list[Sheet]:
        """The sheets of a book to fold and stitch, for the target's own flip edge.

        In large print, which is not folded, its pages as they are. None after a problem.
        """
        press = self._press
        files = [one for one in self.files() if one.component.id == book.id and one.format]
        for file in sorted(files, key=lambda one: not (one.format and one.format.folded)):
            made = self.books.made(file, self._paper)
            if made is None or file.format is None:
                return []
            sheets = self.books.sheets(made[1], file.format, press.manner.duplex)
            if file.format.folded and press.target.flip == "long":
                return [turned_over(s) if s.side == "back" else s for s in sheets]
            return sheets
        return []

    def checked(self, file: BookFile) -> None:
        """Compose a file and check what it would say."""
        self.books.made(file, self._paper)

    def printed(self, file: BookFile, folder: Path) -> FileEntry | None:
        """Write and prove a file and give its entry; None after a problem."""
        press, order = self._press, self._press.order
        press.tell(file.path, 0, 1)
        self.checked(file)
        if press.problems.fatal(order.strict):
            return None
        written = self.books.written(file, self._paper, folder, press.manner)
        if written is None:
            return None
        if order.checked:
            self.proved(file, folder / file.path, file.path)
        return FileEntry(
            path=file.path,
            component=file.component.id,
            pages=written.pages,
            cards=1,
            counts=self.counts(file),
            sha256=written.sha256,
        )

    def leaflet(
        self, text: str, title: str, path: str, folder: Path, more: Mapping[str, Any]
    ) -> FileEntry | None:
        """Write and prove whole pages from the text file called `text`; None after a problem.

        `more` are names that the text may use besides those of every book (`story.told`).
        """
        press, books = self._press, self.books
        made = self._leaflet(text, title, more)
        if made is None or press.problems.fatal(press.order.strict):
            return None
        try:
            written = books.write(*made, folder / path, press.manner)
        except Refused as refused:
            press.problems.extend(refused.problems)
            return None
        if press.order.checked:
            books.prove(*made, folder / path, path, press.manner)
        return FileEntry(path, "", written.pages, 0, {}, written.sha256)

    def check_leaflet(self, text: str, title: str, more: Mapping[str, Any]) -> None:
        """Compose whole pages from a text file, so that what is wrong with them is noted."""
        self._leaflet(text, title, more)

    def prove_leaflet(
        self, text: str, title: str, path: Path, shown: str, more: Mapping[str, Any]
    ) -> None:
        """Read written pages back and compare them with those composed afresh."""
        made = self._leaflet(text, title, more)
        if made is not None:
            self.books.prove(*made, path, shown, self._press.manner)

    def _leaflet(
        self, text: str, title: str, more: Mapping[str, Any]
    ) -> tuple[Flow, Laid, Format] | None:
        where = self._press.game.where
        flow = self.books.flow(text, where, title=title, cover=False, more=more)
        if flow is None:
            return None
        made = None
        for scale in SCALES:
            format_ = self.books.leaflet(self._paper, scale)
            laid = self.books.laid(flow, format_.shape)
            if laid is not None and len(laid.pages) == 1:
                return flow, laid, format_
            if laid is None or made is not None:
                continue
            made = flow, laid, format_
        return made

    def counts(self, file: BookFile) -> dict[str, int]:
        """What the manifest says of a file: one book."""
        return {file.component.id: 1}

    def proved(self, file: BookFile, path: Path, shown: str) -> None:
        """Read a written file back and compare it with the book composed afresh."""
        self.books.proved(file, self._paper, path, shown, self._press.manner)

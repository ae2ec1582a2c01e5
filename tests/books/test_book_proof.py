"""Proof of books: each kind of fault in a file is found; what is written is told sound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from shelf import A4, Shelf, long_text

from generator.books import Books, Format, flip_of, texts_of
from generator.compose.pages import Laid
from generator.flow import Flow
from generator.geometry import Box
from generator.problems import Problems
from generator.proof.book import prove_book, prove_html
from generator.scene import Bookmark, Link, Placed, Run, Sheet
from generator.write.pdf import write_pdf

Change = Callable[[list[Sheet], list[Bookmark]], None]


class Bench:
    """A book whose sheets are changed before they are written, then proved against the flow."""

    def __init__(self, shelf: Shelf, tmp: Path, suffix: str = "") -> None:
        made = shelf.bound(long_text(4), A4, suffix)
        self.books: Books
        self.flow: Flow
        self.laid: Laid
        self.format: Format
        self.books, self.flow, self.laid, self.format = made
        self.path = tmp / "book.pdf"

    def prove(self, change: Change | None = None) -> list[str]:
        """The codes of the faults that the book's own proof tells."""
        sheets = self.books.sheets(self.laid, self.format)
        due = list(sheets)
        marks = [] if self.format.folded else list(self.laid.bookmarks)
        wanted = list(marks)
        if change:
            change(sheets, marks)
        write_pdf(
            self.path,
            sheets,
            faces=self.books.faces,
            title="T",
            author="A",
            subject="S",
            flip=flip_of(self.format),
            bookmarks=marks,
        )
        problems = Problems()
        prove_book(
            self.path,
            texts=texts_of(self.flow, self.laid),
            spots=self.books.spots(self.laid, self.format),
            links={n: sheet.links for n, sheet in enumerate(due)},
            bookmarks=wanted,
            shown="book.pdf",
            problems=problems,
        )
        assert all(p.where.file == "book.pdf" for p in problems)
        return [p.code for p in problems]


@pytest.fixture(params=["", "-booklet", "-large-print"])
def bench(request: pytest.FixtureRequest, shelf: Shelf, tmp_path: Path) -> Bench:
    return Bench(shelf, tmp_path, request.param)


def changed(sheet: Sheet, cell: int, change: Callable[[Placed], Placed]) -> Sheet:
    placed = tuple(change(p) if p.cell == cell else p for p in sheet.placed)
    return sheet._replace(placed=placed)


def without(text: str) -> Callable[[Placed], Placed]:
    """The page without the lines that hold a text."""

    def lost(placed: Placed) -> Placed:
        scene = placed.scene
        items = tuple(i for i in scene.items if not (isinstance(i, Run) and text in i.text))
        return placed._replace(scene=scene._replace(items=items))

    return lost


def test_books_as_written_are_sound(bench: Bench) -> None:
    assert bench.prove() == []


@pytest.mark.parametrize(
    "text", ["has understood", "Below 2", "first of 3", "row 2-1", "Last words"]
)
def test_a_lost_line(bench: Bench, text: str) -> None:
    def lose(sheets: list[Sheet], _marks: list[Bookmark]) -> None:
        sheets[:] = [changed(changed(s, 0, without(text)), 1, without(text)) for s in sheets]

    codes = bench.prove(lose)
    assert "proof-flow" in codes
    assert set(codes) == {"proof-flow"}


def test_swapped_pages(bench: Bench) -> None:
    def swap(sheets: list[Sheet], _marks: list[Bookmark]) -> None:
        a, b = sheets[1], sheets[2]
        sheets[1] = a._replace(placed=b.placed)
        sheets[2] = b._replace(placed=a.placed)

    assert "proof-flow" in bench.prove(swap)


def test_lines_in_another_order(bench: Bench) -> None:
    def swap(sheets: list[Sheet], _marks: list[Bookmark]) -> None:
        def turn(placed: Placed) -> Placed:
            return placed._replace(
                scene=placed.scene._replace(items=tuple(reversed(placed.scene.items)))
            )

        sheets[1] = changed(sheets[1], 0, turn)

    assert "proof-flow" in bench.prove(swap)


def test_a_page_pushed_into_the_edge(bench: Bench) -> None:
    def push(sheets: list[Sheet], _marks: list[Bookmark]) -> None:
        def up(placed: Placed) -> Placed:
            top = min(item.y for item in placed.scene.items if isinstance(item, Run))
            return placed._replace(y=6.0 - top)

        sheets[1] = changed(sheets[1], 0, up)

    codes = bench.prove(push)
    assert "proof-margin" in codes


def test_links_and_outline(shelf: Shelf, tmp_path: Path) -> None:
    bench = Bench(shelf, tmp_path)
    at = next(n for n, s in enumerate(bench.books.sheets(bench.laid, bench.format)) if s.links)

    def links(change: Callable[[Sequence[Link]], Sequence[Link]]) -> Change:
        def made(sheets: list[Sheet], _marks: list[Bookmark]) -> None:
            sheets[at] = sheets[at]._replace(links=tuple(change(sheets[at].links)))

        return made

    def marks(change: Callable[[list[Bookmark]], None]) -> Change:
        return lambda _sheets, found: change(found)

    first = Link(Box(20, 20, 10, 4), "https://a.example/\N{LATIN SMALL LETTER E WITH ACUTE}")
    for change in (
        links(lambda found: found[1:]),
        links(lambda found: [*found, first]),
        links(lambda found: [found[0]._replace(page=found[0].page + 1), *found[1:]]),
        links(lambda found: [found[0]._replace(y=found[0].y + 9), *found[1:]]),
        links(lambda found: [found[0]._replace(to="https://b.example"), *found[1:]]),
        links(lambda found: [found[0]._replace(box=Box(1, 1, 5, 5)), *found[1:]]),
    ):
        assert set(bench.prove(change)) == {"proof-links"}
    for edit in (
        lambda found: found.pop(),
        lambda found: found.append(Bookmark("More", 1, 1, 0.0)),
        lambda found: found.__setitem__(1, found[1]._replace(title="Else")),
        lambda found: found.__setitem__(1, found[1]._replace(page=1)),
    ):
        assert set(bench.prove(marks(edit))) == {"proof-outline"}


def test_web_addresses_arrive(shelf: Shelf, tmp_path: Path) -> None:
    text = "Mail [us](mailto:a@b.example) or [look](https://a.example/b?c=d&e=%20#f)."
    books, flow, laid, wanted = shelf.bound(text)
    books.write(flow, laid, wanted, tmp_path / "a.pdf")
    books.prove(flow, laid, wanted, tmp_path / "a.pdf", "a.pdf")
    assert not list(shelf.problems)
    assert [link.to for link in laid.pages[1].links] == [
        "mailto:a@b.example",
        "https://a.example/b?c=d&e=%20#f",
    ]


def test_files_that_are_none(shelf: Shelf, tmp_path: Path) -> None:
    problems = Problems()
    path = tmp_path / "none.pdf"
    for content in (b"", b"%PDF-1.7 nonsense", None):
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
        prove_book(
            path, texts=[], spots=[], links={}, bookmarks=[], shown="none.pdf", problems=problems
        )
        prove_html(path, texts=["x"], shown="none.html", problems=problems)
    assert {p.code for p in problems} == {"proof-unreadable", "proof-flow"}


def test_missing_pages(bench: Bench) -> None:
    def lose(sheets: list[Sheet], marks: list[Bookmark]) -> None:
        del sheets[-1]
        marks[:] = [mark for mark in marks if mark.page <= len(sheets)]

    assert "proof-pages" in bench.prove(lose)


def test_pages_for_browsers(shelf: Shelf, tmp_path: Path) -> None:
    books, flow, laid, _ = shelf.bound(long_text(2))
    path = tmp_path / "book.html"
    books.write_html(flow, laid, path)
    page = path.read_text("utf-8")

    def faults(text: str) -> set[str]:
        path.write_text(text, "utf-8")
        problems = Problems()
        prove_html(path, texts=texts_of(flow, laid), shown="b.html", problems=problems)
        return {p.code for p in problems}

    assert faults(page) == set()
    assert faults(page.replace("four drawers", "five drawers", 1)) == {"proof-flow"}
    assert faults(page.replace("first of 1", "")) == {"proof-flow"}
    assert faults(page.replace('href="#chapter-a-of-it"', 'href="#gone"', 1)) == {"proof-links"}
    assert faults(page.replace("<main>", '<main id="index:1">')) == {"proof-links"}
    assert faults(page.replace("<main>", "<main><script>1</script>")) == {"proof-extra"}
    assert faults(page.replace("<main>", '<main><img src="https://a.example/x.png" alt="x">')) == {
        "proof-extra"
    }
    assert faults(page.replace("<main>", '<main onclick="x()">')) == {"proof-extra"}
    assert faults(page.replace("aria-label", "aria-nothing", 1)) == {"proof-extra"}

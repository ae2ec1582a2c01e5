"""Pages of a book: nothing lost, nothing split that belongs together, numbers that are right."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shelf import A4, LETTER, LOREM, PLAYS, Shelf, long_text

from generator.books import texts_of
from generator.compose.column import shared, side_by_side
from generator.compose.pages import Laid, Page
from generator.compose.strips import Strip
from generator.geometry import Box, bounds
from generator.scene import Colour, Run
from generator.scene import Path as Drawn


def runs(page: Page) -> list[Run]:
    """The lines of a page that are no foot."""
    items = page.scene.items
    return [one for one in items[: len(items) - page.foot] if isinstance(one, Run)]


def squeezed(text: str) -> str:
    return "".join(text.split()).replace("\ufffc", "")


def words(laid: Laid) -> str:
    return squeezed("".join(run.text for page in laid.pages for run in runs(page)))


BLOCKS = st.one_of(
    st.sampled_from(["# Head", "## Lower head", "### Lowest"]),
    st.integers(1, 9).map(lambda n: " ".join([LOREM] * n)),
    st.integers(1, 8).map(lambda n: "".join(f"- item {k} {LOREM[: k * 40]}\n" for k in range(n))),
    st.integers(1, 30).map(lambda n: "| A | B |\n|---|--:|\n" + "| one | two |\n" * n),
    st.integers(1, 4).map(lambda n: f":::note Note\n{' '.join([LOREM] * n)}\n:::"),
    st.just('::figure{component="deck" card="one two" width="70" caption="A figure"}'),
    st.just("::page-break"),
)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(BLOCKS, min_size=1, max_size=14), st.sampled_from(["", "-large-print"]))
def test_nothing_is_lost_or_torn(shelf: Shelf, blocks: list[str], suffix: str) -> None:
    numbered = [f"{b} {n}" if b.startswith("#") else b for n, b in enumerate(blocks)]
    _, flow, laid, wanted = shelf.bound("\n\n".join(numbered), suffix=suffix)
    assert not list(shelf.problems)
    said, at = words(laid), 0
    for text in texts_of(flow, laid):
        at = said.find(squeezed(text), at)
        assert at >= 0, text
        at += len(squeezed(text))
    shape = wanted.shape
    column = shape.column.grow(0.05)
    for page in laid.pages[1:-1]:
        mine = runs(page)
        for run in mine:
            assert column.holds(Box(run.x, run.y - 1, run.width, 1)), run
        if mine and page is not laid.pages[-2] and "::page-break" not in blocks:
            assert not mine[-1].font.startswith("oswald"), f"{mine[-1].text!r} ends a page"
    whole = Box(0, 0, shape.width, shape.height).grow(-5)
    for page in laid.pages:
        for item in page.scene.items:
            if isinstance(item, Drawn):
                drawn = bounds(item.segments)
                seen = drawn.meet(bounds(item.clip)) if item.clip else drawn
                assert seen is None or whole.holds(seen)


def test_no_line_of_a_paragraph_stands_alone(shelf: Shelf) -> None:
    for lead in range(1, 14):
        text = "\n\n".join([*["One line."] * lead, *[" ".join([LOREM] * 3)] * 6])
        _, _, laid, _ = shelf.bound(text)
        for page in laid.pages[1:-2]:
            lines: dict[int, dict[float, None]] = {}
            for run in runs(page):
                lines.setdefault(run.element, {})[round(run.y, 3)] = None
            first, last = runs(page)[0].element, runs(page)[-1].element
            for element in (first, last):
                said = " ".join(r.text for r in runs(page) if r.element == element)
                assert len(lines[element]) > 1 or "One line." in said


def test_contents_and_index_name_the_right_pages(shelf: Shelf) -> None:
    _, flow, laid, _ = shelf.bound(long_text(9))
    assert not list(shelf.problems)
    heads = {mark.title: mark.page for mark in laid.bookmarks}
    contents = " ".join(run.text for page in laid.pages[1:3] for run in runs(page))
    for n in range(1, 10):
        title = f"Chapter {chr(64 + n)} of it"
        page = heads[title]
        assert title in " ".join(run.text for run in runs(laid.pages[page - 1]))
        assert f"{title} {page}" in contents
    assert laid.numbers["chapter-a-of-it"] == heads["Chapter A of it"]
    index = " ".join(run.text for run in runs(laid.pages[heads["Index"] - 1]))
    for entry in range(3):
        pages = sorted(
            {
                number
                for number, page in enumerate(laid.pages, 1)
                for k in range(1, 10)
                if k % 3 == entry and f"word {k} " in " ".join(r.text for r in runs(page)) + " "
            }
        )
        assert f"entry {entry} " + " , ".join(map(str, pages)) in index.replace(
            " ,", " , "
        ).replace("  ", " ")
    assert laid.last
    assert flow.back


def test_tables_repeat_their_heads(shelf: Shelf) -> None:
    rows = "".join(f"| row {n} | {n} |\n" for n in range(90))
    _, _, laid, _ = shelf.bound("| Left | Right |\n|---|--:|\n" + rows)
    for page in laid.pages[1:-1]:
        assert [run.text for run in runs(page)][:2] == ["Left", "Right"]
        assert len(runs(page)) > 6


def test_a_column_may_hold_icons_alone(shelf: Shelf) -> None:
    _, _, laid, _ = shelf.bound("| | Word | Row |\n|:-:|---|--:|\n| :dot: | end | 9 :dot: |\n")
    assert not shelf.problems.of("error")
    (table,) = (page for page in laid.pages if any(run.text == "end" for run in runs(page)))
    end = max(box.x + box.w for box in (bounds(one.segments) for one in table.scene.items
              if isinstance(one, Drawn)))  # fmt: skip
    word = next(run for run in runs(table) if run.text == "end")
    dots = [bounds(one.segments) for one in table.scene.items
            if isinstance(one, Drawn) and bounds(one.segments).h > 1]  # fmt: skip
    assert dots[0].x + dots[0].w < word.x
    assert dots[-1].x + dots[-1].w <= end


def test_small_books(shelf: Shelf) -> None:
    books, flow, laid, wanted = shelf.bound("")
    assert [len(runs(page)) > 0 for page in laid.pages] == [True, False, True]
    assert texts_of(flow, laid)[0] == flow.cover.title  # type: ignore[union-attr]
    assert len(books.sheets(laid, wanted)) == 3


def test_blocks_that_no_page_holds(shelf: Shelf) -> None:
    shelf.bound("First.\n\n:::note\n" + " ".join([LOREM] * 40) + "\n:::")
    (problem,) = shelf.problems
    assert problem.code == "book-tall"
    assert problem.where.line == 3
    assert "mm" in problem.says
    other = Shelf(shelf.root)
    cell = "Donaudampfschifffahrtsgesellschaft" * 2
    other.bound(f"| a | b |\n|---|---|\n| {cell} | {cell} |\n")
    assert [(p.code, p.where.line) for p in other.problems] == [("book-wide", 1)]


def test_a_tall_figure_is_made_to_fit(shelf: Shelf) -> None:
    _, _, laid, wanted = shelf.bound(
        '::figure{component="deck" card="one" width="500" caption="x"}'
    )
    assert not list(shelf.problems)
    drawn = [i for i in laid.pages[1].scene.items if isinstance(i, Drawn)]
    assert bounds(drawn[-1].segments).h <= wanted.shape.column.h


def test_characters_that_cannot_be_set(shelf: Shelf) -> None:
    shelf.bound("Fine.\n\nא \U0001f98a \u4e00")
    assert {(p.code, p.where.line) for p in shelf.problems} == {
        ("glyph-missing", 3),
        ("script-refused", 3),
    }


def test_a_paragraph_without_end(shelf: Shelf) -> None:
    shelf.bound("One.\n\n" + "word " * 11_000)
    assert {(p.code, p.where.line) for p in shelf.problems} == {("text-overflow", 3)}


def test_icons_that_are_not_there(shelf: Shelf) -> None:
    shelf.bound("One.\n\nTwo :nothing: three.")
    assert {(p.code, p.where.line) for p in shelf.problems} == {("file-missing", 3)}


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("suffix", ["", "-booklet", "-large-print"])
def test_files_are_sound_and_equal(
    shelf: Shelf, tmp_path: Path, paper: tuple[float, float], suffix: str
) -> None:
    written = []
    for name in ("a.pdf", "b.pdf"):
        books, flow, laid, wanted = shelf.bound(long_text(4), paper, suffix, plays=PLAYS)
        written.append(books.write(flow, laid, wanted, tmp_path / name))
        books.prove(flow, laid, wanted, tmp_path / name, name)
    assert not list(shelf.problems)
    assert written[0] == written[1]
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    data = (tmp_path / "a.pdf").read_bytes()
    assert b"Helvetica" not in data
    assert b"/Times" not in data
    pdf = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    info = pdf.get_metadata_dict()
    assert info["Title"] == "The Fox and the Filing Cabinet: Rulebook"
    assert info["Author"] == "Ada Fox"
    assert info["Producer"].startswith("cardwright")
    toc = [mark.get_title() for mark in pdf.get_toc()]
    assert toc == ([] if suffix == "-booklet" else [mark.title for mark in laid.bookmarks])
    pdf.close()


def test_sizes_of_type(shelf: Shelf) -> None:
    for suffix, body in (("", 10.0), ("-large-print", 14.0)):
        _, _, laid, wanted = shelf.bound(long_text(3), suffix=suffix)
        sizes = [r.size for p in laid.pages for r in runs(p) if r.use == "book"]
        assert min(sizes) >= 9.5
        assert max(set(sizes), key=sizes.count) == pytest.approx(body)
        assert wanted.shape.width == (148.0 if not suffix else 210.0)


def test_small_type_is_a_fault(shelf: Shelf) -> None:
    shelf.write("templates/book.yaml", "extends: book\ntext:\n  table: {extends: body, size: 9}\n")
    shelf.bound("| A |\n|---|\n| small |\n")
    assert {p.code for p in shelf.problems} == {"text-small"}
    assert all(p.where.line == 1 for p in shelf.problems)


def test_styles_without_a_body(shelf: Shelf) -> None:
    shelf.write(
        "templates/book.yaml",
        'palette: {ink: "#000000"}\ntext:\n  x: {font: oswald-700, size: 9}\n',
    )
    shelf.write("rulebook.md", "Words.")
    books = shelf.books()
    flow = books.flow("rulebook.md", books.game.where, title="x")
    assert flow is not None
    assert books.laid(flow, books.formats(A4)[0].shape) is None
    assert [p.code for p in shelf.problems] == ["style-unknown"]


@given(
    st.lists(st.tuples(st.floats(1, 60), st.floats(0, 60)), min_size=1, max_size=7),
    st.floats(0, 80),
)
def test_columns_share_their_room(columns: list[tuple[float, float]], spare: float) -> None:
    least = [one for one, _ in columns]
    wish = [one + more for one, more in columns]
    width = min(sum(least) + spare, sum(wish))
    made = shared(wish, least, width)
    assert sum(made) == pytest.approx(width)
    for got, low, high in zip(made, least, wish, strict=True):
        assert low - 1e-6 <= got <= high + 1e-6


@given(st.lists(st.integers(1, 5), min_size=1, max_size=20))
def test_two_columns_hold_all_and_tear_nothing(sizes: list[int]) -> None:
    def line(group: int, n: int) -> Strip:
        run = Run(0.0, 3.0, f"{group}.{n}", "f", 9.5, Colour(0, 0, 0), 5.0)
        return Strip(4.0, (run,))

    groups = [[line(g, n) for n in range(size)] for g, size in enumerate(sizes)]
    rows = side_by_side(groups, 60.0)
    found = [item for row in rows for item in row.items if isinstance(item, Run)]
    left = [run.text for run in found if run.x == 0.0]
    right = [run.text for run in found if run.x == 60.0]
    assert left + right == [f"{g}.{n}" for g, size in enumerate(sizes) for n in range(size)]
    assert not {t.split(".")[0] for t in left} & {t.split(".")[0] for t in right}
    assert len(rows) <= sum(sizes) // 2 + max(sizes)


def test_leaflets_have_no_cover(shelf: Shelf, tmp_path: Path) -> None:
    shelf.write(
        "templates/start.md",
        "# Start here\n\nLoad {{ sheets }} sheets. ::x\n\n1. Print.\n2. Cut.\n",
    )
    books = shelf.books()
    flow = books.flow("start.md", books.game.where, title="Start", cover=False, more={"sheets": 7})
    assert flow is not None
    for paper in (A4, LETTER):
        wanted = books.leaflet(paper)
        laid = books.laid(flow, wanted.shape)
        assert laid is not None
        assert len(laid.pages) == 1
        path = tmp_path / "start.pdf"
        books.write(flow, laid, wanted, path)
        books.prove(flow, laid, wanted, path, "start.pdf")
    assert not list(shelf.problems)
    assert "Load7sheets" in words(laid)

"""What makes a book look like its game: drawn covers, tabs, asides, short tables kept whole."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from shelf import LOREM, Shelf

from generator.compose.column import text_of
from generator.flow import Heading
from generator.load.editions import editions
from generator.load.find import GameSources, Workspace
from generator.scene import Item, Run
from generator.scene import Path as Drawn

FRONT = """<card>
  <rect box="0 0 r0 b0" fill="ink"/>
  <text box="10 20 r10 12" style="title">Fox front</text>
</card>
"""
COVER = '::cover{template="front.xml" size="100 150" alt="A fox in ink"}\n\n# In it\n\nWords.\n'
DRESS = """extends: book
palette:
  tab: "#EEDDAA"
text:
  aside: {extends: body, font: special-elite}
"""
TAB = (0xEE, 0xDD, 0xAA)
BANNER = (0x22, 0x33, 0x55)
OVERLAY = """id: wolves
base: fox
name: With wolves
replace:
  rules.yaml:
    figures: {start_hp: {value: 9, variant: Wolves bite.}}
"""


def test_a_drawing_is_the_whole_cover(shelf: Shelf, tmp_path: Path) -> None:
    shelf.write("templates/front.xml", FRONT)
    books, flow, laid, format_ = shelf.bound(COVER)
    cover = laid.pages[0].scene
    assert [i.text for i in cover.items if isinstance(i, Run)] == ["Fox front"]
    ground = next(i for i in cover.items if isinstance(i, Drawn))
    xs = [x for part in ground.segments for x in part[1:2]]
    ys = [y for part in ground.segments for y in part[2:3]]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    assert high / wide == pytest.approx(1.5, abs=0.01)
    assert high == pytest.approx(cover.size[1] - 10.0, abs=0.1)
    path = tmp_path / "book.pdf"
    books.write(flow, laid, format_, path)
    books.prove(flow, laid, format_, path, "book.pdf")
    page = tmp_path / "book.html"
    books.write_html(flow, laid, page)
    books.prove_html(flow, laid, page, "book.html")
    assert not list(shelf.problems), [str(p) for p in shelf.problems]
    text = page.read_text("utf-8")
    assert '<div class="heard">\n<h1>' in text
    assert "A fox in ink" in text
    file = pypdfium2.PdfDocument(path)
    assert "Fox front" in file[0].get_textpage().get_text_range()
    file.close()


@pytest.mark.parametrize(
    "given",
    ["", 'component="deck" template="front.xml"', 'template="front.xml" size="100 150"'],
)
def test_covers_that_say_too_little_or_too_much(shelf: Shelf, given: str) -> None:
    shelf.write("templates/front.xml", FRONT)
    assert shelf.only(f"::cover{{{given}}}\n\n# In it\n").code == "book-markup"


def test_chapters_stand_on_tabs_and_asides_have_their_letters(shelf: Shelf) -> None:
    shelf.write("templates/book.yaml", DRESS)
    _, _, laid, _ = shelf.bound("# Chapter\n\nText.\n\n## Below\n\n> Aside.\n")
    assert not list(shelf.problems), [str(p) for p in shelf.problems]
    items = laid.pages[1].scene.items
    tabs = [i for i in items if isinstance(i, Drawn) and i.fill and i.fill[:3] == TAB]
    assert len(tabs) == 1
    heading = next(i for i in items if isinstance(i, Run) and i.text == "Chapter")
    xs = [x for part in tabs[0].segments for x in part[1:2]]
    assert min(xs) < heading.x < heading.x + heading.width < max(xs)
    fonts = {i.text: i.font for i in items if isinstance(i, Run)}
    assert fonts["Aside."] == "special-elite" != fonts["Text."]


@pytest.mark.parametrize("title", ["Chapter", "A chapter of many words " * 6])
def test_chapters_stand_on_banners(shelf: Shelf, title: str) -> None:
    dress = 'extends: book\npalette: {banner: "#223355"}\n'
    white = "text:\n  heading-1: {extends: heading-1, colour: paper}\n"
    white += "  heading-2: {extends: heading-2, colour: ink}\n"
    shelf.write("templates/book.yaml", dress + white)
    _, _, laid, _ = shelf.bound(f"# {title}\n\nText.\n\n## Below\n\nMore text.\n")
    assert not list(shelf.problems), [str(p) for p in shelf.problems]
    items = laid.pages[1].scene.items
    (arrow,) = (i for i in items if isinstance(i, Drawn) and i.fill and i.fill[:3] == BANNER)
    xs = [x for part in arrow.segments for x in part[1:2]]
    ys = [y for part in arrow.segments for y in part[2:3]]
    first = title.split(maxsplit=1)[0]
    words = [i for i in items if isinstance(i, Run) and i.size == pytest.approx(20)]
    assert words[0].text.startswith(first)
    for run in words:
        assert min(xs) < run.x < run.x + run.width < max(xs)
        assert min(ys) < run.y < max(ys)


def test_pieces_in_columns(shelf: Shelf) -> None:
    one = shelf.good("::components\n").blocks[0]
    two = shelf.good('::components{columns="2"}\n').blocks[0]
    narrow, wide = list(one.rows), list(two.rows)  # type: ignore[union-attr]
    high = -(-len(narrow) // 2)
    assert len(wide) == high
    read = [row[:2] for row in wide] + [row[2:] for row in wide]
    assert [row for row in read if text_of(row[1])] == narrow
    assert shelf.only('::components{columns="9"}\n').code == "book-markup"
    assert shelf.only('::components{columns="x"}\n').code == "book-markup"


@pytest.mark.parametrize("before", range(1, 9))
def test_short_tables_stay_whole(shelf: Shelf, before: int) -> None:
    rows = "".join(f"| row{n} | {n} |\n" for n in range(8))
    text = f"# Top\n\n{(LOREM + chr(10) * 2) * before}What follows:\n\n| A | B |\n|---|---|\n{rows}"
    _, _, laid, _ = shelf.bound(text)
    found = {
        number
        for number, page in enumerate(laid.pages)
        for item in page.scene.items
        if isinstance(item, Run) and (item.text.startswith("row") or item.text == "What follows:")
    }
    assert len(found) == 1


def test_editions_are_told(shelf: Shelf) -> None:
    shelf.write("overlays/wolves.yaml", OVERLAY)
    shelf.write("overlays/torn.yaml", "id: torn\n")
    workspace = Workspace(shelf.root)
    place = workspace.place("fox")
    assert place is not None
    (one,) = editions(GameSources(workspace, place))
    assert (one["id"], one["name"]) == ("wolves", "With wolves")
    assert one["figures"] == {"start_hp": "9"}
    assert one["options"] == {}
    assert one["why"] == ["Wolves bite."]
    text = "{% for one in editions %}# {{ one.name }} {{ one.figures.start_hp }}{% endfor %}"
    flow = shelf.good(text)
    assert [text_of(b.words) for b in flow.blocks if isinstance(b, Heading)] == ["With wolves 9"]


@pytest.mark.parametrize("count", [3, 60, 64, 150])
def test_an_index_is_read_down_its_pages(shelf: Shelf, count: int) -> None:
    words = [f"w{n:03}" for n in range(count)]
    said = "\n\n".join(f"[[{word}]] {LOREM}" for word in words)
    _, _, laid, _ = shelf.bound(f"# Top\n\n{said}\n\n::page-break\n\n# Index\n\n::index\n")
    assert not list(shelf.problems), [str(p) for p in shelf.problems]
    numbers = [n for n, page in enumerate(laid.pages) if _entries(page.scene.items)]
    found = [sorted(_entries(laid.pages[n].scene.items)) for n in numbers]
    assert [word for page in found for _, _, word in page] == words
    assert len(numbers) == (1 if count < 70 else 2)


def _entries(items: tuple[Item, ...]) -> list[tuple[float, float, str]]:
    """x, y and word of each entry of the index; in the text words are followed by others."""
    size = 9.5
    return [
        (i.x, i.y, i.text[:4])
        for i in items
        if isinstance(i, Run) and i.size == size and i.text[0] == "w" and i.text[1:4].isdigit()
    ]

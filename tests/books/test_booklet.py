"""Folded books: order, padding, creep, both papers read back by another reader."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shelf import A4, LETTER, Shelf, long_text

from generator.books import half_of, texts_of
from generator.geometry import Box, rectangle
from generator.impose.booklet import THICK, booklet, order, padded, single
from generator.scene import Outline, Scene
from generator.units import PT


def page(number: int, size: tuple[float, float] = (148.0, 210.0)) -> Scene:
    outline = Outline(rectangle(Box(0, 0, *size)))
    return Scene(size, 0.0, 5.0, outline, (), f"page {number}", "front")


@given(st.integers(0, 40))
def test_every_page_once_and_back_to_back(sheets: int) -> None:
    count = 4 * sheets
    sides = order(count)
    assert len(sides) == 2 * sheets
    assert Counter(n for side in sides for n in side) == Counter(range(1, count + 1))
    for left, right in sides:
        assert left + right == count + 1
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        assert (front[1] + 1, front[0] - 1) == back  # what is turned over lies behind


def test_a_book_of_eight() -> None:
    assert order(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]
    with pytest.raises(ValueError, match="6 pages"):
        order(6)


@given(st.integers(1, 30), st.booleans())
def test_padding_keeps_the_cover_last(count: int, last: bool) -> None:
    pages = [page(n) for n in range(1, count + 1)]
    made = padded(pages, last)
    assert len(made) % 4 == 0
    assert len(made) - count < 4
    assert [one.of for one in made if one.of != "blank"] == [one.of for one in pages]
    assert made[0] is pages[0] or (last and count == 1)
    if last:
        assert made[-1] is pages[-1]
    else:
        assert made[: len(pages)] == pages
    assert padded([], last) == []


@given(st.integers(1, 40))
def test_creep_moves_inner_sheets_to_the_spine(count: int) -> None:
    sheets = list(booklet([page(n) for n in range(count)], (297.0, 210.0)))
    assert [sheet.side for sheet in sheets] == ["front", "back"] * (len(sheets) // 2)
    for n, sheet in enumerate(sheets):
        left, right = sheet.placed
        shift = (n // 2) * THICK
        assert left.x == pytest.approx(148.5 - 148 + shift)
        assert right.x == pytest.approx(148.5 - shift)
        assert left.scene.of.startswith("pages ")
        assert (left.clip.right, right.clip.x) == (148.5, 148.5)
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert front.placed[1].scene.of == back.placed[0].scene.of
        assert front.placed[1].x + 148 == pytest.approx(297 - back.placed[0].x)


def test_pages_that_are_too_large() -> None:
    with pytest.raises(ValueError, match="150 x 210"):
        list(booklet([page(1, (150.0, 210.0))], (297.0, 210.0)))
    with pytest.raises(ValueError, match="on half a sheet"):
        list(booklet([page(1, (148.0, 212.0))], (297.0, 210.0)))


def test_single_pages_bear_their_links() -> None:
    (sheet,) = single([page(1)])
    assert sheet.paper == (148.0, 210.0)
    assert sheet.links == ()


def test_half_pages() -> None:
    assert half_of(A4) == (148.0, 210.0)
    assert half_of(LETTER) == pytest.approx((139.7, 215.9))


@pytest.mark.parametrize("paper", [A4, LETTER])
@pytest.mark.parametrize("chapters", [1, 2, 5, 9])
def test_a_written_booklet_says_everything(
    shelf: Shelf, tmp_path: Path, paper: tuple[float, float], chapters: int
) -> None:
    """PDFium's own text, page half by page half in folding order, holds every word in order."""
    books, flow, laid, wanted = shelf.bound(long_text(chapters), paper, "-booklet")
    path = tmp_path / "booklet.pdf"
    written = books.write(flow, laid, wanted, path)
    assert not list(shelf.problems)
    sides = order(2 * written.pages)
    pdf = pypdfium2.PdfDocument(path)
    halves: dict[int, str] = {}
    for n, (left, right) in enumerate(sides):
        side = pdf[n]
        wide, high = side.get_size()
        assert (wide / PT, high / PT) == pytest.approx((paper[1], paper[0]), abs=0.01)
        text = side.get_textpage()
        halves[left] = text.get_text_bounded(0, 0, wide / 2, high)
        halves[right] = text.get_text_bounded(wide / 2, 0, wide, high)
        edge = 5 * PT
        for k in range(text.count_chars()):
            if not text.get_text_range(k, 1).isspace():
                a, b, c, d = text.get_charbox(k)
                assert edge <= a <= c <= wide - edge
                assert edge <= b <= d <= high - edge
                assert not a < wide / 2 < c
        grey = side.render(scale=1.0, grayscale=True).to_pil()
        (w, h), m = grey.size, int(edge)
        for strip in ((0, 0, w, m), (0, h - m, w, h), (0, 0, m, h), (w - m, 0, w, h)):
            low, _ = grey.crop(strip).getextrema()
            assert low > 250, "something is printed where printers cannot"
    pdf.close()
    whole = "".join("".join(halves[n].split()) for n in range(1, len(halves) + 1))
    at = 0
    for text in texts_of(flow, laid):
        wanted_text = "".join(text.split()).replace("\ufffc", "")
        found = whole.find(wanted_text, at)
        if found < 0:  # a foot stands within: word by word then
            for word in text.replace("\ufffc", "").split():
                found = whole.find(word, at)
                assert found >= 0, (word, text)
                at = found + len(word)
            continue
        at = found + len(wanted_text)
    feet = [f"Fox: Rulebook  \N{MIDDLE DOT}  {n}".split() for n in range(2, len(laid.pages))]
    for n, foot in enumerate(feet, 2):
        assert "".join(foot) in "".join(halves[n].split())
    assert "Last words" in halves[len(halves)]
    assert halves[1].split()[0] == "The"

"""A stranger's leaflet as paper: printed, turned, cut, folded, nested, and read page by page."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from generator.load.find import workspace
from generator.model.order import Order
from generator.pipeline import build, prove

HERE = Path(__file__).parent
TARGETS = [
    f"home-{paper}{way}" for paper in ("a4", "letter") for way in ("", "-short", "-fold", "-single")
]
PT = 72 / 25.4


class Said(NamedTuple):
    """A page's number where it was read (pt from the bottom left), and which way its top is."""

    page: int
    x: float
    y: float
    up: float


def built(into: Path, target: str, **order: Any) -> Any:
    here = workspace(HERE)
    place = here.place("orchard")
    assert place is not None
    return build(here, place, Order(target=target, **order), into)


def said(page: Any) -> list[Said]:
    text = page.get_textpage()
    out = []
    for number in range(1, 9):
        search = text.search(f"page {number}", match_whole_word=True)
        while (found := search.get_next()) is not None:
            left, bottom, right, top = text.get_charbox(found[0])
            angle = pdfium.FPDFText_GetCharAngle(text.raw, found[0])
            up = math.cos(angle)
            if abs(up) > 0.5:  # labels run along the fold, and name pages of the file
                out.append(Said(number, (left + right) / 2, (bottom + top) / 2, up))
    return out


def through(one: Said, flip: str, size: tuple[float, float]) -> Said:
    """What is printed on the back of a sheet as it lies seen through its front."""
    if flip == "long":  # turned about the upright middle of a portrait sheet
        return one._replace(x=size[0] - one.x)
    return one._replace(y=size[1] - one.y, up=-one.up)


def read(front: list[Said], back: list[Said], size: tuple[float, float]) -> list[int]:
    """The pages that a reader meets: the upper half is folded about the lower one."""
    assert len(front) == len(back) == 4
    assert all(one.up > 0.99 for one in (*front, *back)), "a page is upside down"

    def at(printed: list[Said], upper: bool, right: bool) -> int:
        (one,) = [
            one
            for one in printed
            if (one.y > size[1] / 2) == upper and (one.x > size[0] / 2) == right
        ]
        return one.page

    first = [at(side, upper, True) for upper in (True, False) for side in (front, back)]
    last = [at(side, upper, False) for upper in (False, True) for side in (back, front)]
    return [*first, *last]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("players", [2, 4])
def test_the_reader_meets_pages_one_to_eight_upright(target, players, tmp_path):
    made = built(tmp_path / "out", target, only=("guide",), players=players)
    (entry,) = made.manifest.files
    assert (entry.cards, entry.counts, entry.pages) == (players, {"guide": players}, 2 * players)
    pdf = pypdfium2.PdfDocument(made.folder / "guide.pdf")
    pages = [said(page) for page in pdf]
    size = pdf[0].get_size()
    pdf.close()
    if target.endswith("-single"):
        pairs = list(zip(pages[:players], pages[players:], strict=True))
    else:
        pairs = list(zip(pages[::2], pages[1::2], strict=True))
    flip = "short" if target.endswith("-short") else "long"
    for front, back in pairs:
        behind = [through(one, flip, size) for one in back]
        assert read(front, behind, size) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [p for p in prove(workspace(HERE), made.folder) if p.level != "note"] == []


def test_a_leaflet_turned_about_the_wrong_edge_cannot_be_read(tmp_path):
    made = built(tmp_path / "out", "home-a4", only=("guide",), players=2)
    pdf = pypdfium2.PdfDocument(made.folder / "guide.pdf")
    front, back, size = said(pdf[0]), said(pdf[1]), pdf[0].get_size()
    pdf.close()
    with pytest.raises(AssertionError, match="upside down"):
        read(front, [through(one, "short", size) for one in back], size)


@pytest.mark.parametrize(
    ("target", "page"), [("home-a4", (105.0, 148.0)), ("home-letter", (107.95, 139.7))]
)
def test_a_page_is_a_quarter_of_the_paper_and_prints_where_printers_can(target, page, tmp_path):
    made = built(tmp_path / "out", target, only=("guide",), players=2)
    pdf = pypdfium2.PdfDocument(made.folder / "guide.pdf")
    wide, high = pdf[0].get_size()
    assert (math.floor(wide / 2 / PT * 100) / 100, high / 2 / PT) == pytest.approx(page, abs=0.6)
    for sheet in pdf:
        picture = sheet.render(scale=1.0).to_pil().convert("L")
        edge = int(5 * PT) - 1
        inner = picture.crop((edge, edge, picture.width - edge, picture.height - edge))
        ink = sum(picture.histogram()[:128])
        assert ink > 100
        assert sum(inner.histogram()[:128]) == ink
    pdf.close()


def test_labels_stand_in_the_fold_and_marks_are_one_cut_and_one_fold(tmp_path):
    made = built(tmp_path / "out", "home-a4", only=("guide",), players=2)
    pdf = pypdfium2.PdfDocument(made.folder / "guide.pdf")
    for page, side in ((pdf[0], "FRONT"), (pdf[1], "BACK")):
        words = page.get_textpage().get_text_range()
        for part in ("Orchard", "Guide", "sheet 1 of 2", side, "cut across", "flip on long edge"):
            assert part in words
        assert "50 mm" in words
    pdf.close()


def test_a_kit_prints_leaflets_on_plain_paper_for_each_player(tmp_path):
    for players in (2, 3):
        made = built(tmp_path / f"out{players}", "home-a4", players=players)
        files = {entry.path: entry for entry in made.manifest.files}
        assert files["2-plain-paper.pdf"].counts == {"guide": players, "ledger": players}
        assert files["guide.pdf"].cards == players
        pdf = pypdfium2.PdfDocument(made.folder / "start-here.pdf")
        words = " ".join("".join(p.get_textpage().get_text_range() for p in pdf).split())
        pdf.close()
        assert f"Guide {players} {players}" in words  # count, sheets
        assert "lay the half with page 3 into that with page 2" in words
        assert "Crate 2" in words
        assert "Glue stick" in words or "glue stick" in words


def test_a_single_page_that_is_asked_for_brings_its_whole_leaflet(tmp_path):
    made = built(tmp_path / "out", "home-a4", cards=("plum",), copies=2)
    (entry,) = made.manifest.files
    assert (entry.path, entry.counts, entry.pages) == ("guide.pdf", {"guide": 2}, 4)

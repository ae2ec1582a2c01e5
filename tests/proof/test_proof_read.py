"""What the reader makes of files that others write: forms, turns, clips, layers, odd boxes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from test_proof_hostile import page_with

from generator.proof.faces import Face
from generator.proof.glyphs import measured
from generator.proof.ink import EVERYWHERE, Image, Shape, Words
from generator.proof.read import Page, Reader, Unreadable
from generator.units import PT

FONTS = Path(__file__).parents[2] / "fonts"
SANS = FONTS / "source-sans-3/SourceSans3_400Regular.ttf"
mm = PT


@contextmanager
def page_of(path: Path, index: int = 0) -> Iterator[Page]:
    with Reader(path) as reader, reader.page(index) as page:
        yield page


@pytest.fixture
def canvas(tmp_path: Path) -> Canvas:
    pdfmetrics.registerFont(TTFont("sans", str(SANS)))
    made = Canvas(str(tmp_path / "r.pdf"), pagesize=(100 * mm, 100 * mm), initialFontName="sans")
    made.setTitle("T")
    return made


def read(canvas: Canvas, draw: Callable[[Canvas], None]) -> list[Words | Shape | Image]:
    draw(canvas)
    canvas.save()
    with page_of(Path(canvas._filename)) as page:
        assert page.size == pytest.approx((100, 100), abs=1e-3)
        return page.things


def test_plain_line(canvas: Canvas) -> None:
    def draw(c: Canvas) -> None:
        c.setFont("sans", 12)
        c.setFillColorRGB(1, 0.5, 0)
        c.drawString(20 * mm, 70 * mm, "Two words")

    (line,) = read(canvas, draw)
    assert isinstance(line, Words)
    assert line.text == "Two words"
    assert (line.x, line.y) == pytest.approx((20, 30), abs=1e-3)
    assert (line.turn, line.font, line.colour) == (0.0, "SourceSans3-Regular", (255, 128, 0))
    assert line.size == pytest.approx(12)
    assert (line.alpha, line.odd, line.clip) == (255, "", EVERYWHERE)
    face = Face(SANS)
    width = sum(face.glyph(char).advance for char in "Two words") * 12 / PT
    assert (line.left, line.right) == pytest.approx(face.ink(line.text, 12, width, ()), abs=0.01)


@pytest.mark.parametrize("turn", [0, 30, 90, 145, 180, 270, 351])
def test_turned_line(canvas: Canvas, turn: int) -> None:
    def draw(c: Canvas) -> None:
        c.translate(50 * mm, 50 * mm)
        c.rotate(-turn)
        c.setFont("sans", 8)
        c.drawString(0, 0, "turned words")

    (line,) = read(canvas, draw)
    assert isinstance(line, Words)
    assert line.text == "turned words"
    assert (line.x, line.y) == pytest.approx((50, 50), abs=1e-3)
    assert line.turn == pytest.approx(turn, abs=1e-3)
    face = Face(SANS)
    width = sum(face.glyph(char).advance for char in line.text) * 8 / PT
    assert (line.left, line.right) == pytest.approx(face.ink(line.text, 8, width, ()), abs=0.02)


def test_forms_within_forms(canvas: Canvas) -> None:
    def draw(c: Canvas) -> None:
        c.beginForm("inner", upperx=100 * mm, uppery=100 * mm)
        c.setFont("sans", 5)
        c.drawString(10 * mm, 0, "deep")
        c.rect(0, 0, 2 * mm, 1 * mm, stroke=0, fill=1)
        c.endForm()
        c.beginForm("outer", upperx=100 * mm, uppery=100 * mm)
        c.saveState()
        c.translate(5 * mm, 5 * mm)
        c.rotate(90)
        c.doForm("inner")
        c.restoreState()
        c.endForm()
        c.scale(2, 2)
        c.translate(10 * mm, 10 * mm)
        c.doForm("outer")

    line, shape = read(canvas, draw)
    assert isinstance(line, Words)
    assert isinstance(shape, Shape)
    assert (line.text, line.turn) == ("deep", 270.0)
    assert (line.x, line.y) == pytest.approx((30, 50), abs=1e-3)
    assert line.size == pytest.approx(10)
    assert shape.edges == pytest.approx((28, 66, 30, 70), abs=1e-3)


def test_words_said_twice_in_one_place_within_forms(canvas: Canvas) -> None:
    def draw(c: Canvas) -> None:
        c.beginForm("twice", upperx=100 * mm, uppery=100 * mm)
        c.setFont("sans", 14)
        for by in (0, 0.1, 0.2):
            c.drawString(10 * mm + by, 20 * mm, "Shadow")
        c.drawString(10 * mm, 40 * mm, "clear")
        c.endForm()
        c.doForm("twice")
        c.translate(30 * mm, 30 * mm)
        c.doForm("twice")

    lines = read(canvas, draw)
    assert [line.text for line in lines if isinstance(line, Words)] == [
        *["Shadow"] * 3, "clear", *["Shadow"] * 3, "clear",
    ]  # fmt: skip


def test_clips_meet(canvas: Canvas) -> None:
    def draw(c: Canvas) -> None:
        for box in ((10, 10, 50, 50), (30, 30, 60, 20)):
            path = c.beginPath()
            path.rect(*(side * mm for side in box))
            c.clipPath(path, stroke=0, fill=0)
        c.rect(0, 0, 90 * mm, 90 * mm, stroke=0, fill=1)
        c.circle(45 * mm, 40 * mm, 1 * mm, stroke=0, fill=1)

    wide, small = read(canvas, draw)
    assert wide.clip == pytest.approx((30, 50, 60, 70), abs=1e-3)
    assert small.edges == pytest.approx((44, 59, 46, 61), abs=1e-3)


def test_strokes(canvas: Canvas) -> None:
    def draw(c: Canvas) -> None:
        c.scale(2, 2)
        c.setLineWidth(0.5 * mm)
        c.setDash([2 * mm, 1 * mm])
        c.setStrokeColorRGB(0, 0, 1)
        c.line(10 * mm, 10 * mm, 40 * mm, 10 * mm)
        c.setDash([])
        c.setLineCap(1)
        c.setLineJoin(1)
        c.setFillColorRGB(0, 1, 0)
        c.rect(10 * mm, 20 * mm, 10 * mm, 10 * mm, stroke=1, fill=1)

    line, both = read(canvas, draw)
    assert isinstance(line, Shape)
    assert isinstance(both, Shape)
    assert (line.fill, line.stroke, line.round, line.points) == (None, (0, 0, 255), False, 2)
    assert line.width == pytest.approx(1.0, abs=1e-4)
    assert line.dash == pytest.approx((4.0, 2.0), abs=1e-3)
    assert line.probes == pytest.approx((20, 80, 80, 80), abs=1e-3)
    assert (both.fill, both.stroke, both.round, both.dash) == ((0, 255, 0), (0, 0, 255), True, ())
    assert len(both.probes) == 10


def test_empty_page_has_no_things(canvas: Canvas) -> None:
    canvas.showPage()
    assert read(canvas, lambda c: c.showPage()) == []


def test_page_whose_origin_is_elsewhere(tmp_path: Path) -> None:
    data = page_with(b"100 100 72 72 re f").replace(
        b"[0 0 595.2756 841.8898]", b"[50 50 645.276 891.889]"
    )
    path = tmp_path / "o.pdf"
    path.write_bytes(data)
    with page_of(path) as page:
        assert page.size == pytest.approx((210, 297), abs=0.01)
        (shape,) = page.things
        assert isinstance(shape, Shape)
        left, top = (100 - 50) / PT, (891.889 - 172) / PT
        assert shape.edges == pytest.approx((left, top, left + 25.4, top + 25.4), abs=0.01)


def things_of(tmp_path: Path, content: bytes, more: bytes = b"", *objects: bytes) -> list[str]:
    """What is odd about each thing of a page made by hand."""
    path = tmp_path / "x.pdf"
    path.write_bytes(page_with(content, more, *objects))
    with page_of(path) as page:
        return [getattr(thing, "odd", "strange") for thing in page.things]


HELVETICA = b"/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
FORM = (
    b"<</Type/XObject/Subtype/Form/BBox[0 0 90 90]%b/Length 12>>\nstream\n0 0 9 9 re f\nendstream"
)


def test_layers_and_transparent_forms_are_odd(tmp_path: Path) -> None:
    line = b"BT /F1 9 Tf 50 50 Td (hi) Tj ET "
    odd = things_of(
        tmp_path,
        line + b"/OC /L BDC " + line + b"EMC /Span <<>> BDC " + line + b"EMC",
        HELVETICA + b"/Properties<</L 5 0 R>>",
        b"<</Type/OCG/Name(L)>>",
    )
    assert odd == ["", "stands on a layer that can be switched off", ""]
    more = b"/ExtGState<</A<</ca .5>>>>/XObject<</F 5 0 R>>"
    odd = "stands in a transparency group"
    assert things_of(tmp_path, b"/F Do q /A gs /F Do Q", more, FORM % b"") == ["", odd]
    group = FORM % b"/Group<</S/Transparency>>"
    assert things_of(tmp_path, b"/F Do q /A gs /F Do Q", more, group) == [odd, odd]


def test_form_matrix_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    form = FORM % b"/Matrix[3 0 0 3 6 6]"
    path.write_bytes(page_with(b"q 2 0 0 2 10 10 cm /F Do Q", b"/XObject<</F 5 0 R>>", form))
    with page_of(path) as page:
        (shape,) = page.things
        assert isinstance(shape, Shape)
        left, bottom = 22 / PT, 297 - 22 / PT
        expected = (left, bottom - 54 / PT, left + 54 / PT, bottom)
        assert shape.edges == pytest.approx(expected, abs=0.01)


def test_form_that_cuts_off_its_content(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    form = (FORM % b"").replace(b"[0 0 90 90]", b"[0 0 5 5]")
    path.write_bytes(page_with(b"q 2 0 0 2 10 10 cm /F Do Q", b"/XObject<</F 5 0 R>>", form))
    with page_of(path) as page:
        (shape,) = page.things
        left, bottom = 10 / PT, 297 - 10 / PT
        assert shape.clip == pytest.approx(
            (left, bottom - 10 / PT, left + 10 / PT, bottom), abs=0.01
        )


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_ink_of_letters(canvas: Canvas, tmp_path: Path, turn: int) -> None:
    canvas.translate(50 * mm, 50 * mm)
    canvas.rotate(-turn)
    canvas.setFont("sans", 10)
    canvas.drawString(0, 0, "Ag 9")
    canvas.save()
    face = Face(SANS)
    with page_of(Path(canvas._filename)) as page:
        (line,) = page.things
        assert isinstance(line, Words)
        found = measured(page, line)
        assert [char for char, _ in found] == ["A", "g", "9"]
        for char, (left, right, low, high) in found:
            glyph = face.glyph(char)
            due = (glyph.left, glyph.right, glyph.low)
            assert (left, right, low) == pytest.approx(due, abs=0.002)
            assert glyph.high <= high + 0.002 <= glyph.high * 65 / 64 + 0.004


def test_page_that_is_not_there(canvas: Canvas) -> None:
    canvas.showPage()
    canvas.save()
    with (
        Reader(Path(canvas._filename)) as reader,
        pytest.raises(Unreadable, match="page 6"),
        reader.page(5),
    ):
        pass


def test_names_and_glyphs_are_the_fonts_own() -> None:
    """Read once more by HarfBuzz, for all faces that are shipped."""
    import uharfbuzz as hb

    files = sorted(FONTS.rglob("*.ttf"))
    assert len(files) > 5
    for path in files:
        face, font = Face(path), hb.Font(hb.Face(hb.Blob.from_file_path(str(path))))
        em = font.face.upem
        assert face.name == font.face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME)
        for char in "AgÅ½fi ♠→Ω":
            glyph = font.get_nominal_glyph(ord(char)) or 0
            seen, box = face.glyph(char), font.get_glyph_extents(glyph)
            assert seen.advance - seen.drift == pytest.approx(font.get_glyph_h_advance(glyph) / em)
            assert seen.advance == round(seen.advance, 3)
            if box and box.width:
                left, right = box.x_bearing / em, (box.x_bearing + box.width) / em
                assert (seen.left, seen.right) == pytest.approx((left, right))

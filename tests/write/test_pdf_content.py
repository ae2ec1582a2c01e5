from __future__ import annotations

import ctypes
import math

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.geometry import Box, ellipse, rectangle
from generator.scene import Colour, Path
from generator.write.content import operators, outline
from generator.write.fonts import Face

MM = 25.4 / 72
RED, BLUE = Colour(200, 10, 30), Colour(0, 40, 160)
PAGE = (210.0, 297.0)


class Read:
    """One object of a page: kind, matrix to the page (pt, y up) and the raw handle."""

    def __init__(self, item, matrix):
        self.raw, self.type, self.matrix = item, pdfium.FPDFPageObj_GetType(item), matrix

    def at(self, x, y):
        a, b, c, d, e, f = self.matrix
        return (a * x + c * y + e) * MM, PAGE[1] - (b * x + d * y + f) * MM


def times(inner, outer):
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return (
        *(a * g + b * i, a * h + b * j, c * g + d * i),
        *(c * h + d * j, e * g + f * i + k, e * h + f * j + m),
    )


def objects(container, matrix=(1, 0, 0, 1, 0, 0), form=False):
    """All leaf objects of a page or form with their matrices, by the foreign reader."""
    counted = pdfium.FPDFFormObj_CountObjects if form else pdfium.FPDFPage_CountObjects
    get = pdfium.FPDFFormObj_GetObject if form else pdfium.FPDFPage_GetObject
    for index in range(counted(container)):
        item, own = get(container, index), pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(item, own)
        whole = times((own.a, own.b, own.c, own.d, own.e, own.f), matrix)
        if pdfium.FPDFPageObj_GetType(item) == pdfium.FPDF_PAGEOBJ_FORM:
            yield from objects(item, whole, form=True)
        else:
            yield Read(item, whole)


def points(read):
    out = []
    for index in range(pdfium.FPDFPath_CountSegments(read.raw)):
        segment = pdfium.FPDFPath_GetPathSegment(read.raw, index)
        x, y = ctypes.c_float(), ctypes.c_float()
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        out.append(read.at(x.value, y.value))
    return out


@pytest.fixture
def leaves():
    """Open a written page and list its leaves; everything is closed after the test."""
    opened = []

    def read(path, number=0):
        document = pypdfium2.PdfDocument(path)
        opened.append(document)
        page = document[number]
        opened.append(page)
        return list(objects(page))

    yield read
    for thing in reversed(opened):
        thing.close()


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("copies", [1, 2])
def test_geometry_reads_back_to_a_thousandth_of_a_mm(pdf, page, card, leaves, turn, copies):
    corner = [(1.234, 2.345), (60.001, 2.345), (60.001, 80.987)]
    shape = (("M", *corner[0]), ("L", *corner[1]), ("C", 1, 2, 3, 4, *corner[2]), ("Z",))
    scene = card(Path(shape, fill=RED))
    x, y, (w, h) = 20.1234, 30.4321, scene.size
    path, _ = pdf([page(*[(scene, x, y, turn)] * copies)])
    found = [leaf for leaf in leaves(path) if leaf.type == pdfium.FPDF_PAGEOBJ_PATH]
    assert len(found) == copies
    wanted = [
        {
            0: (x + u, y + v),
            90: (x + h - v, y + u),
            180: (x + w - u, y + h - v),
            270: (x + v, y + w - u),
        }[turn]
        for u, v in (*corner[:2], (1, 2), (3, 4), corner[2])
    ]
    for leaf in found:
        for got, want in zip(points(leaf), wanted, strict=False):
            assert got == pytest.approx(want, abs=0.001)


@pytest.mark.parametrize("angle", [0, 90, 180, 270, 15.0, -30.0])
def test_runs_stand_where_and_how_they_should(pdf, page, card, run, leaves, angle):
    line = run("Hit points", 12.3456, 45.6789, turn=angle, size=8.75, colour=BLUE)
    path, _ = pdf([page((card(line), 10.5, 20.25, 0))])
    (leaf,) = leaves(path)
    assert leaf.type == pdfium.FPDF_PAGEOBJ_TEXT
    assert leaf.at(0, 0) == pytest.approx((10.5 + 12.3456, 20.25 + 45.6789), abs=0.001)
    ahead = leaf.at(72 / 25.4, 0)
    turned = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    assert ahead[0] - leaf.at(0, 0)[0] == pytest.approx(turned[0], abs=1e-4)
    assert ahead[1] - leaf.at(0, 0)[1] == pytest.approx(turned[1], abs=1e-4)
    size = ctypes.c_float()
    pdfium.FPDFTextObj_GetFontSize(leaf.raw, size)
    assert size.value == pytest.approx(8.75)
    colour = [ctypes.c_uint() for _ in range(4)]
    pdfium.FPDFPageObj_GetFillColor(leaf.raw, *colour)
    assert tuple(part.value for part in colour) == (0, 40, 160, 255)


def test_a_run_is_one_text_object_whatever_it_says(pdf, page, card, run, leaves, words):
    said = "A (b) \\c\\ Zażółć; every ♠ of 10 ← it Ω Ж"
    kerns = tuple(-15.0 if i % 3 else 0.0 for i in range(len(said) - 1))
    plain, kerned = run(said, font="dejavu"), run(said, y=30, font="dejavu", kerns=kerns)
    path, _ = pdf([page((card(plain, kerned), 10, 10, 0))])
    assert [leaf.type for leaf in leaves(path)] == [pdfium.FPDF_PAGEOBJ_TEXT] * 2
    assert words(path).split("\n") == [said, said]


def test_kerns_move_what_follows_them(pdf, page, card, run, leaves, pixels):
    def right_edge(kerns):
        path, _ = pdf([page((card(run("AVAV", 5, 20, size=30, kerns=kerns)), 0, 0, 0))])
        (leaf,) = leaves(path)
        edges = [ctypes.c_float() for _ in range(4)]
        pdfium.FPDFPageObj_GetBounds(leaf.raw, *edges)
        return edges[2].value

    wide, tight = right_edge(()), right_edge((-100.0, 0.0, -50.5))
    assert wide - tight == pytest.approx(30 * 150.5 / 1000, abs=0.01)


def test_too_many_kerns_change_nothing(faces):
    face = Face("sans", faces["sans"], 0, 1)
    assert face.show("ab", (5.0, 7.0, 9.0)) == face.show("ab", (5.0,))


def test_paths_keep_fill_stroke_width_dash_caps_and_rule(pdf, page, card, leaves):
    box = rectangle(Box(10, 10, 20, 20))
    items = [
        Path(box, fill=RED),
        Path(box, stroke=BLUE, width=0.7),
        Path(box, fill=RED, stroke=BLUE, width=0.5, dash=(2.0, 1.0), round=True),
        Path(box, fill=RED, even_odd=True),
        Path(box, stroke=BLUE, width=0.7),
        Path(box),
        Path(box, fill=RED, opacity=0.0),
    ]
    path, _ = pdf([page((card(*items), 10, 10, 0))])
    found = leaves(path)
    assert len(found) == 5

    def painted(leaf):
        mode, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(leaf.raw, mode, stroke)
        width = ctypes.c_float()
        pdfium.FPDFPageObj_GetStrokeWidth(leaf.raw, width)
        return (
            *(mode.value, bool(stroke.value), round(width.value * MM, 3)),
            *(pdfium.FPDFPageObj_GetDashCount(leaf.raw), pdfium.FPDFPageObj_GetLineCap(leaf.raw)),
        )

    winding, even_odd = pdfium.FPDF_FILLMODE_WINDING, pdfium.FPDF_FILLMODE_ALTERNATE
    said = [painted(leaf) for leaf in found]
    assert said[0][:2] == (winding, False)
    assert said[1] == (pdfium.FPDF_FILLMODE_NONE, True, 0.7, 0, pdfium.FPDF_LINECAP_BUTT)
    assert said[2] == (winding, True, 0.5, 2, pdfium.FPDF_LINECAP_ROUND)
    assert said[3][0] == even_odd
    assert said[4] == said[1]


@pytest.mark.parametrize("copies", [1, 2])
def test_opacity_shows_in_forms_too(pdf, page, card, pixels, copies):
    black = Path(rectangle(Box(0, 0, 63.5, 88.9)), fill=Colour(0, 0, 0))
    veil = Path(rectangle(Box(10, 10, 20, 20)), fill=Colour(255, 255, 255), opacity=0.5)
    after = Path(rectangle(Box(40, 10, 10, 10)), fill=Colour(255, 255, 255))
    path, _ = pdf([page(*[(card(black, veil, after), 10, 10, 0)] * copies)])
    shot = pixels(path)
    assert shot.getpixel((300, 300)) == (128,) * 3 or shot.getpixel((300, 300)) == (127,) * 3
    assert shot.getpixel((550, 250)) == (255, 255, 255)
    assert shot.getpixel((150, 150)) == (0, 0, 0)


def test_nothing_shows_outside_a_clip(pdf, page, card, pixels):
    disc = ellipse(Box(10, 10, 20, 20))
    item = Path(rectangle(Box(0, 0, 63.5, 88.9)), fill=RED, clip=disc)
    later = Path(rectangle(Box(40, 40, 5, 5)), fill=RED)
    path, _ = pdf([page((card(item, later), 10, 10, 0))])
    shot = pixels(path)
    assert shot.getpixel((300, 300)) == (200, 10, 30)
    assert shot.getpixel((210, 210)) == (255, 255, 255)
    assert shot.getpixel((520, 520)) == (200, 10, 30)


def test_a_card_ends_at_its_clip(pdf, page, card, pixels):
    scene = card(Path(rectangle(Box(-50, -50, 300, 300)), fill=RED))
    path, _ = pdf([page((scene, 20, 20, 0))])
    shot = pixels(path)
    for x, y, inside in ((175, 500, True), (165, 500, False), (860, 500, True), (875, 500, False)):
        assert (shot.getpixel((x, y)) == (200, 10, 30)) is inside


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_cards_look_turned(pdf, page, card, pixels, turn):
    mark = Path(rectangle(Box(2, 3, 6, 4)), fill=RED)
    path, _ = pdf([page((card(mark), 20, 20, turn))])
    w, h = 63.5, 88.9
    u, v = 5.0, 5.0
    x, y = {0: (u, v), 90: (h - v, u), 180: (w - u, h - v), 270: (v, w - u)}[turn]
    shot = pixels(path)
    assert shot.getpixel((int((20 + x) * 10), int((20 + y) * 10))) == (200, 10, 30)


def test_marks_lie_over_cards_and_labels_beside(pdf, page, card, run, leaves, words, pixels):
    scene = card(Path(rectangle(Box(0, 0, 63.5, 88.9)), fill=RED))
    cut = Path((("M", 5.0, 50.0), ("L", 205.0, 50.0)), stroke=Colour(128, 128, 128), width=0.4)
    rule = Path((("M", 5.0, 290.0), ("L", 55.0, 290.0)), stroke=BLUE, width=0.2)
    sheet = page(
        (scene, 20, 20, 0),
        marks=(cut,),
        labels=(run("FRONT", 100.0, 280.0), run("turned", 200.0, 280.0, turn=270.0)),
        label_paths=(rule,),
    )
    path, _ = pdf([sheet])
    found = leaves(path)
    assert [leaf.type for leaf in found] == [2, 2, 1, 1, 2]
    assert points(found[1]) == [
        pytest.approx((5.0, 50.0), abs=0.001),
        pytest.approx((205.0, 50.0), abs=0.001),
    ]
    assert points(found[4])[1] == pytest.approx((55.0, 290.0), abs=0.001)
    assert found[2].at(0, 0) == pytest.approx((100.0, 280.0), abs=0.001)
    assert pixels(path).getpixel((400, 500))[0] in range(120, 136)
    assert "FRONT" in words(path)
    assert "turned" in words(path)


numbers = st.floats(-500, 500, allow_nan=False)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=6))
def test_outlines_hold_plain_numbers_only(at):
    segments = (("M", *at[0]), *(("L", *point) for point in at[1:]), ("Z",))
    code = outline(segments)
    assert b"e" not in code
    assert b"n" not in code
    values = [float(part) for part in code.split() if part not in (b"m", b"l", b"h")]
    for value, want in zip(values, [v for x, y in at for v in (x, -y)], strict=True):
        assert value * MM == pytest.approx(want, abs=0.0002)


def test_no_items_give_no_operators():
    assert operators((), None) == b""

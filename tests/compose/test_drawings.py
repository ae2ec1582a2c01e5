"""The SVG subset: shapes, transforms, colours; and what is outside it, each at its line."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from demo_game import Bench, styles
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.compose.drawings import Drawing, drawing
from generator.compose.flaw import Flaw
from generator.compose.paths import outline
from generator.geometry import Box, bounds, points
from generator.scene import Colour
from generator.scene import Path as Outline

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'


def read(inside: str, head: str = HEAD) -> Drawing:
    return drawing(f"{head}{inside}</svg>".encode(), "x.svg")


def faults(inside: str, head: str = HEAD) -> list[tuple[str, int]]:
    with pytest.raises(Flaw) as caught:
        read(inside, head)
    return [(flaw.code, flaw.line) for flaw in (caught.value, *caught.value.others)]


def test_every_shape() -> None:
    made = read(
        '<path d="M1 2h4v4h-4z"/><rect x="1" y="2" width="4" height="4" rx="1"/>'
        '<circle cx="3" cy="4" r="2"/><ellipse cx="3" cy="4" rx="2" ry="2"/>'
        '<polygon points="1,2 5,2 5,6 1 6"/><polyline points="1 2 5 6"/>'
        '<line x1="1" y1="2" x2="5" y2="6" stroke="#000"/>'
    )
    assert [bounds(shape.segments) for shape in made.shapes] == [Box(1, 2, 4, 4)] * 7


def test_shapes_of_no_size_draw_nothing() -> None:
    made = read(
        '<rect width="0" height="4"/><circle r="0"/><path d=""/><rect width="1" height="1"/>'
    )
    assert len(made.shapes) == 1


def test_paint_is_inherited() -> None:
    made = read(
        '<g fill="#123456" stroke="#abc" stroke-width="2" opacity="0.5" stroke-linecap="round">'
        '<rect width="1" height="1"/><rect width="1" height="1" fill="none" opacity="0.5"/>'
        '<rect width="1" height="1" data-fill="blue" fill="#000" stroke="currentColor"/></g>'
        '<rect width="1" height="1" fill-rule="evenodd"/>'
    )
    first, second, third, last = made.shapes
    assert (first.fill, first.stroke) == (Colour(0x12, 0x34, 0x56), Colour(0xAA, 0xBB, 0xCC))
    assert (first.width, first.opacity, first.round) == (2, 0.5, True)
    assert (second.fill, second.opacity) == (None, 0.25)
    assert (third.fill, third.stroke) == ("blue", "currentColor")
    assert (last.fill, last.stroke, last.even_odd) == (Colour(0, 0, 0), None, True)


@pytest.mark.parametrize(
    ("transform", "wanted"),
    [
        ("translate(2)", (2, 0, 1, 3)),
        ("translate(2, 3)", (2, 3, 1, 3)),
        ("scale(2)", (0, 0, 2, 6)),
        ("scale(2 3)", (0, 0, 2, 9)),
        ("rotate(90)", (-3, 0, 3, 1)),
        ("rotate(180 5 5)", (9, 7, 1, 3)),
        ("translate(1 1) scale(2)", (1, 1, 2, 6)),
        ("scale(2),translate(1 1)", (2, 2, 2, 6)),
        ("matrix(1 0 0 1 4 5)", (4, 5, 1, 3)),
        ("skewX(45)", (0, 0, 4, 3)),
        ("skewY(45)", (0, 0, 1, 4)),
    ],
)
def test_transforms(transform: str, wanted: tuple[float, ...]) -> None:
    (shape,) = read(f'<g transform="{transform}"><rect width="1" height="3"/></g>').shapes
    assert bounds(shape.segments) == pytest.approx(wanted)


def test_stroke_widths_scale() -> None:
    line = '<line x2="1" stroke="#000" stroke-width="2" transform="scale(3) rotate(30)"/>'
    assert read(line).shapes[0].width == pytest.approx(6)


@pytest.mark.parametrize(
    ("inside", "wanted"),
    [
        ('\n<text x="1">a</text>', [("svg-element", 2)]),
        ('\n<image href="http://example.org/x.png"/>', [("svg-element", 2)]),
        ('\n<use href="#a"/>', [("svg-element", 2)]),
        ("\n<script>x()</script>", [("svg-element", 2)]),
        ("\n<style>a{}</style>", [("svg-element", 2)]),
        ("<defs>\n<rect/></defs>", [("svg-element", 1)]),
        ('<foreignObject/>\n<linearGradient id="a"/>', [("svg-element", 1), ("svg-element", 2)]),
        ('<rect style="fill:red" width="1" height="1"/>', [("svg-attribute", 1)]),
        ('<rect class="a" width="1" height="1"/>', [("svg-attribute", 1)]),
        ('<rect onclick="x()" width="1" height="1"/>', [("svg-attribute", 1)]),
        ('<rect fill-opacity="1" width="1" height="1"/>', [("svg-attribute", 1)]),
        ('<rect fill="red" width="1" height="1"/>', [("svg-value", 1)]),
        ('<rect fill="url(#a)" width="1" height="1"/>', [("svg-value", 1)]),
        ('<rect width="1mm" height="1"/>', [("svg-value", 1)]),
        ('<rect width="1" height="1" rx="1" ry="2"/>', [("svg-value", 1)]),
        ('<rect width="1" height="1" transform="turn(3)"/>', [("svg-value", 1)]),
        ('<rect width="1" height="1" transform="rotate(3 4)"/>', [("svg-value", 1)]),
        ('<path d="M0 0 Q1"/>\n<path d="x"/>', [("svg-value", 1), ("svg-value", 2)]),
        ('<polygon points="1 2 3"/>', [("svg-value", 1)]),
        ('<rect width="1" height="1" stroke="#000" transform="scale(1 2)"/>', [("svg-value", 1)]),
        ('<rect width="1" height="1" stroke-linecap="square"/>', [("svg-value", 1)]),
        ("words", [("svg-element", 1)]),
        ("", [("svg-syntax", 0)]),
        ("<rect>", [("svg-syntax", 1)]),
        ("&bomb;", [("svg-syntax", 1)]),
        ("<g>" * 60 + "</g>" * 60, [("svg-too-big", 1)]),
        ('<rect width="1" height="1"/>' * 3000, [("svg-too-big", 1)]),
        ('<path d="M0 0' + "l1 1" * 30_000 + '"/>', [("svg-value", 1)]),
        (("<path d='M0 0" + "l1 1" * 9_000 + "'/>") * 3, [("svg-too-big", 1)]),
    ],
)  # fmt: skip
def test_outside_the_subset(inside: str, wanted: list[tuple[str, int]]) -> None:
    assert faults(inside) == wanted


def test_roots() -> None:
    rect = '<rect width="1" height="1"/>'
    assert read(rect, '<svg width="4" height="5">').box == Box(0, 0, 4, 5)
    assert read(rect, '<svg viewBox="-1,-2 3 4">').box == Box(-1, -2, 3, 4)
    assert faults(rect, "<svg>") == [("svg-attribute", 1)]
    assert faults(rect, '<svg viewBox="0 0 0 4">') == [("svg-value", 1)]
    assert faults(rect, '<svg viewBox="0 0 4">') == [("svg-value", 1)]
    with pytest.raises(Flaw, match="root"):
        drawing(b"<html/>", "x.svg")
    for raw in (
        b'<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1">&a;</svg>',
        b"",
        b"\xff\xfe",
        b'<?xml version="1.0" encoding="nonsense"?><svg/>',
        b"GIF89a",
    ):
        with pytest.raises(Flaw) as caught:
            drawing(raw, "x.svg")
        assert caught.value.code == "svg-syntax"
    with pytest.raises(Flaw) as caught:
        drawing(b" " * 600_000, "x.svg")
    assert caught.value.code == "svg-too-big"


def test_titles_are_passed_over() -> None:
    made = read("<title>A <b>name</b></title><desc>words</desc><rect width='1' height='1'/>")
    assert len(made.shapes) == 1


# Path data.


def ends(data: str) -> list[tuple[float, float]]:
    return [points((segment,))[-1] for segment in outline(data) if len(segment) > 1]


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ("M1 2 3 4 5 6", [(1, 2), (3, 4), (5, 6)]),
        ("m1 2 3 4 5 6", [(1, 2), (4, 6), (9, 12)]),
        ("M1,2L3-4.5", [(1, 2), (3, -4.5)]),
        ("M1 1h2v3H0V0z", [(1, 1), (3, 1), (3, 4), (0, 4), (0, 0)]),
        ("M0 0h1 2 3", [(0, 0), (1, 0), (3, 0), (6, 0)]),
        ("M1 1l1 1zl2 2", [(1, 1), (2, 2), (3, 3)]),
        ("M0 0C1 1 2 2 3 3s1 1 2 2", [(0, 0), (3, 3), (5, 5)]),
        ("M0 0q1 1 2 0t2 0T6 0", [(0, 0), (2, 0), (4, 0), (6, 0)]),
        ("M1e1 1E1L.5.5", [(10, 10), (0.5, 0.5)]),
        ("M0 0a1 1 0 012 0", [(0, 0), (1, -1), (2, 0)]),
        ("M0 0A1 1 0 1 0 2 0", [(0, 0), (1, 1), (2, 0)]),
        ("M0 0a0 1 0 0 1 2 0", [(0, 0), (2, 0)]),
        ("M0 0a1 1 0 0 1 0 0l1 1", [(0, 0), (1, 1)]),
    ],
)
def test_path_data(data: str, wanted: list[tuple[float, float]]) -> None:
    got = ends(data)
    assert len(got) == len(wanted)
    for one, two in zip(got, wanted, strict=True):
        assert one == pytest.approx(two, abs=1e-9)


def test_smooth_curves_mirror_the_handle() -> None:
    assert outline("M0 0C0 1 2 1 2 0S4-1 4 0")[2] == ("C", 2, -1, 4, -1, 4, 0)
    assert outline("M0 0S4-1 4 0")[1] == ("C", 0, 0, 4, -1, 4, 0)
    assert outline("M0 0Q3 3 6 0T12 0")[2] == pytest.approx(("C", 8, -2, 10, -2, 12, 0))


@settings(max_examples=150)
@given(
    st.floats(0.1, 20), st.floats(0.1, 20), st.floats(0, 360), st.booleans(), st.booleans(),
    st.floats(-10, 10), st.floats(-10, 10),
)  # fmt: skip
def test_arcs_lie_on_their_ellipse(
    rx: float, ry: float, phi: float, large: bool, sweep: bool, x: float, y: float
) -> None:
    if math.hypot(x, y) < 0.1:
        return
    made = outline(f"M0 0A{rx:.3f} {ry:.3f} {phi:.2f} {large:d} {sweep:d} {x:.3f} {y:.3f}")
    assert made[-1][-2:] == pytest.approx((round(x, 3), round(y, 3)))
    at = points(made[:1])[0]
    cos, sin = math.cos(math.radians(-round(phi, 2))), math.sin(math.radians(-round(phi, 2)))
    ratio = round(rx, 3) / round(ry, 3)
    circle = []  # on a circle once turned back and stretched
    for segment in made[1:]:
        p0, (p1, p2, p3) = at, points((segment,))
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            u = 1 - t
            k = (u**3, 3 * u * u * t, 3 * u * t * t, t**3)
            px, py = (
                sum(a * b[i] for a, b in zip(k, (p0, p1, p2, p3), strict=True)) for i in (0, 1)
            )
            circle.append((px * cos - py * sin, (px * sin + py * cos) * ratio))
        at = p3
    (ax, ay), (bx, by), (cx, cy) = circle[0], circle[1], circle[2]
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if abs(d) < 1e-3:
        return
    a2, b2, c2 = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    ux = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d
    uy = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d
    radius = math.hypot(ax - ux, ay - uy)
    for px, py in circle:
        assert math.hypot(px - ux, py - uy) == pytest.approx(radius, rel=0.02)


def test_a_number_too_many() -> None:
    with pytest.raises(Flaw, match="L has 3 numbers"):
        outline("M1 2L3-4.5.5")


def test_hostile_path_data_ends_at_once() -> None:
    for data in ("M" + "1" * 100_000 + "x", "M0 0" + "1 " * 99_999 + "x", "M" * 99_999):
        with pytest.raises(Flaw):
            outline(data)


# On a card.


def test_icons_are_one_colour_centred_and_carry_their_name(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.art(
        "art/icons/two.svg",
        f'{HEAD}<rect width="10" height="4" fill="#F00"/><path d="M0 6h10v4h-10z" stroke="#0F0"'
        ' stroke-width="1"/></svg>',
    )
    made = bench.good('<icon box="10 20 20 40" name="two" colour="blue" fact="kind"/>')
    blue = styles().palette["blue"]
    first, second = made.items
    assert isinstance(first, Outline)
    assert isinstance(second, Outline)
    assert bounds(first.segments) == Box(10, 30, 20, 8)
    assert bounds(second.segments) == Box(10, 42, 20, 8)
    assert (first.fill, second.stroke, second.width) == (blue, blue, 2)
    assert {(item.fact, item.shows, item.element) for item in made.items} == {("kind", "two", 0)}  # type: ignore[union-attr]


def test_drawings_keep_colours_and_take_the_palettes(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.art(
        "art/x.svg",
        f'{HEAD}<rect width="10" height="10" fill="#F00"/><rect width="1" height="1"'
        ' data-fill="blue"/><rect width="1" height="1" fill="currentColor"/></svg>',
    )
    made = bench.good('<image box="0 0 20 10" src="art/x.svg"/>')
    palette = styles().palette
    fills = [item.fill for item in made.items if isinstance(item, Outline)]
    assert fills == [Colour(255, 0, 0), palette["blue"], palette["ink"]]
    assert {item.shows for item in made.items if isinstance(item, Outline)} == {"art/x.svg"}
    paper = bench.good('<image box="0 0 20 10" src="art/x.svg" colour="paper" shows="flag"/>')
    last = paper.items[2]
    assert isinstance(last, Outline)
    assert (last.fill, last.shows) == (palette["paper"], "flag")
    cover = bench.good('<image box="0 0 20 10" src="art/x.svg" fit="cover"/>').items[0]
    assert isinstance(cover, Outline)
    assert bounds(cover.segments) == Box(0, -5, 20, 20)
    assert bounds(cover.clip or ()) == Box(0, 0, 20, 10)
    turned = bench.good('<image box="0 0 20 10" src="art/x.svg" turn="90" fit="cover"/>').items[1]
    assert isinstance(turned, Outline)
    assert bounds(turned.segments) == pytest.approx((18, -5, 2, 2))


def test_a_faulty_drawing_names_its_own_lines_and_the_card(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.art("art/x.svg", f"{HEAD}\n<text/>\n<rect style='a'/>\n</svg>")
    assert bench.face('<image box="0 0 20 10" src="art/x.svg"/>') is None
    found = [(p.code, p.where.file, p.where.line, p.where.card) for p in bench.problems]
    assert found == [
        ("svg-element", "art/x.svg", 2, "c1"),
        ("svg-attribute", "art/x.svg", 3, "c1"),
    ]


def test_a_palette_colour_that_is_not_there(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.art("art/x.svg", f'{HEAD}<rect width="9" height="9" data-fill="bleu"/></svg>')
    problem = bench.only('<image box="0 0 20 10" src="art/x.svg"/>')
    assert (problem.code, "'blue'" in problem.fix) == ("style-colour", True)


@settings(max_examples=150)
@given(st.data())
def test_the_fast_reading_draws_the_same(data: st.DataObject) -> None:
    numbers = st.integers(-99, 99).map(lambda n: n / 4)
    takes = {"M": 2, "L": 2, "C": 6, "Z": 0}
    commands = ["M", *data.draw(st.lists(st.sampled_from("MLCZ"), max_size=8))]
    said, repeated = "", ""
    for command in commands:
        values = [data.draw(numbers) for _ in range(takes[command])]
        said += command + " ".join(map(str, values))
        repeated += command + ",".join(f"{value:+}" for value in values)
    slow = " T0 0"  # a command that the fast reading does not know
    assert outline(said) == outline(repeated) == outline(said + slow)[:-1]

"""Anchored coordinates: the same template text on two trims, and what each anchor means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.compose.attributes import Area, box, number, numbers, points, position, whole
from generator.compose.flaw import Flaw

POKER = Area(0.0, 0.0, 63.5, 88.9)
METRIC = Area(0.0, 0.0, 63.0, 88.0)
TRIMS = (POKER, METRIC)

mm = st.floats(-50, 50).map(lambda n: round(n, 3))
lengths = st.floats(0.5, 40).map(lambda n: round(n, 3))
trims = st.sampled_from(TRIMS)


@pytest.mark.parametrize("trim", TRIMS)
def test_each_anchor(trim: Area) -> None:
    w, h = trim.right, trim.bottom
    assert box("-3 -3 r-3 b-3", trim) == (-3, -3, w + 6, h + 6)
    assert box("5 6 r3.2 b4", trim) == pytest.approx((5, 6, w - 8.2, h - 10))
    assert box("r13.5 b9 10 8", trim) == pytest.approx((w - 13.5, h - 9, 10, 8))
    assert box("c0 c0 20 10", trim) == pytest.approx((w / 2 - 10, h / 2 - 5, 20, 10))
    assert box("c5 c-2 20 10", trim) == pytest.approx((w / 2 - 5, h / 2 - 7, 20, 10))
    assert box("0 0 c0 c2", trim) == pytest.approx((0, 0, w / 2, h / 2 + 2))
    assert box("c0 c0 r4 b5", trim) == pytest.approx((4, 5, w - 8, h - 10))
    assert points("r0 b0  c0 c0  1 2", trim) == ((w, h), (w / 2, h / 2), (1, 2))


@given(trims, mm, mm, lengths, lengths)
def test_a_far_anchor_keeps_its_distance(
    trim: Area, x: float, y: float, w: float, h: float
) -> None:
    made = box(f"r{x} b{y} {w} {h}", trim)
    assert made.x == pytest.approx(trim.right - x)
    assert made.y == pytest.approx(trim.bottom - y)
    assert made[2:] == (w, h)


@given(trims, mm, mm, lengths, lengths)
def test_a_centred_box_stands_around_its_point(
    trim: Area, x: float, y: float, w: float, h: float
) -> None:
    made = box(f"c{x} c{y} {w} {h}", trim)
    (cx, cy), (mx, my) = made.centre, (trim.right / 2, trim.bottom / 2)
    assert (cx - mx, cy - my) == pytest.approx((x, y))
    assert made[2:] == (w, h)


@given(mm, mm, lengths, lengths)
def test_plain_numbers_do_not_depend_on_the_trim(x: float, y: float, w: float, h: float) -> None:
    assert box(f"{x} {y} {w} {h}", POKER) == box(f"{x} {y} {w} {h}", METRIC) == (x, y, w, h)


@given(trims, st.floats(-10, 10), st.floats(-10, 10))
def test_an_anchored_size_says_where_the_box_ends(trim: Area, x: float, end: float) -> None:
    x, end = round(x, 3), round(end, 3)
    made = box(f"{x} 0 r{end} 5", trim)
    assert made.right == pytest.approx(trim.right - end)
    centred = box(f"c{x} 0 r{end} 5", trim)
    assert centred.right == pytest.approx(trim.right - end)
    assert centred.centre[0] == pytest.approx(trim.right / 2 + x)


@pytest.mark.parametrize("trim", TRIMS)
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("1 2 3", "3 numbers"),
        ("1 2 3 4 5", "5 numbers"),
        ("1 2 0 4", "0 mm wide"),
        ("1 2 3 -4", "-4 mm high"),
        ("70 2 r3 4", "mm wide"),
        ("b3 2 3 4", "b counts down only"),
        ("1 r2 3 4", "r counts across only"),
        ("1 2 x 4", "no number"),
        ("1 2 3 4mm", "no number"),
        ("1 2 nan 4", "no number"),
        ("1 2 1e9 4", "is not from"),
        ("1 2 r 4", "no number"),
        ("1,2,3,4", "1 numbers"),
        ("", "0 numbers"),
        ("٣ 2 3 4", "no number"),
    ],
)
def test_faulty_boxes(text: str, says: str, trim: Area) -> None:
    with pytest.raises(Flaw, match=says):
        box(text, trim)


def test_numbers() -> None:
    assert [number(text) for text in ("1", "-1.5", ".5", "2.", "1e-17", "+3")] == [
        *(1, -1.5, 0.5, 2, 1e-17, 3)
    ]
    assert numbers("1 .5  2") == (1, 0.5, 2)
    assert whole("12", 0, 20) == 12
    for text in ("1.5", "x", "21", "-1", ""):
        with pytest.raises(Flaw):
            whole(text, 0, 20)
    assert position("c-1", 10, 20, "r") == 14

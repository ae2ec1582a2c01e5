"""Ink and filled areas of faces against areas worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.check.ink import check_ink, measure
from generator.check.spans import less, merged, met
from generator.geometry import Box, ellipse, rectangle
from generator.problems import Problems, Where
from generator.scene import Colour, Outline, Path, Run, Scene

BLACK, WHITE, CREAM = Colour(0, 0, 0), Colour(255, 255, 255), Colour(251, 246, 233)
RED = Colour(255, 0, 0)
SIZE = (60.0, 90.0)
WHOLE = SIZE[0] * SIZE[1]


def scene(*items):
    return Scene(SIZE, 3, 3, Outline(rectangle(Box(0, 0, *SIZE))), items, "c", "front")


def letters(_face, text):
    return 0.25 * len(text)


def ink(*items):
    return measure(scene(*items), letters)


def fill(box, colour=BLACK, element=1, **more):
    return Path(rectangle(Box(*box)), fill=colour, element=element, **more)


def test_paper_takes_none_and_colours_by_their_strongest_ink():
    assert ink().mean == 0
    assert ink(fill((-3, -3, 66, 96), WHITE)).mean == 0
    assert ink(fill((-3, -3, 66, 96))).mean == pytest.approx(1)
    assert ink(fill((-3, -3, 66, 96), RED)).mean == pytest.approx(1)
    assert ink(fill((-3, -3, 66, 96), CREAM)).mean == pytest.approx(22 / 255)
    assert ink(fill((0, 0, 30, 90), opacity=0.5)).mean == pytest.approx(0.25, abs=1e-3)


@settings(max_examples=60, deadline=None)
@given(st.floats(0, 40), st.floats(0, 60), st.floats(1, 20), st.floats(1, 30))
def test_areas_are_those_of_geometry(x, y, w, h):
    assert ink(fill((x, y, w, h))).mean * WHOLE == pytest.approx(w * h, abs=0.16 * w)
    round_one = Path(ellipse(Box(x, y, w, w)), fill=BLACK)
    assert ink(round_one).mean * WHOLE == pytest.approx(math.pi * w * w / 4, rel=0.04, abs=0.16 * w)


@settings(max_examples=40, deadline=None)
@given(st.floats(5, 55), st.floats(5, 85), st.floats(5, 55), st.floats(5, 85), st.floats(0.3, 2))
def test_strokes_cover_length_times_width(x, y, u, v, width):
    line = Path((("M", x, y), ("L", u, v)), stroke=BLACK, width=width)
    length = math.dist((x, y), (u, v))
    assert ink(line).mean * WHOLE == pytest.approx(length * width, abs=0.16 * max(length, width))


def test_slanted_and_curved_strokes_are_exact_enough():
    line = Path((("M", 5.0, 5.0), ("L", 50.0, 60.0)), stroke=BLACK, width=0.5)
    length = math.dist((5, 5), (50, 60))
    assert ink(line).mean * WHOLE == pytest.approx(length * 0.5, rel=0.02)
    ring = Path(ellipse(Box(10, 10, 40, 40)), stroke=BLACK, width=0.5)
    assert ink(ring).mean * WHOLE == pytest.approx(math.pi * 40 * 0.5, rel=0.03)
    dashed = ring._replace(dash=(1.0, 3.0))
    assert ink(dashed).mean * WHOLE == pytest.approx(math.pi * 40 * 0.125, rel=0.03)


def test_what_is_covered_or_beyond_the_trim_does_not_count():
    assert ink(fill((0, 0, 60, 45)), fill((0, 0, 60, 45), WHITE, 2)).mean == 0
    assert ink(fill((-30, 0, 60, 90))).mean == pytest.approx(0.5, abs=1e-3)
    half = fill((0, 0, 60, 90), clip=rectangle(Box(0, 0, 30, 90)))
    assert ink(half).mean == pytest.approx(0.5, abs=1e-3)


def test_holes_are_left_open():
    ring = Path(
        (*rectangle(Box(10, 10, 20, 20)), *rectangle(Box(15, 15, 10, 10))), BLACK, even_odd=True
    )
    assert ink(ring).mean * WHOLE == pytest.approx(300, abs=3)


def test_letters_count_with_their_outlines_and_open_ones_take_ink_away():
    run = Run(10, 40, "abcd", "f", 72 / 2.54, BLACK, 20.0, element=7)
    assert ink(run).mean * WHOLE == pytest.approx(100, rel=1e-6)
    ground = fill((-3, -3, 66, 96))
    light = run._replace(colour=WHITE)
    assert ink(ground, light).mean == pytest.approx(1 - 100 / WHOLE, abs=1e-6)


def test_filled_areas_are_found_and_hatching_is_none():
    (area, element), *rest = ink(fill((10, 10, 12, 12), element=5)).areas
    assert (area, element) == (pytest.approx(144, rel=0.03), 5)
    assert rest == []
    hatch = [fill((10, 10 + 1.2 * k, 40, 0.5), element=9) for k in range(40)]
    frame = Path(rectangle(Box(10, 10, 40, 48)), stroke=BLACK, width=0.6, element=10)
    assert ink(*hatch, frame).areas == []
    # two fills side by side are one area; a thin line joins nothing
    both = ink(fill((10, 10, 8, 8)), fill((18, 10, 8, 8), RED, 2)).areas
    assert [round(area) for area, _ in both] == [pytest.approx(128, abs=4)]
    apart = ink(fill((10, 10, 8, 8)), fill((18, 13, 10, 0.6)), fill((28, 10, 8, 8))).areas
    assert len(apart) == 2
    # a U whose arms meet below is one
    horse = ink(fill((10, 10, 4, 20)), fill((26, 10, 4, 20)), fill((10, 28, 20, 4))).areas
    assert len(horse) == 1
    assert horse[0][0] == pytest.approx(224, rel=0.05)


def test_problems_name_the_element_and_the_numbers():
    problems = Problems()
    made = scene(fill((10, 10, 20, 30), element=3))
    check_ink(made, letters, lambda n: Where("face.xml", n), problems)
    heavy, area = problems
    assert (heavy.code, area.code) == ("ink-heavy", "ink-area")
    assert heavy.where.line == area.where.line == 3
    assert "11.1%" in heavy.says
    assert "6.0 cm2" in area.says
    fine = Problems()
    check_ink(scene(fill((10, 10, 9, 9))), letters, lambda n: Where("f", n), fine)
    assert len(fine) == 0


spans = st.lists(st.tuples(st.floats(0, 50), st.floats(0, 50)), max_size=8).map(
    lambda pairs: merged((min(p), max(p)) for p in pairs)
)


@settings(max_examples=200, deadline=None)
@given(spans, spans)
def test_spans_keep_their_sums(one, other):
    def length(spans):
        return sum(b - a for a, b in spans)

    both = met(one, other)
    assert length(less(one, other)) + length(both) == pytest.approx(length(one))
    union = length(one) + length(other) - length(both)
    assert length(merged([*one, *other])) == pytest.approx(union)

"""The calibration sheet, printed with an error and read as a person would: it tells the mend."""

from __future__ import annotations

from math import radians

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry import Box, moved
from generator.impose.calibration import calibration, spots, turn_factor, way_of
from generator.model.printer import Printer
from generator.scene import Colour, Run

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


def label(text: str, size: float) -> Run:
    width = len(text) * size * 25.4 / 72 * 0.5
    return Run(0.0, 0.0, text, "sans", size, Colour(0, 0, 0), width)


def segments(sheet):
    return [
        (*mark.segments[0][1:], *mark.segments[1][1:]) for mark in sheet.marks if mark.width < 0.15
    ]


def read(paper, flip, error):
    """x and y at A, B, C, as numbers of the front's lines that the back's go on from."""
    front, back = calibration(paper, flip, "Test", "", label)
    w, h = paper
    upright = way_of(flip, paper).axis == "vertical"

    def seen(x, y):
        x, y = moved(error.matrix(paper), x, y)
        return (w - x, y) if upright else (x, h - y)

    ours = segments(front)
    theirs = [(*seen(a, b), *seen(c, d)) for a, b, c, d in segments(back)]
    numbers = [
        (float(run.text.replace("\N{MINUS SIGN}", "-")), run.x + run.width / 2, run.y, run)
        for run in front.labels
        if run.size == 6.5
    ]
    out = {}
    for spot in spots(paper):
        box = Box(spot.x - 12, spot.y - 22, 24, 18)
        level = [s for s in ours if abs(s[0] - s[2]) < 1e-9 and box.holds(Box(*s[:2], 0, 0), 1e-6)]
        other = [s for s in theirs if abs(s[0] - s[2]) < 0.5 < abs(s[1] - s[3])]
        other = [s for s in other if abs((s[0] + s[2]) / 2 - spot.x) < 14 and s[1] < spot.y - 6]
        assert len(level) == len(other) == 13
        nearest = met([a[0] for a in level], [(b[0] + b[2]) / 2 for b in other], spot.x)
        known = [(n, x) for n, x, y, _ in numbers if abs(x - spot.x) < 11 and y < spot.y - 12]
        out[spot.name, "x"] = interpolated(known, nearest)
        box = Box(spot.x + 8, spot.y + 3.9, 8.1, 20.2)
        upright_ones = [s for s in ours if s[1] == s[3] and box.holds(Box(*s[:2], 0, 0), 1e-6)]
        other = [s for s in theirs if abs(s[1] - s[3]) < 0.5 < abs(s[0] - s[2])]
        other = [
            s
            for s in other
            if abs((s[0] + s[2]) / 2 - spot.x - 19) < 4
            and abs((s[1] + s[3]) / 2 - spot.y - 14) < 14
        ]
        assert len(upright_ones) == len(other) == 13
        nearest = met([a[1] for a in upright_ones], [(b[1] + b[3]) / 2 for b in other], spot.y + 14)
        known = [(n, y - 0.8) for n, x, y, _ in numbers if y > spot.y and abs(x - spot.x) < 16]
        out[spot.name, "y"] = interpolated(known, nearest)
    return out


def met(ours, theirs, middle):
    """The front's line that goes on in one of the back; of several that nearest to the middle."""
    found = sorted((min(abs(a - b) for b in theirs), a) for a in ours)
    good = [a for gap, a in found if gap < found[0][0] + 0.03]
    return min(good, key=lambda a: abs(a - middle))


def interpolated(known, at):
    """The number of a line between those that bear one."""
    (low, start), (high, end) = min(known, key=lambda k: k[1]), max(known, key=lambda k: k[1])
    return low + (high - low) * (at - start) / (end - start)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["a4", "letter"]),
    st.sampled_from(["long", "short"]),
    st.floats(-0.3, 0.3),
    st.floats(-0.3, 0.3),
    st.floats(-0.06, 0.06),
    st.floats(-0.0005, 0.0005),
)
def test_what_is_read_off_it_mends_the_printer(paper, flip, dx, dy, rotation, scale):
    size = PAPERS[paper]
    got = read(size, flip, Printer(dx, dy, rotation, scale))
    first, last = ("A", "C") if way_of(flip, size).axis == "vertical" else ("C", "A")
    a, _, c = spots(size)
    assert got["B", "x"] == pytest.approx(-dx, abs=0.12)
    assert got["B", "y"] == pytest.approx(-dy, abs=0.12)
    turn = (got[first, "y"] - got[last, "y"]) * turn_factor(size)
    assert turn == pytest.approx(-rotation, abs=0.09)
    grown = (got[first, "x"] - got[last, "x"]) / (c.x - a.x)
    assert grown == pytest.approx(-scale, abs=0.0016)


def test_a_degree_is_what_the_factor_says():
    a, _, c = spots(PAPERS["a4"])
    assert turn_factor(PAPERS["a4"]) == pytest.approx(1 / ((c.x - a.x) * radians(1)), rel=1e-6)


@pytest.mark.parametrize("paper", PAPERS.values())
def test_all_is_within_the_margins_and_nothing_stands_on_anything(paper):
    for sheet in calibration(
        paper, "long", "A printer at home, turned on the long edge", "x", label
    ):
        page = Box(0, 0, *paper).grow(-5)
        boxes = []
        for run in sheet.labels:
            em = run.size * 25.4 / 72
            boxes.append(Box(run.x, run.y - 0.7 * em, run.width, 0.9 * em))
        assert all(page.holds(box, 0.01) for box in boxes), sheet.side
        for i, one in enumerate(boxes):
            assert not any(one.meet(other) for other in boxes[i + 1 :])
        for a, b, c, d in segments(sheet):
            line = Box(min(a, c), min(b, d), abs(a - c), abs(b - d)).grow(0.05)
            assert page.holds(line)
            assert not any(line.meet(box) for box in boxes)


def test_rules_are_100_mm_and_4_in():
    front, _ = calibration(PAPERS["a4"], "long", "Test", "", label)
    lengths = {
        round(abs(m.segments[0][1] - m.segments[1][1]), 3)
        for m in front.marks
        if m.width > 0.15 and m.segments[0][2] == m.segments[1][2]
    }
    assert lengths == {100.0, 101.6}

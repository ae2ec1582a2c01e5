"""Grids of cells as outlines: what is filled, in which order, and how far colours are spread."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from demo_game import Bench
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.compose.pixels import SPREAD, cells, outline
from generator.geometry import Segments, points
from generator.scene import Path

EYE = "aaa a.a aaa"


def winding(segments: Segments, x: float, y: float) -> int:
    """How often the outline runs around a point, clockwise counted up."""
    total, start, at = 0, (0.0, 0.0), (0.0, 0.0)
    for segment in segments:
        to = start if segment[0] == "Z" else (float(segment[-2]), float(segment[-1]))
        if segment[0] == "M":
            start = to
        else:
            (x0, y0), (x1, y1) = at, to
            if x0 == x1 and x0 > x and min(y0, y1) <= y < max(y0, y1):
                total += 1 if y1 > y0 else -1
        at = to
    return total


GRIDS = st.integers(1, 7).flatmap(
    lambda w: st.lists(st.text("ab.", min_size=w, max_size=w), min_size=1, max_size=7)
)


@settings(max_examples=300, deadline=None)
@given(lines=GRIDS, spread=st.sampled_from([0.0, 0.05]))
def test_an_outline_covers_its_cells_and_nothing_else(lines: list[str], spread: float) -> None:
    filled = cells(lines, "a")
    edge = outline(filled, 2.0, 3.0, spread)
    for y, line in enumerate(lines):
        for x, kind in enumerate(line):
            inside = winding(edge, 2.0 * x + 1.0, 3.0 * y + 1.5)
            assert (inside > 0) == (kind == "a")
    if filled:
        xs, ys = zip(*points(edge), strict=True)
        assert min(xs) == pytest.approx(2 * min(x for x, _ in filled) - spread)
        assert max(ys) == pytest.approx(3 * max(y for _, y in filled) + 3 + spread)


@settings(max_examples=150, deadline=None)
@given(lines=GRIDS)
def test_colours_overlap_by_their_spread(lines: list[str]) -> None:
    """A point just beyond a cell's edge is still painted, one further away is not."""
    filled = cells(lines, "a")
    edge = outline(filled, 1.0, 1.0, SPREAD)
    for x, y in filled:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            if (x + dx, y + dy) in filled:
                continue
            near, far = 0.5 + SPREAD - 0.01, 0.5 + SPREAD + 0.01
            assert winding(edge, x + 0.5 + dx * near, y + 0.5 + dy * near) > 0
            assert winding(edge, x + 0.5 + dx * far, y + 0.5 + dy * far) <= 0


def test_straight_edges_have_no_points_between() -> None:
    assert len(outline(cells(["aaaa", "aaaa"], "a"), 1, 1)) == 5
    assert len(outline(cells(EYE.split(), "a"), 1, 1)) == 10


def shapes(items: Iterable[object]) -> list[Path]:
    return [item for item in items if isinstance(item, Path)]


def test_the_silhouette_comes_first(bench: Bench) -> None:
    made = bench.good(
        '<sprite box="10 10 8 6" rows=".ab. abba" colours="b paper  a blue  z ink"'
        ' fact="f" shows="it"/>'
        '<rect box="1 1 1 1" fill="ink"/>'
    )
    whole, first, second, _ = shapes(made.items)
    assert len({item.element for item in (whole, first, second)}) == 1
    assert [item.element for item in made.items] == [0, 0, 0, 1]
    assert whole.fill == first.fill != second.fill
    assert {(item.fact, item.shows) for item in (whole, first, second)} == {("f", "it")}
    # cells are square, 2 mm here; the picture stands on the bottom of its box
    xs, ys = zip(*points(whole.segments), strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((10, 18, 12, 16))
    xs, ys = zip(*points(second.segments), strict=True)
    assert (min(xs), max(xs)) == pytest.approx((9.95, 18.05))


def test_what_lies_under(bench: Bench) -> None:
    made = bench.good('<sprite box="0 0 4 4" rows="ab" colours="a blue  b paper" under="ink"/>')
    assert len({item.fill for item in shapes(made.items)}) == 3


@pytest.mark.parametrize(
    ("rest", "code", "says"),
    [
        ('rows="ab a" colours="a blue b paper"', "markup-value", "row 2"),
        ('rows="" colours="a blue"', "markup-value", "no cells"),
        ('rows=".. .." colours="a blue"', "markup-value", "empty"),
        ('rows="ac" colours="a blue"', "markup-value", "'c'"),
        ('rows="a" colours="a"', "markup-value", "colours are"),
        ('rows="a" colours="aa blue"', "markup-value", "colours are"),
        ('rows="a" colours=". blue"', "markup-value", "colours are"),
        ('rows="a" colours="a blue a paper"', "markup-value", "two colours"),
        ('rows="a" colours="a blu"', "style-colour", "'blu'"),
        ('rows="a" colours="a blue" under="none"', "style-colour", "'none'"),
        (f'rows="{"a" * 65}" colours="a blue"', "markup-value", "65 x 1"),
        ('rows="a"', "markup-attribute", "needs colours"),
        ('colours="a blue"', "markup-attribute", "needs rows"),
        ('rows="a" colours="a blue" fill="blue"', "markup-attribute", "'fill'"),
    ],
)
def test_sprites_that_cannot_be(bench: Bench, rest: str, code: str, says: str) -> None:
    problem = bench.only(f'<sprite box="1 1 9 9" {rest}/>')
    assert (problem.code, says in problem.says) == (code, True), problem

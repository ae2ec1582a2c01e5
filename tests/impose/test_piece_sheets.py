"""Pieces that are cut out one by one: a grid of their boxes, their own edges as guides."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry import Box, bounds, ellipse, moved_segments, rectangle, shifted
from generator.impose.grid import sheets
from generator.impose.outlines import DASH, outlines
from generator.scene import Outline, Path, Placed, Scene

HOLE = ellipse(Box(8, 8, 4, 4))
FOLD = (("M", 0.0, 20.0), ("L", 20.0, 20.0))
CUT = rectangle(Box(0, 0, 20, 40))
TOKEN = Outline(CUT, (FOLD,), (HOLE,), free=True)


def piece(
    of: str, outline: Outline = TOKEN, size: Any = (20.0, 40.0), side: Any = "front"
) -> Scene:
    return Scene(size, 3.0, 1.0, outline, (), of, side, tiles=side == "back")


def lines(paths: tuple[Path, ...], dashed: bool) -> list[Path]:
    return [path for path in paths if bool(path.dash) == dashed]


def test_pieces_stand_apart_and_show_their_own_edges(planned, info):
    made, problems = planned((20.0, 40.0), free=True)
    assert not list(problems)
    assert (made.gap, made.free, made.columns, made.rows) == (2.0, True, 9, 6)
    (front,) = sheets(made, [(piece(f"t{n}"), None) for n in range(4)], 4, info(backs=False))
    assert len(front.placed) == 4
    cuts, folds = lines(front.marks, dashed=False), lines(front.marks, dashed=True)
    assert (len(cuts), len(folds)) == (8, 4)  # a cut and a hole each, a fold each
    for placed, cell in zip(front.placed, made.cells, strict=False):
        to = shifted(cell.x, cell.y)
        assert (placed.x, placed.y, placed.turn) == (cell.x, cell.y, 0)
        wanted = {moved_segments(to, CUT), moved_segments(to, HOLE)}
        assert wanted <= {path.segments for path in cuts}
        assert moved_segments(to, FOLD) in {path.segments for path in folds}
    grey = front.marks[0].stroke
    assert grey is not None
    assert grey.r == grey.g == grey.b == 128
    assert {path.width for path in front.marks} == {0.2}
    assert {path.dash for path in folds} == {DASH}
    assert all(path.fill is None for path in front.marks)


def test_one_sided_pieces_have_no_back_page(planned, info):
    made, _ = planned((20.0, 40.0), free=True)
    stream = [(piece(f"t{n}"), None) for n in range(made.count + 1)]
    pages = list(sheets(made, stream, len(stream), info(backs=False)))
    assert [page.side for page in pages] == ["front", "front"]


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_of_pieces_lie_behind_them_and_spill_on_no_neighbour(planned, info, flip):
    made, _ = planned((20.0, 40.0), free=True, flip=flip, bleed="outer")
    stream = [(piece(f"t{n}"), piece(f"t{n}", side="back")) for n in range(3)]
    front, back = sheets(made, stream, 3, info())
    assert back.marks == ()
    for one, other in zip(front.placed, back.placed, strict=True):
        where = made.behind(Box(one.x, one.y, 20, 40))
        assert (other.x, other.y, other.turn) == (where.x, where.y, made.back_turn)
        for clip, own in ((one.clip, one), (other.clip, other)):
            assert Box(own.x, own.y, 20, 40).grow(1.0).holds(clip, 1e-6)
    for page in (front, back):
        for a in page.placed:
            for b in page.placed:
                assert a is b or a.clip.grow(-1e-6).meet(b.clip) is None


def test_bleed_of_pieces_is_half_their_gap(planned):
    for bleed, gap, width in (("none", 2.0, 0.0), ("outer", 2.0, 1.0), ("each", 6.0, 3.0)):
        made, _ = planned((20.0, 40.0), free=True, bleed=bleed)
        assert (made.gap, made.bleed_width) == (gap, width)


def test_bleed_costs_a_large_net_no_room(planned):
    made, problems = planned((199.0, 286.0), free=True, bleed="outer")
    assert not list(problems)
    assert made.count == 1


def test_a_net_larger_than_the_page_is_a_problem_with_numbers(planned):
    made, problems = planned((235.7, 228.1), free=True, bleed="outer")
    assert made is None
    (problem,) = problems
    assert problem.code == "card-too-large"
    assert "a piece of 235.7 x 228.1 mm does not fit the 200 x 287 mm" in problem.says
    assert "thinner stock" in problem.fix


def test_the_sentence_of_a_build_speaks_of_pieces(planned):
    made, _ = planned((20.0, 40.0), free=True)
    assert made.reason.startswith("54 pieces a sheet, 9 x 6 on A4 portrait, 2 mm apart")


def test_pieces_of_unlike_outlines_share_a_sheet(planned, info):
    """A component that joins another has edges of its own."""
    disc = Outline(ellipse(Box(0, 0, 30, 30)), free=True)
    plain = Outline(rectangle(Box(0, 0, 30, 30), 3.0))
    made, _ = planned((30.0, 30.0), free=True)
    stream = [(piece("d", disc, (30.0, 30.0)), None), (piece("p", plain, (30.0, 30.0)), None)]
    (front,) = sheets(made, stream, 2, info(backs=False))
    assert [len(path.segments) for path in front.marks] == [6, 10]


def test_plain_cards_keep_their_straight_cuts(planned, info, scene):
    made, _ = planned()
    (front, _back) = sheets(made, [(scene("a"), scene("a", "back"))], 1, info())
    assert not made.free
    assert all(len(path.segments) == 2 for path in front.marks)


@pytest.mark.parametrize(
    ("turn", "point"), [(0, (12, 13)), (90, (47, 12)), (180, (28, 47)), (270, (13, 28))]
)
def test_outlines_turn_with_their_piece(turn, point):
    """The point (2, 3) of a piece of 20 x 40 mm, its turned box at (10, 10)."""
    outline = Outline((("M", 2.0, 3.0), ("L", 4.0, 3.0), ("L", 4.0, 5.0), ("Z",)), free=True)
    placed = Placed(piece("a", outline), 10.0, 10.0, turn, Box(0, 0, 1, 1), 0)
    (path,) = outlines([placed])
    assert path.segments[0][1:] == pytest.approx(point)


@settings(max_examples=60, deadline=None)
@given(
    w=st.floats(5, 190),
    h=st.floats(5, 190),
    paper=st.sampled_from(["a4", "letter", "a5"]),
    bleed=st.sampled_from(["none", "outer", "each"]),
)
def test_any_pieces_stay_on_the_page_and_apart(planned, w, h, paper, bleed):
    made, problems = planned((w, h), paper, free=True, bleed=bleed)
    if made is None:
        assert [problem.code for problem in problems] == ["card-too-large"]
        assert made is None
        return
    cuts = outlines(
        Placed(
            piece("p", Outline(ellipse(Box(0, 0, w, h)), free=True), (w, h)), *cell[:2], 0, cell, i
        )
        for i, cell in enumerate(made.cells)
    )
    around = [bounds(path.segments) for path in cuts]
    assert all(made.printable.holds(box, 1e-6) for box in around)
    for i, one in enumerate(around):
        for other in around[i + 1 :]:
            assert one.grow(1.0 - 1e-6).meet(other.grow(1.0 - 1e-6)) is None

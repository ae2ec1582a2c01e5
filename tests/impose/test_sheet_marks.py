from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.impose.grid import sheets
from generator.impose.marks import guides, mark_boxes

CARDS = {"poker": (63.5, 88.9), "mini": (44.45, 63.5), "tarot": (69.85, 120.65)}
bleeds = st.sampled_from(["none", "outer", "each"])


def ends(mark):
    (_, x1, y1), (_, x2, y2) = mark.segments
    return x1, y1, x2, y2


def grey(mark):
    return mark.stroke.r == mark.stroke.g == mark.stroke.b == 128


def test_scissors_cut_every_edge_from_margin_to_margin(planned):
    plan, _ = planned(bleed="outer")
    lines = [ends(mark) for mark in guides(plan, 9)]
    upright = sorted(x1 for x1, _, x2, _ in lines if x1 == x2)
    level = sorted(y1 for _, y1, _, y2 in lines if y1 == y2)
    assert upright == pytest.approx([9.75, 73.25, 136.75, 200.25])
    assert level == pytest.approx([15.15, 104.05, 192.95, 281.85])
    assert {(y1, y2) for x1, y1, x2, y2 in lines if x1 == x2} == {(5.0, 292.0)}
    assert {(x1, x2) for x1, y1, x2, y2 in lines if y1 == y2} == {(5.0, 205.0)}
    assert {mark.width for mark in guides(plan, 9)} == {0.2}
    assert all(grey(mark) for mark in guides(plan, 9))


def test_cards_with_bleed_each_are_cut_at_their_own_edges(planned):
    plan, _ = planned(bleed="each")
    assert plan.count == 8
    upright = {round(ends(m)[0], 4) for m in guides(plan, 8) if ends(m)[0] == ends(m)[2]}
    assert upright == {round(edge, 4) for cell in plan.cells for edge in (cell.x, cell.right)}
    assert len(upright) == 8


def test_a_partial_sheet_is_cut_only_round_its_cards(planned):
    plan, _ = planned(bleed="outer")
    lines = [ends(mark) for mark in guides(plan, 1)]
    assert sorted(x1 for x1, _, x2, _ in lines if x1 == x2) == pytest.approx([9.75, 73.25])
    assert sorted(y1 for _, y1, _, y2 in lines if y1 == y2) == pytest.approx([15.15, 104.05])
    assert guides(plan, 0) == ()


def test_marks_are_on_fronts_only(planned, scene, info):
    plan, _ = planned(guides="both")
    cards = [(scene(f"c{i}"), scene("b", "back")) for i in range(10)]
    for sheet in sheets(plan, cards, 10, info()):
        assert bool(sheet.marks) is (sheet.side == "front")


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(CARDS)), st.sampled_from(["a4", "letter"]), bleeds, st.data())
def test_knife_marks_keep_off_the_cards(planned, card, paper, bleed, data):
    plan, _ = planned(CARDS[card], paper, bleed, "knife")
    used = data.draw(st.integers(1, plan.count))
    picture = plan.block.grow(plan.bleed_width)
    marks = guides(plan, used)
    page = plan.printable
    edges_x = {round(e, 5) for c in plan.cells[:used] for e in (c.x, c.right)}
    edges_y = {round(e, 5) for c in plan.cells[:used] for e in (c.y, c.bottom)}
    seen_x, seen_y = set(), set()
    for mark, box in zip(marks, mark_boxes(marks), strict=True):
        x1, y1, x2, y2 = ends(mark)
        (seen_x if x1 == x2 else seen_y).add(round(x1 if x1 == x2 else y1, 5))
        length = abs(x2 - x1) + abs(y2 - y1)
        room = picture.y - page.y if x1 == x2 else picture.x - page.x
        assert page.grow(mark.width).holds(box)
        if grey(mark):
            assert room < 3.0
            assert length == pytest.approx(page.h if x1 == x2 else page.w)
        else:
            assert room >= 3.0 - 1e-6
            assert picture.meet(box) is None
            assert 2.0 - 1e-6 <= length <= 5.0 + 1e-9
            assert 0.2 <= mark.width <= 0.25
            gap = (
                min(abs(picture.y - max(y1, y2)), abs(min(y1, y2) - picture.bottom))
                if x1 == x2
                else min(abs(picture.x - max(x1, x2)), abs(min(x1, x2) - picture.right))
            )
            assert gap == pytest.approx(1.0)
    assert (seen_x, seen_y) == (edges_x, edges_y)


def test_letter_nine_up_has_lines_where_marks_lack_room(planned):
    plan, _ = planned(paper="letter", bleed="none", guides="knife")
    marks = guides(plan, 9)
    assert {grey(m) for m in marks if ends(m)[0] == ends(m)[2]} == {True}
    assert {grey(m) for m in marks if ends(m)[1] == ends(m)[3]} == {False}


def test_both_draws_lines_and_marks(planned):
    plan, _ = planned(guides="both", bleed="none")
    marks = guides(plan, 9)
    assert sum(map(grey, marks)) == 8
    assert sum(not grey(mark) for mark in marks) == 16

from __future__ import annotations

from dataclasses import replace
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry import Box, after, moved, moved_box, shifted, turned
from generator.impose.grid import sheets
from generator.impose.schemes import SCHEMES
from generator.model.target import Target

papers = st.sampled_from(["a4", "letter"])
bleeds = st.sampled_from(["none", "outer", "each"])
flips = st.sampled_from(["long", "short"])


def dealt(scene, count, *, own_backs=False, backs=True, tiles=False, size=(63.5, 88.9)):
    """`count` cards c0, c1, …; backs shared, each its own, or none."""
    shared = scene("back", "back", size, tiles)
    for i in range(count):
        back = scene(f"c{i}", "back", size, tiles) if own_backs else shared
        yield scene(f"c{i}", "front", size), back if backs else None


def on_page(placed):
    """The matrix from the scene's mm to the page's, from what Placed promises alone."""
    w, h = placed.scene.size
    turn = turned(placed.turn, w / 2, h / 2)
    box = moved_box(turn, Box(0, 0, w, h))
    return after(turn, shifted(placed.x - box.x, placed.y - box.y))


def through(plan, x, y):
    """Where a point of the back page lies when looked at from the front, by the flipped edge."""
    w, h = plan.paper
    tall = h >= w
    upright_axis = tall if plan.flip == "long" else not tall
    return (w - x, y) if upright_axis else (x, h - y)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("count", [1, 8, 9, 10, 18])
def test_backs_lie_under_their_fronts_on_partial_sheets(planned, scene, info, count, flip):
    plan, _ = planned(bleed="outer", flip=flip)
    made = list(sheets(plan, dealt(scene, count, own_backs=True), count, info()))
    assert [sheet.side for sheet in made] == ["front", "back"] * -(-count // 9)
    assert sum(len(sheet.placed) for sheet in made) == 2 * count
    for front, back in zip(made[::2], made[1::2], strict=True):
        assert front.number == back.number
        assert [p.cell for p in front.placed] == list(range(len(front.placed)))
        for one, other in zip(front.placed, back.placed, strict=True):
            assert (one.cell, one.scene.of) == (other.cell, other.scene.of)
            for u, v in ((0.0, 0.0), (63.5, 0.0), (20.0, 70.0)):
                behind = through(plan, *moved(on_page(other), 63.5 - u, v))
                assert behind == pytest.approx(moved(on_page(one), u, v), abs=1e-6)


@settings(max_examples=120, deadline=None)
@given(
    st.floats(25.0, 120.0), st.floats(25.0, 120.0), papers, bleeds, flips, st.data(), st.booleans()
)
def test_every_back_meets_its_front(planned, scene, info, w, h, paper, bleed, flip, data, tiles):
    plan, _ = planned((w, h), paper, bleed, flip=flip)
    if plan is None:
        return
    count = data.draw(st.integers(1, 2 * plan.count + 1))
    cards = dealt(scene, count, own_backs=True, tiles=tiles, size=(w, h))
    made = list(sheets(plan, cards, count, info()))
    page = Box(0, 0, *plan.paper)
    fronts = [p for sheet in made if sheet.side == "front" for p in sheet.placed]
    backs = [p for sheet in made if sheet.side == "back" for p in sheet.placed]
    assert [p.scene.of for p in fronts] == [p.scene.of for p in backs]
    assert len(fronts) == count
    for one, other in zip(fronts, backs, strict=True):
        for u, v in ((0.0, 0.0), (w, 0.0), (w / 3, h)):
            behind = through(plan, *moved(on_page(other), w - u, v))
            assert behind == pytest.approx(moved(on_page(one), u, v), abs=1e-6)
        assert page.holds(one.clip)
        assert one.clip.holds(Box(one.x, one.y, w, h), 1e-6)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_turned_fronts_turn_their_backs_by_the_mirror_rule(planned, scene, info, turn, flip):
    plan, _ = planned((60.0, 60.0), flip=flip)
    plan = replace(plan, turn=turn)
    front, back = sheets(plan, dealt(scene, 3, size=(60.0, 60.0)), 3, info())
    for one, other in zip(front.placed, back.placed, strict=True):
        for u, v in ((0.0, 0.0), (60.0, 10.0)):
            behind = through(plan, *moved(on_page(other), 60.0 - u, v))
            assert behind == pytest.approx(moved(on_page(one), u, v), abs=1e-6)


def grown(clip, placed):
    """How far a clip reaches beyond the trim: left, top, right, bottom."""
    w, h = placed.scene.size
    edges = (
        placed.x - clip.x,
        placed.y - clip.y,
        clip.right - placed.x - w,
        clip.bottom - placed.y - h,
    )
    return tuple(round(edge, 6) + 0.0 for edge in edges)


@pytest.mark.parametrize(
    ("bleed", "front", "inner", "back"),
    [
        ("none", 0.0, 0.0, 3.0),
        ("outer", 3.0, 0.0, 3.0),
        ("each", 3.0, 3.0, 3.0),
    ],
)
def test_clips_end_at_the_trim_inside_and_at_the_bleed_outside(
    planned, scene, info, bleed, front, inner, back
):
    plan, _ = planned((60.0, 85.0), bleed=bleed)
    assert (plan.columns, plan.rows) == (3, 3)
    one, other = sheets(plan, dealt(scene, 9, size=(60.0, 85.0)), 9, info())
    assert grown(one.placed[0].clip, one.placed[0]) == (front, front, inner, inner)
    assert grown(one.placed[4].clip, one.placed[4]) == (inner,) * 4
    assert grown(one.placed[5].clip, one.placed[5]) == (inner, inner, front, inner)
    # cell 0 lies at the right of the back: its outer edges are right and top
    assert grown(other.placed[0].clip, other.placed[0]) == (inner, back, back, inner)
    assert grown(other.placed[8].clip, other.placed[8]) == (back, inner, inner, back)


def test_pattern_backs_reach_3_mm_over_their_neighbours(planned, scene, info):
    plan, _ = planned(bleed="none")
    _, back = sheets(plan, dealt(scene, 9, tiles=True), 9, info())
    assert {grown(p.clip, p) for p in back.placed} == {(3.0,) * 4}


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 17), bleeds, flips, st.booleans())
def test_empty_cells_stay_white(planned, scene, info, count, bleed, flip, tiles):
    plan, _ = planned(bleed=bleed, flip=flip)
    for sheet in sheets(plan, dealt(scene, count, tiles=tiles), count, info()):
        used = {p.cell for p in sheet.placed}
        for cell, box in enumerate(plan.cells):
            if cell in used:
                continue
            place = box if sheet.side == "front" else plan.behind(box)
            reach = 0.0 if sheet.side == "front" or not tiles else 3.0
            inside = place.grow(-reach - 1e-6)
            assert not any(p.clip.meet(inside) for p in sheet.placed)


def test_no_cards_make_no_sheets(planned, scene, info):
    plan, _ = planned()
    assert list(sheets(plan, [], 0, info())) == []


def test_cards_without_backs_make_no_back_pages(planned, scene, info):
    plan, _ = planned()
    made = list(sheets(plan, dealt(scene, 10, backs=False), 10, info(backs=False)))
    assert [sheet.side for sheet in made] == ["front", "front"]


def test_a_sheet_without_backs_keeps_duplex_in_step(planned, scene, info):
    plan, _ = planned()
    back = scene("b", "back")
    cards = [(scene(f"c{i}"), back if 9 <= i < 12 else None) for i in range(20)]
    made = list(sheets(plan, cards, 20, info()))
    assert [(s.number, s.side, len(s.placed)) for s in made] == [
        (1, "front", 9),
        (1, "back", 0),
        (2, "front", 9),
        (2, "back", 3),
        (3, "front", 2),
    ]
    assert {p.cell for p in made[3].placed} == {0, 1, 2}


def test_sheets_come_as_they_are_asked_for(planned, scene, info):
    plan, _ = planned()
    taken = []

    def cards():
        for pair in dealt(scene, 1000):
            taken.append(pair)
            yield pair

    stream = sheets(plan, cards(), 1000, info())
    next(stream)
    assert len(taken) == 9
    next(stream), next(stream)
    assert len(taken) == 18


def test_every_scheme_of_the_target_model_is_there():
    files = {"shop"}  # no sheets: `impose.shop`
    assert set(SCHEMES) | files == set(get_args(get_type_hints(Target)["scheme"]))

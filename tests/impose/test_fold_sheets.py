from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry import Box, after, moved, moved_box, shifted, turned
from generator.impose.captions import SheetInfo
from generator.impose.fold import fold_plan, folded
from generator.impose.grid import Part, in_turn
from generator.impose.plan import plan as grid_plan
from generator.impose.single import one_side_first
from generator.model.target import Size, Target
from generator.problems import Problems, Where

PAPERS = {"a4": Size(width=210.0, height=297.0), "letter": Size(width=215.9, height=279.4)}
HERE = Where("game.yaml", 7)


def planned(card=(63.5, 88.9), paper="a4", bleed="outer", guides="scissors", **changed):
    target = Target(id="t", name="T", paper=paper, bleed=bleed, source="", checked="")
    target = target.but(**changed)
    problems = Problems()
    made = fold_plan(
        target, PAPERS, card, bleed=bleed, guides=guides, where=HERE, problems=problems
    )
    return made, problems


def dealt(scene, count, size=(63.5, 88.9), backs=True, tiles=False):
    return [
        (scene(f"c{i}", "front", size), scene(f"c{i}", "back", size, tiles) if backs else None)
        for i in range(count)
    ]


def on_page(placed):
    w, h = placed.scene.size
    turn = turned(placed.turn, w / 2, h / 2)
    box = moved_box(turn, Box(0, 0, w, h))
    return after(turn, shifted(placed.x - box.x, placed.y - box.y))


def test_four_a_page_on_a4_and_three_on_letter_with_bleed_each():
    assert planned()[0].count == 4
    assert planned(paper="letter", bleed="none")[0].count == 4
    assert planned(paper="letter", bleed="each")[0].count == 3
    plan = planned()[0]
    assert (plan.columns, plan.rows, plan.axis, plan.paper) == (2, 2, "vertical", (297.0, 210.0))
    assert "4 cards a sheet with their backs behind an upright fold" in plan.reason


@settings(max_examples=100, deadline=None)
@given(
    st.floats(25.0, 120.0),
    st.floats(25.0, 120.0),
    st.sampled_from(["a4", "letter"]),
    st.sampled_from(["none", "outer", "each"]),
    st.floats(2.0, 3.0),
    st.integers(1, 9),
    st.booleans(),
)
def test_backs_are_mirrored_across_the_fold(scene, info, w, h, paper, bleed, gutter, count, tiles):
    plan, _ = planned((w, h), paper, bleed, gutter=gutter)
    if plan is None:
        return
    part = Part(plan, dealt(scene, count, (w, h), tiles=tiles), count, info(way="fold"))
    made = list(folded([part]))
    assert len(made) == -(-count // plan.count)
    assert {sheet.side for sheet in made} == {"front"}
    pw, ph = plan.paper
    for sheet in made:
        assert sheet.fold == plan.axis
        fronts = [p for p in sheet.placed if p.scene.side == "front"]
        backs = [p for p in sheet.placed if p.scene.side == "back"]
        assert [p.scene.of for p in fronts] == [p.scene.of for p in backs]
        for one, other in zip(fronts, backs, strict=True):
            for u, v in ((0.0, 0.0), (w, 0.0), (w / 3, h)):
                x, y = moved(on_page(other), w - u, v)
                back = (pw - x, y) if plan.axis == "vertical" else (x, ph - y)
                assert back == pytest.approx(moved(on_page(one), u, v), abs=1e-6)
            assert plan.printable.holds(one.clip, 1e-6)
            assert one.clip.holds(Box(one.x, one.y, w, h), 1e-6)
            assert other.clip.holds(Box(other.x, other.y, w, h), 1e-6)
            for back in backs:  # no back is painted over a front
                assert back.clip.meet(one.clip.grow(-1e-6)) is None
        if len(fronts) < plan.count:
            continue
        # backs reach across the fold, and the gutter is as asked
        if plan.axis == "vertical":
            assert min(p.clip.x for p in backs) == pytest.approx(pw / 2 - gutter / 4)
            assert pw - 2 * max(p.x + w for p in fronts) == pytest.approx(gutter)
        else:
            assert min(p.clip.y for p in backs) == pytest.approx(ph / 2 - gutter / 4)
            assert ph - 2 * max(p.y + h for p in fronts) == pytest.approx(gutter)


@pytest.mark.parametrize("guides", ["scissors", "knife", "both"])
@pytest.mark.parametrize("card", [(63.5, 88.9), (80.0, 60.0), (120.0, 90.0)])
def test_cuts_stay_before_the_fold_which_is_dashed(scene, info, guides, card):
    plan, _ = planned(card, guides=guides)
    (sheet,) = folded([Part(plan, dealt(scene, 1, card), 1, info())])
    dashed = [mark for mark in sheet.marks if mark.dash]
    (fold,) = dashed
    w, h = plan.paper
    middle = w / 2 if plan.axis == "vertical" else h / 2
    across = 1 if plan.axis == "vertical" else 2
    assert {seg[across] for seg in fold.segments} == {middle}
    for mark in sheet.marks:
        if not mark.dash:
            assert max(seg[across] for seg in mark.segments) <= middle + 1e-6
    assert len(sheet.marks) >= 5


def test_a_card_larger_than_half_the_page_is_told_with_numbers():
    plan, problems = planned((180.0, 200.0))
    assert plan is None
    (problem,) = problems
    assert problem.code == "card-too-large"
    assert "180 x 200 mm" in problem.says
    assert planned(paper="b9")[1].of("error")[0].code == "paper-unknown"
    assert planned((0.0, 10.0))[1].of("error")[0].code == "size-impossible"


@pytest.mark.parametrize(
    ("card", "fix"),
    [
        ((148.0, 210.0), "take a target that prints both sides, or --backs off"),
        ((130.0, 200.0), "bleed none lets it fit"),
    ],
)
def test_what_fits_a_page_but_not_half_of_one_is_told_truly(card, fix):
    """Half an A4 page fits the paper; what does not is the half and its back."""
    plan, problems = planned(card, **({"margin": 5.0, "gutter": 2.5}))
    assert plan is None
    (problem,) = problems
    assert "with its back behind the fold" in problem.says
    assert problem.fix == fix
    assert (planned(card, bleed="none")[0] is not None) == (fix == "bleed none lets it fit")


def test_labels_of_fold_sheets_say_how_and_number_through_the_file(scene, info):
    plan, problems = planned()
    first = Part(plan, dealt(scene, 5), 5, info(problems, way="fold", of=4))
    second = Part(plan, dealt(scene, 8), 8, info(problems, way="fold", of=4, before=2))
    made = list(folded([first, second]))
    said = [" ".join(run.text for run in sheet.labels) for sheet in made]
    assert [sheet.number for sheet in made] == [1, 2, 3, 4]
    for number, words in enumerate(said, 1):
        assert f"sheet {number} of 4" in words
        assert "FRONT AND BACK" in words
        assert "fold on the dashed line" in words
    assert len(problems) == 0


def flat(info: SheetInfo, **changed):
    target = Target(id="t", name="T", paper="a4", bleed="none", source="", checked="")
    problems = Problems()
    return grid_plan(
        target, PAPERS, (63.5, 88.9), bleed="none", guides="scissors", where=HERE, problems=problems
    )


def test_single_prints_all_fronts_then_all_backs_in_the_same_order(scene, info):
    plan = flat(info)
    about = info(way="single", of=5)
    parts = [
        Part(plan, dealt(scene, 10), 10, about),
        Part(plan, dealt(scene, 3, backs=False), 3, about._replace(before=2), backs=False),
        Part(plan, dealt(scene, 9), 9, about._replace(before=3)),
        Part(plan, dealt(scene, 1, backs=False), 1, about._replace(before=4), backs=False),
    ]
    made = list(one_side_first(parts))
    assert [(s.side, s.number) for s in made] == [
        *(("front", n) for n in (1, 2, 3, 4, 5)),
        *(("back", n) for n in (1, 2, 3, 4)),
    ]
    assert [len(s.placed) for s in made] == [9, 1, 3, 9, 1, 9, 1, 0, 9]
    for page, sheet in enumerate(made, 1):
        words = " ".join(run.text for run in sheet.labels)
        if sheet.number == 5:  # behind it no page is printed
            assert "one-sided" in words
            assert "page" not in words
            continue
        if sheet.side == "front":
            assert f"its back is page {sheet.number + 5}" in words
        else:
            assert page == sheet.number + 5
            assert f"goes on page {sheet.number}" in words
        assert "turn over on long edge" in words


def test_single_without_backs_is_fronts_alone(scene, info):
    plan = flat(info)
    about = info(way="single", backs=False)
    made = list(one_side_first([Part(plan, dealt(scene, 10, backs=False), 10, about, False)]))
    assert [s.side for s in made] == ["front", "front"]
    assert "one-sided" in " ".join(run.text for run in made[0].labels)


def test_single_holds_no_more_cards_than_a_sheet(scene, info):
    plan, taken = flat(info), []

    class Cards:
        def __iter__(self):
            for pair in dealt(scene, 40):
                taken.append(pair)
                yield pair

    stream = one_side_first([Part(plan, Cards(), 40, info(way="single"))])
    next(stream)
    assert len(taken) == 9
    assert len(list(stream)) == 9


def test_a_one_sided_component_in_a_duplex_file_keeps_it_in_step(scene, info):
    plan = flat(info)
    parts = [
        Part(plan, dealt(scene, 2, backs=False), 2, info(of=3), backs=False),
        Part(plan, dealt(scene, 2), 2, info(of=3, before=1)),
        Part(plan, dealt(scene, 2, backs=False), 2, info(of=3, before=2), backs=False),
    ]
    made = list(in_turn(parts))
    assert [(s.side, s.number) for s in made] == [
        ("front", 1),
        ("back", 1),
        ("front", 2),
        ("back", 2),
        ("front", 3),
    ]

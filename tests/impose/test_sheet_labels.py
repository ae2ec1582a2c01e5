from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry import around
from generator.impose.grid import sheets
from generator.impose.marks import mark_boxes
from generator.problems import Problems
from generator.scene import Colour, Run

MM = 25.4 / 72
WORDS = (
    "SOPHMB2CE",
    "Headhunter deck",
    "sheet 1 of 2",
    "version 1.2",
    "print at actual size (100 %)",
    "50 mm",
)


def covers(run):
    """The box of a run's letters: 0.95 em above its baseline, 0.3 below."""
    t = math.radians(run.turn)
    em = run.size * MM
    corners = []
    for along in (0.0, run.width):
        for down in (-0.95 * em, 0.3 * em):
            corners.append(
                (
                    run.x + along * math.cos(t) - down * math.sin(t),
                    run.y + along * math.sin(t) + down * math.cos(t),
                )
            )
    return around(corners)


def rule_box(path):
    return around([seg[1:] for seg in path.segments])


def first_sheets(plan, scene, info, problems, count=None, **changed):
    size = (plan.cells[0].w, plan.cells[0].h)
    count = count or plan.count + 1
    cards = [(scene(f"c{i}", "front", size), scene("b", "back", size)) for i in range(count)]
    return list(sheets(plan, cards, count, info(problems, **changed)))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("bleed", ["none", "outer", "each"])
@pytest.mark.parametrize("guides", ["scissors", "knife", "both"])
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("card", [(63.5, 88.9), (63.0, 88.0), (44.45, 63.5), (69.85, 120.65)])
def test_labels_say_all_and_cover_nothing(planned, scene, info, paper, bleed, guides, flip, card):
    plan, problems = planned(card, paper, bleed, guides, flip)
    made = first_sheets(plan, scene, info, problems)
    assert not len(problems)
    for sheet in made:
        said = " ".join(run.text for run in sheet.labels)
        expected = [word.replace("sheet 1", f"sheet {sheet.number}") for word in WORDS]
        for word in (*expected, sheet.side.upper(), f"flip on {flip} edge"):
            assert word in said
        keep = plan.block.grow(3.0)
        marks = mark_boxes(sheet.marks)
        boxes = [*map(covers, sheet.labels), *map(rule_box, sheet.label_paths)]
        assert len(sheet.label_paths) == 1
        for i, box in enumerate(boxes):
            assert plan.printable.holds(box, 1e-6)
            assert keep.meet(box.grow(-1e-6)) is None
            assert not any(box.meet(mark) for mark in marks)
            assert not any(box.grow(-1e-6).meet(other) for other in boxes[i + 1 :])
        assert min(run.size for run in sheet.labels) >= 6.0


def test_the_rule_is_50_mm_between_its_ticks(planned, scene, info):
    for paper, bleed, turned in (("a4", "outer", False), ("letter", "none", True)):
        plan, problems = planned(paper=paper, bleed=bleed)
        sheet = first_sheets(plan, scene, info, problems)[0]
        box = rule_box(sheet.label_paths[0])
        assert (box.h if turned else box.w) == pytest.approx(50.0)
        assert (box.w if turned else box.h) == pytest.approx(2.0)
        assert {run.turn for run in sheet.labels} == ({270.0} if turned else {0.0})


def test_front_and_back_share_their_layout(planned, scene, info):
    plan, problems = planned()
    front, back, *_ = first_sheets(plan, scene, info, problems)
    assert [run[:2] for run in front.labels] == [run[:2] for run in back.labels]
    assert front.label_paths == back.label_paths


def test_numbers_of_many_digits_stay_in_their_rows(planned, scene, info):
    plan, problems = planned((100.0, 140.0), bleed="outer", guides="knife")
    count = plan.count * 120
    for sheet in first_sheets(plan, scene, info, problems, count):
        said = " ".join(run.text for run in sheet.labels)
        assert f"sheet {sheet.number} of 120" in said
        for run in sheet.labels:
            assert plan.printable.holds(covers(run), 1e-6)


def test_where_only_marks_are_in_the_way_they_give_way(planned, scene, info):
    plan, problems = planned((31.75, 44.45), "a4", "none", "scissors")
    made = first_sheets(plan, scene, info, problems)
    assert not len(problems)
    for sheet in made:
        marks = mark_boxes(sheet.marks)
        for box in [*map(covers, sheet.labels), *map(rule_box, sheet.label_paths)]:
            assert not any(box.meet(mark) for mark in marks)


def test_without_waste_there_is_a_warning_and_no_label(planned, scene, info):
    plan, problems = planned((200.0, 89.5), "letter", "none")
    assert plan.count == 3
    made = first_sheets(plan, scene, info, problems)
    (problem,) = problems
    assert (problem.code, problem.level) == ("labels-no-room", "warning")
    assert "1 x 3 cards" in problem.says
    assert "the 50 mm rule" in problem.says
    assert all(not sheet.labels and not sheet.label_paths for sheet in made)


def test_one_sided_components_say_so(planned, scene, info):
    plan, problems = planned()
    cards = [(scene("c"), None)]
    (sheet,) = sheets(plan, cards, 1, info(problems, backs=False))
    said = " ".join(run.text for run in sheet.labels)
    assert "one-sided" in said
    assert "flip" not in said


@settings(max_examples=40, deadline=None)
@given(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=120),
    st.text("abc W", max_size=200),
)
def test_names_of_any_length_are_placed_or_reported(planned, scene, info, game, component):
    plan, _ = planned(bleed="outer")
    problems = Problems()
    made = first_sheets(plan, scene, info, problems, game=game, component=component)
    assert {p.code for p in problems} <= {"labels-no-room"}
    for run in made[0].labels:
        assert plan.printable.holds(covers(run), 1e-6)
        assert plan.block.grow(3.0).meet(covers(run).grow(-1e-6)) is None


def test_label_runs_are_asked_for_once(planned, scene, info):
    plan, problems = planned()
    asked = []

    def label(text, size):
        asked.append(text)
        return Run(0, 0, text, "sans", size, Colour(0, 0, 0), len(text) * size * MM * 0.5)

    first_sheets(plan, scene, info, problems, 9 * 40, label=label)
    assert sum("print at actual size" in text for text in asked) < 10


@pytest.mark.parametrize("game", ["S" * n for n in range(1, 30, 2)])
def test_words_joined_in_one_row_stay_clear_of_the_cuts(planned, scene, info, game):
    """Type set by itself loses the blanks at its ends; between words it has them."""

    def trimmed(text, size):
        return Run(0, 0, text, "sans", size, Colour(0, 0, 0), len(text.strip()) * size * MM * 0.44)

    plan, problems = planned((63.5, 88.9), "a4", "outer", "scissors")
    for sheet in first_sheets(plan, scene, info, problems, label=trimmed, game=game):
        for run in sheet.labels:
            for mark in mark_boxes(sheet.marks):
                assert not covers(run).grow(0.9).meet(mark)

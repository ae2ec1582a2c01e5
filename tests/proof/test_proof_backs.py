"""The mirror rule on sheets of any kind, and fronts that belong to their backs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generator.geometry import Box
from generator.model.target import Flip
from generator.problems import Problem, Problems
from generator.proof.backs import Axis, Landed, axis_of, behind, prove_backs
from generator.proof.report import Report

PAPERS = st.sampled_from([(210.0, 297.0), (297.0, 210.0), (215.9, 279.4), (279.4, 215.9)])
FLIPS: st.SearchStrategy[Flip] = st.sampled_from(["long", "short"])
TURNS = st.sampled_from([0, 90, 180, 270])


@st.composite
def sheets(draw: st.DrawFn) -> tuple[tuple[float, float], Flip, list[Landed]]:
    """A paper, a flip edge, and fronts in a grid that stands anywhere on it."""
    paper, flip, turn = draw(PAPERS), draw(FLIPS), draw(TURNS)
    x, y = draw(st.floats(3, 40)), draw(st.floats(3, 40))
    gap = draw(st.sampled_from([0.0, 6.0]))
    count = draw(st.integers(1, 9))
    fronts = [
        Landed(f"card {k}", Box(x + (50 + gap) * (k % 3), y + (70 + gap) * (k // 3), 50, 70), turn)
        for k in range(count)
    ]
    return paper, flip, fronts


def faults(
    fronts: list[Landed], backs: list[Landed], paper: tuple[float, float], axis: Axis
) -> list[Problem]:
    problems = Problems()
    prove_backs(fronts, backs, paper, axis, Report("x.pdf", problems))
    return list(problems)


def mirrored(fronts: list[Landed], paper: tuple[float, float], axis: Axis) -> list[Landed]:
    return [Landed(f.of, *behind(f.box, f.turn, axis, paper)) for f in fronts]


def test_axis_as_print_facts_say() -> None:
    portrait, landscape = (210.0, 297.0), (297.0, 210.0)
    assert axis_of("long", portrait) == axis_of("short", landscape) == "upright"
    assert axis_of("short", portrait) == axis_of("long", landscape) == "level"


def test_mirror_rule_as_print_facts_say() -> None:
    box, paper = Box(10, 20, 50, 70), (210.0, 297.0)
    assert behind(box, 0, "upright", paper) == (Box(150, 20, 50, 70), 0)
    assert behind(box, 90, "upright", paper) == (Box(150, 20, 50, 70), 270)
    assert behind(box, 0, "level", paper) == (Box(10, 207, 50, 70), 180)
    assert behind(box, 90, "level", paper) == (Box(10, 207, 50, 70), 90)


@given(sheets())
def test_mirrored_backs_are_right_and_twice_is_once(
    sheet: tuple[tuple[float, float], Flip, list[Landed]],
) -> None:
    paper, flip, fronts = sheet
    axis = axis_of(flip, paper)
    backs = mirrored(fronts, paper, axis)
    assert not faults(fronts, backs, paper, axis)
    for front, back in zip(fronts, backs, strict=True):
        box, turn = behind(back.box, back.turn, axis, paper)
        assert turn == front.turn
        assert abs(box.x - front.box.x) < 1e-9 > abs(box.y - front.box.y)


@given(sheets(), st.floats(0.15, 5), st.data())
def test_a_back_that_is_off_is_found(
    sheet: tuple[tuple[float, float], Flip, list[Landed]], off: float, data: st.DataObject
) -> None:
    paper, flip, fronts = sheet
    axis = axis_of(flip, paper)
    backs = mirrored(fronts, paper, axis)
    k = data.draw(st.integers(0, len(backs) - 1))
    box = backs[k].box
    backs[k] = backs[k]._replace(box=box._replace(x=box.x + off))
    found = faults(fronts, backs, paper, axis)
    assert [p.code for p in found] == ["proof-back"]
    assert found[0].where.card == f"card {k}"


@given(sheets(), st.data())
def test_two_backs_swapped_are_found(
    sheet: tuple[tuple[float, float], Flip, list[Landed]], data: st.DataObject
) -> None:
    paper, flip, fronts = sheet
    axis = axis_of(flip, paper)
    backs = mirrored(fronts, paper, axis)
    k, m = data.draw(st.integers(0, len(backs) - 1)), data.draw(st.integers(0, len(backs) - 1))
    one, other = backs[k], backs[m]
    backs[k], backs[m] = one._replace(of=other.of), other._replace(of=one.of)
    found = faults(fronts, backs, paper, axis)
    assert len(found) == (0 if k == m else 2)
    assert all("lies under the front of" in p.says for p in found)


@given(sheets(), TURNS, st.data())
def test_a_turned_back_is_found(
    sheet: tuple[tuple[float, float], Flip, list[Landed]], by: int, data: st.DataObject
) -> None:
    paper, flip, fronts = sheet
    axis = axis_of(flip, paper)
    backs = mirrored(fronts, paper, axis)
    k = data.draw(st.integers(0, len(backs) - 1))
    backs[k] = backs[k]._replace(turn=(backs[k].turn + by) % 360)
    found = faults(fronts, backs, paper, axis)
    assert len(found) == (1 if by else 0)


def test_a_front_that_is_another_card_is_told_once() -> None:
    """The strange front is a fault of its own page; its back is not a second one."""
    paper = (210.0, 297.0)
    fronts = [Landed("", Box(10, 20, 50, 70), 0)]
    backs = mirrored([fronts[0]._replace(of="a")], paper, "upright")
    assert not faults(fronts, backs, paper, "upright")


def test_back_without_any_front() -> None:
    found = faults([], [Landed("a", Box(1, 1, 9, 9), 0)], (210.0, 297.0), "upright")
    assert [p.says for p in found] == [
        "1.0 mm from the left, 1.0 mm from the top: the back of a lies under no front"
    ]

"""Pieces of several sizes: all on one sheet where it holds them, else a grid of their largest."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry import Box, ellipse
from generator.impose.grid import sheets
from generator.impose.mixed import mixed_plan
from generator.impose.plan import Plan
from generator.model.target import Size, Target
from generator.problems import Problems, Where
from generator.scene import Outline, Scene

PAPERS = {"a4": Size(width=210.0, height=297.0)}
HERE = Where("game.yaml", 7)
KIT = [(160.0, 15.0)] * 2 + [(60.0, 60.0)] * 4 + [(20.0, 40.0)] * 4 + [(45.0, 90.0)]


def mixed(sizes: Any, bleed: Any = "outer", **changed: Any) -> tuple[Plan | None, Problems]:
    target = Target(id="home", name="Home", paper="a4", bleed="outer", source="", checked="").but(
        **changed
    )
    problems = Problems()
    made = mixed_plan(
        *(target, PAPERS, sizes), bleed=bleed, guides="scissors", where=HERE, problems=problems
    )
    return made, problems


def piece(size: Any, of: str = "p", side: Any = "front") -> Scene:
    return Scene(size, 3.0, 1.0, Outline(ellipse(Box(0, 0, *size)), free=True), (), of, side)


def apart(boxes: list[Box], gap: float) -> bool:
    grown = [box.grow(gap / 2 - 1e-6) for box in boxes]
    return all(a.meet(b) is None for i, a in enumerate(grown) for b in grown[i + 1 :])


def test_trackers_dials_tokens_and_a_marker_share_one_sheet(info):
    made, problems = mixed(KIT)
    assert made is not None
    assert not list(problems)
    assert made.free
    assert made.count == len(KIT)
    assert [(cell.w, cell.h) for cell in made.cells] == KIT
    assert apart(list(made.cells), 2.0)
    assert made.printable.holds(made.block, 1e-6)
    assert "all 11 pieces on one sheet, A4 portrait" in made.reason
    (front,) = sheets(made, [(piece(size), None) for size in KIT], len(KIT), info(backs=False))
    assert [(one.x, one.y) for one in front.placed] == [cell[:2] for cell in made.cells]
    assert len(front.marks) == len(KIT)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_of_unlike_pieces_lie_behind_them(info, flip):
    sizes = [(160.0, 15.0), (60.0, 60.0), (20.0, 40.0)]
    for changed in (sizes, sizes * 12):  # one sheet; then a grid of the largest cell
        made, _ = mixed(changed, flip=flip)
        assert made is not None
        stream = [(piece(size), piece(size, side="back")) for size in changed]
        pages = list(sheets(made, stream, len(stream), info()))
        assert sum(len(page.placed) for page in pages if page.side == "front") == len(stream)
        for front, back in zip(pages[::2], pages[1::2], strict=True):
            for one, other in zip(front.placed, back.placed, strict=True):
                where = made.behind(Box(one.x, one.y, *one.scene.size))
                assert (other.x, other.y) == pytest.approx(where[:2])
                assert other.turn == made.back_turn


def test_more_than_a_sheet_holds_go_into_a_grid_of_the_largest_size(info):
    sizes = [(60.0, 60.0)] * 11 + [(20.0, 40.0)] * 20
    made, problems = mixed(sizes)
    assert made is not None
    assert not list(problems)
    assert (made.cells[0].w, made.cells[0].h, made.count) == (60.0, 60.0, 12)
    pages = list(sheets(made, [(piece(size), None) for size in sizes], 31, info(backs=False)))
    assert [len(page.placed) for page in pages] == [12, 12, 7]
    small = pages[0].placed[11]
    cell = made.cells[11]
    assert (small.x, small.y) == (cell.x + 20, cell.y + 10)


def test_a_piece_larger_than_the_page_is_a_problem():
    made, problems = mixed([(20.0, 20.0), (300.0, 20.0)])
    assert made is None
    (problem,) = problems
    assert problem.code == "card-too-large"
    assert "300 x 20 mm" in problem.says


def test_a_paper_that_is_unknown_or_impossible_is_a_problem():
    for changed, code in (
        ({"paper": "a9"}, "paper-unknown"),
        ({"margin": -1.0}, "size-impossible"),
    ):
        made, problems = mixed(KIT, **changed)
        assert made is None
        assert [problem.code for problem in problems] == [code]


@settings(max_examples=80, deadline=None)
@given(
    sizes=st.lists(st.tuples(st.floats(5, 190), st.floats(5, 190)), min_size=2, max_size=20),
    bleed=st.sampled_from(["none", "outer", "each"]),
)
def test_any_pieces_are_all_placed_apart_and_on_the_page(sizes, bleed):
    made, problems = mixed(sizes, bleed)
    if made is None:
        assert [problem.code for problem in problems] == ["card-too-large"]
        return
    assert apart(list(made.cells), 6.0 if bleed == "each" else 2.0)
    assert made.printable.holds(made.block, 1e-6)
    for i, (w, h) in enumerate(sizes):
        cell = made.cells[i % made.count]
        assert cell.w >= w - 1e-9
        assert cell.h >= h - 1e-9

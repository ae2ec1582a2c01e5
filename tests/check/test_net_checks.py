"""Nets and scenes of pieces tampered with: each fault is told with its numbers."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.check.nets import check_nets
from generator.check.outline import check_outline, check_values
from generator.check.shapes import area, crossing, depth, flat, inside, sides, turned_box
from generator.geometry import Box, ellipse, moved_segments, rectangle, shifted
from generator.model.game import Component
from generator.model.piece import Net
from generator.problems import Problem, Problems, Where
from generator.scene import Colour, Outline, Run, Scene

sys.path.insert(0, str(Path(__file__).parents[1] / "compose"))

from net_bench import PLAIN, Bench

INK = Colour(0, 0, 0)
SQUARE = rectangle(Box(0, 0, 40, 30))


def made(**nets: Any) -> dict[str, Component]:
    """The bench's components: a box, a strip, a dial and its cover."""
    bench = Bench()
    bench.deck("deck", 54)
    bench.add("box", net={"kind": "box", "holds": ["deck"]})
    bench.add("token", net={"kind": "token", "width": 40, "height": 10})
    bench.add("strip", net={"kind": "strip"}, range=[0, 5])
    bench.add("disc", net={"kind": "dial", "part": "disc"}, range=[0, 10])
    bench.add("cover", net={"kind": "dial", "part": "cover", "disc": "disc"})
    return bench.shaped()


def net_of(component: Component) -> Net:
    assert component.net is not None
    return component.net


def told(name: str, change: Any, all_of: dict[str, Component] | None = None) -> list[Problem]:
    """What is said when the net of one component is changed."""
    components = all_of or made()
    changed = replace(components[name], net=change(net_of(components[name])))
    problems = Problems()
    check_nets(replace(PLAIN, components={**components, name: changed}), problems)
    return list(problems)


def shift(net: Net, **changes: Any) -> Net:
    return net._replace(outline=net.outline._replace(**changes))


def test_sound_nets_pass():
    for name in ("box", "strip", "disc", "cover"):
        assert told(name, lambda net: net) == []


def test_a_fold_that_no_two_panels_share_is_a_problem():
    def moved(net: Net) -> Net:
        first, *rest = net.outline.folds
        return shift(net, folds=(moved_segments(shifted(3, 0), first), *rest))

    (problem,) = told("box", moved)
    assert problem.code == "net-broken"
    assert "an edge of 0 panels" in problem.says


def test_a_fold_on_the_cut_is_a_problem():
    edge = (("M", 0.0, 0.0), ("L", net_of(made()["strip"]).size[0], 0.0))
    (problem,) = told("strip", lambda net: shift(net, folds=(edge,)))
    assert "an edge of 1 panels" in problem.says


@pytest.mark.parametrize(
    ("cut", "says"),
    [
        (SQUARE[:-1], "no closed loop"),
        ((*SQUARE, *SQUARE), "no closed loop"),
        ((("M", 0, 0), ("L", 40, 30), ("L", 40, 0), ("L", 0, 30), ("Z",)), "crosses itself"),
        (rectangle(Box(-5, 0, 40, 15)), "leaves its box"),
        (rectangle(Box(0, 0, 20, 15)), "its panels cover"),
    ],
)
def test_a_cut_that_is_none_is_a_problem(cut, says):
    found = told("token", lambda net: shift(net, cut=cut))
    assert {problem.code for problem in found} == {"net-broken"}
    assert any(says in problem.says for problem in found)


@pytest.mark.parametrize(
    ("box", "says"),
    [(Box(-10, 2, 4, 4), "a hole lies outside"), (Box(-1.3, 2, 4, 4), "crosses itself or a hole")],
)
def test_a_hole_belongs_inside(box, says):
    found = told("strip", lambda net: shift(net, holes=(ellipse(box),)))
    assert any(says in problem.says for problem in found)


def test_panels_over_each_other_are_a_problem():
    def twice(net: Net) -> Net:
        front = net.panels["front"]
        moved = front._replace(x=front.x - 5, edge=moved_segments(shifted(-5, 0), front.edge))
        return net._replace(panels={**net.panels, "front": moved})

    found = told("box", twice)
    assert any("left and front lie over each other" in problem.says for problem in found)


def test_a_panel_within_another_is_a_problem():
    def within(net: Net) -> Net:
        strip = net.panels["strip"]
        small = Box(5, 5, 3, 3)
        other = strip._replace(x=5, y=5, w=3, h=3, edge=rectangle(small))
        return net._replace(panels={"strip": strip, "patch": other})

    found = told("strip", within)
    assert any("strip and patch lie over each other" in problem.says for problem in found)


def test_a_net_without_panels_is_a_problem():
    found = told("strip", lambda net: net._replace(panels={}))
    assert any("no panels" in problem.says for problem in found)


@pytest.mark.parametrize("drop", [0, 3, 5])
def test_a_value_left_out_of_a_strip_is_a_problem(drop):
    found = told("strip", lambda net: net._replace(spots=net.spots[:drop] + net.spots[drop + 1 :]))
    assert [problem.code for problem in found] == ["tracker-values"]
    assert "its range is 0 to 5" in found[0].says


def test_a_value_whose_place_is_small_off_or_taken_is_a_problem():
    def smaller(net: Net) -> Net:
        return net._replace(spots=(net.spots[0]._replace(h=7.5), *net.spots[1:]))

    def off(net: Net) -> Net:
        return net._replace(spots=(*net.spots[:-1], net.spots[-1]._replace(y=10.0)))

    def taken(net: Net) -> Net:
        second = net.spots[1]._replace(x=net.spots[0].x + 4)
        return net._replace(spots=(net.spots[0], second, *net.spots[2:]))

    for change, says in (
        (smaller, "the place of 0 (12.0 x 7.5 mm) does not fit"),
        (off, "the place of 5 (12.0 x 10.0 mm) does not fit"),
        (taken, "the places of 0 and 1 lie over each other"),
    ):
        found = told("strip", change)
        assert {problem.code for problem in found} == {"tracker-values"}
        assert any(says in problem.says for problem in found)


def test_a_value_turned_away_from_the_window_is_a_problem():
    def turned(net: Net) -> Net:
        spots = list(net.spots)
        spots[3] = spots[3]._replace(turn=spots[3].turn + 8)
        return net._replace(spots=tuple(spots))

    found = told("disc", turned)
    assert found
    assert {problem.code for problem in found} == {"dial-window"}
    assert any("set to 3 the window shows" in problem.says for problem in found)


def test_a_narrow_or_a_wide_window_is_a_problem():
    components = made()
    middle = net_of(components["disc"]).size[0] / 2

    def scaled(by: float) -> Any:
        def change(net: Net) -> Net:
            across = (by, 0.0, 0.0, 1.0, middle * (1 - by), 0.0)
            return net._replace(window=moved_segments(across, net.window))

        return change

    narrow = told("cover", scaled(0.6), components)
    assert "set to 0 the window shows 0 (in part)" in [problem.says for problem in narrow]
    wide = told("cover", scaled(2.5), components)
    assert any("set to 0 the window shows 0, 1 (in part)" in problem.says for problem in wide)


def test_a_window_that_is_not_cut_out_is_a_problem():
    whole = ellipse(Box(3, 3, 54, 54))

    def closed(net: Net) -> Net:
        panels = {"cover": net.panels["cover"]._replace(edge=whole)}
        return shift(net._replace(panels=panels), cut=whole)

    found = told("cover", closed)
    assert [problem.says for problem in found] == ["the cover is not cut away where its window is"]


def test_pin_holes_must_meet():
    found = told("cover", lambda net: shift(net, holes=(ellipse(Box(28.5, 28, 4, 4)),)))
    assert [problem.code for problem in found] == ["dial-window"]
    assert "pin's holes" in found[0].says


# Scenes.


def run(text: str, x: float, y: float, turn: float = 0.0, fact: str | None = None) -> Run:
    width = len(text) * 2.0
    return Run(x, y, text, "sans", 10.0, INK, width, turn, fact=fact)


def said(scene_items: tuple[Run, ...], outline: Outline, size: Any, safe: float = 2.0) -> list[str]:
    scene = Scene(size, 3.0, safe, outline, scene_items, "c", "front")
    problems = Problems()
    check_outline(scene, lambda n: Where("f.xml", n), problems)
    assert {problem.code for problem in problems} <= {"outside-safe"}
    return [problem.says for problem in problems]


def test_text_in_the_corner_of_a_circle_is_outside():
    coin = Outline(ellipse(Box(0, 0, 40, 40)), free=True)
    assert said((run("middle", 14, 21),), coin, (40, 40)) == []
    (says,) = said((run("corner", 4, 7),), coin, (40, 40))
    assert "'corner' comes within" in says
    (says,) = said((run("edge", 16, 39.5),), coin, (40, 40))
    assert "comes within" in says


def test_text_across_a_fold_or_a_hole_is_outside():
    outline = Outline(
        rectangle(Box(0, 0, 40, 30)),
        ((("M", 0.0, 15.0), ("L", 40.0, 15.0)),),
        (ellipse(Box(18, 20, 4, 4)),),
        free=True,
    )
    fine = (run("above", 10, 12), run("below", 4, 24))
    assert said(fine, outline, (40, 30)) == []
    assert said((run("upright", 10, 5, 90),), outline, (40, 30)) == ["'upright' runs over a fold"]
    assert said((run("hole hole", 12, 24),), outline, (40, 30)) == ["'hole hole' runs over a hole"]


def test_text_whose_corners_are_in_but_that_crosses_a_notch_is_outside():
    notch = (
        *(("M", 0.0, 0.0), ("L", 18.0, 0.0), ("L", 18.0, 20.0), ("L", 22.0, 20.0)),
        *(("L", 22.0, 0.0), ("L", 40.0, 0.0), ("L", 40.0, 30.0), ("L", 0.0, 30.0), ("Z",)),
    )
    (says,) = said((run("across it all", 7, 12),), Outline(notch, free=True), (40, 30))
    assert "leaves the piece" in says


def test_values_stand_in_their_own_places():
    net = net_of(made()["strip"])
    first, second = net.spots[:2]

    def values(*runs: Run) -> list[Problem]:
        scene = Scene(net.size, 3.0, 0.0, net.outline, runs, "c", "front")
        problems = Problems()
        check_values(scene, net, lambda n: Where("f.xml", n), problems)
        return list(problems)

    right = run("0", first.x + 5, first.y + 6, fact="value")
    assert values(right, run("1", second.x + 5, second.y + 6, fact="value")) == []
    (problem,) = values(right._replace(text="1"))
    assert problem.code == "tracker-values"
    assert "1 stands outside the 12.0 x 10.0 mm" in problem.says
    assert values(run("1", 1, 1)) == []  # no value, but a word


# The geometry beneath.


def test_shapes_are_measured_rightly():
    square = flat(rectangle(Box(0, 0, 10, 10)))
    assert area(square) == 100
    assert area(square[::-1]) == -100
    assert inside(square, 5, 5)
    assert not inside(square, 15, 5)
    assert depth(square, 3, 5) == 3
    assert depth(square, -2, 5) == -2
    assert len(sides(square)) == 4
    assert crossing((0, 0), (2, 2), (0, 2), (2, 0))
    assert not crossing((0, 0), (2, 0), (1, 0), (1, 5))  # touches
    assert not crossing((0, 0), (2, 0), (0, 1), (2, 1))
    turned = turned_box(0, 0, 4, 2, 90)
    assert {(round(x, 6), round(y, 6)) for x, y in turned} == {(1, -1), (3, -1), (3, 3), (1, 3)}

"""Dice and figures folded in space: what paper would do with their nets."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from net_bench import Bench
from net_fold import corners, cross, dot, folded, normal, up
from test_nets import is_a_net

from generator.check.shapes import flat
from generator.compose.nets.solid import FACES
from generator.model.piece import Net


def die(edge: float = 16.0, tab: float = 5.0) -> Net:
    net = {"kind": "die", "edge": str(edge), "tab": str(tab)}
    return is_a_net(Bench().shape("d", net))


def cube(net: Net) -> Any:
    """Every fold by a quarter turn away from the eye: the print stays outside."""
    return folded(net, "two", lambda *_: -90.0)


def middle(points: Any) -> tuple[float, ...]:
    return tuple(sum(values) / len(points) for values in zip(*points, strict=True))


@settings(max_examples=25, deadline=None)
@given(edge=st.floats(10, 60).map(lambda x: round(x, 2)), part=st.floats(0, 1))
def test_any_die_folds_into_a_cube(edge, part):
    net = die(edge, math.floor((3 + part * (edge / 3 - 3)) * 100) / 100)
    at = cube(net)
    assert len([p for p in net.panels.values() if p.glued]) == 7
    middles = {name: middle(corners(net, at, name)) for name in FACES}
    heart = middle(list(middles.values()))
    for name in FACES:
        outwards = tuple(a - b for a, b in zip(middles[name], heart, strict=True))
        assert dot(outwards, outwards) == pytest.approx((edge / 2) ** 2, rel=1e-3)
        assert dot(normal(net, at, name), outwards) == pytest.approx(edge / 2, rel=1e-3)
    points = [p for name in FACES for p in corners(net, at, name)]
    # the eight corners of the cube, three faces at each
    assert len({tuple(round(v, 2) + 0.0 for v in p) for p in points}) <= 8 * 8
    for p in points:
        assert sum(math.dist(p, q) < 1e-2 for q in points) == 3


def test_opposite_faces_of_a_die_sum_to_seven():
    net = die()
    at = cube(net)
    for i, name in enumerate(FACES, start=1):
        looks = normal(net, at, name)
        across = [o for o in FACES if dot(normal(net, at, o), looks) < -0.99]
        assert across == [FACES[6 - i]]


def test_one_two_three_run_anticlockwise_about_their_corner():
    net = die()
    at = cube(net)
    one, two, three = (normal(net, at, name) for name in ("one", "two", "three"))
    assert dot(cross(one, two), three) == pytest.approx(1)


def test_each_tab_of_a_die_lies_inside_against_the_face_it_closes():
    net = die()
    at = cube(net)
    glued = []
    for name, panel in net.panels.items():
        if not panel.glued:
            continue
        middles = middle(corners(net, at, name))
        home = name.partition("-")[0]
        faces = [
            face
            for face in FACES
            if dot(normal(net, at, face), normal(net, at, name)) > 0.99
            and abs(
                dot(
                    normal(net, at, face),
                    tuple(a - b for a, b in zip(middles, corners(net, at, face)[0], strict=True)),
                )
            )
            < 1e-6
        ]
        assert len(faces) == 1
        assert faces != [home]
        # wholly within that face
        box = [sorted(c) for c in zip(*corners(net, at, faces[0]), strict=True)]
        for p in corners(net, at, name):
            assert all(low[0] - 1e-6 <= v <= low[-1] + 1e-6 for v, low in zip(p, box, strict=True))
        glued.append((home, faces[0]))
    assert len({frozenset(pair) for pair in glued}) == 7


def standee(shape: str, w: float, h: float, base: float) -> Net:
    keys = {"shape": shape, "width": str(w), "height": str(h), "base": str(base)}
    return is_a_net(Bench().shape("s", {"kind": "standee", **keys}))


def angle(here: str, there: str) -> float:
    """The front lies; its foot comes up, the sole goes under, and so on down the chain."""
    return 90.0 if {"front", "back"} & {here, there} else -180.0


@settings(max_examples=40, deadline=None)
@given(
    shape=st.sampled_from(["rectangle", "heart"]),
    w=st.floats(8, 40).map(lambda x: round(x, 2)),
    base=st.floats(8, 30).map(lambda x: round(x, 2)),
    part=st.floats(0, 1),
)
def test_any_figure_folds_back_to_back_and_stands(shape, w, base, part):
    height = round(base + part * 2.5 * base, 2)
    net = standee(shape, w, height, base)
    at = folded(net, "front", angle)
    front, back = corners(net, at, "front"), corners(net, at, "back")
    # both sides lie on each other, outline on outline (layers have no thickness here)
    assert all(abs(z) < 1e-3 for _, _, z in back)
    assert all(min(math.dist(p, q) for q in front) < 1e-2 for p in back)
    assert normal(net, at, "front") == pytest.approx((0, 0, 1), abs=1e-6)
    assert normal(net, at, "back") == pytest.approx((0, 0, -1), abs=1e-6)
    # both are upright when the foot is down
    assert up(net, at, "front") == pytest.approx((0, 1, 0), abs=1e-6)
    assert up(net, at, "back") == pytest.approx((0, 1, 0), abs=1e-6)
    # both halves of the foot and the sole lie on the ground, half of it to either side
    for name in ("foot-front", "sole", "foot-back"):
        assert all(y == pytest.approx(-height, abs=1e-3) for _, y, _ in corners(net, at, name))
    ground = [z for _, _, z in corners(net, at, "sole")]
    assert (min(ground), max(ground)) == pytest.approx((-base / 2, base / 2), abs=1e-3)
    assert min(z for _, _, z in corners(net, at, "foot-front")) == pytest.approx(0, abs=1e-3)
    assert max(z for _, _, z in corners(net, at, "foot-back")) == pytest.approx(0, abs=1e-3)
    assert normal(net, at, "sole") == pytest.approx((0, -1, 0), abs=1e-6)  # print below
    assert normal(net, at, "foot-front") == pytest.approx((0, 1, 0), abs=1e-6)  # print above
    xs = [x for x, _, _ in corners(net, at, "sole")]
    assert max(xs) - min(xs) == pytest.approx(min(w, base), abs=1e-3)
    assert (net.finished, net.layers) == ((w, height), 2)


def test_a_heart_is_a_heart():
    net = standee("heart", 16, 22, 9)
    assert net.size == (16.0, 62.0)
    corners_ = flat(net.panels["front"].edge)
    assert min(y for _, y in corners_) == 0
    cleft = [y for x, y in corners_ if abs(x - 8) < 0.01 and y < 10]
    assert cleft == [pytest.approx(3.8)]
    assert all(min(math.dist((16 - x, y), p) for p in corners_) < 2e-3 for x, y in corners_)
    says = net.says
    assert (says["foot"], says["base"], says["tip"]) == (9.0, 9.0, 19.0)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ({"kind": "die", "edge": "8"}, "an edge of 8 mm is too small"),
        ({"kind": "die", "tab": "6"}, "a tab of 6 mm on edges of 16 mm"),
        ({"kind": "die", "tab": "2"}, "a tab of 2 mm"),
        ({"kind": "standee", "height": "40"}, "topples on a foot of 9 mm"),
        ({"kind": "standee", "height": "8"}, "lower than its foot"),
        ({"kind": "standee", "width": "5"}, "a foot of 5 mm is too small"),
        ({"kind": "strip", "rows": "2", "cell": ["9", "10"]}, "too small for a clip"),
    ],
)
def test_measures_that_make_no_solid_are_problems_with_numbers(keys, says):
    bench = Bench()
    bench.add("piece", net=keys, range=["0", "20"])
    assert "piece" not in bench.shaped()
    (problem,) = bench.problems
    assert problem.code == "net-impossible"
    assert says in problem.says
    assert problem.fix


@settings(max_examples=30, deadline=None)
@given(count=st.integers(1, 40), w=st.floats(10, 20), h=st.floats(8, 20), edge=st.floats(3, 9))
def test_a_strip_of_two_rows_has_a_clips_edge_beside_each(count, w, h, edge):
    keys = {"kind": "strip", "cell": [w, h], "edge": edge, "head": "5", "rows": "2"}
    net = is_a_net(Bench().shape("s", keys, range=[0, count - 1]))
    assert [spot.value for spot in net.spots] == list(range(count))
    assert net.size == pytest.approx((10 + -(-count // 2) * w, 2 * h + 2 * edge), abs=1e-3)
    assert {round(spot.y, 3) for spot in net.spots} <= {round(edge, 3), round(edge + h, 3)}
    assert bool(net.says["spare"]) == bool(count % 2)
    assert net.says["upper_edge_box"]


def test_a_track_to_twenty_in_two_rows_fits_both_papers_with_a_cell_to_spare():
    keys = {"kind": "strip", "cell": ["12", "10"], "head": "14", "edge": "6", "rows": "2"}
    net = Bench().shape("s", keys, range=[0, 20])
    assert net.size == (160.0, 32.0)
    assert net.net
    assert net.net.says["spare"] == "134 16 12 10"

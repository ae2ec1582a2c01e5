"""Nets against PRINT_FACTS' formulas, and any measures against what a net must be."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from net_bench import PLAIN, Bench

from generator.check.nets import check_nets
from generator.check.shapes import area, flat, sides
from generator.compose.nets.box import box, wallet
from generator.compose.nets.shape import NETS, shaped
from generator.geometry import Box, bounds
from generator.model.card import Card
from generator.model.game import Component, ComponentSpec, copies_of, pieces_of
from generator.model.piece import BoxSpec, Held, Making, Net, NetSpec, WalletSpec
from generator.model.scalars import slots
from generator.problems import Problems, Where

POKER, TAROT = (63.5, 88.9), (69.85, 120.65)
BOX = BoxSpec(kind="box", holds=("deck",))
WALLET = WalletSpec(kind="wallet", holds=("deck",))
PRINTABLE = {"a4": (200.0, 287.0), "letter": (205.9, 269.4)}


def deck_box(cards: int, stock: float = 0.30, size: Any = POKER, sleeved: bool = False) -> Net:
    return box(BOX, [Held(cards, size, 1, True)], Making(stock, sleeved))


def fits(size: tuple[float, float], room: tuple[float, float]) -> bool:
    return min(size) <= min(room) and max(size) <= max(room)


@pytest.mark.parametrize(
    ("cards", "size"), [(54, (179.0, 157.0)), (144, (235.7, 228.1)), (72, (190.4, 177.4))]
)
def test_boxes_are_as_large_as_print_facts_say(cards, size):
    assert deck_box(cards).size == pytest.approx(size, abs=0.06)


@pytest.mark.parametrize(
    ("paper", "stock", "most"),
    [
        *(("a4", 0.25, 119), ("a4", 0.30, 99), ("a4", 0.35, 85), ("a4", 0.45, 66)),
        *(("letter", 0.25, 130), ("letter", 0.30, 108), ("letter", 0.35, 93), ("letter", 0.45, 72)),
    ],
)
def test_the_largest_deck_in_one_net_is_that_of_print_facts(paper, stock, most):
    assert fits(deck_box(most, stock).size, PRINTABLE[paper])
    assert not fits(deck_box(most + 1, stock).size, PRINTABLE[paper])


def test_sleeves_widen_and_deepen_a_box():
    bare, sleeved = deck_box(60), deck_box(60, sleeved=True)
    front, other = bare.panels["front"], sleeved.panels["front"]
    assert (other.w - front.w, other.h - front.h) == pytest.approx((2.5, 2.5))
    deeper = sleeved.panels["left"].w - bare.panels["left"].w
    assert deeper == pytest.approx(60 * 0.1 * 1.05)
    assert (bare.says["sleeved"], sleeved.says["sleeved"]) == (False, True)


def test_a_lid_knows_its_stock_and_its_art_is_upside_down():
    net = deck_box(54, 0.25)
    assert (net.says["stock"], net.says["cards"]) == ("0.25 mm", 54)
    assert net.panels["lid"].turn == net.panels["lid-tuck"].turn == 180
    assert {net.panels[name].turn for name in ("front", "back", "left", "right", "bottom")} == {0}


def test_a_box_folds_into_a_box():
    """Walls that meet once folded are equally long, and both ends are closed."""
    p = deck_box(54).panels
    assert p["front"].box[2:] == pytest.approx(p["back"].box[2:])
    assert p["left"].box[2:] == pytest.approx(p["right"].box[2:])
    assert [p["lid"].w, p["bottom"].w] == pytest.approx([p["front"].w] * 2)
    assert [p["lid"].h, p["bottom"].h] == pytest.approx([p["left"].w] * 2)
    dust = [p[f"{side}-dust-{end}"] for side in ("left", "right") for end in ("top", "bottom")]
    assert [panel.w for panel in dust] == pytest.approx([p["left"].w] * 4)
    assert p["glue"].glued
    assert not p["lid-tuck"].glued


def test_a_wallet_for_tarot_cards_and_tokens_fits_both_papers():
    held = [Held(4, TAROT, 1, True), Held(4, (20.0, 20.0), 2, False)]
    for stock in (0.25, 0.30, 0.35, 0.45):
        for sleeved in (False, True):
            net = wallet(WALLET, held, Making(stock, sleeved))
            assert net.panels["front"].w >= TAROT[0] + 2
            assert net.panels["front"].h >= TAROT[1] + 2
            assert net.says["depth"] >= 12 * stock
            assert all(fits(net.size, room) for room in PRINTABLE.values())


def test_every_kind_that_game_yaml_may_name_is_computed():
    kinds = {get_args(slots(spec)["kind"].kind)[0] for spec in get_args(NetSpec)}
    assert kinds == NETS.keys()


# Whatever the measures, it is one piece.


def is_a_net(component: Component) -> Net:
    net = component.net
    assert net is not None
    problems = Problems()
    game = replace(PLAIN, components={component.id: component})
    check_nets(game, problems)
    assert list(problems) == []
    edges = [sides(flat(panel.edge)) for panel in net.panels.values()]
    for fold in net.outline.folds:
        a, b = flat(fold)
        assert sum((a, b) in panel or (b, a) in panel for panel in edges) == 2
    assert [seg[0] for seg in net.outline.cut].count("M") == 1
    assert net.outline.cut[-1] == ("Z",)
    total = sum(area(flat(panel.edge)) for panel in net.panels.values())
    assert area(flat(net.outline.cut)) == pytest.approx(total, rel=1e-6)
    assert Box(0, 0, *net.size).holds(bounds(flat_path(net)), 1e-3)
    return net


def flat_path(net: Net) -> Any:
    return tuple(("L", x, y) for x, y in flat(net.outline.cut))


lengths = st.floats(20, 130)
stocks = st.sampled_from([0.25, 0.30, 0.35, 0.45])


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(["box", "wallet"]),
    w=lengths,
    h=lengths,
    cards=st.integers(1, 200),
    stock=stocks,
    sleeved=st.booleans(),
)
def test_any_box_is_one_piece_that_holds_its_cards(kind, w, h, cards, stock, sleeved):
    bench = Bench()
    bench.deck("deck", cards, (w, h))
    net = is_a_net(bench.shape("b", {"kind": kind, "holds": ["deck"]}, stock, sleeved))
    front = net.panels["front"]
    assert front.w >= min(w, h) + 1
    assert front.h >= max(w, h) + 1
    assert net.says["depth"] > cards * stock
    assert len(net.outline.folds) == len(net.panels) - 1  # a tree of panels


@settings(max_examples=60, deadline=None)
@given(
    least=st.integers(-20, 20),
    count=st.integers(1, 45),
    diameter=st.floats(40, 160),
    band=st.floats(7, 16),
    grip=st.floats(0, 6),
)
def test_any_dial_shows_every_value_alone(least, count, diameter, band, grip):
    bench = Bench()
    measures = {"diameter": diameter, "band": band, "grip": grip}
    disc = {"kind": "dial", "part": "disc", **measures}
    bench.add("disc", net=disc, range=[least, least + count - 1])
    bench.add("cover", net={"kind": "dial", "part": "cover", "disc": "disc"})
    made = bench.shaped()
    if bench.codes:  # too little room is said, never drawn
        assert bench.codes <= {"net-impossible"}
        return
    problems = Problems()
    check_nets(replace(PLAIN, components=made), problems)
    assert list(problems) == []
    net, cover = is_a_net(made["disc"]), made["cover"].net
    assert cover is not None
    assert cover.size == net.size
    assert [spot.value for spot in net.spots] == list(range(least, least + count))
    assert all(spot.w >= 4.5 and spot.h >= 5 for spot in net.spots)


def test_forty_one_values_fit_where_four_discs_fit_a_page():
    bench = Bench()
    disc = {"kind": "dial", "part": "disc", "band": 8, "grip": 2.5}
    bench.add("disc", net={**disc, "diameter": 99}, range=[0, 40])
    bench.add("small", net={**disc, "diameter": 97}, range=[0, 40])
    assert set(bench.shaped()) == {"disc"}
    assert bench.codes == {"net-impossible"}


def test_the_disc_looks_out_from_under_its_cover():
    bench = Bench()
    bench.add("disc", net={"kind": "dial", "part": "disc", "hole": 1.5}, range=[0, 10])
    bench.add("cover", net={"kind": "dial", "part": "cover", "disc": "disc"})
    made = bench.shaped()
    disc, cover = made["disc"].net, made["cover"].net
    assert disc
    assert cover
    reach = [max(math.dist((30, 30), p) for p in flat(n.outline.cut)) for n in (disc, cover)]
    assert reach == pytest.approx([30.0, 27.0], abs=0.01)
    (hole,) = cover.outline.holes
    assert bounds(hole) == pytest.approx((28.5, 28.5, 3.0, 3.0))


@settings(max_examples=40, deadline=None)
@given(
    kind=st.sampled_from(["token", "marker", "strip"]),
    w=st.floats(10, 80),
    h=st.floats(12, 60),
    most=st.integers(0, 20),
)
def test_small_pieces_are_one_piece(kind, w, h, most):
    bench = Bench()
    keys: dict[str, Any] = {"kind": kind}
    keys |= {"cell": [w, h]} if kind == "strip" else {"width": w, "height": h}
    net = is_a_net(bench.shape("p", keys, range=[0, most]))
    assert len(net.outline.folds) == len(net.panels) - 1
    if kind == "strip":
        assert [spot.value for spot in net.spots] == list(range(most + 1))
        assert net.size == pytest.approx((28 + (most + 1) * w, h + 5), abs=1e-3)
    if kind == "token":
        assert (net.layers, net.finished) == (2, (w, h))
    if kind == "marker":  # its base folds up between its sides
        assert (net.layers, net.finished) == (3, (w, max(h, 22.0)))


@pytest.mark.parametrize(
    ("keys", "more", "says"),
    [
        ({"kind": "strip", "cell": ["9", "8"]}, {"range": ["0", "3"]}, "9 x 8 mm are too small"),
        ({"kind": "marker", "base": "60"}, {}, "do not meet above a base of 60 mm"),
        ({"kind": "dial", "part": "disc"}, {"range": ["0", "40"]}, "41 values on a disc of 60 mm"),
        ({"kind": "dial", "part": "disc", "band": "30"}, {"range": ["0", "3"]}, "window of 30 mm"),
        ({"kind": "token", "width": "0"}, {}, "width is 0"),
        ({"kind": "token", "width": "5000"}, {}, "width is 5000"),
        ({"kind": "token"}, {"safe": "10"}, "safe: 10 mm leaves nothing of 20 x 40 mm"),
    ],
)
def test_measures_that_make_no_piece_are_problems_with_numbers(keys, more, says):
    bench = Bench()
    bench.add("piece", net=keys, **more)
    assert "piece" not in bench.shaped()
    (problem,) = bench.problems
    assert problem.code == "net-impossible"
    assert says in problem.says
    assert problem.fix
    assert (problem.where.line, problem.where.field) == (9, "net")


def test_a_box_for_nothing_is_a_problem():
    bench = Bench()
    bench.deck("deck", 0)
    bench.add("b", net={"kind": "box", "holds": ["deck"]})
    assert "b" not in bench.shaped()
    assert "nothing that it holds is printed" in next(iter(bench.problems)).says


def test_a_piece_that_fails_takes_its_box_out_without_a_second_problem():
    bench = Bench()
    bench.add("coin", net={"kind": "token", "width": "0"})
    bench.add("b", net={"kind": "box", "holds": ["coin"]})
    assert bench.shaped() == {}
    assert len(list(bench.problems)) == 1


# Counts.


def test_boxes_hold_what_is_printed_for_the_players():
    bench = Bench()
    bench.deck("deck", 20, per="player", copies="2")
    bench.add("own", net={"kind": "box", "holds": ["deck"]}, per="player")
    bench.add("all", net={"kind": "box", "holds": ["deck"]})
    made = bench.shaped(players=3)
    assert made["own"].net
    assert made["all"].net
    assert (made["own"].net.says["cards"], made["all"].net.says["cards"]) == (40, 120)
    assert (copies_of(made["deck"], 3), pieces_of(made["deck"], 3)) == (6, 120)
    assert pieces_of(made["all"], 3) == 1
    assert pieces_of(made["own"], 3) == 3


def test_folded_pieces_lie_in_a_box_as_they_are_once_folded():
    bench = Bench()
    bench.add("coin", net={"kind": "token"}, copies="10")
    bench.add("b", net={"kind": "box", "holds": ["coin"], "air": "0"})
    net = bench.shaped(stock=0.5)["b"].net
    assert net is not None
    assert net.panels["front"].w == pytest.approx(20 + 1.5)
    assert net.panels["left"].w == pytest.approx(10 * 2 * 0.5 + 1.5)


def test_sleeves_are_for_cards_alone():
    bench = Bench()
    bench.add("coin", net={"kind": "token"}, copies="10")
    bench.add("b", net={"kind": "box", "holds": ["coin"]})
    assert bench.shaped()["b"].size == bench.shaped(sleeved=True)["b"].size


def test_a_component_that_joins_one_of_another_size_is_a_problem():
    bench = Bench()
    bench.deck("deck", 5)
    bench.deck("same", 1, joins="deck")
    bench.deck("other", 1, (63.0, 88.0), joins="deck")
    bench.shaped()
    (problem,) = bench.problems
    assert problem.code == "join-unfit"
    assert "63 x 88 mm" in problem.says
    assert "63.5 x 88.9" in problem.says


def test_plain_components_stay_as_they_are():
    where = Where("game.yaml", 1)
    card = Card("c", "C", 1, "f.xml", None, {}, (), where)
    spec = ComponentSpec(name="D", size="poker", face="f.xml", corner=3.0)
    plain = Component("d", spec, POKER, "poker", (card,), where)
    problems = Problems()
    assert shaped({"d": plain}, Making(), problems)["d"] is plain
    assert not plain.free
    assert plain.panels == {}
    assert plain.on == "card-stock"
    assert not plain.outline.free
    assert plain.outline.folds == ()
    round_spec = ComponentSpec(name="D", size="small-square", outline="circle", face="f.xml")
    coin = Component("d", round_spec, (25.0, 25.0), "small-square", (card,), where)
    assert coin.free
    assert coin.outline.free
    assert area(flat(coin.outline.cut)) == pytest.approx(math.pi * 12.5**2, rel=0.01)

"""Sprite Wars as text: lines of play, stated results, menus, stories and the map."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from generator.engine.contract import IllegalMove, Unreadable
from generator.engine.replay import replay
from generator.games.sprite_wars.grid import spot
from generator.games.sprite_wars.notation import read_spot, write_spot
from generator.games.sprite_wars.roster import Fighter, Series
from generator.games.sprite_wars.state import Move
from generator.games.sprite_wars.wars import WarsEngine
from generator.model.play import Play
from generator.problems import Problems, Where

FIGHTERS = (
    Fighter("fox", "Loud Fox", 6, (("N", 2), ("E", 1))),
    Fighter("owl", "Owl", 3, ()),
    Fighter("ant", "Ant", 1, (("SE", 1),)),
)


@pytest.fixture
def rules() -> WarsEngine:
    return WarsEngine(Series(FIGHTERS, 3, 2))


def position(rules: WarsEngine) -> Any:
    """A to place its fox beside two owls of B."""
    cells = {spot(0, 1): (1, 1), spot(1, 0): (1, 1)}
    return rules.position(cells, ((2, 0), (1,)), turn=0)


def test_lines_are_read_and_cards_laid_on_top(rules: WarsEngine) -> None:
    state = position(rules)
    said = rules.read(state, " A: fox 0,0 ")
    assert said == (Move("place", spot(0, 0)), {})
    assert state.stacks[0] == (0, 2)
    before = state.copy()
    rules.apply(state, said.move)
    assert rules.write(before, said.move, state) == "A: fox 0,0"
    said = rules.read(state, "A: strikes 0,1 -> 6:3 falls, ant follows")
    assert said is not None
    before = state.copy()
    rules.apply(state, said.move)
    assert rules.compare(state, said.claims) == []
    line = rules.write(before, said.move, state)
    assert line == "A: strikes 0,1 -> 6:3 falls, ant follows"
    assert rules.compare(state, {"totals": "5:3", "defender": "stays", "follows": "owl"}) == [
        "totals is 6:3, not 5:3",
        "defender is falls, not stays",
        "follows is ant, not owl",
    ]
    # the ant points at the owl as well
    assert rules.read(state, "A: strikes 1,0 -> 7:3 falls") == (
        Move("strike", spot(1, 0)),
        {"totals": "7:3", "defender": "falls"},
    )
    assert rules.claims(state) == {
        "grid": "fox A 0,0; ant A 0,1; owl B 1,0",
        "A": "empty",
        "B": "owl owl",
    }


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        ("A fox 0,0", Unreadable, "no line"),
        ("A: fox", Unreadable, "no move"),
        ("A: fox 0", Unreadable, "no move"),
        ("A: bear 0,0", Unreadable, "no fighter"),
        ("A: owl 0,0", Unreadable, "cannot draw owl"),
        ("A: fox 0,0 -> glory", Unreadable, "no result"),
        ("A: fox 0,0 -> bear follows", Unreadable, "no fighter"),
        ("B: owl 0,0", IllegalMove, "A's turn"),
        ("shuffle A: fox bear", Unreadable, "no fighter"),
    ],
)
def test_lines_that_mean_nothing(
    rules: WarsEngine, line: str, error: type[Exception], says: str
) -> None:
    state = position(rules)
    before = state.copy()
    with pytest.raises(error) as refusal:
        rules.read(state, line)
    assert says in str(refusal.value)
    assert state == before


def test_lines_out_of_turn(rules: WarsEngine) -> None:
    state = position(rules)
    for line in ("A: passes", "A: strikes 0,1", "A: fox 5,5", "coin: A", "shuffle A: fox ant"):
        said = rules.read(state.copy(), line)
        assert said is not None
        with pytest.raises(IllegalMove):
            rules.apply(state, said.move)
    assert rules.read(rules.start(rules.setup({"size": "2"})), "A: fox 0,0") is None
    rules.read(state, "A: fox 0,0")
    rules.apply(state, Move("place", spot(0, 0)))
    with pytest.raises(IllegalMove, match="come first"):
        rules.read(state, "A: ant 1,1")


def test_the_opening_shows_its_cards(rules: WarsEngine) -> None:
    state = rules.start(rules.setup({"dealt": "owl fox / ant owl"}))
    assert rules.picture(rules.view(state, 0))["drawn"] == "ant"
    with pytest.raises(Unreadable, match="ant is on top"):
        rules.read(state, "B: owl 1,1")
    assert rules.status(rules.view(state, 0))[-1].startswith("B holds Ant, power 1, arrows SE")


@pytest.mark.parametrize("text", ["0", "a,b", "1,2,3", "1.5,0", "", "9999,0", "٣,0"])
def test_no_spot(text: str) -> None:
    with pytest.raises(Unreadable):
        read_spot(text)


def test_spots_are_read_back() -> None:
    for x in (-900, -1, 0, 7):
        assert read_spot(write_spot(spot(x, -x))) == spot(x, -x)


def test_labels_name_spots_of_the_map(rules: WarsEngine) -> None:
    cells = {spot(0, 0): (0, 1), spot(2, 2): (1, 1)}
    state = rules.position(cells, ((0,), (0,)), turn=0)
    assert rules.label(state, Move("place", spot(2, 1))) == ("2,1", "Loud Fox to 2,1")
    labels = [rules.label(state, move).id for move in rules.moves(state)]
    assert len(set(labels)) == 7
    for seat in (0, 1):
        told = " ".join(rules.status(rules.view(state, seat))[:3]).split()
        assert set(labels) <= set(told)
    empty = rules.position(cells, ((), (0,)), turn=0)
    assert rules.label(empty, rules.moves(empty)[0]).id == "pass"
    target = rules.position({spot(0, 1): (1, 1)}, ((0,), (0,)), turn=0)
    rules.apply(target, Move("place", spot(0, 0)))
    assert rules.label(target, rules.moves(target)[0]) == ("0,1", "Attack Owl at 0,1")


def test_the_map_has_the_own_side_below(rules: WarsEngine) -> None:
    cells = {spot(0, 0): (0, 1), spot(2, 2): (1, 0)}
    state = rules.position(cells, ((2,), (2,)), turn=0)
    near, far = (rules.status(rules.view(state, seat)) for seat in (0, 1))
    assert [line.split() for line in near[:3]] == [
        ["0,2", "1,2", "B", "fox", "6"],
        ["0,1", "1,1", "2,1"],
        ["A", "owl", "3", "1,0", "2,0"],
    ]
    assert [line.split() for line in far[:3]] == [
        ["2,0", "1,0", "A", "owl", "3"],
        ["2,1", "1,1", "0,1"],
        ["B", "fox", "6", "1,2", "0,2"],
    ]
    assert near[-1] == "you hold Ant, power 1, arrows SE"
    assert "hold" not in far[-1]


def test_everything_that_happens_is_told(rules: WarsEngine) -> None:
    rng = Random(0)
    state = position(rules)
    rules.read(state, "A: fox 0,0")
    told = []
    for line in ("A: fox 0,0", "A: strikes 0,1", "A: strikes 1,0"):
        said = rules.read(state, line)
        assert said is not None
        rules.apply(state, said.move)
        told.append(" ".join(rules.tell(state, said.move, rng)))
    assert "Loud Fox" in told[0]
    assert "6 against 3" in told[1]
    assert "Ant takes its place" in told[1]
    assert "7 against 3" in told[2]
    full = rules.start(rules.setup({"dealt": "fox owl / fox owl"}))
    assert "a coin decides" in " ".join(rules.tell(full, Move("shuffle", 1, (0, 1)), rng))


def test_wrong_statements_of_a_play_are_found(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    (first, *_) = [play for play in game.plays if play.result.get("winner") in ("A", "B")]
    lines = (*first.lines[:-1], (first.lines[-1][0].split("->")[0] + "-> draw", 9))
    wrong = {**first.result, "winner": "nobody"}
    play = Play("x", "x", first.setup, {}, lines, wrong, Where("x"))
    problems = Problems()
    replay(rules, game, play, problems)
    assert [p.code for p in problems] == ["play-wrong", "play-wrong"]

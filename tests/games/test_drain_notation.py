"""Brain Drain as text: set-ups, lines, results, menus and what the table hears."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from generator.engine.contract import CHANCE, OVER, SetupRefused
from generator.engine.replay import replay
from generator.games.brain_drain.state import Move
from generator.model.game import Game
from generator.model.play import Play
from generator.problems import Problem, Problems, Where

ROLES = {"roles": "worker, manager, engineer"}


def replayed(loaded: tuple[Game, Any], lines: list[str], **setup: str) -> tuple[Any, list[Problem]]:
    game, rules = loaded
    numbered = tuple((line, number) for number, line in enumerate(lines, 3))
    play = Play("p", "p", {**ROLES, **setup}, {}, numbered, {}, Where("p.yaml", 1))
    problems = Problems()
    return replay(rules, game, play, problems), list(problems)


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ({"plyers": "3"}, "the set-up has no 'plyers'"),
        ({"players": "1"}, "a number from 2 to 8"),
        ({"players": "9"}, "a number from 2 to 8"),
        ({"players": "two"}, "a number from 2 to 8"),
        ({"players": "２"}, "a number from 2 to 8"),
        ({"roles": "worker, wroker"}, "did you mean 'worker'"),
        ({"roles": "worker, worker"}, "a role of its own"),
        ({"roles": "worker"}, "1 can not play"),
        ({"roles": "worker, buyer", "players": "3"}, "2 roles for 3 players"),
        ({"hands": "A W-01"}, "a position needs roles"),
        ({**ROLES, "hands": "D W-01"}, "'D' is no seat"),
        ({**ROLES, "hands": "A W-1"}, "'W-1' is no card (did you mean W-"),
        ({**ROLES, "hands": "A W-01 / A W-02"}, "name A twice"),
        ({**ROLES, "hands": "A W-01 / B W-01"}, "does not have W-01 that often"),
        ({**ROLES, "hands": "A W-01 W-02 W-03 W-04 W-05 W-06 W-07 W-08"}, "A holds 8 cards"),
        ({**ROLES, "boosters": "A W-01 W-02 W-03 W-04"}, "A has 4 boosters"),
        ({**ROLES, "msp": "12, 9"}, "3 numbers"),
        ({**ROLES, "msp": "12, 9, -1"}, "3 numbers"),
        ({**ROLES, "msp": "0, 9, 9"}, "must have MSP"),
        ({**ROLES, "msp": "9, 0, 9", "hands": "B W-01"}, "0 MSP and cards"),
        ({**ROLES, "shields": "A big"}, "no shield 'big'"),
        ({**ROLES, "turn": "E"}, "'E' is no seat"),
        ({**ROLES, "final": "B A"}, "the one in turn first"),
        ({**ROLES, "final": "A A"}, "once each"),
    ],
)
def test_a_set_up_that_cannot_be(
    drain: Callable[..., Any], setup: dict[str, str], says: str
) -> None:
    with pytest.raises(SetupRefused) as refused:
        drain().setup(setup)
    assert says in str(refused.value)


def test_a_position_is_laid_out_as_it_says(drain: Callable[..., Any]) -> None:
    engine = drain()
    given = {
        **ROLES, "hands": "A W-01 W-02 / B -", "boosters": "B M-01", "msp": "9, 8, 7",
        "shields": "C half", "turn": "B", "draw": "Q-01 Q-02", "discard": "E-01 E-02",
    }  # fmt: skip
    state = engine.start(engine.setup(given))
    assert engine.actor(state) == CHANCE
    engine.apply(state, engine.chance(state, Random(1)))
    shown = engine.picture(engine.view(state, 0))
    assert shown["hand"] == ["W-01", "W-02"]
    assert shown["cards"] == [2, 0, 0]
    assert shown["boosters"] == [[], ["M-01"], []]
    assert shown["msp"] == [9, 8, 7]
    assert shown["shields"] == ["none", "none", "half"]
    assert shown["discard"] == ["E-01", "E-02"]
    assert (shown["turn"], shown["actor"], shown["asked"]) == ("B", "B", "turn")
    assert [engine.codes[card] for card in state.draw[-2:]] == ["Q-02", "Q-01"]
    assert len(state.draw) == len(engine.deal.pack) - 5
    assert [str(move.what) for move in engine.moves(state)] == ["rest"]


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("A: play W-02", "play-illegal", "from the hand"),
        ("A: boost W-01", "play-illegal", "has not been rolled"),
        ("A: reroll", "play-illegal", "once"),
        ("A: rest", "play-illegal", "a card must be played"),
        ("A: at B", "play-illegal", "no target"),
        ("A: react W-01", "play-illegal", "under attack"),
        ("A: pass", "play-illegal", "nobody is under attack"),
        ("A: fake W-01", "play-illegal", "not bluffed here"),
        ("A: spend nothing", "play-illegal", "stored boosters"),
        ("A: take nothing", "play-illegal", "cannot be taken"),
        ("A: declare worker", "play-illegal", "no role is to be declared"),
        ("A: claim W-01", "play-illegal", "no card is to be declared"),
        ("A: give W-01", "play-illegal", "given up"),
        ("A: to B", "play-illegal", "another player"),
        ("A: call", "play-illegal", "no bluff to call"),
        ("A: let", "play-illegal", "no bluff to call"),
        ("die: 6", "play-illegal", "no die"),
        ("shuffle: W-01", "play-illegal", "keeps every card"),
        ("steal: W-01", "play-illegal", "no card is to be stolen"),
        ("roles: worker, buyer", "play-illegal", "not to be drawn"),
        ("B: play W-01", "play-illegal", "it is A who is asked"),
        ("A: paly W-01", "play-unreadable", "did you mean 'play'"),
        ("A: play W-99", "play-unreadable", "is no card"),
        ("A: at Z", "play-unreadable", "'Z' is no seat"),
        ("Z: roll", "play-unreadable", "'Z' is no seat"),
        ("A: roll twice", "play-unreadable", "nothing stands after roll"),
        ("A: declare janitor", "play-unreadable", "is no role"),
        ("die: seven", "play-unreadable", "nothing a die shows"),
        ("A: roll -> sunshine", "play-unreadable", "is no result"),
        ("A: roll -> A luck 3", "play-unreadable", "nothing to state"),
        ("A: roll -> A 11", "play-wrong", "A is 12, not 11"),
        ("roll", "play-unreadable", "no line of this game"),
        ("", "play-unreadable", "no line"),
        ("A: " + "x" * 5000, "play-unreadable", "is no move"),
    ],
)
def test_a_line_that_cannot_be(
    drain_loaded: tuple[Game, Any], line: str, code: str, says: str
) -> None:
    _, problems = replayed(drain_loaded, [line], hands="A W-01 / B M-01")
    assert [(p.code, p.where.line) for p in problems] == [(code, 3)]
    assert says in problems[0].says + problems[0].fix


def test_a_changed_result_is_found(drain_loaded: tuple[Game, Any]) -> None:
    game, rules = drain_loaded
    plays = {play.id: play for play in game.plays}
    assert {"worked-example", "chain-of-three", "bluffs", "final-round"} <= plays.keys()
    for play in plays.values():
        for number, (line, where) in enumerate(play.lines):
            if "->" not in line:
                continue
            lines = list(play.lines)
            lines[number] = (f"{line}, C cards 9" if "C" in play.setup["hands"] else line, where)
            problems = Problems()
            replay(rules, game, play._replace(lines=tuple(lines)), problems)
            assert [p.where.line for p in problems] == ([where] if lines[number][0] != line else [])


def test_the_worked_example(drain_loaded: tuple[Game, Any]) -> None:
    game, rules = drain_loaded
    play = next(play for play in game.plays if play.id == "worked-example")
    problems = Problems()
    done = replay(rules, game, play, problems)
    assert list(problems) == []
    assert done is not None
    assert done.final.msp == [14, 6]
    assert done.final.counts == {"superpower worker": 1, "superpower x3": 1}


def test_menus_name_every_move_once_and_everything_can_be_told(drain: Callable[..., Any]) -> None:
    for options in ({}, {"bluff_reactions": "true"}):
        engine, rng = drain(**options), Random(2)
        for players in (2, 5, 8):
            state = engine.start(engine.setup({"players": str(players)}))
            while engine.actor(state) != OVER:
                moves = engine.moves(state)
                choices = [engine.label(state, move) for move in moves]
                assert len({choice.id for choice in choices}) == len(choices)
                assert all(choice.label.strip() for choice in choices)
                for seat in range(players):
                    assert engine.status(engine.view(state, seat))
                chance = engine.actor(state) == CHANCE
                move = engine.chance(state, rng) if chance else rng.choice(moves)
                engine.apply(state, move)
                for line in engine.tell(state, move, rng):
                    assert line.strip()
                    assert "{" not in line
                    assert len(line) < 200
            assert "win" in engine.outcome(state).says or "share" in engine.outcome(state).says


def test_what_is_face_down_is_not_told(drain: Callable[..., Any]) -> None:
    engine = drain()
    state = engine.start(engine.setup({**ROLES, "hands": "A W-01 W-02 / B M-01 / C E-01"}))
    engine.apply(state, engine.chance(state, Random(0)))
    name = engine.deal.designs[engine.numbers["W-02"]].name
    for move in (Move("bluff", engine.numbers["W-02"]), Move("claim", engine.numbers["M-05"])):
        engine.apply(state, move)
        told = " ".join(engine.tell(state, move, Random(0)))
        assert told
        assert name not in told
        assert name not in str(engine.picture(engine.view(state, 1)))
        assert name not in " ".join(engine.status(engine.view(state, 1)))
    move = Move("call")
    engine.apply(state, move)
    assert name in " ".join(engine.tell(state, move, Random(0)))


def test_a_tie_is_told_as_one(drain: Callable[..., Any]) -> None:
    engine = drain()
    state = engine.start(engine.setup({"players": "3", **ROLES}))
    state.winners = (0, 2)
    assert "share the victory" in engine.outcome(state).says

"""Lines of a conflict in and out; what play says to people."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from generator.engine.contract import CHANCE, OVER, IllegalMove, Unreadable
from generator.games.organizations.state import Move

SETUP = {
    "sides": "S14 H12 H11 / S14 C11 D12 H13",
    "scope": "home",
    "starter": "B",
    "hands": "A 2H KD / B 7S 3D 5C",
}


@pytest.fixture
def state(conflict: Any) -> Any:
    return conflict.start(conflict.setup(SETUP))


def play(conflict: Any, state: Any, *lines: str) -> list[str]:
    """What is contradicted of all that the lines state."""
    wrong = []
    for line in lines:
        said = conflict.read(state, line)
        conflict.apply(state, said.move)
        wrong += conflict.compare(state, said.claims)
    return wrong


def test_a_round_states_its_end(conflict: Any, state: Any) -> None:
    assert play(conflict, state, "B: 7s", "a: play 2H", "B: 3D", "A: KD", "B: 5C -> B wins") == []
    assert conflict.claims(state) == {
        "A S": "14", "A H1": "12", "A H2": "11", "B S": "14", "B C": "11", "B D": "12",
        "B H": "13", "rounds A": "0", "rounds B": "1",
    }  # fmt: skip
    assert conflict.compare(state, {"round": "B", "turn": "A", "A size H": "7"}) == []


def test_wrong_statements_are_contradicted(conflict: Any, state: Any) -> None:
    lines = ("B: 7S", "A: 2H -> A wins, B H 12, A cards 2")
    assert play(conflict, state, *lines) == [
        "the winner of the round is nobody, not A",
        "B H is 13, not 12",
        "A cards is 1, not 2",
    ]
    assert conflict.compare(state, {"winner": "A"}) == ["the winner is nobody, not A"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nonsense", "is no line of a conflict"),
        ("B: 11S", "'11S' is no card"),
        ("Q: 7S", "'Q' is no seat"),
        ("B: 7S -> sunshine", "'sunshine' is no result"),
        ("B: 7S -> B X 4", "'B X' is nothing to state"),
        ("B: throw", "'' is no card"),
    ],
)
def test_lines_that_mean_nothing(conflict: Any, state: Any, line: str, says: str) -> None:
    with pytest.raises(Unreadable) as error:
        conflict.read(state, line)
    assert says in error.value.says


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("A: 2H", "the table waits for B (play)"),
        ("B: KD", "B does not hold that card"),
        ("B: 5C", "5C cannot open: the other side cannot be engaged in C"),
        ("B: throw 7S", "the table waits for B (play)"),
        ("B: keep", "the table waits for B (play)"),
        ("shuffle: 7S", "the table waits for B (play)"),
    ],
)
def test_moves_that_are_refused(conflict: Any, state: Any, line: str, says: str) -> None:
    before = state.copy()
    with pytest.raises(IllegalMove) as error:
        conflict.apply(state, conflict.read(state, line).move)
    assert says in error.value.says
    assert state == before


def test_a_card_above_the_size_is_refused_by_its_size(conflict: Any) -> None:
    setup = {**SETUP, "sides": "S6 H9 / S14", "hands": "A 5H KH / B 7S"}
    state = conflict.start(conflict.setup(setup))
    play(conflict, state, "B: 7S")
    with pytest.raises(IllegalMove, match="5H is above the size 4"):
        play(conflict, state, "A: 5H")


def test_chance_comes_first(conflict: Any) -> None:
    state = conflict.start(conflict.setup({}))
    assert conflict.read(state, "A: 7S") is None
    assert conflict.read(state, "shuffle: 7S") is None
    assert conflict.read(state, "cut: 7S KD").move == Move("cut", cards=(6, 38))


def test_what_people_read(conflict: Any) -> None:
    """A whole conflict is told, asked and shown without a gap."""
    setup = {"sides": "marshals + tide / commons", "rounds": "2"}
    state, rng = conflict.start(conflict.setup(setup)), Random(2)
    told: list[str] = []
    labels = set()
    while (who := conflict.actor(state)) != OVER:
        moves = conflict.moves(state)
        for move in moves:
            labels.add(conflict.label(state, move).label.split()[0])
        ids = [conflict.label(state, move).id for move in moves]
        assert len(set(ids)) == len(ids)
        if who != CHANCE:
            lines = conflict.status(conflict.view(state, who))
            assert "you" in lines[0] or "with you" in lines[0]
        move = conflict.chance(state, rng) if who == CHANCE else rng.choice(moves)
        conflict.apply(state, move)
        told += conflict.tell(state, move, rng)
    assert labels == {"Keep", "Throw", "A", "B", "Play"}
    assert sum("Round" in line for line in told) == 2
    assert any("The deck is cut" in line for line in told)
    picture = conflict.picture(conflict.view(state, 2))
    assert (picture["sides"], picture["actor"]) == ([["A", "B"], ["C"]], "over")
    assert picture["hands"][:2] == [[], []]
    assert conflict.parts(state) == ["marshals+tide", "marshals+tide", "commons"]
    assert conflict.outcome(state).says.startswith(("A and B", "C", "After"))


def test_an_impossible_opening_is_told(conflict: Any) -> None:
    setup = {"sides": "S14 / H14", "scope": "home", "starter": "A", "hands": "A 2S / B 2H"}
    state = conflict.start(conflict.setup(setup))
    result = state.results[0]
    assert (result.first, result.winner, result.changes) == (-1, 1, ())
    lines = conflict.tell(state, Move("keep", 0), Random(0))
    assert lines == ["  A has no card to open with: B takes the round, nothing changes."]
    assert conflict.events(state) == {"no opening": 1, "nothing changed": 1}

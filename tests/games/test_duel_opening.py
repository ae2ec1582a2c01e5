"""The option `opening`: whoever begins may do so as after a second attack."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from generator.engine.battery import exercise
from generator.engine.contract import CHANCE, OVER
from generator.games.sophmb2ce.state import Declare

Duel = Callable[..., Any]


def begun(engine: Any, setup: dict[str, str]) -> Any:
    state, rng = engine.start(engine.setup(setup)), Random(4)
    while engine.actor(state) == CHANCE:
        engine.apply(state, engine.chance(state, rng))
    return state


@pytest.mark.parametrize("first", ["A", "B"])
def test_whoever_begins_is_weaker_for_one_attack(duel: Duel, first: str) -> None:
    engine = duel(opening="weakened")
    seat = "AB".index(first)
    state = begun(engine, {"castes": "hearts, diamonds", "first": first})
    assert (state.attack_penalty[seat], state.attack_penalty[1 - seat]) == (1, 0)
    assert state.defence_penalty == [0, 0]
    engine.apply(state, Declare(1))
    last = state.exchange()
    # value + 1 of the caste - 1 of the opening
    assert last.attack == engine.values[last.attack_card]
    assert state.attack_penalty == [0, 0]


def test_flips_decide_who_that_is(duel: Duel) -> None:
    engine = duel(opening="weakened")
    for flips, first in (("A 7S / B 9H", 1), ("A 9S / B 7H", 0)):
        state = begun(engine, {"flips": flips})
        assert state.first == first
        assert state.attack_penalty == [int(first == 0), int(first == 1)]


def test_nobody_is_weaker_by_default(duel: Duel) -> None:
    assert begun(duel(), {"castes": "hearts, spades"}).attack_penalty == [0, 0]


def test_the_contract_holds_with_it(duel: Duel) -> None:
    assert exercise(duel(opening="weakened"), {}, games=5) == []
    redrawn = duel(opening="weakened", tie="redraw")
    assert exercise(redrawn, {"castes": "clubs, hearts"}, games=5) == []


def test_what_evidence_counts(duel: Duel) -> None:
    engine = duel()
    state = begun(engine, {"castes": "hearts, spades"})
    assert engine.tracks(state) == {"hp": [10, 10]}
    assert engine.parts(state) == ["hearts", "spades"]
    assert [engine.choice(state, move) for move in engine.moves(state)] == ["attack 1", "attack 2"]
    fresh = engine.start(engine.setup({}))
    assert engine.parts(fresh) == []
    assert engine.choice(fresh, engine.chance(fresh, Random(0))) == ""
    assert engine.actor(state) not in (CHANCE, OVER)

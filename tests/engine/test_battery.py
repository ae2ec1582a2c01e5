"""The battery finds nothing in a sound engine and something in each of these broken ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.engine.battery import exercise
from generator.engine.contract import CHANCE, Outcome

Break = Callable[[Any], None]


def test_a_sound_engine(heap: Any) -> None:
    assert exercise(heap, {"heap": "30"}, games=20) == []
    assert exercise(heap, {"heap": "30"}, games=0) == []


def takes_anything(engine: Any) -> None:
    sound = engine.apply
    engine.apply = lambda state, move: sound(state, move) if isinstance(move, tuple) else None


def shares_copies(engine: Any) -> None:
    engine.copy = lambda state: state


def guesses_badly(engine: Any) -> None:
    sound = engine.guess

    def guess(view: Any, rng: Any) -> Any:
        state = sound(view, rng)
        state.heap += 1
        return state

    engine.guess = guess


def misspells(engine: Any) -> None:
    sound = engine.write
    engine.write = lambda *parts: sound(*parts).replace("takes 2", "takes 1")


def states_nonsense(engine: Any) -> None:
    sound = engine.write
    engine.write = lambda *parts: sound(*parts).replace("-> 3", "-> 4")


def never_ends(engine: Any) -> None:
    sound = engine.apply

    def apply(state: Any, move: Any) -> None:
        sound(state, move)
        state.heap += 5

    engine.apply = apply


def ends_early(engine: Any) -> None:
    engine.outcome = lambda state: Outcome((0,), "A wins at once.")


def invents_a_winner(engine: Any) -> None:
    sound = engine.outcome

    def outcome(state: Any) -> Any:
        return None if sound(state) is None else Outcome((2,), "C wins.")

    engine.outcome = outcome


def has_no_moves(engine: Any) -> None:
    engine.moves = lambda state: ()


def offers_moves_to_chance(engine: Any) -> None:
    sound, actor = engine.moves, engine.actor
    engine.moves = lambda state: (1,) if actor(state) == CHANCE else sound(state)


def moves_after_the_end(engine: Any) -> None:
    sound = engine.moves
    engine.moves = lambda state: sound(state) if state.heap else (1,)


def claims_nonsense(engine: Any) -> None:
    engine.claims = lambda state: {"heap": "7"}


def has_no_status(engine: Any) -> None:
    engine.status = lambda view: []


def reads_nothing(engine: Any) -> None:
    engine.read = lambda state, text, later=(): None


def changes_when_refusing(engine: Any) -> None:
    sound = engine.apply

    def apply(state: Any, move: Any) -> None:
        if not isinstance(move, tuple):
            state.turns += 1
        sound(state, move)

    engine.apply = apply


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (takes_anything, "anything is taken for a move"),
        (shares_copies, "a move has changed a copy"),
        (guesses_badly, "a guess does not fit"),
        (misspells, "is read as"),
        (states_nonsense, "states what is not so"),
        (never_ends, "no end after"),
        (ends_early, "an outcome while"),
        (invents_a_winner, "the outcome is"),
        (has_no_moves, "has 0 moves"),
        (offers_moves_to_chance, "while chance is to move"),
        (moves_after_the_end, "moves after the end"),
        (claims_nonsense, "not 7"),
        (has_no_status, "no status"),
        (reads_nothing, "is read as None"),
        (changes_when_refusing, "a refused move has changed the state"),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_a_broken_engine(heap: Any, broken: Break, says: str) -> None:
    broken(heap)
    faults = exercise(heap, {"heap": "12"}, games=6, longest=300)
    assert any(says in fault for fault in faults), faults

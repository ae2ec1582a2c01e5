"""A toy game that is nobody's: a heap of stones, a die that says how many may be taken."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

import pytest

from generator.engine.contract import (
    CHANCE,
    OVER,
    SEATS,
    Choice,
    IllegalMove,
    Nth,
    Outcome,
    Said,
    SetupRefused,
    Uniform,
    Unreadable,
)


class Roll(NamedTuple):
    most: int


class Take(NamedTuple):
    stones: int


class HeapSetup(NamedTuple):
    heap: int
    seats: int = 2


@dataclass
class Heap:
    heap: int
    turn: int = 0
    most: int = 0
    turns: int = 0


class HeapEngine:
    """Whoever takes the last stone wins."""

    policies = ("one", "random")

    def __init__(self, best_roll: int = 3) -> None:
        self.best_roll = best_roll

    def setup(self, given: Mapping[str, str]) -> HeapSetup:
        text = given.get("heap", "9")
        if not text.isdigit() or text == "0":
            raise SetupRefused(f"the heap is {text!r}", "a number of stones")
        return HeapSetup(int(text))

    def start(self, setup: HeapSetup) -> Heap:
        return Heap(setup.heap)

    def actor(self, state: Heap) -> int:
        if not state.heap:
            return OVER
        return state.turn if state.most else CHANCE

    def moves(self, state: Heap) -> Sequence[Any]:
        return tuple(Take(n) for n in range(1, min(state.most, state.heap) + 1))

    def chance(self, state: Heap, rng: Random) -> Roll:
        return Roll(rng.randint(1, self.best_roll))

    def apply(self, state: Heap, move: Any) -> None:
        if isinstance(move, Roll) and self.actor(state) == CHANCE:
            state.most = move.most
        elif isinstance(move, Take) and move in self.moves(state):
            state.heap -= move.stones
            state.most, state.turn, state.turns = 0, 1 - state.turn, state.turns + 1
        else:
            raise IllegalMove(move, self.picture(self.view(state, 0)), "that is not to be done")

    def copy(self, state: Heap) -> Heap:
        return replace(state)

    def outcome(self, state: Heap) -> Outcome | None:
        if state.heap:
            return None
        return Outcome((1 - state.turn,), f"{SEATS[1 - state.turn]} takes the last stone.")

    def view(self, state: Heap, seat: int) -> tuple[int, ...]:
        return (seat, state.heap, state.turn, state.most, state.turns)

    def guess(self, view: tuple[int, ...], rng: Random) -> Heap:
        return Heap(*view[1:])

    def write(self, before: Heap, move: Any, after: Heap) -> str:
        if isinstance(move, Roll):
            return f"roll {move.most}"
        return f"{SEATS[before.turn]} takes {move.stones} -> {after.heap}"

    def read(self, state: Heap, text: str, later: Sequence[str] = ()) -> Said[Any] | None:
        if match := re.fullmatch(r"roll (\d+)", text):
            return Said(Roll(int(match[1])), {})
        match = re.fullmatch(r"([AB]) takes (\d+)(?: -> (\d+))?", text)
        if not match:
            raise Unreadable(f"{text!r} is nothing", "A takes 2 -> 7")
        if self.actor(state) == CHANCE:
            return None
        return Said(Take(int(match[2])), {"heap": match[3]} if match[3] else {})

    def compare(self, state: Heap, claims: Mapping[str, str]) -> list[str]:
        if unknown := set(claims) - {"heap"}:
            raise Unreadable(f"{unknown} is no result")
        return [f"the heap is {state.heap}, not {told}" for told in claims.values()
                if told != str(state.heap)]  # fmt: skip

    def claims(self, state: Heap) -> dict[str, str]:
        return {"heap": str(state.heap)}

    def label(self, state: Heap, move: Any) -> Choice:
        return Choice(f"take-{move.stones}", f"Take {move.stones}")

    def tell(self, after: Heap, move: Any, rng: Random) -> list[str]:
        return [f"{move}, {after.heap} left"]

    def status(self, view: tuple[int, ...]) -> list[str]:
        return [f"{view[1]} stones"]

    def picture(self, view: tuple[int, ...]) -> dict[str, Any]:
        return {"heap": view[1], "turn": view[2]}

    def first(self, state: Heap) -> int:
        return 0

    def length(self, state: Heap) -> int:
        return state.turns

    def events(self, state: Heap) -> Mapping[str, int]:
        return {"short": 1} if state.turns < 5 else {}

    def policy(self, name: str) -> Any:
        if name not in self.policies:
            raise SetupRefused(f"there is no policy {name!r}", ", ".join(self.policies))
        return Nth(0) if name == "one" else Uniform()


class HeapRules:
    """Only what replays and terminals use."""

    def engine(self, game: Any, options: Mapping[str, str]) -> HeapEngine:
        if options.keys() - {"roll"}:
            raise SetupRefused("no such option", "roll")
        return HeapEngine(int(options.get("roll", "3")))


@pytest.fixture
def heap() -> HeapEngine:
    return HeapEngine()


@pytest.fixture
def heap_rules() -> HeapRules:
    return HeapRules()

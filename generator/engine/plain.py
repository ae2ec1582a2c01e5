"""A few plain methods in, a whole engine out: for small games with open information.

The state is a dictionary of JSON-ready data, a move a short text. A game subclasses `PlainEngine`
with `begin`, `moves`, `play` and `outcome`, and `PlainRules` with `engine`; see `tests/stranger`.
Games with hidden cards or shuffles, or that must be fast, implement the contract themselves.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple

from generator.engine.contract import (
    OVER,
    SEATS,
    Choice,
    Command,
    Engine,
    IllegalMove,
    Option,
    Outcome,
    Policy,
    Said,
    SetupRefused,
    Uniform,
    Unreadable,
)
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.scalars import Strict
from generator.problems import Problems
from generator.scene import Fact

State = dict[str, Any]


class Seated(NamedTuple):
    """The set-up of a plain game: how many play."""

    seats: int


class PlainEngine:
    """Everything the contract asks for besides the game's own four methods."""

    seats = 2
    policies: tuple[str, ...] = ("random",)

    def __init__(self, game: Game) -> None:
        self.game = game

    def begin(self) -> State:
        """The first state; it holds at least `turn`, the seat to move."""
        raise SetupRefused("the game does not say how it begins")

    def moves(self, state: State) -> Sequence[str]:
        """The legal moves of the seat to move, as texts without a colon; () once it is over."""
        return ()

    def play(self, state: State, move: str) -> None:
        """Make a legal move in place, and hand `turn` on."""

    def outcome(self, state: State) -> Outcome | None:
        """None while the game runs."""
        return None

    def claims(self, state: State) -> dict[str, str]:
        """What a play may state of a position: texts by name."""
        return {}

    def setup(self, given: Mapping[str, str]) -> Seated:
        """There is nothing to choose."""
        if given:
            raise SetupRefused(f"there is no set-up {', '.join(given)!r}", "leave it out")
        return Seated(self.seats)

    def start(self, setup: Seated) -> State:
        """`begin`, with the count of moves."""
        return {"length": 0, **self.begin()}

    def actor(self, state: State) -> int:
        """The seat to move, or OVER."""
        return OVER if self.outcome(state) is not None else int(state["turn"])

    def chance(self, state: State, rng: Random) -> str:
        """Nothing is left to chance."""
        raise IllegalMove("chance", state, "nothing is left to chance")

    def apply(self, state: State, move: str) -> None:
        """Make the move in place; raises IllegalMove."""
        if self.actor(state) == OVER or move not in self.moves(state):
            raise IllegalMove(move, state, "is no legal move")
        state["length"] += 1
        self.play(state, move)

    def copy(self, state: State) -> State:
        """An independent state."""
        return deepcopy(state)

    def view(self, state: State, seat: int) -> str:
        """All of it: information is open."""
        return json.dumps(state, sort_keys=True)

    def guess(self, view: str, rng: Random) -> State:
        """The state itself."""
        state: State = json.loads(view)
        return state

    def write(self, before: State, move: str, after: State) -> str:
        """`A: move`."""
        return f"{SEATS[before['turn']]}: {move}"

    def read(self, state: State, text: str, later: Sequence[str] = ()) -> Said[str] | None:
        """`A: move`, or `A: move -> name value, name value` with what it leads to."""
        done, _, stated = text.partition("->")
        seat, colon, move = done.strip().partition(":")
        if not colon or seat.strip() != SEATS[state["turn"]]:
            fix = f"write {SEATS[state['turn']]}: and a move"
            raise Unreadable(f"{text!r} is no move of the seat whose turn it is", fix)
        pairs = (part.strip().partition(" ") for part in stated.split(",") if part.strip())
        return Said(move.strip(), {name: value.strip() for name, _, value in pairs})

    def compare(self, state: State, claims: Mapping[str, str]) -> list[str]:
        """What the state contradicts; raises Unreadable for an unknown name."""
        known = self.claims(state)
        for name in claims:
            if name not in known:
                raise Unreadable(f"{name!r} is nothing to state", f"one of {', '.join(known)}")
        return [
            f"{name} is {known[name]}, not {value}"
            for name, value in claims.items()
            if known[name] != value
        ]

    def label(self, state: State, move: str) -> Choice:
        """The move is its own name."""
        return Choice(move, move)

    def tell(self, after: State, move: str, rng: Random) -> list[str]:
        """What was played."""
        return [f"{move}."]

    def status(self, view: str) -> list[str]:
        """What could be stated of the position."""
        return [f"{name} {value}" for name, value in self.claims(json.loads(view)).items()]

    def picture(self, view: str) -> dict[str, Any]:
        """The state itself."""
        state: State = json.loads(view)
        return state

    def first(self, state: State) -> int | None:
        """Seat A begins."""
        return 0

    def length(self, state: State) -> int:
        """Moves made."""
        return int(state["length"])

    def events(self, state: State) -> Mapping[str, int]:
        """None are counted."""
        return {}

    def policy(self, name: str) -> Policy:
        """`random`, and what a game adds; raises SetupRefused."""
        if name != "random":
            raise SetupRefused(f"there is no policy {name!r}", f"one of {', '.join(self.policies)}")
        return Uniform()


class PlainRules:
    """Rules without effects, options, commands or facts of their own."""

    effects: Mapping[str, type[Strict]] = {}
    commands: Mapping[str, Command] = {}

    def options(self, game: Game) -> tuple[Option, ...]:
        """Nothing to choose."""
        return ()

    def engine(self, game: Game, options: Mapping[str, str]) -> Engine[Any, Any, Any]:
        """The game's engine; raises SetupRefused."""
        raise SetupRefused("the game brings no engine")

    def audit(self, game: Game, problems: Problems) -> None:
        """Nothing to find."""

    def facts(self, game: Game, component: Component, card: Card) -> list[Fact]:
        """Only what declared fields state."""
        return []

"""Vectors of Sprite Wars: their cards become a series, their turns small moves of the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vector_engine import Given, chosen, engine

from generator.engine.contract import OVER, SetupRefused, Unreadable
from generator.games.sprite_wars import state as st
from generator.games.sprite_wars.grid import Cells, any_row, free, totals
from generator.games.sprite_wars.notation import read_spot, write_spot
from generator.games.sprite_wars.opening import higher
from generator.games.sprite_wars.roster import Fighter, Series
from generator.games.sprite_wars.state import PASS, Move, State
from generator.games.sprite_wars.wars import WarsEngine

RESULTS = {st.NOBODY: None, 0: 0, 1: 1, st.DRAW: "draw"}
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


class Table:
    """The engine with a vector's cards, and names for its numbers.

    Spots may name cards that the vector does not describe: where only their place counts.
    """

    def __init__(self, given: Given, *others: str) -> None:
        engine("sprite_wars", chosen(given))
        known = given.get("cards", {})
        told = {name: card(name, one) for name, one in known.items()}
        for name in others:
            told.setdefault(name, Fighter(name, name, 0, ()))
        self.ids = list(told)
        self.rules = WarsEngine(Series(tuple(told.values()), 6, 4))

    def number(self, name: str) -> int:
        if name not in self.ids:
            raise Unreadable(f"there is no card {name!r}")
        return self.ids.index(name)

    def numbers(self, names: Sequence[str]) -> tuple[int, ...]:
        return tuple(self.number(name) for name in names)

    def names(self, cards: Sequence[int]) -> list[str]:
        return [self.ids[number] for number in cards]

    def cells(self, told: Mapping[str, Any]) -> Cells:
        return {read_spot(at): (owner, self.number(name)) for at, (owner, name) in told.items()}

    def state(self, told: Mapping[str, Any]) -> State:
        a, b = (self.numbers(stack) for stack in told["stacks"])
        state = self.rules.position(self.cells(told["cells"]), (a, b), turn=told["turn"])
        if told.get("result") is not None:
            state.phase = st.DONE
        return state

    def told(self, state: State) -> dict[str, Any]:
        return {
            "cells": {write_spot(at): [o, self.ids[c]] for at, (o, c) in state.cells.items()},
            "stacks": [self.names(stack) for stack in state.stacks],
            "turn": state.turn,
            "result": RESULTS[state.result],
        }


def card(name: str, told: Mapping[str, Any]) -> Fighter:
    arrows = told.get("arrows", {})
    for direction, force in arrows.items():
        if direction not in DIRECTIONS or force not in (1, 2) or isinstance(force, bool):
            raise Unreadable(f"{name} has an arrow {direction!r} of {force!r}")
    return Fighter(name, name, int(told["power"]), tuple(arrows.items()))


def table(given: Given) -> Table:
    """With every card that lies on the grid."""
    return Table(given, *(name for _, name in given.get("cells", {}).values()))


def wars_higher(given: Given) -> int | None:
    cards = card("a", given["a"]), card("b", given["b"])
    return higher([one.rank for one in cards], 0, 1)


def wars_opening(given: Given) -> dict[str, Any]:
    made = Table(given)
    a, b = given["stacks"]
    setup = made.rules.setup({"dealt": f"{' '.join(a)} / {' '.join(b)}"})
    state = made.rules.start(setup)
    shown: Any = made.names(state.shown)
    stacks = [made.names(stack) for stack in state.stacks]
    settled = state.phase == st.OPENING
    if settled:
        stacks[state.turn] = stacks[state.turn][1:]
    return {
        "higher": made.rules.first(state),
        "shown": shown if settled else None,
        "stacks": stacks,
        "redraws": state.redraws,
    }


def wars_legal(given: Given) -> list[str]:
    made = table(given)
    try:
        spots = free(frozenset(made.cells(given["cells"])))
    except ValueError as error:
        raise SetupRefused(str(error)) from None
    return [write_spot(at) for at in spots]


def wars_arrows(given: Given) -> dict[str, int]:
    made = table(given)
    cells, at = made.cells(given["cells"]), read_spot(given["at"])
    if at not in cells:
        raise Unreadable(f"no card lies at {given['at']}")
    owner, number = cells[at]
    return {
        write_spot(at + step): force for step, force in made.rules.arrows[owner][number].items()
    }


def wars_totals(given: Given) -> list[int]:
    made = table(given)
    cells, target = made.cells(given["cells"]), read_spot(given["target"])
    if target not in cells:
        raise Unreadable(f"no card lies at {given['target']}")
    attacker = given.get("attacker", 1 - cells[target][0])
    return list(totals(cells, target, attacker, made.rules.powers, made.rules.arrows))


def wars_row(given: Given) -> bool:
    return any_row(table(given).cells(given["cells"]), given["player"])


def wars_turn(given: Given) -> dict[str, Any]:
    told = given["state"]
    made = Table(given, *(name for _, name in told["cells"].values()))
    rules, state = made.rules, made.state(told)
    log: list[Any] = []
    if given.get("cell") is None:
        if given.get("order"):
            raise Unreadable("a pass attacks nothing")
        rules.apply(state, PASS)
        log.append("pass")
        return {"state": made.told(state), "log": log}
    order = [read_spot(at) for at in given.get("order") or ()]
    rules.apply(state, Move("place", read_spot(given["cell"])))
    targets = attacked(made, state, read_spot(given["cell"]))
    wanted = list(order)
    while state.phase == st.STRIKE:
        if not order:
            raise Unreadable("an attack is left out")
        at = order.pop(0)
        rules.apply(state, Move("strike", at))
        last = state.last
        assert last is not None
        log.append([write_spot(at), last.attack, last.defence])
    # a row ends the turn: attacks to come may be named or not, but only real ones
    if order and (rules.actor(state) != OVER or sorted(wanted) != sorted(targets)):
        raise Unreadable("nothing is attacked there")
    return {"state": made.told(state), "log": log}


def attacked(made: Table, state: State, at: int) -> list[int]:
    """What the card just placed attacks, also where a row ended the game before."""
    if state.phase == st.STRIKE:
        return list(state.left)
    owner, number = state.cells[at]
    steps = made.rules.arrows[owner][number]
    return [at + step for step in steps if state.cells.get(at + step, (owner, 0))[0] != owner]


OPS: dict[str, Callable[[Given], Any]] = {
    "higher": wars_higher,
    "opening": wars_opening,
    "legal_cells": wars_legal,
    "arrows_at": wars_arrows,
    "totals": wars_totals,
    "three_in_row": wars_row,
    "take_turn": wars_turn,
}

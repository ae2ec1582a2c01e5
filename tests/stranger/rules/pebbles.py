"""The rules of a heap of pebbles: a stranger's engine behind the entry point `pebbles`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.contract import SEATS, Engine, Outcome
from generator.engine.plain import PlainEngine, PlainRules, State
from generator.model.game import Game


class Pebbles(PlainEngine):
    def begin(self) -> State:
        return {"turn": 0, "heap": self.game.figures.fig("heap")}

    def moves(self, state: State) -> list[str]:
        most = min(self.game.figures.fig("most"), state["heap"])
        return [f"take {count}" for count in range(1, most + 1)]

    def play(self, state: State, move: str) -> None:
        state["heap"] -= int(move.split()[1])
        state["turn"] = 1 - state["turn"]

    def outcome(self, state: State) -> Outcome | None:
        if state["heap"]:
            return None
        winner = 1 - state["turn"]
        return Outcome((winner,), f"{SEATS[winner]} took the last pebble")

    def claims(self, state: State) -> dict[str, str]:
        over = self.outcome(state)
        return {"heap": str(state["heap"]), "winner": SEATS[over.winners[0]] if over else "none"}


class PebbleRules(PlainRules):
    def engine(self, game: Game, options: Mapping[str, str]) -> Engine[Any, Any, Any]:
        return Pebbles(game)


RULES = PebbleRules()

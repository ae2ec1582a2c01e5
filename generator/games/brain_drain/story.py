"""Play in words: what the table hears, what a player is asked, the position by names."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from generator.engine.contract import CHANCE, OVER, SEATS, Choice
from generator.games.brain_drain.notation import line_of
from generator.games.brain_drain.state import Move, State, View

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine


def ending(engine: DrainEngine, state: State) -> str:
    """Who has won."""
    names = [SEATS[seat] for seat in state.winners or ()]
    return f"{' and '.join(names)} won."


def label(engine: DrainEngine, state: State, move: Move) -> Choice:
    """The move as a menu shows it."""
    line = line_of(engine, state, move)
    return Choice(line, line)


def tell(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    """What the table sees."""
    return [str(entry) for entry in after.log]


def status(engine: DrainEngine, view: View) -> list[str]:
    """Everybody's MSP."""
    return [f"{SEATS[seat]} {points}" for seat, points in enumerate(view.msp)]


def picture(engine: DrainEngine, view: View) -> dict[str, Any]:
    """The position as plain data."""
    acts = {CHANCE: "chance", OVER: "over"}.get(view.actor)
    return {"msp": list(view.msp), "actor": acts or SEATS[view.actor], "phase": view.phase}

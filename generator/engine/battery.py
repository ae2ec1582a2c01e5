"""An engine in, the contract's broken promises out: what any game is tried with for free."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from generator.engine.contract import CHANCE, OVER, SEATS, Engine, IllegalMove
from generator.engine.record import record
from generator.engine.simulate import game_seed


def exercise(
    engine: Engine[Any, Any, Any],
    setup: Mapping[str, str],
    *,
    games: int,
    seed: int = 0,
    longest: int = 20_000,
) -> list[str]:
    """Play random games and try every promise of the contract; a sentence for each one broken.

    Stops a game at its first fault. Raises SetupRefused.
    """
    faults = []
    for number in range(games):
        rng = Random(game_seed(seed, number))  # noqa: S311 - games, not secrets
        fault = _game(engine, setup, rng, longest)
        if fault:
            faults.append(f"game {number}: {fault}")
    return faults


def _game(
    engine: Engine[Any, Any, Any], setup: Mapping[str, str], rng: Random, longest: int
) -> str | None:
    ready = engine.setup(setup)
    state = engine.start(ready)
    made: list[Any] = []
    while (who := engine.actor(state)) != OVER:
        if len(made) > longest:
            return f"no end after {longest} moves"
        if engine.outcome(state) is not None:
            return "an outcome while somebody is to move"
        moves = engine.moves(state)
        if who == CHANCE:
            if moves:
                return "moves are offered while chance is to move"
            move = engine.chance(state, rng)
        elif not 0 <= who < ready.seats or not moves:
            return f"actor {who} has {len(moves)} moves"
        else:
            move = moves[rng.randrange(len(moves))]
        if fault := _step(engine, state, move, ready.seats, rng):
            return f"move {len(made)}, {move!r}: {fault}"
        made.append(move)
    if engine.moves(state):
        return "moves after the end"
    outcome = engine.outcome(state)
    if outcome is None or not set(outcome.winners) <= set(range(ready.seats)):
        return f"the outcome is {outcome!r}"
    return _record(engine, setup, state, made, ready.seats)


def _step(
    engine: Engine[Any, Any, Any], state: Any, move: Any, seats: int, rng: Random
) -> str | None:
    """Make the move in `state`, trying what can be tried on the way."""
    before, told = engine.copy(state), _views(engine, state, seats)
    try:
        engine.apply(state, object())
        return "anything is taken for a move"
    except IllegalMove:
        if _views(engine, state, seats) != told:
            return "a refused move has changed the state"
    for seat in range(seats):
        view = told[seat]
        if engine.view(engine.guess(view, rng), seat) != view:
            return f"a guess does not fit what {SEATS[seat]} sees"
        if not engine.status(view) or not engine.picture(view):
            return f"{SEATS[seat]} has no status or picture"
    engine.apply(state, move)
    if _views(engine, before, seats) != told:
        return "a move has changed a copy"
    line = engine.write(before, move, state)
    again = engine.copy(before)
    said = engine.read(again, line)
    if said is None or said.move != move:
        return f"{line!r} is read as {said!r}"
    engine.apply(again, said.move)
    if _views(engine, again, seats) != _views(engine, state, seats):
        return f"{line!r} leads elsewhere"
    if wrong := engine.compare(state, said.claims):
        return f"{line!r} states what is not so: {wrong[0]}"
    engine.tell(state, move, rng)
    return None


def _views(engine: Engine[Any, Any, Any], state: Any, seats: int) -> list[Any]:
    return [engine.view(state, seat) for seat in range(seats)]


def _record(
    engine: Engine[Any, Any, Any], setup: Mapping[str, str], state: Any, made: list[Any], seats: int
) -> str | None:
    play = record(engine, setup, {}, made)
    again = engine.start(engine.setup(play.setup))
    for line, _ in play.lines:
        said = engine.read(again, line)
        if said is None:
            return f"the record leaves out chance before {line!r}"
        engine.apply(again, said.move)
    if _views(engine, again, seats) != _views(engine, state, seats):
        return "the record leads elsewhere"
    wrong = engine.compare(again, play.result)
    return wrong[0] if wrong else None

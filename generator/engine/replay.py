"""A play in, its states out; whatever it states and the engine does not reach is a problem."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from generator.engine.contract import (
    CHANCE,
    Engine,
    IllegalMove,
    Rules,
    Said,
    SetupRefused,
    Unreadable,
)
from generator.model.game import Game
from generator.model.play import Play
from generator.problems import Problems, Refused, Where


class Step(NamedTuple):
    """One line of a play, the move it means and the state that leads to."""

    text: str
    line: int
    state: Any
    move: Any = None


class Replayed(NamedTuple):
    """A play gone through; `final` is the last state, also where a problem ended it early."""

    engine: Engine[Any, Any, Any]
    steps: tuple[Step, ...]
    final: Any


def replay(
    rules: Rules,
    game: Game,
    play: Play,
    problems: Problems,
    *,
    options: Mapping[str, str] | None = None,
) -> Replayed | None:
    """Play it again and compare every stated result; None where it cannot even be set up.

    `options` win over the play's own. Shuffles that the play leaves out are drawn with a fixed
    seed: what matters of them the play says, since cards it names are laid on top.
    """
    try:
        engine = rules.engine(game, {**play.options, **(options or {})})
        state = engine.start(engine.setup(play.setup))
    except SetupRefused as error:
        problems.add("play-setup", play.where, error.says, error.fix)
        return None
    except Refused as error:
        problems.extend(error.problems)
        return None
    steps: list[Step] = []
    rng = Random(0)  # noqa: S311 - only fills what the play leaves open
    texts = [text for text, _ in play.lines]
    for number, (text, line) in enumerate(play.lines):
        where = play.where._replace(line=line)
        said = _step(engine, state, text, texts[number + 1 :], rng, where, problems)
        if said is None:
            return Replayed(engine, tuple(steps), state)
        steps.append(Step(text, line, engine.copy(state), said.move))
    for key, value in play.result.items():
        line = play.result_lines.get(key, play.where.line)
        where = play.where._replace(line=line, field="result")
        _compare(engine, state, {key: value}, where, problems)
    return Replayed(engine, tuple(steps), state)


def _step(
    engine: Engine[Any, Any, Any],
    state: Any,
    text: str,
    later: Sequence[str],
    rng: Random,
    where: Where,
    problems: Problems,
) -> Said[Any] | None:
    """Make the move of a line; None where the play cannot go on."""
    try:
        while (said := engine.read(state, text, later)) is None:
            if engine.actor(state) != CHANCE:
                raise Unreadable(f"{text!r} says no move")
            engine.apply(state, engine.chance(state, rng))
        engine.apply(state, said.move)
        _compare(engine, state, said.claims, where, problems)
    except IllegalMove as error:
        problems.add("play-illegal", where, error.says)
        return None
    except Unreadable as error:
        problems.add("play-unreadable", where, error.says, error.fix)
        return None
    return said


def _compare(
    engine: Engine[Any, Any, Any],
    state: Any,
    claims: Mapping[str, str],
    where: Where,
    problems: Problems,
) -> None:
    for key, value in claims.items():
        try:
            for says in engine.compare(state, {key: value}):
                problems.add("play-wrong", where, says, "state what the engine reaches")
        except Unreadable as error:
            problems.add("play-unreadable", where, error.says, error.fix)

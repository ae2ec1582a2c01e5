"""A game at the keyboard: questions and answers go through two callables, a play comes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from generator.engine.contract import (
    CHANCE,
    OVER,
    SEATS,
    Choice,
    Engine,
    Policy,
    Rules,
    SetupRefused,
)
from generator.engine.record import record, text
from generator.model.game import Game
from generator.model.play import Play

HUMAN = "human"

Ask = Callable[[str], str]
Tell = Callable[[str], None]


MENU = 40
"""A longer list of choices is shown only when it is asked for."""


class _Quit(Exception):  # noqa: N818 - not an error
    """The player has had enough."""


def play_in_terminal(
    rules: Rules,
    game: Game,
    seats: Sequence[str],
    ask: Ask,
    tell: Tell,
    rng: Random,
    *,
    options: Mapping[str, str] | None = None,
    setup: Mapping[str, str] | None = None,
) -> Play:
    """Play one game; `seats` are `human` or a policy's name each, in order.

    `ask` shows a prompt and returns a line (EOFError and KeyboardInterrupt end the game politely),
    `tell` shows a line. The record is told at the end and returned. Raises SetupRefused.
    """
    engine = rules.engine(game, options or {})
    ready = engine.setup(setup or {})
    if len(seats) != ready.seats:
        raise SetupRefused(f"{len(seats)} players for {ready.seats} seats", "one for each seat")
    players = [None if seat == HUMAN else engine.policy(seat) for seat in seats]
    state = engine.start(ready)
    moves: list[Any] = []
    words = Random(rng.random())  # noqa: S311 - the story's dice must not change the game's
    try:
        while (who := engine.actor(state)) != OVER:
            move = engine.chance(state, rng) if who == CHANCE else None
            if move is None:
                move = _move(engine, state, who, players[who], ask, tell, rng)
            engine.apply(state, move)
            moves.append(move)
            for line in engine.tell(state, move, words):
                tell(line)
        outcome = engine.outcome(state)
        tell("")
        tell(outcome.says if outcome else "Nobody is to move any more.")
    except (_Quit, EOFError, KeyboardInterrupt):
        tell("")
        tell("The game ends here. No hard feelings.")
    title = f"{game.file.short or game.file.name} at the keyboard"
    play = record(engine, setup or {}, options or {}, moves, title=title)
    tell("")
    tell("The record, to keep and to replay:")
    tell("")
    tell(text(play))
    return play


def _move(
    engine: Engine[Any, Any, Any],
    state: Any,
    seat: int,
    policy: Policy | None,
    ask: Ask,
    tell: Tell,
    rng: Random,
) -> Any:
    legal = engine.moves(state)
    if policy is not None:
        return policy.choose(None if policy.blind else engine.view(state, seat), legal, rng)
    choices = [engine.label(state, move) for move in legal]
    tell("")
    for line in engine.status(engine.view(state, seat)):
        tell(line)
    if len(legal) == 1:
        tell(f"{SEATS[seat]}: {choices[0].label}")
        return legal[0]
    if len(choices) > MENU:
        tell(f"  {len(choices)} choices: type how a name or a word in it begins; ? lists them all.")
    else:
        _list(choices, range(len(choices)), tell)
    while True:
        answer = ask(f"{SEATS[seat]}, your move (number or name, q quits): ").strip().lower()
        if answer in ("q", "quit"):
            raise _Quit
        if answer == "?":
            _list(choices, range(len(choices)), tell)
            continue
        found = matching(choices, answer)
        if len(found) == 1:
            return legal[found[0]]
        if 1 < len(found) <= MENU < len(choices):
            _list(choices, found, tell)
        else:
            tell(_advice(choices, found, answer))


def _list(choices: Sequence[Choice], places: Sequence[int], tell: Tell) -> None:
    for place in places:
        tell(f"  {place + 1}  {choices[place].label}")


def matching(choices: Sequence[Choice], answer: str) -> list[int]:
    """Places of the choices an answer may mean: by number, whole name, else how a name starts.

    Last, how any word in it starts: two letters at least, for a slip of a key must not move.
    """
    if answer.isascii() and answer.isdigit():
        place = int(answer[:6]) - 1
        return [place] if 0 <= place < len(choices) else []
    names = [(choice.id.lower(), choice.label.lower()) for choice in choices]
    whole = [n for n, name in enumerate(names) if answer in name]
    if whole or not answer:
        return whole
    starts = [n for n, name in enumerate(names) if any(part.startswith(answer) for part in name)]
    if starts or len(answer) < 2:
        return starts
    word = re.compile(rf"\b{re.escape(answer)}")
    return [n for n, name in enumerate(names) if any(word.search(part) for part in name)]


def _advice(choices: Sequence[Choice], found: Sequence[int], answer: str) -> str:
    if len(found) > 1:
        names = [choices[n].id for n in found[:MENU]]
        more = f" and {len(found) - MENU} more" if len(found) > MENU else ""
        return f"{answer!r} could be {' or '.join(names)}{more}."
    return f"{answer!r} is none of them: a number from 1 to {len(choices)}, a name, or q."

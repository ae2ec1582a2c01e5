"""Small moves as lines of text, in and out; and what a line or a whole play states.

    cut: 7S KD             shuffle: 7C KS …         rebuild: 3H …
    A: throw 3S            A: keep                  B: 7S

After an arrow a line states what came of it: `A: 2H -> A wins, B H 12` (the round, and a power
that has changed; `B H2` is the member's second organization of hearts). Besides, a play can state
`round` (who won the last one), `rounds A` (how many), `winner`, `turn`, `A cards`, `A size H`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.engine.contract import CHANCE, OVER, SEATS, IllegalMove, Said, Unreadable
from generator.games.organizations import state as st
from generator.games.organizations.state import Move, State
from generator.games.organizations.tables import org_name

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine

_LINE = re.compile(r"(?P<who>[A-Za-z]+)\s*:\s*(?P<words>[^>]*?)\s*(?:->\s*(?P<results>.+))?\Z")
_CHANCE = (st.CUT, st.SHUFFLE, st.REBUILD)
_SHAPE = "such as A: 7S, A: throw 3C or A: keep"


def write(engine: ConflictEngine, before: State, move: Move, after: State) -> str:
    """The line for a move just made, with the end of a round if it was one."""
    line = line_of(engine, move)
    if len(after.results) == len(before.results):
        return line
    return f"{line} -> {', '.join(_ended(engine, after))}"


def line_of(engine: ConflictEngine, move: Move) -> str:
    """The move alone."""
    if move.what in _CHANCE:
        return f"{move.what}: {engine.cards.write(move.cards)}"
    seat = SEATS[move.seat]
    if move.what == "keep":
        return f"{seat}: keep"
    name = engine.cards.names[move.card]
    return f"{seat}: {name}" if move.what == "play" else f"{seat}: throw {name}"


def _ended(engine: ConflictEngine, state: State) -> list[str]:
    result = state.results[-1]
    powers = [
        f"{org_name(engine.cards.letters, state.table, org, SEATS)} {state.powers[org]}"
        for org, _ in result.changes
    ]
    return [f"{_letter(state, result.winner)} wins", *powers]


def _letter(state: State, side: int) -> str:
    return SEATS[state.table.members(side)[0]]


def read(engine: ConflictEngine, state: State, text: str) -> Said[Move] | None:
    """A line understood; None where chance has to move first. Raises Unreadable, IllegalMove."""
    line = text.strip()
    match = _LINE.match(line)
    if not match:
        raise Unreadable(f"{line[:60]!r} is no line of a conflict", _SHAPE)
    who, words = match["who"], match["words"]
    claims = _results(engine, state, match["results"] or "")
    if who.lower() in _CHANCE:
        if state.actor == CHANCE and who.lower() != state.phase:
            return None
        return Said(Move(who.lower(), cards=engine.cards.several(words)), claims)
    if state.actor == CHANCE:
        return None
    if len(who) != 1 or who.upper() not in SEATS[: state.table.seats]:
        raise Unreadable(f"{who[:20]!r} is no seat", _SHAPE)
    if state.actor == OVER:
        raise IllegalMove(line, state.phase, "the conflict is over")
    seat = SEATS.index(who.upper())
    return Said(_move(engine, seat, words), claims)


def _move(engine: ConflictEngine, seat: int, words: str) -> Move:
    what, _, rest = words.partition(" ")
    if what.lower() == "keep" and not rest:
        return Move("keep", seat)
    if what.lower() in ("throw", "play"):
        return Move(what.lower(), seat, engine.cards.number(rest))
    return Move("play", seat, engine.cards.number(words))


# Results


def _results(engine: ConflictEngine, state: State, text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        key, _, value = part.rpartition(" ")
        if value.lower() == "wins" and key:
            key, value = "round", key
        elif not key:
            raise Unreadable(f"{part[:40]!r} is no result", "such as A wins, or B H 12")
        found[key] = value
        _true(engine, state, key)
    return found


def compare(engine: ConflictEngine, state: State, claims: Mapping[str, str]) -> list[str]:
    """What the state contradicts, a sentence each; raises Unreadable."""
    found = []
    for key, value in claims.items():
        so = _true(engine, state, key)
        if so != " ".join(value.split()):
            found.append(f"{_NAMES.get(key, key)} is {so}, not {value}")
    return found


_NAMES = {"round": "the winner of the round", "winner": "the winner", "turn": "the side to move"}


def _true(engine: ConflictEngine, state: State, key: str) -> str:
    words = key.split()
    if key == "round":
        return _letter(state, state.results[-1].winner) if state.results else "nobody"
    if key == "winner":
        return " ".join(SEATS[seat] for seat in state.winners or ()) or "nobody"
    if key == "turn":
        return _letter(state, state.turn) if state.turn >= 0 else "nobody"
    if len(words) == 2 and words[0] == "rounds" and words[1] in SEATS[: state.table.seats]:
        side = state.table.side(SEATS.index(words[1]))
        return str(sum(result.winner == side for result in state.results))
    seated = len(words) >= 2 and words[0] in SEATS[: state.table.seats]
    if seated and (so := _of_seat(engine, state, words)) is not None:
        return so
    fix = "round, rounds A, winner, turn, A cards, A H (power) or A size H"
    raise Unreadable(f"{key[:40]!r} is nothing to state", fix)


def _of_seat(engine: ConflictEngine, state: State, words: list[str]) -> str | None:
    seat = SEATS.index(words[0])
    if words[1:] == ["cards"]:
        return str(len(state.hands[seat]))
    if len(words) == 3 and words[1] == "size" and words[2] in engine.cards.letters:
        return str(state.lines.sizes[seat][engine.cards.suit(words[2])])
    for org in range(len(state.table.orgs)):
        if org_name(engine.cards.letters, state.table, org, SEATS) == " ".join(words):
            return str(state.powers[org])
    return None


def claims(engine: ConflictEngine, state: State) -> dict[str, str]:
    """The result as a play states it."""
    found = {
        org_name(engine.cards.letters, state.table, org, SEATS): str(power)
        for org, power in enumerate(state.powers)
    }
    for side in (0, 1):
        key = f"rounds {_letter(state, side)}"
        found[key] = _true(engine, state, key)
    if state.winners is not None:
        found["winner"] = _true(engine, state, "winner")
    return found

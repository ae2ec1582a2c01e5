"""Small moves as lines of text, in and out; and what a line or a whole play states.

    A: roll                      die: 6                  A: reroll         A: rest
    A: play W-01                 A: boost W-01           A: spend W-02 W-03   (`spend nothing`)
    A: take M-04 (or `nothing`)  A: at B (or `nobody`)   A: declare manager
    A: bluff W-01                A: claim M-03           B: call           B: let
    B: react M-05 (fake M-05)    B: to C                 B: pass           B: give W-02
    roles: worker, manager       shuffle: W-05 …         steal: W-02

After an arrow a line states what came of it: `-> B 6, A 14, C out`. Besides MSP (`A`) it can state
`A cards`, `A boosters`, `A shield`, `turn` and `winner`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.engine.contract import CHANCE, OVER, SEATS, IllegalMove, Said, Unreadable
from generator.games.brain_drain.setup import SHIELDS, card, cards
from generator.games.brain_drain.state import Move, State

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine

_LINE = re.compile(
    r"(?P<who>[A-Za-z]+)\s*:\s*(?P<words>[^>]*?)\s*(?:->\s*(?P<results>.+))?\Z", re.S
)
_CHANCE = {"roles": "roles", "shuffle": "shuffle", "die": "die", "steal": "pick"}
_PLAIN = ("roll", "reroll", "rest", "call", "let", "pass")
_CARD = ("play", "boost", "take", "bluff", "claim", "react", "fake", "give")
_SEAT = ("at", "to")
_ALL = (*_PLAIN, *_CARD, *_SEAT, "spend", "declare")
_NONE = {"take": "nothing", "at": "nobody"}
_SHAPE = "such as A: play W-01, die: 6 or B: react M-05 -> A 9"


def write(engine: DrainEngine, before: State, move: Move, after: State) -> str:
    """The line for a move just made, with every MSP it has changed."""
    changes = [
        f"{SEATS[seat]} {'out' if after.out[seat] else points}"
        for seat, points in enumerate(after.msp)
        if points != before.msp[seat] or after.out[seat] != before.out[seat]
    ]
    line = line_of(engine, before, move)
    return f"{line} -> {', '.join(changes)}" if changes else line


def line_of(engine: DrainEngine, before: State, move: Move) -> str:
    """The move alone, without what came of it."""
    what, value, several = move
    codes = engine.codes
    if what == "roles":
        return f"roles: {', '.join(engine.deal.roles[role].id for role in several)}"
    if what == "shuffle":
        return f"shuffle: {' '.join(codes[c] for c in several)}"
    if what == "die":
        return f"die: {value}"
    if what == "pick":
        return f"steal: {codes[value]}"
    if what in _PLAIN:
        words = what
    elif what == "spend":
        words = f"spend {' '.join(codes[c] for c in several) or 'nothing'}"
    elif what == "declare":
        words = f"declare {engine.deal.roles[value].id}"
    elif value < 0:
        words = f"{what} {_NONE[what]}"
    else:
        words = f"{what} {SEATS[value] if what in _SEAT else codes[value]}"
    return f"{SEATS[before.actor]}: {words}"


def read(engine: DrainEngine, state: State, text: str) -> Said[Move] | None:
    """A line understood; None where chance has to move first. Raises Unreadable, IllegalMove."""
    line = text.strip()
    match = _LINE.match(line)
    if not match:
        raise Unreadable(f"{line[:60]!r} is no line of this game", _SHAPE)
    who, words = match["who"], match["words"]
    claims = _results(state, match["results"] or "")
    if who.lower() in _CHANCE:
        what = _CHANCE[who.lower()]
        if state.actor == CHANCE and what != state.phase:
            return None
        return Said(_of_chance(engine, what, words), claims)
    if state.actor == CHANCE:
        return None
    if state.actor == OVER:
        raise IllegalMove(line, state.phase, "the game is over")
    if len(who) != 1 or who.upper() not in SEATS[: len(state.msp)]:
        raise Unreadable(f"{who!r} is no seat", _SHAPE)
    if SEATS.index(who.upper()) != state.actor:
        says = f"it is {SEATS[state.actor]} who is asked ({state.phase})"
        raise IllegalMove(line, state.phase, says)
    return Said(_of_seat(engine, state, words), claims)


def _of_chance(engine: DrainEngine, what: str, words: str) -> Move:
    if what == "roles":
        return Move("roles", -1, tuple(_role(engine, word) for word in words.split(",")))
    if what == "shuffle":
        return Move("shuffle", -1, cards(engine, words))
    if what == "pick":
        return Move("pick", card(engine, words))
    if not (words.isascii() and words.isdigit() and len(words) < 3):
        raise Unreadable(f"{words[:40]!r} is nothing a die shows", "1 to 6")
    return Move("die", int(words))


def _of_seat(engine: DrainEngine, state: State, words: str) -> Move:
    what, _, rest = words.partition(" ")
    what, rest = what.lower(), rest.strip()
    if what not in _ALL:
        near = difflib.get_close_matches(what, _ALL, 1)
        fix = f"did you mean {near[0]!r}?" if near else f"one of {', '.join(_ALL)}"
        raise Unreadable(f"{what[:40]!r} is no move", fix)
    if what in _PLAIN:
        if rest:
            raise Unreadable(f"nothing stands after {what}", f"leave out {rest[:40]!r}")
        return Move(what)
    if what == "spend":
        spent = () if rest.lower() == "nothing" else tuple(sorted(cards(engine, rest)))
        return Move(what, -1, spent)
    if what == "declare":
        return Move(what, _role(engine, rest))
    if rest.lower() == _NONE.get(what):
        return Move(what)
    if what in _CARD:
        return Move(what, card(engine, rest))
    if len(rest) != 1 or rest.upper() not in SEATS[: len(state.msp)]:
        raise Unreadable(f"{rest[:40]!r} is no seat", "such as B")
    return Move(what, SEATS.index(rest.upper()))


def _role(engine: DrainEngine, text: str) -> int:
    names = {role.id: number for number, role in enumerate(engine.deal.roles)}
    names |= {role.name.lower(): number for number, role in enumerate(engine.deal.roles)}
    word = text.strip().lower()
    if word not in names:
        near = difflib.get_close_matches(word, names, 1)
        fix = f"did you mean {near[0]!r}?" if near else ""
        raise Unreadable(f"{word[:40]!r} is no role", fix)
    return names[word]


# Results


def _results(state: State, text: str) -> dict[str, str]:
    """`B 6, C out, A cards 3, A boosters 2, turn B, winner A` as claims."""
    found: dict[str, str] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        key, _, value = part.rpartition(" ")
        if not key:
            raise Unreadable(f"{part[:40]!r} is no result", "such as B 6, C out or A cards 3")
        _known(state, key)
        found[key] = value
    return found


def _known(state: State, key: str) -> None:
    seat, _, what = key.partition(" ")
    if key in ("turn", "winner"):
        return
    if seat not in SEATS[: len(state.msp)] or what not in ("", "cards", "boosters", "shield"):
        fix = "A, A cards, A boosters, A shield, turn or winner"
        raise Unreadable(f"{key[:40]!r} is nothing to state", fix)


def compare(engine: DrainEngine, state: State, claims: Mapping[str, str]) -> list[str]:
    """What the state contradicts, a sentence each; raises Unreadable."""
    found = []
    for key, value in claims.items():
        _known(state, key)
        so = _true(state, key)
        if so != " ".join(value.split()):
            found.append(f"{key} is {so}, not {value}")
    return found


def _true(state: State, key: str) -> str:
    if key == "turn":
        return SEATS[state.turn]
    if key == "winner":
        return " ".join(SEATS[seat] for seat in state.winners or ()) or "nobody"
    name, _, what = key.partition(" ")
    seat = SEATS.index(name)
    if what == "cards":
        return str(len(state.hands[seat]))
    if what == "boosters":
        return str(len(state.boosters[seat]))
    if what == "shield":
        return next(name for name, kind in SHIELDS.items() if kind == state.shield[seat])
    return "out" if state.out[seat] else str(state.msp[seat])


def claims(engine: DrainEngine, state: State) -> dict[str, str]:
    """The result as a play states it."""
    found = {SEATS[seat]: _true(state, SEATS[seat]) for seat in range(len(state.msp))}
    if state.winners is not None:
        found["winner"] = _true(state, "winner")
    return found

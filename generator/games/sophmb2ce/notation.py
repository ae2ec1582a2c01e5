"""The duel as text: set-ups and lines of play in, moves and stated results out, and back.

    A: password-reset KS = end-task-assault / B: 7 -> B 5
    B: reverse-dictation 9C / A: 5D -> A 8, B -1 defence
    A: again 7C / B: 4S -> holds
    shuffle A: 7C KS 4D …

What stands after the arrow are results: hit points of the defender, `holds` (no hit), `again`
(equal totals are drawn again), a penalty. `=` names the special that a draw has brought.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from generator.engine.contract import (
    CHANCE,
    OVER,
    SEATS,
    IllegalMove,
    Said,
    SetupRefused,
    Unreadable,
)
from generator.games.sophmb2ce.state import (
    Again,
    Declare,
    Duel,
    Move,
    Pile,
    Shuffle,
    State,
)

if TYPE_CHECKING:
    from generator.games.sophmb2ce.duel import DuelEngine

_CARD = r"(?:10|[2-9AJQKT])[A-Z]?"
_LINE = re.compile(
    rf"(?P<seat>[AB]):\s*(?P<attack>\S+)\s+(?P<card>{_CARD})(?:\s*=\s*(?P<used>\S+))?"
    rf"\s*/\s*(?P<other>[AB]):\s*(?P<against>{_CARD})\s*(?:->\s*(?P<results>.+))?\Z",
    re.IGNORECASE,
)
_SHUFFLE = re.compile(r"shuffle\s+(?P<seat>[AB]):\s*(?P<cards>.+)\Z", re.IGNORECASE)
_PENALTY = re.compile(r"(?P<seat>[AB])\s+-(?P<amount>\d+)\s+(?P<on>attack|defence)\Z", re.I)
_POINTS = re.compile(r"(?P<seat>[AB])\s+(?P<points>\d+)\Z", re.IGNORECASE)
_SHAPE = "A: ATTACK 7C / B: 4S -> B 9"


# Set-up


def read_setup(engine: DuelEngine, given: Mapping[str, str]) -> Duel:
    """A set-up from its texts; raises SetupRefused."""
    known = ("castes", "first", "hp", "flips")
    for key in given:
        if key not in known:
            raise SetupRefused(f"the set-up has no {key!r}", f"one of {', '.join(known)}")
    castes = _castes(engine, given.get("castes", ""))
    flips = _flips(engine, given["flips"]) if given.get("flips") else None
    if castes and flips:
        raise SetupRefused("castes are given, and flips to draw them", "one of both")
    first = given.get("first", "") or "A"
    if first not in ("A", "B") or (given.get("first") and not castes):
        raise SetupRefused(f"first is {first!r}", "A or B, where castes are given")
    return Duel(castes, "AB".index(first), _points(engine, given.get("hp", "")), flips)


def _castes(engine: DuelEngine, text: str) -> tuple[int, int] | None:
    if not text.strip():
        return None
    known = {caste.id: number for number, caste in enumerate(engine.deal.castes)}
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            fix = f"did you mean {near[0]!r}?" if near else f"two of {', '.join(known)}"
            raise SetupRefused(f"there is no caste {name!r}", fix)
    if len(names) != 2 or names[0] == names[1]:
        raise SetupRefused(f"castes are {text!r}", f"two different ones of {', '.join(known)}")
    return known[names[0]], known[names[1]]


def _points(engine: DuelEngine, text: str) -> tuple[int, int]:
    start = engine.deal.start_hp
    if not text.strip():
        return start, start
    words = [word.strip() for word in text.split(",")]
    if len(words) != 2 or any(
        not (w.isascii() and w.isdigit() and len(w) < 4 and 1 <= int(w) <= start) for w in words
    ):
        raise SetupRefused(f"hp is {text!r}", f"two numbers from 1 to {start}, such as 7, 5")
    return int(words[0]), int(words[1])


def _flips(engine: DuelEngine, text: str) -> tuple[Pile, Pile]:
    match = re.match(r"A:?\s+(?P<a>[^/]+)/\s*B:?\s+(?P<b>[^/]+)\Z", text.strip())
    if not match:
        raise SetupRefused(f"flips are {text!r}", "such as A 7S KD / B 7H KC")
    try:
        piles = engine.cards.several(match["a"]), engine.cards.several(match["b"])
    except Unreadable as error:
        raise SetupRefused(error.says, error.fix) from None
    for seat, pile in zip(SEATS, piles, strict=False):
        if len(set(pile)) != len(pile):
            raise SetupRefused(f"{seat} flips a card twice", "each deck has a card once")
    return piles


# Lines of play


def write(engine: DuelEngine, move: Move, after: State) -> str:
    """The line for a move just made."""
    if isinstance(move, Shuffle):
        return f"shuffle {SEATS[move.seat]}: {engine.cards.write(move.order)}"
    last = after.exchange()
    assert last is not None
    seat, other = last.attacker, 1 - last.attacker
    names = engine.cards.names
    attacks = engine.deal.castes[_caste(after, seat)].attacks
    attack = "again" if isinstance(move, Again) else attacks[last.declared - 1].id
    brought = "" if last.used.code in (1, 2) else f" = {last.used.id}"
    line = f"{SEATS[seat]}: {attack} {names[last.attack_card]}{brought}"
    line += f" / {SEATS[other]}: {names[last.defence_card]} -> "
    if last.hit is None:
        return f"{line}again"
    line += f"{SEATS[other]} {after.hp[other]}" if last.hit else "holds"
    if last.sets:
        on = "attack" if last.sets == "att" else "defence"
        line += f", {SEATS[seat]} -{engine.deal.penalty} {on}"
    return line


def _caste(state: State, seat: int) -> int:
    assert state.castes is not None
    return state.castes[seat]


def read(engine: DuelEngine, state: State, text: str, later: Sequence[str]) -> Said[Move] | None:
    """A line understood, its cards laid on top; None where a shuffle must come first."""
    line = text.strip()
    if match := _SHUFFLE.match(line):
        order = engine.cards.several(match["cards"])
        return Said(Shuffle("AB".index(match["seat"].upper()), order), {})
    match = _LINE.match(line)
    if not match:
        raise Unreadable(f"{line!r} is no line of a duel", f"such as {_SHAPE}")
    if state.waits == CHANCE:
        return None
    move = _move(engine, state, line, match)
    claims = _results(match["results"] or "")
    if match["used"]:
        claims["used"] = match["used"]
    seat = state.turn
    own = _specials(engine, state, seat)
    picks = {
        seat: _pick(engine, state, seat, match["card"], own, later),
        1 - seat: _pick(
            engine, state, 1 - seat, match["against"], _specials(engine, state, 1 - seat), later
        ),
    }
    for owner, card in picks.items():
        _lay(state, owner, card)
    return Said(move, claims)


def _move(engine: DuelEngine, state: State, line: str, match: re.Match[str]) -> Move:
    position = engine.picture(engine.view(state, 0))
    if state.waits == OVER:
        raise IllegalMove(line, position, "the game is over")
    seat = "AB".index(match["seat"].upper())
    if seat != state.turn:
        raise IllegalMove(line, position, f"it is {SEATS[state.turn]}'s turn")
    if match["other"].upper() == match["seat"].upper():
        raise Unreadable(f"{SEATS[seat]} attacks itself", f"such as {_SHAPE}")
    word = match["attack"].lower()
    if word == "again":
        return Again()
    attacks = engine.deal.castes[_caste(state, seat)].attacks
    names = {attacks[0].id: 1, attacks[1].id: 2}
    if word in names:
        return Declare(names[word])
    if word in (attacks[2].id, attacks[3].id):
        raise IllegalMove(line, position, f"{word} is never declared, only a drawn card brings it")
    near = difflib.get_close_matches(word, names, 1)
    fix = f"did you mean {near[0]!r}?" if near else f"one of {', '.join(names)}"
    raise Unreadable(f"{SEATS[seat]} has no attack {word!r}", fix)


def _results(text: str) -> dict[str, str]:
    """Claims of a line: `A`/`B` hit points, `hit`, `A attack` and so on the penalty."""
    claims: dict[str, str] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        if points := _POINTS.match(part):
            claims[points["seat"].upper()] = points["points"]
        elif penalty := _PENALTY.match(part):
            claims[f"{penalty['seat'].upper()} {penalty['on'].lower()}"] = penalty["amount"]
        elif part.lower() in ("holds", "again"):
            claims["hit"] = "no" if part.lower() == "holds" else "again"
        else:
            raise Unreadable(f"{part!r} is no result", "such as B 9, holds, again or B -1 defence")
    return claims


def _specials(engine: DuelEngine, state: State, seat: int) -> tuple[int, int]:
    first = 13 * _caste(state, seat)
    return first + 11, first + 12


def _pick(
    engine: DuelEngine,
    state: State,
    seat: int,
    text: str,
    specials: tuple[int, int],
    later: Sequence[str],
) -> int:
    """The card of the seat's deck that a draw means, none that a later line names if possible."""
    fitting = engine.cards.fitting(text)
    deck = state.piles[seat][state.drawn[seat] :]
    found = [card for card in fitting if card in deck]
    if not found:
        gone = [card for card in fitting if card in state.piles[seat]]
        why = "it has been drawn" if gone else "it is a counter"
        raise Unreadable(f"{SEATS[seat]} cannot draw {text.upper()}: {why}", "a card of the deck")
    if len(fitting) == 1:
        return found[0]
    plain = [card for card in found if card not in specials]
    if not plain:
        says = f"{SEATS[seat]} has only its own special left for {text.upper()}"
        raise Unreadable(says, f"name it: {engine.cards.names[found[0]]}")
    named = _named(engine, seat, later)
    return next((card for card in plain if card not in named), plain[0])


def _named(engine: DuelEngine, seat: int, later: Sequence[str]) -> set[int]:
    found: set[int] = set()
    for line in later:
        if match := _LINE.match(line.strip()):
            text = match["card"] if match["seat"].upper() == SEATS[seat] else match["against"]
            fitting = engine.cards.fitting(text) if text.upper() in _known(engine) else []
            found.update(fitting if len(fitting) == 1 else ())
    return found


def _known(engine: DuelEngine) -> set[str]:
    return {*engine.cards.names, *(f"T{letter}" for letter in engine.cards.letters)}


def _lay(state: State, seat: int, card: int) -> None:
    pile, top = list(state.piles[seat]), state.drawn[seat]
    place = pile.index(card, top)
    pile[top], pile[place] = pile[place], pile[top]
    state.piles[seat] = tuple(pile)


# Results


def compare(engine: DuelEngine, state: State, claims: Mapping[str, str]) -> list[str]:
    """What the state contradicts, a sentence each."""
    found = []
    for key, told in claims.items():
        is_so = _true(engine, state, key)
        if is_so != told.strip():
            found.append(_sentence(engine, key, told.strip(), is_so))
    return found


def _true(engine: DuelEngine, state: State, key: str) -> str:
    last = state.exchange()
    words = key.split()
    if key in ("A", "B"):
        return str(state.hp["AB".index(key)])
    if key == "winner":
        return _winner(state)
    if key == "used" and last:
        return last.used.id
    if key == "hit" and last:
        return "again" if last.hit is None else "yes" if last.hit else "no"
    if len(words) == 2 and words[0] in ("A", "B") and words[1] in ("attack", "defence"):
        flags = state.attack_penalty if words[1] == "attack" else state.defence_penalty
        return str(engine.deal.penalty * flags["AB".index(words[0])])
    raise Unreadable(f"{key!r} is no result of a duel", "A, B (hit points) or winner")


def _winner(state: State) -> str:
    if state.waits != OVER or state.castes is None:
        return "nobody"
    return "A" if state.hp[0] else "B"


def _sentence(engine: DuelEngine, key: str, told: str, is_so: str) -> str:
    if key == "hit":
        says = {"yes": "the attack hits", "no": "the defender holds", "again": "totals are equal"}
        return f"{says[is_so]}, {told!r} is stated"
    if key == "used":
        return f"the attack is {is_so}, not {told}"
    if key == "winner":
        return f"the winner is {is_so}, not {told}"
    if key in ("A", "B"):
        return f"{key} has {engine.deal.points(int(is_so))}, not {told}"
    return f"{key} is at -{is_so}, not -{told}"


def claims(engine: DuelEngine, state: State) -> dict[str, str]:
    """The result as a play states it."""
    result = {seat: str(state.hp["AB".index(seat)]) for seat in ("A", "B")}
    if state.waits == OVER:
        result["winner"] = _winner(state)
    return result

"""The game as text: set-ups and lines of play in, moves and stated results out, and back.

    shuffle A: fox owl bear …
    coin: B
    B: owl 1,1
    A: fox 0,1 -> A wins
    A: strikes 0,2 -> 5:4 falls, bear follows
    B: passes -> draw

Spots are `x,y` as seat A sees them: x to the right, y away from it; the first card lies at 0,0.
What stands after the arrow are results: totals, `falls` or `stays`, the card that `follows`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.engine.contract import SEATS, IllegalMove, Said, SetupRefused, Unreadable
from generator.games.sprite_wars import state as st
from generator.games.sprite_wars.grid import FARTHEST, place, spot
from generator.games.sprite_wars.state import PASS, Battle, Move, Stack, State

if TYPE_CHECKING:
    from generator.games.sprite_wars.wars import WarsEngine

_SPOT = r"-?\d{1,3},\s?-?\d{1,3}"
_PLACE = re.compile(rf"(?P<card>[\w.-]+)\s+(?P<spot>{_SPOT})\Z", re.ASCII)
_STRIKE = re.compile(rf"strikes\s+(?P<spot>{_SPOT})\Z", re.ASCII)
_LINE = re.compile(r"(?P<seat>[ABab]):\s*(?P<does>[^>]+?)\s*(?:->\s*(?P<results>.+))?\Z", re.ASCII)
_SHUFFLE = re.compile(r"shuffle\s+(?P<seat>[ABab]):\s*(?P<cards>.+)\Z", re.ASCII)
_COIN = re.compile(r"coin:\s*(?P<seat>[ABab])\Z", re.ASCII)
_TOTALS = re.compile(r"(?P<totals>\d{1,4}:\d{1,4})\s+(?P<end>falls|stays)\Z", re.ASCII)
_SHAPE = "A: fox 0,1 or A: strikes 0,2 -> 5:4 falls"


# Set-up


def read_setup(engine: WarsEngine, given: Mapping[str, str]) -> Battle:
    """A set-up from its texts; raises SetupRefused."""
    known = ("stacks", "dealt", "size")
    told = {key: text.strip() for key, text in given.items() if text.strip()}
    for key in given:
        if key not in known:
            raise SetupRefused(f"the set-up has no {key!r}", f"one of {', '.join(known)}")
    if len(told) > 1:
        raise SetupRefused(f"{' and '.join(told)} are given", "one of them")
    for key in ("stacks", "dealt"):
        if key in told:
            stacks = _stacks(engine, told[key])
            return Battle(stacks, max(map(len, stacks)), key == "dealt")
    size, most = told.get("size", str(engine.series.stack)), len(engine.powers)
    if not (size.isascii() and size.isdigit() and len(size) < 4) or not 2 <= int(size) <= most:
        raise SetupRefused(f"size is {size!r}", f"a number from 2 to {most}")
    return Battle(None, int(size), dealt=False)


def _stacks(engine: WarsEngine, text: str) -> tuple[Stack, Stack]:
    parts = text.split("/")
    if len(parts) != 2:
        raise SetupRefused(f"stacks are {text!r}", "such as fox, owl / bear, crab")
    try:
        a, b = (cards(engine, part) for part in parts)
    except Unreadable as error:
        raise SetupRefused(error.says, error.fix) from None
    if not a or not b:
        raise SetupRefused("a stack is empty", "at least one fighter each")
    return a, b


def cards(engine: WarsEngine, text: str) -> Stack:
    """Fighters by name, with commas or spaces between them; raises Unreadable."""
    return tuple(card(engine, word) for word in re.split(r"[,\s]+", text.strip()) if word)


def card(engine: WarsEngine, word: str) -> int:
    """The number of a fighter; raises Unreadable."""
    number = engine.numbers.get(word, engine.numbers.get(word.lower()))
    if number is None:
        near = difflib.get_close_matches(word, engine.numbers, 1)
        fix = f"did you mean {near[0]!r}?" if near else "an id of the series"
        raise Unreadable(f"there is no fighter {word!r}", fix)
    return number


def name(engine: WarsEngine, number: int) -> str:
    """The id of a fighter."""
    return engine.series.fighters[number].id


# Spots


def write_spot(at: int) -> str:
    """`x,y`."""
    x, y = place(at)
    return f"{x},{y}"


def read_spot(text: str) -> int:
    """The spot of `x,y`; raises Unreadable."""
    if not re.fullmatch(_SPOT, text, re.ASCII):
        raise Unreadable(f"{text!r} is no spot", "x,y such as 0,-1")
    x, y = map(int, text.split(","))
    if max(abs(x), abs(y)) > FARTHEST:
        raise Unreadable(f"{text!r} is far off the table", f"up to {FARTHEST}")
    return spot(x, y)


# Lines of play


def write(engine: WarsEngine, before: State, move: Move, after: State) -> str:
    """The line for a move just made."""
    if move.what == "shuffle":
        names = " ".join(name(engine, number) for number in move.order)
        return f"shuffle {SEATS[move.at]}: {names}"
    if move.what == "coin":
        return f"coin: {SEATS[move.at]}"
    seat, results = SEATS[before.turn], []
    if move.what == "strike":
        line, last = f"{seat}: strikes {write_spot(move.at)}", after.last
        assert last is not None
        results.append(f"{last.attack}:{last.defence} {'falls' if last.won else 'stays'}")
        if last.came >= 0:
            results.append(f"{name(engine, last.came)} follows")
    elif move.what == "pass":
        line = f"{seat}: passes"
    else:
        line = f"{seat}: {name(engine, before.stacks[before.turn][0])} {write_spot(move.at)}"
    if after.result != st.NOBODY:
        results.append(_result(after))
    return f"{line} -> {', '.join(results)}" if results else line


def _result(state: State) -> str:
    if state.result == st.DRAW:
        return "draw"
    return f"{SEATS[state.result]} wins" if state.result != st.NOBODY else "nothing"


def read(engine: WarsEngine, state: State, text: str) -> Said[Move] | None:
    """A line understood, the card it names laid on top; None where chance must move first."""
    line = text.strip()
    if match := _SHUFFLE.match(line):
        order = cards(engine, match["cards"])
        return Said(Move("shuffle", "AB".index(match["seat"].upper()), order), {})
    if match := _COIN.match(line):
        return Said(Move("coin", "AB".index(match["seat"].upper())), {})
    match = _LINE.match(line)
    if not match:
        raise Unreadable(f"{line!r} is no line of the game", f"such as {_SHAPE}")
    if state.phase in (st.DEAL, st.COIN):
        return None
    position = engine.picture(engine.view(state, 0))
    if state.phase == st.DONE:
        raise IllegalMove(line, position, "the game is over")
    seat = "AB".index(match["seat"].upper())
    if seat != state.turn:
        raise IllegalMove(line, position, f"it is {SEATS[state.turn]}'s turn")
    claims, follows = _results(engine, match["results"] or "")
    does = match["does"]
    if does == "passes":
        return Said(PASS, claims)
    if strike := _STRIKE.match(does):
        move = Move("strike", read_spot(strike["spot"]))
        if follows >= 0 and move in engine.moves(state):
            _lay(engine, state, follows)
        return Said(move, claims)
    placed = _PLACE.match(does)
    if not placed:
        raise Unreadable(f"{does!r} is no move", f"such as {_SHAPE}")
    move = Move("place", read_spot(placed["spot"]))
    number = card(engine, placed["card"])
    if state.phase == st.STRIKE:
        raise IllegalMove(line, position, "attacks of the card just placed come first")
    _lay(engine, state, number)
    return Said(move, claims)


def _lay(engine: WarsEngine, state: State, number: int) -> None:
    """Put a card of unknown place on top of the acting seat's stack; raises Unreadable."""
    seat = state.turn
    stack, hidden = state.stacks[seat], state.hidden(seat)
    if stack[:1] == (number,):
        return
    if state.phase == st.OPENING or number not in hidden:
        top = name(engine, stack[0]) if stack else "nothing"
        shown = state.phase == st.OPENING or not hidden
        says = f"{SEATS[seat]} cannot draw {name(engine, number)}"
        raise Unreadable(says, f"{top} is on top" if shown else "a card of its stack")
    order = list(stack)
    place_ = hidden.index(number)
    order[0], order[place_] = order[place_], order[0]
    state.stacks[seat] = tuple(order)


def _results(engine: WarsEngine, text: str) -> tuple[dict[str, str], int]:
    """Claims of a line, and the fighter that follows (-1: none)."""
    claims: dict[str, str] = {}
    follows = -1
    for part in filter(None, (p.strip() for p in text.split(","))):
        if totals := _TOTALS.match(part):
            claims["totals"] = totals["totals"]
            claims["defender"] = totals["end"]
        elif part.endswith(" follows"):
            claims["follows"] = part.removesuffix(" follows").strip()
            follows = card(engine, claims["follows"])
        elif part in ("A wins", "B wins"):
            claims["winner"] = part[0]
        elif part == "draw":
            claims["winner"] = "nobody"
        else:
            raise Unreadable(f"{part!r} is no result", "such as 5:4 falls, owl follows, A wins")
    return claims, follows


# Results


def compare(engine: WarsEngine, state: State, told: Mapping[str, str]) -> list[str]:
    """What the state contradicts, a sentence each."""
    is_so = {**dict.fromkeys(("totals", "defender", "follows"), "none"), **claims(engine, state)}
    is_so.setdefault("winner", "none yet")
    if (last := state.last) is not None:
        is_so["totals"] = f"{last.attack}:{last.defence}"
        is_so["defender"] = "falls" if last.won else "stays"
        is_so["follows"] = name(engine, last.came) if last.came >= 0 else "none"
    found = []
    for key, value in told.items():
        if key not in is_so:
            raise Unreadable(f"{key!r} is nothing to state", f"one of {', '.join(is_so)}")
        if " ".join(value.split()) != is_so[key]:
            found.append(f"{key} is {is_so[key]}, not {value}")
    return found


def claims(engine: WarsEngine, state: State) -> dict[str, str]:
    """`grid` ("fox A 0,1; …", from the bottom left), stacks `A` and `B` (top first), `winner`."""
    cells = sorted(state.cells.items())
    grid = "; ".join(f"{name(engine, c)} {SEATS[o]} {write_spot(at)}" for at, (o, c) in cells)
    found = {"grid": grid or "empty"}
    for seat in (0, 1):
        found[SEATS[seat]] = " ".join(name(engine, c) for c in state.stacks[seat]) or "empty"
    if state.result != st.NOBODY:
        found["winner"] = "nobody" if state.result == st.DRAW else SEATS[state.result]
    return found

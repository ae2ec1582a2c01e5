"""The texts of a set-up in, who plays and the position to begin from out; and back to notation.

    players: 3                        roles: worker, manager, buyer      (left out: drawn)
    hands: A W-01 W-02 / B M-03       boosters: A W-03 W-04              (`-` for an empty hand)
    msp: 12, 9, 5    shields: B half  turn: B    final: B A    draw: W-05 Q-01    discard: E-02

Any key of the last two lines makes it a position: hands not named are empty then, and the cards
not named lie, shuffled, under those of `draw`. Tops of piles stand first.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.engine.contract import SEATS, SetupRefused, Unreadable
from generator.games.brain_drain.state import HALF, LESS, NO_SHIELD, Cards, Laid, Seats
from generator.games.brain_drain.tables import Tables

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine

LEAST, MOST, USUAL = 2, 8, 4
"""Players (ruling 001-02); four unless the set-up says otherwise."""

LAID = ("hands", "boosters", "msp", "shields", "turn", "final", "draw", "discard")
KEYS = ("players", "roles", *LAID)
SHIELDS = {"none": NO_SHIELD, "half": HALF, "less": LESS}


def read_setup(engine: DrainEngine, given: Mapping[str, str]) -> Seats:
    """A set-up from its texts; raises SetupRefused."""
    for key in given:
        if key not in KEYS:
            raise SetupRefused(f"the set-up has no {key!r}", f"one of {', '.join(KEYS)}")
    told = {key: value.strip() for key, value in given.items() if value.strip()}
    roles = _roles(engine, told.get("roles", ""))
    seats = _players(engine, told.get("players", ""), len(roles))
    if not any(key in told for key in LAID):
        return Seats(seats, roles)
    if not roles:
        raise SetupRefused("a position needs roles", "roles: worker, manager")
    try:
        return Seats(seats, roles, _laid(engine, told, seats))
    except Unreadable as error:
        raise SetupRefused(error.says, error.fix) from None


def _roles(engine: DrainEngine, text: str) -> Cards:
    if not text:
        return ()
    known = {role.id: number for number, role in enumerate(engine.deal.roles)}
    names = [name.strip().lower() for name in text.split(",")]
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            fix = f"did you mean {near[0]!r}?" if near else f"of {', '.join(known)}"
            raise SetupRefused(f"there is no role {name!r}", fix)
    if len(set(names)) != len(names):
        raise SetupRefused(f"roles are {text!r}", "every seat has a role of its own")
    return tuple(known[name] for name in names)


def _players(engine: DrainEngine, text: str, roles: int) -> int:
    most = min(MOST, len(engine.deal.roles))
    if text and not (text.isascii() and text.isdigit() and LEAST <= int(text[:3]) <= most):
        raise SetupRefused(f"players is {text!r}", f"a number from {LEAST} to {most}")
    seats = int(text) if text else roles or min(USUAL, most)
    if roles and roles != seats:
        raise SetupRefused(f"there are {roles} roles for {seats} players", "a role for each")
    if not LEAST <= seats <= most:
        raise SetupRefused(f"{seats} can not play", f"{LEAST} to {most}")
    return seats


def _laid(engine: DrainEngine, told: Mapping[str, str], seats: int) -> Laid:
    hands = _by_seat(told.get("hands", ""), seats, "hands")
    boosters = _by_seat(told.get("boosters", ""), seats, "boosters")
    shields = _by_seat(told.get("shields", ""), seats, "shields")
    msp = _numbers(told.get("msp", ""), seats, engine.start_msp)
    final = [_seat(word, seats, "final") for word in told.get("final", "").split()]
    laid = Laid(
        msp=msp,
        hands=tuple(cards(engine, text) for text in hands),
        boosters=tuple(cards(engine, text) for text in boosters),
        shield=tuple(_shield(text) for text in shields),
        out=tuple(points == 0 for points in msp),
        draw=cards(engine, told.get("draw", "")),
        discard=cards(engine, told.get("discard", "")),
        turn=_seat(told.get("turn", "A"), seats, "turn"),
        final=tuple(final) if "final" in told else None,
    )
    _possible(engine, laid)
    return laid


def _possible(engine: DrainEngine, laid: Laid) -> None:
    """Raise SetupRefused for what cannot lie on a table."""
    wanted = Counter(laid.draw) + Counter(laid.discard)
    for own in (*laid.hands, *laid.boosters):
        wanted.update(own)
    if over := wanted - Counter(engine.deal.pack):
        names = ", ".join(engine.codes[card] for card in over)
        raise SetupRefused(f"the deck does not have {names} that often", "name a card once")
    playing = [seat for seat, out in enumerate(laid.out) if not out]
    if len(playing) < LEAST or laid.turn not in playing:
        raise SetupRefused("the seat in turn and another must have MSP", "more than 0")
    for seat, out in enumerate(laid.out):
        if out and (laid.hands[seat] or laid.boosters[seat] or laid.shield[seat]):
            raise SetupRefused(f"{SEATS[seat]} has 0 MSP and cards", "one of both")
        if len(laid.hands[seat]) > engine.hand_limit:
            says = f"{SEATS[seat]} holds {len(laid.hands[seat])} cards"
            raise SetupRefused(says, f"{engine.hand_limit} at most")
        if len(laid.boosters[seat]) > engine.booster_limit:
            says = f"{SEATS[seat]} has {len(laid.boosters[seat])} boosters"
            raise SetupRefused(says, f"{engine.booster_limit} at most")
    if laid.final is not None:
        once = len(set(laid.final)) == len(laid.final)
        if not once or laid.final[:1] != (laid.turn,) or set(laid.final) - set(playing):
            says = "the final round is of seats in the game, once each, the one in turn first"
            raise SetupRefused(says, "such as B C A")


def _by_seat(text: str, seats: int, key: str) -> list[str]:
    """`A one two / B three`: the words of each seat."""
    found = [""] * seats
    for part in filter(None, (p.strip() for p in text.split("/"))):
        name, _, words = part.partition(" ")
        number = _seat(name.rstrip(":"), seats, key)
        if found[number]:
            raise SetupRefused(f"{key} name {SEATS[number]} twice", "once each")
        found[number] = words.strip()
    return ["" if words == "-" else words for words in found]


def _seat(text: str, seats: int, key: str) -> int:
    if len(text) != 1 or text.upper() not in SEATS[:seats]:
        raise SetupRefused(f"{key}: {text!r} is no seat", f"one of {', '.join(SEATS[:seats])}")
    return SEATS.index(text.upper())


def _numbers(text: str, seats: int, usual: int) -> tuple[int, ...]:
    if not text:
        return (usual,) * seats
    words = [word.strip() for word in text.split(",")]
    if len(words) != seats or not all(w.isascii() and w.isdigit() and len(w) < 4 for w in words):
        raise SetupRefused(f"msp is {text!r}", f"{seats} numbers such as 12, 9")
    return tuple(map(int, words))


def _shield(text: str) -> int:
    if text and text not in SHIELDS:
        raise SetupRefused(f"there is no shield {text!r}", f"one of {', '.join(SHIELDS)}")
    return SHIELDS[text or "none"]


def cards(engine: Tables, text: str) -> Cards:
    """Cards by their codes; raises Unreadable."""
    return tuple(card(engine, word) for word in text.replace(",", " ").split())


def card(engine: Tables, text: str) -> int:
    """A card by its code; raises Unreadable."""
    found = engine.numbers.get(text.upper())
    if found is None:
        near = difflib.get_close_matches(text.upper(), engine.numbers, 1)
        raise Unreadable(f"{text[:40]!r} is no card", f"did you mean {near[0]}?" if near else "")
    return found

"""The texts of a set-up in, both sides with their organizations out.

sides: marshals / tide            ready sides by id, `+` joins the members of a team
sides: S14 C11 D12 H9 / S19@regional H12 + D15
scope: regional                   or one a side: `home / war`; `S19@regional` has its own
starter: B                        a seat of the side that begins; left out: the deck is cut
rounds: 1                         how many at most; left out: to the end of the conflict
hands: A 7S 9C / B 2H 5C          play begins with the first card, from these hands
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.engine.contract import SEATS, SetupRefused, Unreadable
from generator.games.organizations.deal import TEAM
from generator.games.organizations.state import Conflict, Hand, Org

if TYPE_CHECKING:
    from generator.games.organizations.conflict import ConflictEngine

KEYS = ("sides", "scope", "starter", "rounds", "truce", "hands")
USUAL = "regional"
"""The scope where none is named, if the game has it; else its first."""

MOST_POWER = 99
_ORG = re.compile(r"(?P<suit>[A-Za-z])(?P<power>\d{1,2})(?:@(?P<scope>\w+))?\Z", re.ASCII)


def read_setup(engine: ConflictEngine, given: Mapping[str, str]) -> Conflict:
    """A set-up from its texts; raises SetupRefused."""
    for key in given:
        if key not in KEYS:
            raise SetupRefused(f"the set-up has no {key!r}", f"one of {', '.join(KEYS)}")
    told = {key: value.strip() for key, value in given.items() if value.strip()}
    ready = [side.id for side in engine.deal.sides]
    texts = _halves(told.get("sides", " / ".join(ready[:2])), "sides", " / ".join(ready[:2]))
    scopes = _scopes(engine, told.get("scope", ""))
    members = [[part.strip() for part in text.split("+")] for text in texts]
    orgs: list[Org] = []
    powers: list[int] = []
    for side, parts in enumerate(members):
        if len(parts) > TEAM:
            raise SetupRefused(f"a team of {len(parts)}", f"1 to {TEAM} members")
        for number, part in enumerate(parts):
            seat = number + (len(members[0]) if side else 0)
            for org, power in _member(engine, part, seat, scopes[side]):
                orgs.append(org)
                powers.append(power)
    teams = len(members[0]), len(members[1])
    agreed = _number(told.get("rounds", "0"), "rounds")
    truce = _number(told.get("truce", str(engine.deal.truce)), "truce")
    table = Conflict(
        teams,
        tuple(orgs),
        tuple(powers),
        _starter(told.get("starter", ""), teams),
        agreed or truce,
        agreed=agreed > 0,
        names=(_name(engine, members[0]), _name(engine, members[1])),
    )
    return table._replace(hands=_hands(engine, told.get("hands", ""), table))


def _halves(text: str, what: str, such: str) -> list[str]:
    halves = [half.strip() for half in text.split("/")]
    if len(halves) != 2 or not all(halves):
        raise SetupRefused(f"{what} are {text[:60]!r}", f"two of them, such as {such}")
    return halves


def scope(engine: ConflictEngine, text: str) -> int:
    """The scope of that id, or of the name that is printed; raises SetupRefused."""
    known = [found.id for found in engine.deal.scopes]
    word = _word(text)
    names = [_word(found.name) for found in engine.deal.scopes]
    if word not in known and word in names:
        return names.index(word)
    if word not in known:
        near = difflib.get_close_matches(word, known, 1)
        fix = f"did you mean {near[0]!r}?" if near else f"one of {', '.join(known)}"
        raise SetupRefused(f"there is no scope {text[:40]!r}", fix)
    return known.index(word)


def _word(text: str) -> str:
    return text.strip().lower().replace(" ", "_").replace("-", "_")


def _scopes(engine: ConflictEngine, text: str) -> tuple[int, int]:
    known = [found.id for found in engine.deal.scopes]
    if not text:
        usual = known.index(USUAL) if USUAL in known else 0
        return usual, usual
    parts = text.split("/")
    if len(parts) > 2:
        raise SetupRefused(f"scope is {text[:60]!r}", "one, or one a side: home / war")
    return scope(engine, parts[0]), scope(engine, parts[-1])


def _member(engine: ConflictEngine, text: str, seat: int, place: int) -> list[tuple[Org, int]]:
    """The organizations of one member: of a ready side, or as they are written."""
    sides = {side.id: side for side in engine.deal.sides}
    if (ready := sides.get(text.lower())) is not None:
        return [
            (Org(seat, number, org.suit, place, org.name), org.power)
            for number, org in enumerate(ready.organizations)
        ]
    found = []
    for number, word in enumerate(text.replace(",", " ").split()):
        match = _ORG.match(word)
        if not match:
            near = difflib.get_close_matches(text.lower(), sides, 1)
            such = f"S14 or S19@home, or a side: {', '.join(sides)}"
            fix = f"did you mean {near[0]!r}?" if near else such
            raise SetupRefused(f"{word[:40]!r} is no organization", fix)
        try:
            suit = engine.cards.suit(match["suit"])
        except Unreadable as error:
            raise SetupRefused(error.says, error.fix) from None
        own = scope(engine, match["scope"]) if match["scope"] else place
        found.append((Org(seat, number, suit, own), int(match["power"])))
    return found


def _name(engine: ConflictEngine, parts: list[str]) -> str:
    ready = {side.id for side in engine.deal.sides}
    names = [part.lower() for part in parts]
    return "+".join(names) if ready.issuperset(names) else ""


def _starter(text: str, teams: tuple[int, int]) -> int:
    if not text:
        return -1
    if len(text) != 1 or text.upper() not in SEATS[: sum(teams)]:
        raise SetupRefused(f"starter is {text[:20]!r}", "a seat of the side that begins, such as A")
    return int(SEATS.index(text.upper()) >= teams[0])


def _number(text: str, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise SetupRefused(f"{what} is {text[:20]!r}", "a number of rounds")
    return int(text)


def _hands(engine: ConflictEngine, text: str, table: Conflict) -> tuple[Hand, ...]:
    if not text:
        return ()
    hands: list[Hand] = [()] * table.seats
    for part in text.split("/"):
        name, _, rest = part.strip().partition(" ")
        name = name.rstrip(":").upper()
        if len(name) != 1 or name not in SEATS[: table.seats]:
            raise SetupRefused(f"{name[:20]!r} is no seat", "such as hands: A 7S 9C / B 2H 5C")
        try:
            hands[SEATS.index(name)] = engine.cards.several(rest)
        except Unreadable as error:
            raise SetupRefused(error.says, error.fix) from None
    held = [card for hand in hands for card in hand]
    if len(set(held)) != len(held):
        raise SetupRefused("a card is held twice", "one deck has each once")
    if table.starter < 0:
        raise SetupRefused("hands are given", "starter: A, who plays the first card")
    return tuple(hands)

"""Vectors of Organizations in Conflict: sides become a set-up, plays become moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from vector_engine import Given, chosen, engine

from generator.engine.contract import IllegalMove, Unreadable
from generator.games.organizations import state as st
from generator.games.organizations.setup import scope
from generator.games.organizations.state import Conflict, Lines, Move, Org, State

Side = Sequence[Sequence[Mapping[str, Any]]]


def conflict(given: Given) -> Any:
    return engine("organizations", chosen(given))


def power_of(told: Mapping[str, Any]) -> int:
    power = told["power"]
    if type(power) is not int or power < 0:
        raise Unreadable(f"{power!r} is no power")
    return power


def table(rules: Any, sides: Sequence[Side], starter: int = 0) -> Conflict:
    """The sides as a set-up; a missing second side has no organizations."""
    orgs, powers = [], []
    teams = tuple(len(side) for side in sides)
    for members in teams:
        rules.hand_size(members)
    if len(sides) != 2 or starter not in (0, 1):
        raise Unreadable(f"{len(sides)} sides, side {starter} begins")
    seats = [member for side in sides for member in side]
    for seat, member in enumerate(seats):
        for number, told in enumerate(member):
            suit = rules.cards.suit(told["suit"])
            orgs.append(Org(seat, number, suit, scope(rules, told["scope"])))
            powers.append(power_of(told))
    return Conflict((teams[0], teams[1]), tuple(orgs), tuple(powers), starter)


def names(rules: Any, cards: Sequence[int]) -> list[str]:
    return [str(rules.cards.names[card]).replace("10", "T") for card in cards]


def changes(rules: Any, where: Conflict, found: Sequence[Any]) -> list[list[int]]:
    listed = []
    for number, by in found:
        org = where.orgs[number]
        side = where.side(org.seat)
        listed.append([side, org.seat - where.members(side)[0], org.number, by])
    return listed


def sizes(given: Given) -> dict[str, int]:
    rules = conflict(given)
    where = table(rules, [[given["orgs"]], [[]]])
    row = rules.lines(where, where.powers).sizes[0]
    return dict(zip(rules.cards.letters, row, strict=True))


def card_size(given: Given) -> int:
    rules = conflict(given)
    return int(rules.size(power_of(given), scope(rules, given["scope"])))


def can_engage(given: Given) -> bool:
    rules = conflict(given)
    return bool(rules.engages(power_of(given), scope(rules, given["scope"])))


def engageable(given: Given) -> list[str]:
    rules = conflict(given)
    where = table(rules, [given["side"], [[]]])
    found = rules.engageable(rules.lines(where, where.powers), 0)
    return [rules.cards.letters[suit] for suit in found]


def relation(given: Given) -> str:
    rules = conflict(given)
    return str(rules.relation(rules.cards.suit(given["a"]), rules.cards.suit(given["b"])))


def beats(given: Given) -> bool:
    rules = conflict(given)
    card, current = (rules.cards.number(given[key]) for key in ("card", "current"))
    return bool(rules.over[current] >> card & 1)


def legal(given: Given) -> list[str]:
    """Asked of the engine itself, in a position with these sizes and that card to exceed."""
    rules = conflict(given)
    letters = rules.cards.letters
    for suit in given["sizes"]:
        rules.cards.suit(suit)
    hand = [rules.cards.number(card) for card in given["hand"]]
    row = tuple(given["sizes"].get(letter, 0) for letter in letters)
    openings = [rules.cards.suit(suit) for suit in given.get("openings") or letters]
    if given.get("openings") == []:
        openings = []
    state = State(Conflict((1, 1), (), (), 0), Lines((), (), (0, 0)))
    reach = sum(rules.suit_masks[suit] for suit in openings)
    state.lines = Lines((row, row), (rules.usable(row),) * 2, (reach, reach))
    state.phase, state.actor, state.turn = st.PLAY, 0, 0
    state.hands[0] = hand
    if given.get("current") is not None:
        state.played = [(1, rules.cards.number(given["current"]))]
    return names(rules, [move.card for move in rules.moves(state)])


def hand_size(given: Given) -> int:
    return int(conflict(given).hand_size(given["members"]))


def consequence(given: Given) -> list[list[int]]:
    rules = conflict(given)
    where = table(rules, given["sides"])
    first, last = (
        -1 if given[key] is None else rules.cards.number(given[key]) for key in ("first", "last")
    )
    if given["winner"] not in (0, 1):
        raise Unreadable(f"there is no side {given['winner']}")
    found = rules.consequence(where, where.powers, first, last, given["winner"])
    return changes(rules, where, found)


def conflict_over(given: Given) -> list[int]:
    rules = conflict(given)
    where = table(rules, given["sides"])
    return list(rules.beaten(where, rules.lines(where, where.powers)))


def round_(given: Given) -> dict[str, Any]:
    rules, sides = conflict(given), given["sides"]
    where = table(rules, sides, given.get("starter", 0))._replace(rounds=1, agreed=True)
    if [len(side) for side in given["hands"]] != list(where.teams):
        raise Unreadable("a hand is missing")
    hands = [tuple(map(rules.cards.number, hand)) for side in given["hands"] for hand in side]
    state = rules.position(where, hands)
    for member, card in given.get("plays", ()):
        members = where.members(state.turn)
        if not 0 <= member < len(members):
            raise IllegalMove([member, card], state.phase, "there is no such member")
        rules.apply(state, Move("play", members[member], rules.cards.number(card)))
    found: dict[str, Any] = {
        "first": names(rules, [state.played[0][1]])[0] if state.played else None,
        "last": names(rules, [state.played[-1][1]])[0] if state.played else None,
        "winner": None,
        "turn": state.turn,
        "hands": [[names(rules, state.hands[s]) for s in where.members(side)] for side in (0, 1)],
    }
    if state.results:
        result = state.results[-1]
        found["winner"] = result.winner
        found["consequence"] = changes(rules, where, result.changes)
        found["next_starter"] = 1 - result.winner  # ruling 002-24
    return found


def deal(given: Given) -> dict[str, Any]:
    """The deck's cards on top of all others, which take no part: then throws, in order."""
    rules, teams = conflict(given), given["teams"]
    sides = [[[]] * members for members in teams]
    where = table(rules, sides, given.get("starter", 0))
    deck = [rules.cards.number(card) for card in given["deck"]]
    need = sum(rules.hand_size(members) * members for members in teams)
    if len(set(deck)) != len(deck) or len(deck) < need:
        raise Unreadable(f"a deck of {len(deck)} cards, {need} of them to deal")
    rest = [card for card in rules.pack if card not in deck]
    state = rules.start(where)
    rules.apply(state, Move(st.SHUFFLE, cards=(*deck, *rest)))
    del state.stock[: len(rest)]
    told = given.get("discards") or [[[] for _ in range(members)] for members in teams]
    if [len(side) for side in told] != list(teams):
        raise Unreadable("what a member throws is missing")
    throws = {
        seat: [rules.cards.number(card) for card in told[side][place]]
        for side in (0, 1)
        for place, seat in enumerate(where.members(side))
    }
    order = [card for side in (0, 1) for s in where.members(side) for card in throws[s]]
    while state.phase == st.THROW:
        seat = state.actor
        for card in throws[seat]:
            rules.apply(state, Move("throw", seat, card))
        if state.phase == st.THROW and state.actor == seat:
            rules.apply(state, Move("keep", seat))
    if state.phase == st.REBUILD:
        rules.apply(state, Move(st.REBUILD, cards=tuple(order)))
    return {
        "hands": [[names(rules, state.hands[s]) for s in where.members(side)] for side in (0, 1)],
        "stock": names(rules, state.stock[::-1]),
    }


OPS: dict[str, Callable[[Given], Any]] = {
    "sizes": sizes,
    "card_size": card_size,
    "can_engage": can_engage,
    "engageable": engageable,
    "relation": relation,
    "beats": beats,
    "legal": legal,
    "hand_size": hand_size,
    "consequence": consequence,
    "conflict_over": conflict_over,
    "round": round_,
    "deal": deal,
}

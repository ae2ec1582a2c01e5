"""A piece beside the deck in, what its face must say out; aids that contradict the rules, noted.

What a piece is, its declared fields tell: aids have the list of what they `tell`, tents a `suit`;
the track of rounds `tracks: rounds`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.games.organizations.cards import NUMBERS, RANKS
from generator.games.organizations.deal import TEAM
from generator.model.card import Card, Entry
from generator.model.game import Component, Game
from generator.problems import Problems
from generator.scene import Fact

ROUNDS = "rounds"
"""What the track of rounds says that it tracks."""

VALUED = ("ace", *RANKS[NUMBERS:])

BOTH = 2
"""Sides of a tent."""

MEANINGS: Mapping[str, tuple[str, Sequence[str], Sequence[str]]] = {
    "spades": ("air", ("warfare", "soldier"), ("raid", "strike", "offensive")),
    "clubs": ("fire", ("craft", "science"), ("ordnance", "barrage", "takeover", "magic", "spell")),
    "diamonds": (
        "earth",
        ("supplies", "subsistence"),
        ("battle", "ground", "wear", "starve", "attrition", "hardship"),
    ),
    "hearts": (
        "water",
        ("social", "religion", "trade"),
        ("intrigue", "infiltration", "whispers", "sabotage", "subversion", "support"),
    ),
}
"""Element, field and operations by suit: the headings are right where they stand over each other's
text (ruling 002-02). A game with suits of its own may mean by them what it likes."""

_TRUMPS = re.compile(r"\b(\w+)\s+(?:trumps?|beats?)\s+(\w+)", re.IGNORECASE)


def piece_facts(game: Game, component: Component, card: Card) -> Iterator[Fact]:
    """What the face must say; see `TELLS` and `_tent`."""
    for name in _told(card):
        if name in TELLS:
            yield from TELLS[name](game)
    suit = game.catalogs.get("suits", {}).get(str(card.fields.get("suit")))
    net = component.spec.net
    if net is not None and net.kind == "marker" and suit is not None:
        yield from _tent(game, suit)
    if component.spec.tracks == ROUNDS and "truce" in game.figures.figures:
        yield Fact("truce", amount=game.figures.fig("truce"))


def circle(game: Game) -> list[Entry]:
    """The suits in the order of the circle, from the first of the file; as far as it goes."""
    suits = game.catalogs.get("suits", {})
    suit, found = next(iter(suits.values()), None), list[Entry]()
    while suit is not None and suit not in found:
        found.append(suit)
        suit = suits.get(str(suit.fields.get("trumps")))
    return found


def against(game: Game, text: str) -> list[str]:
    """What the text says of trumps that the circle denies: `clubs trump hearts`."""
    suits = {entry.name.lower(): entry for entry in game.catalogs.get("suits", {}).values()}
    denied = []
    for said in _TRUMPS.finditer(text):
        one, other = (suits.get(word.lower()) for word in said.groups())
        if one is not None and other is not None and one.fields.get("trumps") != other.id:
            denied.append(" ".join(said.group().split()))
    return denied


def audit_aids(game: Game, problems: Problems) -> None:
    """Note aids that tell what nobody knows, a circle out of order, suits that mean another's."""
    for component in game.components.values():
        for card in component.cards if "tells" in component.spec.fields else ():
            for name in _told(card):
                if name not in TELLS:
                    says = f"{card.id} is to tell {name!r}"
                    fix = f"one of {', '.join(TELLS)}"
                    problems.add("audit-card", card.place("tells"), says, fix)
    _order(game, problems)
    for suit in game.catalogs.get("suits", {}).values():
        _meaning(suit, problems)
    _figures(game, problems)
    _rounds(game, problems)
    for ruling in game.rulings:
        for said in against(game, ruling.ruling):
            says = f"ruling {ruling.id} says {said!r}, the suits' trumps do not"
            problems.add("audit-entry", game.where, says, "one circle everywhere")


def _told(card: Card) -> tuple[str, ...]:
    value = card.fields.get("tells")
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def _icon(suit: Entry) -> str:
    return str(suit.fields.get("icon") or suit.id)


def _order(game: Game, problems: Problems) -> None:
    """Whatever prints the suits as they stand in the file prints the circle."""
    entries = list(game.catalogs.get("suits", {}).values())
    round_ = circle(game)
    if len(round_) == len(entries) and round_ != entries:  # a broken circle is told by the deal
        says = f"the suits stand as {', '.join(entry.id for entry in entries)}"
        fix = f"in the order of the circle: {', '.join(entry.id for entry in round_)}"
        problems.add("audit-entry", entries[0].where, says, fix)


def _meaning(suit: Entry, problems: Problems) -> None:
    """A suit whose heading stands over another one's text."""
    if suit.id not in MEANINGS:
        return
    element, fields, operations = MEANINGS[suit.id]
    for key, words in (
        ("element", [element]),
        ("banner", [element]),
        ("field", fields),
        ("banner", operations),
        ("operation", operations),
    ):
        text = str(suit.fields.get(key) or "")
        if not any(_holds(text, word) for word in words):
            says = f"{suit.id} has the {key} {text!r}"
            fix = f"words of {suit.id} (ruling 002-02), such as {words[0]}"
            problems.add("audit-entry", suit.place(key), says, fix)
            continue
        for other, (its_element, its_fields, its_operations) in MEANINGS.items():
            foreign = (its_element, *its_fields, *its_operations) if other != suit.id else ()
            for word in foreign:
                if _holds(text, word) and word not in (element, *fields, *operations):
                    says = f"the {key} of {suit.id} speaks of {word!r}, which is {other}"
                    problems.add("audit-entry", suit.place(key), says, "ruling 002-02 parts them")


def _holds(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}", text, re.IGNORECASE) is not None


def _figures(game: Game, problems: Problems) -> None:
    """Figures that are printed, and that the engine takes as they must be."""
    figures = game.figures.figures
    for name, value, why in (
        ("team", TEAM, f"teams of up to {TEAM} have their hands"),
        ("ace", 1, "it is the lowest number card"),
    ):
        if name in figures and figures[name].value != value:
            says = f"{name} is {figures[name].value}, but {why}"
            problems.add("audit-figure", figures[name].where, says, str(value))
    if "truce" in figures and not figures["truce"].value:
        says = "truce is 0, so turn cards would tell of one after no round"
        problems.add("audit-figure", figures["truce"].where, says, "1 to 99")
    for suit in game.catalogs.get("suits", {}).values():
        if not (suit.id[0].isascii() and suit.id[0].isalpha()):
            says = f"the suit {suit.id} begins with no letter, so notation cannot name it"
            problems.add("audit-entry", suit.where, says, "an id that begins with a letter")


def _rounds(game: Game, problems: Problems) -> None:
    """A track of rounds ends with the truce."""
    truce = game.figures.figures.get("truce")
    for component in game.components.values():
        if component.spec.tracks != ROUNDS or truce is None or truce.value < 1:
            continue
        if component.spec.range != (1, truce.value):
            says = f"{component.id} has the range {list(component.spec.range or ())}"
            fix = f"range: [1, {truce.value}], the rounds until the truce"
            problems.add("audit-figure", component.where._replace(field="range"), says, fix)


def _wheel(game: Game) -> Iterator[Fact]:
    """`place-1` to `place-4` (names) with `place-1-suit` … (icons): each trumps the next; `arrow-1`
    … show the icon that they point to."""
    suits = game.catalogs.get("suits", {})
    for place, suit in enumerate(circle(game), 1):
        yield Fact(f"place-{place}", shows=suit.name)
        yield Fact(f"place-{place}-suit", shows=_icon(suit))
        if (trumped := suits.get(str(suit.fields.get("trumps")))) is not None:
            yield Fact(f"arrow-{place}", shows=_icon(trumped))


def _exceed(game: Game) -> Iterator[Fact]:
    """`ace` and the values of faces `jack`, `queen`, `king`."""
    figures = game.figures.figures
    yield from (Fact(name, amount=figures[name].value) for name in VALUED if name in figures)


def _round(game: Game) -> Iterator[Fact]:
    """Keys are what the steps of a round are about."""
    fig = game.figures.fig
    yield Fact("deal", amount=fig("hand_1"), unit="card")
    yield from (Fact(key) for key in ("throw", "open", "must", "size", "again"))
    yield Fact("gain", amount=fig("gain"))
    yield Fact("loss", amount=fig("loss"))
    yield Fact("truce", amount=fig("truce"))


def _scopes(game: Game) -> Iterator[Fact]:
    """Of each scope, after its id: `-name`, `-ground`, `-round`, and figures `-less`, `-over`."""
    for scope in game.catalogs.get("scopes", {}).values():
        yield Fact(f"{scope.id}-name", shows=scope.name)
        for key in ("ground", "round"):
            yield Fact(f"{scope.id}-{key}", shows=str(scope.fields.get(key) or ""))
        for key in ("less", "over"):
            yield Fact(f"{scope.id}-{key}", amount=game.figures.fig(f"{scope.id}_{key}"))


def _hands(game: Game) -> Iterator[Fact]:
    """Of each size of a team: `members-N`, `hand-N`, `total-N`, and as many `cards-N` drawn."""
    totals = {}
    for members in range(1, TEAM + 1):
        hand = game.figures.fig(f"hand_{members}")
        totals[members] = members * hand
        yield Fact(f"members-{members}", amount=members)
        yield Fact(f"hand-{members}", amount=hand)
        yield Fact(f"total-{members}", amount=totals[members])
        yield Fact(f"cards-{members}", amount=totals[members])
    yield Fact("enough", amount=max(totals, key=lambda members: totals[members]))


def _team(_: Game) -> Iterator[Fact]:
    yield from (Fact(key) for key in ("team-sizes", "team-turn"))


def _aggressor(_: Game) -> Iterator[Fact]:
    yield from (Fact(key) for key in ("opens", "next"))


def _tent(game: Game, suit: Entry) -> Iterator[Fact]:
    """On both sides `about`, `suit` (icon), `name`, `field`, and whom it `beats` and `falls-to`."""
    yield Fact("about", times=BOTH)
    yield Fact("suit", shows=_icon(suit), times=BOTH)
    yield Fact("name", shows=suit.name, times=BOTH)
    yield Fact("field", shows=str(suit.fields.get("field") or ""), times=BOTH)
    for fact in relations(game, suit):
        yield fact._replace(times=BOTH)


def relations(game: Game, suit: Entry) -> Iterator[Fact]:
    """`beats` and `falls-to` (names), with their icons `beats-suit` and `falls-to-suit`."""
    suits = game.catalogs.get("suits", {})
    trumped = suits.get(str(suit.fields.get("trumps")))
    feared = next((s for s in suits.values() if s.fields.get("trumps") == suit.id), None)
    for key, other in (("beats", trumped), ("falls-to", feared)):
        if other is not None:
            yield Fact(key, shows=other.name)
            yield Fact(f"{key}-suit", shows=_icon(other))


TELLS: Mapping[str, Callable[[Game], Iterator[Fact]]] = {
    "wheel": _wheel,
    "exceed": _exceed,
    "round": _round,
    "scopes": _scopes,
    "hands": _hands,
    "team": _team,
    "aggressor": _aggressor,
}
"""What an aid can be asked to tell, and the facts that then stand on it."""

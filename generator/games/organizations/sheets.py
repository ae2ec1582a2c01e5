"""A sheet, record card, ladder or dial in, what its face must say out; what falls short, noted.

What a piece is, `game.yaml` tells: record sheets list organizations, record cards have their
fields, ladders and dials keep what they `track`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from generator.games.organizations.aids import circle
from generator.games.organizations.cards import NUMBERS
from generator.games.organizations.deal import Deal, deal
from generator.games.organizations.setup import MOST_POWER
from generator.games.organizations.tables import Tables
from generator.model.card import Card, Entry
from generator.model.figures import Figure
from generator.model.game import Component, Game
from generator.model.piece import DialSpec
from generator.problems import Problems
from generator.scene import Fact

SIZE, POWER = "size", "power"
"""What ladders and dials say that they track."""

ACTS, CANNOT = "acts", "cannot"
"""What sheets say of an organization at a scope."""

OF_ORGANIZATIONS = ("side", "suit", "power", "place", "about")
"""The fields of an organization, and so of its record card."""


def sheet_facts(game: Game, component: Component, card: Card) -> Iterator[Fact]:
    """What the face must say; see `_sheet`, `_record`, `_ladder`, `_cover`."""
    spec, net = component.spec, component.spec.net
    tables = _tables(game)
    if tables is None:
        return  # the audit has said so
    if spec.lists is not None and spec.lists.of == "organizations":
        yield from _sheet(game, tables, card)
    elif records(component):
        yield from _record(game, tables, card)
    elif net is None and spec.tracks == SIZE:
        yield from _ladder(game, component)
    elif isinstance(net, DialSpec) and net.disc:
        yield from _cover(game, card)


def records(component: Component) -> bool:
    """Whether these are record cards."""
    return {"side", "suit", "power"} <= component.spec.fields.keys()


def _tables(game: Game) -> Tables | None:
    made = deal(game, Problems())
    return None if made is None else _of(made)


@lru_cache(maxsize=2)
def _of(made: Deal) -> Tables:
    return Tables(made)


def _icon(suit: Entry) -> str:
    return str(suit.fields.get("icon") or suit.id)


def _scopes(game: Game) -> Iterator[Fact]:
    """Of each scope, after its id: `-name`, and the figures `-less` and `-over`."""
    for scope in game.catalogs["scopes"].values():
        yield Fact(f"{scope.id}-name", shows=scope.name)
        for key in ("less", "over"):
            yield Fact(f"{scope.id}-{key}", amount=game.figures.fig(f"{scope.id}_{key}"))


def _reach(tables: Tables, power: int, prefix: str) -> Iterator[Fact]:
    """At each scope `SCOPE-size`, and `SCOPE-acts`: whether it acts and can be challenged."""
    for number, scope in enumerate(tables.deal.scopes):
        yield Fact(f"{prefix}{scope.id}-size", amount=tables.size(power, number))
        acts = ACTS if tables.engages(power, number) else CANNOT
        yield Fact(f"{prefix}{scope.id}-acts", shows=acts)


def _sheet(game: Game, tables: Tables, card: Card) -> Iterator[Fact]:
    """The scopes; of a side `side`, `motto`, and `part`, which of its sheets this is; of each
    organization, after its id, `-name` `-suit` `-suit-name` `-power` `-place` `-about` and its
    reach. A blank sheet has the scopes alone."""
    yield from _scopes(game)
    listed, part, parts = (card.fields.get(key) for key in ("listed", "part", "parts"))
    if not isinstance(listed, tuple) or not listed:
        return
    yield Fact("side", shows=card.name)
    if card.fields.get("motto"):
        yield Fact("motto", shows=str(card.fields["motto"]))
    yield Fact("part", shows=f"sheet {part} of {parts}")
    for id_ in listed:
        org = game.catalogs["organizations"][id_]
        suit = game.catalogs["suits"][str(org.fields["suit"])]
        yield Fact(f"{org.id}-name", shows=org.name)
        yield Fact(f"{org.id}-suit", shows=_icon(suit))
        yield Fact(f"{org.id}-suit-name", shows=suit.name)
        yield Fact(f"{org.id}-power", amount=_power(org))
        for key in ("place", "about"):
            if org.fields.get(key):
                yield Fact(f"{org.id}-{key}", shows=str(org.fields[key]))
        yield from _reach(tables, _power(org), f"{org.id}-")


def _power(of: Entry | Card) -> int:
    power = of.fields.get("power")
    return power if isinstance(power, int) else 0


def _record(game: Game, tables: Tables, card: Card) -> Iterator[Fact]:
    """The scopes; of an organization `name` `side` `suit` `banner` `power` `place` `about` and its
    reach. A blank card has the scopes alone."""
    yield from _scopes(game)
    suit = game.catalogs["suits"].get(str(card.fields.get("suit")))
    if suit is None:
        return
    yield Fact("name", shows=card.name)
    yield Fact("suit", shows=_icon(suit))
    yield Fact("banner", shows=str(suit.fields.get("banner")))
    yield Fact("power", amount=_power(card))
    side = game.catalogs["sides"].get(str(card.fields.get("side")))
    if side is not None:
        yield Fact("side", shows=side.name)
    for key in ("place", "about"):
        if card.fields.get(key):
            yield Fact(key, shows=str(card.fields[key]))
    yield from _reach(tables, _power(card), "")


def _ladder(game: Game, component: Component) -> Iterator[Fact]:
    """The scopes; `place-1` … in the order of the circle: the suit's name, `place-1-suit` (icon),
    `place-1-banner`, and a `place-1-value` for each size."""
    yield from _scopes(game)
    least, most = component.spec.range or (0, -1)
    for place, suit in enumerate(circle(game), 1):
        yield Fact(f"place-{place}", shows=suit.name)
        yield Fact(f"place-{place}-suit", shows=_icon(suit))
        yield Fact(f"place-{place}-banner", shows=str(suit.fields.get("banner")))
        for value in range(least, most + 1):
            yield Fact(f"place-{place}-value", shows=str(value))


def _cover(game: Game, card: Card) -> Iterator[Fact]:
    """The scopes; the dial's `suit` (icon), `suit-name` and `banner`."""
    yield from _scopes(game)
    suit = game.catalogs["suits"].get(str(card.fields.get("suit")))
    if suit is not None:
        yield Fact("suit", shows=_icon(suit))
        yield Fact("suit-name", shows=suit.name)
        yield Fact("banner", shows=str(suit.fields.get("banner")))


def audit_sheets(game: Game, problems: Problems) -> None:
    """Note ladders and dials that play leaves behind, and record cards that are not the file's."""
    powers = map(_power, game.catalogs.get("organizations", {}).values())
    # above that all number cards are open everywhere, so a dial need not go on for mightier ones
    enough = NUMBERS + max((less.value for less in _less(game)), default=MOST_POWER)
    highest = max((min(power, enough) for power in powers if power <= MOST_POWER), default=0)
    for component in game.components.values():
        if component.spec.tracks == SIZE:
            _holds(game, component, NUMBERS, f"number cards go to {NUMBERS}", problems)
        elif component.spec.tracks == POWER:
            _holds(game, component, highest, f"an organization has {highest}", problems)
        if records(component):
            _same(game, component, problems)


def _less(game: Game) -> Iterator[Figure]:
    for scope in game.catalogs.get("scopes", {}):
        if (less := game.figures.figures.get(f"{scope}_less")) is not None:
            yield less


def _holds(game: Game, component: Component, most: int, why: str, problems: Problems) -> None:
    """A tracker from 0 to `most` at least; what is beyond, up to any power, is told in print."""
    if component.spec.range is None:
        return
    where, (least, greatest) = component.where._replace(field="range"), component.spec.range
    covers = [
        other.spec.overflow
        for other in game.components.values()
        if isinstance(other.spec.net, DialSpec) and other.spec.net.disc == component.id
    ]
    told = any((component.spec.overflow, *covers))
    if least > 0 or greatest < most:
        says = f"{component.id} holds {component.spec.tracks} from {least} to {greatest}; {why}"
        problems.add("audit-figure", where, says, f"range: [0, {most}] or more")
    if greatest < MOST_POWER and not told:
        says = f"{component.id} ends at {greatest}, {component.spec.tracks} does not"
        fix = "`overflow:` what to do then, here or on the dial's cover"
        problems.add("audit-figure", where._replace(field="overflow"), says, fix)


def _same(game: Game, component: Component, problems: Problems) -> None:
    """A record card for each organization, with the same values; blank ones have no suit."""
    organizations = game.catalogs.get("organizations", {})
    cards = {card.id: card for card in component.cards if card.fields.get("suit") is not None}
    for org in (org for id_, org in organizations.items() if id_ not in cards):
        says = f"{org.name} has no card among the {component.id}"
        problems.add("audit-card", org.where, says, "make them of the same file")
    for id_, card in cards.items():
        known = organizations.get(id_)
        if known is None:
            says = f"{id_} is no organization of the catalog"
            problems.add("audit-card", card.where, says, "make them of the same file")
            continue
        for key in ("name", *OF_ORGANIZATIONS):
            one, other = ((x.name if key == "name" else x.fields.get(key)) for x in (card, known))
            if one != other:
                says = f"the card of {id_} has the {key} {one!r}, the organization {other!r}"
                problems.add("audit-card", card.place(key), says, "make them of the same file")

"""The loaded game in, what the engine plays with out: suits, scopes, figures, sides; faults noted.

The audit of the rules is the making of this: whatever cannot be made is a located problem.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.games.organizations.cards import NUMBERS, RANKS, SUIT
from generator.model.card import Card, Entry
from generator.model.game import Component, Game
from generator.problems import Problems

SUITS = 4
TEAM = 8
"""Players of the largest team (ruling 002-28)."""

FACES = ("jack", "queen", "king")
HANDS = tuple(f"hand_{members}" for members in range(1, TEAM + 1))
FIGURES = (*FACES, *HANDS, "deck", "gain", "loss", "truce")


class Suit(NamedTuple):
    """A field of endeavour; `letter` is the suit in notation."""

    id: str
    name: str
    letter: str


class Scope(NamedTuple):
    """How far from home: `less` is taken off power, an organization acts only above `over`."""

    id: str
    name: str
    less: int
    over: int


class Organization(NamedTuple):
    """One organization of a ready side; `suit` is a number among the suits."""

    id: str
    name: str
    suit: int
    power: int


class Side(NamedTuple):
    """A ready side with its organizations."""

    id: str
    name: str
    organizations: tuple[Organization, ...]


class Deal(NamedTuple):
    """Everything the engine needs. Each of the `suits` trumps the next, the last the first.

    `hands` are cards a member by the size of the team, `faces` the values of jack, queen, king;
    after `truce` rounds a conflict is broken off.
    """

    suits: tuple[Suit, ...]
    scopes: tuple[Scope, ...]
    hands: tuple[int, ...]
    faces: tuple[int, ...]
    gain: int
    loss: int
    truce: int
    sides: tuple[Side, ...]

    @property
    def letters(self) -> tuple[str, ...]:
        """The suits in notation."""
        return tuple(suit.letter for suit in self.suits)


def decks(game: Game) -> list[Component]:
    """The components that are decks: those whose cards have suit and rank."""
    return [c for c in game.components.values() if {"suit", "rank"} <= c.spec.fields.keys()]


def deal(game: Game, problems: Problems) -> Deal | None:
    """The deal, or None with the reasons among `problems`."""
    before = len(problems.of("error"))
    suits = _suits(game, problems)
    scopes = _catalog(game, "scopes", problems)
    _figures(game, [entry.id for entry in scopes], problems)
    sides = _sides(game, [suit.id for suit in suits], problems)
    if not decks(game):
        problems.add("audit-missing", game.where, "no component has cards with suit and rank")
    for component in decks(game):
        _deck(game, component, problems)
    if len(problems.of("error")) > before:
        return None
    fig = game.figures.fig
    return Deal(
        suits,
        tuple(Scope(s.id, s.name, fig(f"{s.id}_less"), fig(f"{s.id}_over")) for s in scopes),
        tuple(fig(name) for name in HANDS),
        tuple(fig(name) for name in FACES),
        fig("gain"),
        fig("loss"),
        fig("truce"),
        sides,
    )


def _catalog(game: Game, name: str, problems: Problems) -> Sequence[Entry]:
    entries = game.catalogs.get(name)
    if not entries:
        problems.add("audit-missing", game.where, f"the rules need a catalog {name!r} with entries")
        return ()
    return list(entries.values())


def _suits(game: Game, problems: Problems) -> tuple[Suit, ...]:
    """The suits in the order of the circle, from the first of the file (ruling 002-01)."""
    entries = _catalog(game, "suits", problems)
    if not entries:
        return ()
    known = {entry.id: entry for entry in entries}
    order = [entries[0]]
    while (after := known.get(str(order[-1].fields.get("trumps")))) and after not in order:
        order.append(after)
    if len(order) != SUITS or len(known) != SUITS or after is not order[0]:
        told = ", ".join(f"{e.id} over {e.fields.get('trumps')}" for e in entries)
        says = f"the suits' trumps are no circle of {SUITS}: {told}"
        fix = f"each of {SUITS} suits trumps another one, and is trumped by one"
        problems.add("audit-entry", entries[0].place("trumps"), says, fix)
        return ()
    letters = [entry.id[:1].upper() for entry in order]
    if len(set(letters)) != SUITS:
        says = f"the suits begin with {', '.join(letters)}, so notation cannot tell them apart"
        problems.add("audit-entry", entries[0].where, says, "ids with different first letters")
    return tuple(Suit(e.id, e.name, letter) for e, letter in zip(order, letters, strict=True))


def _figures(game: Game, scopes: Sequence[str], problems: Problems) -> None:
    figures = game.figures.figures
    wanted = [*FIGURES, *(f"{scope}_{what}" for scope in scopes for what in ("less", "over"))]
    for name in wanted:
        if name not in figures:
            problems.add("audit-missing", game.where, f"the rules need the figure {name!r}")
    for name in (name for name in wanted if name in figures):
        figure = figures[name]
        least = 1 if name in (*FACES, *HANDS, "deck") else 0
        if not least <= figure.value <= 99:
            says = f"{name} is {figure.value}"
            problems.add("audit-figure", figure.where, says, f"{least} to 99")
    for scope in scopes:
        less, over = figures.get(f"{scope}_less"), figures.get(f"{scope}_over")
        if less and over and over.value < less.value:
            says = f"{scope}_over is {over.value}, so power {over.value + 1} has no card to play"
            problems.add("audit-figure", over.where, says, f"at least {scope}_less, {less.value}")
    if "deck" not in figures:
        return
    for members, name in enumerate(HANDS, 1):
        if name in figures and 2 * members * figures[name].value > figures["deck"].value:
            says = f"two teams of {members} need {2 * members * figures[name].value} cards"
            fix = f"no more than the deck's {figures['deck'].value}"
            problems.add("audit-figure", figures[name].where, says, fix)


def _sides(game: Game, suits: Sequence[str], problems: Problems) -> tuple[Side, ...]:
    found: dict[str, list[Organization]] = {e.id: [] for e in _catalog(game, "sides", problems)}
    for entry in _catalog(game, "organizations", problems):
        side, suit, power = (entry.fields.get(key) for key in ("side", "suit", "power"))
        if side not in found:
            says = f"{entry.name} is of the side {side!r}"
            problems.add("audit-entry", entry.place("side"), says, f"one of {', '.join(found)}")
        elif suit not in suits:
            if suits:
                says = f"{entry.name} has the suit {suit!r}"
                where = entry.place("suit")
                problems.add("audit-entry", where, says, f"one of {', '.join(suits)}")
        elif not isinstance(power, int) or not 0 <= power <= 99:
            says = f"{entry.name} has the power {power!r}"
            problems.add("audit-entry", entry.place("power"), says, "0 to 99")
        else:
            made = Organization(entry.id, entry.name, suits.index(str(suit)), power)
            found[str(side)].append(made)
    entries: Mapping[str, Entry] = game.catalogs.get("sides") or {}
    for name, own in found.items():
        if not own and suits:
            says = f"the side {entries[name].name} has no organization"
            problems.add("audit-entry", entries[name].where, says, "one that is of this side")
    if len(found) == 1:
        problems.add("audit-missing", game.where, "there is 1 side; a conflict needs 2")
    return tuple(Side(name, entries[name].name, tuple(own)) for name, own in found.items())


def _deck(game: Game, component: Component, problems: Problems) -> None:
    if "deck" in game.figures.figures:
        wanted = game.figures.fig("deck")
        if (count := sum(card.count for card in component.cards)) != wanted:
            says = f"{component.id} has {count} cards, the rules say {wanted}"
            problems.add("audit-card", component.where, says, f"{wanted} cards")
        if wanted != SUITS * SUIT:
            figure = game.figures.figures["deck"]
            says = f"the deck has {wanted} cards"
            fix = f"{SUITS * SUIT}, each rank of each suit"
            problems.add("audit-figure", figure.where, says, fix)
    for card in component.cards:
        _card(game, card, problems)


def _card(game: Game, card: Card, problems: Problems) -> None:
    suit, rank = card.fields.get("suit"), card.fields.get("rank")
    known = game.catalogs.get("suits") or {}
    for key, value, choices in (("suit", suit, list(known)), ("rank", rank, list(RANKS))):
        if value not in choices:
            says = f"{card.id} has the {key} {value!r}"
            problems.add("audit-card", card.place(key), says, f"one of {', '.join(choices)}")
    if card.count != 1:
        problems.add("audit-card", card.where, f"{card.id} is there {card.count} times", "once")
    person = card.fields.get("person")
    if rank in RANKS[NUMBERS:] and not person:
        says = f"{card.id} is a face card without a person"
        problems.add("audit-card", card.where, says, "person: who it is")

"""A card in, what its face must say out."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.organizations.aids import piece_facts, relations
from generator.games.organizations.cards import INDEX, NUMBERS, RANKS
from generator.games.organizations.deal import decks
from generator.games.organizations.sheets import sheet_facts
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.scene import Fact


def facts(game: Game, component: Component, card: Card) -> list[Fact]:
    """What the face must say; see `_deck_facts`, `aids.piece_facts`, `sheets.sheet_facts`."""
    if component.id in {deck.id for deck in decks(game)}:
        return list(_deck_facts(game, card))
    return [*piece_facts(game, component, card), *sheet_facts(game, component, card)]


def _deck_facts(game: Game, card: Card) -> Iterator[Fact]:
    """Keys: `rank` and `suit` twice; `banner`, `operation`; `beats`, `falls-to` with their icons
    `beats-suit`, `falls-to-suit`; of number cards `size` and as many `unit`; of courts `person`,
    `title` and `exceeded` (from which number of the suit on)."""
    suits = game.catalogs.get("suits", {})
    suit, rank = suits.get(str(card.fields.get("suit"))), str(card.fields.get("rank"))
    if suit is None or rank not in RANKS:
        return  # the audit has said so
    icon = str(suit.fields.get("icon") or suit.id)
    yield Fact("rank", shows=INDEX[RANKS.index(rank)], times=2)
    yield Fact("suit", shows=icon, times=2)
    yield Fact("banner", shows=str(suit.fields.get("banner")))
    yield Fact("operation", shows=str(suit.fields.get("operation")))
    yield from relations(game, suit)
    number = RANKS.index(rank) + 1
    if number <= NUMBERS:
        yield Fact("size", amount=number)
        yield Fact("unit", shows=icon, times=number)
        return
    for key in ("person", "title"):
        yield Fact(key, shows=str(card.fields.get(key) or ""))
    if rank in game.figures.figures:
        yield Fact("exceeded", amount=game.figures.fig(rank) + 1)

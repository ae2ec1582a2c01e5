"""A card in, what its face must say out."""

from __future__ import annotations

from generator.games.sophmb2ce.deal import NUMBERS, RANKS, decks
from generator.games.sophmb2ce.effects import Damage
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.scene import Fact

INDEX = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def facts(game: Game, component: Component, card: Card) -> list[Fact]:
    """Keys: `rank` and `suit` twice; `pip`, `hp`, `hp-left` on counters; else the attack's.

    A special says `attack` (its name), `damage` (with unit hp) and `flavour`; each court card has a
    `note` with its plain value.
    """
    if component.id not in {deck.id for deck in decks(game)}:
        return []
    suit, rank = str(card.fields["suit"]), str(card.fields["rank"])
    if rank not in RANKS or suit not in game.catalogs.get("castes", {}):
        return []  # the audit has said so
    caste = game.catalogs["castes"][suit]
    icon = str(caste.fields.get("icon") or caste.id)
    found = [
        Fact("rank", shows=INDEX[RANKS.index(rank)], times=2),
        Fact("suit", shows=icon, times=2),
    ]
    number = RANKS.index(rank) + 1
    if number <= NUMBERS:
        found.append(Fact("pip", shows=icon, times=number))
    if number <= game.figures.fig("start_hp"):
        found.append(Fact("hp", amount=number))
        found.append(Fact("hp-left", amount=number, unit="hp"))
    attack = game.catalogs.get("attacks", {}).get(str(card.fields.get("attack")))
    if attack is not None:
        found.append(Fact("attack", shows=attack.name))
        found += [
            Fact("damage", amount=effect.amount, unit="hp")
            for effect in attack.effects
            if isinstance(effect, Damage)
        ]
        if attack.fields.get("flavour"):
            found.append(Fact("flavour", shows=str(attack.fields["flavour"])))
    if number > NUMBERS and rank in game.figures.figures:
        found.append(Fact("note", amount=game.figures.fig(rank)))
    return found

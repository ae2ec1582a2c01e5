"""A card in, what its face must say out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.games.organizations.cards import INDEX, NUMBERS, RANKS
from generator.games.organizations.deal import decks
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.problems import Problems
from generator.scene import Fact


def facts(game: Game, component: Component, card: Card) -> list[Fact]:
    """What the face must say; see `_deck_facts` and `TELLS`."""
    if component.id in {deck.id for deck in decks(game)}:
        return list(_deck_facts(game, card))
    tells = card.fields.get("tells")
    names = tells if isinstance(tells, tuple) else ()
    return [fact for name in names if name in TELLS for fact in TELLS[name](game)]


def audit_aids(game: Game, problems: Problems) -> None:
    """Note aids that are to tell what nobody knows."""
    for component in game.components.values():
        for card in component.cards if "tells" in component.spec.fields else ():
            tells = card.fields.get("tells")
            for name in tells if isinstance(tells, tuple) else ():
                if name not in TELLS:
                    says = f"{card.id} is to tell {name!r}"
                    fix = f"one of {', '.join(TELLS)}"
                    problems.add("audit-card", card.place("tells"), says, fix)


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
    trumped = suits.get(str(suit.fields.get("trumps")))
    feared = next((s for s in suits.values() if s.fields.get("trumps") == suit.id), None)
    for key, other in (("beats", trumped), ("falls-to", feared)):
        if other is not None:
            yield Fact(key, shows=other.name)
            yield Fact(f"{key}-suit", shows=str(other.fields.get("icon") or other.id))
    number = RANKS.index(rank) + 1
    if number <= NUMBERS:
        yield Fact("size", amount=number)
        yield Fact("unit", shows=icon, times=number)
        return
    for key in ("person", "title"):
        yield Fact(key, shows=str(card.fields.get(key) or ""))
    if rank in game.figures.figures:
        yield Fact("exceeded", amount=game.figures.fig(rank) + 1)


def _wheel(game: Game) -> Iterator[Fact]:
    """`place-1` to `place-4` (names) with `place-1-suit` … (icons): each trumps the next."""
    suits = game.catalogs.get("suits", {})
    suit = next(iter(suits.values()), None)
    for place in range(1, len(suits) + 1):
        if suit is None:
            return  # the audit has said so
        yield Fact(f"place-{place}", shows=suit.name)
        yield Fact(f"place-{place}-suit", shows=str(suit.fields.get("icon") or suit.id))
        suit = suits.get(str(suit.fields.get("trumps")))


def _exceed(game: Game) -> Iterator[Fact]:
    """`ace` and the values of faces `jack`, `queen`, `king`."""
    figures = game.figures.figures
    yield from (Fact(name, amount=figures[name].value) for name in VALUED if name in figures)


VALUED = ("ace", *RANKS[NUMBERS:])

TELLS: Mapping[str, Callable[[Game], Iterator[Fact]]] = {"wheel": _wheel, "exceed": _exceed}
"""What an aid can be asked to tell, and the facts that then stand on it."""

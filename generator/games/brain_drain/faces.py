"""A card in, what its face must say out."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.brain_drain.aids import DIE, piece_facts
from generator.games.brain_drain.table import AMOUNTS, REACTIONS, decks
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.scene import Fact

EMBLEMS = {"all-hands": "meeting", "one-to-one": "review", "swap": "swap", "rotate": "rotate"}
"""Icons of effects that have no amount."""

UNITS = {"lose": "msp", "gain": "msp", "draw": "card", "discard": "card", "steal": "card"}
"""What amounts are counted in."""


def facts(game: Game, component: Component, card: Card) -> list[Fact]:
    """What the face must say; see `_deck_facts`, `_role_facts`, `aids.piece_facts`."""
    if component.id in {deck.id for deck in decks(game)}:
        return list(_deck_facts(game, card))
    if "role" in component.spec.fields and component.spec.range:
        return list(_role_facts(game, component.spec.range, card))
    return list(piece_facts(game, component, card))


def _deck_facts(game: Game, card: Card) -> Iterator[Fact]:
    """Keys: `role`, `role-name`, `kind`, `title`, `code`, `quote`, `effect-N`; reactions a `word`;
    others `kind-name`, and `amount` with its `unit`, or `emblem`, of the first effect."""
    role = game.catalogs.get("roles", {}).get(str(card.fields.get("role")))
    kind = str(card.fields.get("kind"))
    if role is None or not card.effects:
        return  # the audit has said so
    yield Fact("role", shows=str(role.fields.get("icon") or role.id))
    yield Fact("role-name", shows=role.name)
    yield Fact("kind", shows=kind)
    yield Fact("title", shows=card.name)
    for name in ("code", "quote"):
        yield Fact(name, shows=str(card.fields.get(name) or ""))
    first = str(card.effects[0].kind)
    if kind in REACTIONS:
        yield Fact("word", shows=kind)
    else:
        yield Fact("kind-name", shows=kind)
    if first in EMBLEMS:
        yield Fact("emblem", shows=EMBLEMS[first])
    elif first in AMOUNTS:
        amount = int(card.effects[0].amount)
        yield Fact("amount", amount=amount)
        words = game.figures.words(amount, UNITS[first])
        yield Fact("unit", shows=words.partition(" ")[2])
    for number, effect in enumerate(card.effects, 1):
        if effect.kind in AMOUNTS:
            unit = UNITS[str(effect.kind)]
            yield Fact(f"effect-{number}", amount=int(effect.amount), unit=unit)
        else:
            yield Fact(f"effect-{number}")


def _role_facts(game: Game, track: tuple[int, int], card: Card) -> Iterator[Fact]:
    """Keys: `role`, `role-name`, `flavour`, `superpower`, `power-N`; a `roll` of each number that
    sets it off; `booster` of each slot, `hand-limit`, each `value` of the track and its `start`."""
    role = game.catalogs.get("roles", {}).get(str(card.fields.get("role")))
    if role is None:
        return  # the audit has said so
    fig = game.figures.fig
    yield Fact("role", shows=str(role.fields.get("icon") or role.id))
    yield Fact("role-name", shows=role.name)
    for name in ("flavour", "superpower"):
        yield Fact(name, shows=str(role.fields.get(name) or ""))
    for number, effect in enumerate(role.effects, 1):
        amount = getattr(effect, "amount", None)
        yield Fact(f"power-{number}", amount=amount, unit=getattr(effect, "unit", None) or None)
    triggers = [int(effect.amount) for effect in role.effects if effect.kind == "trigger"]
    least = min([fig("superpower_roll"), *triggers])
    yield from (Fact("roll", shows=f"die-{number}") for number in range(least, DIE + 1))
    yield from (Fact("booster", amount=number) for number in range(1, fig("booster_limit") + 1))
    yield Fact("hand-limit", amount=fig("hand_limit"), unit="card")
    yield from (Fact("value", shows=str(value)) for value in range(track[0], track[1] + 1))
    yield Fact("start", shows=str(fig("start_msp")))

"""A card in, what its face must say out."""

from __future__ import annotations

from generator.games.sprite_wars.effects import FORCE
from generator.games.sprite_wars.roster import arrows, lineups
from generator.games.sprite_wars.table import table_facts
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.scene import Fact

SHOWS = {force: kind for kind, force in FORCE.items()}


def facts(game: Game, component: Component, card: Card) -> list[Fact]:
    """Keys of a fighter: `power`, `sprite` (a shape that shows its id), `name`, and an `arrow-N`
    (and so on) for each arrow, a shape that shows `single` or `double`; else see `table`."""
    if component.id not in {one.id for one in lineups(game)}:
        return table_facts(game, component, card)
    found = [
        Fact("power", amount=int(str(card.fields.get("power") or 0))),
        Fact("sprite", shows=card.id),
        Fact("name", shows=card.name),
    ]
    found += [
        Fact(f"arrow-{direction}", shows=SHOWS[force]) for direction, force in arrows(card.effects)
    ]
    return found

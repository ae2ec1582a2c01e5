"""A card, its declared fields and its rules in, the facts its face must show out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.check.outline import VALUE
from generator.compose.nets.solid import FACES
from generator.compose.rich import plain_text
from generator.engine.contract import Rules
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.prose import expand
from generator.scene import Fact


def facts_of(game: Game, rules: Rules | None, component: Component, card: Card) -> Sequence[Fact]:
    """Facts that declared fields state (`printed: 2`), of pieces, then what only rules know."""
    facts = []
    for name, spec in component.spec.fields.items():
        value = card.fields.get(name)
        if not spec.printed or value is None or value in ((), ""):
            continue
        if spec.type == "ref":
            value = game.catalogs[spec.to or ""][str(value)].name
        elif isinstance(value, tuple):
            value = " ".join(map(str, value))
        said = plain_text(str(value))
        if spec.rules:
            said = expand(said, card.effects, game.figures)
        facts.append(Fact(name, shows=said, times=spec.printed))
    facts += _of_piece(game, component.own(card))
    if rules is not None:
        facts += rules.facts(game, component, card)
    return facts


def back_facts(
    game: Game, rules: Rules | None, component: Component, card: Card
) -> Sequence[Fact] | None:
    """What rules say that a card's back must show, where they bring `back_facts`; None: nothing."""
    asked: _Backed | None = getattr(rules, "back_facts", None)
    return asked(game, component, card) if asked else None


_Backed = Callable[[Game, Component, Card], Sequence[Fact] | None]
"""How rules that know what backs must show are asked."""


def _of_piece(game: Game, component: Component) -> list[Fact]:
    """A tracker's values and what is done beyond them; the stock of a box; a die's faces."""
    net, spec = component.net, component.spec
    facts = [Fact(VALUE, shows=str(spot.value)) for spot in net.spots] if net else []
    if spec.overflow:
        facts.append(Fact("overflow", shows=expand(spec.overflow, (), game.figures)))
    if net and "stock" in net.says:
        facts.append(Fact("stock", shows=str(net.says["stock"])))
    if net and net.says.get("range"):
        facts.append(Fact("range", shows=str(net.says["range"])))
    if net and net.kind == "die":
        facts += [Fact(face, amount=value) for value, face in enumerate(FACES, start=1)]
    return facts

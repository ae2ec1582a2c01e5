"""What lies at the table besides fighters: a component in, what it must show out; its checks.

Rules cards tell the figures of the rules, the checklist lists the series, corners frame the grid.
"""

from __future__ import annotations

from generator.games.sprite_wars.contact import rules_at, rules_link
from generator.games.sprite_wars.roster import lineups
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.piece import CornerSpec
from generator.model.prose import parse
from generator.problems import Problems
from generator.scene import Fact

TOLD = ("least_stack", "stack", "reach", "grid", "row")
"""Figures that whoever gets a rules card needs."""

RULES, CHECKLIST, EARN = "rules-cards", "checklist", "how-to-fight"


def table_facts(game: Game, component: Component, card: Card) -> list[Fact]:
    """Keys of a rules card: `name`; of the checklist those with each fighter's id: `sprite-`,
    `name-`, `number-`, `power-` and `tick-`."""
    if component.id == RULES:
        return [Fact("name", shows=card.name)]
    if component.id != CHECKLIST:
        return []
    facts = []
    for one in (one for lineup in lineups(game) for one in lineup.cards):
        facts += [
            Fact(f"sprite-{one.id}", shows=one.id),
            Fact(f"name-{one.id}", shows=one.name),
            Fact(f"number-{one.id}", amount=_number(one, "number")),
            Fact(f"power-{one.id}", amount=_number(one, "power")),
            Fact(f"tick-{one.id}", shows="tick"),
        ]
    return facts


def table_back(game: Game, component: Component, card: Card) -> list[Fact]:
    """What the back of a rules card leads to: `earn-1` and so on are how people earn cards,
    `rules-at` and, as a code, `rules-code` where the rules stand."""
    if component.id != RULES or game.person is None:
        return []
    if card.id == EARN:
        lines = game.person.fields.get("earn")
        told = lines if isinstance(lines, tuple) else ()
        return [Fact(f"earn-{n}", shows=str(line)) for n, line in enumerate(told, 1)]
    person = game.person
    return [
        Fact("rules-at", shows=rules_at(person)),
        Fact("rules-code", shows=rules_link(person)),
    ]


def audit_table(game: Game, problems: Problems) -> None:
    """Numbers of the series are each one's own, rules cards tell the figures, corners the grid."""
    known = {one.id for one in lineups(game)}
    for lineup in lineups(game):
        _numbers(lineup, problems)
    cards = game.components.get(RULES)
    if cards is not None:
        texts = [str(card.fields.get("rules") or "") for card in cards.cards]
        told = {said for text in texts for kind, said in parse(text) if kind == "figure"}
        for name in [name for name in TOLD if name not in told]:
            says = f"no rules card tells the figure {name!r}"
            problems.add("audit-missing", cards.where, says, f"write {{fig {name}}} on one")
    for component in game.components.values():
        net = component.spec.net
        if not isinstance(net, CornerSpec) or net.cards not in known:
            continue
        side = game.figures.figures.get("grid")
        if side is not None and (net.columns, net.rows) != (side.value, side.value):
            says = f"{net.columns} by {net.rows} spots are framed, the grid has {side.value} a side"
            where = component.where._replace(field="net")
            problems.add("audit-figure", where, says, f"columns: {side.value}, rows: {side.value}")


def _numbers(lineup: Component, problems: Problems) -> None:
    """A collector ticks numbers: each is one fighter's."""
    first: dict[int, Card] = {}
    for card in lineup.cards:
        number = _number(card, "number")
        other = first.setdefault(number, card)
        if other is not card:
            says = f"{card.name} is number {number} of the series, as {other.name} is"
            problems.add("audit-card", card.place("number"), says, "a number of its own")


def _number(card: Card, field: str) -> int:
    return int(str(card.fields.get(field) or 0))

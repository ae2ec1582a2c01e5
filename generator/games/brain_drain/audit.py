"""The loaded game in; what is wrong with the content of its cards out, as located problems.

What the rules cannot play with at all, `table` says. This is what an edition owes its players: so
many cards a role, amounts that fit their kind, and quotes by which a bluff can be judged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from generator.games.brain_drain.table import AMOUNTS, Effect, compiled, decks, misfit
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.problems import Problems, Where

LETTERS = {
    "manager": "M",
    "worker": "W",
    "engineer": "E",
    "sales": "S",
    "quality": "Q",
    "hr": "H",
    "marketing": "K",
    "buyer": "B",
}
"""What codes of a role's cards begin with."""

MOST = {"lose": 3, "gain": 3, "draw": 3, "discard": 2, "steal": 2}
"""The largest amounts: three boosters triple them, and nobody may burn out from full at once."""

WIDE = 2
"""The most that everybody (or everybody else) loses, gains, draws or discards at once."""

EFFECTS = 3
"""As many effects as a face has lines for."""

QUOTE, QUOTE_WORDS, OPENING = 60, 8, 3
"""A quote's characters and words; its first words tell it from all others of its role, by ear."""

NAME = 28
"""Characters of a name; the face has one line for it."""

SEVERAL = ("others", "all", "highest", "lowest")
EVENTS = ("all-hands", "one-to-one", "swap", "rotate")

Flaw = tuple[str, str]
"""What is wrong and the mend."""


class _Deck(NamedTuple):
    """The cards of a role in print order, and what was seen of the whole deck."""

    roles: dict[str, list[Card]]
    names: dict[str, Card]
    quotes: dict[str, Card]


def audit_cards(game: Game, problems: Problems) -> None:
    """Note every card, and every count of cards, that an edition must not be printed with."""
    _units(game, problems)
    for component in decks(game):
        seen = _Deck({}, {}, {})
        for card in component.cards:
            _card(card, seen, problems)
        _counts(game, component, seen.roles, problems)
        for role, cards in seen.roles.items():
            _codes(role, cards, problems)
            _openings(cards, problems)
            _pictures(cards, problems)


def _units(game: Game, problems: Problems) -> None:
    """Sentences need a word for one and another for more, but for MSP."""
    card = game.figures.units.get("card")
    if card is not None and card.one == card.many:
        says = f"one and several are both called {card.one!r}: sentences say '1 {card.one}'"
        problems.add("audit-figure", _units_place(game), says, "such as one: card, many: cards")


def _units_place(game: Game) -> Where:
    return Where(game.where.file.replace("game.yaml", "rules.yaml"))


def _counts(
    game: Game, component: Component, roles: Mapping[str, list[Card]], problems: Problems
) -> None:
    """All cards against `deck`, those of each role against `cards_a_role`; copies count."""
    figures = game.figures.figures
    for name in ("deck", "cards_a_role"):
        if name not in figures:
            problems.add("audit-missing", game.where, f"an edition needs the figure {name!r}")
    if "deck" in figures:
        wanted = figures["deck"].value
        count = sum(card.count for card in component.cards)
        if count != wanted:
            says = f"{component.id} has {count} cards, the rules say {wanted}"
            problems.add("audit-card", component.where, says, f"{wanted} cards")
    if "cards_a_role" in figures:
        wanted = figures["cards_a_role"].value
        for role in game.catalogs.get("roles", {}).values():
            cards = roles.get(role.id, [])
            count = sum(card.count for card in cards)
            if count != wanted:
                says = f"{role.name} has {count} cards, the rules say {wanted}"
                where = cards[-1].where if cards else component.where
                problems.add("audit-card", where, says, f"{wanted} cards a role")


def _card(card: Card, seen: _Deck, problems: Problems) -> None:
    seen.roles.setdefault(str(card.fields.get("role")), []).append(card)
    kind, effects = str(card.fields.get("kind")), compiled(card.effects)
    if not misfit(kind, effects):  # the table has told that one
        for says, fix in _effects(kind, effects):
            problems.add("audit-effects", card.place("effects"), f"{card.id} {says}", fix)
    if len(card.name) > NAME:
        says = f"the name has {len(card.name)} characters"
        problems.add("audit-card", card.place("name"), says, f"{NAME} at most")
    _once(card, "name", card.name, seen.names, problems)
    quote = str(card.fields.get("quote") or "")
    words = len(quote.split())
    if not 1 <= words <= QUOTE_WORDS or len(quote) > QUOTE:
        says = f"the quote has {len(quote)} characters and {words} words"
        fix = f"at most {QUOTE} and {QUOTE_WORDS}: it is to be said, and remembered"
        problems.add("audit-card", card.place("quote"), says, fix)
    _once(card, "quote", quote, seen.quotes, problems)


def _once(card: Card, field: str, value: str, seen: dict[str, Card], problems: Problems) -> None:
    """Names and quotes stand once in the deck, so quotes once for each role and effect."""
    first = seen.setdefault(" ".join(_words(value)), card)
    if first is not card and _words(value):
        says = f"the {field} is that of {first.id} ({first.place(field)}) as well"
        problems.add("audit-card", card.place(field), says, "give one of them another")


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower().replace("’", "").replace("'", ""))


def _codes(role: str, cards: list[Card], problems: Problems) -> None:
    """Codes count a role's cards in print order, so that a pack can be sorted and missed."""
    letter = LETTERS.get(role)
    if letter is None:
        return
    for number, card in enumerate(cards, start=1):
        wanted, code = f"{letter}-{number:02}", card.fields.get("code")
        if code != wanted:
            says = f"the code is {code!r}; card {number} of its role is {wanted}"
            problems.add("audit-card", card.place("code"), says, f"write {wanted}")


def _openings(cards: list[Card], problems: Problems) -> None:
    """The first words of a quote tell which card of the role is meant."""
    seen: dict[tuple[str, ...], Card] = {}
    for card in cards:
        opening = tuple(_words(str(card.fields.get("quote") or ""))[:OPENING])
        first = seen.setdefault(opening, card)
        if first is not card and opening:
            says = f"the quote begins with {' '.join(opening)!r}, as that of {first.id} does"
            fix = f"let the first {OPENING} words differ within a role"
            problems.add("audit-card", card.place("quote"), says, fix)


def _pictures(cards: list[Card], problems: Problems) -> None:
    seen: dict[str, Card] = {}
    for card in cards:
        first = seen.setdefault(str(card.fields.get("picture")), card)
        if first is not card:
            says = f"the picture is that of {first.id}, of the same role"
            problems.add("audit-card", card.place("picture"), says, "take another")


def _effects(kind: str, effects: tuple[Effect, ...]) -> Iterator[Flaw]:
    if len(effects) > EFFECTS:
        yield f"has {len(effects)} effects", f"at most {EFFECTS}"
    pairs = [(effect.kind, effect.who) for effect in effects]
    for pair in sorted({pair for pair in pairs if pairs.count(pair) > 1}):
        yield f"has {pairs.count(pair)} times the effect {' '.join(pair).strip()}", "write it once"
    if kind in _KINDS:
        yield from _KINDS[kind](effects)
    for effect in effects:
        if effect.kind in AMOUNTS:
            yield from _amount(effect)


def _amount(effect: Effect) -> Iterator[Flaw]:
    most = MOST[effect.kind]
    if effect.who in ("others", "all"):
        most = min(most, WIDE)
    told = f"{effect.kind} {effect.amount} for {effect.who}"
    if effect.amount > most:
        yield f"has the amount {told}", f"at most {most}"


def _own(effect: Effect) -> bool:
    """A price, or something won beside the main thing."""
    return effect.who == "self" and effect.kind in AMOUNTS


def _stray(
    kind: str, effects: tuple[Effect, ...], fits: Callable[[Effect], bool]
) -> Iterator[Flaw]:
    for effect in effects:
        if not fits(effect) and not _own(effect):
            told = f"{effect.kind} {effect.who}".strip()
            yield f"is of kind {kind} and has the effect {told}", "make it a card of another kind"


def _aims(effects: tuple[Effect, ...]) -> Iterator[Flaw]:
    """A card strikes one player or all others: who strikes both cannot be reacted to plainly."""
    aims = {effect.who for effect in effects} & {"target", "others"}
    if len(aims) > 1:
        yield "names both a target and everyone else", "one of the two"


def _attack(effects: tuple[Effect, ...]) -> Iterator[Flaw]:
    yield from _aims(effects)
    yield from _stray(
        "attack",
        effects,
        lambda e: e.kind in ("lose", "discard") and e.who in ("target", "others"),
    )


def _discard(effects: tuple[Effect, ...]) -> Iterator[Flaw]:
    yield from _aims(effects)
    yield from _stray(
        "discard", effects, lambda e: e.kind == "discard" and e.who in ("target", "others")
    )
    if all(effect.who == "self" for effect in effects):
        yield "is a discard that nobody else suffers", "let a target or the others discard"


def _special(effects: tuple[Effect, ...]) -> Iterator[Flaw]:
    yield from _stray(
        "special",
        effects,
        lambda e: e.kind == "steal" or (e.kind in ("gain", "draw") and e.who == "target"),
    )
    if not any(effect.kind in ("gain", "draw", "steal") for effect in effects):
        yield "is a special that brings nothing", "let somebody gain, draw or steal"


def _chaos(effects: tuple[Effect, ...]) -> Iterator[Flaw]:
    if any(effect.kind in EVENTS for effect in effects):
        if len(effects) > 1:
            yield "has another effect beside a meeting, swap or rotation", "leave it alone"
        return
    yield from _stray("chaos", effects, lambda e: e.who in SEVERAL)
    if not any(effect.who in SEVERAL for effect in effects):
        yield "is chaos for a single player", f"let it befall {', '.join(SEVERAL)}"


_KINDS: Mapping[str, Callable[[tuple[Effect, ...]], Iterator[Flaw]]] = {
    "attack": _attack,
    "discard": _discard,
    "special": _special,
    "chaos": _chaos,
}
"""What else a kind forbids; a reaction has its one effect, the table sees to that."""

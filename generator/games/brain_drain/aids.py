"""A piece beside deck and role cards in, what its face must say out.

What a piece is, its declared fields tell: aids have the list of what they `tell`, tokens and pages
of booklets a `role`; trackers and boxes have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.games.brain_drain.table import REACTIONS, decks
from generator.model.card import Card, Entry
from generator.model.game import Component, Game
from generator.problems import Problems
from generator.scene import Fact

DIE = 6
"""The greatest number of the die."""

HALF = "½"
"""What a shield says that halves."""


def piece_facts(game: Game, component: Component, card: Card) -> Iterator[Fact]:
    """What the face must say; see `TELLS`, `_shield_facts`, `_page_facts`, `_box_facts`."""
    for name in _told(card):
        if name in TELLS:
            yield from TELLS[name](game)
    role = game.catalogs.get("roles", {}).get(str(card.fields.get("role")))
    if component.leaflet and role is not None:
        yield from _page_facts(game, role)
    elif component.spec.net is not None and role is not None:
        yield from _shield_facts(role)
    elif component.spec.range:
        yield Fact("start", shows=str(game.figures.fig("start_msp")))
    else:
        yield from _box_facts(game, component.own(card))


def _told(card: Card) -> tuple[str, ...]:
    value = card.fields.get("tells")
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def audit_aids(game: Game, problems: Problems) -> None:
    """Note aids that are to tell what nobody knows."""
    for component in game.components.values():
        for card in component.cards if "tells" in component.spec.fields else ():
            for name in _told(card):
                if name not in TELLS:
                    says = f"{card.id} is to tell {name!r}"
                    fix = f"one of {', '.join(TELLS)}"
                    problems.add("audit-card", card.place("tells"), says, fix)


def _icon(role: Entry) -> str:
    return str(role.fields.get("icon") or role.id)


def _shield_facts(role: Entry) -> Iterator[Fact]:
    """Both sides show the `role` and what its `shield` spares."""
    for effect in role.effects:
        if effect.kind in ("soften", "halve"):
            yield Fact("role", shows=_icon(role), times=2)
        if effect.kind == "soften":
            yield Fact("shield", amount=int(effect.amount), times=2)
        elif effect.kind == "halve":
            yield Fact("shield", shows=HALF, times=2)


def _page_facts(game: Game, role: Entry) -> Iterator[Fact]:
    """Keys: `role`, `role-name`, `bluff-loss`; of each of its cards, after its code in small
    letters, `-name`, `-effect` and `-quote`. Reactions say their kind's word."""
    yield Fact("role", shows=_icon(role))
    yield Fact("role-name", shows=role.name)
    yield from _bluff(game)
    for card in (card for deck in decks(game) for card in deck.cards):
        if card.fields.get("role") != role.id:
            continue
        key, kind = str(card.fields.get("code") or "").lower(), str(card.fields.get("kind"))
        yield Fact(f"{key}-name", shows=card.name)
        yield Fact(f"{key}-quote", shows=str(card.fields.get("quote") or ""))
        yield Fact(f"{key}-effect", shows=kind if kind in REACTIONS else None)


def _box_facts(game: Game, component: Component) -> Iterator[Fact]:
    """A box that holds whole roles shows the icon of each."""
    groups = component.net.says.get("groups", ()) if component.net else ()
    for role in game.catalogs.get("roles", {}).values():
        if isinstance(groups, tuple) and role.name in groups:
            yield Fact("role", shows=_icon(role))


def _bluff(game: Game) -> list[Fact]:
    return [Fact("bluff-loss", amount=game.figures.fig("bluff_loss"), unit="msp")]


def _turn(game: Game) -> list[Fact]:
    fig = game.figures.fig
    return [
        Fact("superpower-roll", amount=fig("superpower_roll")),
        Fact("empty-hand"),
        Fact("booster-limit", amount=fig("booster_limit")),
        Fact("turn-draw", amount=fig("turn_draw"), unit="card"),
        Fact("hand-limit", amount=fig("hand_limit"), unit="card"),
    ]


def _reactions(_: Game) -> list[Fact]:
    """What may be answered, by its icon, and with which kinds of cards."""
    answers = [Fact("answer", shows=kind) for kind in REACTIONS]
    return [Fact("answers", shows="attack"), *answers, Fact("no-answer"), Fact("two-players")]


def _all_hands(game: Game) -> list[Fact]:
    """Each result with its numbers of the die, `NAME-roll`, and what it brings."""
    fig = game.figures.fig
    standard, productive = fig("meeting_standard_from"), fig("meeting_productive_from")
    results = {
        "pointless": range(1, standard),
        "standard": range(standard, productive),
        "productive": range(productive, DIE + 1),
    }
    rolls = [
        Fact(f"{name}-roll", shows=f"die-{number}")
        for name, numbers in results.items()
        for number in numbers
    ]
    return [
        *rolls,
        Fact("roles", amount=fig("roles")),
        Fact("meeting-loss", amount=fig("meeting_loss"), unit="msp"),
        Fact("meeting-gain", amount=fig("meeting_gain"), unit="msp", times=2),
        Fact("meeting-penalty", amount=fig("meeting_penalty"), unit="msp"),
        Fact("meeting-draw", amount=fig("meeting_draw"), unit="card"),
        Fact("nobody", times=2),
    ]


def _review(game: Game) -> list[Fact]:
    fig = game.figures.fig
    return [
        Fact("roles", amount=fig("roles")),
        Fact("review-loss", amount=fig("review_loss"), unit="msp", times=2),
        Fact("review-tie-loss", amount=fig("review_tie_loss"), unit="msp"),
        Fact("nobody"),
    ]


def _set_up(game: Game) -> list[Fact]:
    fig = game.figures.fig
    return [
        Fact("start-msp", amount=fig("start_msp"), unit="msp"),
        Fact("start-hand", amount=fig("start_hand"), unit="card"),
    ]


def _final_round(_: Game) -> list[Fact]:
    return [Fact("last-turn"), Fact("review"), Fact("draws")]


TELLS: dict[str, Callable[[Game], list[Fact]]] = {
    "turn": _turn,
    "reactions": _reactions,
    "all-hands": _all_hands,
    "review": _review,
    "set-up": _set_up,
    "final-round": _final_round,
}
"""What an aid can be asked to tell, and the facts that then stand on it."""

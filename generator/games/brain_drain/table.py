"""The loaded game in, what the engine plays with out: roles, cards and figures; faults noted.

The audit of the rules is the making of this: whatever cannot be made is a located problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from generator.games.brain_drain.effects import EFFECTS
from generator.games.brain_drain.powers import POWERS
from generator.model.card import Card, Entry
from generator.model.game import Component, Game
from generator.problems import Problems

REACTIONS = ("cancel", "reflect", "redirect")
KINDS = ("attack", *REACTIONS, "discard", "special", "chaos")
AMOUNTS = ("lose", "gain", "draw", "discard", "steal")
MEETINGS = ("all-hands", "one-to-one")

FIGURES = (
    "start_msp",
    "start_hand",
    "hand_limit",
    "turn_draw",
    "booster_limit",
    "superpower_roll",
    "meeting_standard_from",
    "meeting_productive_from",
    "meeting_loss",
    "meeting_gain",
    "meeting_penalty",
    "meeting_draw",
    "review_loss",
    "review_tie_loss",
    "bluff_loss",
)
DIE = 6
ON_DIE = ("superpower_roll", "meeting_standard_from", "meeting_productive_from")
"""Figures that one die has to reach."""

OPTIONS = {
    "base_must_match": ("true", "false"),
    "meeting_superpower": ("true", "false"),
    "quality_any": ("true", "false"),
    "productive_zero_guard": ("false", "true"),
    "bluff_reactions": ("false", "true"),
}


class Effect(NamedTuple):
    """What a card does: a kind of `effects.EFFECTS`; `who` and `amount` where it has them.

    A swap's `who` is what changes owners.
    """

    kind: str
    who: str = ""
    amount: int = 0


class Role(NamedTuple):
    """A role and what its superpower changes; `trigger` 0 is the common roll."""

    id: str
    name: str
    power: str = ""
    trigger: int = 0
    reroll: bool = False
    comfort: int = 0
    any_first: bool = False
    salvage: bool = False
    widen: bool = False
    halve: bool = False
    soften: int = 0


class Design(NamedTuple):
    """A card as the engine knows it; `code` names it in notation, `role` numbers a role."""

    id: str
    name: str
    role: int
    kind: str
    effects: tuple[Effect, ...]
    code: str
    quote: str = ""


class Deal(NamedTuple):
    """Everything the engine needs; a card is its number among `designs`, `pack` the whole deck."""

    roles: tuple[Role, ...]
    designs: tuple[Design, ...]
    pack: tuple[int, ...]
    figures: Mapping[str, int]
    units: Mapping[str, tuple[str, str]]

    def words(self, amount: int, unit: str) -> str:
        """`1 card`, `2 cards`."""
        return f"{amount} {self.units[unit][amount != 1]}"


def decks(game: Game) -> list[Component]:
    """The components that are decks: those whose cards have role, kind and effects."""
    fields = {"role", "kind", "code", "effects"}
    return [c for c in game.components.values() if fields <= c.spec.fields.keys()]


def table(game: Game, problems: Problems) -> Deal | None:
    """The deal, or None with the reasons among `problems`."""
    before = len(problems.of("error"))
    _figures(game, problems)
    entries = game.catalogs.get("roles") or {}
    if not entries:
        problems.add("audit-missing", game.where, "the rules need a catalog 'roles' with entries")
    elif len(entries) == 1:
        problems.add("audit-missing", game.where, "there is 1 role; a game needs 2")
    roles = [_role(entry, problems) for entry in entries.values()]
    numbers = {role.id: number for number, role in enumerate(roles)}
    designs: list[Design] = []
    pack: list[int] = []
    codes: dict[str, Card] = {}
    for component in decks(game):
        for card in component.cards:
            design = _design(card, numbers, codes, problems)
            if design is not None:
                pack += [len(designs)] * card.count
                designs.append(design)
    if not pack:
        problems.add("audit-missing", game.where, "no component has cards to play with")
    if len(problems.of("error")) > before:
        return None
    figures = {name: game.figures.fig(name) for name in FIGURES}
    units = {name: (u.one, u.many) for name, u in game.figures.units.items()}
    return Deal(tuple(roles), tuple(designs), tuple(pack), figures, units)


def _figures(game: Game, problems: Problems) -> None:
    figures, options, units = game.figures
    for name in FIGURES:
        if name not in figures:
            problems.add("audit-missing", game.where, f"the rules need the figure {name!r}")
            continue
        most = DIE if name in ON_DIE else 99
        if not 1 <= figures[name].value <= most:
            says = f"{name} is {figures[name].value}"
            problems.add("audit-figure", figures[name].where, says, f"1 to {most}")
    for name, choices in OPTIONS.items():
        if name not in options:
            problems.add("audit-missing", game.where, f"the rules need the option {name!r}")
        elif stray := set(options[name].choices) - set(choices):
            says = f"the option {name} cannot be {', '.join(sorted(stray))}"
            problems.add("audit-figure", game.where, says, f"one of {', '.join(choices)}")
    for name in ("msp", "card"):
        if name not in units:
            problems.add("audit-missing", game.where, f"the rules need the unit {name!r}")


def _role(entry: Entry, problems: Problems) -> Role:
    found: dict[str, Any] = {}
    for effect in entry.effects:
        kind = str(getattr(effect, "kind", type(effect).__name__))
        if kind not in POWERS:
            where = entry.place("effects")
            says = f"{entry.name} has the effect {kind}, which no superpower has"
            problems.add("audit-effects", where, says, f"one of {', '.join(POWERS)}")
            continue
        field = kind.replace("-", "_")
        counted = field in ("trigger", "comfort", "soften")
        found[field] = effect.amount if counted else True
    if len(entry.effects) != 1:
        says = f"{entry.name} has {len(entry.effects)} effects"
        problems.add("audit-effects", entry.place("effects"), says, "exactly one: its superpower's")
    return Role(entry.id, entry.name, str(entry.fields.get("superpower") or ""), **found)


def _design(
    card: Card, roles: Mapping[str, int], codes: dict[str, Card], problems: Problems
) -> Design | None:
    role, kind = str(card.fields.get("role")), str(card.fields.get("kind"))
    code = str(card.fields.get("code") or "")
    if role not in roles:
        where = card.place("role")
        problems.add("audit-card", where, f"the role {role!r} is unknown", ", ".join(roles))
        return None
    if kind not in KINDS:
        where = card.place("kind")
        problems.add("audit-card", where, f"the kind {kind!r} is unknown", ", ".join(KINDS))
        return None
    if not code or not code.replace("-", "").isalnum() or code.upper() in codes:
        other = codes.get(code.upper())
        says = f"{card.id} has the code {code!r}" + (f", as {other.id} has" if other else "")
        problems.add("audit-card", card.place("code"), says, "a code of its own, such as W-01")
        return None
    codes[code.upper()] = card
    effects = compiled(card.effects)
    if says := misfit(kind, effects):
        problems.add("audit-effects", card.place("effects"), f"{card.id} {says}")
        return None
    quote = str(card.fields.get("quote") or "")
    return Design(card.id, card.name, roles[role], kind, effects, code.upper(), quote)


def compiled(effects: Iterable[Any]) -> tuple[Effect, ...]:
    """Models as plain effects: `who` of a steal is the target."""
    found = []
    for model in effects:
        kind = str(getattr(model, "kind", type(model).__name__))
        who = str(getattr(model, "who", "") or getattr(model, "what", ""))
        if kind in ("steal", "one-to-one"):
            who = "target"
        found.append(Effect(kind, who, int(getattr(model, "amount", 0))))
    return tuple(found)


def misfit(kind: str, effects: tuple[Effect, ...]) -> str:
    """Why a card of that kind cannot be played with these effects; empty if it can."""
    kinds = [effect.kind for effect in effects]
    if stray := [name for name in kinds if name not in EFFECTS]:
        return f"has the effect {stray[0]}, which no card has"
    if kind in REACTIONS:
        return "" if kinds == [kind] else f"is a {kind} and must have that effect alone"
    if reaction := [name for name in kinds if name in REACTIONS]:
        return f"is of kind {kind} and has the effect {reaction[0]}"
    if not effects:
        return "has no effect"
    if any(name in MEETINGS for name in kinds) and len(kinds) > 1:
        return "has another effect beside a meeting"
    hurts = [e for e in effects if e.kind == "lose" and e.who not in ("self", "")]
    if kind == "attack" and not hurts:
        return "is an attack that makes nobody else lose MSP"
    return ""

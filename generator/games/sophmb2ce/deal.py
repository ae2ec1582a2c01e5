"""The loaded game in, what the engine plays with out: castes, attacks and values; faults noted.

The audit is the making of this: whatever cannot be made is a located problem.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.games.sophmb2ce.effects import Bonus, Damage, Penalty
from generator.model.card import Card, Entry
from generator.model.game import Component, Game
from generator.problems import Problems, Where

RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
NUMBERS = 10
"""The ranks that can be hit-point counters are the first ten."""

KINDS = ("standard1", "standard2", "queen", "king")
CODES: tuple[int | str, ...] = (1, 2, "Q", "K")
OPTIONS = {
    "tie": ("defender", "attacker", "redraw"),
    "ace": ("1", "14"),
    "penalty_on_special": ("false", "true"),
    "first_by": ("last", "all"),
    "opening": ("plain", "weakened"),
}
FIGURES = ("start_hp", "deck", "deck_in_play", "jack", "queen", "king", "bonus", "penalty")


class Attack(NamedTuple):
    """One attack: `code` is 1, 2, "Q" or "K", `weakens` its price ("att", "def" or None)."""

    id: str
    name: str
    code: int | str
    damage: int
    weakens: str | None


class Caste(NamedTuple):
    """One caste with its four attacks in the order of `CODES`; bonuses are added to its draws."""

    id: str
    name: str
    suit: str
    attack_bonus: int
    defence_bonus: int
    attacks: tuple[Attack, ...]

    @property
    def letter(self) -> str:
        """The suit in notation."""
        return self.suit[0].upper()


class Deal(NamedTuple):
    """Everything the engine needs; a card is 13 x (number of its caste) + (number of its rank)."""

    castes: tuple[Caste, ...]
    start_hp: int
    faces: tuple[int, int, int]
    penalty: int
    hp_words: tuple[str, str]

    @property
    def most(self) -> int:
        """The highest bonus of any caste."""
        return max(max(caste.attack_bonus, caste.defence_bonus) for caste in self.castes)

    def points(self, amount: int) -> str:
        """`1 HP`, `3 HP`, in the words of the game's unit."""
        return f"{amount} {self.hp_words[amount != 1]}"


def decks(game: Game) -> list[Component]:
    """The components that are decks: those whose cards have suit, rank and attack."""
    fields = {"suit", "rank", "attack"}
    return [c for c in game.components.values() if fields <= c.spec.fields.keys()]


def deal(game: Game, problems: Problems) -> Deal | None:
    """The deal, or None with the reasons among `problems` (others may be noted beside a deal)."""
    before = len(problems.of("error"))
    _figures(game, problems)
    castes = [_caste(game, entry, problems) for entry in _catalog(game, "castes", problems)]
    if len(castes) == 1:
        problems.add("audit-missing", game.where, "there is 1 caste; a duel needs 2")
    _strangers(game, problems)
    for component in decks(game):
        _deck(game, component, problems)
    if not decks(game):
        problems.add("audit-missing", game.where, "no component has cards with suit, rank, attack")
    if len(problems.of("error")) > before:
        return None
    fig = game.figures.fig
    return Deal(
        tuple(c for c in castes if c),
        fig("start_hp"),
        (fig("jack"), fig("queen"), fig("king")),
        fig("penalty"),
        (game.figures.units["hp"].one, game.figures.units["hp"].many),
    )


def _catalog(game: Game, name: str, problems: Problems) -> Sequence[Entry]:
    entries = game.catalogs.get(name)
    if not entries:
        problems.add("audit-missing", game.where, f"the rules need a catalog {name!r} with entries")
        return ()
    return list(entries.values())


def _figures(game: Game, problems: Problems) -> None:
    figures, options, units = game.figures
    for name in FIGURES:
        if name not in figures:
            problems.add("audit-missing", game.where, f"the rules need the figure {name!r}")
    for name, choices in OPTIONS.items():
        if name not in options:
            problems.add("audit-missing", game.where, f"the rules need the option {name!r}")
        elif stray := set(options[name].choices) - set(choices):
            says = f"the option {name} cannot be {', '.join(sorted(stray))}"
            problems.add("audit-figure", game.where, says, f"one of {', '.join(choices)}")
    if "hp" not in units:
        problems.add("audit-missing", game.where, "the rules need the unit 'hp'")
    if missing := [name for name in FIGURES if name not in figures]:
        return
    del missing
    hp, deck, play = (figures[n] for n in ("start_hp", "deck", "deck_in_play"))
    if not 1 <= hp.value <= NUMBERS:
        says = f"start_hp is {hp.value}, but only ace to ten of a suit can be counters"
        problems.add("audit-figure", hp.where, says, f"1 to {NUMBERS}")
    if play.value != deck.value - hp.value:
        says = f"deck_in_play is {play.value}, but {deck.value} - {hp.value} cards are left"
        problems.add("audit-figure", play.where, says, "from: deck - start_hp")
    for name in ("jack", "queen", "king", "bonus", "penalty"):
        if not 1 <= figures[name].value <= 99:
            says = f"{name} is {figures[name].value}"
            problems.add("audit-figure", figures[name].where, says, "1 to 99")


def _caste(game: Game, entry: Entry, problems: Problems) -> Caste | None:
    bonuses = [e for e in entry.effects if isinstance(e, Bonus)]
    where = entry.place("effects")
    if len(bonuses) != 1:
        found = ", ".join(f"+{b.amount} on {b.on}" for b in bonuses) or "none"
        says = f"{entry.name} has {len(bonuses)} bonuses ({found})"
        problems.add("audit-effects", where, says, "exactly one, on attack or on defence")
    _only(entry, Bonus, "a caste", problems)
    _amount(game, "bonus", bonuses, where, problems)
    attacks = _attacks(game, entry, problems)
    if len(bonuses) != 1 or attacks is None:
        return None
    on, amount = bonuses[0].on, bonuses[0].amount
    suit = str(entry.fields.get("suit") or "")
    if not suit or _suits(game).count(suit[:1].upper()) > 1:
        says = f"the suit {suit!r} begins like another caste's, so notation cannot tell them apart"
        problems.add("audit-entry", entry.place("suit"), says)
        return None
    bonus = (amount, 0) if on == "attack" else (0, amount)
    return Caste(entry.id, entry.name, suit, *bonus, attacks)


def _suits(game: Game) -> list[str]:
    return [str(e.fields.get("suit") or "")[:1].upper() for e in game.catalogs["castes"].values()]


def _only(entry: Entry, kinds: type | tuple[type, ...], what: str, problems: Problems) -> None:
    for effect in entry.effects:
        if not isinstance(effect, kinds):
            where = entry.place("effects")
            kind = getattr(effect, "kind", type(effect).__name__)
            says = f"{entry.name} has the effect {kind}, which is none of {what}"
            problems.add("audit-effects", where, says, "leave it out")


def _amount(
    game: Game, figure: str, effects: Sequence[Bonus | Penalty], where: Where, problems: Problems
) -> None:
    if figure not in game.figures.figures:
        return
    told = game.figures.figures[figure]
    for effect in effects:
        if effect.amount != told.value:
            says = f"the {figure} is {effect.amount} here, but {told.value} in {told.where}"
            problems.add("audit-effects", where, says, f"write amount: {figure}")


def _attacks(game: Game, caste: Entry, problems: Problems) -> tuple[Attack, ...] | None:
    attacks = game.catalogs.get("attacks", {}).values()
    own = [e for e in attacks if e.fields.get("caste") == caste.id]
    found: list[Attack] = []
    for kind, code in zip(KINDS, CODES, strict=True):
        entries = [e for e in own if e.fields.get("kind") == kind]
        if not entries:
            says = f"{caste.name} has no attack of kind {kind}"
            problems.add("audit-missing", caste.where, says, "an entry in the attacks catalog")
        for extra in entries[1:]:
            says = f"{caste.name} has another {kind}: {entries[0].name} ({entries[0].where})"
            where = extra.place("kind")
            problems.add("audit-entry", where, says, "one of each kind")
        if entries and (attack := _attack(game, entries[0], code, problems)):
            found.append(attack)
    return tuple(found) if len(found) == len(KINDS) else None


def _attack(game: Game, entry: Entry, code: int | str, problems: Problems) -> Attack | None:
    where = entry.place("effects")
    damages = [e for e in entry.effects if isinstance(e, Damage)]
    prices = [e for e in entry.effects if isinstance(e, Penalty)]
    _only(entry, (Damage, Penalty), "an attack", problems)
    if len(damages) != 1:
        says = f"{entry.name} has {len(damages)} damages"
        problems.add("audit-effects", where, says, "exactly one, such as {kind: damage, amount: 1}")
    wanted = 1 if code == 2 else 0
    if len(prices) != wanted:
        says = f"{entry.name} has {len(prices)} penalties"
        fix = "exactly one, the price of a second attack" if wanted else "none: it has no price"
        problems.add("audit-effects", where, says, fix)
    _amount(game, "penalty", prices, where, problems)
    if len(damages) != 1 or len(prices) != wanted:
        return None
    weakens = {"attack": "att", "defence": "def"}[prices[0].on] if prices else None
    return Attack(entry.id, entry.name, code, damages[0].amount, weakens)


def _strangers(game: Game, problems: Problems) -> None:
    """Attacks that no caste can use: every other fault of an attack is found from its caste."""
    castes = game.catalogs.get("castes", {})
    for entry in game.catalogs.get("attacks", {}).values():
        for field, known in (("caste", list(castes)), ("kind", list(KINDS))):
            if (value := entry.fields.get(field)) not in known:
                says = f"{entry.name} has the {field} {value!r}"
                where = entry.place(field)
                problems.add("audit-entry", where, says, f"one of {', '.join(known)}")


def _deck(game: Game, component: Component, problems: Problems) -> None:
    if "deck" in game.figures.figures:
        wanted = game.figures.fig("deck")
        count = sum(card.count for card in component.cards)
        if count != wanted:
            says = f"{component.id} has {count} cards, the rules say {wanted}"
            problems.add("audit-card", component.where, says, f"{wanted} cards")
    for card in component.cards:
        _card(game, card, problems)


def _card(game: Game, card: Card, problems: Problems) -> None:
    suit, rank, attack = (card.fields.get(f) for f in ("suit", "rank", "attack"))
    castes = game.catalogs.get("castes", {})
    if suit not in castes:
        where = card.place("suit")
        problems.add("audit-card", where, f"the suit {suit!r} is no caste", ", ".join(castes))
        return
    if rank not in RANKS:
        where = card.place("rank")
        problems.add("audit-card", where, f"the rank {rank!r} is unknown", ", ".join(RANKS))
        return
    where = card.place("attack")
    if rank not in ("queen", "king"):
        if attack is not None:
            says = f"a special attack belongs to queens and kings, not to {card.name}"
            problems.add("audit-card", where, says, "leave it out")
        return
    fits = [
        e.id
        for e in game.catalogs.get("attacks", {}).values()
        if e.fields.get("caste") == suit and e.fields.get("kind") == rank
    ]
    if attack not in fits:
        says = f"{card.name} carries {attack or 'no attack'}, which is not the {rank} of its caste"
        problems.add("audit-card", where, says, " or ".join(fits))

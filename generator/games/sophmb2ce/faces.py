"""A card or piece in, what its face must say out.

What a piece is, its declared fields tell: decks have `suit`, `rank` and `attack`, caste cards a
`caste`, sheets of several `castes`, tokens what they `weaken`, aids the list of what they `tell`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.games.sophmb2ce.deal import KINDS, NUMBERS, RANKS, decks
from generator.games.sophmb2ce.effects import Bonus, Damage, Penalty
from generator.model.card import Card, Entry
from generator.model.game import Component, Game
from generator.problems import Problems
from generator.scene import Fact

INDEX = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

TIES = {
    "defender": "the defence holds",
    "attacker": "the attack hits",
    "redraw": "both draw again",
}
"""What aids say of equal totals, by the option's value."""


def facts(game: Game, component: Component, card: Card) -> list[Fact]:
    """What the face must say; see `_deck_facts`, `_caste_facts`, `_token_facts`, `TELLS`."""
    if component.id in {deck.id for deck in decks(game)}:
        return _deck_facts(game, card)
    castes = game.catalogs.get("castes", {})
    found: list[Fact] = []
    if (caste := castes.get(str(card.fields.get("caste")))) is not None:
        found += _caste_facts(game, caste, "")
    for name in _listed(card, "castes"):
        if (caste := castes.get(name)) is not None:
            found += _caste_facts(game, caste, f"{caste.id}-")
    if card.fields.get("weakens") and "penalty" in game.figures.figures:
        found += _token_facts(game, card)
    for name in _listed(card, "tells"):
        if name in TELLS:
            found += TELLS[name](game)
    return found


def _listed(card: Card, field: str) -> tuple[str, ...]:
    value = card.fields.get(field)
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def audit_aids(game: Game, problems: Problems) -> None:
    """Note aids that are to tell what nobody knows."""
    for component in game.components.values():
        if "tells" not in component.spec.fields:
            continue
        for card in component.cards:
            for name in _listed(card, "tells"):
                if name not in TELLS:
                    says = f"{card.id} is to tell {name!r}"
                    fix = f"one of {', '.join(TELLS)}"
                    problems.add("audit-card", card.place("tells"), says, fix)


def _deck_facts(game: Game, card: Card) -> list[Fact]:
    """Keys: `rank` and `suit` twice; `pip`, `hp`, `hp-left` on counters; else the attack's.

    A special says `attack` (its name), `damage` (with unit hp) and `flavour`; each court card has a
    `note` with its plain value.
    """
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


def _caste_facts(game: Game, caste: Entry, prefix: str) -> Iterator[Fact]:
    """Keys after `prefix`: `caste`, `bonus`, `bonus-on` (a pictogram); of each attack, by its kind:
    its name, `KIND-damage`, and `KIND-cost` and `KIND-cost-on` where it has a price."""
    yield Fact(f"{prefix}caste", shows=caste.name)
    for effect in caste.effects:
        if isinstance(effect, Bonus):
            yield Fact(f"{prefix}bonus", amount=effect.amount)
            yield Fact(f"{prefix}bonus-on", shows=effect.on)
    for attack in game.catalogs.get("attacks", {}).values():
        kind = str(attack.fields.get("kind"))
        if attack.fields.get("caste") != caste.id or kind not in KINDS:
            continue
        yield Fact(f"{prefix}{kind}", shows=attack.name)
        for effect in attack.effects:
            if isinstance(effect, Damage):
                yield Fact(f"{prefix}{kind}-damage", amount=effect.amount, unit="hp")
            if isinstance(effect, Penalty):
                yield Fact(f"{prefix}{kind}-cost", amount=effect.amount)
                yield Fact(f"{prefix}{kind}-cost-on", shows=effect.on)


def _token_facts(game: Game, card: Card) -> list[Fact]:
    """Both sides say `penalty` and show `penalty-on`, the pictogram of the draw it weakens."""
    return [
        Fact("penalty", amount=game.figures.fig("penalty"), times=2),
        Fact("penalty-on", shows=str(card.fields["weakens"]), times=2),
    ]


def _counters(game: Game) -> list[Fact]:
    """The ten counters, by what stands in their corners."""
    return [Fact("counter", shows=INDEX[n]) for n in range(game.figures.fig("start_hp"))]


def _tie(game: Game) -> list[Fact]:
    return [Fact("tie", shows=TIES[game.figures.options["tie"].default])]


def _values(game: Game) -> list[Fact]:
    fig = game.figures.fig
    ace = Fact("ace", amount=int(game.figures.options["ace"].default))
    return [ace, *(Fact(rank, amount=fig(rank)) for rank in RANKS[NUMBERS:])]


def _beyond(game: Game) -> list[Fact]:
    """What the best card counts with a bonus."""
    return [Fact("beyond", amount=game.figures.fig("king") + game.figures.fig("bonus"))]


def _runs_out(game: Game) -> list[Fact]:
    return [Fact("runs-out", amount=game.figures.fig("deck_in_play"), unit="card")]


def _tokens(game: Game) -> list[Fact]:
    """Fold-over tokens to cut out: one of each kind for each player."""
    sides = 2 * game.players
    return [
        Fact("penalty", amount=game.figures.fig("penalty"), times=2 * sides),
        Fact("penalty-on", shows="attack", times=sides),
        Fact("penalty-on", shows="defence", times=sides),
    ]


TELLS: dict[str, Callable[[Game], list[Fact]]] = {
    "counters": _counters,
    "tie": _tie,
    "values": _values,
    "beyond": _beyond,
    "runs-out": _runs_out,
    "tokens": _tokens,
}
"""What an aid can be asked to tell, and the facts that then stand on it."""

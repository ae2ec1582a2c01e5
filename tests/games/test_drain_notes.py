"""The tables of NOTES.md say what the cards are; a card changed and a table forgotten fails."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from generator.games.brain_drain.table import KINDS
from generator.load.find import workspace
from generator.model.card import Card
from generator.model.game import Game
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
NOTES = ROOT / "card_data" / "brain_drain" / "NOTES.md"
SUMS = {
    "MSP from a target": ("lose", ("target",)),
    "from several": ("lose", ("others", "all", "highest", "lowest")),
    "price": ("lose", ("self",)),
    "MSP gained": ("gain", ("self",)),
    "cards drawn": ("draw", ("self",)),
    "discarded by a target": ("discard", ("target",)),
    "by several": ("discard", ("others", "all")),
    "stolen": ("steal", ("",)),
}


def table(corner: str, columns: list[str], rows: dict[str, list[int]]) -> str:
    whole = {**rows, "all": [sum(column) for column in zip(*rows.values(), strict=True)]}
    lines = [f"| {' | '.join([corner, *columns])} |", f"|---|{'---:|' * len(columns)}"]
    lines += [f"| {' | '.join([name, *map(str, row)])} |" for name, row in whole.items()]
    return "\n".join(lines)


def amounts(cards: list[Card]) -> list[int]:
    effects = [effect for card in cards for effect in card.effects]
    return [
        sum(e.amount for e in effects if e.kind == kind and getattr(e, "who", "") in who)
        for kind, who in SUMS.values()
    ]


def test_the_notes_count_what_the_cards_are() -> None:
    place = workspace(ROOT).place("brain_drain")
    assert place is not None
    game: Game = load(workspace(ROOT), place, (), Problems())[0]
    cards = {
        role.name: [c for c in game.components["deck"].cards if c.fields["role"] == role.id]
        for role in game.catalogs["roles"].values()
    }
    kinds = {name: Counter(str(card.fields["kind"]) for card in own) for name, own in cards.items()}
    mix = {name: [count[kind] for kind in KINDS] for name, count in kinds.items()}
    sums = {name: amounts(own) for name, own in cards.items()}
    notes = NOTES.read_text(encoding="utf-8")
    for wanted in (table("role", list(KINDS), mix), table("role", list(SUMS), sums)):
        assert wanted in notes, f"NOTES.md should say\n{wanted}"

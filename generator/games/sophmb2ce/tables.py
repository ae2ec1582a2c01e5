"""A deal and a choice of options in, the tables that a duel looks things up in out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from generator.games.sophmb2ce.cards import Cards
from generator.games.sophmb2ce.deal import NUMBERS, RANKS, Attack, Deal
from generator.games.sophmb2ce.state import Pile

Draw = tuple[Attack, int, str | None]
"""What a card drawn for a declared attack means: the attack used, its damage, its price."""


class Tables:
    """Card values, decks of play, totals and attacks, by caste and card."""

    def __init__(self, deal: Deal, options: Mapping[str, str]) -> None:
        self.deal = deal
        self.tie = options["tie"]
        self.first_by = options["first_by"]
        self.opening_penalty = int(options["opening"] == "weakened")
        self.penalty_on_special = options["penalty_on_special"] == "true"
        self.cards = Cards([caste.letter for caste in deal.castes])
        rank_values = (int(options["ace"]), *range(2, NUMBERS + 1), *deal.faces)
        self.values: tuple[int, ...] = rank_values * len(deal.castes)
        self.full: Pile = tuple(range(len(self.values)))
        self.decks = [self._deck(number) for number in range(len(deal.castes))]
        # [caste][penalty 0 or 1][card] and [caste][declared][card]: no sums in play
        self.attack_values = [self._totals(caste.attack_bonus) for caste in deal.castes]
        self.defence_values = [self._totals(caste.defence_bonus) for caste in deal.castes]
        self.draws = [self._draws(number) for number in range(len(deal.castes))]
        # [caste]: its special cards with their damage
        self.specials = [
            {card: damage for card, (used, damage, _) in enumerate(draws[1]) if used.code != 1}
            for draws in self.draws
        ]

        # how many cards of the deck have a total, by total + penalty; specials are not plain
        self.plain_counts = [
            [
                self._count(set(deck) - self.specials[caste].keys(), t)
                for t in self.attack_values[caste]
            ]
            for caste, deck in enumerate(self.decks)
        ]
        self.defence_counts = [
            [self._count(deck, totals) for totals in self.defence_values[caste]]
            for caste, deck in enumerate(self.decks)
        ]

    def _count(self, cards: Iterable[int], totals: Sequence[int]) -> list[int]:
        counts = [0] * (max(self.values) + self.deal.most + self.deal.penalty + 1)
        for card in cards:
            counts[totals[card] + self.deal.penalty] += 1
        return counts

    def _deck(self, caste: int) -> Pile:
        counters = range(13 * caste, 13 * caste + self.deal.start_hp)
        return tuple(card for card in self.full if card not in counters)

    def _totals(self, bonus: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        plain = tuple(value + bonus for value in self.values)
        return plain, tuple(total - self.deal.penalty for total in plain)

    def _draws(self, caste: int) -> tuple[tuple[Draw, ...], ...]:
        """What drawing a card means for attack 1 and 2: the attack used, its damage and price."""
        first, second, queen, king = self.deal.castes[caste].attacks
        own = {13 * caste + RANKS.index("queen"): queen, 13 * caste + RANKS.index("king"): king}
        price = second.weakens if self.penalty_on_special else None
        one = [own.get(card, first) for card in self.full]
        two = [own.get(card, second) for card in self.full]
        return (
            (),
            tuple((used, used.damage, None) for used in one),
            tuple((used, used.damage, used.weakens or price) for used in two),
        )

    def flip(self, a: Pile, b: Pile) -> tuple[tuple[int, int], int, int] | None:
        """Castes, first seat and pairs flipped (rulings 000-01 to 05); None: no duel."""
        castes: tuple[int, int] | None = None
        highest = [0, 0]
        for flips, pair in enumerate(zip(a, b, strict=False), 1):
            shown = [self.values[card] for card in pair]
            if castes is None:
                highest = list(map(max, highest, shown))
                if pair[0] // 13 == pair[1] // 13:
                    continue
                castes = (pair[0] // 13, pair[1] // 13)
                if self.first_by == "all":
                    shown = highest
            # a pair after the settling one is a redraw: it decides by itself
            if shown[0] != shown[1]:
                return castes, int(shown[1] > shown[0]), flips
        return None

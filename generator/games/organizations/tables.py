"""Figures in, what cards and organizations are worth to each other out: sections 2 to 7."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.contract import SetupRefused
from generator.games.organizations.cards import NUMBERS, SUIT, Cards
from generator.games.organizations.deal import SUITS, Deal
from generator.games.organizations.state import Change, Conflict, Hand, Lines, Move, Org

SAME, TRUMPS, NEUTRAL, WEAK = "same", "trumps", "neutral", "weak"
RELATIONS = (SAME, TRUMPS, NEUTRAL, WEAK)
"""By how many suits further round the circle the other one stands."""

MOST_SEATS = 16


class Tables:
    """Everything that does not change in play; nothing is computed twice."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.cards = Cards(deal.letters)
        self.pack: Hand = tuple(range(SUITS * SUIT))
        self.values = (*range(1, NUMBERS + 1), *deal.faces) * SUITS
        self.suit_masks = tuple(((1 << SUIT) - 1) << (SUIT * suit) for suit in range(SUITS))
        face_bits = ((1 << SUIT) - 1) ^ ((1 << NUMBERS) - 1)
        self.face_mask = sum(face_bits << (SUIT * suit) for suit in range(SUITS))
        # [current]: the cards that exceed it
        self.over = tuple(self._over(card) for card in self.pack)
        self.play_moves = tuple(
            tuple(Move("play", seat, card) for card in self.pack) for seat in range(MOST_SEATS)
        )
        self.throw_moves = tuple(
            tuple(Move("throw", seat, card) for card in self.pack) for seat in range(MOST_SEATS)
        )
        self.keep_moves = tuple(Move("keep", seat) for seat in range(MOST_SEATS))

    def _over(self, current: int) -> int:
        """Higher in the suit, any face card of the suit, any trump (rulings 002-03 to 06)."""
        suit = current // SUIT
        mask = self.suit_masks[(suit - 1) % SUITS]
        for card in range(SUIT * suit, SUIT * suit + SUIT):
            if card % SUIT >= NUMBERS or self.values[card] > self.values[current]:
                mask |= 1 << card
        return mask & ~(1 << current)

    def relation(self, suit: int, other: int) -> str:
        """What a suit is to another: `trumps`, `weak`, `neutral`, or `same` (ruling 002-01)."""
        return RELATIONS[(other - suit) % SUITS]

    def hand_size(self, members: int) -> int:
        """Cards of each member of a team; raises SetupRefused outside 1 to 8 (ruling 002-28)."""
        if not 1 <= members <= len(self.deal.hands):
            raise SetupRefused(f"a team of {members}", f"1 to {len(self.deal.hands)} members")
        return self.deal.hands[members - 1]

    # Organizations

    def size(self, power: int, scope: int) -> int:
        """The largest number card of an organization at its scope (rulings 002-07, 08, 09)."""
        found = self.deal.scopes[scope]
        return max(0, power - found.less) if power > found.over else 0

    def engages(self, power: int, scope: int) -> bool:
        """Whether it has influence there, and can be challenged."""
        return power > self.deal.scopes[scope].over

    def lines(self, table: Conflict, powers: Sequence[int]) -> Lines:
        """Sizes of each member in each suit, by its best organization (ruling 002-13)."""
        sizes = [[0] * SUITS for _ in range(table.seats)]
        reach = [0, 0]
        for org, power in zip(table.orgs, powers, strict=True):
            row = sizes[org.seat]
            row[org.suit] = max(row[org.suit], self.size(power, org.scope))
            if self.engages(power, org.scope):
                reach[table.side(org.seat)] |= self.suit_masks[org.suit]
        usable = tuple(self.usable(row) for row in sizes)
        return Lines(tuple(map(tuple, sizes)), usable, (reach[1], reach[0]))

    def usable(self, sizes: Sequence[int]) -> int:
        """Face cards, and the number cards within the sizes, as a mask (ruling 002-10)."""
        mask = self.face_mask
        for suit, size in enumerate(sizes):
            mask |= ((1 << min(size, NUMBERS)) - 1) << (SUIT * suit)
        return mask

    def engageable(self, lines: Lines, side: int) -> list[int]:
        """The suits in which a side can be engaged."""
        reach = lines.openings[1 - side]
        return [suit for suit in range(SUITS) if reach & self.suit_masks[suit]]

    def best(self, table: Conflict, powers: Sequence[int], side: int, suit: int) -> int | None:
        """The side's best organization of a suit (rulings 002-13, 27); None without one.

        The largest size, then the lower seat; of one member the greater power, then the first.
        """

        def order(number: int) -> tuple[int, int, int, int]:
            org = table.orgs[number]
            power = powers[number]
            return -self.size(power, org.scope), org.seat, -power, org.number

        members = table.members(side)
        own = [n for n, org in enumerate(table.orgs) if org.suit == suit and org.seat in members]
        return min(own, key=order, default=None)

    def consequence(
        self, table: Conflict, powers: Sequence[int], first: int, last: int, winner: int
    ) -> tuple[Change, ...]:
        """What a round changes (rulings 002-20 to 22, 27, 32); power does not fall below 0."""
        suit = last // SUIT
        if first < 0:
            return ()
        if first // SUIT == suit:
            gains = self.best(table, powers, winner, suit)
            return () if gains is None else (Change(gains, self.deal.gain),)
        loses = self.best(table, powers, 1 - winner, suit)
        if loses is None or not powers[loses]:
            return ()
        return (Change(loses, -min(self.deal.loss, powers[loses])),)

    def beaten(self, table: Conflict, lines: Lines) -> tuple[int, ...]:
        """The sides that cannot be engaged in any suit any more (ruling 002-26)."""
        return tuple(side for side in (0, 1) if not lines.openings[1 - side])


def org_name(letters: Sequence[str], table: Conflict, number: int, seats: str) -> str:
    """`B H`, or `B H2` for the member's second organization of hearts."""
    org: Org = table.orgs[number]
    alike = [o for o in table.orgs if o.seat == org.seat and o.suit == org.suit]
    place = str(alike.index(org) + 1) if len(alike) > 1 else ""
    return f"{seats[org.seat]} {letters[org.suit]}{place}"

"""Cards in notation in, numbers out, and back: `7C`, `10S` or `TS`, `KH`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.engine.contract import Unreadable

RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
INDEX = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NUMBERS = 10
"""The first ten ranks are number cards, the ace among them (ruling 002-03); the rest are faces."""

SUIT = len(RANKS)


class Cards:
    """Names of cards: a card is 13 x (number of its suit) + (number of its rank)."""

    def __init__(self, letters: Sequence[str]) -> None:
        self.letters = tuple(letters)
        self.names = tuple(rank + suit for suit in letters for rank in INDEX)
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self._numbers |= {f"T{suit}": self._numbers[f"10{suit}"] for suit in letters}

    def number(self, text: str) -> int:
        """The card of that name; raises Unreadable."""
        try:
            return self._numbers[text.strip().upper()]
        except KeyError:
            suits = ", ".join(self.letters)
            fix = f"a rank (A 2-10 J Q K) and a suit ({suits}), such as 7{self.letters[0]}"
            raise Unreadable(f"{text.strip()[:20]!r} is no card", fix) from None

    def several(self, text: str) -> tuple[int, ...]:
        """Cards separated by spaces; `-` for none."""
        return () if text.strip() == "-" else tuple(self.number(word) for word in text.split())

    def suit(self, text: str) -> int:
        """The suit of that letter; raises Unreadable."""
        letter = text.strip().upper()
        if letter not in self.letters:
            raise Unreadable(f"{text[:20]!r} is no suit", f"one of {', '.join(self.letters)}")
        return self.letters.index(letter)

    def write(self, cards: Iterable[int]) -> str:
        """The names, separated by spaces; `-` for none."""
        return " ".join(self.names[card] for card in cards) or "-"

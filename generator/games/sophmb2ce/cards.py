"""Cards in the duel's notation in, numbers out, and back: `7C`, `10S` or `TS`, `K`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.engine.contract import Unreadable

RANK_LETTERS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RANKS = {letter: number for number, letter in enumerate(RANK_LETTERS)} | {"T": 9}


class Cards:
    """Card names for the suits of one game; `letters` in the order of its castes."""

    def __init__(self, letters: Sequence[str]) -> None:
        self.letters = tuple(letters)
        self.names = tuple(rank + suit for suit in letters for rank in RANK_LETTERS)
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self._numbers |= {f"T{suit}": self._numbers[f"10{suit}"] for suit in letters}

    def number(self, text: str) -> int:
        """The card of that name; raises Unreadable."""
        try:
            return self._numbers[text.strip().upper()]
        except KeyError:
            suits = ", ".join(self.letters)
            fix = f"a rank (A 2-10 J Q K) and a suit ({suits}), such as 7{self.letters[0]}"
            raise Unreadable(f"{text.strip()!r} is no card", fix) from None

    def fitting(self, text: str) -> list[int]:
        """The cards a draw may mean: one, or those of a rank when the suit is left out."""
        rank = _RANKS.get(text.strip().upper())
        if rank is None:
            return [self.number(text)]
        return [13 * suit + rank for suit in range(len(self.letters))]

    def several(self, text: str) -> tuple[int, ...]:
        """Cards separated by spaces."""
        return tuple(self.number(word) for word in text.split())

    def write(self, cards: Iterable[int]) -> str:
        """The names, separated by spaces."""
        return " ".join(self.names[card] for card in cards)

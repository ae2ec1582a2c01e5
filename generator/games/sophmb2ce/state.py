"""A duel's moves, its state and what a seat sees of it."""

from __future__ import annotations

from typing import NamedTuple

from generator.games.sophmb2ce.deal import Attack

Pile = tuple[int, ...]


class Declare(NamedTuple):
    """The acting seat announces its standard attack 1 or 2; both then draw."""

    attack: int


class Again(NamedTuple):
    """Equal totals under `tie: redraw`: both draw once more for the attack declared."""


class Shuffle(NamedTuple):
    """A seat's used-up pile becomes a deck in this order, top first."""

    seat: int
    order: Pile


Move = Declare | Again | Shuffle
DECLARES, AGAINS = (Declare(1), Declare(2)), (Again(),)
CHOICES = ("", "attack 1", "attack 2")

Last = tuple[int, int, int, int, Attack, int, int, bool | None, int, str | None]
"""An `Exchange` without its names: a plain tuple costs a quarter while simulating."""


class Exchange(NamedTuple):
    """What the last draw came to; `hit` None: equal totals, to be drawn again.

    `attack` and `defence` are the totals, `sets` the penalty ("att", "def") that the attacker
    now carries.
    """

    attacker: int
    declared: int
    attack_card: int
    defence_card: int
    used: Attack
    attack: int
    defence: int
    hit: bool | None
    damage: int
    sets: str | None


class Duel(NamedTuple):
    """A set-up: `castes` None are drawn by flips, `flips` tops of both full decks, top first."""

    castes: tuple[int, int] | None
    first: int
    hp: tuple[int, int]
    flips: tuple[Pile, Pile] | None = None
    seats: int = 2


class State:
    """A position with the concrete order of both decks.

    Of `piles[seat]` the first `drawn[seat]` cards lie in the discard, the rest is the deck, top
    first; a pile with no deck left is shuffled before the next turn. `waits` is the actor, `turn`
    the seat that moves once chance has moved. `castes` is None until flips have settled them.
    Penalties are 0 or 1; `declared` is 0 but between a draw and its redraw.
    """

    __slots__ = (
        "attack_penalty",
        "castes",
        "declared",
        "defence_penalty",
        "drawn",
        "exchanges",
        "first",
        "flips",
        "hp",
        "last",
        "piles",
        "reshuffles",
        "turn",
        "waits",
    )

    def __init__(self, castes: tuple[int, int] | None, hp: tuple[int, int], turn: int) -> None:
        self.castes = castes
        self.hp = [hp[0], hp[1]]
        self.first = turn
        self.piles: list[Pile] = [(), ()]
        self.drawn = [0, 0]
        self.attack_penalty = [0, 0]
        self.defence_penalty = [0, 0]
        self.turn = turn
        self.waits = turn
        self.declared = 0
        self.exchanges = 0
        self.reshuffles = 0
        self.flips = 0
        self.last: Last | None = None

    def copy(self) -> State:
        """Lists are copied, piles are shared: nothing changes a pile in place."""
        other = State.__new__(State)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, value[:] if type(value) is list else value)
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"State({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__slots__)})"

    def exchange(self) -> Exchange | None:
        """The last draw by name; None before the first."""
        return None if self.last is None else Exchange._make(self.last)


class View(NamedTuple):
    """What a seat sees: everything but the order of the decks.

    `discards` are the cards of each seat drawn since its last shuffle, oldest first; `left` counts
    the cards of its deck.
    """

    seat: int
    castes: tuple[int, int] | None
    hp: tuple[int, int]
    attack_penalty: tuple[int, int]
    defence_penalty: tuple[int, int]
    discards: tuple[Pile, Pile]
    left: tuple[int, int]
    waits: int
    turn: int
    declared: int
    first: int
    exchanges: int
    reshuffles: int
    flips: int
    last: Last | None

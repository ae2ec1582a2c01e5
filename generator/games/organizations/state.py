"""A conflict's moves, its set-up, its state and what a seat sees of it.

Cards are numbers (see `cards`). Seats are the members of both sides, those of side 0 first. A team
moves by its first member's word: any member may play, hands of a team lie open to it (ruling
002-31, talk is free). Cards that are thrown lie face up.
"""

from __future__ import annotations

from typing import NamedTuple

Hand = tuple[int, ...]

CUT, SHUFFLE, THROW, REBUILD, PLAY, END = "cut", "shuffle", "throw", "rebuild", "play", "end"
"""Phases. Chance cuts for the aggressor, shuffles and deals, and makes a new stock."""


class Move(NamedTuple):
    """One small move: `what` is `throw` CARD, `keep` (no more), `play` CARD by `seat`.

    Of chance: `cut` (a card for each side), `shuffle` and `rebuild` (cards, top first).
    """

    what: str
    seat: int = -1
    card: int = -1
    cards: Hand = ()


class Org(NamedTuple):
    """An organization's place in a conflict: its member's seat, its number there, suit, scope."""

    seat: int
    number: int
    suit: int
    scope: int
    name: str = ""


class Conflict(NamedTuple):
    """A set-up: members of each side, organizations and their power at the beginning.

    `starter` is a side, -1 where the deck is cut for it. After `rounds` rounds (0: never) it is
    broken off: in a truce, or, where so many were `agreed` on, won by who has won more of them.
    `hands` by seat begin with the first card already dealt.
    """

    teams: tuple[int, int]
    orgs: tuple[Org, ...]
    powers: tuple[int, ...]
    starter: int = -1
    rounds: int = 0
    agreed: bool = False
    hands: tuple[Hand, ...] = ()
    names: tuple[str, str] = ("", "")

    @property
    def seats(self) -> int:
        """Members of both sides."""
        return self.teams[0] + self.teams[1]

    def side(self, seat: int) -> int:
        """The side a seat belongs to."""
        return int(seat >= self.teams[0])

    def members(self, side: int) -> range:
        """The seats of a side."""
        return range(self.teams[0], self.seats) if side else range(self.teams[0])


class Lines(NamedTuple):
    """What powers come to: `sizes` by seat and suit; masks of cards otherwise (bit n is card n).

    `usable` by seat: face cards, and number cards of a suit up to its size. `openings` by side: the
    suits in which the other side can be engaged.
    """

    sizes: tuple[tuple[int, ...], ...]
    usable: tuple[int, ...]
    openings: tuple[int, int]


class Change(NamedTuple):
    """An organization (a number among `Conflict.orgs`) and what its power changes by."""

    org: int
    by: int


class Result(NamedTuple):
    """A round that is over: first and last card (-1: none was played), the side that won it."""

    starter: int
    first: int
    last: int
    winner: int
    changes: tuple[Change, ...]


class State:
    """A position. `stock` has its top at the end, `played` is (seat, card) of the round so far.

    `turn` is the side to move, `actor` the seat asked; `rebuilt` are the cards that a new stock was
    made of. `asked` counts the seats that have thrown what they wanted.
    """

    __slots__ = (
        "actor",
        "asked",
        "first_starter",
        "hands",
        "lines",
        "phase",
        "played",
        "powers",
        "rebuilds",
        "rebuilt",
        "results",
        "starter",
        "stock",
        "table",
        "thrown",
        "turn",
        "winners",
    )

    def __init__(self, table: Conflict, lines: Lines) -> None:
        self.table = table
        self.powers = list(table.powers)
        self.lines = lines
        self.hands: list[list[int]] = [[] for _ in range(table.seats)]
        self.stock: list[int] = []
        self.thrown: list[int] = []
        self.rebuilt: Hand = ()
        self.played: list[tuple[int, int]] = []
        self.starter = self.first_starter = table.starter
        self.turn = table.starter
        self.asked = 0
        self.phase = SHUFFLE
        self.actor = -1
        self.rebuilds = 0
        self.results: tuple[Result, ...] = ()
        self.winners: tuple[int, ...] | None = None

    def copy(self) -> State:
        """Lists are copied, tuples shared."""
        other = State.__new__(State)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(other, name, value[:] if type(value) is list else value)
        other.hands = [hand[:] for hand in self.hands]
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"State({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__slots__)})"


class View(NamedTuple):
    """What a seat sees: the hands of its own side (others are ()), and whatever lies open.

    `cards` counts every hand, `late` those cards in it that come from a new stock, whose cards are
    `rebuilt`; `left` counts the stock.
    """

    seat: int
    table: Conflict
    powers: tuple[int, ...]
    lines: Lines
    hands: tuple[Hand, ...]
    cards: tuple[int, ...]
    late: tuple[int, ...]
    left: int
    thrown: Hand
    rebuilt: Hand
    played: tuple[tuple[int, int], ...]
    starter: int
    first_starter: int
    turn: int
    asked: int
    phase: str
    actor: int
    rebuilds: int
    results: tuple[Result, ...]
    winners: tuple[int, ...] | None

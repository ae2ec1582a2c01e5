"""Moves of a game of Sprite Wars, its state and what a seat sees of it."""

from __future__ import annotations

from typing import NamedTuple

from generator.games.sprite_wars.grid import Cells, settled

Stack = tuple[int, ...]
"""Numbers of fighters, top first."""

DEAL, COIN, OPENING, PLACE, STRIKE, DONE = "deal", "coin", "opening", "place", "strike", "done"
"""What is to happen next; OPENING is the lower card's placement, PASS is a move of PLACE."""

NOBODY, DRAW = -1, 2
"""`result` while the game runs, and of a drawn game; else it is the seat that won."""


class Move(NamedTuple):
    """`shuffle` (at: seat, order: its stack, top first) and `coin` (at: the seat it calls higher)
    are chance; `place` and `strike` (at: a spot) and `pass` belong to the seat whose turn it is."""

    what: str
    at: int = 0
    order: Stack = ()


PASS = Move("pass")


class Strike(NamedTuple):
    """The attack just carried out; `came` is the fighter that took the spot, -1 for none."""

    at: int
    card: int
    attack: int
    defence: int
    came: int

    @property
    def won(self) -> bool:
        """Equal totals leave the defender where it is (ruling 004-11)."""
        return self.attack > self.defence


class Battle(NamedTuple):
    """A set-up: what lies in the stacks. None: so many fighters drawn from the series.

    `dealt`: the stacks have this order; else chance shuffles them.
    """

    stacks: tuple[Stack, Stack] | None
    size: int
    dealt: bool
    seats: int = 2


class State:
    """A position with the concrete order of both stacks.

    The last `known[seat]` cards of a stack were laid under it for all to see. In PLACE the acting
    seat has drawn the top card of its stack, where it still lies; in STRIKE `left` holds the
    targets to come and `struck` is where the new card lies. `shown` are the opening's two cards.
    `seen` are earlier positions that can come again: see `remember`.
    """

    __slots__ = (
        "cells",
        "events",
        "first",
        "known",
        "last",
        "left",
        "phase",
        "redraws",
        "result",
        "seen",
        "shown",
        "size",
        "stacks",
        "struck",
        "turn",
        "turns",
    )

    def __init__(self, stacks: tuple[Stack, Stack], size: int) -> None:
        self.cells: Cells = {}
        self.stacks: list[Stack] = list(stacks)
        self.known = [0, 0]
        self.size = size
        self.phase = DEAL
        self.turn = 0
        self.first = NOBODY
        self.shown: Stack = ()
        self.redraws = 0
        self.result = NOBODY
        self.left: tuple[int, ...] = ()
        self.struck = 0
        self.turns = 0
        self.last: Strike | None = None
        self.seen: frozenset[object] = frozenset()
        self.events: tuple[str, ...] = ()

    def copy(self) -> State:
        """Lists and cells are copied, all else never changes in place."""
        other = State.__new__(State)
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other.cells = self.cells.copy()
        other.stacks = self.stacks[:]
        other.known = self.known[:]
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"State({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__slots__)})"

    def hidden(self, seat: int) -> Stack:
        """The cards on top of a stack whose order nobody knows."""
        return self.stacks[seat][: len(self.stacks[seat]) - self.known[seat]]

    def remember(self) -> bool:
        """Keep this position, and tell whether it was there before (ruling 004-20).

        A seat with cards of unknown order draws one of them, and none comes back unseen: only where
        both orders are known throughout can a position return.
        """
        for seat in (0, 1):
            if self.known[seat] != len(self.stacks[seat]):
                return False
        key = (settled(self.cells), *self.stacks, self.turn)
        if key in self.seen:
            return True
        self.seen |= {key}
        return False

    def happened(self, event: str) -> None:
        """Count a rare thing once."""
        if event not in self.events:
            self.events = tuple(sorted((*self.events, event)))


class View(NamedTuple):
    """What a seat sees: everything but the order of cards that nobody has seen.

    `hidden` are those cards, sorted; `under` the known ends of the stacks. `drawn` is the card that
    the seat itself (in the opening: anybody) sees drawn and not yet placed, -1 for none.
    """

    seat: int
    cells: tuple[tuple[int, tuple[int, int]], ...]
    hidden: tuple[Stack, Stack]
    under: tuple[Stack, Stack]
    drawn: int
    size: int
    phase: str
    turn: int
    first: int
    shown: Stack
    redraws: int
    result: int
    left: tuple[int, ...]
    struck: int
    turns: int
    last: Strike | None
    seen: frozenset[object]
    events: tuple[str, ...]

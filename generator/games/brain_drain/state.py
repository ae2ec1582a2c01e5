"""A game's moves, its state and what a seat sees of it. Cards and roles are numbers of the tables.

A turn is a script of small moves. `roll` and `die`, then `play` (or `boost`, `spend`, `take` for a
superpower, or `bluff` and `claim`), then `at` for targets, `declare` for a role, `call` or `let`
about a bluff, `react`, `to` or `pass` under attack, `give` for cards of one's own choice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Cards = tuple[int, ...]

TURN, SPEND, TAKE, CLAIM, AIM, EXTRA = "turn", "spend", "take", "claim", "aim", "extra"
DECLARE, CALL, REACT, TO, GIVE = "declare", "call", "react", "to", "give"
ROLES, SHUFFLE, DIE, PICK, END = "roles", "shuffle", "die", "pick", "end"
"""Phases: what is waited for; the second line asks others than the seat in turn too, the last
waits for chance or for nobody. (`declare` is asked of the seat in turn.)"""

UNROLLED, MISSED, AGAIN, HIT = 0, 1, 2, 3
"""`State.roll`: not rolled, missed, missed with a reroll left, hit."""

FACE_DOWN = -2
"""In a view: a card that lies there and is not to be seen."""

NO_SHIELD, HALF, LESS = 0, 1, 2
"""`State.shield`: what changes the seat's next loss: nothing, halving, a figure less."""


class Move(NamedTuple):
    """One small move: `what` it is, and a card, seat, role or number, or several cards.

    `roll` `reroll` `rest` (empty hand) · `play` CARD · `boost` CARD (superpower with that base) ·
    `spend` CARDS · `take` CARD or -1 · `bluff` CARD · `claim` CARD · `at` SEAT or -1 (no more) ·
    `declare` ROLE · `call` `let` · `react` CARD · `fake` CARD (a bluffed reaction) · `pass` ·
    `to` SEAT · `give` CARD. Of chance: `roles` ROLES, `shuffle` CARDS (top first), `die` NUMBER,
    `pick` CARD (one that is stolen).
    """

    what: str
    value: int = -1
    cards: Cards = ()


class Seats(NamedTuple):
    """A set-up: how many play, their roles (() are drawn), `laid` a position to begin from."""

    seats: int
    roles: Cards = ()
    laid: Laid | None = None


class Laid(NamedTuple):
    """A position: lists by seat; `draw` and `discard` top first, all other cards under `draw`."""

    msp: tuple[int, ...]
    hands: tuple[Cards, ...]
    boosters: tuple[Cards, ...]
    shield: tuple[int, ...]
    out: tuple[bool, ...]
    draw: Cards
    discard: Cards
    turn: int
    final: tuple[int, ...] | None = None


Task = tuple[Any, ...]
"""Something still to be done: a name of `Resolve.tasks` and what it needs; the last comes first."""


class State:
    """A game in the middle of anything; `actor` is to move, in `phase`.

    `draw` and `discard` have their top at the end. Lists by seat are as long as the game has seats.
    `played` is the card in play and `face` the card as which it counts (another one in a bluff);
    `boosted` says that it is the base of a superpower. -1 is nothing, nobody, no role everywhere.
    """

    __slots__ = (
        "actor",
        "aimed",
        "bluffer",
        "boosted",
        "boosters",
        "chain",
        "counts",
        "debt",
        "die",
        "discard",
        "draw",
        "face",
        "faked",
        "faked_as",
        "faked_to",
        "final",
        "hands",
        "hidden",
        "hit",
        "incoming",
        "log",
        "msp",
        "origin",
        "out",
        "pack",
        "phase",
        "played",
        "role",
        "roles",
        "roll",
        "sender",
        "shield",
        "spent",
        "targets",
        "times",
        "todo",
        "turn",
        "turns",
        "used",
        "winners",
    )

    def __init__(self, seats: int, pack: Cards) -> None:
        self.pack = pack
        self.roles: Cards = ()
        self.msp = [0] * seats
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.boosters: list[list[int]] = [[] for _ in range(seats)]
        self.shield = [NO_SHIELD] * seats
        self.out = [False] * seats
        self.draw: list[int] = []
        self.discard: list[int] = []
        self.turn = 0
        self.final: list[int] | None = None
        self.winners: tuple[int, ...] | None = None
        self.actor = 0
        self.phase = ""
        self.todo: list[Task] = []
        self.turns = 0
        self.counts: dict[str, int] = {}
        self.used: list[int] = []
        """Cards whose effect somebody has set off on the own turn or by reacting."""
        self.log: list[Task] = []
        """What the last move brought about, as everyone saw it."""
        self.clear()
        self.debt = 0

    def clear(self) -> None:
        """Forget the last turn's play."""
        self.roll = UNROLLED
        self.die = 0
        self.played = self.face = self.role = self.sender = self.aimed = self.origin = self.hit = -1
        self.hidden = self.boosted = False
        self.spent: Cards = ()
        self.times = 0
        self.targets: tuple[int, ...] = ()
        self.incoming: tuple[tuple[str, int], ...] = ()
        self.chain: tuple[tuple[int, int], ...] = ()
        self.bluffer = self.faked = self.faked_as = self.faked_to = -1

    def copy(self) -> State:
        """An independent state."""
        other = State.__new__(State)
        for name in self.__slots__:
            value = getattr(self, name)
            kind = type(value)
            if kind is list:
                value = value[:]
            elif kind is dict:
                value = dict(value)
            setattr(other, name, value)
        other.hands = [hand[:] for hand in self.hands]
        other.boosters = [stack[:] for stack in self.boosters]
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"State({', '.join(f'{name}={getattr(self, name)!r}' for name in self.__slots__)})"

    def living(self, after: int) -> list[int]:
        """Seats in the game, clockwise from the left neighbour of a seat, which comes last."""
        out, seats = self.out, len(self.out)
        return [s for s in (*range(after + 1, seats), *range(after + 1)) if not out[s]]


class View(NamedTuple):
    """What a seat sees: its own hand, and whatever lies open.

    `left` counts the draw pile, `cards` every hand; `boosters` and `discard` (top last) are open.
    `phase`, `actor` say what is asked of whom. In play: `played` (FACE_DOWN where this seat cannot
    see it) counts as `face`, `boosted` by a superpower, `times` the multiplier, `spent` boosters,
    `targets`, `role` declared. Under attack: `sender`, `aimed` (whom it would hit now), `incoming`
    as (kind, amount), `chain` so far as (seat, card). A bluffed reaction: `bluffer`, `faked_as`,
    `faked_to`. `debt` cards are to be given up. `roll` and `die` as in `State`.
    """

    seat: int
    roles: Cards
    msp: tuple[int, ...]
    hand: Cards
    cards: tuple[int, ...]
    boosters: tuple[Cards, ...]
    shield: tuple[int, ...]
    out: tuple[bool, ...]
    left: int
    discard: Cards
    turn: int
    final: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    actor: int
    phase: str
    roll: int
    die: int
    played: int
    face: int
    hidden: bool
    boosted: bool
    times: int
    spent: Cards
    targets: tuple[int, ...]
    role: int
    sender: int
    aimed: int
    origin: int
    hit: int
    incoming: tuple[tuple[str, int], ...]
    chain: tuple[tuple[int, int], ...]
    bluffer: int
    faked: int
    faked_as: int
    faked_to: int
    debt: int
    turns: int
    pack: Cards
    todo: tuple[Task, ...]

"""What a rules module must bring so that its game can be played, replayed, simulated and checked.

`Rules` is the door that a game's entry point opens; it knows no figures. `Rules.engine` binds it to
a game's data and options: the `Engine` it gives plays as fast as it can and reads no files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.order import Order
from generator.model.scalars import Strict
from generator.model.target import Target
from generator.problems import Problems
from generator.scene import Fact

CHANCE = -1
"""The actor of a shuffle or a roll."""

OVER = -2
"""The actor once nobody is to move any more."""

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
T = TypeVar("T", bound=Strict)


class IllegalMove(ValueError):  # noqa: N818 - it names what happened
    """A move that the rules refuse: `move`, the `position` it was tried in, and why (`says`).

    The state is as it was before the attempt.
    """

    def __init__(self, move: object, position: object, says: str) -> None:
        self.move = move
        self.position = position
        self.says = says
        super().__init__(f"{says}: {move!r} in {position!r}")


class Unreadable(ValueError):  # noqa: N818
    """A text of the notation that means nothing here; `fix` says what would."""

    def __init__(self, says: str, fix: str = "") -> None:
        self.says = says
        self.fix = fix
        super().__init__(f"{says} ({fix})" if fix else says)


class SetupRefused(Unreadable):
    """A set-up, an option or a policy that the game does not know."""


class Option(NamedTuple):
    """A choice before the game: an option that a ruling names, or a part of the set-up.

    `choices` is empty where any text may stand (the engine judges it); `setup` tells the two kinds
    apart: options go to `Rules.engine`, the set-up to `Engine.setup`.
    """

    name: str
    choices: tuple[str, ...]
    default: str
    help: str
    setup: bool = False


class Page(NamedTuple):
    """Something to print that is no component: a template of the game's and plain data for it.

    A face (`.xml`) is one page and sees the data as `card.NAME`, a text (`.md`) takes as many as it
    needs and sees them by name. `facts` are what a face must show.
    """

    template: str
    title: str
    data: Mapping[str, Any]
    facts: Sequence[Fact] = ()


class Desk(Protocol):
    """Where a command of a game's own tells what it has to say, and keeps its files."""

    def tell(self, line: str) -> None:
        """A line for the user."""

    def read(self, path: Path, model: type[T], problems: Problems) -> tuple[T, Any] | None:
        """A YAML file as a model, and its mapping, which knows lines: `where(key)`.

        None where problems were noted.
        """

    def write(self, path: Path, text: str) -> None:
        """Write the file whole or leave the old one; raises Refused."""

    def held(self, path: Path) -> AbstractContextManager[None]:
        """Keep other programs from a file while it is read and written; raises Refused."""

    def page(self, page: Page, paper: str, path: Path) -> int:
        """Print a page to a PDF and tell how many pages it takes; raises Refused."""

    def pieces(self, overlay: str, component: str, target: str, path: Path) -> int:
        """Print the cards that an overlay (YAML, with the id `present`) brings to a component.

        Returns how many pages it takes; raises Refused.
        """

    def laid(self, edition: Sequence[str]) -> tuple[Game, tuple[str, ...]]:
        """The game with overlays over it, besides those it was called with; all their ids.

        Raises Refused.
        """

    def shop(self, target: str) -> Target:
        """What a print shop takes, by its target's id; raises Refused where there is none."""

    def build(self, game: Game, order: Order, name: str, out: Path | None) -> Path | None:
        """Print the order into the game's folder of that name, in `out` or where builds go.

        Tells of it as `build` does. Returns the folder; None where problems, told too, stopped it.
        """


class Command(NamedTuple):
    """A command of the game's own, shown as `cardwright <game> <name>`."""

    help: str
    run: Callable[[Game, Sequence[str], Desk], int]
    """Takes the game, its arguments and the desk; returns the exit code. It may raise SetupRefused
    for a call that cannot be, and Refused for files that cannot."""


class Choice(NamedTuple):
    """A move as a player sees it: `id` can be typed, `label` is read."""

    id: str
    label: str


class Outcome(NamedTuple):
    """How a game ended: the winning seats (none: no result), and a sentence."""

    winners: tuple[int, ...]
    says: str


class Said(NamedTuple, Generic[M]):
    """A line of notation understood: its move, and the results it states (see `compare`)."""

    move: M
    claims: Mapping[str, str]


class Policy(Protocol):
    """Chooses moves for a seat. A `blind` one is given no view, only the legal moves."""

    @property
    def blind(self) -> bool:
        """Whether `choose` does without a view (None is passed then)."""

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """One of `moves`; `view` is all that the seat may know."""


class Uniform:
    """Every legal move is equally likely."""

    blind = True

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """One of `moves`, drawn."""
        return moves[rng.randrange(len(moves))] if len(moves) > 1 else moves[0]


class Nth:
    """Always the move of one place in the list: 0 the first, -1 the last."""

    blind = True

    def __init__(self, place: int) -> None:
        self._place = place

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:
        """The move of that place, or the only one."""
        return moves[self._place] if len(moves) > 1 else moves[0]


class Setup(Protocol):
    """A set-up that the engine has read and accepted."""

    @property
    def seats(self) -> int:
        """How many players there are."""


class Engine(Protocol[S, M, V]):
    """The rules of one game with its figures and options.

    Every method is pure but `apply` and `read`, which change the state they are given.
    """

    @property
    def policies(self) -> tuple[str, ...]:
        """Names that `policy` takes, the simplest first."""

    def setup(self, given: Mapping[str, str]) -> Setup:
        """Read a set-up; raises SetupRefused."""

    def start(self, setup: Any) -> S:
        """The state before the first shuffle."""

    def actor(self, state: S) -> int:
        """The seat to move, CHANCE or OVER."""

    def moves(self, state: S) -> Sequence[M]:
        """All legal moves of the acting seat; () for CHANCE and OVER."""

    def chance(self, state: S, rng: Random) -> M:
        """The move of CHANCE, drawn at random; nothing later is random."""

    def apply(self, state: S, move: M) -> None:
        """Make the move in place; raises IllegalMove and leaves the state alone."""

    def copy(self, state: S) -> S:
        """An independent state: moves in one do not touch the other."""

    def outcome(self, state: S) -> Outcome | None:
        """None while the game runs."""

    def view(self, state: S, seat: int) -> V:
        """What the seat may see; an immutable value that compares."""

    def guess(self, view: V, rng: Random) -> S:
        """A state that fits the view, all that fit being equally likely."""

    def write(self, before: S, move: M, after: S) -> str:
        """The line of notation for a move, with what came of it."""

    def read(self, state: S, text: str, later: Sequence[str] = ()) -> Said[M] | None:
        """Understand a line in this state, and lay the cards it names on top of their piles.

        None: chance has to move first, and this line is not its move. `later` holds the lines to
        come, so that a card left open here is not one they need. Raises Unreadable.
        """

    def compare(self, state: S, claims: Mapping[str, str]) -> list[str]:
        """What the state contradicts, a sentence each; raises Unreadable for unknown claims."""

    def claims(self, state: S) -> dict[str, str]:
        """The result of a play as `compare` reads it."""

    def label(self, state: S, move: M) -> Choice:
        """The move as a menu shows it."""

    def tell(self, after: S, move: M, rng: Random) -> list[str]:
        """What the whole table sees of the move just made, as sentences for people."""

    def status(self, view: V) -> list[str]:
        """Where the seat stands, as lines for people."""

    def picture(self, view: V) -> dict[str, Any]:
        """The position as plain data, for figures and for errors."""

    def first(self, state: S) -> int | None:
        """The seat that began; None before that is known."""

    def length(self, state: S) -> int:
        """How long the game has been, in the game's own measure."""

    def events(self, state: S) -> Mapping[str, int]:
        """Rare things that happened, by name; only those that did."""

    def policy(self, name: str) -> Policy:
        """A policy by name; raises SetupRefused."""


class Rules(Protocol):
    """The door of a rules module: an object at an entry point of the group `cardwright.rules`."""

    @property
    def effects(self) -> Mapping[str, type[Strict]]:
        """Kinds of effects with their models; each model has its `kind`."""

    @property
    def commands(self) -> Mapping[str, Command]:
        """The game's own commands."""

    def options(self, game: Game) -> tuple[Option, ...]:
        """What can be chosen before a game."""

    def engine(self, game: Game, options: Mapping[str, str]) -> Engine[Any, Any, Any]:
        """The rules with this game's figures.

        Raises SetupRefused for an unknown option, Refused where `audit` finds errors.
        """

    def audit(self, game: Game, problems: Problems) -> None:
        """Note whatever in the data the rules cannot be played with."""

    def facts(self, game: Game, component: Component, card: Card) -> list[Fact]:
        """What the card's face must say."""


class Study(NamedTuple):
    """Something that only many games tell: each set-up is played under each policy.

    `setups` are named as tables print them, `policies` are as for `simulate` ("best,random" is one
    a seat). A study of very many set-ups plays the `fraction`th part of the games in each.
    """

    id: str
    title: str
    setups: Mapping[str, Mapping[str, str]]
    policies: tuple[str, ...]
    fraction: int = 1


class Studied(Protocol):
    """What `Rules` bring besides where evidence is to be gathered by long play."""

    def studies(self, game: Game) -> tuple[Study, ...]:
        """What is to be played; ids and names of set-ups are unique and none is `all`."""

    def plays_with(self, game: Game) -> Collection[str]:
        """Ids of the components whose cards matter to the engine; other pieces are for people."""

    def words(self) -> Collection[str]:
        """Modules of the rules that only put play into words: they make no evidence stale."""


class Watched(Protocol):
    """What an `Engine` brings besides, each part if it likes, for evidence to count."""

    def tracks(self, state: Any) -> Mapping[str, Sequence[int]]:
        """The values that the table keeps on trackers now, by quantity."""

    def parts(self, state: Any) -> Sequence[str]:
        """What each seat plays (a role, a side, a fighter), once the game is over."""

    def choice(self, state: Any, move: Any) -> str:
        """The kind of choice that a move is, the same for all seats; empty if it was none."""

    def used(self, state: Any) -> Mapping[str, int]:
        """How often each card's effect was set off in the game, by its id: nought is said too."""


SEATS = "ABCDEFGHIJKLMNOP"
"""Names of seats in notation and set-up."""

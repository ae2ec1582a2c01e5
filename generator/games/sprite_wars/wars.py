"""The rules of Sprite Wars: set-ups and moves in, states out. Notation and words are elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from generator.engine.contract import (
    CHANCE,
    OVER,
    SEATS,
    Choice,
    IllegalMove,
    Outcome,
    Policy,
    Said,
    SetupRefused,
    Uniform,
)
from generator.games.sprite_wars import notation, opening, seen, story
from generator.games.sprite_wars import state as st
from generator.games.sprite_wars.grid import SIDE, Cells, free, row, totals
from generator.games.sprite_wars.policies import Greedy, Search
from generator.games.sprite_wars.roster import Series, numbered
from generator.games.sprite_wars.state import PASS, Battle, Move, Stack, State, Strike, View


@lru_cache(65536)
def placings(taken: frozenset[int]) -> tuple[Move, ...]:
    """Moves to every free spot."""
    return tuple(Move("place", at) for at in free(taken))


class WarsEngine:
    """The game with one series of fighters."""

    policies = ("random", "greedy", "search")

    def __init__(self, series: Series) -> None:
        self.series = series
        self.powers, self.arrows = series.tables()
        self.ranks = tuple(fighter.rank for fighter in series.fighters)
        self.numbers = numbered(series.fighters)
        self._policies: dict[str, Policy] = {}

    # Set-up

    def setup(self, given: Mapping[str, str]) -> Battle:
        """Keys: `stacks` ("fox, owl / bear, crab"), `dealt` (the same in order), or `size`."""
        return notation.read_setup(self, given)

    def battle(self, stacks: tuple[Stack, Stack]) -> Battle:
        """A set-up of stacks to be shuffled."""
        return Battle(stacks, max(map(len, stacks)), dealt=False)

    def start(self, setup: Battle) -> State:
        """Stacks wait to be shuffled; where they are dealt, the opening has been revealed."""
        state = State(setup.stacks or ((), ()), setup.size)
        if setup.dealt:
            opening.reveal(self, state)
        return state

    def position(
        self,
        cells: Cells,
        stacks: tuple[Stack, Stack],
        *,
        turn: int = 0,
        known: tuple[int, int] = (0, 0),
        first: int = 0,
    ) -> State:
        """Any position before a turn; stacks top first, `known` counts cards seen to lie under.

        Raises SetupRefused for what cannot be on a table.
        """
        if turn not in (0, 1) or first not in (0, 1):
            raise SetupRefused("turn and first are seats", "0 or 1")
        if any(not 0 <= seen <= len(s) for seen, s in zip(known, stacks, strict=True)):
            raise SetupRefused("more cards are known than lie in a stack")
        for owner, card in (*cells.values(), *((0, c) for stack in stacks for c in stack)):
            if owner not in (0, 1) or not 0 <= card < len(self.powers):
                raise SetupRefused(f"there is no card {card} of seat {owner}")
        try:
            free(frozenset(cells))
        except ValueError as error:
            raise SetupRefused(str(error), f"a grid of {SIDE} x {SIDE}") from None
        state = State(stacks, max(len(stacks[0]), len(stacks[1])))
        state.cells = dict(cells)
        state.known = list(known)
        state.first = first
        state.turn = turn
        state.phase = st.PLACE
        state.remember()
        return state

    # Play

    def actor(self, state: State) -> int:
        """The seat to move, CHANCE or OVER."""
        phase = state.phase
        if phase in (st.PLACE, st.STRIKE, st.OPENING):
            return state.turn
        return OVER if phase == st.DONE else CHANCE

    def moves(self, state: State) -> Sequence[Move]:
        """Spots for the drawn card, then attacks in any order; a pass where no card is left."""
        phase = state.phase
        if phase == st.PLACE and not state.stacks[state.turn]:
            return (PASS,)
        if phase in (st.PLACE, st.OPENING):
            return placings(frozenset(state.cells))
        if phase == st.STRIKE:
            return [Move("strike", at) for at in state.left]
        return ()

    def chance(self, state: State, rng: Random) -> Move:
        """A shuffled (or drawn) stack, or the coin of ruling 004-08."""
        if state.phase == st.COIN:
            return Move("coin", rng.randrange(2))
        seat = opening.to_shuffle(state)
        pool = state.stacks[seat]
        if not pool:
            return Move("shuffle", seat, tuple(rng.sample(range(len(self.powers)), state.size)))
        return Move("shuffle", seat, tuple(rng.sample(pool, len(pool))))

    def illegal(self, state: State, move: object, says: str) -> IllegalMove:
        """The refusal of a move."""
        return IllegalMove(move, self.picture(self.view(state, 0)), says)

    def apply(self, state: State, move: Move) -> None:
        """Make the move in place."""
        what, phase = getattr(move, "what", None), state.phase
        if type(move) is not Move:
            raise self.illegal(state, move, "that is no move")
        if move.order and what != "shuffle":
            raise self.illegal(state, move, "only a shuffle has an order")
        if what == "place" and phase in (st.PLACE, st.OPENING):
            self._place(state, move)
        elif what == "strike" and phase == st.STRIKE:
            if move.at not in state.left:
                raise self.illegal(state, move, "no arrow of the new card attacks there")
            self._strike(state, move.at)
        elif move == PASS and phase == st.PLACE and not state.stacks[state.turn]:
            self._pass(state)
        elif what in ("shuffle", "coin"):
            opening.chance_move(self, state, move)
        else:
            raise self.illegal(state, move, f"{what!r} is no move now")

    def _place(self, state: State, move: Move) -> None:
        seat, cells = state.turn, state.cells
        if not state.stacks[seat]:
            raise self.illegal(state, move, "no card is left, only a pass")
        if move.at not in free(frozenset(cells)):
            raise self.illegal(state, move, "the card must lie free, within a 3 x 3 of all cards")
        state.last = None
        card = self.draw(state, seat)
        cells[move.at] = seat, card
        if row(cells, seat, move.at):
            self._finish(state, seat)
            return
        state.struck = move.at
        state.left = tuple(
            at
            for at in (move.at + step for step in self.arrows[seat][card])
            if at in cells and cells[at][0] != seat
        )
        if state.left:
            state.phase = st.STRIKE
        else:
            self._end_turn(state)

    def draw(self, state: State, seat: int) -> int:
        """The top card of a stack, taken."""
        stack = state.stacks[seat]
        state.stacks[seat] = stack[1:]
        if state.known[seat] == len(stack):
            state.known[seat] -= 1
        return stack[0]

    def under(self, state: State, seat: int, card: int) -> None:
        """Lay a card under a stack, where all see it."""
        state.stacks[seat] = (*state.stacks[seat], card)
        state.known[seat] += 1

    def _strike(self, state: State, at: int) -> None:
        """One attack: totals are taken anew each time (ruling 004-13)."""
        seat, cells = state.turn, state.cells
        attack, defence = totals(cells, at, seat, self.powers, self.arrows)
        owner, beaten = cells[at]
        came = -1
        state.left = tuple(one for one in state.left if one != at)
        if attack > defence:
            del cells[at]
            self.under(state, owner, beaten)
            mine = cells[state.struck][1]
            if self.arrows[seat][mine][at - state.struck] == 2 and state.stacks[seat]:
                came = self.draw(state, seat)
                cells[at] = seat, came
                state.happened("replacement")
        state.last = Strike(at, beaten, attack, defence, came)
        if came >= 0 and row(cells, seat, at):
            state.happened("row by a replacement")
            self._finish(state, seat)
        elif not state.left:
            self._end_turn(state)

    def _pass(self, state: State) -> None:
        state.last = None
        state.happened("pass")
        if not state.stacks[1 - state.turn]:
            state.happened("both stacks empty")
            self._finish(state, st.DRAW)
        else:
            self._end_turn(state)

    def _finish(self, state: State, result: int) -> None:
        state.result = result
        state.phase = st.DONE
        state.left = ()
        state.turn = 1 - state.turn
        state.turns += 1

    def _end_turn(self, state: State) -> None:
        """A full grid is a draw once attacks are over (ruling 004-18), and so is a repetition."""
        if len(state.cells) == SIDE * SIDE:
            state.happened("full grid")
            self._finish(state, st.DRAW)
            return
        state.turn = 1 - state.turn
        state.turns += 1
        state.phase = st.PLACE
        if state.remember():
            state.happened("repetition")
            state.result = st.DRAW
            state.phase = st.DONE

    def copy(self, state: State) -> State:
        """An independent state."""
        return state.copy()

    def outcome(self, state: State) -> Outcome | None:
        """The seat with three in a row; nobody in a draw."""
        if state.phase != st.DONE:
            return None
        if state.result != st.DRAW:
            who = SEATS[state.result]
            return Outcome((state.result,), f"{who} has three in a row and wins.")
        for event, says in story.DRAWS.items():
            if event in state.events:
                return Outcome((), says)
        return Outcome((), "A draw.")

    # What a seat knows

    def view(self, state: State, seat: int) -> View:
        """Everything but the order of what nobody has seen, and the card the other has drawn."""
        hidden, drawn = [state.hidden(0), state.hidden(1)], -1
        turn, phase = state.turn, state.phase
        if phase == st.OPENING or (phase == st.PLACE and seat == turn):
            drawn = hidden[turn][0] if hidden[turn] else -1
            hidden[turn] = hidden[turn][1:]
        return View(
            seat,
            tuple(sorted(state.cells.items())),
            (tuple(sorted(hidden[0])), tuple(sorted(hidden[1]))),
            (self._under(state, 0), self._under(state, 1)),
            drawn,
            state.size,
            phase,
            turn,
            state.first,
            state.shown,
            state.redraws,
            state.result,
            state.left,
            state.struck,
            state.turns,
            state.last,
            state.seen,
            state.events,
        )

    def _under(self, state: State, seat: int) -> Stack:
        stack = state.stacks[seat]
        return stack[len(stack) - state.known[seat] :]

    def guess(self, view: View, rng: Random) -> State:
        """Cards of unknown order in a random one."""
        state = State(((), ()), view.size)
        state.cells = dict(view.cells)
        for seat in (0, 1):
            hidden = tuple(rng.sample(view.hidden[seat], len(view.hidden[seat])))
            under = view.under[seat]
            if view.drawn >= 0 and seat == view.turn:
                hidden = (view.drawn, *hidden)
            state.stacks[seat] = hidden + under
            state.known[seat] = len(under)
        state.phase, state.turn, state.first = view.phase, view.turn, view.first
        state.shown, state.redraws, state.result = view.shown, view.redraws, view.result
        state.left, state.struck, state.turns = view.left, view.struck, view.turns
        state.last, state.seen, state.events = view.last, view.seen, view.events
        return state

    def policy(self, name: str) -> Policy:
        """A policy by name, kept."""
        if name not in self._policies:
            makers: dict[str, Callable[[], Policy]] = {
                "random": Uniform,
                "greedy": lambda: Greedy(self),
                "search": lambda: Search(self),
            }
            if name not in makers:
                raise SetupRefused(f"there is no policy {name!r}", ", ".join(self.policies))
            self._policies[name] = makers[name]()
        return self._policies[name]

    # Measures

    def first(self, state: State) -> int | None:
        """The seat of the higher card."""
        return state.first if state.first != st.NOBODY else None

    def length(self, state: State) -> int:
        """Turns, the two of the opening among them."""
        return state.turns

    def events(self, state: State) -> Mapping[str, int]:
        """Replacements, passes, and how a draw came about."""
        found = dict.fromkeys(state.events, 1)
        if state.redraws:
            found["equal cards at the opening"] = state.redraws
        return found

    # Words

    def write(self, before: State, move: Move, after: State) -> str:
        """`A: fox 0,1`, `A: strikes 0,2 -> 5:4 falls, owl follows`."""
        return notation.write(self, before, move, after)

    def read(self, state: State, text: str, later: Sequence[str] = ()) -> Said[Move] | None:
        """The same back; the card named is laid on top."""
        return notation.read(self, state, text)

    def compare(self, state: State, claims: Mapping[str, str]) -> list[str]:
        """See `notation.claims`, and what a line states."""
        return notation.compare(self, state, claims)

    def claims(self, state: State) -> dict[str, str]:
        """What lies on the grid, both stacks, and the result."""
        return notation.claims(self, state)

    def label(self, state: State, move: Move) -> Choice:
        """A spot seen from the acting seat."""
        return story.label(self, state, move)

    def tell(self, after: State, move: Move, rng: Random) -> list[str]:
        """What the table has just seen."""
        return story.tell(self, after, move, rng)

    def status(self, view: View) -> list[str]:
        """The grid from the seat's side, its card, and both stacks."""
        return story.status(self, view)

    def picture(self, view: View) -> dict[str, Any]:
        """The position by names, seen from the seat."""
        return seen.picture(self, view)

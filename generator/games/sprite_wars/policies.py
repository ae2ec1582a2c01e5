"""Views in, moves out: a player that takes what it can, and one that looks two turns ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from generator.games.sprite_wars import state as st
from generator.games.sprite_wars.grid import Cells, free, row, threats, totals
from generator.games.sprite_wars.seen import top
from generator.games.sprite_wars.state import Move, State, View

if TYPE_CHECKING:
    from generator.games.sprite_wars.wars import WarsEngine


def _best(worth: Sequence[float], moves: Sequence[Move], rng: Random) -> Move:
    """The move of most worth; ties are drawn."""
    most = max(worth) - 1e-9
    tied = [move for value, move in zip(worth, moves, strict=True) if value >= most]
    return tied[rng.randrange(len(tied))] if len(tied) > 1 else tied[0]


class Greedy:
    """Completes a row if it can, else takes as many cards as it can; it never looks ahead."""

    blind = False

    def __init__(self, engine: WarsEngine) -> None:
        self._engine = engine

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """The move that takes most at once."""
        if len(moves) == 1:
            return moves[0]
        cells, seat = dict(view.cells), view.turn
        if view.phase == st.STRIKE:
            mine = cells[view.struck][1]
            steps = self._engine.arrows[seat][mine]
            worth = [
                self._wins(cells, move.at, seat) * steps[move.at - view.struck] for move in moves
            ]
            return _best(worth, moves, rng)
        card = top(view)
        return _best([self._takes(cells, move.at, seat, card) for move in moves], moves, rng)

    def _wins(self, cells: Cells, target: int, seat: int) -> bool:
        engine = self._engine
        attack, defence = totals(cells, target, seat, engine.powers, engine.arrows)
        return attack > defence

    def _takes(self, cells: Cells, at: int, seat: int, card: int) -> int:
        """How many cards fall to `card` on that spot; a row is worth more than all."""
        cells[at] = seat, card
        if row(cells, seat, at):
            worth = 100
        else:
            worth = sum(
                self._wins(cells, at + step, seat)
                for step in self._engine.arrows[seat][card]
                if cells.get(at + step, (seat, 0))[0] != seat
            )
        del cells[at]
        return worth


class Search:
    """Weighs each whole turn by the other's best answer to it, over several guesses of the stacks.

    It knows hidden cards through `WarsEngine.guess` alone.
    """

    blind = False
    guesses = 5
    orders = 3
    """Attacks of one turn up to which every order is tried."""

    def __init__(self, engine: WarsEngine) -> None:
        self._engine = engine

    def choose(self, view: View, moves: Sequence[Move], rng: Random) -> Move:
        """The move with the best mean over the guesses."""
        if len(moves) == 1:
            return moves[0]
        worth = [0.0] * len(moves)
        for _ in range(self.guesses):
            state = self._engine.guess(view, rng)
            for number, move in enumerate(moves):
                worth[number] += max(
                    self._answered(after, view.turn) for after in self._turn(state, move)
                )
        return _best(worth, moves, rng)

    def _turn(self, state: State, move: Move) -> Iterator[State]:
        """States that a move leads to once all attacks of the turn are over."""
        engine = self._engine
        after = engine.copy(state)
        engine.apply(after, move)
        if after.phase != st.STRIKE:
            yield after
            return
        strikes = engine.moves(after)
        for strike in strikes if len(strikes) <= self.orders else strikes[:1]:
            yield from self._turn(after, strike)

    def _answered(self, state: State, seat: int) -> float:
        """What a position is worth to `seat` once the other has made its best turn: -1 to 1."""
        if state.phase == st.DONE:
            return self._result(state, seat)
        engine, other = self._engine, 1 - seat
        if state.turn != other:
            return self._look(state, seat)
        empty = free(frozenset(state.cells))
        if state.stacks[other] and threats(state.cells, other, empty):
            return -1.0
        least = 1.0
        for move in engine.moves(state):
            for after in self._turn(state, move):
                done = after.phase == st.DONE
                worth = self._result(after, seat) if done else self._look(after, seat)
                least = min(least, worth)
        return least

    def _result(self, state: State, seat: int) -> float:
        if state.result == st.DRAW:
            return 0.0
        return 1.0 if state.result == seat else -1.0

    def _look(self, state: State, seat: int) -> float:
        """A position with `seat` to move: a row at hand is nearly won, two of the other are not."""
        cells, powers = state.cells, self._engine.powers
        empty = free(frozenset(cells))
        if state.stacks[seat] and threats(cells, seat, empty):
            return 0.95
        worth = 0.0
        for owner, card in cells.values():
            worth += (0.15 + 0.015 * powers[card]) * (1 if owner == seat else -1)
        worth -= (0.0, 0.35, 0.8)[min(2, len(threats(cells, 1 - seat, empty)))]
        return max(-0.9, min(0.9, worth))

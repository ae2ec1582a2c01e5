"""The opening: stacks shuffled, cards revealed until one is higher, the higher one laid down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import lcm
from typing import TYPE_CHECKING

from generator.games.sprite_wars import state as st
from generator.games.sprite_wars.state import Move, State

if TYPE_CHECKING:
    from generator.games.sprite_wars.wars import WarsEngine


def higher(ranks: Sequence[tuple[int, int]], a: int, b: int) -> int | None:
    """The seat whose card is higher: power, then arrows with double ones as two (ruling 004-07)."""
    if ranks[a] == ranks[b]:
        return None
    return int(ranks[b] > ranks[a])


def to_shuffle(state: State) -> int:
    """The seat whose stack is shuffled next: A, then B."""
    return state.turn


def chance_move(engine: WarsEngine, state: State, move: Move) -> None:
    """Shuffle or toss the coin in place; raises IllegalMove."""
    if move.what == "coin":
        if state.phase != st.COIN or move.at not in (0, 1):
            raise engine.illegal(state, move, "no coin is tossed now")
        _settle(engine, state, move.at)
        return
    if state.phase != st.DEAL or move.at != state.turn:
        raise engine.illegal(state, move, "that stack is not to be shuffled now")
    pool, order = state.stacks[move.at], move.order
    if pool and Counter(order) != Counter(pool):
        raise engine.illegal(state, move, "a shuffle keeps every card of the stack")
    if not pool:
        known = range(len(engine.powers))
        strange = len(order) != state.size or len(set(order)) != len(order)
        if strange or any(card not in known for card in order):
            says = f"a drawn stack has {state.size} different fighters of the series"
            raise engine.illegal(state, move, says)
    state.stacks[move.at] = tuple(order)
    if move.at == 0:
        state.turn = 1
    else:
        reveal(engine, state)


def reveal(engine: WarsEngine, state: State) -> None:
    """Draw and compare, equal cards go under their stacks; a coin once all has been seen."""
    for _ in range(lcm(len(state.stacks[0]), len(state.stacks[1]))):
        state.shown = state.stacks[0][0], state.stacks[1][0]
        seat = higher(engine.ranks, *state.shown)
        if seat is not None:
            _settle(engine, state, seat)
            return
        state.redraws += 1
        for owner in (0, 1):
            engine.under(state, owner, engine.draw(state, owner))
    state.shown = state.stacks[0][0], state.stacks[1][0]
    state.phase = st.COIN


def _settle(engine: WarsEngine, state: State, seat: int) -> None:
    """The higher card lies; the other seat is to lay down the one it has shown."""
    state.first = seat
    state.cells[0] = seat, engine.draw(state, seat)
    state.turn = 1 - seat
    state.turns = 1
    state.phase = st.OPENING

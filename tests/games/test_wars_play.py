"""Sprite Wars as a machine: no card is lost, refused moves change nothing, and it ends."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from wars_series import made

from generator.engine.battery import exercise
from generator.engine.contract import CHANCE, OVER, IllegalMove, SetupRefused
from generator.games.sprite_wars import state as ws
from generator.games.sprite_wars.grid import any_row, free, place, spot
from generator.games.sprite_wars.state import Move, State
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@cache
def engine() -> Any:
    here = workspace(ROOT).place("sprite_wars")
    assert here is not None
    game, rules = load(workspace(ROOT), here, (), Problems())
    assert rules is not None
    return rules.engine(game, {})


def cards_of(state: State, seat: int) -> Counter[int]:
    """A seat's cards, wherever they lie."""
    return Counter(state.stacks[seat]) + Counter(
        card for owner, card in state.cells.values() if owner == seat
    )


class Table(RuleBasedStateMachine):
    """Any legal and illegal moves, from any stacks."""

    @initialize(seed=st.integers(0, 10**6), sizes=st.tuples(st.integers(1, 7), st.integers(1, 7)))
    def sit_down(self, seed: int, sizes: tuple[int, int]) -> None:
        self.engine = engine()
        self.rng = Random(seed)
        series = self.engine.series.fighters
        stacks = [[series[self.rng.randrange(9)].id for _ in range(size)] for size in sizes]
        text = " / ".join(" ".join(stack) for stack in stacks)
        self.state = self.engine.start(self.engine.setup({"stacks": text}))
        self.own = [cards_of(self.state, seat) for seat in (0, 1)]
        self.moves = 0

    def move(self, move: Move) -> None:
        before = self.engine.copy(self.state)
        kept = before.copy()
        self.engine.apply(self.state, move)
        self.moves += 1
        assert before == kept, "a move has changed a copy"
        seat = before.turn
        if move.what == "strike":
            last = self.state.last
            gone = before.cells[move.at] not in (self.state.cells.get(move.at), None)
            assert gone == last.won == (last.attack > last.defence)
            assert len(self.state.left) == len(before.left) - 1 or self.state.result == seat
            if last.won:
                assert self.state.stacks[1 - seat] == (*before.stacks[1 - seat], last.card)
            assert self.state.phase != ws.PLACE or not self.state.left
        if move.what == "place":
            assert self.state.cells[move.at] == (seat, before.stacks[seat][0])
            assert all(self.state.cells[at][0] != seat for at in self.state.left)

    @precondition(lambda self: self.engine.actor(self.state) == CHANCE)
    @rule()
    def chance(self) -> None:
        assert self.engine.moves(self.state) == ()
        self.move(self.engine.chance(self.state, self.rng))

    @precondition(lambda self: self.engine.actor(self.state) >= 0)
    @rule(number=st.integers(0, 10**6))
    def legal(self, number: int) -> None:
        moves = self.engine.moves(self.state)
        self.move(moves[number % len(moves)])

    @rule(
        move=st.one_of(
            st.builds(
                Move,
                st.sampled_from(["place", "strike", "pass", "shuffle", "coin", "win"]),
                st.one_of(
                    st.builds(spot, st.integers(-4, 4), st.integers(-4, 4)), st.integers(-1, 3)
                ),
                st.sampled_from([(), (0, 1), (0, 0, 0, 0, 0, 0)]),
            ),
            st.sampled_from([None, 1, "pass"]),
        )
    )
    def illegal(self, move: Any) -> None:
        chance = isinstance(move, Move) and move.what in ("shuffle", "coin")
        if move in self.engine.moves(self.state) or chance:
            return
        before = self.state.copy()
        with pytest.raises(IllegalMove) as refusal:
            self.engine.apply(self.state, move)
        assert self.state == before
        assert refusal.value.move == move
        assert refusal.value.position["phase"] == before.phase

    @precondition(lambda self: self.state.phase == ws.DEAL)
    @rule(fault=st.sampled_from(["short", "double", "foreign", "seat"]))
    def forged_shuffle(self, fault: str) -> None:
        before = self.state.copy()
        what, seat, order = self.engine.chance(self.state, self.rng)
        forged = {
            "short": (what, seat, order[1:]),
            "double": (what, seat, (*order, order[0])),
            "foreign": (what, seat, (30, *order[1:])),
            "seat": (what, 1 - seat, order),
        }[fault]
        with pytest.raises(IllegalMove):
            self.engine.apply(self.state, Move(*forged))
        assert self.state == before

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        if hasattr(self, "own"):
            assert [cards_of(self.state, seat) for seat in (0, 1)] == self.own

    @invariant()
    def cards_lie_within_a_grid(self) -> None:
        if not hasattr(self, "state") or not self.state.cells:
            return
        for side in zip(*map(place, self.state.cells), strict=True):
            assert max(side) - min(side) <= 2

    @invariant()
    def rows_end_it(self) -> None:
        if not hasattr(self, "state"):
            return
        rows = [any_row(self.state.cells, seat) for seat in (0, 1)]
        assert not all(rows), "ruling 004-17"
        result = self.state.result
        assert rows == [result == 0, result == 1]
        assert (self.engine.actor(self.state) == OVER) == (result != ws.NOBODY)
        assert (self.engine.outcome(self.state) is not None) == (result != ws.NOBODY)

    @invariant()
    def known_cards_are_in_the_stacks(self) -> None:
        if hasattr(self, "state"):
            for seat in (0, 1):
                assert 0 <= self.state.known[seat] <= len(self.state.stacks[seat])

    def teardown(self) -> None:
        while hasattr(self, "state") and self.engine.actor(self.state) != OVER:
            assert self.moves < 3000
            legal = self.engine.moves(self.state)
            self.move(self.rng.choice(legal) if legal else self.engine.chance(self.state, self.rng))


Table.TestCase.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much],
)
TestTable = Table.TestCase


@pytest.mark.parametrize(
    "setup",
    [
        {},
        {"size": "4"},
        {"stacks": "fox, owl, cat, frog / fox, owl, cat, frog, crab"},
        {"stacks": "fox / fox"},
        {"dealt": "fox owl cat / owl fox cat"},
    ],
    ids=str,
)
def test_every_promise_of_the_contract(wars: Any, setup: dict[str, str]) -> None:
    assert exercise(wars, setup, games=12, seed=5) == []


# Grid


@pytest.mark.parametrize(
    ("cells", "count"),
    [
        ({(0, 0)}, 24),
        ({(0, 0), (2, 2)}, 7),
        ({(0, 0), (2, 0)}, 13),
        ({(0, 0), (1, 0)}, 18),
        ({(0, 0), (1, 1)}, 14),
        ({(0, 0), (1, 0), (2, 0), (0, 2)}, 5),
    ],
)
def test_the_grid_floats(cells: set[tuple[int, int]], count: int) -> None:
    for dx, dy in ((0, 0), (-7, 3)):
        spots = free(frozenset(spot(x + dx, y + dy) for x, y in cells))
        assert len(spots) == count
        assert len(set(spots)) == count


def test_spots_are_numbers() -> None:
    for x in (-1000, -1, 0, 1, 999):
        for y in (-1000, -2, 0, 5, 1000):
            assert place(spot(x, y)) == (x, y)


def test_arrows_of_the_seat_opposite_are_turned() -> None:
    for number, direction in enumerate(DIRECTIONS):
        rules = made(one=(1, {direction: 1}), two=(2, {}))
        (step,), (other,) = (rules.arrows[seat][0] for seat in (0, 1))
        assert step == -other
        assert place(other) == place(engine_step(DIRECTIONS[(number + 4) % 8]))


def engine_step(direction: str) -> int:
    x = (direction.endswith("E")) - (direction.endswith("W"))
    y = (direction.startswith("N")) - (direction.startswith("S"))
    return spot(x, y)


# Draws


def test_a_repeated_position_is_a_draw() -> None:
    """Two cards that take each other in turn, the second one with support."""
    rules = made(a=(5, {"N": 1}), b=(4, {"N": 1}), aide=(2, {"E": 1}))
    cells = {spot(0, 1): (1, 1), spot(1, 0): (1, 2)}
    state = rules.position(cells, ((0,), ()), turn=0, known=(1, 0))
    for at, target in ((spot(0, 0), spot(0, 1)), (spot(0, 1), spot(0, 0))):
        assert state.result == ws.NOBODY
        rules.apply(state, Move("place", at))
        rules.apply(state, Move("strike", target))
        assert state.last is not None
        assert state.last.won
    assert state.result == ws.DRAW
    assert rules.events(state) == {"repetition": 1}
    assert rules.outcome(state).winners == ()  # type: ignore[union-attr]
    # whoever does not know the order of a stack cannot see a repetition either
    state = rules.position(cells, ((0,), ()), turn=0)
    assert state.seen == frozenset()


def test_positions_with_unknown_cards_cannot_return(wars: Any) -> None:
    rng = Random(3)
    for _ in range(30):
        state = wars.start(wars.setup({"size": "5"}))
        while wars.actor(state) != OVER:
            if any(state.hidden(seat) for seat in (0, 1)):
                assert state.seen == frozenset()
            moves = wars.moves(state)
            wars.apply(state, rng.choice(moves) if moves else wars.chance(state, rng))


def test_stacks_that_never_differ_leave_it_to_a_coin(wars: Any) -> None:
    state = wars.start(wars.setup({"dealt": "fox owl / fox owl fox owl"}))
    assert wars.actor(state) == CHANCE
    assert state.redraws == 4
    assert wars.first(state) is None
    seats = {wars.chance(state, Random(n)).at for n in range(20)}
    assert seats == {0, 1}
    with pytest.raises(IllegalMove):
        wars.apply(state, Move("coin", 2))
    wars.apply(state, Move("coin", 1))
    assert (wars.first(state), wars.actor(state)) == (1, 0)
    assert [len(stack) for stack in state.stacks] == [2, 3]


# What a seat knows


def test_a_view_hides_the_order_and_the_card_drawn(wars: Any) -> None:
    state = wars.start(wars.setup({"dealt": "fox owl cat frog crab / bear owl rabbit ghost skull"}))
    wars.apply(state, wars.moves(state)[0])
    while state.phase == ws.STRIKE:
        wars.apply(state, wars.moves(state)[0])
    seat = state.turn
    mine, theirs = wars.view(state, seat), wars.view(state, 1 - seat)
    assert mine.drawn == state.stacks[seat][0]
    assert theirs.drawn == -1
    rng = Random(1)
    tops = {wars.guess(theirs, rng).stacks[seat][0] for _ in range(200)}
    assert tops == set(state.stacks[seat])
    assert {wars.guess(mine, rng).stacks[seat][0] for _ in range(20)} == {mine.drawn}
    other = state.copy()
    for one in (0, 1):
        top, rest = other.stacks[one][:1], other.stacks[one][1:]
        other.stacks[one] = (*top, *reversed(rest))
    assert other != state
    assert wars.view(other, seat) == mine


def test_a_beaten_card_is_known_under_its_stack() -> None:
    rules = made(a=(5, {"N": 1}), b=(4, {}), c=(1, {}), d=(2, {}))
    state = rules.position({spot(0, 1): (1, 1)}, ((0, 2), (2, 3)), turn=0)
    rules.apply(state, Move("place", spot(0, 0)))
    rules.apply(state, Move("strike", spot(0, 1)))
    assert state.stacks[1] == (2, 3, 1)
    view = rules.view(state, 0)
    assert view.hidden[1] == (2, 3)
    assert view.under[1] == (1,)
    for seed in range(10):
        assert rules.guess(view, Random(seed)).stacks[1][-1] == 1


def test_both_seats_see_their_own_side_near(wars: Any) -> None:
    state = wars.position({spot(0, 0): (0, 0), spot(1, 2): (1, 1)}, ((2,), (3,)))
    near = wars.picture(wars.view(state, 0))["cards"]
    far = wars.picture(wars.view(state, 1))["cards"]
    first, second = wars.series.fighters[0].id, wars.series.fighters[1].id
    assert [(c["card"], c["column"], c["row"], c["upright"]) for c in near] == [
        (first, 0, 0, True),
        (second, 1, 2, False),
    ]
    assert [(c["card"], c["column"], c["row"], c["upright"]) for c in far] == [
        (second, 0, 0, True),
        (first, 1, 2, False),
    ]


# Set-ups


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ({"stacks": "fox"}, "such as"),
        ({"stacks": "fox / owl / cat"}, "such as"),
        ({"stacks": "fox / "}, "at least one"),
        ({"stacks": "fox / owll"}, "'owl'"),
        ({"stacks": "fox / xyzzy"}, "an id"),
        ({"stacks": "fox / owl", "dealt": "fox / owl"}, "one of them"),
        ({"size": "1"}, "from 2"),
        ({"size": "six"}, "from 2"),
        ({"size": "٣"}, "from 2"),
        ({"size": "999"}, "from 2"),
        ({"stack": "fox / owl"}, "one of stacks"),
    ],
)
def test_a_set_up_that_is_refused(wars: Any, setup: dict[str, str], says: str) -> None:
    with pytest.raises(SetupRefused) as refusal:
        wars.setup(setup)
    assert says in str(refusal.value)


def test_options_and_policies_that_are_refused(wars_loaded: tuple[Any, Any], wars: Any) -> None:
    game, rules = wars_loaded
    with pytest.raises(SetupRefused):
        rules.engine(game, {"tie": "attacker"})
    with pytest.raises(SetupRefused):
        wars.policy("best")


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn": 2},
        {"first": -1},
        {"known": (2, 0)},
        {"cells": {spot(0, 0): (0, 0), spot(3, 0): (1, 0)}},
        {"cells": {spot(0, 0): (2, 0)}},
        {"stacks": ((99,), (0,))},
    ],
)
def test_a_position_that_cannot_be(wars: Any, wrong: dict[str, Any]) -> None:
    given: dict[str, Any] = {"cells": {spot(0, 0): (0, 0)}, "stacks": ((1,), (2,)), **wrong}
    with pytest.raises(SetupRefused):
        wars.position(given.pop("cells"), given.pop("stacks"), **given)


# Policies

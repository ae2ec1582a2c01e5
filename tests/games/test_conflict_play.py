"""Conflicts with any moves: cards are kept, others refused, guesses fit, the best player wins."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from generator.engine.battery import exercise
from generator.engine.contract import CHANCE, OVER, IllegalMove, SetupRefused
from generator.engine.simulate import simulate
from generator.games.organizations.state import END, PLAY, SHUFFLE, Conflict, Move, State
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems

EVEN = "S19 C18 D17 H18 / S19 C18 D17 H18"


@cache
def engine() -> Any:
    here = workspace(Path(__file__))
    place = here.place("organizations")
    assert place is not None
    game, rules = load(here, place, (), Problems())
    assert rules is not None
    return rules.engine(game, {})


def cards_of(state: State) -> list[int]:
    held = [card for hand in state.hands for card in hand]
    return sorted([*held, *state.stock, *state.thrown, *(card for _, card in state.played)])


sides = st.lists(
    st.lists(
        st.tuples(st.sampled_from("SCDH"), st.integers(0, 40)).map(lambda o: f"{o[0]}{o[1]}"),
        min_size=1,
        max_size=5,
    ).map(" ".join),
    min_size=1,
    max_size=8,
).map(" + ".join)


class Table(RuleBasedStateMachine):
    """Any moves at any table, legal ones and others."""

    @initialize(one=sides, other=sides, scope=st.sampled_from(("home", "regional", "home / war")))
    def begin(self, one: str, other: str, scope: str) -> None:
        self.engine = engine()
        setup = {"sides": f"S35 {one} / H35 {other}", "scope": scope, "truce": "3"}
        self.state: State = self.engine.start(self.engine.setup(setup))
        self.rounds = 0
        self.powers = list(self.state.powers)

    @rule(seed=st.integers(0, 2**32))
    def move(self, seed: int) -> None:
        rng, who = Random(seed), self.engine.actor(self.state)
        if who == OVER:
            return
        moves = self.engine.moves(self.state)
        move = self.engine.chance(self.state, rng) if who == CHANCE else rng.choice(moves)
        self.engine.apply(self.state, move)

    @rule(
        what=st.sampled_from(("play", "throw", "keep", "cut", "shuffle", "rebuild", "pass")),
        seat=st.one_of(st.integers(-2, 17), st.none()),
        card=st.one_of(st.integers(-2, 60), st.just("A")),
        cards=st.one_of(
            st.lists(st.integers(0, 51), max_size=3).map(tuple),
            st.just(([], 3)),
            st.none(),
        ),
    )
    def anything(self, what: str, seat: Any, card: Any, cards: Any) -> None:
        """A move that is not offered is refused, and leaves everything as it was."""
        move = Move(what, seat, card if what in ("play", "throw") else -1, cards)
        if move in self.engine.moves(self.state):
            return
        if what == self.state.phase and what in ("cut", "rebuild"):
            return
        before = self.state.copy()
        with pytest.raises(IllegalMove):
            self.engine.apply(self.state, move)
        assert self.state == before

    @invariant()
    def cards_are_kept(self) -> None:
        if not hasattr(self, "state"):
            return
        pack = [] if self.state.phase in ("cut", SHUFFLE) else list(range(52))
        assert cards_of(self.state) == pack

    @invariant()
    def a_round_changes_one_power_by_one_at_most(self) -> None:
        if not hasattr(self, "state"):
            return
        changed = [b - a for a, b in zip(self.powers, self.state.powers, strict=True) if a != b]
        rounds = len(self.state.results)
        assert rounds - self.rounds in (0, 1)
        assert changed in ([], [1], [-1])
        assert not changed or rounds > self.rounds
        assert min(self.state.powers) >= 0
        self.powers, self.rounds = list(self.state.powers), rounds

    @invariant()
    def hands_are_full_when_play_begins(self) -> None:
        if not hasattr(self, "state") or self.state.phase != PLAY or self.state.played:
            return
        table = self.state.table
        for seat, hand in enumerate(self.state.hands):
            assert len(hand) == self.engine.hand_size(table.teams[table.side(seat)])

    @precondition(lambda self: self.state.phase not in ("cut", SHUFFLE))
    @rule(seed=st.integers(0, 2**32))
    def guesses_fit_and_keep_the_cards(self, seed: int) -> None:
        for seat in (0, self.state.table.seats - 1):
            view = self.engine.view(self.state, seat)
            guess = self.engine.guess(view, Random(seed))
            assert self.engine.view(guess, seat) == view
            assert cards_of(guess) == list(range(52))
            side = self.state.table.side(seat)
            assert [hand == () for hand in view.hands][seat] is (not self.state.hands[seat])
            others = self.state.table.members(1 - side)
            assert all(view.hands[other] == () for other in others)


Table.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)


TestTable = Table.TestCase


@pytest.mark.parametrize(
    "setup",
    [
        {"rounds": "1"},
        {"truce": "2", "sides": "marshals + tide / commons", "starter": "C"},
        {"rounds": "2", "scope": "home", "sides": " + ".join(["S9 H7"] * 8) + " / D21@war"},
        {"sides": EVEN, "starter": "A", "hands": "A 7S 2H KD / B 8S 3D"},
    ],
)
def test_the_contract_is_kept(conflict: Any, setup: dict[str, str]) -> None:
    assert exercise(conflict, setup, games=1) == []


def test_guesses_know_what_a_new_stock_was_made_of(conflict: Any) -> None:
    """Cards from a new stock can only be ones that were thrown."""
    state = conflict.start(conflict.setup({"sides": EVEN, "starter": "A"}))
    conflict.apply(state, Move(SHUFFLE, cards=tuple(range(52))))
    for seat in (0, 1):
        for card in list(state.hands[seat])[:14]:
            conflict.apply(state, Move("throw", seat, card))
        conflict.apply(state, Move("keep", seat))
    thrown = tuple(state.thrown)
    assert len(thrown) == 28
    conflict.apply(state, Move("rebuild", cards=thrown[::-1]))
    assert state.phase == PLAY
    view = conflict.view(state, 0)
    assert view.late == (0, 6)
    seen = set()
    for seed in range(40):
        guess = conflict.guess(view, Random(seed))
        late = set(thrown) & set(guess.hands[1])
        assert len(late) == 6
        assert set(guess.stock) <= set(thrown)
        seen |= set(guess.hands[1])
    assert len(seen) > 30


@pytest.mark.parametrize(("policies", "least"), [("ahead,highest", 0.6), ("ahead,random", 0.75)])
def test_looking_ahead_is_better(conflict: Any, policies: str, least: float) -> None:
    setup = {"sides": EVEN, "rounds": "1"}
    stats = simulate(conflict, setup, policies, 60, 5)
    assert stats.seats[0].low > least
    back = simulate(conflict, setup, ",".join(reversed(policies.split(","))), 60, 5)
    assert back.seats[1].low > least


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_exceeds_what(data: st.DataObject, conflict: Any) -> None:
    """The document's three ways, told once more without masks."""
    card, current = (data.draw(st.integers(0, 51)) for _ in range(2))
    (suit, rank), (other, before) = divmod(card, 13), divmod(current, 13)
    value = lambda r: r + 1 if r < 10 else r - 9  # noqa: E731
    higher = suit == other and (rank >= 10 or value(rank) > value(before))
    trump = "SCDH"[suit] + "SCDH"[other] in ("SC", "CD", "DH", "HS")
    assert bool(conflict.over[current] >> card & 1) is ((higher or trump) and card != current)


def test_a_truce_and_an_agreed_end(conflict: Any) -> None:
    for key, nobody in (("truce", True), ("rounds", False)):
        state = conflict.start(conflict.setup({"sides": EVEN, key: "1"}))
        rng = Random(1)
        while conflict.actor(state) != OVER:
            moves = conflict.moves(state)
            conflict.apply(state, moves[0] if moves else conflict.chance(state, rng))
        assert (conflict.outcome(state).winners == ()) is nobody
        assert ("truce" in conflict.events(state)) is nobody


def test_the_loser_begins_the_next_round(conflict: Any) -> None:
    state = conflict.start(conflict.setup({"sides": EVEN, "starter": "B"}))
    rng = Random(3)
    while len(state.results) < 3:
        moves = conflict.moves(state)
        conflict.apply(state, rng.choice(moves) if moves else conflict.chance(state, rng))
    for before, after in zip(state.results, state.results[1:], strict=False):
        assert after.starter == 1 - before.winner
    assert state.results[0].starter == 1


def test_an_equal_cut_is_repeated(conflict: Any) -> None:
    state = conflict.start(conflict.setup({"sides": EVEN}))
    conflict.apply(state, Move("cut", cards=(0, 13)))
    assert (state.phase, conflict.first(state)) == ("cut", None)
    conflict.apply(state, Move("cut", cards=(0, 14)))
    assert (state.phase, conflict.first(state)) == (SHUFFLE, 1)


def test_the_last_engageable_suit_ends_the_conflict(conflict: Any) -> None:
    setup = {"sides": "S16 / H16", "starter": "A", "hands": "A KH / B AC"}
    state = conflict.start(conflict.setup(setup))
    conflict.apply(state, conflict.moves(state)[0])
    # hearts are first and last, and A has nobody there: nothing changes and play goes on
    assert state.results[0].changes == ()
    assert state.phase == SHUFFLE
    setup = {"sides": "S16 / H16 S14", "starter": "B", "hands": "A QH / B KS"}
    state = conflict.start(conflict.setup(setup))
    conflict.apply(state, conflict.moves(state)[0])
    conflict.apply(state, conflict.moves(state)[0])
    # A wins with hearts on spades: B's hearts fall to 15 and cannot be challenged in the region
    assert (state.phase, state.winners, state.powers) == (END, (0,), [16, 15, 14])
    assert conflict.outcome(state).says == "A wins after 1 round, 1 to 0."


@pytest.mark.parametrize(
    ("given_", "says"),
    [
        ({"side": "x"}, "the set-up has no 'side'"),
        ({"sides": "marshals"}, "sides are 'marshals'"),
        ({"sides": "marshals / tidee"}, "'tidee' is no organization"),
        ({"sides": "S16 / X16"}, "'X' is no suit"),
        ({"sides": "S16@moon / S16"}, "there is no scope 'moon'"),
        ({"sides": " + ".join(["S16"] * 9) + " / S16"}, "a team of 9"),
        ({"scope": "home / war / home"}, "scope is"),
        ({"starter": "Q"}, "starter is 'Q'"),
        ({"rounds": "many"}, "rounds is 'many'"),
        ({"hands": "A 7S"}, "hands are given"),
        ({"starter": "A", "hands": "A 7S / B 7S"}, "a card is held twice"),
        ({"starter": "A", "hands": "A 1S"}, "'1S' is no card"),
        ({"starter": "A", "hands": "X 2S"}, "'X' is no seat"),
        ({"sides": "S9 / H20"}, "side A cannot be engaged"),
    ],
)
def test_set_ups_that_cannot_be(conflict: Any, given_: dict[str, str], says: str) -> None:
    with pytest.raises(SetupRefused) as refused:
        conflict.setup(given_)
    assert says in refused.value.says


def test_there_is_no_option_and_no_other_policy(conflict_loaded: tuple[Any, Any]) -> None:
    game, rules = conflict_loaded
    with pytest.raises(SetupRefused):
        rules.engine(game, {"trumps": "b"})
    with pytest.raises(SetupRefused):
        rules.engine(game, {}).policy("clever")
    assert isinstance(rules.engine(game, {}).setup({}), Conflict)

"""Brain Drain played: no card is lost, nothing hidden is seen, every game ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from generator.engine.battery import exercise
from generator.engine.contract import CHANCE, OVER, IllegalMove
from generator.engine.simulate import simulate
from generator.games.brain_drain.state import FACE_DOWN, Laid, Move, State
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
PLAYERS = range(2, 9)
WHATS = (
    *("roll", "reroll", "rest", "play", "boost", "spend", "take", "bluff", "claim", "at"),
    *("declare", "call", "let", "react", "fake", "pass", "to", "give"),
    *("roles", "shuffle", "die", "pick"),
)


@cache
def rules_of(*options: tuple[str, str]) -> Any:
    place = workspace(ROOT).place("brain_drain")
    assert place is not None
    game, rules = load(workspace(ROOT), place, (), Problems())
    assert rules is not None
    return rules.engine(game, dict(options))


def cards_of(state: State) -> Counter[int]:
    """Every card, wherever it lies."""
    found = Counter(state.draw) + Counter(state.discard) + Counter(state.spent)
    for own in (*state.hands, *state.boosters):
        found.update(own)
    found.update(card for card in (state.played, state.faked) if card >= 0)
    for task in state.todo:
        if task[0] == "lay":
            found.update((*task[1], *task[2]))
    return found


def played(engine: Any, players: int, seed: int) -> State:
    rng = Random(seed)
    state: State = engine.start(engine.setup({"players": str(players)}))
    for _ in range(20_000):
        who = engine.actor(state)
        if who == OVER:
            return state
        chance = who == CHANCE
        engine.apply(
            state, engine.chance(state, rng) if chance else rng.choice(engine.moves(state))
        )
    raise AssertionError("no end")


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", [{}, {"bluff_reactions": "true", "base_must_match": "false"}])
def test_keeps_every_promise_of_the_contract(
    drain: Callable[..., Any], players: int, options: dict[str, str]
) -> None:
    assert exercise(drain(**options), {"players": str(players)}, games=2, seed=players) == []


@pytest.mark.parametrize("players", PLAYERS)
def test_200_random_games_end_with_every_card(drain: Callable[..., Any], players: int) -> None:
    engine = drain()
    pack = Counter(engine.deal.pack)
    for seed in range(200):
        state = played(engine, players, seed)
        assert cards_of(state) == pack
        assert state.winners
        out = [seat for seat in range(players) if state.out[seat]]
        assert all(state.msp[seat] == 0 and not state.hands[seat] for seat in out)
        assert out
        assert all(not state.out[seat] for seat in state.winners) or len(out) == players


class Table(RuleBasedStateMachine):
    """Any moves whatever, legal and not, at any table."""

    @initialize(players=st.integers(2, 8), seed=st.integers(0, 2**32), bluffs=st.booleans())
    def sit_down(self, players: int, seed: int, bluffs: bool) -> None:
        self.engine = rules_of(("bluff_reactions", str(bluffs).lower()))
        self.state: State = self.engine.start(self.engine.setup({"players": str(players)}))
        self.rng = Random(seed)
        self.pack = Counter(self.engine.deal.pack)
        while self.engine.actor(self.state) == CHANCE:
            self.engine.apply(self.state, self.engine.chance(self.state, self.rng))

    def make(self, move: Move) -> None:
        before = self.engine.copy(self.state)
        kept = self.engine.copy(self.state)
        self.engine.apply(self.state, move)
        assert before == kept
        while self.engine.actor(self.state) == CHANCE:
            self.engine.apply(self.state, self.engine.chance(self.state, self.rng))

    @precondition(lambda self: self.engine.actor(self.state) >= 0)
    @rule(pick=st.floats(0, 1, exclude_max=True), times=st.integers(1, 30))
    def move(self, pick: float, times: int) -> None:
        for _ in range(times):
            if self.engine.actor(self.state) < 0:
                return
            moves = self.engine.moves(self.state)
            self.make(moves[int(pick * len(moves))])
            pick = self.rng.random()

    @precondition(lambda self: self.engine.actor(self.state) >= 0)
    @rule(
        what=st.sampled_from(WHATS),
        value=st.one_of(st.integers(-3, 150), st.none(), st.booleans(), st.just("A")),
        cards=st.one_of(
            st.lists(st.integers(-2, 150), max_size=4).map(tuple),
            st.just((None,)),
            st.just(([],)),
            st.none(),
        ),
    )
    def try_anything(self, what: str, value: Any, cards: Any) -> None:
        move = Move(what, value, cards)
        before = self.engine.copy(self.state)
        try:
            self.make(move)
        except IllegalMove:
            assert self.state == before
            assert move not in self.engine.moves(before) or type(value) is not int
        else:
            offered = self.engine.moves(before)
            known = [(m.what, m.value, sorted(m.cards)) for m in offered]
            ignores = what in ("roll", "reroll", "rest", "call", "let", "pass", "spend")
            value = -1 if ignores else value
            assert (what, value, sorted(cards) if what == "spend" else []) in known

    @precondition(lambda self: self.engine.actor(self.state) == OVER)
    @rule()
    def leave(self) -> None:
        assert self.engine.moves(self.state) == ()
        assert self.state.winners

    @invariant()
    def no_card_is_lost(self) -> None:
        if hasattr(self, "state"):
            assert cards_of(self.state) == self.pack
            assert min(self.state.msp) >= 0
            limit = self.engine.hand_limit + (self.state.debt if self.state.phase == "give" else 0)
            busy = self.state.todo or self.state.phase == "end"  # reviews draw beyond the limit
            assert busy or max(map(len, self.state.hands)) <= limit
            assert max(map(len, self.state.boosters)) <= self.engine.booster_limit

    @invariant()
    def views_hide_and_guesses_fit(self) -> None:
        if not hasattr(self, "state"):
            return
        for seat in range(len(self.state.msp)):
            view = self.engine.view(self.state, seat)
            hash(view)
            assert view.hand == tuple(sorted(self.state.hands[seat]))
            guess = self.engine.guess(view, self.rng)
            if guess.phase == "react":
                assert len(self.engine.moves(guess)) > 1
            assert self.engine.view(guess, seat) == view
            assert cards_of(guess) == self.pack


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)


def test_a_view_is_the_same_whatever_others_hold(drain: Callable[..., Any]) -> None:
    engine, rng, seen = drain(), Random(5), 0
    for seed in range(6):
        state = engine.start(engine.setup({"players": "4"}))
        rng = Random(seed)
        while engine.actor(state) != OVER:
            if engine.actor(state) == CHANCE:
                engine.apply(state, engine.chance(state, rng))
                continue
            for seat in range(4):
                view = engine.view(state, seat)
                other = engine.guess(view, Random(seed))
                seen += other.hands != state.hands
                assert engine.view(other, seat) == view
            engine.apply(state, rng.choice(engine.moves(state)))
    assert seen > 100


def test_a_card_face_down_is_seen_by_its_owner_alone(drain: Callable[..., Any]) -> None:
    engine = drain()
    laid = Laid(
        (12,) * 3, ((0, 1), (2,), (3,)), ((),) * 3, (0,) * 3, (False,) * 3, (4, 5, 6), (), 0
    )
    state = engine.position([0, 1, 2], laid)
    engine.apply(state, Move("bluff", 1))
    engine.apply(state, Move("claim", 15))
    assert [engine.view(state, seat).played for seat in range(3)] == [1, FACE_DOWN, FACE_DOWN]
    assert engine.view(state, 1).face == 15
    assert 1 in engine.unseen(engine.view(state, 1))
    assert 1 not in engine.unseen(engine.view(state, 0))


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_same_seed_plays_the_same_games(drain: Callable[..., Any], policy: str) -> None:
    one, two = (simulate(drain(), {"players": "3"}, policy, 20, 7) for _ in range(2))
    assert one == two
    assert one.unfinished == 0
    assert one != simulate(drain(), {"players": "3"}, policy, 20, 8)


def test_greedy_beats_random(drain: Callable[..., Any]) -> None:
    stats = simulate(drain(), {"players": "2"}, "greedy,random", 120, 1)
    assert stats.seats[0].low > 0.7


def test_every_superpower_fires_and_is_counted(drain: Callable[..., Any]) -> None:
    engine = drain()
    stats = simulate(engine, {"players": "8"}, "greedy", 60, 1)
    for role in engine.deal.roles:
        assert f"superpower {role.id}" in stats.events

"""The duel as a machine: nothing is lost, nothing is doubled, and it ends."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from generator.engine.battery import exercise
from generator.engine.contract import CHANCE, OVER, IllegalMove, SetupRefused
from generator.games.sophmb2ce.state import Again, Declare, Shuffle
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems

Duel = Callable[..., Any]
ROOT = Path(__file__).parents[2]
CHOICES = {
    "tie": ("defender", "attacker", "redraw"),
    "ace": ("1", "14"),
    "penalty_on_special": ("false", "true"),
    "first_by": ("last", "all"),
}
PAIRS = list(itertools.permutations(range(4), 2))


@cache
def engine(**options: str) -> Any:
    place = workspace(ROOT).place("sophmb2ce")
    assert place is not None
    game, rules = load(workspace(ROOT), place, (), Problems())
    assert rules is not None
    return rules.engine(game, options)


class Table(RuleBasedStateMachine):
    """Any legal and illegal moves, from any set-up, with any options."""

    @initialize(
        options=st.fixed_dictionaries({k: st.sampled_from(v) for k, v in CHOICES.items()}),
        castes=st.sampled_from([None, *PAIRS]),
        seed=st.integers(0, 10**6),
        hp=st.tuples(st.integers(1, 10), st.integers(1, 10)),
    )
    def sit_down(self, options: dict[str, str], castes: Any, seed: int, hp: Any) -> None:
        self.engine = engine(**options)
        self.rng = Random(seed)
        names = [caste.id for caste in self.engine.deal.castes]
        setup = {"hp": f"{hp[0]}, {hp[1]}"}
        if castes:
            setup["castes"] = f"{names[castes[0]]}, {names[castes[1]]}"
        self.state = self.engine.start(self.engine.setup(setup))
        self.moves = 0

    def move(self, move: Any) -> None:
        before = self.state.copy()
        self.engine.apply(self.state, move)
        self.moves += 1
        damages = [had - has for had, has in zip(before.hp, self.state.hp, strict=True)]
        if isinstance(move, Shuffle):
            assert damages == [0, 0]
            return
        last = self.state.exchange()
        assert damages[last.attacker] == 0
        assert damages[1 - last.attacker] == min(last.damage, before.hp[1 - last.attacker])
        assert (last.damage > 0) == bool(last.hit)
        if last.hit is None:
            assert self.state.exchanges == before.exchanges
            assert self.state.turn == last.attacker
            assert self.state.attack_penalty == before.attack_penalty
            assert self.state.defence_penalty == before.defence_penalty
        else:
            assert self.state.exchanges == before.exchanges + 1
            assert self.state.waits == OVER or self.state.turn == 1 - last.attacker
            assert self.state.defence_penalty[1 - last.attacker] == 0

    @precondition(lambda self: self.state.waits == CHANCE)
    @rule()
    def shuffle(self) -> None:
        assert self.engine.moves(self.state) == ()
        self.move(self.engine.chance(self.state, self.rng))

    @precondition(lambda self: self.state.waits >= 0)
    @rule(second=st.booleans())
    def attack(self, second: bool) -> None:
        legal = self.engine.moves(self.state)
        self.move(legal[-1] if second else legal[0])

    @rule(
        move=st.sampled_from(
            [Declare(0), Declare(3), Again(), Declare(1), Shuffle(0, ()), Shuffle(2, (1,)), None, 1]
        )
    )
    def illegal(self, move: Any) -> None:
        if move in self.engine.moves(self.state):
            return
        before = self.state.copy()
        with pytest.raises(IllegalMove) as refusal:
            self.engine.apply(self.state, move)
        assert self.state == before
        assert refusal.value.move == move
        assert refusal.value.position["hp"] == before.hp

    @precondition(lambda self: self.state.waits == CHANCE)
    @rule(fault=st.sampled_from(["short", "double", "foreign"]))
    def forged_shuffle(self, fault: str) -> None:
        seat, order = self.engine.chance(self.state, self.rng)
        forged = {
            "short": order[1:],
            "double": (order[1], *order[1:]),
            "foreign": (99, *order[1:]),
        }[fault]
        with pytest.raises(IllegalMove):
            self.engine.apply(self.state, Shuffle(seat, forged))

    @invariant()
    def nothing_is_lost_or_doubled(self) -> None:
        for seat, pile in enumerate(self.state.piles):
            whole = self.engine.full
            if self.state.castes is not None:
                whole = self.engine.decks[self.state.castes[seat]]
            assert tuple(sorted(pile)) == whole
            assert 0 <= self.state.drawn[seat] <= len(pile)

    @invariant()
    def figures_stay_in_bounds(self) -> None:
        assert all(0 <= points <= 10 for points in self.state.hp)
        assert {*self.state.attack_penalty, *self.state.defence_penalty} <= {0, 1}
        over = self.state.waits == OVER
        assert over == (0 in self.state.hp)
        assert over == (self.engine.outcome(self.state) is not None)

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        while self.engine.actor(self.state) != OVER:
            assert self.moves < 5000
            legal = self.engine.moves(self.state)
            self.move(self.rng.choice(legal) if legal else self.engine.chance(self.state, self.rng))


Table.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestTable = Table.TestCase


@pytest.mark.parametrize("tie", CHOICES["tie"])
@pytest.mark.parametrize("setup", [{}, {"castes": "clubs, hearts", "first": "B", "hp": "6, 4"}])
def test_every_promise_of_the_contract(duel: Duel, tie: str, setup: dict[str, str]) -> None:
    rules = duel(tie=tie, penalty_on_special="true", first_by="all")
    assert exercise(rules, setup, games=12, seed=5) == []


def test_a_deck_of_play_leaves_the_counters_out(duel: Duel, duel_game: Any) -> None:
    rules = duel()
    assert len(rules.full) == duel_game.figures.fig("deck")
    for caste, deck in enumerate(rules.decks):
        assert len(deck) == duel_game.figures.fig("deck_in_play")
        gone = sorted(set(rules.full) - set(deck))
        assert rules.cards.write(gone).split() == [
            f"{rank}{rules.deal.castes[caste].letter}"
            for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
        ]


def test_a_used_up_deck_is_shuffled_before_the_next_turn(duel: Duel) -> None:
    rules = duel()
    seven, three = rules.cards.number("7C"), rules.cards.number("3D")
    state = rules.position((0, 1), ((seven,), (three, seven)), hp=(10, 9))
    assert rules.actor(state) == 0
    rules.apply(state, Declare(1))
    assert rules.actor(state) == CHANCE
    move = rules.chance(state, Random(1))
    assert move.seat == 0
    rules.apply(state, move)
    assert rules.actor(state) == 1
    assert rules.view(state, 0).left == (42, 1)
    assert rules.events(state) == {"reshuffles": 1}
    rules.apply(state, Declare(1))
    assert rules.chance(state, Random(1)).seat == 1


def test_equal_totals_at_the_end_of_a_deck(duel: Duel) -> None:
    rules = duel(tie="redraw")
    tie = rules.cards.number("9C"), rules.cards.number("8H")
    state = rules.position((0, 3), ((tie[0],), (tie[0],)), defence_penalty=(0, 0))
    assert rules.attack_values[0][0][tie[0]] == rules.defence_values[3][0][tie[0]]
    rules.apply(state, Declare(2))
    assert state.exchange().hit is None
    for _ in range(2):
        assert rules.actor(state) == CHANCE
        assert rules.moves(state) == ()
        rules.apply(state, rules.chance(state, Random(3)))
    assert rules.actor(state) == 0
    assert rules.moves(state) == (Again(),)
    rules.apply(state, Again())
    assert state.exchange().declared == 2
    assert state.attack_penalty == [1, 0]


def test_a_game_that_ends_with_the_deck_needs_no_shuffle(duel: Duel) -> None:
    rules = duel()
    king, two = rules.cards.number("KC"), rules.cards.number("2D")
    state = rules.position((0, 1), ((king,), (two,)), hp=(10, 1))
    rules.apply(state, Declare(1))
    assert rules.actor(state) == OVER
    assert rules.outcome(state).winners == (0,)
    assert rules.moves(state) == ()
    with pytest.raises(IllegalMove):
        rules.apply(state, Declare(1))


def test_a_view_hides_both_orders_and_nothing_else(duel: Duel) -> None:
    rules, rng = duel(), Random(8)
    state = rules.start(rules.setup({"castes": "hearts, clubs"}))
    for _ in range(2):
        rules.apply(state, rules.chance(state, rng))
    for _ in range(7):
        rules.apply(state, Declare(2))
    for seat in (0, 1):
        view = rules.view(state, seat)
        guesses = [rules.guess(view, rng) for _ in range(20)]
        assert all(rules.view(guess, seat) == view for guess in guesses)
        for hidden in (0, 1):
            orders = {guess.piles[hidden] for guess in guesses}
            assert len(orders) == 20
            assert {order[:7] for order in orders} == {state.piles[hidden][:7]}
    other = state.copy()
    pile = other.piles[0]
    other.piles[0] = (*pile[:7], *reversed(pile[7:]))
    assert other != state
    assert rules.view(other, 0) == rules.view(state, 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"castes": (0, 0)},
        {"turn": 2},
        {"hp": (0, 5)},
        {"hp": (11, 5)},
        {"attack_penalty": (2, 0)},
        {"decks": ((13, 13), (0,))},
        {"decks": ((3,), (0,))},
        {"decks": ((99,), (0,))},
        {"discards": ((), ())},
    ],
)
def test_a_position_that_cannot_be(duel: Duel, wrong: dict[str, Any]) -> None:
    given: dict[str, Any] = {"castes": (0, 1), "decks": ((13,), (0,)), **wrong}
    with pytest.raises(SetupRefused):
        duel().position(given.pop("castes"), given.pop("decks"), **given)


@pytest.mark.parametrize(
    ("setup", "says"),
    [
        ({"castes": "hearts"}, "two different ones"),
        ({"castes": "hearts, hearts"}, "two different ones"),
        ({"castes": "hearts, spodes"}, "'spades'"),
        ({"castes": "hearts, xyzzy"}, "two of spades"),
        ({"castes": "a,b,c"}, "no caste"),
        ({"first": "B"}, "where castes are given"),
        ({"castes": "hearts, spades", "first": "C"}, "A or B"),
        ({"castes": "hearts, spades", "hp": "7"}, "two numbers"),
        ({"castes": "hearts, spades", "hp": "0, 5"}, "1 to 10"),
        ({"castes": "hearts, spades", "hp": "11, 5"}, "1 to 10"),
        ({"castes": "hearts, spades", "hp": "seven, 5"}, "two numbers"),
        ({"castes": "hearts, spades", "hp": "٣, 5"}, "two numbers"),
        ({"castes": "hearts, spades", "flips": "A 7S / B 8H"}, "one of both"),
        ({"flips": "7S 8H"}, "such as"),
        ({"flips": "A 7S 7S / B 8H 9H"}, "twice"),
        ({"flips": "A 7S / B 8X"}, "no card"),
        ({"caste": "hearts"}, "one of castes"),
    ],
)
def test_a_set_up_that_is_refused(duel: Duel, setup: dict[str, str], says: str) -> None:
    with pytest.raises(SetupRefused) as refusal:
        duel().setup(setup)
    assert says in str(refusal.value)


def test_options_and_policies_that_are_refused(duel: Duel) -> None:
    for options in ({"tie": "coin"}, {"ace": "11"}, {"tei": "defender"}):
        with pytest.raises(SetupRefused):
            duel(**options)
    with pytest.raises(SetupRefused):
        duel().policy("worst")


def test_flips_settle_castes_and_first_player(duel: Duel) -> None:
    rules = duel()
    state = rules.start(rules.setup({"flips": "A 7S KD 2H / B 7H KC 3C"}))
    assert (state.castes, state.first, state.flips, rules.first(state)) == ((0, 1), 1, 3, 1)
    assert rules.actor(state) == CHANCE
    for _ in range(2):
        rules.apply(state, rules.chance(state, Random(2)))
    assert rules.actor(state) == 1


def test_flips_that_never_differ_are_no_duel(duel: Duel) -> None:
    rules = duel()
    state = rules.start(rules.setup({}))
    for seat in (0, 1):
        rules.apply(state, Shuffle(seat, rules.full))
    assert rules.actor(state) == OVER
    assert rules.outcome(state).winners == ()
    assert rules.first(state) is None
    assert rules.view(state, 0).castes is None


def test_first_by_changes_who_begins_in_the_share_the_ruling_gives() -> None:
    """Ruling 000-04: 8.6 % of duels, looked at when the castes are settled."""
    last, every = engine(first_by="last"), engine(first_by="all")
    rng, changed = Random(4), 0
    deck = list(last.full)
    for _ in range(6000):
        a, b = rng.sample(deck, 52), rng.sample(deck, 52)
        one, two = last.flip(a, b), every.flip(a, b)
        assert one[0] == two[0]
        settled = 1 + next(n for n in range(52) if a[n] // 13 != b[n] // 13)
        firsts = [by.flip(a[:settled], b[:settled]) for by in (last, every)]
        changed += firsts[0] != firsts[1]
    assert abs(changed / 6000 - 0.086) < 4 * (0.086 * 0.914 / 6000) ** 0.5

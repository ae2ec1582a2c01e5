"""How policies choose: by what lies open and what they hold, whatever the others hide."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from generator.engine.contract import CHANCE, OVER, SEATS
from generator.games.organizations.ahead import Ahead
from generator.games.organizations.state import PLAY, THROW, Move, State

SETUPS = (
    {"sides": "marshals / furnace", "rounds": "1"},
    {"sides": "S19 C18 + D17 H18 / commons + S17 + H16", "rounds": "1", "starter": "B"},
    {"sides": "S12 H7 D9 / C21@war", "scope": "home", "truce": "2"},
)


def states(conflict: Any, given: dict[str, str], seed: int, phase: str) -> list[State]:
    """The positions of a game in which somebody has to choose at that phase, played at random."""
    rng = Random(seed)
    state = conflict.start(conflict.setup(given))
    found = []
    while (who := conflict.actor(state)) != OVER:
        if who == CHANCE:
            move = conflict.chance(state, rng)
        else:
            moves = conflict.moves(state)
            if len(moves) > 1 and state.phase == phase:
                found.append(state.copy())
            # throws a few, so that a new stock is made now and then
            move = moves[rng.randrange(len(moves))]
        conflict.apply(state, move)
    return found


def chosen(conflict: Any, name: str, state: State, seed: int) -> Move:
    """As a game lets it choose."""
    policy, who = conflict.policy(name), conflict.actor(state)
    view = None if policy.blind else conflict.view(state, who)
    return policy.choose(view, conflict.moves(state), Random(seed))


@pytest.mark.parametrize("given", SETUPS)
@pytest.mark.parametrize("name", ["random", "lowest", "highest", "ahead"])
def test_nobody_peeks(conflict: Any, given: dict[str, str], name: str) -> None:
    """Hidden cards change places, with the stock and among hands; the choice stays."""
    found = states(conflict, given, 3, PLAY)
    for number, state in enumerate(found[:: max(1, len(found) // 5)]):
        who = conflict.actor(state)
        before = chosen(conflict, name, state, number)
        hidden = 0
        for seed in range(3):
            other = conflict.guess(conflict.view(state, who), Random(seed))
            hidden += (other.hands, other.stock) != (state.hands, state.stock)
            assert chosen(conflict, name, other, number) == before
        assert hidden


def test_a_view_shows_no_hidden_card(conflict: Any) -> None:
    for given in SETUPS:
        for state in states(conflict, given, 4, PLAY)[::4]:
            who = conflict.actor(state)
            view, side = conflict.view(state, who), state.table.side(who)
            open_ = {card for hand in view.hands for card in hand}
            open_ |= set(view.thrown) | {card for _, card in view.played}
            for seat in state.table.members(1 - side):
                assert not open_ & set(state.hands[seat])
            assert not open_ & set(state.stock)


def test_ahead_guesses_anew_with_other_dice(conflict: Any) -> None:
    """It is its guesses that it looks at: what cards are worth changes with them, not by much."""
    state = states(conflict, SETUPS[0], 5, PLAY)[2]
    view = conflict.view(state, conflict.actor(state))
    moves = conflict.moves(state)
    ahead = conflict.policy("ahead")
    assert isinstance(ahead, Ahead)
    first, again, other = (ahead.values(view, moves, Random(seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert all(-1 <= worth <= 1 for worth in first)


def test_ahead_comes_near_the_truth(conflict: Any) -> None:
    """B holds one card, any of fifty: what A's two cards are worth, counted out by hand."""
    setup = {"sides": "S20 C20 D20 H20 / S20 C20 D20 H20", "starter": "A", "rounds": "1"}
    state = conflict.start(conflict.setup({**setup, "hands": "A 9C 5H / B 2S"}))
    view, moves = conflict.view(state, 0), conflict.moves(state)
    own = [move.card for move in moves]
    exceeds = lambda card, current: conflict.over[current] >> card & 1  # noqa: E731
    truth = []
    for card, other in (own, own[::-1]):
        wins = [
            not exceeds(hidden, card) or exceeds(other, hidden)
            for hidden in range(52)
            if hidden not in own
        ]
        truth.append(2 * sum(wins) / len(wins) - 1)
    runs = [conflict.policy("ahead").values(view, moves, Random(seed)) for seed in range(60)]
    means = [sum(run[n] for run in runs) / len(runs) for n in (0, 1)]
    assert means == pytest.approx(truth, abs=0.1)


@pytest.mark.parametrize(("name", "way"), [("lowest", min), ("highest", max)])
def test_by_rank(conflict: Any, name: str, way: Any) -> None:
    for given in SETUPS:
        for state in states(conflict, given, 6, PLAY):
            ranks = [move.card % 13 for move in conflict.moves(state)]
            assert chosen(conflict, name, state, 0).card % 13 == way(ranks)


@pytest.mark.parametrize("name", ["lowest", "highest", "ahead"])
def test_what_cannot_be_used_is_thrown(conflict: Any, name: str) -> None:
    for given in SETUPS:
        for state in states(conflict, given, 7, THROW)[::3]:
            seat = conflict.actor(state)
            useless = [c for c in state.hands[seat] if not state.lines.usable[seat] >> c & 1]
            move = chosen(conflict, name, state, 0)
            assert move.what == ("throw" if useless else "keep")
            assert not useless or move.card in useless


# The deal, for teams of any size


def test_every_two_teams_are_dealt_their_cards(conflict: Any) -> None:
    sizes = (15, 8, 7, 6, 5, 4, 3, 2)
    for a in range(1, 9):
        for b in range(1, 9):
            sides = " / ".join(" + ".join(["S20"] * n) for n in (a, b))
            state = conflict.start(conflict.setup({"sides": sides, "starter": "A"}))
            conflict.apply(state, conflict.chance(state, Random(a * b)))
            assert [len(hand) for hand in state.hands] == [sizes[a - 1]] * a + [sizes[b - 1]] * b
            assert len(state.stock) == 52 - sum(map(len, state.hands))


@pytest.mark.parametrize("members", range(1, 9))
def test_all_may_throw_all_they_hold(conflict: Any, members: int) -> None:
    """Everybody refills to the full, of what was thrown where the stock does not suffice."""
    team = " + ".join(["S20"] * members)
    setup = {"sides": f"{team} / {team}", "starter": SEATS[members]}
    state = conflict.start(conflict.setup(setup))
    rng, order = Random(members), []
    while state.phase != PLAY:
        who = conflict.actor(state)
        if who == CHANCE:
            move = conflict.chance(state, rng)
        else:
            order += [who] if who not in order else []
            move = conflict.moves(state)[-1]
            assert move.what == "throw"
        conflict.apply(state, move)
    assert order == [*range(members, 2 * members), *range(members)]  # the starter's side first
    size = conflict.hand_size(members)
    assert [len(hand) for hand in state.hands] == [size] * (2 * members)
    held = [card for hand in state.hands for card in hand]
    assert len(set(held)) == len(held)
    assert sorted([*held, *state.stock, *state.thrown]) == list(range(52))
    assert state.rebuilds == (2 * size * members > 26)


def test_a_team_plays_any_members_card_within_the_members_own_size(conflict: Any) -> None:
    setup = {"sides": "S20 + H20 / S20 H20", "starter": "A", "hands": "A 9S 9H / B 8S 8H / C 2S"}
    state = conflict.start(conflict.setup(setup))
    names = [(move.seat, conflict.cards.names[move.card]) for move in conflict.moves(state)]
    assert names == [(0, "9S"), (1, "8H")]

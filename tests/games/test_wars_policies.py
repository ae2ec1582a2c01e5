"""Sprite Wars played by its policies: who beats whom, from views alone, and how games go."""

from __future__ import annotations

from random import Random
from typing import Any

from wars_series import made

from generator.engine.contract import OVER
from generator.engine.simulate import simulate, wilson
from generator.games.sprite_wars.grid import place, spot


def test_greedy_beats_random_and_search_beats_greedy(wars: Any) -> None:
    for better, worse, games, floor in (
        ("greedy", "random", 200, 0.7),
        ("search", "greedy", 30, 0.5),
    ):
        wins = draws = 0
        for seats in ((better, worse), (worse, better)):
            stats = simulate(wars, {}, ",".join(seats), games // 2, 11)
            wins += round(stats.seats[seats.index(better)].share * (games // 2))
            draws += stats.undecided
        assert wilson(wins, games - draws).share > floor


def test_policies_choose_legal_moves_from_views_alone(wars: Any) -> None:
    rng = Random(4)
    for name in ("greedy", "search"):
        policy = wars.policy(name)
        state = wars.start(wars.setup({}))
        while wars.actor(state) != OVER:
            moves = wars.moves(state)
            if moves:
                move = policy.choose(wars.view(state, state.turn), moves, rng)
                assert move in moves
            else:
                move = wars.chance(state, rng)
            wars.apply(state, move)


def test_search_sees_what_greedy_does_not(wars: Any) -> None:
    """A has two in a row: B must take the third spot, where nothing falls to it."""
    rules = made(tall=(9, {}), low=(1, {}))
    cells = {spot(0, 0): (0, 0), spot(1, 0): (0, 0), spot(2, 2): (1, 0)}
    state = rules.position(cells, ((1, 1), (1, 1)), turn=0)
    move = rules.policy("greedy").choose(rules.view(state, 0), rules.moves(state), Random(1))
    assert place(move.at) == (2, 0)
    state = rules.position(cells, ((1, 1), (1, 1)), turn=1)
    for seed in range(5):
        move = rules.policy("search").choose(rules.view(state, 1), rules.moves(state), Random(seed))
        assert place(move.at) == (2, 0)


def test_lengths_and_events(wars: Any) -> None:
    stats = simulate(wars, {"size": "4"}, "random", 300, 2)
    assert stats.unfinished == 0
    assert 0.12 < stats.undecided / 300 < 0.4, "ruling 004-27"
    assert {"replacement", "pass", "both stacks empty"} <= set(stats.events)
    assert stats.length is not None
    assert 2 <= (stats.length["mean"] or 0) <= 60

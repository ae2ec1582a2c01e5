"""`best` finds the better of the two attacks."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from generator.engine.simulate import simulate
from generator.games.sophmb2ce.best import Best
from generator.games.sophmb2ce.effects import Damage
from generator.games.sophmb2ce.state import Again, Declare
from generator.model.game import Game

Duel = Callable[..., Any]
PAIRS = list(itertools.permutations(("spades", "hearts", "clubs", "diamonds"), 2))


def choice(rules: Any, state: Any) -> int:
    policy = rules.policy("best")
    seat = rules.actor(state)
    return int(policy.choose(rules.view(state, seat), rules.moves(state), Random(0)).attack)


def decks(rules: Any, a: str, b: str) -> tuple[Any, Any]:
    return rules.cards.several(a), rules.cards.several(b)


@pytest.mark.parametrize("castes", list(itertools.permutations(range(4), 2)))
def test_choices_that_are_plain_to_see(duel: Duel, castes: tuple[int, int]) -> None:
    rules = duel()
    whole = rules.decks[castes[0]], rules.decks[castes[1]]
    assert choice(rules, rules.position(castes, whole)) == 2
    assert choice(rules, rules.position(castes, whole, hp=(5, 1))) == 1
    assert choice(rules, rules.position(castes, whole, hp=(5, 2))) == 2


def test_the_last_cards_are_known(duel: Duel) -> None:
    """With one card left in each deck there is nothing to guess."""
    rules = duel()
    lost = rules.position((0, 1), decks(rules, "2C", "KC"), hp=(5, 5))
    assert choice(rules, lost) == 1  # it fails either way, so without the price
    won = rules.position((0, 1), decks(rules, "KC", "2C"), hp=(5, 2))
    assert choice(rules, won) == 2  # it ends the game
    one, two = Best(rules).values(rules.view(won, 0))
    assert one < two == 1.0
    special = rules.position((0, 1), decks(rules, "QS", "2C"), hp=(5, 9))
    assert choice(rules, special) == 1  # the queen comes either way: equal, so the first
    paid = duel(penalty_on_special="true")
    one, two = Best(paid).values(paid.view(special, 0))
    assert one > two


def test_a_pending_redraw_is_no_choice(duel: Duel) -> None:
    rules = duel(tie="redraw")
    view = rules.view(rules.position((0, 1), (rules.decks[0], rules.decks[1])), 0)
    assert rules.policy("best").choose(view, (Again(),), Random(0)) == Again()


def test_only_ties_left_decide_nothing(duel: Duel) -> None:
    rules = duel(tie="redraw")
    state = rules.position((0, 3), decks(rules, "9C", "9C"))
    assert choice(rules, state) == 1


def test_without_more_damage_the_price_is_not_paid(duel_game: Game, duel_rules: Any) -> None:
    attacks = {
        name: entry._replace(effects=(Damage(amount=1), *entry.effects[1:]))
        for name, entry in duel_game.catalogs["attacks"].items()
    }
    catalogs = {**duel_game.catalogs, "attacks": attacks}
    rules = duel_rules.engine(replace(duel_game, catalogs=catalogs), {})
    for castes in itertools.permutations(range(4), 2):
        whole = rules.decks[castes[0]], rules.decks[castes[1]]
        assert choice(rules, rules.position(castes, whole)) == 1


@pytest.mark.parametrize("castes", PAIRS, ids="-".join)
def test_at_least_as_good_as_attack1_against_attack1(duel: Duel, castes: tuple[str, str]) -> None:
    rules, setup = duel(), {"castes": ", ".join(castes)}
    best = simulate(rules, setup, "best,attack1", 80, 3).seats[0]
    plain = simulate(rules, setup, "attack1", 1000, 3).seats[0]
    assert best.low > plain.high


def test_at_least_as_good_as_attack2_from_the_same_shuffles(duel: Duel) -> None:
    """Neither policy draws numbers, so a game's number gives both the same decks."""
    rules, gained = duel(), 0.0
    for castes in PAIRS:
        setup = {"castes": ", ".join(castes)}
        best = simulate(rules, setup, "best,attack2", 100, 8).seats[0].share
        gained += best - simulate(rules, setup, "attack2", 100, 8).seats[0].share
    assert gained > 0


def test_declared_moves_are_what_the_engine_offers(duel: Duel) -> None:
    rules = duel()
    state = rules.position((0, 1), (rules.decks[0], rules.decks[1]))
    assert rules.moves(state) == (Declare(1), Declare(2))

"""Shares and lengths against a slow simulation written from the rules' text alone."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import pytest

from generator.engine.simulate import simulate
from generator.games.sophmb2ce.best import attacks, prospects, solve
from generator.games.sophmb2ce.state import Declare

Duel = Callable[..., Any]
SUITS = {"spades": "S", "hearts": "H", "clubs": "C", "diamonds": "D"}
FACES = {"J": 11, "Q": 12, "K": 13}


class Plain(NamedTuple):
    first_won: bool
    exchanges: int
    reshuffled: bool


Card = tuple[int, str]


def shuffled(own: str, rng: random.Random) -> list[Card]:
    """A deck of play, its top at the end."""
    cards = [(rank, suit) for suit in "SHCD" for rank in range(1, 14)]
    deck = [card for card in cards if card[1] != own or card[0] > 10]
    rng.shuffle(deck)
    return deck


def plain_game(
    castes: tuple[str, str], attack: int, new_deck: Callable[[str], list[Card]]
) -> Plain:
    """One game, the way one would explain it; castes are letters, the first one begins."""
    decks = [new_deck(caste) for caste in castes]
    points = [10, 10]
    weak_attack, weak_defence = [False, False], [False, False]
    attacker, exchanges, reshuffled = 0, 0, False
    while points[0] > 0 and points[1] > 0:
        defender = 1 - attacker
        for seat in (0, 1):
            if not decks[seat]:
                decks[seat], reshuffled = new_deck(castes[seat]), True
        mine, theirs = decks[attacker].pop(), decks[defender].pop()
        strength = mine[0] + (castes[attacker] in "HD") - weak_attack[attacker]
        guard = theirs[0] + (castes[defender] in "SC") - weak_defence[defender]
        weak_attack[attacker] = weak_defence[defender] = False
        special = {12: 3, 13: 4}.get(mine[0], 0) if mine[1] == castes[attacker] else 0
        if not special and attack == 2:
            if castes[attacker] in "HD":
                weak_defence[attacker] = True
            else:
                weak_attack[attacker] = True
        if strength > guard:
            points[defender] -= special or attack
        exchanges += 1
        attacker = defender
    return Plain(points[0] > 0, exchanges, reshuffled)


@pytest.mark.parametrize("attack", [1, 2])
@pytest.mark.parametrize("castes", ["hearts, spades", "spades, hearts", "clubs, diamonds"])
def test_shares_and_lengths_as_in_plain_play(duel: Duel, castes: str, attack: int) -> None:
    games = 2000
    rng = random.Random(castes + str(attack))
    letters = tuple(SUITS[name] for name in castes.split(", "))
    deck = partial(shuffled, rng=rng)
    plain = [plain_game(letters, attack, deck) for _ in range(games)]  # type: ignore[arg-type]
    ours = simulate(duel(), {"castes": castes}, f"attack{attack}", games, 7)
    share = sum(game.first_won for game in plain) / games
    assert abs(ours.first_player.share - share) < 4 * math.sqrt(0.5 / games)
    mean = sum(game.exchanges for game in plain) / games
    assert ours.length is not None
    assert ours.length["sd"] is not None
    spread = ours.length["sd"] * math.sqrt(2 / games)
    assert abs((ours.length["mean"] or 0) - mean) < 4 * spread
    sd = math.sqrt(sum((game.exchanges - mean) ** 2 for game in plain) / (games - 1))
    assert ours.length["sd"] == pytest.approx(sd, rel=0.08)


@pytest.mark.parametrize("castes", list(itertools.permutations(range(4), 2)))
@pytest.mark.parametrize("attack", [1, 2])
def test_every_game_goes_as_in_plain_play(duel: Duel, castes: tuple[int, int], attack: int) -> None:
    """The engine's own shuffles, played both ways."""
    rules = duel()
    setup = rules.setup({"castes": ", ".join(rules.deal.castes[c].id for c in castes)})
    for number in range(40):
        rng, decks = random.Random(number), []
        state = rules.start(setup)
        while rules.outcome(state) is None:
            move = Declare(attack)
            if not rules.moves(state):
                move = rules.chance(state, rng)
                order = [(card % 13 + 1, rules.cards.letters[card // 13]) for card in move.order]
                decks.append(order[::-1])
            rules.apply(state, move)
        letters = tuple(rules.deal.castes[caste].letter for caste in castes)
        left = iter(decks)
        plain = plain_game(letters, attack, lambda own, left=left: next(left))  # type: ignore[misc]
        assert plain == (state.hp[0] > 0, state.exchanges, bool(rules.events(state)))
        assert next(left, None) is None


@pytest.mark.parametrize(
    ("castes", "attack1", "attack2"),
    [
        ("hearts, diamonds", 0.015, 0.0),
        ("hearts, spades", 0.082, 0.0001),
        ("spades, clubs", 0.236, 0.016),
    ],
)
def test_reshuffles_as_the_ruling_says(
    duel: Duel, castes: str, attack1: float, attack2: float
) -> None:
    """Ruling 000-23."""
    games = 4000
    for policy, wanted in (("attack1", attack1), ("attack2", attack2)):
        told = simulate(duel(), {"castes": castes}, policy, games, 11)
        share = told.events["reshuffles"].share if told.events else 0.0
        error = math.sqrt(wanted * (1 - wanted) / games)
        assert abs(share - wanted) < 4 * error + 0.0006  # the ruling rounds


@pytest.mark.parametrize("castes", list(itertools.permutations(range(4), 2))[::3])
@pytest.mark.parametrize("tie", ["defender", "attacker", "redraw"])
def test_chances_of_a_draw_by_trying_every_pair(
    duel: Duel, castes: tuple[int, int], tie: str
) -> None:
    """1,764 pairs of cards through `apply` give what the policy's arithmetic says."""
    rules = duel(tie=tie)
    pairs = list(itertools.product(rules.decks[castes[0]], rules.decks[castes[1]]))
    for declared in (1, 2):
        found: dict[tuple[int, int, int], int] = {}
        start = rules.position(castes, ((pairs[0][0],), (pairs[0][1],)), attack_penalty=(1, 0))
        for card, against in pairs:
            state = start.copy()
            state.piles = [(card,) * len(start.piles[0]), (against,) * len(start.piles[1])]
            rules.apply(state, Declare(declared))
            last = state.exchange()
            if last.hit is not None:
                key = (last.damage, state.attack_penalty[0], state.defence_penalty[0])
                found[key] = found.get(key, 0) + 1
        told = attacks(rules, castes, ((), ()), (1, 0))[declared - 1]
        ways = sum(found.values())
        assert {tuple(r[1:]): pytest.approx(r.chance) for r in told} == {
            key: float(Fraction(count, ways)) for key, count in found.items()
        }


def worth(results: Any, rivals: Any, hp: list[int], turn: int, rival_attack: int) -> float:
    """The mover's chance to win by these results; `rivals` is the other side's part of a table."""
    total, other = 0.0, 1 - turn
    for result in results:
        left = hp[other] - result.damage
        flags = 4 * rival_attack + 2 * result.att + result.sets_def
        total += result.chance * (1 - rivals[left][hp[turn]][flags] if left > 0 else 1)
    return total


def test_solved_values_are_those_of_play_from_full_decks(duel: Duel) -> None:
    """The table says how often best play wins if cards came back after each draw."""
    rules = duel()
    sides = prospects(rules, 1, 0), prospects(rules, 0, 1)
    values = solve(sides, 10)
    rng, won, games = random.Random(6), 0, 1000
    for _ in range(games):
        hp, turn, attack, defence = [10, 10], 0, [0, 0], [0, 0]
        while min(hp) > 0:
            other = 1 - turn
            ways = sides[turn][attack[turn]][defence[other]]
            worths = [worth(way, values[other], hp, turn, attack[other]) for way in ways]
            assert max(worths) == pytest.approx(
                values[turn][hp[turn]][hp[other]][
                    4 * attack[turn] + 2 * attack[other] + defence[other]
                ]
            )
            results = ways[worths.index(max(worths))]
            result = rng.choices(results, [one.chance for one in results])[0]
            defence[other] = 0
            attack[turn], defence[turn] = result.att, result.sets_def
            hp[other] -= result.damage
            turn = other
        won += hp[0] > 0
    assert abs(won / games - values[0][10][10][0]) < 4 * math.sqrt(0.25 / games)


def test_a_process_pool_changes_nothing(duel: Duel) -> None:
    rules, setup = duel(), {"castes": "spades, clubs"}
    for policy in ("attack1", "best,random"):
        alone = simulate(rules, setup, policy, 60, 5)
        with ProcessPoolExecutor(2) as pool:
            assert simulate(rules, setup, policy, 60, 5, executor=pool) == alone


def test_castes_that_are_drawn_give_a_fair_game_to_nobody_in_particular(duel: Duel) -> None:
    told = simulate(duel(), {}, "attack2", 3000, 5)
    assert sum(seat.share for seat in told.seats) == pytest.approx(1)
    assert told.seats[0].low < 0.5 < told.seats[0].high
    assert told.first_player.low > 0.5

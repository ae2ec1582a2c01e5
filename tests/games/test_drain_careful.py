"""The careful policy of Brain Drain: whom it hits, what it keeps, when it bluffs and calls."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from generator.engine.contract import CHANCE, OVER
from generator.engine.simulate import game_seed
from generator.games.brain_drain.bluffing import sure_lie
from generator.games.brain_drain.state import Move, State
from generator.games.brain_drain.worth import Worth

Drain = Callable[..., Any]


def played(
    engine: Any, names: list[str], seed: int, look: Callable[[State, Move], None] | None = None
) -> State:
    """A whole game of these policies."""
    policies = [engine.policy(name) for name in names]
    rng = Random(seed)
    state: State = engine.start(engine.setup({"players": str(len(names))}))
    for _ in range(20_000):
        who = engine.actor(state)
        if who == OVER:
            return state
        if who == CHANCE:
            engine.apply(state, engine.chance(state, rng))
            continue
        policy, moves = policies[who], engine.moves(state)
        move = policy.choose(None if policy.blind else engine.view(state, who), moves, rng)
        assert move in moves
        if look:
            look(state, move)
        engine.apply(state, move)
    raise AssertionError("the game does not end")


def share(engine: Any, one: str, others: str, games: int) -> float:
    """Games won by one policy among three of another, seats in turn."""
    won = 0.0
    for number in range(games):
        names = [others] * 4
        names[number % 4] = one
        winners = played(engine, names, game_seed(1, number)).winners or ()
        won += (number % 4 in winners) / max(1, len(winners))
    return won / games


def laid(engine: Any, **given: str) -> State:
    """A position, its piles shuffled."""
    state: State = engine.start(engine.setup(given))
    while engine.actor(state) == CHANCE:
        engine.apply(state, engine.chance(state, Random(1)))
    return state


def chosen(engine: Any, state: State, seed: int = 0) -> Move:
    who = engine.actor(state)
    view = engine.view(state, who)
    move: Move = engine.policy("careful").choose(view, engine.moves(state), Random(seed))
    return move


def code(engine: Any, role: str, *effects: tuple[str, str, int], skip: int = 0) -> str:
    """A card of the role with these very effects, so that a tuned deck does not break the test."""
    roles = [known.id for known in engine.deal.roles]
    fits: list[str] = [
        design.code
        for design in engine.deal.designs
        if (not role or roles[design.role] == role)
        and sorted(tuple(effect) for effect in design.effects) == sorted(effects)
    ]
    return fits[skip]


HIT = ("lose", "target", 2)


# At the table


@pytest.mark.parametrize("players", range(2, 9))
def test_it_plays_at_every_table(drain: Drain, players: int) -> None:
    engine = drain()
    for seed in range(3):
        assert played(engine, ["careful"] * players, seed).winners


@pytest.mark.parametrize(
    "options",
    [
        {"bluff_reactions": "true"},
        {"base_must_match": "false", "meeting_superpower": "false"},
        {"quality_any": "false", "productive_zero_guard": "true"},
    ],
)
def test_it_plays_with_every_option(drain: Drain, options: dict[str, str]) -> None:
    engine = drain(**options)
    seen: Counter[str] = Counter()
    for seed in range(12):
        played(engine, ["careful"] * 4, seed, lambda _, move: seen.update([move.what]))
    assert {"play", "boost", "bluff", "claim", "call", "let", "react", "pass", "give"} <= set(seen)
    assert ("fake" in seen) == (options.get("bluff_reactions") == "true")


def test_it_beats_greedy_and_random(drain: Drain) -> None:
    # an even share is 25 %; three standard deviations are 8 %
    engine = drain()
    assert share(engine, "careful", "greedy", 300) > 0.27
    assert share(engine, "greedy", "careful", 300) < 0.24
    assert share(engine, "careful", "random", 60) > 0.7


def test_it_sees_no_more_than_its_view(drain: Drain) -> None:
    """In any position that looks the same to the seat it does the same."""
    engine = drain()
    policy, rng, count = engine.policy("careful"), Random(5), 0

    def look(state: State, move: Move) -> None:
        nonlocal count
        seat = engine.actor(state)
        other = engine.guess(engine.view(state, seat), rng)
        assert engine.moves(other) == engine.moves(state)
        both = [
            policy.choose(engine.view(one, seat), engine.moves(one), Random(count))
            for one in (state, other)
        ]
        assert both[0] == both[1]
        count += 1

    played(engine, ["careful"] * 4, 2, look)
    assert count > 100


def test_an_engine_goes_to_another_process(drain: Drain) -> None:
    engine = drain()
    engine.policy("careful")
    other = pickle.loads(pickle.dumps(engine))
    assert played(other, ["careful"] * 4, 3) == played(engine, ["careful"] * 4, 3)


def test_bluffs_and_calls_are_in_balance(drain: Drain) -> None:
    """Neither is every face-down card a lie, nor does calling always pay or never."""
    engine = drain()
    found: Counter[str] = Counter()
    for seed in range(120):
        found.update(played(engine, ["careful"] * 4, seed).counts)
    assert 0.4 < found["lie"] / found["face down"] < 0.9
    assert 0.3 < found["bluff called"] / found["face down"] < 0.9
    assert 0.4 < found["bluff caught"] / found["bluff called"] < 0.9
    assert found["bluff caught"] < found["lie"]


# Decisions


def test_it_aims_at_the_leader(drain: Drain) -> None:
    engine = drain()
    hit = code(engine, "worker", HIT)
    state = laid(engine, roles="buyer, hr, sales", msp="9, 13, 7", hands=f"A {hit}")
    engine.apply(state, Move("play", engine.numbers[hit]))
    assert chosen(engine, state) == Move("at", 1)


def test_it_ends_a_game_that_it_leads(drain: Drain) -> None:
    engine = drain()
    hit = code(engine, "worker", HIT)
    state = laid(engine, roles="buyer, hr, sales", msp="14, 8, 2", hands=f"A {hit}")
    engine.apply(state, Move("play", engine.numbers[hit]))
    assert chosen(engine, state) == Move("at", 2)


def test_it_does_not_end_a_game_that_it_loses(drain: Drain) -> None:
    engine = drain()
    hit = code(engine, "worker", HIT)
    state = laid(engine, roles="buyer, hr, sales", msp="5, 13, 2", hands=f"A {hit}")
    engine.apply(state, Move("play", engine.numbers[hit]))
    assert chosen(engine, state) == Move("at", 1)


def test_it_does_not_burn_itself_out(drain: Drain) -> None:
    engine = drain()
    dear = next(
        d.code for d in engine.deal.designs if any(e[:2] == ("lose", "self") for e in d.effects)
    )
    plain = code(engine, "hr", HIT)
    state = laid(engine, roles="quality, sales", msp="1, 9", hands=f"A {dear} {plain}")
    assert chosen(engine, state) != Move("play", engine.numbers[dear])


@pytest.mark.parametrize(
    ("stored", "spent"), [(0, 0), (1, 0), (2, 2), (3, 3)], ids=["none", "one", "two", "three"]
)
def test_a_single_booster_is_kept(drain: Drain, stored: int, spent: int) -> None:
    engine = drain()
    gain = next(
        d
        for d in engine.deal.designs
        if engine.deal.roles[d.role].id == "hr" and ("gain", "self", 2) in d.effects
    ).code
    own = [code(engine, "hr", HIT, skip=n) for n in range(3)][:stored]
    state = laid(
        engine,
        roles="hr, sales",
        hands=f"A {gain}",
        boosters=f"A {' '.join(own)}" if own else "",
    )
    assert chosen(engine, state) == Move("roll")
    engine.apply(state, Move("roll"))
    engine.apply(state, Move("die", 6))
    assert chosen(engine, state) == Move("boost", engine.numbers[gain])
    engine.apply(state, Move("boost", engine.numbers[gain]))
    if stored:
        assert len(chosen(engine, state).cards) == spent


def test_the_quality_guy_takes_a_card_from_the_pile(drain: Drain) -> None:
    engine = drain()
    gain = next(
        d
        for d in engine.deal.designs
        if engine.deal.roles[d.role].id == "quality"
        and any(e[:2] == ("gain", "self") for e in d.effects)
    ).code
    own, other = code(engine, "quality", HIT), code(engine, "hr", HIT)
    state = laid(
        engine,
        roles="quality, sales",
        hands=f"A {gain} / B {code(engine, 'worker', HIT)}",
        boosters=f"A {own}",
        discard=other,
    )
    for move in (Move("roll"), Move("die", 6), Move("boost", engine.numbers[gain])):
        engine.apply(state, move)
    move = chosen(engine, state)
    assert move == Move("spend", -1, (engine.numbers[own],))
    engine.apply(state, move)
    assert chosen(engine, state) == Move("take", engine.numbers[other])


def test_marketing_names_a_second_target(drain: Drain) -> None:
    engine = drain()
    hit = code(engine, "marketing", HIT)
    state = laid(engine, roles="marketing, hr, sales", msp="9, 11, 10", hands=f"A {hit}")
    for move in (Move("roll"), Move("die", 6), Move("boost", engine.numbers[hit])):
        engine.apply(state, move)
    first = chosen(engine, state)
    engine.apply(state, first)
    assert {first, chosen(engine, state)} == {Move("at", 1), Move("at", 2)}


def test_the_sales_guy_stores_any_card(drain: Drain) -> None:
    engine = drain()
    state = laid(engine, roles="sales, hr", hands=f"A {code(engine, 'worker', HIT)}")
    policy = engine.policy("careful")

    worth = Worth(policy._known, engine.view(state, 0))
    card = state.hands[0][0]
    assert policy._stored(worth, card) > 0
    state.roles = (state.roles[1], state.roles[0])
    assert policy._stored(Worth(policy._known, engine.view(state, 0)), card) == 0


@pytest.mark.parametrize(("points", "what"), [(1, "pass"), (3, "react")])
def test_reactions_are_kept_for_what_hurts(drain: Drain, points: int, what: str) -> None:
    engine = drain()
    hit = next(d.code for d in engine.deal.designs if d.effects == (("lose", "target", points),))
    cancel = code(engine, "", ("cancel", "", 0))
    state = laid(engine, roles="quality, sales", hands=f"A {hit} / B {cancel}")
    engine.apply(state, Move("play", engine.numbers[hit]))
    engine.apply(state, Move("at", 1))
    assert chosen(engine, state).what == what


def test_reactions_and_gains_are_kept_when_cards_go(drain: Drain) -> None:
    engine = drain()
    gives = next(
        d
        for d in engine.deal.designs
        if d.kind == "discard" and ("discard", "target", 2) in d.effects
    ).code
    cancel = code(engine, "", ("cancel", "", 0))
    gain = code(engine, "", ("gain", "self", 2))
    low = code(engine, "hr", HIT)
    state = laid(engine, roles="sales, quality", hands=f"A {gives} / B {cancel} {gain} {low}")
    engine.apply(state, Move("play", engine.numbers[gives]))
    engine.apply(state, Move("at", 1))
    assert chosen(engine, state) == Move("give", engine.numbers[low])


def test_a_card_seen_elsewhere_is_called(drain: Drain) -> None:
    engine = drain()
    low, best = code(engine, "hr", HIT), code(engine, "", ("gain", "self", 2))
    for where in ("hands", "discard", "boosters"):
        hands = f"A {low}" + (f" / B {best}" if where == "hands" else " / B -")
        given = {"hands": hands}
        if where == "discard":
            given["discard"] = best
        if where == "boosters":
            given["boosters"] = f"B {best}"
        state = laid(engine, roles="sales, quality, worker", **given)
        engine.apply(state, Move("bluff", engine.numbers[low]))
        engine.apply(state, Move("claim", engine.numbers[best]))
        assert sure_lie(engine.view(state, 1), engine.numbers[best])
        assert {chosen(engine, state, seed) for seed in range(20)} == {Move("call")}


def test_a_harmless_claim_is_let_by_more_often(drain: Drain) -> None:
    engine = drain()
    low = code(engine, "hr", HIT)
    calls = []
    for claim in (code(engine, "", ("lose", "target", 1)), code(engine, "", ("gain", "self", 3))):
        state = laid(engine, roles="sales, quality, worker, buyer", hands=f"A {low}")
        engine.apply(state, Move("bluff", engine.numbers[low]))
        engine.apply(state, Move("claim", engine.numbers[claim]))
        if engine.aims[engine.numbers[claim]]:
            engine.apply(state, Move("at", 3))
        calls.append(sum(chosen(engine, state, seed).what == "call" for seed in range(200)))
    assert calls[0] < calls[1]


def test_it_declares_what_it_holds_most(drain: Drain) -> None:
    engine = drain()
    meeting = next(
        d.code
        for d in engine.deal.designs
        if d.effects[0].kind == "all-hands" and engine.deal.roles[d.role].id == "sales"
    )
    held = " ".join(code(engine, "engineer", HIT, skip=n) for n in range(3))
    theirs = [code(engine, role, HIT) for role in ("worker", "hr", "buyer", "quality")]
    hands = f"A {meeting} {held} / B {theirs[0]} {theirs[1]} / C {theirs[2]} {theirs[3]}"
    state = laid(engine, roles="sales, quality, hr", hands=hands)
    engine.apply(state, Move("play", engine.numbers[meeting]))
    role = [known.id for known in engine.deal.roles].index("engineer")
    assert chosen(engine, state) == Move("declare", role)

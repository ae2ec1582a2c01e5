"""A fair series, advice on stacks that follows the figures, policies that never peek, positions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from wars_series import made

from generator.engine.contract import CHANCE, OVER
from generator.games.sprite_wars import state as ws
from generator.games.sprite_wars.grid import DIRECTIONS, spot
from generator.games.sprite_wars.proposing import Proposal, patch, propose, stepped, steps
from generator.games.sprite_wars.rating import rate, wilson
from generator.games.sprite_wars.roster import Fighter, Series
from generator.games.sprite_wars.state import Move, State
from generator.games.sprite_wars.wars import WarsEngine
from generator.load.evidence import load_evidence
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems, Refused

ROOT = Path(__file__).parents[2]


def plain_series(**others: Fighter) -> Series:
    """Twelve fighters of the same power with four arrows each, all different, but for `others`."""
    told = {}
    for n in range(12):
        where = (0, 1, 3, 6) if n < 8 else (0, 2, 4, 5)
        names = [name for i, name in enumerate(DIRECTIONS) if (i - n) % 8 in where]
        arrows = tuple((name, 1 + (n + k) % 2) for k, name in enumerate(names))
        told[f"f{n}"] = Fighter(f"f{n}", f"F{n}", 5, arrows)
    return Series(tuple(others.get(name, one) for name, one in told.items()), 6, 4)


GIANT = Fighter("f0", "Giant", 8, tuple((name, 2) for name in DIRECTIONS))
DWARF = Fighter("f1", "Dwarf", 2, (("N", 1),))


@pytest.fixture(scope="module")
def evened() -> Proposal:
    """What is proposed for a series with a must and a dud."""
    return propose(plain_series(f0=GIANT, f1=DWARF), 400, rounds=8, seed=4)


# A fair series


def test_a_must_and_a_dud_are_found_and_evened_out(evened: Proposal) -> None:
    before = evened.before.fighters
    assert before[0].share == max(one.share for one in before)
    assert before[1].share == min(one.share for one in before)
    assert evened.before.spread > 0.25
    assert evened.after.spread < 0.6 * evened.before.spread
    giant, dwarf = evened.fighters[:2]
    assert giant.power < GIANT.power or giant.force < GIANT.force
    assert dwarf.power > DWARF.power or dwarf.force > DWARF.force
    assert 1 <= len(evened.rounds) <= 8
    assert evened.rounds[0] > 0.25


def test_a_proposal_is_sound(evened: Proposal) -> None:
    plays = {(one.power, frozenset(one.arrows)) for one in evened.fighters}
    assert len(plays) == len(evened.fighters), "no twins"
    assert [one.id for one in evened.fighters] == [f"f{n}" for n in range(12)]
    for one in evened.fighters:
        assert one.arrows
        assert one.power in range(1, 10)
        assert [name for name, _ in one.arrows] == [
            name for name in DIRECTIONS if name in dict(one.arrows)
        ]


def test_proposals_come_of_their_seed_and_of_games_that_chose_nothing(evened: Proposal) -> None:
    told = [propose(plain_series(f0=GIANT), 40, rounds=3, seed=seed) for seed in (4, 4, 5)]
    assert told[0] == told[1]
    assert told[0] != told[2]
    rules = WarsEngine(plain_series()._replace(fighters=evened.fighters))
    assert evened.after == rate(rules, 800, seed=5 * 1_000_003), "none of the rounds' seeds"


def test_only_the_fighters_named_change() -> None:
    unfair = plain_series(f0=GIANT, f1=DWARF)
    found = propose(unfair, 150, rounds=2, seed=1, pool=range(1, 9))
    assert found.fighters[0] == GIANT
    assert found.fighters[9:] == unfair.fighters[9:]
    assert found.fighters[1] != DWARF


def test_a_fair_series_is_left_alone(wars: Any) -> None:
    heard: list[tuple[int, float, int]] = []
    found = propose(wars.series, 500, rounds=3, within=0.35, heard=lambda *told: heard.append(told))
    assert found.fighters == wars.series.fighters
    assert heard == [(1, found.rounds[0], 0)]
    assert found.before == found.after


@given(points=st.floats(-30, 30).filter(lambda p: abs(p) > 0.1))
def test_steps_lead_the_way_that_is_wanted(points: float) -> None:
    found = steps(points)
    assert found
    assert len(set(found)) == len(found)
    first = found[0]
    assert (7.5 * first[0] + 2 * first[1]) * points > 0
    if abs(points) <= 8:
        assert first[0] == 0, "arrows before power"


FORMS = st.builds(
    lambda power, arrows: Fighter("x", "X", power, tuple(arrows.items())),
    st.integers(1, 9),
    st.dictionaries(st.sampled_from([*DIRECTIONS]), st.integers(1, 2), min_size=1),
)


@settings(max_examples=150)
@given(one=FORMS, power=st.integers(-1, 1), force=st.integers(-4, 4), seed=st.integers(0, 99))
def test_a_step_changes_what_it_says(one: Fighter, power: int, force: int, seed: int) -> None:
    after = stepped(one, power, force, Random(seed))
    if after is None:
        assert not 1 <= one.power + power <= 9 or not 1 <= one.force + force <= 16
        return
    assert (after.power, after.force) == (one.power + power, one.force + force)
    assert set(dict(after.arrows).values()) <= {1, 2}


def test_the_patch_is_an_overlay(evened: Proposal) -> None:
    before = plain_series(f0=GIANT, f1=DWARF).fighters
    files = ["b.yaml" if n == 1 else "a.yaml" for n in range(12)]
    made_ = yaml.safe_load("\n".join(patch(before, evened.fighters, files)))["replace"]
    assert {"f0"} <= set(made_["a.yaml"])
    assert set(made_["b.yaml"]) == {"f1"}
    for patches in made_.values():
        for name, told in patches.items():
            new = evened.fighters[int(name[1:])]
            assert told["power"] == new.power
            arrows = {d: 1 + (e["kind"] == "double") for e in told["effects"] for d in e["to"]}
            assert arrows == dict(new.arrows)
    assert patch(before, before, files) == []


# The command


@pytest.fixture
def run(wars_loaded: tuple[Any, Any]) -> Callable[..., tuple[int, list[str]]]:
    game, rules = wars_loaded

    def call(*words: str) -> tuple[int, list[str]]:
        said: list[str] = []
        desk = SimpleNamespace(tell=said.append, write=written)
        return rules.commands["propose"].run(game, words, desk), said

    return call


def written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def test_the_command_tells_rounds_rating_and_patch(run: Any) -> None:
    code, said = run("--games", "60", "--rounds", "2", "--within", "5", "--seed", "3")
    assert code == 0
    assert said[0].startswith("round 1: spread ")
    assert said[1].startswith("round 2: spread ")
    assert any(line.startswith("games that had no part in the choice: spread ") for line in said)
    assert any(line.startswith("first player ") for line in said)
    assert "replace:" in said
    code, said = run("--games", "40", "--rounds", "1", "--within", "100")
    assert code == 0
    assert said[-1] == "No fighter is a must or a dud: nothing to change."


def test_an_overlay_is_written_and_plays(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = run(
        "--games", "60", "--rounds", "2", "--within", "5", "--seed", "3", "--write", "even-1"
    )
    assert code == 0
    assert said[-1].endswith("build with --edition even-1.")
    here = workspace(tmp_path)
    place = here.place("sprite_wars")
    assert place is not None
    problems = Problems()
    game, rules = load(here, place, ("even-1",), problems)
    assert problems.of("error") == []
    assert rules is not None
    changed = [line.split()[0] for line in said if "  ->  " in line]
    assert changed
    played: Any = rules.engine(game, {})
    powers = {one.id: one for one in played.series.fighters}
    for line in said:
        if "  ->  " in line:
            told = line.partition("->  power ")[2]
            assert told.startswith(f"{powers[line.split()[0]].power},")
    with pytest.raises(Refused) as refusal:
        run("--games", "20", "--write", "even-1")
    assert [p.code for p in refusal.value.problems] == ["output-in-the-way"]
    with pytest.raises(Refused) as refusal:
        run("--games", "20", "--write", "../even")
    assert [p.code for p in refusal.value.problems] == ["id-illegal"]


@pytest.mark.parametrize(
    "words",
    [
        ("--games",),
        ("--games", "0"),
        ("--rounds", "0", "--games", "1"),
        ("--rounds", "31", "--games", "1"),
        ("--within", "0", "--games", "1"),
        ("--within", "101", "--games", "1"),
        ("--of", "fxo", "--games", "1"),
        ("--of", "fox,owl", "--games", "1"),
        ("--policy", "best", "--games", "1"),
        ("--sed", "4"),
    ],
)
def test_proposals_that_cannot_be(run: Any, words: tuple[str, ...]) -> None:
    code, said = run(*words)
    assert code == 2
    assert len(said) == 1


# Advice on stacks


def test_advice_on_stacks_follows_the_evidence(wars_loaded: tuple[Any, Any]) -> None:
    """Printed figures lie within its intervals; the size advised is the least with few draws."""
    game, _ = wars_loaded
    here = workspace(ROOT)
    place = here.place("sprite_wars")
    assert place is not None
    evidence, fig = load_evidence(here, place, Problems()), game.figures.fig
    lots = {}
    for size in (4, 5, 6, 7):
        row = f"sizes/stacks of {size}"
        for policy, name in (("random", "lot"), ("greedy", "greed")):
            drawn = evidence.value(f"{row}/{policy}/undecided")
            games = evidence.value(f"{row}/{policy}/games")
            share, low, high = (100 * one for one in wilson(int(str(drawn)), int(str(games)))[1:])
            assert low - 0.5 <= fig(f"{name}_{size}") <= high + 0.5
            if policy == "random":
                lots[size] = share
        first: Any = evidence.value(f"{row}/greedy/first")
        assert first[1] - 0.5 <= fig(f"first_{size}") <= first[2] + 0.5
    assert fig("stack") == min(size for size, share in lots.items() if share < 5)
    assert lots[fig("least_stack")] > 15, "why the least is not advised"
    assert lots[fig("stack")] - lots[7] < 1, "more change little"


# Policies


def shuffled(state: State, seat: int, rng: Random) -> State:
    """The same to `seat`: cards whose order it does not know, in another one."""
    other = state.copy()
    for one in (0, 1):
        hidden = list(state.hidden(one))
        kept = 1 if hidden and one == seat == state.turn and state.phase == ws.PLACE else 0
        if state.phase == ws.OPENING and one == state.turn:
            kept = 1
        rest = hidden[kept:]
        rng.shuffle(rest)
        under = state.stacks[one][len(hidden) :]
        other.stacks[one] = (*hidden[:kept], *rest, *under)
    return other


@pytest.mark.parametrize("name", ["greedy", "search"])
def test_hidden_cards_swapped_leave_the_choice_unchanged(wars: Any, name: str) -> None:
    policy, rng, swapped = wars.policy(name), Random(12), 0
    for number in range(3):
        state = wars.start(wars.setup({"size": "6"}))
        while (who := wars.actor(state)) != OVER:
            if who == CHANCE:
                wars.apply(state, wars.chance(state, rng))
                continue
            moves, other = wars.moves(state), shuffled(state, who, rng)
            assert wars.view(other, who) == wars.view(state, who)
            chosen = [
                policy.choose(wars.view(one, who), wars.moves(one), Random(number))
                for one in (state, other)
            ]
            assert chosen[0] == chosen[1]
            swapped += other != state
            wars.apply(state, chosen[0] if number % 2 else rng.choice(moves))
    assert swapped > 9


# Positions as data


def test_attacks_to_come_and_made_are_told_to_both_sides() -> None:
    rules = made(a=(5, {"N": 2, "W": 1}), aide=(2, {"NE": 1}), b=(4, {"S": 1}), c=(1, {"S": 1}))
    cells = {spot(0, 1): (1, 2), spot(-1, 0): (0, 1), spot(1, 2): (1, 3)}
    state = rules.position(cells, ((0, 1), (3,)), turn=0)
    free_ = rules.picture(rules.view(state, 0))["map"]["free"]
    assert len(free_) == len(rules.moves(state))
    rules.apply(state, Move("place", spot(0, 0)))
    near, far = (rules.picture(rules.view(state, seat))["map"] for seat in (0, 1))
    assert near["columns"] == [-1, 0, 1]
    assert near["rows"] == [0, 1, 2]
    assert far["columns"] == [1, 0, -1]
    assert far["rows"] == [2, 1, 0]
    (to_come,) = near["fights"]
    told = {"attack": 7, "defence": 4, "over": False, "won": True, "fallen": None, "came": None}
    assert to_come == {"column": 1, "row": 1, **told}
    counts = {one["card"]: (one["counts"], one["new"]) for one in near["cards"]}
    assert counts == {
        "a": (["N"], True),
        "aide": (["NE"], False),
        "b": ([], False),
        "c": ([], False),
    }
    assert {one["card"] for one in far["cards"] if one["upright"]} == {"b", "c"}
    assert near["free"] == []
    rules.apply(state, Move("strike", spot(0, 1)))
    (over,) = rules.picture(rules.view(state, 0))["map"]["fights"]
    assert (over["over"], over["fallen"], over["came"]) == (True, "b", "aide")


def test_support_of_the_defence_counts_too() -> None:
    rules = made(a=(5, {"N": 1}), b=(4, {}), c=(3, {"E": 1, "W": 1}))
    # the supporter faces A, so its arrow to its own right points to A's left
    cells = {spot(0, 1): (1, 1), spot(1, 1): (1, 2)}
    state = rules.position(cells, ((0,), (1,)), turn=0)
    rules.apply(state, Move("place", spot(0, 0)))
    picture = rules.picture(rules.view(state, 0))["map"]
    (over,) = picture["fights"] or [None]
    assert (over["attack"], over["defence"]) == (5, 7)
    counts = {one["card"]: one["counts"] for one in picture["cards"]}
    assert counts == {"a": ["N"], "b": [], "c": ["E"]}


def test_a_row_that_has_won_is_told() -> None:
    rules = made(a=(5, {}), b=(4, {}))
    cells = {spot(0, 0): (0, 0), spot(1, 1): (0, 0), spot(0, 1): (1, 1), spot(1, 0): (0, 0)}
    state = rules.position(cells, ((0,), (1,)), turn=0)
    rules.apply(state, Move("place", spot(2, 2)))
    picture = rules.picture(rules.view(state, 0))
    assert picture["result"] == "A"
    won = [(one["column"], one["row"]) for one in picture["map"]["cards"] if one["won"]]
    assert won == [(0, 0), (1, 1), (2, 2)]
    empty = rules.position({}, ((0,), (1,)), turn=0)
    assert rules.picture(rules.view(empty, 1))["map"]["cards"] == []

"""Every game, found by itself: it loads, checks, replays, ends, prints and proves."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from generator.engine.contract import CHANCE, OVER
from generator.load.find import GamePlace, workspace
from generator.load.target import target_ids
from generator.model.order import Order
from generator.pipeline import build, check, load, prove
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
HERE = workspace(ROOT)
GAMES = HERE.games()
AGAIN = ("home-a4", "home-letter-fold", "home-letter-single")
"""Targets, one of each scheme, that are also proved from what lies in their folder."""

HOME = [name for name in target_ids(HERE) if name.startswith("home-")]


EACH = [pytest.param(place, id=place.id) for place in GAMES]


def faults(problems: Problems) -> list[str]:
    """Errors and warnings; only evidence may be stale, since playing it again takes minutes."""
    return [str(p) for p in problems if p.level != "note" and p.code != "evidence-stale"]


def test_there_are_games_and_home_targets() -> None:
    assert GAMES
    assert {"home-a4", "home-a4-short", "home-letter", "home-letter-short"} <= set(HOME)


def test_entry_points_are_the_modules_of_games() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = project["entry-points"]["cardwright.rules"]
    modules = {
        path.stem
        for path in (ROOT / "generator" / "games").iterdir()
        if path.name not in ("__init__.py", "__pycache__")
    }
    assert named.keys() == modules
    assert {value.partition(":")[0] for value in named.values()} == {
        f"generator.games.{name}" for name in modules
    }


@pytest.mark.parametrize("place", EACH)
@pytest.mark.parametrize("target", HOME)
def test_prints_and_proves_for_every_home_target(
    place: GamePlace, target: str, tmp_path: Path
) -> None:
    folder = tmp_path / target
    built = build(HERE, place, Order(target=target), folder)
    assert faults(built.problems) == []  # the build has proved what it wrote
    if target in AGAIN:
        assert [p for p in prove(HERE, folder) if p.level != "note"] == []
    assert built.manifest.files


@pytest.mark.parametrize("place", EACH)
def test_checks(place: GamePlace) -> None:
    assert faults(check(HERE, place, Order())) == []


@pytest.mark.parametrize("place", EACH)
@pytest.mark.parametrize("target", ["home-letter-fold"])
def test_prints_in_grey_with_little_ink_and_proves(
    place: GamePlace, target: str, tmp_path: Path
) -> None:
    folder = tmp_path / "out"
    order = Order(target=target, low_ink=True, mono=True)
    built = build(HERE, place, order, folder)
    assert faults(built.problems) == []
    for path in folder.glob("*.pdf"):
        assert b"DeviceRGB" not in path.read_bytes()


@pytest.mark.parametrize("place", EACH)
def test_has_plays_that_replay(place: GamePlace) -> None:
    from generator.engine.replay import replay

    problems = Problems()
    game, rules = load(HERE, place, (), problems)
    if rules is None:
        assert not game.plays
        return
    assert game.plays, "a game with an engine has a play"
    for play in game.plays:
        done = replay(rules, game, play, problems)
        assert done is not None
        assert len(done.steps) == len(play.lines)
    assert list(problems) == []


@pytest.mark.parametrize("place", EACH)
def test_ends_200_random_games(place: GamePlace) -> None:
    game, rules = load(HERE, place, (), Problems())
    if rules is None:
        return
    engine = rules.engine(game, {})
    for number in range(200):
        rng = Random(number)
        state = engine.start(engine.setup({}))
        for _ in range(20_000):
            who = engine.actor(state)
            if who == OVER:
                break
            moves = engine.moves(state)
            engine.apply(state, engine.chance(state, rng) if who == CHANCE else rng.choice(moves))
        assert engine.outcome(state) is not None

"""The shipped games, loaded once; lets the tests of games import what they share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.load.find import workspace
from generator.model.game import Game
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def duel_loaded() -> tuple[Game, Any]:
    place = workspace(ROOT).place("sophmb2ce")
    assert place is not None
    game, rules = load(workspace(ROOT), place, (), Problems())
    assert rules is not None
    return game, rules


@pytest.fixture(scope="session")
def duel_game(duel_loaded: tuple[Game, Any]) -> Game:
    return duel_loaded[0]


@pytest.fixture(scope="session")
def duel_rules(duel_loaded: tuple[Game, Any]) -> Any:
    return duel_loaded[1]


@pytest.fixture(scope="session")
def duel(duel_loaded: tuple[Game, Any]) -> Callable[..., Any]:
    """The engine with options: `duel(tie="redraw")`."""
    game, rules = duel_loaded
    return lambda **options: rules.engine(game, options)


@pytest.fixture(scope="session")
def drain_loaded() -> tuple[Game, Any]:
    place = workspace(ROOT).place("brain_drain")
    assert place is not None
    game, rules = load(workspace(ROOT), place, (), Problems())
    assert rules is not None
    return game, rules


@pytest.fixture(scope="session")
def drain(drain_loaded: tuple[Game, Any]) -> Callable[..., Any]:
    """The engine of Brain Drain with options: `drain(quality_any="false")`."""
    game, rules = drain_loaded
    return lambda **options: rules.engine(game, options)


@pytest.fixture(scope="session")
def conflict_loaded() -> tuple[Game, Any]:
    return opened("organizations")


@pytest.fixture(scope="session")
def conflict(conflict_loaded: tuple[Game, Any]) -> Any:
    """The engine of Organizations in Conflict."""
    game, rules = conflict_loaded
    return rules.engine(game, {})


@pytest.fixture(scope="session")
def wars_loaded() -> tuple[Game, Any]:
    return opened("sprite_wars")


@pytest.fixture(scope="session")
def wars(wars_loaded: tuple[Game, Any]) -> Any:
    """The engine of Sprite Wars."""
    game, rules = wars_loaded
    return rules.engine(game, {})


def opened(name: str) -> tuple[Game, Any]:
    """A shipped game with its rules."""
    place = workspace(ROOT).place(name)
    assert place is not None
    game, rules = load(workspace(ROOT), place, (), Problems())
    assert rules is not None
    return game, rules

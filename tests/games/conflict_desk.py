"""Words after `cardwright organizations` in, what it answers out; the game is loaded once."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from generator.cli import own
from generator.cli.app import app

ROOT = Path(__file__).parents[2]

opened = cache(own._opened)
command = cache(get_command)


def sit_down(patch: pytest.MonkeyPatch) -> None:
    """Work in the checkout, without a limit of memory, with the game as it is loaded."""
    patch.chdir(ROOT)
    patch.setattr("generator.cli.terminal._limit_memory", lambda: None)
    patch.setattr("generator.cli.own._opened", opened)


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(monkeypatch)


def call(*words: str) -> tuple[int, str, str]:
    """Exit code, what was said, what was complained of."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", command)  # made once, not anew each time
        done = CliRunner().invoke(app, ["organizations", *words], catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


def good(*words: str) -> str:
    code, said, complaint = call(*words)
    assert (code, complaint) == (0, "")
    return said


def kept(*words: str) -> tuple[int, str, str]:
    return call("campaign", *words)


def keep(*words: str) -> str:
    return good("campaign", *words)

"""A game's own flags on `play`, `replay` and `simulate`, and data that cannot be played."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli.app import app

ROOT = Path(__file__).parents[2]


def call(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    return done.exit_code, done.output


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("generator.cli.terminal._limit_memory", lambda: None)


@pytest.mark.parametrize(
    "words", [("--tie=defender",), ("short-duel", "--tie", "defender"), ("--tie", "defender")]
)
def test_replay_takes_the_games_flags_anywhere(words: tuple[str, ...]) -> None:
    """The duel recorded with redraws goes otherwise when the defender holds."""
    code, said = call("replay", "sophmb2ce", *words)
    assert code == 1
    assert "the defender holds, 'again' is stated" in said
    assert "it is B's turn" in said


def test_replay_refuses_set_ups_and_unknown_flags() -> None:
    assert call("replay", "sophmb2ce", "--castes", "hearts,spades")[0] == 2
    code, said = call("replay", "sophmb2ce", "--teh", "x")
    assert (code, "did you mean --tie?" in said) == (2, True)


@pytest.mark.parametrize("command", ["play", "replay", "simulate"])
def test_data_that_cannot_be_played(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "card_data" / "sophmb2ce"
    shutil.copytree(ROOT / "card_data" / "sophmb2ce", data)
    castes = data / "castes.yaml"
    bonus = "    - {kind: bonus, on: attack, amount: bonus}\n"
    castes.write_text(castes.read_text("utf-8").replace(bonus, bonus * 2), "utf-8")
    monkeypatch.chdir(tmp_path)
    code, said = call(command, "sophmb2ce")
    assert code == 1
    assert "card_data/sophmb2ce/castes.yaml:" in said
    assert "has 2 bonuses" in said
    assert "Traceback" not in said

"""`cardwright GAME …`: commands that a game's rules bring."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli.app import app
from generator.engine.registry import _load

ROOT = Path(__file__).parents[2]
GAME = "sprite_wars"


def call(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    return done.exit_code, done.output


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("generator.cli.terminal._limit_memory", lambda: None)


def test_a_games_command_runs() -> None:
    code, said = call(GAME, "sprite", "--seed", "7")
    assert code == 0
    assert said.startswith("sprite: |")
    assert len(said.splitlines()) == 17
    assert call(GAME, "sprite", "--seed", "7")[1] == said != call(GAME, "sprite")[1]


def test_exit_codes_are_the_commands_own() -> None:
    code, said = call(GAME, "sprite", "--sed", "7")
    assert (code, "--seed" in said) == (2, True)


def test_help_lists_them() -> None:
    for words in ((GAME,), (GAME, "--help")):
        _, said = call(*words)
        assert "sprite" in said
        assert "rate" in said
    assert "--seed" in call(GAME, "sprite", "--help")[1]


@pytest.mark.parametrize("words", [("sprite_warz", "sprite"), (GAME, "sprit"), ("sophmb2ce", "x")])
def test_what_is_no_command(words: tuple[str, ...]) -> None:
    code, said = call(*words)
    assert (code, "No such command" in said) == (2, True)


def test_games_of_the_workspace_do_not_hide_ours() -> None:
    assert call("list")[0] == 0
    assert "sprite_wars" not in call("--help")[1]


def test_a_game_with_broken_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "card_data" / GAME
    shutil.copytree(ROOT / "card_data" / GAME, data)
    (data / "game.yaml").write_text("id: [", "utf-8")
    monkeypatch.chdir(tmp_path)
    code, said = call(GAME, "sprite")
    assert code == 1
    assert "yaml-syntax" in said
    assert "Traceback" not in said


def test_what_a_command_refuses_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "card_data" / GAME
    shutil.copytree(ROOT / "card_data" / GAME, data)
    rules = data / "rules.yaml"
    rules.write_text(
        rules.read_text("utf-8").replace("grid: {value: 3", "grid: {value: 4, variant: x"), "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    code, said = call(GAME, "rate", "--games", "1")
    assert code == 1
    assert "audit-figure" in said


def test_rules_without_commands_are_no_group(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = _load(GAME)
    monkeypatch.setattr(type(rules), "commands", {})
    assert call(GAME, "sprite")[0] == 2

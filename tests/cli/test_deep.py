"""`check --deep` as a user calls it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli.app import app
from generator.cli.evidence import _sums
from generator.model.evidence import Finding, Row, Run

ROOT = Path(__file__).parents[2]
GAME = "sophmb2ce"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("card_data", "templates"):
        shutil.copytree(ROOT / name / GAME, tmp_path / name / GAME)
    # the shipped notes ask for editions that are not played here
    (tmp_path / "card_data" / GAME / "NOTES.md").write_text("# Notes\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["check", GAME, "--only", "deck-a", *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def test_deep_plays_tells_and_keeps(here: Path) -> None:
    file = here / "card_data" / GAME / "evidence.yaml"
    file.unlink()
    code, out, err = call("--deep", "-n", "1", "--workers", "1", "--seed", "7")
    assert code == 0
    assert "  best: 12 games, first player wins" in out
    assert f"{GAME}: evidence in card_data/{GAME}/evidence.yaml" in out
    text = file.read_text("utf-8")
    assert "\n    seed: 7\n" in text
    assert [path.name for path in file.parent.iterdir() if path.name.startswith(".")] == []
    assert "[evidence-" not in err


def test_a_share_of_all_games_is_told_in_full() -> None:
    row = Row(
        setup="all", policy="best", games=3, first=(50.0, 0.0, 100.0), seats=(),
        events={"draw": (100.0, 90.0, 100.0), "rare": (0.012, 0.0, 0.1)},
    )  # fmt: skip
    finding = Finding(id="pairs", title="Pairs", total=(row,))
    run = Run(edition=(), games=3, seed=0, given="", rules="", sources="", studies=(finding,))
    assert _sums(run)[1].endswith(", draw 100.0 %, rare 0.012 %")


def test_json_stays_clean(here: Path) -> None:
    code, out, _ = call("--deep", "-n", "1", "--workers", "1", "--json", "--edition", "fair-fight")
    assert code == 0
    assert not [p for p in json.loads(out)["problems"] if p["code"].startswith("evidence-")]


def test_flags_of_deep_alone(here: Path) -> None:
    for flag in ("-n", "--seed", "--workers"):
        code, _, err = call(flag, "3")
        assert (code, "belong to --deep" in err) == (2, True)


def test_without_a_workspace_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = call("--deep", "-n", "1")
    assert (code, "[evidence-place]" in err) == (1, True)
    assert list(tmp_path.iterdir()) == []

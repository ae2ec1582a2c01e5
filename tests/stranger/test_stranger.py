"""Three games of a stranger, outside the house: each door CONTRIBUTING names is gone through."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def call(*words: str | Path) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(HERE / "rules"), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-m", "generator.cli", *map(str, words)],
        cwd=HERE,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def parsed(*words: str | Path) -> Any:
    done = call(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_workspace_is_found() -> None:
    shown = parsed("list")
    assert [game["id"] for game in shown["games"]] == ["bestiary", "orchard", "pebbles"]
    assert "workshop" in shown["targets"]


HOME = [
    f"home-{paper}{way}" for paper in ("a4", "letter") for way in ("", "-short", "-fold", "-single")
]


@pytest.mark.parametrize("target", [*HOME, "workshop"])
def test_all_games_print_and_prove(target: str, tmp_path: Path) -> None:
    built = parsed("build", "--target", target, "-o", tmp_path)
    cards = {
        made["game"]: {f["component"]: f["cards"] for f in made["files"] if f["component"]}
        for made in built["built"]
    }
    assert cards == {
        "bestiary": {"beasts": 6},
        "orchard": {
            "fruit": 120,
            "plots": 8,
            "die": 8,
            "sign": 1,
            "guide": 4,
            "ledger": 4,
            "crate": 2,
        },
        "pebbles": {"pebble": 12, "crib": 1},
    }
    for made in built["built"]:
        found = parsed("proof", made["folder"])["problems"]
        assert [p for p in found if p["code"] != "table-column"] == []


def test_a_game_without_engine_says_so() -> None:
    problems = parsed("check", "bestiary")["problems"]
    assert {p["code"] for p in problems if p["level"] == "note"} == {"not-checked"}
    remarks = [p for p in problems if p["level"] == "warning"]
    assert all("remarks" in p["says"] for p in remarks)


def test_a_strangers_engine_plays() -> None:
    assert "no problems" in call("replay", "pebbles").stdout
    stats = parsed("simulate", "pebbles", "-n", "300", "--seed", "1", "--workers", "1")
    assert stats["games"] == 300
    assert stats["undecided"] == stats["unfinished"] == 0
    done = call("play", "pebbles", "--seats", "random,random")
    assert "moves: |" in done.stdout


def test_a_strangers_engine_keeps_the_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    from generator.engine.battery import exercise
    from generator.load.find import workspace
    from generator.pipeline import load
    from generator.problems import Problems

    monkeypatch.syspath_prepend(str(HERE / "rules"))
    from generator.engine import registry

    registry._points.cache_clear()
    here = workspace(HERE)
    place = here.place("pebbles")
    assert place is not None
    game, rules = load(here, place, (), Problems())
    assert rules is not None
    assert exercise(rules.engine(game, {}), {}, games=100) == []
    monkeypatch.undo()
    registry._points.cache_clear()


def test_a_wrong_result_of_a_stranger_is_found(tmp_path: Path) -> None:
    from shutil import copytree

    copytree(HERE, tmp_path / "w", ignore=lambda *_: ["__pycache__"])
    play = tmp_path / "w" / "card_data" / "pebbles" / "plays" / "short.yaml"
    play.write_text(play.read_text("utf-8").replace("winner: B", "winner: A"), "utf-8")
    paths = os.pathsep.join([str(tmp_path / "w" / "rules"), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "generator.cli", "check", "pebbles"],
        cwd=tmp_path / "w",
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "winner is B, not A" in done.stderr


def test_the_engine_is_as_small_as_we_say() -> None:
    lines = (HERE / "rules" / "pebbles.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 40

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from generator.engine import registry
from generator.problems import Problems, Where

HERE = Where("game.yaml", 5, None, "rules")


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Four installed rules modules: one fine, one that fails, one that is not there, one poor."""
    (tmp_path / "stranger_fine.py").write_text(
        "class R:\n    effects = {'zap': int}\n    commands = {}\n"
        "    options = engine = audit = facts = None\nRULES = R()\n"
    )
    (tmp_path / "stranger_fails.py").write_text("raise SystemError('no licence')\n")
    (tmp_path / "stranger_poor.py").write_text("RULES = object()\n")
    monkeypatch.syspath_prepend(tmp_path)
    points = {
        name: EntryPoint(name, f"stranger_{name}:RULES", registry.GROUP)
        for name in ("fine", "fails", "gone", "poor")
    }
    monkeypatch.setattr(registry, "_points", lambda: points)
    registry._load.cache_clear()
    yield
    registry._load.cache_clear()


def told(name: str) -> tuple[object, list[str], Problems]:
    problems = Problems()
    found = registry.rules(name, HERE, problems)
    return found, [p.code for p in problems], problems


def test_shipped_games_come_through_the_strangers_door() -> None:
    assert "sophmb2ce" in registry.names()
    found, codes, _ = told("sophmb2ce")
    assert found is not None
    assert codes == []


def test_a_strangers_rules_are_found(strangers: None) -> None:
    found, codes, problems = told("fine")
    assert found is not None
    assert codes == []
    assert registry.effects("fine", HERE, problems) == {"zap": int}


def test_unknown_rules_name_the_near_miss(strangers: None) -> None:
    found, codes, problems = told("fime")
    assert found is None
    assert codes == ["rules-missing"]
    assert "'fine'" in str(next(iter(problems)))
    assert "game.yaml:5" in str(next(iter(problems)))
    assert told("xyzzy")[1] == ["rules-missing"]
    assert registry.effects("xyzzy", HERE, Problems()) == {}


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("fails", "SystemError: no licence"),
        ("gone", "ModuleNotFoundError"),
        ("poor", "has no effects, commands, options, engine, audit, facts"),
    ],
)
def test_broken_rules_say_why(strangers: None, name: str, reason: str) -> None:
    for _ in range(2):  # the second time from memory
        found, codes, problems = told(name)
        assert found is None
        assert codes == ["rules-broken"]
        assert reason in str(next(iter(problems)))

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from generator.engine import registry
from generator.problems import Problems, Where

HERE = Where("game.yaml", 5, None, "rules")
ZAP = "class Zap(Strict):\n    amount: "
UNREADABLE = {
    "none": ("", "None"),
    "list": ("", "[1]"),
    "builtin": ("", "{'zap': int}"),
    "instance": ("", "{'zap': 3}"),
    "foreign": ("class Zap(msgspec.Struct):\n    amount: int\n", "{'zap': Zap}"),
    "numbered": (ZAP + "int\n", "{1: Zap}"),
    "lists": (ZAP + "list[int]\n", "{'zap': Zap}"),
    "anything": (ZAP + "Any\n", "{'zap': Zap}"),
    "either": (ZAP + "int | str\n", "{'zap': Zap}"),
    "figures": (ZAP + "Literal[1, 2]\n", "{'zap': Zap}"),
    "undefined": (ZAP + "'Unheard'\n", "{'zap': Zap}"),
    "inner": (ZAP + "list[int]\nclass Big(Strict):\n    of: tuple[Zap, ...]\n", "{'big': Big}"),
    "untagged": (
        ZAP + "int\nclass Big(Strict):\n    of: int\nclass Two(Strict):\n    of: Zap | Big\n",
        "{'two': Two}",
    ),
}
"""Stranger's models and effects that no reader can be made of."""


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Installed rules: one that is fine, and every kind that cannot be used."""
    (tmp_path / "stranger_fine.py").write_text(
        "from generator.model.scalars import Strict\n"
        "class Zap(Strict):\n    amount: int\n    next: 'Zap | None' = None\n"
        "class R:\n    effects = {'zap': Zap}\n    commands = {}\n"
        "    options = engine = audit = facts = None\nRULES = R()\n"
    )
    for name, (lines, effects) in UNREADABLE.items():
        (tmp_path / f"stranger_{name}.py").write_text(
            "import msgspec\nfrom typing import *\nfrom generator.model.scalars import Strict\n"
            f"{lines}class R:\n    commands = {{}}\n    options = engine = audit = facts = None\n"
            f"    effects = property(lambda self: {effects})\nRULES = R()\n"
        )
    (tmp_path / "stranger_fails.py").write_text("raise SystemError('no licence')\n")
    (tmp_path / "stranger_lazy.py").write_text(
        "class R:\n    effects = property(lambda self: 1 // 0)\nRULES = R()\n"
    )
    (tmp_path / "stranger_poor.py").write_text("RULES = object()\n")
    monkeypatch.syspath_prepend(tmp_path)
    points = {
        name: EntryPoint(name, f"stranger_{name}:RULES", registry.GROUP)
        for name in ("fine", "fails", "gone", "poor", "lazy", *UNREADABLE)
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
    assert list(registry.effects("fine", HERE, problems)) == ["zap"]


@pytest.mark.parametrize("name", UNREADABLE)
def test_effects_that_cannot_be_read_are_told_before_a_card_is(strangers: None, name: str) -> None:
    problems = Problems()
    assert registry.effects(name, HERE, problems) == {}
    (problem,) = problems
    assert problem.code == "rules-broken"
    assert problem.where == HERE
    assert "effect" in problem.says
    assert "mend the package" in problem.fix


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
        ("lazy", "raised ZeroDivisionError"),
        ("poor", "has no effects, commands, options, engine, audit, facts"),
    ],
)
def test_broken_rules_say_why(strangers: None, name: str, reason: str) -> None:
    for _ in range(2):  # the second time from memory
        found, codes, problems = told(name)
        assert found is None
        assert codes == ["rules-broken"]
        assert reason in str(next(iter(problems)))

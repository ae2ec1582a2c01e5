"""The house's own limits: small rooms, first lines, one word for one thing, documented codes."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from generator.codes import CODES

ROOT = Path(__file__).parents[2]
MODULES = [p for p in sorted((ROOT / "generator").rglob("*.py")) if "shipped" not in p.parts]
TESTS = sorted((ROOT / "tests").rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_rooms_are_small_and_say_what_they_are(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= 400, "over 400 lines"
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "no first line"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.lineno + 1
            assert length <= 60, f"{node.name} has {length} lines"
    assert path.stem not in {"utils", "helpers", "common", "manager"}


def test_games_alone_name_what_a_game_is_about() -> None:
    ids = {p.name for p in (ROOT / "card_data").iterdir() if (p / "game.yaml").is_file()}
    words = re.compile("|".join(sorted(ids | {"caste"})), re.IGNORECASE)
    rooms = [p for p in MODULES if "games" not in p.relative_to(ROOT).parts]
    assert len(rooms) < len(MODULES)
    assert [str(p.relative_to(ROOT)) for p in rooms if words.search(p.read_text("utf-8"))] == []


def test_codes_are_used_and_tested() -> None:
    listed = ROOT / "generator" / "codes.py"
    source = "\n".join(p.read_text("utf-8") for p in MODULES if p != listed)
    tests = "\n".join(p.read_text("utf-8") for p in TESTS)
    added = set(re.findall(r'\.add\(\s*"([a-z0-9-]+)"', source))
    assert added <= CODES.keys()
    for code in CODES:
        assert f'"{code}"' in source, f"nothing raises {code}"
        assert f'"{code}"' in tests, f"no test meets {code}"


def test_the_page_names_what_there_is() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Problem codes")[0]
    named = re.findall(r"`([a-z_0-9/]+(?:\.(?:py|yaml|xml|md|toml)|/))(?:: (\w+))?`", page)
    assert len(named) > 50
    for path, name in named:
        spots = [ROOT / path, ROOT / "generator" / path]
        found = [spot for spot in spots if spot.exists()]
        assert found or path == "game.yaml", f"there is no {path}"
        if name and found:
            told = rf"^ *(?:def|class) {name}\b|^{name}\b"
            assert re.search(told, found[0].read_text("utf-8"), re.MULTILINE), f"{path}: {name}"


def test_codes_are_documented(update_golden: bool) -> None:
    page = ROOT / "CONTRIBUTING.md"
    text = page.read_text("utf-8")
    head, mark, _ = text.partition("| code | level | means |\n|---|---|---|\n")
    assert mark
    rows = [f"| `{code}` | {entry.level} | {entry.means} |\n" for code, entry in CODES.items()]
    right = head + mark + "".join(rows)
    if update_golden:
        page.write_text(right, "utf-8")
    assert page.read_text("utf-8") == right

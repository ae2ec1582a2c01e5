"""Imports go down the floors only, and a library lives only in its rooms."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

GENERATOR = Path(__file__).parents[2] / "generator"

FLOORS = {
    "problems": 0, "codes": 0, "units": 0, "geometry": 0, "shares": 0,
    "__init__": 0,
    "model": 1, "scene": 1, "flow": 1,
    "load": 2, "engine": 2, "games": 2, "compose": 2, "impose": 2, "write": 2, "proof": 2,
    "inks": 2,
    "check": 3,
    "pipeline": 4, "press": 4, "jobs": 4, "makeready": 4, "deep": 4, "calibrate": 4, "kit": 4,
    "books": 4, "story": 4, "bindery": 4, "forms": 4, "handout": 4,
    "shop": 4, "laid": 4, "people": 4, "newcomer": 4, "crew": 0,
    "cli": 5,
}  # fmt: skip

LIBRARIES = {
    "yaml": {"load"},
    "openpyxl": {"load"},
    "msgspec": {"model", "games"},
    "jinja2": {"compose"},
    "markdown_it": {"compose"},
    "markupsafe": {"compose"},
    "uharfbuzz": {"compose"},
    "segno": {"compose"},
    "reportlab": {"write"},
    "pypdfium2": {"proof"},
    "PIL": {"write", "check", "proof", "inks"},
    "typer": {"cli"},
    "click": set(),
    "rich": {"cli"},
}

WITHIN = {
    "pipeline": {"press", "makeready", "bindery", "kit", "forms", "shop", "laid"},
    "people": {"laid", "makeready", "pipeline", "press"},
    "newcomer": {"laid", "makeready", "press"},
    "press": {"jobs"},
    "makeready": {"press"},
    "kit": {"press", "jobs", "bindery", "forms"},
    "forms": {"press", "jobs"},
    "bindery": {"press", "books"},
    "books": {"story"},
    "handout": {"bindery", "books", "kit", "makeready", "pipeline", "press"},
    "deep": {"pipeline", "press"},
    "shop": {"press", "jobs"},
    "flow": {"scene"},
    "model": {"scene"},
    "problems": {"codes"},
    "games": {"engine"},
}


def rooms() -> list[Path]:
    found = sorted(GENERATOR.rglob("*.py"))
    assert len(found) > 20
    return [path for path in found if "shipped" not in path.parts]


def room_of(path: Path) -> str:
    first = path.relative_to(GENERATOR).parts[0]
    return first.removesuffix(".py")


def imports(path: Path) -> list[tuple[int, str]]:
    out = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            out += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names]
            out += [(node.lineno, name) for name in (names if module == "generator" else [module])]
    return out


@pytest.mark.parametrize("path", rooms(), ids=lambda p: str(p.relative_to(GENERATOR)))
def test_imports_go_down(path: Path) -> None:
    room = room_of(path)
    for line, name in imports(path):
        parts = name.split(".")
        if parts[0] != "generator":
            allowed = LIBRARIES.get(parts[0])
            assert allowed is None or room in allowed, f"{path}:{line}: {name} does not live here"
            continue
        other = parts[1] if len(parts) > 1 and parts[1] in FLOORS else "__init__"
        if other == room:
            continue
        if FLOORS[other] == FLOORS[room]:
            assert other in WITHIN.get(room, set()), f"{path}:{line}: {room} imports {other}"
            if room == "games":
                assert parts[2] == "contract", f"{path}:{line}: games know the contract alone"
        assert FLOORS[other] <= FLOORS[room], f"{path}:{line}: {room} reaches up to {other}"


def test_every_room_has_a_floor() -> None:
    assert {room_of(path) for path in rooms()} == FLOORS.keys()


def test_no_tie_is_listed_that_is_not_there() -> None:
    ties: dict[str, set[str]] = {}
    texts: dict[str, str] = {}
    for path in rooms():
        room = room_of(path)
        texts[room] = texts.get(room, "") + path.read_text("utf-8")
        parts = (name.split(".") for _, name in imports(path))
        ties.setdefault(room, set()).update(p[1] for p in parts if p[0] == "generator" and p[1:])
    for room, others in WITHIN.items():
        assert others <= ties[room], f"{room} has no tie to {others - ties[room]}"
    for library, homes in LIBRARIES.items():
        idle = {room for room in homes if library not in texts[room]}
        assert not idle, f"{library} is not used in {idle}"

"""A game and a vector's options in, the shipped engine out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).resolve().parents[2]

Given = Mapping[str, Any]


@cache
def engine(game: str, options: tuple[tuple[str, str], ...] = ()) -> Any:
    """A shipped game's engine with options."""
    place = workspace(ROOT).place(game)
    assert place is not None
    loaded, rules = load(workspace(ROOT), place, (), Problems())
    assert rules is not None
    return rules.engine(loaded, dict(options))


def chosen(given: Given) -> tuple[tuple[str, str], ...]:
    """A vector's options as the engine's texts: true for True, 14 for 14."""
    return tuple((k, json.dumps(v).strip('"')) for k, v in given.get("options", {}).items())

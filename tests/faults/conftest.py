"""Lets the tests of faults build their small game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from small_game import Small


@pytest.fixture
def small(tmp_path: Path) -> Small:
    return Small(tmp_path)

"""Lets the tests of compose import their demo game, and sets it up."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from demo_game import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A demo game that a test writes faces for."""
    return Bench(tmp_path)

"""Lets the tests of books import their shelf, and gives each an empty one."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from shelf import Shelf


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """A workspace with a small game whose rulebook the test writes."""
    return Shelf(tmp_path)

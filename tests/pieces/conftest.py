"""The game of pieces for the tests of this folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from table_game import Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fresh workspace."""
    return Table(tmp_path)

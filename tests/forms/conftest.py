"""A ledger whose sheets and cards can be filled in, built once for the tests of this folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from ledger import Ledger


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The ledger with all its files; tests leave them alone."""
    ledger = Ledger(tmp_path_factory.mktemp("ledger"))
    ledger.build()
    return ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """A fresh workspace, nothing built."""
    return Ledger(tmp_path)

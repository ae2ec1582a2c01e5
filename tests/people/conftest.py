from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from firm import Firm


@pytest.fixture
def firm(tmp_path: Path) -> Firm:
    return Firm(tmp_path)

"""Lets the tests of proof import their deck."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

"""Lets the tests of compose import their demo game."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

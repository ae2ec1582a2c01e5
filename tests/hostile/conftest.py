"""Lets the tests of hostile input import their games, and those of faults and people."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), *(str(HERE.parent / room) for room in ("faults", "people"))]

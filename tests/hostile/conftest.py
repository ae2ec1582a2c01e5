"""Lets the tests of hostile input import their games and the small game of the tests of faults."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "faults")]

"""Counts in, shares with their intervals out."""

from __future__ import annotations

import math
from typing import NamedTuple

Z = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""


class Interval(NamedTuple):
    """A share with its 95 % Wilson interval."""

    share: float
    low: float
    high: float


def wilson(hits: int, of: int) -> Interval:
    """The share of `hits` with its 95 % interval; everything is possible where `of` is 0."""
    if not of:
        return Interval(0.0, 0.0, 1.0)
    share = hits / of
    middle = share + Z * Z / (2 * of)
    half = Z * math.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    scale = 1 + Z * Z / of
    low = 0.0 if hits == 0 else (middle - half) / scale
    high = 1.0 if hits == of else (middle + half) / scale
    return Interval(share, low, high)

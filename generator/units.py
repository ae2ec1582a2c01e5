"""Lengths between the worlds: mm on paper, points in PDF, pixels in pictures."""

from __future__ import annotations

PT = 72 / 25.4
"""Points in a millimetre."""

INCH = 25.4
"""Millimetres in an inch."""


def to_mm(pt: float) -> float:
    """Points to millimetres."""
    return pt / PT


def ppi(pixels: float, mm: float) -> float:
    """Pixels per inch of `pixels` spread over `mm`; `mm` above 0."""
    return pixels * INCH / mm

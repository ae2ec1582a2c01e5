"""Measures in, small folded pieces out: tokens glued back to back, markers that stand (mm)."""

from __future__ import annotations

from generator.compose.nets.panels import net_of, polygon, rectangle
from generator.model.piece import MarkerSpec, Net, TokenSpec

TAB = 8.0
"""mm of the tab that closes a marker."""


def token(spec: TokenSpec) -> Net:
    """Back above front, joined at the fold and glued together."""
    w, h = spec.width, spec.height
    panels = {"back": rectangle(0, 0, w, h, turn=180), "front": rectangle(0, h, w, h)}
    return net_of("token", panels, (w, h), layers=2)


def marker(spec: MarkerSpec) -> Net:
    """A tent: back above front, then the base and the tab that goes up inside the back.

    Unglued it lies flat in a box, its base between its sides. Raises ValueError
    where the sides cannot meet above the base.
    """
    w, h, base = spec.width, spec.height, spec.base
    if base >= 2 * h:
        raise ValueError(
            f"two sides of {h:g} mm do not meet above a base of {base:g} mm; write a smaller base"
        )
    slant = min(3.0, w / 6)
    end = 2 * h + base
    panels = {
        "back": rectangle(0, 0, w, h, turn=180),
        "front": rectangle(0, h, w, h),
        "base": rectangle(0, 2 * h, w, base),
        "tab": polygon((w, end), (w - slant, end + TAB), (slant, end + TAB), (0, end), glued=True),
    }
    return net_of("marker", panels, (w, max(h, base)), layers=3)

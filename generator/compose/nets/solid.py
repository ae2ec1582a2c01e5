"""Measures in, pieces that stand as solids out: dice of paper, figures on a foot (mm)."""

from __future__ import annotations

from generator.compose.nets.panels import curved, net_of, polygon, rectangle
from generator.geometry import Box, Segments, moved_segments, turned
from generator.model.piece import DieSpec, Net, Panel, StandeeSpec

LEAST_EDGE, LEAST_TAB = 10.0, 3.0
"""mm that fingers still fold and glue."""

FACES = ("one", "two", "three", "four", "five", "six")
"""The panels of a die by their values."""

LEAST_FOOT = 6.0
"""mm of a foot: each half of it lies between two folds."""

TALLEST = 3.5
"""How many times as high as its foot a figure may be before it topples."""

NECK, FLARE = 0.6, 3.0
"""Part of the foot's width that a heart's tip has, and mm in which it widens to the foot."""


def die(spec: DieSpec) -> Net:
    """A row of one, two, six, five; three above and four below the two; seven tabs.

    Opposite faces sum to seven; one, two, three run anticlockwise about their corner, as on dice
    that are sold. Raises ValueError for edges and tabs that cannot be folded.
    """
    e, t = spec.edge, spec.tab
    if e < LEAST_EDGE:
        raise ValueError(f"an edge of {e:g} mm is too small; write {LEAST_EDGE:g} or more")
    if not LEAST_TAB <= t <= e / 3:
        raise ValueError(
            f"a tab of {t:g} mm on edges of {e:g} mm; write {LEAST_TAB:g} to {e / 3:.1f}"
        )
    places = {
        **{name: (i * e, e) for i, name in enumerate(("one", "two", "six", "five"))},
        "three": (e, 0.0),
        "four": (e, 2 * e),
    }
    panels = {name: rectangle(*places[name], e, e) for name in FACES}
    for name, side in (
        *(("three", side) for side in ("left", "top", "right")),
        *(("four", side) for side in ("left", "bottom", "right")),
        ("five", "right"),
    ):
        panels[f"{name}-tab-{side}"] = _tab(panels[name].box, side, t)
    return net_of("die", panels, (e, e), layers=1, says={"edge": e})


def _tab(face: Box, side: str, depth: float) -> Panel:
    """A tab at one side of a face, its ends at 45 degrees: no two meet inside the cube."""
    x, y, r, b, t = face.x, face.y, face.right, face.bottom, depth
    corners = {
        "top": ((x, y), (x + t, y - t), (r - t, y - t), (r, y)),
        "right": ((r, y), (r + t, y + t), (r + t, b - t), (r, b)),
        "bottom": ((r, b), (r - t, b + t), (x + t, b + t), (x, b)),
        "left": ((x, b), (x - t, b - t), (x - t, y + t), (x, y)),
    }
    return polygon(*corners[side], glued=True)


def standee(spec: StandeeSpec) -> Net:
    """Front, half a foot, the sole, the other half, back: one chain of straight folds.

    No fold lies on the figure's own edge, so any outline will do: each half of the foot is folded
    away from its side, the sole under both and glued to them, front and back are glued back to
    back. Raises ValueError where it would topple or cannot be folded.
    """
    w, h, base = spec.width, spec.height, spec.base
    foot = min(w, base)
    if foot < LEAST_FOOT:
        raise ValueError(f"a foot of {foot:g} mm is too small; write {LEAST_FOOT:g} or more")
    if h > TALLEST * base:
        raise ValueError(
            f"a figure of {h:g} mm topples on a foot of {base:g} mm; "
            f"write a height of {TALLEST * base:g} or less, or a larger base"
        )
    if h < base:
        raise ValueError(f"a figure of {h:g} mm is lower than its foot; write {base:g} or more")
    left, half = (w - foot) / 2, base / 2
    panels = {
        "front": _figure(spec, foot),
        "foot-front": rectangle(left, h, foot, half),
        "sole": rectangle(left, h + half, foot, base),
        "foot-back": rectangle(left, h + half + base, foot, half, turn=180),
        "back": _upside_down(_figure(spec, foot), 2 * h + 2 * base),
    }
    tip = h - FLARE if spec.shape == "heart" else h
    says = {"shape": spec.shape, "foot": foot, "base": base, "tip": tip}
    return net_of("standee", panels, (w, h), layers=2, says=says)


def _figure(spec: StandeeSpec, foot: float) -> Panel:
    """The figure from (0, 0), upright; its bottom edge is as wide as the foot."""
    w, h = spec.width, spec.height
    c, left, right = w / 2, (w - foot) / 2, (w + foot) / 2
    whole = Box(0.0, 0.0, w, h)
    if spec.shape == "rectangle":
        return polygon((0, 0), (w, 0), (w, h), (right, h), (left, h), (0, h))
    n, t = min(foot * NECK, w * 0.4) / 2, h - FLARE

    def at(side: int, u: float, v: float) -> tuple[float, float]:
        """A point of the heart: u from the middle (0) to its side (1), v from top to tip."""
        return c + side * u * w / 2, v * t

    edge: Segments = (
        ("M", *at(1, 0, 0.2)),
        ("C", *at(1, 0.08, 0.07), *at(1, 0.26, 0), *at(1, 0.5, 0)),
        ("C", *at(1, 0.8, 0), *at(1, 1, 0.16), *at(1, 1, 0.34)),
        ("C", *at(1, 1, 0.58), *at(1, 0.62, 0.78), c + n, t),
        ("L", right, h),
        ("L", left, h),
        ("L", c - n, t),
        ("C", *at(-1, 0.62, 0.78), *at(-1, 1, 0.58), *at(-1, 1, 0.34)),
        ("C", *at(-1, 1, 0.16), *at(-1, 0.8, 0), *at(-1, 0.5, 0)),
        ("C", *at(-1, 0.26, 0), *at(-1, 0.08, 0.07), *at(-1, 0, 0.2)),
        ("Z",),
    )
    return curved(edge, whole)


def _upside_down(panel: Panel, total: float) -> Panel:
    """The figure turned by half a circle, its top at `total`: both sides' outlines meet."""
    about = turned(180, panel.w / 2, total / 2)
    return panel._replace(y=total - panel.h, turn=180, edge=moved_segments(about, panel.edge))

"""Flat panels in, one net out: shared edges become folds, all others the one closed cut."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from generator.geometry import (
    KAPPA,
    Segment,
    Segments,
    around,
    ellipse,
    moved_segments,
    shifted,
)
from generator.geometry import Box as Rect
from generator.model.piece import Net, Panel
from generator.scene import Outline

Point = tuple[float, float]

_DIGITS = 4
"""Places of a mm to which corners are rounded, so that edges meet exactly."""


def polygon(*corners: Point, turn: int = 0, glued: bool = False) -> Panel:
    """A panel with straight edges; its corners run clockwise as seen."""
    rounded = [(round(x, _DIGITS), round(y, _DIGITS)) for x, y in corners]
    first, *rest = rounded
    edge: Segments = (("M", *first), *(("L", *corner) for corner in rest), ("Z",))
    return Panel(*around(rounded), turn, edge, glued)


def rectangle(x: float, y: float, w: float, h: float, turn: int = 0, glued: bool = False) -> Panel:
    """An upright panel."""
    return polygon((x, y), (x + w, y), (x + w, y + h), (x, y + h), turn=turn, glued=glued)


def curved(edge: Segments, box: Rect, turn: int = 0) -> Panel:
    """A panel with curves in its closed edge."""
    return Panel(*box, turn, edge)


def notched(panel: Panel, side: str, width: float, depth: float) -> Panel:
    """An upright panel with a thumb notch in the middle of its `top` or `right` edge."""
    x, y, w, h = panel.box
    a, b, c = width / 2, depth, (1 - KAPPA)
    if side == "top":
        m = x + w / 2
        cut: list[Segment] = [
            ("L", m - a, y),
            ("C", m - a, y + b * (1 - c), m - a * (1 - c), y + b, m, y + b),
            ("C", m + a * (1 - c), y + b, m + a, y + b * (1 - c), m + a, y),
        ]
        rest: list[Segment] = [("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",)]
        edge: list[Segment] = [("M", x, y), *cut, *rest]
    else:
        m, r = y + h / 2, x + w
        cut = [
            ("L", r, m - a),
            ("C", r - b * (1 - c), m - a, r - b, m - a * (1 - c), r - b, m),
            ("C", r - b, m + a * (1 - c), r - b * (1 - c), m + a, r, m + a),
        ]
        edge = [("M", x, y), ("L", r, y), *cut, ("L", r, y + h), ("L", x, y + h), ("Z",)]
    return panel._replace(edge=tuple(_rounded(segment) for segment in edge))


def arc(cx: float, cy: float, r: float, start: float, end: float) -> list[Segment]:
    """Curves along a circle, from `start` to `end` degrees clockwise from the top."""
    steps = max(1, math.ceil(abs(end - start) / 90 - 1e-9))
    step = math.radians((end - start) / steps)
    handle = 4 / 3 * math.tan(step / 4) * r
    out: list[Segment] = []
    for i in range(steps):
        a = math.radians(start) + i * step
        b = a + step
        x0, y0 = cx + r * math.sin(a), cy - r * math.cos(a)
        x1, y1 = cx + r * math.sin(b), cy - r * math.cos(b)
        out.append(
            (
                "C",
                x0 + handle * math.cos(a),
                y0 + handle * math.sin(a),
                x1 - handle * math.cos(b),
                y1 - handle * math.sin(b),
                x1,
                y1,
            )
        )
    return out


def around_pin(cx: float, cy: float, radius: float) -> Segments:
    """The hole of a split pin."""
    return ellipse(Rect(cx - radius, cy - radius, 2 * radius, 2 * radius))


def net_of(kind: str, panels: Mapping[str, Panel], finished: Point, **more: Any) -> Net:
    """The net of these panels, moved so that its bounding box starts at (0, 0).

    Raises ValueError where they do not hang together as one piece.
    """
    whole = around(
        corner
        for panel in panels.values()
        for corner in ((panel.x, panel.y), (panel.x + panel.w, panel.y + panel.h))
    )
    placed = {name: _shifted(panel, -whole.x, -whole.y) for name, panel in panels.items()}
    holes = more.pop("holes", ())
    size = more.pop("size", (round(whole.w, _DIGITS), round(whole.h, _DIGITS)))
    outline = assembled(placed)._replace(holes=holes)
    return Net(kind, size, outline, placed, finished, **more)


def _shifted(panel: Panel, dx: float, dy: float) -> Panel:
    edge = tuple(_rounded(segment) for segment in moved_segments(shifted(dx, dy), panel.edge))
    x, y = round(panel.x + dx, _DIGITS), round(panel.y + dy, _DIGITS)
    return panel._replace(x=x, y=y, edge=edge)


def _rounded(segment: Segment) -> Segment:
    return (segment[0], *(round(float(v), _DIGITS) for v in segment[1:]))  # type: ignore[return-value]


def assembled(panels: Mapping[str, Panel]) -> Outline:
    """Folds where two panels share a straight edge, one closed cut along all other edges.

    Raises ValueError where the other edges do not form one loop.
    """
    edges: list[tuple[Point, Segment]] = []
    for panel in panels.values():
        edges += edges_of(panel.edge)
    straight = {(start, end_of(seg)) for start, seg in edges if seg[0] == "L"}
    folds: list[Segments] = []
    rest: dict[Point, tuple[Segment, ...]] = {}
    for start, seg in edges:
        end = end_of(seg)
        if seg[0] == "L" and (end, start) in straight:
            if start < end:
                folds.append((("M", *start), ("L", *end)))
        else:
            rest[start] = (*rest.get(start, ()), seg)
    return Outline(_loop(rest), tuple(folds), free=True)


def _loop(edges: Mapping[Point, tuple[Segment, ...]]) -> Segments:
    first = here = min(edges)
    out: list[Segment] = [("M", *first)]
    for _ in edges:
        following = edges.get(here, ())
        if len(following) != 1:
            raise ValueError("its panels touch or gape; change its measures")
        out.append(following[0])
        here = end_of(following[0])
        if here == first:
            break
    if len(out) != len(edges) + 1 or here != first:
        raise ValueError("its panels do not hang together as one piece; change its measures")
    return (*(out[:-1] if out[-1][0] == "L" else out), ("Z",))  # Z draws the last straight line


def edges_of(edge: Segments) -> list[tuple[Point, Segment]]:
    """The sides of a closed edge, each with the point it starts from; none of length 0."""
    out: list[tuple[Point, Segment]] = []
    first = here = (0.0, 0.0)
    for seg in edge:
        if seg[0] == "M":
            first = here = end_of(seg)
            continue
        side: Segment = ("L", *first) if seg[0] == "Z" else seg
        if end_of(side) != here:
            out.append((here, side))
        here = end_of(side)
    return out


def end_of(segment: Segment) -> Point:
    """Where a segment with points ends."""
    return float(segment[-2]), float(segment[-1])  # type: ignore[misc]  # never Z

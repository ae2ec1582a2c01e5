"""Closed edges in, polygons and what lies in or near them out (mm)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from generator.geometry import Segments

Point = tuple[float, float]

_STEPS = 12
"""Straight pieces a curve is cut into."""


@lru_cache(maxsize=512)
def flat(segments: Segments) -> tuple[Point, ...]:
    """The corners of an outline's first subpath, curves as straight pieces; not closed twice."""
    out: list[Point] = []
    for seg in segments:
        if seg[0] == "Z" or (seg[0] == "M" and out):
            break
        if len(seg) == 7:
            _, a, b, c, d, x, y = seg
            x0, y0 = out[-1]
            for i in range(1, _STEPS + 1):
                t = i / _STEPS
                u = 1 - t
                p, q, r, s = u**3, 3 * u * u * t, 3 * u * t * t, t**3
                out.append((p * x0 + q * a + r * c + s * x, p * y0 + q * b + r * d + s * y))
        elif len(seg) == 3:
            out.append((float(seg[1]), float(seg[2])))
    if len(out) > 1 and math.dist(out[0], out[-1]) < 1e-6:
        out.pop()
    return tuple(out)


def sides(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The sides of a polygon."""
    return list(zip(corners, [*corners[1:], corners[0]], strict=True)) if corners else []


def inside(corners: Sequence[Point], x: float, y: float) -> bool:
    """Whether a point lies in a polygon."""
    odd = False
    for (x0, y0), (x1, y1) in sides(corners):
        if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            odd = not odd
    return odd


def depth(corners: Sequence[Point], x: float, y: float) -> float:
    """mm from a point to a polygon's edge; below 0 outside it."""
    near = min(_distance(a, b, (x, y)) for a, b in sides(corners))
    return near if inside(corners, x, y) else -near


def crossing(a: Point, b: Point, c: Point, d: Point, slack: float = 1e-6) -> bool:
    """Whether two lines cross truly, not just touch at an end."""
    for i in (0, 1):  # most lie well apart
        if a[i] < c[i] > b[i] and a[i] < d[i] > b[i]:
            return False
        if a[i] > c[i] < b[i] and a[i] > d[i] < b[i]:
            return False

    def side(p: Point, q: Point, r: Point) -> float:
        length = math.dist(p, q) or 1.0
        return ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / length

    s, t, u, v = side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)
    return min(s, t) < -slack < slack < max(s, t) and min(u, v) < -slack < slack < max(u, v)


def area(corners: Sequence[Point]) -> float:
    """mm2, positive where the corners run clockwise as seen."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in sides(corners)) / 2


def turned_box(x: float, y: float, w: float, h: float, turn: float) -> tuple[Point, ...]:
    """The corners of a box turned clockwise about its middle."""
    cx, cy, a = x + w / 2, y + h / 2, math.radians(turn)
    c, s = math.cos(a), math.sin(a)
    corners = ((-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2))
    return tuple((cx + c * i - s * j, cy + s * i + c * j) for i, j in corners)


def _distance(a: Point, b: Point, p: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length if length else 0.0
    t = min(max(t, 0.0), 1.0)
    return math.dist(p, (a[0] + t * dx, a[1] + t * dy))

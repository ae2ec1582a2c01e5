"""Outlines in, rings of straight pieces out, and what lies in or beside them; mm."""

from __future__ import annotations

from functools import lru_cache

from generator.geometry import Matrix, Segments
from generator.proof.ink import Edges

Point = tuple[float, float]

Rings = list[list[Point]]
"""Closed outlines, each a list of its corners; a line that is not closed ends where it ends."""

PIECES = ((0.25, 0.75), (0.5, 0.5), (0.75, 0.25), (1.0, 0.0))
"""Where curves are cut: 0.02 mm off on a circle of 5 mm."""


LONG = 400
"""Segments of an outline of which few are kept: a code of somebody's own takes megabytes."""


def of_segments(segments: Segments, matrix: Matrix) -> Rings:
    """The rings of a scene's path, moved by a matrix; to be read only, they are remembered.

    The cards of a deck share most outlines, and sheet after sheet stands in the same places.
    """
    return (_of_segments if len(segments) < LONG else _last)(segments, matrix)


@lru_cache(maxsize=512)
def _of_segments(segments: Segments, matrix: Matrix) -> Rings:
    a, b, c, d, e, f = matrix
    rings: Rings = []
    ring: list[Point] = []
    for seg in segments:
        flat = [
            (a * seg[i] + c * seg[i + 1] + e, b * seg[i] + d * seg[i + 1] + f)  # type: ignore[operator]
            for i in range(1, len(seg), 2)
        ]
        if seg[0] == "M":
            ring = [flat[0]]
            rings.append(ring)
        elif len(flat) == 1:
            ring.append(flat[0])
        elif flat:
            _curve(ring, *flat)
        elif ring:
            ring.append(ring[0])
    return rings


_last = lru_cache(maxsize=2)(_of_segments.__wrapped__)


def of_points(points: list[tuple[int, float, float]]) -> Rings:
    """The rings of PDFium's points (kind 2 starts one, 1 are handles and ends of curves)."""
    rings: Rings = []
    handles: list[Point] = []
    for kind, x, y in points:
        if kind == 2:
            rings.append([(x, y)])
        elif kind == 1:
            handles.append((x, y))
            if len(handles) == 3:
                _curve(rings[-1], *handles)
                handles = []
        else:
            rings[-1].append((x, y))
    return rings


def _curve(ring: list[Point], first: Point, second: Point, end: Point) -> None:
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = ring[-1], first, second, end
    for t, u in PIECES:
        f, g, h, k = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        ring.append((f * x0 + g * x1 + h * x2 + k * x3, f * y0 + g * y1 + h * y2 + k * y3))


def crosses(rings: Rings, box: Edges, reach: float) -> bool:
    """Whether an outline may come within `reach` of a box: by the boxes of its pieces."""
    left, top, right, bottom = box
    left, top, right, bottom = left - reach, top - reach, right + reach, bottom + reach
    for ring in rings:
        x0, y0 = ring[-1]
        for x1, y1 in ring:
            if (
                (x0 >= left or x1 >= left)
                and (x0 <= right or x1 <= right)
                and (y0 >= top or y1 >= top)
                and (y0 <= bottom or y1 <= bottom)
            ):
                return True
            x0, y0 = x1, y1
    return False


def holds_point(rings: Rings, x: float, y: float, even_odd: bool) -> bool:
    """Whether a point lies inside, by either rule of filling."""
    winding = crossings = 0
    for ring in rings:
        x0, y0 = ring[-1]
        for x1, y1 in ring:
            if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                crossings += 1
                winding += 1 if y1 > y0 else -1
            x0, y0 = x1, y1
    return crossings % 2 == 1 if even_odd else winding != 0


def near_line(rings: Rings, x: float, y: float, reach: float) -> bool:
    """Whether a point lies within `reach` of the outline itself."""
    for ring in rings:
        x0, y0 = ring[0]
        for x1, y1 in ring[1:]:
            dx, dy = x1 - x0, y1 - y0
            length = dx * dx + dy * dy
            t = ((x - x0) * dx + (y - y0) * dy) / length if length else 0.0
            t = 0.0 if t < 0 else 1.0 if t > 1 else t
            if (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2 <= reach * reach:
                return True
            x0, y0 = x1, y1
    return False

"""Boxes, turns and outlines in mm, y down from the top left; nothing here knows what is drawn."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

KAPPA = 0.5522847498307936
"""Handle length of the cubic that draws a quarter circle of radius 1."""

Segment = (
    tuple[str] | tuple[str, float, float] | tuple[str, float, float, float, float, float, float]
)
Segments = tuple[Segment, ...]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y), ("Z",)."""

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f: x' = ax + cy + e, y' = bx + dy + f."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Box(NamedTuple):
    """A rectangle: `x`, `y` is its top left, `w` and `h` are not negative."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """y of the bottom edge."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def grow(self, by: float) -> Box:
        """The box with each edge moved out by `by` (in, where negative)."""
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def holds(self, other: Box, slack: float = 0.0) -> bool:
        """Whether `other` lies inside, give or take `slack`."""
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meet(self, other: Box) -> Box | None:
        """The shared part, or None where they share no area."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        w, h = min(self.right, other.right) - x, min(self.bottom, other.bottom) - y
        return Box(x, y, w, h) if w > 0 and h > 0 else None


def turned(degrees: float, cx: float = 0.0, cy: float = 0.0) -> Matrix:
    """A turn clockwise as seen (y down) about (cx, cy)."""
    quarter = {0.0: (1.0, 0.0), 90.0: (0.0, 1.0), 180.0: (-1.0, 0.0), 270.0: (0.0, -1.0)}
    c, s = quarter.get(degrees % 360) or (
        math.cos(math.radians(degrees)),
        math.sin(math.radians(degrees)),
    )
    return (c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy)


def shifted(dx: float, dy: float) -> Matrix:
    """A move."""
    return (1.0, 0.0, 0.0, 1.0, dx, dy)


def scaled(sx: float, sy: float) -> Matrix:
    """A stretch about the origin."""
    return (sx, 0.0, 0.0, sy, 0.0, 0.0)


def after(first: Matrix, second: Matrix) -> Matrix:
    """The matrix that does `first`, then `second`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where the point (x, y) lands."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def moved_segments(matrix: Matrix, segments: Segments) -> Segments:
    """The outline with every point moved."""
    a, b, c, d, e, f = matrix
    out: list[Segment] = []
    for seg in segments:  # a drawing has thousands: no inner loop
        if len(seg) == 3:
            kind, x, y = seg
            out.append((kind, a * x + c * y + e, b * x + d * y + f))
        elif len(seg) == 7:
            kind, p, q, r, s, x, y = seg
            out.append(
                (
                    kind,
                    a * p + c * q + e,
                    b * p + d * q + f,
                    a * r + c * s + e,
                    b * r + d * s + f,
                    a * x + c * y + e,
                    b * x + d * y + f,
                )
            )
        else:
            out.append(seg)
    return tuple(out)


def moved_box(matrix: Matrix, box: Box) -> Box:
    """The upright box around the moved corners."""
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return around(moved(matrix, x, y) for x, y in corners)


def around(points: Iterable[tuple[float, float]]) -> Box:
    """The box around the points; at least one point."""
    xs, ys = zip(*points, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def points(segments: Segments) -> list[tuple[float, float]]:
    """All points of an outline, handles included."""
    return [(float(seg[i]), float(seg[i + 1])) for seg in segments for i in range(1, len(seg), 2)]


def bounds(segments: Segments) -> Box:
    """The box around an outline's points (handles included, so never too small)."""
    return around(points(segments))


def rectangle(box: Box, radius: float = 0.0) -> Segments:
    """A closed rectangle, its corners rounded by `radius` (at most half the shorter side)."""
    x, y, w, h = box
    r = min(radius, w / 2, h / 2)
    if r <= 0:
        return (("M", x, y), ("L", x + w, y), ("L", x + w, y + h), ("L", x, y + h), ("Z",))
    k = r * (1 - KAPPA)
    return (
        ("M", x + r, y),
        ("L", x + w - r, y),
        ("C", x + w - k, y, x + w, y + k, x + w, y + r),
        ("L", x + w, y + h - r),
        ("C", x + w, y + h - k, x + w - k, y + h, x + w - r, y + h),
        ("L", x + r, y + h),
        ("C", x + k, y + h, x, y + h - k, x, y + h - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def ellipse(box: Box) -> Segments:
    """A closed ellipse that fills the box."""
    (cx, cy), rx, ry = box.centre, box.w / 2, box.h / 2
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )

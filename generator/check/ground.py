"""A scene in, the colour beneath any of its items out: paint order, holes, clips and pictures.

Lengths in mm from the top left of the trim. Paper is white.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.check.colours import Rgb
from generator.geometry import Box, Segments, bounds, moved_box, turned
from generator.scene import Item, Path, Picture, Run

PAPER: Rgb = (255, 255, 255)
_STEPS = 6
"""Straight pieces a curve is cut into: 0.05 mm off on a 10 mm circle."""


class _Area(NamedTuple):
    order: int
    box: Box
    item: Path | Picture


class _Ring(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    points: tuple[tuple[float, float], ...]


def _ring(points: list[tuple[float, float]]) -> _Ring:
    xs, ys = zip(*points, strict=True)
    return _Ring(min(xs), min(ys), max(xs), max(ys), tuple(points))


LONG = 400
"""Segments of an outline of which few are kept: a code of somebody's own takes megabytes."""


def rings(segments: Segments) -> tuple[_Ring, ...]:
    """The outline's subpaths as straight pieces."""
    return (_rings if len(segments) < LONG else _last)(segments)


@lru_cache(maxsize=2048)
def _rings(segments: Segments) -> tuple[_Ring, ...]:
    out: list[_Ring] = []
    points: list[tuple[float, float]] = []
    for seg in segments:
        if seg[0] == "M":
            if len(points) > 1:
                out.append(_ring(points))
            points = [seg[-2:]]  # type: ignore[list-item]  # an M ends in a point
        elif seg[0] == "L":
            points.append(seg[-2:])  # type: ignore[arg-type]  # so does an L
        elif seg[0] == "C":
            _, x1, y1, x2, y2, x, y = seg  # type: ignore[misc]  # a C has three points
            x0, y0 = points[-1]
            for i in range(1, _STEPS + 1):
                t = i / _STEPS
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                points.append((a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y))
    if len(points) > 1:
        out.append(_ring(points))
    return tuple(out)


_last = lru_cache(maxsize=2)(_rings.__wrapped__)


def _inside(segments: Segments, x: float, y: float, even_odd: bool) -> bool:
    winding = crossings = 0
    for ring in rings(segments):
        if not (ring.left <= x <= ring.right and ring.top <= y <= ring.bottom):
            continue
        x0, y0 = ring.points[-1]
        for x1, y1 in ring.points:
            if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                crossings += 1
                winding += 1 if y1 > y0 else -1
            x0, y0 = x1, y1
    return crossings % 2 == 1 if even_odd else winding != 0


def _on_stroke(path: Path, x: float, y: float) -> bool:
    half = path.width / 2
    closed = path.segments[-1][0] == "Z"
    for ring in rings(path.segments):
        if (
            ring.left - half <= x <= ring.right + half
            and ring.top - half <= y <= ring.bottom + half
            and _near(ring.points, closed, x, y, half)
        ):
            return True
    return False


def _near(
    points: tuple[tuple[float, float], ...], closed: bool, x: float, y: float, half: float
) -> bool:
    x1, y1 = points[-1] if closed else points[0]
    for x2, y2 in points:
        x0, y0, x1, y1 = x1, y1, x2, y2
        dx, dy = x1 - x0, y1 - y0
        length = dx * dx + dy * dy
        t = max(0.0, min(1.0, ((x - x0) * dx + (y - y0) * dy) / length)) if length else 0.0
        if (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2 <= half * half:
            return True
    return False


def _blend(over: Rgb, under: Rgb, opacity: float) -> Rgb:
    r, g, b = (round(o * opacity + u * (1 - opacity)) for o, u in zip(over, under, strict=True))
    return r, g, b


@lru_cache(maxsize=64)
def thumbnail(source: str) -> tuple[int, int, tuple[tuple[int, ...], ...]]:
    """The picture as at most 48 pixels a side, alpha last; only what pictures.py let through.

    One white pixel where its pixels are damaged, which is told where it is written.
    """
    from PIL import Image, ImageOps  # noqa: PLC0415 - most decks have no picture under a text

    try:
        with Image.open(source) as opened:
            opened.draft("RGB", (48, 48))
            small = ImageOps.exif_transpose(opened).convert("RGBA")
    except (OSError, SyntaxError, ValueError, struct.error, zlib.error, EOFError):
        return 1, 1, ((255, 255, 255, 255),)
    small.thumbnail((48, 48))
    data = small.tobytes()
    pixels = tuple(tuple(data[at : at + 4]) for at in range(0, len(data), 4))
    return small.width, small.height, pixels


class Ground:
    """What lies beneath the items of one scene."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._areas: list[_Area] = []
        for order, item in enumerate(items):
            if not isinstance(item, Run):
                box: Box | None = reach(item)
                if item.clip and box:
                    box = box.meet(bounds(item.clip))
                if box:
                    self._areas.append(_Area(order, box, item))

    def beneath(self, index: int, box: Box, columns: int = 12, rows: int = 3) -> list[Rgb]:
        """Colours under `box` painted before item `index`, at evenly spread points."""
        near: list[_Area] = []
        for area in reversed(self._areas):
            if area.order >= index or not area.box.meet(box) or not comes_near(area.item, box):
                continue
            if _plain(area, box):
                if not near:
                    return [area.item.fill[:3]]  # type: ignore[union-attr,index]  # _plain saw to it
                near.append(area)
                break  # nothing below it shows
            near.append(area)
        if not near:
            return [PAPER]
        return [
            self._at(
                near,
                box.x + box.w * (i + 0.5) / columns,
                box.y + box.h * (j + 0.5) / rows,
            )
            for i in range(columns)
            for j in range(rows)
        ]

    def base(self, index: int, box: Box) -> int:
        """Which item before `index` covers all that is painted in `box` before it; -1: paper."""
        for area in reversed(self._areas):
            if area.order < index and _plain(area, box):
                return area.order
        return -1

    def _at(self, near: list[_Area], x: float, y: float) -> Rgb:
        """The colour at a point: the topmost paint first, until one is opaque."""
        layers: list[tuple[Rgb, float]] = []
        for area in near:
            b = area.box
            if not (b.x <= x <= b.right and b.y <= y <= b.bottom):
                continue
            painted = _paint(area, x, y)
            if painted:
                layers.append(painted)
                if painted[1] >= 1:
                    break
        colour = PAPER
        for over, opacity in reversed(layers):
            colour = _blend(over, colour, opacity)
        return colour


def reach(item: Path | Picture) -> Box:
    """The box that an item paints in, its clip left aside."""
    if isinstance(item, Picture):
        return item.box
    box = bounds(item.segments)
    return box.grow(item.width / 2) if item.stroke else box


def comes_near(item: Path | Picture, box: Box) -> bool:
    """False where an outline without a fill runs around the box (a frame) or beside it."""
    if isinstance(item, Picture) or item.fill or not item.stroke:
        return True
    reach = box.grow(item.width / 2)
    left, top, right, bottom = reach.x, reach.y, reach.right, reach.bottom
    for ring in rings(item.segments):
        x0, y0 = ring.points[-1]
        for x1, y1 in ring.points:
            if (
                (x0 <= right or x1 <= right)
                and (x0 >= left or x1 >= left)
                and (y0 <= bottom or y1 <= bottom)
                and (y0 >= top or y1 >= top)
            ):
                return True
            x0, y0 = x1, y1
    return False


def _plain(area: _Area, box: Box) -> bool:
    """Whether the area is an opaque upright rectangle that holds the whole box."""
    item = area.item
    if not isinstance(item, Path) or item.fill is None or item.opacity < 1 or item.clip:
        return False
    segments = item.segments
    straight = len(segments) == 5 and all(s[0] in "MLZ" for s in segments)
    upright = straight and len({s[1:] for s in segments[:4]} & _corners(item)) == 4
    return upright and area.box.grow(-item.width).holds(box)


def _corners(item: Path) -> set[tuple[float, ...]]:
    b = bounds(item.segments)
    return {(b.x, b.y), (b.right, b.y), (b.right, b.bottom), (b.x, b.bottom)}


def _paint(area: _Area, x: float, y: float) -> tuple[Rgb, float] | None:
    item = area.item
    if item.clip and not _inside(item.clip, x, y, False):
        return None
    if isinstance(item, Path):
        if item.stroke and item.width and _on_stroke(item, x, y):
            return item.stroke[:3], item.opacity
        if item.fill and _inside(item.segments, x, y, item.even_odd):
            return item.fill[:3], item.opacity
        return None
    width, height, pixels = thumbnail(item.source)
    column = min(width - 1, int((x - item.box.x) / item.box.w * width))
    row = min(height - 1, int((y - item.box.y) / item.box.h * height))
    r, g, b, alpha = pixels[row * width + column]
    return ((r, g, b), alpha / 255) if alpha else None


def ink_box(run: Run) -> Box:
    """The box of a run's letters, turned with it: capitals' height above, a descender below."""
    high = run.size / 72 * 25.4
    upright = Box(run.x, run.y - 0.72 * high, run.width, 0.9 * high)
    return moved_box(turned(run.turn, run.x, run.y), upright) if run.turn else upright

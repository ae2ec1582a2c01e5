"""A page's things in painting order in, lines that cannot be read out.

A line is probed at three heights every fifth of an em. Where two of three probes are lost over a
letter's width (covered by what is painted later, clipped, in the colour of what lies beneath) the
words there are lost.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.proof.ink import HIGH, LOW, Edges, Image, Ink, Rgb, Shape, Words, strip
from generator.proof.read import Page
from generator.units import PT

HEIGHTS = (LOW, (LOW + HIGH) / 2, HIGH)
"""em above the baseline."""

STEP = 0.2
"""em between probes."""

OPAQUE = 128
"""Alpha from which paint hides what lies beneath."""

ALIKE = 32
"""Difference of 0-255 in each channel under which ink and ground are one colour."""

THICK = 0.4
"""mm of a stroke that can hide a letter."""

BAND = 8.0
"""mm: things are sorted into bands of this height."""

WHITE: Rgb = (255, 255, 255)


class Lost(NamedTuple):
    """A line of which `words` cannot be read and why."""

    line: int
    words: str
    why: str


class _Outline(NamedTuple):
    """A shape's rings of straight pieces; `convex` where it is one ring without a dent."""

    rings: list[list[tuple[float, float]]]
    convex: bool


class Ground:
    """Everything on a page that can hide or carry a line."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._things = page.things
        self._outlines: dict[int, _Outline] = {}
        self._edges: dict[int, Edges] = {}
        self._bands: dict[int, list[int]] = defaultdict(list)
        for index, thing in enumerate(self._things):
            if isinstance(thing, Shape | Image) and _paints(thing):
                a, b = thing.edges, thing.clip
                left, top = max(a[0], b[0]), max(a[1], b[1])
                right, bottom = min(a[2], b[2]), min(a[3], b[3])
                if right >= left and bottom >= top:
                    self._edges[index] = (left, top, right, bottom)
                    for band in range(int(top // BAND), int(bottom // BAND) + 1):
                        self._bands[band].append(index)

    def lost(self, indices: Sequence[int]) -> Iterator[Lost]:
        """The lines among `indices` that cannot be read."""
        for index in indices:
            line = self._things[index]
            if isinstance(line, Words) and line.right > line.left:
                why = self._doubt(index, line)
                if why is not None:
                    found = self._probe(index, line, why)
                    if found:
                        yield found

    def _doubt(self, index: int, line: Words) -> tuple[list[int], list[int]] | None:
        """What may hide a line from above and beneath; None where nothing can."""
        left, top, right, bottom = box = strip(line)
        near = {j for b in range(int(top // BAND), int(bottom // BAND) + 1) for j in self._bands[b]}
        above: list[int] = []
        below: list[int] = []
        for j in near:
            e = self._edges[j]
            if e[0] < right and e[2] > left and e[1] < bottom and e[3] > top:
                (above if j > index else below).append(j)
        below.sort(reverse=True)
        inside = _holds(line.clip, box) and _holds((0.0, 0.0, *self._page.size), box)
        if above or not inside or self._same_ground(line, box, below):
            return sorted(above, reverse=True), below
        return None

    def _same_ground(self, line: Words, box: Edges, below: list[int]) -> bool:
        """Whether anything beneath a line may have its colour."""
        for j in below:
            thing = self._things[j]
            if isinstance(thing, Image):
                if _holds(self._edges[j], box):
                    return False
                continue
            assert isinstance(thing, Shape)
            stroke = thing.stroke if thing.width >= THICK else None
            if any(_alike(line.colour, colour) for colour in (thing.fill, stroke) if colour):
                return True
            if thing.fill and _holds(self._edges[j], box) and self._covers(j, box):
                return False
        return _alike(line.colour, WHITE)

    def _covers(self, index: int, box: Edges) -> bool:
        outline = self._outline(index)
        left, top, right, bottom = box
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return outline.convex and all(_inside(outline.rings, *corner, False) for corner in corners)

    def _outline(self, index: int) -> _Outline:
        found = self._outlines.get(index)
        if found is None:
            shape = self._things[index]
            assert isinstance(shape, Shape)
            rings = _rings(self._page.outline(shape))
            found = _Outline(rings, len(rings) == 1 and _convex(rings[0]))
            self._outlines[index] = found
        return found

    def _probe(self, index: int, line: Words, doubt: tuple[list[int], list[int]]) -> Lost | None:
        em = line.size / PT
        ux, uy = math.cos(math.radians(line.turn)), math.sin(math.radians(line.turn))
        count = max(2, math.ceil((line.right - line.left) / (STEP * em)))
        lost: list[int] = []
        reasons: dict[str, int] = defaultdict(int)
        for k in range(count):
            along = line.left + (line.right - line.left) * (k + 0.5) / count
            why = []
            for height in HEIGHTS:
                x = line.x + ux * along + uy * height * em
                y = line.y + uy * along - ux * height * em
                reason = self._reason(line, x, y, *doubt)
                if reason:
                    why.append(reason)
            if len(why) > 1:
                lost.append(k)
                reasons[why[0]] += 1
        if len(lost) < min(2, count):
            return None
        size = len(line.text)
        first, last = lost[0] * size // count, -(-(lost[-1] + 1) * size // count)
        words = line.text[first:last].strip() or line.text
        return Lost(index, words, max(reasons, key=lambda why: reasons[why]))

    def _reason(self, line: Words, x: float, y: float, above: list[int], below: list[int]) -> str:
        """Why a point of a line does not show; nothing where it does."""
        wide, high = self._page.size
        if not (0 <= x <= wide and 0 <= y <= high):
            return "lies beside the paper"
        left, top, right, bottom = line.clip
        if not (left <= x <= right and top <= y <= bottom):
            return "is clipped away"
        for j in above:
            if self._colour(j, x, y):
                return f"is covered by {_called(self._things[j])}"
        for j in below:
            colour = self._colour(j, x, y)
            if colour:
                return (
                    "" if not _alike(line.colour, colour) else "has the colour of what lies beneath"
                )
        return "has the colour of the paper" if _alike(line.colour, WHITE) else ""

    def _colour(self, index: int, x: float, y: float) -> Rgb | None:
        """The colour a thing paints at a point, None where it paints nothing."""
        left, top, right, bottom = self._edges[index]
        if not (left <= x <= right and top <= y <= bottom):
            return None
        thing = self._things[index]
        if isinstance(thing, Image):
            return _UNKNOWN
        assert isinstance(thing, Shape)
        rings = self._outline(index).rings
        if thing.stroke and thing.width >= THICK and _beside(rings, x, y, thing.width / 2):
            return thing.stroke
        if thing.fill and _inside(rings, x, y, thing.even_odd):
            return thing.fill
        return None


_UNKNOWN: Rgb = (-999, -999, -999)
"""What a picture shows at a point is not looked up: it is taken to be unlike any ink."""


def _paints(thing: Shape | Image) -> bool:
    if thing.alpha < OPAQUE:
        return False
    if isinstance(thing, Image):
        return True
    return thing.fill is not None or (thing.stroke is not None and thing.width >= THICK)


def _called(thing: Ink) -> str:
    return "a picture" if isinstance(thing, Image) else "a shape painted later"


def _alike(a: Rgb, b: Rgb) -> bool:
    return abs(a[0] - b[0]) < ALIKE and abs(a[1] - b[1]) < ALIKE and abs(a[2] - b[2]) < ALIKE


def _holds(outer: Edges, inner: Edges) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[2] >= inner[2]
        and outer[3] >= inner[3]
    )


def _rings(points: list[tuple[int, float, float]]) -> list[list[tuple[float, float]]]:
    """Rings of straight pieces from PDFium's points (2 starts a ring, 1 are handles and ends)."""
    rings: list[list[tuple[float, float]]] = []
    handles: list[tuple[float, float]] = []
    for kind, x, y in points:
        if kind == 2:
            rings.append([(x, y)])
        elif kind == 1:
            handles.append((x, y))
            if len(handles) == 3:
                (ax, ay), (bx, by), (cx, cy) = handles
                x0, y0 = rings[-1][-1]
                for t in (0.25, 0.5, 0.75, 1.0):
                    u = 1 - t
                    f, g, h, k = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                    px = f * x0 + g * ax + h * bx + k * cx
                    rings[-1].append((px, f * y0 + g * ay + h * by + k * cy))
                handles = []
        else:
            rings[-1].append((x, y))
    return rings


def _convex(ring: list[tuple[float, float]]) -> bool:
    sign = 0.0
    (ax, ay), (bx, by) = ring[-2], ring[-1]
    for cx, cy in ring:
        cross = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if abs(cross) > 1e-4:
            if cross * sign < 0:
                return False
            sign = cross
        (ax, ay), (bx, by) = (bx, by), (cx, cy)
    return True


def _inside(rings: list[list[tuple[float, float]]], x: float, y: float, even_odd: bool) -> bool:
    winding = crossings = 0
    for ring in rings:
        x0, y0 = ring[-1]
        for x1, y1 in ring:
            if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
                crossings += 1
                winding += 1 if y1 > y0 else -1
            x0, y0 = x1, y1
    return crossings % 2 == 1 if even_odd else winding != 0


def _beside(rings: list[list[tuple[float, float]]], x: float, y: float, reach: float) -> bool:
    """Whether a point lies within `reach` of any piece of the rings."""
    for ring in rings:
        x0, y0 = ring[0]
        for x1, y1 in ring[1:]:
            dx, dy = x1 - x0, y1 - y0
            length = dx * dx + dy * dy
            t = ((x - x0) * dx + (y - y0) * dy) / length if length else 0.0
            t = 0.0 if t < 0 else 1.0 if t > 1 else t
            if math.hypot(x - x0 - t * dx, y - y0 - t * dy) <= reach:
                return True
            x0, y0 = x1, y1
    return False

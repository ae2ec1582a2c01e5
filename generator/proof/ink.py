"""One thing printed on a page, as read or as expected: mm from the page's top left, y downwards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from generator.scene import Run
from generator.units import PT

Edges = tuple[float, float, float, float]
"""left, top, right, bottom."""

Rgb = tuple[int, int, int]

LOW, HIGH = 0.08, 0.42
"""em above the baseline between which letters and figures have ink."""

LIGATURES = frozenset(map(chr, range(0xFB00, 0xFB07)))
"""Characters that PDFium reads as the letters they join."""

EVERYWHERE: Edges = (-1e6, -1e6, 1e6, 1e6)
"""The clip of a thing that nothing clips."""


class Words(NamedTuple):
    """A line of text in one font.

    `x`, `y` is the start of its baseline, which runs along `turn` (degrees clockwise); ink reaches
    from `left` to `right` mm along it. `text` has single blanks and none at its ends. `font` is a
    PostScript name, `size` in pt, `alpha` 0-255; `odd` names what else hides or bends it. `run` is
    where an expected line comes from.
    """

    text: str
    x: float
    y: float
    turn: float
    left: float
    right: float
    font: str
    size: float
    colour: Rgb
    alpha: int
    odd: str
    clip: Edges
    handle: int = 0
    run: Run | None = None


class Shape(NamedTuple):
    """A filled or stroked outline.

    `edges` hold all its points, handles included; where it is read and stroked, what its joins
    might reach as well. `points` is PDFium's number of them (3 a curve), of which `slack` may be
    missing; `probes` are some of them (see `probed`). `width`, `dash` in mm, `alpha` 0-255.
    """

    points: int
    probes: tuple[float, ...]
    edges: Edges
    fill: Rgb | None
    stroke: Rgb | None
    width: float
    dash: tuple[float, ...]
    even_odd: bool
    round: bool
    alpha: int
    odd: str
    clip: Edges
    handle: int = 0
    slack: int = 0


def probed(points: int, stroked: bool) -> Sequence[int]:
    """Which points of an outline are compared one by one: two of a fill, eight of a stroke.

    A fill's edges are compared exactly; PDFium gives those of a stroke too large by far.
    """
    if not stroked or points <= 2:
        return points // 3, 2 * points // 3
    last = min(points, 8) - 1
    return [i * (points - 1) // last for i in range(last + 1)]


class Image(NamedTuple):
    """A raster picture.

    `frame` is its bottom left corner, then the ways from there to the bottom right and to the top
    left.
    """

    frame: tuple[float, float, float, float, float, float]
    pixels: tuple[int, int]
    edges: Edges
    alpha: int
    odd: str
    clip: Edges
    handle: int = 0


class Strange(NamedTuple):
    """Something that no scene can hold, such as a shading: always a fault."""

    what: str
    edges: Edges
    clip: Edges
    handle: int = 0


Ink = Words | Shape | Image | Strange


def meet(a: Edges, b: Edges) -> Edges | None:
    """What two boxes share, None where that is less than a line."""
    left, top, right, bottom = (
        max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]),
    )  # fmt: skip
    return (left, top, right, bottom) if right >= left and bottom >= top else None


def strip(line: Words) -> Edges:
    """The box of all probes of a line."""
    em = line.size / PT
    low, high = LOW * em, HIGH * em
    left, right, x, y = line.left, line.right, line.x, line.y
    if line.turn == 0:
        return x + left, y - high, x + right, y - low
    if line.turn == 180:
        return x - right, y + low, x - left, y + high
    ux, uy = math.cos(math.radians(line.turn)), math.sin(math.radians(line.turn))
    points = [
        (x + ux * along + uy * up, y + uy * along - ux * up)
        for along in (left, right)
        for up in (low, high)
    ]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)

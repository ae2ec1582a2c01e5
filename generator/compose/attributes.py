"""Attribute texts in, numbers, boxes, points and outlines' parts out; faults are raised as `Flaw`.

A coordinate is a number of mm from the left or top edge of its area, or anchored:

- `r3.2` (only across): 3.2 mm inside the right edge; `b3.2` (only down): inside the bottom edge.
- `c2` (both): 2 mm beyond the centre (`c-2` before it).

In a box `x y w h` an anchored `w` or `h` says where the box ENDS: with `x` 5 and `w` `r3.2` it
reaches from 5 to 3.2 mm inside the right edge. With a centred `x` the box stands around that
point: `c0 10 20 4` is 20 wide, its middle on the area's middle; a centred `x` with an anchored `w`
is as wide as makes it end there. `y` and `h` likewise. Negative numbers reach beyond the edge.

The area is the trim; within `<group box=…>` and within a cell of row, column or grid it is that
box, measured from its top left; within `<group at=…>` the edges stay, seen from the new origin.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from generator.compose.flaw import Flaw
from generator.geometry import Box

FARTHEST = 10_000.0
"""mm; no coordinate is larger."""

POINTS = 2_000
"""Points of one polygon."""

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?", re.ASCII)


class Area(NamedTuple):
    """Edges that anchors mean, in the coordinates in force."""

    left: float
    top: float
    right: float
    bottom: float


def bad(says: str, fix: str = "") -> Flaw:
    """The fault of a value."""
    return Flaw("markup-value", says, fix)


@lru_cache(4096)
def number(text: str, least: float = -FARTHEST, most: float = FARTHEST) -> float:
    """A plain number from `least` to `most`; raises Flaw."""
    if not _NUMBER.fullmatch(text):
        raise bad(f"{text[:40]!r} is no number")
    value = float(text)
    if not least <= value <= most:
        raise bad(f"{text[:40]} is not from {least:g} to {most:g}")
    return value


@lru_cache(512)
def whole(text: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`; raises Flaw."""
    if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
        raise bad(f"{text[:40]!r} is no whole number")
    if not least <= int(text) <= most:
        raise bad(f"{text} is not from {least} to {most}")
    return int(text)


@lru_cache(512)
def numbers(text: str, count: int = 0, least: float = -FARTHEST) -> tuple[float, ...]:
    """Plain numbers, `count` of them where it is given; raises Flaw."""
    found = tuple(number(part, least) for part in text.split()[: POINTS + 1])
    if len(found) > POINTS or (count and len(found) != count):
        raise bad(f"{text[:60]!r} has {len(found)} numbers", f"{count or 'fewer'} are wanted")
    return found


def _coordinate(token: str, far: str) -> tuple[str, float]:
    """("", n), (far, n) or ("c", n)."""
    kind = token[0] if token[0] in "rbc" else ""
    if kind and kind not in (far, "c"):
        other = "across" if kind == "r" else "down"
        raise bad(f"{token[:40]!r}: {kind} counts {other} only", f"use {far} or c here")
    return kind, number(token[1:] if kind else token)


def position(token: str, low: float, high: float, far: str) -> float:
    """Where a coordinate lies between an area's edges; `far` is "r" or "b"."""
    kind, n = _coordinate(token, far)
    if kind == "c":
        return (low + high) / 2 + n
    return high - n if kind else n


def _span(start: str, size: str, low: float, high: float, far: str) -> tuple[float, float]:
    kind, n = _coordinate(size, far)
    end = None if not kind else (low + high) / 2 + n if kind == "c" else high - n
    if start[0] == "c":
        centre = position(start, low, high, far)
        length = n if end is None else 2 * (end - centre)
        return centre - length / 2, length
    first = position(start, low, high, far)
    return first, n if end is None else end - first


@lru_cache(8192)
def box(text: str, area: Area) -> Box:
    """`x y w h` with anchors; raises Flaw where it has no width or height."""
    parts = text.split()
    if len(parts) != 4:
        raise bad(f"box {text[:60]!r} has {len(parts)} numbers", "write x y w h")
    x, w = _span(parts[0], parts[2], area.left, area.right, "r")
    y, h = _span(parts[1], parts[3], area.top, area.bottom, "b")
    if w <= 0 or h <= 0:
        raise bad(f"box {text[:60]!r} is {w:g} mm wide and {h:g} mm high")
    return Box(x, y, w, h)


@lru_cache(4096)
def points(
    text: str, area: Area, least: int = 1, most: int = POINTS
) -> tuple[tuple[float, float], ...]:
    """`x y  x y …` with anchors, `least` to `most` points; raises Flaw."""
    parts = text.split()
    count, odd = divmod(len(parts), 2)
    if odd or not least <= count <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise bad(f"{text[:60]!r} has {len(parts)} numbers", f"write x y for {wanted} points")
    return tuple(
        (
            position(parts[i], area.left, area.right, "r"),
            position(parts[i + 1], area.top, area.bottom, "b"),
        )
        for i in range(0, len(parts), 2)
    )


def choice(text: str, *known: str) -> str:
    """One of `known`; raises Flaw."""
    if text not in known:
        raise bad(f"{text[:40]!r} is not known here", "write one of: " + ", ".join(known))
    return text

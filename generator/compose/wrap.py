"""Measured chunks and a width in, the lines they fall into out; nothing here knows of faces.

Lengths are in 1/1000 em. Lines are as full as they go (greedy: the fewest lines, and never more of
them in a wider box, since a line that starts later or has more room never ends earlier), or nearly
equal (balanced: as many as that, as narrow as can be).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import add
from typing import NamedTuple

from generator.compose.chunks import Chunk

ANY = 1 << 30
"""Lines without a limit."""

SLACK = 1e-6
"""1/1000 em that a line may be too wide: rounding, not design."""


class Para(NamedTuple):
    """What stands between two hard breaks, in columns: one figure a chunk.

    `starts` is where a chunk begins in one endless line, `ends` where a line that ends with it
    ends, hyphen included; `reach` is the least of `ends` from there on, so it never falls.
    """

    chunks: Sequence[Chunk]
    starts: Sequence[float]
    ends: Sequence[float]
    reach: Sequence[float]
    texts: Sequence[str]
    kerns: Sequence[tuple[float, ...]]
    faces: Sequence[str]


def paragraph(chunks: Sequence[Chunk], wild: bool = False) -> Para:
    """The columns of one paragraph's chunks; `wild`: tracking may run them into each other."""
    if not chunks:
        return Para((), (), (), (), (), (), ())
    widths, steps, texts, kerns, faces, _, softs, *_ = zip(*chunks, strict=True)
    starts = [0.0, *accumulate(steps)]
    starts.pop()
    ends = list(map(add, starts, widths))
    if not wild and not any(softs):
        return Para(chunks, starts, ends, ends, texts, kerns, faces)
    ends = list(map(add, ends, softs))
    reach = list(accumulate(reversed(ends), min))
    reach.reverse()
    return Para(chunks, starts, ends, reach, texts, kerns, faces)


def greedy(para: Para, limit: float, most: int = ANY) -> list[int] | None:
    """Where each line stops (the index after its last chunk).

    None where a chunk is wider than `limit` or there are more than `most` lines.
    """
    starts, reach = para.starts, para.reach
    count, at = len(starts), 0
    stops: list[int] = []
    limit += SLACK
    while at < count:
        stop = bisect_right(reach, starts[at] + limit, at, count)
        if stop == at or len(stops) == most:
            return None
        stops.append(stop)
        at = stop
    return stops


def forced(para: Para, limit: float) -> list[int]:
    """As `greedy`, but a chunk that is too wide stands on a line of its own."""
    starts, reach = para.starts, para.reach
    count, at = len(starts), 0
    stops: list[int] = []
    limit += SLACK
    while at < count:
        at = max(at + 1, bisect_right(reach, starts[at] + limit, at, count))
        stops.append(at)
    return stops


def balanced(para: Para, stops: list[int], limit: float) -> list[int]:
    """As many lines as `stops`, as narrow as they can be (to a thousandth of the width)."""
    if len(stops) < 2:
        return stops
    low, high = para.ends[-1] / len(stops) / 2, limit
    while high - low > limit / 1000:
        middle = (low + high) / 2
        found = greedy(para, middle, len(stops))
        if found is None:
            low = middle
        else:
            high, stops = middle, found
    return stops


def width(para: Para, first: int, stop: int) -> float:
    """The width of the line of chunks `first` to before `stop`, hyphen included."""
    return para.ends[stop - 1] - para.starts[first]

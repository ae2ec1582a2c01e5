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
from typing import NamedTuple, Protocol

from generator.compose.chunks import Chunk

ANY = 1 << 30
"""Lines without a limit."""


class Columns(Protocol):
    """Figures of chunks, one each.

    `starts` is where a chunk begins in one endless line, `ends` where a line that ends with it
    ends, hyphen included; `reach` is the least of `ends` from there on, so it never falls.
    """

    @property
    def starts(self) -> Sequence[float]: ...  # noqa: D102 - see above

    @property
    def ends(self) -> Sequence[float]: ...  # noqa: D102 - see above

    @property
    def reach(self) -> Sequence[float]: ...  # noqa: D102 - see above


class Para(NamedTuple):
    """What stands between two hard breaks, as Columns and more.

    `parts` are the chunks' stretches of one face and icons, with columns of their own: `lefts` is
    where they begin. `firsts` tells each chunk's first part (None: each chunk is its only one).
    """

    chunks: Sequence[Chunk]
    starts: Sequence[float]
    ends: Sequence[float]
    reach: Sequence[float]
    parts: Sequence[Chunk]
    lefts: Sequence[float]
    texts: Sequence[str]
    kerns: Sequence[tuple[float, ...]]
    faces: Sequence[str]
    firsts: Sequence[int] | None


def paragraph(chunks: Sequence[Chunk], wild: bool = False) -> Para:
    """The columns of one paragraph's chunks; `wild`: tracking may run them into each other."""
    if not chunks:
        return Para((), (), (), (), (), (), (), (), (), None)
    widths, steps, softs, texts, kerns, faces, _, odds = zip(*chunks)  # noqa: B905 - equal rows
    starts = [0.0, *accumulate(steps)]
    starts.pop()
    ends = reach = [*map(add, starts, widths)]
    if any(softs):
        ends = reach = [*map(add, ends, softs)]
        wild = True
    if wild:
        reach = [*accumulate(reversed(ends), min)]
        reach.reverse()
    if not any(odds):
        return Para(chunks, starts, ends, reach, chunks, starts, texts, kerns, faces, None)
    parts: list[Chunk] = []
    index = [0]
    for chunk, odd in zip(chunks, odds, strict=True):
        if odd and odd.parts:
            parts += odd.parts
        else:
            parts.append(chunk)
        index.append(len(parts))
    _, steps, _, texts, kerns, faces, _, _ = zip(*parts)  # noqa: B905 - equal rows
    lefts = [0.0, *accumulate(steps)]
    lefts.pop()
    return Para(chunks, starts, ends, reach, parts, lefts, texts, kerns, faces, index)


def greedy(para: Columns, limit: float, most: int = ANY) -> list[int] | None:
    """Where each line stops (the index after its last chunk).

    None where a chunk is wider than `limit` or there are more than `most` lines.
    """
    starts, reach = para.starts, para.reach
    count, at = len(starts), 0
    stops: list[int] = []
    while at < count:
        stop = bisect_right(reach, starts[at] + limit, at, count)
        if stop == at or len(stops) == most:
            return None
        stops.append(stop)
        at = stop
    return stops


def forced(para: Columns, limit: float) -> list[int]:
    """As `greedy`, but a chunk that is too wide stands on a line of its own."""
    starts, reach = para.starts, para.reach
    count, at = len(starts), 0
    stops: list[int] = []
    while at < count:
        at = max(at + 1, bisect_right(reach, starts[at] + limit, at, count))
        stops.append(at)
    return stops


def balanced(para: Columns, stops: list[int], limit: float) -> list[int]:
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

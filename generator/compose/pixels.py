"""Rows of characters in, outlines in cells out: one for the silhouette and one for each colour.

Outlines follow the edges of cells, clockwise around cells and anticlockwise around holes, so a
nonzero fill paints them. Where cells touch at a corner alone their loops stay apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from generator.compose.attributes import bad
from generator.geometry import Segment, Segments

EMPTY = "."
"""The cell that shows what lies beneath."""

SPREAD = 0.05
"""mm that each colour is painted beyond its cells, so that no hairline shows between two."""

SIDE = 64
"""Most cells across or down."""

Cell = tuple[int, int]

_TURNS: Mapping[Cell, tuple[Cell, Cell, Cell]] = {
    (1, 0): ((0, 1), (1, 0), (0, -1)),
    (0, 1): ((-1, 0), (0, 1), (1, 0)),
    (-1, 0): ((0, -1), (-1, 0), (0, 1)),
    (0, -1): ((1, 0), (0, -1), (-1, 0)),
}
"""For each heading the next ones to try: towards the cells first, so corners come apart."""


@lru_cache(1024)
def rows(text: str) -> tuple[str, ...]:
    """Lines of one length, written with white space between them; raises Flaw."""
    found = tuple(text.split())
    if not found:
        raise bad("the sprite has no cells", "write its rows with spaces between them")
    width = len(found[0])
    for number, line in enumerate(found, 1):
        if len(line) != width:
            says = f"row {number} of the sprite has {len(line)} cells, the first has {width}"
            raise bad(says, "make all rows equally long")
    if max(width, len(found)) > SIDE:
        raise bad(f"the sprite has {width} x {len(found)} cells", f"{SIDE} x {SIDE} at most")
    if not set(text) - {EMPTY, *" \t\r\n"}:
        raise bad("every cell of the sprite is empty")
    return found


@lru_cache(1024)
def palette(text: str) -> Mapping[str, str]:
    """`k ink  r red`: the colour of each character; raises Flaw."""
    words = text.split()
    pairs = dict(zip(words[::2], words[1::2], strict=False))
    if not words or len(words) % 2 or any(len(key) != 1 or key == EMPTY for key in pairs):
        raise bad(f"colours are {text[:60]!r}", "write k ink  r red: a character and its colour")
    if 2 * len(pairs) != len(words):
        raise bad("a character of the sprite has two colours")
    return pairs


def kinds(lines: Collection[str], colours: Mapping[str, str]) -> list[str]:
    """The characters that occur, in the order of their colours; raises Flaw for one without."""
    found = dict.fromkeys("".join(lines).replace(EMPTY, ""))
    if strange := [kind for kind in found if kind not in colours]:
        says = f"the sprite has no colour for {', '.join(map(repr, strange[:8]))}"
        raise bad(says, "name it in colours, or write . for nothing")
    return [kind for kind in colours if kind in found]


def cells(lines: Collection[str], kinds: Collection[str]) -> frozenset[Cell]:
    """The (column, row) of every cell whose character is among `kinds`."""
    return frozenset(
        (x, y) for y, line in enumerate(lines) for x, kind in enumerate(line) if kind in kinds
    )


def outline(filled: frozenset[Cell], w: float, h: float, spread: float = 0.0) -> Segments:
    """The edge of those cells, each `w` x `h` mm, moved outwards by `spread` mm.

    Equal cells side by side share one loop; a loop has no point in the middle of a straight edge.
    """
    edges: dict[Cell, list[Cell]] = {}
    for x, y in sorted(filled, key=lambda cell: (cell[1], cell[0])):
        for start, (dx, dy), beside in (
            ((x, y), (1, 0), (x, y - 1)),
            ((x + 1, y), (0, 1), (x + 1, y)),
            ((x + 1, y + 1), (-1, 0), (x, y + 1)),
            ((x, y + 1), (0, -1), (x - 1, y)),
        ):
            if beside not in filled:
                edges.setdefault(start, []).append((dx, dy))
    out: list[Segment] = []
    while edges:
        out += _loop(edges, w, h, spread)
    return tuple(out)


def lines(filled: frozenset[Cell], size: float) -> Segments:
    """Two lines across each cell of `size` mm, drawn through where cells stand side by side."""
    out: list[Segment] = []
    for x, y in sorted(filled, key=lambda cell: (cell[1], cell[0])):
        if (x - 1, y) in filled:
            continue
        end = x + 1
        while (end, y) in filled:
            end += 1
        for part in (0.25, 0.75):
            v = round((y + part) * size, 6)
            out += [("M", round(x * size, 6), v), ("L", round(end * size, 6), v)]
    return tuple(out)


def _loop(edges: dict[Cell, list[Cell]], w: float, h: float, spread: float) -> list[Segment]:
    """Take one loop out of the edges, from its first corner back to it."""
    begin = point = next(iter(edges))
    heading = edges[point][0]
    corners: list[tuple[Cell, Cell, Cell]] = []
    first = heading
    while True:
        found = edges[point]
        found.remove(heading)
        if not found:
            del edges[point]
        point = point[0] + heading[0], point[1] + heading[1]
        onwards = [*edges.get(point, ()), *([first] if point == begin else ())]
        following = next(one for one in _TURNS[heading] if one in onwards)
        if following != heading:
            corners.append((point, heading, following))
        if point == begin and following == first:
            break
        heading = following
    segments: list[Segment] = []
    for (x, y), (ax, ay), (bx, by) in corners:
        # outwards lies to the left of each heading
        u = x * w + spread * (ay + by)
        v = y * h - spread * (ax + bx)
        segments.append(("L" if segments else "M", round(u, 6), round(v, 6)))
    return [*segments, ("Z",)]

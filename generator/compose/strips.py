"""Strips of a column: what a book's blocks become before they are put on pages.

All lengths in mm, from the top left of the strip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.geometry import Box, Matrix, moved_segments, shifted
from generator.problems import Where
from generator.scene import Item, Link, Path, Picture, Run


class Anchor(NamedTuple):
    """Something that contents, index and links look for: an id, an index entry, or both."""

    id: str = ""
    entry: str = ""


class Strip(NamedTuple):
    """A part of a column that is never split; `keep`: it stays with the next one.

    `before` and `after` are the spaces around it, of two neighbours' the larger counts. `repeat`
    is what begins a page that begins with this strip. Links lead to an address or `#id`.
    """

    height: float
    items: tuple[Item, ...] = ()
    before: float = 0.0
    after: float = 0.0
    keep: bool = False
    turns: bool = False
    links: tuple[tuple[Box, str], ...] = ()
    anchors: tuple[Anchor, ...] = ()
    repeat: tuple[Strip, ...] = ()
    where: Where = Where("")


class Numbers(NamedTuple):
    """Pages of ids and of index entries, as far as they are known."""

    pages: Mapping[str, int]
    entries: Mapping[str, tuple[int, ...]]


def moved_item(item: Item, dx: float, dy: float) -> Item:
    """The item elsewhere on its page."""
    if isinstance(item, Run):
        return item._replace(x=item.x + dx, y=item.y + dy)
    matrix: Matrix = shifted(dx, dy)
    clip = moved_segments(matrix, item.clip) if item.clip else None
    if isinstance(item, Path):
        return item._replace(segments=moved_segments(matrix, item.segments), clip=clip)
    assert isinstance(item, Picture)
    x, y, w, h = item.box
    return item._replace(box=Box(x + dx, y + dy, w, h), clip=clip)


def moved_strip(strip: Strip, dx: float, dy: float = 0.0) -> Strip:
    """The strip with everything in it moved."""
    if not dx and not dy:
        return strip
    return strip._replace(
        items=tuple(moved_item(item, dx, dy) for item in strip.items),
        links=tuple((Box(b.x + dx, b.y + dy, b.w, b.h), to) for b, to in strip.links),
    )


def stacked(strips: Sequence[Strip]) -> Strip:
    """Strips as one that is not split, as high as all of them with the spaces between."""
    items: list[Item] = []
    links: list[tuple[Box, str]] = []
    anchors: list[Anchor] = []
    y, gap = 0.0, 0.0
    for n, strip in enumerate(strips):
        y += max(gap, strip.before) if n else 0.0
        placed = moved_strip(strip, 0.0, y)
        items += placed.items
        links += placed.links
        anchors += placed.anchors
        y += strip.height
        gap = strip.after
    first, last = (strips[0], strips[-1]) if strips else (Strip(0.0), Strip(0.0))
    return Strip(
        y,
        tuple(items),
        before=first.before,
        after=last.after,
        links=tuple(links),
        anchors=tuple(anchors),
        where=first.where,
    )


def page_links(
    links: Sequence[tuple[Box, str]], spots: Mapping[str, tuple[int, float]]
) -> tuple[Link, ...]:
    """Links as a page has them; those that lead nowhere, told elsewhere, are left out."""
    made = []
    for box, to in links:
        if not to.startswith("#"):
            made.append(Link(box, to))
        elif to[1:] in spots:
            page, y = spots[to[1:]]
            made.append(Link(box, page=page, y=y))
    return tuple(made)


def side_by_side(groups: Sequence[Sequence[Strip]], step: float) -> list[Strip]:
    """Groups of equal strips in two columns of nearly equal length, no group torn."""
    total, left = sum(map(len, groups)), 0
    split = 0
    while split < len(groups) and left < (total + 1) // 2:
        left += len(groups[split])
        split += 1
    first = [strip for group in groups[:split] for strip in group]
    second = [strip for group in groups[split:] for strip in group]
    out = []
    for n in range(max(len(first), len(second))):
        one = first[n] if n < len(first) else second[n]._replace(items=(), links=(), anchors=())
        if n < len(second):
            two = moved_strip(second[n], step)
            one = one._replace(items=(*one.items, *two.items), links=(*one.links, *two.links))
        out.append(one._replace(keep=False, after=0.0, before=0.0))
    return out

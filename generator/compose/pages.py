"""A flow and the shape of a page in, pages out: scenes with nothing left to decide, and links.

Pages are filled strip by strip. A heading stays with what follows, a paragraph never leaves one
line of itself alone, figures and notes are never split, tables repeat their heads. Contents and
index need the numbers of pages they themselves push about, so pages are laid out until the
numbers hold still.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from generator.compose.booktype import BookType
from generator.compose.column import Column, text_of
from generator.compose.shrink import shrunk
from generator.compose.strips import Numbers, Strip, moved_strip, page_links
from generator.flow import Cover, Figure, Flow, Paragraph, Words, headings
from generator.geometry import Box, rectangle
from generator.problems import Problems, Where
from generator.scene import Bookmark, Item, Link, Outline, Scene

_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
"""A hyphen within a word, where a title is not broken."""

SAFE = 5.0
"""mm: nothing prints nearer to a page's edge."""

_ROUNDS = 8
"""How often pages are laid out at most until their numbers hold still."""


class Shape(NamedTuple):
    """A page in mm: its size, the margins beside, above and below the text; `scale` of the type."""

    width: float
    height: float
    side: float = 15.0
    top: float = 14.0
    bottom: float = 19.0
    scale: float = 1.0

    @property
    def column(self) -> Box:
        """Where the text stands."""
        wide, high = self.width - 2 * self.side, self.height - self.top - self.bottom
        return Box(self.side, self.top, wide, high)


class Page(NamedTuple):
    """A page of a book; the last `foot` items of its scene are no text of the flow."""

    scene: Scene
    links: tuple[Link, ...]
    foot: int = 0


class Laid(NamedTuple):
    """A book on pages; `places` says where each element (by its number) was written.

    `last` says that the last page is the back cover, which stays outside when pages are added;
    `numbers` are the pages of ids.
    """

    pages: tuple[Page, ...]
    bookmarks: tuple[Bookmark, ...]
    places: tuple[Where, ...]
    last: bool
    numbers: Mapping[str, int] = {}


def lay_out(flow: Flow, shape: Shape, type_: BookType, problems: Problems) -> Laid:
    """The flow on pages of that shape; faults are noted where they were written."""
    known = Numbers({}, {})
    for _ in range(_ROUNDS):
        type_.numbers = known
        filled = _fill(flow, shape, type_, problems)
        found = _numbers(filled, 2 if flow.cover else 1)
        if found == known:
            break
        known = found
    return _pages(flow, shape, type_, filled, problems)


_Spot = tuple[Strip, float]


def _fill(flow: Flow, shape: Shape, type_: BookType, problems: Problems) -> list[list[_Spot]]:
    """The strips of each page with their places below the top of the column."""
    column = shape.column
    strips = Column(flow, type_, column.h, problems).strips(flow.blocks, column.w)
    pages: list[list[_Spot]] = [[]]
    y = gap = 0.0
    for group in _groups(strips):
        if group[0].turns:
            if pages[-1]:
                pages.append([])
                y = gap = 0.0
            continue
        if pages[-1] and y + max(gap, group[0].before) + _height(group) > column.h + 1e-6:
            pages.append([])
            y = gap = 0.0
        for strip in group:
            space = max(gap, strip.before) if pages[-1] else 0.0
            if pages[-1] and y + space + strip.height > column.h + 1e-6:
                pages.append([])
                y = space = 0.0
            if not pages[-1]:
                for head in strip.repeat:
                    pages[-1].append((head, y))
                    y += head.height
            pages[-1].append((strip, y + space))
            y += space + strip.height
            gap = strip.after
    if not pages[-1] and len(pages) > 1:
        pages.pop()
    return pages


def _groups(strips: Sequence[Strip]) -> list[list[Strip]]:
    """Strips that stay together."""
    groups: list[list[Strip]] = []
    open_ = False
    for strip in strips:
        if open_ and not strip.turns:
            groups[-1].append(strip)
        else:
            groups.append([strip])
        open_ = strip.keep
    return groups


def _height(group: Sequence[Strip]) -> float:
    high = group[0].height
    for above, strip in pairwise(group):
        high += max(above.after, strip.before) + strip.height
    return high


def _numbers(filled: Sequence[Sequence[_Spot]], first: int) -> Numbers:
    pages: dict[str, int] = {}
    entries: dict[str, dict[int, None]] = {}
    for number, page in enumerate(filled, first):
        for strip, _ in page:
            for anchor in strip.anchors:
                if anchor.id:
                    pages.setdefault(anchor.id, number)
                if anchor.entry:
                    entries.setdefault(anchor.entry, {})[number] = None
    return Numbers(pages, {name: tuple(found) for name, found in entries.items()})


def _pages(
    flow: Flow,
    shape: Shape,
    type_: BookType,
    filled: Sequence[Sequence[_Spot]],
    problems: Problems,
) -> Laid:
    first = 2 if flow.cover else 1
    spots = _spots(filled, first, shape)
    pages: list[Page] = []
    if flow.cover:
        pages.append(Page(_scene(shape, _cover(flow.cover, shape, type_), 1), ()))
    for number, page in enumerate(filled, first):
        items: list[Item] = []
        links: list[tuple[Box, str]] = []
        for strip, y in page:
            placed = moved_strip(strip, shape.side, shape.top + y)
            items += placed.items
            links += placed.links
        foot = _foot(f"{flow.foot}  \N{MIDDLE DOT}  {number}", shape, type_)
        items += foot
        made = page_links(links, spots)
        pages.append(Page(_scene(shape, items, number), made, len(foot)))
    if flow.back:
        pages.append(_back(flow, shape, type_, len(pages) + 1, spots, problems))
    marks = [
        Bookmark(text_of(heading.words), heading.level, *spots[heading.id])
        for heading in headings(flow)
        if heading.id in spots
    ]
    return Laid(tuple(pages), tuple(marks), type_.places, bool(flow.back), type_.numbers.pages)


def _spots(
    filled: Sequence[Sequence[_Spot]], first: int, shape: Shape
) -> dict[str, tuple[int, float]]:
    """Where ids and pages are: page and mm from its top."""
    spots: dict[str, tuple[int, float]] = {}
    for number, page in enumerate(filled, first):
        spots[f"page:{number}"] = (number, 0.0)
        for strip, y in page:
            for anchor in strip.anchors:
                if anchor.id:
                    spots.setdefault(anchor.id, (number, max(0.0, shape.top + y - 2.0)))
    return spots


def _scene(shape: Shape, items: Sequence[Item], number: int) -> Scene:
    whole = Outline(rectangle(Box(0.0, 0.0, shape.width, shape.height)))
    size = (shape.width, shape.height)
    return Scene(size, 0.0, SAFE, whole, tuple(items), f"page {number}", "front")


def _foot(text: str, shape: Shape, type_: BookType) -> list[Item]:
    strips = type_.set((Words(text),), "foot", shape.column.w, Where(""))
    y = shape.height - shape.bottom + 6.5
    return [item for strip in strips[:1] for item in moved_strip(strip, shape.side, y).items]


def _back(
    flow: Flow,
    shape: Shape,
    type_: BookType,
    number: int,
    spots: dict[str, tuple[int, float]],
    problems: Problems,
) -> Page:
    """The last page: its credits stand at its foot."""
    column = shape.column
    maker = Column(flow, type_, column.h, problems)
    own = [b for b in flow.back if not (isinstance(b, Paragraph) and b.style == "cover-credit")]
    items: list[Item] = []
    links: list[tuple[Box, str]] = []
    y = gap = 0.0
    for strip in (upper := maker.strips(own, column.w)):
        y += max(gap, strip.before) if items else 0.0
        placed = moved_strip(strip, shape.side, shape.top + y)
        items += placed.items
        links += placed.links
        y += strip.height
        gap = strip.after
    lower = maker.strips([b for b in flow.back if b not in own], column.w)
    high = sum(strip.height + strip.after for strip in lower)
    if y + high > column.h + 1e-6:
        says = f"the back cover is {y + high:.1f} mm high; a page holds {column.h:.1f} mm"
        place = upper[0].where if upper else flow.where
        problems.add("book-tall", place, says, "say less there")
    y = max(y, column.h - high)
    for strip in lower:
        items += moved_strip(strip, shape.side, shape.top + y).items
        y += strip.height + strip.after
    return Page(_scene(shape, items, number), page_links(links, spots))


def _cover(cover: Cover, shape: Shape, type_: BookType) -> list[Item]:
    """The title page: title and subtitle above, credits below, a figure between them."""
    column = shape.column
    items: list[Item] = []
    if cover.whole and cover.figure:
        return _drawn_cover(cover.figure, shape, type_)

    def put(text: str, style: str, y: float) -> float:
        strips = type_.set((Words(text),), style, column.w, cover.where)
        for strip in strips:
            items.extend(moved_strip(strip, shape.side, y).items)
            y += strip.height
        return y

    title = _HYPHEN.sub("-\u2060", cover.title)
    y = put(title, "cover-title", shape.top + column.h * 0.08)
    y = put(cover.subtitle, "cover-subtitle", y + 4.0)
    lead = type_.lead(type_.style("cover-credit"))
    low = column.bottom - sum(
        lead * len(type_.set((Words(text),), "cover-credit", column.w, cover.where))
        for text in cover.credits
    )
    foot = low
    for text in cover.credits:
        foot = put(text, "cover-credit", foot)
    figure = cover.figure
    if figure:
        room = Box(shape.side, y + 8.0, column.w, low - y - 16.0)
        wide = sum(scene.size[0] for scene in figure.scenes) + 4.0 * (len(figure.scenes) - 1)
        tall = max(scene.size[1] for scene in figure.scenes)
        wanted = figure.width * type_.scale if figure.width else room.w
        scale = min(wanted / wide, room.w / wide, room.h / tall)
        x = room.x + (room.w - scale * wide) / 2
        element, edge = type_.element(figure.where), type_.colour("rule")
        for scene in figure.scenes if scale > 0.05 else ():
            top = room.y + (room.h - scale * scene.size[1]) / 2
            items += shrunk(scene, scale, x, top, edge, element)
            x += scale * (scene.size[0] + 4.0)
    return items


def _drawn_cover(figure: Figure, shape: Shape, type_: BookType) -> list[Item]:
    """A drawing as large as the page may show, in its middle."""
    scene = figure.scenes[0]
    wide, high = shape.width - 2 * SAFE, shape.height - 2 * SAFE
    scale = min(wide / scene.size[0], high / scene.size[1])
    x, y = (shape.width - scale * scene.size[0]) / 2, (shape.height - scale * scene.size[1]) / 2
    return list(shrunk(scene, scale, x, y, None, type_.element(figure.where)))

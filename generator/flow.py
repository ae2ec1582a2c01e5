"""A book as plain data: headings, paragraphs, tables, figures in reading order, nothing placed yet.

Compose makes a flow of Markdown, lays it out on pages of any size, and write makes HTML of it.
Every block knows the line it was written on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from generator.problems import Where
from generator.scene import Scene


class Words(NamedTuple):
    """A stretch of text in one manner; a newline in `text` ends a line.

    `link` is a web or mail address or `#id`, `entry` what the index says of this place (`a!b`: b
    below a), `page` the id whose page number stands here, `icon` the name of a small drawing.
    """

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""
    entry: str = ""
    page: str = ""
    icon: str = ""


Line = tuple[Words, ...]
"""Text with all its manners."""


class Heading(NamedTuple):
    """A heading of level 1 to 3; `id` is unique in the flow."""

    level: int
    id: str
    words: Line
    where: Where


class Paragraph(NamedTuple):
    """A paragraph in a text style of the book."""

    words: Line
    where: Where
    style: str = "body"


class List(NamedTuple):
    """A list; `start` is the first number of an ordered one, None: bullets."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    where: Where


class Table(NamedTuple):
    """A table: `head` is one row or (), every row as long as `align`."""

    head: tuple[Line, ...]
    rows: tuple[tuple[Line, ...], ...]
    align: tuple[Literal["left", "centre", "right"], ...]
    where: Where


class Figure(NamedTuple):
    """Scenes side by side with a caption; `alts` say in words what each shows, "" of one told.

    `width` (mm) is that of all scenes together at a body of its natural size, None: as they are;
    `id` is "" or unique in the flow; `edged`: a line shows where each piece ends.
    """

    scenes: tuple[Scene, ...]
    caption: Line
    alts: tuple[str, ...]
    width: float | None
    id: str
    where: Where
    edged: bool = True


class Note(NamedTuple):
    """Blocks set apart: in a box, or beside a rule in the margin."""

    kind: Literal["box", "margin"]
    blocks: tuple[Block, ...]
    where: Where


class Contents(NamedTuple):
    """The list of headings down to `depth` with their pages."""

    depth: int
    where: Where


class Index(NamedTuple):
    """The list of index entries with their pages."""

    where: Where


class Break(NamedTuple):
    """What follows begins a new page."""

    where: Where


Block = Heading | Paragraph | List | Table | Figure | Note | Contents | Index | Break


class Cover(NamedTuple):
    """The title page: lines of text, a figure between them or none.

    `whole`: the figure is the page and says all that the lines say.
    """

    title: str
    subtitle: str
    credits: tuple[str, ...]
    figure: Figure | None
    where: Where
    whole: bool = False


class Flow(NamedTuple):
    """A whole book; `back` stands on its last page, `foot` at the foot of each page."""

    title: str
    foot: str
    language: str
    cover: Cover | None
    blocks: tuple[Block, ...]
    back: tuple[Block, ...]
    where: Where


class Spot(NamedTuple):
    """Where a page of a book is in a file: on which side of a sheet (from 0), from where to where.

    `left` and `right` in mm; the last `foot` lines there are no text of the flow.
    """

    sheet: int
    left: float
    right: float
    foot: int


def every(blocks: Iterable[Block]) -> Iterator[Block]:
    """All blocks, those inside others after the one that holds them."""
    for block in blocks:
        yield block
        if isinstance(block, List):
            for item in block.items:
                yield from every(item)
        elif isinstance(block, Note):
            yield from every(block.blocks)


def lines(flow: Flow) -> Iterator[tuple[Line, Where]]:
    """Every text of the flow in reading order, what contents and index gather left out."""
    for block in every((*flow.blocks, *flow.back)):
        if isinstance(block, Heading | Paragraph):
            yield block.words, block.where
        elif isinstance(block, Table):
            for row in (block.head, *block.rows):
                for cell in row:
                    yield cell, block.where
        elif isinstance(block, Figure) and block.caption:
            yield block.caption, block.where


def scenes(flow: Flow) -> Iterator[Scene]:
    """Every scene that a figure of the flow shows."""
    cover = (flow.cover.figure,) if flow.cover and flow.cover.figure else ()
    for block in (*cover, *every((*flow.blocks, *flow.back))):
        if isinstance(block, Figure):
            yield from block.scenes


def said(words: Iterable[Words]) -> str:
    """The text alone."""
    return "".join(word.text for word in words)


def headings(flow: Flow, depth: int = 3) -> list[Heading]:
    """The headings down to a level, in order."""
    found = every(flow.blocks)
    return [block for block in found if isinstance(block, Heading) and block.level <= depth]


def entries(flow: Flow) -> list[str]:
    """What the index lists, sorted as people look things up."""
    inner = flow._replace(back=())
    names = {word.entry for line, _ in lines(inner) for word in line if word.entry}
    return sorted(names, key=lambda name: ([part.casefold() for part in name.split("!")], name))

"""Blocks of a flow and a width in, the strips of one column out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.compose.booktype import BookType
from generator.compose.chapters import dressed, room
from generator.compose.shrink import shrunk
from generator.compose.strips import (
    Anchor,
    Strip,
    moved_item,
    moved_strip,
    side_by_side,
    stacked,
)
from generator.flow import (
    Block,
    Break,
    Contents,
    Figure,
    Flow,
    Heading,
    Index,
    Line,
    List,
    Note,
    Paragraph,
    Table,
    Words,
    entries,
    headings,
    said,
)
from generator.geometry import Box, rectangle
from generator.problems import Problems, Where
from generator.scene import Item, Path, Run


class Space(NamedTuple):
    """mm above and below at the natural size."""

    before: float
    after: float


_HEADS = {1: Space(7.5, 2.6), 2: Space(5.0, 1.6), 3: Space(3.6, 1.0)}
_TEXT, _ITEM, _APART = Space(0.0, 2.0), Space(0.0, 0.9), Space(3.2, 3.4)
_INDENT, _PAD, _CELL, _GAP = 5.5, 3.2, 1.6, 3.0
"""mm: of a list's items, inside a note, beside a table's cells, between scenes."""


_SHORT = 0.4
"""Of a page's height: tables and lists of contents up to this are not divided."""

_TITLE = 5
"""Lines of an index that its heading takes the place of."""


class Column:
    """Makes strips of one width and at most so high; its faults are told once for each place."""

    def __init__(self, flow: Flow, type_: BookType, high: float, problems: Problems) -> None:
        self._flow, self._type, self._problems = flow, type_, problems
        self._high = high

    def strips(self, blocks: Sequence[Block], width: float) -> list[Strip]:
        """The blocks below each other."""
        out: list[Strip] = []
        for block in blocks:
            out += self._block(block, width)
        return out

    def _block(self, block: Block, width: float) -> list[Strip]:
        match block:
            case Heading():
                return self._heading(block, width)
            case Paragraph():
                return self._paragraph(block, width)
            case List():
                return self._list(block, width)
            case Table():
                return self._table(block, width)
            case Figure():
                return self._figure(block, width)
            case Note():
                return self._note(block, width)
            case Contents():
                return self._contents(block, width)
            case Index():
                return self._index(block, width)
            case Break():
                return [Strip(0.0, turns=True, where=block.where)]

    def spaced(self, strips: list[Strip], space: Space) -> list[Strip]:
        """The strips with space above the first and below the last, at this book's scale."""
        if not strips:
            return strips
        by = self._type.scale
        strips[0] = strips[0]._replace(before=space.before * by)
        strips[-1] = strips[-1]._replace(after=space.after * by)
        return strips

    def _set(self, words: Line, style: str, width: float, where: Where) -> list[Strip]:
        return self._type.set(words, style, width, where)

    def _paragraph(self, block: Paragraph, width: float) -> list[Strip]:
        strips = self._set(block.words, block.style, width, block.where)
        if strips and said(block.words).rstrip().endswith(":"):  # it says what follows
            strips[-1] = strips[-1]._replace(keep=True)
        return self.spaced(strips, _TEXT)

    def _heading(self, block: Heading, width: float) -> list[Strip]:
        wide = room(width, self._type) if block.level == 1 else width
        strips = self._set(block.words, f"heading-{block.level}", wide, block.where)
        strips = [strip._replace(keep=True) for strip in strips]
        if block.level == 1:
            strips = dressed(strips, width, self._type, block.where)
        if strips:
            anchors = (*strips[0].anchors, Anchor(id=block.id))
            strips[0] = strips[0]._replace(anchors=anchors)
        return self.spaced(strips, _HEADS[block.level])

    def _list(self, block: List, width: float) -> list[Strip]:
        indent = _INDENT * self._type.scale
        out: list[Strip] = []
        for n, item in enumerate(block.items):
            strips = [moved_strip(s, indent) for s in self.strips(item, width - indent)]
            if not strips:
                strips = [Strip(self._type.lead(self._type.style("body")), where=block.where)]
            mark = "\N{BULLET}" if block.start is None else f"{block.start + n}."
            first = strips[0]
            for made in self._set((Words(mark),), "body", 4 * indent, block.where)[:1]:
                strips[0] = first._replace(items=(*self._level(made, first), *first.items))
            strips[-1] = strips[-1]._replace(after=_ITEM.after * self._type.scale)
            out += strips
        return self.spaced(out, _TEXT)

    def _level(self, mark: Strip, first: Strip) -> list[Item]:
        """A list's mark on the baseline of what follows it."""
        runs = [item for item in first.items if isinstance(item, Run)]
        own = [item for item in mark.items if isinstance(item, Run)]
        drop = runs[0].y - own[0].y if runs and own else 0.0
        return [moved_item(item, 0.0, drop) for item in mark.items]

    def _note(self, block: Note, width: float) -> list[Strip]:
        pad = _PAD * self._type.scale
        boxed = block.kind == "box"
        room = width - (2 * pad if boxed else 1.5 * pad)
        blocks = block.blocks if boxed else tuple(map(_aside, block.blocks))
        inside = stacked(self.strips(blocks, room))
        high = inside.height + (2 * pad * 0.75 if boxed else 0.0)
        lift = pad * 0.75 if boxed else 0.0
        element = self._type.element(block.where)
        if boxed:
            ground = Path(
                rectangle(Box(0.0, 0.0, width, high), 1.5),
                fill=self._type.colour("note"),
                element=element,
            )
        else:
            bar = rectangle(Box(pad * 0.4, 0.0, 0.8, high))
            ground = Path(bar, fill=self._type.colour("rule"), element=element)
        placed = moved_strip(inside, pad, lift)
        strip = Strip(
            high,
            (ground, *placed.items),
            links=placed.links,
            anchors=placed.anchors,
            where=block.where,
        )
        return self.spaced([self.fits(strip, "the note")], _APART)

    def fits(self, strip: Strip, what: str) -> Strip:
        """The strip; a fault and nothing to see where no page holds it."""
        if strip.height > self._high + 1e-6:
            says = f"{what} is {strip.height:.1f} mm high; a page holds {self._high:.1f} mm"
            self._problems.add("book-tall", strip.where, says, "make it smaller or divide it")
            return strip._replace(height=self._high, items=(), links=())
        return strip

    def _figure(self, block: Figure, width: float) -> list[Strip]:
        by, gap = self._type.scale, _GAP * self._type.scale
        count = len(block.scenes)
        natural = sum(scene.size[0] for scene in block.scenes)
        wanted = width if block.width is None else min(block.width * by, width)
        scale = (wanted - (count - 1) * gap) / natural
        if block.width is None:
            scale = min(scale, 1.0)
        caption: list[Strip] = []
        if block.caption:
            caption = self._set(block.caption, "caption", width, block.where)
        left = self._high - sum(strip.height for strip in caption) - 2.0 * by
        tallest = max(scene.size[1] for scene in block.scenes)
        scale = min(scale, left / tallest)
        x = (width - scale * natural - (count - 1) * gap) / 2
        items: list[Item] = []
        element = self._type.element(block.where)
        edge = self._type.colour("rule") if block.edged else None
        for scene in block.scenes:
            y = scale * (tallest - scene.size[1]) / 2
            items += shrunk(scene, scale, x, y, edge, element)
            x += scale * scene.size[0] + gap
        anchors = (Anchor(id=block.id),) if block.id else ()
        drawn = Strip(
            scale * tallest, tuple(items), after=2.0 * by, anchors=anchors, where=block.where
        )
        return self.spaced([stacked([drawn, *caption])], _APART)

    def _table(self, block: Table, width: float) -> list[Strip]:
        pad = _CELL * self._type.scale
        widths = self._widths(block, width, pad)
        if widths is None:
            return []
        head: tuple[Strip, ...] = ()
        out: list[Strip] = []
        if block.head:
            top = self._row(block, block.head, "table-head", widths, pad)._replace(keep=True)
            head, out = (top._replace(anchors=(), repeat=()),), [top]
        for row in block.rows:
            strip = self._row(block, row, "table", widths, pad)
            out.append(self.fits(strip, "the row")._replace(repeat=head))
        short = sum(strip.height for strip in out) <= _SHORT * self._high
        for n in range(len(out) - 1):  # no row stands alone, and short tables stay whole
            if short or n in (len(head), len(out) - 2):
                out[n] = out[n]._replace(keep=True)
        return self.spaced(out, _APART)

    def _widths(self, block: Table, width: float, pad: float) -> list[float] | None:
        """The widths of the columns: as wide as they like, or shared fairly."""
        wish: list[float] = []
        least: list[float] = []
        for n in range(len(block.align)):
            most = longest = 0.0
            for row, style in ((block.head, "table-head"), *((r, "table") for r in block.rows)):
                if n >= len(row):
                    continue
                most = max(most, self._type.width(row[n], style))
                for words in row[n]:
                    for word in [""] if words.icon else words.text.split():
                        one = (words._replace(text=word, entry=""),)
                        longest = max(longest, self._type.width(one, style))
            wish.append(most + 2 * pad + 0.01)
            least.append(longest + 2 * pad + 0.01)
        if sum(wish) <= width:
            return wish
        if sum(least) > width:
            says = f"the longest words of the columns need {sum(least):.1f} mm of {width:.1f} mm"
            self._problems.add("book-wide", block.where, says, "shorten them or drop a column")
            return None
        return shared(wish, least, width)

    def _row(
        self, block: Table, row: Sequence[Line], style: str, widths: Sequence[float], pad: float
    ) -> Strip:
        x, cells = 0.0, []
        for n, wide in enumerate(widths):
            room = wide - 2 * pad
            cell = stacked(self._set(row[n], style, room, block.where) if n < len(row) else [])
            ends = [item.x + item.width for item in cell.items if isinstance(item, Run)]
            if n < len(row) and any(words.icon for words in row[n]):
                ends.append(min(room, self._type.width(row[n], style)))
            drift = 0.0
            if ends and block.align[n] != "left":
                drift = room - max(ends)
                drift = drift / 2 if block.align[n] == "centre" else drift
            cells.append(moved_strip(cell, x + pad + drift, pad * 0.5))
            x += wide
        high = max(cell.height for cell in cells) + pad
        line = rectangle(Box(0.0, high - 0.15, x, 0.15))
        rule = Path(line, fill=self._type.colour("rule"), element=self._type.element(block.where))
        return Strip(
            high,
            (rule, *(item for cell in cells for item in cell.items)),
            links=tuple(link for cell in cells for link in cell.links),
            anchors=tuple(anchor for cell in cells for anchor in cell.anchors),
            where=block.where,
        )

    def _contents(self, block: Contents, width: float) -> list[Strip]:
        out: list[Strip] = []
        by = self._type.scale
        for heading in headings(self._flow, block.depth):
            style = f"contents-{heading.level}"
            indent = 4.5 * by * (heading.level - 1)
            plain = tuple(w._replace(link="", entry="") for w in heading.words)
            strips = self._set(plain, style, width - indent - 12 * by, block.where)
            strips = [moved_strip(strip, indent) for strip in strips]
            page = self._type.numbers.pages.get(heading.id, 0)
            number = (Words(str(page)),)
            for mark in self._set(number, style, width, block.where)[:1]:
                moved = moved_strip(mark, width - self._type.width(number, style))
                strips[-1:] = [s._replace(items=(*s.items, *moved.items)) for s in strips[-1:]]
            to = f"#{heading.id}"
            links = ((Box(0, 0, width, strips[0].height), to),)
            out += [strip._replace(links=links, keep=True) for strip in strips]
        out[-1:] = [strip._replace(keep=False) for strip in out[-1:]]
        return self.spaced(out, _TEXT)

    def _index(self, block: Index, width: float) -> list[Strip]:
        """The index in two columns, read down one and then down the other, page by page."""
        gap = 6.0 * self._type.scale
        half = (width - gap) / 2
        groups = self._index_groups(block, half)
        out: list[Strip] = []
        rows = int(self._high / groups[0][0].height) if groups else 0
        most = max(3, rows - _TITLE)
        while groups:
            taken: list[list[Strip]] = []
            while groups and (not taken or sum(map(len, (*taken, groups[0]))) <= 2 * most - 2):
                taken.append(groups.pop(0))
            page = side_by_side(taken, half + gap)
            out += [strip._replace(keep=True) for strip in page[:-1]] + page[-1:]
            most = rows
        return self.spaced(out, _TEXT)

    def _index_groups(self, block: Index, width: float) -> list[list[Strip]]:
        """The strips of each entry with those below it."""
        groups: list[list[Strip]] = []
        by, above = self._type.scale, ""
        for name in entries(self._flow):
            parts = name.split("!")
            top = parts[0]
            if len(parts) > 1 and top not in (above, ""):
                groups.append(self._set((Words(top),), "index", width, block.where))
            elif len(parts) == 1:
                groups.append([])
            above = top
            indent = 4.5 * by * (len(parts) - 1)
            words = [Words(parts[-1])]
            for page in self._type.numbers.entries.get(name, (0,)):
                words += [Words("  " if len(words) == 1 else ", "), _page(page)]
            strips = self._set(tuple(words), "index", width - indent, block.where)
            groups[-1] += [moved_strip(strip, indent) for strip in strips]
        return [group for group in groups if group]


def _aside(block: Block) -> Block:
    """A block in the margin: its text is in the style `aside`."""
    return block._replace(style="aside") if isinstance(block, Paragraph) else block


def shared(wish: Sequence[float], least: Sequence[float], width: float) -> list[float]:
    """Widths of columns: those that want no more than their share get it, the rest divide what is
    left, none below its longest word; the sum of `least` is at most `width`.
    """
    out = list(least)
    left, open_ = width, list(range(len(wish)))
    while open_:
        fair = left / len(open_)
        fit = [n for n in open_ if wish[n] <= fair]
        if not fit or left - sum(wish[n] for n in fit) < sum(
            least[n] for n in open_ if n not in fit
        ):
            break
        for n in fit:
            out[n] = wish[n]
            left -= wish[n]
            open_.remove(n)
    spare = left - sum(least[n] for n in open_)
    more = sum(wish[n] - least[n] for n in open_)
    for n in open_:
        out[n] = least[n] + (spare * (wish[n] - least[n]) / more if more > 0 else 0.0)
    return out


def _page(number: int) -> Words:
    """A page number of the index, which leads to its page."""
    return Words(str(number), link=f"#page:{number}")


def text_of(line: Line) -> str:
    """A line's words as a bookmark shows them: on one line, white space made single."""
    return " ".join(said(line).replace("\ufffc", "").split())

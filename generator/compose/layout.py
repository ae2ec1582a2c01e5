"""A row, column or grid and its children in, each child's cell out."""

from __future__ import annotations

from generator.compose import attributes as read
from generator.compose.flaw import Flaw
from generator.compose.markup import Element
from generator.geometry import Box

_ALIGN = {"start": 0.0, "centre": 0.5, "end": 1.0, "stretch": None}
_SLACK = 1e-6


def cells(element: Element, named: dict[str, str], held: Box) -> list[tuple[Element, Box]]:
    """The children, each with its cell in the coordinates of `held`.

    In a row a child is `w` wide, or takes a share `grow` of what is left; across, it is as high
    as the row, or `h` high and placed by `align` (start, centre, end; stretch: full height). A
    column is the same, turned. A grid has `columns` equal columns and as many equal rows as its
    children need, filled row by row; a child smaller than its cell is placed by `align` both
    ways. Raises Flaw where the children need more room than there is.
    """
    children = [child for child in element.children if isinstance(child, Element)]
    if not children:
        return []
    align = _ALIGN[read.choice(named.get("align", "stretch"), *_ALIGN)]
    gap = read.number(named.get("gap", "0"), 0.0)
    if element.tag == "grid":
        return _grid(children, held, gap, align, read.whole(named["columns"], 1, 200))
    down = element.tag == "column"
    return _line(children, held, gap, align, down)


def strip(held: Box, count: int, gap: float, *, down: bool) -> list[Box]:
    """`count` equal boxes side by side (`down`: one below the other); raises Flaw without room."""
    room = held.h if down else held.w
    size = (room - gap * (count - 1)) / count
    if size <= 0:
        raise _full(gap * (count - 1), room)
    step = size + gap
    if down:
        return [Box(held.x, held.y + n * step, held.w, size) for n in range(count)]
    return [Box(held.x + n * step, held.y, size, held.h) for n in range(count)]


def _line(
    children: list[Element], held: Box, gap: float, align: float | None, down: bool
) -> list[tuple[Element, Box]]:
    along, across = ("h", "w") if down else ("w", "h")
    room, breadth = (held.h, held.w) if down else (held.w, held.h)
    sizes, shares = [], []
    for child in children:
        named = child.named()
        if (along in named) == ("grow" in named):
            says = f"a child of <{'column' if down else 'row'}> needs either {along} or grow"
            raise Flaw("markup-layout", says, f'write {along}="mm" or grow="1"')
        sizes.append(read.number(named[along], 0.01) if along in named else 0.0)
        shares.append(read.number(named["grow"], 0.01) if "grow" in named else 0.0)
    used = sum(sizes) + gap * (len(children) - 1)
    total = sum(shares)
    if used > room + _SLACK or (total and used >= room):
        raise _full(used, room)
    rest = (room - used) / total if total else 0.0
    out, at = [], 0.0
    for child, size, share in zip(children, sizes, shares, strict=True):
        length = size + share * rest
        start, breadth_here = _across(child, across, breadth, align)
        if down:
            out.append((child, Box(held.x + start, held.y + at, breadth_here, length)))
        else:
            out.append((child, Box(held.x + at, held.y + start, length, breadth_here)))
        at += length + gap
    return out


def _across(child: Element, name: str, breadth: float, align: float | None) -> tuple[float, float]:
    named = child.named()
    if name not in named:
        return 0.0, breadth
    size = read.number(named[name], 0.01)
    if size > breadth + _SLACK:
        raise _full(size, breadth)
    return (breadth - size) * (align or 0.0), size


def _grid(
    children: list[Element], held: Box, gap: float, align: float | None, columns: int
) -> list[tuple[Element, Box]]:
    rows = -(-len(children) // columns)
    across = strip(held, columns, gap, down=False)
    down = strip(held, rows, gap, down=True)
    out = []
    for n, child in enumerate(children):
        if "grow" in child.named():
            raise Flaw("markup-layout", "grow counts only in rows and columns")
        column, row = across[n % columns], down[n // columns]
        x, w = _across(child, "w", column.w, align)
        y, h = _across(child, "h", row.h, align)
        out.append((child, Box(column.x + x, row.y + y, w, h)))
    return out


def _full(need: float, room: float) -> Flaw:
    says = f"the children need {need:.2f} mm and gaps of a room of {room:.2f} mm"
    return Flaw("markup-layout", says, "make them smaller, or the box larger")

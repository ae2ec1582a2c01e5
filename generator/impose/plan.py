"""A target and a card size in, the places of the cards on its sheets out (or a located problem)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.geometry import Box, around
from generator.model.target import Bleed, Flip, Guides, Size, Target
from generator.problems import Problems, Where

BACK_BLEED = 3.0
"""mm of back beyond the block, whatever the bleed: duplex at home drifts by 1-3 mm (DESIGN)."""

PIECE_GAP = 2.0
"""mm between pieces that are cut out one by one, so that scissors can turn."""

LABEL = 3.0
"""mm of waste within the margin that a row of labels needs."""

SLACK = 1e-6
"""mm that binary fractions may add up to; far below what any printer shows."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where cards stand on a sheet, seen from its front.

    `paper` (mm) is as the reader sees it, so a landscape sheet is wider than high. `cells` are the
    trim boxes row by row, `bleed_width` the mm of picture that fronts show beyond the trim, `gap`
    the mm between trims. `axis` is the line the sheet is turned about: vertical keeps y, horizontal
    keeps x. `turn` is that of the fronts (clockwise), `count` the cards a sheet; `reason` is the
    sentence a build prints. On a `fold` sheet the axis is a fold in the middle of the page, all
    cells lie before it, and their backs behind it on the same page; `gutter` mm are between them.
    `precut` sheets come with their cards cut, that many mm apart across and down.
    `free` pieces are cut out one by one: cells are the boxes around them. Of a `leaflet` the cells
    are pages that fill the paper; it is cut along its level middle and folded along the other.
    """

    paper: tuple[float, float]
    columns: int
    rows: int
    turn: int
    cells: tuple[Box, ...]
    bleed: Bleed
    bleed_width: float
    gap: float
    margin: float
    flip: Flip
    axis: Literal["vertical", "horizontal"]
    guides: Guides
    count: int
    reason: str
    fold: bool = False
    gutter: float = 0.0
    free: bool = False
    leaflet: bool = False
    precut: tuple[float, float] | None = None

    @property
    def apart(self) -> tuple[float, float]:
        """mm between cells across and down."""
        return self.precut or (self.gap, self.gap)

    @property
    def block(self) -> Box:
        """The box around all cells."""
        if self.free:
            boxes = self.cells
            return around((x, y) for b in boxes for x, y in ((b.x, b.y), (b.right, b.bottom)))
        first, last = self.cells[0], self.cells[-1]
        return Box(first.x, first.y, last.right - first.x, last.bottom - first.y)

    @property
    def area(self) -> Box:
        """The box around all that is printed on one side: of a fold sheet, its backs as well."""
        if not self.fold:
            return self.block
        x, y, w, h = self.block
        other = self.behind(self.block)
        if self.axis == "vertical":
            return Box(x, y, other.right - x, h)
        return Box(x, y, w, other.bottom - y)

    @property
    def field(self) -> Box | None:
        """Where a fold sheet's fronts may show: a quarter of the gutter is theirs; None: anywhere.

        The rest is the backs', which so reach across a fold that is a little off. Pages of a
        leaflet show as far as the printer reaches.
        """
        if not self.fold:
            return self.printable if self.leaflet else None
        w, h = self.paper
        if self.axis == "vertical":
            return Box(0.0, 0.0, (w - self.gutter / 2) / 2, h)
        return Box(0.0, 0.0, w, (h - self.gutter / 2) / 2)

    @property
    def back_field(self) -> Box | None:
        """Where a fold sheet's backs may show; None: anywhere."""
        field = self.field
        if field is None or self.leaflet:
            return field
        w, h = self.paper
        if self.axis == "vertical":
            return Box(field.right, 0.0, w - field.right, h)
        return Box(0.0, field.bottom, w, h - field.bottom)

    @property
    def printable(self) -> Box:
        """What the printer reaches: the paper less its margin."""
        w, h = self.paper
        return Box(0.0, 0.0, w, h).grow(-self.margin)

    @property
    def back_turn(self) -> int:
        """The turn of a back whose front is turned by `turn` (PRINT_FACTS, mirror rule)."""
        return (-self.turn if self.axis == "vertical" else 180 - self.turn) % 360

    def behind(self, box: Box) -> Box:
        """Where the back of `box` lies, seen from the back of the sheet."""
        w, h = self.paper
        if self.axis == "vertical":
            return Box(w - box.right, box.y, box.w, box.h)
        return Box(box.x, h - box.bottom, box.w, box.h)


def leaflet_safe(margin: float) -> float:
    """mm that texts of a leaflet's pages keep from all edges: printers leave out a `margin`.

    Beside the fold they leave room for the sheet's labels.
    """
    return max(margin + 1.0, 6.0)


class _Grid(NamedTuple):
    """One way to lay the paper: its size as read and how many columns and rows fit."""

    paper: tuple[float, float]
    columns: int
    rows: int
    lying: bool

    @property
    def holds(self) -> int:
        return self.columns * self.rows

    def block(self, card: tuple[float, float], gap: float) -> tuple[float, float]:
        """Width and height of all cells."""
        counts = (self.columns, self.rows)
        return counts[0] * (card[0] + gap) - gap, counts[1] * (card[1] + gap) - gap


def labelled(paper: tuple[float, float], block: tuple[float, float], margin: float) -> bool:
    """Whether the waste beside the block holds a label within the margins."""
    return any(
        (whole - used) / 2 - margin >= LABEL for whole, used in zip(paper, block, strict=True)
    )


def plan(
    target: Target,
    papers: Mapping[str, Size],
    card: tuple[float, float],
    *,
    bleed: Bleed,
    guides: Guides,
    where: Where,
    problems: Problems,
    free: bool = False,
) -> Plan | None:
    """The fullest grid of upright cards on the target's paper, portrait where equal, centred.

    One with up to a quarter less is taken where only that leaves room for labels in the waste.
    `card` is the trim in mm, of `free` pieces the box around them. Returns None after noting a
    problem at `where`: an unknown paper, a size or margin that is no length, a card that fits
    neither way.
    """
    size = paper_of(target, papers, where, problems)
    if size is None or not sound(target, size, card, where, problems):
        return None
    width = target.bleed_width if bleed != "none" else 0.0
    edge = width if bleed == "each" or not free else 0.0
    gap = max(PIECE_GAP if free else 0.0, 2 * width if bleed == "each" else 0.0)
    grids = [
        _fit((w, h), card, target.margin, edge, gap, lying)
        for w, h, lying in ((size.width, size.height, False), (size.height, size.width, True))
    ]
    best = max(grids, key=lambda grid: (grid.holds, not grid.lying))
    most = best.holds
    if not labelled(best.paper, best.block(card, gap), target.margin):
        best = max(
            (grid for grid in grids if 4 * grid.holds >= 3 * most),
            key=lambda grid: (
                labelled(grid.paper, grid.block(card, gap), target.margin),
                grid.holds,
                not grid.lying,
            ),
        )
    if best.holds == 0:
        too_large(target, size, card, bleed, edge, where, problems, free)
        return None
    lies = best.paper[0] > best.paper[1]
    return Plan(
        paper=best.paper,
        columns=best.columns,
        rows=best.rows,
        turn=0,
        cells=_cells(best, card, gap),
        bleed=bleed,
        bleed_width=min(width, gap / 2) if free else width,
        gap=gap,
        margin=target.margin,
        flip=target.flip,
        axis="vertical" if (target.flip == "long") != lies else "horizontal",
        guides=guides,
        count=best.holds,
        reason=_reason(target, best, card, bleed, width, gap if free else None, most),
        free=free,
    )


def paper_of(
    target: Target, papers: Mapping[str, Size], where: Where, problems: Problems
) -> Size | None:
    """The target's paper, None after noting that there is none."""
    size = papers.get(target.paper)
    if size is None:
        problems.add(
            "paper-unknown",
            where,
            f"target {target.id} prints on paper {target.paper!r}, which no size list has",
            f"one of: {', '.join(sorted(papers)) or 'none is known'}",
        )
    return size


def sound(
    target: Target, size: Size, card: tuple[float, float], where: Where, problems: Problems
) -> bool:
    """Whether all lengths are lengths; notes each that is not."""
    wrong = [
        (name, value, least)
        for name, value, least in (
            (f"paper {target.paper} width", size.width, 1.0),
            (f"paper {target.paper} height", size.height, 1.0),
            ("card width", card[0], 1.0),
            ("card height", card[1], 1.0),
            (f"target {target.id} margin", target.margin, 0.0),
            (f"target {target.id} bleed_width", target.bleed_width, 0.0),
        )
        if not least <= value <= 5000.0
    ]
    for name, value, least in wrong:
        problems.add(
            "size-impossible", where, f"{name} is {value:g} mm", f"from {least:g} to 5000 mm"
        )
    return not wrong


def _fit(
    paper: tuple[float, float],
    card: tuple[float, float],
    margin: float,
    edge: float,
    gap: float,
    lying: bool,
) -> _Grid:
    """How many columns and rows fit between the margins: `gap` between them, `edge` around all."""

    def along(length: float, trim: float) -> int:
        return max(0, int((length - 2 * margin - 2 * edge + gap + SLACK) // (trim + gap)))

    return _Grid(paper, along(paper[0], card[0]), along(paper[1], card[1]), lying)


def _cells(grid: _Grid, card: tuple[float, float], gap: float) -> tuple[Box, ...]:
    """The trim boxes row by row; the block stands in the middle, so a flip maps it onto itself."""
    (paper_w, paper_h), (w, h) = grid.paper, card
    left = (paper_w - grid.columns * w - (grid.columns - 1) * gap) / 2
    top = (paper_h - grid.rows * h - (grid.rows - 1) * gap) / 2
    return tuple(
        Box(left + column * (w + gap), top + row * (h + gap), w, h)
        for row in range(grid.rows)
        for column in range(grid.columns)
    )


def paper_name(target: Target) -> str:
    """`A4`, `Letter`."""
    return target.paper.upper() if len(target.paper) <= 3 else target.paper.capitalize()


def bleed_words(bleed: Bleed, width: float) -> str:
    """The bleed as a build's sentence says it."""
    return {
        "none": "bleed none: cards share their cuts",
        "outer": f"bleed outer: {width:g} mm round the block",
        "each": f"bleed each: {width:g} mm round every card",
    }[bleed]


def _reason(
    target: Target,
    grid: _Grid,
    card: tuple[float, float],
    bleed: Bleed,
    width: float,
    gap: float | None,
    most: int,
) -> str:
    """The sentence a build prints about its sheets; `gap` of pieces that are cut out one by one."""
    what, many = ("card", "cards") if gap is None else ("piece", "pieces")
    cards = f"1 {what}" if grid.holds == 1 else f"{grid.holds} {many}"
    way = "landscape" if grid.paper[0] > grid.paper[1] else "portrait"
    apart = bleed_words(bleed, width) if gap is None else f"{gap:g} mm apart, cut along their lines"
    shape = f"{cards} a sheet, {grid.columns} x {grid.rows} on {paper_name(target)} {way}, {apart}"
    if grid.holds < most:
        return f"{shape}; {most} would leave no room for labels"
    return (
        f"{shape}; no more {many} of {card[0]:g} x {card[1]:g} mm "
        f"fit inside margins of {target.margin:g} mm"
    )


def too_large(
    target: Target,
    size: Size,
    card: tuple[float, float],
    bleed: Bleed,
    width: float,
    where: Where,
    problems: Problems,
    free: bool = False,
) -> None:
    """Note a card that fits no way, with the numbers and what would help."""
    need = tuple(side + 2 * width for side in card)
    room = (size.width - 2 * target.margin, size.height - 2 * target.margin)
    bare = _fit((size.width, size.height), card, target.margin, 0.0, 0.0, False)
    bare_lying = _fit((size.height, size.width), card, target.margin, 0.0, 0.0, True)
    more = "bleed none lets it fit" if max(bare.holds, bare_lying.holds) else "take larger paper"
    less = "hold less in it, thinner stock" if free else "a smaller card"
    with_bleed = f", {need[0]:g} x {need[1]:g} mm with bleed {bleed}," if width else ""
    problems.add(
        "card-too-large",
        where,
        f"a {'piece' if free else 'card'} of {card[0]:g} x {card[1]:g} mm{with_bleed} does not fit "
        f"the {max(0.0, room[0]):g} x {max(0.0, room[1]):g} mm that margins of {target.margin:g} mm"
        f" leave of {paper_name(target)}, neither upright nor lying",
        more if width else f"take larger paper or {less}",
    )

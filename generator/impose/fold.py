"""Cards with backs in, sheets to fold out: fronts before the fold, their mirrored backs behind it.

The fold is in the middle of the page, a back is its front's mirror across it (PRINT_FACTS,
gutterfold), so one printed side is enough. Sheets are folded picture outside, glued and then cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from generator.geometry import Box
from generator.impose.grid import Grid, Part, sheets
from generator.impose.plan import (
    PIECE_GAP,
    SLACK,
    Plan,
    bleed_words,
    labelled,
    paper_name,
    paper_of,
    sound,
)
from generator.model.target import Bleed, Guides, Size, Target
from generator.problems import Problems, Where
from generator.scene import Sheet

Axis = Literal["vertical", "horizontal"]


class _Half(NamedTuple):
    """One way to fold the paper: its size as read, the fold, and what fits before it."""

    paper: tuple[float, float]
    axis: Axis
    columns: int
    rows: int
    lying: bool

    @property
    def holds(self) -> int:
        return self.columns * self.rows

    def area(self, card: tuple[float, float], gap: float, gutter: float) -> tuple[float, float]:
        """Width and height of all that is printed: cards and, behind the fold, their backs."""
        wide, high = (
            count * (trim + gap) - gap
            for count, trim in zip((self.columns, self.rows), card, strict=True)
        )
        if self.axis == "vertical":
            return 2 * wide + gutter, high
        return wide, 2 * high + gutter


def fold_plan(
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
    """The fullest half page of upright cards; an upright fold where equal, then a portrait page.

    As `plan.plan`: `card` is the trim in mm; None after noting a problem at `where`.
    """
    size = paper_of(target, papers, where, problems)
    if size is None or not sound(target, size, card, where, problems):
        return None
    width = target.bleed_width if bleed != "none" else 0.0
    gap = max(PIECE_GAP if free else 0.0, 2 * width if bleed == "each" else 0.0)
    best, most = _best(size, card, target, gap, width)
    if best.holds == 0:
        bare = _best(size, card, target, 0.0, 0.0)[0].holds
        _too_large(target, size, card, bleed, bare > 0, where, problems)
        return None
    return Plan(
        paper=best.paper,
        columns=best.columns,
        rows=best.rows,
        turn=0,
        cells=_cells(best, card, gap, target.gutter),
        bleed=bleed,
        bleed_width=min(width, gap / 2) if free else width,
        gap=gap,
        margin=target.margin,
        flip=target.flip,
        axis=best.axis,
        guides=guides,
        count=best.holds,
        reason=_reason(target, best, card, bleed, width, most),
        fold=True,
        gutter=target.gutter,
        free=free,
    )


def _best(
    size: Size, card: tuple[float, float], target: Target, gap: float, width: float
) -> tuple[_Half, int]:
    """The half page to take, and how many cards the fullest holds: a few less leave labels room."""
    axes: tuple[Axis, ...] = ("vertical", "horizontal")
    halves = [
        _fit((w, h), axis, card, target, gap, width, lying)
        for w, h, lying in ((size.width, size.height, False), (size.height, size.width, True))
        for axis in axes
    ]

    def order(half: _Half) -> tuple[bool, int, bool, bool]:
        roomy = labelled(half.paper, half.area(card, gap, target.gutter), target.margin)
        return roomy, half.holds, half.axis == "vertical", not half.lying

    most = max(half.holds for half in halves)
    fullest = max((half for half in halves if half.holds == most), key=lambda h: order(h)[2:])
    if order(fullest)[0]:
        return fullest, most
    return max((half for half in halves if 4 * half.holds >= 3 * most), key=order), most


def _too_large(
    target: Target,
    size: Size,
    card: tuple[float, float],
    bleed: Bleed,
    bare: bool,
    where: Where,
    problems: Problems,
) -> None:
    """Note a card that half a page does not hold; `bare` says whether it would without bleed."""
    room = (size.width - 2 * target.margin, size.height - 2 * target.margin)
    problems.add(
        "card-too-large",
        where,
        f"a card of {card[0]:g} x {card[1]:g} mm with its back behind the fold, bleed {bleed}, does"
        f" not fit the {max(0.0, room[0]):g} x {max(0.0, room[1]):g} mm that margins of "
        f"{target.margin:g} mm leave of {paper_name(target)}, neither upright nor lying",
        "bleed none lets it fit"
        if bare
        else "take a target that prints both sides, or --backs off",
    )


def folded(parts: Sequence[Part]) -> Iterator[Sheet]:
    """Scheme `fold`: cards with backs on sheets to fold, all other components as they are.

    Where others of the file are printed on both sides, sheets to fold have an empty back page, or
    duplex would fall out of step.
    """
    turned = any(part.backs and not part.plan.fold for part in parts)
    every = sum(part.sheets for part in parts)
    turned = turned or any(part.info.of > every for part in parts)
    for part in parts:
        if not part.plan.fold:
            yield from sheets(*part[:4])
            continue
        grid = Grid(part)
        for number, cards in grid.dealt(part.faces):
            front = grid.front(number, cards)
            placed = (*front.placed, *grid.backs(cards))
            yield front._replace(placed=placed, fold=part.plan.axis)
            if turned:
                yield Sheet(part.plan.paper, "back", number, ())


def _fit(
    paper: tuple[float, float],
    axis: Axis,
    card: tuple[float, float],
    target: Target,
    gap: float,
    width: float,
    lying: bool,
) -> _Half:
    """How many cards fit before the fold; towards it the gutter serves as bleed."""
    w, h = paper

    def along(length: float, trim: float) -> int:
        return max(0, int((length - 2 * target.margin - 2 * width + gap + SLACK) // (trim + gap)))

    def to_fold(length: float, trim: float) -> int:
        room = length / 2 - target.margin - target.gutter / 2 - width
        return max(0, int((room + gap + SLACK) // (trim + gap)))

    if axis == "vertical":
        return _Half(paper, axis, to_fold(w, card[0]), along(h, card[1]), lying)
    return _Half(paper, axis, along(w, card[0]), to_fold(h, card[1]), lying)


def _cells(half: _Half, card: tuple[float, float], gap: float, gutter: float) -> tuple[Box, ...]:
    """The trim boxes row by row: the block ends at the gutter, and is centred along the fold."""
    (paper_w, paper_h), (w, h) = half.paper, card
    wide = half.columns * w + (half.columns - 1) * gap
    high = half.rows * h + (half.rows - 1) * gap
    left, top = (paper_w - wide) / 2, (paper_h - high) / 2
    if half.axis == "vertical":
        left = paper_w / 2 - gutter / 2 - wide
    else:
        top = paper_h / 2 - gutter / 2 - high
    return tuple(
        Box(left + column * (w + gap), top + row * (h + gap), w, h)
        for row in range(half.rows)
        for column in range(half.columns)
    )


def _reason(
    target: Target,
    half: _Half,
    card: tuple[float, float],
    bleed: Bleed,
    width: float,
    most: int,
) -> str:
    """The sentence a build prints about its sheets."""
    cards = "1 card" if half.holds == 1 else f"{half.holds} cards"
    way = "landscape" if half.paper[0] > half.paper[1] else "portrait"
    fold = "an upright fold" if half.axis == "vertical" else "a level fold"
    shape = (
        f"{cards} a sheet with their backs behind {fold}, "
        f"{half.columns} x {half.rows} on {paper_name(target)} {way}, {bleed_words(bleed, width)}"
    )
    if half.holds < most:
        return f"{shape}; {most} would leave no room for labels"
    return (
        f"{shape}; no more cards of {card[0]:g} x {card[1]:g} mm "
        f"fit half the page inside margins of {target.margin:g} mm"
    )

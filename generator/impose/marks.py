"""A plan and the cells in use in, cut lines and crop marks out (fronts only)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from generator.geometry import Box
from generator.impose.plan import SLACK, Plan
from generator.scene import Colour, Path

GREY = Colour(128, 128, 128)
BLACK = Colour(0, 0, 0)
WIDTH = 0.2
"""mm; fine enough to cut on, thick enough for every home printer."""

NEEDED = 3.0
"""mm that a crop mark needs; with less, the cut is drawn as a whole line."""

OFF = 1.0
"""mm between the picture and a crop mark."""

LONGEST = 5.0
"""mm."""


DASH = (3.0, 2.0)
"""mm on and off of a fold's line."""


class Cuts(NamedTuple):
    """The x of upright cuts and the y of level ones, each sorted."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]


def cuts(plan: Plan, used: int) -> Cuts:
    """The cuts that the first `used` cells need."""
    cells = plan.cells[:used]
    return Cuts(
        _distinct(edge for cell in cells for edge in (cell.x, cell.right)),
        _distinct(edge for cell in cells for edge in (cell.y, cell.bottom)),
    )


def guides(plan: Plan, used: int) -> tuple[Path, ...]:
    """The marks of a front with `used` cards: lines on every cut, marks beside it, or both.

    Free pieces have none but the fold: see `outlines`. Sheets that come cut have none at all.
    """
    if not used or plan.precut is not None:
        return ()
    if plan.free:
        return (_fold(plan),) if plan.fold else ()
    if plan.leaflet:
        return _leaflet(plan)
    need, out = cuts(plan, used), []
    tight_y, tight_x = _tight(plan)
    if plan.guides in ("scissors", "both"):
        out += _lines(plan, need.xs, need.ys)
    elif plan.guides == "knife":
        out += _lines(plan, need.xs if tight_y else (), need.ys if tight_x else ())
    if plan.guides in ("knife", "both"):
        out += _marks(plan, () if tight_y else need.xs, () if tight_x else need.ys)
    if plan.fold:
        out.append(_fold(plan))
    return tuple(out)


def _distinct(edges: Iterable[float]) -> tuple[float, ...]:
    """Sorted, with edges that two cells share (give or take a rounding) kept once."""
    out: list[float] = []
    for edge in sorted(edges):
        if not out or edge - out[-1] > SLACK:
            out.append(edge)
    return tuple(out)


def _tight(plan: Plan) -> tuple[bool, bool]:
    """Whether marks lack room above and below the block, and left and right of it.

    Between the fronts of a fold sheet and its fold there is never any.
    """
    picture, page = plan.block.grow(plan.bleed_width), plan.printable
    return (
        picture.y - page.y < NEEDED - SLACK or (plan.fold and plan.axis == "horizontal"),
        picture.x - page.x < NEEDED - SLACK or (plan.fold and plan.axis == "vertical"),
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: Colour) -> Path:
    return Path((("M", x1, y1), ("L", x2, y2)), stroke=colour, width=WIDTH)


def _lines(plan: Plan, xs: tuple[float, ...], ys: tuple[float, ...]) -> list[Path]:
    """Whole cuts, from printable edge to printable edge, or to the fold."""
    page = plan.printable
    if plan.fold and plan.axis == "vertical":
        page = page._replace(w=plan.paper[0] / 2 - page.x)
    elif plan.fold:
        page = page._replace(h=plan.paper[1] / 2 - page.y)
    return [
        *(_line(x, page.y, x, page.bottom, GREY) for x in xs),
        *(_line(page.x, y, page.right, y, GREY) for y in ys),
    ]


def _fold(plan: Plan) -> Path:
    """The dashed line along which the sheet is folded."""
    page, (w, h) = plan.printable, plan.paper
    if plan.axis == "vertical":
        line = _line(w / 2, page.y, w / 2, page.bottom, BLACK)
    else:
        line = _line(page.x, h / 2, page.right, h / 2, BLACK)
    return line._replace(dash=DASH)


def _leaflet(plan: Plan) -> tuple[Path, ...]:
    """One cut across the middle, and the dashed line that both halves are folded along."""
    page, (w, h) = plan.printable, plan.paper
    fold = _line(w / 2, page.y, w / 2, page.bottom, GREY)._replace(dash=DASH)
    return _line(page.x, h / 2, page.right, h / 2, GREY), fold


def _marks(plan: Plan, xs: tuple[float, ...], ys: tuple[float, ...]) -> list[Path]:
    """Short marks in the margin, clear of the block and its bleed."""
    picture, page = plan.block.grow(plan.bleed_width), plan.printable
    top, left = picture.y - OFF, picture.x - OFF
    bottom, right = picture.bottom + OFF, picture.right + OFF
    tall = min(LONGEST, top - page.y)
    wide = min(LONGEST, left - page.x)
    out: list[Path] = []
    for x in xs:
        out += (_line(x, top - tall, x, top, BLACK), _line(x, bottom, x, bottom + tall, BLACK))
    for y in ys:
        out += (_line(left - wide, y, left, y, BLACK), _line(right, y, right + wide, y, BLACK))
    return out


def mark_boxes(marks: tuple[Path, ...]) -> tuple[Box, ...]:
    """What the marks cover, stroke width included."""
    out = []
    for mark in marks:
        (_, x1, y1), (_, x2, y2) = mark.segments[0], mark.segments[1]  # type: ignore[misc]
        line = Box(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        out.append(line.grow(mark.width / 2))
    return tuple(out)


def without(marks: tuple[Path, ...], box: Box) -> tuple[Path, ...]:
    """The marks less what of them lies in `box`."""
    out: list[Path] = []
    for mark, covered in zip(marks, mark_boxes(marks), strict=True):
        if covered.meet(box) is None:
            out.append(mark)
            continue
        (_, x1, y1), (_, x2, y2) = mark.segments[0], mark.segments[1]  # type: ignore[misc]
        if x1 == x2:
            pieces = [(x1, y1, x1, min(y2, box.y)), (x1, max(y1, box.bottom), x1, y2)]
        else:
            pieces = [(x1, y1, min(x2, box.x), y1), (max(x1, box.right), y1, x2, y1)]
        out += [
            mark._replace(segments=(("M", a, b), ("L", c, d)))
            for a, b, c, d in pieces
            if c - a > SLACK or d - b > SLACK
        ]
    return tuple(out)

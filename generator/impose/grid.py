"""Faces with their backs in, sheets of a grid out: one at a time, a front and then its back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from generator.geometry import Box
from generator.impose.captions import Captions, SheetInfo
from generator.impose.marks import guides
from generator.impose.outlines import outlines
from generator.impose.plan import BACK_BLEED, PIECE_GAP, SLACK, Plan
from generator.scene import Path, Placed, Scene, Sheet

Pair = tuple[Scene, Scene | None]


class Part(NamedTuple):
    """A component of a file: `faces` may be gone through more than once, `total` of them come.

    `backs` says whether any of them has a back.
    """

    plan: Plan
    faces: Iterable[Pair]
    total: int
    info: SheetInfo
    backs: bool = True

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return -(-(self.total + self.info.skip) // self.plan.count)


class _Place(NamedTuple):
    """One cell as a front or back needs it; `spill` is the clip of a pattern back."""

    cell: Box
    turn: int
    clip: Box
    spill: Box


class Grid:
    """Makes the sheets of one component, each from its cards; notes `labels-no-room`."""

    def __init__(self, part: Part) -> None:
        self._plan, self._count = part.plan, part.sheets
        self._first, self._skip = part.info.before, part.info.skip
        self._fronts, self._backs = _fronts(part.plan), _backs(part.plan)
        whole = guides(part.plan, part.plan.count)
        self.captions = Captions(part.plan, part.sheets, part.info, whole)
        self._marks = {part.plan.count: self.captions.clear(whole)}

    def dealt(self, faces: Iterable[Pair]) -> Iterator[tuple[int, list[Pair]]]:
        """The cards of each sheet with its number in the file, taken as they are asked for."""
        stream, number = iter(faces), self._first
        while cards := list(islice(stream, self._plan.count - self._free_on(number + 1))):
            number += 1
            yield number, cards

    def _free_on(self, number: int) -> int:
        """How many cells of a sheet are left free before its first card."""
        return self._skip if number == self._first + 1 else 0

    def front(self, number: int, cards: Sequence[Pair]) -> Sheet:
        """The front of a sheet."""
        places = enumerate(cards, self._free_on(number))
        placed = _placed((face, self._fronts[i], i) for i, (face, _) in places)
        return Sheet(
            self._plan.paper,
            "front",
            number,
            placed,
            self.marks(len(cards)) + (outlines(placed) if self._plan.free else ()),
            self.captions.runs(number, "FRONT"),
            self.captions.rule,
        )

    def back(self, number: int, cards: Sequence[Pair]) -> Sheet:
        """The back of a sheet, which may be empty but for its label."""
        return Sheet(
            self._plan.paper,
            "back",
            number,
            self.backs(cards, self._free_on(number)),
            (),
            self.captions.runs(number, "BACK"),
            self.captions.rule,
        )

    def backs(self, cards: Sequence[Pair], free: int = 0) -> tuple[Placed, ...]:
        """The backs of a sheet's cards in their places, after so many `free` ones."""
        places = enumerate(cards, free)
        return _placed((b, self._backs[i], i) for i, (_, b) in places if b is not None)

    def marks(self, used: int) -> tuple[Path, ...]:
        """The marks of a front with `used` cards, out of the way of the labels."""
        if used not in self._marks:
            self._marks[used] = self.captions.clear(guides(self._plan, used))
        return self._marks[used]


def sheets(plan: Plan, faces: Iterable[Pair], total: int, info: SheetInfo) -> Iterator[Sheet]:
    """Sheets in print order, each front followed by its back where a card of it has one.

    `total` is the number of cards to come, for "sheet n of m"; cards are taken only as sheets are
    asked for. Notes `labels-no-room` where the waste cannot hold the labels.
    """
    part = Part(plan, faces, total, info)
    grid, last = Grid(part), info.of or info.before + part.sheets
    for number, cards in grid.dealt(faces):
        yield grid.front(number, cards)
        back = grid.back(number, cards)
        if back.placed or (info.backs and number < last):
            yield back


def in_turn(parts: Sequence[Part]) -> Iterator[Sheet]:
    """Scheme `grid`: each component's sheets, fronts and backs in turn, for duplex printing."""
    for part in parts:
        yield from sheets(*part[:4])


def _placed(cards: Iterable[tuple[Scene, _Place, int]]) -> tuple[Placed, ...]:
    """Each scene in the middle of its cell, which most fill."""
    out = []
    for scene, at, cell in cards:
        w, h = scene.size if at.turn % 180 == 0 else scene.size[::-1]
        x, y = at.cell.x + (at.cell.w - w) / 2, at.cell.y + (at.cell.h - h) / 2
        out.append(Placed(scene, x, y, at.turn, at.spill if scene.tiles else at.clip, cell))
    return tuple(out)


def _fronts(plan: Plan) -> list[_Place]:
    """The cells, clipped at the trim inside the block and at trim + bleed outside."""
    out = []
    for box in plan.cells:
        clip = _within(_clip(plan, box, plan.block, plan.bleed_width), plan.field)
        out.append(_Place(box, plan.turn, clip, clip))
    return out


def _backs(plan: Plan) -> list[_Place]:
    """The cells seen from behind; bleed leaves the block by 3 mm whatever the fronts have."""
    out = []
    width = max(plan.bleed_width, PIECE_GAP / 2 if plan.free else BACK_BLEED)
    if plan.leaflet:
        width = 0.0
    block = plan.behind(plan.block)
    for front in plan.cells:
        box = plan.behind(front)
        clip = _within(_clip(plan, box, block, width), plan.back_field)
        spill = _within(box.grow(width), plan.back_field) if not plan.gap else clip
        out.append(_Place(box, plan.back_turn, clip, spill))
    return out


def _within(clip: Box, field: Box | None) -> Box:
    return (clip.meet(field) or clip) if field else clip


def _clip(plan: Plan, box: Box, block: Box, width: float) -> Box:
    """A cell with `width` beyond each edge that is the block's own, half the gap beyond others."""
    across, down = (min(width, apart / 2) for apart in plan.apart)
    left = width if box.x <= block.x + SLACK else across
    right = width if box.right >= block.right - SLACK else across
    top = width if box.y <= block.y + SLACK else down
    bottom = width if box.bottom >= block.bottom - SLACK else down
    return Box(box.x - left, box.y - top, box.w + left + right, box.h + top + bottom)

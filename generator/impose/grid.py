"""Faces with their backs in, sheets of a grid out: one at a time, a front and then its back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from generator.geometry import Box
from generator.impose.labels import Label, cut_up, lay_out, rule, written
from generator.impose.marks import guides, without
from generator.impose.plan import BACK_BLEED, SLACK, Plan
from generator.problems import Problems, Where
from generator.scene import Path, Placed, Run, Scene, Sheet

Pair = tuple[Scene, Scene | None]

KEPT = 64
"""Label runs kept; beyond that each sheet sets its own."""


class SheetInfo(NamedTuple):
    """What the labels say, and where problems about them belong.

    `backs` says whether any card of the component has a back; then a sheet in the middle whose
    cards have none still gets its back page (a label only), or duplex would fall out of step.
    """

    game: str
    component: str
    version: str
    backs: bool
    label: Label
    where: Where
    problems: Problems


class _Place(NamedTuple):
    """One cell as a front or back needs it; `spill` is the clip of a pattern back."""

    x: float
    y: float
    turn: int
    clip: Box
    spill: Box


def sheets(plan: Plan, faces: Iterable[Pair], total: int, info: SheetInfo) -> Iterator[Sheet]:
    """Sheets in print order, each front followed by its back where a card of it has one.

    `total` is the number of cards to come, for "sheet n of m"; cards are taken only as sheets are
    asked for. Notes `labels-no-room` where the waste cannot hold the labels.
    """
    count = -(-total // plan.count)
    fronts, backs = _fronts(plan), _backs(plan)
    labels = _Labels(plan, count, info)
    marks = {plan.count: labels.guides(plan.count)}
    stream, number = iter(faces), 0
    while cards := list(islice(stream, plan.count)):
        number += 1
        used = len(cards)
        if used not in marks:
            marks[used] = labels.guides(used)
        yield Sheet(
            plan.paper,
            "front",
            number,
            _placed(((face, fronts[i], i) for i, (face, _) in enumerate(cards))),
            marks[used],
            labels.runs(number, "FRONT"),
            labels.rule,
        )
        turned = [(back, backs[i], i) for i, (_, back) in enumerate(cards) if back is not None]
        if turned or (info.backs and number < count):
            yield Sheet(
                plan.paper,
                "back",
                number,
                _placed(turned),
                (),
                labels.runs(number, "BACK"),
                labels.rule,
            )


def _placed(cards: Iterable[tuple[Scene, _Place, int]]) -> tuple[Placed, ...]:
    return tuple(
        Placed(scene, at.x, at.y, at.turn, at.spill if scene.tiles else at.clip, cell)
        for scene, at, cell in cards
    )


def _fronts(plan: Plan) -> list[_Place]:
    """The cells, clipped at the trim inside the block and at trim + bleed outside."""
    out = []
    for box in plan.cells:
        clip = _clip(plan, box, plan.bleed_width)
        out.append(_Place(box.x, box.y, plan.turn, clip, clip))
    return out


def _backs(plan: Plan) -> list[_Place]:
    """The cells seen from behind; bleed leaves the block by 3 mm whatever the fronts have."""
    out = []
    width = max(plan.bleed_width, BACK_BLEED)
    for front in plan.cells:
        box = plan.behind(front)
        clip = _clip(plan, box, width)
        spill = box.grow(width) if plan.bleed != "each" else clip
        out.append(_Place(box.x, box.y, plan.back_turn, clip, spill))
    return out


def _clip(plan: Plan, box: Box, width: float) -> Box:
    """A cell with `width` beyond each edge that is the block's own, half the gap beyond others."""
    block, inner = plan.block, min(width, plan.gap / 2)
    left = width if box.x <= block.x + SLACK else inner
    right = width if box.right >= block.right - SLACK else inner
    top = width if box.y <= block.y + SLACK else inner
    bottom = width if box.bottom >= block.bottom - SLACK else inner
    return Box(box.x - left, box.y - top, box.w + left + right, box.h + top + bottom)


class _Labels:
    """The labels of a run of sheets: laid out once, words put in for each sheet."""

    def __init__(self, plan: Plan, count: int, info: SheetInfo) -> None:
        self._plan, self._count, self._info = plan, count, info
        self._cache: dict[tuple[str, float], Run] = {}
        self._before = [*cut_up(info.game, info.label), *cut_up(info.component, info.label)]
        self._after = [
            f"flip on {plan.flip} edge" if info.backs else "one-sided",
            *cut_up(f"version {info.version}", info.label),
            "print at actual size (100 %)",
        ]
        parts = self._parts("8" * len(str(count)), "FRONT")
        self._layout = lay_out(plan, guides(plan, plan.count), parts, info.label)
        self.rule = rule(self._layout)
        if self._layout.missing or not self._layout.rule:
            self._note(self._parts("1", "FRONT"))

    def runs(self, number: int, side: str) -> tuple[Run, ...]:
        """The label of one side of one sheet."""
        return written(self._layout, self._parts(str(number), side), self._label)

    def guides(self, used: int) -> tuple[Path, ...]:
        """The marks of a front with `used` cards, out of the way of the labels."""
        marks = guides(self._plan, used)
        return without(marks, self._layout.cleared) if self._layout.cleared else marks

    def _parts(self, number: str, side: str) -> list[str]:
        return [*self._before, f"sheet {number} of {self._count}", side, *self._after]

    def _label(self, text: str, size: float) -> Run:
        """A label run; kept by text, since most lines are the same on every sheet."""
        run = self._cache.get((text, size))
        if run is None:
            run = self._info.label(text, size)
            if len(self._cache) < KEPT:
                self._cache[text, size] = run
        return run

    def _note(self, parts: list[str]) -> None:
        lost = [parts[i] for i in self._layout.missing]
        if self._layout.rule is None:
            lost.append("the 50 mm rule")
        bleed = "" if self._plan.bleed == "none" else ", --bleed none"
        self._info.problems.add(
            "labels-no-room",
            self._info.where,
            f"{self._plan.columns} x {self._plan.rows} cards leave no room in the waste for: "
            f"{', '.join(lost)}",
            f"take larger paper, fewer cards{bleed}",
        )


SCHEMES: dict[str, Callable[[Plan, Iterable[Pair], int, SheetInfo], Iterator[Sheet]]] = {
    "grid": sheets,
}

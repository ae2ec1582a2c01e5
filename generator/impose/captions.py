"""What is written in the waste of every sheet: laid out once, words put in for each sheet."""

from __future__ import annotations

from typing import Literal, NamedTuple

from generator.impose.labels import Label, cut_up, lay_out, rule, written
from generator.impose.marks import without
from generator.impose.plan import Plan
from generator.problems import Problems, Where
from generator.scene import Path, Run

KEPT = 64
"""Label runs kept; beyond that each sheet sets its own."""


class SheetInfo(NamedTuple):
    """What the labels say, and where problems about them belong.

    `backs` says whether any card of the file has a back; then a sheet in the middle whose cards
    have none still gets its back page (a label only), or duplex would fall out of step. The
    sheets' numbers begin after `before`, and the file has `of` sheets (0: the component's alone).
    `way` is how sheets get their backs; where they are fed by hand, labels name the pages that
    belong together. The first `skip` cells of the first sheet are left free: they are used up.
    """

    game: str
    component: str
    version: str
    backs: bool
    label: Label
    where: Where
    problems: Problems
    before: int = 0
    of: int = 0
    way: Literal["duplex", "fold", "single"] = "duplex"
    skip: int = 0


class Captions:
    """The labels of a component's sheets, clear of its `marks` (those of a full front)."""

    def __init__(self, plan: Plan, count: int, info: SheetInfo, marks: tuple[Path, ...]) -> None:
        self._plan, self._info = plan, info
        self._of = info.of or info.before + count
        self._cache: dict[tuple[str, float], Run] = {}
        self._first = [*cut_up(info.game, info.label), *cut_up(info.component, info.label)]
        self._last = [
            *self._ways(),
            *cut_up(f"version {info.version}", info.label),
            "print at actual size (100 %)",
        ]
        digits = "8" * len(str(2 * self._of))
        self._layout = lay_out(plan, marks, self._parts(digits, digits, "FRONT"), info.label)
        self.rule = rule(self._layout)
        if plan.precut is None and (self._layout.missing or not self._layout.rule):
            self._note(self._parts("1", "1", "FRONT"))

    def runs(self, number: int, side: Literal["FRONT", "BACK"]) -> tuple[Run, ...]:
        """The label of one side of the sheet of that number in the file."""
        page = number + self._of if side == "FRONT" else number
        parts = self._parts(str(number), str(page), side)
        return written(self._layout, parts, self._label)

    def clear(self, marks: tuple[Path, ...]) -> tuple[Path, ...]:
        """Marks out of the way of the labels."""
        return without(marks, self._layout.cleared) if self._layout.cleared else marks

    def _ways(self) -> list[str]:
        info = self._info
        if self._plan.fold:
            return ["fold on the dashed line", "glue", "then cut"]
        if self._plan.leaflet:
            return ["cut across", "fold", "lay 3 into 2", "staple", self._turned()]
        if not info.backs:
            return ["one-sided"]
        return [self._turned()]

    def _turned(self) -> str:
        info, flip = self._info, self._plan.flip
        return f"turn over on {flip} edge" if info.way == "single" else f"flip on {flip} edge"

    def _parts(self, number: str, page: str, side: str) -> list[str]:
        sheet = f"sheet {number} of {self._of}"
        if self._plan.fold:
            return [*self._first, sheet, "FRONT AND BACK", *self._last]
        pair = []
        if self._info.way == "single" and self._info.backs:
            pair = [f"its back is page {page}" if side == "FRONT" else f"goes on page {page}"]
        return [*self._first, sheet, side, *pair, *self._last]

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

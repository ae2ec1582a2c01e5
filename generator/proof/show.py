"""Pictures found on a page in, those that show something else or too coarsely out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from generator.proof import pictures
from generator.proof.ink import Image
from generator.proof.match import Matched
from generator.proof.read import Page
from generator.proof.report import Report
from generator.proof.want import Due
from generator.scene import Picture
from generator.units import INCH

LEAST = 300
"""Pixels per inch under which print looks coarse."""


Convert = Callable[[Any], Any]


class Shown:
    """The pictures of one file; each source is decoded and compared when it is first met."""

    def __init__(self, report: Report, grey: bool = False, inks: Convert | None = None) -> None:
        self._report, self._grey, self._inks = report, grey, inks
        self._proved: dict[tuple[str, int], bool] = {}
        self._told: set[str] = set()

    def pictures(self, page: Page, due: Due, found: Matched) -> None:
        """Note pictures of the page that are not their sources, or under 300 ppi."""
        for i, j in found.pairs:
            item, got = due.items[i], page.things[j]
            if not isinstance(item, Picture) or not isinstance(got, Image):
                continue
            card = due.sheet.placed[due.owners[i]].scene.of if due.owners[i] >= 0 else None
            named = Path(item.source).name
            at = (got.edges[0], got.edges[1])
            if not self._same(page, got, item):
                says = f"the picture {named} shows something else than its source"
                self._report.add("proof-picture", says, card=card, field=item.fact or named, at=at)
            ppi = min(item.pixels[0] / item.box.w, item.pixels[1] / item.box.h) * INCH
            if ppi < LEAST - 0.5 and item.source not in self._told:
                self._told.add(item.source)
                w, h = (round(side / INCH * LEAST) for side in (item.box.w, item.box.h))
                says = f"the picture {named} has {ppi:.0f} pixels per inch; print needs {LEAST}"
                fix = f"take one of {w} x {h} pixels or show it smaller"
                self._report.add(
                    "proof-ppi", says, card=card, field=item.fact or named, at=at, fix=fix
                )

    def _same(self, page: Page, got: Image, item: Picture) -> bool:
        """Whether a picture is its source; one of the same length as before is taken for it."""
        key = (item.source, page.picture_size(got))
        known = self._proved.get(key)
        if known is None:
            known = self._proved[key] = _shows(page, got, item, self._grey, self._inks)
        return known


def _shows(page: Page, got: Image, item: Picture, grey: bool, inks: Convert | None) -> bool:
    try:
        raw, pixels, clear = page.picture(got), page.pixels(got), page.lets_through(got)
        size = got.pixels
        return pictures.same(item.source, raw, pixels, size, clear=clear, grey=grey, inks=inks)
    except (OSError, SyntaxError, ValueError):
        return False

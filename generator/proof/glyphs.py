"""Lines that were found in, characters that are drawn with a wrong glyph out.

A reader takes a line's words from a map in the file; what is drawn comes from the embedded font.
So the ink of each character is measured once a file and compared with that of the face it is from.
"""

from __future__ import annotations

import math

from generator.proof.faces import Face, Faces, Glyph
from generator.proof.ink import LIGATURES, Words
from generator.proof.match import Matched
from generator.proof.read import Page
from generator.proof.report import Report
from generator.proof.want import Due

NEAR = 0.004
"""em: PDFium measures in whole 1/1000 em."""


class Glyphs:
    """The characters of one file; each of a face is measured where it is first met."""

    def __init__(self, faces: Faces, report: Report) -> None:
        self._faces, self._report = faces, report
        self._known: dict[str, set[str]] = {}

    def prove(self, page: Page, due: Due, found: Matched) -> None:
        """Measure the characters of the page that are new; a turned page cannot be measured."""
        if not page.as_printed:
            return
        inks, things = due.inks, page.things
        for i, j in found.pairs:
            want = inks[i]
            if want.__class__ is not Words:
                continue
            run = want.run
            if run is None:
                continue
            known = self._known.setdefault(run.font, set())
            if not known.issuperset(run.text) and LIGATURES.isdisjoint(run.text):
                face, line = self._faces.get(run.font), things[j]
                if face and isinstance(line, Words) and line.turn % 90 == 0:
                    self._measure(page, due, i, line, face, known)
                    known.update(run.text)  # blanks, too, which are not measured

    def _measure(
        self, page: Page, due: Due, index: int, line: Words, face: Face, known: set[str]
    ) -> None:
        owner = due.owners[index]
        for char, ink in measured(page, line):
            if char in known:
                continue
            known.add(char)
            glyph = face.glyph(char)
            if glyph.right > glyph.left and not _same(glyph, ink):
                self._report.add(
                    "proof-font",
                    f"the character {char!r} is drawn with another glyph than that of {face.name}",
                    card=due.sheet.placed[owner].scene.of if owner >= 0 else None,
                    field=line.text,
                    at=(line.x, line.y),
                )


def measured(page: Page, line: Words) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Each character of a level or quarter-turned line with its ink: left, right, low, high, em."""
    turn = math.radians(line.turn)
    ux, uy = math.cos(turn), -math.sin(turn)
    out = []
    for char, x, y, left, right, low, high in page.texts.boxes(line.handle):
        corners = ((left - x, low - y), (right - x, high - y))
        along = sorted((dx * ux + dy * uy) / line.size for dx, dy in corners)
        up = sorted((dy * ux - dx * uy) / line.size for dx, dy in corners)
        out.append((char, (along[0], along[1], up[0], up[1])))
    return out


def _same(glyph: Glyph, ink: tuple[float, float, float, float]) -> bool:
    """Whether ink is a glyph's; PDFium adds up to a 64th to its height."""
    left, right, low, high = ink
    return (
        abs(glyph.left - left) < NEAR
        and abs(glyph.right - right) < NEAR
        and abs(glyph.low - low) < NEAR
        and glyph.high - NEAR < high < glyph.high + abs(glyph.high) / 64 + NEAR
    )

"""A form and a field of each of its fonts in; whether words typed there show in that font, out.

A program that fills a field sets it in the font that the field names. Words are put into a copy in
memory by PDFium, as a user would, and read back: nothing else tells what that font can do.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from generator.geometry import Box
from generator.proof.faces import Faces
from generator.proof.fields import Widget
from generator.proof.ink import Words
from generator.proof.read import Reader
from generator.proof.report import Report
from generator.scene import Field
from generator.units import PT

SAMPLE = "\N{LATIN CAPITAL LETTER A WITH DIAERESIS}g\N{EURO SIGN}\N{LATIN SMALL LETTER SHARP S}x7"
"""Letters of both halves of WinAnsi."""


class Typing:
    """Gathers the roomiest field of each font while pages are proved, then types into them."""

    def __init__(self, faces: Faces, report: Report) -> None:
        self._faces, self._report = faces, report
        self.wanted: dict[str, tuple[int, int, Field]] = {}
        """Face to page, annotation and field."""

    def page(self, index: int, widgets: Sequence[Widget], fields: Sequence[Field]) -> None:
        """Take note of a page's fields."""
        numbers = {widget.name: widget.number for widget in widgets}
        for field in fields:
            known = self.wanted.get(field.font)
            roomier = known is None or _room(field) > _room(known[2])
            if roomier and field.name in numbers:
                self.wanted[field.font] = (index, numbers[field.name], field)

    def prove(self, path: Path) -> None:
        """Type into each and note what shows in no or another font."""
        for face, (index, number, field) in self.wanted.items():
            words = self._words(face, field)
            if not words:
                continue
            with (
                Reader(path) as reader,
                reader.page(index, typing=(number, words)) as page,
            ):
                lines = [
                    thing
                    for thing in page.things
                    if isinstance(thing, Words) and _inside(thing, field.box)
                ]
                fonts = dict(page.fonts)
            self._report.page = index + 1
            self._compare(face, field, words, lines, fonts)

    def _words(self, face: str, field: Field) -> str:
        """Letters that the face has, as many as the field takes."""
        font = self._faces.get(face)
        if font is None:
            return ""
        known, most = [char for char in SAMPLE if font.has(char)], field.most or len(SAMPLE)
        em, wide, words = field.size / PT, field.box.w - 2.0, ""
        for char in known[:most]:
            if em * sum(font.glyph(one).advance for one in words + char) <= wide:
                words += char
        return words

    def _compare(
        self, face: str, field: Field, words: str, lines: list[Words], fonts: dict[str, bool]
    ) -> None:
        font, at = self._faces.get(face), field.box[:2]
        name = font.name if font else face
        typed = "".join(line.text for line in lines)
        if typed != words:
            says = f"{words!r} typed into it shows as {typed!r}"
            self._report.add("proof-form", says, field=field.name, at=at)
        elif any(line.font != name for line in lines):
            others = ", ".join(sorted({line.font for line in lines} - {name}))
            says = f"words typed into it are set in {others} instead of {name}"
            self._report.add("proof-form", says, field=field.name, at=at)
        elif not fonts.get(name):
            says = f"words typed into it are set in {name}, which is not embedded"
            self._report.add("proof-font", says, field=field.name, at=at)


def _room(field: Field) -> float:
    return min(field.most or len(SAMPLE), len(SAMPLE)) * 1000 + min(field.box.w / field.size, 999)


def _inside(line: Words, box: Box) -> bool:
    return box.x - 0.5 <= line.x <= box.right + 0.5 and box.y - 0.5 <= line.y <= box.bottom + 0.5

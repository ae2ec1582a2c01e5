"""A printed page in; its size, lines and drawn outlines in mm out, as another reader sees them."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

MM = 25.4 / 72


class Line(NamedTuple):
    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Drawn(NamedTuple):
    fill: str
    stroke: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.bottom - self.top


class Sight(NamedTuple):
    size: tuple[float, float]
    lines: list[Line]
    drawn: list[Drawn]

    @property
    def said(self) -> str:
        return "\n".join(line.text for line in self.lines)

    def line(self, text: str) -> Line:
        found = [line for line in self.lines if line.text == text]
        assert len(found) == 1, (text, self.said)
        return found[0]


def pages_of(path: Path) -> list[Sight]:
    pdf = pypdfium2.PdfDocument(path)
    try:
        return [_page(pdf[n]) for n in range(len(pdf))]
    finally:
        pdf.close()


def _page(page: pypdfium2.PdfPage) -> Sight:
    wide, high = page.get_size()
    text = page.get_textpage()
    lines = []
    for n in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(n)
        said = text.get_text_bounded(left, bottom, right, top).strip()
        if said:
            box = left * MM, (high - top) * MM, right * MM, (high - bottom) * MM
            lines.append(Line(said, *box))
    drawn = [_drawn(o, high) for o in page.get_objects() if o.type == pdfium.FPDF_PAGEOBJ_PATH]
    return Sight((wide * MM, high * MM), lines, drawn)


def _drawn(thing: pypdfium2.PdfObject, high: float) -> Drawn:
    mode, stroked = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(thing, mode, stroked)
    fill = _colour(pdfium.FPDFPageObj_GetFillColor, thing) if mode.value else ""
    stroke = _colour(pdfium.FPDFPageObj_GetStrokeColor, thing) if stroked.value else ""
    left, bottom, right, top = thing.get_bounds()
    return Drawn(fill, stroke, left * MM, (high - top) * MM, right * MM, (high - bottom) * MM)


def _colour(ask: object, thing: pypdfium2.PdfObject) -> str:
    parts = [ctypes.c_uint() for _ in range(4)]
    ask(thing, *parts)  # type: ignore[operator]
    return "#" + "".join(f"{part.value:02X}" for part in parts[:3])

"""Words and a box in, lines of runs measured in mm out: the one text engine.

Measured from the box's top left, y down. This first version wraps greedily and shrinks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Literal, NamedTuple

from generator.compose.fonts import Fonts
from generator.model.style import Styles, TextStyle
from generator.units import PT

Align = Literal["left", "centre", "right", "justify"]
Valign = Literal["top", "middle", "bottom"]


class Piece(NamedTuple):
    """A stretch of text in one manner, or an inline icon; "\\n" in `text` is a hard break."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str | None = None


class Span(NamedTuple):
    """One line's stretch in one face: `x`, `baseline`, `width` in mm, `size` in pt.

    `kerns` (1/1000 em) follow each character but the last, or ().
    """

    x: float
    baseline: float
    text: str
    face: str
    size: float
    width: float
    kerns: tuple[float, ...] = ()


class IconSpot(NamedTuple):
    """Where an inline icon stands: its box in mm."""

    x: float
    y: float
    w: float
    h: float
    name: str


class Setting(NamedTuple):
    """A text as set: `height` of the block and `over` (what is beyond the box) in mm.

    `missing` are characters that no face has, `refused` those that would be drawn wrong,
    `unstyled` the manners ("bold") that the style has no face for, `broken` the words that were
    cut where they give no place for it.
    """

    spans: tuple[Span, ...]
    icons: tuple[IconSpot, ...]
    size: float
    height: float
    lines: int
    over: float
    missing: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    unstyled: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()


class Typesetter:
    """Sets texts in a game's styles."""

    def __init__(self, fonts: Fonts, styles: Styles) -> None:
        self._fonts = fonts
        self._styles = styles

    def set(
        self,
        pieces: Sequence[Piece],
        style: TextStyle,
        w: float,
        h: float,
        *,
        size: float | None = None,
        least: float | None = None,
        max_lines: int | None = None,
        align: Align | None = None,
        valign: Valign | None = None,
    ) -> Setting:
        """`pieces` in a box of `w` x `h` mm; `size`, `least` in pt, None: never shrinks."""
        size = size or style.size
        face = self._fonts.face(style.font)
        text = unicodedata.normalize("NFC", "".join(p.text for p in pieces))
        text = text.upper() if style.case == "upper" else text
        text = "".join(c for c in text if c == "\n" or not face.lacks(c))
        while True:
            em = size / 1000 / PT
            lines = _wrap(text, face.advances, w / em)
            height = (face.ascent + face.descent + 1000 * style.leading * (len(lines) - 1)) * em
            wide = max((_width(line, face.advances) * em for line in lines), default=0.0)
            over = max(0.0, height - h, wide - w)
            if max_lines and len(lines) > max_lines:
                over = max(over, (len(lines) - max_lines) * style.leading * size / PT)
            if over == 0 or least is None or size <= least:
                break
            size = max(least, size - 0.25)
        slack = {"top": 0.0, "middle": (h - height) / 2, "bottom": h - height}
        top = slack[valign or style.valign] + face.ascent * em
        shift = {"left": 0.0, "justify": 0.0, "centre": 0.5, "right": 1.0}[align or style.align]
        spans = []
        for n, line in enumerate(lines):
            width = _width(line, face.advances) * em
            y = top + n * style.leading * size / PT
            if line:
                spans.append(Span((w - width) * shift, y, line, face.id, size, width))
        return Setting(tuple(spans), (), size, height, len(lines), over)


def _width(line: str, advances: dict[str, float | None]) -> float:
    return sum(advances[c] or 0.0 for c in line)


def _wrap(text: str, advances: dict[str, float | None], limit: float) -> list[str]:
    lines: list[str] = []
    for hard in text.split("\n"):
        line = ""
        for word in hard.split():
            longer = f"{line} {word}" if line else word
            if line and _width(longer, advances) > limit:
                lines.append(line)
                longer = word
            line = longer
        lines.append(line)
    return lines

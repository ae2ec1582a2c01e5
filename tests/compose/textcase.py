"""The shipped faces, a style to vary and ways to look at a setting: shared by tests of text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from generator.compose.fonts import Fonts
from generator.compose.text import Piece, Setting, Span, Typesetter
from generator.model.style import Styles, TextStyle

ROOT = Path(__file__).parents[2] / "fonts"
FACES: dict[str, Path] = {
    face: ROOT / family / file
    for family, entry in yaml.safe_load((ROOT / "families.yaml").read_text()).items()
    for face, file in entry["faces"].items()
}
FONTS = Fonts(FACES)
MM = 25.4 / 72 / 1000
"""mm of 1/1000 em at 1 pt."""


def style(**given: Any) -> TextStyle:
    """A style in Source Sans; each key may be given."""
    made: dict[str, Any] = {
        "font": "source-sans-400",
        "bold": "source-sans-700",
        "italic": "source-sans-400-italic",
        "bold_italic": "source-sans-700-italic",
        "size": 9.0,
    } | given
    return TextStyle.read(made)


def setter(*fallback: str) -> Typesetter:
    """A typesetter with these fallback faces (none given: DejaVu Sans)."""
    return Typesetter(FONTS, Styles({}, {}, fallback or ("dejavu-sans",), FACES))


def texts(setting: Setting) -> list[str]:
    """The text of each span."""
    return [span.text for span in setting.spans]


def by_line(setting: Setting) -> list[list[Span]]:
    """Spans of one baseline together, from the top."""
    lines: dict[float, list[Span]] = {}
    for span in setting.spans:
        lines.setdefault(span.baseline, []).append(span)
    return [lines[y] for y in sorted(lines)]


def advance(span: Span) -> float:
    """The width of a span by its face's advances and its own kerns, in mm."""
    widths = FONTS.face(span.face).widths(span.text)
    assert not span.kerns or len(span.kerns) == len(span.text) - 1
    return (sum(widths) + sum(span.kerns)) * span.size * MM


def said(*parts: str | Piece) -> tuple[Piece, ...]:
    """Pieces of plain text, or as given."""
    return tuple(_pieces(parts))


def _pieces(parts: tuple[str | Piece, ...]) -> Iterator[Piece]:
    for part in parts:
        yield Piece(part) if isinstance(part, str) else part

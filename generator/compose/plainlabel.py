"""Words in, plain black runs at (0, 0) out: for pages that belong to no game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.compose.fonts import Fonts
from generator.compose.text import Piece, Typesetter
from generator.model.style import Styles, TextStyle
from generator.scene import Colour, Run

BLACK = Colour(0, 0, 0, (0.0, 0.0, 0.0, 1.0))


class PlainLabels:
    """Sets single lines in one face; raises UnusableFont where its file is none."""

    def __init__(self, face: str, faces: Mapping[str, Path]) -> None:
        self._face = face
        styles = Styles({}, {}, (), dict(faces))
        self._setter = Typesetter(Fonts(faces), styles)

    def label(self, text: str, size: float) -> Run:
        """The text as one run at `size` pt, level, its baseline starting at (0, 0)."""
        style = TextStyle(font=self._face, size=size, kerning=False)
        spans = self._setter.set((Piece(text),), style, 10_000.0, 100.0).spans
        words = " ".join(span.text for span in spans)
        return Run(0.0, 0.0, words, self._face, size, BLACK, sum(span.width for span in spans))

"""Words in, plain black runs at (0, 0) out: labels in the waste, and pages of no game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
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
        self._setter = Typesetter(Fonts(faces), Styles({}, {}, (), dict(faces)))

    def label(self, text: str, size: float) -> Run:
        """The text as one run at `size` pt, level, its baseline starting at (0, 0)."""
        return plain_run(self._setter, self._face, text, size)


def plain_run(setter: Typesetter, face: str, text: str, size: float) -> Run:
    """A line of a face that has all its characters; raises UnusableFont."""
    spans = setter.set((Piece(text),), _style(face, size), 10_000.0, 100.0).spans
    words = " ".join(span.text for span in spans)
    return Run(0.0, 0.0, words, face, size, BLACK, sum(span.width for span in spans))


@lru_cache(maxsize=64)
def _style(face: str, size: float) -> TextStyle:
    return TextStyle(font=face, size=size, kerning=False)

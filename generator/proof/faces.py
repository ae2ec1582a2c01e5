"""Font files in, what proof must know of their glyphs out, read here and nowhere else.

Tables by the OpenType specification. Proof measures ink for itself: where the first and the last
glyph of a line end shows whether kerning and letter spacing have arrived.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from generator.units import PT


class Glyph(NamedTuple):
    """Ink from `left` to `right` and `low` to `high`, and the way to the next glyph, in em.

    A PDF gives advances in whole 1/1000 em, so that is what `advance` is rounded to; `drift` is
    what that adds.
    """

    left: float
    right: float
    advance: float
    drift: float = 0.0
    low: float = 0.0
    high: float = 0.0


class Face:
    """One TrueType file; glyphs are looked up as they come. Raises OSError, struct.error."""

    def __init__(self, path: Path) -> None:
        self._data = data = path.read_bytes()
        (count,) = struct.unpack_from(">H", data, 4)
        self._tables: dict[bytes, int] = {}
        for i in range(count):
            tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * i)
            self._tables[tag] = offset
        head = self._tables[b"head"]
        (self._em,) = struct.unpack_from(">H", data, head + 18)
        (self._long,) = struct.unpack_from(">H", data, head + 50)
        (self._metrics,) = struct.unpack_from(">H", data, self._tables[b"hhea"] + 34)
        self._glyphs: dict[str, Glyph] = {}

    @cached_property
    def name(self) -> str:
        """The PostScript name (name 6)."""
        data, start = self._data, self._tables[b"name"]
        _, count, strings = struct.unpack_from(">3H", data, start)
        for i in range(count):
            platform, _, _, kind, length, offset = struct.unpack_from(
                ">6H", data, start + 6 + 12 * i
            )
            if kind == 6:
                raw = data[start + strings + offset : start + strings + offset + length]
                return raw.decode("utf-16-be" if platform in (0, 3) else "latin-1", "replace")
        return ""

    def glyph(self, char: str) -> Glyph:
        """The glyph of a character; of one the face lacks, the empty box that stands for it."""
        found = self._glyphs.get(char)
        if found is None:
            found = self._glyphs[char] = self._glyph(self._index(ord(char)))
        return found

    def has(self, char: str) -> bool:
        """Whether it has a glyph for the character."""
        return self._index(ord(char)) != 0

    def ink(
        self, text: str, size: float, width: float, kerns: tuple[float, ...]
    ) -> tuple[float, float]:
        """Where the ink of a line begins and ends, in mm from its start.

        `size` in pt, `width` in mm with all `kerns` (1/1000 em). Looks at three glyphs at each end.
        """
        em = size / PT
        glyph, count = self.glyph, len(text)
        first = glyph(text[0])
        left, pen = first.left, 0.0
        if self._em != 1000:
            width += em * sum(glyph(char).drift for char in text)
        for i in range(1, min(3, count)):
            pen += glyph(text[i - 1]).advance + (kerns[i - 1] / 1000 if kerns else 0.0)
            left = min(left, pen + glyph(text[i]).left)
        right, pen = -1e9, width / em
        for i in range(count - 1, max(-1, count - 4), -1):
            one = glyph(text[i])
            pen -= one.advance
            right = max(right, pen + one.right)
            if i and kerns:
                pen -= kerns[i - 1] / 1000
        return left * em, right * em

    def letters(self, text: str, size: float, kerns: tuple[float, ...]) -> list[tuple[str, float]]:
        """Each character that shows and where it starts, in mm from the line's start."""
        em, pen, out = size / PT, 0.0, []
        for i, char in enumerate(text):
            if not char.isspace():
                out.append((char, pen * em))
            pen += self.glyph(char).advance + (kerns[i] / 1000 if i < len(kerns) else 0.0)
        return out

    @cached_property
    def _segments(self) -> tuple[int, int]:
        """Where the best character map starts, and its format (4 or 12)."""
        data, start = self._data, self._tables[b"cmap"]
        (count,) = struct.unpack_from(">H", data, start + 2)
        best = (0, 0)
        for i in range(count):
            platform, encoding, offset = struct.unpack_from(">HHL", data, start + 4 + 8 * i)
            (form,) = struct.unpack_from(">H", data, start + offset)
            if (platform == 0 or (platform, encoding) in ((3, 1), (3, 10))) and form in (4, 12):
                best = max(best, (form, start + offset))
        return best[1], best[0]

    def _index(self, code: int) -> int:
        start, form = self._segments
        data = self._data
        if form == 12:
            (count,) = struct.unpack_from(">L", data, start + 12)
            low, high = 0, count
            while low < high:
                mid = (low + high) // 2
                first, last, glyph = struct.unpack_from(">3L", data, start + 16 + 12 * mid)
                if code > last:
                    low = mid + 1
                elif code < first:
                    high = mid
                else:
                    return int(glyph + code - first)
            return 0
        return self._index4(code, start) if form else 0

    def _index4(self, code: int, start: int) -> int:
        data = self._data
        (double,) = struct.unpack_from(">H", data, start + 6)
        for i in range(0, double, 2):
            (last,) = struct.unpack_from(">H", data, start + 14 + i)
            if code > last:
                continue
            (first,) = struct.unpack_from(">H", data, start + 16 + double + i)
            if code < first:
                return 0
            (delta,) = struct.unpack_from(">H", data, start + 16 + 2 * double + i)
            place = start + 16 + 3 * double + i
            (offset,) = struct.unpack_from(">H", data, place)
            if not offset:
                return int(code + delta) & 0xFFFF
            (glyph,) = struct.unpack_from(">H", data, place + offset + 2 * (code - first))
            return int(glyph + delta) & 0xFFFF if glyph else 0
        return 0

    def _glyph(self, index: int) -> Glyph:
        data, em = self._data, self._em
        metric = min(index, self._metrics - 1)
        (advance,) = struct.unpack_from(">H", data, self._tables[b"hmtx"] + 4 * metric)
        loca, glyf = self._tables[b"loca"], self._tables[b"glyf"]
        if self._long:
            start, end = struct.unpack_from(">2L", data, loca + 4 * index)
        else:
            start, end = (2 * v for v in struct.unpack_from(">2H", data, loca + 2 * index))
        whole = round(1000 * advance / em) / 1000
        if start == end:
            return Glyph(0.0, 0.0, whole, whole - advance / em)
        _, left, low, right, high = struct.unpack_from(">5h", data, glyf + start)
        return Glyph(left / em, right / em, whole, whole - advance / em, low / em, high / em)


class Faces:
    """The faces of a game, opened when the first run asks; one that cannot be read is None."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self._files = files
        self._open: dict[str, Face | None] = {}

    def get(self, name: str) -> Face | None:
        """The face of that id."""
        if name not in self._open:
            try:
                self._open[name] = Face(self._files[name])
            except (KeyError, OSError, struct.error, IndexError):
                self._open[name] = None
        return self._open[name]

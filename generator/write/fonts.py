"""Characters used in, embedded TrueType subsets out, one two-byte font for each face.

A character's code is its code point, so text needs no table while pages are written, and a run is
one string whatever it says; ReportLab's 8-bit subsets would split runs of over 256 characters.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import compress, groupby
from pathlib import Path
from sys import byteorder
from typing import Any, NamedTuple

from reportlab.pdfbase.ttfonts import TTFError, TTFontFile

from generator.write.file import LEVEL, SPECIAL, PdfFile, escaped, name

KEPT = 64
"""Subsets remembered: a hundred files of one person need a handful, some 20 KB each."""


class FontFault(Exception):  # noqa: N818 - like TTFError, it names what is wrong with a font
    """A face cannot be embedded; the message says why."""


@contextmanager
def embedding(path: Path) -> Iterator[None]:
    """Raise FontFault for whatever goes wrong while the file's tables are read and cut down."""
    try:
        yield
    except FontFault:
        raise
    except OSError as fault:
        raise FontFault(fault.strerror or "it cannot be read") from fault
    except TTFError as fault:
        raise FontFault(str(fault).replace(str(path), path.name)) from fault
    except Exception as fault:  # a broken table raises whatever its numbers lead to
        raise FontFault(f"it is damaged ({type(fault).__name__})") from fault


class Face:
    """One face of a file: `name` is what pages call it, `number` the font object to come."""

    def __init__(self, face: str, path: Path, index: int, number: int) -> None:
        self.face, self.path, self.number = face, path, number
        self.name = b"/F%d" % index
        self._used: set[str] = set()
        self._met = b""

    def show(self, text: str, kerns: tuple[float, ...]) -> bytes:
        """The array that TJ shows; a kern (1/1000 em) follows each character but the last."""
        data = text.encode("utf-16-be")
        plain = text.isascii() and not data.translate(None, self._met)
        if not plain:
            plain = self._meet(text, data)
        if not kerns:
            return b"[(%b)]" % (data if plain else escaped(data))
        out, start = [b"[("], 0
        for stop in compress(range(2, 2 * len(text), 2), kerns):
            piece = data[start:stop]
            out.append(piece if plain else escaped(piece))
            out.append(_STEPS[kerns[stop // 2 - 1]])
            start = stop
        out.append(data[start:] if plain else escaped(data[start:]))
        out.append(b")]")
        return b"".join(out)

    def _meet(self, text: str, data: bytes) -> bool:
        """Note characters, perhaps new ones; whether all stand in a string as they are."""
        before = len(self._used)
        self._used.update(text)
        if len(self._used) > before:
            codes = {ord(char) for char in self._used if char.isascii()}
            self._met = bytes({0, *codes}.difference(SPECIAL))
        return escaped(data) is data

    def write(self, file: PdfFile) -> None:
        """Write font, descriptor, subset and maps.

        Raises FontFault for a file that cannot be read, is no TrueType font, may not be embedded,
        or lacks a character.
        """
        codes = tuple(sorted(map(ord, self._used)))
        if codes and codes[-1] > 0xFFFF:
            raise FontFault(f"U+{codes[-1]:04X} lies beyond U+FFFF, which runs cannot show")
        try:
            about = self.path.stat()
        except OSError as fault:
            raise FontFault(fault.strerror or "it cannot be read") from fault
        made = _subset(self.path, (about.st_mtime_ns, about.st_size), codes)
        data = file.stream(b"/Length1 %d/Filter/FlateDecode" % made.length, made.data, packed=True)
        descriptor = file.write(made.descriptor % data)
        gids = file.stream(b"/Filter/FlateDecode", made.gids, packed=True)
        cid = file.write(
            b"<</Type/Font/Subtype/CIDFontType2/BaseFont%b"
            b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            b"/FontDescriptor %d 0 R/CIDToGIDMap %d 0 R/DW 0/W[%b]>>"
            % (made.base, descriptor, gids, made.widths)
        )
        unicode = file.stream(b"/Filter/FlateDecode", made.unicode, packed=True)
        file.write(
            b"<</Type/Font/Subtype/Type0/BaseFont%b/Encoding/Identity-H"
            b"/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>" % (made.base, cid, unicode),
            self.number,
        )


class _Subset(NamedTuple):
    """What a file holds of a font: streams are compressed, `descriptor` lacks the font's number."""

    base: bytes
    length: int
    data: bytes
    descriptor: bytes
    gids: bytes
    widths: bytes
    unicode: bytes


@lru_cache(maxsize=KEPT)
def _subset(path: Path, _about: tuple[int, int], codes: tuple[int, ...]) -> _Subset:
    """A font file's subset for these characters, made once where many files show the same."""
    with embedding(path):
        font = Tables(str(path), list(codes))
        lacking = [code for code in codes if not font.charToGlyph[code]]
        if lacking:
            raise FontFault(f"it has no glyph for U+{lacking[0]:04X}")
        subset = font.makeSubset(list(codes))
    tag = hashlib.sha256(subset).digest()[:6].translate(_LETTERS).decode("ascii")
    base = name(f"{tag}+{font.name.decode('ascii')}")
    return _Subset(
        base,
        len(subset),
        zlib.compress(subset, LEVEL),
        font.descriptor(base),
        zlib.compress(_gid_map(list(codes), font.charToGlyph), LEVEL),
        _widths(list(codes), font),
        zlib.compress(_to_unicode(list(codes)), LEVEL),
    )


class _Steps(dict[float, bytes]):
    """Kern to what closes one string of the array, moves, and opens the next."""

    def __missing__(self, kern: float) -> bytes:
        step = b")%.7g(" % -round(kern, 3)
        if len(self) < 10_000:
            self[kern] = step
        return step


_STEPS = _Steps()
_LETTERS = bytes(65 + byte % 26 for byte in range(256))


class Tables(TTFontFile):
    """ReportLab's font file, its tables read in bulk and only for the characters that are used.

    ReportLab reads each value with a call: 10 ms a face, this way 0.5 ms (PERF_FACTS, trick 7).
    """

    name: bytes
    charToGlyph: dict[int, int]  # noqa: N815 - names that makeSubset reads
    _pdfScale: Callable[[float], float]  # noqa: N815

    def __init__(self, filename: str, codes: list[int]) -> None:
        self._codes = codes
        super().__init__(filename)

    def extractInfo(self, charInfo: int = 1) -> None:  # noqa: N802, N803 - ReportLab's names
        """Header tables as ReportLab reads them, then the bulk ones."""
        super().extractInfo(0)
        find = _cmap(self._bytes("cmap"))
        self.charToGlyph = {code: find(code) for code in self._codes}
        loca = self._bytes("loca")
        short = self.get_ushort(self.get_table_pos("head")[0] + 50) == 0
        offsets = _big_endian("H" if short else "I", loca)
        self.glyphPos: Any = _Doubled(offsets) if short else offsets
        full = self.get_ushort(self.get_table_pos("hhea")[0] + 34)
        self.hmetrics = _Metrics(self._bytes("hmtx"), full)

    def _bytes(self, tag: str) -> bytes:
        return bytes(self.get_table(tag))  # type: ignore[no-untyped-call]  # stubs lack it

    def width(self, code: int) -> int:
        """The advance of a character in 1/1000 em; whole, since readers drop the rest."""
        return round(self._pdfScale(self.hmetrics[self.charToGlyph[code]][0]))

    def descriptor(self, base: bytes, flags: int = -1) -> bytes:
        """The font descriptor but for the number of its font file, which `%d` stands for.

        `flags` -1: the face's own.
        """
        return (
            b"<</Type/FontDescriptor/FontName%b/Flags %d/FontBBox[%b]/ItalicAngle %.7g"
            b"/Ascent %d/Descent %d/CapHeight %d/StemV %d/FontFile2 %%d 0 R>>"
            % (
                base.replace(b"%", b"%%"),
                self.flags if flags < 0 else flags,
                b" ".join(b"%d" % round(edge) for edge in self.bbox),
                self.italicAngle,
                round(self.ascent),
                round(self.descent),
                round(self.capHeight),
                self.stemV,
            )
        )


class _Doubled:
    """Short offsets, which count in pairs of bytes."""

    def __init__(self, halves: array[int]) -> None:
        self._halves = halves

    def __getitem__(self, glyph: int) -> int:
        return self._halves[glyph] * 2


class _Metrics:
    """Advance and left bearing by glyph; those past the full ones share the last advance."""

    def __init__(self, table: bytes, full: int) -> None:
        self._values = _big_endian("H", table)
        self._full = full

    def __getitem__(self, glyph: int) -> tuple[int, int]:
        if glyph < self._full:
            return self._values[2 * glyph], self._values[2 * glyph + 1]
        bearing = self._full + glyph
        values = self._values
        return values[2 * self._full - 2], values[bearing] if bearing < len(values) else 0


def _big_endian(kind: str, data: bytes) -> array[int]:
    values = array(kind)
    values.frombytes(data[: len(data) // values.itemsize * values.itemsize])
    if byteorder == "little":
        values.byteswap()
    return values


def _cmap(table: bytes) -> Any:
    """A function from code point to glyph (0 where there is none), from the best Unicode table."""
    ranked = {(3, 10): 0, (0, 6): 1, (0, 4): 2, (3, 1): 3}
    found: list[tuple[int, int]] = []
    for at in range(4, 4 + 8 * struct.unpack_from(">H", table, 2)[0], 8):
        platform, encoding, offset = struct.unpack_from(">HHI", table, at)
        rank = ranked.get((platform, encoding), 4 if platform == 0 else None)
        if rank is not None and struct.unpack_from(">H", table, offset)[0] in (4, 12):
            found.append((rank, offset))
    if not found:
        raise FontFault("it has no Unicode character map")
    offset = min(found)[1]
    if struct.unpack_from(">H", table, offset)[0] == 12:
        return _cmap_12(table, offset)
    return _cmap_4(table, offset)


def _cmap_4(table: bytes, offset: int) -> Any:
    count = struct.unpack_from(">H", table, offset + 6)[0] // 2
    words = _big_endian("H", table[offset + 14 :])
    ends, starts = words[:count], words[count + 1 : 2 * count + 1]
    deltas, ranges = words[2 * count + 1 : 3 * count + 1], words[3 * count + 1 :]

    def find(code: int) -> int:
        at = bisect_left(ends, code)
        if at == count or starts[at] > code:
            return 0
        if not ranges[at]:
            return (code + deltas[at]) & 0xFFFF
        index = at + ranges[at] // 2 + code - starts[at]
        glyph = ranges[index] if index < len(ranges) else 0
        return (glyph + deltas[at]) & 0xFFFF if glyph else 0

    return find


def _cmap_12(table: bytes, offset: int) -> Any:
    count = struct.unpack_from(">I", table, offset + 12)[0]
    words = _big_endian("I", table[offset + 16 : offset + 16 + 12 * count])
    starts, ends, glyphs = words[::3], words[1::3], words[2::3]

    def find(code: int) -> int:
        at = bisect_left(ends, code)
        return glyphs[at] + code - starts[at] if at < len(ends) and starts[at] <= code else 0

    return find


def renumbered(codes: list[int], glyphs: dict[int, int]) -> dict[int, int]:
    """Code point to glyph of the subset: makeSubset numbers glyphs in order of codes."""
    order: dict[int, int] = {0: 0}
    return {code: order.setdefault(glyphs[code], len(order)) for code in codes}


def _gid_map(codes: list[int], glyphs: dict[int, int]) -> bytes:
    """Code point to glyph of the subset, two bytes each."""
    gids = array("H", bytes(2 * (codes[-1] + 1 if codes else 1)))
    for code, glyph in renumbered(codes, glyphs).items():
        gids[code] = glyph
    if byteorder == "little":
        gids.byteswap()
    return gids.tobytes()


def _spans(codes: Iterable[int]) -> list[list[int]]:
    """Codes in runs of neighbours that share their high byte."""
    keyed = groupby(enumerate(codes), lambda pair: (pair[1] - pair[0], pair[1] >> 8))
    return [[code for _, code in run] for _, run in keyed]


def _widths(codes: list[int], font: Tables) -> bytes:
    return b"".join(
        b"%d[%b]" % (span[0], b" ".join(b"%d" % font.width(code) for code in span))
        for span in _spans(codes)
    )


def _to_unicode(codes: list[int]) -> bytes:
    """The map that lets words be found and copied; blocks hold at most 100 ranges."""
    spans = [b"<%04X><%04X><%04X>" % (span[0], span[-1], span[0]) for span in _spans(codes)]
    blocks = [spans[at : at + 100] for at in range(0, len(spans), 100)]
    return (
        b"/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        b"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n"
        b"/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n"
        b"1 begincodespacerange\n<0000><FFFF>\nendcodespacerange\n"
        + b"".join(
            b"%d beginbfrange\n%b\nendbfrange\n" % (len(block), b"\n".join(block))
            for block in blocks
        )
        + b"endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n"
    )

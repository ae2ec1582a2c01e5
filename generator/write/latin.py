"""A TrueType face in, one simple PDF font with all of its WinAnsi letters out."""

from __future__ import annotations

import struct
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase.ttfonts import TTFontMaker

from generator.write.file import PdfFile, escaped, name
from generator.write.fonts import Tables, embedding, renumbered
from generator.write.winansi import FIRST, LAST, WINANSI

_SYMBOLIC, _LATIN = 4, 32
"""Flags of a font descriptor (ISO 32000-1, table 123)."""


class LatinFace:
    """A face of a file's form: `name` is what its fields call it, `number` its object to come."""

    def __init__(self, face: str, path: Path, number: int) -> None:
        self.face, self.path, self.number = face, path, number
        self.name = name(face)

    def says(self, words: str) -> bool:
        """Whether every character of a text is of WinAnsi."""
        return all(char in WINANSI for char in words)

    def show(self, words: str, kerns: tuple[float, ...]) -> bytes:
        """The array that TJ shows; a kern (1/1000 em) follows each character but the last."""
        out, piece = [b"[("], bytearray()
        for n, char in enumerate(words):
            piece.append(WINANSI[char])
            if n < len(kerns) and kerns[n]:
                out.append(b"%b)%.7g(" % (escaped(bytes(piece)), -round(kerns[n], 3)))
                piece.clear()
        return b"".join((*out, escaped(bytes(piece)), b")]"))

    def write(self, file: PdfFile) -> None:
        """Write font, descriptor and letters; raises FontFault as other faces do."""
        letters = sorted(map(ord, WINANSI))
        with embedding(self.path):
            font = Tables(str(self.path), letters)
            known = [code for code in letters if font.charToGlyph[code]]
            data = _mapped(font.makeSubset(known), renumbered(known, font.charToGlyph))
        base = name(font.name.decode("ascii"))
        stream = file.stream(b"/Length1 %d" % len(data), data)
        flags = (font.flags & ~_SYMBOLIC) | _LATIN
        descriptor = file.write(font.descriptor(base, flags) % stream)
        widths = {WINANSI[chr(code)]: font.width(code) for code in known}
        widths |= {0xA0: widths.get(0x20, 0), 0xAD: widths.get(0x2D, 0)}
        row = b" ".join(b"%d" % widths.get(code, 0) for code in range(FIRST, LAST + 1))
        file.write(
            b"<</Type/Font/Subtype/TrueType/BaseFont%b/FirstChar %d/LastChar %d/Widths[%b]"
            b"/Encoding/WinAnsiEncoding/FontDescriptor %d 0 R>>"
            % (base, FIRST, LAST, row, descriptor),
            self.number,
        )


def _mapped(font: bytes, glyphs: dict[int, int]) -> bytes:
    """A font file with a character map for readers that look glyphs up by Unicode (3, 1)."""
    (count,) = struct.unpack_from(">H", font, 4)
    made = TTFontMaker()
    for at in range(12, 12 + 16 * count, 16):
        tag, _, offset, length = struct.unpack_from(">4sLLL", font, at)
        data = font[offset : offset + length]
        made.add(tag.decode("ascii"), _cmap(glyphs) if tag == b"cmap" else data)
    whole: bytes = made.makeStream()
    return whole


def _cmap(glyphs: dict[int, int]) -> bytes:
    """The table `cmap`, format 4: a segment for each run of codes, its glyphs listed."""
    codes = sorted(glyphs)
    runs = [
        [code for _, code in run]
        for _, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0])
    ]
    starts = [run[0] for run in runs] + [0xFFFF]
    ends = [run[-1] for run in runs] + [0xFFFF]
    count = len(starts)
    offsets, listed = [], 0
    for n, run in enumerate(runs):
        offsets.append(2 * (count - n + listed))
        listed += len(run)
    search = 1 << (count.bit_length() - 1)
    words = [
        *(4, 16 + 8 * count + 2 * listed, 0),
        *(2 * count, 2 * search, search.bit_length() - 1, 2 * (count - search)),
        *(*ends, 0, *starts),
        *(*[0] * (count - 1), 1),
        *(*offsets, 0),
        *(glyphs[code] for code in codes),
    ]
    return struct.pack(">HHHHL", 0, 1, 3, 1, 12) + struct.pack(f">{len(words)}H", *words)

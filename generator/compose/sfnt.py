"""Bytes of a font file in, the reason it cannot be used (or None) out: checked before any library.

Tables and fields by the OpenType specification (directory, head, hhea, hmtx, maxp, loca, OS/2).
"""

from __future__ import annotations

import struct
from array import array
from itertools import pairwise
from sys import byteorder
from typing import NamedTuple

LARGEST = 64 << 20
"""Bytes of the largest file read; the largest free CJK faces have about 20 MiB."""

_NEEDED = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")
_CONVERT = "convert it to a TrueType font (.ttf with outlines in 'glyf') or name another face"
_AGAIN = "get the file again from where it came"
_FORMATS = {
    b"OTTO": "holds PostScript (CFF) outlines, which PDF writing does not take",
    b"ttcf": "is a collection of several fonts",
    b"wOFF": "is a web font (WOFF)",
    b"wOF2": "is a web font (WOFF2)",
    b"typ1": "is a Type 1 font",
    b"%!PS": "is a Type 1 font",
}


class Fault(NamedTuple):
    """Why a font file is refused and the mend."""

    says: str
    fix: str


def fault(data: bytes) -> Fault | None:
    """What is wrong with the font file `data`, None for a sound TrueType font."""
    if not data:
        return Fault("is empty", _AGAIN)
    kind = data[:4]
    if kind in _FORMATS:
        return Fault(_FORMATS[kind], _CONVERT)
    if kind not in (b"\x00\x01\x00\x00", b"true"):
        return Fault("is no font (it does not begin as a TrueType file does)", _AGAIN)
    try:
        return _tables(data)
    except struct.error:
        return Fault("is cut short or damaged", _AGAIN)


def _tables(data: bytes) -> Fault | None:
    (count,) = struct.unpack_from(">H", data, 4)
    where: dict[str, tuple[int, int]] = {}
    for i in range(count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", data, 12 + 16 * i)
        name = tag.decode("latin-1")
        if offset + length > len(data):
            return Fault(f"is cut short: its table {name!r} ends beyond the file", _AGAIN)
        where[name] = (offset, length)
    if "CFF " in where or "CFF2" in where:
        return Fault(_FORMATS[b"OTTO"], _CONVERT)
    lacks = [name for name in _NEEDED if name not in where]
    if lacks:
        return Fault(f"lacks the table {', '.join(map(repr, lacks))}", _CONVERT)
    return _figures(data, where)


def _figures(data: bytes, where: dict[str, tuple[int, int]]) -> Fault | None:
    head, hhea, maxp = where["head"][0], where["hhea"][0], where["maxp"][0]
    (magic,) = struct.unpack_from(">L", data, head + 12)
    (upem,) = struct.unpack_from(">H", data, head + 18)
    (loca_format,) = struct.unpack_from(">H", data, head + 50)
    (metrics,) = struct.unpack_from(">H", data, hhea + 34)
    (glyphs,) = struct.unpack_from(">H", data, maxp + 4)
    if magic != 0x5F0F3CF5 or not 16 <= upem <= 16384 or loca_format > 1:
        return Fault("is damaged: its table 'head' makes no sense", _AGAIN)
    if not glyphs or not 1 <= metrics <= glyphs:
        return Fault("is damaged: its glyph counts make no sense", _AGAIN)
    if where["hmtx"][1] < 4 * metrics + 2 * (glyphs - metrics):
        return Fault("is damaged: its table 'hmtx' is too short", _AGAIN)
    if "OS/2" in where:
        (rights,) = struct.unpack_from(">H", data, where["OS/2"][0] + 8)
        if glyphs > 255 and (rights & 0xF == 2 or rights & 0x300):
            return Fault("forbids embedding a part of it (OS/2 fsType)", "name another face")
    return _outlines(data, where, glyphs, loca_format)


def _outlines(
    data: bytes, where: dict[str, tuple[int, int]], glyphs: int, loca_format: int
) -> Fault | None:
    start, length = where["loca"]
    width = 4 if loca_format else 2
    if length < width * (glyphs + 1):
        return Fault("is damaged: its table 'loca' is too short", _AGAIN)
    places = array("I" if loca_format else "H")
    places.frombytes(data[start : start + width * (glyphs + 1)])
    if byteorder == "little":
        places.byteswap()
    end = where["glyf"][1] if loca_format else where["glyf"][1] // 2
    if places[-1] > end or any(a > b for a, b in pairwise(places)):
        return Fault("is damaged: its outlines lie outside the table 'glyf'", _AGAIN)
    return None

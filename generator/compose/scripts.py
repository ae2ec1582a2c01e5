"""A character in, whether the text engine can draw it right out, and if not, why.

A run is written glyph by glyph from left to right, so scripts that join, reorder, stack or run from
the right are refused instead of being drawn wrong; so are accents that no single letter of Unicode
holds, characters beyond U+FFFF (they would be read back wrong) and what has no agreed look.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

_GREEK, _TONOS = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]"), "\u0301"

SOFT_HYPHEN = "\u00ad"
BREAK_HERE = "\u200b"
NO_BREAK = "\u2060\ufeff"
"""Word joiner, and the zero-width no-break space that older files use for it."""

DROPPED = "\u200c\ufe0e\ufe0f"
"""Zero-width non-joiner (nothing joins here) and the choice of text or emoji look: a sign followed
by U+FE0F prints in its text form, the only one that a face in one colour has."""

HYPHEN_NO_BREAK = "\u2011"

SPACES: dict[str, float | None] = {
    "\u00a0": None,
    "\u2002": 500.0,
    "\u2003": 1000.0,
    "\u2004": 1000 / 3,
    "\u2005": 250.0,
    "\u2006": 1000 / 6,
    "\u2007": 500.0,
    "\u2008": 200.0,
    "\u2009": 200.0,
    "\u200a": 100.0,
    "\u202f": 200.0,
    "\u205f": 4000 / 18,
    "\u3000": 1000.0,
}
"""Widths (1/1000 em) of spaces that do not collapse; None: as wide as the common space."""

FIRM_SPACES = "\u00a0\u2007\u202f"
"""Those of them where no line breaks."""

_SHAPED = (
    (0x0590, 0x08FF, "is of a script that runs from right to left"),
    (0x0900, 0x0DFF, "is of an Indic script, whose letters join"),
    (0x0E00, 0x0FFF, "is of a script that stacks its marks"),
    (0x1000, 0x109F, "is of a script that stacks its marks"),
    (0x1100, 0x11FF, "is a part of a Korean syllable that Unicode has no whole for"),
    (0x1700, 0x18AF, "is of a script whose letters join"),
    (0x1900, 0x1AFF, "is of a script that stacks its marks"),
    (0x1B00, 0x1C7F, "is of a script whose letters join"),
    (0x1CC0, 0x1CFF, "is of an Indic script, whose letters join"),
    (0xA800, 0xA82F, "is of an Indic script, whose letters join"),
    (0xA840, 0xA95F, "is of a script whose letters join"),
    (0xA960, 0xA97F, "is a part of a Korean syllable that Unicode has no whole for"),
    (0xA980, 0xAAFF, "is of a script that stacks its marks"),
    (0xABC0, 0xABFF, "is of an Indic script, whose letters join"),
    (0xD7B0, 0xD7FF, "is a part of a Korean syllable that Unicode has no whole for"),
    (0xFB1D, 0xFDFF, "is of a script that runs from right to left"),
    (0xFE70, 0xFEFE, "is of a script that runs from right to left"),
)
"""Blocks of the Unicode standard whose text needs shaping or a direction."""

_STARTS = [first for first, _, _ in _SHAPED]
_CATEGORIES = {
    "Cc": "is a control character",
    "Cf": "is an invisible control character",
    "Cn": "is not a character of Unicode",
    "Co": "is of a private use area, so it has no agreed look",
    "Cs": "is half of a character",
    "Mn": "is an accent that makes no single character with the letter before it",
    "Mc": "is an accent that makes no single character with the letter before it",
    "Me": "is an accent that makes no single character with the letter before it",
}


def reason(char: str) -> str:
    """Why `char` is refused, as the end of a sentence; "" for one that may be drawn.

    The characters that this module names (soft hyphen, odd spaces, dropped ones) may be.
    """
    code = ord(char)
    if code < 0x250 and char.isprintable():
        return ""
    if char in SPACES or char in DROPPED or char in NO_BREAK or char in (SOFT_HYPHEN, BREAK_HERE):
        return ""
    if code > 0xFFFF:
        return "is beyond U+FFFF, which cannot be printed and read back right"
    place = bisect_right(_STARTS, code) - 1
    if place >= 0 and code <= _SHAPED[place][1]:
        return _SHAPED[place][2]
    if unicodedata.bidirectional(char) in ("R", "AL", "AN"):
        return "is of a script that runs from right to left"
    return _CATEGORIES.get(unicodedata.category(char), "")


def printed(text: str) -> str:
    """`text` as it reads on paper: composed, without what does not show, single common spaces.

    Line ends count as spaces; a hyphen that a broken word is given is not foreseen.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    text = unicodedata.normalize("NFC", text).translate(_ON_PAPER)
    return " ".join(text.split())


_ON_PAPER = str.maketrans(
    dict.fromkeys((SOFT_HYPHEN, BREAK_HERE, *NO_BREAK, *DROPPED), "")
    | dict.fromkeys(SPACES, " ")
    | {HYPHEN_NO_BREAK: "-"}
)


def capitals(text: str) -> str:
    """In capitals; of Greek without accents (U+0301) but with diaereses, as Greek sets capitals."""
    if text.isascii() or not _GREEK.search(text):
        return text.upper()
    parts: list[str] = []
    bare = ""
    for char in unicodedata.normalize("NFD", text):
        if not unicodedata.combining(char):
            bare = char
        if char != _TONOS or not _GREEK.match(bare):
            parts.append(char)
    return unicodedata.normalize("NFC", "".join(parts).upper())

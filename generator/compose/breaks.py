"""A word as typed in, its printed characters and the places where a line may end in it out.

Hyphenation is the author's: soft hyphens (U+00AD) say where. Patterns for a language are not
guessed at, since cards have many names and few lines.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Literal, NamedTuple

from generator.compose import scripts

_NATURAL = re.compile(
    r"(?<=[^\W_]{2})(?:[-\u2010]+|/+)(?=[^\W\d_]{2}|[\"\u201c\u2018\u00ab(\[])"
    r"|(?<=[^\s\u2013\u2014])[\u2013\u2014]+(?=[^\W\d_]|[\"\u201c\u2018\u00ab(\[])"
)
"""Hyphens, slashes and dashes that a line may end with: never in 2-3, -5, 1/2, X-ray, //."""

_NOT_FIRST = frozenset(
    "!%),.:;?]}°’”…‰′″℃、。々〉》」』】〕〗〙〛〜ぁぃぅぇぉっゃゅょゎゕゖ゛゜ゝゞァィゥェォッャュョヮヵヶ・ーヽヾ"
    "！），．：；？］｝～｡｣､･ｰﾞﾟ"
)
_NOT_LAST = frozenset("$([{£¥‘“〈《「『【〔〖〘〚（［｛｢￡￥＄")
"""Signs that begin or end no line of Chinese or Japanese (the common core of JIS X 4051)."""

Kind = Literal["open", "soft", "space"]


class Word(NamedTuple):
    """`text` as printed; `cuts` are (index, kind) where a line may end before that index.

    `soft` are the indexes of all soft hyphens, `spaces` the widths of odd spaces by index (None: a
    common space's), `missing` and `refused` the characters left out.
    """

    text: str
    cuts: tuple[tuple[int, Kind], ...] = ()
    soft: tuple[int, ...] = ()
    spaces: dict[int, float | None] = {}
    missing: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def plain(word: str) -> bool:
    """Whether `word` has neither odd characters nor places where a line may end."""
    return word.isascii() and word.isprintable() and "-" not in word and "/" not in word


def analyse(word: str, known: Callable[[str], bool]) -> Word:
    """`word` (NFC, no common space in it) taken apart; `known`: whether any face has a character.

    Where a soft hyphen and a natural place meet, the natural one wins: no second hyphen is added.
    """
    text: list[str] = []
    cuts: dict[int, Kind] = {}
    firm: set[int] = set()
    soft: list[int] = []
    spaces: dict[int, float | None] = {}
    missing: dict[str, None] = {}
    refused: dict[str, None] = {}
    for char in word:
        at = len(text)
        if char == scripts.SOFT_HYPHEN:
            soft.append(at)
        elif char == scripts.BREAK_HERE:
            cuts[at] = "open"
        elif char in scripts.NO_BREAK:
            firm.add(at)
        elif char == scripts.HYPHEN_NO_BREAK:
            text.append("-")
            firm.add(at + 1)
        elif char in scripts.SPACES:
            text.append(" ")
            spaces[at] = scripts.SPACES[char]
            if char not in scripts.FIRM_SPACES:
                cuts[at + 1] = "space"
        elif char in scripts.DROPPED:
            continue
        elif scripts.reason(char):
            refused[char] = None
        elif not known(char):
            missing[char] = None
        else:
            text.append(char)
    shown = "".join(text)
    for place in (*(m.end() for m in _NATURAL.finditer(shown)), *_wide_places(shown)):
        cuts.setdefault(place, "open")
    soft = [at for at in soft if 0 < at < len(shown) and at not in firm and at not in cuts]
    kept = ((at, kind) for at, kind in cuts.items() if 0 < at < len(shown) and at not in firm)
    ordered = tuple(sorted((*kept, *((at, "soft") for at in soft))))
    return Word(shown, ordered, tuple(soft), spaces, tuple(missing), tuple(refused))


def _wide_places(text: str) -> list[int]:
    """Indexes between Chinese or Japanese characters where a line may end."""
    if text.isascii():
        return []
    wide = [unicodedata.east_asian_width(c) in "WF" and not "가" <= c <= "힣" for c in text]
    return [
        i
        for i in range(1, len(text))
        if (wide[i - 1] or wide[i]) and text[i] not in _NOT_FIRST and text[i - 1] not in _NOT_LAST
    ]

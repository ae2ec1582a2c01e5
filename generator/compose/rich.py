"""Data with the small markup in, escaped markup for `<text>` out: `**b**`, `*i*`, `:icon:`, `\\`.

A marker opens before a character that is no space and closes after one; markers without a partner
print as typed. `***both***` nests. A backslash prints the next character as it is. Nothing else
means anything: `<b>` in data prints as `<b>`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

BREAK = "\u2028"
"""Stands for a newline of the data in rendered markup, where a plain newline is only a space."""

_TOKEN = re.compile(r"\\(.)|(\*+)|:([a-z][a-z0-9-]*):", re.DOTALL)
_TAG = {1: ("<i>", "</i>"), 2: ("<b>", "</b>")}


class _Open:
    """A marker that may still find its partner: its place in the output and its width in stars."""

    __slots__ = ("at", "stars")

    def __init__(self, at: int, stars: int) -> None:
        self.at = at
        self.stars = stars


@lru_cache(4096)
def rich(text: str) -> Markup:
    """Markup for `<text>`; `text` is plain data, its newlines become hard breaks."""
    text = str(escape(text))  # what it puts in means nothing here: no star, colon or backslash
    out: list[str] = []
    opened: list[_Open] = []
    end = 0
    for found in _TOKEN.finditer(text):
        start = found.start()
        if start > end:
            out.append(text[end:start])
        end = found.end()
        literal, stars, icon = found.groups()
        if stars is not None:
            closes, opens = text[start - 1 : start], text[end : end + 1]
            _stars(len(stars), out, opened, closes.strip(), opens.strip())
        elif literal is not None:
            out.append(literal)
        else:
            out.append(f'<icon name="{icon}"/>')
    out.append(text[end:])
    return Markup("".join(out).replace("\n", BREAK))  # noqa: S704 - escaped at first


def plain_text(text: str) -> str:
    """The words that `rich` data prints, without its markers and icons, white space made single."""
    return rich(text).striptags()


def _stars(stars: int, out: list[str], opened: list[_Open], closes: str, opens: str) -> None:
    """Close what a run of stars can close, open what it can open, print the rest."""
    if stars > 3:
        out.append("*" * stars)
        return
    while stars and closes:
        inner = [m for m in reversed(opened) if m.stars <= stars]
        match = next((m for m in inner if m.stars == stars), inner[0] if inner else None)
        if match is None or match.at == len(out) - 1:
            break
        del opened[opened.index(match) + 1 :]  # markers inside without a partner stay as typed
        opened.pop()
        out[match.at], end = _TAG[match.stars]
        out.append(end)
        stars -= match.stars
    while stars and opens:
        take = min(stars, 2)
        opened.append(_Open(len(out), take))
        out.append("*" * take)
        stars -= take
    out.append("*" * stars)

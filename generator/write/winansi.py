"""The letters that any program can write into a form: WinAnsiEncoding, each with its code."""

from __future__ import annotations

FIRST, LAST = 32, 255
"""Codes of a simple font."""


def _letters() -> dict[str, int]:
    """Characters and codes of ISO 32000-1, annex D.2, which are those of Windows code page 1252.

    Left out: the codes that are undefined, and the two that repeat the space and the hyphen.
    """
    out = {}
    for code in range(FIRST, LAST + 1):
        char = bytes((code,)).decode("cp1252", "ignore")
        if char and code not in (0x7F, 0xA0, 0xAD):
            out[char] = code
    return out


WINANSI = _letters()
"""Character to code."""

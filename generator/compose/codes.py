"""Texts and the side of a square in, the modules of a QR code that can be scanned out.

ISO/IEC 18004. A code shrinks as its text does not: so there may be several texts, the richest
first, and the first one is taken whose modules are at least `LEAST` mm, quiet zone included.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from generator.compose.flaw import Flaw
from generator.compose.pixels import Cell
from generator.compose.rich import BREAK
from generator.scene import Colour

TEXTS = ("value", "or", "or-else")
"""Attributes that hold texts, the richest first."""

LEAST = 0.4
"""mm of a module: what the cameras of telephones read at arm's length from office print."""

QUIET = 4
"""Modules left free on each side (ISO/IEC 18004, 5.3.8)."""

LONGEST = 2_953
"""Bytes that the largest code holds (version 40 at level L)."""

_LEVELS = ("m", "l")
"""Levels of error correction, 15 % and 7 %, the better first; more where it costs no room."""

_DARK = 160
"""The most that any part of a code's colour may be, of 255."""


_GREY = 24
"""How far parts of a colour may differ that is to be printed in black alone."""


class Code(NamedTuple):
    """A code: `text` is what it holds, the `which`th of those offered; `dark` its modules.

    `across` counts them without the quiet zone, `module` is the mm of one.
    """

    text: str
    which: int
    across: int
    module: float
    dark: frozenset[Cell]


@lru_cache(16)
def code(texts: tuple[str, ...], side: float) -> Code:
    """The code for the first text that fits a square of `side` mm; raises Flaw."""
    if not texts:
        fix = "hand it a text, or leave the element out"
        raise Flaw("markup-value", "the code holds nothing: all of its texts are empty", fix)
    most = _version(int(side / LEAST + 1e-6) - 2 * QUIET)
    for which, text in enumerate(texts):
        made = _made(text.replace(BREAK, "\n"), most) if most > 0 else None
        if made is not None:
            across = len(made)
            cells = ((x, y) for y, row in enumerate(made) for x, dark in enumerate(row) if dark)
            module = side / (across + 2 * QUIET)
            return Code(text.replace(BREAK, "\n"), which, across, module, frozenset(cells))
    raise _small(texts, side)


def told(made: Code, texts: tuple[str, ...], side: float) -> str:
    """Which text a code holds and how large its modules are, as a sentence."""
    said = f"the code holds {_ORDER[made.which]} of its {len(texts)} texts" * (len(texts) > 1)
    said = f"{said or 'the code holds its text'}, '{_glimpse(made.text)}'"
    size = f"{made.across} x {made.across} modules of {made.module:.2f} mm"
    bytes_ = f"{len(made.text.encode())} bytes"
    if not made.which:
        return f"{said}: {bytes_}, {size}"
    why = f"those of the first would be under {LEAST:g} mm in a box of {side:.1f} mm"
    return f"{said}: {bytes_}, {size}; {why}"


def _glimpse(text: str) -> str:
    """The text's beginning, on one line."""
    line = " ".join(text[: 2 * GLIMPSE].split())
    return line if len(line) <= GLIMPSE else line[: GLIMPSE - 1].rstrip() + "\u2026"


def inked(ink: Colour) -> Colour:
    """A code's colour, once it is known to print as black ink alone; raises Flaw."""
    fix = "give it a colour of the palette with cmyk: [0, 0, 0, 100]"
    mixed = any(ink.cmyk[:3]) if ink.cmyk else max(ink[:3]) - min(ink[:3]) > _GREY
    if mixed or ink.spot:
        says = "the code would print in several inks, whose edges never meet exactly"
        raise Flaw("code-ink", says, fix)
    if max(ink[:3]) > _DARK:
        raise Flaw("code-ink", f"the code is printed in {ink.hex}, which is too light", fix)
    return ink


GLIMPSE = 40
"""Characters of a text that are shown."""

_ORDER = ("the first", "the second", "the third")


def _version(across: int) -> int:
    """The largest version of so many modules across; 0: none is so small."""
    return min(40, (across - 17) // 4)


def _made(text: str, most: int, levels: tuple[str, ...] = _LEVELS) -> tuple[bytearray, ...] | None:
    """The modules of the smallest version at the best level that has one up to `most`."""
    import segno  # noqa: PLC0415 - few faces have codes; 50 ms

    for level in levels:
        try:
            # one pattern of masks tells whether there is room; the best one is sought only then
            segno.make_qr(text, error=level, version=most, mask=0, encoding="utf-8", eci=False)
        except segno.DataOverflowError:
            continue
        return segno.make_qr(text, error=level, encoding="utf-8", eci=False).matrix
    return None


def _needs(text: str, side: float) -> tuple[int, float]:
    """How many modules a text needs across at least, and what each would measure; 0: too long."""
    made = _made(text.replace(BREAK, "\n"), 40, _LEVELS[-1:])
    across = len(made) if made else 0
    return across, side / (across + 2 * QUIET)


def _small(texts: tuple[str, ...], side: float) -> Flaw:
    shortest = min(texts, key=lambda text: len(text.encode()))
    across, module = _needs(shortest, side)
    count = len(shortest.encode())
    if not across:
        says = f"a code holds no text of {count:,} bytes"
        return Flaw("code-small", says, f"{LONGEST:,} bytes at most, far fewer on a card")
    says = (
        f"the shortest text of the code, {count} bytes, needs {across} x {across} modules of"
        f" {module:.2f} mm in a box of {side:g} mm; {LEAST:g} mm can be scanned"
    )
    wanted = LEAST * (across + 2 * QUIET)
    return Flaw("code-small", says, f"a box of {wanted:.1f} mm, or a shorter text")

"""A picture's source and what stands in the file in, whether they show the same out.

JPEG and plain PNG stand in the file as they are, so their bytes are compared; others are decoded
by Pillow, which is imported when the first of them is met.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image as Opened

SAMPLES = 4096
"""Bytes compared of a picture whose pixels are not equal one by one (16 bits made 8)."""

NEAR = 6.0
"""Mean difference of 0-255 within which two pictures are the same."""

TRANSPARENT = 250
"""Alpha under which a pixel lets something through."""

Corner = tuple[float, float]


def corners(turn: int) -> tuple[Corner, Corner, Corner]:
    """Where a stored picture's bottom left, bottom right and top left are seen, by orientation.

    In a square of side 1, y down. Orientation says which side is row 0 and which is column 0
    (EXIF 2.32, tag 0x0112).
    """
    row, column = _SIDES[turn][0], _SIDES[turn][1]

    def seen(r: int, c: int) -> Corner:
        if row in "tb":
            return (c if column == "l" else 1 - c), (r if row == "t" else 1 - r)
        return (r if row == "l" else 1 - r), (c if column == "t" else 1 - c)

    return seen(1, 0), seen(1, 1), seen(0, 0)


_SIDES = {1: "tl", 2: "tr", 3: "br", 4: "bl", 5: "lt", 6: "rt", 7: "rb", 8: "lb"}


@lru_cache(maxsize=4096)
def orientation(source: str) -> int:
    """The EXIF orientation 1-8; 1 where there is none or the file cannot be read."""
    try:
        data = Path(source).read_bytes()
    except OSError:
        return 1
    if b"eXIf" not in data and b"Exif" not in data:
        return 1
    opened = _opened(source)
    if opened is None:
        return 1
    with opened:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # broken EXIF turns nothing
                found = opened.getexif().get(0x0112, 1)
        except (OSError, SyntaxError, ValueError):
            return 1
    return found if found in range(1, 9) else 1


def same(
    source: str,
    raw: bytes,
    decoded: bytes,
    size: tuple[int, int],
    *,
    clear: bool,
    grey: bool = False,
    inks: Callable[[Any], Any] | None = None,
) -> bool:
    """Whether `raw`, or the pixels `decoded` from it (stored rows), are those of the source.

    `inks` is what has turned the source into inks. `clear` says that some of what is read lets
    through what lies beneath; where the source does, it must. Raises OSError where the source
    cannot be read.
    """
    if inks is None and raw == _packed(Path(source).read_bytes()):
        return True
    opened = _opened(source)
    if opened is None:
        return False
    with opened:
        mode = {1: "L", 3: "RGB", 4: "CMYK"}.get(len(decoded) // (size[0] * size[1]))
        if opened.size != size or mode is None or (grey and mode != "L"):
            return False
        if inks is not None and mode == "RGB":
            return False
        if opened.has_transparency_data:
            full = opened.convert("RGBA")
            least = full.getchannel("A").getextrema()[0]
            if not clear and int(str(least)) < TRANSPARENT:
                return False
            due = _as(full, mode, inks)
        elif opened.mode.startswith("I"):
            wide = opened.convert("I").point(lambda value: value * (255 / 65535))
            due = wide.convert("L").convert(mode).tobytes()
        else:
            due = _as(opened, mode, inks)
    if due == decoded:
        return True
    step = max(1, len(due) // SAMPLES)
    pairs = list(zip(due[::step], decoded[::step], strict=False))
    return sum(abs(a - b) for a, b in pairs) / max(1, len(pairs)) <= NEAR


def _as(picture: Opened, mode: str, inks: Callable[[Any], Any] | None) -> bytes:
    """The pixels in the mode of those that were read."""
    if inks is not None and mode == "CMYK":
        made: bytes = inks(picture.convert("RGB")).tobytes()
        return made
    return picture.convert(mode).tobytes()


def _packed(data: bytes) -> bytes:
    """What a file holds when it takes a picture as it is: JPEG, or the data of a PNG."""
    if not data.startswith(b"\x89PNG"):
        return data
    at, parts = 8, []
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            parts.append(data[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(parts)


def _opened(source: str) -> Opened | None:
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - see the first lines

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            return Image.open(source)
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, SyntaxError, ValueError):
        return None

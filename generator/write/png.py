"""Rows of red, green and blue in, a PNG out that says how large it is and what its colours mean.

Written by hand: the same pixels give the same bytes, whatever library is installed.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from generator.units import INCH

LEVEL = 6


def write_png(path: Path, pixels: tuple[int, int], rgb: bytes, dpi: int) -> str:
    """Write the picture to `path`; returns its sha256 in hex. Raises OSError."""
    import hashlib  # noqa: PLC0415 - few files are pictures

    data = png(pixels, rgb, dpi)
    path.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def png(pixels: tuple[int, int], rgb: bytes, dpi: int) -> bytes:
    """The bytes of a PNG of 8 bits a channel, sRGB, `dpi` pixels an inch."""
    wide, high = pixels
    row = 3 * wide
    rows = b"".join(b"\0" + rgb[at : at + row] for at in range(0, row * high, row))
    metre = round(dpi * 1000 / INCH)
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)),
        (b"sRGB", b"\1"),
        (b"pHYs", struct.pack(">IIB", metre, metre, 1)),
        (b"IDAT", zlib.compress(rows, LEVEL)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

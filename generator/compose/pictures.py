"""A picture file in, its kind and pixel size out, from its header alone; faults are `Flaw`s.

Nothing is decoded here: a header is a few bytes, so a bomb costs nothing, and the writer decodes
the pixels once. PNG and JPEG are told by content, whatever the name ends in.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO, NamedTuple

from generator.compose.flaw import Flaw

MOST = 100_000_000
"""Pixels of one picture."""

BYTES = 256 * 1024 * 1024
"""Bytes of one file."""

_OTHERS = (
    (b"GIF8", "GIF"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"BM", "BMP"),
    (b"\0\0\1\0", "ICO"),
    (b"8BPS", "Photoshop"),
    (b"%PDF", "PDF"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\0\0\0\x0cJXL ", "JPEG XL"),
    (b"\0\0\0\x0cjP  ", "JPEG 2000"),
)
_SIDEWAYS = range(5, 9)
"""EXIF orientations that change width and height."""


class Header(NamedTuple):
    """`kind` png or jpeg; `pixels` as seen, EXIF's turn done."""

    kind: str
    pixels: tuple[int, int]


class _Broken(Exception):  # noqa: N818
    """The file ends or breaks off where it must not."""


def header(path: Path, shown: str) -> Header:
    """The header of a PNG or JPEG file; raises Flaw."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(0)
            return _header(file, size, shown)
    except OSError as error:
        raise Flaw("picture-broken", f"{shown} cannot be read: {error.strerror}") from None
    except _Broken as broken:
        fix = "save it again, or take it from its source"
        raise Flaw("picture-broken", f"{shown} {broken}", fix) from None


def _header(file: BinaryIO, size: int, shown: str) -> Header:
    start = file.read(16)
    if size == 0:
        raise _Broken("is empty (0 bytes)")
    if size > BYTES:
        says = f"{shown} has {size / 2**20:,.0f} MiB, over {BYTES >> 20}"
        raise Flaw("picture-too-big", says, "make it smaller")
    file.seek(0)
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        kind, (w, h), turn = "png", *_png(file, size)
    elif start.startswith(b"\xff\xd8\xff"):
        kind, (w, h), turn = "jpeg", *_jpeg(file, size)
    else:
        raise _foreign(start, shown)
    if w * h > MOST:
        says = f"{shown} has {w:,} x {h:,} pixels, {w * h / 1e6:,.0f} megapixels"
        raise Flaw("picture-too-big", says, f"at most {MOST // 1_000_000} megapixels are read")
    return Header(kind, (h, w) if turn in _SIDEWAYS else (w, h))


def _foreign(start: bytes, shown: str) -> Flaw:
    kind = next((name for magic, name in _OTHERS if start.startswith(magic)), "")
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        kind = "WebP"
    if start[4:8] == b"ftyp":
        kind = "AVIF or HEIC"
    says = f"{shown} is a {kind} picture" if kind else f"{shown} is no picture known here"
    return Flaw("picture-kind", says, "convert it to PNG or JPEG")


def _take(file: BinaryIO, count: int) -> bytes:
    got = file.read(count)
    if len(got) < count:
        raise _Broken("breaks off (it is truncated)")
    return got


def _png(file: BinaryIO, size: int) -> tuple[tuple[int, int], int]:
    """Pixels and EXIF orientation; walks every chunk, so that a truncated file is noticed."""
    file.seek(8)
    head = _take(file, 25)
    if head[4:8] != b"IHDR" or head[:4] != b"\0\0\0\x0d":
        raise _Broken("has no PNG header")
    pixels = int.from_bytes(head[8:12]), int.from_bytes(head[12:16])
    if not all(pixels):
        raise _Broken("has no pixels")
    turn, data = 1, False
    while True:
        start = _take(file, 8)
        length, name = int.from_bytes(start[:4]), start[4:]
        if file.tell() + length + 4 > size:
            raise _Broken("breaks off (it is truncated)")
        if name == b"IEND":
            break
        data = data or name == b"IDAT"
        if name == b"eXIf":
            turn = _orientation(_take(file, length))
            length = 0
        file.seek(length + 4, 1)
    if not data:
        raise _Broken("has no pixels")
    return pixels, turn


def _jpeg(file: BinaryIO, size: int) -> tuple[tuple[int, int], int]:
    """Pixels and EXIF orientation; the file must hold its end marker near its end."""
    file.seek(2)
    turn = 1
    while True:
        code, length = _segment(file)
        if 0xC0 <= code <= 0xCF and code not in (0xC4, 0xC8, 0xCC):
            frame = _take(file, 6)
            break
        body = _take(file, length) if code == 0xE1 else b""
        if body.startswith(b"Exif\0\0"):
            turn = _orientation(body[6:])
        file.seek(length - len(body), 1)
    pixels = int.from_bytes(frame[3:5]), int.from_bytes(frame[1:3])
    if not all(pixels):
        raise _Broken("has no pixels")
    if frame[5] not in (1, 3, 4):
        raise _Broken(f"has {frame[5]} colour channels")
    file.seek(max(file.tell(), size - 65536))
    if b"\xff\xd9" not in file.read():
        raise _Broken("breaks off (it is truncated)")
    return pixels, turn


def _segment(file: BinaryIO) -> tuple[int, int]:
    """The next JPEG segment's marker and length, before the pixels begin."""
    code = 0x01
    while code == 0x01 or 0xD0 <= code <= 0xD8:  # markers that stand alone
        if _take(file, 1) != b"\xff":
            raise _Broken("has a broken JPEG header")
        code = 0xFF
        while code == 0xFF:
            code = _take(file, 1)[0]
    if code in (0xD9, 0xDA):
        raise _Broken("has no JPEG size")
    length = int.from_bytes(_take(file, 2)) - 2
    if length < 0:
        raise _Broken("has a broken JPEG header")
    return code, length


def _orientation(tiff: bytes) -> int:
    """EXIF orientation 1 to 8; 1 where there is none that can be read."""
    order = {b"II*\0": "little", b"MM\0*": "big"}.get(tiff[:4])
    if order is None:
        return 1

    def integer(at: int, count: int) -> int:
        return int.from_bytes(tiff[at : at + count], order)  # type: ignore[arg-type]

    start = integer(4, 4)
    for n in range(min(integer(start, 2), 64)):
        at = start + 2 + 12 * n
        if integer(at, 2) == 0x0112:
            value = integer(at + 8, 2)
            return value if 1 <= value <= 8 else 1
    return 1

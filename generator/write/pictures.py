"""A picture file in, one image object out: stored bytes as they are where PDF can read them."""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from generator.geometry import IDENTITY, Matrix
from generator.write.file import LEVEL, PdfFile

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFile import ImageFile

MOST = 100_000_000
"""Pixels; larger pictures are refused from their header (DESIGN, Safe)."""

MOST_BYTES = 320 * 2**20
"""Bytes of unpacked pixels; more would not leave the reader that proves them room enough."""

BAND = 256
"""Rows that are turned into bytes at once."""

BLOCK = 1 << 14
"""Bytes of packed pixels looked at in one piece: at most 16 MiB once unpacked."""

_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
"""Bits a channel by PNG colour type (PNG specification, table 11.1)."""

PNG = b"\x89PNG\r\n\x1a\n"

UPRIGHT: dict[int, Matrix] = {
    2: (-1, 0, 0, 1, 1, 0),
    3: (-1, 0, 0, -1, 1, 1),
    4: (1, 0, 0, -1, 0, 1),
    5: (0, -1, -1, 0, 1, 1),
    6: (0, -1, 1, 0, 0, 1),
    7: (0, 1, 1, 0, 0, 0),
    8: (0, 1, -1, 0, 1, 0),
}
"""EXIF orientation to what it does to the unit square, y up."""


class PictureFault(Exception):  # noqa: N818 - it names what is wrong with a picture
    """A picture cannot be taken into the file; the message says why."""


class Embedded(NamedTuple):
    """An image object and how its unit square is turned before it is placed."""

    number: int
    upright: Matrix


class _Stored(NamedTuple):
    """Dictionary entries and data as they stand in the source, and its EXIF orientation."""

    entries: bytes
    data: bytes
    orientation: int


Convert = Callable[["Image"], "Image"]
"""A picture in RGB in, the same in a press's inks out."""


def write_picture(
    file: PdfFile, source: Path, grey: bool = False, inks: Convert | None = None
) -> Embedded:
    """Write the picture as an image object; raises PictureFault, or OSError if unreadable.

    What it is, its first bytes say, never its name. JPEG and plain PNG pass unchanged; alpha,
    interlaced PNG and other formats are decoded by Pillow, a band of rows at a time; so is colour
    that must be `grey`, or in `inks`, for which 16 bits become 8 (PDF 1.4 knows no others).
    """
    data = source.read_bytes()
    if not data:
        raise PictureFault("the file is empty")
    stored = None
    if data.startswith(b"\xff\xd8"):
        stored = _jpeg(data)
    elif data.startswith(PNG):
        stored = _png(data)
    coloured = stored is None or b"/ColorSpace/DeviceGray" not in stored.entries
    deep = stored is not None and b"/BitsPerComponent 16" in stored.entries
    if stored is None or ((grey or inks) and coloured) or (inks and deep):
        try:
            return _decoded(file, data, grey, inks)
        except MemoryError as fault:
            raise PictureFault("its pixels need more memory than there is") from fault
    number = file.stream(b"/Type/XObject/Subtype/Image" + stored.entries, stored.data, packed=True)
    return Embedded(number, UPRIGHT.get(stored.orientation, IDENTITY))


def _size(width: int, height: int, bits: int) -> bytes:
    if not (width and height):
        raise PictureFault("it has no pixels")
    if width * height > MOST:
        raise PictureFault(f"{width} x {height} pixels are more than {MOST // 10**6} million")
    return b"/Width %d/Height %d/BitsPerComponent %d" % (width, height, bits)


def _must_have_room(size: int) -> None:
    """Raise PictureFault for more bytes of pixels than are taken."""
    if size > MOST_BYTES:
        says = f"its pixels are {size / 2**20:.0f} MiB; at most {MOST_BYTES >> 20} are taken"
        raise PictureFault(f"{says}: fewer pixels, no alpha, or 8 bits a channel")


def _jpeg(data: bytes) -> _Stored | None:
    """A baseline or progressive 8-bit JPEG as it is; None where only a decoder can tell."""
    at, orientation, adobe = 2, 1, False
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return None
        marker = data[at + 1]
        if marker == 0xFF or 0xD0 <= marker <= 0xD7 or marker == 0x01:
            at += 1 if marker == 0xFF else 2
            continue
        length = struct.unpack_from(">H", data, at + 2)[0]
        body = data[at + 4 : at + 2 + length]
        if marker == 0xE1 and body.startswith(b"Exif\0\0"):
            orientation = _orientation(body[6:])
        elif marker == 0xEE and body.startswith(b"Adobe"):
            adobe = True
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            if marker > 0xC2 or len(body) < 6 or body[0] != 8:
                return None
            height, width, parts = struct.unpack_from(">HHB", body, 1)
            space = {1: b"Gray", 3: b"RGB", 4: b"CMYK"}.get(parts)
            if space is None or not height:
                return None
            entries = _size(width, height, 8) + b"/ColorSpace/Device%b/Filter/DCTDecode" % space
            if parts == 4 and adobe:
                entries += b"/Decode[1 0 1 0 1 0 1 0]"
            if b"\xff\xd9" not in data[-4096:]:
                raise PictureFault("the JPEG ends before its picture does")
            return _Stored(entries, data, orientation)
        at += 2 + length
    raise PictureFault("it starts like a JPEG but holds no picture")


def _orientation(tiff: bytes) -> int:
    """The orientation tag of EXIF data; 1 where there is none or it is broken."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 1
    try:
        at = struct.unpack_from(order + "I", tiff, 4)[0]
        for entry in range(at + 2, at + 2 + 12 * struct.unpack_from(order + "H", tiff, at)[0], 12):
            tag, kind = struct.unpack_from(order + "HH", tiff, entry)
            if tag == 0x0112 and kind == 3:
                return int(struct.unpack_from(order + "H", tiff, entry + 8)[0])
    except struct.error:
        return 1
    return 1


def _png(data: bytes) -> _Stored | None:
    """A PNG without alpha and interlace as it is, its rows packed as PDF's predictor 15 reads them.

    None where Pillow must decode it. Raises PictureFault where the file is damaged.
    """
    chunks: dict[bytes, list[bytes]] = {}
    at, view = len(PNG), memoryview(data)
    pixels: list[memoryview] = []
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = view[at + 8 : at + 8 + length]
        check = data[at + 8 + length : at + 12 + length]
        if len(check) < 4 or zlib.crc32(body, zlib.crc32(kind)) != struct.unpack(">I", check)[0]:
            raise PictureFault(f"the PNG is damaged at byte {at}")
        if kind == b"IDAT":
            pixels.append(body)
        else:
            chunks.setdefault(kind, []).append(bytes(body))
        at += 12 + length
        if kind == b"IEND":
            break
    whole = pixels and chunks.keys() >= {b"IHDR", b"IEND"}
    if not whole or len(chunks[b"IHDR"][0]) != 13:
        raise PictureFault("the PNG ends before its picture does")
    width, height, bits, kind_of, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"][0])
    size = _size(width, height, bits)
    if bits not in _DEPTHS.get(kind_of, ()):
        raise PictureFault(f"no PNG has {bits} bits a channel in colour type {kind_of}")
    if interlaced or kind_of in (4, 6) or b"tRNS" in chunks:
        return None
    if kind_of == 3:
        palette = chunks.get(b"PLTE", [b""])[0]
        if not palette or len(palette) % 3:
            raise PictureFault("the PNG has no palette")
        space = b"[/Indexed/DeviceRGB %d<%b>]" % (len(palette) // 3 - 1, palette.hex().encode())
    else:
        space = b"/DeviceRGB" if kind_of == 2 else b"/DeviceGray"
    colours = 3 if kind_of == 2 else 1
    entries = size + (
        b"/ColorSpace%b/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors %d"
        b"/BitsPerComponent %d/Columns %d>>" % (space, colours, bits, width)
    )
    packed = b"".join(pixels)
    _must_be_whole(packed, 1 + (width * colours * bits + 7) // 8, height)
    return _Stored(entries, packed, _orientation(chunks.get(b"eXIf", [b""])[0]))


def _must_be_whole(packed: bytes, row: int, rows: int) -> None:
    """Raise PictureFault unless the data unpacks to `rows` of `row` bytes, each with a filter.

    A reader of the PDF would show whatever it makes of less, and nobody would be told.
    """
    _must_have_room(row * rows)
    unpack, due, at = zlib.decompressobj(), row * rows, 0
    view = memoryview(packed)
    try:
        for start in range(0, len(packed), BLOCK):
            part = unpack.decompress(view[start : start + BLOCK])
            if max(part[-at % row :: row], default=0) > 4:
                raise PictureFault("the PNG is damaged: a row has an unknown filter")
            at += len(part)
            if at > due:
                break
    except zlib.error as fault:
        raise PictureFault("the PNG's pixels are damaged") from fault
    if at != due:
        raise PictureFault("the PNG has fewer or more pixels than it says")


def _decoded(file: PdfFile, data: bytes, grey: bool, inks: Convert | None = None) -> Embedded:
    """Any picture that Pillow reads; alpha becomes a soft mask."""
    from io import BytesIO  # noqa: PLC0415 - most decks need no decoder

    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415
    from PIL.PngImagePlugin import PngImageFile  # noqa: PLC0415

    try:
        if data.startswith(PNG):  # without the plugins of other formats, which Image.open loads
            opened: ImageFile = PngImageFile(BytesIO(data))
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("error", Image.DecompressionBombWarning)
                opened = Image.open(BytesIO(data))
        _size(opened.width, opened.height, 8)
        _must_have_room(opened.width * opened.height * len(opened.getbands()))
        opened.load()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # broken EXIF turns nothing
            orientation = int(opened.getexif().get(0x0112, 1))  # TIFF turns itself while it loads
        picture, alpha = _parts(opened)
        if grey and picture.mode != "L":
            picture = picture.convert("L")
        elif inks and picture.mode != "L":
            picture = inks(picture.convert("RGB"))
    except UnidentifiedImageError:
        raise PictureFault("it is no picture that can be read (PNG and JPEG can)") from None
    except (Image.DecompressionBombWarning, Image.DecompressionBombError) as fault:
        raise PictureFault(f"it has more than {MOST // 10**6} million pixels") from fault
    except (OSError, SyntaxError, ValueError, struct.error, zlib.error, EOFError) as fault:
        raise PictureFault(f"it is damaged: {fault}") from fault
    size = _size(picture.width, picture.height, 8)
    entries = b"/Type/XObject/Subtype/Image" + size + b"/Filter/FlateDecode"
    if alpha is not None:
        mask = file.stream(entries + b"/ColorSpace/DeviceGray", _packed(alpha), packed=True)
        entries += b"/SMask %d 0 R" % mask
    space = {"L": b"Gray", "RGB": b"RGB", "CMYK": b"CMYK"}[picture.mode]
    number = file.stream(entries + b"/ColorSpace/Device" + space, _packed(picture), packed=True)
    return Embedded(number, UPRIGHT.get(orientation, IDENTITY))


def _parts(picture: Image) -> tuple[Image, Image | None]:
    """The picture as grey, RGB or CMYK, and its alpha where any pixel lets something through."""
    if picture.mode in ("L", "RGB", "CMYK") and "transparency" not in picture.info:
        return picture, None
    if picture.mode.startswith("I"):
        wide = picture.convert("I")
        return wide.point(lambda value: value * (255 / 65535)).convert("L"), None
    if picture.mode in ("1", "L") and "transparency" not in picture.info:
        return picture.convert("L"), None
    if not picture.has_transparency_data:
        return picture.convert("RGB"), None
    full = picture.convert("RGBA")
    alpha = full.getchannel("A")
    plain = full.convert("RGB")
    return plain, None if alpha.getextrema() == (255, 255) else alpha


def _packed(picture: Image) -> bytes:
    """The rows, compressed a band at a time, so that a large picture is never held twice."""
    pack = zlib.compressobj(LEVEL)
    out = []
    for top in range(0, picture.height, BAND):
        band = picture.crop((0, top, picture.width, min(top + BAND, picture.height)))
        out.append(pack.compress(band.tobytes()))
    return b"".join([*out, pack.flush()])

"""A page of a PDF in, its pixels out, as PDFium shows it; a picture's file in, what it is out."""

from __future__ import annotations

import ctypes
from pathlib import Path

from generator.problems import Problems, Where
from generator.proof.pdfium import pdfium
from generator.proof.read import Page

_WHITE = 0xFFFFFFFF
_RGB_ORDER = 0x10
"""FPDF_REVERSE_BYTE_ORDER."""


def rendered(page: Page, pixels: tuple[int, int]) -> bytes:
    """The whole page on `pixels` across and down: rows of red, green, blue from the top."""
    pdf, (wide, high) = pdfium(), pixels
    bitmap = pdf.Bitmap_Create(wide, high, 0)
    if not bitmap:
        raise MemoryError(f"{wide} x {high} pixels")
    try:
        pdf.Bitmap_FillRect(bitmap, 0, 0, wide, high, _WHITE)
        pdf.RenderPageBitmap(bitmap, page.handle, 0, 0, wide, high, 0, _RGB_ORDER)
        stride = pdf.Bitmap_GetStride(bitmap)
        data = ctypes.string_at(pdf.Bitmap_GetBuffer(bitmap), stride * high)
    finally:
        pdf.Bitmap_Destroy(bitmap)
    if stride != 4 * wide:
        data = b"".join(data[row * stride : row * stride + 4 * wide] for row in range(high))
    out = bytearray(3 * wide * high)
    for channel in range(3):
        out[channel::3] = data[channel::4]
    return bytes(out)


def prove_png(
    path: Path, due: bytes, pixels: tuple[int, int], dpi: int, shown: str, problems: Problems
) -> None:
    """Note whatever a picture that goes to a print shop is not: its pixels, their number an inch,
    the space of colour it names."""
    from PIL import Image  # noqa: PLC0415 - shops that take pictures alone

    says = ""
    try:
        with Image.open(path) as opened:
            found = opened.info.get("dpi", (0.0, 0.0))
            if opened.format != "PNG" or opened.mode != "RGB":
                says = f"it is {opened.format} in {opened.mode}, not PNG in RGB"
            elif opened.size != pixels:
                says = "has {} x {} pixels instead of {} x {}".format(*opened.size, *pixels)
            elif any(round(value) != dpi for value in found):
                says = f"says {found[0]:.0f} pixels an inch instead of {dpi}"
            elif "srgb" not in opened.info:
                says = "does not say that its colours are sRGB"
            elif opened.tobytes() != due:
                says = "its pixels are not those of the page"
    except (OSError, SyntaxError, ValueError) as fault:
        says = f"cannot be read: {fault}"
    if says:
        problems.add("proof-png", Where(shown), says, "build again")

"""The inks of a colour in, the RGB that the foreign reader shows them as out."""

from __future__ import annotations

import ctypes
from functools import lru_cache

from generator.proof.ink import Rgb
from generator.proof.pdfium import pdfium
from generator.scene import Colour

_FILE = (
    b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
    b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>/Contents 4 0 R>>endobj\n"
    b"4 0 obj<</Length %d>>stream\n%b\nendstream endobj\n"
    b"trailer<</Root 1 0 R/Size 5>>\n%%%%EOF\n"
)


def inked(colour: Colour) -> Rgb:
    """What the reader makes of a colour's inks, asked of a page that shows nothing else."""
    return _asked(colour.cmyk or (0.0, 0.0, 0.0, 0.0))


@lru_cache(maxsize=4096)
def _asked(inks: tuple[float, float, float, float]) -> Rgb:
    pdf = pdfium()
    code = b"%.4g %.4g %.4g %.4g k 0 0 9 9 re f" % inks
    data = _FILE % (len(code), code)
    file = pdf.LoadMemDocument(data, len(data), None)
    page = pdf.LoadPage(file, 0)
    try:
        parts = (ctypes.c_uint * 4)()
        places = [ctypes.addressof(parts) + 4 * i for i in range(4)]
        pdf.PageObj_GetFillColor(pdf.Page_GetObject(page, 0), *places)
        return parts[0], parts[1], parts[2]
    finally:
        pdf.ClosePage(page)
        pdf.CloseDocument(file)

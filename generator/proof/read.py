"""A PDF in, everything printed on its pages out in painting order, as PDFium reads it.

Page objects are walked one by one, into forms with their matrices, never by page text: that is
bounded wrongly on turned cards. One page is open at a time, so any number of pages fits in memory.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from contextlib import contextmanager
from os import fsencode
from pathlib import Path

from generator.geometry import IDENTITY, Matrix, after, moved
from generator.proof.fields import FormReader, Widget
from generator.proof.ink import EVERYWHERE, Edges, Image, Ink, Shape, Words
from generator.proof.pdfium import Call, Pdfium, pdfium
from generator.proof.texts import Texts
from generator.proof.walk import EndlessError, Walker
from generator.units import PT

_ERRORS = {
    1: "PDFium cannot read it",
    2: "the file is not there or cannot be opened",
    3: "the file is no PDF, or too damaged to be read",
    4: "the file asks for a password",
    5: "the file is encrypted in a way that is not known",
    6: "a page is damaged",
}


class Unreadable(Exception):  # noqa: N818 - it names what a file is
    """Raised where a file or page cannot be read; the message says why."""


class Reader:
    """An open PDF; use it as a context manager. Raises Unreadable."""

    def __init__(self, path: Path) -> None:
        self.pdf = pdfium()
        self._file = self.pdf.LoadDocument(fsencode(path), None)
        if not self._file:
            code = self.pdf.GetLastError()
            raise Unreadable(_ERRORS.get(code, f"PDFium reports error {code}"))
        self.pages: int = self.pdf.GetPageCount(self._file)
        self._walker = Walker(self.pdf)
        form = self.pdf.GetFormType(self._file)
        self.form = FormReader(self.pdf, self._file) if form else None
        self._widgets: dict[int, list[Widget]] = {}

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        if self.form is not None:
            self.form.close()
        self.pdf.CloseDocument(self._file)

    @property
    def handle(self) -> int:
        """PDFium's document."""
        handle: int = self._file
        return handle

    @contextmanager
    def page(self, index: int, typing: tuple[int, str] | None = None) -> Iterator[Page]:
        """The page of that index from 0, open as long as the context lasts. Raises Unreadable.

        `typing` first puts words into the field that is the page's annotation of that number.
        """
        handle = self._loaded(index)
        notes = self.pdf.Page_GetAnnotCount(handle)
        if self.form is not None:
            if index not in self._widgets:
                self._widgets[index] = self.form.widgets(handle)
            notes = len(self._widgets[index])
            if typing is not None:
                self.form.typed(handle, *typing)
            self.pdf.Page_Flatten(handle, 0)
            self.pdf.ClosePage(handle)
            handle = self._loaded(index)
        page = Page(self.pdf, self._file, index, handle, self._walker)
        page.annotations, page.widgets = notes, self._widgets.get(index, [])
        try:
            page.read()
            yield page
        finally:
            page.close()

    def _loaded(self, index: int) -> int:
        handle: int = self.pdf.LoadPage(self._file, index)
        if not handle:
            raise Unreadable(f"page {index + 1} is damaged")
        return handle


class Page:
    """One open page: `size` in mm, `things` in painting order, `fonts` by name: embedded or not."""

    def __init__(self, pdf: Pdfium, file: int, index: int, handle: int, walker: Walker) -> None:
        self.index, self.handle = index, handle
        self.things: list[Ink] = []
        self.fonts: dict[str, bool] = {}
        self._pdf, self._file = pdf, file
        self._undo: Matrix | None = None
        self.texts = Texts(pdf, file, index, handle)
        self._walker = walker
        self.media = self._box("Media") or (0.0, 0.0, 612.0, 792.0)
        left, bottom, right, top = self.media
        self.size = ((right - left) / PT, (top - bottom) / PT)
        self.crop, self.trim = self._box("Crop"), self._box("Trim")
        self.bleed = self._box("Bleed")
        self.rotation: int = pdf.Page_GetRotation(handle) * 90
        self.annotations = 0
        self.widgets: list[Widget] = []

    def read(self, undo: Matrix = IDENTITY) -> None:
        """Fill `things` and `fonts`; raises Unreadable where the page has no end.

        `undo` (mm, y down) takes everything back that a printer's own shift has moved.
        """
        if undo == self._undo:
            return
        left, _, _, top = self.media
        to_mm = after((1 / PT, 0.0, 0.0, -1 / PT, -left / PT, top / PT), undo)
        self._undo, self._to_mm = undo, to_mm
        pdf, handle = self._pdf, self.handle
        count = pdf.Page_CountObjects(handle)
        try:
            self._walker.begin(self.texts)
            self._walker.walk(handle, pdf.Page_GetObject, count, to_mm, EVERYWHERE)
        except EndlessError as fault:
            raise Unreadable(f"page {self.index + 1} {fault}") from None
        self.things, self.fonts = self._walker.things, self._walker.fonts
        self._spaces = self._walker.spaces
        if self.texts.mute:
            heard = self.texts.listen()
            self.things = [
                thing._replace(text=heard.get(thing.handle, thing.text))
                if isinstance(thing, Words) and not thing.text
                else thing
                for thing in self.things
            ]
        # a line of blanks shows nothing
        self.things = [
            thing
            for thing in self.things
            if not isinstance(thing, Words) or thing.text or thing.right > thing.left
        ]

    @property
    def as_printed(self) -> bool:
        """Whether things are told where they stand in the file, no printer's shift taken back."""
        return self._undo in (None, IDENTITY)

    def outline(self, shape: Shape) -> list[tuple[int, float, float]]:
        """All points of a shape of this page: PDFium's kind (0 line, 1 curve, 2 move), x, y."""
        return self._walker.outline(shape.handle, self._spaces[shape.handle])

    def letters(self, line: Words) -> list[tuple[str, float]]:
        """Each character of a line that shows and how far along the baseline it starts, in mm."""
        ux, uy = math.cos(math.radians(line.turn)), math.sin(math.radians(line.turn))
        found = []
        for char, across, up in self.texts.letters(line.handle):
            x, y = moved(self._to_mm, across, up)
            found.append((char, (x - line.x) * ux + (y - line.y) * uy))
        return found

    def picture_size(self, image: Image) -> int:
        """How many bytes the file holds of a picture."""
        size: int = self._pdf.ImageObj_GetImageDataRaw(image.handle, None, 0)
        return size

    def picture(self, image: Image) -> bytes:
        """The picture's bytes as the file holds them, still compressed."""
        return _bytes(self._pdf.ImageObj_GetImageDataRaw, image.handle)

    def pixels(self, image: Image) -> bytes:
        """The picture's rows, unpacked; a JPEG stays one."""
        return _bytes(self._pdf.ImageObj_GetImageDataDecoded, image.handle)

    def lets_through(self, image: Image) -> bool:
        """Whether any of a picture is transparent as it stands on the page."""
        pdf = self._pdf
        bitmap = pdf.ImageObj_GetRenderedBitmap(self._file, self.handle, image.handle)
        if not bitmap:
            return False
        try:
            if pdf.Bitmap_GetFormat(bitmap) != _BGRA:
                return False
            size = pdf.Bitmap_GetStride(bitmap) * pdf.Bitmap_GetHeight(bitmap)
            data = ctypes.string_at(pdf.Bitmap_GetBuffer(bitmap), size)
            return min(data[3::4], default=255) < 255
        finally:
            pdf.Bitmap_Destroy(bitmap)

    def close(self) -> None:
        """Let the page go; handles mean nothing afterwards."""
        self.texts.close()
        self._pdf.ClosePage(self.handle)

    def _box(self, kind: str) -> Edges | None:
        """A page box in pt: left, bottom, right, top."""
        values = (ctypes.c_float * 4)()
        places = [ctypes.addressof(values) + 4 * i for i in range(4)]
        if not getattr(self._pdf, f"Page_Get{kind}Box")(self.handle, *places):
            return None
        left, bottom, right, top = values
        return left, bottom, right, top


_BGRA = 4
"""FPDFBitmap_BGRA."""


def _bytes(call: Call, handle: int) -> bytes:
    """What a function writes that is asked for its length first."""
    size = call(handle, None, 0)
    memory = ctypes.create_string_buffer(max(1, size))
    call(handle, ctypes.addressof(memory), size)
    return memory.raw[:size]

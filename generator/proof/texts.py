"""PDFium's text objects of one page in, their words out.

Words come object by object. PDFium leaves out an object that says the same as one just before it
in nearly the same place (it takes it for bold by overprinting); such are read from a second copy
of the page from which the others have been taken away.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

from generator.proof import pdfium as door
from generator.proof.pdfium import Pdfium

LAYERS = 6
"""Times the same words are looked for in one place."""


class Texts:
    """The words of a page's text objects; `mute` are those that gave none at first."""

    def __init__(self, pdf: Pdfium, file: int, index: int, page: int) -> None:
        self._pdf, self._file, self._index, self._page = pdf, file, index, page
        self._open = 0
        self._room = 4096
        self._memory = ctypes.create_string_buffer(self._room)
        self._start = ctypes.c_void_p(ctypes.addressof(self._memory))
        self._typed: dict[int, str] | None = None
        self.mute: list[int] = []

    def of(self, handle: int) -> str:
        """The object's words with single blanks, none at the ends."""
        if not self._open:
            self._open = self._pdf.Text_LoadPage(self._page)
        return self._read(handle, self._open)

    def typed(self, handle: int) -> str:
        """The same without the blanks that PDFium guesses from gaps: slower, for doubtful cases."""
        if self._typed is None:
            self._typed = {}
            pdf, page = self._pdf, self._open
            for i in range(pdf.Text_CountChars(page)):
                owner = pdf.Text_GetTextObject(page, i)
                if owner and not pdf.Text_IsGenerated(page, i):
                    char = chr(pdf.Text_GetUnicode(page, i))
                    self._typed[owner] = self._typed.get(owner, "") + char
        return _squeezed(self._typed.get(handle, ""))

    def listen(self) -> dict[int, str]:
        """The words of the `mute` objects by their handles in the page that is open."""
        order = {handle: i for i, handle in enumerate(self._objects(self._page))}
        left = {order[handle]: handle for handle in self.mute if handle in order}
        heard: dict[int, str] = {}
        for _ in range(LAYERS):
            if not left:
                break
            for place, text in self._alone(set(left)).items():
                heard[left.pop(place)] = text
        return heard

    def close(self) -> None:
        """Let PDFium's text page go."""
        if self._open:
            self._pdf.Text_ClosePage(self._open)
            self._open = 0

    def _read(self, handle: int, page: int) -> str:
        size = self._pdf.TextObj_GetText(handle, page, self._start, self._room)
        if size > self._room:
            self._room = size
            self._memory = ctypes.create_string_buffer(size)
            self._start = ctypes.c_void_p(ctypes.addressof(self._memory))
            size = self._pdf.TextObj_GetText(handle, page, self._start, self._room)
        if size <= 2:
            return ""
        return _squeezed(ctypes.string_at(self._start, size - 2).decode("utf-16-le", "replace"))

    def _alone(self, places: set[int]) -> dict[int, str]:
        """Words of the text objects at `places` once all others are gone from a second copy."""
        pdf = self._pdf
        page = pdf.LoadPage(self._file, self._index)
        if not page:
            return {}
        try:
            kept = {}
            for i, (handle, parent) in enumerate(list(self._parents(page))):
                if i in places:
                    kept[i] = handle
                elif parent:
                    pdf.FormObj_RemoveObject(parent, handle)
                    pdf.PageObj_Destroy(handle)
                else:
                    pdf.Page_RemoveObject(page, handle)
                    pdf.PageObj_Destroy(handle)
            text = pdf.Text_LoadPage(page)
            found = {i: self._read(handle, text) for i, handle in kept.items()}
            pdf.Text_ClosePage(text)
        finally:
            pdf.ClosePage(page)
        return {i: words for i, words in found.items() if words}

    def _objects(self, page: int) -> Iterator[int]:
        return (handle for handle, _ in self._parents(page))

    def _parents(self, page: int, form: int = 0) -> Iterator[tuple[int, int]]:
        """Every text object in painting order with the form it stands in (0: the page)."""
        pdf = self._pdf
        count = pdf.FormObj_CountObjects(form) if form else pdf.Page_CountObjects(page)
        for i in range(count):
            handle = pdf.FormObj_GetObject(form, i) if form else pdf.Page_GetObject(page, i)
            kind = pdf.PageObj_GetType(handle)
            if kind == door.TEXT:
                yield handle, form
            elif kind == door.FORM:
                yield from self._parents(page, handle)


def _squeezed(text: str) -> str:
    """Single blanks; U+0002, which PDFium puts for a hyphen at a line's end, a hyphen again."""
    if "\x02" in text:
        text = text.replace("\x02", "-")
    return (
        " ".join(text.split())
        if "  " in text or text[:1].isspace() or text[-1:].isspace() or not text.isprintable()
        else text
    )

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
        self._get = pdf.Text_GetText
        self._spans: dict[int, tuple[int, int]] | None = None
        self._make_room(4096)
        self._letters: dict[int, list[tuple[str, float, float]]] | None = None
        self.mute: list[int] = []

    def of(self, handle: int) -> str:
        """The object's words with single blanks, none at the ends."""
        if self._spans is None:
            self._spans = self._listed()
        span = self._spans.get(handle)
        if span is None:
            return ""
        first, count = span
        if 2 * count + 2 > self._room:
            self._make_room(2 * count + 2)
        size = 2 * self._get(self._open, first, count, self._start)
        return _squeezed(ctypes.string_at(self._start, size - 2).decode("utf-16-le", "replace"))

    def _listed(self) -> dict[int, tuple[int, int]]:
        """Where in PDFium's text page the characters of each object stand: first and how many.

        Asking for each object's text would search all characters of the page each time.
        """
        if not self._open:
            self._open = self._pdf.Text_LoadPage(self._page)
        owner, text = self._pdf.Text_GetTextObject, self._open
        spans: dict[int, tuple[int, int]] = {}
        at, end = 0, self._pdf.Text_CountChars(text)
        while at < end:
            handle, stop = owner(text, at), at + 1
            if handle:
                stop = self._stop(handle, at, end)
                first = spans.get(handle, (at, 0))[0]
                spans[handle] = (first, stop - first)
            at = stop
        return spans

    def _stop(self, handle: int, at: int, end: int) -> int:
        """Where the object's characters end that begin at `at`: they are neighbours, but for blanks
        that PDFium puts in, so leaps miss none of another object."""
        owner, text, step = self._pdf.Text_GetTextObject, self._open, 1
        while at + step < end and owner(text, at + step) == handle:
            at += step
            step *= 2
        beyond = min(at + step, end)
        while beyond - at > 1:
            middle = (at + beyond) // 2
            if owner(text, middle) == handle:
                at = middle
            else:
                beyond = middle
        return at + 1

    def letters(self, handle: int) -> list[tuple[str, float, float]]:
        """The object's characters that show, each with the start of its baseline in pt.

        Slower than `of`, and sure where blanks are not: PDFium guesses blanks from wide gaps, and
        then drops the one that stands there.
        """
        if self._letters is None:
            self._letters = {}
            pdf, text, p = self._pdf, self._open, (ctypes.c_double * 2)()
            places = [ctypes.addressof(p), ctypes.addressof(p) + 8]
            for i in range(pdf.Text_CountChars(text)):
                owner, char = pdf.Text_GetTextObject(text, i), chr(pdf.Text_GetUnicode(text, i))
                if owner and not char.isspace():
                    pdf.Text_GetCharOrigin(text, i, *places)
                    spot = ("-" if char in _HYPHENS else char, p[0], p[1])
                    self._letters.setdefault(owner, []).append(spot)
        return self._letters.get(handle, [])

    def boxes(self, handle: int) -> list[tuple[str, float, float, float, float, float, float]]:
        """The object's characters that show, each with its origin and its ink in pt.

        x, y, then left, right, bottom, top as the embedded font draws it.
        """
        first, count = (self._spans or {}).get(handle, (0, 0))
        pdf, text, p = self._pdf, self._open, (ctypes.c_double * 6)()
        start = ctypes.addressof(p)
        places = [start + 8 * k for k in range(6)]
        out = []
        for i in range(first, first + count):
            char = chr(pdf.Text_GetUnicode(text, i))
            if not char.isspace() and pdf.Text_GetTextObject(text, i) == handle:
                pdf.Text_GetCharOrigin(text, i, *places[:2])
                pdf.Text_GetCharBox(text, i, *places[2:])
                out.append(("-" if char in _HYPHENS else char, *p))
        return out

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

    def _make_room(self, size: int) -> None:
        self._room = size
        self._memory = ctypes.create_string_buffer(size)
        self._start = ctypes.c_void_p(ctypes.addressof(self._memory))

    def _alone_text(self, handle: int, page: int) -> str:
        """The words of an object of another text page."""
        size = self._pdf.TextObj_GetText(handle, page, None, 0)
        if size <= 2:
            return ""
        if size > self._room:
            self._make_room(size)
        self._pdf.TextObj_GetText(handle, page, self._start, self._room)
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
            found = {i: self._alone_text(handle, text) for i, handle in kept.items()}
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


_HYPHENS = ("\x02", "\ufffe")
"""What PDFium puts for a hyphen at a line's end: as a character, and in text."""


def _squeezed(text: str) -> str:
    """Single blanks and none at the ends; hyphens again."""
    if text.isprintable() and "  " not in text and text[:1] != " " and text[-1:] != " ":
        return text
    for hyphen in _HYPHENS:
        text = text.replace(hyphen, "-")
    return " ".join(text.split())

"""A page of a form in, its fields as a foreign program sees them out, compared with what is due."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from typing import NamedTuple

from generator.geometry import Box
from generator.proof.compare import NEAR, shift
from generator.proof.pdfium import Call, Pdfium
from generator.proof.report import Report
from generator.scene import Field
from generator.units import PT

TEXT_FIELD = 6
"""FPDF_FORMFIELD_TEXTFIELD."""

WIDGET = 20
"""FPDF_ANNOT_WIDGET."""

HIDDEN, PRINTED, UNSEEN = 2, 4, 32
"""Flags of annotations (ISO 32000-1, table 165)."""

READ_ONLY, REQUIRED, SEVERAL_LINES, PASSWORD = 1, 2, 1 << 12, 1 << 13
"""Flags of fields (ISO 32000-1, tables 221 and 228)."""

_SIDES = ("left", "centre", "right")

_LOOKS = re.compile(r"/(\S+) ([\d.]+) Tf ([\d. ]+) (rg|g)")


class Widget(NamedTuple):
    """A field as read: `kind` and `flags` as PDFium has them, `looks` its default appearance.

    `number` counts the page's annotations from 0.
    """

    number: int
    name: str
    kind: int
    box: Box
    value: str
    tip: str
    flags: int
    seen: int
    most: int
    side: int
    looks: str


class FormReader:
    """PDFium's form of an open file; close it before the file."""

    def __init__(self, pdf: Pdfium, file: int) -> None:
        self._pdf = pdf
        self._callbacks = ctypes.create_string_buffer(1024)  # FPDF_FORMFILLINFO: none is wanted
        ctypes.c_int.from_buffer(self._callbacks).value = 2  # its version
        self.handle: int = pdf.DOC_InitFormFillEnvironment(file, ctypes.addressof(self._callbacks))

    def close(self) -> None:
        """Let the form go."""
        if self.handle:
            self._pdf.DOC_ExitFormFillEnvironment(self.handle)
            self.handle = 0

    def widgets(self, page: int) -> list[Widget]:
        """All annotations of an open page that are no links; such as are no fields have no name."""
        pdf, out = self._pdf, []
        box = (ctypes.c_float * 4)()
        edges = [ctypes.addressof(box) + 4 * n for n in range(4)]
        pdf.Page_GetMediaBox(page, *edges)
        left, high = box[0], box[3]
        for n in range(pdf.Page_GetAnnotCount(page)):
            note = pdf.Page_GetAnnot(page, n)
            if not note:
                continue
            if pdf.Annot_GetSubtype(note) != _LINK:
                out.append(self._widget(n, note, left, high))
            pdf.Page_CloseAnnot(note)
        return out

    def _widget(self, number: int, note: int, left: float, high: float) -> Widget:
        pdf, form = self._pdf, self.handle
        rect = (ctypes.c_float * 4)()
        pdf.Annot_GetRect(note, ctypes.addressof(rect))
        x, top, right, bottom = rect
        field = pdf.Annot_GetSubtype(note) == WIDGET and form
        return Widget(
            number,
            _text(pdf.Annot_GetFormFieldName, form, note) if field else "",
            pdf.Annot_GetFormFieldType(form, note) if field else 0,
            Box((x - left) / PT, (high - top) / PT, (right - x) / PT, (top - bottom) / PT),
            _text(pdf.Annot_GetFormFieldValue, form, note) if field else "",
            _text(pdf.Annot_GetFormFieldAlternateName, form, note) if field else "",
            pdf.Annot_GetFormFieldFlags(form, note) if field else 0,
            pdf.Annot_GetFlags(note),
            self._number(note, b"MaxLen"),
            self._number(note, b"Q"),
            _text(pdf.Annot_GetStringValue, note, b"DA"),
        )

    def _number(self, note: int, key: bytes) -> int:
        value = ctypes.c_float(0.0)
        self._pdf.Annot_GetNumberValue(note, key, ctypes.addressof(value))
        return int(value.value)

    def typed(self, page: int, number: int, words: str) -> None:
        """Type words into the field that is annotation `number` of an open page, as a user does."""
        pdf, form = self._pdf, self.handle
        pdf.FORM_OnAfterLoadPage(page, form)
        note = pdf.Page_GetAnnot(page, number)
        try:
            if pdf.FORM_SetFocusedAnnot(form, note):
                data = ctypes.create_string_buffer(words.encode("utf-16-le") + b"\0\0")
                pdf.FORM_SelectAllText(form, page)
                pdf.FORM_ReplaceSelection(form, page, ctypes.addressof(data))
                pdf.FORM_ForceToKillFocus(form)
        finally:
            pdf.Page_CloseAnnot(note)
            pdf.FORM_OnBeforeClosePage(page, form)


_LINK = 2
"""FPDF_ANNOT_LINK."""


def _text(call: Call, *arguments: int | bytes) -> str:
    """A text that a function writes in UTF-16 once it has told its length."""
    size = call(*arguments, None, 0)
    if size <= 2:
        return ""
    memory = ctypes.create_string_buffer(size)
    call(*arguments, ctypes.addressof(memory), size)
    return memory.raw[: size - 2].decode("utf-16-le", "replace")


def prove_fields(
    got: Sequence[Widget], want: Sequence[Field], card: str | None, report: Report, grey: bool
) -> None:
    """Note each field of a page that is missing, too much, or not what it should be."""
    left = list(got)
    for field in want:
        found = next((one for one in left if one.name == field.name), None)
        if found is None:
            says = "the field is missing"
            report.add("proof-form", says, card=card, field=field.name, at=field.box[:2])
            continue
        left.remove(found)
        for says in _differences(found, field, grey):
            report.add("proof-form", says, card=card, field=field.name, at=found.box[:2])
    for one in left:
        says = f"the field {one.name!r} belongs to no piece" if one.name else "a note, no field"
        report.add("proof-form", says, card=card, at=one.box[:2])


def _differences(got: Widget, want: Field, grey: bool) -> list[str]:
    """How a field that was found is not the one that is due."""
    if got.kind != TEXT_FIELD:
        return ["the field takes no text"]
    out = []
    box, due = got.box, want.box
    if abs(box.w - due.w) >= NEAR or abs(box.h - due.h) >= NEAR:
        out.append(f"is {box.w:.2f} x {box.h:.2f} mm instead of {due.w:.2f} x {due.h:.2f} mm")
    elif abs(box.x - due.x) >= NEAR or abs(box.y - due.y) >= NEAR:
        out.append(f"stands {shift(box.x - due.x, box.y - due.y)}")
    value = got.value.replace("\r\n", "\n").replace("\r", "\n")
    for what, has, wants in (
        ("holds", value, want.value),
        ("is told as", got.tip, want.tip),
        ("takes so many characters:", got.most, want.most),
    ):
        if has != wants:
            out.append(f"{what} {has!r} instead of {wants!r}")
    if got.side not in range(3) or _SIDES[got.side] != want.align:
        out.append(f"is not set {want.align}")
    if bool(got.flags & SEVERAL_LINES) != want.lines:
        out.append("takes one line" if want.lines else "takes several lines instead of one")
    if got.flags & (READ_ONLY | REQUIRED | PASSWORD):
        out.append("cannot be filled in freely")
    if got.seen & (HIDDEN | UNSEEN) or not got.seen & PRINTED:
        out.append("does not show on screen or in print")
    out += _looks(got.looks, want, grey)
    return out


def _looks(looks: str, want: Field, grey: bool) -> list[str]:
    """Whether what is typed will be set in the style's font, size and colour."""
    found = _LOOKS.fullmatch(looks.strip())
    colour = [want.colour.grey / 255] if grey else [part / 255 for part in want.colour[:3]]
    if found is None:
        return [f"sets what is typed as {looks[:60]!r} says, which is none of our styles"]
    font, size, parts, _ = found.groups()
    out = []
    if font != want.font:
        out.append(f"sets what is typed in {font} instead of {want.font}")
    if abs(float(size) - want.size) >= 0.01:
        out.append(f"sets what is typed in {size} pt instead of {want.size:g} pt")
    shares = [float(part) for part in parts.split()]
    if len(shares) != len(colour) or any(
        abs(a - b) > 1 / 255 for a, b in zip(shares, colour, strict=True)
    ):
        out.append("sets what is typed in another colour")
    return out

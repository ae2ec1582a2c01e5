"""An open file or page in, faults of what surrounds the pictures out: boxes, fonts, printing."""

from __future__ import annotations

import ctypes

from generator.geometry import Box
from generator.model.target import Flip
from generator.proof.ink import Edges
from generator.proof.pdfium import Call, pdfium
from generator.proof.read import Page, Reader
from generator.proof.report import Report
from generator.scene import Sheet
from generator.units import PT

NEAR = 0.05
"""mm."""

_DUPLEX: dict[int, Flip] = {2: "short", 3: "long"}
"""FPDF_DUPLEXTYPE."""


def flip_of(reader: Reader) -> Flip | None:
    """The edge that the file asks a duplex printer to turn about; None: one-sided or unsaid."""
    return _DUPLEX.get(pdfium().VIEWERREF_GetDuplex(reader.handle))


def document(reader: Reader, title: str | None, report: Report) -> None:
    """What holds for the file as a whole."""
    pdf, file = pdfium(), reader.handle
    if not pdf.DocumentHasValidCrossReferenceTable(file):
        report.add("proof-unreadable", "its table of objects is damaged or cut off")
    if pdf.GetSecurityHandlerRevision(file) != -1:
        report.add("proof-print", "it is encrypted", fix="print shops need it open")
    if pdf.VIEWERREF_GetPrintScaling(file):
        says = "it does not ask for printing at actual size (PrintScaling None)"
        report.add("proof-print", says)
    found = _meta(pdf.GetMetaText, file, b"Title")
    if title is not None and found != title:
        report.add("proof-print", f"its title is {found!r} instead of {title!r}")
    elif not found:
        report.add("proof-print", "it has no title")


def duplex(
    reader: Reader, flip: Flip | None, two_sided: bool, report: Report, *, by_hand: bool = False
) -> None:
    """Whether the file asks for the flip edge that its sheets were laid out for.

    Sheets fed `by_hand` have their backs printed like fronts.
    """
    asked = flip_of(reader)
    if by_hand:
        if asked is not None:
            says = f"its sheets are fed by hand but it asks for both sides at once ({asked} edge)"
            report.add("proof-print", says)
    elif not two_sided:
        if asked is not None:
            says = f"it has fronts alone but asks for printing on both sides ({asked} edge)"
            report.add("proof-print", says)
    elif asked is None:
        report.add("proof-print", "it has backs but does not ask for printing on both sides")
    elif flip is not None and asked != flip:
        report.add("proof-print", f"it asks to flip on the {asked} edge instead of the {flip} edge")


def page(page: Page, sheet: Sheet, report: Report) -> None:
    """Boxes, turn, links and fonts of a page; a fault of many pages is told once."""
    (wide, high), paper = page.size, sheet.paper
    faults: list[tuple[str, str]] = []
    if abs(wide - paper[0]) > NEAR or abs(high - paper[1]) > NEAR:
        says = f"is {wide:.2f} x {high:.2f} mm instead of {paper[0]:.2f} x {paper[1]:.2f} mm"
        faults.append(("MediaBox", says))
    if sheet.trim is not None:
        faults += _card(page, sheet, sheet.trim)
    elif page.trim is None or _unlike(page.trim, page.media):
        faults.append(("TrimBox", "its TrimBox is not its MediaBox, as that of a sheet must be"))
    if page.crop and _unlike(page.crop, page.media):
        faults.append(("CropBox", "its CropBox cuts off a part of it"))
    if page.rotation:
        faults.append(("Rotate", f"is turned by {page.rotation}\N{DEGREE SIGN}"))
    due = len(sheet.links) + len(sheet.fields)
    if page.annotations != due:
        says = f"holds {page.annotations} links, fields or notes instead of {due}"
        faults.append(("Annots", says))
    for name, says in faults:
        report.once("proof-page", name, says)
    for name, embedded in page.fonts.items():
        if not embedded:
            says = f"the font {name} is not embedded: another may be printed in its stead"
            report.once("proof-font", name, says)


def _card(page: Page, sheet: Sheet, trim: Box) -> list[tuple[str, str]]:
    """Faults of the boxes of a page that is a single card."""
    high, out = page.media[3], []
    for name, got, want in (
        ("TrimBox", page.trim, trim),
        ("BleedBox", page.bleed, sheet.bleed or trim),
    ):
        due = (want.x * PT, high - want.bottom * PT, want.right * PT, high - want.y * PT)
        if got is None or _unlike(got, due):
            says = f"its {name} is not the card's {want.w:.2f} x {want.h:.2f} mm"
            out.append((name, says))
        elif any(
            sign * (a - b) < 0 for sign, a, b in zip((1, 1, -1, -1), got, page.media, strict=True)
        ):
            out.append((name, f"its {name} pokes out of its MediaBox"))
    return out


def _unlike(a: Edges, b: Edges) -> bool:
    """Whether two boxes in pt differ."""
    return any(abs(one - other) > 0.01 for one, other in zip(a, b, strict=True))


def _meta(call: Call, file: int, key: bytes) -> str:
    size = call(file, key, None, 0)
    if size <= 2:
        return ""
    memory = ctypes.create_string_buffer(size)
    call(file, key, ctypes.addressof(memory), size)
    return memory.raw[: size - 2].decode("utf-16-le", "replace")

"""An open file in, its links and its outline out as data, compared with what they should be."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from generator.geometry import Box
from generator.proof.read import Page, Reader
from generator.proof.report import Report
from generator.scene import Bookmark, Link
from generator.units import PT

NEAR = 0.1
"""mm."""

_URI = 3
"""PDFACTION_URI."""

DEEPEST, MOST = 8, 5000
"""Levels and lines of an outline that are read."""


def links_of(reader: Reader, page: Page) -> list[Link]:
    """The links of a page in file order; one that leads nowhere has neither address nor page."""
    pdf, file = reader.pdf, reader.handle
    at, handle = ctypes.c_int(0), ctypes.c_void_p()
    found: list[Link] = []
    while pdf.Link_Enumerate(page.handle, ctypes.addressof(at), ctypes.addressof(handle)):
        rect = (ctypes.c_float * 4)()
        pdf.Link_GetAnnotRect(handle, ctypes.addressof(rect))
        left, top, right, bottom = rect
        high = page.size[1]
        box = Box(left / PT, high - top / PT, (right - left) / PT, (top - bottom) / PT)
        dest = pdf.Link_GetDest(file, handle)
        if dest:
            found.append(Link(box, "", *_spot(reader, dest, high)))
            continue
        action = pdf.Link_GetAction(handle)
        to = ""
        if action and pdf.Action_GetType(action) == _URI:
            size = pdf.Action_GetURIPath(file, action, None, 0)
            memory = ctypes.create_string_buffer(max(1, size))
            pdf.Action_GetURIPath(file, action, ctypes.addressof(memory), size)
            to = memory.value.decode("utf-8", "replace")
        found.append(Link(box, to))
    return found


def outline_of(reader: Reader, heights: Sequence[float]) -> list[Bookmark]:
    """The outline's lines from top to bottom; `heights` of the pages in mm."""
    pdf, file = reader.pdf, reader.handle
    found: list[Bookmark] = []

    def walk(parent: int | None, level: int) -> None:
        mark = pdf.Bookmark_GetFirstChild(file, parent)
        while mark and len(found) < MOST and level <= DEEPEST:
            size = pdf.Bookmark_GetTitle(mark, None, 0)
            memory = ctypes.create_string_buffer(max(2, size))
            pdf.Bookmark_GetTitle(mark, ctypes.addressof(memory), size)
            title = memory.raw[: max(0, size - 2)].decode("utf-16-le", "replace")
            dest = pdf.Bookmark_GetDest(file, mark)
            number, y = 0, 0.0
            if dest:
                index = pdf.Dest_GetDestPageIndex(file, dest)
                high = heights[index] if 0 <= index < len(heights) else 0.0
                number, y = _spot(reader, dest, high)
            found.append(Bookmark(title, level, number, y))
            walk(mark, level + 1)
            mark = pdf.Bookmark_GetNextSibling(file, mark)

    walk(None, 1)
    return found


def _spot(reader: Reader, dest: int, high: float) -> tuple[int, float]:
    """Page from 1 and mm from its top that a destination means."""
    index = reader.pdf.Dest_GetDestPageIndex(reader.handle, dest)
    flags, values = (ctypes.c_int * 3)(), (ctypes.c_float * 3)()
    spots = [ctypes.addressof(given) + 4 * n for given in (flags, values) for n in range(3)]
    reader.pdf.Dest_GetLocationInPage(dest, *spots)
    y = high - values[1] / PT if flags[1] else 0.0
    return index + 1, y


def prove_links(got: Sequence[Link], want: Sequence[Link], report: Report) -> None:
    """Note each link of a page that is missing, too much, elsewhere or leads elsewhere."""
    left = list(got)
    for link in want:
        found = next((one for one in left if _same(one, link)), None)
        if found is not None:
            left.remove(found)
            continue
        to = link.to or f"page {link.page}"
        report.add(
            "proof-links", f"the link to {to} is missing or leads elsewhere", at=link.box[:2]
        )
    for link in left:
        to = link.to or (f"page {link.page}" if link.page else "nowhere")
        report.add("proof-links", f"a link to {to} belongs to no sheet", at=link.box[:2])


def prove_outline(got: Sequence[Bookmark], want: Sequence[Bookmark], report: Report) -> None:
    """Note where the outline is not the book's headings."""
    for n, mark in enumerate(want):
        if n >= len(got):
            report.add("proof-outline", f"the outline lacks {mark.title!r} and what follows")
            return
        one = got[n]
        if one.title != mark.title:
            report.add("proof-outline", f"its line {n + 1} is {one.title!r}, not {mark.title!r}")
        elif one.page != mark.page or abs(one.y - mark.y) > NEAR:
            report.add(
                "proof-outline",
                f"{mark.title!r} leads to page {one.page}, {one.y:.1f} mm from its top, instead of"
                f" page {mark.page}, {mark.y:.1f} mm",
            )
    if len(got) > len(want):
        report.add("proof-outline", f"{len(got) - len(want)} lines too many in the outline")


def _same(a: Link, b: Link) -> bool:
    near = all(abs(x - y) < NEAR for x, y in zip(a.box, b.box, strict=True))
    return near and a.to == b.to and a.page == b.page and abs(a.y - b.y) < NEAR

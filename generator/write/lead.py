"""Links of pages and bookmarks in, PDF annotations and an outline out."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from generator.scene import Bookmark, Link
from generator.units import PT
from generator.write.file import PdfFile, text

Page = tuple[int, float]
"""A page's object number and its height in mm."""


def write_links(links: Sequence[Link], here: Page, pages: Sequence[Page]) -> bytes:
    """The array of a page's links; those to pages that the file has not are left out."""
    out = []
    for link in links:
        box, high = link.box, here[1]
        where = b"%.3f %.3f %.3f %.3f" % (
            box.x * PT,
            (high - box.bottom) * PT,
            box.right * PT,
            (high - box.y) * PT,
        )
        if link.to:
            address = quote(link.to, safe="%/:=&?~#+!$,;'@()*[]")
            leads = b"/A<</S/URI/URI%b>>" % text(address)
        elif 1 <= link.page <= len(pages):
            leads = b"/Dest%b" % _spot(pages[link.page - 1], link.y)
        else:
            continue
        out.append(b"<</Type/Annot/Subtype/Link/F 4/Border[0 0 0]/Rect[%b]%b>>" % (where, leads))
    return b"[%b]" % b"".join(out)


def write_outline(file: PdfFile, marks: Sequence[Bookmark], pages: Sequence[Page]) -> int:
    """The outline's object: levels may not skip, so a deeper one counts as the next below."""
    numbers = [file.reserve() for _ in marks]
    root = file.reserve()
    levels: list[int] = []
    parents: list[int] = []  # index of each mark's parent, -1: the root
    above: list[int] = []
    for n, mark in enumerate(marks):
        del above[max(0, mark.level - 1) :]
        while above and levels[above[-1]] >= mark.level:
            above.pop()
        parents.append(above[-1] if above else -1)
        levels.append(mark.level)
        above.append(n)
    children: dict[int, list[int]] = {}
    for n, parent in enumerate(parents):
        children.setdefault(parent, []).append(n)
    for n, mark in enumerate(marks):
        beside = children[parents[n]]
        at = beside.index(n)
        ties = b"/Parent %d 0 R" % (root if parents[n] < 0 else numbers[parents[n]])
        if at:
            ties += b"/Prev %d 0 R" % numbers[beside[at - 1]]
        if at + 1 < len(beside):
            ties += b"/Next %d 0 R" % numbers[beside[at + 1]]
        ties += _within(children.get(n, []), numbers, -1)
        spot = _spot(pages[mark.page - 1], mark.y)
        file.write(b"<</Title%b%b/Dest%b>>" % (text(mark.title), ties, spot), numbers[n])
    within = _within(children.get(-1, []), numbers, 1)
    file.write(b"<</Type/Outlines%b>>" % within, root)
    return root


def _within(below: Sequence[int], numbers: Sequence[int], sign: int) -> bytes:
    if not below:
        return b""
    first, last = numbers[below[0]], numbers[below[-1]]
    return b"/First %d 0 R/Last %d 0 R/Count %d" % (first, last, sign * len(below))


def _spot(page: Page, y: float) -> bytes:
    number, high = page
    return b"[%d 0 R/XYZ 0 %.2f null]" % (number, (high - y) * PT)

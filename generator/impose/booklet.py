"""A book's pages in, sheets out: one page each for the screen, or folded and stitched.

Saddle stitch (PRINT_FACTS, Duplex, fold, booklet): pages padded to a multiple of four, S = N/4
sheets; sheet i, 0 being outermost, shows [N-2i | 1+2i] in front and [2+2i | N-1-2i] behind, and its
pages move i times the paper's thickness toward the spine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.geometry import Box
from generator.scene import Link, Placed, Scene, Sheet

THICK = 0.10
"""mm a sheet of 80 gsm paper adds (PRINT_FACTS)."""


def single(
    pages: Iterable[Scene], links: Mapping[int, tuple[Link, ...]] | None = None
) -> Iterator[Sheet]:
    """Each page on a sheet of its own size; `links` by number, counted from 1."""
    for number, scene in enumerate(pages, 1):
        whole = Box(0.0, 0.0, *scene.size)
        placed = (Placed(scene, 0.0, 0.0, 0, whole, 0),)
        yield Sheet(scene.size, "front", number, placed, links=(links or {}).get(number, ()))


def padded(pages: Sequence[Scene], last: bool) -> list[Scene]:
    """The pages, blank ones added up to a multiple of four: before the last one where asked."""
    lacking = -len(pages) % 4
    if not pages or not lacking:
        return list(pages)
    blank = pages[0]._replace(items=(), of="blank")
    at = len(pages) - 1 if last else len(pages)
    return [*pages[:at], *[blank] * lacking, *pages[at:]]


def order(count: int) -> list[tuple[int, int]]:
    """Left and right page (from 1) of each side, front then back, outermost sheet first."""
    if count % 4:
        raise ValueError(f"{count} pages do not fill folded sheets")
    sides = []
    for i in range(count // 4):
        sides += [(count - 2 * i, 1 + 2 * i), (2 + 2 * i, count - 1 - 2 * i)]
    return sides


def booklet(
    pages: Sequence[Scene],
    paper: tuple[float, float],
    *,
    last: bool = False,
    thick: float = THICK,
) -> Iterator[Sheet]:
    """Sheets to print on both sides, flipped on the short edge, to fold in the middle and stitch.

    `paper` (mm) lies on its long edge, each half at least as large as a page; `last`: the last page
    is a cover, so blank pages come before it. Both pages of a leaf bear its name as `of`, so that
    proof can tell whether they lie back to back.
    """
    width, height = paper
    all_pages = padded(pages, last)
    for n, (left, right) in enumerate(order(len(all_pages))):
        shift = (n // 2) * thick
        placed = []
        for number, cell in ((left, 0), (right, 1)):
            scene = all_pages[number - 1]
            w, h = scene.size
            if w > width / 2 + 1e-6 or h > height + 1e-6:
                says = f"a page of {w:g} x {h:g} mm on half a sheet of {width:g} x {height:g} mm"
                raise ValueError(says)
            x = width / 2 - w + shift if cell == 0 else width / 2 - shift
            leaf = (number + 1) // 2
            named = scene._replace(of=f"pages {2 * leaf - 1} and {2 * leaf}")
            half = Box(0.0 if cell == 0 else width / 2, 0.0, width / 2, height)
            placed.append(Placed(named, x, (height - h) / 2, 0, half, cell))
        yield Sheet(paper, "back" if n % 2 else "front", n // 2 + 1, tuple(placed))


def turned_over(sheet: Sheet) -> Sheet:
    """A sheet of pages turned by half a circle: its back, where it is flipped on the long edge."""
    w, h = sheet.paper

    def turned(placed: Placed) -> Placed:
        wide, high = placed.scene.size
        if placed.turn % 180:
            wide, high = high, wide
        box = placed.clip
        return placed._replace(
            x=w - placed.x - wide,
            y=h - placed.y - high,
            turn=(placed.turn + 180) % 360,
            clip=Box(w - box.right, h - box.bottom, box.w, box.h),
        )

    return sheet._replace(placed=tuple(turned(placed) for placed in sheet.placed))

"""Codes to be scanned that were found on a page in, those with a module amiss out.

Other outlines are compared by their number of points, their edges and a few of their points; of a
code each point matters, since a reader tells modules by their places alone.
"""

from __future__ import annotations

from generator.proof.ink import Shape
from generator.proof.match import Matched, place
from generator.proof.read import Page
from generator.proof.report import Report
from generator.proof.rings import Rings, of_points, of_segments
from generator.proof.want import Due, matrix_of
from generator.scene import Path

PART = 8
"""A point may be off by this part of a module: a reader samples its middle."""


def prove_codes(page: Page, due: Due, found: Matched, report: Report) -> None:
    """Note every code of the page whose modules are not those wanted, one by one.

    Of a scene that stands on the page many times, one is looked at: thousands of points each, and
    all are compared as any other outline is.
    """
    seen: set[int] = set()
    for i, j in found.pairs:
        item = due.items[i]
        if not isinstance(item, Path) or not item.module:
            continue
        got, owner = page.things[j], due.owners[i]
        if not isinstance(got, Shape) or owner < 0 or id(item) in seen:
            continue
        seen.add(id(item))
        placed = due.sheet.placed[owner]
        wanted = of_segments(item.segments, matrix_of(placed))
        read = of_points(page.outline(got))
        off = _off(wanted, read, item.module / PART)
        if off is not None:
            x, y = off
            report.add(
                "proof-look",
                f"the code has a module amiss {x:.2f} mm from the left, {y:.2f} mm from the top",
                card=placed.scene.of,
                field=item.fact,
                at=place(got),
            )


def _off(wanted: Rings, read: Rings, near: float) -> tuple[float, float] | None:
    """The first corner that is not where it should be; None: all of them are."""
    if len(wanted) != len(read):
        return wanted[0][0]
    for ring, other in zip(wanted, read, strict=True):
        corners, others = _corners(ring), _corners(other)
        if len(corners) != len(others):
            return corners[0]
        for (x, y), (u, v) in zip(corners, others, strict=True):
            if abs(x - u) > near or abs(y - v) > near:
                return x, y
    return None


def _corners(ring: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The ring's points, without the one that closes it."""
    (x, y), (u, v) = ring[0], ring[-1]
    closed = len(ring) > 1 and abs(x - u) < 1e-3 and abs(y - v) < 1e-3
    return ring[:-1] if closed else ring

"""Pages of small booklets in, the leaves and the plan of sheets that are cut once and nested out.

A sheet shows eight pages, four a side. Cut across its middle it becomes two, each folded down its
own middle: the upper half is the outer one of a saddle booklet (PRINT_FACTS, N = 8), the lower half
lies in it. Two pages of a leaf are back to back, so duplex follows the mirror rule of all cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from generator.geometry import Box
from generator.impose.booklet import order
from generator.impose.grid import Pair
from generator.impose.plan import Plan, leaflet_safe, paper_name, paper_of, sound
from generator.model.game import LEAFLET as PAGES
from generator.model.target import Guides, Size, Target
from generator.problems import Problems, Where
from generator.scene import Scene

_SIDES = order(PAGES)

LEAVES = tuple(
    leaf
    for front, back in zip(_SIDES[::2], _SIDES[1::2], strict=True)
    for leaf in ((front[0], back[1]), (front[1], back[0]))
)
"""Front and back page (from 1) of each cell, row by row."""


def leaves(pages: Iterable[Scene]) -> Iterator[Pair]:
    """Booklets of eight pages each as fronts with their backs, in the order of a sheet's cells.

    Both pages of a leaf bear its name as `of`, so that proof can tell whether they lie back to
    back.
    """
    stream = iter(pages)
    # a shorter one lacks pages that could not be composed, which is told elsewhere
    while len(booklet := tuple(islice(stream, PAGES))) == PAGES:
        for front, back in LEAVES:
            of = f"pages {min(front, back)} and {max(front, back)}"
            yield (
                booklet[front - 1]._replace(of=of, side="front"),
                booklet[back - 1]._replace(of=of, side="back"),
            )


def leaflet_plan(
    target: Target,
    papers: Mapping[str, Size],
    page: tuple[float, float],
    *,
    guides: Guides,
    where: Where,
    problems: Problems,
) -> Plan | None:
    """Two by two pages on the upright paper, at its upright middle, halfway in their rows.

    What printers do not reach stays white. As `plan.plan`: None after noting a problem at `where`.
    """
    size = paper_of(target, papers, where, problems)
    if size is None or not sound(target, size, page, where, problems):
        return None
    (w, h), wide, high = page, size.width / 2, size.height / 2
    if w > wide + 1e-6 or h > high + 1e-6:
        says = f"a page of {w:g} x {h:g} mm on a quarter of {paper_name(target)}"
        fix = f"size: quarter, which is {wide:g} x {high:g} mm there"
        problems.add("card-too-large", where, says, fix)
        return None
    safe = leaflet_safe(target.margin)
    cells = tuple(
        Box(x, row * high + (high - h) / 2, w, h) for row in (0, 1) for x in (wide - w, wide)
    )
    return Plan(
        paper=(size.width, size.height),
        columns=2,
        rows=2,
        turn=0,
        cells=cells,
        bleed="none",
        bleed_width=0.0,
        gap=0.0,
        margin=target.margin,
        flip=target.flip,
        axis="vertical" if target.flip == "long" else "horizontal",
        guides=guides,
        count=len(LEAVES),
        reason=(
            f"{PAGES} pages a sheet, four a side on {paper_name(target)} portrait, to be cut once, "
            f"folded and nested; texts keep {safe:g} mm from every edge, since printers leave out "
            f"{target.margin:g} mm"
        ),
        leaflet=True,
    )

"""Pieces of several sizes in, one sheet with all of them out, or a grid of their largest size.

Shelves from the top: the highest pieces first, each on the first shelf that has room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.geometry import Box, around
from generator.impose.plan import PIECE_GAP, SLACK, Plan, paper_name, paper_of, plan, sound
from generator.model.target import Bleed, Guides, Size, Target
from generator.problems import Problems, Where

Measures = tuple[float, float]


def mixed_plan(
    target: Target,
    papers: Mapping[str, Size],
    sizes: Sequence[Measures],
    *,
    bleed: Bleed,
    guides: Guides,
    where: Where,
    problems: Problems,
) -> Plan | None:
    """The places of pieces that are cut out one by one, `sizes` in print order; two at least.

    Where one sheet does not hold them, a grid of cells that each of them fits. Returns None after
    noting a problem at `where`, as `plan.plan` does.
    """
    largest = max(w for w, _ in sizes), max(h for _, h in sizes)
    size = paper_of(target, papers, where, problems)
    if size is None or not sound(target, size, largest, where, problems):
        return None
    width = target.bleed_width if bleed != "none" else 0.0
    gap = max(PIECE_GAP, 2 * width if bleed == "each" else 0.0)
    edge = target.margin + (width if bleed == "each" else 0.0)
    for paper in ((size.width, size.height), (size.height, size.width)):
        cells = _shelved(Box(0.0, 0.0, *paper).grow(-edge), sizes, gap)
        if cells:
            break
    else:
        how = {"bleed": bleed, "guides": guides, "where": where, "free": True}
        for one in (*dict.fromkeys(sizes), largest):  # a piece that fits no page is told as it is
            made = plan(target, papers, one, problems=problems, **how)  # type: ignore[arg-type]
            if made is None:
                return None
        return made
    lies = paper[0] > paper[1]
    way = "landscape" if lies else "portrait"
    return Plan(
        paper=paper,
        columns=len(cells),
        rows=1,
        turn=0,
        cells=cells,
        bleed=bleed,
        bleed_width=min(width, gap / 2),
        gap=gap,
        margin=target.margin,
        flip=target.flip,
        axis="vertical" if (target.flip == "long") != lies else "horizontal",
        guides=guides,
        count=len(cells),
        reason=f"all {len(cells)} pieces on one sheet, {paper_name(target)} {way}, {gap:g} mm "
        "apart, cut along their lines",
        free=True,
    )


def _shelved(room: Box, sizes: Sequence[Measures], gap: float) -> tuple[Box, ...]:
    """A box for each size within the room, all of them centred; none where they do not fit."""
    shelves: list[list[float]] = []  # y, height, and x of the next piece
    places: dict[int, tuple[float, float]] = {}
    below = 0.0
    for i in sorted(range(len(sizes)), key=lambda i: (-sizes[i][1], i)):
        w, h = sizes[i]
        shelf = next((one for one in shelves if one[2] + w <= room.w + SLACK), None)
        if shelf is None:
            if w > room.w + SLACK or below + h > room.h + SLACK:
                return ()
            shelf = [below, h, 0.0]
            shelves.append(shelf)
            below += h + gap
        places[i] = shelf[2], shelf[0]
        shelf[2] += w + gap
    boxes = [Box(*places[i], *sizes[i]) for i in range(len(sizes))]
    whole = around((x, y) for box in boxes for x, y in ((box.x, box.y), (box.right, box.bottom)))
    dx, dy = room.x + (room.w - whole.w) / 2, room.y + (room.h - whole.h) / 2
    return tuple(Box(box.x + dx, box.y + dy, box.w, box.h) for box in boxes)

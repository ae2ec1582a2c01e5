"""A range of values in, what shows them out: strips for a clip and the two discs of a dial (mm)."""

from __future__ import annotations

import math

from generator.compose.nets.panels import arc, around_pin, curved, net_of, rectangle
from generator.geometry import Box, Segments, ellipse
from generator.model.piece import DialSpec, Net, Spot, StripSpec

LEAST_CELL = (10.0, 8.0)
"""mm of a strip's cell: what a paper clip and a thumb still tell apart."""

LEAST_VALUE = (4.5, 5.0)
"""mm a value on a dial has at least: as wide as two digits of 14 pt; scissors cut no less."""

OPEN = 0.92
"""Part of a value's angle that the window leaves open."""

MARGIN = 0.5
"""mm between a value and the window's edge."""

WIDEST = 60.0
"""Degrees a window is wide at most."""


def strip(spec: StripSpec, values: tuple[int, int]) -> Net:
    """A strip of cells, value by value from the left, with the clip's edge below them.

    Two rows stand back to back: the first has its clip's edge above it. The cell that an odd
    number of values leaves free there is `spare`. Raises ValueError for cells under 10 x 8 mm
    and more rows than edges.
    """
    w, h = spec.cell
    if w < LEAST_CELL[0] or h < LEAST_CELL[1]:
        raise ValueError(
            f"cells of {w:g} x {h:g} mm are too small for a clip; "
            f"write cell: [{LEAST_CELL[0]:g}, {LEAST_CELL[1]:g}] or more"
        )
    if spec.rows not in (1, 2):
        raise ValueError(f"{spec.rows} rows have no clip's edge each; write rows: 1 or rows: 2")
    least, most = values
    count, top = most - least + 1, spec.edge if spec.rows > 1 else 0.0
    across = -(-count // spec.rows)
    places = [
        (spec.head + i % across * w, top + i // across * h) for i in range(spec.rows * across)
    ]
    spots = tuple(
        Spot(value, x, y, w, h)
        for value, (x, y) in zip(range(least, most + 1), places, strict=False)
    )
    size = (2 * spec.head + across * w, top + spec.rows * h + spec.edge)
    panels = {"strip": rectangle(0, 0, *size)}
    spare = places[count] if count < len(places) else None
    says: dict[str, str | int | float] = {
        "head": spec.head,
        "edge": spec.edge,
        "rows": spec.rows,
        "edge_box": f"0 {size[1] - spec.edge:g} {size[0]:g} {spec.edge:g}",
        "upper_edge_box": f"0 0 {size[0]:g} {spec.edge:g}" if top else "",
        "spare": f"{spare[0]:g} {spare[1]:g} {w:g} {h:g}" if spare else "",
    }
    return net_of("strip", panels, size, spots=spots, says=says)


def window_of(spec: DialSpec, values: tuple[int, int]) -> tuple[Segments, float, float, float]:
    """The window in the cover: its edge, half its angle (degrees), its inner and outer radius."""
    count = values[1] - values[0] + 1
    half = min(360 / count * OPEN, WIDEST) / 2
    outer = spec.diameter / 2 - spec.grip
    inner = outer - spec.band
    if inner <= spec.hole + 2:
        raise ValueError(
            f"a window of {spec.band:g} mm reaches the pin's hole on a disc of "
            f"{spec.diameter:g} mm; write a smaller band or a larger diameter"
        )
    c = spec.diameter / 2
    a = math.radians(half)
    edge: Segments = (
        ("M", c - inner * math.sin(a), c - inner * math.cos(a)),
        ("L", c - outer * math.sin(a), c - outer * math.cos(a)),
        *arc(c, c, outer, -half, half),
        ("L", c + inner * math.sin(a), c - inner * math.cos(a)),
        *arc(c, c, inner, half, -half),
        ("Z",),
    )
    return edge, half, inner, outer


def disc(spec: DialSpec, values: tuple[int, int]) -> Net:
    """The disc with its values clockwise from the top, each turned to be upright there.

    Raises ValueError where a value would have less than 4.5 x 5 mm.
    """
    _, half, inner, _ = window_of(spec, values)
    least, most = values
    c, step = spec.diameter / 2, 360 / (most - least + 1)
    h = spec.band - 2 * MARGIN
    w = 2 * (math.tan(math.radians(half)) * (inner + MARGIN) - MARGIN)
    # No wider than the window's outer corners let pass, which matters where there are few values.
    outer = inner + spec.band - MARGIN
    w = min(w, 2 * math.sqrt(max(0.0, outer**2 - (inner + MARGIN + h * 0.9) ** 2)))
    h = math.sqrt(max(0.0, outer**2 - (w / 2) ** 2)) - inner - MARGIN
    if w < LEAST_VALUE[0] or h < LEAST_VALUE[1]:
        raise ValueError(
            f"{most - least + 1} values on a disc of {spec.diameter:g} mm have {w:.1f} x {h:.1f} mm"
            f" each, under {LEAST_VALUE[0]:g} x {LEAST_VALUE[1]:g}; write a larger diameter"
        )
    mid = inner + MARGIN + h / 2
    spots = []
    for i, value in enumerate(range(least, most + 1)):
        a = math.radians(i * step)
        x, y = c + mid * math.sin(a), c - mid * math.cos(a)
        spots.append(Spot(value, x - w / 2, y - h / 2, w, h, i * step))
    whole = Box(0.0, 0.0, spec.diameter, spec.diameter)
    panels = {"disc": curved(ellipse(whole), whole)}
    return net_of(
        "dial",
        panels,
        (spec.diameter, spec.diameter),
        holes=(around_pin(c, c, spec.hole),),
        spots=tuple(spots),
        says={"hole": spec.hole, "inner": inner, "part": "disc"},
    )


def cover(spec: DialSpec, values: tuple[int, int]) -> Net:
    """The cover: a smaller disc in a cell of the disc's size, its window open to the edge.

    The window is a notch, so that scissors alone cut it.
    """
    window, half, inner, outer = window_of(spec, values)
    c, a = spec.diameter / 2, math.radians(half)
    edge: Segments = (
        ("M", c + outer * math.sin(a), c - outer * math.cos(a)),
        *arc(c, c, outer, half, 360 - half),
        ("L", c - inner * math.sin(a), c - inner * math.cos(a)),
        *arc(c, c, inner, -half, half),
        ("Z",),
    )
    whole = Box(0.0, 0.0, spec.diameter, spec.diameter)
    return net_of(
        "dial",
        {"cover": curved(edge, whole)},
        (spec.diameter, spec.diameter),
        holes=(around_pin(c, c, spec.hole),),
        window=window,
        says={"hole": spec.hole, "inner": inner, "outer": outer, "part": "cover"},
    )

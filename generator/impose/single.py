"""Components in, all fronts and then all backs out: for printers that are fed by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.impose.grid import Grid, Part
from generator.scene import Sheet


def one_side_first(parts: Sequence[Part]) -> Iterator[Sheet]:
    """Scheme `single`: the fronts of every component, then backs in the same order.

    The pile is fed as it came, so each sheet gets a back page, empty ones too, up to the last
    component that has backs; those behind it are labelled as one-sided. Cards are gone through
    twice and held no longer than their sheet.
    """
    turned = _last_with_backs(parts)
    for n, part in enumerate(parts):
        grid = Grid(part if n < turned else part._replace(info=part.info._replace(backs=False)))
        for number, cards in grid.dealt(part.faces):
            yield grid.front(number, cards)
    for part in parts[:turned]:
        grid = Grid(part)
        for number, cards in grid.dealt(part.faces):
            yield grid.back(number, cards)


def _last_with_backs(parts: Sequence[Part]) -> int:
    """How many components to print backs of."""
    return max((i for i, part in enumerate(parts, 1) if part.backs), default=0)

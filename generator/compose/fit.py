"""A size, a least size and a way to lay text out in, the largest size at which it fits out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

STEP = 0.25
"""Points between the sizes tried."""

Laid = TypeVar("Laid")


def largest(
    size: float, least: float | None, lay: Callable[[float], Laid | None]
) -> tuple[float, Laid | None]:
    """The largest of `size`, `size` - 0.25, … `least` (pt) for which `lay` gives something.

    With None for the second: none of them; the first is then the least. What fits at a size must
    fit at every smaller one; then a dozen trials find it in any range, and a larger box, in which
    each size fits that fitted before, never gets a smaller one.
    """
    found = lay(size)
    if found is not None or least is None or least >= size:
        return size, found
    found = lay(least)
    if found is None:
        return least, None
    fails, fits = 0, math.ceil((size - least) / STEP - 1e-9)
    best = least
    while fits - fails > 1:
        middle = (fails + fits) // 2
        laid = lay(size - STEP * middle)
        if laid is None:
            fails = middle
        else:
            fits, best, found = middle, size - STEP * middle, laid
    return best, found

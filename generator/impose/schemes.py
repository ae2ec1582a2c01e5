"""The schemes of sheets by name: components of one file in, its sheets in print order out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from generator.impose.fold import folded
from generator.impose.grid import Part, in_turn
from generator.impose.single import one_side_first
from generator.scene import Sheet

SCHEMES: dict[str, Callable[[Sequence[Part]], Iterator[Sheet]]] = {
    "grid": in_turn,
    "fold": folded,
    "single": one_side_first,
}

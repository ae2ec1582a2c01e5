"""The schemes of sheets by name: components of one file in, its sheets in print order out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from generator.impose.grid import Part, in_turn
from generator.scene import Sheet


def _folded(parts: Sequence[Part]) -> Iterator[Sheet]:
    from generator.impose.fold import folded  # noqa: PLC0415 - a target's own

    return folded(parts)


def _one_side_first(parts: Sequence[Part]) -> Iterator[Sheet]:
    from generator.impose.single import one_side_first  # noqa: PLC0415 - a target's own

    return one_side_first(parts)


SCHEMES: dict[str, Callable[[Sequence[Part]], Iterator[Sheet]]] = {
    "grid": in_turn,
    "fold": _folded,
    "single": _one_side_first,
}

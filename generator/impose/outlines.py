"""Placed pieces in, the lines to cut and fold them along out (fronts only)."""

from __future__ import annotations

from collections.abc import Iterable

from generator.geometry import Matrix, Segments, after, moved_segments, shifted, turned
from generator.impose.marks import GREY, WIDTH
from generator.scene import Path, Placed

DASH = (2.0, 1.5)
"""mm on and off of a line to fold along."""


def outlines(placed: Iterable[Placed]) -> tuple[Path, ...]:
    """Each piece's cut and holes as whole lines, its folds dashed."""
    out: list[Path] = []
    for one in placed:
        outline, place = one.scene.outline, _place(one)
        out += (_line(place, edge) for edge in (outline.cut, *outline.holes))
        out += (_line(place, fold)._replace(dash=DASH) for fold in outline.folds)
    return tuple(out)


def _line(place: Matrix, segments: Segments) -> Path:
    return Path(moved_segments(place, segments), stroke=GREY, width=WIDTH)


def _place(placed: Placed) -> Matrix:
    """From the scene's coordinates to the sheet's; x and y are the top left of the turned trim."""
    (w, h), turn = placed.scene.size, placed.turn
    if not turn:
        return shifted(placed.x, placed.y)
    wide, high = (w, h) if turn == 180 else (h, w)
    about = after(shifted(-w / 2, -h / 2), turned(turn))
    return after(about, shifted(placed.x + wide / 2, placed.y + high / 2))

"""A composed back in, warnings out: whether it forgives a sheet that comes back 3 mm off.

Home duplex drifts by 1-3 mm, so a back shows no line beside the trim, keeps its text clear of it,
looks the same after a half turn, and a tiling one goes on unchanged at the card's pitch (DESIGN,
"Home backs forgive 3 mm").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.check.ground import ink_box
from generator.geometry import Box, points
from generator.problems import Problems, Where
from generator.scene import Path, Run, Scene

CLEAR = 6.0
"""mm inside the trim that lines and text keep clear."""

LONG = 8.0
"""mm from which a straight line beside the trim is seen as one."""

GRID = 0.1
"""mm within which two points are the same."""

Point = tuple[float, float]
Cell = tuple[int, int]


def check_back(scene: Scene, locate: Callable[[int], Where], problems: Problems) -> None:
    """Note everything that would show a sheet fed askew."""
    inner = Box(0, 0, *scene.size).grow(-CLEAR)
    for item in scene.items:
        if isinstance(item, Run):
            if not inner.holds(ink_box(item), 0.05):
                says = f"{item.text[:40]!r} stands nearer than {CLEAR:g} mm to the trim of a back"
                _note(locate(item.element), says, "move it inwards", problems)
        elif isinstance(item, Path) and (beside := _beside(item, scene.size)):
            says = f"a line runs {beside:.1f} mm beside the trim of a back"
            _note(locate(item.element), says, "slant it, or keep 6 mm clear", problems)
    if scene.tiles:
        _check_tiles(scene, locate, problems)


def _note(where: Where, says: str, fix: str, problems: Problems) -> None:
    problems.add("back-forgiving", where, says, fix)


def _straight(path: Path) -> Iterator[tuple[Point, Point]]:
    first = last = (0.0, 0.0)
    for segment in path.segments:
        here = first if segment[0] == "Z" else (float(segment[-2]), float(segment[-1]))  # type: ignore[misc]  # a point
        if segment[0] == "M":
            first = here
        elif segment[0] in "LZ":
            yield last, here
        last = here


def _beside(path: Path, size: tuple[float, float]) -> float | None:
    """mm between the trim and a long straight line inside it, parallel and near; None: no such."""
    if path.opacity == 0 or not (path.fill or path.stroke):
        return None
    for (x0, y0), (x1, y1) in _straight(path):
        for a0, a1, b0, b1, far in ((x0, x1, y0, y1, size[0]), (y0, y1, x0, x1, size[1])):
            gap = min(a0, far - a0)
            if abs(a0 - a1) < 0.05 and abs(b0 - b1) > LONG and -0.5 < gap < CLEAR:
                return max(0.0, gap)
    return None


def _check_tiles(scene: Scene, locate: Callable[[int], Where], problems: Problems) -> None:
    (w, h), where = scene.size, locate(scene.items[0].element if scene.items else -1)
    seen = Box(0, 0, w, h).grow(scene.bleed + GRID)
    drawn = [
        (x, y)
        for item in scene.items
        if isinstance(item, Path)
        for x, y in points(item.segments)
        if seen.x <= x <= seen.right and seen.y <= y <= seen.bottom
    ]
    cells = {_cell(x, y) for x, y in drawn}
    turned = sum(not _has(cells, w - x, h - y) for x, y in drawn)
    if turned:
        says = f"{turned} points of the back are elsewhere after a half turn"
        _note(where, says, 'draw half of it in a <group copy="half-turn">', problems)
    reach = scene.bleed - GRID
    for name, dx, dy in (("beside", w, 0.0), ("below", 0.0, h)):
        edge = [(x, y) for x, y in drawn if _within(x, y, dx, dy, reach, scene.size)]
        lost = sum(not _has(cells, x + dx, y + dy) for x, y in edge)
        if lost:
            says = f"{lost} points of the bleed do not go on in the card {name} it"
            _note(where, says, "make the pattern's period a part of the card's size", problems)


def _within(
    x: float, y: float, dx: float, dy: float, reach: float, size: tuple[float, float]
) -> bool:
    """Whether the point lies in the bleed that the neighbour's face covers."""
    if dx:
        return -reach < x < -GRID and 0 < y < size[1]
    return -reach < y < -GRID and 0 < x < size[0]


def _cell(x: float, y: float) -> Cell:
    return round(x / GRID), round(y / GRID)


def _has(cells: set[Cell], x: float, y: float) -> bool:
    cx, cy = _cell(x, y)
    return any((cx + i, cy + j) in cells for i in (0, -1, 1) for j in (0, -1, 1))

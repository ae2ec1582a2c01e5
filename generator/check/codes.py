"""A scene with codes to be scanned in, problems out: what lies beneath, upon and beside them.

ISO/IEC 18004, 5.3.8 (quiet zone of four modules) and 6.3: dark modules on a light ground.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.check.colours import contrast, luminance
from generator.check.ground import Ground, comes_near, ink_box, reach
from generator.geometry import Box, bounds
from generator.problems import Problems, Where
from generator.scene import Item, Path, Run, Scene

QUIET = 4
"""Modules around a code in which nothing is printed."""

CONTRAST = 7.0
"""Between modules and ground: readers want more than eyes do, and print takes some of it."""


def check_codes(
    scene: Scene, ground: Ground, locate: Callable[[int], Where], problems: Problems
) -> None:
    """Note each code that stands on no light ground, or has something in its quiet zone."""
    for index, item in enumerate(scene.items):
        if not isinstance(item, Path) or not item.module:
            continue
        zone = bounds(item.segments).grow(QUIET * item.module)
        said = _strange(scene, ground, index, zone)
        over = _over(zone, scene.size)
        if over > 0.01:
            said = f"its quiet zone reaches {over:.1f} mm over the trim"
        if not said and item.fill is not None:
            said = _weak(item, ground.beneath(index, zone, 24, 24))
        if said:
            fix = f"{QUIET} modules ({QUIET * item.module:.1f} mm) of white around it: under=…"
            problems.add("code-ground", locate(item.element), f"a code cannot be read: {said}", fix)


def _weak(item: Path, beneath: list[tuple[int, int, int]]) -> str:
    assert item.fill is not None
    colours = set(beneath)
    if any(luminance(under) < luminance(item.fill[:3]) for under in colours):
        return "its ground is darker than its modules"
    ratio = min(contrast(item.fill[:3], under) for under in colours)
    least = f"at least {CONTRAST:g}:1 is needed"
    return f"it has a contrast of {ratio:.1f}:1 to its ground; {least}" if ratio < CONTRAST else ""


def _over(zone: Box, size: tuple[float, float]) -> float:
    return max(-zone.x, -zone.y, zone.right - size[0], zone.bottom - size[1])


def _strange(scene: Scene, ground: Ground, index: int, zone: Box) -> str:
    """What is painted in the zone between its ground and the code, or over the code."""
    inner = zone.grow(-0.01)
    for order in range(ground.base(index, inner) + 1, len(scene.items)):
        item = scene.items[order]
        if order == index or not _shows(item, inner):
            continue
        if isinstance(item, Run):
            return f"{item.text[:40]!r} stands in its quiet zone"
        if isinstance(item, Path) and item.fill and order < index and reach(item).holds(zone):
            continue  # a ground of another shape: its colour is judged
        what = "something is painted over it" if order > index else "something lies beneath it"
        return f"{what}, {_place(item)}"
    return ""


def _shows(item: Item, box: Box) -> bool:
    if isinstance(item, Run):
        return bool(item.text.strip()) and ink_box(item).meet(box) is not None
    area: Box | None = reach(item)
    if area and item.clip:
        area = area.meet(bounds(item.clip))
    return area is not None and area.meet(box) is not None and comes_near(item, box)


def _place(item: Item) -> str:
    assert not isinstance(item, Run)
    box = reach(item)
    return f"{box.x:.1f} mm from the left, {box.y:.1f} mm from the top"

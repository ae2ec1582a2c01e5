"""Scenes of pieces cut along their own edge in, problems out: text too near a cut, on a fold.

Values of a tracker must stand in the places that its net gives them, so that window and clip show
them.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.check.ground import ink_box
from generator.check.shapes import Point, crossing, depth, flat, sides
from generator.geometry import Box, around, bounds, moved, turned
from generator.model.piece import Net
from generator.problems import Problems, Where
from generator.scene import Picture, Run, Scene

VALUE = "value"
"""The fact that the elements of a tracker's values carry."""


def check_outline(scene: Scene, locate: Callable[[int], Where], problems: Problems) -> None:
    """Each line of text lies `safe` mm inside the cut, off the holes, on one side of each fold."""
    cut = flat(scene.outline.cut)
    holes = [flat(hole) for hole in scene.outline.holes]
    folds = [flat(fold) for fold in scene.outline.folds]
    for item in scene.items:
        if not isinstance(item, Run):
            continue
        corners = _ink(item)
        said = f"{item.text[:40]!r}"
        least = min(depth(cut, x, y) for x, y in corners)
        edges = sides(corners)
        if least < scene.safe - 0.05 or any(
            crossing(*edge, *side) for edge in edges for side in sides(cut)
        ):
            problems.add(
                "outside-safe",
                locate(item.element),
                f"{said} comes within {max(least, 0.0):.1f} mm of the cut or leaves the piece",
                f"keep {scene.safe:g} mm: move it inwards or shorten it",
            )
        for hole in holes:
            if any(depth(corners, x, y) > 0 for x, y in hole):
                says = f"{said} runs over a hole"
                problems.add("outside-safe", locate(item.element), says, "move it")
        if any(crossing(*edge, fold[0], fold[1]) for edge in edges for fold in folds):
            says = f"{said} runs over a fold"
            problems.add("outside-safe", locate(item.element), says, "keep it on one panel")


def check_values(
    scene: Scene, net: Net, locate: Callable[[int], Where], problems: Problems
) -> None:
    """Each value of a tracker stands in its own place, what a face of a die shows on that face."""
    if net.kind == "die":
        _check_faces(scene, net, locate, problems)
    places = {str(spot.value): spot for spot in net.spots}
    for item in scene.items:
        if not isinstance(item, Run) or item.fact != VALUE or item.text not in places:
            continue
        spot = places[item.text]
        box = Box(spot.x, spot.y, spot.w, spot.h)
        back = turned(-spot.turn, *box.centre)
        if abs((item.turn - spot.turn + 180) % 360 - 180) > 1:
            problems.add(
                "tracker-values",
                locate(item.element),
                f"{item.text} is turned by {item.turn:g} degrees; it is upright where it is read "
                f"at {spot.turn:.1f}",
                "turn it by its spot's turn",
            )
        if not all(box.grow(0.05).holds(Box(*moved(back, x, y), 0, 0)) for x, y in _ink(item)):
            problems.add(
                "tracker-values",
                locate(item.element),
                f"{item.text} stands outside the {spot.w:.1f} x {spot.h:.1f} mm that show it",
                "put it into the box of its spot, turned by the spot's turn",
            )


def _check_faces(
    scene: Scene, net: Net, locate: Callable[[int], Where], problems: Problems
) -> None:
    """Pips and digits that bear a face's name as their fact lie on that face, wholly."""
    for item in scene.items:
        panel = net.panels.get(item.fact or "")
        if panel is None or panel.glued:
            continue
        if isinstance(item, Run):
            ink = around(_ink(item))
        else:
            ink = item.box if isinstance(item, Picture) else bounds(item.segments)
        if not panel.box.holds(ink, 0.05):
            says = f"a pip or digit of face {item.fact} stands outside that face"
            fix = f"keep it in net.panels.{item.fact}.box"
            problems.add("tracker-values", locate(item.element), says, fix)


def _ink(run: Run) -> tuple[Point, ...]:
    """The corners of a line's letters, turned with it."""
    box = ink_box(run._replace(turn=0.0))
    place = turned(run.turn, run.x, run.y)
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return tuple(moved(place, x, y) for x, y in corners)

"""A net and the angles of its folds in, its panels in space out: what paper does, for tests.

In space y grows upwards; the sheet lies in z = 0, its printed side to the eye (z > 0). A fold by
+90 lifts a panel's far side towards the eye (printed sides come to face each other), by -90 away.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from generator.check.shapes import Point, flat, sides
from generator.model.piece import Net

Vector = tuple[float, float, float]
Place = Callable[[Point], Vector]


def folded(net: Net, root: str, angle: Callable[[str, str], float]) -> Mapping[str, Place]:
    """Where each panel's points are once folded; `angle(panel, next)` in degrees, `root` lies."""
    places: dict[str, Place] = {root: lambda p: (p[0], -p[1], 0.0)}
    hinges = _hinges(net)
    todo = [root]
    while todo:
        name = todo.pop()
        for one, other, a, b in hinges:
            for here, there in ((one, other), (other, one)):
                if here == name and there not in places:
                    places[there] = _turned(net, places[name], there, (a, b), angle(name, there))
                    todo.append(there)
    assert places.keys() == net.panels.keys()
    return places


def corners(net: Net, places: Mapping[str, Place], name: str) -> list[Vector]:
    return [places[name](p) for p in flat(net.panels[name].edge)]


def normal(net: Net, places: Mapping[str, Place], name: str) -> Vector:
    """The direction that the panel's printed side looks in."""
    x, y = net.panels[name].box.centre
    o, u, v = (places[name](p) for p in ((x, y), (x + 1, y), (x, y - 1)))
    return cross(minus(u, o), minus(v, o))


def up(net: Net, places: Mapping[str, Place], name: str) -> Vector:
    """The direction in which the panel's art is upright, its `turn` respected."""
    panel = net.panels[name]
    x, y = panel.box.centre
    a = math.radians(panel.turn)
    return minus(places[name]((x + math.sin(a), y - math.cos(a))), places[name]((x, y)))


def minus(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def cross(a: Vector, b: Vector) -> Vector:
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def dot(a: Vector, b: Vector) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _hinges(net: Net) -> list[tuple[str, str, Point, Point]]:
    out = []
    for fold in net.outline.folds:
        a, b = flat(fold)
        owners = [
            name
            for name, panel in net.panels.items()
            if any({a, b} == {p, q} for p, q in sides(flat(panel.edge)))
        ]
        assert len(owners) == 2, owners
        out.append((*owners, a, b))
    return out


def _turned(net: Net, base: Place, name: str, hinge: Any, degrees: float) -> Place:
    """The place of a panel turned about the hinge by which it hangs on one that is placed."""
    (ax, ay), (bx, by) = hinge
    length = math.dist((ax, ay), (bx, by))
    dx, dy = (bx - ax) / length, (by - ay) / length
    cx, cy = net.panels[name].box.centre
    nx, ny = -dy, dx  # towards the panel
    if (cx - ax) * nx + (cy - ay) * ny < 0:
        nx, ny = -nx, -ny
    o = base((ax, ay))
    along = minus(base((ax + dx, ay + dy)), o)
    across = minus(base((ax + nx, ay + ny)), o)
    eye = cross(along, across) if dx * ny - dy * nx < 0 else cross(across, along)
    a = math.radians(degrees)

    def place(p: Point) -> Vector:
        u = (p[0] - ax) * dx + (p[1] - ay) * dy
        v = (p[0] - ax) * nx + (p[1] - ay) * ny
        return tuple(
            o[i] + u * along[i] + v * (math.cos(a) * across[i] + math.sin(a) * eye[i])
            for i in range(3)
        )

    return place

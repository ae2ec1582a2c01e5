"""Computed nets in, problems out: folds, cuts, panels, and what trackers show of their range.

A fold is an edge that two panels share, the cut is one closed loop that meets neither itself nor a
hole, and no panel lies over another. A dial's window shows each value whole and no other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations

from generator.check.shapes import (
    Point,
    area,
    crossing,
    depth,
    flat,
    inside,
    sides,
    turned_box,
)
from generator.geometry import Box, Segments, around
from generator.model.game import Component, Game
from generator.model.piece import CornerSpec, DialSpec, Net, Spot, StripSpec
from generator.problems import Problems, Where

NEAR = 1e-3
"""mm within which two corners are the same."""

ROUND = 0.02
"""mm by which a curve misses its circle."""

CELL = (10.0, 8.0)
"""mm that a clip and a thumb need."""


def check_nets(
    game: Game, problems: Problems, components: Iterable[Component] | None = None
) -> None:
    """Every computed net of a game, or of some of its components."""
    for component in game.components.values() if components is None else components:
        net, where = component.net, component.where._replace(field="net")
        if net is None:
            continue
        for one in component.nets.values() or (net,):
            for says in (*_folds(one), *_cut(one), *_panels(one)):
                fix = "a fault of the net's kind: take other measures and report it"
                problems.add("net-broken", where, f"{component.id}: {says}", fix)
        spec = component.spec
        if net.spots and spec.range is not None:
            _values(component, net, where, problems)
        if isinstance(spec.net, CornerSpec):
            _corner(spec.net, net, game.components.get(spec.net.cards), where, problems)
        if isinstance(spec.net, DialSpec) and spec.net.disc:
            _window(net, game.components.get(spec.net.disc), where, problems)


def _folds(net: Net) -> list[str]:
    """Each fold is an edge of exactly two panels."""
    out = []
    edges = [[(a, b) for a, b in sides(flat(p.edge))] for p in net.panels.values()]
    for fold in net.outline.folds:
        a, b = flat(fold)
        owners = sum(any(_same(a, b, c, d) for c, d in panel) for panel in edges)
        if owners != 2:
            out.append(f"the fold at {_at(a)} to {_at(b)} is an edge of {owners} panels, not of 2")
    return out


def _same(a: Point, b: Point, c: Point, d: Point) -> bool:
    return (math.dist(a, c) < NEAR and math.dist(b, d) < NEAR) or (
        math.dist(a, d) < NEAR and math.dist(b, c) < NEAR
    )


def _at(point: Point) -> str:
    return f"({point[0]:.1f}, {point[1]:.1f})"


def _closed(segments: Segments) -> bool:
    kinds = [segment[0] for segment in segments]
    return kinds[:1] == ["M"] and kinds[-1:] == ["Z"] and kinds.count("M") == 1


def _cut(net: Net) -> list[str]:
    """One closed loop within the box that crosses neither itself nor a hole."""
    out = []
    cut, holes = net.outline.cut, net.outline.holes
    if not all(map(_closed, (cut, *holes))):
        return ["its cut is no closed loop"]
    corners = flat(cut)
    loops = [sides(corners), *(sides(flat(hole)) for hole in holes)]
    lines = [line for loop in loops for line in loop]
    if any(crossing(*one, *other) for one, other in combinations(lines, 2)):
        out.append("its cut crosses itself or a hole")
    for hole in holes:
        if not all(inside(corners, x, y) for x, y in flat(hole)):
            out.append("a hole lies outside its cut")
    w, h = net.size
    if not Box(0.0, 0.0, w, h).holds(around(corners), ROUND):
        out.append(f"its cut leaves its box of {w:.1f} x {h:.1f} mm")
    if not net.panels:
        out.append("it has no panels")
    total = sum(abs(area(flat(panel.edge))) for panel in net.panels.values())
    if abs(abs(area(corners)) - total) > 0.01 * max(1.0, total) ** 0.5:
        out.append(f"its panels cover {total:.1f} mm2, its cut {abs(area(corners)):.1f} mm2")
    return out


def _panels(net: Net) -> list[str]:
    """No panel lies over another."""
    out = []
    for (one, a), (other, b) in combinations(net.panels.items(), 2):
        if _overlap(flat(a.edge), flat(b.edge)):
            out.append(f"the panels {one} and {other} lie over each other")
    return out


def _overlap(first: tuple[Point, ...], second: tuple[Point, ...]) -> bool:
    """Whether two polygons share more than an edge."""
    shared = around(first).meet(around(second))
    if shared is None or min(shared.w, shared.h) < NEAR:
        return False
    if any(crossing(*p, *q) for p in sides(first) for q in sides(second)):
        return True
    for corners, others in ((first, second), (second, first)):
        marks = [*others, _middle(others), *(_middle(side) for side in sides(others))]
        if any(depth(corners, x, y) > NEAR for x, y in marks):
            return True
    return False


def _middle(corners: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _corner(
    spec: CornerSpec, net: Net, component: Component | None, where: Where, problems: Problems
) -> None:
    """Two corners, one turned by half a circle, leave room for the grid and a gap round it."""
    if component is None:
        return
    corners = flat(net.outline.cut)
    for size, count, length, name in zip(
        component.size, (spec.columns, spec.rows), net.size, ("across", "down"), strict=True
    ):
        room, need = 2 * (length - spec.band), count * (size + spec.gap) + spec.gap
        if abs(room - need) > 2 * NEAR:
            says = (
                f"two corners leave {room:.1f} mm {name}; {count} cards of {component.id} and the "
                f"gaps round them take {need:.1f}"
            )
            problems.add("corner-unfit", where, says, "report it: a fault of the net's kind")
    inner = (spec.band, spec.band)
    if min((math.dist(inner, point) for point in corners), default=1.0) > NEAR:
        says = f"its inner corner is not {spec.band:g} mm from its outer edges"
        problems.add("corner-unfit", where, says, "report it: a fault of the net's kind")


def _values(component: Component, net: Net, where: Where, problems: Problems) -> None:
    """Every value of the range has its place, once and in order, large enough and on the piece."""
    least, most = component.spec.range or (0, 0)
    wanted, got = list(range(least, most + 1)), [spot.value for spot in net.spots]
    if wanted != got:
        says = f"{component.id} shows {got}; its range is {least} to {most}"
        problems.add("tracker-values", where, says, "show each value once, in order")
    corners = flat(net.outline.cut)
    least_size = CELL if isinstance(component.spec.net, StripSpec) else (0.0, 0.0)
    for spot in net.spots:
        fits = all(depth(corners, x, y) > -NEAR for x, y in _corners(spot))
        if not fits or spot.w < least_size[0] - NEAR or spot.h < least_size[1] - NEAR:
            says = f"the place of {spot.value} ({spot.w:.1f} x {spot.h:.1f} mm) does not fit"
            problems.add("tracker-values", where, says, "larger measures or a smaller range")
    for one, other in combinations(net.spots, 2):
        if _overlap(_corners(one), _corners(other)):
            says = f"the places of {one.value} and {other.value} lie over each other"
            problems.add("tracker-values", where, says, "larger measures or a smaller range")


def _corners(spot: Spot, turn: float = 0.0, about: Point = (0.0, 0.0)) -> tuple[Point, ...]:
    """The corners of a value's place after the whole disc is turned about a point."""
    corners = turned_box(spot.x, spot.y, spot.w, spot.h, spot.turn)
    if not turn:
        return corners
    a = math.radians(turn)
    c, s = math.cos(a), math.sin(a)
    px, py = about
    return tuple(
        (px + c * (x - px) - s * (y - py), py + s * (x - px) + c * (y - py)) for x, y in corners
    )


def _window(net: Net, component: Component | None, where: Where, problems: Problems) -> None:
    """With the disc turned so that a value is on top, the window shows it whole and no other."""
    disc = component.net if component else None
    if disc is None:
        return
    pin = (net.size[0] / 2, net.size[1] / 2)
    window, cut = flat(net.window), flat(net.outline.cut)
    if net.size != disc.size or net.outline.holes != disc.outline.holes:
        says = "the pin's holes of disc and cover do not lie over each other"
        problems.add("dial-window", where, says, "give the cover the measures of its disc")
    shown_first = _corners(disc.spots[0], -disc.spots[0].turn, pin) if disc.spots else ()
    if any(depth(cut, x, y) > 2 * ROUND for x, y in (*window, *shown_first)):
        says = "the cover is not cut away where its window is"
        problems.add("dial-window", where, says, "report it: a fault of the net's kind")
    seen_through = around(window)
    for value in disc.spots:
        shown = []
        for spot in disc.spots:
            corners = _corners(spot, -value.turn, pin)
            if around(corners).meet(seen_through) is None:
                continue
            whole = all(depth(window, x, y) > -NEAR for x, y in corners)
            partly = not whole and _overlap(window, corners)
            if whole or partly:
                shown.append((spot.value, whole))
        if shown != [(value.value, True)]:
            seen = ", ".join(f"{n}{'' if whole else ' (in part)'}" for n, whole in shown)
            says = f"set to {value.value} the window shows {seen or 'no value'}"
            problems.add("dial-window", where, says, "a wider window, or smaller places of values")

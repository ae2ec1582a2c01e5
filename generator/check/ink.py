"""A scene in, the ink it takes and its largest solid areas out; problems where they are too much.

Ink of a colour is the share of its strongest ink, 1 - min(r, g, b): paper is 0, black 1, and a
cream ground counts as well. Shapes are measured along lines `PITCH` mm apart, exactly across; the
uppermost paint counts. Letters count with the area of their outlines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from generator.check.ground import Ground, ink_box, rings, thumbnail
from generator.check.spans import Rows, less, merged, met, opened
from generator.geometry import Segments
from generator.problems import Problems, Where
from generator.scene import Colour, Path, Picture, Run, Scene
from generator.units import PT

MOST_INK = 0.08
"""Mean ink of a face printed with little ink."""

MOST_AREA = 100.0
"""mm2 of a filled area."""

PITCH = 0.15
"""mm between the lines along which shapes are measured."""

WIDE = 1.0
"""mm: what is nowhere wider is a line or hatching, no filled area."""

PALE = 0.02
"""Ink that nobody sees."""

Letters = Callable[[str, str], float]
"""Face id and text to the area of its letters in square em."""


class Ink(NamedTuple):
    """`mean` ink of a face (0-1), the share of each element, its filled areas (mm2, element)."""

    mean: float
    elements: dict[int, float]
    areas: list[tuple[float, int]]


def check_ink(
    scene: Scene, letters: Letters, locate: Callable[[int], Where], problems: Problems
) -> None:
    """Note `ink-heavy` and `ink-area` of a face that is to take little ink."""
    ink = measure(scene, letters)
    if ink.mean > MOST_INK:
        heaviest = max(ink.elements, key=lambda element: ink.elements[element])
        problems.add(
            "ink-heavy",
            locate(heaviest),
            f"the face takes {ink.mean:.1%} ink, {ink.elements[heaviest]:.1%} of it here; "
            f"--low-ink allows {MOST_INK:.0%}",
            "outlines or hatching in place of fills: `low_ink` tells a template",
        )
    for area, element in ink.areas:
        if area > MOST_AREA:
            problems.add(
                "ink-area",
                locate(element),
                f"a filled area of {area / 100:.1f} cm2; --low-ink allows {MOST_AREA / 100:g} cm2",
                "an outline or hatching in its place: `low_ink` tells a template",
            )


def measure(scene: Scene, letters: Letters) -> Ink:
    """The ink within the trim, by element, and every filled area."""
    (w, h), count = scene.size, round(scene.size[1] / PITCH)
    covered: Rows = [[] for _ in range(count)]
    dark: Rows = [[] for _ in range(count)]
    shares: dict[int, float] = {}
    drawn: list[tuple[int, dict[int, list[tuple[float, float]]]]] = []
    whole = w * h
    for item in reversed(scene.items):
        if isinstance(item, Run):
            continue
        for ink, opacity, rows in _painted(item, w, count):
            if ink > PALE and opacity > 0:
                drawn.append((item.element, rows))
            sum_mm = 0.0
            for j, spans in rows.items():
                fresh = less(spans, covered[j])
                sum_mm += sum(b - a for a, b in fresh)
                if ink * opacity > PALE and fresh:
                    dark[j] = merged([*dark[j], *fresh])
                if opacity >= 1:
                    covered[j] = merged([*covered[j], *spans])
            share = sum_mm * PITCH * ink * opacity / whole
            shares[item.element] = shares.get(item.element, 0.0) + share
    ground = Ground(scene.items)
    for index, item in enumerate(scene.items):
        if isinstance(item, Run):
            share = _written(item, index, ground, letters) / whole
            shares[item.element] = shares.get(item.element, 0.0) + share
    areas = [(area, _owner(drawn, j, x)) for area, j, x in opened(dark, WIDE / 2, PITCH)]
    return Ink(sum(shares.values()), shares, areas)


def _of(colour: Colour) -> float:
    return 1 - min(colour[:3]) / 255


def _written(run: Run, index: int, ground: Ground, letters: Letters) -> float:
    """mm2 of ink of a line, less what it leaves open of the ground."""
    em = run.size / PT
    beneath = ground.beneath(index, ink_box(run))
    under = sum(1 - min(colour) / 255 for colour in beneath) / len(beneath)
    return letters(run.font, run.text) * em * em * (_of(run.colour) - under)


def _owner(
    drawn: Sequence[tuple[int, dict[int, list[tuple[float, float]]]]], j: int, x: float
) -> int:
    """The element of the uppermost paint at a point."""
    for element, rows in drawn:
        if any(a <= x <= b for a, b in rows.get(j, ())):
            return element
    return -1


def _painted(
    item: Path | Picture, width: float, count: int
) -> Iterable[tuple[float, float, dict[int, list[tuple[float, float]]]]]:
    """Ink, opacity and rows of each paint of an item, the uppermost first."""
    if isinstance(item, Picture):
        box = item.box
        _, _, pixels = thumbnail(item.source)
        opacity = sum(pixel[3] for pixel in pixels) / 255 / len(pixels)
        inks = sum((1 - min(pixel[:3]) / 255) * pixel[3] / 255 for pixel in pixels)
        rows = {
            j: [(max(0.0, box.x), min(width, box.right))]
            for j in range(count)
            if box.y <= (j + 0.5) * PITCH <= box.bottom
        }
        yield inks / len(pixels) / (opacity or 1), opacity, rows
        return
    clip = _filled(item.clip, False, count) if item.clip else None
    if item.stroke and item.width > 0:
        whole = sum(item.dash) if len(item.dash) % 2 == 0 else 0
        dashed = sum(item.dash[::2]) / whole if whole else 1.0
        rows = _clipped(_stroked(item, count), clip, width)
        yield _of(item.stroke), item.opacity * dashed, rows
    if item.fill:
        rows = _clipped(_filled(item.segments, item.even_odd, count), clip, width)
        yield _of(item.fill), item.opacity, rows


def _clipped(
    rows: dict[int, list[tuple[float, float]]],
    clip: dict[int, list[tuple[float, float]]] | None,
    width: float,
) -> dict[int, list[tuple[float, float]]]:
    """What shows within the trim and the item's own clip."""
    out = {}
    for j, spans in rows.items():
        shown = met(spans, [(0.0, width)])
        if clip is not None:
            shown = met(shown, clip.get(j, []))
        if shown:
            out[j] = shown
    return out


def _crossings(
    edges: Iterable[tuple[float, float, float, float]], count: int
) -> dict[int, list[tuple[float, int]]]:
    """Where edges cross the lines, and which way."""
    out: dict[int, list[tuple[float, int]]] = {}
    for x0, y0, x1, y1 in edges:
        if y0 == y1:
            continue
        way, (top, at, bottom, to) = (1, (y0, x0, y1, x1)) if y0 < y1 else (-1, (y1, x1, y0, x0))
        first = max(0, int(top / PITCH + 0.5))
        last = min(count, int(bottom / PITCH + 0.5))
        slope = (to - at) / (bottom - top)
        for j in range(first, last):
            out.setdefault(j, []).append((at + slope * ((j + 0.5) * PITCH - top), way))
    return out


def _filled(segments: Segments, even_odd: bool, count: int) -> dict[int, list[tuple[float, float]]]:
    """The spans inside an outline, line by line."""
    edges = (
        (*ring.points[i - 1], *ring.points[i])
        for ring in rings(segments)
        for i in range(len(ring.points))
    )
    out = {}
    for j, found in _crossings(edges, count).items():
        found.sort()
        spans, winding, start = [], 0, 0.0
        for x, way in found:
            before = winding
            winding = (winding + 1) % 2 if even_odd else winding + way
            if before == 0:
                start = x
            elif winding == 0 and x > start:
                spans.append((start, x))
        out[j] = spans
    return out


def _stroked(path: Path, count: int) -> dict[int, list[tuple[float, float]]]:
    """The spans that a stroke covers, line by line: each straight piece a rectangle."""
    half = path.width / 2
    closed = path.segments[-1][0] == "Z"
    out: dict[int, list[tuple[float, float]]] = {}
    for ring in rings(path.segments):
        points = ring.points
        for i in range(0 if closed else 1, len(points)):
            (x0, y0), (x1, y1) = points[i - 1], points[i]
            length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
            if not length:
                continue
            u, v = (x1 - x0) / length * half, (y1 - y0) / length * half
            corners = ((x0 - v, y0 + u), (x0 + v, y0 - u), (x1 + v, y1 - u), (x1 - v, y1 + u))
            edges = ((*corners[k - 1], *corners[k]) for k in range(4))
            for j, found in _crossings(edges, count).items():
                xs = [x for x, _ in found]
                out.setdefault(j, []).append((min(xs), max(xs)))
    return {j: merged(spans) for j, spans in out.items()}

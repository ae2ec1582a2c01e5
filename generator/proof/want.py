"""A sheet in, everything that its page must show out, in painting order.

The order is that of `write.content` and of the reader's eye: each placed scene's items, then the
sheet's marks, its labels, the paths of its labels, what stands in its fields.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import NamedTuple

from generator.geometry import (
    Box,
    Matrix,
    Segments,
    after,
    bounds,
    moved,
    moved_box,
    shifted,
    turned,
)
from generator.proof.faces import Faces
from generator.proof.ink import EVERYWHERE, Edges, Image, Ink, Rgb, Shape, Words, meet, probed
from generator.proof.pictures import corners, orientation
from generator.scene import Colour, Item, Path, Picture, Placed, Run, Sheet

KEPT = 256
"""Scenes whose things are kept: a back is met on every page, a front once or for its copies."""

CLOSE = 0.001
"""mm between a path's end and its start that the file's decimals may have closed."""

SHEET = -1
"""The owner of marks and labels."""


Seen = Callable[[Colour], Rgb]
"""How the reader sees a colour."""


def plain(colour: Colour) -> Rgb:
    """As it is on screens."""
    return colour[:3]


def grey(colour: Colour) -> Rgb:
    """Its luminance alone."""
    return (colour.grey,) * 3


class Due(NamedTuple):
    """What a page must show: things, the items they come from, and whose they are.

    `owners` are indices of `sheet.placed`, SHEET for marks and labels.
    """

    sheet: Sheet
    inks: list[Ink]
    items: list[Item]
    owners: list[int]


class Wants:
    """Turns sheets into what is due; scenes met again are not worked out again."""

    def __init__(self, faces: Faces, seen: Seen = plain) -> None:
        self._faces, self._seen = faces, seen
        self._kept: OrderedDict[int, tuple[tuple[Item, ...], list[Item], list[Ink]]] = OrderedDict()
        self._places: OrderedDict[tuple[object, ...], tuple[list[Ink], list[Ink]]] = OrderedDict()

    def due(self, sheet: Sheet) -> Due:
        """Everything on the page of that sheet."""
        inks: list[Ink] = []
        items: list[Item] = []
        owners: list[int] = []
        for owner, placed in enumerate(sheet.placed):
            again = id(placed.scene.items) in self._kept
            shown, things = self.of(placed.scene.items)
            inks += self._set_down(things, placed) if again else set_down(things, placed)
            items += shown
            owners += [owner] * len(shown)
        labels: tuple[Item, ...] = (*sheet.labels, *sheet.label_paths)
        for group in (sheet.marks, labels):
            shown, things = self.of(group)
            inks += things
            items += shown
            owners += [SHEET] * len(shown)
        if sheet.fields:  # drawn over everything, and of the one piece on the page
            shown, things = self.of(tuple(run for field in sheet.fields for run in field.runs))
            inks += things
            items += shown
            owners += [0] * len(shown)
        return Due(sheet, inks, items, owners)

    def _set_down(self, things: list[Ink], placed: Placed) -> list[Ink]:
        """As `set_down`; equal backs in equal cells are the same things on every page."""
        _, x, y, turn, clip, _ = placed
        key = (id(things), x, y, turn, clip)
        kept = self._places.get(key)
        if kept is None:
            kept = self._places[key] = (things, set_down(things, placed))
            if len(self._places) > KEPT:
                self._places.popitem(last=False)
        return kept[1]

    def forget(self, items: tuple[Item, ...]) -> None:
        """Keep nothing of a scene that will not be met again."""
        kept = self._kept.pop(id(items), None)
        if kept is not None:
            gone = [key for key, (things, _) in self._places.items() if things is kept[2]]
            for key in gone:
                del self._places[key]

    def of(self, items: tuple[Item, ...]) -> tuple[list[Item], list[Ink]]:
        """The items that show anything, and what they show in their own coordinates."""
        key = id(items)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept[1], kept[2]
        shown, inks = [], []
        for item in items:
            ink = self._ink(item)
            if ink is not None:
                shown.append(item)
                inks.append(ink)
        self._kept[key] = (items, shown, inks)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return shown, inks

    def _ink(self, item: Item) -> Ink | None:
        if isinstance(item, Run):
            return self._words(item)
        if isinstance(item, Path):
            return _shape(item, self._seen)
        return _image(item)

    def _words(self, run: Run) -> Words | None:
        text = " ".join(run.text.split())
        if not text:
            return None
        face = self._faces.get(run.font)
        ends = face.ink(run.text, run.size, run.width, run.kerns) if face else (0.0, run.width)
        return Words(
            text,
            run.x,
            run.y,
            run.turn % 360,
            *ends,
            face.name if face else run.font,
            run.size,
            self._seen(run.colour),
            255,
            "",
            EVERYWHERE,
            run=run,
        )


def _shape(path: Path, seen: Seen) -> Shape | None:
    stroke = path.stroke if path.width > 0 else None
    if (path.fill is None and stroke is None) or path.opacity <= 0:
        return None
    drawn, slack = drawn_points(path.segments)
    count = len(drawn) // 2
    if count < 2:
        return None
    xs, ys = drawn[::2], drawn[1::2]
    probes: list[float] = []
    for i in probed(count, stroke is not None):
        probes += (xs[i], ys[i])
    return Shape(
        count,
        tuple(probes),
        (min(xs), min(ys), max(xs), max(ys)),
        seen(path.fill) if path.fill else None,
        seen(stroke) if stroke else None,
        path.width if stroke else 0.0,
        path.dash if stroke else (),
        path.even_odd and path.fill is not None,
        path.round and stroke is not None,
        round(path.opacity * 255),
        "",
        _edges(path.clip) if path.clip else EVERYWHERE,
        slack=slack,
    )


def _image(picture: Picture) -> Image:
    x, y, w, h = picture.box
    place = after((w, 0.0, 0.0, h, x, y), turned(picture.turn, *picture.box.centre))
    exif = orientation(picture.source)
    (ox, oy), (ux, uy), (vx, vy) = (moved(place, *corner) for corner in corners(exif))
    wide, high = picture.pixels
    box = moved_box(place, Box(0.0, 0.0, 1.0, 1.0))
    return Image(
        (ox, oy, ux - ox, uy - oy, vx - ox, vy - oy),
        (high, wide) if exif >= 5 else (wide, high),
        (box.x, box.y, box.right, box.bottom),
        255,
        "",
        _edges(picture.clip) if picture.clip else EVERYWHERE,
    )


def drawn_points(segments: Segments) -> tuple[list[float], int]:
    """A path's points (x, y, x, y, …) as a reader keeps them; how many it may have left out.

    Closing adds a line back to the start unless the path is there already; a move that nothing
    follows is dropped.
    """
    out: list[float] = []
    start: list[float] = []
    moving, slack = False, 0
    for seg in segments:
        kind = seg[0]
        if kind == "Z":
            here = out[-2:]
            if here != start:
                out += start
                slack += abs(here[0] - start[0]) < CLOSE and abs(here[1] - start[1]) < CLOSE
            moving = False
        elif kind == "M":
            if moving:
                del out[-2:]
            start = [*seg[1:]]
            out += start
            moving = True
        else:
            out += seg[1:]
            moving = False
    if moving:
        del out[-2:]
    return out, slack


def _edges(segments: Segments) -> Edges:
    box = bounds(segments)
    return box.x, box.y, box.right, box.bottom


def matrix_of(placed: Placed) -> Matrix:
    """What takes a scene's points to the sheet."""
    w, h = placed.scene.size
    right, down = {0: (0.0, 0.0), 90: (h, 0.0), 180: (w, h), 270: (0.0, w)}[placed.turn]
    return after(turned(placed.turn), shifted(placed.x + right, placed.y + down))


def set_down(inks: Iterable[Ink], placed: Placed) -> list[Ink]:
    """A scene's things as they stand on the sheet, cut by its clip."""
    box = placed.clip
    clip = (box.x, box.y, box.right, box.bottom)
    put = _Mover(matrix_of(placed), placed.turn, clip)
    return [put.by[ink.__class__](ink) for ink in inks]


class _Mover:
    """Moves things by a quarter turn and a shift."""

    def __init__(self, matrix: Matrix, turn: int, clip: Edges) -> None:
        self._matrix, self._turn, self._clip = matrix, turn, clip
        self.by: dict[type, Callable[..., Ink]] = {
            Words: self._words,
            Shape: self._shape,
            Image: self._image,
        }

    def _words(self, ink: Words) -> Words:
        a, b, c, d, e, f = self._matrix
        text, x, y, turn, left, right, font, size, colour, alpha, odd, _, _, run = ink
        return Words(
            text, a * x + c * y + e, b * x + d * y + f, (turn + self._turn) % 360, left, right,
            font, size, colour, alpha, odd, self._clip, 0, run,
        )  # fmt: skip

    def _shape(self, ink: Shape) -> Shape:
        a, b, c, d, e, f = self._matrix
        points, probes, edges, fill, stroke, width, dash, even_odd, rounded = ink[:9]
        if len(probes) == 4:
            x, y, u, v = probes
            probes = a * x + c * y + e, b * x + d * y + f, a * u + c * v + e, b * u + d * v + f
        else:
            pairs = zip(probes[::2], probes[1::2], strict=True)
            probes = tuple(w for x, y in pairs for w in (a * x + c * y + e, b * x + d * y + f))
        return Shape(
            points, probes, self._edges(edges), fill, stroke, width, dash, even_odd, rounded,
            ink.alpha, ink.odd, self._shown(ink.clip), 0, ink.slack,
        )  # fmt: skip

    def _image(self, ink: Image) -> Image:
        a, b, c, d, e, f = self._matrix
        x, y, ux, uy, vx, vy = ink.frame
        return ink._replace(
            frame=(
                a * x + c * y + e, b * x + d * y + f,
                a * ux + c * uy, b * ux + d * uy, a * vx + c * vy, b * vx + d * vy,
            ),
            edges=self._edges(ink.edges),
            clip=self._shown(ink.clip),
        )  # fmt: skip

    def _edges(self, edges: Edges) -> Edges:
        a, b, c, d, e, f = self._matrix
        left, top, right, bottom = edges
        x0, y0 = a * left + c * top + e, b * left + d * top + f
        x1, y1 = a * right + c * bottom + e, b * right + d * bottom + f
        return (
            (x0, y0, x1, y1)
            if x0 <= x1 and y0 <= y1
            else (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        )

    def _shown(self, clip: Edges) -> Edges:
        if clip is EVERYWHERE:
            return self._clip
        return meet(self._edges(clip), self._clip) or NOWHERE


NOWHERE: Edges = (-1e6, -1e6, -1e6, -1e6)
"""The clip of a thing of which nothing shows."""

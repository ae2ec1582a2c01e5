"""Attributes of one element and its frame in, its items out: rect, ellipse, line, polygon, path,
text, icon, image, sprite, track, qr. `ATTRIBUTES` lists what each element takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from generator.compose import attributes as read
from generator.compose import codes, pixels
from generator.compose.art import Raster
from generator.compose.flaw import Flaw, near
from generator.compose.frame import NOTHING, Frame, clip_box, meet
from generator.compose.layout import strip
from generator.compose.markup import Element
from generator.compose.page import Page, colour, fitted, own_box, stamped
from generator.compose.paths import outline
from generator.compose.words import Slot, slot
from generator.geometry import (
    Box,
    Segments,
    after,
    ellipse,
    moved,
    moved_segments,
    points,
    rectangle,
    shifted,
    turned,
)
from generator.model.style import Styles
from generator.scene import Colour, Item, Path, Picture

_SHAPE = ("fill", "stroke", "width", "dash", "opacity", "round", "fact", "shows")
_PLACE = ("w", "h", "grow")
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "card": ("tiles",),
    "group": ("at", "box", "turn", "clip", "copy", "fact", "shows"),
    "row": ("box", "gap", "align", "fact", "shows"),
    "column": ("box", "gap", "align", "fact", "shows"),
    "grid": ("box", "gap", "columns", "align", "fact", "shows"),
    "rect": ("box", "radius", *_SHAPE),
    "ellipse": ("box", *_SHAPE),
    "line": ("from", "to", "stroke", "width", "dash", "opacity", "round", "fact", "shows"),
    "polygon": ("points", *_SHAPE),
    "path": ("d", "at", "fill-rule", *_SHAPE),
    "text": (
        *("box", "style", "size", "colour", "align", "valign", "fit", "max-lines", "turn", "fact"),
    ),
    "field": (
        *("box", "name", "style", "value", "size", "colour", "align", "fit", "lines", "max", "of"),
        *("tip", "blank", "stroke", "width", "fact"),
    ),
    "icon": ("box", "name", "colour", "turn", "fact"),
    "image": ("box", "src", "fit", "align", "valign", "turn", "colour", "fact", "shows"),
    "sprite": ("box", "rows", "colours", "under", "stroke", "width", "lines", "fact", "shows"),
    "track": (
        *("box", "cells", "filled", "gap", "direction", "radius", "fill", "empty", "stroke"),
        *("width", "fact", "shows"),
    ),
    "qr": ("box", "value", "or", "or-else", "colour", "under", "fact"),
}
"""Attributes of each element; a child of row, column or grid also takes w, h or grow."""

_NEEDED = {
    "line": ("from", "to", "stroke"),
    "polygon": ("points",),
    "path": ("d",),
    "text": ("style",),
    "field": ("name", "style"),
    "icon": ("name", "colour"),
    "image": ("src",),
    "sprite": ("rows", "colours"),
    "track": ("cells", "filled", "fill"),
    "qr": ("value",),
    "grid": ("columns",),
}


class Placed(NamedTuple):
    """What a leaf yields: so many `elements`, numbered from `first`."""

    items: tuple[Item, ...]
    elements: int
    first: int


def attributes(element: Element, frame: Frame | None) -> dict[str, str]:
    """An element's attributes, all of them known and none missing; raises Flaw."""
    named, known = element.named(), ATTRIBUTES[element.tag]
    for name in named:
        if name in known:
            continue
        if name in _PLACE:
            if frame is not None and frame.whole is not None:
                continue
            says = f"{name} counts only for children of row, column and grid"
            raise Flaw("markup-attribute", says)
        says = f"<{element.tag}> has no attribute {name[:40]!r}"
        raise Flaw("markup-attribute", says, near(name, known))
    for name in _NEEDED.get(element.tag, ()):
        if name not in named:
            raise Flaw("markup-attribute", f"<{element.tag}> needs {name}")
    return named


def _box(named: dict[str, str], frame: Frame) -> Box:
    if "box" in named:
        return read.box(named["box"], frame.area)
    if frame.whole is None:
        raise Flaw("markup-attribute", "box is missing", 'write box="x y w h"')
    return frame.whole


def _paint(styles: Styles, named: dict[str, str], name: str) -> Colour | None:
    value = named.get(name, "none")
    return None if value == "none" else colour(styles, value)


def _path(page: Page, named: dict[str, str], frame: Frame, segments: Segments) -> Path:
    """A shape with the paint its attributes say."""
    if "fill" not in named and "stroke" not in named:
        raise Flaw("markup-attribute", "the shape has neither fill nor stroke")
    stroke = _paint(page.styles, named, "stroke")
    if stroke is None and ("width" in named or "dash" in named) and "stroke" not in named:
        raise Flaw("markup-attribute", "width and dash need a stroke")
    dash = read.numbers(named["dash"], least=0.0) if "dash" in named else ()
    if (dash and not any(dash)) or len(dash) > 12:
        raise read.bad("dash has no length above 0, or over 12 of them")
    return Path(
        frame.on_card(segments),
        _paint(page.styles, named, "fill"),
        stroke,
        read.number(named.get("width", "0.25"), 0.01, 100.0) if stroke else 0.0,
        dash if stroke else (),
        read.number(named.get("opacity", "1"), 0.0, 1.0),
        read.choice(named.get("fill-rule", "nonzero"), "nonzero", "evenodd") == "evenodd",
        read.choice(named.get("round", "no"), "yes", "no") == "yes",
        frame.clipped,
        named.get("fact", frame.fact),
        named.get("shows", frame.shows),
        element=page.count,
    )


def _shape(page: Page, named: dict[str, str], frame: Frame, segments: Segments) -> Placed:
    path = _path(page, named, frame, segments)
    hidden = frame.clip is NOTHING or (path.fill is None and path.stroke is None)
    return Placed(() if hidden else (path,), 1, page.count)


def _rect(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    radius = read.number(named.get("radius", "0"), 0.0)
    return _shape(page, named, frame, rectangle(_box(named, frame), radius))


def _ellipse(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    return _shape(page, named, frame, ellipse(_box(named, frame)))


def _line(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    (x, y), (u, v) = (read.points(named[end], frame.area, 1, 1)[0] for end in ("from", "to"))
    if (x, y) == (u, v):
        raise read.bad("the line has no length")
    return _shape(page, named, frame, (("M", x, y), ("L", u, v)))


def _polygon(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    (x, y), *rest = read.points(named["points"], frame.area, 3)
    lines: Segments = tuple(("L", u, v) for u, v in rest)
    return _shape(page, named, frame, (("M", x, y), *lines, ("Z",)))


def _free(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    segments = outline(named["d"])
    if "at" in named:
        segments = moved_segments(shifted(*read.points(named["at"], frame.area, 1, 1)[0]), segments)
    return _shape(page, named, frame, segments)


def _carried(page: Page, paths: tuple[Path, ...], fact: str | None, shows: str | None) -> Placed:
    first = page.count
    made = tuple(path._replace(fact=fact, shows=shows, element=first) for path in paths)
    return Placed(made, 1, first)


def _icon(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    box, name = _box(named, frame), named["name"]
    turn = read.number(named.get("turn", "0")) % 360
    one = colour(page.styles, named["colour"])
    paths = stamped(page, page.art.icon(name), frame, box, turn, one=one)
    fact = named.get("fact", frame.fact)
    return _carried(page, paths, fact, name)


_STANDS = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}


def _image(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    box, turn = _box(named, frame), read.number(named.get("turn", "0")) % 360
    fit = read.choice(named.get("fit", "contain"), "contain", "cover")
    stand = (
        _STANDS[read.choice(named.get("align", "centre"), "left", "centre", "right")],
        _STANDS[read.choice(named.get("valign", "middle"), "top", "middle", "bottom")],
    )
    source = page.art.image(named["src"])
    fact = named.get("fact", frame.fact)
    shows = named.get("shows", frame.shows or named["src"])
    if not isinstance(source, Raster):
        current = named.get("colour", "ink")
        paths = stamped(page, source, frame, box, turn, fit=fit, current=current, stand=stand)
        return _carried(page, paths, fact, shows)
    if "colour" in named:
        raise Flaw("markup-attribute", "colour counts only for SVG drawings")
    held = own_box(box, turn)
    place = fitted((float(source.pixels[0]), float(source.pixels[1])), held, fit, stand)
    clip = frame.clip
    if fit == "cover":
        whirl = turned(turn, *box.centre)
        corner = whirl if frame.matrix is None else after(whirl, frame.matrix)
        clip = meet(clip, clip_box(held, corner if corner != (1, 0, 0, 1, 0, 0) else None))
    if clip is NOTHING:
        return Placed((), 1, page.count)
    if frame.matrix is not None:
        cx, cy = moved(frame.matrix, *place.centre)
        place = Box(cx - place.w / 2, cy - place.h / 2, place.w, place.h)
    segments = None if clip is None else clip.segments
    angle = (turn + frame.angle) % 360
    first = page.count
    made = Picture(place, source.path, source.pixels, angle, segments, fact, shows, first)
    return Placed((made,), 1, first)


def _sprite(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    """The silhouette in the colour `under` (else the first one), then a path for each colour."""
    rows, colours = pixels.rows(named["rows"]), pixels.palette(named["colours"])
    kinds = pixels.kinds(rows, colours)
    box = _box(named, frame)
    size = min(box.w / len(rows[0]), box.h / len(rows))
    # whole cells, in the middle and on the ground of their box
    at = shifted(box.x + (box.w - size * len(rows[0])) / 2, box.y + box.h - size * len(rows))
    stroke = _paint(page.styles, named, "stroke")
    if stroke is None and ("width" in named or "lines" in named):
        raise Flaw("markup-attribute", "width and lines need a stroke")
    width = read.number(named.get("width", "0.25"), 0.01, 100.0) if stroke else 0.0
    fact, shows = named.get("fact", frame.fact), named.get("shows", frame.shows)

    def drawn(segments: Segments, fill: Colour | None, edge: Colour | None) -> Path:
        path = Path(frame.on_card(moved_segments(at, segments)), fill, edge, width if edge else 0.0)
        return path._replace(clip=frame.clipped, fact=fact, shows=shows, element=page.count)

    under = colour(page.styles, named.get("under", next(iter(colours.values()))))
    whole = pixels.outline(pixels.cells(rows, kinds), size, size)
    items = [drawn(whole, under, None)]
    for kind in kinds:
        filled = pixels.cells(rows, kind)
        edge = pixels.outline(filled, size, size, pixels.SPREAD)
        items.append(drawn(edge, colour(page.styles, colours[kind]), stroke))
        if kind in named.get("lines", ""):
            items.append(drawn(pixels.lines(filled, size), None, stroke))
    return Placed(() if frame.clip is NOTHING else tuple(items), 1, page.count)


def _track(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    count = read.whole(named["cells"], 1, 200)
    filled = read.whole(named["filled"], 0, count)
    gap = read.number(named.get("gap", "0"), 0.0)
    direction = read.choice(named.get("direction", "row"), "row", "column", "row-reverse")
    boxes = strip(_box(named, frame), count, gap, down=direction == "column")
    if direction == "row-reverse":
        boxes.reverse()
    radius = read.number(named.get("radius", "0"), 0.0)
    empty = {**named, "fill": named.get("empty", "none")}
    items: list[Item] = []
    for n, cell in enumerate(boxes):
        full = n < filled
        path = _path(page, named if full else empty, frame, rectangle(cell, radius))
        if not full:
            path = path._replace(fact=None, shows=None)
        if frame.clip is not NOTHING and (path.fill or path.stroke):
            items.append(path._replace(element=page.count + n))
    return Placed(tuple(items), count, page.count)


def _qr(page: Page, named: dict[str, str], frame: Frame) -> Placed:
    """The first of its texts that fits in modules large enough; ground and code of one box."""
    box = _box(named, frame)
    side = min(box.w, box.h)
    ink = codes.inked(colour(page.styles, named.get("colour", "ink")))
    under = colour(page.styles, named["under"]) if "under" in named else None
    texts = tuple(named[key] for key in codes.TEXTS if named.get(key))
    made = codes.code(texts, side)
    page.remark(Flaw("code-holds", codes.told(made, texts, side)))
    square = Box(box.x + (box.w - side) / 2, box.y + (box.h - side) / 2, side, side)
    items: list[Item] = []
    if under is not None:
        items.append(Path(frame.on_card(rectangle(square)), under, element=page.count))
    at = shifted(square.x + codes.QUIET * made.module, square.y + codes.QUIET * made.module)
    edge = pixels.outline(made.dark, made.module, made.module)
    fact, shows = named.get("fact", frame.fact), made.text
    segments = frame.on_card(moved_segments(at, edge))
    path = Path(segments, ink, fact=fact, shows=shows, module=made.module, element=page.count)
    items.append(path)
    clip = frame.clip
    if clip is not None and not clip.holds(points(frame.on_card(rectangle(square)))):
        raise Flaw("markup-clip", "a code cannot be cut: its box leaves the clip of its group")
    return Placed(tuple(items), 1, page.count)


def text_slot(page: Page, named: dict[str, str], frame: Frame) -> Slot:
    """The slot that the attributes of a `<text>` or `<field>` make; raises Flaw."""
    box, clip = _box(named, frame), frame.clip
    if clip is not None and not clip.holds(points(frame.on_card(rectangle(box)))):
        raise Flaw(
            "markup-clip",
            "text cannot be clipped: its box leaves the clip of its group",
            "take the text out of the group, or make its box smaller",
        )
    return slot(page, named, frame, box, read.number(named.get("turn", "0")) % 360)


LEAVES: dict[str, Callable[[Page, dict[str, str], Frame], Placed]] = {
    "rect": _rect,
    "ellipse": _ellipse,
    "line": _line,
    "polygon": _polygon,
    "path": _free,
    "icon": _icon,
    "image": _image,
    "sprite": _sprite,
    "track": _track,
    "qr": _qr,
}
"""How each element without children is placed: its attributes and frame in, its items out."""

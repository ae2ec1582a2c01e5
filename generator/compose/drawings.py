"""An SVG file of our subset in, its shapes out; and shapes in, paths on a card out.

Elements: svg (with viewBox) g path rect circle ellipse line polyline polygon; title and desc are
passed over. Attributes: their geometry, transform, fill, stroke, stroke-width, fill-rule,
stroke-linecap, stroke-linejoin, opacity, data-fill, data-stroke. Colours: #RGB, #RRGGBB, none,
currentColor. Anything else is a fault with the line of the file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import NamedTuple
from xml.parsers import expat

from generator.compose.attributes import bad, number, numbers
from generator.compose.flaw import Flaw, near
from generator.compose.paths import outline
from generator.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    after,
    ellipse,
    moved_segments,
    rectangle,
    scaled,
    shifted,
    turned,
)
from generator.scene import Colour, Path

BYTES = 512 * 1024
"""Of one file."""

SHAPES = 2_000
"""Of one drawing."""

SEGMENTS = 20_000
"""Of one drawing."""

DEEPEST = 40
"""Groups inside groups."""

_PAINT = [
    "fill",
    "stroke",
    "stroke-width",
    "fill-rule",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "transform",
    "id",
    "data-fill",
    "data-stroke",
]
_SHAPES: dict[str, tuple[str, ...]] = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
_ROOT = ("viewBox", "width", "height", "xmlns", "version", "role", "aria-label", *_PAINT)
_CALL = re.compile(r"[\s,]*(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_HEX = re.compile(r"#(?:[0-9A-Fa-f]{3}){1,2}")

Paint = Colour | str | None
"""A colour, `currentColor`, a palette colour's name, or nothing."""


class Shape(NamedTuple):
    """One outline in the drawing's own coordinates, transforms applied."""

    segments: Segments
    fill: Paint
    stroke: Paint
    width: float
    opacity: float
    even_odd: bool
    round: bool


class Drawing(NamedTuple):
    """A parsed file: `box` is its viewBox."""

    box: Box
    shapes: tuple[Shape, ...]


class _Manner(NamedTuple):
    """What a shape inherits."""

    fill: Paint = Colour(0, 0, 0)
    stroke: Paint = None
    width: float = 1.0
    opacity: float = 1.0
    even_odd: bool = False
    round: bool = False
    matrix: Matrix = IDENTITY


def drawn(
    drawing: Drawing,
    matrix: Matrix,
    one: Colour | None,
    paint: Callable[[str], Colour],
    clip: Segments | None,
) -> tuple[Path, ...]:
    """The drawing's paths moved by `matrix`, an even scale, turn and shift.

    Every paint becomes `one` where that is given; `paint` finds `currentColor` and palette names.
    """
    scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5

    def mixed(wanted: Paint) -> Colour | None:
        if wanted is None:
            return None
        if one is not None:
            return one
        return wanted if isinstance(wanted, Colour) else paint(wanted)

    return tuple(
        Path(
            moved_segments(matrix, shape.segments),
            mixed(shape.fill),
            mixed(shape.stroke),
            shape.width * scale if shape.stroke is not None else 0.0,
            (),
            shape.opacity,
            shape.even_odd,
            shape.round,
            clip,
        )
        for shape in drawing.shapes
    )


def drawing(raw: bytes, shown: str) -> Drawing:
    """The drawing in a file's bytes; raises Flaw with all of the file's faults."""
    if len(raw) > BYTES:
        says = f"the drawing has {len(raw):,} bytes, over {BYTES:,}"
        raise Flaw("svg-too-big", says, "simplify it", file=shown)
    reader = _Reader(shown)
    try:
        reader.parser.Parse(raw, True)
    except expat.ExpatError as error:
        says = f"the drawing is no XML: {expat.ErrorString(error.code)}"
        reader.flaws.append(Flaw("svg-syntax", says, file=shown, line=error.lineno))
    except Flaw as flaw:
        reader.flaws.append(flaw)
    except (ValueError, LookupError) as error:  # an encoding that expat does not know
        reader.flaws.append(Flaw("svg-syntax", f"the drawing cannot be read: {error}", file=shown))
    if not reader.flaws and not reader.shapes:
        says = "the drawing has no visible shape"
        reader.flaws.append(Flaw("svg-syntax", says, file=shown))
    if reader.flaws:
        first, *others = reader.flaws[:20]
        first.others = tuple(others)
        raise first
    return Drawing(reader.box, tuple(reader.shapes))


class _Reader:
    """Gathers the shapes and the faults of one file."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.box = Box(0.0, 0.0, 1.0, 1.0)
        self.shapes: list[Shape] = []
        self.flaws: list[Flaw] = []
        self._segments = 0
        self._stack: list[_Manner] = []
        self._passed = 0
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._words
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._doctype

    def _flaw(self, code: str, says: str, fix: str = "") -> Flaw:
        return Flaw(code, says, fix, file=self.shown, line=self.parser.CurrentLineNumber)

    def _doctype(self, *_args: object) -> None:
        raise self._flaw("svg-syntax", "DOCTYPE and entities are not allowed", "take them out")

    def _words(self, text: str) -> None:
        if not self._passed and not text.isspace():
            says = f"words {text.strip()[:40]!r} outside an element that may hold them"
            self.flaws.append(self._flaw("svg-element", says))

    def _end(self, _tag: str) -> None:
        if self._passed:
            self._passed -= 1
        else:
            self._stack.pop()

    def _start(self, tag: str, attrs: dict[str, str]) -> None:
        if self._passed or tag in ("title", "desc"):
            self._passed += 1
            return
        manner = self._stack[-1] if self._stack else _Manner()
        self._stack.append(manner)
        if len(self._stack) > DEEPEST:
            raise self._flaw("svg-too-big", f"groups are over {DEEPEST} deep")
        try:
            if len(self._stack) == 1:
                self._root(tag, attrs)
                self._known(tag, attrs, _ROOT)
            elif tag in _SHAPES or tag == "g":
                self._known(tag, attrs, (*_PAINT, *_SHAPES.get(tag, ())))
            else:
                fix = near(tag, [*_SHAPES, "g"])
                raise self._flaw("svg-element", f"<{tag[:40]}> is not in the subset", fix)
            self._stack[-1] = manner = _inherited(manner, attrs)
            if tag in _SHAPES:
                self._shape(tag, attrs, manner)
        except Flaw as flaw:
            if flaw.code == "markup-value":
                flaw = self._flaw("svg-value", f"<{tag}>: {flaw.says}", flaw.fix)
            if flaw.code == "svg-too-big":
                raise
            self.flaws.append(flaw)
            if tag not in _SHAPES and tag not in ("g", "svg"):
                self._stack.pop()
                self._passed += 1  # its contents would only repeat the fault

    def _known(self, tag: str, attrs: dict[str, str], known: tuple[str, ...]) -> None:
        for name in attrs:
            if name in known:
                continue
            if name in ("style", "class"):
                fix = "write fill, stroke … as attributes of their own"
                flaw = self._flaw("svg-attribute", "style sheets are not in the subset", fix)
            else:
                says = f"<{tag}> has no attribute {name[:40]!r} in the subset"
                flaw = self._flaw("svg-attribute", says, near(name, known))
            self.flaws.append(flaw)

    def _root(self, tag: str, attrs: dict[str, str]) -> None:
        if tag != "svg":
            raise self._flaw("svg-element", f"the root is <{tag[:40]}>", "make it <svg>")
        if "viewBox" in attrs:
            x, y, w, h = numbers(attrs["viewBox"].replace(",", " "), 4)
        else:
            if "width" not in attrs or "height" not in attrs:
                raise self._flaw("svg-attribute", "the drawing has no viewBox", "add viewBox")
            x, y, w, h = 0.0, 0.0, number(attrs["width"]), number(attrs["height"])
        if w <= 0 or h <= 0:
            raise self._flaw("svg-value", f"the drawing is {w:g} wide and {h:g} high")
        self.box = Box(x, y, w, h)

    def _shape(self, tag: str, attrs: dict[str, str], manner: _Manner) -> None:
        if manner.fill is None and manner.stroke is None:
            return
        segments = _segments(tag, attrs)
        if not segments:
            return
        self._segments += len(segments)
        if len(self.shapes) >= SHAPES or self._segments > SEGMENTS:
            says = f"the drawing has over {SHAPES:,} shapes or {SEGMENTS:,} segments"
            raise self._flaw("svg-too-big", says, "simplify it")
        a, b, c, d, _, _ = manner.matrix
        if manner.stroke is not None:
            across, down = (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5
            if abs(across - down) > 0.01 * across or abs(a * c + b * d) > 0.01 * across * down:
                says = "a stroke is stretched unevenly by transform"
                raise self._flaw("svg-value", says, "make the stroke a filled outline")
        scale = abs(a * d - b * c) ** 0.5
        self.shapes.append(
            Shape(
                moved_segments(manner.matrix, segments) if manner.matrix != IDENTITY else segments,
                manner.fill,
                manner.stroke,
                manner.width * scale,
                manner.opacity,
                manner.even_odd,
                manner.round,
            )
        )


def _inherited(manner: _Manner, attrs: dict[str, str]) -> _Manner:
    """What holds within an element; raises Flaw."""
    changes: dict[str, object] = {}
    for name in ("fill", "stroke"):
        if f"data-{name}" in attrs:
            changes[name] = attrs[f"data-{name}"]
        elif name in attrs:
            changes[name] = _paint(attrs[name])
    if "stroke-width" in attrs:
        changes["width"] = number(attrs["stroke-width"], 0.0)
    if "opacity" in attrs:
        changes["opacity"] = manner.opacity * number(attrs["opacity"], 0.0, 1.0)
    if "fill-rule" in attrs:
        changes["even_odd"] = _choice(attrs["fill-rule"], "nonzero", "evenodd") == "evenodd"
    for name, plain in (("stroke-linecap", "butt"), ("stroke-linejoin", "miter")):
        if name in attrs:
            changes["round"] = _choice(attrs[name], plain, "round") == "round"
    if "transform" in attrs:
        changes["matrix"] = after(_transform(attrs["transform"]), manner.matrix)
    return manner._replace(**changes) if changes else manner  # type: ignore[arg-type]


def _choice(text: str, *known: str) -> str:
    if text not in known:
        raise bad(f"{text[:40]!r} is not in the subset", "write one of: " + ", ".join(known))
    return text


def _paint(text: str) -> Paint:
    if text in ("none", "currentColor"):
        return None if text == "none" else text
    if not _HEX.fullmatch(text):
        raise bad(
            f"{text[:40]!r} is no colour of the subset", "write #RRGGBB, none or currentColor"
        )
    digits = text[1:] if len(text) == 7 else "".join(2 * c for c in text[1:])
    return Colour(*bytes.fromhex(digits))


def _transform(text: str) -> Matrix:
    """`transform` as one matrix; the last named is done first."""
    matrix, at, text = IDENTITY, 0, text.strip()
    while at < len(text):
        found = _CALL.match(text, at)
        if found is None:
            raise bad(f"transform cannot be read at {text[at : at + 20]!r}")
        v = numbers(found[2].replace(",", " "))
        matrix, at = after(_one_transform(found[1], v), matrix), found.end()
    return matrix


def _one_transform(name: str, v: tuple[float, ...]) -> Matrix:
    takes = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3)}
    if len(v) not in takes.get(name, (1,)):
        raise bad(f"{name} takes other than {len(v)} numbers")
    if name == "matrix":
        return (v[0], v[1], v[2], v[3], v[4], v[5])
    if name == "translate":
        return shifted(v[0], v[1] if len(v) == 2 else 0.0)
    if name == "scale":
        return scaled(v[0], v[-1])
    if name == "rotate":
        return turned(v[0], *v[1:])
    slant = math.tan(math.radians(v[0]))
    return (1.0, 0.0, slant, 1.0, 0.0, 0.0) if name == "skewX" else (1.0, slant, 0.0, 1.0, 0.0, 0.0)


def _segments(tag: str, attrs: dict[str, str]) -> Segments:
    """A shape's outline; () where SVG draws nothing (a size of 0)."""
    if tag == "path":
        return outline(attrs["d"]) if attrs.get("d", "").strip() else ()
    if tag in ("polyline", "polygon"):
        flat = numbers(attrs.get("points", "").replace(",", " "))
        if len(flat) % 2:
            raise bad(f"points has {len(flat)} numbers")
        pairs = list(zip(flat[::2], flat[1::2], strict=True))
        if len(pairs) < 2:
            return ()
        lines: Segments = tuple(("L", x, y) for x, y in pairs[1:])
        return (("M", *pairs[0]), *lines, *((("Z",),) if tag == "polygon" else ()))
    v = {name: number(attrs.get(name, "0")) for name in _SHAPES[tag]}
    if tag == "line":
        return (("M", v["x1"], v["y1"]), ("L", v["x2"], v["y2"]))
    if tag == "rect":
        rx, ry = v["rx"] if "rx" in attrs else v["ry"], v["ry"] if "ry" in attrs else v["rx"]
        if abs(rx - ry) > 1e-9:
            raise bad("rx and ry differ", "give the corners one radius")
        box = Box(v["x"], v["y"], v["width"], v["height"])
        return rectangle(box, rx) if box.w > 0 and box.h > 0 else ()
    rx, ry = (v["r"], v["r"]) if tag == "circle" else (v["rx"], v["ry"])
    if rx <= 0 or ry <= 0:
        return ()
    return ellipse(Box(v["cx"] - rx, v["cy"] - ry, 2 * rx, 2 * ry))

"""A page or form of PDFium's in, its objects out one after another, as things in mm on the page."""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable

from generator.geometry import Matrix, after, moved
from generator.proof import pdfium as door
from generator.proof.ink import Edges, Image, Ink, Rgb, Shape, Strange, Words, meet, probed
from generator.proof.pdfium import Pdfium
from generator.proof.texts import Texts
from generator.units import PT

MOST = 50_000
"""Objects read of one page; a page of cards has some hundreds."""

DEEPEST = 12
"""Forms within forms."""


class EndlessError(Exception):
    """Raised where a page holds more than is read; the message says of what."""


class Walker:
    """Reads pages into `things` and `fonts` (name: embedded), one after another.

    Buffers and functions are set up once a file: a deck of 144 cards takes 100,000 calls.
    """

    def __init__(self, pdf: Pdfium) -> None:
        self._pdf = pdf
        self.things: list[Ink] = []
        self.fonts: dict[str, bool] = {}
        self._memory = ctypes.create_string_buffer(256)
        start = ctypes.addressof(self._memory)
        self._slots = [ctypes.c_void_p(start + 4 * i) for i in range(40)]
        self._type, self._matrix = pdf.PageObj_GetType, pdf.PageObj_GetMatrix
        self._bounds, self._mode = pdf.PageObj_GetBounds, pdf.Path_GetDrawMode
        self._count, self._fill = pdf.Path_CountSegments, pdf.PageObj_GetFillColor
        self._blends = pdf.PageObj_HasTransparency
        self._segment, self._point = pdf.Path_GetPathSegment, pdf.PathSegment_GetPoint

    def begin(self, texts: Texts) -> None:
        """Forget the page before; handles of one page mean nothing on the next."""
        self.things, self.fonts, self._texts = [], {}, texts
        self._clips: dict[tuple[int, int], Edges] = {}
        self._faces: dict[int, str] = {}
        self.spaces: dict[int, Matrix] = {}

    def walk(
        self,
        parent: int,
        get: Callable[[int, int], int],
        count: int,
        space: Matrix,
        clip: Edges,
        odd: str = "",
        depth: int = 0,
    ) -> None:
        """Append all objects of a page or form; `space` takes its points to mm on the page."""
        things, kind_of = self.things, self._type
        for i in range(count):
            handle = get(parent, i)
            kind = kind_of(handle)
            shown = self._clip(handle, space, clip)
            if kind == door.PATH:
                things.append(self._shape(handle, space, shown, odd))
            elif kind == door.TEXT:
                things.append(self._words(handle, space, shown, odd))
            elif kind == door.IMAGE:
                things.append(self._image(handle, space, shown, odd))
            elif kind == door.FORM:
                self._form(handle, space, shown, odd, depth)
            else:
                what = "a shading" if kind == door.SHADING else f"an object of kind {kind}"
                things.append(Strange(what, shown, shown, handle))
            if len(things) > MOST:
                raise EndlessError(f"holds over {MOST} objects")

    def outline(self, handle: int, space: Matrix) -> list[tuple[int, float, float]]:
        """All points of a path with PDFium's kinds, in mm on the page; `space` is its own."""
        pdf, p = self._pdf, self._slots
        pdf.PageObj_GetMatrix(handle, p[0])
        matrix = struct.unpack_from("=6f", self._memory)
        space = after(matrix, space)
        out = []
        for i in range(pdf.Path_CountSegments(handle)):
            segment = pdf.Path_GetPathSegment(handle, i)
            pdf.PathSegment_GetPoint(segment, p[0], p[1])
            x, y = moved(space, *struct.unpack_from("=2f", self._memory))
            out.append((pdf.PathSegment_GetType(segment), x, y))
        return out

    def _form(self, handle: int, space: Matrix, clip: Edges, odd: str, depth: int) -> None:
        if depth >= DEEPEST:
            raise EndlessError(f"nests forms over {DEEPEST} deep")
        pdf, p = self._pdf, self._slots
        self._matrix(handle, p[0])
        inner = _straight(after(struct.unpack_from("=6f", self._memory), space))
        if pdf.PageObj_HasTransparency(handle):
            odd = odd or "stands in a transparency group"
        count = pdf.FormObj_CountObjects(handle)
        odd = self._layer(handle) or odd
        self.walk(handle, pdf.FormObj_GetObject, count, inner, clip, odd, depth + 1)

    def _layer(self, handle: int) -> str:
        """What marked content says of an object: only layers matter, since they can be off."""
        pdf, p = self._pdf, self._slots
        for i in range(pdf.PageObj_CountMarks(handle)):
            mark = pdf.PageObj_GetMark(handle, i)
            name = ctypes.create_string_buffer(64)
            pdf.PageObjMark_GetName(mark, ctypes.addressof(name), 64, p[0])
            if name.raw.startswith("OC".encode("utf-16-le") + b"\0\0"):
                return "stands on a layer that can be switched off"
        return ""

    def _oddness(self, handle: int, alpha: int, odd: str) -> str:
        if alpha == 255 and self._pdf.PageObj_HasTransparency(handle):
            odd = odd or _BLENDS
        if self._pdf.PageObj_CountMarks(handle) > 0:
            odd = odd or self._layer(handle)
        return odd

    def _words(self, handle: int, space: Matrix, clip: Edges, odd: str) -> Words:
        pdf, p = self._pdf, self._slots
        pdf.PageObj_GetMatrix(handle, p[0])
        pdf.TextObj_GetFontSize(handle, p[6])
        pdf.PageObj_GetBounds(handle, p[7], p[8], p[9], p[10])
        plain = pdf.PageObj_GetFillColor(handle, p[11], p[12], p[13], p[14])
        a, b, c, d, e, f, size, *box, red, green, blue, own = _TEXT.unpack_from(self._memory)
        sa, sb, sc, sd, se, sf = space
        x, y = sa * e + sc * f + se, sb * e + sd * f + sf
        ux, uy = sa * a + sc * b, sb * a + sd * b
        vx, vy = sa * c + sc * d, sb * c + sd * d
        wide, high = math.hypot(ux, uy), math.hypot(vx, vy)
        odd = self._oddness(handle, own, odd) or _bent(ux, uy, vx, vy, wide, high)
        if mode := pdf.TextObj_GetTextRenderMode(handle):
            odd = "is invisible (render mode 3)" if mode == 3 else f"is drawn in render mode {mode}"
        if uy == 0 or ux == 0:
            left, top, right, bottom = _placed(space, *box)
            if uy == 0:
                ends = (left - x, right - x) if ux > 0 else (x - right, x - left)
            else:
                ends = (top - y, bottom - y) if uy > 0 else (y - bottom, y - top)
        else:
            ends = self._turned_ends(handle, space, (x, y), (ux / (wide or 1), uy / (wide or 1)))
        return Words(
            self._text(handle, ends),
            x,
            y,
            0.0 if uy == 0 and ux > 0 else math.degrees(math.atan2(uy, ux)) % 360,
            *ends,
            self._font(handle),
            size * high * PT,
            (red, green, blue) if plain else _NO_COLOUR,
            own,
            odd,
            clip,
            handle,
        )

    def _text(self, handle: int, ends: tuple[float, float]) -> str:
        """The words of a text object; one that shows ink and says nothing is asked again later."""
        text = self._texts.of(handle)
        if not text and ends[1] > ends[0]:
            self._texts.mute.append(handle)
        return text

    def _turned_ends(
        self, handle: int, space: Matrix, start: tuple[float, float], along: tuple[float, float]
    ) -> tuple[float, float]:
        """Where ink begins and ends along a baseline that is turned by no quarter."""
        if not self._pdf.PageObj_GetRotatedBounds(handle, self._slots[0]):
            return 0.0, 0.0
        quad = struct.unpack_from("=8f", self._memory)
        ways = []
        for i in range(0, 8, 2):
            x, y = moved(space, quad[i], quad[i + 1])
            ways.append((x - start[0]) * along[0] + (y - start[1]) * along[1])
        return min(ways), max(ways)

    def _font(self, handle: int) -> str:
        """The font's PostScript name without the subset's tag."""
        font = self._pdf.TextObj_GetFont(handle)
        name = self._faces.get(font)
        if name is None:
            raw = ctypes.create_string_buffer(256)
            self._pdf.Font_GetBaseFontName(font, ctypes.addressof(raw), 256)
            name = raw.value.decode("utf-8", "replace")
            if name[6:7] == "+":
                name = name[7:]
            self._faces[font] = name
            embedded = self._pdf.Font_GetIsEmbedded(font) == 1
            self.fonts[name] = embedded and self.fonts.get(name, True)
        return name

    def _shape(self, handle: int, space: Matrix, clip: Edges, odd: str) -> Shape:
        p, memory = self._slots, self._memory
        self._matrix(handle, p[0])
        self._bounds(handle, p[6], p[7], p[8], p[9])
        self._mode(handle, p[10], p[11])
        count = self._count(handle)
        segment, point = self._segment, self._point
        point(segment(handle, count // 3), p[12], p[13])
        point(segment(handle, 2 * count // 3), p[14], p[15])
        got = _PATH.unpack_from(memory)
        left, bottom, right, top, mode, stroked, x0, y0, x1, y1 = got[6:]
        whole = space if got[:6] == _LEVEL else after(got[:6], space)
        a, b, c, d, e, f = whole
        probes: tuple[float, ...] = (
            a * x0 + c * y0 + e, b * x0 + d * y0 + f, a * x1 + c * y1 + e, b * x1 + d * y1 + f,
        )  # fmt: skip
        if stroked and count > 2:
            probes = self._probes(handle, count, whole)
        fill: Rgb | None = None
        stroke: Rgb | None = None
        dash: tuple[float, ...] = ()
        own, width, is_round = 255, 0.0, False
        if mode:
            plain = self._fill(handle, p[16], p[17], p[18], p[19])
            red, green, blue, own = _COLOUR.unpack_from(memory, 64)
            fill = (red, green, blue) if plain else _NO_COLOUR
        if stroked:
            stroke, own, width, dash, is_round = self._stroke(handle, mode, own, whole)
        if own == 255 and self._blends(handle):
            odd = odd or _BLENDS
        self.spaces[handle] = space
        return Shape(
            count,
            probes,
            _placed(space, left, bottom, right, top),
            fill,
            stroke,
            width,
            dash,
            mode == 1,
            is_round,
            own,
            odd,
            clip,
            handle,
        )

    def _probes(self, handle: int, count: int, whole: Matrix) -> tuple[float, ...]:
        """The points of a stroke that are compared."""
        p, memory = self._slots, self._memory
        out: list[float] = []
        for i in probed(count, True):
            self._point(self._segment(handle, i), p[12], p[13])
            out += moved(whole, *_POINT.unpack_from(memory, 48))
        return tuple(out)

    def _stroke(
        self, handle: int, mode: int, fill_alpha: int, whole: Matrix
    ) -> tuple[Rgb, int, float, tuple[float, ...], bool]:
        """Colour, alpha, width, dash and roundness of a path's stroke."""
        pdf, p = self._pdf, self._slots
        plain = pdf.PageObj_GetStrokeColor(handle, p[20], p[21], p[22], p[23])
        pdf.PageObj_GetStrokeWidth(handle, p[24])
        red, green, blue, own, width = _LINE.unpack_from(self._memory, 80)
        a, b, c, d, _, _ = whole
        scale = math.sqrt(abs(a * d - b * c))
        dash: tuple[float, ...] = ()
        if (parts := pdf.PageObj_GetDashCount(handle)) > 0:
            values = (ctypes.c_float * parts)()
            pdf.PageObj_GetDashArray(handle, ctypes.addressof(values), parts)
            dash = tuple(value * scale for value in values)
        is_round = pdf.PageObj_GetLineCap(handle) == 1 and pdf.PageObj_GetLineJoin(handle) == 1
        alpha = own if not mode or own == fill_alpha else min(own, fill_alpha)
        colour = (red, green, blue) if plain else _NO_COLOUR
        return colour, alpha, width * scale, dash, is_round

    def _image(self, handle: int, space: Matrix, clip: Edges, odd: str) -> Image:
        pdf, p = self._pdf, self._slots
        pdf.PageObj_GetMatrix(handle, p[0])
        pdf.ImageObj_GetImagePixelSize(handle, p[6], p[7])
        own = 255
        if pdf.PageObj_GetFillColor(handle, p[8], p[9], p[10], p[11]):
            own = struct.unpack_from("=I", self._memory, 44)[0]
        got = struct.unpack_from("=6f2I", self._memory)
        a, b, c, d, e, f = after(got[:6], space)
        return Image(
            (e, f, a, b, c, d),
            got[6:8],
            _placed((a, b, c, d, e, f), 0.0, 0.0, 1.0, 1.0),
            own,
            self._oddness(handle, own, odd),
            clip,
            handle,
        )

    def _clip(self, handle: int, space: Matrix, outer: Edges) -> Edges:
        """The box that an object shows in; objects of one clip share its points in PDFium."""
        pdf = self._pdf
        path = pdf.PageObj_GetClipPath(handle)
        count = pdf.ClipPath_CountPaths(path)
        if count <= 0:
            return outer
        key = (count, pdf.ClipPath_GetPathSegment(path, count - 1, 0))
        known = self._clips.get(key)
        if known is None:
            known = outer
            for i in range(count):
                known = meet(known, self._clip_path(path, i, space)) or _NOWHERE
            if key[1]:
                self._clips[key] = known
        return known

    def _clip_path(self, path: int, index: int, space: Matrix) -> Edges:
        pdf, p = self._pdf, self._slots
        xs, ys = [], []
        for i in range(pdf.ClipPath_CountPathSegments(path, index)):
            pdf.PathSegment_GetPoint(pdf.ClipPath_GetPathSegment(path, index, i), p[0], p[1])
            x, y = moved(space, *struct.unpack_from("=2f", self._memory))
            xs.append(x)
            ys.append(y)
        return (min(xs), min(ys), max(xs), max(ys)) if xs else _NOWHERE


_TEXT = struct.Struct("=11f4I")
_PATH = struct.Struct("=10f2I4f")
_POINT = struct.Struct("=2f")
_COLOUR = struct.Struct("=4I")
_LINE = struct.Struct("=4If")
_LEVEL = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_BLENDS = "is drawn with a blend mode or a soft mask"
_TRACE = 3e-7
_NO_COLOUR: Rgb = (-1, -1, -1)
_NOWHERE: Edges = (-1e6, -1e6, -1e6, -1e6)


def _straight(space: Matrix) -> Matrix:
    """The matrix without the traces of a turn that has been taken back."""
    a, b, c, d, e, f = space
    if abs(b) + abs(c) < _TRACE * (abs(a) + abs(d)):
        b = c = 0.0
    elif abs(a) + abs(d) < _TRACE * (abs(b) + abs(c)):
        a = d = 0.0
    return a, b, c, d, e, f


def _placed(space: Matrix, left: float, bottom: float, right: float, top: float) -> Edges:
    """The page edges of a box in PDFium's order and space."""
    a, b, c, d, e, f = space
    if b == 0 and c == 0:
        x0, x1, y0, y1 = a * left + e, a * right + e, d * top + f, d * bottom + f
        return (
            (x0, y0, x1, y1)
            if x0 <= x1 and y0 <= y1
            else (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
        )
    xs = [a * x + c * y + e for x in (left, right) for y in (bottom, top)]
    ys = [b * x + d * y + f for x in (left, right) for y in (bottom, top)]
    return min(xs), min(ys), max(xs), max(ys)


def _bent(ux: float, uy: float, vx: float, vy: float, wide: float, high: float) -> str:
    """What a text matrix does beyond moving, turning and sizing."""
    area = wide * high
    if abs(wide - high) > 0.002 * high:
        return f"is stretched to {100 * wide / high if high else 0:.0f} % of its width"
    if area and abs(ux * vx + uy * vy) > 0.003 * area:
        return "is slanted"
    return "is mirrored" if ux * vy - uy * vx > 0 else ""

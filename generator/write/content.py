"""Items of a scene in, PDF operators out: points, y up from the scene's top left.

Three decimals of a point are 0.0002 mm, a tenth of what proof can tell apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Protocol

from generator.geometry import Box, Matrix, Segments, after
from generator.model.standard import OUT, OVER
from generator.scene import Colour, Item, Path, Picture, Run
from generator.units import PT

TURNED: dict[int, tuple[int, int, int, int]] = {
    0: (1, 0, 0, 1),
    90: (0, -1, 1, 0),
    180: (-1, 0, 0, -1),
    270: (0, 1, -1, 0),
}
"""a b c d of a clockwise turn, y up."""


class Shown(Protocol):
    """A face as content needs it."""

    name: bytes

    def show(self, text: str, kerns: tuple[float, ...]) -> bytes:
        """The array that TJ shows."""


class Ink(Protocol):
    """What content draws with: names of the file's fonts, pictures and opacities."""

    def font(self, face: str) -> Shown:
        """The face by its id."""

    def picture(self, source: str) -> tuple[bytes, Matrix]:
        """The picture's name and how its unit square is to be turned first (EXIF)."""

    def opacity(self, share: float) -> bytes:
        """The graphics state's name."""


def operators(items: Iterable[Item], ink: Ink, grey: bool = False, inks: bool = False) -> bytes:
    """The items in painting order; colour (or its luminance), line and font are set on change.

    With `inks` colours are those inks that they carry.
    """
    pen = _Plates(ink) if inks else _Pen(ink, grey)
    for item in items:
        if type(item) is Run:
            pen.run(item)
        elif type(item) is Path:
            pen.path(item)
        elif type(item) is Picture:
            pen.picture(item)
    return b"\n".join(pen.out)


def rgb(colour: Colour) -> bytes:
    """Red, green, blue as shares of 1."""
    return b"%.4g %.4g %.4g" % (colour[0] / 255, colour[1] / 255, colour[2] / 255)


LONG = 400
"""Segments of an outline of which few are kept: a code of somebody's own takes megabytes."""


def outline(segments: Segments) -> bytes:
    """Path construction operators; kept, since the cards of a template share most outlines."""
    return (_outline if len(segments) < LONG else _last)(segments)


@lru_cache(maxsize=1024)
def _outline(segments: Segments) -> bytes:
    flat = [float(value) for seg in segments for value in seg[1:]]
    flat[::2] = [x * PT for x in flat[::2]]
    flat[1::2] = [-y * PT for y in flat[1::2]]
    shape = _shape if len(segments) < LONG else _shape.__wrapped__
    return shape("".join([seg[0] for seg in segments])) % tuple(flat)


_last = lru_cache(maxsize=2)(_outline.__wrapped__)


@lru_cache(maxsize=1024)
def _shape(kinds: str) -> bytes:
    """The format of an outline with these segments: one call fills it, whatever its length."""
    point = b"%.3f %.3f "
    parts = {"M": point + b"m", "L": point + b"l", "C": point * 3 + b"c", "Z": b"h"}
    return b"\n".join([parts[kind] for kind in kinds])


_COLOURS: dict[Colour, bytes] = {}


def _colour(colour: Colour) -> bytes:
    code = _COLOURS.get(colour)
    if code is None:
        if len(_COLOURS) > _KEPT:
            _COLOURS.clear()
        code = _COLOURS[colour] = rgb(colour)
    return code


def _grey(colour: Colour) -> bytes:
    return b"%.4g" % (colour.grey / 255)


@lru_cache(maxsize=1024)
def _laid(first: Matrix, box: Box, turn: float) -> bytes:
    """The matrix that takes a picture's unit square into its box."""
    x, y, w, h = box
    cx, cy = (x + w / 2) * PT, -(y + h / 2) * PT
    a, b, c, d = _turned(turn)
    to_box = (w * PT, 0.0, 0.0, h * PT, -w * PT / 2, -h * PT / 2)
    matrix = after(after(first, to_box), (a, b, c, d, cx, cy))
    return b"%.4f %.4f %.4f %.4f %.4f %.4f" % matrix


class _Starts(dict[tuple[float, float], bytes]):
    """Where a line starts (mm), as Td moves there: the lines of many cards start alike."""

    def __missing__(self, at: tuple[float, float]) -> bytes:
        if len(self) > _KEPT:
            self.clear()
        code = self[at] = b"%.3f %.3f " % (at[0] * PT, -at[1] * PT)
        return code


_STARTS = _Starts()
_KEPT = 4096
"""Codes remembered of a kind."""


class _Pen:
    """The state of the page while the items of one scene are put down."""

    def __init__(self, ink: Ink, grey: bool) -> None:
        self.out: list[bytes] = []
        self._ink = ink
        self._colour: Callable[[Colour], bytes] = _grey if grey else _colour
        self._filled, self._drawn = (b" g", b" G") if grey else (b" rg", b" RG")
        self._fill: Colour | None = None
        self._stroke: Colour | None = None
        self._line: tuple[float, tuple[float, ...], bool] | None = None
        self._font: tuple[str, float] | None = None

    def run(self, run: Run) -> None:
        x, y, text, face_id, size, colour, _, turn, kerns, _, _, _ = run
        if not text:
            return
        face = self._ink.font(face_id)
        head = b"BT"
        if colour != self._fill:
            head = self._colour(colour) + self._filled + b" BT"
            self._fill = colour
        if self._font != (face_id, size):
            head = b"%b%b %.7g Tf" % (head, face.name, size)
            self._font = (face_id, size)
        shown = face.show(text, kerns)
        if turn:
            a, b, c, d = _turned(turn)
            code = b"%b %.7g %.7g %.7g %.7g %.3f %.3f Tm%bTJ ET" % (
                *(head, a, b, c, d),
                *(x * PT, -y * PT, shown),
            )
        else:
            code = b"%b %bTd%bTJ ET" % (head, _STARTS[x, y], shown)
        self.out.append(code)

    def path(self, path: Path) -> None:
        fill, stroke = path.fill, path.stroke if path.width > 0 else None
        if (fill is None and stroke is None) or path.opacity <= 0:
            return
        kept = self._opened(path.clip, path.opacity)
        if fill is not None and fill != self._fill:
            self.out.append(self._colour(fill) + self._filled)
            self._fill = fill
        if stroke is not None:
            self._pencil(stroke, (path.width, path.dash, path.round))
        paint = (b"B" if fill else b"S") if stroke else b"f"
        if fill and path.even_odd:
            paint += b"*"
        self.out += (outline(path.segments), paint)
        self._closed(kept)

    def picture(self, picture: Picture) -> None:
        name, first = self._ink.picture(picture.source)
        kept = self._opened(picture.clip, 1.0, always=True)
        self.out.append(b"%b cm %b Do" % (_laid(first, picture.box, picture.turn), name))
        self._closed(kept)

    def _pencil(self, stroke: Colour, line: tuple[float, tuple[float, ...], bool]) -> None:
        if stroke != self._stroke:
            self.out.append(self._colour(stroke) + self._drawn)
            self._stroke = stroke
        if line != self._line:
            width, dash, rounded = line
            before = self._line or (0.0, (), False)
            code = b"%.3f w" % (width * PT)
            if dash != before[1]:
                code += b" [%b]0 d" % b" ".join(b"%.3f" % (part * PT) for part in dash)
            if rounded != before[2]:
                code += b" 1 J 1 j" if rounded else b" 0 J 0 j"
            self.out.append(code)
            self._line = line

    def _opened(
        self, clip: Segments | None, opacity: float, *, always: bool = False
    ) -> tuple[object, ...] | None:
        """Begin a clip or opacity of one item; what was set inside is forgotten after it."""
        if clip is None and opacity >= 1 and not always:
            return None
        self.out.append(b"q")
        if opacity < 1:
            self.out.append(self._ink.opacity(opacity) + b" gs")
        if clip is not None:
            self.out += (outline(clip), b"W n")
        return self._fill, self._stroke, self._line, self._font

    def _closed(self, kept: tuple[object, ...] | None) -> None:
        if kept is not None:
            self.out.append(b"Q")
            self._fill, self._stroke, self._line, self._font = kept  # type: ignore[assignment]


class _Plates(_Pen):
    """A pen that prints inks; whether they are laid over others is set on change."""

    def __init__(self, ink: Ink) -> None:
        super().__init__(ink, grey=False)
        self._colour, self._filled, self._drawn = cmyk, b" k", b" K"
        self._over = False

    def run(self, run: Run) -> None:
        if run.text:
            self._lay(run.colour.over)
        super().run(run)

    def path(self, path: Path) -> None:
        colour = path.fill or path.stroke
        if colour is not None:
            self._lay(colour.over)
        super().path(path)

    def picture(self, picture: Picture) -> None:
        self._lay(False)
        super().picture(picture)

    def _lay(self, over: bool) -> None:
        if over != self._over:
            self.out.append((OVER if over else OUT) + b" gs")
            self._over = over


def cmyk(colour: Colour) -> bytes:
    """The inks that a colour carries, as shares of 1."""
    assert colour.cmyk is not None, "a colour without inks"
    return b"%.4g %.4g %.4g %.4g" % colour.cmyk


def _turned(degrees: float) -> tuple[float, float, float, float]:
    """a b c d of a clockwise turn, y up; quarters exactly."""
    quarter = TURNED.get(degrees % 360)  # type: ignore[call-overload]  # 90.0 finds 90
    if quarter is not None:
        return quarter  # type: ignore[no-any-return]
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return c, -s, s, c

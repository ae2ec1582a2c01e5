"""SVG path data in, an absolute outline of M, L, C and Z out; faults are raised as `Flaw`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache

from generator.compose.attributes import FARTHEST, bad
from generator.geometry import Segment, Segments

MOST = 20_000
"""Segments of one outline."""

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?"
_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])")
_VALUE = re.compile(_NUMBER, re.ASCII)
_VALUES = re.compile(rf"(?:[\s,]*+(?>{_NUMBER}))*+[\s,]*+", re.ASCII)
_TOKEN = re.compile(rf"[MmLlHhVvCcSsQqTtZz]|{_NUMBER}", re.ASCII)
_DATA = re.compile(rf"(?:[\s,]*+(?>[MmLlHhVvCcSsQqTtZz]|{_NUMBER}))*+[\s,]*+", re.ASCII)
_LETTER = re.compile("[MLCZ]")
_PAIR = rf"(?:[\s,]*+(?>{_NUMBER})){{2}}"
_EXACT = re.compile(rf"\s*+M{_PAIR}(?:[\s,]*+(?>[ML]{_PAIR}|C(?:{_PAIR}){{3}}|Z))*+\s*+", re.ASCII)
_GAP = r"[\s,]*+"
_ARC = re.compile(
    _GAP + _GAP.join([f"({_NUMBER})"] * 3 + ["([01])"] * 2 + [f"({_NUMBER})"] * 2), re.ASCII
)
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_TAKES |= {command.lower(): takes for command, takes in _TAKES.items()}

Point = tuple[float, float]


@lru_cache(1024)
def outline(data: str) -> Segments:
    """The outline that path data draws (every SVG 1.1 command); raises Flaw."""
    if _EXACT.fullmatch(data):
        return _exact(data)
    pen = _Pen()
    for command, values in _arcs(data) if "A" in data or "a" in data else _commands(data):
        pen.draw(command, values)
        if len(pen.out) > MOST:
            raise bad(f"the path has over {MOST:,} segments")
    if not pen.out:
        raise bad("the path is empty")
    return tuple(pen.out)


def _exact(data: str) -> Segments:
    """Data of absolute M, L, C and Z alone, as most drawing programs write: three times faster."""
    numbers = [*map(float, _VALUE.findall(data))]
    if not -FARTHEST <= min(numbers) <= max(numbers) <= FARTHEST:
        raise bad(f"the path has a number over {FARTHEST:g}")
    letters = _LETTER.findall(data)
    if len(letters) > MOST:
        raise bad(f"the path has over {MOST:,} segments")
    out: list[Segment] = []
    n = 0
    for kind in letters:
        if kind == "C":
            a, b, c, d, x, y = numbers[n : n + 6]
            out.append(("C", a, b, c, d, x, y))
            n += 6
        elif kind == "Z":
            out.append(("Z",))
        else:
            out.append((kind, numbers[n], numbers[n + 1]))
            n += 2
    return tuple(out)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers, read in one go."""
    if not _DATA.fullmatch(data):
        yield from _arcs(data)  # tells what is wrong
        return
    tokens = _TOKEN.findall(data)
    starts = [n for n, token in enumerate(tokens) if token in _TAKES]
    if not tokens:
        return
    if starts[:1] != [0]:
        raise bad(f"path data has a number without a command at {data[:20]!r}")
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        command = tokens[start]
        yield command, _checked(command, [*map(float, tokens[start + 1 : end])])


def _arcs(data: str) -> Iterator[tuple[str, list[float]]]:
    """The same, command by command: the flags of arcs need no space after them."""
    before, *parts = _COMMAND.split(data)
    if before.strip(" \t\r\n,"):
        raise bad(f"path data has a number without a command at {before[:20]!r}")
    for command, text in zip(parts[::2], parts[1::2], strict=True):
        yield command, _checked(command, _values(command, text))


def _values(command: str, text: str) -> list[float]:
    """The numbers after a command; a multiple of what it takes."""
    values: list[float] = []
    if command in "Aa":
        at = 0
        while at < len(text.rstrip()):
            found = _ARC.match(text, at)
            if found is None:
                raise bad(f"path command {command} cannot be read at {text[at : at + 20]!r}")
            values += map(float, found.groups())
            at = found.end()
    else:
        if not _VALUES.fullmatch(text):
            raise bad(f"path command {command} cannot be read: {text.strip()[:30]!r}")
        values = [*map(float, _VALUE.findall(text))]
    return values


def _checked(command: str, values: list[float]) -> list[float]:
    """The numbers of a command: as many as it takes, none too large; raises Flaw."""
    takes = _TAKES[command]
    if len(values) % takes if takes else values:
        raise bad(
            f"path command {command} has {len(values)} numbers", f"it takes {takes} each time"
        )
    if takes and not values:
        raise bad(f"path command {command} has no numbers", f"it takes {takes}")
    if values and not -FARTHEST <= min(values) <= max(values) <= FARTHEST:
        raise bad(f"path command {command} has a number over {FARTHEST:g}")
    return values


class _Pen:
    """Draws command by command; `out` is the outline so far."""

    def __init__(self) -> None:
        self.out: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[str, float, float] | None = None

    def draw(self, command: str, values: list[float]) -> None:
        """One command with all its numbers; lower case counts from where the pen is."""
        kind, relative = command.upper(), command.islower()
        if not self.out and kind != "M":
            raise bad(f"path data begins with {command}", "begin with M x y")
        if kind == "Z":
            self.out.append(("Z",))
            self.x, self.y, self.handle = self.start_x, self.start_y, None
            return
        if kind == "L":
            self._lines(values, relative)
            return
        if kind == "C":
            self._cubics(values, relative)
            return
        takes, drawing = _TAKES[kind], getattr(self, f"_draw_{kind.lower()}", None)
        for n in range(0, len(values), takes):
            v = values[n : n + takes]
            if kind == "M" and n:  # further points are lines
                self._lines(values[n:], relative)
                return
            dx, dy = (self.x, self.y) if relative else (0.0, 0.0)
            if kind == "A":
                self._arc(v, v[5] + dx, v[6] + dy)
            elif kind == "H":
                self._lines([v[0] + dx, self.y], False)
            elif kind == "V":
                self._lines([self.x, v[0] + dy], False)
            elif drawing is not None:
                if relative:
                    v = [m + (dy if i % 2 else dx) for i, m in enumerate(v)]
                drawing(*v)

    def _lines(self, values: list[float], relative: bool) -> None:
        x, y, add = self.x, self.y, self.out.append
        for n in range(0, len(values), 2):
            x, y = (x + values[n], y + values[n + 1]) if relative else (values[n], values[n + 1])
            add(("L", x, y))
        self.x, self.y, self.handle = x, y, None

    def _draw_m(self, x: float, y: float) -> None:
        self.out.append(("M", x, y))
        self.x, self.y, self.start_x, self.start_y, self.handle = x, y, x, y, None

    def _cubics(self, values: list[float], relative: bool) -> None:
        x, y, p, q, add = self.x, self.y, 0.0, 0.0, self.out.append
        flat = iter(values)
        for a, b, c, d, u, v in zip(flat, flat, flat, flat, flat, flat, strict=True):
            if relative:
                p, q, m, n = x + c, y + d, x + a, y + b
                x, y = x + u, y + v
            else:
                p, q, m, n, x, y = c, d, a, b, u, v
            add(("C", m, n, p, q, x, y))
        self.x, self.y, self.handle = x, y, ("C", p, q)

    def _draw_s(self, c: float, d: float, x: float, y: float) -> None:
        self._cubics([*self._mirrored("C"), c, d, x, y], False)

    def _draw_q(self, a: float, b: float, x: float, y: float) -> None:
        p, q = self.x, self.y
        first = p + (a - p) * 2 / 3, q + (b - q) * 2 / 3
        second = x + (a - x) * 2 / 3, y + (b - y) * 2 / 3
        self._cubics([*first, *second, x, y], False)
        self.handle = ("Q", a, b)

    def _draw_t(self, x: float, y: float) -> None:
        self._draw_q(*self._mirrored("Q"), x, y)

    def _mirrored(self, kind: str) -> Point:
        """The last handle of that kind, mirrored at the pen; the pen itself without one."""
        if self.handle is None or self.handle[0] != kind:
            return self.x, self.y
        return 2 * self.x - self.handle[1], 2 * self.y - self.handle[2]

    def _arc(self, v: list[float], x: float, y: float) -> None:
        """An elliptical arc as cubics of at most a quarter turn (SVG 1.1, F.6.5)."""
        rx, ry, large, sweep = abs(v[0]), abs(v[1]), bool(v[3]), bool(v[4])
        if (x, y) == (self.x, self.y):
            return
        if not rx or not ry:
            self._lines([x, y], False)
            return
        phi = math.radians(v[2] % 360)
        cos, sin = math.cos(phi), math.sin(phi)
        hx, hy = (self.x - x) / 2, (self.y - y) / 2
        p, q = cos * hx + sin * hy, -sin * hx + cos * hy
        excess = math.hypot(p / rx, q / ry)
        if excess > 1:  # radii too small to reach: enlarge both
            rx, ry = rx * excess, ry * excess
        below = (rx * q) ** 2 + (ry * p) ** 2
        root = math.sqrt(max(0.0, ((rx * ry) ** 2 - below) / below))
        root = -root if large == sweep else root
        u, w = root * rx * q / ry, -root * ry * p / rx
        cx = cos * u - sin * w + (self.x + x) / 2
        cy = sin * u + cos * w + (self.y + y) / 2
        start = math.atan2((q - w) / ry, (p - u) / rx)
        span = math.atan2((-q - w) / ry, (-p - u) / rx) - start
        if sweep and span < 0:
            span += 2 * math.pi
        elif not sweep and span > 0:
            span -= 2 * math.pi
        parts = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
        step = span / parts
        k = 4 / 3 * math.tan(step / 4)

        def on(c: float, s: float) -> Point:
            return cx + cos * rx * c - sin * ry * s, cy + sin * rx * c + cos * ry * s

        for n in range(parts):
            a, b = start + n * step, start + (n + 1) * step
            one = on(math.cos(a) - k * math.sin(a), math.sin(a) + k * math.cos(a))
            two = on(math.cos(b) + k * math.sin(b), math.sin(b) - k * math.cos(b))
            last = (x, y) if n == parts - 1 else on(math.cos(b), math.sin(b))
            self._cubics([*one, *two, *last], False)
        self.handle = None

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

_TOKEN = re.compile(
    r"[\s,]*(?:([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?))"
)
_FLAG = re.compile(r"[\s,]*([01])")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

Point = tuple[float, float]


@lru_cache(1024)
def outline(data: str) -> Segments:
    """The outline that path data draws (every SVG 1.1 command); raises Flaw."""
    pen = _Pen()
    for command, values in _commands(data):
        pen.draw(command, values)
        if len(pen.out) > MOST:
            raise bad(f"the path has over {MOST:,} segments")
    if not pen.out:
        raise bad("the path is empty")
    return tuple(pen.out)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; repeated numbers repeat the command."""
    at, command, end = 0, "", len(data.rstrip())
    while at < end:
        found = _TOKEN.match(data, at)
        if found is None:
            raise bad(f"path data cannot be read at {data[at : at + 20]!r}")
        if found[1]:
            command, at = found[1], found.end()
            if command in "Zz":
                yield command, []
                continue
        elif not command or command in "Zz":
            raise bad(f"path data has a number without a command at {data[at : at + 20]!r}")
        values, at = _numbers(data, at, command)
        yield command, values
        command = {"M": "L", "m": "l"}.get(command, command)


def _numbers(data: str, at: int, command: str) -> tuple[list[float], int]:
    values: list[float] = []
    for n in range(_TAKES[command.upper()]):
        pattern = _FLAG if command in "Aa" and n in (3, 4) else _TOKEN
        found = pattern.match(data, at)
        text = found[found.re.groups] if found else None
        if found is None or text is None:
            raise bad(f"path command {command} lacks a number at {data[at : at + 20]!r}")
        values.append(float(text))
        if abs(values[-1]) > FARTHEST:
            raise bad(f"path data holds {text}, over {FARTHEST:g}")
        at = found.end()
    return values, at


class _Pen:
    """Draws command by command; `out` is the outline so far."""

    def __init__(self) -> None:
        self.out: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[str, float, float] | None = None

    def draw(self, command: str, v: list[float]) -> None:
        """One command; lower case counts from where the pen is."""
        kind = command.upper()
        dx, dy = (self.x, self.y) if command.islower() else (0.0, 0.0)
        if not self.out and kind != "M":
            raise bad(f"path data begins with {command}", "begin with M x y")
        if kind in "HV":
            x = v[0] + dx if kind == "H" else self.x
            y = v[0] + dy if kind == "V" else self.y
            self._line(x, y)
        elif kind == "Z":
            self.out.append(("Z",))
            self.x, self.y, self.handle = self.start_x, self.start_y, None
        elif kind == "A":
            self._arc(v, v[5] + dx, v[6] + dy)
        else:
            moved = [n + (dy if i % 2 else dx) for i, n in enumerate(v)]
            getattr(self, f"_draw_{kind.lower()}")(*moved)

    def _draw_m(self, x: float, y: float) -> None:
        self.out.append(("M", x, y))
        self.x, self.y, self.start_x, self.start_y, self.handle = x, y, x, y, None

    def _draw_l(self, x: float, y: float) -> None:
        self._line(x, y)

    def _line(self, x: float, y: float) -> None:
        self.out.append(("L", x, y))
        self.x, self.y, self.handle = x, y, None

    def _draw_c(self, a: float, b: float, c: float, d: float, x: float, y: float) -> None:
        self.out.append(("C", a, b, c, d, x, y))
        self.x, self.y, self.handle = x, y, ("C", c, d)

    def _draw_s(self, c: float, d: float, x: float, y: float) -> None:
        self._draw_c(*self._mirrored("C"), c, d, x, y)

    def _draw_q(self, a: float, b: float, x: float, y: float) -> None:
        p, q = self.x, self.y
        first = p + (a - p) * 2 / 3, q + (b - q) * 2 / 3
        self._draw_c(*first, x + (a - x) * 2 / 3, y + (b - y) * 2 / 3, x, y)
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
            self._line(x, y)
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
            self._draw_c(*one, *two, *last)
        self.handle = None

"""The ICC profile of a press in; its inks for colours, and how inks look, out (LittleCMS).

Colours are sRGB of 0-255, inks whole per cent of C, M, Y, K, looks CIELAB (D50). Conversion is
relative colorimetric with black point compensation, as prepress does it by default.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageCms

Rgb = tuple[int, int, int]
Inks = tuple[int, int, int, int]
Lab = tuple[float, float, float]

SPACE = 16
"""Colours an axis that pictures are converted by; between them inks are interpolated."""

ROUNDING = 2
"""Per cent that 8 bits an ink and interpolation may add up to."""

ALL, PAIRS, BLACK = (
    (0, 1, 2, 3),
    ((0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)),
    (3,),
)
"""All inks, every two of them, black alone."""


class Found(NamedTuple):
    """Inks and how far from the colour wanted they look (CIELAB, the plain distance)."""

    inks: Inks
    off: float


class Profile:
    """A press. Raises ValueError where the file is no profile of four inks."""

    def __init__(self, path: Path) -> None:
        try:
            press = ImageCms.getOpenProfile(str(path))
            kind = press.profile.xcolor_space.strip()
        except (OSError, ImageCms.PyCMSError) as fault:
            raise ValueError(f"it is no ICC profile ({fault})") from fault
        if kind != "CMYK":
            raise ValueError(f"it is a profile of {kind}, not of four inks")
        screen: Any = ImageCms.createProfile("sRGB")
        lab: Any = ImageCms.createProfile("LAB", 5000)
        relative = ImageCms.Intent.RELATIVE_COLORIMETRIC
        points = ImageCms.Flags.BLACKPOINTCOMPENSATION
        make = ImageCms.buildTransform
        self._seen = make(screen, lab, "RGB", "LAB", relative)
        try:
            self._to_inks = make(screen, press, "RGB", "CMYK", relative, points)
            self._printed = make(press, lab, "CMYK", "LAB", relative, points)
        except (OSError, ImageCms.PyCMSError) as fault:
            raise ValueError(f"its tables cannot be used ({fault})") from fault
        self._known: dict[tuple[Rgb, int, tuple[int, ...]], Found] = {}

    def plain(self, colour: Rgb) -> Inks:
        """What the profile makes of a colour, whatever the sum."""
        return self.inks([colour])[0]

    def inks(self, colours: Sequence[Rgb]) -> list[Inks]:
        """The same for many at once."""
        data = _applied(self._to_inks, "RGB", bytes(v for c in colours for v in c), len(colours))
        return [_percent(data[i : i + 4]) for i in range(0, len(data), 4)]

    def look(self, inks: Sequence[Inks]) -> list[Lab]:
        """How inks look on the press's paper."""
        raw = bytes(round(part * 2.55) for four in inks for part in four)
        return _labs(_applied(self._printed, "CMYK", raw, len(inks)))

    def seen(self, colour: Rgb) -> Lab:
        """How a colour looks on a screen whose white is the paper."""
        return _labs(_applied(self._seen, "RGB", bytes(colour), 1))[0]

    def nearest(self, colour: Rgb, limit: int, allowed: tuple[int, ...] = ALL) -> Found:
        """The inks among those `allowed` that look most like a colour, `limit` per cent at most.

        Whole per cent, found by descent from what the profile itself says; kept once found.
        """
        key = colour, limit, allowed
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 4096:
                self._known.clear()
            found = self._known[key] = self._descend(colour, limit, allowed)
        return found

    def in_two(self, colour: Rgb, limit: int) -> Found:
        """The nearest inks that use two plates at most: what small letters keep in register."""
        found = (self.nearest(colour, limit, pair) for pair in PAIRS)
        return min(found, key=lambda one: one.off)

    def _descend(self, colour: Rgb, limit: int, allowed: tuple[int, ...]) -> Found:
        want, first = self.seen(colour), self.plain(colour)
        best = _fitted(first, limit, allowed)
        off = _apart(self.look([best])[0], want)
        for step in (16, 8, 4, 2, 1):
            while True:
                near = list(_around(best, step, limit, allowed))
                looks = self.look(near)
                nearer, at = min((_apart(look, want), i) for i, look in enumerate(looks))
                if nearer >= off - 1e-9:
                    break
                best, off = near[at], nearer
        return Found(best, off)

    @property
    def table(self) -> Any:
        """The profile's inks of `SPACE` ** 3 colours, red changing first, for `pictures`."""
        steps = [round(i * 255 / (SPACE - 1)) for i in range(SPACE)]
        return self.inks([(r, g, b) for b in steps for g in steps for r in steps])

    def limited(self, many: Sequence[Inks], limit: int) -> list[Inks]:
        """Inks within the limit: for too many, black takes over what looks nearest to them."""
        out, over = list(many), [i for i, four in enumerate(many) if sum(four) > limit]
        if not over:
            return out
        ways = {i: list(_darker(many[i], limit)) for i in over}
        wants = self.look([many[i] for i in over])
        looks = iter(self.look([four for i in over for four in ways[i]]))
        for i, want in zip(over, wants, strict=True):
            out[i] = min((_apart(next(looks), want), four) for four in ways[i])[1]
        return out


@lru_cache(maxsize=4)
def profile(path: Path) -> Profile:
    """A press's profile, opened once a process; raises ValueError."""
    return Profile(path)


@lru_cache(maxsize=8)
def cube(path: Path, limit: int) -> Any:
    """The filter that turns RGB pictures into inks within the limit."""
    from PIL import ImageFilter  # noqa: PLC0415 - most cards have no pictures

    press = profile(path)
    table = press.limited(press.table, limit - ROUNDING)
    flat = [part / 100 for four in table for part in four]
    return ImageFilter.Color3DLUT(SPACE, flat, channels=4, target_mode="CMYK", _copy_table=False)


def _applied(transform: Any, mode: str, data: bytes, count: int) -> bytes:
    image = Image.frombytes(mode, (max(count, 1), 1), data or bytes(4 if mode == "CMYK" else 3))
    made = ImageCms.applyTransform(image, transform)
    assert made is not None
    return made.tobytes()


def _percent(four: bytes) -> Inks:
    c, m, y, k = (round(part / 2.55) for part in four)
    return c, m, y, k


def _labs(data: bytes) -> list[Lab]:
    return [
        (light / 2.55, (a ^ 128) - 128.0, (b ^ 128) - 128.0)
        for light, a, b in zip(data[::3], data[1::3], data[2::3], strict=True)
    ]


def _apart(one: Lab, other: Lab) -> float:
    return math.dist(one, other)


def _fitted(four: Inks, limit: int, allowed: tuple[int, ...]) -> Inks:
    """The allowed inks alone, black first where the sum is too large."""
    kept = [part if i in allowed else 0 for i, part in enumerate(four)]
    if allowed == BLACK:
        kept[3] = 50
    over = sum(kept) - limit
    for i in (2, 1, 0, 3):
        less = min(kept[i], max(0, over))
        kept[i], over = kept[i] - less, over - less
    c, m, y, k = kept
    return c, m, y, k


def _around(four: Inks, step: int, limit: int, allowed: tuple[int, ...]) -> Iterable[Inks]:
    """One ink more or less, or one more and another less; the same inks first."""
    yield four
    moves = [{i: sign * step} for i in allowed for sign in (1, -1)]
    moves += [{i: step, j: -step} for i in allowed for j in allowed if i != j]
    moves += [
        {3: step} | {j: -step for j in allowed if j != 3 and four[j]},
        {3: -step} | {j: step for j in allowed if j != 3},
    ]
    for move in moves:
        if not move.keys() <= set(allowed):
            continue
        c, m, y, k = (min(100, max(0, part + move.get(i, 0))) for i, part in enumerate(four))
        if c + m + y + k <= limit:
            yield c, m, y, k


def _darker(four: Inks, limit: int) -> Iterable[Inks]:
    """More and more black in place of equal parts of the others, all within the limit."""
    c, m, y, k = four
    for black in range(k, 101, 4):
        room = max(0, limit - black)
        grey = max(0, -(-(c + m + y - room) // 3))
        parts = [max(0, part - grey) for part in (c, m, y)]
        over = sum(parts) - room
        for i in (2, 1, 0):
            less = min(parts[i], max(0, over))
            parts[i], over = parts[i] - less, over - less
        yield parts[0], parts[1], parts[2], black

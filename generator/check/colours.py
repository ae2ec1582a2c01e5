"""Colours in, numbers out: contrast (WCAG 2), CIELAB, CIEDE2000 and colour-blind sight.

Sight is simulated after Machado, Oliveira and Fernandes (2009), severity 1.0, on linear sRGB.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Literal

Rgb = tuple[int, int, int]
Sight = Literal["normal", "protan", "deutan"]

_SIGHTS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def _linear(channel: float) -> float:
    c = channel / 255
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


@lru_cache(maxsize=4096)
def linear(colour: Rgb) -> tuple[float, float, float]:
    """Linear light of an sRGB colour, 0-1 each."""
    r, g, b = colour
    return _linear(r), _linear(g), _linear(b)


@lru_cache(maxsize=4096)
def luminance(colour: Rgb) -> float:
    """Relative luminance, 0-1."""
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: Rgb, other: Rgb) -> float:
    """WCAG 2 contrast ratio, 1-21."""
    a, b = luminance(one), luminance(other)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)


def seen(colour: Rgb, sight: Sight) -> tuple[float, float, float]:
    """Linear light as that sight sees it."""
    rgb = linear(colour)
    if sight == "normal":
        return rgb
    rows = _SIGHTS[sight]
    r, g, b = (
        min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in rows
    )
    return r, g, b


def lab(light: tuple[float, float, float]) -> tuple[float, float, float]:
    """CIELAB (D65) of linear sRGB light."""
    r, g, b = light
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883

    def f(t: float) -> float:
        return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    fx, fy, fz = f(x), f(y), f(z)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Rgb, other: Rgb, sight: Sight = "normal") -> float:
    """CIEDE2000 between two colours under a sight (Sharma, Wu and Dalal 2005)."""
    return ciede2000(lab(seen(one, sight)), lab(seen(other, sight)))


def ciede2000(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """CIEDE2000 between two CIELAB colours, all weights 1."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    dl, dc = l2 - l1, c2 - c1
    dh, mean_h = 0.0, h1 + h2
    if c1 * c2:
        dh = (h2 - h1 + 180) % 360 - 180
        mean_h = (h1 + h2) / 2 if abs(h1 - h2) <= 180 else ((h1 + h2 + 360) / 2) % 360
    dbig_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    sl = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    sc, sh = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    turn = 60 * math.exp(-(((mean_h - 275) / 25) ** 2))
    rt = -2 * math.sqrt(mean_c**7 / (mean_c**7 + 25**7)) * math.sin(math.radians(turn))
    parts = (dl / sl, dc / sc, dbig_h / sh)
    return math.sqrt(sum(p * p for p in parts) + rt * parts[1] * parts[2])

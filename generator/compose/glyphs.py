"""A glyph of an opened font in, its outline out."""

from __future__ import annotations

from typing import Any

from generator.geometry import Segment, Segments


def traced(hb: Any, font: Any, glyph: int, scale: float) -> Segments:
    """A glyph's outline, y downwards, `scale` times its font units; quadratics become cubics."""
    out: list[Segment] = []
    here = (0.0, 0.0)

    def move(x: float, y: float, _: Any) -> None:
        nonlocal here
        here = (x, y)
        out.append(("M", x * scale, -y * scale))

    def line(x: float, y: float, _: Any) -> None:
        nonlocal here
        here = (x, y)
        out.append(("L", x * scale, -y * scale))

    def curve(x1: float, y1: float, x2: float, y2: float, x: float, y: float, _: Any) -> None:
        nonlocal here
        here = (x, y)
        flat = (x1, y1, x2, y2, x, y)
        a, b, c, d, e, f = (v * (-scale if i % 2 else scale) for i, v in enumerate(flat))
        out.append(("C", a, b, c, d, e, f))

    def bend(x1: float, y1: float, x: float, y: float, _: Any) -> None:
        x0, y0 = here
        first = x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3
        curve(*first, x + (x1 - x) * 2 / 3, y + (y1 - y) * 2 / 3, x, y, None)

    draw = hb.DrawFuncs()
    draw.set_move_to_func(move)
    draw.set_line_to_func(line)
    draw.set_quadratic_to_func(bend)
    draw.set_cubic_to_func(curve)
    draw.set_close_path_func(lambda _: out.append(("Z",)))
    font.draw_glyph(glyph, draw, None)
    return tuple(out)

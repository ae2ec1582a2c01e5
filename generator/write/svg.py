"""A scene in, an SVG picture for the inside of a page out: the same items at the same places."""

from __future__ import annotations

import base64
from html import escape
from itertools import count
from pathlib import Path as File

from generator.geometry import Segments
from generator.scene import Colour, Item, Path, Run, Scene
from generator.units import to_mm

_KINDS = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}


class Svg:
    """Draws scenes for one page, so that the ids of their clips do not meet."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def figure(self, scene: Scene, alt: str, width: float | None = None) -> str:
        """The scene cut to its outline, `width` mm wide, `alt` being what it says to a listener (""
        of one that is told elsewhere).

        Raises OSError where a picture cannot be read.
        """
        w, h = scene.size
        wide = width or w
        clips: dict[Segments, str] = {}
        cut = scene.outline.cut
        body = "".join(self._item(item, clips) for item in scene.items)
        whole = self._clip(cut, clips)
        defs = "".join(
            f'<clipPath id="{name}"><path d="{_data(clip)}"/></clipPath>'
            for clip, name in clips.items()
        )
        label = escape(alt)
        heard = f'role="img" aria-label="{label}"' if alt else 'aria-hidden="true"'
        title = f"<title>{label}</title>" if alt else ""
        return (
            f'<svg {heard} viewBox="-0.2 -0.2 {w + 0.4:.4g} {h + 0.4:.4g}"'
            f' width="{wide:.4g}mm" height="{wide * h / w:.4g}mm">{title}'
            f'<defs>{defs}</defs><g clip-path="url(#{whole})">{body}</g>'
            f'<path d="{_data(cut)}" fill="none" stroke="#9A9A9A" stroke-width="0.2"/></svg>'
        )

    def icon(self, paths: tuple[Path, ...], size: tuple[float, float], alt: str) -> str:
        """A small drawing as high as the text around it, in the text's colour."""
        clips: dict[Segments, str] = {}
        body = "".join(self._item(path, clips, "currentColor") for path in paths)
        label = escape(alt)
        return (
            f'<svg class="icon" role="img" aria-label="{label}" viewBox="0 0 {size[0]:.4g}'
            f' {size[1]:.4g}"><title>{label}</title>{body}</svg>'
        )

    def _clip(self, clip: Segments, clips: dict[Segments, str]) -> str:
        name = clips.get(clip)
        if name is None:
            name = clips[clip] = f"clip:{next(self._numbers)}"
        return name

    def _item(self, item: Item, clips: dict[Segments, str], one: str = "") -> str:
        if isinstance(item, Run):
            return _text(item)
        clip = f' clip-path="url(#{self._clip(item.clip, clips)})"' if item.clip else ""
        if isinstance(item, Path):
            drawn = f'<path d="{_data(item.segments)}"{_paint(item, one)}/>'
            return f"<g{clip}>{drawn}</g>" if clip else drawn
        x, y, w, h = item.box
        turn = f' transform="rotate({item.turn:g} {x + w / 2:.4g} {y + h / 2:.4g})"'
        return (
            f'<g{clip}><image{turn if item.turn else ""} x="{x:.4g}" y="{y:.4g}"'
            f' width="{w:.4g}" height="{h:.4g}" preserveAspectRatio="none"'
            f' href="{_embedded(item.source)}"/></g>'
        )


def _text(run: Run) -> str:
    if not run.text:
        return ""
    turn = f' transform="rotate({run.turn:g} {run.x:.4f} {run.y:.4f})"' if run.turn else ""
    length = f' textLength="{run.width:.4f}" lengthAdjust="spacingAndGlyphs"' if run.width else ""
    return (
        f'<text x="{run.x:.4f}" y="{run.y:.4f}" font-size="{to_mm(run.size):.4f}"'
        f' font-family="{escape(run.font)}, sans-serif"'
        f' fill="{run.colour.hex}"{length}{turn}>{escape(run.text)}</text>'
    )


def _paint(path: Path, one: str) -> str:
    def colour(paint: Colour | None) -> str:
        return "none" if paint is None else one or paint.hex

    stroke = path.stroke if path.width > 0 else None
    out = f' fill="{colour(path.fill)}"'
    if path.fill and path.even_odd:
        out += ' fill-rule="evenodd"'
    if stroke:
        out += f' stroke="{colour(stroke)}" stroke-width="{path.width:.4g}"'
        if path.dash:
            out += f' stroke-dasharray="{" ".join(f"{part:.4g}" for part in path.dash)}"'
        if path.round:
            out += ' stroke-linecap="round" stroke-linejoin="round"'
    if path.opacity < 1:
        out += f' opacity="{path.opacity:.4g}"'
    return out


def _data(segments: Segments) -> str:
    return " ".join(
        seg[0] + " ".join(f"{value:.3f}".rstrip("0").rstrip(".") for value in seg[1:])
        for seg in segments
    )


def _embedded(source: str) -> str:
    data = File(source).read_bytes()
    kind = next((kind for start, kind in _KINDS.items() if data.startswith(start)), "png")
    return f"data:image/{kind};base64,{base64.b64encode(data).decode('ascii')}"

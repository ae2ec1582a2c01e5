"""A scene in, the same scene out with its letters drawn: no file of it needs a font."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

from generator.compose.fonts import Face, Fonts
from generator.geometry import Segment, Segments, after, moved_segments, scaled, shifted, turned
from generator.scene import Item, Run, Scene
from generator.scene import Path as Outline
from generator.units import PT

KEPT = 128
"""Scenes remembered, so that equal faces stay one."""


class Tracer:
    """Draws the letters of scenes; each glyph is asked of its font once."""

    def __init__(self, faces: Mapping[str, Path]) -> None:
        self._fonts = Fonts(faces)
        self._glyphs: dict[tuple[str, str], Segments] = {}
        self._scenes: OrderedDict[int, tuple[tuple[Item, ...], tuple[Item, ...]]] = OrderedDict()

    def scene(self, scene: Scene) -> Scene:
        """The scene with a path for each line of text, in its place and of its fact."""
        kept = self._scenes.get(id(scene.items))
        if kept is None:
            made = (self._drawn(item) if isinstance(item, Run) else item for item in scene.items)
            kept = scene.items, tuple(item for item in made if item is not None)
            self._scenes[id(scene.items)] = kept
            if len(self._scenes) > KEPT:
                self._scenes.popitem(last=False)
        else:
            self._scenes.move_to_end(id(scene.items))
        return scene._replace(items=kept[1])

    def _drawn(self, run: Run) -> Outline | None:
        """One line as one outline; None for a line of blanks."""
        face = self._fonts.face(run.font)
        em = run.size / PT / 1000
        x = 0.0
        out: list[Segment] = []
        for i, (char, width) in enumerate(zip(run.text, face.widths(run.text), strict=True)):
            glyph = self._glyph(face, char)
            if glyph:
                out += moved_segments(shifted(x, 0.0), glyph)
            x += width + (run.kerns[i] if run.kerns and i < len(run.kerns) else 0.0)
        if not out:
            return None
        place = after(after(scaled(em, em), turned(run.turn)), shifted(run.x, run.y))
        segments = moved_segments(place, tuple(out))
        return Outline(segments, fill=run.colour, fact=run.fact, element=run.element)

    def _glyph(self, face: Face, char: str) -> Segments:
        key = face.id, char
        found = self._glyphs.get(key)
        if found is None:
            found = self._glyphs[key] = face.outline(char)
        return found

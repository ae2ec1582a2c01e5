"""Names of icons and pictures in, drawings and picture headers out: each file is read once."""

from __future__ import annotations

from typing import NamedTuple

from generator.compose.drawings import BYTES, Drawing, drawing, drawn
from generator.compose.flaw import Flaw
from generator.compose.pictures import header
from generator.geometry import after, scaled, shifted
from generator.model.sources import Kind, Missing, Sources
from generator.scene import Colour, Path


class Raster(NamedTuple):
    """A PNG or JPEG file: its absolute path and its pixels as seen."""

    path: str
    pixels: tuple[int, int]


class Art:
    """The art of one game by name."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._known: dict[tuple[Kind, str], Raster | Drawing | Flaw] = {}

    def icon(self, name: str) -> Drawing:
        """The drawing of an icon; raises Flaw."""
        found = self._get("icon", name)
        if isinstance(found, Raster):
            raise Flaw("picture-kind", f"icon {name!r} is a raster picture", "draw it as SVG")
        return found

    def aspect(self, name: str) -> float:
        """An icon's width as a share of its height; raises Flaw."""
        box = self.icon(name).box
        return box.w / box.h

    def small(self, name: str, high: float) -> tuple[tuple[Path, ...], tuple[float, float]]:
        """An icon in black from (0, 0) on, and its size in mm; raises Flaw."""
        found = self.icon(name)
        black = Colour(0, 0, 0)
        scale = high / found.box.h
        matrix = after(shifted(-found.box.x, -found.box.y), scaled(scale, scale))
        paths = drawn(found, matrix, black, lambda _name: black, None)
        return paths, (scale * found.box.w, high)

    def image(self, name: str) -> Raster | Drawing:
        """A picture or drawing; raises Flaw."""
        return self._get("image", name)

    def _get(self, kind: Kind, name: str) -> Raster | Drawing:
        found = self._known.get((kind, name))
        if found is None:
            try:
                found = self._read(kind, name)
            except Flaw as flaw:
                found = flaw
            self._known[kind, name] = found
        if isinstance(found, Flaw):
            raise found.copy()
        return found

    def _read(self, kind: Kind, name: str) -> Raster | Drawing:
        path = self._sources.find(kind, name)
        if isinstance(path, Missing):
            raise Flaw(path.code, path.says, path.fix)
        shown = self._sources.shown(path)
        try:
            with path.open("rb") as file:
                start = file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n")
                if start.startswith(b"<"):
                    file.seek(0)
                    return drawing(file.read(BYTES + 1), shown)
        except OSError as error:
            raise Flaw("picture-broken", f"{shown} cannot be read: {error.strerror}") from None
        return Raster(str(path.absolute()), header(path, shown).pixels)

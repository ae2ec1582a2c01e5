"""Font files in, widths, kerning and heights of their characters out (1/1000 em).

HarfBuzz reads the tables; each character's glyph and advance and each word's kerning are asked
once. Glyphs are the nominal ones of the cmap: no ligatures, no alternates, since a run is written
as characters of one font.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from generator.compose import sfnt

_FEATURES = {"kern": True} | dict.fromkeys(
    ("liga", "clig", "dlig", "calt", "rlig", "rclt", "ccmp", "locl", "curs", "mark", "mkmk"), False
)
_WORDS = 20_000
"""Words whose kerning a face remembers; then it forgets them all, so that memory stays flat."""


class UnusableFont(Exception):  # noqa: N818 - it names what happened
    """A face that cannot be used: `path` is its file (None: the id is unknown)."""

    def __init__(self, face: str, path: Path | None, says: str, fix: str) -> None:
        self.face, self.path, self.says, self.fix = face, path, says, fix
        super().__init__(f"{path or face}: {says} ({fix})")


class _Advances(dict[str, float | None]):
    """character -> advance, None where the face lacks it; filled as asked."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self._face = face

    def __missing__(self, char: str) -> float | None:
        self[char] = found = self._face._advance(char)
        return found


class Face:
    """One usable font; every length in 1/1000 em.

    `ascent` and `descent` are the ink of ascenders and descenders (bdfhkl, gjpqy), `cap` the height
    of H: measured, since the heights that font files state follow three conventions (the shipped
    ones state 703 to 1193 for ascenders of 689 to 810).
    """

    def __init__(self, name: str, path: Path) -> None:
        self.id, self.path = name, path
        data = _bytes(name, path)
        import uharfbuzz  # noqa: PLC0415 - 15 ms that only composing needs

        self._hb: Any = uharfbuzz
        face = uharfbuzz.Face(uharfbuzz.Blob(data))
        self._font: Any = uharfbuzz.Font(face)
        self._buffer: Any = uharfbuzz.Buffer()
        self._scale = 1000 / face.upem
        self._kerns: dict[str, tuple[float, ...]] = {}
        self.advances = _Advances(self)
        space = self.advances[" "]
        if space is None:
            raise UnusableFont(name, path, "has no space", "name another face")
        self.space = space
        self.cap = self._top("H") or 700.0
        self.ascent = max(self.cap, *map(self._top, "bdfhkl"))
        self.descent = max(0.0, *map(self._depth, "gjpqy")) or 200.0

    def _advance(self, char: str) -> float | None:
        glyph = self._font.get_nominal_glyph(ord(char))
        return self._font.get_glyph_h_advance(glyph) * self._scale if glyph else None

    def _extents(self, char: str) -> Any:
        glyph = self._font.get_nominal_glyph(ord(char))
        return self._font.get_glyph_extents(glyph) if glyph else None

    def _top(self, char: str) -> float:
        ink = self._extents(char)
        return ink.y_bearing * self._scale if ink else 0.0

    def _depth(self, char: str) -> float:
        ink = self._extents(char)
        return -(ink.y_bearing + ink.height) * self._scale if ink else 0.0

    def lacks(self, text: str) -> list[str]:
        """The characters of `text` that the face has no glyph for, in order."""
        advances = self.advances
        return [char for char in text if advances[char] is None]

    def kerns(self, word: str) -> tuple[float, ...]:
        """Kerning after each character but the last; () where there is none.

        `word` holds only characters that the face has, of scripts that are not shaped.
        """
        found = self._kerns.get(word)
        if found is None:
            if len(self._kerns) >= _WORDS:
                self._kerns.clear()
            found = self._kerns[word] = self._kern(word)
        return found

    def _kern(self, word: str) -> tuple[float, ...]:
        if len(word) < 2:
            return ()
        buffer = self._buffer
        buffer.clear_contents()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        buffer.language = "en"  # else the machine's own locale would choose
        self._hb.shape(self._font, buffer, _FEATURES)
        places, infos = buffer.glyph_positions, buffer.glyph_infos
        if len(places) != len(word):
            return ()
        nominal, advances, scale = self._font.get_nominal_glyph, self.advances, self._scale
        kerns = []
        for char, place, info in zip(word, places, infos, strict=True):
            if info.codepoint != nominal(ord(char)):
                return ()
            kerns.append(place.x_advance * scale - (advances[char] or 0.0))
        kerns.pop()
        return tuple(kerns) if any(kerns) else ()


def _bytes(name: str, path: Path) -> bytes:
    try:
        if path.stat().st_size > sfnt.LARGEST:
            says = f"has more than {sfnt.LARGEST >> 20} MiB"
            raise UnusableFont(name, path, says, "name a smaller face")
        data = path.read_bytes()
    except FileNotFoundError:
        raise UnusableFont(name, path, "is not there", "put the file there") from None
    except OSError as error:
        says = f"cannot be read: {error.strerror or error}"
        raise UnusableFont(name, path, says, "make it a readable file") from None
    found = sfnt.fault(data)
    if found:
        raise UnusableFont(name, path, *found)
    return data


class Fonts:
    """The faces by id, each read when first asked for."""

    def __init__(self, faces: Mapping[str, Path]) -> None:
        self._paths = faces
        self._faces: dict[str, Face] = {}

    def face(self, name: str) -> Face:
        """The face of that id; raises UnusableFont for an unknown id or an unusable file."""
        found = self._faces.get(name)
        if found is None:
            if name not in self._paths:
                near = get_close_matches(name, self._paths, 1)
                fix = f"did you mean {near[0]}?" if near else f"known: {', '.join(self._paths)}"
                raise UnusableFont(name, None, f"no face is called {name!r}", fix)
            found = self._faces[name] = Face(name, self._paths[name])
        return found

    def faults(self, names: Iterable[str]) -> list[UnusableFont]:
        """Every unusable face among `names`, so that all can be told at once."""
        found: list[UnusableFont] = []
        for name in dict.fromkeys(names):
            try:
                self.face(name)
            except UnusableFont as fault:
                found.append(fault)
        return found

"""Font files in, widths, kerning and heights of their characters out (1/1000 em).

HarfBuzz reads the tables; each character's glyph and advance and each pair's kerning are asked
once. Glyphs are the nominal ones of the cmap: no ligatures, no alternates, since a run is written
as characters of one font.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import add
from pathlib import Path
from typing import Any

from generator.compose import sfnt
from generator.geometry import Segments

_FEATURES = {"kern": True} | dict.fromkeys(
    ("liga", "clig", "dlig", "calt", "rlig", "rclt", "ccmp", "locl", "curs", "mark", "mkmk"), False
)
_ASKED = 50_000
"""Answers kept of a face; beyond them it forgets all, so that memory stays flat."""

_LACKING = -1.0
"""The advance that stands for "no glyph"; real ones are not negative."""


class UnusableFont(Exception):  # noqa: N818 - it names what happened
    """A face that cannot be used: `path` is its file (None: the id is unknown)."""

    def __init__(self, face: str, path: Path | None, says: str, fix: str) -> None:
        self.face, self.path, self.says, self.fix = face, path, says, fix
        super().__init__(f"{path or face}: {says} ({fix})")


class _Asked(dict[str, float]):
    """Character or pair of them -> what `ask` says of it, once."""

    def __init__(self, ask: Callable[[str], float]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, text: str) -> float:
        if len(self) >= _ASKED:
            self.clear()
        self[text] = found = self._ask(text)
        return found


class Face:
    """One usable font; every length in 1/1000 em.

    `ascent` and `descent` are the ink of ascenders and descenders (bdfhkl, gjpqy), `cap` the height
    of H: measured, since the heights that font files state follow three conventions (the shipped
    ones state 703 to 1193 for ascenders of 701 to 810). `hyphen` is what a broken word ends with:
    U+2010, which no author types, so that it can be told from a hyphen of the text; "-" or "" where
    the face lacks it.
    """

    def __init__(self, name: str, path: Path) -> None:
        self.id, self.path = name, path
        data = _bytes(name, path)
        import uharfbuzz  # noqa: PLC0415 - 15 ms that only composing needs

        face = uharfbuzz.Face(uharfbuzz.Blob(data))
        self._hb: Any = uharfbuzz
        self._font: Any = uharfbuzz.Font(face)
        self._buffer: Any = uharfbuzz.Buffer()
        self._scale = 1000 / face.upem
        self._areas: dict[str, float] = {}
        self._floats: dict[float, float] = {}
        self._advances = _Asked(self._advance)  # below 0 where the face lacks a character
        self._pairs: dict[str, float] = {}
        if not self.has(" "):
            raise UnusableFont(name, path, "has no space", "name another face")
        self.space = self._advances[" "]
        self.hyphen = next((char for char in "\u2010-" if self.has(char)), "")
        self.cap = self._ink("H")[0] or 700.0
        self.ascent = max(self.cap, *(self._ink(char)[0] for char in "bdfhkl"))
        self.descent = max(self._ink(char)[1] for char in "gjpqy") or 200.0

    def _advance(self, char: str) -> float:
        glyph = self._font.get_nominal_glyph(ord(char))
        return self._font.get_glyph_h_advance(glyph) * self._scale if glyph else _LACKING

    def _ink(self, char: str) -> tuple[float, float]:
        """How far the character reaches above and below the baseline; zeros where it is lacking."""
        glyph = self._font.get_nominal_glyph(ord(char))
        ink = self._font.get_glyph_extents(glyph) if glyph else None
        if not ink:
            return 0.0, 0.0
        top = ink.y_bearing * self._scale
        return max(0.0, top), max(0.0, -top - ink.height * self._scale)

    def inked(self, char: str) -> float:
        """The area of a character's outline in square em; overlapping parts count once each."""
        area = self._areas.get(char)
        if area is None:
            glyph = self._font.get_nominal_glyph(ord(char))
            area = _area(self._hb, self._font, glyph) * (self._scale / 1000) ** 2 if glyph else 0.0
            self._areas[char] = area
        return area

    def outline(self, char: str) -> Segments:
        """A character's outline in 1/1000 em, y downwards from the baseline; () without ink."""
        from generator.compose.glyphs import traced  # noqa: PLC0415 - few files draw letters

        glyph = self._font.get_nominal_glyph(ord(char))
        return traced(self._hb, self._font, glyph, self._scale) if glyph else ()

    def has(self, char: str) -> bool:
        """Whether the face has a glyph for the character."""
        return self._advances[char] >= 0

    def lacks(self, text: str) -> list[str]:
        """The characters of `text` that the face has no glyph for, in order."""
        advances = self._advances
        if not text or min(map(advances.__getitem__, text)) >= 0:
            return []
        return [char for char in text if advances[char] < 0]

    def widths(self, text: str) -> list[float]:
        """The advance of each character; the face has them all."""
        return [*map(self._advances.__getitem__, text)]

    def shared(self, kerns: list[float]) -> tuple[float, ...]:
        """The same figures as a tuple, equal ones being one object: 24 bytes saved on each."""
        return tuple(map(self._floats.setdefault, kerns, kerns))

    def kerns(self, word: str) -> list[float]:
        """Kerning after each character but the last; [] where there is none.

        `word` holds only characters that the face has, of scripts that need no shaping. Each pair
        is asked for once: kerning looks no further than a pair in any of the shipped faces.
        """
        pairs = [*map(add, word, word[1:])]
        known = self._pairs
        try:
            kerns = [known[pair] for pair in pairs]
        except KeyError:
            if len(known) > _ASKED:
                known.clear()
            self._learn(word, pairs)
            kerns = [known[pair] for pair in pairs]
        return kerns if any(kerns) else []

    def _learn(self, word: str, pairs: list[str]) -> None:
        """Ask for all pairs of a word at once; one by one where the font makes other glyphs."""
        advances, known = self._advances, self._pairs
        shaped = self._shaped(word)
        if shaped is not None:
            for pair, advance in zip(pairs, shaped, strict=False):
                known[pair] = advance - advances[pair[0]]
            return
        for pair in pairs:
            if pair not in known:
                shaped = self._shaped(pair)
                known[pair] = shaped[0] - advances[pair[0]] if shaped else 0.0

    def _shaped(self, text: str) -> list[float] | None:
        """The advance of each character as kerned with the next one.

        None where the font, with ligatures off, still makes other glyphs of them than its cmap.
        """
        buffer = self._buffer
        buffer.clear_contents()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.language = "en"  # else the machine's own locale would choose
        self._hb.shape(self._font, buffer, _FEATURES)
        nominal = self._font.get_nominal_glyph
        if [info.codepoint for info in buffer.glyph_infos] != [nominal(ord(c)) for c in text]:
            return None
        scale = self._scale
        return [place.x_advance * scale for place in buffer.glyph_positions]


def _area(hb: Any, font: Any, glyph: int) -> float:
    """The area inside a glyph's outline in square font units, holes left out (Green's theorem)."""
    total, here, start = 0.0, (0.0, 0.0), (0.0, 0.0)

    def line(x: float, y: float, _: Any) -> None:
        nonlocal total, here
        total += (here[0] * y - x * here[1]) / 2
        here = (x, y)

    def move(x: float, y: float, _: Any) -> None:
        nonlocal here, start
        here = start = (x, y)

    def curve(x1: float, y1: float, x2: float, y2: float, x: float, y: float, _: Any) -> None:
        x0, y0 = here
        for i in range(1, 9):
            t, u = i / 8, 1 - i / 8
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            line(a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y, None)

    def bend(x1: float, y1: float, x: float, y: float, _: Any) -> None:
        x0, y0 = here
        first = x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3
        curve(*first, x + (x1 - x) * 2 / 3, y + (y1 - y) * 2 / 3, x, y, None)

    draw = hb.DrawFuncs()
    draw.set_move_to_func(move)
    draw.set_line_to_func(line)
    draw.set_quadratic_to_func(bend)
    draw.set_cubic_to_func(curve)
    draw.set_close_path_func(lambda _: line(*start, None))
    font.draw_glyph(glyph, draw, None)
    return abs(total)


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
                from difflib import get_close_matches  # noqa: PLC0415 - faulty names

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

"""Words in, measured chunks out: what stays together on a line, in one face, in 1/1000 em.

A word is looked at once for each voice (face, fallbacks, kerning, tracking) and then remembered.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import groupby
from math import nan
from typing import NamedTuple

from generator.compose.breaks import Word, analyse, plain
from generator.compose.fonts import Face, Fonts

_WORDS = 8_000
"""Words that a voice remembers; beyond them it forgets all, so that memory stays flat."""


_LONGEST = 64
"""Characters of a word that is remembered; longer ones hardly come again."""


class Odd(NamedTuple):
    """What few chunks have.

    A line that ends after the chunk adds `hyphen`, with `join` (1/1000 em) before it. `places` are
    indexes of soft hyphens that the style does not use. `parts` are the stretches of a chunk of
    several faces, `icon` an icon's name.
    """

    hyphen: str = ""
    join: float = 0.0
    places: tuple[int, ...] = ()
    parts: tuple[Chunk, ...] = ()
    icon: str | None = None


class Chunk(NamedTuple):
    """A stretch that no line ends inside.

    `width` is the ink from first to last advance, `step` the way to the next chunk's start, `soft`
    what a line that ends here adds for a hyphen. The last `end` characters of `text` are the space
    that follows; `kerns` has one figure for each character. An icon and a chunk of several faces
    have neither text nor face.
    """

    width: float
    step: float
    soft: float
    text: str
    kerns: tuple[float, ...]
    face: str
    end: int = 0
    odd: Odd | None = None

    @property
    def parts(self) -> tuple[Chunk, ...]:
        """The stretches of one face or icons that it is made of."""
        return (self.odd and self.odd.parts) or (self,)

    @property
    def icon(self) -> str | None:
        """The icon's name, None for text."""
        return self.odd.icon if self.odd else None


class Faults(NamedTuple):
    """Characters of a word that are not set: no face has them, or they would be drawn wrong."""

    missing: tuple[str, ...]
    refused: tuple[str, ...]


class Manner(NamedTuple):
    """What a voice does besides its face; `tracking` in 1/1000 em after each character."""

    fallback: tuple[str, ...] = ()
    kerning: bool = True
    tracking: float = 0.0
    hyphenate: bool = False


class Voice:
    """One face set in one manner: measures words. Raises UnusableFont as `Fonts.face` does.

    `words` has the chunks of each word, `steps` and `kerns` the figures of words that need no more;
    `faults` the characters of words that are not set, `gap` is the way from a word's end to the
    next one's start. An `even` voice moves no character; of its quick words no kerns are kept.
    """

    def __init__(self, fonts: Fonts, face: str, manner: Manner) -> None:
        self._fonts = fonts
        self._kerning, self._tracking = manner.kerning, manner.tracking
        self._hyphenate = manner.hyphenate
        self._others = tuple(name for name in manner.fallback if name != face)
        self.face = fonts.face(face)
        self.gap = self.face.space + 2 * manner.tracking
        self.even = not (manner.tracking or manner.kerning)
        self.words = _Words(self)
        self.kerns: dict[str, tuple[float, ...]] = {}
        self.steps = _Steps(self)
        self.faults: dict[str, Faults] = {}

    def trim(self) -> None:
        """Forget all words once they are too many."""
        if max(len(self.words), len(self.steps)) > _WORDS:
            self.words.clear()
            self.kerns.clear()
            self.steps.clear()
            self.faults.clear()

    def measure(self, word: str) -> tuple[Chunk, ...]:
        """The chunks of a word that a space follows; () where nothing of it can be set."""
        face = self.face
        if plain(word) and not face.lacks(word):
            return (self._chunk(face, word, self._kerns(face, word), 1),)
        known = analyse(word, self._known)
        if known.missing or known.refused:
            self.faults[word] = Faults(known.missing, known.refused)
        return self._taken_apart(known) if known.text else ()

    def quick(self, word: str) -> float | None:
        """The step of a word without odd characters, its kerns kept; None where the face lacks one.

        What `measure` would come to, without the chunk: few words of a deck need more.
        """
        face = self.face
        advances = face.widths(word)
        if min(advances) < 0:
            return None
        advances.append(face.space)
        if self.even:
            return sum(advances)
        kerns = self._kerns(face, word)
        kerns.append(self._tracking + face.space - face.space)
        self.kerns[word] = face.shared(kerns)
        return sum(advances) + sum(kerns)

    def icon(self, name: str, width: float) -> Chunk:
        """An inline icon that a space follows; `width` with what stays free beside it."""
        return Chunk(width, width + self.gap, 0.0, "", (), "", 1, Odd(icon=name))

    def _faces(self) -> list[Face]:
        return [self.face, *map(self._fonts.face, self._others)]

    def _known(self, char: str) -> bool:
        return self.face.has(char) or any(face.has(char) for face in self._faces())

    def _face_for(self, text: str) -> Face | None:
        """The one face for all of `text`; None where its characters go to several.

        Letters take their whole word to a fallback, so that a name is of one piece; signs do not.
        """
        lacks = self.face.lacks(text)
        if not lacks:
            return self.face
        if any(map(str.isalpha, lacks)):
            for name in self._others:
                face = self._fonts.face(name)
                if not face.lacks(text):
                    return face
        return None

    def _first_with(self, char: str) -> Face:
        return next(face for face in self._faces() if face.has(char))

    def _kerns(self, face: Face, text: str) -> list[float]:
        """Kerning and tracking after each character."""
        tracking = self._tracking
        pairs = face.kerns(text) if self._kerning else []
        if not pairs:
            return [tracking] * len(text)
        if tracking:
            pairs = [pair + tracking for pair in pairs]
        pairs.append(tracking)
        return pairs

    def _spread(self, face: Face, text: str, word: Word, start: int) -> list[float]:
        """Kerns of `text`, odd spaces brought to their widths; `start` is its index in the word."""
        kerns = self._kerns(face, text)
        for i, char in enumerate(text):
            if char == " ":
                wide = word.spaces.get(start + i)
                kerns[i] += (self.face.space if wide is None else wide) - face.space
        return kerns

    def _taken_apart(self, word: Word) -> tuple[Chunk, ...]:
        face = self._face_for(word.text)
        kerns = self._spread(face, word.text, word, 0) if face else []
        use = self._hyphenate
        cuts = [(at, kind) for at, kind in word.cuts if use or kind != "soft"]
        chunks: list[Chunk] = []
        start = 0
        for at, kind in (*cuts, (len(word.text), "word")):
            text = word.text[start:at]
            end = 1 if kind in ("space", "word") else 0
            if face:
                places = () if use else _between(word.soft, start, at)
                made = self._chunk(face, text, kerns[start:at], end, kind, places)
            else:
                made = self._mixed(text, word, start, end, kind)
            chunks.append(made)
            start = at
        return tuple(chunks)

    def _mixed(self, text: str, word: Word, start: int, end: int, kind: str) -> Chunk:
        """A chunk of several faces: one for all of it if there is one, else by character."""
        face = self._face_for(text)
        if face:
            return self._chunk(face, text, self._spread(face, text, word, start), end, kind)
        groups = [(f, "".join(c)) for f, c in groupby(text, self._first_with)]
        parts: list[Chunk] = []
        for n, (group_face, group) in enumerate(groups):
            kerns = self._spread(group_face, group, word, start)
            ends = (end, kind) if n == len(groups) - 1 else (0, "open")
            parts.append(self._chunk(group_face, group, kerns, *ends))
            start += len(group)
        return compound(tuple(parts))

    def _chunk(
        self,
        face: Face,
        text: str,
        kerns: list[float],
        end: int,
        kind: str = "word",
        places: tuple[int, ...] = (),
    ) -> Chunk:
        """`kind` says how it ends: in a common space ("word"), its own one, a place or a hyphen."""
        advances = face.widths(text)
        if kind == "word":
            text += " "
            advances.append(face.space)
            kerns = [*kerns, self._tracking + self.face.space - face.space]
        ink = len(text) - end
        width = sum(advances[:ink]) + sum(kerns[: ink - 1]) if ink else 0.0
        step = sum(advances) + sum(kerns)
        soft, odd = 0.0, None
        if kind == "soft" and face.hyphen:
            odd = Odd(face.hyphen, self._tracking)
            soft = self._tracking + sum(face.widths(face.hyphen))
        elif places:
            odd = Odd(places=places)
        return Chunk(width, step, soft, text, face.shared(kerns), face.id, end, odd)


class _Words(dict[str, tuple[Chunk, ...]]):
    """word -> its chunks, measured when first asked for."""

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self._voice = voice

    def __missing__(self, word: str) -> tuple[Chunk, ...]:
        made = self._voice.measure(word)
        if len(word) <= _LONGEST:
            self[word] = made
        return made


class _Steps(dict[str, float]):
    """word -> way to the next word; for one that is not set whole in the voice's face, nan.

    `Voice.kerns` has the kerns of the same words.
    """

    def __init__(self, voice: Voice) -> None:
        super().__init__()
        self._voice = voice

    def __missing__(self, word: str) -> float:
        voice, step = self._voice, nan
        if len(word) > _LONGEST:
            return step
        if plain(word) and (quick := voice.quick(word)) is not None:
            self[word] = quick
            return quick
        chunks = voice.words[word]
        if len(chunks) == 1 and word not in voice.faults:
            (chunk,) = chunks
            if chunk.odd is None and chunk.face == voice.face.id and chunk.text[:-1] == word:
                voice.kerns[word] = chunk.kerns
                step = nan if voice.even and any(chunk.kerns) else chunk.step
        self[word] = step
        return step


def compound(parts: tuple[Chunk, ...]) -> Chunk:
    """One chunk of stretches that stay together, each as it is followed by the next."""
    *before, last = parts
    way = sum(part.step for part in before)
    odd = (last.odd or Odd())._replace(parts=parts, places=(), icon=None)
    return Chunk(way + last.width, way + last.step, last.soft, "", (), "", last.end, odd)


def closed(chunk: Chunk) -> Chunk:
    """The chunk without the space that follows it."""
    if not chunk.end:
        return chunk
    if len(chunk.parts) > 1:
        return compound((*chunk.parts[:-1], closed(chunk.parts[-1])))
    ink = max(len(chunk.text) - chunk.end, 0)
    after = chunk.kerns[ink - 1] if ink else 0.0
    return chunk._replace(
        step=chunk.width + after, text=chunk.text[:ink], kerns=chunk.kerns[:ink], end=0
    )


def joined(chunks: Sequence[Chunk]) -> Chunk:
    """One chunk of several that nothing stands between."""
    *before, last = chunks
    parts = [part for chunk in before for part in closed(chunk).parts]
    return compound((*parts, *last.parts))


def _between(places: tuple[int, ...], start: int, stop: int) -> tuple[int, ...]:
    """Those of the sorted `places` that lie inside, counted from `start`."""
    inside = places[bisect_right(places, start) : bisect_left(places, stop)]
    return tuple(place - start for place in inside)

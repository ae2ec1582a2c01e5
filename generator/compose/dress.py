"""A style and pieces of text in, paragraphs of measured chunks out."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from generator.compose.chunks import Chunk, Manner, Voice, closed, joined
from generator.compose.lines import FREE
from generator.compose.scripts import capitals
from generator.compose.setting import Piece
from generator.compose.wrap import Para, paragraph
from generator.model.style import TextStyle

LONGEST = 50_000
"""Characters read of one text."""

_BREAKS = str.maketrans({"\t": " ", "\r": "\n", "\u2028": "\n", "\u2029": "\n"})


class Text(NamedTuple):
    """A text as read: `length` is that of all its characters, `shown` how many were read.

    `missing`, `refused` and `unstyled` are as in a Setting, in order.
    """

    paras: list[Para]
    length: int
    shown: int
    missing: dict[str, None]
    refused: dict[str, None]
    unstyled: dict[str, None]


class Dress:
    """A style with its faces: reads pieces. Raises UnusableFont as faces are needed."""

    def __init__(
        self,
        style: TextStyle,
        voice: Callable[[str, Manner], Voice],
        fallback: tuple[str, ...],
        aspect: Callable[[str], float] | None,
    ) -> None:
        self.style = style
        self._make, self._aspect = voice, aspect
        self._manner = Manner(fallback, style.kerning, style.tracking, style.hyphenate)
        self._voices: dict[tuple[bool, bool], tuple[Voice, str]] = {}
        self._glued: dict[tuple[int, ...], tuple[Chunk, list[Chunk]]] = {}
        self._icons: dict[tuple[str, str], Chunk] = {}
        self._upper = style.case == "upper"
        self._wild = style.tracking < -100
        self.face = self.voice(False, False)[0].face
        self.lead = style.leading * 1000
        self.tall = self.face.ascent + self.face.descent
        self.icon = min(1.3 * self.face.cap, 950.0, self.tall)
        self.drop = self.icon / 2 - min(self.face.cap / 2, self.face.ascent - self.icon / 2)

    def voice(self, bold: bool, italic: bool) -> tuple[Voice, str]:
        """The voice, and the style's key that it lacks a face for ("": none)."""
        found = self._voices.get((bold, italic))
        if found is None:
            style = self.style
            face: str | None = style.font
            stand_in, lacks = style.font, ""
            if bold and italic:
                face, lacks = style.bold_italic, "bold_italic"
                stand_in = style.bold or style.italic or stand_in
            elif bold:
                face, lacks = style.bold, "bold"
            elif italic:
                face, lacks = style.italic, "italic"
            voice = self._make(face or stand_in, self._manner)
            found = self._voices[bold, italic] = voice, "" if face else lacks
        return found

    def trim(self) -> None:
        """Forget words and pairs once they are too many; called between texts."""
        for voice, _ in self._voices.values():
            voice.trim()
        if len(self._glued) > 1000:
            self._glued.clear()
        if len(self._icons) > 1000:
            self._icons.clear()

    def read(self, pieces: Iterable[Piece]) -> Text:
        """Measure `pieces`, at most LONGEST characters of them."""
        gathered = [_Gathered([], [])]
        text = Text([], 0, 0, {}, {}, {})
        length = shown = 0
        tight = False  # no space since the last chunk
        for piece in pieces:
            voice, lacks = self.voice(piece.bold, piece.italic)
            if piece.icon is not None:
                length, shown = length + 1, shown + 1
                gathered[-1].add([self._icon(piece.icon, voice)], tight)
                tight = True
                continue
            if lacks:
                text.unstyled[lacks] = None
            length += len(piece.text)
            said = piece.text[: max(0, LONGEST - shown)] if length > LONGEST else piece.text
            shown += len(said)
            for n, line in enumerate(self.clean(said).split("\n")):
                if n:
                    gathered.append(_Gathered([], []))
                    tight = False
                if not line:
                    continue
                # printable: the common space is the only white space in it
                words = line.split() if line.isprintable() else [*filter(None, line.split(" "))]
                chunks = [*chain.from_iterable(map(voice.words.__getitem__, words))]
                if voice.faults:
                    _note(voice, words, text)
                gathered[-1].add(chunks, tight and line[0] != " ")
                tight = (tight or bool(words)) and line[-1] != " "
        paras = [self.paragraph(self._whole(found)) for found in gathered]
        if len(paras) == 1 and not paras[0].chunks:
            paras = []
        return text._replace(paras=paras, length=length, shown=shown)

    def _whole(self, found: _Gathered) -> list[Chunk]:
        """The chunks, those that touch made one; remembered: "**2 cards**." comes often."""
        chunks, glue = found
        if not glue:
            return chunks
        made: list[Chunk] = []
        at = 0
        for n, place in enumerate(glue):
            if place < at:
                continue
            made += chunks[at : place - 1]
            stop = place + 1
            for later in glue[n + 1 :]:
                if later != stop:
                    break
                stop += 1
            made.append(self._joined(chunks[place - 1 : stop]))
            at = stop
        return made + chunks[at:]

    def _joined(self, chunks: list[Chunk]) -> Chunk:
        key = tuple(map(id, chunks))
        known = self._glued.get(key)
        if known is None:
            # kept with its parts, so that no other chunk gets their ids
            known = self._glued[key] = joined(chunks), chunks
        return known[0]

    def paragraph(self, chunks: Sequence[Chunk]) -> Para:
        """The columns of a paragraph in this style."""
        return paragraph(chunks, self._wild)

    def clean(self, text: str) -> str:
        """Capitals, composed accents, and one kind of space and of line end."""
        if self._upper:
            text = capitals(text)
        if not text.isascii() and not unicodedata.is_normalized("NFC", text):
            text = unicodedata.normalize("NFC", text)
        return text if text.isprintable() else text.replace("\r\n", "\n").translate(_BREAKS)

    def _icon(self, name: str, voice: Voice) -> Chunk:
        key = name, voice.face.id
        known = self._icons.get(key)
        if known is None:
            aspect = self._aspect(name) if self._aspect else 1.0
            known = self._icons[key] = voice.icon(name, self.icon * aspect + 2 * FREE)
        return known


class _Gathered(NamedTuple):
    """A paragraph's chunks; those at the indexes `glue` touch the one before."""

    chunks: list[Chunk]
    glue: list[int]

    def add(self, chunks: list[Chunk], tight: bool) -> None:
        """Add chunks; where `tight`, the first stays with the last one, unless both are icons."""
        if tight and chunks and self.chunks:
            if chunks[0].icon is not None and self.chunks[-1].icon is not None:
                self.chunks[-1] = closed(self.chunks[-1])
            else:
                self.glue.append(len(self.chunks))
        self.chunks.extend(chunks)


def _note(voice: Voice, words: list[str], text: Text) -> None:
    for word in words:
        found = voice.faults.get(word)
        if found:
            text.missing.update(dict.fromkeys(found.missing))
            text.refused.update(dict.fromkeys(found.refused))

"""A style and pieces of text in, paragraphs of measured chunks out."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from generator.compose.chunks import Chunk, Manner, Voice, closed, joined
from generator.compose.lines import FREE
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
        self._pairs: dict[tuple[int, int], tuple[Chunk, Chunk, Chunk]] = {}
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

    def read(self, pieces: Iterable[Piece]) -> Text:
        """Measure `pieces`, at most LONGEST characters of them."""
        gathered: list[list[Chunk]] = [[]]
        text = Text([], 0, 0, {}, {}, {})
        length = shown = 0
        tight = False  # no space since the last chunk
        for piece in pieces:
            voice, lacks = self.voice(piece.bold, piece.italic)
            if piece.icon is not None:
                length, shown = length + 1, shown + 1
                self._add_icon(gathered[-1], self._icon(piece.icon, voice), tight)
                tight = True
                continue
            if lacks:
                text.unstyled[lacks] = None
            length += len(piece.text)
            said = piece.text[: LONGEST - shown] if length > LONGEST else piece.text
            shown += len(said)
            voice.trim()
            for n, line in enumerate(self.clean(said).split("\n")):
                if n:
                    gathered.append([])
                    tight = False
                if not line:
                    continue
                # printable: the common space is the only white space in it
                words = line.split() if line.isprintable() else [*filter(None, line.split(" "))]
                chunks = [*chain.from_iterable(map(voice.words.__getitem__, words))]
                if voice.faults:
                    _note(voice, words, text)
                here = gathered[-1]
                if chunks and tight and line[0] != " ":
                    here[-1] = self._joined(here[-1], chunks.pop(0))
                here += chunks
                tight = bool(here) and line[-1] != " "
        paras = [self.paragraph(chunks) for chunks in gathered]
        if len(paras) == 1 and not gathered[0]:
            paras = []
        return text._replace(paras=paras, length=length, shown=shown)

    def paragraph(self, chunks: Sequence[Chunk]) -> Para:
        """The columns of a paragraph in this style."""
        return paragraph(chunks, self._wild)

    def clean(self, text: str) -> str:
        """Capitals, composed accents, and one kind of space and of line end."""
        if self._upper:
            text = text.upper()
        if text.isascii():
            if "\r" not in text and "\t" not in text:
                return text
        elif not unicodedata.is_normalized("NFC", text):
            text = unicodedata.normalize("NFC", text)
        return text.replace("\r\n", "\n").translate(_BREAKS)

    def _icon(self, name: str, voice: Voice) -> Chunk:
        key = name, voice.face.id
        known = self._icons.get(key)
        if known is None:
            aspect = self._aspect(name) if self._aspect else 1.0
            known = self._icons[key] = voice.icon(name, self.icon * aspect + 2 * FREE)
        return known

    def _add_icon(self, chunks: list[Chunk], icon: Chunk, tight: bool) -> None:
        """Add an icon; it stays with text that it touches, but not with another icon."""
        if not tight:
            chunks.append(icon)
        elif chunks[-1].parts[-1].icon:
            chunks[-1] = closed(chunks[-1])
            chunks.append(icon)
        else:
            chunks[-1] = self._joined(chunks[-1], icon)

    def _joined(self, first: Chunk, second: Chunk) -> Chunk:
        """`joined`, remembered: a deck says "**2 cards**." on many cards."""
        key = id(first), id(second)
        known = self._pairs.get(key)
        if known is None:
            if len(self._pairs) > 2000:
                self._pairs.clear()
            # the two are kept with the third, so that no other chunk gets their ids
            known = self._pairs[key] = first, second, joined(first, second)
        return known[2]


def _note(voice: Voice, words: list[str], text: Text) -> None:
    for word in words:
        found = voice.faults.get(word)
        if found:
            text.missing.update(dict.fromkeys(found.missing))
            text.refused.update(dict.fromkeys(found.refused))

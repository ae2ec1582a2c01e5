"""Text and a box in, lines of measured runs in mm out: the one text engine.

Everything is measured from the box's top left, y down.

**Lines.** Words stand one space apart. A line may end at a space, after a hyphen, slash or dash
between letters, at U+200B, between Chinese or Japanese characters, between two icons, and, where
the style says `hyphenate`, at soft hyphens (U+00AD), which else never show. U+00A0, U+202F, U+2011
and U+2060 keep what they join on one line. "\\n" ends a line in any case. `justify` stretches the
spaces of all lines but a paragraph's last; `balance` makes lines nearly equal, as many as before.

**Fit.** With `least`, the largest size in steps of 0.25 pt at which all lines fit; it never falls
as the box grows. A word wider than the box counts as not fitting, until at the least size it is
cut: at its soft hyphens, else at any character, with a hyphen, and named in `Setting.broken`.

**Height.** A block is as high as from the ascenders of its first line to the descenders of its
last, `leading` sizes between baselines; all by the style's plain face, so that baselines do not
move with what is said. `top` puts ascenders at the box's top, `bottom` descenders at its bottom;
`middle` centres what the eye takes for the block, from the top of the first line's capitals to the
last baseline (one line: its capitals are in the middle), moved just so far that ascenders and
descenders stay inside. A block that is too high begins at the top.

**Icons** are about 1.3 capitals high, centred on the capitals but inside ascenders and descenders;
they stay with text that touches them.

**Characters.** A word with a letter that its face lacks is set as a whole in the first fallback
face that has all of it; signs, and words that no one face has, go character by character. Where the
style says `whole`, a lacking letter takes the whole text there instead.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from generator.compose import fit, plain, wrap
from generator.compose.block import Block
from generator.compose.chunks import Manner, Voice
from generator.compose.cut import cut
from generator.compose.dress import Dress
from generator.compose.fonts import Fonts
from generator.compose.setting import Align, IconSpot, Piece, Setting, Span, Valign
from generator.model.style import Styles, TextStyle

__all__ = ["Align", "IconSpot", "Piece", "Setting", "Span", "Typesetter", "Valign"]

_KEPT = 256
"""Settings remembered."""

_TRIM = 64
"""Texts set between two looks at how many words are remembered."""

_SHORT = 60
"""Characters of a text whose setting is remembered: a label comes on many cards, prose does not."""


class Typesetter:
    """Sets texts in a game's styles; `aspect` gives an icon's width as a share of its height.

    Words and settings are remembered up to a bound, so memory stays flat over any number of texts.
    """

    def __init__(
        self, fonts: Fonts, styles: Styles, aspect: Callable[[str], float] | None = None
    ) -> None:
        self._fonts, self._fallback, self._aspect = fonts, styles.fallback, aspect
        self._voices: dict[tuple[str, Manner], Voice] = {}
        self._dresses: dict[int, Dress] = {}
        self._others: dict[tuple[int, str], tuple[TextStyle, TextStyle]] = {}
        self._remembered = lru_cache(_KEPT)(self._set)
        self._turns = 0

    def set(
        self,
        pieces: Sequence[Piece],
        style: TextStyle,
        w: float,
        h: float,
        *,
        size: float | None = None,
        least: float | None = None,
        max_lines: int | None = None,
        align: Align | None = None,
        valign: Valign | None = None,
    ) -> Setting:
        """`pieces` in a box of `w` x `h` mm; what is None is as the style says.

        `size` and `least` in pt; without `least` the text never shrinks, whatever the style's is.
        Raises UnusableFont for a face of the style, or a fallback that the text needs, that cannot
        be used, and ValueError for a size of 0 or less.
        """
        if style.whole:
            style = self._of_one_face(pieces, style)
        dress = self._dresses.get(id(style))
        if dress is None or dress.style is not style:
            dress = self._dress(style)
        size = size or style.size
        if size <= 0 or (least is not None and least <= 0):
            raise ValueError(f"a size of {min(size, least or size)} pt")
        letters = sum([len(piece.text) for piece in pieces])
        way = self._remembered if letters <= _SHORT else self._set
        align, valign = align or style.align, valign or style.valign
        return way(tuple(pieces), id(style), w, h, size, least, max_lines, align, valign)

    def _of_one_face(self, pieces: Sequence[Piece], style: TextStyle) -> TextStyle:
        """The style, or one in the first fallback that has all letters which its own face lacks."""
        letters = "".join(piece.text for piece in pieces)
        letters = "".join(filter(str.isalpha, unicodedata.normalize("NFC", letters)))
        if not letters or not self._fonts.face(style.font).lacks(letters):
            return style
        for face in self._fallback:
            if not self._fonts.face(face).lacks(letters):
                made = self._others.get((id(style), face))
                if made is None or made[0] is not style:
                    made = self._others[id(style), face] = style, style.but(font=face)
                return made[1]
        return style

    def _dress(self, style: TextStyle) -> Dress:
        if len(self._dresses) >= 500:  # styles made up for a text each
            self._dresses.clear()
            self._others.clear()
            self._remembered.cache_clear()  # an id may be another style's from now on
        made = Dress(style, self._voice, self._fallback, self._aspect)
        self._dresses[id(style)] = made
        return made

    def _voice(self, face: str, manner: Manner) -> Voice:
        found = self._voices.get((face, manner))
        if found is None:
            found = self._voices[face, manner] = Voice(self._fonts, face, manner)
        return found

    def _set(
        self,
        pieces: tuple[Piece, ...],
        key: int,
        w: float,
        h: float,
        size: float,
        least: float | None,
        max_lines: int | None,
        align: Align,
        valign: Valign,
    ) -> Setting:
        dress = self._dresses[key]
        self._turns += 1
        if not self._turns % _TRIM:
            for one in self._dresses.values():
                one.trim()
        block = Block(dress, w, h, max_lines, align, valign)
        balance = dress.style.balance and align != "justify"
        quick = plain.read(dress, pieces) if align != "justify" else None
        if quick:
            size, stops = fit.largest(size, least, lambda pt: block.fitting(quick, pt))
            if stops:  # else it fits at no size: the long way cuts words or says how much is over
                if balance:
                    stops = wrap.balanced(quick, stops, block.limit(size))
                return block.plain(quick, stops, size)
        text = dress.read(pieces)
        paras, broken = text.paras, list[str]()
        size, laid = fit.largest(size, least, lambda pt: block.lay(paras, pt))
        if laid is None:
            limit = block.limit(size)
            paras = [self._cut(para, limit, dress, broken) for para in paras]
            laid = [wrap.forced(para, limit) or [0] for para in paras]
        if balance:
            limit = block.limit(size)
            laid = [wrap.balanced(*both, limit) for both in zip(paras, laid, strict=True)]
        made = block.place(paras, laid, size, text)
        return made._replace(broken=tuple(dict.fromkeys(broken))) if broken else made

    def _cut(self, para: wrap.Para, limit: float, dress: Dress, broken: list[str]) -> wrap.Para:
        """The paragraph with every chunk that is wider than `limit` cut."""
        if all(chunk.width + chunk.soft <= limit for chunk in para.chunks):
            return para
        chunks = []
        for chunk in para.chunks:
            if chunk.width + chunk.soft <= limit:
                chunks.append(chunk)
                continue
            pieces, word = cut(chunk, limit, self._fonts)
            chunks += pieces
            if word:
                broken.append(word)
        return dress.paragraph(chunks)

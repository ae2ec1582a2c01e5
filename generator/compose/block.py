"""Paragraphs and a box in, lines placed in it out: how many fit, where each stands."""

from __future__ import annotations

from collections.abc import Sequence

from generator.compose import plain, wrap
from generator.compose.dress import Dress, Text
from generator.compose.lines import SHIFT, Look, Page
from generator.compose.setting import Align, Setting, Valign
from generator.units import PT

_NOISE = 1e-6
"""mm that are rounding, not excess."""


class Block:
    """A box of `w` x `h` mm for text of one dress, at most `most` lines of it (None: any)."""

    def __init__(
        self, dress: Dress, w: float, h: float, most: int | None, align: Align, valign: Valign
    ) -> None:
        self._dress, self._w, self._h, self._most = dress, w, h, most
        self._align, self._valign = align, valign

    def limit(self, size: float) -> float:
        """The box's width in 1/1000 em at `size` pt."""
        return (self._w + _NOISE) / size * 1000 * PT

    def lay(self, paras: Sequence[wrap.Columns], size: float) -> list[list[int]] | None:
        """Where each paragraph's lines stop at `size` pt, None where they do not fit."""
        dress, limit = self._dress, self.limit(size)
        room = (self._h + _NOISE) / size * 1000 * PT - dress.tall
        if room < 0 and paras:
            return None
        left = 1 + int(room / dress.lead) if dress.lead > 0 else wrap.ANY
        left = min(left, self._most or left)
        stops: list[list[int]] = []
        for para in paras:
            found = wrap.greedy(para, limit, left)
            if found is None or not left:
                return None
            stops.append(found or [0])
            left -= len(stops[-1])
        return stops

    def fitting(self, text: plain.Plain, size: float) -> list[int] | None:
        """As `lay`, for plain text."""
        dress = self._dress
        room = (self._h + _NOISE) / size * 1000 * PT - dress.tall
        if room < 0:
            return None
        left = 1 + int(room / dress.lead) if dress.lead > 0 else wrap.ANY
        if self._most and self._most < left:
            left = self._most
        return plain.stops(text, self.limit(size), left)

    def plain(self, text: plain.Plain, stops: list[int], size: float) -> Setting:
        """Plain text that fits, in the box."""
        dress, count = self._dress, len(stops)
        em = size / PT / 1000
        lead = dress.lead * em
        look = plain.Lines(self._w, size, em, lead, SHIFT[self._align])
        spans = tuple(plain.lines(text, stops, look, self._first(count, em)))
        return Setting(spans, (), size, dress.tall * em + (count - 1) * lead, count, 0.0)

    def place(
        self, paras: list[wrap.Para], stops: list[list[int]], size: float, text: Text
    ) -> Setting:
        """The lines of any text in the box."""
        count = sum(map(len, stops))
        look, baseline, high = self._look(size, count)
        page = Page(look, baseline)
        for para, ends in zip(paras, stops, strict=True):
            page.paragraph(para, ends)
        return Setting(
            tuple(page.spans),
            tuple(page.icons),
            size,
            high,
            count,
            self._over(count, high, page.widest, look.lead, text),
            tuple(text.missing),
            tuple(text.refused),
            tuple(text.unstyled),
        )

    def _look(self, size: float, count: int) -> tuple[Look, float, float]:
        """What lines share, the first baseline and the height of so many lines (mm)."""
        dress = self._dress
        em = size / PT / 1000
        lead = dress.lead * em
        high = dress.tall * em + (count - 1) * lead if count else 0.0
        look = Look(self._w, size, em, lead, self._align, dress.icon, dress.drop)
        return look, self._first(count, em), high

    def _first(self, count: int, em: float) -> float:
        """The first baseline: see the module `text` for the rule."""
        face, h = self._dress.face, self._h
        top = face.ascent * em
        if self._valign == "top":
            return top
        rest = (count - 1) * self._dress.lead * em
        low = h - rest - face.descent * em
        if low <= top:
            return top
        if self._valign == "bottom":
            return low
        return min(max((h - rest + face.cap * em) / 2, top), low)

    def _over(self, count: int, high: float, widest: float, lead: float, text: Text) -> float:
        """mm beyond the box; what was not read counts as so many more lines."""
        over = max(high - self._h, widest - self._w)
        if self._most:
            over = max(over, (count - self._most) * lead)
        if text.shown < text.length:
            more = count * (text.length / text.shown - 1)
            over = max(over, high + more * lead - self._h, lead)
        return over if over > _NOISE else 0.0

"""Paragraphs and a box in, lines placed in it out: how many fit, where each stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.compose import wrap
from generator.compose.dress import FREE, Dress, Text
from generator.compose.lines import Stretch, gaps, line
from generator.compose.setting import Align, IconSpot, Setting, Span, Valign
from generator.units import PT

_NOISE = 1e-6
"""mm that are rounding, not excess."""

_SHIFT = {"left": 0.0, "centre": 0.5, "right": 1.0, "justify": 0.0}


class Laid(NamedTuple):
    """Where the lines of each paragraph stop: the index after a line's last chunk."""

    paras: list[wrap.Para]
    stops: list[list[int]]

    def lines(self) -> Iterator[tuple[wrap.Para, int, int]]:
        """Each line as its paragraph and the chunks from and to."""
        for para, stops in zip(self.paras, self.stops, strict=True):
            first = 0
            for stop in stops:
                yield para, first, stop
                first = stop


class Block:
    """A box of `w` x `h` mm for text of one dress, at most `most` lines of it (None: any)."""

    def __init__(self, dress: Dress, w: float, h: float, most: int | None) -> None:
        self._dress, self._w, self._h, self._most = dress, w, h, most

    def limit(self, size: float) -> float:
        """The box's width in 1/1000 em at `size` pt."""
        return self._w / size * 1000 * PT

    def lay(self, paras: list[wrap.Para], size: float) -> Laid | None:
        """The lines at `size` pt, None where they do not fit."""
        dress, limit = self._dress, self.limit(size)
        room = self._h / size * 1000 * PT + wrap.SLACK - dress.tall
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
        return Laid(paras, stops)

    def place(
        self, laid: Laid, size: float, align: Align, valign: Valign, text: Text, broken: list[str]
    ) -> Setting:
        """The lines in the box."""
        em = size / PT / 1000
        lead = self._dress.lead * em
        count = sum(map(len, laid.stops))
        high = self._dress.tall * em + (count - 1) * lead if count else 0.0
        baseline = self._first(count, em, valign)
        spans: list[Span] = []
        icons: list[IconSpot] = []
        widest = 0.0
        for para, first, stop in laid.lines():
            if stop:
                wide = wrap.width(para, first, stop) * em
                widest = max(widest, wide)
                extra = 0.0
                if align == "justify" and stop < len(para.chunks) and wide < self._w:
                    spaces = gaps(para, first, stop)
                    extra = (self._w - wide) / em / spaces if spaces else 0.0
                x = (self._w - wide) * _SHIFT[align] if wide < self._w else 0.0
                for part in line(para, first, stop, extra):
                    if part.icon:
                        icons.append(self._spot(part, x, baseline, em))
                        continue
                    left, _, said, face, kerns, _ = part
                    spans.append(
                        Span(x + left * em, baseline, said, face, size, part.width * em, kerns)
                    )
            baseline += lead
        over = self._over(count, high, widest, lead, text)
        missing, refused, unstyled = text.missing, text.refused, text.unstyled
        return Setting(
            tuple(spans),
            tuple(icons),
            size,
            high,
            count,
            over,
            tuple(missing),
            tuple(refused),
            tuple(unstyled),
            tuple(dict.fromkeys(broken)),
        )

    def _first(self, count: int, em: float, valign: Valign) -> float:
        """The first baseline: see the module `text` for the rule."""
        face, h = self._dress.face, self._h
        top = face.ascent * em
        rest = (count - 1) * self._dress.lead * em
        low = h - rest - face.descent * em
        if valign == "top" or low <= top:
            return top
        if valign == "bottom":
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

    def _spot(self, part: Stretch, x: float, baseline: float, em: float) -> IconSpot:
        face, side = self._dress.face, self._dress.icon
        centre = min(face.cap / 2, face.ascent - side / 2)
        top = baseline - (centre + side / 2) * em
        return IconSpot(
            x + (part.x + FREE) * em, top, (part.width - 2 * FREE) * em, side * em, part.icon
        )

"""A paragraph's lines in, spans and icon spots in mm out."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from generator.compose.setting import Align, IconSpot, Span
from generator.compose.wrap import Para

FREE = 40.0
"""1/1000 em left free on either side of an icon."""

SHIFT = {"left": 0.0, "centre": 0.5, "right": 1.0, "justify": 0.0}
"""The share of a line's free width that stands before it."""


class Look(NamedTuple):
    """What all lines of a block share: the box's width and `lead` in mm, `size` in pt.

    `em` is the mm of 1/1000 em, in which `icon` is an icon's height and `drop` how far its bottom
    is below the baseline.
    """

    w: float
    size: float
    em: float
    lead: float
    align: Align
    icon: float
    drop: float


class _Flat(NamedTuple):
    """A paragraph as one endless line: `at` is where each part's text begins in `text`."""

    para: Para
    text: str
    kerns: tuple[float, ...]
    at: list[int]


class Page:
    """Lines set so far; `baseline` is the next one's, `widest` the width of the widest (mm)."""

    def __init__(self, look: Look, baseline: float) -> None:
        self._look = look
        self.baseline = baseline
        self.widest = 0.0
        self.spans: list[Span] = []
        self.icons: list[IconSpot] = []

    def paragraph(self, para: Para, stops: list[int]) -> None:
        """Set lines of chunks; each stops before that index."""
        w, size, em, lead, align, _, _ = self._look
        shift, stretch = SHIFT[align], align == "justify"
        chunks, starts, ends, _, parts, _, texts, kerns, faces, firsts = para
        said = "".join(texts)
        flat: list[float] = []
        for some in kerns:
            flat += some
        spread = tuple(flat)
        at = [0, *accumulate(map(len, texts))]
        same = len(set(faces)) == 1
        baseline, widest = self.baseline, self.widest
        first = 0
        for stop in stops:
            if not stop:  # an empty line
                baseline += lead
                break
            wide = (ends[stop - 1] - starts[first]) * em
            widest = max(widest, wide)
            x = (w - wide) * shift if wide < w else 0.0
            begin, end = (firsts[first], firsts[stop]) if firsts else (first, stop)
            face, odd = faces[begin], chunks[stop - 1].odd
            if (
                face
                and not (stretch and stop < len(chunks))
                and not (odd and odd.hyphen)
                and (same or len(set(faces[begin:end])) == 1)
            ):
                left, right = at[begin], at[end] - parts[end - 1].end
                between = spread[left : right - 1]
                if not any(between):
                    between = ()
                self._span(Span(x, baseline, said[left:right], face, size, wide, between))
            else:
                extra = 0.0
                if stretch and stop < len(chunks) and wide < w:
                    spaces = sum(part.end > 0 for part in parts[begin : end - 1])
                    extra = (w - wide) / em / spaces if spaces else 0.0
                self._line(_Flat(para, said, spread, at), first, stop, (x, baseline, extra))
            baseline += lead
            first = stop
        self.baseline, self.widest = baseline, widest

    def _line(self, flat: _Flat, first: int, stop: int, place: tuple[float, float, float]) -> None:
        """Any line: neighbours of one face joined, the last of `place` added to its spaces."""
        para, at = flat.para, flat.at
        parts, faces, lefts = para.parts, para.faces, para.lefts
        begin, end = (para.firsts[first], para.firsts[stop]) if para.firsts else (first, stop)
        odd = para.chunks[stop - 1].odd
        em = self._look.em
        x, baseline, extra = place
        origin = lefts[begin]
        while begin < end:
            face, to = faces[begin], begin + 1
            while face and to < end and faces[to] == face:
                to += 1
            here = x + (lefts[begin] - origin) * em
            last = parts[to - 1]
            if last.icon is not None:
                self._spot(last.icon, here, baseline, last.width)
            else:
                right = at[to] - last.end
                text, kerns = flat.text[at[begin] : right], [*flat.kerns[at[begin] : right - 1]]
                wide = lefts[to - 1] + last.width - lefts[begin]
                if extra:
                    for n in range(begin, to - 1):
                        if parts[n].end:
                            kerns[at[n + 1] - 1 - at[begin]] += extra
                            wide += extra
                if to == end and odd and odd.hyphen:
                    text += odd.hyphen
                    kerns.append(odd.join)
                    wide += para.chunks[stop - 1].soft
                between = tuple(kerns) if any(kerns) else ()
                size = self._look.size
                self._span(Span(here, baseline, text, face, size, wide * em, between))
            if extra:
                x += extra * em * sum(parts[n].end > 0 for n in range(begin, to))
            begin = to

    def _span(self, span: Span) -> None:
        if span.text and not span.text.isspace():
            self.spans.append(span)

    def _spot(self, name: str, x: float, baseline: float, width: float) -> None:
        look = self._look
        em, high = look.em, look.icon * look.em
        top = baseline + look.drop * em - high
        self.icons.append(IconSpot(x + FREE * em, top, (width - 2 * FREE) * em, high, name))

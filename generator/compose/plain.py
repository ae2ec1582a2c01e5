"""Plain text in, its lines as spans out: the short way for what most texts are.

Plain is one paragraph of words that stand whole in the face asked for, a space between any two of
different manner. Its result is that of the long way (`dress`, `lines`); a test compares them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple

from generator.compose.chunks import Voice
from generator.compose.dress import Dress
from generator.compose.setting import Piece, Span

_new = tuple.__new__
"""Makes a named tuple without its own slower constructor; for those made ten times a card."""

_LONGEST = 4000
"""Characters of a text worth a try."""


class Plain(NamedTuple):
    """Words, where each begins in one endless line (and where the next one would), in 1/1000 em.

    `gap` is the way from a word's end to the next one's start; each run of `runs` is the index
    after its last word, and its voice.
    """

    words: list[str]
    at: list[float]
    gap: float
    runs: list[tuple[int, Voice]]

    @property
    def starts(self) -> Sequence[float]:
        """Where words begin; with `ends` and `reach` the columns that `wrap` knows."""
        return self.at[:-1]

    @property
    def ends(self) -> Sequence[float]:
        """Where words end."""
        return [after - self.gap for after in self.at[1:]]

    @property
    def reach(self) -> Sequence[float]:
        """As `ends`, which never fall."""
        return self.ends


def read(dress: Dress, pieces: Sequence[Piece]) -> Plain | None:
    """The words of `pieces`, None where they are not plain."""
    words: list[str] = []
    steps: list[float] = [0.0]
    runs: list[tuple[int, Voice]] = []
    gap, letters = 0.0, 0
    open_end = True
    for text, bold, italic, icon in pieces:
        letters += len(text)
        if letters > _LONGEST:
            return None
        said = dress.clean(text)
        if icon is not None or not said.isprintable() or not (open_end or said[:1] == " "):
            return None
        voice, lacks = dress.voice(bold, italic)
        if lacks or (runs and voice.gap != gap):
            return None
        some = said.split()
        if some:
            steps += map(voice.steps.__getitem__, some)
            words += some
            if runs and runs[-1][1] is voice:
                runs.pop()
            runs.append((len(words), voice))
            gap = voice.gap
        open_end = said[-1:] == " " or (open_end and not said)
    at = [*accumulate(steps)]
    if not words or at[-1] != at[-1]:  # the step of an odd word is not a number
        return None
    return Plain(words, at, gap, runs)


def stops(plain: Plain, limit: float, most: int) -> list[int] | None:
    """As `wrap.greedy`: where each line stops, None where they do not fit."""
    at = plain.at
    limit += plain.gap
    count, first = len(at) - 1, 0
    found: list[int] = []
    while first < count:
        stop = bisect_right(at, at[first] + limit, first + 1, count + 1) - 1
        if stop == first or len(found) == most:
            return None
        found.append(stop)
        first = stop
    return found


class Lines(NamedTuple):
    """What the lines of a block share, in mm: its width, `em` (of 1/1000 em), `lead` between lines.

    `shift` is the share of a line's free width that stands before it.
    """

    w: float
    size: float
    em: float
    lead: float
    shift: float


def lines(plain: Plain, ends: list[int], look: Lines, baseline: float) -> list[Span]:
    """The spans of lines that stop before those indexes; all of them fit."""
    words, at, gap, runs = plain
    w, size, em, lead, shift = look
    spans: list[Span] = []
    first = run = 0
    until, voice = runs[0]
    face = voice.face.id
    for stop in ends:
        origin = at[first]
        x = (w - (at[stop] - gap - origin) * em) * shift
        while first < stop:
            if first == until:
                run += 1
                until, voice = runs[run]
                face = voice.face.id
            end = until if until < stop else stop
            some = words[first:end]
            between: tuple[float, ...] = ()
            if not voice.even:
                between = tuple(chain.from_iterable(map(voice.kerns.__getitem__, some)))[:-2]
                if not any(between):
                    between = ()
            begin = at[first]
            here, width = x + (begin - origin) * em, (at[end] - gap - begin) * em
            spans.append(_new(Span, (here, baseline, " ".join(some), face, size, width, between)))
            first = end
        baseline += lead
    return spans

"""Plain text in, its lines as spans out: the short way for what most texts are.

Plain is one paragraph of words that stand whole in the face asked for, a space between any two of
different manner. Its result is that of the long way (`dress`, `lines`); a test compares them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from generator.compose.chunks import Voice
from generator.compose.dress import Dress
from generator.compose.lines import SHIFT, Look
from generator.compose.setting import Piece, Span

_new = tuple.__new__
"""Makes a named tuple without its own slower constructor; for those made ten times a card."""

_LONGEST = 4000
"""Characters of a text worth a try."""


class Plain(NamedTuple):
    """Words with the columns that `wrap` knows; each run of `runs` (index after it, voice)."""

    words: list[str]
    starts: list[float]
    ends: list[float]
    reach: list[float]
    runs: list[tuple[int, Voice]]


def read(dress: Dress, pieces: Sequence[Piece]) -> Plain | None:
    """The words of `pieces`, None where they are not plain."""
    words: list[str] = []
    steps: list[float] = []
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
    if not words:
        return None
    ends = [*accumulate(steps)]
    if ends[-1] != ends[-1]:  # the step of an odd word is not a number
        return None
    starts = [0.0, *ends]
    starts.pop()
    ends = [end - gap for end in ends]
    return Plain(words, starts, ends, ends, runs)


def lines(plain: Plain, stops: list[int], look: Look, baseline: float) -> list[Span]:
    """The spans of lines that stop before those indexes; all of them fit."""
    words, starts, ends, _, runs = plain
    w, size, em, lead, align, _, _ = look
    shift = SHIFT[align]
    said = " ".join(words)
    at = [0, *accumulate(map(len, words))]  # without spaces: word n begins at at[n] + n
    spread: list[float] = []
    first = 0
    for until, voice in runs:
        for some in map(voice.kerns.__getitem__, words[first:until]):
            spread += some
        first = until
    kerns = tuple(spread)
    spans: list[Span] = []
    first = run = 0
    until, voice = runs[0]
    face = voice.face.id
    for stop in stops:
        origin = starts[first]
        x = (w - (ends[stop - 1] - origin) * em) * shift
        while first < stop:
            if first == until:
                run += 1
                until, voice = runs[run]
                face = voice.face.id
            end = until if until < stop else stop
            left, right = at[first] + first, at[end] + end - 1
            between = kerns[left : right - 1]
            if not any(between):
                between = ()
            begin = starts[first]
            here, width = x + (begin - origin) * em, (ends[end - 1] - begin) * em
            span = (here, baseline, said[left:right], face, size, width, between)
            spans.append(_new(Span, span))
            first = end
        baseline += lead
    return spans

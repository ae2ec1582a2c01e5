"""A line's chunks in, its stretches of one face and its icons out, in 1/1000 em from its start."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from generator.compose.chunks import Chunk
from generator.compose.wrap import Para, width


class Stretch(NamedTuple):
    """Text in one face at `x`, or (with `icon`) an icon; `kerns` as in a span."""

    x: float
    width: float
    text: str
    face: str
    kerns: tuple[float, ...]
    icon: str = ""


def line(para: Para, first: int, stop: int, extra: float = 0.0) -> list[Stretch]:
    """The stretches of chunks `first` to before `stop`; `extra` is added to each space."""
    faces = set(para.faces[first:stop])
    if len(faces) > 1 or "" in faces:
        return _mixed(para.chunks[first:stop], extra)
    text = "".join(para.texts[first:stop])
    kerns = [*chain.from_iterable(para.kerns[first:stop])]
    wide = width(para, first, stop)
    if extra:
        at = -1
        for chunk in para.chunks[first : stop - 1]:
            at += len(chunk.text)
            if chunk.end:
                kerns[at] += extra
                wide += extra
    last = para.chunks[stop - 1]
    text, shown = _ended(text, kerns, last.end, last)
    return [Stretch(0.0, wide, text, faces.pop(), shown)]


def gaps(para: Para, first: int, stop: int) -> int:
    """How many spaces of the line can be stretched."""
    return sum(chunk.end > 0 for chunk in para.chunks[first : stop - 1])


def _ended(
    text: str, kerns: list[float], end: int, last: Chunk | None
) -> tuple[str, tuple[float, ...]]:
    """Text and kerns without the space at their end, with the hyphen of a broken word."""
    ink = len(text) - end
    del kerns[max(ink - 1, 0) :]
    if last and last.hyphen:
        text, kerns = text[:ink] + last.hyphen, [*kerns, last.join]
    elif end:
        text = text[:ink]
    return text, tuple(kerns) if any(kerns) else ()


def _mixed(chunks: Sequence[Chunk], extra: float) -> list[Stretch]:
    """A line of several faces or with icons, neighbours of one face joined."""
    made: list[Stretch] = []
    face, begin, edge, end, x = "", 0.0, 0.0, 0, 0.0
    text: list[str] = []
    kerns: list[float] = []
    parts = [part for chunk in chunks for part in chunk.parts or (chunk,)]
    for n, part in enumerate(parts):
        if face and part.face != face:
            made.append(Stretch(begin, edge - begin, *_named(text, kerns, end, face)))
            text, kerns, face = [], [], ""
        if part.icon:
            made.append(Stretch(x, part.width, "", "", (), part.icon))
        else:
            if not face:
                face, begin = part.face, x
            text.append(part.text)
            kerns.extend(part.kerns)
        edge, end = x + part.width, part.end
        x += part.step
        if part.end and extra and n < len(parts) - 1:
            x += extra
            if kerns:
                kerns[-1] += extra
    if face:
        last = chunks[-1]
        shown, spread = _ended("".join(text), kerns, end, last)
        made.append(Stretch(begin, edge + last.soft - begin, shown, face, spread))
    return made


def _named(
    text: list[str], kerns: list[float], end: int, face: str
) -> tuple[str, str, tuple[float, ...]]:
    shown, spread = _ended("".join(text), kerns, end, None)
    return shown, face, spread

"""The lines of a chapter's heading in, the same on a tab or a banner out."""

from __future__ import annotations

from collections.abc import Sequence

from generator.compose.booktype import BookType
from generator.compose.strips import Strip, moved_strip, stacked
from generator.geometry import Box, Segments, rectangle
from generator.problems import Where
from generator.scene import Path, Run

_PAD = 3.2
"""mm beside the words at the natural size."""
_KINDS = ("tab", "banner")


def room(width: float, type_: BookType) -> float:
    """mm left for the words of a heading in a column so wide."""
    palette = type_.styles.palette
    return width - 3 * _PAD * type_.scale if any(name in palette for name in _KINDS) else width


def dressed(strips: list[Strip], width: float, type_: BookType, where: Where) -> list[Strip]:
    """A heading's strips, as one where the palette has a colour `tab` or `banner`; mm."""
    for name, make in zip(_KINDS, (_tab, _banner), strict=True):
        if strips and name in type_.styles.palette:
            return [make(strips, width, type_, where)]
    return strips


def _tab(strips: Sequence[Strip], width: float, type_: BookType, where: Where) -> Strip:
    """On a folder's tab."""
    pad = _PAD * type_.scale
    words = moved_strip(stacked(strips), pad, pad * 0.2)
    high, low = words.height + pad * 0.5, pad * 0.7
    end = _end(words, pad, width - low)
    shape: Segments = (
        ("M", 0.0, high),
        ("L", 0.0, low),
        ("L", low, 0.0),
        ("L", end, 0.0),
        ("L", end + low, high),
        ("Z",),
    )
    ink, element = type_.colour("ink"), type_.element(where)
    tab = Path(shape, fill=type_.colour("tab"), stroke=ink, width=0.3, element=element)
    edge = Path(rectangle(Box(0.0, high - 0.15, width, 0.3)), fill=ink, element=element)
    return words._replace(height=high, items=(tab, edge, *words.items), keep=True)


def _banner(strips: Sequence[Strip], width: float, type_: BookType, where: Where) -> Strip:
    """On an arrow that points on, with as many chevrons behind it (at most three) as fit."""
    pad = _PAD * type_.scale
    words = moved_strip(stacked(strips), pad, pad * 0.3)
    high = words.height + pad * 0.6
    tip = min(high * 0.45, pad * 1.5)
    end = _end(words, pad * 0.7, width - tip)
    element = type_.element(where)
    shape: Segments = (
        ("M", 0.0, 0.0),
        ("L", end, 0.0),
        ("L", end + tip, high / 2),
        ("L", end, high),
        ("L", 0.0, high),
        ("Z",),
    )
    items = [Path(shape, fill=type_.colour("banner"), element=element)]
    thick, step = tip * 0.55, tip * 0.95
    for n in range(1, 4):
        x = end + n * step
        if x + thick + tip <= width:
            chevron: Segments = (
                ("M", x, 0.0),
                ("L", x + thick, 0.0),
                ("L", x + thick + tip, high / 2),
                ("L", x + thick, high),
                ("L", x, high),
                ("L", x + tip, high / 2),
                ("Z",),
            )
            items.append(Path(chevron, fill=type_.colour("rule"), element=element))
    return words._replace(height=high, items=(*items, *words.items), keep=True)


def _end(words: Strip, pad: float, most: float) -> float:
    """mm to where the longest line and what follows it end."""
    runs = [item for item in words.items if isinstance(item, Run)]
    return min(max((run.x + run.width for run in runs), default=0.0) + pad, most)

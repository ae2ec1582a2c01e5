"""What goes into the text engine and what comes out of it, as plain data."""

from __future__ import annotations

from typing import Literal, NamedTuple

Align = Literal["left", "centre", "right", "justify"]
Valign = Literal["top", "middle", "bottom"]


class Piece(NamedTuple):
    """A stretch of text in one manner, or an inline icon; "\\n" in `text` is a hard break."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str | None = None


class Span(NamedTuple):
    """One line's stretch in one face: `x`, `baseline`, `width` in mm, `size` in pt.

    `kerns` (1/1000 em) follow each character but the last, or (). Spaces between words of one face
    are in `text`, those between faces are not.
    """

    x: float
    baseline: float
    text: str
    face: str
    size: float
    width: float
    kerns: tuple[float, ...] = ()


class IconSpot(NamedTuple):
    """Where an inline icon stands: its box in mm."""

    x: float
    y: float
    w: float
    h: float
    name: str


class Setting(NamedTuple):
    """A text as set: `height` of the block and `over` (what is beyond the box) in mm.

    `missing` are characters that no face has, `refused` those that would be drawn wrong (`scripts`
    says why); both are left out. `unstyled` are the keys ("bold") that the style has no face for; a
    plainer face stands in. `broken` are words cut where they give no place for it.
    """

    spans: tuple[Span, ...]
    icons: tuple[IconSpot, ...]
    size: float
    height: float
    lines: int
    over: float
    missing: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    unstyled: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()

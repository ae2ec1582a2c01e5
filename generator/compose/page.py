"""What elements ask of the page they are placed on: colours, text, notes, drawings put in a box."""

from __future__ import annotations

from typing import Protocol

from generator.compose.art import Art
from generator.compose.drawings import Drawing, drawn
from generator.compose.flaw import Flaw, near
from generator.compose.frame import NOTHING, Frame, clip_box, meet
from generator.compose.text import Typesetter
from generator.geometry import Box, Matrix, after, scaled, shifted, turned
from generator.model.style import Styles
from generator.scene import Colour, Path


class Page(Protocol):
    """The face being placed."""

    art: Art
    setter: Typesetter
    styles: Styles
    count: int
    """Elements placed so far: the next one's number."""

    def note(self, flaw: Flaw) -> None:
        """A fault of the element being placed that leaves something to show."""

    def remark(self, flaw: Flaw) -> None:
        """Something about the element that is no fault, but to be told."""


def colour(styles: Styles, name: str) -> Colour:
    """A colour of the palette; raises Flaw."""
    found = styles.palette.get(name)
    if found is None:
        raise Flaw(
            "style-colour",
            f"the palette has no colour {name[:40]!r}",
            near(name, styles.palette, "colour in the palette"),
        )
    return found


Stand = tuple[float, float]
"""Where something stands in a box that it leaves room in: 0 left or top, 0.5 middle, 1."""

MIDDLE: Stand = (0.5, 0.5)


def fitted(have: tuple[float, float], box: Box, fit: str, stand: Stand = MIDDLE) -> Box:
    """The box of something `have` wide and high, made to fit or to cover `box`."""
    pick = min if fit == "contain" else max
    scale = pick(box.w / have[0], box.h / have[1])
    w, h = have[0] * scale, have[1] * scale
    return Box(box.x + (box.w - w) * stand[0], box.y + (box.h - h) * stand[1], w, h)


def own_box(box: Box, turn: float) -> Box:
    """The box that fills `box` once turned about its centre: its sides change at 90 and 270."""
    if turn not in (90.0, 270.0):
        return box
    (cx, cy), (_, _, w, h) = box.centre, box
    return Box(cx - h / 2, cy - w / 2, h, w)


def stamped(
    page: Page,
    drawing: Drawing,
    frame: Frame,
    box: Box,
    turn: float = 0.0,
    *,
    fit: str = "contain",
    one: Colour | None = None,
    current: str = "ink",
    stand: Stand = MIDDLE,
) -> tuple[Path, ...]:
    """A drawing's paths in `box` (turned about its centre), all in the colour `one` if given."""
    held = own_box(box, turn)
    place = fitted((drawing.box.w, drawing.box.h), held, fit, stand)
    scale = place.w / drawing.box.w
    matrix: Matrix = after(
        after(shifted(-drawing.box.x, -drawing.box.y), scaled(scale, scale)),
        shifted(place.x, place.y),
    )
    whirl = turned(turn, *box.centre)
    matrix = after(matrix, whirl) if turn else matrix
    clip = frame.clip
    if fit == "cover":
        corner = whirl if frame.matrix is None else after(whirl, frame.matrix)
        clip = meet(clip, clip_box(held, corner))
    if clip is NOTHING:
        return ()
    matrix = matrix if frame.matrix is None else after(matrix, frame.matrix)
    known: dict[str, Colour] = {}

    def paint(name: str) -> Colour:
        wanted = current if name == "currentColor" else name
        return known.setdefault(name, colour(page.styles, wanted))

    return drawn(drawing, matrix, one, paint, None if clip is None else clip.segments)

"""A composed scene in, its items moved and scaled into a page out, cut to its outline."""

from __future__ import annotations

from generator.geometry import Box, Matrix, Segments, bounds, moved_box, moved_segments
from generator.scene import Colour, Item, Path, Picture, Run, Scene

HAIR = 0.2
"""mm: the line around a piece shown in a book."""
_FINE, _WHITE = 0.06, 250
"""mm: white lines up to this, which engrave a picture, are left out: screens draw none so fine,
and wider ones would cover it. `_WHITE` is the least of each of their colour's three parts."""


def shrunk(
    scene: Scene, scale: float, x: float, y: float, edge: Colour | None, element: int
) -> tuple[Item, ...]:
    """The scene with its trim's top left at `x`, `y` (mm), its bleed cut off, its edge drawn in a
    colour or not at all.

    The items carry no facts: a picture of a card is no card.
    """
    into: Matrix = (scale, 0.0, 0.0, scale, x, y)
    trim = Box(0.0, 0.0, *scene.size)
    cut = moved_segments(into, scene.outline.cut)
    items: list[Item] = []
    for item in scene.items:
        if isinstance(item, Run):
            a, b = x + scale * item.x, y + scale * item.y
            items.append(
                item._replace(
                    x=a,
                    y=b,
                    size=item.size * scale,
                    width=item.width * scale,
                    use="decor",
                    fact=None,
                    element=element,
                )
            )
        elif isinstance(item, Path):
            if _engraves(item, scale):
                continue
            items.append(_path(item, into, scale, trim, cut)._replace(element=element))
        else:
            items.append(_picture(item, into, trim, cut)._replace(element=element))
    if edge is not None:
        items.append(Path(cut, stroke=edge, width=HAIR, element=element))
    return tuple(items)


def _engraves(item: Path, scale: float) -> bool:
    ink = item.stroke
    fine = item.fill is None and item.width * scale <= _FINE
    return fine and ink is not None and min(ink[:3]) >= _WHITE


def _path(item: Path, into: Matrix, scale: float, trim: Box, cut: Segments) -> Path:
    return item._replace(
        segments=moved_segments(into, item.segments),
        width=item.width * scale,
        dash=tuple(part * scale for part in item.dash),
        clip=_clip(item.clip, bounds(item.segments).grow(item.width / 2), into, trim, cut),
        fact=None,
        shows=None,
    )


def _picture(item: Picture, into: Matrix, trim: Box, cut: Segments) -> Picture:
    return item._replace(
        box=moved_box(into, item.box),
        clip=_clip(item.clip, item.box, into, trim, cut),
        fact=None,
        shows=None,
    )


def _clip(
    clip: Segments | None, drawn: Box, into: Matrix, trim: Box, cut: Segments
) -> Segments | None:
    """An item's own clip where that or the item keeps inside the trim, else the piece's edge."""
    if clip is not None and trim.holds(bounds(clip), 0.01):
        return moved_segments(into, clip)
    if clip is None and trim.grow(-3).holds(drawn):  # corners are rounded by 3 mm or so
        return None
    return cut

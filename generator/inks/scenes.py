"""Scenes in, the same scenes out with every colour as the inks it is printed with.

A palette's own inks are kept. Blacks and greys are black ink alone; letters under `SMALL` points
keep to two inks, so that plates out of register do not blur them; whatever exceeds the press's
limit is brought under it. Full black overprints where the sum of inks allows: it leaves no gap.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from generator.geometry import Box, bounds, moved_box, points, turned
from generator.inks.profile import BLACK, Found, Inks, Profile, profile
from generator.scene import Colour, Item, Picture, Run, Scene
from generator.scene import Path as Outline
from generator.units import PT

SMALL = 10.0
"""Points under which letters take two inks at most."""

NEAR_BLACK, NEUTRAL, GREY = 48, 12, 6
"""The lightest channel of what counts as black, and how far channels are apart there and in greys
(0-255)."""

FULL = 0.9
"""Black ink from which it overprints."""

FAR = 12.0
"""CIELAB distance that nobody takes for the same colour any more."""

KEPT = 128
"""Scenes remembered, so that equal faces stay one."""

Use = Literal["small", "plain"]


class Kept(NamedTuple):
    """A scene's items before and after."""

    before: tuple[Item, ...]
    after: tuple[Item, ...]


class Plates:
    """Turns the colours of scenes into inks of one press. Raises ValueError: no profile of inks."""

    def __init__(self, path: Path, limit: int) -> None:
        self.limit = limit
        self._profile: Profile = profile(path)
        self._inks: dict[tuple[Colour, Use], Colour] = {}
        self._scenes: OrderedDict[int, Kept] = OrderedDict()

    def scene(self, scene: Scene) -> Scene:
        """The scene in inks; equal items give equal items, the very same where they were."""
        kept = self._scenes.get(id(scene.items))
        if kept is None:
            kept = Kept(scene.items, self._separated(scene))
            self._scenes[id(scene.items)] = kept
            if len(self._scenes) > KEPT:
                self._scenes.popitem(last=False)
        else:
            self._scenes.move_to_end(id(scene.items))
        return scene._replace(items=kept.after)

    def colour(self, colour: Colour, use: Use = "plain") -> Colour:
        """The colour with the inks that it is printed with."""
        known = self._inks.get((colour, use))
        if known is None:
            c, m, y, k = self.found(colour, use).inks
            inks = c / 100, m / 100, y / 100, k / 100
            known = self._inks[colour, use] = colour._replace(cmyk=inks, over=False)
        return known

    def found(self, colour: Colour, use: Use) -> Found:
        """The inks in per cent and how far they look from the colour; the author's are right."""
        rgb = colour[:3]
        if colour.cmyk is not None:
            c, m, y, k = (round(part * 100) for part in colour.cmyk)
            return Found(self._profile.limited([(c, m, y, k)], self.limit)[0], 0.0)
        spread = max(rgb) - min(rgb)
        if max(rgb) <= NEAR_BLACK and spread <= NEUTRAL:
            return Found((0, 0, 0, 100), 0.0)
        if spread <= GREY:
            return self._profile.nearest(rgb, self.limit, BLACK)
        plain = self._profile.plain(rgb)
        if use == "small" and used(plain) > 2:
            return self._profile.in_two(rgb, self.limit)
        return Found(plain, 0.0) if sum(plain) <= self.limit else self.within(rgb)

    def within(self, rgb: tuple[int, int, int]) -> Found:
        """The nearest inks within the limit."""
        return self._profile.nearest(rgb, self.limit)

    def _separated(self, scene: Scene) -> tuple[Item, ...]:
        page = Box(0.0, 0.0, *scene.size).grow(scene.bleed)
        laid: list[Laid] = []
        for item in scene.items:
            made, area = self._item(item), area_of(item)
            if _black(made):
                shown = area.meet(page)
                if shown and sum_beneath(laid, shown) + 1 <= self.limit / 100:
                    made = _over(made)
            laid.append((made, area))
        return tuple(item for item, _ in laid)

    def _item(self, item: Item) -> Item:
        if isinstance(item, Run):
            use: Use = "small" if item.size < SMALL else "plain"
            return item._replace(colour=self.colour(item.colour, use))
        if isinstance(item, Picture):
            return item
        return item._replace(
            fill=item.fill and self.colour(item.fill),
            stroke=item.stroke and self.colour(item.stroke),
        )


def used(inks: Inks) -> int:
    """How many inks there are."""
    return sum(part > 0 for part in inks)


def colours(item: Item) -> list[Colour]:
    """The colours that an item is painted with."""
    if isinstance(item, Run):
        return [item.colour]
    if isinstance(item, Picture):
        return []
    stroke = item.stroke if item.width > 0 else None
    return [colour for colour in (item.fill, stroke) if colour is not None]


def _black(item: Item) -> bool:
    """Whether an item is black ink alone, and enough of it that what lies beneath is no matter."""
    found = colours(item)
    inks = [colour.cmyk or (1.0, 1.0, 1.0, 0.0) for colour in found]
    solid = not isinstance(item, Outline) or item.opacity >= 1
    return bool(inks) and solid and all(not any(four[:3]) and four[3] >= FULL for four in inks)


def _over(item: Item) -> Item:
    if isinstance(item, Run):
        return item._replace(colour=item.colour._replace(over=True))
    assert isinstance(item, Outline)
    return item._replace(
        fill=item.fill and item.fill._replace(over=True),
        stroke=item.stroke and item.stroke._replace(over=True),
    )


def area_of(item: Item) -> Box:
    """A box around all that an item may paint (mm)."""
    if isinstance(item, Run):
        em = item.size / PT
        line = Box(item.x, item.y - 1.2 * em, item.width, 1.6 * em)
        return moved_box(turned(item.turn, item.x, item.y), line)
    if isinstance(item, Picture):
        return moved_box(turned(item.turn, *item.box.centre), item.box)
    return bounds(item.segments).grow(item.width)


Laid = tuple[Item, Box]
"""An item and the box around all it paints."""


def sum_beneath(laid: Sequence[Laid], area: Box) -> float:
    """The most cyan, magenta and yellow together (1 is one ink in full) that lies under an area."""
    most = 0.0
    left, top, right, bottom = area.x, area.y, area.right, area.bottom
    for item, (x, y, w, h) in reversed(laid):
        if x >= right or y >= bottom or x + w <= left or y + h <= top:
            continue
        if isinstance(item, Picture):
            return 3.0
        inks = [sum((colour.cmyk or (1.0, 1.0, 1.0))[:3]) for colour in colours(item)]
        most = max([most, *inks])
        if isinstance(item, Outline) and _covers(item, area):
            return most
    return most


def _covers(item: Outline, area: Box) -> bool:
    """Whether a filled rectangle hides all that lies beneath the area."""
    if item.fill is None or item.fill.over or item.opacity < 1 or item.clip:
        return False
    if any(seg[0] == "C" for seg in item.segments):
        return False
    corners = set(points(item.segments))
    box = bounds(item.segments)
    straight = all(x in (box.x, box.right) and y in (box.y, box.bottom) for x, y in corners)
    return straight and len(corners) == 4 and box.holds(area, 1e-6)

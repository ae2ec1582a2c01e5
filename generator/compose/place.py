"""A tree of elements in, the items of a scene out: walks the tree and numbers what it places.

What an element yields depends on its attributes and its frame alone, so equal elements in equal
frames are placed once and remembered there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.compose.art import Art
from generator.compose.attributes import Area, bad, box, choice, number, points
from generator.compose.elements import ATTRIBUTES, LEAVES, Placed, attributes
from generator.compose.flaw import Flaw, near
from generator.compose.frame import Clip, Frame, clip_box, meet
from generator.compose.layout import cells
from generator.compose.markup import Element
from generator.compose.text import Typesetter
from generator.compose.words import pieces
from generator.geometry import IDENTITY, Box, after, moved_segments, rectangle, shifted, turned
from generator.model.style import Styles
from generator.scene import Item

BLEED = 3.0
"""mm that faces reach beyond the trim."""

ITEMS = 50_000
"""Items of one face."""


class Drawn(NamedTuple):
    """A face as placed: `marks[n]` is the place of element n, where places were asked for."""

    items: tuple[Item, ...]
    tiles: bool
    marks: tuple[str, ...]
    flaws: tuple[tuple[Flaw, str], ...]


class Placer:
    """Places faces of one trim size.

    With `gather` faults are kept with their element's mark, one or more an element, and the rest
    is placed; without it the first is raised.
    """

    def __init__(
        self,
        size: tuple[float, float],
        art: Art,
        setter: Typesetter,
        styles: Styles,
        gather: bool = False,
    ) -> None:
        self.size = size
        self.art = art
        self.setter = setter
        self.styles = styles
        self.gather = gather
        self._root = Frame(Area(0.0, 0.0, *size))
        self._items: list[Item] = []
        self._count = 0
        self._marks: list[str] = []
        self._flaws: list[tuple[Flaw, str]] = []
        self._mark = ""

    def draw(self, root: Element) -> Drawn:
        """The face under `root`; raises Flaw unless `gather`."""
        self._items, self._count, self._marks, self._flaws = [], 0, [], []
        self._mark, tiles = root.mark, False
        try:
            if root.tag != "card":
                fix = "write <card> … </card> around the face"
                raise Flaw("markup-element", f"the root element is <{root.tag}>", fix)
            named = attributes(root, None)
            tiles = choice(named.get("tiles", "no"), "yes", "no") == "yes"
            self.place(root.children, self._root)
        except Flaw as flaw:
            self.fault(flaw, root)
        return Drawn(tuple(self._items), tiles, tuple(self._marks), tuple(self._flaws))

    def fault(self, flaw: Flaw, element: Element) -> None:
        """Keep a fault, or raise it."""
        if not self.gather or flaw.code.startswith("face-too"):
            flaw.mark = element.mark or self._mark
            raise flaw
        self._flaws += [(one, element.mark or self._mark) for one in (flaw, *flaw.others)]

    def note(self, flaw: Flaw) -> None:
        """A fault of the element being placed that leaves something to show."""
        if not self.gather:
            raise flaw
        self._flaws.append((flaw, self._mark))

    def place(self, children: list[Element | str], frame: Frame) -> None:
        """Place elements in painting order."""
        for child in children:
            if isinstance(child, str):
                if not child.isspace():
                    flaw = Flaw(
                        "markup-element",
                        f"words outside <text>: {child.strip()[:40]!r}",
                        "put them into a <text>",
                    )
                    self.fault(flaw, Element("", (), self._mark))
                continue
            outer = self._mark
            self._mark = child.mark or outer
            try:
                self._one(child, frame)
            except Flaw as flaw:
                self.fault(flaw, child)
            self._mark = outer

    def _one(self, element: Element, frame: Frame) -> None:
        tag = element.tag
        if tag in LEAVES:
            self._leaf(element, frame)
        elif tag == "group":
            key = element.attrs
            for inner in frame.inner.get(key) or frame.keep(
                frame.inner, key, self._group(element, frame)
            ):
                self.place(element.children, inner)
        elif tag in ("row", "column", "grid"):
            self._layout(element, frame)
        else:
            outside = {"b", "i", "br", "icon", "card"}
            fix = near(tag, ATTRIBUTES.keys() - outside, "element")
            if tag in outside:
                fix = "it belongs into <text>" if tag != "card" else "it is the root alone"
            raise Flaw("markup-element", f"there is no <{tag[:40]}> here", fix)

    def _leaf(self, element: Element, frame: Frame) -> None:
        inside = pieces(element) if element.tag == "text" else ()
        key = (element.tag, element.attrs, inside)
        made: Placed | None = frame.leaves.get(key)
        if made is None:
            if element.tag != "text" and element.children:
                fix = f"write <{element.tag} …/>"
                raise Flaw("markup-element", f"<{element.tag}> holds nothing", fix)
            named = attributes(element, frame)
            made = LEAVES[element.tag](self, named, frame, inside)
            if self._count:
                made = _renumbered(made, self._count)
            frame.keep(frame.leaves, key, made)
        elif made.first != self._count:
            made = _renumbered(made, self._count)
            frame.leaves[key] = made
        self._items += made.items
        self._count += made.elements
        if self.gather:
            self._marks += [self._mark] * made.elements
        if len(self._items) > ITEMS:
            raise Flaw("face-too-big", f"the face has over {ITEMS:,} lines, shapes and runs")

    def _group(self, element: Element, frame: Frame) -> list[Frame]:
        """The group's frame, and the frame of its half-turned copy."""
        named = attributes(element, frame)
        area, local, pivot = frame.area, IDENTITY, None
        if "at" in named and "box" in named:
            raise bad("a group has at or box, not both")
        if "at" in named:
            x, y = points(named["at"], area, 1, 1)[0]
            area = Area(area.left - x, area.top - y, area.right - x, area.bottom - y)
            local, pivot = shifted(x, y), (0.0, 0.0)
        elif "box" in named:
            held = box(named["box"], area)
            area, local = Area(0.0, 0.0, held.w, held.h), shifted(held.x, held.y)
        turn = number(named["turn"]) % 360 if "turn" in named else 0.0
        if turn:
            middle = pivot or ((area.left + area.right) / 2, (area.top + area.bottom) / 2)
            local = after(turned(turn, *middle), local)
        changes: dict[str, Any] = {
            name: named.get(name, getattr(frame, name)) for name in ("fact", "shows")
        }
        made = frame.child(local, area, turn, **changes)
        own = self._clip(named["clip"], made) if "clip" in named else None
        made.clip = meet(frame.clip, own) if own else frame.clip
        if "copy" not in named:
            return [made]
        choice(named["copy"], "half-turn")
        half = turned(180.0, self.size[0] / 2, self.size[1] / 2)
        copy = Frame(
            area,
            matrix=after(made.matrix or IDENTITY, half),
            angle=(made.angle + 180.0) % 360,
            **changes,
        )
        if own:
            upright = own.box and clip_box(own.box, half)
            own = upright or Clip(moved_segments(half, own.segments), None)
        copy.clip = meet(frame.clip, own) if own else frame.clip
        return [made, copy]

    def _clip(self, text: str, frame: Frame) -> Clip:
        if text == "card":
            whole = Box(0.0, 0.0, *self.size).grow(BLEED)
            return Clip(rectangle(whole), whole)
        return clip_box(box(text, frame.area), frame.matrix)

    def _layout(self, element: Element, frame: Frame) -> None:
        named = attributes(element, frame)
        held = box(named["box"], frame.area) if "box" in named else frame.whole
        if held is None:
            raise Flaw("markup-attribute", f"<{element.tag}> needs box", 'write box="x y w h"')
        for words in element.children:
            if isinstance(words, str):
                self.place([words], frame)
        changes = {name: named.get(name, getattr(frame, name)) for name in ("fact", "shows")}
        for child, cell in cells(element, named, held):
            key = (cell, changes["fact"], changes["shows"])
            inner = frame.inner.get(key)
            if inner is None:
                whole = Box(0.0, 0.0, cell.w, cell.h)
                area = Area(0.0, 0.0, cell.w, cell.h)
                made = frame.child(shifted(cell.x, cell.y), area, whole=whole, **changes)
                inner = frame.keep(frame.inner, key, made)
            self.place([child], inner)


def _renumbered(made: Placed, first: int) -> Placed:
    """The same items, their elements counted from `first`."""
    by = first - made.first
    items = [tuple.__new__(type(item), (*item[:-1], item[-1] + by)) for item in made.items]
    return Placed(tuple(items), made.elements, first)

"""A tree of elements in, the items of a scene out: walks the tree and numbers what it places.

What an element yields depends on its attributes and its frame alone, so equal elements in equal
frames are placed once and remembered there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.compose.art import Art
from generator.compose.attributes import Area, bad, box, choice, number, points
from generator.compose.elements import ATTRIBUTES, LEAVES, Placed, attributes, text_slot
from generator.compose.flaw import Flaw, near
from generator.compose.frame import Clip, Frame, clip_box, meet
from generator.compose.layout import cells
from generator.compose.markup import Element
from generator.compose.text import Typesetter
from generator.compose.words import pieces, text
from generator.geometry import IDENTITY, Box, after, moved_segments, rectangle, shifted, turned
from generator.model.style import Styles
from generator.scene import Field, Item

BLEED = 3.0
"""mm that faces reach beyond the trim."""

ITEMS = 50_000
"""Items of one face."""


_TEXTS = 256
"""Texts remembered as placed of each slot."""


class Drawn(NamedTuple):
    """A face as placed: `marks[n]` is the place of element n, where places were asked for.

    `remarks` are no faults.
    """

    items: tuple[Item, ...]
    tiles: bool
    marks: tuple[str, ...]
    flaws: tuple[tuple[Flaw, str], ...]
    fields: tuple[Field, ...] = ()
    remarks: tuple[Flaw, ...] = ()


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
        self._fields: list[Field] = []
        self.count = 0
        self._marks: list[str] = []
        self._flaws: list[tuple[Flaw, str]] = []
        self._remarks: list[Flaw] = []
        self._mark = ""

    def draw(self, root: Element) -> Drawn:
        """The face under `root`; raises Flaw unless `gather`."""
        self._items, self.count, self._marks, self._flaws = [], 0, [], []
        self._fields, self._remarks = [], []
        self._mark, tiles = root.mark, False
        try:
            if root.tag != "card":
                fix = "write <card> … </card> around the face"
                raise Flaw("markup-element", f"the root element is <{root.tag}>", fix)
            if root.attrs:
                named = attributes(root, None)
                tiles = choice(named.get("tiles", "no"), "yes", "no") == "yes"
            self.place(root.children, self._root)
        except Flaw as flaw:
            self._fault(flaw)
        marks, flaws, fields = tuple(self._marks), tuple(self._flaws), tuple(self._fields)
        return Drawn(tuple(self._items), tiles, marks, flaws, fields, tuple(self._remarks))

    def note(self, flaw: Flaw) -> None:
        """A fault of the element being placed that leaves something to show."""
        if not self.gather:
            raise flaw
        self._flaws.append((flaw, self._mark))

    def remark(self, flaw: Flaw) -> None:
        """Something about the element being placed that is no fault, but to be told."""
        self._remarks.append(flaw)

    def _fault(self, flaw: Flaw) -> None:
        """Keep a fault that leaves nothing of its element, or raise it."""
        if not self.gather or flaw.code.startswith("face-too"):
            flaw.mark = self._mark
            raise flaw
        self._flaws += [(one, self._mark) for one in (flaw, *flaw.others)]

    def place(self, children: list[Element | str], frame: Frame) -> None:
        """Place elements in painting order."""
        leaves, gather = frame.leaves, self.gather
        for child in children:
            if gather:
                self._place_marked(child, frame)
            elif isinstance(child, str):
                self._words(child)
            elif not child.children and (made := leaves.get((child.tag, child.attrs))):
                self._take(made, leaves, (child.tag, child.attrs))
            else:
                self._one(child, frame)

    def _place_marked(self, child: Element | str, frame: Frame) -> None:
        outer = self._mark
        try:
            if isinstance(child, str):
                self._words(child)
            else:
                self._mark = child.mark or outer
                self._one(child, frame)
        except Flaw as flaw:
            self._fault(flaw)
        self._mark = outer

    def _words(self, words: str) -> None:
        if not words.isspace():
            says = f"words outside <text>: {words.strip()[:40]!r}"
            raise Flaw("markup-element", says, "put them into a <text>")

    def _one(self, element: Element, frame: Frame) -> None:
        tag = element.tag
        if tag == "text":
            self._text(element, frame)
        elif tag in LEAVES:
            if element.children:
                raise Flaw("markup-element", f"<{tag}> holds nothing", f"write <{tag} …/>")
            made = LEAVES[tag](self, attributes(element, frame), frame)
            memory = {} if tag == "qr" else frame.leaves  # a code is large, and somebody's own
            self._take(made, memory, (tag, element.attrs))
        elif tag == "group":
            key = element.attrs
            frames = frame.inner.get(key)
            if frames is None:
                frames = Frame.keep(frame.inner, key, self._group(element, frame))
            for inner in frames:
                self.place(element.children, inner)
        elif tag in ("row", "column", "grid"):
            self._layout(element, frame)
        elif tag == "field":
            self._field(element, frame)
        else:
            outside = {"b", "i", "br", "card"}
            fix = near(tag, ATTRIBUTES.keys() - outside, "element")
            if tag in outside:
                fix = "it belongs into <text>" if tag != "card" else "it is the root alone"
            raise Flaw("markup-element", f"there is no <{tag[:40]}> here", fix)

    def _text(self, element: Element, frame: Frame) -> None:
        inside, attrs = pieces(element), element.attrs
        known = frame.slots.get(attrs)
        if known is None:
            slot = text_slot(self, attributes(element, frame), frame)
            known = Frame.keep(frame.slots, attrs, (slot, {}))
        slot, memory = known
        made = memory.get(inside)
        if made is None:
            if len(memory) >= _TEXTS:
                memory.clear()
            made = Placed(text(self, slot, inside, self.count), 1, self.count)
        self._take(made, memory, inside)

    def _field(self, element: Element, frame: Frame) -> None:
        """Place a field; it is not remembered, since each has a name of its own."""
        from generator.compose.formfields import field  # noqa: PLC0415 - few faces have any

        if element.children:
            raise Flaw("markup-element", "<field> holds nothing", 'write <field value="…"/>')
        items, made = field(self, attributes(element, frame), frame)
        self._fields.append(made)
        self._take(Placed(items, 1, self.count), {}, None)

    def _take(self, made: Placed, memory: dict[Any, Any], key: object) -> None:
        """Add what an element yields, and remember it for its equals."""
        if made.first != self.count or key not in memory:
            made = Frame.keep(memory, key, _renumbered(made, self.count))
        self._items += made.items
        self.count += made.elements
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
        self.place([words for words in element.children if isinstance(words, str)], frame)
        changes = {name: named.get(name, getattr(frame, name)) for name in ("fact", "shows")}
        for child, cell in cells(element, named, held):
            key = (cell, changes["fact"], changes["shows"])
            inner = frame.inner.get(key)
            if inner is None:
                whole = Box(0.0, 0.0, cell.w, cell.h)
                area = Area(0.0, 0.0, cell.w, cell.h)
                made = frame.child(shifted(cell.x, cell.y), area, whole=whole, **changes)
                inner = Frame.keep(frame.inner, key, made)
            self.place([child], inner)


def _renumbered(made: Placed, first: int) -> Placed:
    """The same items, their elements counted from `first`."""
    by = first - made.first
    if not by:
        return made
    items = [tuple.__new__(type(item), (*item[:-1], item[-1] + by)) for item in made.items]
    return Placed(tuple(items), made.elements, first)

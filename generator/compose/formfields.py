"""A `<field>`'s attributes and frame in; what it prints, and what a form makes of it, out.

In print a field shows its value as a text does, or, while it is empty, a mark to write on.
"""

from __future__ import annotations

import re
from typing import Literal

from generator.compose import attributes as read
from generator.compose.elements import text_slot
from generator.compose.flaw import Flaw
from generator.compose.frame import Frame
from generator.compose.page import Page, colour
from generator.compose.rich import BREAK
from generator.compose.text import Piece
from generator.compose.words import Slot, text
from generator.geometry import Box, Segments, after, bounds, rectangle, shifted
from generator.scene import Field, Item, Path, Run
from generator.units import to_mm

PAD = to_mm(2.0)
"""mm left free inside a field's box: what programs that fill forms leave."""

LONGEST = 10_000
"""Characters that `max` may allow."""

LONG, PARTS = 100, 8
"""Characters of a name, and its parts: some programs know no field below 32 others."""

SOMETHING = "0"
"""What is tried in an empty field."""

TIP = 300
"""Characters of a tip."""

_NAME = re.compile(r"[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*", re.ASCII)
_NUMBER = re.compile(r"[-+\u2212]?\d+(?:\.\d+)?", re.ASCII)

_ALIGNED: dict[str | None, Literal["left", "centre", "right"]] = {
    "centre": "centre",
    "right": "right",
}


def field(page: Page, named: dict[str, str], frame: Frame) -> tuple[tuple[Item, ...], Field]:
    """What is printed, as element number `page.count`, and the field; raises Flaw."""
    name, lines = named["name"], read.choice(named.get("lines", "no"), "yes", "no") == "yes"
    if not _NAME.fullmatch(name):
        raise read.bad(
            f"the field name {name[:40]!r} is empty or has characters that names may not have",
            "letters, digits, - and _; a dot between parts",
        )
    if len(name) > LONG or name.count(".") >= PARTS:
        says = f"the field name has {len(name)} characters in {name.count('.') + 1} parts"
        raise read.bad(says, f"at most {LONG} in {PARTS}")
    most = read.whole(named["max"], 1, LONGEST) if "max" in named else 0
    number = read.choice(named.get("of", "text"), "text", "number") == "number"
    value = _value(named.get("value", ""), lines, most, number)
    tip = " ".join(named.get("tip", "").split())
    if len(tip) > TIP:
        raise read.bad(f"the tip has {len(tip)} characters", f"at most {TIP} are shown")
    box, slot = _slot(page, named, frame, lines)
    items = text(page, slot, (Piece(value or SOMETHING),), page.count)  # a line must fit, at least
    runs = tuple(item for item in items if isinstance(item, Run))
    size = runs[0].size if runs else slot.size or slot.style.size
    if not value:
        items, runs = _marks(page, named, slot, box, lines), ()
    align = slot.align or slot.style.align
    return items, Field(
        box=bounds(frame.on_card(rectangle(box))),
        name=name,
        value=value,
        font=slot.style.font,
        size=size,
        colour=slot.ink,
        align=_ALIGNED.get(align, "left"),
        lines=lines,
        most=most,
        number=number,
        tip=tip,
        turn=frame.angle,
        use=slot.style.use,
        runs=runs,
        element=page.count,
    )


def _value(value: str, lines: bool, most: int, number: bool) -> str:
    """The value as it stands in the field; raises Flaw."""
    value = value.replace(BREAK, "\n").strip()
    if not value:
        return ""
    if "\n" in value and not lines:
        raise read.bad("the value has several lines, the field has one", 'write lines="yes"')
    if number and not _NUMBER.fullmatch(value):
        raise read.bad(f"the value {value[:40]!r} is no number", 'take out of="number"')
    if most and len(value) > most:
        says = f"the value has {len(value)} characters, the field takes {most}"
        raise read.bad(says, "shorten it, or raise max")
    return value


def _slot(page: Page, named: dict[str, str], frame: Frame, lines: bool) -> tuple[Box, Slot]:
    """The box, and the value's slot within: in the middle of its one line, or from its top."""
    wanted = {key: named[key] for key in named.keys() - {"max", "lines", "name"}}
    wanted["valign"] = "top" if lines else "middle"
    if not lines:
        wanted["max-lines"] = "1"
    slot = text_slot(page, wanted, frame)
    box, down = slot.held, PAD if lines else 0.0
    held = Box(box.x + PAD, box.y + down, box.w - 2 * PAD, box.h - 2 * down)
    if min(held.w, held.h) <= 0:
        says = f"a field of {box.w:g} x {box.h:g} mm leaves no room to write"
        raise read.bad(says, f"make it larger: {PAD:.1f} mm stay free at each side")
    matrix = shifted(held.x, held.y)
    matrix = matrix if frame.matrix is None else after(matrix, frame.matrix)
    told = f"{slot.name}, field {named['name']}"  # many fields may have one style
    return box, slot._replace(name=told, held=held, matrix=matrix)


def _marks(
    page: Page, named: dict[str, str], slot: Slot, box: Box, lines: bool
) -> tuple[Item, ...]:
    """What an empty field prints: a line or lines to write on, a box, or nothing."""
    kind = read.choice(named.get("blank", "line"), "line", "box", "none")
    if kind == "none":
        if "stroke" in named or "width" in named:
            raise Flaw("markup-attribute", 'stroke and width have no effect with blank="none"')
        return ()
    width = read.number(named.get("width", "0.25"), 0.01, 5.0)
    stroke = colour(page.styles, named["stroke"]) if "stroke" in named else slot.ink
    drawn: Segments = rectangle(box)
    if kind == "line":
        leads = to_mm((slot.size or slot.style.size) * slot.style.leading) if lines else box.h
        drawn = _ruled(box, leads, width / 2)
    path = Path(slot.frame.on_card(drawn), None, stroke, width)
    clip, fact = slot.frame.clipped, slot.field
    return (path._replace(clip=clip, fact=fact, element=page.count),)


def _ruled(box: Box, lead: float, inside: float) -> Segments:
    """Level lines `lead` mm apart, the last on the box's ground; one at least."""
    count = max(1, int(box.h / lead + 1e-6))
    out: list[tuple[str, float, float]] = []
    for n in range(count):
        y = box.bottom - inside - n * lead
        out += (("M", box.x, y), ("L", box.right, y))
    return tuple(out)

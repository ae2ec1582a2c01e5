"""A `<text>` element in, runs and icon paths on the card out, by way of the text engine.

White space of a template's prose is one space, as in XML; `<br/>` and newlines that come from
data (`rich.BREAK` stands for them in markup) are hard breaks.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from generator.compose import attributes as read
from generator.compose.flaw import Flaw, near
from generator.compose.fonts import UnusableFont
from generator.compose.frame import NOTHING, Frame
from generator.compose.markup import Element
from generator.compose.page import Page, colour, own_box, stamped
from generator.compose.rich import BREAK
from generator.compose.text import Align, Piece, Setting, Valign
from generator.geometry import Box, Matrix, after, shifted, turned
from generator.model.style import TextStyle
from generator.scene import Colour, Item, Run
from generator.units import to_mm

_SPACE = re.compile(r"[ \t\r\n]+")
_BREAK = re.compile(f" ?(?:{BREAK}|\n) ?")
_INSIDE = {"b", "i", "br", "icon"}
_new = tuple.__new__
"""Makes a run without the slower constructor of its class: a card has a dozen."""


def pieces(element: Element) -> tuple[Piece, ...]:
    """What a `<text>` says, as stretches of one manner each; raises Flaw."""
    children = element.children
    if len(children) == 1 and isinstance(children[0], str):
        text = _single(children[0]).strip(" ")
        return (Piece(text),) if text else ()
    out: list[Piece] = []
    _gather(element, False, False, out)
    while out and out[-1].icon is None:
        last = out.pop()
        text = last.text.rstrip(" ")
        if text:
            out.append(last if text == last.text else last._replace(text=text))
            break
    return tuple(out)


def _single(text: str) -> str:
    """White space made single, breaks of data made newlines."""
    if "  " in text or "\n" in text or "\t" in text or "\r" in text:
        text = _SPACE.sub(" ", text)
    return _BREAK.sub("\n", text) if BREAK in text else text


def _gather(element: Element, bold: bool, italic: bool, out: list[Piece]) -> None:
    for child in element.children:
        if isinstance(child, str):
            _add(_single(child), bold, italic, out)
        elif child.tag in ("b", "i"):
            if child.attrs:
                raise Flaw("markup-attribute", f"<{child.tag}> has no attributes")
            _gather(child, bold or child.tag == "b", italic or child.tag == "i", out)
        elif child.tag == "br":
            _empty(child, ())
            _add("\n", bold, italic, out)
        elif child.tag == "icon":
            _empty(child, ("name",))
            out.append(Piece("", bold, italic, child.named()["name"]))
        else:
            fix = near(child.tag, _INSIDE)
            raise Flaw("markup-element", f"<text> cannot hold <{child.tag[:40]}>", fix)


def _empty(element: Element, names: tuple[str, ...]) -> None:
    if tuple(element.named()) != names:
        wanted = " and ".join(names) or "none"
        raise Flaw("markup-attribute", f"<{element.tag}> in a text has one attribute: {wanted}")
    if element.children:
        raise Flaw("markup-element", f"<{element.tag}> holds nothing", f"write <{element.tag}/>")


def _add(text: str, bold: bool, italic: bool, out: list[Piece]) -> None:
    """Add text, one space at most between words and none beside a break."""
    said, bold_before, italic_before, icon = out[-1] if out else _START
    if icon is None:
        end = said[-1:]
        if end == " " and text[:1] == "\n":
            said = said[:-1]
            out[-1] = out[-1]._replace(text=said)
        elif end in " \n":
            text = text.removeprefix(" ")
        if text and out and bold_before is bold and italic_before is italic:
            out[-1] = out[-1]._replace(text=said + text)
            return
    if text:
        out.append(_new(Piece, (text, bold, italic, None)))


_START = Piece("")
"""What stands before the first word."""


class Slot(NamedTuple):
    """A `<text>` as its attributes have it, before its words: everything resolved once."""

    name: str
    style: TextStyle
    ink: Colour
    held: Box
    frame: Frame
    matrix: Matrix
    field: str | None
    size: float | None
    least: float | None
    lines: int | None
    align: Align | None
    valign: Valign | None

    @property
    def told(self) -> str:
        """What problems call it: its fact, else its style."""
        return self.field or f"style {self.name}"


def slot(page: Page, named: dict[str, str], frame: Frame, box: Box, turn: float) -> Slot:
    """The slot of a text in `box`, turned about its middle; raises Flaw."""
    name = named["style"]
    style = page.styles.text.get(name)
    if style is None:
        fix = near(name, page.styles.text, "style in the style file")
        raise Flaw("style-unknown", f"there is no text style {name[:40]!r}", fix)
    if "fit" in named:
        read.choice(named["fit"], "shrink")
        if style.least is None:
            says = f"style {name} states no least size to shrink to"
            raise Flaw("style-unknown", says, "add least: to the style")
    held = own_box(box, turn)
    if turn:
        frame = frame.child(turned(turn, *box.centre), frame.area, turn)
    matrix = shifted(held.x, held.y)
    return Slot(
        name,
        style,
        colour(page.styles, named.get("colour", style.colour)),
        held,
        frame,
        matrix if frame.matrix is None else after(matrix, frame.matrix),
        named.get("fact", frame.fact),
        read.number(named["size"], 1.0, 400.0) if "size" in named else None,
        style.least if "fit" in named else None,
        read.whole(named["max-lines"], 1, 200) if "max-lines" in named else None,
        read.choice(named["align"], *_ALIGN) if "align" in named else None,  # type: ignore[arg-type]
        read.choice(named["valign"], *_VALIGN) if "valign" in named else None,  # type: ignore[arg-type]
    )


def text(page: Page, slot: Slot, inside: tuple[Piece, ...], element: int) -> tuple[Item, ...]:
    """Runs and icon paths of the words `inside` a slot, as element number `element`."""
    setting = _set(page, slot, inside)
    frame, style, field, ink = slot.frame, slot.style, slot.field, slot.ink
    if frame.clip is NOTHING:
        return ()
    if setting.over > 0 or setting.missing or setting.refused or setting.unstyled or setting.broken:
        _complain(page, setting, slot)
    a, b, c, d, e, f = slot.matrix
    angle, use = frame.angle, style.use
    items: list[Item] = [
        _new(
            Run,
            (
                a * x + c * y + e,
                b * x + d * y + f,
                words,
                face,
                size,
                ink,
                width,
                angle,
                kerns,
                use,
                field,
                element,
            ),
        )
        for x, y, words, face, size, width, kerns in setting.spans
    ]
    for spot in setting.icons:
        place = Box(slot.held.x + spot.x, slot.held.y + spot.y, spot.w, spot.h)
        paths = stamped(page, page.art.icon(spot.name), frame, place, one=ink)
        items += [p._replace(fact=field, shows=spot.name, element=element) for p in paths]
    return tuple(items)


def _set(page: Page, slot: Slot, inside: tuple[Piece, ...]) -> Setting:
    _, _, w, h = slot.held
    letters = sum([len(piece.text) for piece in inside])
    if letters > 200:
        smallest = to_mm(slot.least or slot.size or slot.style.size)
        if letters > 200 + 10 * w * h / smallest**2:
            says = f"{letters:,} characters cannot fit a box of {w:g} x {h:g} mm"
            raise Flaw("text-overflow", says, "shorten the text", field=slot.told)
    try:
        return page.setter.set(
            inside,
            slot.style,
            w,
            h,
            size=slot.size,
            least=slot.least,
            max_lines=slot.lines,
            align=slot.align,
            valign=slot.valign,
        )
    except UnusableFont as fault:
        says = f"font {fault.face}: {fault.says}"
        raise Flaw("font-unusable", says, fault.fix) from None


_ALIGN = ("left", "centre", "right", "justify")
_VALIGN = ("top", "middle", "bottom")


def _complain(page: Page, setting: Setting, slot: Slot) -> None:
    """Note what the engine could not set."""
    field, held = slot.told, slot.held
    for char in setting.missing:
        says = f"no face has the character {char!r} (U+{ord(char):04X})"
        fix = "write it otherwise, or add a face that has it to fallback"
        page.note(Flaw("glyph-missing", says, fix, field=field))
    for char in setting.refused:
        says = f"the character {char!r} (U+{ord(char):04X}) is of a script or plane not set here"
        page.note(Flaw("script-refused", says, "write it otherwise", field=field))
    for manner in setting.unstyled:
        says = f"style {slot.name} has no face for {manner} text"
        page.note(Flaw("text-unstyled", says, f"name one: {manner}: in the style", field=field))
    for word in setting.broken:
        says = f"the word {word!r} is cut to fit a width of {held.w:g} mm"
        page.note(Flaw("word-cut", says, "give it a soft hyphen or more room", field=field))
    if setting.over > 0:
        least = f", its least size {slot.least:g} pt" if slot.least else ""
        says = (
            f"the text is {max(setting.over, 0.01):.2f} mm over its box of"
            f" {held.w:g} x {held.h:g} mm at {setting.size:g} pt, {setting.lines} lines{least}"
        )
        fix = "shorten it, or make the box larger"
        if slot.least is None and slot.style.least:
            fix += ', or write fit="shrink"'
        page.note(Flaw("text-overflow", says, fix, field=field))

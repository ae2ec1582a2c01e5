"""A `<text>` element in, runs and icon paths on the card out, by way of the text engine.

White space of a template's prose is one space, as in XML; `<br/>` and newlines that come from
data (`rich.BREAK` stands for them in markup) are hard breaks.
"""

from __future__ import annotations

import re

from generator.compose import attributes as read
from generator.compose.flaw import Flaw, near
from generator.compose.fonts import UnusableFont
from generator.compose.frame import NOTHING, Frame
from generator.compose.markup import Element
from generator.compose.page import Page, colour, stamped
from generator.compose.rich import BREAK
from generator.compose.text import Piece, Setting
from generator.geometry import Box, Matrix, after, moved, shifted, turned
from generator.model.style import TextStyle
from generator.scene import Item, Run
from generator.units import to_mm

_SPACE = re.compile(r"[ \t\r\n]+")
_BREAK = re.compile(f" ?(?:{BREAK}|\n) ?")
_INSIDE = {"b", "i", "br", "icon"}


def pieces(element: Element) -> tuple[Piece, ...]:
    """What a `<text>` says, as stretches of one manner each; raises Flaw."""
    children = element.children
    if len(children) == 1 and isinstance(children[0], str):
        text = _SPACE.sub(" ", children[0])
        if BREAK in text:
            text = _BREAK.sub("\n", text)
        text = text.strip(" ")
        return (Piece(text),) if text else ()
    out: list[Piece] = []
    _gather(element, False, False, out)
    while out and out[-1].icon is None:
        last = out.pop()
        text = last.text.rstrip(" ")
        if text:
            out.append(last._replace(text=text))
            break
    return tuple(out)


def _gather(element: Element, bold: bool, italic: bool, out: list[Piece]) -> None:
    for child in element.children:
        if isinstance(child, str):
            _add(_BREAK.sub("\n", _SPACE.sub(" ", child)), bold, italic, out)
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
    before = out[-1] if out else None
    if before is None or (before.icon is None and before.text.endswith((" ", "\n"))):
        text = text.removeprefix(" ")
    if before and before.icon is None and text.startswith("\n") and before.text.endswith(" "):
        out[-1] = before._replace(text=before.text[:-1])
    if not text:
        return
    if before and before.icon is None and (before.bold, before.italic) == (bold, italic):
        out[-1] = out[-1]._replace(text=out[-1].text + text)
    else:
        out.append(Piece(text, bold, italic))


def text(
    page: Page,
    named: dict[str, str],
    frame: Frame,
    inside: tuple[Piece, ...],
    box: Box,
    held: Box,
    turn: float,
) -> tuple[Item, ...]:
    """Runs and icon paths of a text in `held`, which is turned about the centre of `box`."""
    style = page.styles.text.get(named["style"])
    if style is None:
        known = page.styles.text
        fix = near(named["style"], known, "style in the style file")
        raise Flaw("style-unknown", f"there is no text style {named['style'][:40]!r}", fix)
    ink = colour(page.styles, named.get("colour", style.colour))
    field = named.get("fact", frame.fact)
    told = field or f"style {named['style']}"
    setting = _set(page, named, style, inside, held, told)
    if frame.clip is NOTHING:
        return ()
    _complain(page, setting, named, style, told, held)
    matrix: Matrix = shifted(held.x, held.y)
    if turn:
        matrix = after(matrix, turned(turn, *box.centre))
    if frame.matrix is not None:
        matrix = after(matrix, frame.matrix)
    angle = (turn + frame.angle) % 360
    items: list[Item] = []
    for span in setting.spans:
        x, y = moved(matrix, span.x, span.baseline)
        items.append(
            Run(
                x,
                y,
                span.text,
                span.face,
                span.size,
                ink,
                span.width,
                angle,
                span.kerns,
                style.use,
                field,
            )
        )
    for spot in setting.icons:
        place = Box(held.x + spot.x, held.y + spot.y, spot.w, spot.h)
        inner = frame
        if turn:
            inner = frame.child(turned(turn, *box.centre), frame.area, turn)
        paths = stamped(page, page.art.icon(spot.name), inner, place, one=ink)
        items += [path._replace(fact=field, shows=spot.name) for path in paths]
    return tuple(items)


def _set(
    page: Page,
    named: dict[str, str],
    style: TextStyle,
    inside: tuple[Piece, ...],
    held: Box,
    told: str,
) -> Setting:
    size = read.number(named["size"], 1.0, 400.0) if "size" in named else None
    least = None
    if "fit" in named:
        read.choice(named["fit"], "shrink")
        if style.least is None:
            says = f"style {named['style']} states no least size to shrink to"
            raise Flaw("style-unknown", says, "add least: to the style")
        least = style.least
    smallest = to_mm(least or size or style.size)
    letters = sum(len(piece.text) for piece in inside)
    if letters > 200 + 10 * held.w * held.h / smallest**2:
        says = f"{letters:,} characters cannot fit a box of {held.w:g} x {held.h:g} mm"
        raise Flaw("text-overflow", says, "shorten the text", field=told)
    align = read.choice(named["align"], *_ALIGN) if "align" in named else None
    valign = read.choice(named["valign"], *_VALIGN) if "valign" in named else None
    lines = read.whole(named["max-lines"], 1, 200) if "max-lines" in named else None
    try:
        return page.setter.set(
            inside,
            style,
            held.w,
            held.h,
            size=size,
            least=least,
            max_lines=lines,
            align=align,  # type: ignore[arg-type]  # one of _ALIGN
            valign=valign,  # type: ignore[arg-type]  # one of _VALIGN
        )
    except UnusableFont as fault:
        says = f"font {fault.face}: {fault.says}"
        raise Flaw("font-unusable", says, fault.fix) from None


_ALIGN = ("left", "centre", "right", "justify")
_VALIGN = ("top", "middle", "bottom")


def _complain(
    page: Page, setting: Setting, named: dict[str, str], style: TextStyle, field: str, held: Box
) -> None:
    """Note what the engine could not set."""
    for char in setting.missing:
        says = f"no face has the character {char!r} (U+{ord(char):04X})"
        fix = "write it otherwise, or add a face that has it to fallback"
        page.note(Flaw("glyph-missing", says, fix, field=field))
    for char in setting.refused:
        says = f"the character {char!r} (U+{ord(char):04X}) is of a script or plane not set here"
        page.note(Flaw("script-refused", says, "write it otherwise", field=field))
    for manner in setting.unstyled:
        says = f"style {named['style']} has no face for {manner} text"
        page.note(Flaw("text-unstyled", says, f"name one: {manner}: in the style", field=field))
    for word in setting.broken:
        says = f"the word {word!r} is cut to fit a width of {held.w:g} mm"
        page.note(Flaw("word-cut", says, "give it a soft hyphen or more room", field=field))
    if setting.over > 0:
        least = f", its least size {style.least:g} pt" if "fit" in named else ""
        says = (
            f"the text is {max(setting.over, 0.01):.2f} mm over its box of"
            f" {held.w:g} x {held.h:g} mm at {setting.size:g} pt, {setting.lines} lines{least}"
        )
        fix = "shorten it, or make the box larger"
        if "fit" not in named and style.least:
            fix += ', or write fit="shrink"'
        page.note(Flaw("text-overflow", says, fix, field=field))

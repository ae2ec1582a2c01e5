"""Rendered markup in, a tree of elements out; faults are raised as `Flaw`."""

from __future__ import annotations

from xml.parsers import expat

from generator.compose.flaw import Flaw
from generator.compose.templates import PLACE

DEEPEST = 40
"""Elements inside elements."""

MOST = 20_000
"""Elements of one face."""


class Element:
    """One element: `attrs` is (name, value, name, value, …) as written, `mark` its place or ""."""

    __slots__ = ("attrs", "children", "mark", "tag")

    def __init__(self, tag: str, attrs: tuple[str, ...], mark: str = "") -> None:
        self.tag = tag
        self.attrs = attrs
        self.children: list[Element | str] = []
        self.mark = mark

    def named(self) -> dict[str, str]:
        """The attributes by name."""
        return dict(zip(self.attrs[::2], self.attrs[1::2], strict=True))


def parse(text: str) -> Element:
    """The root element of the markup; raises Flaw, marked with the last start tag before it."""
    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.buffer_text = True
    top = Element("", ())
    stack = [top]
    count = 0

    def start(tag: str, attrs: list[str]) -> None:
        nonlocal count
        count += 1
        mark = ""
        if attrs and attrs[0] == PLACE:
            mark = attrs[1]
            del attrs[:2]
        if count > MOST or len(stack) > DEEPEST:
            says = f"over {MOST:,} elements" if count > MOST else f"elements over {DEEPEST} deep"
            raise _flaw("face-too-big", f"the face has {says}", mark)
        element = Element(tag, tuple(attrs), mark)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_tag: str) -> None:
        del stack[-1]

    def words(text: str) -> None:
        stack[-1].children.append(text)

    def refused(*_args: object) -> None:
        raise _flaw("markup-syntax", "DOCTYPE and entities are not allowed", "")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = words
    parser.StartDoctypeDeclHandler = refused
    parser.EntityDeclHandler = refused
    stripped = text.lstrip()
    try:
        raw = stripped.encode()
        parser.Parse(raw, True)
    except UnicodeEncodeError:
        raise _flaw("markup-syntax", "the face holds half a surrogate pair", "") from None
    except expat.ExpatError as error:
        says = f"the rendered markup is not well formed: {expat.ErrorString(error.code)}"
        near = raw[: max(parser.ErrorByteIndex, 0)]
        at = near[-40:].decode(errors="ignore").split("\n")[-1]
        if at:
            says += f" after {at!r}" if PLACE not in at else ""
        raise _flaw("markup-syntax", says, _last_mark(near.decode(errors="ignore"))) from None
    return top.children[0]  # type: ignore[return-value]  # a document has one root element


def _flaw(code: str, says: str, mark: str) -> Flaw:
    flaw = Flaw(code, says)
    flaw.mark = mark
    return flaw


def _last_mark(before: str) -> str:
    start = before.rfind(f' {PLACE}="')
    return before[start:].split('"')[1] if start >= 0 else ""

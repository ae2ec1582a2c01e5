"""Fields of pages in, an AcroForm out: text fields with their values, fonts and appearances.

Fields are set in simple TrueType fonts that hold every letter of WinAnsi (Windows code page 1252)
that their face has, under its own name without a subset's tag: so any program may write any Latin
text in them. What stands in a field at first is drawn here, as print shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

from generator.geometry import Matrix
from generator.scene import Colour, Field, Run
from generator.units import PT
from generator.write.content import Shown, operators
from generator.write.file import PdfFile, text

SEVERAL_LINES, NO_SPELLING, NO_SCROLLING = 1 << 12, 1 << 22, 1 << 23
"""Flags of text fields (ISO 32000-1, table 228); without scrolling, what fits is what prints."""

PRINTED = 4
"""A widget's flag: it is printed, too."""

_ALIGNED = {"left": 0, "centre": 1, "right": 2}


class Outer(Protocol):
    """The file's own ink, for letters that a field's font has not."""

    def font(self, face: str) -> Shown:
        """The face by its id."""

    def picture(self, source: str) -> tuple[bytes, Matrix]:
        """Not asked: a field holds words alone."""

    def opacity(self, share: float) -> bytes:
        """Not asked either."""


class _Node:
    """A part of a name: `spades` in `marshals.spades.power`; the last has a field of its own."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.below: dict[str, _Node] = {}


class Form:
    """The form of one file, its fields written page by page; `fonts` by face are yet to be."""

    def __init__(self, file: PdfFile, ink: Outer, faces: Mapping[str, Path], grey: bool) -> None:
        self._file, self._outer, self._faces, self._grey = file, ink, faces, grey
        self._root = _Node(0)
        self._parents: list[tuple[_Node, bytes, int]] = []
        self.fonts: dict[str, Any] = {}
        self._latin = _Latin(ink, self._font)
        self._inks = file.reserve()

    def page(self, fields: Iterable[Field], page: int, high: float) -> list[int]:
        """Write the fields of a page `high` mm; their numbers are its annotations."""
        return [self._field(field, page, high) for field in fields]

    def close(self, inks: bytes) -> int:
        """Write the rest, after all pages and fonts, and return the form's number.

        `inks` are the file's own fonts.
        """
        file = self._file
        for node, part, parent in self._parents:
            tie = b"/Parent %d 0 R" % parent if parent else b""
            file.write(b"<</T%b%b/Kids%b>>" % (part, tie, _kids(node)), node.number)
        fonts = b"".join(b"%b %d 0 R" % (one.name, one.number) for one in self.fonts.values())
        file.write(b"<</Font<<%b%b>>>>" % (fonts, inks), self._inks)
        return file.write(
            b"<</Fields%b/NeedAppearances false/DR<</Font<<%b>>>>>>" % (_kids(self._root), fonts)
        )

    def _font(self, face: str) -> Any:
        font = self.fonts.get(face)
        if font is None:
            from generator.write.latin import LatinFace  # noqa: PLC0415 - ReportLab, when one comes

            font = LatinFace(face, self._faces[face], self._file.reserve())
            self.fonts[face] = font
        return font

    def _field(self, field: Field, page: int, high: float) -> int:
        file, box = self._file, field.box
        font = self._font(field.font)
        *above, last = field.name.split(".")
        parent = self._root
        for part in above:
            node = parent.below.get(part)
            if node is None:
                node = parent.below[part] = _Node(file.reserve())
                self._parents.append((node, text(part), parent.number))
            parent = node
        flags = NO_SCROLLING | SEVERAL_LINES * field.lines | NO_SPELLING * field.number
        more = b"/MaxLen %d" % field.most if field.most else b""
        if parent.number:
            more += b"/Parent %d 0 R" % parent.number
        if field.value:
            more += b"/V%b/DV%b" % (text(field.value), text(field.value))
        drawn = self._drawn(field)
        looks = b"%b %.4g Tf %b" % (font.name, field.size, _ink(field.colour, self._grey))
        number = file.write(
            b"<</Type/Annot/Subtype/Widget/F %d/P %d 0 R/Rect[%.3f %.3f %.3f %.3f]"
            b"/FT/Tx/T%b/TU%b/Ff %d/Q %d/DA(%b)/AP<</N %d 0 R>>%b>>"
            % (
                *(PRINTED, page, box.x * PT, (high - box.bottom) * PT),
                *(box.right * PT, (high - box.y) * PT, text(last), text(field.tip)),
                *(flags, _ALIGNED[field.align], looks, drawn, more),
            )
        )
        parent.below[last] = _Node(number)
        return number

    def _drawn(self, field: Field) -> int:
        """The appearance: the value's runs, moved to the field's own bottom left."""
        box = field.box
        w, h = box.w * PT, box.h * PT
        code = b"/Tx BMC EMC"
        if field.runs:
            ink = self._latin.of(field)
            code = b"/Tx BMC q 0 0 %.3f %.3f re W n 1 0 0 1 %.3f %.3f cm\n%b\nQ EMC" % (
                *(w, h, -box.x * PT, box.bottom * PT),
                b"\n".join(operators((run,), ink(run), self._grey) for run in field.runs),
            )
        entries = b"/Type/XObject/Subtype/Form/BBox[0 0 %.3f %.3f]/Resources %d 0 R"
        return self._file.stream(entries % (w, h, self._inks), code)


class _Latin:
    """The ink of a field's letters: its own font, or the file's for what that cannot say."""

    def __init__(self, outer: Outer, font: Callable[[str], Any]) -> None:
        self._outer, self._own = outer, font

    def of(self, field: Field) -> Callable[[Run], Outer]:
        """Which ink a run of the field's value is drawn with."""
        font = self._own(field.font)
        return lambda run: self if run.font == field.font and font.says(run.text) else self._outer

    def font(self, face: str) -> Shown:
        """The field's font."""
        own: Shown = self._own(face)
        return own

    def picture(self, source: str) -> tuple[bytes, Matrix]:
        """Not asked."""
        return self._outer.picture(source)

    def opacity(self, share: float) -> bytes:
        """Not asked."""
        return self._outer.opacity(share)


def _kids(node: _Node) -> bytes:
    return b"[%b]" % b" ".join(b"%d 0 R" % below.number for below in node.below.values())


def _ink(colour: Colour, grey: bool) -> bytes:
    """The colour operator of what is typed."""
    if grey:
        return b"%.4g g" % (colour.grey / 255)
    return b"%.4g %.4g %.4g rg" % tuple(part / 255 for part in colour[:3])

"""Palette and text styles: what a template names instead of numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple

from generator.model.scalars import Bool, Int, Number, Strict, Text
from generator.scene import Colour, Use


class ColourSpec(Strict):
    """A colour of the palette."""

    rgb: Text
    """`#RRGGBB` in sRGB."""
    cmyk: tuple[Int, Int, Int, Int] | None = None
    """Percent each, for presses; 240 in sum at most."""
    spot: Text | None = None
    """Name of an ink of its own."""


class TextStyle(Strict):
    """How a text is set. `extends` another style of the file, each key replacing its own."""

    font: Text
    """A face of `fonts/families.yaml`, such as oswald-700."""
    bold: Text | None = None
    """The face of `**bold**`."""
    italic: Text | None = None
    """The face of `*italic*`."""
    bold_italic: Text | None = None
    """The face of both."""
    size: Number
    """Points."""
    least: Number | None = None
    """The size `fit="shrink"` goes down to; none: the text never shrinks."""
    leading: Number = 1.2
    """Baseline to baseline, in sizes."""
    colour: Text = "ink"
    """A colour of the palette."""
    align: Literal["left", "centre", "right", "justify"] = "left"
    """Where lines stand in their box."""
    valign: Literal["top", "middle", "bottom"] = "top"
    """Where the block stands in its box."""
    case: Literal["as-typed", "upper"] = "as-typed"
    """Capitals for all."""
    tracking: Number = 0.0
    """Space added after each character, 1/1000 em."""
    kerning: Bool = True
    """Whether pairs are kerned."""
    hyphenate: Bool = False
    """Whether words may break at soft places; a word wider than its box may always."""
    balance: Bool = False
    """Lines of nearly equal length rather than full first lines."""
    whole: Bool = False
    """Whether a letter that the face lacks takes all of a text to another face, not its word alone:
    for names."""
    use: Use = "table"
    """What it is for, so how small it may be."""


class Family(Strict):
    """A family of `fonts/families.yaml`: its files lie in `fonts/<family>/`."""

    licence: Text
    """The file of its licence."""
    faces: dict[str, Text]
    """Each face's id and TrueType file."""


class Styles(NamedTuple):
    """A game's palette and text styles.

    `fallback` lists the faces tried for characters a font lacks, `faces` where each face's file is.
    """

    palette: dict[str, Colour]
    text: dict[str, TextStyle]
    fallback: tuple[str, ...]
    faces: dict[str, Path]

"""Where something is printed: paper, margins, how sheets are made and cut."""

from __future__ import annotations

from typing import Literal

from generator.model.scalars import Bool, Number, Strict, Text

Bleed = Literal["none", "outer", "each"]
Guides = Literal["scissors", "knife", "both"]
Flip = Literal["long", "short"]


class Size(Strict):
    """A paper or trim size in mm, portrait for papers."""

    width: Number
    """mm."""
    height: Number
    """mm."""
    family: Text = ""
    """Sizes of one family may stand in for each other (`--card`)."""
    source: Text = ""
    """Where the figure comes from."""


PARTS = ("half", "quarter")
"""Sizes that follow the paper that is printed on."""


def part_of(part: str, paper: Size) -> tuple[float, float] | None:
    """mm of a `half` or `quarter` of a paper, upright; None for any other part.

    Parts of papers in whole mm are in whole mm, as ISO 216 has A5 and A6.
    """
    w, h = paper.width, paper.height
    sides = {"half": (h / 2, w), "quarter": (w / 2, h / 2)}.get(part)
    if sides and all(abs(side - round(side)) < 1e-9 for side in (w, h)):
        return float(int(sides[0])), float(int(sides[1]))
    return sides


class Target(Strict):
    """A place to print; `templates/targets/<id>.yaml`, which may say `extends`."""

    id: Text
    """Its name on the command line."""
    name: Text
    """For people: `A4 printer at home`."""
    paper: Text
    """A paper size by its id."""
    margin: Number = 5.0
    """Nothing prints nearer to the paper's edge (mm)."""
    scheme: Literal["grid", "fold", "single"] = "grid"
    """`grid`: each front before its back; `fold`: backs on the same page, behind a fold; `single`:
    all fronts, then all backs, for feeding by hand."""
    gutter: Number = 2.5
    """mm between fronts and backs of a `fold` sheet: what glue may spoil."""
    flip: Flip = "long"
    """The edge a duplex printer turns the sheet about."""
    bleed: Bleed
    """The default of `--bleed`."""
    bleed_width: Number = 3.0
    """mm of picture beyond the trim."""
    guides: Guides = "scissors"
    """The default of `--guides`."""
    stock: Number = 0.30
    """mm that a finished card is thick: of a `fold` sheet, both layers and glue."""
    kit: Bool = False
    """Whether everything is also printed pile by pile: card stock, plain paper, boxes."""
    colour: Literal["rgb"] = "rgb"
    """The colour space of its files."""
    source: Text
    """Where its figures come from."""
    checked: Text
    """The day they were looked up."""

"""Where something is printed: paper, margins, how sheets are made and cut."""

from __future__ import annotations

from typing import Literal

from generator.model.scalars import Bool, Int, Number, Strict, Text, Texts

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


class CutSheet(Strict):
    """Cards or labels that come cut or perforated on their sheet: where they stand on it."""

    card: Text
    """Their trim size by its id."""
    turned: Bool = False
    """Whether width and height of that size change places."""
    columns: Int
    """How many stand side by side."""
    rows: Int
    """How many stand below each other."""
    first: tuple[Number, Number]
    """mm from the left and top edges of the paper, upright, to the first card."""
    pitch: tuple[Number, Number]
    """mm from the left edge of a card to that of the next, and from top to top."""
    measured: Bool = False
    """Whether users measured it because the maker's own figures are not known."""


class Shop(Strict):
    """What a print shop takes instead of sheets: files of pages, each a side of one card.

    A page shows the side with its bleed, and nothing else.
    """

    form: Literal["pdf", "pdf-x4", "pdf-x1a", "png"] = "pdf"
    """`pdf-x4`, `pdf-x1a`: with the structure of PDF/X-4 or PDF/X-1a:2003; `png`: a picture a
    side."""
    card: Text | None = None
    """The trim size that the shop cuts, by its id; none: any card's own."""
    page: tuple[Number, Number] | None = None
    """mm of a page with its bleed, of a card as wide as `card` says; none: `bleed_width` on."""
    safe: Number | None = None
    """mm inside the trim that the shop wants text to keep; none: 3."""
    upright: Bool = False
    """Whether pages stand upright, so that cards that lie are turned."""
    sides: tuple[Literal["back", "front"], ...] = ("back", "front")
    """The pages of a card in order."""
    files: Literal["card", "deck"] = "card"
    """A file for each card, or one for all cards of a component."""
    file: Text = "{number}-{id}{lot}"
    """A card's file without ending; `{number}` in print order, `{id}` and `{lot}` (`-x50`)."""
    profile: Text | None = None
    """ICC profile of the press, a file in `templates/profiles`."""
    condition: Text = ""
    """What that printing condition is called in the registry of ICC profiles."""
    embed: Bool = True
    """Whether files hold the profile."""
    ink_limit: Int = 300
    """Per cent of all four inks together that the press takes."""
    outlines: Bool = False
    """Whether letters are drawn as outlines, so that no font is needed."""
    dpi: Int = 300
    """Pixels an inch of pictures that are handed in as pages."""
    pixels: tuple[Int, Int] | None = None
    """Pixels of such a picture, exactly; none: what `page` and `dpi` make."""
    lots: tuple[Int, ...] = ()
    """How many of one artwork can be ordered; a lot is never split."""
    designs: Int | None = None
    """The most artworks of one order; none: any number."""
    unsure: Texts | None = None
    """Keys whose figures are general knowledge, not confirmed from a source yet."""


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
    scheme: Literal["grid", "fold", "single", "shop"] = "grid"
    """`grid`: each front before its back; `fold`: backs on the same page, behind a fold; `single`:
    all fronts, then all backs, for feeding by hand; `shop`: no sheets but files for a print shop,
    `paper` being that of the proof to sign."""
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
    colour: Literal["rgb", "cmyk"] = "rgb"
    """The colour space of its files; `cmyk` for shops alone."""
    sheet: CutSheet | None = None
    """Where cards stand on a sheet that comes cut; none: sheets are cut after printing."""
    shop: Shop | None = None
    """What the shop takes."""
    source: Text
    """Where its figures come from."""
    checked: Text
    """The day they were looked up."""

"""What stands where on one face or one sheet, in mm, with nothing left to decide.

Everything here is plain data between compose, impose, write, check and proof. Faces are measured
from the top left of the trim, sheets from the top left of the page; y grows downwards.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from generator.geometry import Box, Segments

Use = Literal["rules", "table", "reference", "book", "credit", "decor"]
"""What a text is for, so how small it may be: see `check.scenes`."""


class Colour(NamedTuple):
    """0-255 in sRGB; `cmyk` (0-1 each) and `spot` where the palette gives them.

    `over`: its inks are laid over those beneath, which are not left out there.
    """

    r: int
    g: int
    b: int
    cmyk: tuple[float, float, float, float] | None = None
    spot: str | None = None
    over: bool = False

    @property
    def hex(self) -> str:
        """`#RRGGBB`."""
        return f"#{self.r:02X}{self.g:02X}{self.b:02X}"

    @property
    def grey(self) -> int:
        """Its luminance, 0-255: PDF's own conversion (ISO 32000, 10.3.3) and Pillow's."""
        return (299 * self.r + 587 * self.g + 114 * self.b + 500) // 1000


class Fact(NamedTuple):
    """What a printed thing must say.

    `shows` is a text (or the name of an icon or of a shape's `shows`), `amount` a number with its
    `unit`; `times` is how many elements must say it. Shapes that say an `amount` are counted.
    """

    key: str
    shows: str | None = None
    amount: int | None = None
    unit: str | None = None
    times: int = 1


class Run(NamedTuple):
    """One line of text in one font: its baseline starts at `x`, `y`, turned clockwise there.

    `size` in pt, `width` in mm; `kerns` (1/1000 em) follow each character but the last, or ().
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: Colour
    width: float
    turn: float = 0.0
    kerns: tuple[float, ...] = ()
    use: Use = "table"
    fact: str | None = None
    element: int = 0


class Path(NamedTuple):
    """A filled or stroked outline; `width` and `dash` in mm, `even_odd` for fills with holes.

    `round` gives strokes round caps and joins; nothing shows outside `clip`. `module` is the mm of
    one module where the outline is a code to be scanned; every point of it then matters.
    """

    segments: Segments
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    even_odd: bool = False
    round: bool = False
    clip: Segments | None = None
    fact: str | None = None
    shows: str | None = None
    module: float = 0.0
    element: int = 0


class Picture(NamedTuple):
    """A raster picture filling `box`, turned about its centre; `source` is an absolute path."""

    box: Box
    source: str
    pixels: tuple[int, int]
    turn: float = 0.0
    clip: Segments | None = None
    fact: str | None = None
    shows: str | None = None
    element: int = 0


Item = Run | Path | Picture


class Field(NamedTuple):
    """A place to write in: what a form to fill in on screen makes of an element of a face.

    `box` is where it stands, `turn` how it is turned there; `value` is set in the face `font` at
    `size` pt, as `runs` show. `lines`: it takes several; `most` characters (0: any). What it
    prints are the items of its `element`.
    """

    box: Box
    name: str
    value: str
    font: str
    size: float
    colour: Colour
    align: Literal["left", "centre", "right"] = "left"
    lines: bool = False
    most: int = 0
    number: bool = False
    tip: str = ""
    turn: float = 0.0
    use: Use = "table"
    runs: tuple[Run, ...] = ()
    element: int = 0


class Outline(NamedTuple):
    """The cut edge of a piece, the lines it is folded along and the holes in it.

    A `free` piece is cut out along its own edge, never by straight cuts through its sheet.
    """

    cut: Segments
    folds: tuple[Segments, ...] = ()
    holes: tuple[Segments, ...] = ()
    free: bool = False


class Scene(NamedTuple):
    """One side of one card: `size` is the trim, `bleed` and `safe` the widths out- and inwards.

    `of` is the card's id, `items` stand in painting order; a pattern back (`tiles`) may be painted
    over its neighbour's bleed, since it goes on there unchanged. `fields` can be filled in.
    """

    size: tuple[float, float]
    bleed: float
    safe: float
    outline: Outline
    items: tuple[Item, ...]
    of: str
    side: Literal["front", "back"]
    tiles: bool = False
    fields: tuple[Field, ...] = ()


class Placed(NamedTuple):
    """A scene on a sheet: `x`, `y` is the top left of its turned trim, `turn` one of 0 90 180 270.

    Nothing of it shows outside `clip`. `cell` numbers the sheet's places from 0, row by row.
    """

    scene: Scene
    x: float
    y: float
    turn: int
    clip: Box
    cell: int


class Link(NamedTuple):
    """A part of a page that leads on: to a web or mail address, or to a page counted from 1.

    `y` is where on that page (mm from its top) a reader is to begin.
    """

    box: Box
    to: str = ""
    page: int = 0
    y: float = 0.0


class Bookmark(NamedTuple):
    """A line of a file's outline: `level` from 1, the page counted from 1, `y` mm from its top."""

    title: str
    level: int
    page: int
    y: float


class Sheet(NamedTuple):
    """One side of a sheet of paper (`paper` as it is fed to the reader: width, height).

    Painted in this order, on which write and proof agree: the items of each of `placed`, `marks`
    (cut lines and marks), `labels` (in the waste), `label_paths`, what stands in `fields`. `fold`
    is the line in the middle of the page behind which its backs stand, where it has one. A page
    that is a single card has the boxes of its `trim` and of its `bleed`; those of a sheet are the
    sheet.
    """

    paper: tuple[float, float]
    side: Literal["front", "back"]
    number: int
    placed: tuple[Placed, ...]
    marks: tuple[Path, ...] = ()
    labels: tuple[Run, ...] = ()
    label_paths: tuple[Path, ...] = ()
    links: tuple[Link, ...] = ()
    fold: Literal["", "vertical", "horizontal"] = ""
    fields: tuple[Field, ...] = ()
    trim: Box | None = None
    bleed: Box | None = None

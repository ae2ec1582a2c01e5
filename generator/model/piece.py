"""Pieces that are no plain cards: what `game.yaml` says of a net, and the net once it is computed.

Lengths are mm, y grows downwards from the top left of the piece's bounding box.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from generator.geometry import Box, Segments
from generator.model.scalars import Int, Number, Strict, Text
from generator.scene import Outline


class SplitSpec(Strict):
    """How the content of a box that would be too large is shared out among several."""

    by: Text
    """A field of the cards held, of type choice or ref: the cards of one value stay together."""


class BoxSpec(Strict):
    """A tuck box for a deck; its depth follows from what it holds and from the stock."""

    kind: Literal["box"]
    """A box with a lid that tucks in."""
    holds: tuple[Text, ...]
    """Ids of the components that lie in it."""
    split: SplitSpec | None = None
    """As many boxes as are needed, each with as many whole groups as the page lets fit."""
    air: Number = 5.0
    """Percent added to the height of the pile."""
    clearance: Number = 1.2
    """mm between cards and walls, across, along and deep."""
    wall: Number = 0.3
    """mm of box paper that inner measures grow by."""


class WalletSpec(Strict):
    """A flat envelope with a flap, for few cards and small pieces."""

    kind: Literal["wallet"]
    """An envelope."""
    holds: tuple[Text, ...]
    """Ids of the components that lie in it."""
    air: Number = 5.0
    """Percent added to the height of the pile."""
    clearance: Number = 2.0
    """mm between cards and walls, across and along."""
    wall: Number = 0.3
    """mm of paper that inner measures grow by."""


class DialSpec(Strict):
    """One of the two discs of a dial, turned about a split pin; its values are the `range`."""

    kind: Literal["dial"]
    """Two discs on a split pin."""
    part: Literal["disc", "cover"]
    """The disc with the values, or the cover with the window."""
    disc: Text | None = None
    """A cover's disc: the id of that component; its measures hold for the cover too."""
    diameter: Number = 60.0
    """mm of the disc."""
    grip: Number = 3.0
    """mm that the disc looks out from under its cover, to be turned by."""
    hole: Number = 2.0
    """Radius of the pin's hole in mm."""
    band: Number = 11.0
    """mm that values and window reach inwards from the cover's edge."""


class StripSpec(Strict):
    """A strip of cells along whose edge a clip slides; its values are the `range`."""

    kind: Literal["strip"]
    """A strip with a clip."""
    cell: tuple[Number, Number] = (12.0, 10.0)
    """Width and height of a cell in mm, 10 x 8 at least."""
    head: Number = 14.0
    """mm left free before the first cell and after the last."""
    edge: Number = 5.0
    """mm beside the cells that the clip covers."""
    rows: Int = 1
    """Rows of cells, 1 or 2; of two, the clip slides along the upper edge for the first."""


class TokenSpec(Strict):
    """A token of two layers: front and back joined at a fold and glued together."""

    kind: Literal["token"]
    """A fold-over token."""
    width: Number = 20.0
    """mm of the finished token."""
    height: Number = 20.0
    """mm of the finished token."""


class MarkerSpec(Strict):
    """A marker that stands on the table like a tent, to be read from both sides."""

    kind: Literal["marker"]
    """A tent."""
    width: Number = 45.0
    """mm of the finished marker."""
    height: Number = 30.0
    """mm of one leaning side."""
    base: Number = 22.0
    """mm of ground that it stands on, front to back."""


class DieSpec(Strict):
    """A die of paper: six faces to fold, seven tabs to glue; opposite faces sum to seven."""

    kind: Literal["die"]
    """A cube."""
    edge: Number = 16.0
    """mm of each edge, 10 at least."""
    tab: Number = 5.0
    """mm of each tab, at most a third of the edge."""


class StandeeSpec(Strict):
    """A figure that stands: front and back glued back to back, on a foot of two layers."""

    kind: Literal["standee"]
    """A figure with a foot."""
    shape: Literal["rectangle", "heart"] = "rectangle"
    """How the figure is cut."""
    width: Number = 16.0
    """mm of the figure."""
    height: Number = 22.0
    """mm of the figure with its neck, from table to top."""
    base: Number = 9.0
    """mm of the ground it stands on, across and deep."""


class CornerSpec(Strict):
    """One of two equal corners that players slide round a grid of cards on the table."""

    kind: Literal["corner"]
    """An L."""
    cards: Text
    """The component whose cards lie in the grid."""
    columns: Int = 3
    """Cards side by side."""
    rows: Int = 3
    """Cards below each other."""
    gap: Number = 3.0
    """mm of table between cards, and between cards and corner."""
    band: Number = 14.0
    """mm that an arm is wide."""


NetSpec = (
    BoxSpec
    | WalletSpec
    | DialSpec
    | StripSpec
    | TokenSpec
    | MarkerSpec
    | DieSpec
    | StandeeSpec
    | CornerSpec
)


class PartSpec(Strict):
    """Something that must be bought or made besides what is printed."""

    name: Text
    """What it is: `split pin`."""
    count: Int = 1
    """How many."""
    per: Literal["piece", "player", "table"] = "table"
    """For each printed piece of the component, each player, or once."""
    note: Text = ""
    """What to take instead, or how to make it."""


class Panel(NamedTuple):
    """A flat part of a net: its box, what turns its art upright once folded, its closed edge.

    `turn` is 0, 90, 180 or 270 (clockwise) about the middle of the box; `glued` panels are hidden
    in the finished piece.
    """

    x: float
    y: float
    w: float
    h: float
    turn: int
    edge: Segments
    glued: bool = False

    @property
    def box(self) -> Box:
        """Where it stands on the net."""
        return Box(self.x, self.y, self.w, self.h)

    @property
    def own(self) -> Box:
        """The box that covers the panel once it is turned about its middle by `turn`."""
        if self.turn % 180 == 0:
            return self.box
        (cx, cy), (_, _, w, h) = self.box.centre, self.box
        return Box(cx - h / 2, cy - w / 2, h, w)


class Spot(NamedTuple):
    """The place of one value of a tracker: its box before it is turned about its own middle."""

    value: int
    x: float
    y: float
    w: float
    h: float
    turn: float = 0.0


class Net(NamedTuple):
    """A piece to cut out, fold and glue.

    `size` is the bounding box, `finished` and `layers` what it measures once folded (layers of
    stock in its pile). `spots` are the values of a tracker, `window` the edge of what a cover
    leaves open, `says` further words and numbers for templates (`stock`, `cards`, `depth`).
    """

    kind: str
    size: tuple[float, float]
    outline: Outline
    panels: Mapping[str, Panel]
    finished: tuple[float, float]
    layers: int = 1
    spots: tuple[Spot, ...] = ()
    window: Segments = ()
    says: Mapping[str, str | int | float | tuple[str, ...]] = {}


class Held(NamedTuple):
    """What lies in one box: how many pieces of which size, how many layers of stock each.

    A `card` takes a sleeve where there are sleeves.
    """

    number: int
    size: tuple[float, float]
    layers: int
    card: bool


class Making(NamedTuple):
    """What nets are computed for: mm of one card, whether cards are sleeved, how many play.

    `room` is what can be printed of a page (mm, upright); None: nobody knows yet.
    """

    stock: float = 0.30
    sleeved: bool = False
    players: int = 1
    room: tuple[float, float] | None = None

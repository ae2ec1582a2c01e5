"""A game once loaded: its components, catalogs, figures, plays and rulings, with their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from generator.geometry import Box, ellipse, rectangle
from generator.model.card import Card, Entry
from generator.model.field import FieldSpec
from generator.model.figures import Figures
from generator.model.piece import Net, NetSpec, Panel, PartSpec
from generator.model.play import Play
from generator.model.scalars import Bool, Int, Number, Strict, Text, Texts
from generator.model.style import Styles
from generator.problems import Where
from generator.scene import Outline

LEAFLET = 8
"""Pages of a leaflet."""


class Credits(Strict):
    """Who made what; rulebooks and boxes print it."""

    author: Text
    """The original game's author."""
    title: Text
    """The original's full title."""
    notice: Text = ""
    """The original's notice, word for word, where it has one."""
    edition: Text = "Unofficial edition: rules retold, text and art new."
    """What this edition is."""


class Identity(Strict):
    """How players tell a catalog's entries apart."""

    colour: Text
    """The field that names the entry's palette colour."""
    emblem: Text | None = None
    """The field that names its icon."""
    pattern: Text | None = None
    """The field that names its pattern."""


class CatalogSpec(Strict):
    """A named list of entries that cards refer to."""

    file: Text
    """YAML or table beside `game.yaml`."""
    fields: dict[str, FieldSpec] = {}
    """What an entry holds besides `id` and `name`."""
    identity: Identity | None = None
    """How players tell its entries apart, where they must."""


class Players(Strict):
    """How many may play."""

    least: Int
    """The fewest."""
    most: Int
    """The most; a build prints for as many unless it is told otherwise."""


class ListsSpec(Strict):
    """The entries of a catalog that each card lists; what it cannot hold stands on further ones."""

    of: Text
    """The catalog."""
    by: Text
    """The field of its entries that names the card."""
    most: Int
    """How many entries a card holds."""


class ComponentSpec(Strict):
    """Something printable as `game.yaml` declares it."""

    kind: Literal["faces", "book"] = "faces"
    """What it is made of: cards and other pieces with faces, or the pages of a book."""
    name: Text
    """What the box calls it."""
    text: Text | None = None
    """The Markdown file of a book."""
    size: Text | None = None
    """A trim size by its id; `half` and `quarter` follow the paper that is printed on; nets compute
    theirs, books have none."""
    turned: Bool = False
    """Whether width and height of that size change places."""
    fold: Literal["leaflet"] | None = None
    """`leaflet`: its eight cards are the pages of a booklet folded of one sheet."""
    outline: Literal["rectangle", "circle"] = "rectangle"
    """How a piece of that size is cut."""
    net: NetSpec | None = None
    """A piece to cut out and fold, computed from its own keys."""
    corner: Number = 0.0
    """Corner radius in mm."""
    safe: Number = 3.0
    """Text stays this many mm inside the trim."""
    cards: Texts | None = None
    """The file of its cards (YAML or table), or a list of files in print order; none: one piece,
    which bears the component's name."""
    face: Text | None = None
    """Template of the faces; a card may name its own with `face`."""
    back: Text | None = None
    """Template of the backs; a card may name its own with `back`."""
    fields: dict[str, FieldSpec] = {}
    """What a card holds besides `id`, `name`, `count`, `face`, `back`."""
    lists: ListsSpec | None = None
    """Entries of a catalog that each card lists, on as many cards as they need."""
    copies: Int = 1
    """How often the whole component is printed, for a table or for each player."""
    per: Literal["table", "player"] = "table"
    """What the copies are for."""
    on: Literal["card-stock", "plain-paper", "boxes"] | None = None
    """The pile it is printed with; cards go on card stock, books and leaflets on plain paper."""
    joins: Text | None = None
    """A component in whose file and after whose cards these are printed: of the same size, or
    both of pieces that are cut out along their own edges."""
    form: Bool = False
    """Whether a file to fill in on screen is made as well: its `<field>` elements become fields."""
    parts: tuple[PartSpec, ...] = ()
    """What must be bought or made besides."""
    range: tuple[Int, Int] | None = None
    """The least and the greatest value that a tracker shows."""
    overflow: Text = ""
    """What is done beyond the range; printed."""
    tracks: Text = ""
    """The quantity of the rules that a tracker keeps, where they know several."""
    turns: Text | None = None
    """The field of the `personal` entry, a choice of two, whose second turns the size."""
    counted: Text | None = None
    """The field of the `personal` entry whose pairs say how many of each card are printed; where it
    is empty, as many as the cards say."""
    expect: dict[str, tuple[Text, ...]] = {}
    """Fields whose values must occur in every combination, each once (no missing king)."""


class GameFile(Strict):
    """`game.yaml` as written."""

    id: Text
    """The folder's name: lower case, digits, `_`."""
    name: Text
    """Full name."""
    short: Text = ""
    """Name for narrow places such as sheet labels."""
    version: Text
    """Version of the data; printed on every sheet."""
    rules: Text | None = None
    """Entry point of the group `cardwright.rules`; none: a game without an engine."""
    credits: Credits
    """Who made it."""
    players: Players | None = None
    """How many may play; needed where a component is printed for each."""
    styles: Text = "styles"
    """The style file in the game's templates."""
    catalogs: dict[str, CatalogSpec] = {}
    """Named lists that cards refer to."""
    personal: Text | None = None
    """The catalog whose only entry is whom the game is printed for: an overlay or a row of a table
    that replaces it keeps nothing of the entry that ships, which is an example."""
    components: dict[str, ComponentSpec]
    """What is printed, in print order."""


@dataclass(frozen=True, slots=True)
class Component:
    """A component ready for the press: `size` (mm) is the trim, `cards` stand in print order.

    A component with a net has no size until `compose.nets.shaped` has computed its `net`; a book
    has none at all. `nets` are those of its cards where they differ; `net` is the largest.
    """

    id: str
    spec: ComponentSpec
    size: tuple[float, float]
    size_id: str
    cards: Sequence[Card]
    where: Where
    net: Net | None = None
    nets: Mapping[str, Net] = field(default_factory=dict)

    def own(self, card: Card) -> Component:
        """The component as one of its cards has it: boxes that a deck is split among differ."""
        net = self.nets.get(card.id)
        return self if net is None else replace(self, net=net, size=net.size)

    @property
    def outline(self) -> Outline:
        """How its pieces are cut and folded."""
        if self.net is not None:
            return self.net.outline
        whole = Box(0.0, 0.0, *self.size)
        if self.spec.outline == "circle":
            return Outline(ellipse(whole), free=True)
        return Outline(rectangle(whole, self.spec.corner))

    @property
    def free(self) -> bool:
        """Whether its pieces are cut out one by one, along their own edges."""
        return self.spec.net is not None or self.spec.outline != "rectangle"

    @property
    def panels(self) -> Mapping[str, Panel]:
        """The flat parts of its net, none of a plain piece."""
        return self.net.panels if self.net else {}

    @property
    def on(self) -> Literal["card-stock", "plain-paper", "boxes"]:
        """The pile it is printed with."""
        paper = self.spec.kind == "book" or self.leaflet
        return self.spec.on or ("plain-paper" if paper else "card-stock")

    @property
    def leaflet(self) -> bool:
        """Whether its cards are the pages of a booklet; then each copy of it is one piece."""
        return self.spec.fold == "leaflet"


def trim_of(size: tuple[float, float], spec: ComponentSpec) -> tuple[float, float]:
    """A trim size (mm) as the component takes it: upright, or turned."""
    return (size[1], size[0]) if spec.turned else size


def copies_of(component: Component, players: int) -> int:
    """How often the component is printed for that many players."""
    return component.spec.copies * (players if component.spec.per == "player" else 1)


def pieces_of(component: Component, players: int) -> int:
    """How many pieces of the component are printed for that many players, copies counted."""
    if component.leaflet:
        return copies_of(component, players)
    return sum(card.count for card in component.cards) * copies_of(component, players)


class Ruling(Strict):
    """How an unclear rule is settled."""

    id: Text
    """Its number, such as 000-10."""
    question: Text
    """What the document leaves open."""
    ruling: Text
    """How this edition settles it."""
    strength: Literal["forced", "reading", "gap"]
    """Whether the document settles it, reads best so, or is silent."""
    table: Bool = False
    """Whether players need it at the table."""


@dataclass(frozen=True, slots=True)
class Game:
    """Everything about one game; `root` is its folder, `overlay` the ids laid over it.

    `low_ink` says that its styles, and so its templates, are those that take little ink.
    """

    file: GameFile
    figures: Figures
    catalogs: Mapping[str, Mapping[str, Entry]]
    components: Mapping[str, Component]
    plays: Sequence[Play]
    rulings: Sequence[Ruling]
    styles: Styles
    overlay: tuple[str, ...]
    root: Path
    where: Where
    low_ink: bool = False

    @property
    def id(self) -> str:
        """The folder's name."""
        return self.file.id

    @property
    def person(self) -> Entry | None:
        """Whom it is printed for, where it is printed for somebody."""
        entries = self.catalogs.get(self.file.personal or "", {})
        return next(iter(entries.values()), None)

    @property
    def players(self) -> int:
        """For how many a build prints unless it is told otherwise: the most that may play."""
        return self.file.players.most if self.file.players else 1

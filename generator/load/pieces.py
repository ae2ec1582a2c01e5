"""Components as `game.yaml` declares them in; what does not fit together out as problems.

What kind of thing a component is decides which keys it takes; components that name others (to
join them, to hold them, to cover their disc) must name what is there and can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from generator.load.cards import MOST_CARDS
from generator.load.near import hint
from generator.load.nodes import Map
from generator.load.target import Sizes
from generator.model.game import LEAFLET, Component, ComponentSpec, GameFile, trim_of
from generator.model.piece import BoxSpec, CornerSpec, DialSpec, WalletSpec
from generator.model.target import PARTS, Size, part_of
from generator.problems import Problems

MOST_VALUES = 100
"""Values of a tracker."""

MOST_GRID = 9
"""Columns or rows of a grid that corners lie round."""

_OF_FACES = (
    *("size", "net", "cards", "face", "back", "joins", "expect"),
    *("range", "tracks", "fields", "lists"),
)
"""Keys of what has faces."""

_TRACKERS = ("dial", "strip")


NOMINAL = "a4"
"""The paper that sizes which follow the paper have until a target is known."""


def check_pieces(
    file: GameFile, node: Map, components: Mapping[str, Component], problems: Problems
) -> None:
    """Note every component whose keys do not go together or name what is not there.

    `components` are those that could be made, with their cards.
    """
    for name, spec in file.components.items():
        part: Map = node["components"][name]
        if spec.kind == "book":
            _book(spec, part, problems)
        else:
            _faces(spec, part, problems)
        _counts(file, spec, part, problems)
        _expected(spec, part, problems)
        _names(name, spec, file.components, part, problems)
        if spec.fold == "leaflet":
            _leaflet(name, spec, components.get(name), part, problems)
    if file.players and not 1 <= file.players.least <= file.players.most <= 100:
        says = f"are from {file.players.least} to {file.players.most}"
        problems.add("field-value", node.where("players"), says, "write 1 <= least <= most <= 100")


def _book(spec: ComponentSpec, part: Map, problems: Problems) -> None:
    if spec.text is None:
        problems.add("field-missing", part.where(), "'text' is missing", "name its Markdown file")
    for key in (*_OF_FACES, "fold", "turned", "form"):
        if key in part:
            problems.add(
                "field-unknown", part.where(key), f"a book takes no '{key}'", "take it out"
            )


def _faces(spec: ComponentSpec, part: Map, problems: Problems) -> None:
    if spec.face is None:
        problems.add("field-missing", part.where(), "'face' is missing", "name its template")
    if spec.text is not None:
        says = "'text' belongs to a book"
        problems.add("field-unknown", part.where("text"), says, "take it out, or write kind: book")
    if spec.net is not None:
        for key in ("size", "outline", "corner", "turned"):
            if key in part:
                says = f"a net takes no '{key}': it computes its own"
                problems.add("field-unknown", part.where(key), says, "take it out")
    elif spec.size is None:
        problems.add("field-missing", part.where(), "'size' is missing", "name a trim size, or net")
    kind = spec.net.kind if spec.net else ""
    needs = kind in _TRACKERS and not (isinstance(spec.net, DialSpec) and spec.net.disc)
    if needs and spec.range is None:
        says = f"a {kind} shows values, but there is no 'range'"
        problems.add("field-missing", part.where("net"), says, "write range: [0, 10]")
    if spec.range is not None:
        least, most = spec.range
        if not 0 <= most - least < MOST_VALUES or max(abs(least), abs(most)) > 9999:
            says = f"is from {least} to {most}"
            fix = f"write the least value, then the greatest; at most {MOST_VALUES} values"
            problems.add("field-value", part.where("range"), says, fix)


def trim(
    spec: ComponentSpec, part: Map, sizes: Sizes, problems: Problems
) -> tuple[float, float] | None:
    """A component's trim in mm (0 x 0: to be computed, or none); corner and safe must suit."""
    if spec.size is None:
        return 0.0, 0.0
    found, paper = sizes.cards.get(spec.size), sizes.papers.get(NOMINAL)
    if found is None and paper is not None and (cut := part_of(spec.size, paper)):
        found = Size(width=cut[0], height=cut[1])
    if found is None:
        says = f"'{spec.size[:80]}' is no trim size"
        fix = hint(spec.size, [*sizes.cards, *PARTS], "sizes")
        problems.add("size-unknown", part.where("size"), says, fix)
        return None
    half = min(found.width, found.height) / 2
    for key in ("corner", "safe"):
        value = getattr(spec, key)
        if not 0 <= value < half:
            says = f"is {value:g} mm on a card of {found.width:g} x {found.height:g} mm"
            fix = f"write 0 to less than {half:g}"
            problems.add("field-value", part.where(key), says, fix)
    if spec.outline == "circle" and found.width != found.height:
        says = f"is a circle of {found.width:g} x {found.height:g} mm"
        problems.add("field-value", part.where("outline"), says, "take a square size")
    return trim_of((found.width, found.height), spec)


def _leaflet(
    name: str,
    spec: ComponentSpec,
    component: Component | None,
    part: Map,
    problems: Problems,
) -> None:
    """A leaflet is eight cards of a quarter of the paper, and no more than that."""
    for key in ("outline", "corner", "net", "back", "joins", "turned"):
        if key in part:
            says = f"a leaflet takes no '{key}': pages fill the paper"
            problems.add("field-unknown", part.where(key), says, "take it out")
    if spec.size != "quarter":
        says = f"a page of a leaflet is a quarter of the paper, not '{(spec.size or '')[:80]}'"
        problems.add("field-value", part.where("size"), says, "write size: quarter")
    if component is None:
        return
    count = sum(card.count for card in component.cards)
    if count != LEAFLET or len(component.cards) != LEAFLET:
        says = f"'{name}' has {count} pages; a leaflet has {LEAFLET}, each once"
        fix = f"write {LEAFLET} cards in reading order"
        problems.add("field-value", part.where("cards"), says, fix)
    for card in component.cards:
        if card.back:
            says = "a page of a leaflet has another page behind it, no back"
            problems.add("field-unknown", card.place("back"), says, "take it out")


def _expected(spec: ComponentSpec, part: Map, problems: Problems) -> None:
    """Combinations that `expect` lists are of declared fields, and as many as can be printed."""
    for name in [name for name in spec.expect if name not in spec.fields]:
        where = part["expect"].where(name)._replace(field=f"expect.{name}")
        says = f"'{name[:80]}' is no declared field"
        problems.add("ref-missing", where, says, hint(name, spec.fields, "fields"))
    count = prod(map(len, spec.expect.values()))
    if count > MOST_CARDS:
        says = f"{count:,} combinations are listed; at most {MOST_CARDS:,} can be printed"
        problems.add("field-long", part.where("expect"), says, "list fewer fields or values")


def _counts(file: GameFile, spec: ComponentSpec, part: Map, problems: Problems) -> None:
    if not 1 <= spec.copies <= 1000:
        says = f"is {spec.copies}"
        problems.add("field-value", part.where("copies"), says, "write 1 to 1000")
    per_player = spec.per == "player" or any(one.per == "player" for one in spec.parts)
    if per_player and file.players is None:
        says = "something is counted for each player, but the game does not say how many play"
        problems.add("field-missing", part.where("per"), says, "write players: {least: 2, most: 2}")
    for i, one in enumerate(spec.parts):
        if not 1 <= one.count <= 1000:
            where = part["parts"][i].where("count")
            problems.add("field-value", where, f"is {one.count}", "write 1 to 1000")


def _names(
    name: str,
    spec: ComponentSpec,
    components: Mapping[str, ComponentSpec],
    part: Map,
    problems: Problems,
) -> None:
    """Components that the component names must be there, and be of the right kind."""
    if spec.joins is not None:
        _joins(name, spec, components, part, problems)
    net = spec.net
    if isinstance(net, BoxSpec | WalletSpec):
        if not net.holds:
            says = "holds nothing, so has no size"
            problems.add("field-value", part["net"].where("holds"), says, "name what lies in it")
        for held in [one for one in dict.fromkeys(net.holds) if net.holds.count(one) > 1]:
            says = f"holds '{held[:80]}' more than once"
            problems.add("id-double", part["net"].where("holds"), says, "name each once")
        for held in dict.fromkeys(net.holds):
            other = components.get(held)
            says = ""
            if other is None:
                says, fix = f"there is no component '{held[:80]}'", hint(held, components, "ids")
            elif other.kind == "book" or isinstance(other.net, BoxSpec | WalletSpec) or other.fold:
                says, fix = f"'{held}' does not go into a box", "name components of cards or pieces"
            if says:
                problems.add("ref-missing", part["net"].where("holds"), says, fix)
    if isinstance(net, BoxSpec) and net.split is not None:
        _split(net, components, part, problems)
    if isinstance(net, CornerSpec):
        _corner(net, components, part, problems)
    if isinstance(net, DialSpec):
        _dial(net, components, part, problems)


def _dial(
    net: DialSpec, components: Mapping[str, ComponentSpec], part: Map, problems: Problems
) -> None:
    """A cover names its disc, and a disc none."""
    disc = components.get(net.disc) if net.disc else None
    right = disc is not None and isinstance(disc.net, DialSpec) and disc.net.part == "disc"
    if net.part == "cover" and not right:
        says = f"the cover's disc '{(net.disc or '')[:80]}' is no component with part: disc"
        problems.add("ref-missing", part.where("net"), says, "write disc: and that id")
    if net.part == "disc" and net.disc is not None:
        says = "a disc has no disc of its own"
        problems.add("field-unknown", part["net"].where("disc"), says, "take it out")


def _corner(
    net: CornerSpec, components: Mapping[str, ComponentSpec], part: Map, problems: Problems
) -> None:
    """A corner lies round plain cards, of which there are not too many."""
    other = components.get(net.cards)
    plain = [name for name, one in components.items() if one.size and one.kind == "faces"]
    if other is None or net.cards not in plain:
        says = f"'{net.cards[:80]}' is no component of plain cards"
        problems.add("ref-missing", part["net"].where("cards"), says, hint(net.cards, plain, "ids"))
    for key, count in (("columns", net.columns), ("rows", net.rows)):
        if not 1 <= count <= MOST_GRID:
            fix = f"write 1 to {MOST_GRID}"
            problems.add("field-value", part["net"].where(key), f"is {count}", fix)


def _split(
    net: BoxSpec, components: Mapping[str, ComponentSpec], part: Map, problems: Problems
) -> None:
    """A box is split by a choice or reference that its cards have; its pieces are computed."""
    by, held = net.split.by if net.split else "", [components.get(one) for one in net.holds]
    fields = {key: field for one in held if one for key, field in one.fields.items()}
    grouping = [key for key, field in fields.items() if field.type in ("choice", "ref")]
    if by not in grouping:
        says = f"'{by[:80]}' is no field of type choice or ref of what the box holds"
        problems.add("ref-missing", part["net"].where("split"), says, hint(by, grouping, "fields"))
    if "cards" in part:
        says = "a box that is split has no cards of its own: there are as many as boxes"
        problems.add("field-unknown", part.where("cards"), says, "take it out")


def _joins(
    name: str,
    spec: ComponentSpec,
    components: Mapping[str, ComponentSpec],
    part: Map,
    problems: Problems,
) -> None:
    host = components.get(spec.joins or "")
    where = part.where("joins")
    if host is None:
        says = f"there is no component '{(spec.joins or '')[:80]}'"
        problems.add("ref-missing", where, says, hint(spec.joins or "", components, "ids"))
    elif host is spec or host.joins is not None or host.kind != "faces" or host.fold:
        says = f"'{name}' cannot join '{spec.joins}'"
        fix = "join a component of cards or pieces that joins no other itself"
        problems.add("join-unfit", where, says, fix)
    elif (host.on or "card-stock") != (spec.on or "card-stock"):
        says = f"'{spec.joins}' is printed on {host.on or 'card-stock'}"
        problems.add("join-unfit", where, says, "give both the same 'on'")

"""Components as `game.yaml` declares them in; what does not fit together out as problems.

What kind of thing a component is decides which keys it takes; components that name others (to
join them, to hold them, to cover their disc) must name what is there and can be.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.load.near import hint
from generator.load.nodes import Map
from generator.model.game import ComponentSpec, GameFile
from generator.model.piece import BoxSpec, DialSpec, WalletSpec
from generator.problems import Problems

MOST_VALUES = 100
"""Values of a tracker."""

_OF_FACES = ("size", "net", "cards", "face", "back", "joins", "expect", "range", "tracks", "fields")
"""Keys of what has faces."""

_TRACKERS = ("dial", "strip")


def check_pieces(file: GameFile, node: Map, problems: Problems) -> None:
    """Note every component whose keys do not go together or name what is not there."""
    for name, spec in file.components.items():
        part: Map = node["components"][name]
        if spec.kind == "book":
            _book(spec, part, problems)
        else:
            _faces(spec, part, problems)
        _counts(file, spec, part, problems)
        _names(name, spec, file.components, part, problems)
    if file.players and not 1 <= file.players.least <= file.players.most <= 100:
        says = f"are from {file.players.least} to {file.players.most}"
        problems.add("field-value", node.where("players"), says, "write 1 <= least <= most <= 100")


def _book(spec: ComponentSpec, part: Map, problems: Problems) -> None:
    if spec.text is None:
        problems.add("field-missing", part.where(), "'text' is missing", "name its Markdown file")
    for key in _OF_FACES:
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
        for key in ("size", "outline", "corner"):
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
            elif other.kind == "book" or isinstance(other.net, BoxSpec | WalletSpec):
                says, fix = f"'{held}' does not go into a box", "name components of cards or pieces"
            if says:
                problems.add("ref-missing", part["net"].where("holds"), says, fix)
    if isinstance(net, DialSpec):
        disc = components.get(net.disc) if net.disc else None
        right = disc is not None and isinstance(disc.net, DialSpec) and disc.net.part == "disc"
        if net.part == "cover" and not right:
            says = f"the cover's disc '{(net.disc or '')[:80]}' is no component with part: disc"
            problems.add("ref-missing", part.where("net"), says, "write disc: and that id")
        if net.part == "disc" and net.disc is not None:
            says = "a disc has no disc of its own"
            problems.add("field-unknown", part["net"].where("disc"), says, "take it out")


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
    elif host is spec or host.joins is not None or host.kind != "faces":
        says = f"'{name}' cannot join '{spec.joins}'"
        fix = "join a component of cards or pieces that joins no other itself"
        problems.add("join-unfit", where, says, fix)
    elif (host.on or "card-stock") != (spec.on or "card-stock"):
        says = f"'{spec.joins}' is printed on {host.on or 'card-stock'}"
        problems.add("join-unfit", where, says, "give both the same 'on'")

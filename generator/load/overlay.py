"""An overlay file and read nodes in; the same nodes with what the overlay replaces out.

`overlays/<id>.yaml` in the game's folder or in the workspace's `card_data/<game>/overlays/`:

    id: office-2024                 # the file's name
    base: my-game                   # the game
    name: The office of 2024        # optional
    replace:
      game.yaml: {name: …, components: {deck: {size: poker-metric}}}
      rules.yaml: {figures: {start_hp: {value: 12, variant: "a longer game"}}}
      attacks.yaml: {server-maintenance: {name: …}}      # rows by id, tables as well
      people.yaml: [{id: …, name: …}, …]                 # all rows of a file: a list of one's own
      plays/example.yaml: {title: …}
      styles: {palette: {red: {rgb: "#A01010"}}}         # the style file with all it extends

Mappings are laid key by key, everything else is replaced whole, so a list of rows takes the place
of all rows of its file. A file, row, figure, option, unit,
component, catalog, declared field, colour or style that is not there is stale, so a problem; other
keys may be new (a card's optional field) and are checked like the base's own. Several overlays are
laid in the order given. Each replaced value is placed at the overlay's own line. The entry that a
game is printed for (`personal`) is replaced whole: nobody's card shows the example's telephone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.load.cards import ID, ID_ADVICE
from generator.load.fill import unknown_keys
from generator.load.find import GameSources
from generator.load.near import hint
from generator.load.nodes import Map, Node, Seq
from generator.load.read import read_yaml
from generator.model.scalars import kind_of
from generator.model.sources import Missing
from generator.problems import Problems, Where

_NAMED: dict[str, dict[str, Node]] = {
    "game.yaml": {"components": {"fields": {}}, "catalogs": {"fields": {}}},
    "rules.yaml": {"figures": {}, "options": {}, "units": {}},
    "styles": {"palette": {}, "text": {}},
}
"""Mappings from names: a name that is not there is stale."""

_FIXED = {"game.yaml": ("id", "rules")}
"""Keys that make the game what it is; another value would be another game."""


class Overlay(NamedTuple):
    """What one overlay file replaces, by file."""

    id: str
    replace: Map
    where: Where
    name: str = ""


def load_overlay(sources: GameSources, id_: str, problems: Problems) -> Overlay | None:
    """The overlay of that id for the game, None where problems were noted."""
    found = sources.find("overlay", id_)
    if isinstance(found, Path) and not ID.match(id_):
        found = Missing("id-illegal", f"'{id_[:80]}' cannot be an id", ID_ADVICE)
    if isinstance(found, Missing):
        where = Where(f"card_data/{sources.place.id}/overlays")
        problems.add(found.code, where, found.says, found.fix)
        return None
    node = read_yaml(found, sources.shown(found), problems)
    if not isinstance(node, Map):
        if node is not None:
            says = "is a list; keys are wanted"
            problems.add("field-value", node.where(), says, "write id, base and replace")
        return None
    unknown_keys(node, ("id", "base", "name", "replace"), problems)
    for key, wanted in (("id", id_), ("base", sources.place.id)):
        if node.get(key) != wanted:
            says = f"'{key}' is {kind_of(node.get(key))}; this is an overlay '{id_}' for the game"
            says = f"{says} '{sources.place.id}'"
            problems.add("overlay-base", node.where(key), says, f"write '{key}: {wanted}'")
    replace = node.get("replace")
    if not isinstance(replace, Map):
        says = f"'replace' is {kind_of(replace)}; a mapping from files is wanted"
        problems.add("field-value", node.where("replace"), says, "write 'rules.yaml: …' below it")
        return None
    return Overlay(id_, replace, node.where(), str(node.get("name") or id_))


def lay(
    overlays: Iterable[Overlay], file: str, node: Map | Seq | None, problems: Problems
) -> Map | Seq | None:
    """The read file with what the overlays say of it replaced, in order; the node is changed."""
    for overlay in overlays:
        if file not in overlay.replace:
            continue
        patch = overlay.replace[file]
        if isinstance(patch, Seq) and _of_rows(file) and node is not None:
            node = patch
            continue
        if not isinstance(patch, Map):
            says = f"is {kind_of(patch)}; a mapping is wanted"
            where = overlay.replace.where(file)
            problems.add("field-value", where, says, "write 'key: value' lines below it")
            continue
        for key in _FIXED.get(file, ()):
            if key in patch:
                says = f"'{key}' of {file} cannot be replaced"
                problems.add("overlay-base", patch.where(key), says, "take it out")
        if isinstance(node, Seq):
            _lay_rows(node, patch, file, problems)
        elif isinstance(node, Map) and file in _NAMED:
            _lay(node, patch, file, _NAMED[file], False, problems)
        elif isinstance(node, Map):
            _lay(node, patch, file, {}, _of_rows(file), problems)
    return node


def _of_rows(file: str) -> bool:
    """Whether a file holds rows with ids, as a list or below them."""
    return file not in _NAMED and not file.startswith("plays/")


def emptied(overlays: Sequence[Overlay], file: str, node: Node, problems: Problems) -> None:
    """Take everything but ids out of those rows of a read file that any overlay replaces.

    Of two overlays that each name somebody it is told what the second keeps of the first.
    """
    _one_person(overlays, file, problems)
    ids = {
        id_
        for overlay in overlays
        if isinstance(patch := overlay.replace.get(file), Map)
        for id_ in patch
    }
    if isinstance(node, Map):
        rows = [value for key, value in node.items() if key in ids]
    else:
        rows = [row for row in node or () if isinstance(row, Map) and row.get("id") in ids]
    for row in rows:
        if isinstance(row, Map):
            kept = [(key, row[key], row.line_of(key)) for key in row if key == "id"]
            row.clear()
            row.lines.clear()
            for key, value, line in kept:
                row.put(key, value, line)


def _one_person(overlays: Sequence[Overlay], file: str, problems: Problems) -> None:
    """What somebody keeps of somebody else, whose overlay lies below theirs."""
    known: dict[str, tuple[str, set[str]]] = {}
    for overlay in overlays:
        patch = overlay.replace.get(file)
        for id_, row in patch.items() if isinstance(patch, Map) else ():
            if not isinstance(row, Map) or "name" not in row:
                continue
            other, keys = known.get(id_, ("", set()))
            kept = sorted(keys - row.keys())
            if kept:
                says = f"{overlay.name} keeps {', '.join(kept)} of {other}"
                fix = f"where two people are meant, print each alone: --edition {overlay.id}"
                problems.add("overlay-people", row.where("name"), says, fix)
            known[id_] = overlay.name, keys | row.keys()


def stale_files(overlays: Iterable[Overlay], known: Iterable[str], problems: Problems) -> None:
    """Note replaced files that the game does not read."""
    known = tuple(known)
    for overlay in overlays:
        for file in overlay.replace:
            if file not in known:
                says = f"the game reads no file '{file[:80]}'"
                fix = hint(file, known, "files")
                problems.add("overlay-stale", overlay.replace.where(file), says, fix)


def _lay_rows(node: Seq, patch: Map, file: str, problems: Problems) -> None:
    rows = {row["id"]: row for row in node if isinstance(row, Map) and "id" in row}
    for id_, value, place in patch.entries():
        row = rows.get(id_)
        if row is None:
            says = f"{file} has no '{id_[:80]}'"
            problems.add("overlay-stale", place, says, hint(id_, rows, "ids"))
        elif _is_map(value, place, problems):
            if "id" in value:
                says = "an id cannot be replaced"
                problems.add("overlay-base", value.where("id"), says, "take it out")
                continue
            _lay(row, value, file, {}, False, problems)


def _lay(
    node: Map, patch: Map, file: str, named: dict[str, Node], names: bool, problems: Problems
) -> None:
    """`names`: the keys of `node` are names; `named`: its keys whose mappings are from names."""
    for key, value, place in patch.entries():
        if key not in node and (names or key in named):
            says = f"{file} has no '{key[:80]}' here"
            problems.add("overlay-stale", place, says, hint(key, node, "there"))
            continue
        old = node.get(key)
        if isinstance(old, Map) and _is_map(value, place, problems):
            below = named if names else named.get(key, {})
            _lay(old, value, file, below, not names and key in named, problems)
        elif not isinstance(old, Map):
            node.lay(key, value, place)


def _is_map(value: Node, where: Where, problems: Problems) -> bool:
    if isinstance(value, Map):
        return True
    says = f"is {kind_of(value)}; a mapping is wanted"
    problems.add("field-value", where, says, "write 'key: value' lines below it")
    return False

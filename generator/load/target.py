"""A target's id in; the target with what it extends out; also the sizes of papers and cards.

Targets are `templates/targets/<id>.yaml` of the workspace, else of what is shipped. A target may
say `extends` with another's id; its own id means the next one in the order of search. Files whose
name starts with `_` are only there to be extended. `sizes.yaml` beside them lists `papers` and
`cards`; a workspace's file adds to the shipped one.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from generator.load.cutsheet import sheet_sound
from generator.load.fill import fill, mapping_of, unknown_keys
from generator.load.find import Workspace, unsafe
from generator.load.near import hint
from generator.load.nodes import Map, Node
from generator.load.read import read_yaml
from generator.load.shop import laid_over, shop_sound
from generator.model.order import STOCK
from generator.model.scalars import kind_of
from generator.model.target import Size, Target
from generator.problems import Problems, Where

FOLDER = "templates/targets"
SIZES = f"{FOLDER}/sizes.yaml"
_LONGEST = 2000.0
"""mm; no sheet printer takes more."""
_RANGES = {"margin": (0.0, 100.0), "bleed_width": (0.0, 20.0), "gutter": (0.0, 100.0)}
_RANGES["stock"] = STOCK
"""mm from which to which each may be."""


class Sizes(NamedTuple):
    """Papers (portrait) and trim sizes by their ids."""

    papers: dict[str, Size]
    cards: dict[str, Size]


def load_sizes(workspace: Workspace, problems: Problems) -> Sizes:
    """All sizes known; a workspace's size wins over a shipped one of the same id."""
    sizes = Sizes({}, {})
    for root in reversed(workspace.roots):
        path = workspace.folders.look(root, SIZES)
        if not isinstance(path, Path):
            if path is not None:
                problems.add("file-unsafe", Where(SIZES), path, "put a plain file there")
            continue
        node = read_yaml(path, workspace.shown(path), problems)
        if not isinstance(node, Map):
            if node is not None:
                says = "is a list; 'papers' and 'cards' are wanted"
                problems.add("field-value", node.where(), says, "write 'cards:' lines")
            continue
        unknown_keys(node, Sizes._fields, problems)

        def size(_: str, value: Node, where: Where) -> Size | None:
            made = fill(Size, value, problems, where=where)
            if made is None:
                return None
            for key in ("width", "height"):
                if not 0 < getattr(made, key) <= _LONGEST:
                    says = f"is {getattr(made, key):g} mm"
                    problems.add("field-value", value.where(key), says, "write 1 to 2000")
                    return None
            return made

        sizes.papers.update(mapping_of(node, "papers", size, problems))
        sizes.cards.update(mapping_of(node, "cards", size, problems))
    return sizes


def target_ids(workspace: Workspace) -> list[str]:
    """The ids that `load_target` takes, sorted."""
    names = {
        name.removesuffix(".yaml")
        for root in workspace.roots
        for name in workspace.folders.names(root / FOLDER)
        if name.endswith(".yaml") and name != "sizes.yaml" and not name.startswith((".", "_"))
    }
    return sorted(names)


def load_target(workspace: Workspace, id: str, problems: Problems) -> Target | None:  # noqa: A002
    """The target, None where problems were noted."""
    where = Where(FOLDER)
    paths = _paths(workspace, id)
    if not paths or id.startswith("_"):
        says = f"there is no target '{id[:80]}'"
        problems.add("file-missing", where, says, hint(id, target_ids(workspace), "targets"))
        return None
    merged = _merged(workspace, paths[0], problems)
    if merged is None:
        return None
    if merged.get("id", id) != id:
        says = f"the id is {kind_of(merged['id'])}, the file is {id}.yaml"
        problems.add("field-value", merged.where("id"), says, f"write 'id: {id}'")
        return None
    merged.put("id", id, merged.line)
    target = fill(Target, merged, problems, where=merged.where())
    return target if target is None or _sound(target, merged, problems) else None


def _paths(workspace: Workspace, id_: str) -> list[Path]:
    if unsafe(id_) or "/" in id_ or id_ == "sizes":
        return []
    looked = (workspace.folders.look(root, f"{FOLDER}/{id_}.yaml") for root in workspace.roots)
    return [path for path in looked if isinstance(path, Path)]


def _merged(workspace: Workspace, path: Path, problems: Problems) -> Map | None:
    """The target's mapping over those it extends; each key keeps its place."""
    chain: list[Path] = []
    maps: list[Map] = []
    step: Path | None = path
    while step is not None:
        chain.append(step)
        node = read_yaml(step, workspace.shown(step), problems)
        if not isinstance(node, Map):
            if node is not None:
                says = "is a list; keys are wanted"
                problems.add("field-value", node.where(), says, "write 'paper: …' and so on")
            return None
        maps.append(node)
        base = node.get("extends")
        if base is None:
            break
        if not isinstance(base, str):
            says = f"is {kind_of(base)}; a target's id is wanted"
            problems.add("field-value", node.where("extends"), says, "write one id, home-a4")
            return None
        found = _paths(workspace, base)
        fresh = [p for p in found if p not in chain]
        step = fresh[0] if fresh and (found[0] == chain[-1] or found[0] in fresh) else None
        if step is None:
            says = f"'{base[:80]}' is no target to extend"
            code, fix = "file-missing", hint(base, target_ids(workspace), "targets")
            if found:
                circle = " -> ".join(workspace.shown(p) for p in [*chain, found[0]])
                code, says, fix = "style-cycle", f"targets extend in a circle: {circle}", "cut it"
            problems.add(code, node.where("extends"), says, fix)
            return None
    out = Map(maps[0].file, maps[0].line)
    for node in reversed(maps):
        for key, value, where in node.entries():
            if key != "extends" and (key != "id" or node is maps[0]):
                under = out.get(key)
                if key in ("shop", "sheet") and isinstance(value, Map) and isinstance(under, Map):
                    value = laid_over(value, under)  # noqa: PLW2901 - what is laid in its place
                out.lay(key, value, where)
    return out


def _sound(target: Target, node: Map, problems: Problems) -> bool:
    fine = True
    for key, (least, most) in _RANGES.items():
        value = getattr(target, key)
        if not least <= value <= most:
            says = f"is {value:g} mm"
            problems.add("field-value", node.where(key), says, f"write {least:g} to {most:g}")
            fine = False
    fine = sheet_sound(target, node, problems) and fine
    return shop_sound(target, node, problems) and fine

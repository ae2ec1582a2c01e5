"""The YAML of plays and rulings in; recorded games and settled questions out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.load.fill import fill, unknown_keys
from generator.load.nodes import Block, Map, Node, Seq
from generator.model.game import Ruling
from generator.model.play import Play
from generator.model.scalars import kind_of
from generator.problems import Problems, Where

_KEYS = ("id", "title", "setup", "options", "moves", "result")


def load_rulings(node: Node, problems: Problems) -> Sequence[Ruling]:
    """A list of rulings; faulty and doubled ones are noted and left out."""
    if node is None:
        return ()
    if not isinstance(node, Seq):
        says = f"is {kind_of(node)}; a list of rulings is wanted"
        problems.add("field-value", node.where(), says, "write '- id: …' for each")
        return ()
    out: dict[str, Ruling] = {}
    lines: dict[str, int] = {}
    for i, item in enumerate(node):
        where = node.where(i)
        id_ = item.get("id") if isinstance(item, Map) else None
        ruling = fill(
            Ruling, item, problems, where=where, card=id_ if id_.__class__ is str else None
        )
        if ruling is None:
            continue
        if ruling.id in out:
            says = f"the id '{ruling.id}' stands here and on line {lines[ruling.id]}"
            problems.add("id-double", where, says, "give one of them another id")
            continue
        out[ruling.id] = ruling
        lines[ruling.id] = where.line
    return tuple(out.values())


def load_plays(nodes: Mapping[str, Node], problems: Problems) -> Sequence[Play]:
    """One play a file, by file name; the id is the file's name where it gives none."""
    out: dict[str, Play] = {}
    for name, node in nodes.items():
        if node is None:
            continue
        if not isinstance(node, Map):
            says = "is a list; keys are wanted"
            problems.add("field-value", node.where(), says, "write id, title, moves and result")
            continue
        play = _play(node, name.removeprefix("plays/").removesuffix(".yaml"), problems)
        if play.id in out:
            says = f"the id '{play.id}' stands here and in {out[play.id].where.file}"
            problems.add("id-double", node.where("id"), says, "give one of them another id")
        out[play.id] = play
    return tuple(out.values())


def _play(node: Map, name: str, problems: Problems) -> Play:
    unknown_keys(node, _KEYS, problems)
    id_ = _text(node, "id", problems) or name
    title = _text(node, "title", problems) or id_
    parts = {key: _texts(node, key, problems) for key in ("setup", "options", "result")}
    lines = _moves(node, problems)
    stated = node.get("result")
    at = {key: stated.where(key).line for key in stated} if isinstance(stated, Map) else {}
    result = parts["result"]
    return Play(id_, title, parts["setup"], parts["options"], lines, result, node.where(), at)


def _text(node: Map, key: str, problems: Problems) -> str:
    value = node.get(key)
    if value is None or isinstance(value, str):
        return str(value or "")
    says = f"is {kind_of(value)}; a text is wanted"
    problems.add("field-value", node.where(key), says, f"write '{key}: …'")
    return ""


def _texts(node: Map, key: str, problems: Problems) -> dict[str, str]:
    """A mapping of texts as typed; empty values are empty texts."""
    part = node.get(key)
    if part is None:
        return {}
    if not isinstance(part, Map):
        says = f"is {kind_of(part)}; a mapping is wanted"
        problems.add("field-value", node.where(key), says, "write 'name: value' lines below it")
        return {}
    return {name: _text(part, name, problems) for name in part}


def _moves(node: Map, problems: Problems) -> tuple[tuple[str, int], ...]:
    """The moves of a list of texts or of a `|` block, one a line; empty lines are left out."""
    value = node.get("moves")
    if value is None:
        says = "the play has no moves"
        problems.add("field-missing", node.where("moves"), says, "write 'moves: |' and the lines")
        return ()
    if isinstance(value, Block):
        lines = enumerate(value.splitlines(), value.line)
        return tuple((line.strip(), at) for at, line in lines if line.strip())
    if not isinstance(value, Seq):
        says = f"is {kind_of(value)}; lines are wanted"
        problems.add("field-value", node.where("moves"), says, "write 'moves: |' and the lines")
        return ()
    out: list[tuple[str, int]] = []
    for item, line in zip(value, value.lines, strict=True):
        if isinstance(item, str):
            out.append((item.strip(), line))
            continue
        says = f"a move is {kind_of(item)}; a text is wanted"
        fix = "put the move in quotes, or write all moves below 'moves: |'"
        problems.add("field-value", Where(value.file, line, None, "moves"), says, fix)
    return tuple(out)

"""Read mappings in, models out; what does not fit becomes problems, all at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, cast

from generator.load.near import hint, key_hint
from generator.load.nodes import Map, Node, Seq
from generator.model.scalars import Fault, Strict, kind_of, reader
from generator.problems import Problems, Where

MOST_FAULTS = 200
"""Faults told of one file; a hostile one could hold a hundred thousand."""

MOST_NAMES = 2000
"""Names that one mapping from names may hold: figures, colours, styles, families."""

M = TypeVar("M", bound=Strict)


def fill(
    model: type[M],
    node: Node,
    problems: Problems,
    *,
    where: Where,
    card: str | None = None,
    keys: Iterable[str] = (),
    skip: tuple[str, ...] = (),
) -> M | None:
    """The model of a mapping, None where problems were noted.

    `keys` are further keys the file may hold (for near misses), `skip` those not for the model.
    """
    if not isinstance(node, Map):
        says = f"is {kind_of(node)}; a mapping is wanted"
        problems.add("field-value", where, says, "write 'key: value' lines below it")
        return None
    data: dict[str, Node] = node
    if skip:
        data = {key: value for key, value in node.items() if key not in skip}
    faults: list[Fault] = []
    made = reader(model)(data, (), faults)
    for fault in faults[:MOST_FAULTS]:
        _tell(node, fault, problems, card, tuple(keys), where.field)
    if (more := len(faults) - MOST_FAULTS) > 0:
        problems.add("field-flood", where, f"has {more:,} more faults", "mend those listed first")
    return None if faults else cast(M, made)


def _tell(
    node: Map,
    fault: Fault,
    problems: Problems,
    card: str | None,
    more: tuple[str, ...],
    above: str | None,
) -> None:
    path = fault.path
    where, field = locate(node, path, card)
    field = f"{above}.{field}" if above else field
    last = str(path[-1]) if path else ""
    code, says, fix = "field-value", fault.says, ""
    if fault.kind == "unknown":
        known = [*fault.known, *(more if len(path) == 1 else ())]
        code, says = "field-unknown", f"the key '{last[:80]}' is not known here"
        fix = key_hint(last, known, node_at(node, path[:-1]))
    elif fault.kind == "missing":
        code, says, fix = "field-missing", f"'{last}' is missing", f"write '{last}: …'"
        if isinstance(path[-1], int):
            says, fix = f"item {path[-1] + 1} is missing", "write all items"
    elif fault.kind in ("choice", "tag"):
        typed = fault.value if isinstance(fault.value, str) else ""
        fix = hint(typed, fault.known, "choices")
    else:
        fix = mend(fault)
    problems.add(code, where._replace(field=field), says, fix)


def mend(fault: Fault) -> str:
    """What to write instead of a value of the wrong kind."""
    says, value = fault.says, fault.value
    if "text is wanted" in says and isinstance(value, dict):
        return "put the value in quotes if it is one text that starts with {"
    wanted = says.rpartition("; ")[2]
    if wanted.endswith(" are wanted") and isinstance(value, list | tuple):
        return f"take out {len(value) - int(wanted.split()[0])}"
    return next((fix for kind, fix in _MENDS.items() if kind in wanted), "write another value")


_MENDS = {
    "a mapping": "write 'key: value' lines below it",
    "a text or a list": "write one, or [a, b]",
    "at least one text": "write [a, b]",
    "a list": "write [a, b]",
    "a text": "write one text",
    "a whole number": "write digits only, such as 7 or -2",
    "a number": "write digits, and a point if need be, such as 7 or 2.5",
    "true or false": "write true or false, in small letters",
    "at least": "write a larger number",
    "at most": "write a smaller number",
    "more than": "write a smaller number",
}


def locate(node: Map | Seq, path: Sequence[str | int], card: str | None) -> tuple[Where, str]:
    """The place that a fault's path leads to below a node, and its name for people."""
    where = node.where()
    here: Node = node
    for part in path:
        known = isinstance(here, Map) and part in here
        if not known and not (isinstance(here, Seq) and isinstance(part, int) and part < len(here)):
            break
        where, here = here.where(part), here[part]
    name = ".".join(str(p) if isinstance(p, str) else f"[{p}]" for p in path).replace(".[", "[")
    return Where(where.file, where.line, card), name


def node_at(node: Node, path: Sequence[str | int]) -> Map:
    """The mapping that a path leads to, an empty one where there is none."""
    for part in path:
        if isinstance(node, Map):
            node = node.get(str(part))
        elif isinstance(node, Seq) and isinstance(part, int) and part < len(node):
            node = node[part]
    return node if isinstance(node, Map) else Map("", 0)


def mapping_of(
    node: Map,
    key: str,
    read: Callable[[str, Node, Where], Any],
    problems: Problems,
) -> dict[str, Any]:
    """The entries of the mapping under `key`, each through `read`; None results are left out."""
    part = node.get(key)
    if part is None:
        return {}
    if not isinstance(part, Map):
        says = f"is {kind_of(part)}; a mapping is wanted"
        problems.add("field-value", node.where(key), says, "write 'name: …' lines below it")
        return {}
    if len(part) > MOST_NAMES:
        says = f"holds {len(part):,} names; at most {MOST_NAMES:,} are read"
        problems.add("field-long", node.where(key), says, "take out what is not used")
        return {}
    out: dict[str, Any] = {}
    for name, value, where in part.entries():
        done = read(name, value, where)
        if done is not None:
            out[name] = done
    return out


def unknown_keys(node: Map, known: Iterable[str], problems: Problems) -> None:
    """Note every key that is not known, with its near miss."""
    known = tuple(known)
    for key in [key for key in node if key not in known][:MOST_FAULTS]:
        says = f"the key '{key[:80]}' is not known here"
        problems.add("field-unknown", node.where(key), says, key_hint(key, known, node))

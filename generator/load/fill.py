"""Read mappings in, pydantic models out; what does not fit becomes problems, all at once."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from generator.load.near import hint, key_hint
from generator.load.nodes import Map, Node, Seq
from generator.problems import Problems, Where

MOST_FAULTS = 200
"""Faults told of one file; a hostile one could hold a hundred thousand."""

MOST_NAMES = 2000
"""Names that one mapping from names may hold: figures, colours, styles, families."""

M = TypeVar("M", bound=BaseModel)


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
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=True)
        for fault in faults[:MOST_FAULTS]:
            _tell(model, node, fault, problems, card, tuple(keys), where.field)
        return None


def kind_of(node: Node) -> str:
    """`a list`, `empty`: what a node is, for people."""
    if node is None:
        return "empty"
    if isinstance(node, str):
        return f"the text '{node[:40]}'" if node else "an empty text"
    return "a mapping" if isinstance(node, dict) else "a list"


def _tell(
    model: type[BaseModel],
    node: Map,
    fault: Any,
    problems: Problems,
    card: str | None,
    more: tuple[str, ...],
    above: str | None,
) -> None:
    full = [str(part) if isinstance(part, str) else part for part in fault["loc"]]
    path = _untagged(node, full)
    where, field = locate(node, path, card)
    field = f"{above}.{field}" if above else field
    kind = fault["type"]
    last = str(path[-1]) if path else ""
    if kind == "extra_forbidden":
        owner = node_at(node, path[:-1])
        known = [*known_keys(model, full[:-1]), *(more if len(path) == 1 else ())]
        says, fix = f"the key '{last}' is not known here", key_hint(last, known, owner)
        problems.add("field-unknown", where._replace(field=field), says, fix)
        return
    code, says, fix = "field-value", fault["msg"], ""
    if kind == "missing":
        code, says, fix = "field-missing", f"'{last}' is missing", f"write '{last}: …'"
        if isinstance(path[-1], int):
            says, fix = f"item {path[-1] + 1} is missing", "write all items"
    elif kind == "literal_error":
        choices = literals(fault["ctx"]["expected"])
        says, fix = f"is {kind_of(fault['input'])}", hint(str(fault["input"]), choices, "choices")
    elif kind.startswith("union_tag"):
        choices = literals(fault["ctx"].get("expected_tags", ""))
        key = fault["ctx"]["discriminator"].strip("'")
        typed = fault["ctx"].get("tag")
        says = f"the {key} is '{typed[:40]}'" if typed else f"'{key}' is missing"
        fix = hint(typed or "", choices, "choices")
    elif kind == "value_error":
        says = str(fault["ctx"]["error"])
    elif kind in _WANTED:
        says = f"is {kind_of(fault['input'])}; {_WANTED[kind]} is wanted"
    if "text is wanted" in says and isinstance(fault.get("input"), dict):
        fix = "put the value in quotes if it is one text that starts with {"
    problems.add(code, where._replace(field=field), says, fix)


def _untagged(node: Node, path: list[str | int]) -> list[str | int]:
    """The path without the tags that pydantic puts in where a model is one of several."""
    out: list[str | int] = []
    for i, part in enumerate(path):
        last = i == len(path) - 1
        if isinstance(node, Map) and part not in node and not last and node.get("kind") == part:
            continue
        out.append(part)
        if isinstance(node, Map):
            node = node.get(str(part))
        elif isinstance(node, Seq) and isinstance(part, int) and part < len(node):
            node = node[part]
    return out


_WANTED = {
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dict_type": "a mapping",
    "tuple_type": "a list",
    "list_type": "a list",
    "string_type": "a text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
}


def literals(expected: str) -> list[str]:
    """The words in pydantic's `'a', 'b' or 'c'`."""
    return [part for i, part in enumerate(expected.split("'")) if i % 2]


def locate(node: Map | Seq, path: list[str | int], card: str | None) -> tuple[Where, str]:
    """The place that a pydantic `loc` leads to below a node, and its name for people."""
    where = node.where()
    here: Node = node
    for part in path:
        known = isinstance(here, Map) and part in here
        if not known and not (isinstance(here, Seq) and isinstance(part, int) and part < len(here)):
            break
        where, here = here.where(part), here[part]
    name = ".".join(str(p) if isinstance(p, str) else f"[{p}]" for p in path).replace(".[", "[")
    return Where(where.file, where.line, card), name


def node_at(node: Node, path: list[str | int]) -> Map:
    """The mapping that a `loc` leads to, an empty one where there is none."""
    for part in path:
        if isinstance(node, Map):
            node = node.get(str(part))
        elif isinstance(node, Seq) and isinstance(part, int) and part < len(node):
            node = node[part]
    return node if isinstance(node, Map) else Map("", 0)


def known_keys(model: type[BaseModel], path: list[str | int]) -> list[str]:
    """The keys of the model that a `loc` leads to, none where it is no model."""
    kind: Any = model
    for part in path:
        if isinstance(kind, dict):  # one of several models, by its tag
            kind = kind.get(part)
        elif isinstance(kind, type) and issubclass(kind, BaseModel):
            fields = {field.alias or name: field for name, field in kind.model_fields.items()}
            if part not in fields:
                return []
            kind = _bare(fields[str(part)].annotation)
        else:
            args = typing.get_args(kind)
            kind = _bare(args[-1] if args and args[-1] is not ... else args[0]) if args else None
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [field.alias or name for name, field in kind.model_fields.items()]
    return []


def _bare(kind: Any) -> Any:
    """`X` of `X | None`; of several models a mapping from the `kind` that tells them apart."""
    if typing.get_origin(kind) in (typing.Union, types.UnionType):
        args = [arg for arg in typing.get_args(kind) if arg is not type(None)]
        if len(args) == 1 or not all(hasattr(arg, "model_fields") for arg in args):
            return args[0]
        return {typing.get_args(arg.model_fields["kind"].annotation)[0]: arg for arg in args}
    return kind


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

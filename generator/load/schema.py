"""A kind of data file in; its JSON Schema for editors out, from the models and their docstrings.

Descriptions are the docstrings under the models' fields, read by `ast` when asked for. A text may
look like a number or `true` to an editor, since it is kept as typed.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from generator.load.columns import QUANTITY
from generator.load.figures import NAME
from generator.model.field import FieldSpec
from generator.model.figures import FigureSpec, OptionSpec, Unit
from generator.model.game import GameFile, Ruling
from generator.model.scalars import ONE_OR_MORE, Strict, slots
from generator.model.style import ColourSpec, Family, TextStyle
from generator.model.target import Size, Target

Schema = dict[str, Any]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_ID = {"type": ["string", "integer"], "pattern": r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"}
_TEXT: Schema = {"type": ["string", "number", "boolean"]}
_SCALARS: dict[Any, Schema] = {
    str: _TEXT,
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
}
_MAYBE: Schema = {"type": ["string", "number", "boolean", "null"]}


def schema(
    what: str,
    fields: Mapping[str, FieldSpec] | None = None,
    effects: Mapping[str, type[Strict]] | None = None,
) -> Schema:
    """The schema of one of `SCHEMAS`; raises KeyError for another.

    For `cards`, `fields` are those a component declares (none: any field may stand there) and
    `effects` the rules' models by kind.
    """
    made = _cards(fields, effects or {}) if what == "cards" else SCHEMAS[what]()
    return {"$schema": _DRAFT, "title": f"cardwright {what}", **_gathered(made)}


def _gathered(made: Schema) -> Schema:
    """The schema with all models' definitions at its top."""
    definitions: Schema = {}

    def walk(node: Any) -> Any:
        if isinstance(node, list):
            return [walk(item) for item in node]
        if not isinstance(node, dict):
            return node
        for name, value in node.get("$defs", {}).items():
            definitions[name] = walk(value)
        return {key: walk(value) for key, value in node.items() if key != "$defs"}

    top: Schema = walk(made)
    return {**top, "$defs": dict(sorted(definitions.items()))} if definitions else top


def _model(model: type[Strict], **more: Schema) -> Schema:
    """A model as a schema with descriptions; `more` are keys that load takes besides."""
    below: Schema = {}
    made = _struct(model, below)
    made["properties"].update(more)
    below.pop(model.__name__, None)
    return {**made, "$defs": below} if below else made


def _struct(model: type[Strict], below: Schema) -> Schema:
    """A model's schema; models that it holds are put into `below` by their names."""
    docs = _docs(model.__module__).get(model.__name__, {})
    properties, required = {}, []
    for key, slot in slots(model).items():
        made = _kind(slot.kind, below)
        if slot.required:
            required.append(key)
        elif slot.default is not None:
            made = {**made, "default": _plain_default(slot.default)}
        properties[key] = {**made, "description": docs[key]} if key in docs else made
    out: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    if docs.get(""):
        out["description"] = docs[""]
    return {**out, "required": required} if required else out


def _kind(kind: Any, below: Schema) -> Schema:
    """The schema of a field's type; see `generator.model.scalars`."""
    if kind in _SCALARS:
        return dict(_SCALARS[kind])
    if isinstance(kind, type) and issubclass(kind, Strict):
        if kind.__name__ not in below:
            below[kind.__name__] = {}  # stands there already, should it hold itself
            below[kind.__name__] = _struct(kind, below)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _bounded(_kind(args[0], below), kind.__metadata__)
    if origin is Literal:
        return {"enum": list(args)} if len(args) > 1 else {"const": args[0]}
    if origin is tuple:
        return _array(args, below)
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": _kind(args[1], below)}
    made = [{"type": "null"} if arg is type(None) else _kind(arg, below) for arg in args]
    return {"anyOf": [one for part in made for one in part.get("anyOf", (part,))]}


def _bounded(made: Schema, bounds: tuple[Any, ...]) -> Schema:
    if ONE_OR_MORE in bounds:
        return {"anyOf": [made["items"], {**made, "minItems": 1}]}
    for meta in bounds:
        named = {"minimum": meta.ge, "maximum": meta.le}
        made |= {key: value for key, value in named.items() if value is not None}
    return made


def _array(args: tuple[Any, ...], below: Schema) -> Schema:
    if len(args) == 2 and args[1] is ...:
        return {"type": "array", "items": _kind(args[0], below)}
    items = [_kind(arg, below) for arg in args]
    return {"type": "array", "prefixItems": items, "minItems": len(args), "maxItems": len(args)}


def _plain_default(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@cache
def _docs(module: str) -> dict[str, dict[str, str]]:
    """Docstrings of a module's classes (under "") and of their fields (by alias, else name)."""
    source = getattr(sys.modules.get(module), "__file__", None)
    if source is None or not Path(source).is_file():
        return {}
    out: dict[str, dict[str, str]] = {}
    for node in ast.parse(Path(source).read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.ClassDef):
            continue
        docs = {"": ast.get_docstring(node) or ""}
        for field, doc in zip(node.body, node.body[1:], strict=False):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(doc, ast.Expr)
                and isinstance(doc.value, ast.Constant)
            ):
                docs[_alias(field)] = " ".join(str(doc.value.value).split())
        out[node.name] = docs
    return out


def _alias(field: ast.AnnAssign) -> str:
    assert isinstance(field.target, ast.Name)
    for word in getattr(field.value, "keywords", ()):
        if word.arg == "name" and isinstance(word.value, ast.Constant):
            return str(word.value.value)
    return field.target.id


def _names(value: Schema, about: str) -> Schema:
    pattern = NAME.pattern.removesuffix(r"\Z")
    return {
        "type": "object",
        "description": about,
        "patternProperties": {f"^{pattern}$": value},
        "additionalProperties": False,
    }


def _object(properties: Schema, required: tuple[str, ...] = (), **more: Any) -> Schema:
    out = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    return {**out, "required": list(required)} if required else out


def _rules() -> Schema:
    return _object(
        {
            "figures": _names(_model(FigureSpec), "Every figure of the rules, once."),
            "options": _names(_model(OptionSpec), "What the rules leave to the table."),
            "units": _names(_model(Unit), "The words after numbers."),
        }
    )


def _overlay() -> Schema:
    about = "What is replaced: files (rules.yaml, a cards file, styles), in them rows and keys."
    return _object(
        {
            "id": {**_ID, "description": "The file's name."},
            "base": {**_ID, "description": "The game that the overlay is laid over."},
            "name": {**_TEXT, "description": "For people."},
            "replace": {
                "type": "object",
                "description": about,
                "additionalProperties": {"type": "object"},
            },
        },
        ("id", "base", "replace"),
    )


def _target() -> Schema:
    base = {**_ID, "description": "The target that this one builds on."}
    made = _model(Target, extends=base)
    return {key: value for key, value in made.items() if key != "required"}


def _styles() -> Schema:
    base = {**_TEXT, "description": "The style that this one builds on."}
    text = _model(TextStyle, extends=base)
    text.pop("required")
    colour = {"anyOf": [_model(ColourSpec), {"type": "string"}]}
    return _object(
        {
            "extends": {**_TEXT, "description": "The style file that this one builds on."},
            "palette": {
                "type": "object",
                "description": 'Colours: {rgb, cmyk, spot}, "#RRGGBB", or another one\'s name.',
                "additionalProperties": colour,
            },
            "text": {"type": "object", "additionalProperties": text},
            "fallback": {"type": "array", "items": _TEXT, "description": "Faces tried in turn."},
        }
    )


def _sizes() -> Schema:
    sizes = {"type": "object", "additionalProperties": _model(Size)}
    return _object({"papers": sizes, "cards": sizes})


def _play() -> Schema:
    texts = {"type": "object", "additionalProperties": _MAYBE}
    return _object(
        {
            "id": {**_ID, "description": "The file's name where it is not given."},
            "title": {**_TEXT, "description": "One line for people."},
            "setup": {**texts, "description": "What the engine's set-up takes."},
            "options": {**texts, "description": "Options of rules.yaml with their values."},
            "moves": {
                "type": ["string", "array"],
                "items": _TEXT,
                "description": "One move a line, below '|'.",
            },
            "result": {**texts, "description": "What the engine must come to."},
        },
        ("moves",),
    )


def _any_cards() -> Schema:
    return _cards(None, {})


def _cards(fields: Mapping[str, FieldSpec] | None, effects: Mapping[str, type[Strict]]) -> Schema:
    own: Schema = {
        "id": {**_ID, "description": "Unlike all others of the file."},
        "name": {**_TEXT, "description": "The id where it is not given."},
        "count": {
            "type": "integer",
            "minimum": 0,
            "description": f"Copies; in a table also {', '.join(QUANTITY[1:])}.",
        },
        "face": {**_TEXT, "description": "A template instead of the component's."},
        "back": {**_MAYBE, "description": "A template instead of the component's; empty: blank."},
    }
    for name, spec in (fields or {}).items():
        own[name] = _field(spec, effects)
    required = [n for n, s in (fields or {}).items() if s.required and s.default is None]
    row = {"type": "object", "properties": own, "additionalProperties": fields is None}
    return {
        "oneOf": [
            {"type": "array", "items": {**row, "required": ["id", *required]}},
            {"type": "object", "additionalProperties": {**row, "required": required}},
        ]
    }


def _field(spec: FieldSpec, effects: Mapping[str, type[Strict]]) -> Schema:
    made: Schema = dict(_TEXT if spec.required else _MAYBE)
    if spec.type == "int":
        made = {"type": "integer" if spec.required else ["integer", "null"]}
    elif spec.type == "choice":
        made = {"enum": [*map(_plain, spec.choices), *([] if spec.required else [None])]}
    elif spec.type in ("list", "grid"):
        items = {"type": "integer"} if spec.of == "int" else _TEXT
        made = {"type": ["array", "string"] if spec.type == "grid" else "array", "items": items}
        if spec.longest is not None:
            made["maxItems"] = spec.longest
    elif spec.type == "pairs":
        held: Schema = {"type": "integer"} if spec.of == "int" else dict(_TEXT)
        made = {"type": "object", "additionalProperties": held}
        if spec.choices:
            made |= {"properties": dict.fromkeys(spec.choices, held), "additionalProperties": False}
        if spec.longest is not None:
            made["maxProperties"] = spec.longest
    elif spec.type == "effects":
        kinds = [_effect(kind, model) for kind, model in effects.items()]
        made = {"type": "array", "items": {"oneOf": kinds} if kinds else {"type": "object"}}
    elif spec.longest is not None:
        made["maxLength"] = spec.longest
    return {**made, "description": spec.help} if spec.help else made


def _plain(choice: str) -> str | int | bool:
    """A choice as an editor's YAML reads it unquoted."""
    if choice in ("true", "false"):
        return choice == "true"
    return int(choice) if choice.isdigit() and str(int(choice)) == choice else choice


def _effect(kind: str, model: type[Strict]) -> Schema:
    made = _model(model)
    made["properties"] = {"kind": {"const": kind}, **made["properties"]}
    made["properties"]["kind"] = {"const": kind}
    made["required"] = sorted({"kind", *made.get("required", ())})
    return made


SCHEMAS: dict[str, Callable[[], Schema]] = {
    "game": lambda: _model(GameFile),
    "rules": _rules,
    "cards": _any_cards,
    "overlay": _overlay,
    "styles": _styles,
    "target": _target,
    "sizes": _sizes,
    "families": lambda: {"type": "object", "additionalProperties": _model(Family)},
    "play": _play,
    "rulings": lambda: {"type": "array", "items": _model(Ruling)},
}
"""Every kind of file that has a schema."""

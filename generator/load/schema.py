"""A kind of data file in; its JSON Schema for editors out, from the models and their docstrings.

Descriptions are the docstrings under the models' fields, read by `ast` when asked for: pydantic
would read them at each start. A text may look like a number or `true` to an editor, since it is
kept as typed.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from generator.load.columns import QUANTITY
from generator.load.figures import NAME
from generator.model.field import FieldSpec
from generator.model.figures import FigureSpec, OptionSpec, Unit
from generator.model.game import GameFile, Ruling
from generator.model.style import ColourSpec, Family, TextStyle
from generator.model.target import Size, Target

Schema = dict[str, Any]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_ID = {"type": ["string", "integer"], "pattern": r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"}
_TEXT: Schema = {"type": ["string", "number", "boolean"]}
_MAYBE: Schema = {"type": ["string", "number", "boolean", "null"]}


def schema(
    what: str,
    fields: Mapping[str, FieldSpec] | None = None,
    effects: Mapping[str, type[BaseModel]] | None = None,
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


def _model(model: type[BaseModel], **more: Schema) -> Schema:
    """A model as a schema with descriptions; `more` are keys that load takes besides."""
    made = model.model_json_schema()
    for name, part in [(model.__name__, made), *made.get("$defs", {}).items()]:
        _describe(name, part, model.__module__)
    made["properties"].update(more)
    made.pop("title", None)
    return _as_typed(made)  # type: ignore[no-any-return]  # a mapping stays one


def _describe(name: str, part: Schema, module: str) -> None:
    """Give a model's schema and its properties the docstrings of its class."""
    modules = [module, *(m for m in sys.modules if m.startswith("generator.model."))]
    docs = next((found for m in modules if (found := _docs(m).get(name))), {})
    if "" in docs:
        part["description"] = docs[""]
    for key, value in part.get("properties", {}).items():
        value.pop("title", None)
        if key in docs:
            value["description"] = docs[key]


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
        if word.arg == "alias" and isinstance(word.value, ast.Constant):
            return str(word.value.value)
    return field.target.id


def _as_typed(node: Any) -> Any:
    """Texts may look like numbers or booleans to an editor."""
    if isinstance(node, list):
        return [_as_typed(item) for item in node]
    if not isinstance(node, dict):
        return node
    out = {key: _as_typed(value) for key, value in node.items()}
    if out.get("type") == "string" and "enum" not in out and "const" not in out:
        out["type"] = _TEXT["type"]
    return out


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


def _cards(
    fields: Mapping[str, FieldSpec] | None, effects: Mapping[str, type[BaseModel]]
) -> Schema:
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


def _field(spec: FieldSpec, effects: Mapping[str, type[BaseModel]]) -> Schema:
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


def _effect(kind: str, model: type[BaseModel]) -> Schema:
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

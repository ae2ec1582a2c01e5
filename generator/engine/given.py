"""A game and its engine in, two hashes out: of what the engine is given, and of its rules.

Evidence made by play holds while both stay the same. Names, quotes, templates and art are not
given to an engine; comments and docstrings are no rules.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any

from generator.model.card import Card, Entry
from generator.model.field import FieldSpec
from generator.model.game import Game


def given_hash(game: Game, components: Collection[str]) -> str:
    """SHA-256 of figures, default options, catalogs and the cards of those components.

    Of a card or entry count its id, count, effects and every declared field but texts and images.
    """
    dumps: dict[int, Any] = {}
    data = {
        "figures": {name: figure.value for name, figure in game.figures.figures.items()},
        "options": {name: option.default for name, option in game.figures.options.items()},
        "catalogs": {
            name: _things(game.catalogs[name].values(), spec.fields, dumps)
            for name, spec in game.file.catalogs.items()
            if name != game.file.personal  # whom it is printed for is nothing to the engine
        },
        "components": {
            component.id: _things(component.cards, component.spec.fields, dumps)
            for component in game.components.values()
            if component.id in components
        },
    }
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _things(
    things: Iterable[Card | Entry], specs: Mapping[str, FieldSpec], dumps: dict[int, Any]
) -> list[Any]:
    names = [name for name, spec in specs.items() if _is_given(spec)]
    return [
        [
            thing.id,
            thing.count if isinstance(thing, Card) else 1,
            {name: thing.fields.get(name) for name in names},
            [_effect(effect, dumps) for effect in thing.effects],
        ]
        for thing in things
    ]


def _is_given(spec: FieldSpec) -> bool:
    if spec.type == "list":
        return spec.of != "text"
    return spec.type not in ("text", "image", "effects")


def _effect(effect: Any, dumps: dict[int, Any]) -> Any:
    """Equal effects share one model, so each is dumped once."""
    if id(effect) not in dumps:
        dumps[id(effect)] = {"kind": type(effect).__name__, **effect.plain()}
    return dumps[id(effect)]


def rules_hash(engine: object, words: Collection[str] = ()) -> str:
    """SHA-256 of the syntax trees of the engine's module and of those it imports from its package.

    Docstrings, comments and the modules of `words` are left out. Raises OSError and SyntaxError
    where there is no source.
    """
    start = type(engine).__module__
    package = start.rpartition(".")[0]
    digest = hashlib.sha256()
    waiting, seen = [start], {start, *words}
    trees: dict[str, ast.Module] = {}
    while waiting:
        name = waiting.pop()
        path = _source(name)
        if path is None:
            continue
        trees[name] = ast.parse(path.read_bytes())
        for other in _imports(trees[name], name if path.stem == "__init__" else package):
            if package and other.startswith(package + ".") and other not in seen:
                seen.add(other)
                waiting.append(other)
    if not trees:
        raise OSError(f"{start} has no source")
    for name in sorted(trees):
        parts: list[str] = [name.removeprefix(package), "\n"]
        _shape(trees[name], parts)
        digest.update("".join(parts).encode())
    return digest.hexdigest()


def sources_hash(engine: object) -> str:
    """SHA-256 of the bytes of the engine's module and of all other modules of its package.

    Where it is the same, so is `rules_hash`, which costs fifty times as much.
    """
    start = type(engine).__module__
    path = _source(start)
    if path is None:
        return ""
    package = start.rpartition(".")[0]
    files = sorted(path.parent.rglob("*.py")) if package else [path]
    digest = hashlib.sha256()
    for file in files:
        data = file.read_bytes()
        name = file.relative_to(path.parent).as_posix()
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def _source(module: str) -> Path | None:
    """The file of a module; None for a name that is no module, or has no source."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError):
        return None
    origin = spec.origin if spec else None
    return Path(origin) if origin and origin.endswith(".py") else None


def _imports(tree: ast.Module, package: str) -> Iterator[str]:
    """Absolute names of all that is imported, names inside modules included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            name = "." * node.level + (node.module or "")
            base = resolve_name(name, package) if node.level else name
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


_SILENT = frozenset(("ctx", "kind", "type_comment", "type_ignores"))


def _shape(node: ast.AST, parts: list[str]) -> None:
    """What the code does, in a form that does not depend on the Python that read it."""
    parts.append(f"({type(node).__name__}")
    for name in node._fields:
        value = getattr(node, name, None)
        if (value is None and not isinstance(node, ast.Constant)) or name in _SILENT:
            continue
        if isinstance(value, ast.AST):
            parts.append(f" {name}=")
            _shape(value, parts)
        elif isinstance(value, list):
            if value:
                parts.append(f" {name}=[")
                _shapes(value, parts)
                parts.append("]")
        else:
            parts.append(f" {name}={value!r}")
    parts.append(")")


def _shapes(nodes: Sequence[Any], parts: list[str]) -> None:
    for node in nodes:
        if not isinstance(node, ast.AST):
            parts.append(repr(node))
        elif not _is_words(node):
            _shape(node, parts)


def _is_words(node: ast.AST) -> bool:
    """A text that stands by itself: a docstring, of a module or of what precedes it."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )

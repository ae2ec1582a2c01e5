"""Style files and `families.yaml` in; a palette, text styles and the files of font faces out.

A style file holds `palette` (name: {rgb, cmyk, spot}, or `"#RRGGBB"`, or another colour's name),
`text` (name: style, each may say `extends` with another's name) and `fallback` (faces). It may say
`extends` with another style file's name; one that names itself means the next one of that name in
the order of search, so a game's `styles` can build on the shared `styles`. A text style that
extends its own name adds keys to that of the file extended; any other replaces it whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from generator.load.faces import load_faces
from generator.load.fill import fill, mapping_of, unknown_keys
from generator.load.find import GameSources
from generator.load.near import hint
from generator.load.nodes import Map, Node, Seq
from generator.load.read import read_yaml
from generator.model.scalars import kind_of
from generator.model.sources import Missing
from generator.model.style import ColourSpec, Styles, TextStyle
from generator.problems import Problems, Where
from generator.scene import Colour

MOST_INK = 240
"""Per cent of all four inks together that presses for cards take (PRINT_FACTS: DriveThruCards)."""

_HEX = re.compile(r"#[0-9A-Fa-f]{6}\Z", re.ASCII)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}\Z", re.ASCII)
_CHAIN = 20
"""Steps that colours and styles may lead through others."""

_PARTS = ("palette", "text")
_NONE = Map("", 0)


def read_styles(sources: GameSources, name: str, where: Where, problems: Problems) -> Map | None:
    """The style file with all that it extends merged, each key at its own place; None: faults."""
    found = sources.find("style", name)
    if isinstance(found, Missing):
        problems.add(found.code, where, found.says, found.fix)
        return None
    chain: list[Path] = []
    merged: list[Map] = []
    path: Path | None = found
    while path is not None:
        chain.append(path)
        node = read_yaml(path, sources.shown(path), problems)
        if not isinstance(node, Map):
            if node is not None:
                says = "is a list; keys are wanted"
                problems.add("field-value", node.where(), says, "write 'palette:' and 'text:'")
            return None
        unknown_keys(node, ("extends", *_PARTS, "fallback"), problems)
        merged.append(node)
        path, fine = _base(node, chain, sources, problems)
        if not fine or not _parted(node, problems):
            return None
    return _merged(merged)


def _parted(node: Map, problems: Problems) -> bool:
    """Whether palette and text are mappings, where they are given."""
    wrong = [part for part in _PARTS if not isinstance(node.get(part, _NONE), Map)]
    for part in wrong:
        says = f"is {kind_of(node[part])}; a mapping is wanted"
        problems.add("field-value", node.where(part), says, "write 'name: …' lines below it")
    return not wrong


def _base(
    node: Map, chain: list[Path], sources: GameSources, problems: Problems
) -> tuple[Path | None, bool]:
    """The file that `node` extends, and whether all is well."""
    name = node.get("extends")
    if name is None:
        return None, True
    where = node.where("extends")
    if not isinstance(name, str):
        problems.add("field-value", where, f"is {kind_of(name)}; a name is wanted", "write one")
        return None, False
    found = sources.find("style", name)
    if isinstance(found, Missing):
        problems.add(found.code, where, found.says, found.fix)
        return None, False
    known = list(sources.candidates("style", name))
    if chain[-1] in known:
        behind = known[known.index(chain[-1]) + 1 :]
        found = behind[0] if behind else found
    if found in chain:
        names = " -> ".join(sources.shown(path) for path in [*chain, found])
        problems.add("style-cycle", where, f"style files extend in a circle: {names}", "cut it")
        return None, False
    return found, True


def _merged(chain: Sequence[Map]) -> Map:
    """One mapping of all files, the first of `chain` winning key by key."""
    out = Map(chain[0].file, chain[0].line)
    for part in _PARTS:
        names = Map(out.file, out.line)
        for node in reversed(chain):
            inner = node.get(part)
            if isinstance(inner, Map):
                for name, value, where in inner.entries():
                    old = names.get(name)
                    grows = isinstance(value, Map) and value.get("extends") == name
                    if grows and isinstance(value, Map) and isinstance(old, Map):
                        value = _grown(value, old)  # noqa: PLW2901 - what is laid in its place
                    names.lay(name, value, where)
        out.put(part, names, chain[0].line_of(part))
    for node in chain:
        if node.get("fallback") is not None:
            out.put("fallback", node["fallback"], node.line_of("fallback"))
            break
    return out


def _grown(style: Map, old: Map) -> Map:
    """The old style with the keys of one that extends it under the same name."""
    out = Map(style.file, style.line)
    for part in (old, style):
        for key, value, where in part.entries():
            if part is old or key != "extends":
                out.lay(key, value, where)
    return out


def load_styles(node: Map, sources: GameSources, problems: Problems) -> Styles:
    """The styles of a merged style file; whatever is faulty is noted and left out."""
    palette = _palette(node, problems)
    text = _text_styles(node, palette, problems)
    fallback = _fallback(node, problems)
    used: dict[str, Where] = {}
    for name, style in text.items():
        for key in ("font", "bold", "italic", "bold_italic"):
            if face := getattr(style, key):
                used.setdefault(face, _place(node["text"], name, key))
    for face in fallback:
        used.setdefault(face, node.where("fallback"))
    return Styles(palette, text, fallback, load_faces(sources, used, problems))


def _place(styles: Map, name: str, key: str) -> Where:
    """Where a style gets a key from: its own, or that of a style it extends."""
    first = styles.where(name)
    for _ in range(len(styles)):
        style = styles.get(name)
        if not isinstance(style, Map):
            break
        if key in style:
            return style.where(key)._replace(field=f"{name}.{key}")
        name = style.get("extends") or ""
    return first


def _palette(node: Map, problems: Problems) -> dict[str, Colour]:
    written: Map = node["palette"] if isinstance(node.get("palette"), Map) else Map("", 0)

    def colour(name: str, value: Node, where: Where) -> Colour | None:
        if not _NAME.match(name) or name == "none":
            says = f"'{name[:80]}' cannot name a colour"
            problems.add("style-colour", where, says, "use letters, digits, '-' and '_'")
            return None
        chain = [name]
        while isinstance(value, str) and not value.startswith("#"):
            circle = value in chain or len(chain) > _CHAIN
            if circle or value not in written:
                says = f"'{value[:80]}' is no colour of the palette"
                if circle:
                    says = f"colours name each other in a circle: {' -> '.join([*chain, value])}"
                fix = (
                    "give one of them a value"
                    if circle
                    else hint(value, (n for n in written if n not in chain), "palette")
                )
                problems.add("style-cycle" if circle else "style-colour", where, says, fix)
                return None
            chain.append(value)
            value = written[value]
        return _colour(value, where, problems)

    return mapping_of(node, "palette", colour, problems)


def _colour(value: Node, where: Where, problems: Problems) -> Colour | None:
    if isinstance(value, str):
        spec: ColourSpec | None = ColourSpec(rgb=value)
    else:
        spec = fill(ColourSpec, value, problems, where=where)
    if spec is None:
        return None
    place = value.where("rgb") if isinstance(value, Map) else where
    if not _HEX.match(spec.rgb):
        says = f"'{spec.rgb[:40]}' is no colour"
        problems.add("style-colour", place, says, 'write "#RRGGBB" in quotes, such as "#1A2B3C"')
        return None
    r, g, b = (int(spec.rgb[i : i + 2], 16) for i in (1, 3, 5))
    if spec.cmyk is None:
        return Colour(r, g, b, None, spec.spot)
    place = value.where("cmyk") if isinstance(value, Map) else where
    if any(not 0 <= part <= 100 for part in spec.cmyk):
        says = "has an ink outside 0 to 100 per cent"
        problems.add("style-colour", place, says, "write four whole numbers, C M Y K")
        return None
    if sum(spec.cmyk) > MOST_INK:
        says = f"has {sum(spec.cmyk)} % ink in sum; presses take {MOST_INK} %"
        problems.add("style-colour", place, says, f"take out {sum(spec.cmyk) - MOST_INK} %")
        return None
    c, m, y, k = (part / 100 for part in spec.cmyk)
    return Colour(r, g, b, (c, m, y, k), spec.spot)


def _text_styles(node: Map, palette: dict[str, Colour], problems: Problems) -> dict[str, TextStyle]:
    written: Map = node["text"] if isinstance(node.get("text"), Map) else Map("", 0)

    def style(name: str, value: Node, where: Where) -> TextStyle | None:
        chain: list[str] = [name]
        parts: list[Map] = []
        while True:
            if not isinstance(value, Map):
                says = f"is {kind_of(value)}; a mapping is wanted"
                problems.add("field-value", where, says, "write 'font: …' and 'size: …' below it")
                return None
            parts.append(value)
            base = value.get("extends")
            if base is None:
                break
            place = value.where("extends")
            if not isinstance(base, str):
                says = f"is {kind_of(base)}; a style's name is wanted"
                problems.add("field-value", place, says, "write one name, such as body")
                return None
            if base in chain or len(chain) > _CHAIN:
                circle = " -> ".join([*chain, base])
                problems.add("style-cycle", place, f"styles extend in a circle: {circle}", "cut it")
                return None
            if base not in written:
                says = f"'{base[:80]}' is no text style"
                problems.add("ref-missing", place, says, hint(base, written, "styles"))
                return None
            chain.append(base)
            value = written[base]
        made = fill(TextStyle, _flat(parts), problems, where=where, keys=("extends",))
        if made is not None:
            _check(name, made, written, palette, problems)
        return made

    return mapping_of(node, "text", style, problems)


def _flat(parts: Sequence[Map]) -> Map:
    """The style with what it extends, the first of `parts` winning; keys keep their places."""
    out = Map(parts[0].file, parts[0].line)
    for part in reversed(parts):
        for key, value, where in part.entries():
            if key != "extends":
                out.lay(key, value, where)
    return out


def _check(
    name: str, style: TextStyle, written: Map, palette: dict[str, Colour], problems: Problems
) -> None:
    def note(key: str, says: str, fix: str, code: str = "field-value") -> None:
        problems.add(code, _place(written, name, key), says, fix)

    if style.colour not in palette:
        fix = hint(style.colour, palette, "palette")
        note("colour", f"'{style.colour}' is no colour of the palette", fix, "style-colour")
    if not 1 <= style.size <= 1000:
        note("size", f"is {style.size:g} pt", "write 1 to 1000")
    if style.least is not None and not 1 <= style.least <= style.size:
        note("least", f"is {style.least:g} pt", f"write 1 to {style.size:g}, the style's size")
    if not 0.5 <= style.leading <= 5:
        note("leading", f"is {style.leading:g} sizes", "write 0.5 to 5")
    if not -500 <= style.tracking <= 2000:
        note("tracking", f"is {style.tracking:g} thousandths of an em", "write -500 to 2000")


def _fallback(node: Map, problems: Problems) -> tuple[str, ...]:
    value: Any = node.get("fallback")
    if value is None:
        return ()
    if not isinstance(value, Seq) or not all(isinstance(v, str) for v in value):
        says = f"is {kind_of(value)}; a list of faces is wanted"
        problems.add("field-value", node.where("fallback"), says, "write [face, face]")
        return ()
    return _once(value)


def _once(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))

"""Declared fields in; readers out that turn a row's texts into typed values.

Checked by plain functions, one a field: at 14,400 cards a model costs more than the whole reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Any, NamedTuple, cast, get_args, get_origin

from generator.load.fill import mend
from generator.load.near import hint, key_hint
from generator.load.nodes import Map, Node, Seq
from generator.model.card import Value
from generator.model.field import FieldSpec
from generator.model.scalars import Fault, Strict, kind_of, reader, slots
from generator.problems import Where

_INT = re.compile(r"-?(0|[1-9]\d*)\Z", re.ASCII)


class Flaw(NamedTuple):
    """One reason why a value does not fit; `part` names a piece of it, `at` its own place."""

    code: str
    says: str
    fix: str = ""
    part: str = ""
    at: Where | None = None


class Unfit(Exception):  # noqa: N818 - it says what the value is
    """A value that its field does not take, with every reason; `partly` is what is sound of it."""

    def __init__(self, *flaws: Flaw, partly: Value = None) -> None:
        super().__init__(flaws)
        self.flaws = flaws
        self.partly = partly


Reader = Callable[[Node], Value]
"""A value as typed (never None) to what the field holds; raises Unfit."""


class World(NamedTuple):
    """What values may point at.

    `catalogs`: the ids of each catalog (None: not to be had, so anything goes) · `effects`: kind
    to model · `picture`: why a picture of that name cannot be used, None where it can · `figures`:
    their values, which effects may name instead of repeating them.
    """

    catalogs: dict[str, Collection[str] | None]
    effects: Mapping[str, type[Strict]]
    picture: Callable[[str], Flaw | None]
    figures: Mapping[str, int] = {}


class Field(NamedTuple):
    """A declared field ready to read: `absent` is the value where a row does not give it."""

    name: str
    read: Reader
    required: bool
    absent: Value
    effects: bool


def make_field(name: str, spec: FieldSpec, world: World) -> Field:
    """The reader of a declared field; raises Unfit for a default that does not fit."""
    read = _reader(spec, world)
    absent: Value = () if spec.type in ("list", "grid", "effects", "pairs") else None
    if spec.default is not None and absent is None:
        absent = read(spec.default)
    required = spec.required and spec.default is None
    return Field(name, read, required, absent, spec.type == "effects")


def _reader(spec: FieldSpec, world: World) -> Reader:
    if spec.type == "text":
        return text_reader(spec.longest)
    if spec.type == "int":
        return read_int
    if spec.type == "choice":
        return choice_reader(spec.choices)
    if spec.type == "list":
        one = {"text": text_reader(spec.each), "int": read_int}.get(spec.of)
        return list_reader(one or ref_reader(spec.to or "", world.catalogs), spec.longest)
    if spec.type == "pairs":
        held = read_int if spec.of == "int" else text_reader(spec.each)
        return pairs_reader(held, spec.choices, spec.longest)
    if spec.type == "image":
        return image_reader(world.picture)
    if spec.type == "effects":
        return effects_reader(world.effects, world.figures)
    if spec.type == "grid":
        return read_grid
    return ref_reader(spec.to or "", world.catalogs)


def _text(value: Node, wanted: str = "a text") -> str:
    if isinstance(value, str):
        return value
    fix = "put the value in quotes if it is one text that starts with { or ["
    if wanted != "a text":
        fix = "write digits only, such as 7 or -2"
    raise Unfit(Flaw("field-value", f"is {kind_of(value)}; {wanted} is wanted", fix))


def text_reader(longest: int | None) -> Reader:
    """Text as typed, at most `longest` characters."""

    def read(value: Node) -> Value:
        if value.__class__ is not str:
            value = str(_text(value))
        if longest is not None and len(value) > longest:
            says = f"has {len(value)} characters; at most {longest} are allowed"
            raise Unfit(Flaw("field-long", says, f"take out {len(value) - longest}"))
        return value  # type: ignore[no-any-return]  # a str by now

    return read


def read_int(value: Node) -> Value:
    """`-?(0|[1-9]\\d*)`, at most 12 digits."""
    if value.__class__ is str and _INT.match(value) and len(value) <= 12:
        return int(value)
    text = _text(value, "a whole number")
    if _INT.match(text):
        raise Unfit(Flaw("field-value", "has more than 12 digits", "write a smaller number"))
    says = f"is {text[:40]!r}; a whole number is wanted"
    raise Unfit(Flaw("field-value", says, "write digits only, such as 7 or -2"))


def choice_reader(choices: tuple[str, ...]) -> Reader:
    """One of the choices."""
    known = {choice: choice for choice in choices}

    def read(value: Node) -> Value:
        try:
            return known[value]
        except (KeyError, TypeError):
            text = _text(value)
        says = f"is {text[:40]!r}, which is no choice"
        raise Unfit(Flaw("field-value", says, hint(text, choices, "choices")))

    return read


def list_reader(one: Reader, longest: int | None) -> Reader:
    """A tuple of values, each read by `one`; all faults of all items."""

    def read(value: Node) -> Value:
        if not isinstance(value, Seq):
            says = f"is {kind_of(value)}; a list is wanted"
            raise Unfit(Flaw("field-value", says, f"write [{value if value else '…'}]"))
        out: list[Value] = []
        flaws: list[Flaw] = []
        for i, item in enumerate(value):
            try:
                if item is None:
                    raise Unfit(Flaw("field-value", "is empty", "write a value or take it out"))
                out.append(one(item))
            except Unfit as unfit:
                part = f"[{i}]"
                flaws += (f._replace(part=part, at=value.where(i)) for f in unfit.flaws)
        if longest is not None and len(value) > longest:
            says = f"has {len(value)} items; at most {longest} are allowed"
            flaws.append(Flaw("field-long", says, f"take out {len(value) - longest}"))
        if flaws:
            raise Unfit(*flaws)
        return tuple(out)

    return read


def pairs_reader(one: Reader, names: tuple[str, ...], longest: int | None) -> Reader:
    """A tuple of (name, value) in the order written; `names` are those that may stand there."""

    def read(value: Node) -> Value:
        if not isinstance(value, Map):
            says = f"is {kind_of(value)}; a mapping is wanted"
            raise Unfit(Flaw("field-value", says, "write {name: value, …}"))
        out: list[tuple[str, Value]] = []
        flaws: list[Flaw] = []
        for name, held, place in value.entries():
            part, at = f".{name}", Where(place.file, place.line)
            if names and name not in names:
                says = f"has no place for '{name[:60]}'"
                flaws.append(Flaw("field-unknown", says, hint(name, names, "names"), part, at))
                continue
            try:
                if held is None:
                    raise Unfit(Flaw("field-value", "is empty", "write a value or take it out"))
                out.append((name, one(held)))
            except Unfit as unfit:
                flaws += (flaw._replace(part=part, at=at) for flaw in unfit.flaws)
        if longest is not None and len(value) > longest:
            says = f"has {len(value)} pairs; at most {longest} are allowed"
            flaws.append(Flaw("field-long", says, f"take out {len(value) - longest}"))
        if flaws:
            raise Unfit(*flaws, partly=tuple(out[:longest]))
        return tuple(out)

    return read


def read_grid(value: Node) -> Value:
    """Lines of equal length, as a list or as a text block."""
    lines: list[Node] = list(value) if isinstance(value, Seq) else _text(value).splitlines()
    texts = [_text(line) for line in lines]
    if not texts:
        return ()
    for i, line in enumerate(texts):
        if len(line) != len(texts[0]):
            says = f"line {i + 1} has {len(line)} cells, the first has {len(texts[0])}"
            raise Unfit(Flaw("field-value", says, "make all lines of the grid equally long"))
    return tuple(map(str, texts))


def ref_reader(catalog: str, catalogs: Mapping[str, Collection[str] | None]) -> Reader:
    """The id of an entry of the catalog."""
    known = catalogs.get(catalog)
    if known is None:
        return text_reader(None)
    ids = {id_: id_ for id_ in known}

    def read(value: Node) -> Value:
        try:
            return ids[value]
        except (KeyError, TypeError):
            text = _text(value)
        says = f"'{text[:60]}' is no entry of the catalog '{catalog}'"
        raise Unfit(Flaw("ref-missing", says, hint(text, ids, "entries")))

    return read


def image_reader(picture: Callable[[str], Flaw | None]) -> Reader:
    """The name of a picture that is there; looked for once a name."""
    seen: dict[str, Flaw | None] = {}

    def read(value: Node) -> Value:
        name = str(_text(value))
        if name not in seen:
            seen[name] = picture(name)
        flaw = seen[name]
        if flaw is not None:
            raise Unfit(flaw)
        return name

    return read


def effects_reader(
    models: Mapping[str, type[Strict]], figures: Mapping[str, int] | None = None
) -> Reader:
    """`[{kind: damage, amount: 1}]` as the rules' models; equal effects share one model.

    A whole number may be the name of a figure: `{kind: damage, amount: blow}`.
    """
    made: dict[tuple[tuple[str, str], ...], Strict] = {}

    def one(value: Node) -> Value:
        if not isinstance(value, Map):
            says = f"is {kind_of(value)}; a mapping is wanted"
            raise Unfit(Flaw("field-value", says, "write {kind: …, …}"))
        key = None
        if all(v.__class__ is str for v in value.values()):
            key = tuple(value.items())
            if key in made:
                return made[key]  # type: ignore[return-value]  # a list holds any value
        effect = _effect(value, models, figures or {})
        if key is not None:
            made[key] = effect
        return effect  # type: ignore[return-value]

    return list_reader(one, None)


def _effect(value: Map, models: Mapping[str, type[Strict]], figures: Mapping[str, int]) -> Strict:
    kind = value.get("kind")
    if not isinstance(kind, str):
        says = "an effect has no kind"
        raise Unfit(Flaw("field-missing", says, hint("", models, "write 'kind: …'; kinds")))
    model = models.get(kind)
    if model is None:
        says = f"the rules know no effect of the kind '{kind[:60]}'"
        raise Unfit(Flaw("effect-unknown", says, hint(kind, models, "kinds")))
    known = slots(model)
    data: dict[str, Any] = {k: v for k, v in value.items() if k in known or k != "kind"}
    for key, said in data.items():
        if said.__class__ is str and said in figures and key in known and _whole(known[key].kind):
            data[key] = figures[said]
    faults: list[Fault] = []
    made = reader(model)(data, (), faults)
    if faults:
        raise Unfit(*(_flaw(kind, tuple(known), fault, value, figures) for fault in faults))
    return cast(Strict, made)


def _whole(kind: Any) -> bool:
    """Whether a field holds a whole number, within bounds or not."""
    return kind is int or (get_origin(kind) is Annotated and get_args(kind)[0] is int)


def _flaw(
    kind: str, known: tuple[str, ...], fault: Fault, value: Map, figures: Mapping[str, int]
) -> Flaw:
    name = ".".join(str(part) for part in fault.path)
    if fault.kind == "unknown":
        says = f"the effect '{kind}' has no '{name}'"
        return Flaw("field-unknown", says, key_hint(name, [k for k in known if k != "kind"], value))
    if fault.kind == "missing":
        return Flaw("field-missing", f"the effect '{kind}' needs '{name}'", f"write {name}: …")
    said = f"{name} of the effect '{kind}'" if name else f"the effect '{kind}'"
    fix = mend(fault)
    if fault.kind in ("choice", "tag"):
        fix = hint(fault.value if isinstance(fault.value, str) else "", fault.known, "choices")
    elif isinstance(fault.value, str) and fault.value[:1].isalpha() and figures:
        fix = hint(fault.value, figures, "figures")
    return Flaw("field-value", f"{said} {fault.says}", fix)

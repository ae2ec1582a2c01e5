"""Plain YAML values and a type in; the typed value, or every fault of it, out.

The reader of YAML hands over each scalar as the author typed it; the field's type decides what it
means. `Strict` is what all models of files are: a msgspec struct, since a command starts in a
fifth of the time that pydantic's models take.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeVar, dataclass_transform

import msgspec

_INT = re.compile(r"-?(0|[1-9]\d*)\Z", re.ASCII)
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?\Z", re.ASCII)

Text = str
"""Kept as typed: `NO`, `007`, `12:30` and `1.10` stay what they are."""

Int = int
"""`-?(0|[1-9]\\d*)`."""

Number = float
"""An Int that may add `.` and digits."""

Bool = bool
"""`true` or `false`."""

ONE_OR_MORE = msgspec.Meta(title="one or more")
"""Marks a tuple that may be written as its single item."""

Texts = Annotated[tuple[Text, ...], ONE_OR_MORE]
"""One text or a list of at least one."""

Trail = tuple[str | int, ...]
"""Keys and places in lists that lead to a value."""

M = TypeVar("M", bound="Strict")


class Fault(NamedTuple):
    """Why the value at `path` does not fit; `known` are the keys or choices that would."""

    path: Trail
    kind: Literal["unknown", "missing", "choice", "tag", "value"]
    says: str
    known: tuple[str, ...] = ()
    value: object = None


class Faulty(ValueError):  # noqa: N818 - it says what the data is
    """Data that a model does not take, with every fault."""

    def __init__(self, model: str, faults: list[Fault]) -> None:
        self.faults = faults
        told = "; ".join(f"{'.'.join(map(str, f.path))}: {f.says}" for f in faults[:5])
        super().__init__(f"{model}: {told}")


class _StrictMeta(msgspec.StructMeta):
    """Makes every model frozen with named values only: msgspec does not hand `kw_only` down."""

    def __new__(
        mcls, name: str, bases: tuple[type, ...], space: dict[str, Any], **given: Any
    ) -> Any:
        return super().__new__(
            mcls, name, bases, space, **{"frozen": True, "kw_only": True} | given
        )


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(msgspec.field,))
class Strict(msgspec.Struct, metaclass=_StrictMeta, frozen=True, kw_only=True):
    """A model of one mapping in a YAML file: unknown keys are faults, values do not change."""

    @classmethod
    def read(cls, data: object) -> Self:
        """The model of plain data (texts as typed, or values as they are); raises Faulty."""
        faults: list[Fault] = []
        made = reader(cls)(data, (), faults)
        if faults:
            raise Faulty(cls.__name__, faults)
        return typing.cast(Self, made)

    def but(self, **changes: object) -> Self:
        """The same with some values changed."""
        return msgspec.structs.replace(self, **changes)

    def plain(self, *, defaults: bool = True) -> dict[str, Any]:
        """The values by their keys, models in them as mappings, tuples as lists.

        Without `defaults`, values that need not be written are left out.
        """
        return {
            slot.key: _plain(getattr(self, slot.name), defaults)
            for slot in slots(type(self)).values()
            if defaults or slot.required or getattr(self, slot.name) != slot.default
        }


def _plain(value: Any, defaults: bool) -> Any:
    if isinstance(value, Strict):
        return value.plain(defaults=defaults)
    if isinstance(value, tuple):
        return [_plain(item, defaults) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item, defaults) for key, item in value.items()}
    return value


class Slot(NamedTuple):
    """A field of a model: the `key` in the file, whether it must stand there, its type."""

    name: str
    key: str
    required: bool
    default: Any
    kind: Any


Reader = Callable[[Any, Trail, list[Fault]], Any]
"""Takes a value, its path, and where faults go; what it gives back counts only without any."""


@cache
def slots(model: type[Strict]) -> dict[str, Slot]:
    """The fields of a model by their keys."""
    made = {}
    for field in msgspec.structs.fields(model):
        factory = field.default_factory
        default = field.default if factory is msgspec.NODEFAULT else factory()
        slot = Slot(field.name, field.encode_name, field.required, default, field.type)
        made[slot.key] = slot
    return made


def kind_of(value: object) -> str:
    """`a list`, `empty`: what a value is, for people."""
    if value is None:
        return "empty"
    if isinstance(value, str):
        return f"the text '{value[:40]}'" if value else "an empty text"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a mapping" if isinstance(value, dict) else "a list"


def variants(kind: Any) -> dict[str, type[Strict]]:
    """Of a union of models, each by the `kind` that tells them apart; {} for any other type."""
    args = [arg for arg in typing.get_args(kind) if arg is not type(None)]
    if len(args) < 2 or not all(isinstance(a, type) and issubclass(a, Strict) for a in args):
        return {}
    tags = [typing.get_args(slots(a)["kind"].kind) if "kind" in slots(a) else () for a in args]
    return {tag[0]: arg for tag, arg in zip(tags, args, strict=True)} if all(tags) else {}


@cache
def reader(model: type[Strict]) -> Reader:
    """What reads a mapping into the model; see `_reader` for the types that fields have."""
    fields: dict[str, tuple[str, Reader]] = {}

    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        if not fields and slots(model):  # on first use: models may hold themselves
            fields.update((s.key, (s.name, _reader(s.kind))) for s in slots(model).values())
        if isinstance(value, model):
            return value
        if not isinstance(value, dict):
            faults.append(_wanted(path, value, "a mapping"))
            return None
        before, found = len(faults), {}
        for key, item in value.items():
            field = fields.get(key)
            if field is None:
                faults.append(Fault((*path, key), "unknown", "is not known", tuple(fields)))
            else:
                found[field[0]] = field[1](item, (*path, key), faults)
        for slot in slots(model).values():
            if slot.required and slot.key not in value:
                faults.append(Fault((*path, slot.key), "missing", "is missing"))
        if len(faults) > before:
            return None
        try:
            return model(**found)
        except ValueError as error:  # the model's own `__post_init__`
            faults.append(Fault(path, "value", str(error), (), value))
            return None

    return read


def readable(model: Any, seen: tuple[Any, ...] = ()) -> None:
    """Raises TypeError where a model, or one that it holds, is no Strict of types read here."""
    if not (isinstance(model, type) and issubclass(model, Strict)):
        raise TypeError(f"{model!r} is no model derived from Strict")
    kinds = [] if model in seen else [slot.kind for slot in slots(model).values()]
    for kind in kinds:
        _reader(kind)
    while kinds:
        kind = kinds.pop()
        if isinstance(kind, type) and issubclass(kind, Strict):
            readable(kind, (*seen, model))
        kinds += typing.get_args(kind)


def _wanted(path: Trail, value: object, wanted: str) -> Fault:
    return Fault(path, "value", f"is {kind_of(value)}; {wanted} is wanted", (), value)


def _reader(kind: Any) -> Reader:
    """Reads a scalar, a literal, a tuple, a mapping from texts, a model, one of several models, or
    any of these or nothing; raises TypeError for another type."""
    if kind in _SCALARS:
        return _SCALARS[kind]
    if isinstance(kind, type) and issubclass(kind, Strict):
        return reader(kind)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        if ONE_OR_MORE in kind.__metadata__:
            return _one_or_more(_reader(args[0]))
        return _within(_reader(args[0]), kind.__metadata__)
    if origin is Literal and all(isinstance(arg, str) for arg in args):
        return _choice(args)
    if origin is tuple:
        if len(args) == 2 and args[1] is ...:
            return _list(_reader(args[0]))
        return _fixed([_reader(arg) for arg in args])
    if origin in (dict, Mapping):
        return _mapping(_reader(args[0]), _reader(args[1]))
    if origin in (typing.Union, types.UnionType):
        some = [arg for arg in args if arg is not type(None)]
        if len(some) == 1 or variants(kind):
            inner = _reader(some[0]) if len(some) == 1 else _one_of(variants(kind))
            return _maybe(inner) if type(None) in args else inner
    raise TypeError(f"a model cannot hold {kind!r}")


def _text(value: Any, path: Trail, faults: list[Fault]) -> Any:
    if not isinstance(value, str):
        faults.append(_wanted(path, value, "a text"))
        return None
    return str(value)


def _numeral(most: int, pattern: re.Pattern[str], made: type, wanted: str, such: str) -> Reader:
    """A number of at most so many characters, or one that a program hands over."""

    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        if isinstance(value, str) and len(value) <= most and pattern.match(value):
            return made(value)
        if value.__class__ in (int, made):
            return made(value)
        says = f"is {kind_of(value)}; {wanted} is wanted"
        if isinstance(value, str):
            says = f"is {str(value)[:40]!r}; {wanted} such as {such} is wanted"
            if pattern.match(value):
                says = f"has more than {most} digits"
        faults.append(Fault(path, "value", says, (), value))
        return None

    return read


def _bool(value: Any, path: Trail, faults: list[Fault]) -> Any:
    if value.__class__ is bool:
        return value
    if not isinstance(value, str):
        faults.append(_wanted(path, value, "true or false"))
    elif value not in ("true", "false"):
        says = f"is {str(value)[:40]!r}; true or false is wanted"
        faults.append(Fault(path, "value", says, (), value))
    return value == "true"


_SCALARS: dict[Any, Reader] = {
    str: _text,
    int: _numeral(12, _INT, int, "a whole number", "7 or -2"),
    float: _numeral(24, _NUMBER, float, "a number", "7 or 2.5"),
    bool: _bool,
}


def _within(inner: Reader, bounds: tuple[Any, ...]) -> Reader:
    """A number within the bounds that `msgspec.Meta` states."""
    least = next((meta.ge for meta in bounds if meta.ge is not None), None)
    most = next((meta.le for meta in bounds if meta.le is not None), None)

    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        before, says = len(faults), ""
        made = inner(value, path, faults)
        if len(faults) == before and least is not None and made < least:
            says = f"is {made}; at least {least} is wanted"
        elif len(faults) == before and most is not None and made > most:
            says = f"is {made}; at most {most} is wanted"
        if says:
            faults.append(Fault(path, "value", says, (), value))
        return made

    return read


def _choice(choices: tuple[Any, ...]) -> Reader:
    known = {choice: choice for choice in choices}

    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        if isinstance(value, str) and value in known:
            return known[value]
        faults.append(Fault(path, "choice", f"is {kind_of(value)}", choices, value))
        return None

    return read


def _list(inner: Reader) -> Reader:
    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        if not isinstance(value, list | tuple):
            faults.append(_wanted(path, value, "a list"))
            return ()
        return tuple([inner(item, (*path, i), faults) for i, item in enumerate(value)])

    return read


def _one_or_more(inner: Reader) -> Reader:
    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        if isinstance(value, str):
            return (str(value),)
        if not isinstance(value, list | tuple):
            faults.append(_wanted(path, value, "a text or a list of them"))
            return ()
        if not value:
            says = "is an empty list; at least one text is wanted"
            faults.append(Fault(path, "value", says, (), value))
        return inner(value, path, faults)

    return read


def _fixed(inner: list[Reader]) -> Reader:
    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        if not isinstance(value, list | tuple):
            faults.append(_wanted(path, value, "a list"))
            return ()
        if len(value) > len(inner):
            says = f"has {len(value)} items; {len(inner)} are wanted"
            faults.append(Fault(path, "value", says, (), value))
        for i in range(len(value), len(inner)):
            faults.append(Fault((*path, i), "missing", "is missing"))
        both = enumerate(zip(inner, value, strict=False))
        return tuple([one(item, (*path, i), faults) for i, (one, item) in both])

    return read


def _mapping(name: Reader, inner: Reader) -> Reader:
    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        if not isinstance(value, dict):
            faults.append(_wanted(path, value, "a mapping"))
            return {}
        made: dict[Any, Any] = {}
        for key, item in value.items():
            here = (*path, key)
            made[name(key, here, faults)] = inner(item, here, faults)
        return made

    return read


def _maybe(inner: Reader) -> Reader:
    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        return None if value is None else inner(value, path, faults)

    return read


def _one_of(models: Mapping[str, type[Strict]]) -> Reader:
    def read(value: Any, path: Trail, faults: list[Fault]) -> Any:
        if isinstance(value, tuple(models.values())):
            return value
        if not isinstance(value, dict):
            faults.append(_wanted(path, value, "a mapping"))
            return None
        tag = value.get("kind")
        model = models.get(tag) if isinstance(tag, str) else None
        if model is None:
            says = f"the kind is '{tag[:40]}'" if isinstance(tag, str) else "'kind' is missing"
            if "kind" in value and not isinstance(tag, str):
                says = f"the kind is {kind_of(tag)}"
            faults.append(Fault(path, "tag", says, tuple(models), tag))
            return None
        return reader(model)(value, path, faults)

    return read

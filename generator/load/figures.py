"""`rules.yaml` in; figures with their values, options and units out.

A figure is a `value` or `from:` a sum: names of figures and whole numbers, `+ - * //`, brackets.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from generator.load.fill import fill, mapping_of, unknown_keys
from generator.load.near import hint
from generator.load.nodes import Map, Node
from generator.model.figures import Figure, Figures, FigureSpec, OptionSpec, Unit
from generator.problems import Problems, Where

NAME = re.compile(r"[a-z][a-z0-9_]*\Z", re.ASCII)
"""Names of figures, options, units and fields: templates write them as attributes."""

_TOKEN = re.compile(r"\s*(?:(\d+)|([A-Za-z_]\w*)|(//|[-+*()])|(\S))", re.ASCII)
_LONGEST = 200
_DEEPEST = 8
_LARGEST = 10**12


class _Wrong(Exception):  # noqa: N818 - it says what the sum is
    """Why a sum has no value, and what to write instead."""

    def __init__(self, says: str, fix: str = "write figures and whole numbers") -> None:
        super().__init__(says)
        self.says = says
        self.fix = fix


class _Sum:
    """One `from:` text, worked out by descent; names are looked up by `value_of`."""

    def __init__(self, text: str, book: _Book) -> None:
        if len(text) > _LONGEST:
            raise _Wrong(f"has {len(text)} characters; at most {_LONGEST} are read")
        self.book = book
        self.deep = 0
        self.tokens: list[str] = []
        for number, name, sign, other in _TOKEN.findall(text):
            if other:
                fix = "write // to divide" if other == "/" else "use names, numbers, + - * // ( )"
                raise _Wrong(f"holds {other!r}", fix)
            self.tokens.append(number or name or sign)
        self.at = 0

    def value(self) -> int:
        """The whole sum."""
        value = self._terms()
        if self.at < len(self.tokens):
            raise _Wrong(f"cannot be read from '{self.tokens[self.at]}' on", "put a sign between")
        return value

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self.at += 1
        return token

    def _terms(self) -> int:
        value = self._factors()
        while self._peek() in ("+", "-"):
            sign = self._take()
            right = self._factors()
            value = _in_range(value + right if sign == "+" else value - right)
        return value

    def _factors(self) -> int:
        value = self._atom()
        while self._peek() in ("*", "//"):
            sign = self._take()
            right = self._atom()
            if sign == "//" and right == 0:
                raise _Wrong("divides by zero")
            value = _in_range(value * right if sign == "*" else value // right)
        return value

    def _atom(self) -> int:
        self.deep += 1
        if self.deep > _DEEPEST:
            raise _Wrong(f"nests brackets or signs deeper than {_DEEPEST}")
        try:
            return self._plain_atom()
        finally:
            self.deep -= 1

    def _plain_atom(self) -> int:
        part = self._take()
        if part == "-":
            return -self._atom()
        if part == "(":
            value = self._terms()
            if self._take() != ")":
                raise _Wrong("opens a bracket that is not closed", "write ) where it ends")
            return value
        if part.isdigit():
            return _in_range(int(part))
        if part and (part[0].isalpha() or part[0] == "_"):
            return self.book.value_of(part)
        raise _Wrong("ends too early" if not part else f"has '{part}' where a number should be")


def _in_range(value: int) -> int:
    if abs(value) > _LARGEST:
        raise _Wrong("grows beyond 10^12")
    return value


class _Book:
    """Figures as written, worked out on demand; `open` are those being worked out."""

    def __init__(self, specs: dict[str, _Written]) -> None:
        self.specs = specs
        self.values: dict[str, int] = {}
        self.open: list[str] = []

    def value_of(self, name: str) -> int:
        """The figure's value; raises _Wrong."""
        if name in self.values:
            return self.values[name]
        if name not in self.specs:
            raise _Wrong(f"names '{name}', which is no figure", hint(name, self.specs, "figures"))
        if name in self.open:
            chain = " -> ".join([*self.open[self.open.index(name) :], name])
            raise _Wrong(f"goes in a circle: {chain}", "give one of them a value")
        if len(self.open) >= 20:
            raise _Wrong("goes through more than 20 other figures")
        spec = self.specs[name].spec
        if spec.value is not None:
            value = spec.value
        else:
            self.open.append(name)
            try:
                value = _Sum(spec.derived, self).value()
            finally:
                self.open.pop()
        self.values[name] = value
        return value


class _Written(NamedTuple):
    spec: FigureSpec
    node: Map
    where: Where


def load_figures(node: Map | None, problems: Problems) -> Figures:
    """The figures of a `rules.yaml`; those that have no value are problems and left out."""
    if node is None:
        return Figures({}, {}, {})
    unknown_keys(node, ("figures", "options", "units"), problems)

    def written(name: str, value: Node, where: Where) -> _Written | None:
        spec = fill(FigureSpec, value, problems, where=where)
        named = _named(name, where, problems)
        return _Written(spec, value, where) if spec is not None and named else None

    def option(name: str, value: Node, where: Where) -> OptionSpec | None:
        spec = fill(OptionSpec, value, problems, where=where)
        if spec is not None and spec.default not in spec.choices:
            says = f"the default '{spec.default}' of '{name}' is none of its choices"
            fix = hint(spec.default, spec.choices, "choices")
            problems.add("field-value", value.where("default"), says, fix)
        return spec if _named(name, where, problems) else None

    def unit(name: str, value: Node, where: Where) -> Unit | None:
        spec = fill(Unit, value, problems, where=where)
        return spec if _named(name, where, problems) else None

    specs = mapping_of(node, "figures", written, problems)
    options = mapping_of(node, "options", option, problems)
    units = mapping_of(node, "units", unit, problems)
    return Figures(_settled(specs, units, problems), options, units)


def _named(name: str, where: Where, problems: Problems) -> bool:
    if NAME.match(name) and len(name) <= 64:
        return True
    says = f"'{name[:80]}' cannot be a name"
    problems.add("id-illegal", where, says, "use small letters, digits and '_', a letter first")
    return False


def _settled(
    specs: dict[str, _Written], units: dict[str, Unit], problems: Problems
) -> dict[str, Figure]:
    book = _Book(specs)
    figures: dict[str, Figure] = {}
    for name, (spec, node, where) in specs.items():
        if (spec.value is None) == (not spec.derived):
            says = "has both a value and 'from'" if spec.derived else "has neither value nor 'from'"
            problems.add("figure-value", where, f"'{name}' {says}", "write one of the two")
            continue
        if spec.unit and spec.unit not in units:
            says = f"'{spec.unit}' is no unit"
            problems.add("ref-missing", node.where("unit"), says, hint(spec.unit, units, "units"))
        try:
            value = book.value_of(name)
        except _Wrong as wrong:
            place = node.where("from") if "from" in node else where
            says = f"the sum '{spec.derived[:60]}' {wrong.says}"
            problems.add("figure-value", place, says, wrong.fix)
            continue
        if spec.document is not None and value != spec.document and not spec.variant:
            says = f"'{name}' is {value}, the document says {spec.document}"
            fix = f"write {spec.document}, or say why in 'variant: …'"
            problems.add("figure-variant", node.where("value"), says, fix)
        figures[name] = Figure(name, value, spec, where)
    return figures

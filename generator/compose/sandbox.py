"""The sandbox templates run in: which names, operators, filters and methods they may use.

Everything that could grow without bound (`*`, `+`, `~`, `|replace`, `range` …) is counted by the
face's `Budget`; what needs no place in a face (`format`, `center`, `safe`, `random` …) is absent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from jinja2 import StrictUndefined, TemplateSyntaxError, nodes
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

from generator.compose.budget import Budget
from generator.compose.codegen import FaceCode, Listed, Mapped
from generator.compose.flaw import Flaw, near
from generator.compose.rich import BREAK, rich
from generator.compose.views import Entries, View


def _all(names: str) -> frozenset[str]:
    return frozenset(names.split())


_METHODS: dict[type, frozenset[str]] = {
    str: _all(
        "upper lower title capitalize strip lstrip rstrip startswith endswith split isdigit isupper"
        " count find"
    ),
    Markup: _all("startswith endswith count find"),
    **dict.fromkeys((dict, Mapped), _all("items keys values get")),
    **dict.fromkeys((list, tuple, Listed), _all("index count")),
    **dict.fromkeys((range, int, float, bool, type(None)), frozenset[str]()),
}
"""Methods of plain values that templates may call; other types keep the sandbox's own rule."""

_FILTERS = _all(
    "abs count d default dictsort first float int items last length list map max min reject"
    " rejectattr reverse select selectattr sort truncate unique"
)
"""Jinja's own filters that are kept; see `Sandbox._own_filters` for ours."""

_MISSING = object()
_MOST = 10**12
_BETWEEN = re.compile(
    r"\s+(?=</?(?:card|group|row|column|grid)[\s>]|<(?:rect|ellipse|line|polygon|path|text|image|track)\s)"
)
"""White space that shows nowhere, being before an element that no text holds: not rendered."""


_TOUCHED = (
    *(nodes.TemplateData, nodes.EvalContextModifier, nodes.Name),
    *(nodes.For, nodes.Macro, nodes.CallBlock),
)


class Unknown(StrictUndefined):
    """A name that is not there: any use of it is a fault, save `is defined` and `|default`."""

    __slots__ = ()


class FaceContext(Context):
    """Notes whether a template asked for the card at all."""

    def resolve_or_missing(self, key: str) -> Any:
        """The value of a name, as Jinja asks for it."""
        if key == "card":
            self.environment.personal = True  # type: ignore[attr-defined]  # always a Sandbox
        return super().resolve_or_missing(key)


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's immutable sandbox, narrowed to what a face needs and counted by `budget`."""

    code_generator_class = FaceCode
    listed = Listed
    mapped = Mapped
    context_class = FaceContext
    intercepted_binops = frozenset({"+", "-", "*", "**", "%", "/", "//"})

    def __init__(self, **options: Any) -> None:
        super().__init__(
            autoescape=True, undefined=Unknown, finalize=self.shown, optimized=False, **options
        )
        self.budget = Budget()
        self.personal = False
        kept = {name: call for name, call in self.filters.items() if name in _FILTERS}
        self.filters = kept | self._own_filters()
        self.globals.clear()
        self.globals["range"] = self.range
        self.binop_table = {
            "+": self.add,
            "-": lambda a, b: _number(a) - _number(b),
            "*": self.times,
            "**": self.power,
            "%": lambda a, b: _number(a) % _number(b),
            "/": lambda a, b: _number(a) / _number(b),
            "//": lambda a, b: _number(a) // _number(b),
        }

    # Compiling.

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for node in tree.find_all(_TOUCHED):
            if isinstance(node, nodes.TemplateData):
                node.data = _BETWEEN.sub("", node.data)
            elif isinstance(node, nodes.Name):
                if node.name in ("varargs", "kwargs"):
                    raise TemplateSyntaxError(f"{node.name} is not for faces", node.lineno, name)
            elif isinstance(node, nodes.EvalContextModifier):
                raise TemplateSyntaxError("autoescape cannot be changed", node.lineno, name)
            else:
                tick = nodes.EnvironmentAttribute("tick", lineno=node.lineno)
                node.body.insert(0, nodes.ExprStmt(tick, lineno=node.lineno))  # type: ignore[attr-defined]
        return tree

    @property
    def tick(self) -> None:
        """Read by compiled loops and macros: one step."""
        self.budget.step()

    def get_template(self, *args: Any, **options: Any) -> Any:
        """A template by name, from `extends`, `include` and `import` too: one step."""
        self.budget.step()
        return super().get_template(*args, **options)

    # Names.

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute`."""
        if type(obj) is View:
            value = obj.data.get(attribute, _MISSING)
            # nearly all are plain texts, of somebody who need not know what is asked of them
            if type(value) is str and attribute not in obj.links and obj.asked is None:
                return value
            try:
                return obj.look(attribute)
            except KeyError:
                return self._no_field(obj, attribute)
        if type(obj) is Entries:
            return self._entry(obj, attribute)
        methods = _METHODS.get(type(obj))
        if methods is None:
            return super().getattr(obj, attribute)
        if attribute in methods:
            return getattr(obj, attribute)
        if isinstance(obj, dict) and attribute in obj:
            return obj[attribute]
        return self.undefined(
            f"{_named(obj)} has no {attribute!r} for templates",
            name=attribute,
            exc=SecurityError,
        )

    def getitem(self, obj: Any, argument: Any) -> Any:
        """`obj[argument]`."""
        if type(obj) in (View, Entries):
            return self.getattr(obj, argument)
        try:
            return obj[argument]
        except (TypeError, LookupError):
            if isinstance(argument, str) and type(obj) not in _METHODS:
                return super().getattr(obj, argument)
        return self.undefined(f"{_named(obj)} has no item {argument!r}", name=argument)

    def _no_field(self, view: View, name: object) -> Any:
        def raised(_says: str) -> Flaw:
            says = f"the {view.what} has no field {name!r}"
            return Flaw("template-undefined", says, near(str(name), view.data, "field"))

        return self.undefined(name=str(name), exc=raised)  # type: ignore[arg-type]  # called only

    def _entry(self, entries: Entries, name: object) -> Any:
        found = entries.views.get(str(name))
        if found is not None:
            return found

        def raised(_says: str) -> Flaw:
            says = f"{entries.what} {entries.name} has no entry {name!r}"
            return Flaw("template-undefined", says, near(str(name), entries.views, "entry in it"))

        return self.undefined(name=str(name), exc=raised)  # type: ignore[arg-type]  # called only

    # Values.

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """A call from a template; texts it returns count."""
        made = super().call(__context, __obj, *args, **kwargs)
        if isinstance(made, str):
            __self.budget.text(len(made))
        return made

    def printed(self, value: Any) -> str:
        """What `{{ … }}` adds to the markup: `shown`, escaped unless it is markup."""
        if type(value) is not str:
            value = self.shown(value)
        elif "\n" in value:
            value = value.replace("\n", BREAK)
        if type(value) is Markup:
            return value
        if "&" in value or "<" in value or ">" in value or '"' in value or "'" in value:
            return str(escape(value))
        return value  # type: ignore[no-any-return]  # `shown` gives texts

    def shown(self, value: Any) -> Any:
        """What an expression prints: texts, numbers, `yes` and `no`, nothing for an empty field."""
        if type(value) is Markup:
            return value
        if isinstance(value, str):
            return value.replace("\n", BREAK) if "\n" in value else value
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            text = f"{value:.4f}".rstrip("0").rstrip(".")
            return "0" if text == "-0" else text
        if isinstance(value, Unknown):
            return str(value)
        raise Flaw(
            "template-failed",
            f"{_named(value)} cannot be printed as a whole",
            "print one of its fields, or loop over it",
        )

    def concat(self, parts: Iterable[str]) -> str:  # Jinja's is "".join
        """The output of a macro or block in one text."""
        texts = list(parts)
        self.budget.text(sum(map(len, texts)))
        return "".join(texts)

    def joined(self, parts: Sequence[Any], between: str = "") -> str:
        """`a ~ b`, and `|join`: texts in one; plain texts are escaped beside markup."""
        texts = [self.shown(part) for part in parts]
        self.budget.text(sum(map(len, texts)) + len(between) * len(texts))
        if isinstance(between, Markup) or any(isinstance(text, Markup) for text in texts):
            return escape(between).join(texts)
        return between.join(texts)

    def add(self, left: Any, right: Any) -> Any:
        """`+` of numbers, of texts, of lists."""
        if isinstance(left, str) and isinstance(right, str):
            self.budget.text(len(left) + len(right))
            return left + right
        if isinstance(left, list | tuple) and isinstance(right, list | tuple):
            self.budget.items(len(left) + len(right))
            return Listed([*left, *right])
        return _number(_number(left) + _number(right))

    def times(self, left: Any, right: Any) -> Any:
        """`*` of numbers, of a text and a number."""
        if isinstance(left, int) and isinstance(right, str):
            left, right = right, left
        if isinstance(left, str) and isinstance(right, int):
            self.budget.text(len(left) * max(right, 0))
            return left * right
        return _number(_number(left) * _number(right))

    def power(self, left: Any, right: Any) -> Any:
        """`**` with an exponent of at most 12."""
        if not 0 <= _number(right) <= 12:
            raise Flaw("template-failed", f"the exponent {right} is not from 0 to 12")
        return _number(_number(left) ** right)

    def range(self, *bounds: int) -> Any:
        """Python's range, of at most `budget.LIST` numbers."""
        made = range(*bounds)
        reach = (made.stop - made.start) / made.step  # len() cannot count beyond 2 ** 63
        self.budget.items(max(0, int(reach) + 1))
        return made

    # Filters.

    def _own_filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "rich": _rich,
            "join": self._join,
            "replace": self._replace,
            "round": _round,
            "sum": _sum,
            "string": self._string,
            "e": self._string_escaped,
            "escape": self._string_escaped,
            "upper": lambda text: self._string(text).upper(),
            "lower": lambda text: self._string(text).lower(),
            "title": lambda text: self._string(text).title(),
            "capitalize": lambda text: self._string(text).capitalize(),
            "trim": lambda text: self._string(text).strip(),
        }

    def _string(self, value: Any) -> Any:
        text = self.shown(value)
        self.budget.text(len(text))
        return text

    def _string_escaped(self, value: Any) -> Markup:
        return escape(self._string(value))

    def _join(self, values: Iterable[Any], between: Any = "", attribute: Any = None) -> str:
        parts = list(values)
        if attribute is not None:
            parts = [self.getitem(part, attribute) for part in parts]
        return self.joined(parts, self.shown(between))

    def _replace(self, text: Any, old: str, new: str) -> Any:
        text, old, new = self.shown(text), str(old), self.shown(new)
        if isinstance(text, Markup):
            new = escape(new)
        self.budget.text(len(text) + text.count(old) * len(new))
        return text.replace(old, new)


def _rich(value: Any) -> Markup:
    if value is None:
        return Markup("")
    if isinstance(value, Unknown | int):
        value = str(value)
    if isinstance(value, Markup) or not isinstance(value, str):
        raise Flaw("template-failed", f"{_named(value)} cannot pass through rich", "give it a text")
    return rich(value)


def _number(value: Any) -> Any:
    if isinstance(value, Unknown):
        return value + 0
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise Flaw("template-failed", f"cannot reckon with {_named(value)}", "use numbers")
    if not -_MOST <= value <= _MOST:
        raise Flaw("template-failed", f"cannot reckon with numbers over {_MOST:,}")
    return value


def _round(value: Any, digits: int = 0, method: str = "common") -> Any:
    import math  # noqa: PLC0415 - few templates round

    if not 0 <= digits <= 6 or method not in ("common", "ceil", "floor"):
        raise Flaw("template-failed", "round takes 0 to 6 digits and common, ceil or floor")
    if method == "common":
        return round(_number(value), digits)
    turned = {"ceil": math.ceil, "floor": math.floor}[method]
    return turned(_number(value) * 10**digits) / 10**digits


def _sum(values: Iterable[Any]) -> Any:
    return sum(map(_number, values))


def _named(value: object) -> str:
    if isinstance(value, View):
        return f"the {value.what}"
    if isinstance(value, Entries):
        return f"the {value.what} {value.name}"
    names: dict[type, str] = {
        str: "a text",
        list: "a list",
        tuple: "a list",
        dict: "a mapping",
        Listed: "a list",
        Mapped: "a mapping",
        int: "a number",
    }
    return names.get(type(value), f"a {type(value).__name__}")

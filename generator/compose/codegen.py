"""Jinja's compiler with what must be counted handed to the sandbox: `~`, lists, mappings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

from generator.compose.budget import TooBig

HEAVIEST = 50_000
"""Values in one list or mapping, those of lists inside counted as often as they are held."""


class Listed(list[Any]):
    """A list made by a template. Its `weight` bounds what comparing it can cost.

    Without it `[x, x]` handed on forty times is a small thing whose comparison never ends, inside
    one instruction that no clock can interrupt.
    """

    __slots__ = ("weight",)

    def __init__(self, values: Iterable[Any]) -> None:
        super().__init__(values)
        self.weight = _checked(sum(map(weight, self)))


class Mapped(dict[Any, Any]):
    """A mapping made by a template."""

    __slots__ = ("weight",)

    def __init__(self, values: dict[Any, Any]) -> None:
        super().__init__(values)
        self.weight = _checked(sum(weight(k) + weight(v) for k, v in values.items()))


def weight(value: Any) -> int:
    """How many values a value holds; raises TooBig over HEAVIEST."""
    if isinstance(value, Listed | Mapped):
        return value.weight
    if isinstance(value, list | tuple):
        return _checked(1 + sum(map(weight, value)))
    if isinstance(value, dict):
        return _checked(1 + sum(weight(k) + weight(v) for k, v in value.items()))
    return 1


def _checked(total: int) -> int:
    if total > HEAVIEST:
        raise TooBig(f"the template makes lists in lists that hold over {HEAVIEST:,} values")
    return total


class FaceCode(CodeGenerator):
    """Jinja's code generator, changed where a template could grow something without bound."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible  # Jinja would escape a constant before `shown` sees it
        return super()._output_child_to_const(node, frame, finalize)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        """One call in place of `escape(environment.finalize(`, without a Markup made for each."""
        self.write("environment.printed(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802, D102
        self.write("environment.joined((")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802, D102
        self.write("environment.listed(")
        super().visit_List(node, frame)
        self.write(")")

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802, D102
        counted = node.ctx == "load" and not all(isinstance(n, nodes.Const) for n in node.items)
        self.write("environment.listed(" if counted else "")
        super().visit_Tuple(node, frame)
        self.write(")" if counted else "")

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802, D102
        self.write("environment.mapped(")
        super().visit_Dict(node, frame)
        self.write(")")

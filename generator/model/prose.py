"""Prose with placeholders in, its parts or its printed text out: so that no amount is typed twice.

`{0}` stands for the amount of the first effect ("2 HP"), `{fig NAME}` for a figure of `rules.yaml`,
`{plain 1999}` for a number that is no rule; `{{` and `}}` are braces.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

from generator.model.figures import Figures

_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class Amount(Protocol):
    """What an effect model offers to prose."""

    @property
    def amount(self) -> int:
        """How much."""

    @property
    def unit(self) -> str:
        """Of what: an id of `units`, or empty for a bare number."""


class Part(NamedTuple):
    """`text` is literal text, an effect's index, a figure's name, a plain number or a bad piece."""

    kind: Literal["literal", "effect", "figure", "plain", "bad"]
    text: str


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[Part, ...]:
    """The parts of a prose text, neighbours joined; faulty braces come as `bad` parts."""
    parts: list[Part] = []
    literal, at = "", 0
    for found in _PART.finditer(text):
        literal += text[at : found.start()]
        at = found.end()
        whole = found.group()
        if whole in ("{{", "}}"):
            literal += whole[0]
            continue
        if literal:
            parts.append(Part("literal", literal))
            literal = ""
        parts.append(_placeholder(whole, found.group(1)))
    literal += text[at:]
    if literal:
        parts.append(Part("literal", literal))
    return tuple(parts)


def _placeholder(whole: str, inside: str | None) -> Part:
    words = (inside or "").split(None, 1)
    match words:
        case [number] if number.isascii() and number.isdigit() and len(number) < 4:
            return Part("effect", str(int(number)))
        case ["fig", name]:
            return Part("figure", name.strip())
        case ["plain", number]:
            return Part("plain", number)
    return Part("bad", whole)


def expand(text: str, effects: Sequence[Amount], figures: Figures) -> str:
    """The printed text; raises KeyError or IndexError where a placeholder names nothing."""
    if "{" not in text and "}" not in text:
        return text
    out = []
    for kind, said in parse(text):
        if kind == "effect":
            effect = effects[int(said)]
            unit = effect.unit
            out.append(figures.words(effect.amount, unit) if unit else str(effect.amount))
        elif kind == "figure":
            out.append(str(figures.fig(said)))
        elif kind == "bad":
            raise KeyError(said)
        else:
            out.append(said)
    return "".join(out)

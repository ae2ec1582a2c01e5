"""The runs of one text on a face in, what a reader reads in them out.

A line may have been broken inside a word and a word may change its face, so runs joined by spaces
are not the text: `**Draw**.` would read `Draw .`, a broken `Donau‐ dampfschiff`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from generator.compose.scripts import capitals, printed
from generator.scene import Run
from generator.units import to_mm

_TOUCH = 0.05
"""Sizes between two runs of a line that is less than any space."""

Join = Literal["touch", "space", "line"]


def reading(runs: Sequence[Run]) -> str:
    """The text of `runs`, which stand in reading order; a line that ends in U+2010 goes on."""
    text = runs[0].text if runs else ""
    for before, after in pairwise(runs):
        join = _join(before, after)
        if join == "line" and text.endswith("\u2010"):
            text = text[:-1] + after.text
        else:
            text += after.text if join == "touch" else f" {after.text}"
    return " ".join(text.split())


def says(runs: Sequence[Run], text: str) -> bool:
    """Whether `runs` say `text`, capitals aside, whatever the lines: none, a space, a hyphen."""
    wanted = capitals(printed(text)).casefold()
    said = [capitals(printed(run.text)).casefold() for run in runs]
    joins: list[Join] = [_join(before, after) for before, after in pairwise(runs)]
    joins.append("touch")
    plain = "".join(
        [
            f"{words}{'' if join == 'touch' else ' '}"
            for words, join in zip(said, joins, strict=False)
        ]
    )
    return plain == wanted or re.fullmatch(_pattern(said, joins), wanted) is not None


def _pattern(said: list[str], joins: list[Join]) -> str:
    """What the lines may say: a line's end is nothing, a space, or a hyphen that goes."""
    pattern = ""
    for words, join in zip(said, joins, strict=False):
        hyphen = words[-1:] if join == "line" and words[-1:] in ("-", "\u2010") else ""
        pattern += re.escape(words.removesuffix(hyphen))
        pattern += f"{re.escape(hyphen)}?" if hyphen else ""
        pattern += {"touch": "", "space": " ", "line": " ?"}[join]
    return pattern


def _join(before: Run, after: Run) -> Join:
    """How the second run follows the first, seen along the line of the first."""
    angle = math.radians(before.turn)
    along, across = math.cos(angle), math.sin(angle)
    dx, dy = after.x - before.x, after.y - before.y
    size = to_mm(max(before.size, after.size))
    gap = dx * along + dy * across - before.width
    if abs(dy * along - dx * across) > 0.1 * size or gap < -0.5 * size or gap > 20 * size:
        return "line"
    return "touch" if gap < _TOUCH * size else "space"

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

from generator.compose.scripts import printed
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
    wanted = printed(text).casefold()
    pattern = ""
    for n, run in enumerate(runs):
        said = printed(run.text).casefold()
        last = n == len(runs) - 1
        join = "touch" if last else _join(run, runs[n + 1])
        hyphen = said[-1:] if join == "line" and said[-1:] in ("-", "\u2010") else ""
        pattern += re.escape(said.removesuffix(hyphen))
        pattern += f"{re.escape(hyphen)}?" if hyphen else ""
        pattern += {"touch": "", "space": " ", "line": " ?"}[join]
    return re.fullmatch(pattern, wanted) is not None


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

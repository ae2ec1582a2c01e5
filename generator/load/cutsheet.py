"""What a target says of a sheet that comes cut in; whether it can be, faults noted, out."""

from __future__ import annotations

from generator.load.nodes import Map
from generator.model.target import Target
from generator.problems import Problems

MOST = 100
"""Columns or rows of a sheet."""

_LONGEST = 2000.0
"""mm; no sheet printer takes more."""


def sheet_sound(target: Target, node: Map, problems: Problems) -> bool:
    """Whether the keys of a target's `sheet` can be, and go together with its scheme.

    Whether the cards fit the paper is seen once both sizes are known.
    """
    sheet, before = target.sheet, len(problems)
    if sheet is None:
        return True
    inner = node.get("sheet")
    place = inner if isinstance(inner, Map) else node
    if target.scheme not in ("grid", "single"):
        says = f"is {target.scheme}: cards that come cut are printed on both sides"
        problems.add("field-value", node.where("scheme"), says, "write grid or single")
    if target.kit:
        says = "is yes, but a sheet of cards is none of the kit's piles"
        problems.add("field-value", node.where("kit"), says, "write 'kit: false'")
    for key, count in (("columns", sheet.columns), ("rows", sheet.rows)):
        if not 1 <= count <= MOST:
            problems.add("field-value", place.where(key), f"is {count}", f"write 1 to {MOST}")
    for key, lengths, least in (("first", sheet.first, 0.0), ("pitch", sheet.pitch, 1.0)):
        if not all(least <= length <= _LONGEST for length in lengths):
            says = f"is {lengths[0]:g} and {lengths[1]:g} mm"
            problems.add(
                "field-value", place.where(key), says, f"write {least:g} to {_LONGEST:g} mm"
            )
    return len(problems) == before

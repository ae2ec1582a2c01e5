"""A sheet that comes cut and a card in, the places of its cards out: where the maker cut them."""

from __future__ import annotations

from collections.abc import Mapping

from generator.geometry import Box
from generator.impose.plan import SLACK, Plan, paper_name, paper_of
from generator.model.target import Bleed, CutSheet, Guides, Size, Target
from generator.problems import Problems, Where


def cell_of(sheet: CutSheet, card: Size) -> tuple[float, float]:
    """Width and height (mm) of a sheet's cards as they stand on it."""
    return (card.height, card.width) if sheet.turned else (card.width, card.height)


def cut_cells(sheet: CutSheet, cell: tuple[float, float]) -> tuple[Box, ...]:
    """The cards row by row."""
    (x, y), (across, down) = sheet.first, sheet.pitch
    return tuple(
        Box(x + column * across, y + row * down, *cell)
        for row in range(sheet.rows)
        for column in range(sheet.columns)
    )


def cut_plan(
    target: Target,
    papers: Mapping[str, Size],
    card: tuple[float, float],
    *,
    cell: tuple[float, float],
    bleed: Bleed,
    guides: Guides,
    where: Where,
    problems: Problems,
) -> Plan | None:
    """The plan of a target's `sheet`, whose cards are `cell` mm; None after noting a problem.

    A `card` that stands upright in a lying cell is turned clockwise. Bleed is what the gaps leave
    room for; a sheet is mirrored about the middle of its paper, as all are. No guides are drawn.
    """
    sheet, size = target.sheet, paper_of(target, papers, where, problems)
    assert sheet is not None
    if size is None:
        return None
    turns = any(abs(a - b) > SLACK for a, b in zip(card, cell, strict=True))
    if turns and any(abs(a - b) > SLACK for a, b in zip(card[::-1], cell, strict=True)):
        says = f"{card[0]:g} x {card[1]:g} mm on cards of {cell[0]:g} x {cell[1]:g} mm"
        problems.add("sheet-card", where, says, "a size of the same family, or another target")
        return None
    apart = (max(0.0, sheet.pitch[0] - cell[0]), max(0.0, sheet.pitch[1] - cell[1]))
    lies = size.width > size.height
    count = sheet.columns * sheet.rows
    cards = "1 card" if count == 1 else f"{count} cards"
    return Plan(
        paper=(size.width, size.height),
        columns=sheet.columns,
        rows=sheet.rows,
        turn=90 if turns else 0,
        cells=cut_cells(sheet, cell),
        bleed=bleed,
        bleed_width=target.bleed_width if bleed != "none" else 0.0,
        gap=max(apart),
        margin=target.margin,
        flip=target.flip,
        axis="vertical" if (target.flip == "long") != lies else "horizontal",
        guides=guides,
        count=count,
        reason=f"{cards} a sheet where {target.name} is cut, {sheet.columns} x {sheet.rows} on "
        f"{paper_name(target)}" + (", turned by a quarter" if turns else ""),
        precut=apart,
    )

"""An order for a sheet that comes cut in; what does not go together with it, as problems, out."""

from __future__ import annotations

from generator.geometry import Box, around
from generator.impose.cutsheet import cell_of, cut_cells
from generator.load.target import FOLDER, Sizes
from generator.model.game import Component, Game
from generator.model.order import Order
from generator.model.target import Target
from generator.problems import Problems, Where

NEAR = 0.005
"""mm that makers' figures may be rounded by."""


def fits_sheet(component: Component, target: Target) -> bool:
    """Whether the sheet's cards are as large as those of the component; yes where none is cut."""
    if target.sheet is None:
        return True
    plain = component.spec.kind == "faces" and not (component.free or component.leaflet)
    return plain and component.size_id == target.sheet.card


def check_cut_sheet(
    game: Game, target: Target, sizes: Sizes, order: Order, problems: Problems
) -> None:
    """Note a sheet that cannot be, choices it does not leave, and what it does not hold.

    The game's components are of the sizes they are to be printed in.
    """
    sheet, where = target.sheet, Where(f"{FOLDER}/{target.id}.yaml", field="sheet")
    if sheet is None:
        if order.first_cell is not None:
            says = f"sheets of {target.name} are cut after printing, so none is half used"
            problems.add("sheet-choice", game.where, says, "leave --first-cell out")
        return
    count = sheet.columns * sheet.rows
    if order.first_cell is not None and order.first_cell > count:
        says = f"the sheet has {count} cards, so none is number {order.first_cell}"
        problems.add("sheet-choice", game.where, says, f"--first-cell 1 to {count}")
    if order.guides is not None:
        says = f"{target.name} comes cut: no guides are drawn"
        problems.add("sheet-choice", game.where, says, "leave --guides out")
    _fits(target, sizes, where, problems)
    named = list(game.components.values())
    if order.only:
        named = [c for c in named if c.id in order.only]
    if order.cards:
        named = [c for c in named if any(card.id in order.cards for card in c.cards)]
    odd = [c for c in named if not fits_sheet(c, target)]
    if order.whole and len(odd) < len(named):
        if odd:
            says = f"left out, being no cards of {sheet.card}: {', '.join(c.id for c in odd)}"
            problems.add("sheet-left-out", where, says, "print them for a printer at home")
        return
    if order.whole:
        says = f"the game has no cards of {sheet.card}, which {target.name} holds"
        problems.add("sheet-card", game.where, says, "print it for a printer at home")
        return
    for component in odd:
        says = f"{component.id}: no cards of {sheet.card}, which {target.name} holds"
        problems.add("sheet-card", component.where, says, "print them for a printer at home")


def _fits(target: Target, sizes: Sizes, where: Where, problems: Problems) -> None:
    """Cards within the paper, none over another, and how far beside the middle they stand."""
    sheet, paper = target.sheet, sizes.papers.get(target.paper)
    if sheet is None or paper is None or sheet.card not in sizes.cards:
        return  # told elsewhere
    cell = cell_of(sheet, sizes.cards[sheet.card])
    for name, size, pitch, number in zip(
        ("wide", "high"), cell, sheet.pitch, (sheet.columns, sheet.rows), strict=True
    ):
        if number > 1 and pitch < size - NEAR:
            says = f"cards {size:g} mm {name} would stand {pitch:g} mm apart, over each other"
            problems.add("sheet-unfit", where, says, f"a pitch of {size:g} mm or more")
    cells = cut_cells(sheet, cell)
    block = around(p for box in cells for p in ((box.x, box.y), (box.right, box.bottom)))
    if not Box(0.0, 0.0, paper.width, paper.height).holds(block, NEAR):
        says = (
            f"its cards reach to {block.right:g} x {block.bottom:g} mm of {target.paper}, which is "
            f"{paper.width:g} x {paper.height:g} mm"
        )
        problems.add("sheet-unfit", where, says, "fewer columns or rows, or a smaller pitch")
        return
    upright = (target.flip == "long") == (paper.width <= paper.height)  # turned about that line
    middle, half = (
        (block.centre[0], paper.width / 2) if upright else (block.centre[1], paper.height / 2)
    )
    off = middle - half
    if abs(off) > NEAR:
        way = ("right" if off > 0 else "left") if upright else ("below" if off > 0 else "above")
        of = "of" if upright else ""
        says = (
            f"its cards stand {abs(off):g} mm {way} {of} the middle of the paper"
            f"{' (measured)' if sheet.measured else ''}: where it is the printer that puts them "
            f"there, not the sheet, backs land {2 * abs(off):g} mm beside their fronts"
        )
        fix = "hold a printed sheet against the light; `cardwright calibrate`, then --printer"
        problems.add("sheet-off-centre", where, " ".join(says.split()), fix)

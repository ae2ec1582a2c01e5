"""Sides of pieces in, the pages of a form to fill in on screen out: a piece a page, no cut lines.

A page is as large as the piece's trim, its bleed cut off. A piece that takes most of a sheet stands
in the middle of the whole paper, so that what was filled in can be printed as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.geometry import Box, rectangle
from generator.scene import Field, Item, Path, Placed, Run, Scene, Sheet

SHEET_SIZED = 0.75
"""Of both sides of the paper: from there on a piece is a sheet of its own."""


def form_sheets(sides: Iterable[Scene], paper: tuple[float, float] | None) -> Iterator[Sheet]:
    """A page for each side, in their order; `paper` (mm, upright; None: unknown) is the target's.

    Fields are named after their card: `marshals.power`.
    """
    for number, scene in enumerate(sides, 1):
        page, (x, y) = _page(scene.size, paper)
        w, h = scene.size
        placed = Placed(_blank(scene), x, y, 0, Box(x, y, w, h), 0)
        fields = tuple(_moved(field, scene.of, x, y) for field in scene.fields)
        yield Sheet(page, "front", number, (placed,), fields=fields)


def full_name(card: str, field: Field) -> str:
    """What a field of a card is called in the form; dots part names, so a card's become dashes."""
    return f"{card.replace('.', '-')}.{field.name}"


def _page(
    size: tuple[float, float], paper: tuple[float, float] | None
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The page and where the piece's top left stands on it."""
    if paper is not None:
        lies = size[0] > size[1]
        page = (max(paper), min(paper)) if lies else (min(paper), max(paper))
        (w, h), (wide, high) = size, page
        if SHEET_SIZED * wide <= w <= wide and SHEET_SIZED * high <= h <= high:
            return page, ((wide - w) / 2, (high - h) / 2)
    return size, (0.0, 0.0)


def _blank(scene: Scene) -> Scene:
    """The side without what stands in its fields.

    Lines of ruled fields become a frame: each program sets its lines at distances of its own.
    """
    if not scene.fields:
        return scene
    fields = {field.element: field for field in scene.fields}
    items: list[Item] = []
    for item in scene.items:
        field = fields.get(item.element)
        if field is None:
            items.append(item)
        elif isinstance(item, Path):
            framed = item._replace(segments=rectangle(field.box))
            items.append(framed if field.lines else item)
    return scene._replace(items=tuple(items), fields=())


def _moved(field: Field, card: str, x: float, y: float) -> Field:
    """The field as it stands on its page, its name and tip whole."""
    tip = field.tip or field.name.replace(".", " ")
    if field.number:
        tip += " (a number)"
    box = field.box
    return field._replace(
        name=full_name(card, field),
        tip=tip,
        box=box._replace(x=box.x + x, y=box.y + y),
        runs=tuple(_shifted(run, x, y) for run in field.runs),
    )


def _shifted(run: Run, x: float, y: float) -> Run:
    return run._replace(x=run.x + x, y=run.y + y)

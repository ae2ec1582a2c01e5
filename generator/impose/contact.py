"""Cards in, the pages of a proof to sign out: each side at its own size, named, on plain paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from generator.geometry import Box, rectangle
from generator.impose.labels import Label
from generator.scene import Colour, Path, Placed, Run, Scene, Sheet

GAP, CAPTION, HEAD, FOOT = 6.0, 5.0, 14.0, 19.0
"""mm between cards, for a name under each, for the title, for the lines to sign on."""

SMALL, LARGE, LEAST = 8.0, 12.0, 5.0
"""pt of names and of the title; the least of what would not fit its line."""

EDGE = Colour(150, 150, 150)
INK = Colour(0, 0, 0)
LINE = 0.2
"""mm of the line round each card."""


class Shown(NamedTuple):
    """One side of a card and what is written under it; `short` where that is too wide."""

    scene: Scene
    name: str
    short: str = ""


class Form(NamedTuple):
    """What all pages of a proof share: paper and margin (mm), title, lines to sign on, what is
    told of it below the title."""

    paper: tuple[float, float]
    margin: float
    title: str
    sign: tuple[str, ...]
    label: Label
    about: str = ""


def contact_sheets(form: Form, shown: Iterable[Shown], count: int) -> Iterator[Sheet]:
    """Pages as full as they get, in the order given; `count` sides come, equally large or less.

    The last page has the lines to sign on; every page leaves their room.
    """
    stream, number, done = iter(shown), 0, 0
    first = next(stream, None)
    while first is not None:
        w, h = first.scene.size
        columns, rows = _fits(form, w, h)
        page = [first, *islice(stream, columns * rows - 1)]
        number, done = number + 1, done + len(page)
        yield _page(form, page, columns, number, last=done >= count)
        first = next(stream, None)


def _fits(form: Form, w: float, h: float) -> tuple[int, int]:
    wide = form.paper[0] - 2 * form.margin
    high = form.paper[1] - 2 * form.margin - HEAD - FOOT
    columns = max(1, int((wide + GAP + 1e-6) // (w + GAP)))
    rows = max(1, int((high + GAP + 1e-6) // (h + CAPTION + GAP)))
    return columns, rows


def _page(form: Form, page: list[Shown], columns: int, number: int, last: bool) -> Sheet:
    w, h = page[0].scene.size
    left = (form.paper[0] - columns * w - (columns - 1) * GAP) / 2
    top = form.margin + HEAD
    placed: list[Placed] = []
    room = form.paper[0] - form.margin - left
    labels = [_at(_line(form, form.title, LARGE, room), left, form.margin + 6.0)]
    if form.about:
        labels.append(_at(_line(form, form.about, SMALL, room), left, form.margin + 10.5))
    edges: list[Path] = []
    for cell, one in enumerate(page):
        x = left + cell % columns * (w + GAP)
        y = top + cell // columns * (h + CAPTION + GAP)
        box = Box(x, y, *one.scene.size)
        placed.append(Placed(one.scene, x, y, 0, box, cell))
        edges.append(Path(rectangle(box.grow(LINE / 2)), stroke=EDGE, width=LINE))
        name = form.label(one.name, SMALL)
        if one.short and name.width > w:
            name = form.label(one.short, SMALL)
        if name.width > w:
            name = _line(form, one.short or one.name, SMALL, w)
        labels.append(_at(name, x, box.bottom + 4.0))
    if last:
        made, lines = _signed(form, left)
        labels += made
        edges += lines
    return Sheet(form.paper, "front", number, tuple(placed), tuple(edges), tuple(labels))


def _line(form: Form, words: str, size: float, width: float) -> Run:
    """The words within `width` mm: smaller where they must be, then cut."""
    run = form.label(words, size)
    if run.width <= width:
        return run
    size = max(LEAST, int(10 * size * width / run.width) / 10)
    run = form.label(words, size)
    while run.width > width and len(words) > 1:
        words = words[: min(len(words) - 1, int(len(words) * width / run.width))]
        run = form.label(f"{words.rstrip()}\N{HORIZONTAL ELLIPSIS}", size)
    return run


def _signed(form: Form, left: float) -> tuple[list[Run], list[Path]]:
    """The lines to sign on, side by side, each with what belongs there below it."""
    y = form.paper[1] - form.margin - 5.0
    room = form.paper[0] - 2 * left
    width = (room - GAP * (len(form.sign) - 1)) / max(1, len(form.sign))
    labels, lines = [], []
    for at, words in enumerate(form.sign):
        x = left + at * (width + GAP)
        lines.append(Path((("M", x, y), ("L", x + width, y)), stroke=INK, width=LINE))
        labels.append(_at(form.label(words, SMALL), x, y + 4.0))
    return labels, lines


def _at(run: Run, x: float, y: float) -> Run:
    return run._replace(x=x, y=y)

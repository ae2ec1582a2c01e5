"""A plan and its marks in, the labels in the waste of every sheet out, with a rule of 50 mm."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from generator.geometry import Box
from generator.impose.marks import mark_boxes
from generator.impose.plan import BACK_BLEED, Plan, leaflet_safe
from generator.scene import Colour, Path, Run

Label = Callable[[str, float], Run]
"""A run of a text at a size in pt: it starts at (0, 0), level, and knows its width."""

SIZES = (7.0, 6.5, 6.0)
"""pt, the first that fits is taken; under 6 pt nobody reads them."""

PITCH, RISE = 1.25, 0.95
"""Height of a row and of its baseline below its top, in sizes: no letter leaves its row."""

CLEAR = 1.0
"""mm between a label and a mark."""

SPARE = 0.5
"""mm a row keeps free: digits differ in width, and joined words may kern."""

RULE = 50.0
"""mm, the length that tells whether a printer has scaled the page."""

TICK = 1.0
"""mm the end ticks of the rule reach above and below it."""

MM_PER_PT = 25.4 / 72
JOIN = " \N{MIDDLE DOT} "
BLACK = Colour(0, 0, 0)
LONGEST = 60.0
"""mm; longer names are cut up between words, so that they fit between the cuts of small cards."""


class Slot(NamedTuple):
    """Free waste: a box in which rows run along `turn` (0, 90 or 270)."""

    box: Box
    turn: int


class Row(NamedTuple):
    """A place for one line: the top left corner of its text, `length` in mm along `turn`."""

    x: float
    y: float
    turn: int
    length: float

    def at(self, along: float, down: float) -> tuple[float, float]:
        """The point `along` the row and `down` from its top."""
        ux, uy = {0: (1, 0), 90: (0, 1), 270: (0, -1)}[self.turn]
        return self.x + along * ux - down * uy, self.y + along * uy + down * ux


class Layout(NamedTuple):
    """Which parts stand in which row; `cleared` is the strip whose guides give way, if any.

    `missing` holds the parts that found no room.
    """

    size: float
    lines: tuple[tuple[Row, tuple[int, ...]], ...]
    rule: Row | None
    cleared: Box | None
    missing: tuple[int, ...]


def strips(plan: Plan, least: float) -> list[Slot]:
    """The waste beside block and bleed that is at least `least` mm thick, thickest first.

    It is free on both sides of the sheet, where that is cut beside its middle, too.
    """
    if plan.leaflet:
        return _gutters(plan, least)
    page = plan.printable
    keep = _both_sides(plan).grow(max(plan.bleed_width, CLEAR if plan.free else BACK_BLEED))
    top, bottom = max(page.y, keep.y), min(page.bottom, keep.bottom)
    if keep.y - page.y < least:
        top, bottom = page.y, page.bottom
    found = [
        Slot(Box(page.x, page.y, page.w, keep.y - page.y), 0),
        Slot(Box(page.x, keep.bottom, page.w, page.bottom - keep.bottom), 0),
        Slot(Box(page.x, top, keep.x - page.x, bottom - top), 270),
        Slot(Box(keep.right, top, page.right - keep.right, bottom - top), 90),
    ]
    fit = [slot for slot in found if _thickness(slot) >= least]
    return sorted(fit, key=lambda slot: -round(_thickness(slot), 3))


def _both_sides(plan: Plan) -> Box:
    """The block and its mirror image, which is that of the backs."""
    area, (w, h) = plan.area, plan.paper
    if plan.axis == "vertical":
        left = min(area.x, w - area.right)
        return Box(left, area.y, max(area.right, w - area.x) - left, area.h)
    top = min(area.y, h - area.bottom)
    return Box(area.x, top, area.w, max(area.bottom, h - area.y) - top)


def _gutters(plan: Plan, least: float) -> list[Slot]:
    """Beside the fold of a leaflet, whose pages fill the sheet: those of the inner half first."""
    page, (w, h) = plan.printable, plan.paper
    wide = leaflet_safe(plan.margin) - 1.5 * CLEAR
    if wide < least:
        return []
    halves = ((h / 2 + CLEAR, page.bottom), (page.y, h / 2 - CLEAR))
    return [
        Slot(Box(x, top, wide, bottom - top), turn)
        for top, bottom in halves
        for x, turn in ((w / 2 - 1.25 * CLEAR - wide, 270), (w / 2 + 1.25 * CLEAR, 90))
    ]


def cut_up(text: str, label: Label) -> list[str]:
    """A name in pieces of at most 60 mm at the least size; a longer word loses its end."""

    def width(piece: str) -> float:
        return label(piece, SIZES[-1]).width

    pieces: list[str] = []
    for word in " ".join(text.split()).split(" "):
        longer = f"{pieces[-1]} {word}" if pieces else word
        if pieces and width(longer) <= LONGEST:
            pieces[-1] = longer
        elif word:
            while width(word) > LONGEST:
                word = word[: len(word) * 9 // 10 - 1] + "\N{HORIZONTAL ELLIPSIS}"  # noqa: PLW2901
            pieces.append(word)
    return pieces


def lay_out(plan: Plan, marks: tuple[Path, ...], parts: Sequence[str], label: Label) -> Layout:
    """Rows for all `parts` and the rule, clear of cards, bleed and marks, largest size first.

    Where no strip has room between the marks, those of one strip give way; where even that is not
    enough, as many parts as fit are kept and the others are `missing`.
    """
    boxes = mark_boxes(marks)
    best: Layout | None = None
    for slots, cleared, size in _choices(plan, boxes):
        layout = _fill(slots, cleared, size, parts, label)
        if not layout.missing and layout.rule:
            return layout
        if best is None or _worth(layout) > _worth(best):
            best = layout
    return best or Layout(SIZES[-1], (), None, None, tuple(range(len(parts))))


def written(layout: Layout, parts: Sequence[str], label: Label) -> tuple[Run, ...]:
    """The runs of one sheet's label, each in its row."""
    runs = [
        _placed(label(JOIN.join(parts[i] for i in line), layout.size), row, 0.0)
        for row, line in layout.lines
    ]
    if layout.rule:
        runs.append(_placed(label(f"{RULE:g} mm", layout.size), layout.rule, RULE + 1.5))
    return tuple(runs)


def rule(layout: Layout) -> tuple[Path, ...]:
    """The 50 mm rule, ticks at both ends; nothing where it found no room."""
    row = layout.rule
    if row is None:
        return ()
    mid = layout.size * MM_PER_PT * PITCH / 2
    ends = []
    for along in (0.0, RULE):
        ends += [("M", *row.at(along, mid - TICK)), ("L", *row.at(along, mid + TICK))]
    line = [("M", *row.at(0.0, mid)), ("L", *row.at(RULE, mid))]
    return (Path(tuple(line + ends), stroke=BLACK, width=0.2),)


def _thickness(slot: Slot) -> float:
    return slot.box.h if slot.turn == 0 else slot.box.w


def _worth(layout: Layout) -> tuple[int, bool]:
    return -len(layout.missing), layout.rule is not None


def _choices(plan: Plan, boxes: tuple[Box, ...]) -> Iterator[tuple[list[Slot], Box | None, float]]:
    """Slots to try, best first: few strips, then large text, then strips without their marks."""
    sized = [(size, strips(plan, size * MM_PER_PT * PITCH)) for size in SIZES]
    for count in range(1, 5):
        for size, found in sized:
            if len(found) >= count:
                yield list(chain(*(_free(slot, boxes) for slot in found[:count]))), None, size
    for count in range(4):
        for size, found in sized:
            if len(found) > count:
                others = [slot for i, slot in enumerate(found) if i != count]
                rest = list(chain(*(_free(slot, boxes) for slot in others)))
                yield [found[count], *rest], found[count].box, size


def _free(slot: Slot, boxes: tuple[Box, ...]) -> list[Slot]:
    """The parts of a strip between the marks that cross it."""
    box, level = slot.box, slot.turn == 0
    start, end = (box.x, box.right) if level else (box.y, box.bottom)
    taken = sorted(
        (b.x - CLEAR, b.right + CLEAR) if level else (b.y - CLEAR, b.bottom + CLEAR)
        for b in boxes
        if b.grow(CLEAR).meet(box)
    )
    out: list[Slot] = []
    for low, high in [*taken, (end, end)]:
        if low > start:
            free = (
                Box(start, box.y, low - start, box.h)
                if level
                else Box(box.x, start, box.w, low - start)
            )
            out.append(Slot(free, slot.turn))
        start = max(start, high)
    return out


def _rows(slot: Slot, size: float) -> list[Row]:
    """The rows of a slot, centred in its thickness."""
    box, pitch = slot.box, size * MM_PER_PT * PITCH
    count = int(_thickness(slot) / pitch + 1e-9)
    first = (_thickness(slot) - count * pitch) / 2
    out = []
    for i in range(count):
        down = first + i * pitch
        if slot.turn == 0:
            out.append(Row(box.x, box.y + down, 0, box.w))
        elif slot.turn == 90:
            out.append(Row(box.right - down, box.y, 90, box.h))
        else:
            out.append(Row(box.x + down, box.bottom, 270, box.h))
    return out


def _fill(
    slots: list[Slot], cleared: Box | None, size: float, parts: Sequence[str], label: Label
) -> Layout:
    """Parts in order, as many a row as fit; the rule takes the first row that words leave free."""
    rows = list(chain(*(_rows(slot, size) for slot in slots)))
    rule_width = RULE + 1.5 + label(f"{RULE:g} mm", size).width + SPARE
    widths = [label(part, size).width for part in parts]
    # Between letters: set by itself it would lose the blanks at its ends.
    join = label(f"0{JOIN}0", size).width - label("00", size).width
    after: Layout | None = None
    for last in (False, True):
        held = None
        if not last:
            held = next((row for row in reversed(rows) if row.length >= rule_width), None)
        left = [row for row in rows if row is not held]
        lines, missing, unused = _words(left, widths, join)
        place = held or next((row for row in unused if row.length >= rule_width), None)
        layout = Layout(size, tuple(lines), place, cleared, tuple(missing))
        if last and not missing and place:
            return layout
        if after is None or _worth(layout) > _worth(after):
            after = layout
    assert after is not None
    return after


def _words(
    rows: list[Row], widths: list[float], join: float
) -> tuple[list[tuple[Row, tuple[int, ...]]], list[int], list[Row]]:
    """Each row with its parts, the parts that fit nowhere, and the rows left empty."""
    lines: list[tuple[Row, tuple[int, ...]]] = []
    todo, unused = list(range(len(widths))), []
    for row in rows:
        taken: list[int] = []
        room = row.length - SPARE
        while todo and widths[todo[0]] + (join if taken else 0.0) <= room:
            part = todo.pop(0)
            room -= widths[part] + (join if taken else 0.0)
            taken.append(part)
        if taken:
            lines.append((row, tuple(taken)))
        else:
            unused.append(row)
    return lines, todo, unused


def _placed(run: Run, row: Row, along: float) -> Run:
    x, y = row.at(along, run.size * MM_PER_PT * RISE)
    return run._replace(x=x, y=y, turn=float(row.turn))

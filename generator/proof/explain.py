"""Pairs and left-overs of a page in, few clear problems out: a page, a card, a thing each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import NamedTuple

from generator.geometry import Box
from generator.proof.compare import NEAR, shift
from generator.proof.ink import Image, Ink, Strange, Words
from generator.proof.match import Changed, Compare, Matched, anchor, content, match, place
from generator.proof.report import Report
from generator.proof.want import SHEET, Due, set_down
from generator.scene import Item, Path, Picture, Placed, Run, Scene

FEW = 3
"""Faults of one card, or of the marks of one page, that are told one by one."""

MOST_OF = 0.8
"""Share of a card's or page's things that must have done the same for it to be told as one."""

ALIKE = 0.95
"""Share of a card's things that must be there for it to be called that card."""

_CODES = {
    "words": "proof-words",
    "place": "proof-moved",
    "hidden": "proof-hidden",
    "look": "proof-look",
}

ThingsOf = Callable[[tuple[Item, ...]], tuple[list[Item], list[Ink]]]


class _Fault(NamedTuple):
    code: str
    says: str
    at: tuple[float, float]
    item: Item | None
    want: int


def trim(placed: Placed) -> Box:
    """The box of a card's trim on its sheet."""
    w, h = placed.scene.size
    return Box(placed.x, placed.y, *((h, w) if placed.turn % 180 else (w, h)))


def explain(
    due: Due,
    gots: Sequence[Ink],
    found: Matched,
    report: Report,
    compare: Compare,
    scenes: Iterable[Scene],
    things_of: ThingsOf,
) -> set[int]:
    """Note the faults of a page; returns the owners that show another card than theirs.

    `scenes` are those that may stand in another's place, `things_of` what their items show.
    """
    if _whole_page(due, gots, found, report):
        return set(range(len(due.sheet.placed)))
    faults: dict[int, list[_Fault]] = defaultdict(list)
    for i, j in found.early:
        says = (
            f"{name(due.items[i], due.inks[i])} is painted in another order: what it covers shows"
        )
        faults[due.owners[i]].append(_Fault("proof-order", says, place(gots[j]), due.items[i], i))
    for change in found.changed:
        fault = _changed(change, due, gots)
        faults[due.owners[change.want]].append(fault)
    for i in found.missing:
        says = f"{name(due.items[i], due.inks[i])} is missing"
        at = place(due.inks[i])
        faults[due.owners[i]].append(_Fault("proof-missing", says, at, due.items[i], i))
    for j in found.extra:
        says = f"{name(None, gots[j])} does not belong here"
        owner = _owner(due, place(gots[j]))
        faults[owner].append(_Fault("proof-extra", says, place(gots[j]), None, -1))
    strangers = set()
    candidates: list[Scene] | None = None
    for owner in sorted(faults):
        if owner == SHEET:
            _tell(due, owner, faults[owner], report)
            continue
        if candidates is None:
            candidates = _distinct(scenes)
        if _whole_card(due, owner, gots, found, report, faults[owner]):
            continue
        if _other_card(due, owner, gots, found, report, compare, candidates, things_of):
            strangers.add(owner)
            continue
        _tell(due, owner, faults[owner], report)
    return strangers


def name(item: Item | None, ink: Ink) -> str:
    """What to call a thing."""
    if isinstance(ink, Words):
        return f"the line {ink.text!r}" if ink.text else "a line without words"
    if isinstance(ink, Strange):
        return ink.what
    if isinstance(ink, Image):
        if isinstance(item, Picture):
            return f"the picture {item.source.replace(chr(92), '/').rsplit('/', 1)[-1]}"
        return f"a picture of {ink.pixels[0]} x {ink.pixels[1]} pixels"
    if isinstance(item, Path) and item.module:
        return "the code"
    shows = (item.shows or item.fact) if isinstance(item, Path) else None
    if shows:
        return f"the shape {shows!r}"
    wide, high = ink.edges[2] - ink.edges[0], ink.edges[3] - ink.edges[1]
    kind = "a line drawn" if ink.fill is None else "a shape"
    colour = ink.stroke if ink.fill is None else ink.fill
    code = (
        "#{:02X}{:02X}{:02X}".format(*colour) if colour and min(colour) >= 0 else "no plain colour"
    )
    return f"{kind} in {code} ({wide:.1f} x {high:.1f} mm)"


def field(item: Item | None) -> str | None:
    """The field a problem about the item names: its fact, else what it says or shows."""
    if item is None:
        return None
    if item.fact:
        return item.fact
    return item.text if isinstance(item, Run) else item.shows


def _changed(change: Changed, due: Due, gots: Sequence[Ink]) -> _Fault:
    order = list(_CODES)
    worst = min(change.how, key=lambda difference: order.index(difference.aspect))
    item, ink = due.items[change.want], due.inks[change.want]
    says = "; ".join(difference.says for difference in change.how)
    return _Fault(
        _CODES[worst.aspect],
        f"{name(item, ink)} {says}",
        place(gots[change.got]),
        item,
        change.want,
    )


def _tell(due: Due, owner: int, faults: list[_Fault], report: Report) -> None:
    card = due.sheet.placed[owner].scene.of if owner != SHEET else None
    told = faults if len(faults) <= FEW + 1 else faults[:FEW]
    for k, fault in enumerate(told):
        says = fault.says
        if k == len(told) - 1 and len(faults) > len(told):
            whose = "of this card" if card else "of this page"
            says += f" (and {len(faults) - len(told)} more differences {whose})"
        what = field(fault.item) or (None if card else "sheet")
        report.add(fault.code, says, card=card, field=what, at=fault.at)


def _owner(due: Due, at: tuple[float, float]) -> int:
    """The card on whose trim a point lies."""
    for owner, placed in enumerate(due.sheet.placed):
        box = trim(placed)
        if box.x <= at[0] <= box.right and box.y <= at[1] <= box.bottom:
            return owner
    return SHEET


def _whole_page(due: Due, gots: Sequence[Ink], found: Matched, report: Report) -> bool:
    """Everything on the page scaled or moved alike is one fault."""
    both = [(change.want, change.got) for change in found.changed]
    if len(both) < MOST_OF * len(due.inks) or len(both) < 8:
        return False
    points = [
        (anchor(due.inks[i]), anchor(gots[j]))
        for i, j in both
        if content(due.inks[i]) == content(gots[j])
    ]
    if len(points) < MOST_OF * len(both):
        return False
    scale = _scale([p[0][0] for p in points], [p[1][0] for p in points])
    tall = _scale([p[0][1] for p in points], [p[1][1] for p in points])
    if scale is None or tall is None:
        return False
    dx = median(g[0] - scale * w[0] for w, g in points)
    dy = median(g[1] - tall * w[1] for w, g in points)
    alike = sum(
        abs(scale * w[0] + dx - g[0]) < 4 * NEAR and abs(tall * w[1] + dy - g[1]) < 4 * NEAR
        for w, g in points
    )
    if alike < MOST_OF * len(points):
        return False
    if abs(scale - 1) < 1e-3 and abs(tall - 1) < 1e-3:
        says = f"everything on the page stands {shift(dx, dy)}"
    else:
        size = f"{100 * scale:.1f} %" + (
            "" if abs(scale - tall) < 1e-3 else f" x {100 * tall:.1f} %"
        )
        says = f"everything on the page is scaled to {size}"
    report.add("proof-moved", says)
    return True


def _scale(wants: list[float], gots: list[float]) -> float | None:
    """How far apart things are read, against how far apart they should be."""
    order = sorted(range(len(wants)), key=lambda k: wants[k])
    half = len(order) // 2
    pairs = [(order[k], order[k + half]) for k in range(half)]
    ratios = [
        (gots[b] - gots[a]) / (wants[b] - wants[a]) for a, b in pairs if wants[b] - wants[a] > 5
    ]
    return median(ratios) if ratios else None


def _whole_card(
    due: Due,
    owner: int,
    gots: Sequence[Ink],
    found: Matched,
    report: Report,
    faults: list[_Fault],
) -> bool:
    """A card that is missing as a whole, or moved as a whole, is one fault."""
    placed = due.sheet.placed[owner]
    total = due.owners.count(owner)
    gone = sum(fault.code == "proof-missing" for fault in faults)
    at = (placed.x, placed.y)
    if gone == total and gone == len(faults):
        says = f"the {placed.scene.side} of {placed.scene.of} is missing"
        report.add("proof-missing", says, card=placed.scene.of, at=at)
        return True
    moves = [
        (anchor(due.inks[c.want]), anchor(gots[c.got]))
        for c in found.changed
        if due.owners[c.want] == owner and all(d.aspect != "words" for d in c.how)
    ]
    if len(moves) < MOST_OF * total or len(moves) < len(faults):
        return False
    dx = median(g[0] - w[0] for w, g in moves)
    dy = median(g[1] - w[1] for w, g in moves)
    same = sum(abs(g[0] - w[0] - dx) < NEAR and abs(g[1] - w[1] - dy) < NEAR for w, g in moves)
    if same < MOST_OF * len(moves) or (abs(dx) < NEAR and abs(dy) < NEAR):
        return False
    says = f"the {placed.scene.side} of {placed.scene.of} stands {shift(dx, dy)}"
    report.add("proof-moved", says, card=placed.scene.of, at=at)
    return True


def _distinct(scenes: Iterable[Scene]) -> list[Scene]:
    return list({id(scene.items): scene for scene in scenes}.values())


def _other_card(
    due: Due,
    owner: int,
    gots: Sequence[Ink],
    found: Matched,
    report: Report,
    compare: Compare,
    scenes: list[Scene],
    things_of: ThingsOf,
) -> bool:
    """Whether what stands in a card's place is another card, whole."""
    placed = due.sheet.placed[owner]
    mine = {j for i, j in found.pairs if due.owners[i] == owner}
    taken = {j for i, j in found.pairs if due.owners[i] != owner}
    here = [
        j
        for j, got in enumerate(gots)
        if j in mine or (j not in taken and _owner(due, place(got)) == owner)
    ]
    seen = [gots[j] for j in here]
    own = len(mine) / max(1, due.owners.count(owner))
    whats = Counter(map(content, seen))
    for scene in scenes:
        if scene.items is placed.scene.items or scene.size != placed.scene.size:
            continue
        inks = things_of(scene.items)[1]
        alike = (whats & Counter(map(content, inks))).total()
        if alike < ALIKE * max(len(inks), len(seen)):
            continue
        things = set_down(inks, placed._replace(scene=scene))
        result = match(things, seen, compare)
        share = len(result.pairs) / max(1, len(things), len(seen))
        if share > max(own, ALIKE):
            says = f"{scene.of} stands where {placed.scene.of} belongs"
            code = "proof-card" if placed.scene.side == "front" else "proof-back"
            if code == "proof-back":
                says = f"the back of {scene.of} stands where that of {placed.scene.of} belongs"
            report.add(code, says, card=placed.scene.of, at=(placed.x, placed.y))
            return True
    return False

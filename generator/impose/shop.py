"""Faces and backs in, the pages of a print shop's files out: a side of one card each, no marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from generator.geometry import Box
from generator.impose.grid import Pair
from generator.model.target import Shop, Target
from generator.scene import Placed, Scene, Sheet


class PagePlan(NamedTuple):
    """A page: its size, the trim on it (mm), how its card is turned, which sides it shows."""

    paper: tuple[float, float]
    trim: Box
    turn: int
    sides: tuple[Literal["back", "front"], ...]

    @property
    def bleed(self) -> tuple[float, float]:
        """mm of picture beyond the trim, across and down."""
        return self.trim.x, self.trim.y

    @property
    def reason(self) -> str:
        """The sentence a build prints."""
        w, h = self.paper
        return f"pages of {w:g} x {h:g} mm, trim {self.trim.w:g} x {self.trim.h:g} mm, no marks"


def page_plan(target: Target, shop: Shop, card: tuple[float, float]) -> PagePlan:
    """The page of a card whose trim is `card` (mm).

    The shop states its page for a card that lies; one that stands has its page on end, and one that
    lies is turned where pages are to stand upright.
    """
    w, h = card
    turn = 90 if shop.upright and w > h else 0
    if turn:
        w, h = h, w
    if shop.page is None:
        x = y = target.bleed_width
    else:
        long, short = max(shop.page), min(shop.page)
        page = (long, short) if w > h else (short, long)
        x, y = ((whole - part) / 2 for whole, part in zip(page, (w, h), strict=True))
    return PagePlan((w + 2 * x, h + 2 * y), Box(x, y, w, h), turn, shop.sides)


def card_pages(plan: PagePlan, pair: Pair, number: int) -> Iterator[Sheet]:
    """The pages of one card, its sides in the shop's order; a side that it has not is left out."""
    sides: dict[str, Scene | None] = {"front": pair[0], "back": pair[1]}
    whole = Box(0.0, 0.0, *plan.paper)
    for side in plan.sides:
        scene = sides[side]
        if scene is not None:
            placed = Placed(scene, plan.trim.x, plan.trim.y, plan.turn, whole, 0)
            yield Sheet(plan.paper, side, number, (placed,), trim=plan.trim, bleed=whole)


def deck_pages(plan: PagePlan, pairs: Iterable[Pair]) -> Iterator[Sheet]:
    """The pages of many cards, one card after the other."""
    for number, pair in enumerate(pairs, 1):
        yield from card_pages(plan, pair, number)


def named(shop: Shop, number: int, of: int, id_: str, lot: int | None) -> str:
    """The name of a card's file without ending: numbers are as long as the last one's."""
    digits = max(2, len(str(of)))
    return shop.file.format(
        number=f"{number:0{digits}}", id=id_, lot=f"-x{lot}" if lot is not None else ""
    )


def doubles(names: Sequence[str]) -> list[str]:
    """Names that stand there more than once; a disk may not tell capitals apart."""
    seen: set[str] = set()
    out = []
    for name in names:
        if name.casefold() in seen:
            out.append(name)
        seen.add(name.casefold())
    return out

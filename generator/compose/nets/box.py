"""What a box holds in, its net out: tuck boxes and wallets (PRINT_FACTS' formulas, in mm)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.compose.nets.panels import net_of, notched, polygon, rectangle
from generator.model.piece import BoxSpec, Held, Making, Net, Panel, WalletSpec

SLEEVE, SLEEVE_DEPTH = 2.5, 0.1
"""mm that sleeves add to a card's width and height, and to its thickness."""

LEAST_DEPTH = 1.5
"""mm between two folds that can still be folded."""

FLAP, TAB = 25.0, 10.0
"""mm of a wallet's closing flap and of its glued tabs."""


def _clamp(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)


class _Pile:
    """Everything in a box laid on one pile: its width, height and depth, air included."""

    def __init__(self, held: Sequence[Held], making: Making, air: float) -> None:
        sleeve = SLEEVE if making.sleeved else 0.0
        sizes = [
            tuple(side + (sleeve if one.card else 0.0) for side in sorted(one.size)) for one in held
        ]
        self.w = max((short for short, _ in sizes), default=0.0)
        self.h = max((long for _, long in sizes), default=0.0)
        self.pieces = sum(one.number for one in held)
        self.depth = (1 + air / 100) * sum(
            one.number * (one.layers * making.stock + (SLEEVE_DEPTH if one.card and sleeve else 0))
            for one in held
        )
        if not self.pieces:
            raise ValueError("nothing that it holds is printed; give those cards a count")


def _says(pile: _Pile, making: Making, depth: float) -> dict[str, str | int | float]:
    return {
        "stock": f"{making.stock:.2f} mm",
        "cards": pile.pieces,
        "sleeved": making.sleeved,
        "depth": round(depth, 1),
    }


class Measures(NamedTuple):
    """mm of a box: inside, its glue flap and tucks, and of its whole net."""

    w: float
    h: float
    d: float
    glue: float
    tuck: float
    size: tuple[float, float]


def measures(spec: BoxSpec, held: Sequence[Held], making: Making) -> Measures:
    """What a box measures, its net not drawn yet; raises ValueError where it holds nothing."""
    return _measured(spec, _Pile(held, making, spec.air))


def _measured(spec: BoxSpec, pile: _Pile) -> Measures:
    more = spec.clearance + spec.wall
    w, h, d = pile.w + more, pile.h + more, pile.depth + more
    glue, tuck = _clamp(0.8 * d, 8, 12), _clamp(0.8 * d, 12, 22)
    return Measures(w, h, d, glue, tuck, (glue + 2 * (w + d), h + 2 * (d + tuck)))


def box(spec: BoxSpec, held: Sequence[Held], making: Making) -> Net:
    """A tuck box: glue flap, back, side, front with a thumb notch, side; lid above the back.

    Raises ValueError where it holds nothing.
    """
    pile = _Pile(held, making, spec.air)
    w, h, d, glue, tuck, _ = _measured(spec, pile)
    dust, taper = _clamp(0.85 * d, 6, 25), min(2.0, d / 5)
    top, bottom = d + tuck, d + tuck + h
    back, left, front, right = glue, glue + w, glue + w + d, glue + 2 * w + d
    slant, round_off = min(4.0, h / 8), min(3.0, w / 8)
    panels: dict[str, Panel] = {
        "glue": polygon(
            (back, bottom), (0, bottom - slant), (0, top + slant), (back, top), glued=True
        ),
        "back": rectangle(back, top, w, h),
        "left": rectangle(left, top, d, h),
        "front": notched(rectangle(front, top, w, h), "top", min(18.0, w / 3), min(8.0, h / 4)),
        "right": rectangle(right, top, d, h),
        "lid": rectangle(back, tuck, w, d, turn=180),
        "lid-tuck": polygon(
            *((back, tuck), (back, round_off), (back + round_off, 0)),
            *((left - round_off, 0), (left, round_off), (left, tuck)),
            turn=180,
        ),
        "bottom": rectangle(front, bottom, w, d),
        "bottom-tuck": polygon(
            *((right, bottom + d), (right, bottom + d + tuck - round_off)),
            *((right - round_off, bottom + d + tuck), (front + round_off, bottom + d + tuck)),
            *((front, bottom + d + tuck - round_off), (front, bottom + d)),
        ),
    }
    for name, x in (("left", left), ("right", right)):
        panels[f"{name}-dust-top"] = polygon(
            (x, top), (x + taper, top - dust), (x + d - taper, top - dust), (x + d, top)
        )
        panels[f"{name}-dust-bottom"] = polygon(
            *((x + d, bottom), (x + d - taper, bottom + dust)),
            *((x + taper, bottom + dust), (x, bottom)),
        )
    return net_of("box", panels, (w, h), says=_says(pile, making, d))


def wallet(spec: WalletSpec, held: Sequence[Held], making: Making) -> Net:
    """An envelope that opens along its long side: flap, spine, back, spine, front; tabs glued.

    Raises ValueError where it holds nothing.
    """
    pile = _Pile(held, making, spec.air)
    more = spec.clearance + spec.wall
    w, h, d = pile.w + more, pile.h + more, max(LEAST_DEPTH, pile.depth + spec.wall)
    back, left = FLAP + d, FLAP + d + w
    front, slant = left + d, min(6.0, h / 8)
    panels = {
        "flap": polygon((FLAP, h), (0, h - 2 * slant), (0, 2 * slant), (FLAP, 0)),
        "mouth": rectangle(FLAP, 0, d, h),
        "back": rectangle(back, 0, w, h),
        "spine": rectangle(left, 0, d, h),
        "front": notched(rectangle(front, 0, w, h), "right", min(24.0, h / 3), min(9.0, w / 4)),
        "top": rectangle(back, -d, w, d),
        "top-tab": polygon(
            *((back, -d), (back + slant, -d - TAB), (left - slant, -d - TAB), (left, -d)),
            glued=True,
        ),
        "bottom": rectangle(back, h, w, d),
        "bottom-tab": polygon(
            *((left, h + d), (left - slant, h + d + TAB)),
            *((back + slant, h + d + TAB), (back, h + d)),
            glued=True,
        ),
    }
    return net_of("wallet", panels, (w, h), says=_says(pile, making, d))

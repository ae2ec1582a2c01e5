"""A grid of cards on the table in, one of the two corners that are slid round it out (mm)."""

from __future__ import annotations

from generator.compose.nets.panels import net_of, polygon
from generator.model.piece import CornerSpec, Net

LEAST_BAND = 8.0
"""mm of an arm that still lies flat and can be written on."""


def corner(spec: CornerSpec, card: tuple[float, float]) -> Net:
    """An L whose arms reach to the middle of the grid's sides, a gap beside the cards.

    Two of them, one turned by half a circle, meet the same middles from opposite corners, so
    whoever lays them sees whether the grid between them is neither too small nor too large.
    Raises ValueError for arms too narrow.
    """
    band, gap = spec.band, spec.gap
    if band < LEAST_BAND:
        raise ValueError(f"arms of {band:g} mm bend; write a band of {LEAST_BAND:g} or more")
    inner = half(spec, card)
    w, h = band + inner[0], band + inner[1]
    edge = polygon((0, 0), (w, 0), (w, band), (band, band), (band, h), (0, h))
    says = {"band": band, "gap": gap, "columns": spec.columns, "rows": spec.rows}
    says |= {"card_width": card[0], "card_height": card[1]}
    return net_of("corner", {"corner": edge}, (w, h), says=says)


def half(spec: CornerSpec, card: tuple[float, float]) -> tuple[float, float]:
    """Half of the grid across and down (mm), with a gap round it."""
    across = spec.columns * (card[0] + spec.gap) + spec.gap
    down = spec.rows * (card[1] + spec.gap) + spec.gap
    return across / 2, down / 2

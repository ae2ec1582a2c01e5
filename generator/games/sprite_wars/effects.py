"""Kinds of effects of a fighter: where its arrows point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from generator.model.scalars import Strict

Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


class Single(Strict):
    """Single arrows: a card they point at is attacked, or supported if it is one's own."""

    kind: Literal["single"]
    to: tuple[Direction, ...]
    """Directions as the owner sees them, the image upright."""


class Double(Strict):
    """Double arrows: they also put the next card in a beaten card's place."""

    kind: Literal["double"]
    to: tuple[Direction, ...]
    """Directions as the owner sees them, the image upright."""


EFFECTS: Mapping[str, type[Strict]] = {"single": Single, "double": Double}
FORCE = {"single": 1, "double": 2}
"""What an arrow counts where two cards of the same power are compared."""

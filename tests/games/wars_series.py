"""Fighters made up for a test in, the engine of Sprite Wars with them out."""

from __future__ import annotations

from generator.games.sprite_wars.roster import Fighter, Series
from generator.games.sprite_wars.wars import WarsEngine


def made(**fighters: tuple[int, dict[str, int]]) -> WarsEngine:
    """The engine with fighters of our own: power, and arrows by direction."""
    told = (Fighter(n, n, power, tuple(arrows.items())) for n, (power, arrows) in fighters.items())
    return WarsEngine(Series(tuple(told), 6, 4))

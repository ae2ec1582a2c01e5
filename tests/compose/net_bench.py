"""Components with nets in code: what the tests of nets stand on."""

from __future__ import annotations

from typing import Any

from demo_game import game

from generator.compose.nets.shape import shaped
from generator.model.card import Card
from generator.model.game import Component, ComponentSpec
from generator.model.piece import Making
from generator.problems import Problems, Where

PLAIN = game()
HERE = Where("game.yaml", 9)


class Bench:
    """Components by id, shaped together; `problems` holds what was said of them."""

    def __init__(self) -> None:
        self.components: dict[str, Component] = {}
        self.problems = Problems()

    @property
    def codes(self) -> set[str]:
        return {problem.code for problem in self.problems}

    def add(self, name: str, count: int = 1, trim: Any = (0.0, 0.0), **keys: Any) -> None:
        spec = ComponentSpec.read({"name": name, "face": "f.xml", **keys})
        card = Card(name, name, count, "f.xml", None, {}, (), HERE)
        self.components[name] = Component(name, spec, trim, spec.size or "", (card,), HERE)

    def deck(self, name: str, cards: int, trim: Any = (63.5, 88.9), **keys: Any) -> None:
        self.add(name, cards, trim, size="poker", **keys)

    def shaped(
        self, stock: float = 0.30, sleeved: bool = False, players: int = 1
    ) -> dict[str, Component]:
        self.problems = Problems()
        return shaped(self.components, Making(stock, sleeved, players), self.problems)

    def shape(
        self, name: str, net: Any, stock: float = 0.30, sleeved: bool = False, **keys: Any
    ) -> Component:
        """One more component, shaped; fails where that is a problem."""
        self.add(name, net=net, safe="0.1", **keys)
        made = self.shaped(stock, sleeved)
        assert not list(self.problems), "\n".join(map(str, self.problems))
        return made[name]

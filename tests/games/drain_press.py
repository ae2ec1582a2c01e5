"""Brain Drain on the press: its components for an order, their fronts and what these say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as File
from typing import Any

from generator.check.scenes import check_scene
from generator.load.find import workspace
from generator.makeready import set_up
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.order import Order
from generator.pipeline import load
from generator.press import Press, quiet
from generator.problems import Problems, Where
from generator.scene import Fact, Path, Run, Scene

ROOT = File(__file__).parents[2]
HERE = workspace(ROOT)
PLACE = HERE.place("brain_drain")
assert PLACE is not None
PAPERS = ("home-a4", "home-letter")
PIECES = (
    "turn-cards",
    "meeting-cards",
    "table-cards",
    "hearts",
    "msp-strips",
    "die",
    "shields",
    "booklets",
    "deck-boxes",
    "role-box",
)


@lru_cache(maxsize=1)
def whole() -> tuple[Game, Any]:
    assert PLACE is not None
    return load(HERE, PLACE, (), Problems())


def pressed(order: Order, game: Game | None = None) -> Press:
    """The press for an order, nets computed."""
    assert PLACE is not None
    own, rules = whole()
    return set_up(HERE, PLACE, game or own, rules, order, Problems(), quiet)


def named(press: Press, name: str) -> Component:
    return press.game.components[name]


def faces_of(press: Press) -> list[Component]:
    """All components but books."""
    return [c for c in press.game.components.values() if c.spec.kind == "faces"]


def fronts(press: Press, name: str) -> list[tuple[Component, Card, Scene]]:
    """Each card of a component once, with its front."""
    made = press.composed(named(press, name))  # with those that join it
    seen = {sides.card.id: sides for sides in made if sides.component.id == name}
    return [(one.component.own(one.card), one.card, one.front) for one in seen.values()]


@lru_cache(maxsize=8)
def printed(target: str, name: str, **options: Any) -> list[tuple[Component, Card, Scene]]:
    return fronts(pressed(Order(target=target, **options)), name)


def words(scene: Scene, fact: str) -> list[str]:
    """What the text elements with a fact say."""
    found: dict[int, list[str]] = {}
    for item in scene.items:
        if item.fact == fact and isinstance(item, Run):
            found.setdefault(item.element, []).append(item.text)
    return [" ".join(runs) for runs in found.values()]


def shown(scene: Scene, fact: str) -> list[str | None]:
    """What the shapes with a fact show, each element once."""
    found = {i.element: i.shows for i in scene.items if i.fact == fact and isinstance(i, Path)}
    return list(found.values())


def faults(scene: Scene, facts: Iterable[Fact]) -> set[str]:
    problems = Problems()
    check_scene(scene, list(facts), whole()[0].figures, lambda _: Where("face"), problems)
    return {problem.code for problem in problems}


def with_figures(**values: int) -> Game:
    """The game with figures of other values."""
    game = whole()[0]
    figures = dict(game.figures.figures)
    for name, value in values.items():
        figures[name] = figures[name]._replace(value=value)
    return replace(game, figures=game.figures._replace(figures=figures))

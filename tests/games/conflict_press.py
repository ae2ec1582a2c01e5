"""Organizations in Conflict on the press: its components for an order, and what their faces say."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as File
from typing import Any

from generator.check.facts import facts_of
from generator.check.scenes import check_scene
from generator.load.find import Workspace, workspace
from generator.makeready import set_up
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.order import Order
from generator.pipeline import load
from generator.press import Press, quiet
from generator.problems import Problem, Problems, Where
from generator.scene import Fact, Path, Run, Scene

ROOT = File(__file__).parents[2]
GAME = "organizations"
HERE = workspace(ROOT)
PAPERS = ("home-a4", "home-letter")

Face = tuple[Component, Card, Scene]


@lru_cache(maxsize=1)
def whole() -> tuple[Game, Any]:
    """The game and its rules, nets not computed."""
    place = HERE.place(GAME)
    assert place is not None
    return load(HERE, place, (), Problems())


def pressed(order: Order, game: Game | None = None, here: Workspace = HERE) -> Press:
    """The press for an order, nets computed."""
    place = here.place(GAME)
    assert place is not None
    own, rules = whole() if here is HERE else load(here, place, (), Problems())
    return set_up(here, place, game or own, rules, order, Problems(), quiet)


@lru_cache(maxsize=4)
def press_of(target: str, **options: Any) -> Press:
    """The press for a target, made once."""
    return pressed(Order(target=target, **options))


@lru_cache(maxsize=32)
def printed(target: str, name: str, **options: Any) -> tuple[Face, ...]:
    """Each card of a component once, with its front."""
    return tuple(faces(press_of(target, **options), name))


def faces(press: Press, name: str) -> list[Face]:
    """Each card of a component once, with its front."""
    component = press.game.components[name]
    found = [(component.own(card), card) for card in component.cards]
    made = [(own, card, press.composer.face(component, card)) for own, card in found]
    return [(own, card, scene) for own, card, scene in made if scene is not None]


def told(component: Component, card: Card, game: Game | None = None) -> list[Fact]:
    """What the face must say, with the figures and suits of that game."""
    own, rules = whole()
    return list(facts_of(game or own, rules, component, card))


def problems_of(scene: Scene, facts: Iterable[Fact]) -> list[Problem]:
    """What is wrong with a face that is to say that."""
    problems = Problems()
    check_scene(scene, list(facts), whole()[0].figures, lambda _: Where("face"), problems)
    return list(problems)


def faults(scene: Scene, facts: Iterable[Fact]) -> set[str]:
    """The codes of what is wrong."""
    return {problem.code for problem in problems_of(scene, facts)}


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


def with_figures(**values: int) -> Game:
    """The game with figures of other values."""
    game = whole()[0]
    figures = dict(game.figures.figures)
    for name, value in values.items():
        figures[name] = figures[name]._replace(value=value)
    return replace(game, figures=game.figures._replace(figures=figures))


def with_suits(game: Game, **changes: dict[str, Any]) -> Game:
    """The game with other fields of its suits."""
    suits = dict(game.catalogs["suits"])
    for name, fields in changes.items():
        suits[name] = suits[name]._replace(fields={**suits[name].fields, **fields})
    return replace(game, catalogs={**game.catalogs, "suits": suits})


def copied(folder: File) -> Workspace:
    """A workspace with the game alone, to be spoilt."""
    for name in ("card_data", "templates"):
        shutil.copytree(ROOT / name / GAME, folder / name / GAME)
    return workspace(folder)


def spoilt(here: Workspace, name: str, old: str, new: str) -> None:
    """Replace `old`, which stands there once, in a file of the workspace."""
    assert here.root is not None
    path = here.root / name
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    path.write_text(text.replace(old, new), "utf-8")

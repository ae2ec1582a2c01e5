"""What stands on every shipped face, as readable text: `pytest --update-golden` writes it anew."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from generator.compose.faces import Composer
from generator.load.find import GamePlace, workspace
from generator.makeready import set_up
from generator.model.game import Component
from generator.model.order import Order
from generator.pipeline import load
from generator.press import quiet
from generator.problems import Problems
from generator.scene import Run, Scene

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "games"
HERE = workspace(ROOT)


def said(scene: Scene) -> list[str]:
    """Each run with its place; shapes counted by the fact they carry."""
    lines, shapes = [], Counter[str]()
    for item in scene.items:
        if isinstance(item, Run):
            fact = f"  [{item.fact}]" if item.fact else ""
            turn = f" turned {item.turn:g}" if item.turn else ""
            place = f"{item.x:.2f} {item.y:.2f}{turn}"
            lines.append(f"  {place}: {item.text!r} {item.font} {item.size:g} pt{fact}")
        else:
            shapes[f"{item.fact} {item.shows or ''}".strip() if item.fact else "others"] += 1
    return [*lines, *(f"  {count} shapes: {name}" for name, count in sorted(shapes.items()))]


def page(composer: Composer, component: Component) -> str:
    lines: list[str] = []
    for card in component.cards:
        for side, scene in (
            ("front", composer.face(component, card)),
            ("back", composer.back(component, card) if card is component.cards[0] else None),
        ):
            if scene is not None:
                lines += [f"{card.id} {side} x{card.count}", *said(scene)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("place", [pytest.param(p, id=p.id) for p in HERE.games()])
def test_faces_are_as_last_looked_at(place: GamePlace, update_golden: bool) -> None:
    problems = Problems()
    game, rules = load(HERE, place, (), problems)
    press = set_up(HERE, place, game, rules, Order(), problems, quiet)
    for component in press.game.components.values():
        if component.spec.kind == "book":
            continue
        path = GOLDEN / f"{place.id}-{component.id}.txt"
        made = page(press.composer, component)
        if update_golden:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(made, "utf-8")
        assert path.read_text("utf-8") == made
    assert [problem for problem in problems if problem.level != "note"] == []

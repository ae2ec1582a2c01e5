"""Both sides of the cards on two trims: arrows in their zones, one side alike for all fighters."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from pathlib import Path as File

import pytest

from generator.check.facts import back_facts, facts_of
from generator.check.ground import ink_box
from generator.check.scenes import check_scene
from generator.compose.faces import Composer
from generator.games.sprite_wars.effects import FORCE
from generator.games.sprite_wars.roster import arrows
from generator.geometry import Box, bounds, points
from generator.load.find import GameSources, workspace
from generator.model.card import Card
from generator.pipeline import load
from generator.problems import Problems, Where
from generator.scene import Path, Run, Scene

ROOT = File(__file__).parents[2]
TRIMS = {"business-us": (88.9, 50.8), "business-eu": (85.0, 55.0), "upright": (50.8, 88.9)}
MARGIN, SHORT, LONG, CORNER = 3.2, 5.0, 8.0, 6.5


def zones(w: float, h: float) -> dict[str, Box]:
    """LOOK: where arrows stand, and nothing else ever."""
    left, right, top, bottom = MARGIN, w - MARGIN, MARGIN, h - MARGIN
    return {
        "N": Box(w / 2 - LONG / 2, top, LONG, SHORT),
        "S": Box(w / 2 - LONG / 2, bottom - SHORT, LONG, SHORT),
        "W": Box(left, h / 2 - LONG / 2, SHORT, LONG),
        "E": Box(right - SHORT, h / 2 - LONG / 2, SHORT, LONG),
        "NW": Box(left, top, CORNER, CORNER),
        "NE": Box(right - CORNER, top, CORNER, CORNER),
        "SW": Box(left, bottom - CORNER, CORNER, CORNER),
        "SE": Box(right - CORNER, bottom - CORNER, CORNER, CORNER),
    }


@lru_cache(maxsize=4)
def stack(trim: str) -> tuple[list[tuple[Card, Scene, Scene]], list[str]]:
    """Every fighter with its face and back at that size, and what is wrong with them."""
    problems, here = Problems(), workspace(ROOT)
    place = here.place("sprite_wars")
    assert place is not None
    game, rules = load(here, place, (), problems)
    assert rules is not None
    composer = Composer(game, GameSources(here, place), problems, rules.texts)
    component = dataclasses.replace(game.components["fighters"], size=TRIMS[trim])
    found = []
    for card in component.cards:
        face, back = composer.face(component, card), composer.back(component, card)
        assert face is not None
        assert back is not None
        facts = facts_of(game, rules, component, card)
        check_scene(face, facts, game.figures, lambda _: Where("face"), problems)
        found.append((card, face, back))
    wanted = back_facts(game, rules, component, component.cards[0])
    check_scene(found[0][2], wanted, game.figures, lambda _: Where("back"), problems)
    return found, [str(problem) for problem in problems if problem.level != "note"]


@pytest.fixture(params=TRIMS)
def trim(request: pytest.FixtureRequest) -> str:
    """A card size by name."""
    return str(request.param)


def area(item: Path | Run) -> Box:
    return bounds(item.segments) if isinstance(item, Path) else ink_box(item)


def loops(path: Path) -> int:
    return sum(segment[0] == "M" for segment in path.segments)


def test_faces_are_without_a_problem(trim: str) -> None:
    found, problems = stack(trim)
    assert problems == []
    assert len(found) >= 36


def test_every_arrow_stands_where_the_engine_has_it(trim: str) -> None:
    """Read back by place and shape alone: what a player sees is what the engine plays."""
    for card, face, _ in stack(trim)[0]:
        seen: dict[str, int] = {}
        for item in face.items:
            if not isinstance(item, Path) or item.fill is None:
                continue
            for direction, zone in zones(*TRIMS[trim]).items():
                box = area(item)
                if zone.grow(0.01).holds(box):
                    seen[direction] = loops(item)
                    assert box.w * box.h > 0.7 * zone.w * zone.h, "an arrow fills its zone"
        assert seen == dict(arrows(card.effects)), card.id
        assert set(seen.values()) <= set(FORCE.values())


def test_zones_are_kept_free(trim: str) -> None:
    for card, face, _ in stack(trim)[0]:
        for item in face.items:
            assert isinstance(item, Path | Run)
            box, fact = area(item), item.fact or ""
            if box.w > TRIMS[trim][0] or fact.startswith("arrow-"):
                continue
            for direction, zone in zones(*TRIMS[trim]).items():
                assert not box.meet(zone), (card.id, direction, item)


def test_arrows_point_over_their_edge(trim: str) -> None:
    """The foremost point of an arrow is a tip, not a side."""
    for _, face, _ in stack(trim)[0]:
        for item in face.items:
            if not isinstance(item, Path) or not (item.fact or "").startswith("arrow-"):
                continue
            name = str(item.fact).removeprefix("arrow-")
            dx = name.endswith("E") - name.endswith("W")
            dy = name.startswith("S") - name.startswith("N")
            ahead = [dx * x + dy * y for x, y in points(item.segments)]
            assert sum(value > max(ahead) - 0.01 for value in ahead) == 1


def test_the_business_side_tells_nothing(trim: str) -> None:
    backs = [back.items for _, _, back in stack(trim)[0]]
    assert all(items == backs[0] for items in backs)


def test_the_bottom_is_beyond_doubt(trim: str) -> None:
    """One heavy level line, under the feet of every sprite."""
    for card, face, _ in stack(trim)[0]:
        heavy = [
            area(item)
            for item in face.items
            if isinstance(item, Path) and area(item).w > 30 and area(item).h < 2
        ]
        (ground,) = heavy
        feet = [area(i).bottom for i in face.items if isinstance(i, Path) and i.fact == "sprite"]
        assert 0 <= ground.y - max(feet) + 0.06 < 0.5, card.id

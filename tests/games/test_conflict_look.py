"""The conflict deck as it looks: in a fan, from across the table, in grey, at the back."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import pytest
from conflict_press import PAPERS, faces, press_of, pressed, printed, whole

from generator.check.colours import contrast, difference, lab, linear
from generator.check.ground import ink_box
from generator.geometry import Box, bounds, points
from generator.model.order import Order
from generator.scene import Path, Run, Scene

FAN, STRIP = 15, 9.0
"""Cards of a hand (ruling 002-28: one member), and the mm of each that a fan of them shows."""

OPEN = 90.0
"""Degrees between the first and the last card of a fan that one hand holds."""

SUITS = ("hearts", "clubs", "spades", "diamonds")
"""From dark to light."""


def index(scene: Scene) -> Iterator[tuple[str, Box]]:
    """Rank and suit of the upper left corner, with where their ink lies."""
    half = scene.size[1] / 2
    for item in scene.items:
        if item.fact in ("rank", "suit") and isinstance(item, Run | Path):
            box = ink_box(item) if isinstance(item, Run) else bounds(item.segments)
            if box.y < half:
                yield item.fact, box


def hidden(x: float, y: float, size: tuple[float, float]) -> bool:
    """Whether the next card of the fan lies over that point of a card (mm from its top left).

    Cards are turned about a point under their middle, a thumb's breadth below the lower edge.
    """
    turn = math.radians(OPEN / (FAN - 1))
    u, v = x - size[0] / 2, y - (size[1] + 20)
    across = u * math.cos(turn) + v * math.sin(turn)  # as the next card sees it
    return across >= -size[0] / 2


@pytest.mark.parametrize("low_ink", [False, True])
@pytest.mark.parametrize("card", ["poker", "poker-metric"])
def test_rank_and_suit_of_every_card_show_in_a_fan_of_fifteen(card: str, low_ink: bool) -> None:
    press = pressed(Order(card=card, low_ink=low_ink))
    made = faces(press, "deck")
    assert len(made) == 52
    for _, one, scene in made:
        marks = dict(index(scene))
        assert marks.keys() == {"rank", "suit"}, one.id
        for fact, box in marks.items():
            assert scene.safe - 0.05 <= box.x, (one.id, fact)
            assert box.right <= STRIP, (one.id, fact)
            for x, y in ((box.right, box.y), (box.right, box.bottom)):
                assert not hidden(x, y, scene.size), (one.id, fact)
        assert marks["rank"].bottom < marks["suit"].y + 1
        assert marks["suit"].w > 3.5


def test_an_index_further_in_would_be_hidden() -> None:
    assert hidden(12.5, 19, (63.5, 88.9))
    assert not hidden(8.9, 19, (63.5, 88.9))


@pytest.mark.parametrize("low_ink", [False, True])
def test_ranks_are_large_and_tell_apart_what_they_are(low_ink: bool) -> None:
    made = faces(pressed(Order(low_ink=low_ink)), "deck")
    runs = {
        card.id: next(i for i in scene.items if i.fact == "rank" and isinstance(i, Run))
        for _, card, scene in made
    }
    assert all(run.size >= 22 for run in runs.values())
    pairs = [
        (runs[card.id].text, next(i.shows for i in scene.items if i.fact == "suit"))  # type: ignore[union-attr]
        for _, card, scene in made
    ]
    assert len(set(pairs)) == 52


# From across the table.


@pytest.mark.parametrize("target", PAPERS)
def test_a_tent_is_read_from_both_sides_of_a_table(target: str) -> None:
    """Its suit is more than 20 mm large, its name 30 pt: once upright, once upside down."""
    for component, card, scene in printed(target, "tents"):
        assert component.net is not None
        names = [i for i in scene.items if i.fact == "name" and isinstance(i, Run)]
        assert {round(run.turn) for run in names} == {0, 180}, card.id
        assert all(run.size >= 30 for run in names)
        icons = [bounds(item.segments) for item in shapes(scene, "suit")]
        assert len(icons) == 2
        assert all(max(box.w, box.h) > 20 for box in icons)
        panels = [component.net.panels[name].box for name in ("back", "front")]
        assert [any(panel.holds(box, 0.01) for box in icons) for panel in panels] == [True, True]


def shapes(scene: Scene, fact: str) -> list[Path]:
    return [item for item in scene.items if item.fact == fact and isinstance(item, Path)]


def test_the_four_tents_differ_by_icon_and_by_colour() -> None:
    palette = whole()[0].styles.palette
    seen = set()
    for _, card, scene in printed("home-a4", "tents"):
        suit = str(card.fields["suit"])
        (shows,) = {item.shows for item in shapes(scene, "suit")}
        fields = [
            item
            for item in scene.items
            if isinstance(item, Path) and item.fill == palette[suit] and item.fact is None
            and bounds(item.segments).w > 30
        ]  # fmt: skip
        assert len(fields) == 2, card.id
        seen.add((shows, palette[suit]))
    assert len({icon for icon, _ in seen}) == len({colour for _, colour in seen}) == 4


# Colours.


def test_suits_hold_in_greyscale_and_for_colour_blind_eyes() -> None:
    palette = whole()[0].styles.palette
    light = [lab(linear(palette[suit][:3]))[0] for suit in SUITS]
    assert light == sorted(light)
    assert min(b - a for a, b in itertools.pairwise(light)) > 15
    for one, other in itertools.combinations(SUITS, 2):
        for sight in ("normal", "protan", "deutan"):
            assert difference(palette[one][:3], palette[other][:3], sight) > 15
    for suit in SUITS:
        assert contrast(palette[f"on-{suit}"][:3], palette[suit][:3]) >= 4.5


def test_inks_are_few_and_black_is_black_alone() -> None:
    for low_ink in (False, True):
        palette = pressed(Order(low_ink=low_ink)).game.styles.palette
        for colour in palette.values():
            assert colour.cmyk is not None
            assert sum(colour.cmyk) <= 2.4
        assert palette["ink"].cmyk is not None
        assert palette["ink"].cmyk[:3] == (0, 0, 0)


# Backs.


@pytest.mark.parametrize("name", ["deck", "references"])
def test_contours_go_on_in_the_next_card_and_after_a_half_turn(name: str) -> None:
    press = press_of("home-a4")
    component = press.game.components[name]
    back = press.composer.back(component, component.cards[0])
    assert back is not None
    assert back.tiles
    w, h = back.size
    near = {
        (round(x / 0.2), round(y / 0.2))
        for item in back.items
        if isinstance(item, Path) and item.stroke
        for x, y in points(item.segments)
    }
    assert len(near) > 500

    def lies(x: float, y: float) -> bool:
        i, j = round(x / 0.2), round(y / 0.2)
        return any((i + a, j + b) in near for a in (-1, 0, 1) for b in (-1, 0, 1))

    bleed = Box(0, 0, w, h).grow(3)
    seams = 0
    for i, j in near:
        x, y = i * 0.2, j * 0.2
        if Box(0, 0, w, h).holds(Box(x, y, 0, 0)):
            assert lies(w - x, h - y), (x, y)
        for u, v in ((x + w, y), (x - w, y), (x, y + h), (x, y - h)):
            if bleed.holds(Box(u, v, 0, 0)) and bleed.holds(Box(x, y, 0, 0)):
                seams += 1
                assert lies(u, v), (x, y)
    assert seams > 100


# Nothing runs into anything.


@pytest.mark.parametrize("target", PAPERS)
@pytest.mark.parametrize("name", ["deck", "wheels", "references", "turn-cards", "tents"])
def test_no_words_lie_over_others(target: str, name: str) -> None:
    for _, card, scene in printed(target, name):
        boxes = [(i.element, ink_box(i)) for i in scene.items if isinstance(i, Run)]
        for (one, a), (other, b) in itertools.combinations(boxes, 2):
            if one != other:
                across = min(a.right, b.right) - max(a.x, b.x)
                down = min(a.bottom, b.bottom) - max(a.y, b.y)
                assert min(across, down) < 0.6, (card.id, one, other)

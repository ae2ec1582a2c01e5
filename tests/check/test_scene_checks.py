"""Scenes made by hand: facts, sizes, safe area, contrast, borders."""

from __future__ import annotations

import pytest

from generator.check.scenes import check_scene
from generator.geometry import Box, ellipse, rectangle
from generator.model.figures import Figures, Unit
from generator.problems import Problems, Where
from generator.scene import Colour, Fact, Item, Outline, Path, Run, Scene

INK, WHITE, GREY = Colour(26, 26, 26), Colour(255, 255, 255), Colour(150, 150, 150)
FIGURES = Figures({}, {}, {"hp": Unit(one="HP", many="HP", also=("hit points",))})
CARD = (63.5, 88.9)


def scene(*items: Item) -> Scene:
    return Scene(CARD, 3, 3, Outline(rectangle(Box(0, 0, *CARD))), items, "fox", "front")


def run(text: str, **changes: object) -> Run:
    return Run(10, 20, text, "sans", 9, INK, width=20)._replace(**changes)  # type: ignore[arg-type]


def ground(box: Box, colour: Colour, **changes: object) -> Path:
    return Path(rectangle(box), fill=colour)._replace(**changes)  # type: ignore[arg-type]


def codes(made: Scene, facts: list[Fact] | None = None) -> list[str]:
    problems = Problems()
    check_scene(made, facts, FIGURES, lambda n: Where("card.xml", n + 1, "fox"), problems)
    for problem in problems:
        assert problem.where.card == "fox"
        assert problem.says
        assert problem.fix
    return [p.code for p in problems]


def test_a_plain_card_has_no_fault() -> None:
    assert codes(scene(ground(Box(-3, -3, 70, 95), WHITE), run("Fox"))) == []


@pytest.mark.parametrize(
    ("item", "code"),
    [
        (run("Fox", size=7.4), "text-small"),
        (run("Rules", size=8.4, use="rules"), "text-small"),
        (run("by Ann", size=5.9, use="credit"), "text-small"),
        (run("Fox", x=2.5), "outside-safe"),
        (run("Fox", x=45), "outside-safe"),
        (run("Fox", y=87), "outside-safe"),
        (run("Fox", y=80, turn=90, width=10), "outside-safe"),
        (run("Fox", colour=GREY), "contrast-low"),
    ],
)
def test_faults_of_a_run(item: Run, code: str) -> None:
    assert codes(scene(item)) == [code]


def test_credit_may_be_small() -> None:
    assert codes(scene(run("by Ann", size=6, use="credit"))) == []


def test_contrast_looks_at_what_lies_beneath() -> None:
    dark = ground(Box(5, 10, 40, 20), INK)
    assert codes(scene(dark, run("Fox"))) == ["contrast-low"]
    assert codes(scene(dark, run("Fox", colour=WHITE))) == []
    assert codes(scene(run("Fox"), dark)) == []
    round_hole = Path(
        rectangle(Box(5, 10, 40, 20)) + ellipse(Box(6, 11, 38, 18)), fill=INK, even_odd=True
    )
    assert codes(scene(round_hole, run("Fox"))) == []
    clipped = dark._replace(clip=rectangle(Box(30, 0, 5, 5)))
    assert codes(scene(clipped, run("Fox"))) == []
    glass = dark._replace(opacity=0.1)
    assert codes(scene(glass, run("Fox"))) == []
    half = ground(Box(5, 10, 15, 20), INK)
    assert codes(scene(half, run("Fox"))) == ["contrast-low"]
    stroke = Path((("M", 5, 19), ("L", 40, 19)), stroke=INK, width=4)
    assert codes(scene(stroke, run("Fox"))) == ["contrast-low"]


def test_border_beside_the_trim() -> None:
    frame = Path(rectangle(Box(2, 2, 59.5, 84.9)), stroke=INK, width=0.5)
    assert codes(scene(frame)) == ["border-thin"]
    assert codes(scene(frame._replace(segments=rectangle(Box(4, 4, 55.5, 80.9))))) == []
    assert codes(scene(ground(Box(-3, -3, 69.5, 94.9), INK))) == []


def test_facts_said_right() -> None:
    facts = [
        Fact("name", shows="Red Fox"),
        Fact("damage", amount=4, unit="hp"),
        Fact("suit", shows="leaf", times=2),
        Fact("pip", amount=3),
    ]
    pips = [ground(Box(10 + i, 40, 1, 1), INK, fact="pip", element=10 + i) for i in range(3)]
    suits = [
        ground(Box(10, 50 + i, 1, 1), INK, fact="suit", shows="leaf", element=20 + i)
        for i in (0, 4)
    ]
    name = [run("RED", fact="name", element=1), run("FOX", y=25, fact="name", element=1)]
    damage = run("\u22124 HP", y=30, fact="damage", element=2)
    right = scene(*name, damage, *pips, *suits)
    assert codes(right, facts) == []
    assert codes(scene(*name, damage, *pips[:2], *suits), facts) == ["fact-missing"]
    assert codes(scene(*name, damage, *pips, *suits[:1]), facts) == ["fact-missing"]
    assert codes(scene(damage, *pips, *suits), facts) == ["fact-missing"]
    for wrong in ("\u22125 HP", "4", "4 4 HP", "HP"):
        said = scene(*name, damage._replace(text=wrong), *pips, *suits)
        assert codes(said, facts) == ["fact-wrong"], wrong
    other = suits[0]._replace(shows="twig")
    assert codes(scene(*name, damage, *pips, suits[1], other), facts) == ["fact-wrong"]
    unknown = run("Blue", y=60, fact="mood", element=30)
    assert codes(scene(*name, damage, *pips, *suits, unknown), facts) == ["fact-unknown"]


def test_invisible_shapes_say_nothing() -> None:
    pip = ground(Box(10, 40, 1, 1), WHITE, fact="pip", element=3)
    assert codes(scene(pip), [Fact("pip", amount=1)]) == ["contrast-low"]
    assert codes(scene(pip._replace(fill=INK, opacity=0)), [Fact("pip", amount=1)]) == [
        "fact-missing"
    ]

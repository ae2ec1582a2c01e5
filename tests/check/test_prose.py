"""Prose: placeholders expand, amounts that are typed are found."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from generator.check.figures import check_prose, typed_figures
from generator.model.figures import Figure, Figures, FigureSpec, Unit
from generator.model.prose import expand, parse
from generator.problems import Problems, Where


class Effect(NamedTuple):
    amount: int
    unit: str


WHERE = Where("cards.yaml", 4, "fox", "text")
FIGURES = Figures(
    {"start": Figure("start", 10, FigureSpec(value=10), WHERE)},
    {},
    {
        "hp": Unit(one="HP", many="HP", also=("hit point", "hit points")),
        "card": Unit(one="card", many="cards"),
    },
)


def test_placeholders_expand_singular_and_plural() -> None:
    effects = [Effect(2, "hp"), Effect(1, "card"), Effect(3, "")]
    said = "Lose {0}; draw {1}; {2} of {fig start}, {plain 1999}, {{so}}"
    assert expand(said, effects, FIGURES) == "Lose 2 HP; draw 1 card; 3 of 10, 1999, {so}"


def test_plain_text_is_itself() -> None:
    assert expand("No braces", (), FIGURES) == "No braces"
    assert [p.kind for p in parse("a {1x} b")] == ["literal", "bad", "literal"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Target loses 2 HP.", ["2 HP"]),
        ("Target loses two hit points.", ["two hit points"]),
        ("Draw one  card", ["one card"]),
        ("-3HP to you", ["-3HP"]),
        ("Lose \u22124 HP", ["\u22124 HP"]),
        ("A 2-card trick", ["2-card"]),
        ("The year 1999 had cards", []),
        ("Cardigan 2 cardigans", []),
        ("someone card", []),
        ("All cards", []),
    ],
)
def test_typed_amounts_are_found(text: str, found: list[str]) -> None:
    assert typed_figures(text, FIGURES) == found


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Lose {0}; draw {1}", []),
        ("No effect is told here", []),
        ("Lose {0}", ["prose-effect-untold"]),
        ("Lose {0}, {0}; draw {1}", ["prose-effect-twice"]),
        ("Lose {0}; draw {1}; and {2}", ["prose-effect-unknown"]),
        ("Lose 5 HP; draw {1}, {0}", ["figure-typed"]),
        ("{fig strat} {0}{1}", ["figure-unknown"]),
        ("Lose { {0}{1}", ["prose-placeholder"]),
    ],
)
def test_faults_of_prose(text: str, codes: list[str]) -> None:
    problems = Problems()
    check_prose(text, [Effect(2, "hp"), Effect(1, "card")], FIGURES, WHERE, problems)
    assert [p.code for p in problems] == codes
    for problem in problems:
        assert problem.where == WHERE
        assert problem.fix

"""Beside Brain Drain's deck: aids, hearts, strips, die, shields; how many, and their facts."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from drain_press import (
    HERE,
    PIECES,
    PLACE,
    faces_of,
    faults,
    fronts,
    named,
    pressed,
    printed,
    shown,
    whole,
    with_figures,
    words,
)

from generator.check.facts import facts_of
from generator.games.brain_drain.aids import DIE, HALF, TELLS
from generator.games.brain_drain.table import REACTIONS
from generator.geometry import Box
from generator.model.order import Order
from generator.model.piece import StandeeSpec, StripSpec
from generator.pipeline import check
from generator.problems import Problems
from generator.scene import Fact, Path

# How many, for how many.


@pytest.mark.parametrize("players", range(2, 9))
def test_what_each_player_needs_is_printed_for_each(players: int) -> None:
    press = pressed(Order(players=players))
    pieces = {c.id: press.pieces(c) for c in faces_of(press)}
    for name in ("turn-cards", "hearts", "msp-strips", "booklets"):
        assert pieces[name] == players, name
    for name, number in (("role-cards", 8), ("deck", 144), ("die", 1), ("shields", 2)):
        assert pieces[name] == number, name
    assert (pieces["meeting-cards"], pieces["table-cards"]) == (2, 2)


def test_eight_players_need_five_sheets_of_wide_cards_and_one_of_pieces() -> None:
    press = pressed(Order())
    jobs = {job.component: job for job in press.jobs()}
    sheets = {}
    for name in ("role-cards", "hearts"):
        parts = press.parts(jobs[name])
        assert parts is not None
        sheets[name] = sum(part.sheets for part in parts)
    assert sheets == {"role-cards": 5, "hearts": 1}


def test_what_must_be_bought() -> None:
    game, _ = whole()
    parts = {part.name: part for c in game.components.values() for part in c.spec.parts}
    assert parts["paper clip"].per == "piece"
    assert parts["glue stick"].per == "table"


@pytest.mark.parametrize(
    ("target", "options"),
    [
        ("home-a4", {"players": 2, "stock": 0.2}),
        ("home-letter", {"players": 3, "low_ink": True}),
        ("home-a4-fold", {"players": 6}),
    ],
)
def test_pieces_are_without_fault(target: str, options: dict[str, Any]) -> None:
    assert PLACE is not None
    seen = check(HERE, PLACE, Order(target=target, only=PIECES, **options))
    assert [str(p) for p in seen if p.level != "note" and not p.code.startswith("evidence")] == []


# Facts.


@pytest.mark.parametrize("name", PIECES)
def test_what_is_said_is_known_to_the_rules(name: str) -> None:
    _, rules = whole()
    for component, card, scene in printed("home-a4", name):
        facts = facts_of(whole()[0], rules, component, card)
        assert faults(scene, facts) == set()
        keys = {item.fact for item in scene.items if item.fact}
        assert keys == {fact.key for fact in facts}
        if facts:
            assert faults(scene, ()) == {"fact-unknown"}
            assert faults(scene, [*facts, Fact("never", shows="seen")]) == {"fact-missing"}


FIGURES = {
    "superpower_roll": ("turn-cards", "turn"),
    "booster_limit": ("turn-cards", "turn"),
    "turn_draw": ("turn-cards", "turn"),
    "hand_limit": ("turn-cards", "turn"),
    "meeting_loss": ("meeting-cards", "all-hands"),
    "meeting_gain": ("meeting-cards", "all-hands"),
    "meeting_penalty": ("meeting-cards", "all-hands"),
    "meeting_draw": ("meeting-cards", "all-hands"),
    "review_loss": ("meeting-cards", "one-to-one"),
    "review_tie_loss": ("meeting-cards", "one-to-one"),
    "start_msp": ("table-cards", "first-player"),
    "start_hand": ("table-cards", "first-player"),
    "bluff_loss": ("booklets", "bluff-worker"),
}
NEW = {"superpower_roll": 4, "booster_limit": 5}


@pytest.mark.parametrize("figure", FIGURES)
def test_figures_are_printed_and_old_prints_are_found_out(figure: str) -> None:
    game, rules = whole()
    name, id_ = FIGURES[figure]
    value = NEW.get(figure, 6)
    other = with_figures(**{figure: value})
    order = Order(only=(name,))
    key = figure.replace("_", "-")
    (component, card, scene), *_ = [
        f for f in fronts(pressed(order, other), name) if f[1].id == id_
    ]
    facts = facts_of(other, rules, component, card)
    assert faults(scene, facts) == set()
    assert words(scene, key)
    assert all(re.findall(r"\d+", said) == [str(value)] for said in words(scene, key))
    (old,) = [scene for _, one, scene in printed("home-a4", name) if one.id == id_]
    assert game.figures.fig(figure) != value
    assert faults(old, facts) == {"fact-wrong"}


def test_meetings_show_the_numbers_of_the_die_that_the_figures_share_out() -> None:
    for standard, productive in ((3, 5), (2, 5), (4, 6)):
        other = with_figures(meeting_standard_from=standard, meeting_productive_from=productive)
        faces = fronts(pressed(Order(only=("meeting-cards",)), other), "meeting-cards")
        _, _, scene = faces[0]
        rolls = [shown(scene, f"{name}-roll") for name in ("pointless", "standard", "productive")]
        assert [len(roll) for roll in rolls] == [
            standard - 1,
            productive - standard,
            7 - productive,
        ]
        assert [*rolls[0], *rolls[1], *rolls[2]] == [f"die-{n}" for n in range(1, DIE + 1)]


def test_turn_cards_show_the_three_answers_and_what_they_answer() -> None:
    ((_, _, scene),) = printed("home-a4", "turn-cards")
    assert shown(scene, "answer") == list(REACTIONS)
    assert shown(scene, "answers") == ["attack"]
    assert "Reflect" in words(scene, "two-players")[0]
    assert "draw" in words(scene, "empty-hand")[0]


def test_an_aid_that_is_to_tell_the_unknown_is_a_problem() -> None:
    game, rules = whole()
    component = game.components["turn-cards"]
    card = replace(component.cards[0], fields={"tells": ("turn", "fortunes")})
    other = replace(component, cards=(card,))
    problems = Problems()
    rules.audit(replace(game, components={**game.components, "turn-cards": other}), problems)
    (problem,) = problems
    assert (problem.code, problem.where.field) == ("audit-card", "tells")
    assert "'fortunes'" in problem.says
    assert all(name in problem.fix for name in TELLS)


# What stands, lies and rolls on the table.


def test_a_heart_stands_on_a_cell_of_the_track() -> None:
    press = pressed(Order())
    spec = named(press, "hearts").spec.net
    strip = named(press, "msp-strips").spec.net
    assert isinstance(spec, StandeeSpec)
    assert isinstance(strip, StripSpec)
    assert (spec.shape, spec.base) == ("heart", 9)
    assert min(strip.cell) >= 10 > spec.base


def test_strips_show_the_track_of_the_role_cards() -> None:
    game, _ = whole()
    strips, roles = game.components["msp-strips"], game.components["role-cards"]
    assert strips.spec.range == roles.spec.range == (0, 20)
    assert strips.spec.tracks == "msp"
    ((_, _, scene),) = printed("home-a4", "msp-strips")
    assert words(scene, "value") == [str(n) for n in range(21)]
    assert shown(scene, "start") == [str(game.figures.fig("start_msp"))]
    assert words(scene, "overflow") == [strips.spec.overflow]


def test_the_die_bears_its_pips_and_opposite_faces_sum_to_seven() -> None:
    ((component, _, scene),) = printed("home-a4", "die")
    assert component.net is not None
    pips = {}
    for name, panel in component.net.panels.items():
        boxes = [_middle(i) for i in scene.items if isinstance(i, Path) and i.fact == name]
        assert all(panel.box.holds(_point(at)) for at in boxes)
        pips[name] = len(boxes)
    for one, other in (("one", "six"), ("two", "five"), ("three", "four")):
        assert pips[one] + pips[other] == DIE + 1
    assert sum(pips.values()) == 21


def _middle(path: Path) -> tuple[float, float]:
    ends = [(float(s[-2]), float(s[-1])) for s in path.segments if s[0] != "Z"]  # type: ignore[misc]
    xs, ys = [x for x, _ in ends], [y for _, y in ends]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _point(at: tuple[float, float]) -> Box:
    return Box(*at, 0, 0)


def test_each_shield_of_a_superpower_is_there_and_says_what_it_spares() -> None:
    game, rules = whole()
    guards = {
        role.id: effect
        for role in game.catalogs["roles"].values()
        for effect in role.effects
        if effect.kind in ("soften", "halve")
    }
    faces = printed("home-a4", "shields")
    assert {card.fields["role"] for _, card, _ in faces} == set(guards)
    for component, card, scene in faces:
        effect = guards[str(card.fields["role"])]
        says = HALF if effect.kind == "halve" else f"\N{MINUS SIGN}{effect.amount}"
        assert words(scene, "shield") == [says] * 2
        assert len(facts_of(game, rules, component, card)) == 2

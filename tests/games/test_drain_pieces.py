"""Beside Brain Drain's deck: aids, hearts, strips, die, shields, booklets, boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import pytest

from generator.check.facts import facts_of
from generator.check.scenes import check_scene
from generator.games.brain_drain.aids import DIE, HALF, TELLS
from generator.games.brain_drain.table import REACTIONS
from generator.geometry import Box
from generator.load.find import workspace
from generator.makeready import set_up
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.order import Order
from generator.model.piece import BoxSpec, StandeeSpec, StripSpec
from generator.pipeline import check, load
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


# Booklets.


@pytest.mark.parametrize("target", PAPERS)
@pytest.mark.parametrize("low_ink", [False, True])
def test_each_card_of_the_deck_is_on_the_page_of_its_role(target: str, low_ink: bool) -> None:
    game, _ = whole()
    deck = game.components["deck"].cards
    pages = printed(target, "booklets", low_ink=low_ink)
    assert [card.fields["role"] for _, card, _ in pages] == list(game.catalogs["roles"])
    found = 0
    for _, page, scene in pages:
        own = {str(c.fields["code"]): c for c in deck if c.fields["role"] == page.fields["role"]}
        assert len(own) == game.figures.fig("cards_a_role")
        for code, card in own.items():
            key = code.lower()
            assert words(scene, f"{key}-name") == [card.name]
            assert words(scene, f"{key}-quote") == [card.fields["quote"]]
            (effect,) = words(scene, f"{key}-effect")
            kind = str(card.fields["kind"])
            if kind in REACTIONS:
                assert effect == kind.capitalize()
            else:
                amounts = [str(e.amount) for e in card.effects if hasattr(e, "amount")]
                assert re.findall(r"\d+", effect.replace("1-to-1", "")) == amounts
            found += 1
        names = {i.fact for i in scene.items if i.fact and i.fact.endswith("-name")} - {"role-name"}
        assert names == {f"{code.lower()}-name" for code in own}
    assert found == game.figures.fig("deck")


@pytest.mark.parametrize("target", PAPERS)
def test_entries_have_two_lines_of_at_least_seven_and_a_half_points(target: str) -> None:
    game, _ = whole()
    for _, _, scene in printed(target, "booklets"):
        entries = [
            item
            for item in scene.items
            if isinstance(item, Run) and re.match(r"[a-z]-\d\d-", item.fact or "")
        ]
        lines: dict[str, set[float]] = {}
        for run in entries:
            assert run.size >= 7.5
            lines.setdefault(str(run.fact)[:4], set()).add(round(run.y, 2))
        assert len(lines) == game.figures.fig("cards_a_role")
        assert all(len(places) == 2 for places in lines.values())
        tops = [min(places) for places in lines.values()]
        ends = [max(places) for places in lines.values()]
        assert all(end < top for end, top in zip(ends, tops[1:], strict=False))


def test_effects_are_the_sentences_of_the_cards() -> None:
    (scene,) = [s for _, card, s in printed("home-a4", "booklets") if card.id == "bluff-worker"]
    assert words(scene, "w-01-effect") == ["Target loses 2 MSP."]
    assert words(scene, "w-05-effect") == ["Target loses 3 MSP; you lose 1 MSP."]


# Boxes.


@pytest.mark.parametrize("target", PAPERS)
@pytest.mark.parametrize("stock", [0.20, 0.25, 0.30, 0.35, 0.45])
@pytest.mark.parametrize("sleeved", [False, True])
def test_boxes_print_the_roles_that_lie_in_them(target: str, stock: float, sleeved: bool) -> None:
    game, _ = whole()
    roles = game.catalogs["roles"]
    press = pressed(Order(target=target, stock=stock, sleeved=sleeved, only=("deck-boxes",)))
    boxes = fronts(press, "deck-boxes")
    assert press.plan(named(press, "deck-boxes")) is not None
    told: list[str] = []
    for number, (component, _, scene) in enumerate(boxes, start=1):
        assert component.net is not None
        says = component.net.says
        assert (says["number"], says["of"]) == (number, len(boxes))
        groups = says["groups"]
        assert isinstance(groups, tuple)
        ends = [groups[0], groups[-1]] if len(groups) > 1 else [groups[0]]
        assert words(scene, "range") == [" \N{EN DASH} ".join(ends)]
        assert words(scene, "stock") == [f"{stock:.2f} mm"]
        icons = [roles[key].fields["icon"] for key in roles if roles[key].name in groups]
        assert shown(scene, "role") == icons
        assert says["cards"] == len(groups) * game.figures.fig("cards_a_role")
        told += groups
    assert told == [role.name for role in roles.values()]


def test_at_the_usual_stock_there_are_two_boxes_of_72() -> None:
    for target in PAPERS:
        boxes = printed(target, "deck-boxes")
        assert [c.net.says["cards"] for c, _, _ in boxes if c.net] == [72, 72]


def test_flat_pieces_lie_in_a_box_that_they_fit() -> None:
    press = pressed(Order())
    held = {
        name
        for c in faces_of(press)
        if isinstance(c.spec.net, BoxSpec)
        for name in c.spec.net.holds
    }
    flat = {c.id for c in faces_of(press) if c.on == "card-stock"} - {"hearts", "die"}
    assert held == flat
    box = named(press, "role-box")
    assert isinstance(box.spec.net, BoxSpec)
    assert box.net is not None
    for name in box.spec.net.holds:
        one = named(press, name)
        short, long = sorted(one.net.finished if one.net else one.size)
        assert short < box.net.finished[0], name
        assert long < box.net.finished[1], name


@pytest.mark.parametrize("name", ["deck-boxes", "role-box"])
def test_boxes_bear_the_credits(name: str) -> None:
    made = whole()[0].file.credits
    for _, _, scene in printed("home-a4", name):
        text = " ".join(item.text for item in scene.items if isinstance(item, Run))
        for wanted in (made.title, made.notice, made.edition, "BRAIN DRAIN"):
            assert wanted, name
            assert wanted in text


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

"""Suit ladders, record sheets and cards, power dials: what they say is what the engine reckons."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import pytest

from generator.check.facts import facts_of
from generator.check.scenes import check_scene
from generator.compose.faces import Composer
from generator.compose.nets.shape import shaped
from generator.games.organizations.sheets import audit_sheets
from generator.load.find import GameSources, workspace
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.order import Order
from generator.model.piece import DialSpec, Making
from generator.pipeline import check, load
from generator.problems import Problems, Where
from generator.scene import Fact, Run, Scene

ROOT = File(__file__).parents[2]
HERE = workspace(ROOT)
PLACE = HERE.place("organizations")
assert PLACE is not None
SOURCES = GameSources(HERE, PLACE)
SHEETS, CARDS, LADDERS, DISCS, COVERS = PIECES = (
    "record-sheets",
    "record-cards",
    "ladders",
    "dial-discs",
    "dial-covers",
)


@lru_cache(maxsize=1)
def whole() -> tuple[Game, Any]:
    """The game with its nets computed, and its rules."""
    assert PLACE is not None
    game, rules = load(HERE, PLACE, (), Problems())
    return replace(game, components=shaped(game.components, Making(), Problems())), rules


def scene_of(game: Game, name: str, card: str | None = None) -> tuple[Component, Card, Scene]:
    """A piece's front, composed anew."""
    component = game.components[name]
    wanted = next(c for c in component.cards if card in (None, c.id))
    composer, problems = shipped() if game is whole()[0] else composing(game)
    scene = composer.face(component, wanted)
    assert scene is not None, list(problems)
    return component, wanted, scene


def composing(game: Game) -> tuple[Composer, Problems]:
    problems = Problems()
    return Composer(game, SOURCES, problems), problems


@lru_cache(maxsize=1)
def shipped() -> tuple[Composer, Problems]:
    """One composer for all faces of the game as it is."""
    return composing(whole()[0])


def said(scene: Scene, fact: str) -> list[str]:
    """What the elements with a fact say, in painting order."""
    words: dict[int, list[str]] = {}
    for item in scene.items:
        if item.fact == fact and isinstance(item, Run):
            words.setdefault(item.element, []).append(item.text)
    return [" ".join(runs) for runs in words.values()]


def found(game: Game, name: str, of: Game | None = None, card: str | None = None) -> list[str]:
    """The codes of what check says of a face where the rules are those `of` another game."""
    _, rules = whole()
    component, one, scene = scene_of(game, name, card)
    facts: list[Fact] = list(facts_of(of or game, rules, component, one))
    problems = Problems()
    check_scene(scene, facts, game.figures, lambda _: Where(name), problems)
    return [problem.code for problem in problems]


# What they say.


@pytest.mark.parametrize("blank", [False, True])
@pytest.mark.parametrize("name", PIECES)
def test_faces_say_what_the_rules_say(name: str, blank: bool) -> None:
    game, _ = whole()
    if blank and name in (SHEETS, CARDS):
        assert found(game, name, card="blank") == []
    assert found(game, name) == []


def test_sizes_of_every_organization_at_every_scope_stand_on_its_sheet_and_card() -> None:
    game, _ = whole()
    fig, told = game.figures.fig, 0
    for card in game.components[SHEETS].cards:
        if not card.fields["listed"]:
            continue
        sheet = scene_of(game, SHEETS, card.id)[2]
        for id_ in card.fields["listed"]:  # type: ignore[union-attr]
            org = game.catalogs["organizations"][id_]
            assert org.fields["side"] == card.id
            record = scene_of(game, CARDS, id_)[2]
            power = org.fields["power"]
            assert isinstance(power, int)
            assert said(sheet, f"{id_}-power") == said(record, "power") == [str(power)]
            assert said(record, "name") == [org.name]
            for scope in game.catalogs["scopes"]:
                acts = power > fig(f"{scope}_over")
                size = max(0, power - fig(f"{scope}_less")) if acts else 0
                for scene, prefix in ((sheet, f"{id_}-"), (record, "")):
                    assert said(scene, f"{prefix}{scope}-size") == [str(size)]
                    assert said(scene, f"{prefix}{scope}-acts") == ["acts" if acts else "cannot"]
                told += 1
    assert told == len(game.catalogs["organizations"]) * len(game.catalogs["scopes"]) == 60


def test_a_ladder_holds_each_suit_from_nought_to_ten_in_the_order_of_the_circle() -> None:
    game, _ = whole()
    scene = scene_of(game, LADDERS)[2]
    suits = [next(iter(game.catalogs["suits"].values()))]
    while len(suits) < 4:
        suits.append(game.catalogs["suits"][str(suits[-1].fields["trumps"])])
    for place, suit in enumerate(suits, 1):
        assert said(scene, f"place-{place}") == [suit.name]
        assert said(scene, f"place-{place}-banner") == [suit.fields["banner"]]
        assert [int(text) for text in said(scene, f"place-{place}-value")] == list(range(11))
    assert said(scene, "overflow") == [game.components[LADDERS].spec.overflow]
    # clockwise from the top
    middle = {
        place: next(
            (r.x, r.y)
            for r in scene.items
            if r.fact == f"place-{place}-value" and isinstance(r, Run)
        )
        for place in range(1, 5)
    }
    assert middle[1][1] == min(y for _, y in middle.values())
    assert middle[2][0] == max(x for x, _ in middle.values())
    assert middle[3][1] == max(y for _, y in middle.values())
    assert middle[4][0] == min(x for x, _ in middle.values())


def test_dials_show_0_to_40_and_serve_any_two_ready_sides() -> None:
    game, _ = whole()
    assert [int(text) for text in said(scene_of(game, DISCS)[2], "value")] == list(range(41))
    dials = {str(card.fields["suit"]): 2 for card in game.components[COVERS].cards}
    assert game.components[COVERS].spec.copies == 2
    assert game.components[DISCS].spec.copies == sum(dials.values())
    organizations = game.catalogs["organizations"].values()
    for side in game.catalogs["sides"]:
        suits = [org.fields["suit"] for org in organizations if org.fields["side"] == side]
        assert len(suits) == len(set(suits))  # at most one, so two sides need at most two


def test_values_of_a_dial_are_large_enough_to_read() -> None:
    runs = [i for i in scene_of(whole()[0], DISCS)[2].items if isinstance(i, Run)]
    assert {run.size for run in runs if run.fact == "value"} == {16.0}


# Fields.


def test_ready_sheets_and_cards_have_their_values_in_fields_and_blank_ones_none() -> None:
    game, _ = whole()
    for name, ready in ((SHEETS, "marshals"), (CARDS, "falcon-brigade")):
        made = {f.name: f for f in scene_of(game, name, ready)[2].fields}
        blank = scene_of(game, name, "blank")[2].fields
        assert len({field.name for field in blank}) == len(blank)
        assert {field.value for field in blank} == {""}
        assert made.keys() - {"org4.suit"} <= {field.name for field in blank}
        prefix = "org1." if name == SHEETS else ""
        assert made[f"{prefix}name"].value == "Falcon Brigade"
        assert (made[f"{prefix}power"].value, made[f"{prefix}power"].number) == ("19", True)
        assert made[f"{prefix}home.size"].value == "14"
        assert all(field.tip for field in blank)
    rounds = game.figures.fig("truce")
    names = {field.name for field in scene_of(game, SHEETS, "blank")[2].fields}
    assert {f"org4.after{rounds}", f"round{rounds}.changes", "against", "side"} <= names


# Other figures, old prints.


def figure(name: str, value: int) -> Callable[[Game], Game]:
    def change(game: Game) -> Game:
        figures = game.figures.figures
        other = {**figures, name: replace_value(figures[name], value)}
        return replace(game, figures=game.figures._replace(figures=other))

    return change


def replace_value(figure: Any, value: int) -> Any:
    return figure._replace(value=value)


def power(game: Game) -> Game:
    """Falcon Brigade has gained two, in the catalog and on its card's file."""
    orgs = dict(game.catalogs["organizations"])
    org = orgs["falcon-brigade"]
    orgs[org.id] = org._replace(fields={**org.fields, "power": 21})
    cards = game.components[CARDS]
    made = [
        replace(card, fields={**card.fields, "power": 21}) if card.id == org.id else card
        for card in cards.cards
    ]
    components = {**game.components, CARDS: replace(cards, cards=made)}
    return replace(game, catalogs={**game.catalogs, "organizations": orgs}, components=components)


@pytest.mark.parametrize("name", [SHEETS, CARDS, LADDERS, COVERS])
@pytest.mark.parametrize("change", [figure("regional_less", 12), figure("war_over", 18)])
def test_other_figures_are_printed_and_old_prints_found_out(
    name: str, change: Callable[[Game], Game]
) -> None:
    game, _ = whole()
    other = change(game)
    assert found(other, name) == []
    wrong = found(game, name, other)
    assert wrong
    assert set(wrong) <= {"fact-wrong", "fact-missing"}


def test_a_power_gained_changes_sizes_and_what_is_in_reach() -> None:
    game, _ = whole()
    other = power(game)
    for name, prefix in ((SHEETS, "falcon-brigade-"), (CARDS, "")):
        scene = scene_of(other, name)[2]
        assert said(scene, f"{prefix}war-size") == ["6"]
        assert said(scene, f"{prefix}war-acts") == ["acts"]
        assert found(other, name) == []
    wrong = found(game, SHEETS, other)
    assert len(wrong) == 5  # the power, three sizes, and that it acts at war


# Mutations of the templates.

TYPED: dict[tuple[str, str], list[tuple[str, str, str]]] = {
    ("sheet.xml", SHEETS): [
        ("[org.power - less, 0] | max if acts", "14 if acts", "says '14' where the rules say 9"),
        ('"acts" if acts else "cannot"', '"acts"', "says 'acts' where"),
        ("org.power if org", "19 if org", "says '19' where the rules say 18"),
        (">{{ org.suit.name }}<", ">Spades<", "says 'Spades' where"),
        (">over {{ fig(", ">over 1{{ fig(", "says 'over 15' where the rules say 5"),
        ("{{ card.motto }}", "Lorem", "says 'Lorem' where"),
    ],
    ("record.xml", CARDS): [
        ("card.power if suit else", "17 if suit else", "says '17' where the rules say 19"),
        ('>−{{ fig(scope.id ~ "_less") }}<', ">−10<", "says '−10' where the rules say 5"),
        ("{{ suit.banner }}", "Fire – barrage", "says 'Fire – barrage' where"),
        ('name="{{ suit.icon }}"', 'name="club"', "says 'club' where"),
        ('acts else "cannot"', 'acts else "acts"', "says 'acts' where"),
    ],
    ("ladder.xml", LADDERS): [
        ('-value">{{ value }}<', '-value">{{ value + 1 }}<', "says '11' where"),
        ('catalog("suits")', 'catalog("suits") | reverse', "where the rules say place-1 'Spades'"),
        ("{{ component.overflow }}", "10 is all", "where the rules say overflow"),
    ],
    ("dial.xml", COVERS): [
        ('>over {{ fig(scope.id ~ "_over") }}<', ">over 16<", "says 'over 16' where"),
        ('fact="suit-name">{{ suit.name }}', 'fact="suit-name">Clubs', "says 'Clubs' where"),
        ("{{ component.overflow }}", "40 is all", "where the rules say overflow"),
    ],
    ("disc.xml", DISCS): [(">{{ spot.value }}<", ">{{ [spot.value, 39] | min }}<", "'40'")],
}


@pytest.mark.parametrize(("file", "name"), TYPED, ids=lambda v: v)
def test_numbers_and_words_typed_into_a_template_are_found(
    tmp_path: File, file: str, name: str
) -> None:
    for folder in ("card_data", "templates"):
        shutil.copytree(ROOT / folder / "organizations", tmp_path / folder / "organizations")
    path = tmp_path / "templates" / "organizations" / file
    text = path.read_text("utf-8")
    for old, new, _ in TYPED[file, name]:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    here = workspace(tmp_path)
    place = here.place("organizations")
    assert place is not None
    problems = [p for p in check(here, place, Order(only=(name,))) if p.level == "error"]
    assert {p.code for p in problems} <= {"fact-wrong", "fact-missing", "tracker-values"}
    for _, _, says in TYPED[file, name]:
        assert any(says in p.says for p in problems), [str(p) for p in problems]
    wrong = [p.where for p in problems if p.code == "fact-wrong"]
    assert all(where.file.endswith(file) and where.line for where in wrong)


# The audit.


def other(name: str, **spec: Any) -> Callable[[Game], Game]:
    def change(game: Game) -> Game:
        component = game.components[name]
        made = replace(component, spec=component.spec.but(**spec))
        return replace(game, components={**game.components, name: made})

    return change


def card(name: str, index: int, **fields: Any) -> Callable[[Game], Game]:
    """A component with a card changed; without fields it is left out."""

    def change(game: Game) -> Game:
        component = game.components[name]
        cards = list(component.cards)
        if fields:
            cards[index] = replace(cards[index], fields={**cards[index].fields, **fields})
        else:
            del cards[index]
        made = replace(component, cards=cards)
        return replace(game, components={**game.components, name: made})

    return change


def renamed(game: Game) -> Game:
    orgs = dict(game.catalogs["organizations"])
    orgs["ploughlands"] = orgs["ploughlands"]._replace(name="The Plough")
    return replace(game, catalogs={**game.catalogs, "organizations": orgs})


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (
            other(LADDERS, range=(0, 9)),
            "audit-figure",
            "ladders holds size from 0 to 9; number cards",
        ),
        (other(LADDERS, range=(1, 10)), "audit-figure", "ladders holds size from 1 to 10"),
        (other(LADDERS, overflow=""), "audit-figure", "ladders ends at 10, size does not"),
        (other(DISCS, range=(0, 18)), "audit-figure", "from 0 to 18; an organization has 19"),
        (other(COVERS, overflow=""), "audit-figure", "dial-discs ends at 40, power does not"),
        (card(CARDS, 0, power=18), "audit-card", "the card of falcon-brigade has the power 18"),
        (card(CARDS, 1, suit="hearts"), "audit-card", "border-levies has the suit 'hearts'"),
        (card(CARDS, 2), "audit-card", "Breaker Foundry has no card among the record-cards"),
        (renamed, "audit-card", "has the name 'The Ploughlands', the organization 'The Plough'"),
    ],
)
def test_what_falls_short_is_told(change: Callable[[Game], Game], code: str, says: str) -> None:
    problems = Problems()
    audit_sheets(change(whole()[0]), problems)
    assert [p.code for p in problems] == [code]
    assert all(re.search(re.escape(says), p.says) and p.where.file for p in problems), list(
        problems
    )


@pytest.mark.parametrize(("power", "beyond", "count"), [(99, 35, 0), (99, 34, 1), (30, 29, 1)])
def test_dials_need_not_grow_with_empires(power: int, beyond: int, count: int) -> None:
    """From 35 on every number card is open at every scope."""
    game = other(DISCS, range=(0, beyond))(whole()[0])
    orgs = dict(game.catalogs["organizations"])
    mighty = orgs["ploughlands"]
    orgs["ploughlands"] = mighty._replace(fields={**mighty.fields, "power": power})
    game = replace(game, catalogs={**game.catalogs, "organizations": orgs})
    problems = Problems()
    audit_sheets(game, problems)
    assert sum(p.code == "audit-figure" for p in problems) == count, list(problems)


def test_the_shipped_pieces_hold_what_play_reaches() -> None:
    problems = Problems()
    game, _ = whole()
    audit_sheets(game, problems)
    assert list(problems) == []
    tracked = {c.spec.tracks: c.spec.range for c in game.components.values() if c.spec.range}
    assert (tracked["size"], tracked["power"]) == ((0, 10), (0, 40))
    assert [
        c.id
        for c in game.components.values()
        if isinstance(c.spec.net, DialSpec) and c.spec.overflow
    ] == [COVERS]

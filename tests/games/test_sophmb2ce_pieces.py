"""Beside the decks: turn cards, castes, trackers, tokens, boxes, the sheet for tonight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import pytest

from generator.check.facts import facts_of
from generator.check.ground import ink_box
from generator.check.nets import check_nets
from generator.check.scenes import check_scene
from generator.compose.faces import Composer
from generator.compose.nets.shape import shaped
from generator.games.sophmb2ce.effects import Bonus, Damage, Penalty
from generator.games.sophmb2ce.faces import TELLS, TIES
from generator.impose.plan import plan
from generator.load.find import GameSources, workspace
from generator.load.target import load_sizes, load_target
from generator.model.card import Card, Entry
from generator.model.game import Component, Game, copies_of, pieces_of
from generator.model.order import Order
from generator.model.piece import BoxSpec, Making, TokenSpec, WalletSpec
from generator.model.scalars import Strict
from generator.pipeline import check, load
from generator.problems import Problems, Where
from generator.scene import Fact, Path, Run, Scene

ROOT = File(__file__).parents[2]
HERE = workspace(ROOT)
PLACE = HERE.place("sophmb2ce")
assert PLACE is not None
PAPERS = ("home-a4", "home-letter")
FLAT = {"tonight", "caste-cards", "extras-a", "extras-b"}


@lru_cache(maxsize=1)
def whole() -> tuple[Game, Any]:
    """The game with its nets computed, and its rules."""
    assert PLACE is not None
    game, rules = load(HERE, PLACE, (), Problems())
    problems = Problems()
    game = replace(game, components=shaped(game.components, Making(players=2), problems))
    assert list(problems) == []
    return game, rules


def scene_of(game: Game, name: str, card: str | None = None) -> tuple[Component, Card, Scene]:
    """A piece's front, composed anew."""
    assert PLACE is not None
    problems = Problems()
    component = game.components[name]
    wanted = next(c for c in component.cards if card in (None, c.id))
    composer = Composer(game, GameSources(HERE, PLACE), problems)
    scene = composer.face(component, wanted)
    assert scene is not None, list(problems)
    return component, wanted, scene


def found(game: Game, name: str, facts: list[Fact] | None = None) -> list[str]:
    """The codes of what check says of a component's first face."""
    _, rules = whole()
    component, card, scene = scene_of(game, name)
    problems = Problems()
    facts = list(facts_of(game, rules, component, card)) if facts is None else facts
    check_scene(scene, facts, game.figures, lambda _: Where(name), problems)
    return [problem.code for problem in problems]


def said(scene: Scene, fact: str) -> list[str]:
    """What the elements with a fact say, in painting order."""
    words: dict[int, list[str]] = {}
    for item in scene.items:
        if item.fact == fact and isinstance(item, Run):
            words.setdefault(item.element, []).append(item.text)
    return [" ".join(runs) for runs in words.values()]


# All of it, on both papers.


@pytest.mark.parametrize("target", PAPERS)
def test_every_piece_is_composed_and_checked_without_a_problem(target: str) -> None:
    assert PLACE is not None
    seen = [p for p in check(HERE, PLACE, Order(target=target)) if p.level != "note"]
    assert [str(p) for p in seen if not p.code.startswith("evidence")] == []


@pytest.mark.parametrize("target", PAPERS)
@pytest.mark.parametrize(
    ("stock", "sleeved"),
    [(0.25, False), (0.30, False), (0.35, False), (0.45, False), (0.25, True), (0.30, True)],
)
def test_boxes_fit_the_page_for_every_stock(target: str, stock: float, sleeved: bool) -> None:
    game, problems = whole()[0], Problems()
    made = shaped(game.components, Making(stock, sleeved, 2), problems)
    where, sizes = load_target(HERE, target, problems), load_sizes(HERE, problems)
    assert where is not None
    for name in ("box-a", "box-b", "wallet"):
        net = made[name].net
        assert net is not None
        assert net.says["stock"] == f"{stock:.2f} mm"
        laid = plan(
            where,
            sizes.papers,
            made[name].size,
            bleed=where.bleed,
            guides=where.guides,
            where=made[name].where,
            problems=problems,
            free=True,
        )
        assert laid is not None, [str(p) for p in problems]
    check_nets(replace(game, components=made), problems)
    assert [str(p) for p in problems] == []


# Facts.


@pytest.mark.parametrize("name", sorted(FLAT))
def test_a_fact_left_out_is_missed(name: str) -> None:
    game, rules = whole()
    component, card, _ = scene_of(game, name)
    facts = list(facts_of(game, rules, component, card))
    assert found(game, name) == []
    keys = {f.key for f in facts}
    assert found(game, name, []) == ["fact-unknown"] * len(keys)
    assert "fact-missing" in found(game, name, [*facts, Fact("never", shows="seen")])


def changed(game: Game, catalog: str, kind: type[Strict], **values: Any) -> Game:
    """The game with every effect of a kind changed."""

    def entry(one: Entry) -> Entry:
        effects = tuple(
            effect.but(**values) if isinstance(effect, kind) else effect for effect in one.effects
        )
        return one._replace(effects=effects)

    entries = {key: entry(one) for key, one in game.catalogs[catalog].items()}
    return replace(game, catalogs={**game.catalogs, catalog: entries})


CHANGES: Mapping[str, Callable[[Game], Game]] = {
    "damage": lambda game: changed(game, "attacks", Damage, amount=7),
    "cost": lambda game: changed(game, "attacks", Penalty, amount=2),
    "cost-on": lambda game: changed(game, "attacks", Penalty, on="defence"),
    "bonus": lambda game: changed(game, "castes", Bonus, amount=3),
    "bonus-on": lambda game: changed(game, "castes", Bonus, on="attack"),
}


@pytest.mark.parametrize("name", ["tonight", "caste-cards"])
@pytest.mark.parametrize("change", CHANGES)
def test_castes_follow_their_data_and_old_prints_are_found_out(name: str, change: str) -> None:
    game, rules = whole()
    other = CHANGES[change](game)
    assert found(other, name) == []
    component, card, _ = scene_of(game, name)
    wrong = found(game, name, list(facts_of(other, rules, component, card)))
    assert wrong
    assert set(wrong) <= {"fact-wrong", "fact-missing"}


def test_a_caste_card_says_all_that_its_caste_can_do() -> None:
    game, rules = whole()
    for card in game.components["caste-cards"].cards:
        facts = {f.key: f for f in facts_of(game, rules, game.components["caste-cards"], card)}
        own = [
            e
            for e in game.catalogs["attacks"].values()
            if e.fields["caste"] == card.fields["caste"]
        ]
        assert len(own) == 4
        for attack in own:
            kind = str(attack.fields["kind"])
            assert facts[kind].shows == attack.name
            assert facts[f"{kind}-damage"].unit == "hp"
            assert (f"{kind}-cost" in facts) == (kind == "standard2")
        assert facts["bonus"].amount == game.figures.fig("bonus")


@pytest.mark.parametrize("choice", TIES)
def test_aids_tell_how_ties_fall_from_the_option(choice: str) -> None:
    game, _ = whole()
    option = game.figures.options["tie"].but(default=choice)
    figures = game.figures._replace(options={**game.figures.options, "tie": option})
    other = replace(game, figures=figures)
    for name in ("extras-a", "tonight"):
        assert said(scene_of(other, name)[2], "tie") == [TIES[choice]]
        assert found(other, name) == []


def test_an_aid_that_is_to_tell_the_unknown_is_a_problem() -> None:
    game, rules = whole()
    component = game.components["extras-a"]
    card = replace(component.cards[0], fields={"tells": ("tie", "fortunes")})
    other = replace(component, cards=(card, *component.cards[1:]))
    problems = Problems()
    rules.audit(replace(game, components={**game.components, "extras-a": other}), problems)
    (problem,) = problems
    assert problem.code == "audit-card"
    assert "'fortunes'" in problem.says
    assert all(name in problem.fix for name in TELLS)


# How the counters lie.


@pytest.mark.parametrize("name", ["extras-a", "extras-b", "tonight"])
def test_counters_lie_from_the_ace_up_to_the_ten_on_top(name: str) -> None:
    game, _ = whole()
    _, _, scene = scene_of(game, name)
    hp = game.figures.fig("start_hp")
    assert said(scene, "counter") == ["A", *(str(n) for n in range(2, hp + 1))]
    places = [(i, item) for i, item in enumerate(scene.items) if item.fact == "counter"]
    xs = [item.x for _, item in places if isinstance(item, Run)]
    assert xs == sorted(xs)
    last = places[-1][0]
    for index, item in places[:-1]:  # what is painted later leaves each corner free
        assert isinstance(item, Run)
        box = ink_box(item)
        cards = [i for i in scene.items[index + 1 : last] if isinstance(i, Path) and i.stroke]
        assert cards
        assert all(min(p[1] for p in _points(i)) > box.right for i in cards)


def _points(path: Path) -> list[tuple[float, float, float]]:
    return [(0.0, float(s[-2]), float(s[-1])) for s in path.segments if s[0] != "Z"]  # type: ignore[misc]


# What is in the box.


def test_boxes_hold_their_decks_and_the_cards_that_join_them() -> None:
    game, _ = whole()
    for letter in "ab":
        deck, box = game.components[f"deck-{letter}"], game.components[f"box-{letter}"]
        joined = {c.id for c in game.components.values() if c.spec.joins == deck.id}
        assert isinstance(box.spec.net, BoxSpec)
        assert set(box.spec.net.holds) == {deck.id, *joined}
        cards = sum(pieces_of(game.components[name], 2) for name in box.spec.net.holds)
        assert box.net is not None
        assert box.net.says["cards"] == cards == game.figures.fig("deck") + 2
        depth = box.net.says["depth"]
        assert isinstance(depth, float)
        assert depth > 0.30 * cards
        assert box.net.finished[0] > deck.size[0]
        assert box.net.finished[1] > deck.size[1]


def test_everything_printed_for_the_table_has_its_box() -> None:
    game, _ = whole()
    cases = [c.spec.net for c in game.components.values()]
    held = {name for net in cases if isinstance(net, BoxSpec | WalletSpec) for name in net.holds}
    printed = {c.id for c in game.components.values() if c.on == "card-stock"}
    assert printed - held == {"tonight"}


def test_the_wallet_takes_what_it_holds() -> None:
    game, _ = whole()
    wallet = game.components["wallet"]
    assert isinstance(wallet.spec.net, WalletSpec)
    assert wallet.net is not None
    w, h = wallet.net.finished
    for name in wallet.spec.net.holds:
        net = game.components[name].net
        short, long = sorted(net.finished if net else game.components[name].size)
        assert short < w, name
        assert long < h, name


@pytest.mark.parametrize("name", ["box-a", "box-b", "wallet"])
def test_cases_name_game_stock_author_and_edition(name: str) -> None:
    game, _ = whole()
    _, _, scene = scene_of(game, name)
    words = " ".join(item.text for item in scene.items if isinstance(item, Run))
    for wanted in ("SOPHMB2CE", "0.30 mm", "Adam Drake", "unofficial edition", "HIGH-RISE"):
        assert wanted in words, wanted
    if name != "wallet":
        assert f"DECK {name[-1].upper()}" in words


# States that last from turn to turn.


def test_every_state_has_its_marker() -> None:
    game, _ = whole()
    components = game.components
    costs = {
        effect.on
        for attack in game.catalogs["attacks"].values()
        for effect in attack.effects
        if isinstance(effect, Penalty)
    }
    tokens = components["tokens"]
    assert {card.fields["weakens"] for card in tokens.cards} == costs
    assert copies_of(tokens, 2) == 2  # each player may owe both
    assert isinstance(tokens.spec.net, TokenSpec)
    assert (tokens.spec.net.width, tokens.spec.net.height) == (20, 20)
    assert pieces_of(components["marker"], 2) == 1
    for name in ("hp-strips", "dial-discs"):
        tracker = components[name]
        assert tracker.spec.range == (0, game.figures.fig("start_hp"))
        assert pieces_of(tracker, 2) == 2
    assert copies_of(components["dial-covers"], 2) == copies_of(components["dial-discs"], 2)


def test_both_sides_of_a_token_say_the_same() -> None:
    game, _ = whole()
    for card in game.components["tokens"].cards:
        _, _, scene = scene_of(game, "tokens", card.id)
        assert said(scene, "penalty") == [f"\u2212{game.figures.fig('penalty')}"] * 2
        signs = {
            item.element: item.shows
            for item in scene.items
            if item.fact == "penalty-on" and isinstance(item, Path)
        }
        assert list(signs.values()) == [card.fields["weakens"]] * 2


def test_the_first_sheet_of_card_stock_is_the_one_for_tonight() -> None:
    game, _ = whole()
    assert next(iter(game.components)) == "tonight"
    assert game.components["tonight"].on == "card-stock"

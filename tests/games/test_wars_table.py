"""What lies at the table besides fighters: rules cards, corners, checklist, box, two people."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from wars_cards import COLOURS, ROOT, SIZES, TRIMS, Studio, said, squeezed, studio

from generator.check.facts import back_facts, facts_of
from generator.check.nets import check_nets
from generator.check.scenes import check_scene
from generator.check.shapes import depth, flat
from generator.compose.faces import Composer
from generator.compose.nets.corner import corner, half
from generator.games.sprite_wars.table import CHECKLIST, RULES, TOLD
from generator.geometry import Box
from generator.load.find import GameSources, Workspace
from generator.makeready import set_up
from generator.model.card import Card
from generator.model.game import Component, Game
from generator.model.order import Order
from generator.model.piece import CornerSpec
from generator.pipeline import load
from generator.press import Press, quiet
from generator.problems import Problems, Where
from generator.scene import Fact, Path, Run, Scene

LONG: dict[str, Any] = {
    "rules_at": "a-rather-long-company-name.example/games/sprite-wars/rules-1",
    "earn": tuple(
        f"{n} Show me a bridge that I have not seen and that still stands after a flood: +{n}"[:80]
        for n in range(1, 7)
    ),
    "colour": "sky",
}
NAMES = ("Jo Ng", "Maximiliane Konstantinopolitanski-Featherstonehaugh III")
PEOPLE = ("mara-quill", "tobias-vane")
HERE = Workspace(ROOT)


def composed(
    shop: Studio, game: Game, component: Component, card: Card
) -> tuple[Scene, Scene | None, list[str]]:
    """Both sides of a card and what is wrong with them."""
    problems, rules = Problems(), shop.rules
    shop.composer.dress(game, problems)
    face, back = shop.composer.face(component, card), shop.composer.back(component, card)
    assert face is not None, [str(p) for p in problems]
    told = facts_of(game, rules, component, card)
    check_scene(face, told, game.figures, lambda _: Where("face"), problems)
    if back is not None:
        behind = back_facts(game, rules, component, card)
        check_scene(back, behind, game.figures, lambda _: Where("back"), problems)
    return face, back, [str(p) for p in problems if p.level != "note"]


def codes(scene: Scene, facts: list[Fact], game: Game) -> set[str]:
    problems = Problems()
    check_scene(scene, facts, game.figures, lambda _: Where("face"), problems)
    return {p.code for p in problems if p.level == "error"}


def audited(game: Game, rules: Any) -> list[tuple[str, str]]:
    problems = Problems()
    rules.audit(game, problems)
    return [(p.code, p.says) for p in problems]


def changed(game: Game, name: str, **changes: Any) -> Game:
    return replace(
        game,
        components={**game.components, name: replace(game.components[name], **changes)},
    )


@pytest.mark.parametrize("trim", TRIMS)
@pytest.mark.parametrize("name", NAMES)
def test_rules_cards_fit_every_trim_whoever_hands_them_out(
    trim: tuple[float, float], name: str
) -> None:
    shop = studio()
    person = shop.person(name, **(LONG if len(name) > 10 else {}))
    game = shop.dressed(person)
    component = replace(game.components[RULES], size=trim)
    for card in component.cards:
        face, back, wrong = composed(shop, game, component, card)
        assert wrong == []
        assert back is not None
        words = said(face.items)
        assert squeezed(card.name) in words
        if card.id == "how-to-fight":
            assert all(squeezed(line) in said(back.items) for line in person.fields["earn"] or ())
        else:
            assert squeezed(str(person.fields["rules_at"])) in said(back.items)
            assert any(isinstance(item, Path) and item.module for item in back.items)


def test_rules_cards_are_no_side_one_from_behind() -> None:
    """Nobody draws one by mistake: their backs are unlike those of fighters."""
    shop = studio()
    game = shop.dressed(shop.person())
    _, back, _ = composed(shop, game, game.components[RULES], game.components[RULES].cards[0])
    _, one, _ = composed(
        shop, game, game.components["fighters"], game.components["fighters"].cards[0]
    )
    assert back is not None
    assert one is not None
    assert back.items != one.items


def test_figures_on_rules_cards_are_those_of_the_rules() -> None:
    shop = studio()
    game, component = shop.dressed(shop.person()), shop.game.components[RULES]
    printed = {}
    for card in component.cards:
        face, _, _ = composed(shop, game, component, card)
        printed[card.id] = face
    text = " ".join(run.text for run in printed["how-to-play"].items if isinstance(run, Run))
    figures = game.figures.figures
    for name, words in (("least_stack", "Bring {} cards"), ("stack", "{} are best")):
        assert words.format(figures[name].value) in text
    # another figure, the same card: the check sees that it says something else
    for name in ("stack", "least_stack", "reach", "grid", "row"):
        figure = figures[name]
        other = {**figures, name: figure._replace(value=figure.value + 1)}
        wrong = replace(game, figures=game.figures._replace(figures=other))
        card = component.cards[0]
        facts = [f for f in facts_of(wrong, shop.rules, component, card) if f.key == "rules"]
        assert "fact-wrong" in codes(printed[card.id], facts, game), name


def test_a_figure_that_no_rules_card_tells_is_missed(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    assert audited(game, rules) == []
    cards = game.components[RULES].cards
    for name in TOLD:
        texts = [str(card.fields["rules"]).replace(f"{{fig {name}}}", "9") for card in cards]
        typed = [
            replace(card, fields={"rules": text}) for card, text in zip(cards, texts, strict=True)
        ]
        assert [
            (code, name in says) for code, says in audited(changed(game, RULES, cards=typed), rules)
        ] == [("audit-missing", True)]


def test_a_figure_typed_on_a_rules_card_is_refused(wars_loaded: tuple[Any, Any]) -> None:
    from generator.check.figures import check_game_prose

    game, _ = wars_loaded
    card = game.components[RULES].cards[0]
    for typed in ("Bring 4 cards.", "Bring four cards."):
        problems = Problems()
        wrong = changed(game, RULES, cards=[replace(card, fields={"rules": typed})])
        check_game_prose(wrong, problems)
        assert "figure-typed" in {p.code for p in problems}


def test_the_checklist_is_the_series(wars_loaded: tuple[Any, Any]) -> None:
    shop = studio()
    game, rules = shop.dressed(shop.person()), shop.rules
    component = game.components[CHECKLIST]
    (card,) = component.cards
    face, back, wrong = composed(shop, game, component, card)
    assert (wrong, back) == ([], None)
    fighters = game.components["fighters"].cards
    shown = [
        i.shows for i in face.items if isinstance(i, Path) and (i.fact or "").startswith("sprite-")
    ]
    assert list(dict.fromkeys(shown)) == [one.id for one in fighters]
    ticks = [item for item in face.items if (item.fact or "").startswith("tick-")]
    assert len(ticks) == len(fighters) >= 36
    words = said(face.items)
    assert all(squeezed(one.name) in words for one in fighters)

    more = replace(fighters[0], id="dodo", name="Dodo")
    facts = facts_of(changed(game, "fighters", cards=[*fighters, more]), rules, component, card)
    assert codes(face, list(facts), game) == {"fact-missing"}  # one that is not on the list
    facts = facts_of(changed(game, "fighters", cards=fighters[1:]), rules, component, card)
    assert codes(face, list(facts), game) == {"fact-unknown"}  # one that is no more
    for field, value in (("power", 9), ("number", 99)):
        other = replace(fighters[0], fields={**fighters[0].fields, field: value})
        facts = facts_of(
            changed(game, "fighters", cards=[other, *fighters[1:]]), rules, component, card
        )
        assert codes(face, list(facts), game) == {"fact-wrong"}, field


@pytest.mark.parametrize("count", [1, 7, 46, 60])
def test_a_checklist_of_any_series_fits_its_page(count: int) -> None:
    shop = studio()
    game = shop.dressed(shop.person())
    fighters = game.components["fighters"].cards
    cards = [
        replace(fighters[n % 40], id=f"f{n}", fields={**fighters[n % 40].fields, "number": n + 1})
        for n in range(count)
    ]
    made, problems = changed(game, "fighters", cards=cards), Problems()
    place = HERE.place("sprite_wars")
    assert place is not None
    composer = Composer(made, GameSources(HERE, place), problems, shop.rules.texts)
    component = made.components[CHECKLIST]
    face = composer.face(component, component.cards[0])
    assert face is not None
    facts = facts_of(made, shop.rules, component, component.cards[0])
    assert codes(face, list(facts), made) == set()
    assert [str(p) for p in problems if p.level != "note"] == []


def test_a_number_is_one_fighters(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    fighters = list(game.components["fighters"].cards)
    fighters[4] = replace(fighters[4], fields={**fighters[4].fields, "number": 2})
    ((code, says),) = audited(changed(game, "fighters", cards=fighters), rules)
    assert code == "audit-card"
    assert fighters[1].name in says


@cache
def pressed(card: str, paper: str, edition: tuple[str, ...] = ()) -> Press:
    """A press for the corners and the box at that trim."""
    place = HERE.place("sprite_wars")
    assert place is not None
    problems = Problems()
    game, rules = load(HERE, place, edition, problems)
    order = Order(
        target=f"home-{paper}",
        card=card,
        edition=edition,
        only=("corners", "stack-box", "fighters"),
    )
    return set_up(HERE, place, game, rules, order, problems, quiet)


KINDS = {
    (88.9, 50.8): "business-us", (85, 55): "business-eu", (85, 54): "business-85x54",
    (84, 55): "business-84x55", (90, 52): "business-90x52", (91, 55): "business-jp",
}  # fmt: skip


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("trim", SIZES)
def test_corners_fit_the_trim_and_both_one_page(trim: tuple[float, float], paper: str) -> None:
    press = pressed(KINDS[trim], paper)
    fighters, component = press.game.components["fighters"], press.game.components["corners"]
    assert fighters.size == trim
    plan = press.plan(component)
    assert plan is not None
    assert plan.count >= press.pieces(component) == 2
    framed(component, trim)
    box = press.game.components["stack-box"]
    assert box.net is not None
    assert min(box.net.finished) >= min(trim)
    assert press.plan(box) is not None


@pytest.mark.parametrize("trim", TRIMS)
def test_corners_lie_round_nine_cards_of_either_format(trim: tuple[float, float]) -> None:
    base = pressed("business-us", "a4").game.components["corners"]
    spec = base.spec.net
    assert isinstance(spec, CornerSpec)
    framed(replace(base, net=corner(spec, trim)), trim)


def framed(component: Component, trim: tuple[float, float]) -> None:
    """Two corners on a table: round nine cards, over none, each line's middle met by two arms."""
    net, spec = component.net, component.spec.net
    assert net is not None
    assert isinstance(spec, CornerSpec)
    cut, (w, h), gap = flat(net.outline.cut), trim, spec.gap
    width, height = 3 * (w + gap) - gap, 3 * (h + gap) - gap
    near = [(x - spec.band - gap, y - spec.band - gap) for x, y in cut]
    far = [(width - x, height - y) for x, y in near]  # turned by half a circle
    spots = [Box(c * (w + gap), r * (h + gap), w, h) for c, r in product(range(3), repeat=2)]
    for polygon in (near, far):
        for spot in spots:
            for x, y in product((spot.x, spot.centre[0], spot.right), (spot.y, spot.bottom)):
                assert depth(tuple(polygon), x, y) < 0
    # beside the first and last card there is exactly a gap
    assert max(y for x, y in near if y < 0) == pytest.approx(-gap)
    assert max(x for x, y in near if x < 0) == pytest.approx(-gap)
    # arms end where those of the other corner do: in the middle of the grid
    assert (
        max(x for x, _ in near) == pytest.approx(width / 2) == pytest.approx(min(x for x, _ in far))
    )
    assert (
        max(y for _, y in near)
        == pytest.approx(height / 2)
        == pytest.approx(min(y for _, y in far))
    )


def test_corners_of_another_trim_or_grid_are_refused(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    press = pressed("business-us", "a4")
    shaped = press.game.components["corners"]
    spec = shaped.spec.net
    assert isinstance(spec, CornerSpec)
    for trim, wide, high in (((88.9, 55.0), False, True), ((85.0, 50.8), True, False)):
        problems = Problems()
        check_nets(press.game, problems, [replace(shaped, net=corner(spec, trim))])
        assert {p.code for p in problems} == {"corner-unfit"}
        text = " ".join(p.says for p in problems)
        assert (" mm across" in text, " mm down" in text) == (wide, high)
    problems = Problems()
    check_nets(press.game, problems, [shaped])
    assert not len(problems)
    spec_of = game.components["corners"].spec
    wrong = spec_of.but(net=spec.but(columns=4))
    assert [code for code, _ in audited(changed(game, "corners", spec=wrong), rules)] == [
        "audit-figure"
    ]
    with pytest.raises(ValueError, match="bend"):
        corner(spec.but(band=5.0), (88.9, 50.8))
    assert half(spec, (88.9, 50.8)) == pytest.approx((139.35, 82.2))


@cache
def person(edition: str) -> Press:
    place = HERE.place("sprite_wars")
    assert place is not None
    problems = Problems()
    game, rules = load(HERE, place, (edition,), problems)
    assert not problems.fatal(), [str(p) for p in problems]
    order = Order(only=("fighters",), edition=(edition,))
    return set_up(HERE, place, game, rules, order, problems, quiet)


def test_two_people_whose_stacks_part_again(wars_loaded: tuple[Any, Any]) -> None:
    one, other = (person(name) for name in PEOPLE)
    told = []
    for press in (one, other):
        owner = press.game.person
        assert owner is not None
        fighters = press.game.components["fighters"]
        assert press.pieces(fighters) == press.game.figures.fig("stack")
        problems = press.problems
        sides = list(press.checked(press.composed(fighters)))
        assert [str(p) for p in problems if p.level == "error"] == []
        backs = {side.back.items for side in sides if side.back is not None}
        assert len(backs) == 1  # nothing tells one card of a stack from another
        told.append((owner, backs.pop(), {side.card.id: side.front for side in sides}))
    (mara, behind, stack), (tobias, behind_too, stack_too) = told
    assert mara.name != tobias.name
    assert behind != behind_too
    assert mara.fields["design"] != tobias.fields["design"]
    assert {mara.fields["colour"], tobias.fields["colour"]} < set(COLOURS)
    assert mara.fields["colour"] != tobias.fields["colour"]
    assert mara.fields["series"] == tobias.fields["series"]
    both = stack.keys() & stack_too.keys()
    assert both  # a fighter that both have is parted by its front, too
    assert all(stack[name].items != stack_too[name].items for name in both)


def test_two_people_can_play(wars_loaded: tuple[Any, Any]) -> None:
    game, _ = wars_loaded
    fighters, powers = game.components["fighters"].cards, []
    core = {card.id for card in fighters if card.fields.get("set") == "core-10"}
    for name in PEOPLE:
        owner = person(name).game.person
        assert owner is not None
        stack = dict(owner.fields["stack"])  # type: ignore[arg-type,call-overload]
        assert stack.keys() <= core
        powers.append(sorted(int(str(c.fields["power"])) for c in fighters if c.id in stack))
    assert powers[0] == powers[1]  # nobody begins more often than the other

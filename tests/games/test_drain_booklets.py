"""Brain Drain's bluff booklets and boxes: each card on its page, each role in its box."""

from __future__ import annotations

import re

import pytest
from drain_press import (
    PAPERS,
    faces_of,
    fronts,
    named,
    pressed,
    printed,
    shown,
    whole,
    words,
)

from generator.games.brain_drain.table import REACTIONS
from generator.model.order import Order
from generator.model.piece import BoxSpec
from generator.scene import Run

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

"""Amounts of effects that name figures: each number stands once."""

from __future__ import annotations

from typing import Any

import pytest

FIGURES = "figures:\n  blow: {value: 3}\n  double: {from: blow * 2}\n"
CARDS = "- id: one\n  does: [{kind: damage, amount: blow}, {kind: damage, amount: double}]\n"


@pytest.fixture
def armed(kit: Any) -> Any:
    kit.edit("game.yaml", 'version: "1"\n', 'version: "1"\nrules: demo\n')
    kit.edit("game.yaml", "cost: {type: int, required: false}", "does: {type: effects}")
    kit.write("rules.yaml", FIGURES)
    kit.write("cards.yaml", CARDS)
    return kit


def test_an_amount_may_name_a_figure(armed: Any) -> None:
    (card,) = armed.good().components["deck"].cards
    assert [effect.amount for effect in card.effects] == [3, 6]


def test_an_overlay_that_changes_the_figure_changes_the_effects(armed: Any) -> None:
    armed.write(
        "overlays/hard.yaml",
        "id: hard\nbase: demo\nreplace:\n  rules.yaml: {figures: {blow: {value: 5}}}\n",
    )
    (card,) = armed.good(["hard"]).components["deck"].cards
    assert [effect.amount for effect in card.effects] == [5, 10]


def test_a_figure_that_is_not_there_is_told_with_its_near_miss(armed: Any) -> None:
    armed.edit("cards.yaml", "amount: blow", "amount: blwo")
    fault = armed.fault()
    assert fault.startswith("card_data/demo/cards.yaml:2: one.does[0]")
    assert "a whole number" in fault
    assert "write 'blow'" in fault


def test_a_word_where_no_number_is_wanted_stays_a_word(armed: Any) -> None:
    armed.edit("cards.yaml", "{kind: damage, amount: blow}", "{kind: blow, amount: 1}")
    assert "the rules know no effect of the kind 'blow'" in armed.fault()

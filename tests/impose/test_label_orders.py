"""What is said of orders for sheets that come cut: what is left out, refused, off-centre."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.check.cutsheet import check_cut_sheet, fits_sheet
from generator.load.find import Workspace
from generator.load.target import load_sizes, load_target
from generator.makeready import set_up
from generator.model.order import Order
from generator.model.target import Target
from generator.pipeline import load
from generator.press import quiet
from generator.problems import Problems, Refused

ROOT = Path(__file__).parents[2]
SPACE, SIZES = Workspace(None), load_sizes(Workspace(None), Problems())


def target_of(name: str) -> Target:
    """A shipped target."""
    made = load_target(SPACE, name, Problems())
    assert made is not None
    return made


@pytest.fixture(scope="module")
def wars() -> Any:
    """A game of business cards, whatever else it has."""
    here = Workspace(ROOT)
    place = here.place("sprite_wars")
    assert place is not None
    return here, place, *load(here, place, (), Problems())


def checked(wars: Any, order: Order, **changed: Any) -> list[tuple[str, str]]:
    """What is said of an order for its target, with changes to the target's sheet."""
    here, place, game, rules = wars
    problems = Problems()
    if not changed:
        try:
            set_up(here, place, game, rules, order, problems, quiet)
        except Refused as refused:
            return [(p.code, p.says) for p in refused.problems]
        return [(p.code, p.says) for p in problems]
    target = target_of(order.target)
    assert target.sheet is not None
    upper = {key: changed.pop(key) for key in ("flip", "paper") if key in changed}
    target = target.but(**upper, sheet=target.sheet.but(**changed))
    check_cut_sheet(game, target, SIZES, order, problems)
    return [(p.code, p.says) for p in problems]


def test_what_a_sheet_does_not_hold_is_left_out_or_refused(wars: Any) -> None:
    ((code, says),) = checked(wars, Order(target="avery-5371"))
    assert code == "sheet-left-out"
    assert "business-us" in says
    assert "checklist" in says
    assert "fighters" not in says
    fine = Order(target="avery-c32011-10", only=("fighters",))
    assert checked(wars, fine) == []  # the family's size is taken by itself
    refused = checked(wars, Order(target="avery-5371", only=("checklist",)))
    assert [code for code, _ in refused] == ["sheet-card"]
    refused = checked(wars, replace(fine, card="business-eu"))
    assert [code for code, _ in refused] == ["sheet-card"]
    assert checked(wars, replace(fine, card="business-85x54")) == []
    bare = replace(wars[2], components={"checklist": wars[2].components["checklist"]})
    problems = Problems()
    check_cut_sheet(bare, target_of("avery-5371"), SIZES, Order(), problems)
    assert [(p.code, p.where) for p in problems] == [("sheet-card", bare.where)]
    assert not fits_sheet(wars[2].components["checklist"], target_of("avery-5371"))
    assert fits_sheet(wars[2].components["checklist"], target_of("home-a4"))


def test_choices_that_no_sheet_leaves_are_refused(wars: Any) -> None:
    fine = Order(target="avery-5371", only=("fighters",))
    for more, said in (
        ({"guides": "knife"}, "no guides"),
        ({"first_cell": 11}, "10 cards"),
        ({"first_cell": 2, "target": "home-a4"}, "cut after printing"),
    ):
        ((code, says),) = checked(wars, replace(fine, **more))
        assert code == "sheet-choice"
        assert said in says
    assert checked(wars, replace(fine, first_cell=10)) == []


def test_cards_that_do_not_fit_the_paper_or_each_other_are_told(wars: Any) -> None:
    fine = Order(target="avery-5371", only=("fighters",))
    found = checked(wars, fine, pitch=(80.0, 50.8))
    assert [code for code, _ in found] == ["sheet-unfit", "sheet-off-centre"]
    assert "88.9 mm wide" in found[0][1]
    ((code, says),) = checked(wars, fine, rows=6)
    assert code == "sheet-unfit"
    assert "317.5 mm" in says
    assert checked(wars, fine, rows=1, columns=1, pitch=(1.0, 1.0), first=(63.5, 12.7)) == []


@pytest.mark.parametrize(
    ("name", "flip", "off", "apart"),
    [
        ("sigel-lp795", "long", "1 mm left of", "2 mm beside"),
        ("sigel-lp795", "short", "0.5 mm above the", "1 mm beside"),
        ("hama-50400", "long", "1.5 mm left of", "3 mm beside"),
        ("zweckform-32010", "short", "0.6 mm below the", "1.2 mm beside"),
    ],
)
def test_a_sheet_beside_the_middle_says_by_how_much(
    name: str, flip: Any, off: str, apart: str, wars: Any
) -> None:
    found = checked(wars, Order(target=name, only=("fighters",)), flip=flip)
    says = next(says for code, says in found if code == "sheet-off-centre")
    assert off in says
    assert apart in says
    assert "(measured)" in says


def test_the_order_remembers_its_first_cell() -> None:
    order = Order(target="avery-5371", first_cell=4)
    assert order.folder() == "avery-5371+first-cell-4"
    assert Order.of("avery-5371", (), order.options()) == order
    assert Order.of("avery-5371", (), {**order.options(), "first_cell": 0}) is None

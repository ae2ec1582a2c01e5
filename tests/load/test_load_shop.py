"""Targets of print shops: shipped ones state their sources, faults are told at their key."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.load.find import workspace
from generator.load.target import load_target, target_ids
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
HERE = workspace(ROOT)
BASE = """\
id: mine
name: Mine
paper: a4
scheme: shop
bleed: each
colour: {colour}
source: me
checked: "2026-11-30"
shop:
{shop}
"""
GOOD = "  form: pdf-x1a\n  profile: a.icc\n  condition: X"


def shops() -> list[str]:
    return [name for name in target_ids(HERE) if not name.startswith("home-")]


@pytest.mark.parametrize("name", [n for n in shops() if "sheet" not in n])
def test_shipped_shops_state_source_and_day(name: str) -> None:
    problems = Problems()
    target = load_target(HERE, name, problems)
    assert target is not None, list(map(str, problems))
    if target.shop is None:
        return
    assert len(target.source) > 20
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", target.checked)
    if target.shop.profile:
        assert (ROOT / "templates/profiles" / target.shop.profile).is_file()
    assert (target.shop.page is None) == (target.shop.card is None)


def test_shops_that_must_be_there_are() -> None:
    wanted = {"moo-us", "moo-eu", "vistaprint-us", "printer-rgb", "printer-x4", "printer-x1a"}
    assert wanted <= set(shops())


def test_what_is_not_confirmed_is_marked() -> None:
    moo = load_target(HERE, "moo-eu", Problems())
    assert moo is not None
    assert moo.shop is not None
    assert {"page", "safe"} <= set(moo.shop.unsure or ())
    assert (moo.shop.page, moo.shop.safe) == ((88.0, 59.0), 2.0)


def load(tmp_path: Path, text: str) -> list[str]:
    folder = tmp_path / "templates/targets"
    folder.mkdir(parents=True)
    (tmp_path / "card_data").mkdir()
    (folder / "mine.yaml").write_text(text, "utf-8")
    problems = Problems()
    load_target(workspace(tmp_path), "mine", problems)
    return [str(problem) for problem in problems]


def test_a_sound_shop_is_taken(tmp_path: Path) -> None:
    assert load(tmp_path, BASE.format(colour="cmyk", shop=GOOD)) == []


@pytest.mark.parametrize(
    ("colour", "shop", "says"),
    [
        ("rgb", GOOD, "mine.yaml:10: form: error: is pdf-x1a, which holds no RGB"),
        ("cmyk", "  form: pdf-x4", "is not given, and pdf-x4 needs it"),
        ("cmyk", "  form: pdf", "cannot be CMYK without a 'profile'"),
        ("rgb", "  page: [90, 60]", "is given without the card it belongs to"),
        ("rgb", "  card: business-us\n  page: [1, 60]", "page: error: is no page"),
        ("rgb", "  pixels: [0, 60]", "is no picture's size"),
        ("rgb", "  lots: [50, 0]", "a number of cards that nobody sells"),
        ("rgb", "  sides: [back, back]", "names no side, or one twice"),
        ("rgb", "  sides: []", "names no side, or one twice"),
        ("rgb", "  file: ../{id}", "which cannot name a file of each card"),
        ("rgb", "  file: card", "which cannot name a file of each card"),
        ("rgb", "  file: '{id.__class__}'", "which cannot name a file of each card"),
        ("rgb", "  profile: ../a.icc", "no file's name"),
        ("rgb", "  unsure: [moon]", "names 'moon', which is no key here"),
        ("rgb", "  dpi: 30", "dpi: error: is 30 (write 72 to 1200)"),
        ("rgb", "  ink_limit: 20", "ink_limit: error: is 20"),
        ("rgb", "  forms: pdf", "the key 'forms' is not known here"),
        ("blue", "  form: pdf", "colour"),
    ],
)
def test_faults_are_told_at_their_key(colour: str, shop: str, says: str, tmp_path: Path) -> None:
    found = load(tmp_path, BASE.format(colour=colour, shop=shop))
    assert any(says in line for line in found), found
    assert all("mine.yaml:" in line for line in found)


def test_scheme_and_shop_go_together(tmp_path: Path) -> None:
    text = BASE.format(colour="rgb", shop="  form: pdf").replace("scheme: shop", "scheme: grid")
    assert any("scheme: error: is grid, with a 'shop:'" in line for line in load(tmp_path, text))


def test_sheets_are_in_rgb(tmp_path: Path) -> None:
    text = "extends: home-a4\nid: mine\ncolour: cmyk\n"
    assert any("sheets for printers at home are in RGB" in line for line in load(tmp_path, text))


def test_a_shop_lays_its_keys_over_those_it_extends(tmp_path: Path) -> None:
    assert load(tmp_path, "extends: moo-eu\nid: mine\nshop: {ink_limit: 200, safe: 4}\n") == []
    found = load_target(workspace(tmp_path), "mine", Problems())
    base = load_target(HERE, "moo-eu", Problems())
    assert found is not None
    assert base is not None
    assert base.shop is not None
    assert found.shop == base.shop.but(ink_limit=200, safe=4.0)

"""The office-safe edition: three names give way, the rules and everything else stay."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from generator.load.find import workspace
from generator.model.game import Game
from generator.model.order import Order
from generator.pipeline import check, load
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
UNFIT = re.compile(r"seduc|sex|harass|hell", re.IGNORECASE)


@cache
def game(*edition: str) -> Game:
    here = workspace(ROOT)
    place = here.place("sophmb2ce")
    assert place is not None
    return load(here, place, edition, Problems())[0]


def test_the_default_keeps_the_names_of_the_document() -> None:
    names = {entry.name for entry in game().catalogs["attacks"].values()}
    assert {
        "Break-room Seduction",
        "Sexual-Harassment Charges",
        "High-Heel Hell-Kick",
    } <= names


def test_no_card_of_the_edition_prints_what_an_office_would_not() -> None:
    attacks = game("office-safe").catalogs["attacks"].values()
    for entry in attacks:
        assert not UNFIT.search(f"{entry.name} {entry.fields['flavour']}"), entry.id


def test_only_words_differ_from_the_document() -> None:
    plain, safe = game().catalogs["attacks"], game("office-safe").catalogs["attacks"]
    assert list(plain) == list(safe)
    changed = [key for key in plain if plain[key].name != safe[key].name]
    assert changed == ["break-room-seduction", "sexual-harassment-charges", "high-heel-hell-kick"]
    for key in plain:
        assert plain[key].effects == safe[key].effects
    assert game().figures == game("office-safe").figures


def test_the_edition_passes_every_check() -> None:
    here = workspace(ROOT)
    place = here.place("sophmb2ce")
    assert place is not None
    found = check(here, place, Order(edition=("office-safe",)))
    assert [str(p) for p in found if p.level == "error"] == []

"""The person whose cards they are: how cards lie, and what codes hold of the contact."""

from __future__ import annotations

import dataclasses
from pathlib import Path as File
from typing import Any

import pytest
from wars_cards import ROOT, SIZES, said, studio

from generator.check.facts import back_facts
from generator.check.scenes import check_scene
from generator.games.sprite_wars.contact import TEXTS, place, reach
from generator.load.find import Workspace
from generator.load.people import check_turns
from generator.load.vcard import read_vcard
from generator.makeready import set_up, turned
from generator.model.order import Order
from generator.pipeline import load
from generator.press import quiet
from generator.problems import Problems, Where

# Lying and upright


def test_a_person_chooses_how_cards_lie() -> None:
    game = studio().game
    upright = studio().dressed(studio().person(role="x", format="portrait"))
    assert turned(game).components["fighters"].size == SIZES[0]
    found = turned(upright).components["fighters"]
    assert (found.size, found.spec.turned) == ((50.8, 88.9), True)
    here, problems = Workspace(ROOT), Problems()
    home = here.place("sprite_wars")
    assert home is not None
    press = set_up(here, home, upright, studio().rules, Order(card="business-eu"), problems, quiet)
    assert press.game.components["fighters"].size == (55, 85)
    assert list(problems) == []


def test_only_a_choice_of_two_turns(tmp_path: File) -> None:
    game = studio().game
    component = game.components["fighters"]
    for field in ("colour", "name", "nought"):
        wrong = dataclasses.replace(component, spec=component.spec.but(turns=field))
        problems = Problems()
        check_turns(game.file, {"fighters": wrong}, problems)
        assert [problem.code for problem in problems] == ["field-spec"]
        assert "choice of two" in str(next(iter(problems)))


# Contacts


def test_codes_hold_the_contact(tmp_path: File) -> None:
    """What our own reader of vCards takes from the text is what was given."""
    fields: dict[str, Any] = {
        "role": "Tea; biscuits, and \\ more",
        "company": "Ärzte & Söhne; Linz",
        "phone": "+43 732 1234",
        "mobile": "+43 660 1234",
        "mail": "a@b.example",
        "web": "b.example/c",
        "address": ("Main Square 1", "4020 Linz, Austria"),
        "social": (("github", "aeb"),),
    }
    person = studio().person(name="Änne von der Höhe", **fields)
    card = TEXTS["vcard"](studio().dressed(person))
    path, problems = tmp_path / "a.vcf", Problems()
    path.write_text(card, "utf-8")
    taken = {key: one.value for key, one in read_vcard(path, "a.vcf", problems).items()}
    assert not problems.fatal()
    assert taken["name"] == person.name
    for key in ("role", "company", "phone", "mobile", "mail", "web"):
        assert taken[key] == fields[key]
    assert "N:von der Höhe;Änne;;;" in card.split("\n")
    assert "URL:https://github.com/aeb" in card.split("\n")
    short = TEXTS["vcard-short"](studio().dressed(person))
    assert "TEL:+43 660 1234" in short
    assert "ORG" not in short
    assert TEXTS["link"](studio().dressed(person)) == "https://b.example/c"


@pytest.mark.parametrize(
    ("fields", "link"),
    [
        ({"mail": "a@b.example", "mobile": "1 2"}, "mailto:a@b.example"),
        ({"mobile": "+1 2", "phone": "+3 4"}, "tel:+12"),
        ({"phone": "+3 4"}, "tel:+34"),
        ({}, "https://lanternfield.example/sprites"),
    ],
)
def test_the_shortest_code_leads_somewhere(fields: dict[str, str], link: str) -> None:
    assert TEXTS["link"](studio().dressed(studio().person(role="x", **fields))) == link


def test_lines_of_contact() -> None:
    """Short things share a line where cards lie; numbers stay whole, addresses may be broken."""
    person = studio().person(
        role="x",
        phone="+1 555-0142",
        mobile="+1 555 0143",
        mail="a.b@c.example",
        social=(
            ("github", "@ab"),
            ("x", "https://x.com/ab"),
            ("bluesky", "ab.bsky.social"),
            ("signal", "ab.1"),
        ),
        address=("1 Lane", "Town"),
    )
    lines = reach(person).split("\n")
    plain = [
        line.replace("\u200b", "").replace("\u2060", "").replace("\u00a0", " ") for line in lines
    ]
    assert plain == [
        "+1 555-0142 \u00b7 +1 555 0143",
        "a.b@c.example",
        "github.com/ab \u00b7 x.com/ab",
        "@ab.bsky.social \u00b7 Signal: ab.1",
    ]
    assert "a\u200b.b@\u200bc\u200b.example" in lines
    assert " " not in lines[0].split(" \u00b7 ")[0]
    assert len(reach(person, paired=False).split("\n")) == 7
    assert (place(person), place(person, paired=False)) == ("1 Lane, Town", "1 Lane\nTown")


@pytest.mark.parametrize("given", ["b.example/c", "https://b.example/c/", "HTTPS://b.example/c"])
def test_addresses_may_come_with_their_scheme(given: str) -> None:
    """It is printed nowhere and stands once in codes."""
    person = studio().person(role="x", web=given, rules_at=given)
    game = studio().dressed(person)
    assert reach(person).replace("\u200b", "") == "b.example/c"
    assert TEXTS["rules-at"](game) == "b.example/c"
    for name in ("link", "rules-link"):
        assert TEXTS[name](game).casefold().rstrip("/") == "https://b.example/c"
    problems = Problems()
    studio().composer.dress(game, problems)
    rules = game.components["rules-cards"]
    scene = studio().composer.back(rules, rules.cards[0])
    assert scene is not None
    check_scene(
        scene,
        back_facts(game, studio().rules, rules, rules.cards[0]),
        game.figures,
        lambda _: Where("back"),
        problems,
    )
    assert [problem for problem in problems if problem.level != "note"] == []
    assert "://" not in said(scene.items)


@pytest.mark.parametrize(("backs", "printed"), [(None, True), ("on", True), ("off", False)])
def test_little_ink_keeps_side_one(backs: Any, printed: bool) -> None:
    """A business card without its contact is none."""
    here, problems = Workspace(ROOT), Problems()
    home = here.place("sprite_wars")
    assert home is not None
    order = Order(low_ink=True, backs=backs)
    game, rules = load(here, home, (), problems, low_ink=True)
    press = set_up(here, home, game, rules, order, problems, quiet)
    assert press.has_backs(press.game.components["fighters"]) is printed

"""Cards that list the entries of a catalog: shares, second cards, and what cannot be shared."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.compose.views import Views
from generator.problems import Where

CATALOG = """\
catalogs:
  crews:
    file: crews.yaml
    fields:
      ship: {type: text}
      help: {type: text, required: false}
components:
"""
LISTS = "    lists: {of: crews, by: ship, most: 2}\n    fields:\n"


@pytest.fixture
def fleet(kit):
    kit.edit("game.yaml", "components:\n", CATALOG)
    kit.edit("game.yaml", "    fields:\n      text:", LISTS + "      text:")
    return kit


def crews(kit, *ships: str) -> None:
    kit.write("crews.yaml", "".join(f"- {{id: c{n}, ship: {s}}}\n" for n, s in enumerate(ships)))


def test_entries_are_listed_by_the_card_they_name(fleet) -> None:
    crews(fleet, "two", "one", "two", "two", "two", "two")
    cards = fleet.good().components["deck"].cards
    told = [(c.id, c.fields["listed"], c.fields["part"], c.fields["parts"]) for c in cards]
    assert told == [
        ("one", ("c1",), 1, 1),
        ("two", ("c0", "c2"), 1, 3),
        ("two-2", ("c3", "c4"), 2, 3),
        ("two-3", ("c5",), 3, 3),
    ]
    assert {card.name for card in cards[1:]} == {"two"}
    assert cards[3].where == cards[1].where


def test_a_card_without_entries_lists_none(fleet) -> None:
    crews(fleet, "one")
    two = fleet.good().components["deck"].cards[1]
    assert (two.id, two.fields["listed"], two.fields["parts"]) == ("two", (), 1)


def test_templates_see_the_entries_themselves(fleet) -> None:
    crews(fleet, "one", "one", "one")
    game = fleet.good()
    deck = game.components["deck"]
    views = Views(game)
    seen = views.card(deck.cards[1], deck)
    assert [entry.look("id") for entry in seen.look("listed")] == ["c2"]
    assert (seen.look("part"), seen.look("parts")) == (2, 2)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["one", "two"]), min_size=1, max_size=12))
def test_nothing_is_lost_and_no_card_overfull(fleet, ships: list[str]) -> None:
    crews(fleet, *ships)
    cards = fleet.good().components["deck"].cards
    listed = [entry for card in cards for entry in card.fields["listed"]]
    assert sorted(listed) == sorted(f"c{n}" for n in range(len(ships)))
    for card in cards:
        assert len(card.fields["listed"]) <= 2
        assert all(ships[int(entry[1:])] == card.id[:3] for entry in card.fields["listed"])
        assert len(card.fields["listed"]) == 2 or card.fields["part"] == card.fields["parts"]


def test_an_entry_of_no_card_is_told(fleet) -> None:
    crews(fleet, "one", "tow")
    assert "crews.yaml:2: c1.ship: error: no card lists 'c1'" in fleet.fault()
    assert "none has the id 'tow' (write 'two')" in fleet.fault()


def test_an_entry_that_names_no_card_is_told_once(fleet) -> None:
    fleet.write("crews.yaml", "- {id: c0, ship: one}\n- {id: c1}\n")
    assert "crews.yaml:2: c1.ship: error: the field 'ship' is missing" in fleet.fault()
    fleet.edit("game.yaml", "ship: {type: text}", "ship: {type: text, required: false}")
    assert "crews.yaml:2: c1: error: no card lists 'c1': it has no 'ship'" in fleet.fault()


def test_a_second_card_takes_no_other_ones_id(fleet) -> None:
    fleet.write("cards.yaml", "- id: one\n- id: one-2\n")
    crews(fleet, "one", "one", "one")
    assert "cards.yaml:2: one-2: error: 'one' takes 2 cards" in fleet.fault()


@pytest.mark.parametrize(
    ("lists", "says"),
    [
        ("{of: crwes, by: ship, most: 2}", "there is no catalog 'crwes' (write 'crews')"),
        ("{of: crews, by: shop, most: 2}", "'shop' is no declared field of the catalog 'crews'"),
        ("{of: crews, by: ship, most: 0}", "is 0; a card lists 1 to 1,000 entries"),
        ("{of: crews, by: ship}", "'most' is missing"),
    ],
)
def test_what_it_names_must_be_there(fleet, lists: str, says: str) -> None:
    crews(fleet, "one")
    fleet.edit("game.yaml", "{of: crews, by: ship, most: 2}", lists)
    fault = fleet.fault()
    assert fault.startswith("card_data/demo/game.yaml:18:")
    assert says in fault


def test_no_field_has_the_name_of_what_is_added(fleet) -> None:
    crews(fleet, "one")
    fleet.edit("game.yaml", "      cost:", "      part:")
    fleet.edit("cards.yaml", "  cost: 3\n", "")
    assert "a card that lists entries has a 'part' already" in fleet.fault()


def test_an_overlays_list_is_dealt_as_well(fleet) -> None:
    crews(fleet, "one")
    rows = "[{id: a, ship: x}, {id: b, ship: x}, {id: c, ship: x}]"
    fleet.write(
        "overlays/mine.yaml",
        f"id: mine\nbase: demo\nreplace:\n  cards.yaml: [{{id: x}}]\n  crews.yaml: {rows}\n",
    )
    cards = fleet.good(["mine"]).components["deck"].cards
    assert [card.id for card in cards] == ["x", "x-2"]
    assert cards[0].where == Where("card_data/demo/overlays/mine.yaml", 4, "x")

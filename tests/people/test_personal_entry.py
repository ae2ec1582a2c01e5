"""Whom a game is printed for: pairs, the entry that overlays replace whole, counts from a stack."""

from __future__ import annotations

import pytest
from firm import Firm, overlay

from generator.load.schema import schema
from generator.makeready import counted
from generator.model.field import FieldSpec


def laid(firm: Firm, *values: str) -> list[str]:
    firm.write("overlays/jo.yaml", overlay("jo", values))
    return firm.faults("jo")


def test_an_overlay_keeps_nothing_of_the_example(firm: Firm) -> None:
    assert laid(firm, "name: Jo", "role: Boss") == []
    person = firm.load("jo")[0].person
    assert (person.id, person.name) == ("sample", "Jo")
    assert person.fields == {
        "role": "Boss",
        "colour": "red",
        "links": (),
        "lines": (),
        "logo": None,
        "stack": (),
    }
    assert firm.load()[0].person.fields["links"] == (("git", "sam"),)


def test_a_second_overlay_lies_over_the_first(firm: Firm) -> None:
    firm.write(
        "overlays/house.yaml", overlay("house", ["colour: blue", "role: Anybody", "name: X"])
    )
    firm.write("overlays/jo.yaml", overlay("jo", ["name: Jo", "stack: {owl: 2}"]))
    person = firm.load("house", "jo")[0].person
    assert (person.name, person.fields["colour"], person.fields["role"]) == (
        "Jo",
        "blue",
        "Anybody",
    )


def test_what_one_keeps_of_another_is_told(firm: Firm) -> None:
    """Two people's overlays would make a card with the telephone of the wrong one."""
    firm.write("overlays/amy.yaml", overlay("amy", ["name: Amy", "role: Boss", "links: {git: a}"]))
    firm.write("overlays/jo.yaml", overlay("jo", ["name: Jo", "role: Cook"]))
    (told,) = firm.load("amy", "jo")[1]
    assert (told.code, told.level) == ("overlay-people", "warning")
    assert "jo keeps links of amy" in str(told)
    assert firm.faults("jo") == []
    assert [p.code for p in firm.load("jo", "amy")[1]] == []
    firm.write("overlays/all.yaml", overlay("all", ["links: {git: a}"]))
    assert firm.faults("all", "jo") == []


def test_an_overlay_without_a_name_or_role(firm: Firm) -> None:
    said = "\n".join(laid(firm, "colour: blue"))
    assert "name: error: has no name (write 'name: …') [field-missing]" in said
    assert "the field 'role' is missing" in said


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("links: {git: a, mail: c}", "has no place for 'mail' (names: git, chat)"),
        ("links: {git: 1234567890123}", "has 13 characters; at most 12"),
        ("links: {git: }", "links.git: error: is empty"),
        ("links: [git]", "is a list; a mapping is wanted"),
        ("lines: [a, b, c]", "has 3 items"),
        ("lines: [12345678901]", "has 11 characters; at most 10"),
        ("stack: {fox: 0}", "stack.fox: error: is 0; 1 to 10,000 copies"),
        ("stack: {foxx: 1}", "no card 'foxx' among the cards (write 'fox')"),
        ("stack: {fox: two}", "a whole number is wanted"),
        ("stack: {fox: 10000, owl: 10000, cat: 10000, }", ""),
        ("colour: green", "is 'green', which is no choice"),
        ("logo: ../../secret.svg", "holds an empty step, '.' or '..'"),
    ],
)
def test_values_that_do_not_fit(firm: Firm, value: str, says: str) -> None:
    said = laid(firm, "name: Jo", "role: Boss", value)
    if not says:
        assert said == []
        return
    assert len(said) == 1
    assert says in said[0]
    assert "overlays/jo.yaml:8" in said[0]


def test_a_stack_counts_cards_but_leaves_the_series(firm: Firm) -> None:
    assert laid(firm, "name: Jo", "role: Boss", "stack: {owl: 3, cat: 1}") == []
    game = firm.load("jo")[0]
    assert [card.count for card in game.components["deck"].cards] == [1, 1, 1]
    assert [card.count for card in counted(game).components["deck"].cards] == [0, 3, 1]
    plain = firm.load()[0]
    assert counted(plain) is plain


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("personal: staff", "personal: stuff", "the game has no catalog 'stuff'"),
        ("counted: stack", "counted: links", "is no field of the entry"),
        ("counted: stack", "counted: stick", "is no field of the entry"),
        ("cards: deck, required: false}", "cards: rules, required: false}", "is no field of"),
        ("type: pairs, of: int, cards: deck", "type: text, cards: deck", "is a text, no pairs"),
        ("type: pairs, of: int", "type: pairs, of: ref", "is pairs of references"),
        ("{type: text, longest: 20}", "{type: text, each: 20}", "has texts of 20 as a text"),
        ("choices: [git, chat], longest: 2", "default: x, longest: 2", "with a default"),
    ],
)
def test_declarations_that_cannot_be(firm: Firm, old: str, new: str, says: str) -> None:
    firm.edit("game.yaml", old, new)
    assert any(says in line for line in firm.faults())


def test_several_entries_are_nobody(firm: Firm) -> None:
    firm.write("staff.yaml", "- {id: a, name: A, role: r}\n- {id: b, name: B, role: r}\n")
    assert "has 2 entries" in firm.faults()[0]


def test_pairs_in_the_schema() -> None:
    spec = FieldSpec(type="pairs", choices=("a", "b"), longest=2)
    rows = schema("cards", {"links": spec})["oneOf"][0]["items"]["properties"]
    assert rows["links"]["maxProperties"] == 2
    assert set(rows["links"]["properties"]) == {"a", "b"}
    number = schema("cards", {"n": FieldSpec(type="pairs", of="int")})
    made = number["oneOf"][0]["items"]["properties"]["n"]
    assert made == {"type": "object", "additionalProperties": {"type": "integer"}}

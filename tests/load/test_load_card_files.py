"""A component whose cards stand in several files: order, overlays, ids and faults of all."""

from __future__ import annotations

import pytest

from generator.problems import Where


def two_files(kit, listed: str, second: str = "- {id: three, cost: 7}\n") -> None:
    kit.edit("game.yaml", "cards: cards.yaml", f"cards: {listed}")
    kit.write("more/cards.yaml", second)


def test_cards_may_stand_in_several_files_and_print_in_their_order(kit) -> None:
    two_files(kit, "[more/cards.yaml, table.csv, cards.yaml]")
    kit.write("table.csv", "id,cost\nfour,4\n")
    cards = kit.good().components["deck"].cards
    assert [card.id for card in cards] == ["three", "four", "one", "two"]
    assert cards[0].place("cost") == Where("card_data/demo/more/cards.yaml", 1, "three", "cost")
    assert cards[3].where == Where("card_data/demo/cards.yaml", 5, "two")


def test_an_overlay_is_laid_over_each_of_several_files(kit) -> None:
    two_files(kit, "[cards.yaml, more/cards.yaml]")
    kit.write(
        "overlays/late.yaml",
        "id: late\nbase: demo\nreplace:\n  more/cards.yaml: {three: {cost: 8}}\n",
    )
    cards = kit.good(["late"]).components["deck"].cards
    assert cards[2].fields["cost"] == 8


def test_an_id_in_two_files_is_told_with_both_places(kit) -> None:
    two_files(kit, "[cards.yaml, more/cards.yaml]", "- {id: three}\n- {id: one}\n")
    assert kit.fault().startswith(
        "card_data/demo/more/cards.yaml:2: one: error: the id 'one' stands here and on "
        "card_data/demo/cards.yaml:1"
    )


@pytest.mark.parametrize(
    ("listed", "says"),
    [
        (
            "\n    - cards.yaml\n    - more/crds.yaml",
            "game.yaml:11: cards[1]: error: ",
        ),
        (
            "\n    - cards.yaml\n    - cards.yaml",
            "game.yaml:11: cards[1]: error: the file 'cards.yaml' is in the list",
        ),
        (
            "[cards.yaml, ../cards.yaml]",
            "game.yaml:9: cards[1]: error: ",
        ),
        ("[]", "game.yaml:9: components.deck.cards: error: is an empty list"),
        ("{a: b}", "game.yaml:9: components.deck.cards: error: is a mapping"),
        ("[[a]]", "game.yaml:9: components.deck.cards[0]: error: is a list; a text is wanted"),
        ("[cards.yaml, ]", ""),
    ],
)
def test_lists_of_files_that_cannot_be(kit, listed: str, says: str) -> None:
    two_files(kit, listed)
    if not says:
        assert len(kit.good().components["deck"].cards) == 2
    else:
        assert says in kit.fault()


def test_faults_of_all_files_come_at_once_and_an_empty_one_is_told(kit) -> None:
    two_files(kit, "[cards.yaml, more/cards.yaml, none.yaml]", "- {id: three, cots: 7}\n")
    kit.write("none.yaml", "[]\n")
    kit.edit("cards.yaml", "cost: 3", "cost: x")
    faults = kit.faults()
    assert [fault.split(": ")[0] for fault in faults] == [
        "card_data/demo/cards.yaml:4",
        "card_data/demo/more/cards.yaml:1",
        "card_data/demo/none.yaml",
    ]


def test_a_list_of_countless_files_is_refused(kit) -> None:
    two_files(kit, f"[{', '.join(f'{n}.yaml' for n in range(201))}]")
    faults = kit.faults()
    assert "lists 201 files; at most 200 are read" in faults[0]
    assert len(faults) == 201

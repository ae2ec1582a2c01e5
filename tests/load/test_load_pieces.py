"""Components that are no plain deck: nets, circles, joins, copies for players, parts, books."""

from __future__ import annotations

import pytest

from generator.model.game import copies_of, pieces_of
from generator.model.piece import BoxSpec, DialSpec, StripSpec

MORE = """\
  extra:
    name: More of it
    size: poker
    face: card
    {keys}
"""
PLAYERS = "players: {least: 2, most: 4}\n"


def with_(kit, keys: str, players: str = "", body: str = "") -> None:
    """One more component with these keys at line 15 and below."""
    made = kit.folder / "game.yaml"
    text = made.read_text() + (body or MORE).format(keys=keys)
    if players:
        text = text.replace("components:\n", players + "components:\n")
    kit.write("game.yaml", text)


NET = """\
  extra:
    name: A piece
    face: card
    net: {keys}
"""


def test_a_component_without_cards_is_one_piece_of_its_own_name(kit):
    with_(kit, "per: player\n    copies: 2", PLAYERS)
    game = kit.good()
    extra = game.components["extra"]
    (card,) = extra.cards
    assert (card.id, card.name, card.count, card.face, card.back) == (
        *("extra", "More of it", 1, "card"),
        None,
    )
    assert card.where.line == extra.where.line > 10
    assert game.players == 4
    assert (copies_of(extra, 3), pieces_of(extra, 3)) == (6, 6)
    deck = game.components["deck"]
    assert (copies_of(deck, 3), pieces_of(deck, 3)) == (1, 2)
    assert (deck.on, extra.on) == ("card-stock", "card-stock")


def test_a_game_that_says_nothing_of_players_prints_once(kit):
    assert kit.good().players == 1


def test_nets_keep_their_keys_until_they_are_computed(kit):
    body = """\
  dial:
    name: Dial
    face: card
    range: [0, 10]
    overflow: Turn on.
    net: {{kind: dial, part: disc, diameter: 70.5}}
    parts:
      - {{name: split pin, per: piece, note: "or a paper clip"}}
      - {{name: glue}}
  cover:
    name: Cover
    face: card
    net: {{kind: dial, part: cover, disc: dial}}
    joins: dial
  strip: {{name: Strip, face: card, range: [1, 5], net: {{kind: strip, cell: [11, 9]}}}}
  box: {{name: Box, face: card, net: {{kind: box, holds: [deck, dial]}}, on: boxes}}
"""
    with_(kit, "", body=body)
    made = kit.good().components
    dial, strip, box = (made[name].spec.net for name in ("dial", "strip", "box"))
    assert isinstance(dial, DialSpec)
    assert (dial.part, dial.diameter) == ("disc", 70.5)
    assert isinstance(strip, StripSpec)
    assert strip.cell == (11, 9)
    assert isinstance(box, BoxSpec)
    assert box.holds == ("deck", "dial")
    assert made["dial"].size == (0, 0)
    assert made["dial"].net is None
    assert made["dial"].free
    assert made["dial"].spec.range == (0, 10)
    pin, glue = made["dial"].spec.parts
    assert (pin.name, pin.count, pin.per, pin.note) == ("split pin", 1, "piece", "or a paper clip")
    assert (glue.count, glue.per) == (1, "table")
    assert made["box"].on == "boxes"
    assert made["cover"].spec.joins == "dial"


def test_a_book_has_a_text_and_nothing_of_cards(kit):
    kit.write("rulebook.md", "# Rules\n")
    with_(kit, "rulebook.md", body="  book:\n    name: Rules\n    kind: book\n    text: {keys}\n")
    book = kit.good().components["book"]
    assert (book.cards, book.size, book.spec.text) == ((), (0, 0), "rulebook.md")
    assert book.on == "plain-paper"


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("joins: dekc", "joins: error: there is no component 'dekc' (write 'deck')"),
        ("joins: extra", "'extra' cannot join 'extra'"),
        ("joins: deck\n    on: boxes", "'deck' is printed on card-stock"),
        ("per: player", "does not say how many play"),
        ("parts: [{name: die, per: player}]", "does not say how many play"),
        ("parts: [{name: die, count: 0}]", "count: error: is 0 (write 1 to 1000)"),
        ("parts: [{name: die, cuont: 2}]", "the key 'cuont' is not known here"),
        ("copies: 0", "copies: error: is 0 (write 1 to 1000)"),
        ("on: table", "is the text 'table' (choices: card-stock, plain-paper, boxes)"),
        ("outline: circle", "is a circle of 63.5 x 88.9 mm (take a square size)"),
        ("outline: oval", "is the text 'oval'"),
        ("range: [5, 1]", "is from 5 to 1"),
        ("range: [0, 100]", "is from 0 to 100"),
        ("range: [0]", "item 2 is missing"),
        ("text: a.md", "'text' belongs to a book"),
        ("net: {kind: token}", "a net takes no 'size'"),
    ],
)
def test_keys_that_do_not_go_together_are_located_problems(kit, keys, says):
    with_(kit, keys)
    fault = kit.fault()
    assert says in fault
    assert fault.startswith("card_data/demo/game.yaml:")


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("{kind: bxo, holds: [deck]}", "the kind is 'bxo' (write 'box')"),
        ("{holds: [deck]}", "'kind' is missing"),
        ("box", "is the text 'box'; a mapping is wanted"),
        ("{kind: corner, cards: dekc}", "'dekc' is no component of plain cards (write 'deck')"),
        ("{kind: corner, cards: extra}", "'extra' is no component of plain cards"),
        ("{kind: corner, cards: deck, rows: 0}", "rows: error: is 0 (write 1 to 9)"),
        ("{kind: box}", "extra.net.holds: error: 'holds' is missing (write 'holds: …')"),
        ("{kind: box, hodls: [deck], holds: [deck]}", "the key 'hodls' is not known here"),
        ("{kind: box, hodls: [deck]}", "'hodls' is not known here (write 'holds')"),
        ("{kind: box, holds: []}", "holds nothing, so has no size"),
        ("{kind: box, holds: [dekc]}", "there is no component 'dekc' (write 'deck')"),
        ("{kind: box, holds: [deck, deck]}", "holds 'deck' more than once"),
        ("{kind: wallet, holds: [extra]}", "'extra' does not go into a box"),
        ("{kind: token, width: wide}", "extra.net.width: error: is 'wide'; a number"),
        ("{kind: strip}", "a strip shows values, but there is no 'range'"),
        ("{kind: strip, cell: [10]}", "item 2 is missing"),
        ("{kind: dial, part: disc}", "a dial shows values, but there is no 'range'"),
        ("{kind: dial, part: hand}", "is the text 'hand'"),
        ("{kind: dial, part: cover, disc: deck}", "the cover's disc 'deck' is no component with"),
        ("{kind: dial, part: cover, disc: none}", "the cover's disc 'none' is no component with"),
    ],
)
def test_nets_that_cannot_be_read_are_located_problems(kit, keys, says):
    with_(kit, keys, body=NET)
    faults = kit.faults()
    assert any(says in fault for fault in faults), faults
    assert all(fault.startswith("card_data/demo/game.yaml:") for fault in faults)


def test_a_disc_with_a_disc_of_its_own_is_a_problem(kit):
    with_(kit, "{kind: dial, part: disc, disc: extra}\n    range: [0, 3]", body=NET)
    assert "a disc has no disc of its own" in kit.fault()


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("kind: book", "'text' is missing"),
        ("kind: book\n    text: a.md\n    size: poker", "a book takes no 'size'"),
        ("kind: book\n    text: a.md\n    cards: cards.yaml", "a book takes no 'cards'"),
        ("kind: book\n    text: a.md\n    joins: deck", "a book takes no 'joins'"),
        ("size: poker", "'face' is missing"),
        ("face: card", "'size' is missing"),
    ],
)
def test_what_a_kind_needs_and_refuses(kit, keys, says):
    kit.write("a.md", "# A\n")
    with_(kit, keys, body="  extra:\n    name: E\n    {keys}\n")
    assert says in kit.fault()


@pytest.mark.parametrize("players", ["{least: 3, most: 2}", "{least: 0, most: 2}"])
def test_players_are_counted_rightly(kit, players):
    with_(kit, "per: player", f"players: {players}\n")
    assert "write 1 <= least <= most <= 100" in kit.fault()


def test_one_that_joins_cannot_be_joined(kit):
    with_(kit, "joins: deck")
    body = "  third:\n    name: T\n    size: poker\n    face: card\n    joins: {keys}\n"
    with_(kit, "extra", body=body)
    fault = kit.fault()
    assert "join-unfit" in fault
    assert "'third' cannot join 'extra'" in fault

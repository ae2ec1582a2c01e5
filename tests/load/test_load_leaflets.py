"""Leaflets, turned sizes, sizes that follow the paper, boxes that are split: as declared."""

from __future__ import annotations

import pytest

from generator.model.game import copies_of, pieces_of
from generator.model.target import Size, part_of

PAGES = "".join(f"- {{id: p{i}, name: Page {i}}}\n" for i in range(1, 9))

LEAFLET = """\
  extra:
    name: Leaflet
    size: quarter
    fold: leaflet
    cards: pages.yaml
    face: card
    {keys}
"""


def more(kit, body: str, players: str = "") -> None:
    text = (kit.folder / "game.yaml").read_text() + body
    if players:
        text = text.replace("components:\n", f"players: {players}\ncomponents:\n")
    kit.write("game.yaml", text)


def leaflet(kit, keys: str = "", pages: str = PAGES, players: str = "") -> None:
    kit.write("pages.yaml", pages)
    more(kit, LEAFLET.format(keys=keys), players)


def test_each_copy_of_a_leaflet_is_one_piece_on_plain_paper(kit):
    leaflet(kit, "per: player", players="{least: 2, most: 8}")
    made = kit.good().components["extra"]
    assert made.leaflet
    assert made.on == "plain-paper"
    assert (copies_of(made, 5), pieces_of(made, 5), len(made.cards)) == (5, 5, 8)
    assert made.size == (105.0, 148.0)  # until it is known what is printed on


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("corner: 3", "a leaflet takes no 'corner': pages fill the paper (take it out)"),
        ("outline: circle", "a leaflet takes no 'outline'"),
        ("turned: true", "a leaflet takes no 'turned'"),
        ("joins: deck", "a leaflet takes no 'joins'"),
        ("back: back", "a leaflet takes no 'back'"),
        ("fold: booklet", "is the text 'booklet'"),
    ],
)
def test_what_a_leaflet_refuses_is_located(kit, keys, says):
    if keys.startswith("fold"):
        more(kit, LEAFLET.format(keys="").replace("fold: leaflet", keys))
        kit.write("pages.yaml", PAGES)
    else:
        leaflet(kit, keys)
    faults = kit.faults()
    assert any(says in fault for fault in faults), faults
    assert all(fault.startswith("card_data/demo/") for fault in faults)


def test_a_leaflet_has_eight_pages(kit):
    leaflet(kit, pages=PAGES.replace("- {id: p8, name: Page 8}\n", ""))
    assert "'extra' has 7 pages; a leaflet has 8, each once" in kit.fault()


def test_a_page_of_a_leaflet_is_printed_once(kit):
    leaflet(kit, pages=PAGES.replace("Page 8}", "Page 8, count: 2}"))
    assert "'extra' has 9 pages" in kit.fault()


def test_a_page_of_a_leaflet_has_no_back_of_its_own(kit):
    leaflet(kit, pages=PAGES.replace("Page 8}", "Page 8, back: back}"))
    fault = kit.fault()
    assert fault.startswith("card_data/demo/pages.yaml:8: p8.back: error")


def test_a_page_of_a_leaflet_is_a_quarter_of_the_paper(kit):
    kit.write("pages.yaml", PAGES)
    more(kit, LEAFLET.format(keys="").replace("quarter", "poker"))
    assert "is a quarter of the paper, not 'poker' (write size: quarter)" in kit.fault()


def test_nothing_joins_a_leaflet_or_holds_one(kit):
    leaflet(kit)
    more(kit, "  other: {name: O, size: quarter, face: card, joins: extra}\n")
    more(kit, "  box: {name: B, face: card, net: {kind: box, holds: [extra]}}\n")
    faults = kit.faults()
    assert any("'other' cannot join 'extra'" in fault for fault in faults)
    assert any("'extra' does not go into a box" in fault for fault in faults)


@pytest.mark.parametrize(
    ("part", "paper", "size"),
    [
        ("quarter", (210, 297), (105, 148)),
        ("half", (210, 297), (148, 210)),
        ("quarter", (215.9, 279.4), (107.95, 139.7)),
        ("half", (215.9, 279.4), (139.7, 215.9)),
        ("third", (210, 297), None),
    ],
)
def test_parts_of_a_paper(part, paper, size):
    found = part_of(part, Size(width=float(paper[0]), height=float(paper[1])))
    assert found == (pytest.approx(size) if size else None)


def test_a_size_may_be_turned_and_half_a_paper(kit):
    more(kit, "  wide: {name: W, size: tarot, turned: true, face: card}\n")
    more(kit, "  half: {name: H, size: half, face: card}\n")
    made = kit.good().components
    assert made["wide"].size == (120.65, 69.85)
    assert made["half"].size == (148.0, 210.0)


def test_a_size_that_is_none_is_told_with_those_that_follow_the_paper(kit):
    more(kit, "  half: {name: H, size: quater, face: card}\n")
    assert "'quater' is no trim size (write 'quarter')" in kit.fault()


def test_a_net_and_a_book_take_no_turn(kit):
    more(kit, "  t: {name: T, face: card, turned: true, net: {kind: token}}\n")
    kit.write("a.md", "# A\n")
    more(kit, "  b: {name: B, kind: book, text: a.md, fold: leaflet}\n")
    faults = kit.faults()
    assert any("a net takes no 'turned'" in fault for fault in faults)
    assert any("a book takes no 'fold'" in fault for fault in faults)


BOX = "  box: {{name: B, face: card, net: {{kind: box, holds: [deck], split: {split}}}{keys}}}\n"


@pytest.mark.parametrize(
    ("split", "keys", "says"),
    [
        ("{by: cots}", "", "'cots' is no field of type choice or ref of what the box holds"),
        ("{by: cost}", "", "'cost' is no field of type choice or ref"),
        ("{}", "", "'by' is missing"),
        ("cost", "", "is the text 'cost'; a mapping is wanted"),
        ("{by: kind}", ", cards: cards.yaml", "a box that is split has no cards of its own"),
    ],
)
def test_a_split_that_cannot_be_is_located(kit, split, keys, says):
    kit.edit("game.yaml", "      cost: {type: int, required: false}\n", "      cost: {type: int, required: false}\n      kind: {type: choice, choices: [a, b], required: false}\n")  # fmt: skip  # noqa: E501
    more(kit, BOX.format(split=split, keys=keys))
    faults = kit.faults()
    assert any(says in fault for fault in faults), faults
    assert all(fault.startswith("card_data/demo/") for fault in faults)


def test_a_split_names_a_field_of_what_is_held(kit):
    kit.edit("game.yaml", "      cost: {type: int, required: false}\n", "      kind: {type: choice, choices: [a, b], required: false}\n")  # fmt: skip  # noqa: E501
    kit.edit("cards.yaml", "  cost: 3\n", "  kind: a\n")
    more(kit, BOX.format(split="{by: kind}", keys=""))
    spec = kit.good().components["box"].spec.net
    assert spec.split.by == "kind"

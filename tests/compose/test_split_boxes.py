"""Boxes that a deck is shared out among: whole groups, few boxes, all of them on the page."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from net_bench import HERE, Bench

from generator.compose.nets.box import box, measures
from generator.compose.nets.shape import shaped
from generator.compose.nets.split import DASH, LABELS
from generator.model.card import Card, Entry
from generator.model.game import Component, ComponentSpec, pieces_of
from generator.model.piece import BoxSpec, Held, Making
from generator.problems import Problems

A4, LETTER = (200.0, 287.0), (205.9, 269.4)
POKER = (63.5, 88.9)
PAGES = {"a4": A4, "letter": LETTER}


class Shelf:
    """Decks whose cards name their group, and a box that is split by it."""

    def __init__(self, counts: dict[str, int], trim: Any = POKER, **box: Any) -> None:
        names = {key: Entry(key, key.title(), {}, (), HERE) for key in counts}
        self.catalogs = {"roles": names}
        self.components: dict[str, Component] = {}
        field = {"type": "ref", "to": "roles", "required": False}
        self.deck("deck", counts, trim, {"role": field})
        keys = {"kind": "box", "holds": ["deck"], "split": {"by": "role"}, **box}
        spec = ComponentSpec.read({"name": "Box", "face": "b.xml", "safe": "1", "net": keys})
        card = Card("box", "Box", 1, "b.xml", None, {}, (), HERE)
        self.components["box"] = Component("box", spec, (0, 0), "", (card,), HERE)

    def deck(self, id_: str, counts: dict[str, int], trim: Any, fields: Any, **keys: Any) -> None:
        given = {"name": id_, "face": "c.xml", "size": "poker", "fields": fields, **keys}
        cards = tuple(
            Card(f"{id_}-{key}", key, n, "c.xml", None, {"role": key or None}, (), HERE)
            for key, n in counts.items()
        )
        spec = ComponentSpec.read(given)
        self.components.pop(id_, None)
        made = Component(id_, spec, trim, "poker", cards, HERE)
        self.components = {id_: made, **self.components}

    def boxes(self, stock: float, room: Any, sleeved: bool = False, players: int = 1) -> Any:
        self.problems = Problems()
        making = Making(stock, sleeved, players, room)
        return shaped(self.components, making, self.problems, self.catalogs).get("box")


def groups(*counts: int) -> dict[str, int]:
    return {f"role{i}": count for i, count in enumerate(counts, start=1)}


def shares(box: Component) -> list[tuple[str, ...]]:
    return [box.nets[card.id].says["groups"] for card in box.cards]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("stock", "sleeved", "page", "sizes"),
    [
        (0.30, False, "a4", [4, 4]),
        (0.30, False, "letter", [4, 4]),
        (0.45, False, "a4", [3, 3, 2]),
        (0.45, True, "a4", [2, 2, 2, 2]),
        (0.45, True, "letter", [3, 3, 2]),
        (0.15, False, "a4", [8]),
    ],
)
def test_eight_groups_of_eighteen_take_as_few_boxes_as_the_page_allows(stock, sleeved, page, sizes):
    box = Shelf(groups(*[18] * 8)).boxes(stock, PAGES[page], sleeved)
    assert [len(share) for share in shares(box)] == sizes
    assert pieces_of(box, 1) == len(sizes)
    net = box.nets[box.cards[0].id]
    first, last = 1, sizes[0]
    assert net.says["range"] == f"Role{first}{DASH}Role{last}"
    assert (net.says["number"], net.says["of"], net.says["cards"]) == (1, len(sizes), 18 * last)


@settings(max_examples=60, deadline=None)
@given(
    counts=st.lists(st.integers(1, 40), min_size=1, max_size=10),
    stock=st.sampled_from([0.25, 0.30, 0.35, 0.45]),
    sleeved=st.booleans(),
    page=st.sampled_from(["a4", "letter"]),
)
def test_every_group_lies_whole_in_one_box_that_fits(counts, stock, sleeved, page):
    shelf, room = Shelf(groups(*counts)), PAGES[page]
    box = shelf.boxes(stock, room, sleeved)
    assert list(shelf.problems) == []
    assert [name for share in shares(box) for name in share] == [
        f"Role{i}" for i in range(1, len(counts) + 1)
    ]
    by_name = dict(zip([f"Role{i}" for i in range(1, len(counts) + 1)], counts, strict=True))
    for card in box.cards:
        net = box.nets[card.id]
        assert net.says["cards"] == sum(by_name[name] for name in net.says["groups"])
        (w, h), (u, v) = net.size, room
        fits = [(w, h), (h, w)]
        assert any(a <= u and b <= v for a, b in fits)
        assert any((a + LABELS <= u and b <= v) or (a <= u and b + LABELS <= v) for a, b in fits)
        assert box.own(card).net is net
        assert box.size[0] >= net.size[0]
        assert box.size[1] >= net.size[1]
    # fewer boxes would not do: two neighbours never fit in one
    fewer = Shelf(groups(*counts)).boxes(stock, None, sleeved)
    assert len(fewer.cards) == 1
    assume(len(box.cards) > 1)
    whole = fewer.net.size
    assert not any(a + LABELS <= room[0] and b <= room[1] for a, b in (whole, whole[::-1]))


def test_the_deepest_box_is_as_shallow_as_whole_groups_allow():
    box = Shelf(groups(10, 10, 10, 10, 10, 10, 10, 10, 10, 10)).boxes(0.45, A4)
    assert [len(share) for share in shares(box)] == [5, 5]


def test_what_has_no_group_lies_in_the_last_box_and_is_not_in_its_range():
    counts = {**groups(40, 40, 40), "": 5}
    shelf = Shelf(counts)
    shelf.catalogs["roles"].pop("", None)
    shelf.deck("extras", {"": 3}, POKER, {}, per="table")
    box = shelf.components["box"]
    keys = {**box.spec.net.plain(), "holds": ["deck", "extras"]}
    spec = box.spec.but(net=type(box.spec.net).read(keys))
    shelf.components["box"] = Component("box", spec, (0, 0), "", box.cards, HERE)
    made = shelf.boxes(0.3, A4)
    assert shares(made) == [("Role1", "Role2"), ("Role3",)]
    assert [made.nets[c.id].says["cards"] for c in made.cards] == [80, 48]
    assert made.nets["box-2"].says["range"] == "Role3"


def test_a_group_too_large_for_any_box_is_a_problem_with_numbers():
    shelf = Shelf(groups(20, 140))
    assert shelf.boxes(0.3, A4) is None
    (problem,) = shelf.problems
    assert problem.code == "box-split"
    assert "the 140 pieces of 'Role2' alone need a net of" in problem.says
    assert "at 0.3 mm a card; the page takes 200 x 287 mm" in problem.says
    assert "--stock" in problem.fix
    assert "--sleeved" not in problem.fix
    shelf.boxes(0.3, A4, sleeved=True)
    assert "without --sleeved" in next(iter(shelf.problems)).fix


def test_one_box_that_fits_keeps_its_id_and_tells_its_whole_range():
    box = Shelf(groups(10, 10)).boxes(0.3, A4)
    assert [card.id for card in box.cards] == ["box"]
    assert box.nets["box"].says["range"] == f"Role1{DASH}Role2"
    assert Shelf(groups(10)).boxes(0.3, A4).nets["box"].says["range"] == "Role1"


def test_choices_are_groups_in_their_own_order():
    shelf = Shelf(groups(1))
    field = {"type": "choice", "choices": ["b", "a"]}
    shelf.deck("deck", {"a": 60, "b": 60}, POKER, {"role": field})
    box = shelf.boxes(0.3, A4)
    assert shares(box) == [("b",), ("a",)]


def test_bench_has_no_split_without_being_asked():
    bench = Bench()
    bench.deck("deck", 20)
    assert bench.shape("b", {"kind": "box", "holds": ["deck"]}).nets == {}


@settings(max_examples=40, deadline=None)
@given(
    count=st.integers(1, 150), stock=st.floats(0.1, 0.6), w=st.floats(20, 130), h=st.floats(20, 130)
)
def test_a_box_is_as_large_as_it_was_measured(count, stock, w, h):
    spec, making = BoxSpec(kind="box", holds=("deck",)), Making(stock)
    held = [Held(count, (w, h), 1, True)]
    assert box(spec, held, making).size == pytest.approx(
        measures(spec, held, making).size, abs=1e-3
    )

"""Pieces all the way: from `game.yaml` to sheets that are proved, and what stops them."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from generator.impose import grid
from generator.impose.outlines import outlines


def lines(table, name: str, page: int = 0, into: str = "out") -> str:
    """All text of a page, in the order painted."""
    pdf = pypdfium2.PdfDocument(table.root / into / name)
    text = pdf[page].get_textpage().get_text_range()
    pdf.close()
    return str(text)


def counts(built) -> dict[str, dict[str, int]]:
    return {entry.path: entry.counts for entry in built.manifest.files if entry.component}


def test_every_kind_of_piece_is_built_and_proved(table):
    built = table.build(strict=True)
    assert counts(built) == {
        "deck.pdf": {"deck": 10, "turn-card": 1},
        "coins.pdf": {"coins": 6},
        "strips.pdf": {"strips": 3},
        "discs.pdf": {"discs": 3, "covers": 3},
        "tokens.pdf": {"tokens": 4},
        "marker.pdf": {"marker": 1},
        "deck-box.pdf": {"deck-box": 1},
        "wallet.pdf": {"wallet": 1},
    }
    assert all(entry.cards == sum(entry.counts.values()) for entry in built.manifest.files)
    assert {e.path: e.pages for e in built.manifest.files if e.component} == {
        "deck.pdf": 4,  # eleven cards with backs: two sheets
        **dict.fromkeys([name for name in counts(built) if name != "deck.pdf"], 1),
    }
    assert [p for p in table.prove() if p.level != "note"] == []


def test_cards_that_join_stand_after_the_others_in_the_free_cells(table):
    table.build()
    first, second = (lines(table, "deck.pdf", page) for page in (0, 2))
    assert [int(n) for n in re.findall(r"Card (\d+)", first)] == list(range(1, 10))
    assert re.findall(r"Card \d+|Turn card", second) == ["Card 10", "Turn card"]
    assert "sheet 2 of 2" in second


def test_what_joins_is_printed_alone_where_it_alone_is_asked_for(table):
    built = table.build(only=("turn-card",))
    assert counts(built) == {"turn-card.pdf": {"turn-card": 1}}
    assert counts(table.build("other", only=("deck",))) == {"deck.pdf": {"deck": 10}}


def test_fewer_players_get_fewer_pieces(table):
    made = counts(table.build(players=2))
    assert made["coins.pdf"] == {"coins": 4}
    assert made["discs.pdf"] == {"discs": 2, "covers": 2}
    assert made["tokens.pdf"] == {"tokens": 4}
    assert [p for p in table.prove() if p.level != "note"] == []


@pytest.mark.parametrize(("stock", "says"), [(0.25, "0.25 mm"), (0.45, "0.45 mm")])
def test_the_lid_names_the_stock_it_fits(table, stock, says):
    table.build(stock=stock, sleeved=True)
    for name in ("deck-box.pdf", "wallet.pdf"):
        assert says in lines(table, name)


def test_a_deck_too_large_for_one_net_is_a_problem_with_numbers(table):
    table.write("deck.yaml", "- {id: c, title: C, count: 140}\n")
    (problem,) = table.check()
    assert problem.code == "card-too-large"
    assert re.search(
        r"a piece of 2\d\d\.?\d* x 2\d\d\.?\d* mm does not fit the 200 x 287 mm", problem.says
    )
    assert problem.where.line > 0
    assert table.check(stock=0.2) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        (' fact="stock"', "", "fact-missing", "shows stock '0.30 mm' 0 times"),
        ("{{ net.stock }}", "0.25 mm", "fact-wrong", "says '0.25 mm'"),
        ('box="3 0 r3 b0"', 'box="3 2 r3 6"', "outside-safe", "runs over a fold"),
        ("net.panels[NAME]", "net.panels.lidd", "template-undefined", "no entry 'lidd'"),
        ("net.stock", "net.stokc", "template-undefined", "no field 'stokc'"),
    ],
)
def test_faults_on_a_box_are_found(table, old, new, code, says):
    name = "templates/box.xml"
    table.edit(old.replace("NAME", '"lid"'), new, name)
    found = [problem for problem in table.check() if problem.code == code]
    assert any(says in problem.says for problem in found), table.check()
    assert all("box.xml:" in str(p.where) or "game.yaml:" in str(p.where) for p in found)


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("in net.spots %}", "in net.spots[:10] %}", "fact-missing", "'10' 0 times"),
        ("{{ s.value }}<", "{{ s.value + 1 }}<", "fact-wrong", "says '11'"),
        (' turn="{{ s.turn }}"', "", "tracker-values", "turned by 0"),
        ("{{ s.box }}", "{{ s.x + 3 }} {{ s.y }} 9 9", "tracker-values", "stands outside"),
    ],
)
def test_faults_on_a_tracker_are_found(table, old, new, code, says):
    table.edit(old, new, "templates/tracker.xml")
    found = [problem for problem in table.check() if problem.code == code]
    assert any(says in problem.says for problem in found), table.check()


def test_what_is_done_beyond_the_range_is_printed(table):
    table.edit("    range: [0, 10]\n    safe: 0.5\n    face: tracker.xml\n    per: player\n    parts", "    range: [0, 10]\n    overflow: Start again.\n    safe: 0.5\n    face: tracker.xml\n    per: player\n    parts")  # fmt: skip  # noqa: E501
    (problem,) = table.check()
    assert problem.code == "fact-missing"
    assert "'Start again.'" in problem.says
    more = '<text box="c0 38 30 5" style="title" size="8" fact="overflow">{{ component.overflow }}'
    table.edit("</card>", f"{{% if component.overflow %}}{more}</text>{{% endif %}}</card>", "templates/tracker.xml")  # fmt: skip  # noqa: E501
    assert table.check() == []


def test_text_near_the_edge_of_a_coin_is_found(table):
    table.write("templates/coin.xml", '<card><text box="4 4 20 9" style="title">Coin</text></card>')
    (problem,) = table.check()
    assert problem.code == "outside-safe"


def test_a_plain_component_has_no_net(table):
    table.write("templates/coin.xml", "<card>{{ net.width }}</card>")
    (problem,) = table.check()
    assert problem.code == "template-undefined"


def test_joining_cards_of_another_size_is_a_problem(table):
    table.edit("    size: poker\n    face: plain.xml", "    size: bridge\n    face: plain.xml")
    (problem,) = table.check()
    assert problem.code == "join-unfit"
    assert "turn-card is 57.15 x 88.9 mm" in problem.says


def test_a_net_that_makes_no_piece_is_a_problem(table):
    table.edit("net: {kind: marker}", "net: {kind: marker, base: 70}")
    (problem,) = table.check()
    assert problem.code == "net-impossible"


def test_pieces_of_unlike_sizes_share_a_sheet(table):
    for name in ("{kind: token}", "{kind: marker}"):
        table.edit(f"    net: {name}\n", f"    net: {name}\n    joins: strips\n")
    table.edit("part: disc}\n", "part: disc}\n    joins: strips\n")
    table.edit("    joins: discs\n", "    joins: strips\n")
    for target in ("home-a4", "home-letter", "home-a4-fold", "home-a4-single"):
        built = table.build(target, target=target, players=2)
        strips = next(entry for entry in built.manifest.files if entry.path == "strips.pdf")
        assert strips.counts == {"strips": 2, "discs": 2, "covers": 2, "tokens": 4, "marker": 1}
        assert (strips.pages, strips.cards) == (1, 11)
        assert [p for p in table.prove(target) if p.level != "note"] == []


@pytest.mark.parametrize("target", ["home-a4", "home-a4-short", "home-a4-fold", "home-a4-single"])
def test_pieces_with_backs_are_cut_along_their_lines_on_every_target(table, target):
    table.edit("    face: coin.xml\n", "    face: coin.xml\n    back: tail.xml\n")
    table.write("templates/tail.xml", '<card><ellipse box="15 15 r15 b15" fill="ink"/></card>')
    built = table.build(target=target, only=("coins",))
    (coins,) = built.manifest.files
    assert coins.counts == {"coins": 6}
    assert coins.pages == 2
    assert [p for p in table.prove() if p.level != "note"] == []


@pytest.mark.parametrize("lost", ["cut", "hole", "fold", "moved"])
def test_proof_sees_lines_to_cut_and_fold(table, lost, monkeypatch):
    """A file whose outlines are wrong is built unproved, then proved as it should have been."""

    def wrong(placed):
        made = list(outlines(placed))
        if lost == "fold":
            made = [path for path in made if not path.dash]
        elif lost == "cut":
            made.pop(0)
        elif lost == "hole":
            made = [p for p in made if p.dash or len(p.segments) != 6 or p is made[0]]
        else:
            x, y = made[0].segments[0][1:]
            moved = (("M", x + 0.5, y), *made[0].segments[1:])
            made[0] = made[0]._replace(segments=moved)
        return tuple(made)

    name = "tokens" if lost == "fold" else "discs"
    with monkeypatch.context() as patch:
        patch.setattr(grid, "outlines", wrong)
        table.build(only=(name,), checked=False)
    found = {p.code for p in table.prove() if p.level == "error"}
    assert found
    assert found <= {"proof-missing", "proof-look", "proof-moved", "proof-extra", "proof-order"}

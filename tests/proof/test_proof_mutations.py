"""Each kind of fault, made by writing other sheets than those proved: proof must find it, once."""

from __future__ import annotations

from pathlib import Path

import pytest
from proof_deck import (
    CREAM,
    INK,
    RED,
    SUITS,
    WHITE,
    prove,
    run,
    sheets,
    write,
)
from tampering import (
    CARD,
    EFFECT,
    FRAME,
    HP,
    PIP,
    Change,
    add,
    change,
    drop,
    find,
    on_card,
    only,
    proved,
    swap_items,
)

from generator.geometry import Box, rectangle
from generator.scene import Path as Shape


def test_true_file_is_clean(tmp_path: Path) -> None:
    assert not proved(tmp_path, sheets(), sheets())


def test_true_file_with_own_backs_is_clean(tmp_path: Path) -> None:
    assert not proved(tmp_path, sheets(own_backs=True), sheets(own_backs=True))


def test_fronts_alone_are_clean(tmp_path: Path) -> None:
    fronts = [s for s in sheets() if s.side == "front"]
    assert not prove(write(tmp_path / "f.pdf", fronts), fronts)


def test_no_sheet_no_problem_but_the_pages(tmp_path: Path) -> None:
    found = proved(tmp_path, sheets(), [])
    assert "proof-pages" in [p.code for p in found]


@pytest.mark.parametrize(
    ("how", "code", "words"),
    [
        (change(EFFECT, text="The office of draws 6 cards"), "proof-words", ["instead of", "6-he"]),
        (change(HP, text="7 HP LEFT"), "proof-words", ["'7 HP LEFT' instead of '6 HP LEFT'"]),
        (change(HP, x=10.2), "proof-moved", ["0.20 mm too far right"]),
        (change(HP, y=67.44), "proof-moved", ["0.06 mm too high"]),
        (change(HP, turn=3.0), "proof-moved", ["turned by 3"]),
        (change("sideways text", turn=270.0), "proof-moved", ["turned by 270"]),
        (change("NOTE", turn=-11.0), "proof-moved", ["turned by 349"]),
        (change(HP, size=10.5), "proof-look", ["10.5 pt instead of 11 pt"]),
        (change(HP, font="oswald-700"), "proof-look", ["Oswald-Bold instead of SourceSans3-Reg"]),
        (change(HP, colour=RED), "proof-look", ["#A8123E instead of #FFFFFF"]),
        (change("at once, or never.", kerns=()), "proof-moved", ["spaced otherwise"]),
        (change("at once, or never.", kerns=(0.0,) * 9 + (60.0,) * 8), "proof-moved", ["spaced"]),
        (drop(HP), "proof-missing", ["'6 HP LEFT' is missing"]),
        (drop(PIP), "proof-missing", ["'hearts' is missing"]),
        (add(run(8, 30, "more words")), "proof-extra", ["'more words' does not belong here"]),
        (add(run(8, 30, "decor", use="decor"), 9), "proof-extra", ["'decor'"]),
        (add(Shape(rectangle(Box(1, 1, 2, 2)), fill=RED), 6), "proof-extra", ["#A8123E (2.0 x"]),
        (add(Shape((("M", 1.0, 1.0), ("L", 9.0, 1.0)), stroke=RED, width=0.1)), "proof-extra", []),
        (change(PIP, fill=INK), "proof-look", ["filled with #1A1A1A instead of #A8123E"]),
        (change(PIP, fill=None, stroke=RED, width=0.3), "proof-look", ["filled with nothing"]),
        (change(PIP, segments=SUITS["hearts"](Box(20.3, 20, 6, 6))), "proof-moved", ["0.30 mm"]),
        (change(PIP, segments=SUITS["hearts"](Box(20, 20, 6, 7))), "proof-moved", ["9.00 x 7.00"]),
        (change(PIP, segments=SUITS["clubs"](Box(20, 20, 6, 6))), "proof-look", ["outline"]),
        (change(PIP, even_odd=True), "proof-look", ["even-odd rule"]),
        (change(PIP, opacity=0.5), "proof-look", ["opacity of 50 % instead of 100 %"]),
        (change(PIP, clip=rectangle(Box(20, 20, 3, 6))), "proof-hidden", ["is clipped otherwise"]),
        (change(PIP, clip=rectangle(Box(50, 5, 3, 3))), "proof-hidden", ["is clipped away"]),
        (change(FRAME, width=0.6), "proof-look", ["0.600 mm wide instead of 0.400"]),
        (change(FRAME, stroke=RED), "proof-look", ["drawn in #A8123E instead of #1A1A1A"]),
        (change(FRAME, dash=(2.0, 1.0)), "proof-look", ["dashed 2.00-1.00 instead of not at all"]),
        (change(FRAME, round=True), "proof-look", ["round ends"]),
        (change(FRAME, fill=CREAM), "proof-look", ["filled with #FBF6E9 instead of nothing"]),
        (
            change(FRAME, segments=rectangle(Box(4, 4, 55.5, 81.2), 3)),
            "proof-look",
            ["another outline"],
        ),
    ],
)
def test_faults_of_one_thing(tmp_path: Path, how: Change, code: str, words: list[str]) -> None:
    where = only(proved(tmp_path, on_card(sheets(), how), sheets()), code, *words)
    assert where.says.startswith("page 1, ")
    assert "mm from the left" in where.says


def test_order_of_things_that_do_not_touch_is_free(tmp_path: Path) -> None:
    ranks = find("rank")
    assert not proved(tmp_path, on_card(sheets(), swap_items(ranks, ranks + 1)), sheets())


def test_order_matters_where_things_overlap(tmp_path: Path) -> None:
    pair = [
        Shape(rectangle(Box(30, 50, 9, 9)), fill=RED),
        Shape(rectangle(Box(33, 52, 9, 9)), fill=CREAM),
    ]
    due = on_card(on_card(sheets(), add(pair[0])), add(pair[1]))
    written = on_card(on_card(sheets(), add(pair[1])), add(pair[0]))
    only(proved(tmp_path, written, due), "proof-order")


COVER = Shape(rectangle(Box(20, 71, 4, 4)), fill=CREAM)


def test_word_covered_by_a_later_shape(tmp_path: Path) -> None:
    found = proved(tmp_path, on_card(sheets(), add(COVER)), sheets())
    assert [p.code for p in found] == ["proof-extra", "proof-hidden"]
    assert "is covered by a shape painted later" in found[1].says
    assert found[1].where.field == "effect"


@pytest.mark.parametrize(
    ("how", "why"),
    [
        (add(COVER), "is covered"),
        (add(Shape(rectangle(Box(8, 71, 40, 4)), fill=CREAM)), "is covered"),
        (add(Shape((("M", 6.0, 73.0), ("L", 50.0, 73.0)), stroke=RED, width=3.0)), "is covered"),
        (change(EFFECT, colour=CREAM), "has the colour of what lies beneath"),
        (change(HP, colour=INK), "has the colour of what lies beneath"),
        (change(EFFECT, x=40.0), "is clipped away"),
    ],
)
def test_words_hidden_on_the_sheet_itself(tmp_path: Path, how: Change, why: str) -> None:
    """Written as planned, but planned so that nobody can read it."""
    due = on_card(sheets(), how)
    only(proved(tmp_path, due, due), "proof-hidden", why)


@pytest.mark.parametrize(
    "how",
    [
        add(Shape(rectangle(Box(8, 71, 40, 4)), fill=CREAM, opacity=0.3)),
        add(Shape(rectangle(Box(7, 70, 50, 6)), stroke=INK, width=0.5)),
        add(Shape((("M", 8.0, 74.6), ("L", 46.0, 74.6)), stroke=INK, width=0.3)),
        add(
            Shape(
                (*rectangle(Box(6, 69, 52, 8)), *rectangle(Box(7, 70, 50, 6))),
                fill=RED,
                even_odd=True,
            )
        ),
        add(run(30, 30, "decor", colour=CREAM, use="decor")),
        add(Shape(rectangle(Box(8, 71, 40, 4)), fill=CREAM, clip=rectangle(Box(0, 0, 60, 60)))),
    ],
)
def test_what_hides_nothing_is_no_fault(tmp_path: Path, how: Change) -> None:
    due = on_card(sheets(), how)
    assert not proved(tmp_path, due, due)


def test_word_on_paper_in_the_papers_colour(tmp_path: Path) -> None:
    due = sheets()
    white = (*due[0].labels, run(100, 6, "white on white", colour=WHITE))
    due[0] = due[0]._replace(labels=white)
    only(proved(tmp_path, due, due), "proof-hidden", "the colour of the paper", card=None)


def test_word_beside_the_paper(tmp_path: Path) -> None:
    due = sheets()
    due[0] = due[0]._replace(labels=(*due[0].labels, run(205, 6, "over the edge")))
    only(proved(tmp_path, due, due), "proof-hidden", "lies beside the paper", card=None)


def test_word_clipped_by_its_card(tmp_path: Path) -> None:
    due, written = sheets(), sheets()
    placed = list(written[0].placed)
    box = placed[CARD].clip
    placed[CARD] = placed[CARD]._replace(clip=box._replace(w=40.0))
    written[0] = written[0]._replace(placed=tuple(placed))
    found = proved(tmp_path, written, due)
    assert {p.code for p in found} == {"proof-hidden"}
    assert {p.where.card for p in found} == {"6-hearts"}
    assert any("'raws 6 cards' is clipped away" in p.says for p in found)

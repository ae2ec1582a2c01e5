"""Each kind of fault, made by writing other sheets than those proved: proof must find it, once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from proof_deck import (
    A4,
    CREAM,
    INK,
    MARKS,
    RED,
    RULE,
    SUITS,
    TITLE,
    WHITE,
    cards,
    prove,
    run,
    sheets,
    write,
)

from generator.geometry import Box, rectangle
from generator.problems import Problem
from generator.scene import Item, Placed, Run, Sheet
from generator.scene import Path as Shape

CARD = 4
"""The card that is tampered with: in the middle of the first sheet, 6-hearts."""

Change = Callable[[list[Item]], list[Item]]


def find(what: str | int) -> int:
    """The index of an item of the card: of a line by its words, of a shape by its fact."""
    for i, item in enumerate(sheets()[0].placed[CARD].scene.items):
        if what in (getattr(item, "text", ""), getattr(item, "fact", "")):
            return i
    raise AssertionError(what)


HP, EFFECT, PIP, FRAME = "6 HP LEFT", "The office of 6-hearts draws 6 cards", "pip", 1


def change(what: str | int, **fields: Any) -> Change:
    def changed(items: list[Item]) -> list[Item]:
        i = what if isinstance(what, int) else find(what)
        items[i] = items[i]._replace(**fields)
        return items

    return changed


def drop(what: str) -> Change:
    def changed(items: list[Item]) -> list[Item]:
        del items[find(what)]
        return items

    return changed


def add(item: Item, at: int | None = None) -> Change:
    def changed(items: list[Item]) -> list[Item]:
        items.insert(len(items) if at is None else at, item)
        return items

    return changed


def swap_items(a: int, b: int) -> Change:
    def changed(items: list[Item]) -> list[Item]:
        items[a], items[b] = items[b], items[a]
        return items

    return changed


def on_card(due: list[Sheet], how: Change, sheet: int = 0, card: int = CARD) -> list[Sheet]:
    """The sheets with the items of one card changed."""
    placed = list(due[sheet].placed)
    scene = placed[card].scene
    items = tuple(how(list(scene.items)))
    placed[card] = placed[card]._replace(scene=scene._replace(items=items))
    return [*due[:sheet], due[sheet]._replace(placed=tuple(placed)), *due[sheet + 1 :]]


def swapped(sheet: Sheet, a: int, b: int) -> Sheet:
    """Two cards in each other's place, painted in the order of places."""
    placed = list(sheet.placed)
    one, other = placed[a], placed[b]
    placed[a] = other._replace(x=one.x, y=one.y, clip=one.clip, cell=one.cell)
    placed[b] = one._replace(x=other.x, y=other.y, clip=other.clip, cell=other.cell)
    return sheet._replace(placed=tuple(placed))


def proved(tmp_path: Path, written: list[Sheet], due: list[Sheet], **more: Any) -> list[Problem]:
    return prove(write(tmp_path / "m.pdf", written, **more), due, title=TITLE, flip="long")


def only(found: list[Problem], code: str, *words: str, card: str | None = "6-hearts") -> Problem:
    """There is one problem, of that code, and it says those words."""
    assert [p.code for p in found] == [code], "\n".join(map(str, found))
    assert found[0].where.file == "deck.pdf"
    assert found[0].where.card == card
    for word in words:
        assert word in found[0].says, found[0].says
    return found[0]


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


@pytest.mark.parametrize("pair", [(1, 3), (0, 7)])
def test_two_cards_swapped(tmp_path: Path, pair: tuple[int, int]) -> None:
    """Also two of equal words and places: 2 of hearts and 2 of clubs."""
    due = sheets()
    names = [due[0].placed[k].scene.of for k in pair]
    found = proved(tmp_path, [swapped(due[0], *pair), *due[1:]], due)
    assert [p.code for p in found] == ["proof-card", "proof-card"]
    assert {p.where.card for p in found} == set(names)
    assert f"{names[1]} stands where {names[0]} belongs" in found[0].says


def test_cards_that_differ_in_an_icon_alone(tmp_path: Path) -> None:
    def alike(suit: str) -> Any:
        pairs = cards()
        scene = pairs[0][0]
        pip = Shape(SUITS[suit](Box(20, 20, 6, 6)), fill=INK, fact="pip", shows=suit)
        items = tuple(i for i in scene.items if getattr(i, "fact", "") != "pip")
        return scene._replace(items=(*items, pip), of=f"5-{suit}"), pairs[0][1]

    hearts, clubs = alike("hearts"), alike("clubs")
    due, written = sheets([hearts, clubs]), sheets([clubs, hearts])
    found = proved(tmp_path, written, due)
    assert [p.code for p in found] == ["proof-card", "proof-card"]


def test_back_under_the_wrong_front(tmp_path: Path) -> None:
    due = sheets(own_backs=True)
    found = proved(tmp_path, [due[0], swapped(due[1], 1, 4), *due[2:]], due)
    assert [p.code for p in found] == ["proof-back", "proof-back"]
    assert "the back of 6-hearts stands where that of 3-hearts belongs" in found[0].says


def test_back_planned_under_the_wrong_front(tmp_path: Path) -> None:
    due = sheets(own_backs=True)
    due[1] = swapped(due[1], 1, 4)
    found = proved(tmp_path, due, due)
    assert [p.code for p in found] == ["proof-back", "proof-back"]
    assert "the back of 6-hearts lies under the front of 3-hearts" in found[0].says


@pytest.mark.parametrize(
    ("laid_out", "says"),
    [("", "are not mirrored"), ("level", "are laid out for the other flip edge")],
)
def test_backs_planned_for_another_flip(tmp_path: Path, laid_out: str, says: str) -> None:
    due = sheets(mirrored=laid_out, own_backs=True)
    found = proved(tmp_path, due, due)
    assert [p.code for p in found] == ["proof-back"] * 2  # once a page
    assert says in found[0].says


def test_one_back_out_of_place(tmp_path: Path) -> None:
    due = sheets()
    placed = list(due[1].placed)
    placed[2] = placed[2]._replace(x=placed[2].x + 0.3, clip=placed[2].clip._replace(x=10.05))
    due[1] = due[1]._replace(placed=tuple(placed))
    only(proved(tmp_path, due, due), "proof-back", "under no front", "0.30 mm", card="4-hearts")


def test_one_back_upside_down(tmp_path: Path) -> None:
    due = sheets()
    placed = list(due[1].placed)
    placed[2] = placed[2]._replace(turn=180)
    due[1] = due[1]._replace(placed=tuple(placed))
    only(proved(tmp_path, due, due), "proof-back", "turned 180", card="4-hearts")


def test_backs_not_mirrored_when_written(tmp_path: Path) -> None:
    due = sheets(own_backs=True)
    found = proved(tmp_path, sheets(mirrored="", own_backs=True), due)
    assert {"proof-back"} <= {p.code for p in found}
    assert len(found) < 20


def test_flip_edge_asked_for(tmp_path: Path) -> None:
    found = proved(tmp_path, sheets(), sheets(), flip="short")
    only(found, "proof-print", "short edge instead of the long edge", card=None)


def test_file_flips_otherwise_than_its_sheets(tmp_path: Path) -> None:
    """With nothing else said, the file's own wish is believed, and the backs are wrong for it."""
    path = write(tmp_path / "m.pdf", sheets(), flip="short")
    assert {p.code for p in prove(path, sheets())} == {"proof-back"}


def test_title(tmp_path: Path) -> None:
    found = proved(tmp_path, sheets(), sheets(), title="Another deck")
    only(found, "proof-print", "'Another deck' instead of 'Test: deck'", card=None)


def test_lost_label(tmp_path: Path) -> None:
    written = sheets()
    written[2] = written[2]._replace(labels=written[2].labels[1:])
    found = proved(tmp_path, written, sheets())
    only(found, "proof-missing", "page 3", "sheet 2 of 2 · FRONT", card=None)


def test_lost_rule_and_mark(tmp_path: Path) -> None:
    written = sheets()
    written[1] = written[1]._replace(label_paths=())
    written[2] = written[2]._replace(marks=MARKS[1:])
    found = proved(tmp_path, written, sheets())
    assert [p.code for p in found] == ["proof-missing", "proof-missing"]
    assert [p.says[:6] for p in found] == ["page 2", "page 3"]


def test_moved_mark(tmp_path: Path) -> None:
    written = sheets()
    moved = MARKS[3]._replace(segments=(("M", 201.0, 5.0), ("L", 201.0, 292.0)))
    written[0] = written[0]._replace(marks=(*MARKS[:3], moved))
    only(proved(tmp_path, written, sheets()), "proof-moved", "0.75 mm too far right", card=None)


@pytest.mark.parametrize(
    ("moved", "code", "says"),
    [
        (lambda p: p._replace(x=p.x + 1), "proof-moved", "the front of 6-hearts stands 1.00 mm"),
        (lambda p: None, "proof-missing", "the front of 6-hearts is missing"),
    ],
)
def test_whole_card(
    tmp_path: Path, moved: Callable[[Placed], Placed | None], code: str, says: str
) -> None:
    written = sheets()
    placed = [moved(p) if k == CARD else p for k, p in enumerate(written[0].placed)]
    written[0] = written[0]._replace(placed=tuple(p for p in placed if p))
    only(proved(tmp_path, written, sheets()), code, says)


@pytest.mark.parametrize(
    ("kept", "says"),
    [
        ([0, 2, 3], ["page 2: the back of sheet 1 is missing before this page"]),
        ([1, 2, 3], ["page 1: the front of sheet 1 is missing before this page"]),
        ([0, 1, 2], ["1 page too few: the file ends before the back of sheet 2"]),
        ([0, 1], ["2 pages too few: the file ends before the front of sheet 2"]),
        ([2, 3], ["page 1: the front of sheet 1", "page 1: the back of sheet 1 is missing"]),
        ([0, 1, 1, 2, 3], ["page 3: this page is too much: the front of sheet 2 comes later"]),
        ([0, 1, 2, 3, 3], ["1 page too many, from page 5 on"]),
        ([0, 1, 0, 1, 2, 3], ["page 3: this page is too much", "page 4: this page is too much"]),
    ],
)
def test_pages_dropped_and_added(tmp_path: Path, kept: list[int], says: list[str]) -> None:
    due = sheets()
    found = proved(tmp_path, [due[k] for k in kept], due)
    assert [p.code for p in found] == ["proof-pages"] * len(says)
    for problem, words in zip(found, says, strict=True):
        assert words in problem.says


def test_pages_found_again_in_spite_of_a_fault(tmp_path: Path) -> None:
    due = sheets()
    written = on_card(due, change(HP, text="7 HP LEFT"))
    found = proved(tmp_path, [written[0], *written[2:]], due)
    assert sorted(p.code for p in found) == ["proof-pages", "proof-words"]


def test_wrong_paper(tmp_path: Path) -> None:
    written = [s._replace(paper=(210.0, 300.0)) for s in sheets()]
    found = proved(tmp_path, written, sheets())
    assert found[0].code == "proof-page"
    assert "210.00 x 300.00 mm instead of 210.00 x 297.00 mm" in found[0].says
    assert len([p for p in found if p.code == "proof-page"]) == 1


def test_flood_is_cut_off(tmp_path: Path) -> None:
    due = [
        Sheet(A4, "front", k, (), (), (run(20, 20, f"line {k}"), run(20, 40, f"more {k}")), RULE)
        for k in range(70)
    ]
    written = [s._replace(labels=tuple(r._replace(text="?") for r in s.labels)) for s in due]
    found = proved(tmp_path, written, due)
    assert len(found) == 101
    assert found[-1].code == "proof-flood"


def test_texts_of_all_sorts(tmp_path: Path) -> None:
    """What PDFium alters when it reads: hyphens, guessed and doubled blanks, overprinted words."""
    lines: list[Run] = [
        run(5, 20, "minimum " * 12, "dejavu-sans", 7),
        run(5, 30, "W" * 38, "dejavu-sans"),
        run(5, 40, "  ends with  blanks  "),
        run(5, 50, "TRACKED WORDS", kerns=(250.0,) * 12),
        run(5, 60, "hyphen-"),
        run(5, 64, "ated"),
        run(5, 70, "ﬁne ﬂow ½ “x” – — 2−1 ♠ → é"),
        run(5, 80, "e\u0301 decomposed, non\u00a0breaking"),
        run(5, 90, "Same", size=14),
        run(5, 90, "Same", size=14),
        run(5.2, 90.2, "Same", size=14, colour=RED),
        run(5, 100, "Москва Αθήνα", "dejavu-sans"),
        run(5, 110, "tiny", size=1),
        run(5, 120, "(brackets) \\ back"),
        run(5, 130, " "),
    ]
    due = [Sheet(A4, "front", 1, (), (), tuple(lines))]
    assert not proved(tmp_path, due, due)
    tracked = lines[3]._replace(text="TRACKEDW ORDS")
    written = [due[0]._replace(labels=(*lines[:3], tracked, *lines[4:]))]
    only(proved(tmp_path, written, due), "proof-words", "TRACKED WORDS", card=None)
    doubled = [due[0]._replace(labels=(*lines[:9], lines[9]._replace(text="Sane"), *lines[10:]))]
    only(proved(tmp_path, doubled, due), "proof-words", "instead of 'Same'", card=None)

"""Cards, backs, labels and pages that are not where the sheets say: proof must find it, once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from proof_deck import (
    A4,
    INK,
    MARKS,
    RED,
    RULE,
    SUITS,
    cards,
    prove,
    run,
    sheets,
    write,
)
from tampering import (
    CARD,
    HP,
    change,
    on_card,
    only,
    proved,
    swapped,
)

from generator.geometry import Box
from generator.scene import Path as Shape
from generator.scene import Placed, Run, Sheet


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

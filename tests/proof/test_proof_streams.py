"""Any number of sheets is proved with the memory of a few; sheets of every turn and flip."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from proof_deck import FACES, RULE, SIZE, TITLE, back, front, label, prove, sheets, write

from generator.geometry import Box
from generator.problems import Problems, Refused, Where
from generator.proof import pdf, want
from generator.proof.backs import axis_of, behind
from generator.proof.pdf import prove_pdf
from generator.scene import Placed, Sheet

PAIR = sheets()[:2]


def many(count: int) -> Iterator[Sheet]:
    """Sheets whose scenes are made afresh, as those of a large deck are."""
    for number in range(1, count + 1):
        fronts, backs = PAIR
        placed = tuple(
            p._replace(scene=p.scene._replace(items=(*p.scene.items,), of=f"{number}-{k}"))
            for k, p in enumerate(fronts.placed[:2])
        )
        yield fronts._replace(number=number, placed=placed, labels=label(number, "FRONT"))
        under = tuple(
            p._replace(scene=p.scene._replace(of=f"{number}-{k}"))
            for k, p in enumerate(backs.placed[:2])
        )
        yield backs._replace(number=number, placed=under, labels=label(number, "BACK"))


def peak(path: Path, count: int) -> int:
    """Bytes that Python holds at most while proving."""
    write(path, many(count))
    tracemalloc.start()
    try:
        assert not prove(path, many(count))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(want, "KEPT", 8)
    monkeypatch.setattr(pdf, "RECENT", 8)
    peak(tmp_path / "warm.pdf", 2)  # what is made once a process
    few, more = peak(tmp_path / "few.pdf", 10), peak(tmp_path / "more.pdf", 40)
    assert more < 1.3 * few


def test_sheets_are_taken_as_they_come(tmp_path: Path) -> None:
    """No sheet is asked for before the page before it is done."""
    path = write(tmp_path / "d.pdf", many(5))
    asked: list[int] = []

    def noted() -> Iterator[Sheet]:
        for sheet in many(5):
            asked.append(sheet.number)
            yield sheet

    problems = Problems()
    coming = noted()
    prove_pdf(path, coming, shown="d.pdf", faces=FACES, problems=problems)
    assert not list(problems)
    assert asked == [number for number in range(1, 6) for _ in range(2)]


def test_what_stops_the_walk_passes_through(tmp_path: Path) -> None:
    """Problems of composing are not those of the file."""
    path = write(tmp_path / "d.pdf", many(1))

    def broken() -> Iterator[Sheet]:
        yield from many(1)
        raise Refused([])

    with pytest.raises(Refused):
        prove_pdf(path, broken(), shown="d.pdf", faces=FACES, problems=Problems())


@pytest.mark.parametrize("paper", [(210.0, 297.0), (297.0, 210.0), (215.9, 279.4)])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_every_turn_and_flip(
    tmp_path: Path, paper: tuple[float, float], turn: int, flip: str
) -> None:
    w, h = SIZE if turn % 180 == 0 else SIZE[::-1]
    boxes = [Box(12 + (w + 6) * k, 20, w, h) for k in range(2)]
    axis = axis_of(flip, paper)  # type: ignore[arg-type]
    names = ["6-hearts", "4-clubs"]
    fronts, backs = [], []
    for k, (name, box) in enumerate(zip(names, boxes, strict=True)):
        rank, suit = name.split("-")
        fronts.append(Placed(front(name, suit, int(rank)), *box[:2], turn, box.grow(3), k))
        under, turned = behind(box, turn, axis, paper)
        backs.append(Placed(back(name, own=True), *under[:2], turned, under.grow(3), k))
    due = [
        Sheet(paper, "front", 1, tuple(fronts), (), label(1, "FRONT")[:1], ()),
        Sheet(paper, "back", 1, tuple(backs), (), label(1, "BACK")[:1], ()),
    ]
    path = write(tmp_path / "t.pdf", due, flip=flip)
    assert not prove(path, due, title=TITLE, flip=flip)
    wrong = {"long": "short", "short": "long"}[flip]
    codes = {p.code for p in prove(path, due, title=TITLE, flip=wrong)}
    assert codes == {"proof-back", "proof-print"}


def test_sheet_with_labels_alone(tmp_path: Path) -> None:
    """The back page of cards that have no back."""
    due = [PAIR[0], Sheet((210.0, 297.0), "back", 1, (), (), label(1, "BACK"), RULE)]
    assert not prove(write(tmp_path / "l.pdf", due), due)


def test_face_that_nobody_can_read(tmp_path: Path) -> None:
    """A font file gone between writing and proof is told as a font that differs, not a crash."""
    path = write(tmp_path / "f.pdf", PAIR)
    problems = Problems()
    prove_pdf(path, PAIR, shown="f.pdf", faces={}, problems=problems)
    assert {p.code for p in problems} <= {"proof-look", "proof-moved", "proof-flood"}
    assert any("SourceSans3-Regular instead of source-sans-400" in p.says for p in problems)
    assert all(p.where == Where(*p.where) for p in problems)

"""Books through the whole walk: built, listed, proved again, stopped by their faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from shelf import Shelf, long_text

from generator.load.find import Workspace
from generator.model.order import Order
from generator.pipeline import Built, build, check, prove
from generator.problems import Problems, Refused


def printed(shelf: Shelf, **order: Any) -> Built:
    workspace = Workspace(shelf.root)
    place = workspace.place("fox")
    assert place is not None
    return build(workspace, place, Order(**order), shelf.root / "out")


def proved(shelf: Shelf) -> Problems:
    return prove(Workspace(shelf.root), shelf.root / "out")


def books_of(built: Built) -> dict[str, int]:
    files = built.manifest.files
    return {f.path: f.pages for f in files if f.component == "rulebook"}


def test_a_book_is_printed_with_the_cards(shelf: Shelf) -> None:
    shelf.write("rulebook.md", long_text(2))
    built = printed(shelf)
    files = books_of(built)
    assert list(files) == ["rulebook.pdf", "rulebook-booklet.pdf", "rulebook.html"]
    assert files["rulebook-booklet.pdf"] == -(-files["rulebook.pdf"] // 4) * 2
    assert sorted(files) == sorted(p.name for p in (shelf.root / "out").glob("rulebook*"))
    assert not proved(shelf).fatal()


@pytest.mark.parametrize("target", ["home-a4", "home-letter"])
def test_large_print(shelf: Shelf, target: str) -> None:
    shelf.write("rulebook.md", long_text(2))
    built = printed(shelf, target=target, only=("rulebook",), large_print=True)
    assert list(books_of(built)) == ["rulebook-large-print.pdf", "rulebook.html"]
    assert "large-print" in Order(target=target, large_print=True).folder()
    assert not proved(shelf).fatal()


def test_mono_books_are_grey(shelf: Shelf) -> None:
    shelf.write("rulebook.md", long_text(1))
    printed(shelf, only=("rulebook",), mono=True)
    assert not proved(shelf).fatal()


def test_booklets_fed_by_hand(shelf: Shelf) -> None:
    """All fronts, then all backs: what stands on the second half lies behind the first."""
    shelf.write("rulebook.md", long_text(2))
    printed(shelf, only=("rulebook",), target="home-a4-single")
    assert not proved(shelf).fatal()
    pdf = pypdfium2.PdfDocument(shelf.root / "out" / "rulebook-booklet.pdf")
    feet = []
    for page in pdf:
        wide = page.get_width()
        text = page.get_textpage()
        halves = (
            text.get_text_bounded(0, 0, wide / 2, 60),
            text.get_text_bounded(wide / 2, 0, wide, 60),
        )
        feet.append([half.split()[-1] if "Rulebook" in half else "" for half in halves])
    pdf.close()
    half, last = len(feet) // 2, 2 * len(feet)
    for n in range(half):
        assert feet[n][1] in ("", str(1 + 2 * n))
        assert feet[half + n][0] in ("", str(2 + 2 * n))
    assert feet[half][0] == "2"
    assert feet[1][0] in ("", str(last - 2))


def test_orders_of_other_things_print_no_book(shelf: Shelf) -> None:
    shelf.write("rulebook.md", "[broken](x:y)")
    assert books_of(printed(shelf, only=("deck",))) == {}
    assert books_of(printed(shelf, cards=("one",))) == {}


@pytest.mark.parametrize("text", ["[x](y:z)", "10 HP", "{{ nothing }}", "::nothing"])
def test_a_faulty_book_stops_the_build(shelf: Shelf, text: str) -> None:
    shelf.write("rulebook.md", f"Fine.\n\n{text}\n")
    with pytest.raises(Refused) as caught:
        printed(shelf)
    (problem,) = (p for p in caught.value.problems if p.level == "error")
    assert problem.where.line == 3
    assert not (shelf.root / "out").exists()
    workspace = Workspace(shelf.root)
    place = workspace.place("fox")
    assert place is not None
    assert problem in list(check(workspace, place, Order()))


def test_a_book_whose_text_is_not_there(shelf: Shelf) -> None:
    with pytest.raises(Refused) as caught:
        printed(shelf)
    assert {p.code for p in caught.value.problems if p.level == "error"} == {"file-missing"}


def test_files_changed_afterwards(shelf: Shelf) -> None:
    shelf.write("rulebook.md", long_text(1))
    printed(shelf, only=("rulebook",))
    out: Path = shelf.root / "out"
    page = (out / "rulebook.html").read_text("utf-8")
    (out / "rulebook.html").write_text(page.replace("Last words", "Lost words"), "utf-8")
    (out / "rulebook-booklet.pdf").write_bytes((out / "rulebook.pdf").read_bytes())
    codes = {p.code for p in proved(shelf)}
    assert {"file-changed", "proof-flow", "proof-page"} <= codes
    (out / "rulebook.pdf").unlink()
    assert "file-missing" in {p.code for p in proved(shelf)}

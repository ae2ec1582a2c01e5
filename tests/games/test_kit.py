"""The kit of the kitchen table: its files, their order and counts, the page to begin with."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pypdfium2
import pytest

from generator.bindery import Bindery
from generator.kit import Kit
from generator.load.find import workspace
from generator.makeready import set_up
from generator.model.order import Order
from generator.pipeline import build, load, prove
from generator.press import Press, quiet
from generator.problems import Problems
from generator.write.manifest import Manifest

ROOT = Path(__file__).parents[2]
HERE = workspace(ROOT)
PILES = ("1-card-stock.pdf", "2-plain-paper.pdf", "3-boxes.pdf")


@cache
def press(target: str = "home-a4", game_id: str = "sophmb2ce", **choices: object) -> Press:
    place, problems = HERE.place(game_id), Problems()
    assert place is not None
    game, rules = load(HERE, place, (), problems)
    order = Order(target=target, **choices)  # type: ignore[arg-type]
    return set_up(HERE, place, game, rules, order, problems, quiet)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Manifest]:
    folder = tmp_path_factory.mktemp("kit") / "home-a4"
    place = HERE.place("sophmb2ce")
    assert place is not None
    return folder, build(HERE, place, Order(), folder).manifest


def test_what_is_cut_out_or_folded_is_not_called_a_card(tmp_path: Path) -> None:
    place = HERE.place("brain_drain")
    assert place is not None
    order = Order(only=("role-cards", "die", "booklets"), players=2)
    says = build(HERE, place, order, tmp_path / "few").says
    assert any(say.startswith("role-cards.pdf: 8 cards, ") for say in says)
    assert any(say.startswith("die.pdf: 1 piece, ") for say in says)
    assert any(say.startswith("booklets.pdf: 2 pieces, ") for say in says)


def words(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    return [page.get_textpage().get_text_range() for page in document]


def test_the_kit_stands_beside_the_single_files(made: tuple[Path, Manifest]) -> None:
    folder, manifest = made
    paths = [entry.path for entry in manifest.files]
    assert {*PILES, "start-here.pdf", "deck-a.pdf", "deck-b.pdf"} <= set(paths)
    assert sorted(p.name for p in folder.iterdir()) == sorted([*paths, "manifest.json"])


def test_each_pile_holds_its_components_in_print_order(made: tuple[Path, Manifest]) -> None:
    entries = {entry.path: entry for entry in made[1].files}
    game = press().game
    held: list[str] = []
    for path, pile in zip(PILES, ("card-stock", "plain-paper", "boxes"), strict=True):
        counts = entries[path].counts
        assert set(counts) == {c.id for c in game.components.values() if c.on == pile}
        held += counts
    assert sorted(held) == sorted(game.components)
    for name, component in game.components.items():
        single = entries.get(f"{name}.pdf")
        if single and component.spec.kind == "faces":
            pile = next(entries[p] for p in PILES if name in entries[p].counts)
            assert single.counts.items() <= pile.counts.items()


def test_sheets_are_numbered_through_each_file(made: tuple[Path, Manifest]) -> None:
    for path in ("1-card-stock.pdf", "3-boxes.pdf"):
        seen = [re.findall(r"sheet (\d+) of (\d+)", text) for text in words(made[0] / path)]
        numbers = [int(found[0][0]) for found in seen]
        total = int(seen[0][0][1])
        assert {int(found[0][1]) for found in seen} == {total}
        assert sorted(set(numbers)) == list(range(1, total + 1))
        assert numbers == sorted(numbers)


def test_the_first_sheet_of_card_stock_is_to_play_tonight(made: tuple[Path, Manifest]) -> None:
    first = words(made[0] / PILES[0])[0].lower()
    assert "play tonight" in first
    assert "two ordinary decks" in first


def test_the_page_to_begin_with_counts_as_the_files_do(made: tuple[Path, Manifest]) -> None:
    folder, manifest = made
    said = " ".join(" ".join(words(folder / "start-here.pdf")).split())
    entries = {entry.path: entry for entry in manifest.files}
    at = -1
    for path in PILES:
        assert said.index(path) > at
        at = said.index(path)
        pages = entries[path].pages
        assert f"{pages} page" in said
    for component in press().game.components.values():
        for part in component.spec.parts:
            assert f"{component.spec.name} ({part.note})" in said
    assert re.search(r"About \d*[05] minutes", said)
    assert "Boxes can wait." in said


def test_what_is_glued_is_told_and_only_where_there_is_such_a_piece() -> None:
    made = press()
    files = Kit(made, Bindery(made)).says({})["kit"]["files"]
    how = {piece["name"]: piece["cut"] for file in files for piece in file["pieces"]}
    assert "glue the side flap" in how["Box for deck A"]
    assert "upper and its lower tab" in how["Wallet for castes and tokens"]
    assert "pin the cover on the disc" in next(cut for name, cut in how.items() if "dials" in name)
    assert "lies flat again" in next(cut for name, cut in how.items() if "marker" in name)
    assert "halves back to back" in next(cut for name, cut in how.items() if "tokens" in name)
    assert "glue" not in how["Caste cards"]


@pytest.mark.parametrize("target", ["home-a4", "home-a4-short", "home-a4-fold", "home-a4-single"])
def test_what_it_says_follows_the_target(target: str) -> None:
    made = press(target)
    files = Kit(made, Bindery(made)).says({})["kit"]["files"]
    assert [file["path"] for file in files] == list(PILES)
    sides = files[0]["sides"]
    assert {
        "home-a4": "both sides, turned on the long edge",
        "home-a4-short": "both sides, turned on the short edge",
        "home-a4-fold": "one side",
        "home-a4-single": "first all fronts",
    }[target] in sides
    cuts = {piece["cut"] for piece in files[0]["pieces"]}
    assert any("fold on the dashed line" in cut for cut in cuts) == (target == "home-a4-fold")


@pytest.mark.parametrize(
    ("game", "target"),
    [
        ("brain_drain", "home-letter-fold"),
        ("organizations", "home-letter-fold"),
        ("organizations", "home-letter-single"),
    ],
)
def test_the_page_to_begin_with_is_one_page(game: str, target: str) -> None:
    made = press(target, game)
    pages = {"1-card-stock.pdf": 34, "2-plain-paper.pdf": 28, "3-boxes.pdf": 3}
    bindery = Bindery(made)
    laid = bindery._leaflet("start-here.md", "Start here", Kit(made, bindery).says(pages))
    assert laid is not None
    assert len(laid[1].pages) == 1
    assert not made.problems.fatal()


def test_pages_to_write_on_are_not_cut() -> None:
    made = press("home-letter-fold", "organizations")
    files = Kit(made, Bindery(made)).says({})["kit"]["files"]
    (sheets,) = [p for file in files for p in file["pieces"] if p["name"] == "Record sheets"]
    assert (sheets["cut"].partition(":")[0], sheets["minutes"]) == ("nothing to cut", 0)
    assert "by hand, first all odd pages" in files[1]["sides"]
    assert "by hand" not in files[0]["sides"]


def test_pieces_that_lie_flat_are_not_folded() -> None:
    made = press("home-a4", "sprite_wars")
    files = Kit(made, Bindery(made)).says({})["kit"]["files"]
    pieces = {p["name"]: p["cut"] for file in files for p in file["pieces"]}
    assert pieces["Corners of the frame"].startswith("cut along each outline; a corner: nothing")
    assert "fold the dashed lines" in pieces["Box for the stack"]


def test_no_file_is_made_of_an_empty_pile() -> None:
    made = press(only=("deck-a",))
    assert [job.path for job in made.jobs()] == ["deck-a.pdf"]
    game = press().game
    assert not any(c.on == "boxes" for c in game.components.values() if c.id.startswith("deck"))


def test_a_kit_that_was_changed_is_noticed(made: tuple[Path, Manifest]) -> None:
    folder, _ = made
    assert [p for p in prove(HERE, folder) if p.level != "note"] == []
    path = folder / "start-here.pdf"
    before = path.read_bytes()
    path.write_bytes((folder / "3-boxes.pdf").read_bytes())
    try:
        codes = {problem.code for problem in prove(HERE, folder)}
    finally:
        path.write_bytes(before)
    assert "file-changed" in codes
    assert codes & {"proof-missing", "proof-words", "proof-pages", "proof-extra"}


def test_a_component_cannot_take_a_name_of_the_kit() -> None:
    made = press(backs="on")
    deck = made.game.components["deck-a"]
    taken = replace(deck, id="1-card-stock")
    made.game = replace(made.game, components={"1-card-stock": taken})
    made.jobs()
    (problem,) = made.problems
    assert problem.code == "file-double"
    assert "1-card-stock.pdf" in problem.says

"""Business cards for many: every design, both sides, whole contacts, a print shop's files."""

from __future__ import annotations

import csv
from pathlib import Path

import pypdfium2
import pytest

from generator.load.find import workspace
from generator.model.order import Order
from generator.people import Staffed, build_people
from generator.pipeline import prove
from generator.problems import Problems
from generator.write.manifest import read_manifest

ROOT = Path(__file__).parents[2]
HERE = workspace(ROOT)
HEAD = ["name", "role", "company", "phone", "mail", "web", "design", "colour", "rules_at", "stack"]
STACKS = ("fox*2, owl", "crab; fox", "bear*3")


def staff(folder: Path) -> Path:
    """One person a design."""
    place = HERE.place("sprite_wars")
    assert place is not None
    from generator.pipeline import load

    game, _ = load(HERE, place, (), Problems())
    fields = game.file.catalogs["people"].fields
    table = folder / "staff.csv"
    with table.open("w", encoding="utf-8-sig", newline="") as file:
        rows = csv.writer(file, delimiter=";")
        rows.writerow(HEAD)
        for n, design in enumerate(fields["design"].choices):
            colour = fields["colour"].choices[n % len(fields["colour"].choices)]
            person = [f"Zoë Grünwald {n}", "Surveyor", "Lantern & Field", f"+1 555 010{n}"]
            reach = [f"zoe{n}@lanternfield.example", "lanternfield.example"]
            rows.writerow([*person, *reach, design, colour, "x.example/r", STACKS[n % 3]])
    return table


def printed(folder: Path, target: str) -> Staffed:
    place = HERE.place("sprite_wars")
    assert place is not None
    return build_people(HERE, place, Order(target=target), staff(folder), folder / "out")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Staffed:
    return printed(tmp_path_factory.mktemp("home"), "home-a4")


def pages(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as file:
        return [page.get_textpage().get_text_range() for page in file]


def test_every_design_prints(home: Staffed) -> None:
    errors = [str(p) for p in home.problems if p.level == "error"]
    assert errors == []
    assert {one.state for one in home.done} == {"made"}
    assert len(home.done) >= 5
    assert [one.cards for one in home.done][:3] == [3, 2, 3]


def test_contacts_stand_whole_on_the_side_that_is_alike(home: Staffed) -> None:
    for n, one in enumerate(home.done):
        folder = home.folder / one.id
        (name,) = [p.name for p in folder.glob("*.pdf")]
        _, back = pages(folder / name)
        said = "".join(back.split()).casefold()  # one design is in capitals
        for word in (f"zoe{n}@lanternfield.example", f"+1555010{n}", "Grünwald", "Surveyor"):
            assert said.count(word.casefold()) == one.cards, (one.id, word)


def test_nothing_of_the_example_is_left(home: Staffed) -> None:
    for path in home.folder.glob("*/*.pdf"):
        assert not any("Robin" in page or "obscure" in page for page in pages(path))


def test_each_folder_proves_without_its_table(home: Staffed) -> None:
    one = home.done[-1]
    assert [p for p in prove(HERE, home.folder / one.id) if p.level != "note"] == []


def test_a_print_shop_gets_an_artwork_a_fighter(tmp_path: Path) -> None:
    made = printed(tmp_path, "printer-rgb")
    assert {one.state for one in made.done} == {"made"}
    first = read_manifest(made.folder / made.done[0].id, Problems())
    assert first is not None
    artworks = [entry.path for entry in first.files if entry.path.endswith(".pdf")]
    assert len(artworks) == 2
    assert first.laid["stack"] == {"fox": "2", "owl": "1"}
    again = printed(tmp_path, "printer-rgb")
    assert {one.state for one in again.done} == {"kept"}

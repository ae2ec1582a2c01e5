"""What a build may read is what its fingerprint knows: each kind of file, wherever it is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.load.find import GamePlace, Workspace
from generator.load.fingerprint import data_hash


def place_in(root: Path) -> GamePlace:
    """A game that lies outside the workspace, as shipped games do."""
    return GamePlace("toy", root / "shipped" / "toy", True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    game = tmp_path / "shipped" / "toy"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text("id: toy\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "name",
    [
        "shipped/toy/rules.yaml",
        "card_data/toy/overlays/longer.yaml",
        "card_data/toy/art/icons/star.svg",
        "art/star.svg",
        "templates/styles.yaml",
        "templates/toy/card.xml",
        "templates/targets/shop.yaml",
        "templates/icons/star.svg",
        "fonts/plain.ttf",
    ],
)
def test_every_file_that_may_be_read_counts(root: Path, name: str) -> None:
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)

    def found() -> str:
        return data_hash(Workspace(root), place_in(root), [root / "fonts" / "plain.ttf"])

    without = found()
    file.write_text("one", "utf-8")
    before = found()
    file.write_text("two", "utf-8")
    assert len({without, before, found()}) == 3


@pytest.mark.parametrize("name", ["NOTES.md", ".hidden.yaml", "rules.yaml~"])
def test_notes_and_backups_do_not(root: Path, name: str) -> None:
    before = data_hash(Workspace(root), place_in(root), ())
    (root / "shipped" / "toy" / name).write_text("one", "utf-8")
    assert data_hash(Workspace(root), place_in(root), ()) == before


def test_other_games_do_not(root: Path) -> None:
    before = data_hash(Workspace(root), place_in(root), ())
    other = root / "card_data" / "other" / "game.yaml"
    other.parent.mkdir(parents=True)
    other.write_text("id: other\n", "utf-8")
    assert data_hash(Workspace(root), place_in(root), ()) == before

"""`cardwright GAME COMMAND`: the commands that a game's own rules bring."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner

from generator.cli.app import app

ROOT = Path(__file__).parents[2]


def call(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, list(words), catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("generator.cli.terminal._limit_memory", lambda: None)


FEW = ("--rounds", "40", "--conflicts", "4", "--truce", "3")


def test_a_game_lists_its_commands() -> None:
    code, said, _ = call("organizations", "--help")
    assert code == 0
    assert "cardwright organizations odds" in said
    assert call("organizations")[0] == 2


def test_odds_as_text() -> None:
    code, said, _ = call("organizations", "odds", "marshals", "furnace", *FEW)
    assert code == 0
    assert "A: The Gale Marshals, largest cards S9 C7 D8 H0" in said
    assert "A round (40 played)" in said
    assert "A conflict (4 played, truce after 3 rounds)" in said


def test_odds_as_json_are_the_same_again() -> None:
    words = ("organizations", "odds", "S14 C11 D12 H9 / S9@regional H22@war + D30", *FEW)
    first = call(*words, "--scope", "home", "--json")
    assert first == call(*words, "--scope", "home", "--json")
    told = json.loads(first[1])
    assert told["sizes"] == [[{"S": 9, "C": 6, "D": 7, "H": 4}], [
        {"S": 0, "C": 0, "D": 0, "H": 7}, {"S": 0, "C": 0, "D": 25, "H": 0}]]  # fmt: skip
    one, whole = told["round"], told["conflict"]
    assert (one["games"], whole["games"], whole["truce_after"]) == (40, 4, 3)
    shares = [one["wins"][side] for side in "AB"]
    assert sum(share["share"] for share in shares) == pytest.approx(1)
    assert all(share["low"] < share["share"] < share["high"] for share in shares)
    assert one["cards"]["mean"] > 1
    assert whole["rounds"]["longest"] <= 3
    assert call(*words, "--scope", "home", "--json", "--seed", "9")[1] != first[1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("odds", "marshal", "furnace"), "did you mean 'marshals'?"),
        (("odds", "S14 C11", "X9"), "'X' is no suit"),
        (("odds", "S15", "H20"), "side A cannot be engaged at this scope"),
        (("odds", "S15"), "sides are 'S15'"),
        (("odds", "S16", "H16", "D16"), "there are 3 sides"),
        (("odds", "S16", "H16", "--scope", "moon"), "there is no scope 'moon'"),
        (("odds", "S16", "H16", "--starter", "C"), "starter is 'C'"),
        (("odds", "S16", "H16", "--policy", "clever"), "there is no policy 'clever'"),
        (("odds", "S16", "H16", "--policy", "lowest,highest,ahead"), "there are 3 policies"),
        (("odds", "S16", "H16", "--truce", "-1"), "'-1' is no number from 0"),
        (("campain",), "organizations has no command 'campain'"),
    ],
)
def test_what_cannot_be_asked_is_said(words: tuple[str, ...], says: str) -> None:
    code, said, complaint = call("organizations", *words)
    assert code == 2
    assert says in complaint
    assert said == ""


def test_numbers_of_games_are_judged() -> None:
    assert call("organizations", "odds", "S16", "H16", "--rounds", "0")[0] == 2


def test_games_without_commands_and_names_without_a_game() -> None:
    code, _, complaint = call("brain_drain", "odds")
    assert (code, "brain_drain has no commands of its own" in complaint) == (2, True)
    assert call("nothing", "odds")[0] == 2


def test_data_that_cannot_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "card_data" / "organizations"
    shutil.copytree(ROOT / "card_data" / "organizations", data)
    suits = data / "suits.yaml"
    suits.write_text(
        suits.read_text("utf-8").replace("trumps: diamonds", "trumps: spades"), "utf-8"
    )
    monkeypatch.chdir(tmp_path)
    code, _, complaint = call("organizations", "odds", "marshals", "furnace")
    assert code == 1
    assert "are no circle of 4" in complaint


def test_games_without_an_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = tmp_path / "card_data" / "organizations"
    shutil.copytree(ROOT / "card_data" / "organizations", data)
    file = data / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("rules: organizations\n", ""), "utf-8")
    monkeypatch.chdir(tmp_path)
    code, _, complaint = call("organizations", "odds")
    assert (code, "has no engine" in complaint) == (2, True)


MINE = """\
id: mine
base: organizations
replace:
  sides.yaml:
    - {id: pizza, name: Tony's}
    - {id: zombies, name: The shambling dead, motto: Grr.}
  organizations.yaml:
    - {id: tonys, name: Tony's Pizza Delivery, side: pizza, suit: hearts, power: 9}
    - {id: dead, name: Dead, side: zombies, suit: diamonds, power: 12, place: The Marl graves}
"""


def test_commands_of_an_edition(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    overlays = tmp_path / "card_data" / "organizations" / "overlays"
    overlays.mkdir(parents=True)
    (overlays / "mine.yaml").write_text(MINE, "utf-8")
    monkeypatch.chdir(tmp_path)
    asked = ("odds", "pizza", "zombies", "--scope", "home", *FEW)
    code, said, _ = call("organizations", "--edition", "mine", *asked)
    assert code == 0
    assert "A: Tony's, largest cards S0 C0 D0 H4" in said
    assert call("organizations", *asked)[0] == 2
    mine = ("organizations", "--edition=mine", "campaign")
    assert call(*mine, "new", "war.yaml", "pizza", "zombies", "--scope", "home")[0] == 0
    assert (
        "Tony's Pizza Delivery (tonys)" in call("organizations", "campaign", "show", "war.yaml")[1]
    )
    assert call(*mine, "sheets", "war.yaml", "sheets.pdf")[:2] == (
        0,
        "sheets.pdf: 2 pages, home-a4\n",
    )
    text = pypdfium2.PdfDocument("sheets.pdf")[1].get_textpage().get_text_range()
    assert "The Marl graves" in text


def test_an_edition_that_is_not_there_or_has_no_name() -> None:
    code, said, complaint = call("organizations", "--edition", "mone", "odds")
    assert (code, said, "the overlay 'mone' is not there" in complaint) == (1, "", True)
    for words in (("--edition",), ("--edition=", "odds"), ("--edition", "--help")):
        code, said, complaint = call("organizations", *words)
        assert (code, said, "--edition ID[,ID]" in complaint) == (2, "", True)

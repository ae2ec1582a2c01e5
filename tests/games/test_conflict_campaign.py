"""A campaign through the command: kept, gone on with, told, never lost, never believed blindly."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from conflict_desk import ROOT, desk, good, keep, kept

__all__ = ["desk"]
pytestmark = pytest.mark.usefixtures("desk")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """One round each way and an event."""
    path = tmp_path / "war.yaml"
    keep("new", str(path), "marshals", "furnace", "--name", "The Marl war", "--starter", "A")
    keep("round", str(path), "--first", "7C", "--last", "2S", "--winner", "A", "--note", "Rain.")
    keep("round", str(path), "--first", "JS", "--last", "9S", "--winner", "A")
    keep("event", str(path), "great-furnace", "--by", "-2", "--note", 'The "stokers" strike.')
    return path


def test_a_round_changes_ratings_and_history(file: Path) -> None:
    said = keep("round", str(file), "--first", "3D", "--last", "KC", "--winner", "A")
    assert said.splitlines() == [
        "Round 3. The Furnace Guilds opened with the 3 of Diamonds; it ended with the king of "
        "Clubs, in favour of The Gale Marshals.",
        "  The Great Furnace falls to 16.",
        "Next to begin: The Furnace Guilds, with a card of Spades or Clubs or Diamonds.",
    ]
    shown = keep("show", str(file))
    assert "The Marl war, 3 rounds played" in shown
    assert "Falcon Brigade (falcon-brigade): Spades, power 20, Region: cards up to 10" in shown
    assert "The Great Furnace (great-furnace): Clubs, power 16, Region: cards up to 6" in shown


def test_the_chronicle(file: Path) -> None:
    assert keep("chronicle", str(file)).splitlines() == [
        "The Marl war",
        "It is The Gale Marshals against The Furnace Guilds.",
        "Round 1. The Gale Marshals opened with the 7 of Clubs; it ended with the 2 of Spades, in "
        "favour of The Gale Marshals. Rain.",
        "Round 2. The Furnace Guilds opened with the jack of Spades; it ended with the 9 of "
        "Spades, in favour of The Gale Marshals.",
        "  Falcon Brigade rises to 20.",
        'Meanwhile: The "stokers" strike.',
        "  The Great Furnace falls to 17.",
    ]


def test_a_conflict_comes_to_its_end(tmp_path: Path) -> None:
    path = str(tmp_path / "short.yaml")
    keep("new", path, "S16 + S12", "H16", "--scope", "regional", "--starter", "A")
    assert "Next to begin: Side A, with a card of Hearts." in keep("show", path)
    keep("round", path, "--winner", "B")
    said = keep("round", path, "--first", "JH", "--last", "JD", "--winner", "B")
    assert said.splitlines()[0].startswith("Round 2. Side A opened with the jack of Hearts")
    complaint = kept("round", path, "--first", "KS", "--last", "KS", "--winner", "A")[2]
    assert "round 3 cannot begin with KS" in complaint
    said = keep("round", path, "--first", "QH", "--last", "2H", "--winner", "B")
    assert "Hearts of side B rises to 17." in said
    keep("event", path, "b-hearts-3", "--by", "-1", "--note", "A storm.")
    said = keep("round", path, "--first", "KH", "--last", "KH", "--winner", "A")
    assert "nobody answered" in said
    said = keep("event", path, "b-hearts-3", "--by", "-1", "--note", "Another storm.")
    assert "The conflict is over: Side B cannot be challenged here any more." in said
    complaint = kept("round", path, "--first", "KH", "--last", "KH", "--winner", "B")[2]
    assert "the conflict was over before (driven out)" in complaint
    assert "The conflict is over: Side B" in keep("chronicle", path)


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("start: 19, power: 20", "start: 19, power: 23", 8, "has power 23, but its start and"),
        ("start: 18, power: 18", "start: 18, power: -1", 9, "is -1; at least 0 is wanted"),
        ('first: "7C"', 'first: "1C"', 18, "'1C' is no card"),
        ('first: "JS"', 'first: "7D"', 19, "round 2 does not change what the rules change"),
        ('starter: "B", first', 'starter: "A", first', 19, "round 2 was begun by A"),
        ("by: 1}", "by: 2}", 19, "round 2 does not change what the rules change"),
        ('last: "2S", winner: "A"', 'last: "10H", winner: "A"', 18, "cannot end with 10H"),
        (', last: "2S"', "", 18, "round 1 has a first or a last card alone"),
        ('"great-furnace", by', '"great-oven", by', 20, "no organization 'great-oven'"),
        ('by: -2}], note', 'by: -50}], note', 20, "great-furnace would have power -31"),
        ('suit: "spades"', 'suit: "stars"', 8, "has the suit 'stars'"),
        ('id: "border-levies"', 'id: "falcon-brigade"', 9, "falcon-brigade stands there twice"),
        ('suit: "clubs", scope: "regional"', 'suit: "clubs", scope: "moon"', 10, "no scope 'moon'"),
        ('first: "JS"', 'first: "5S"', 19, "round 2 cannot begin with 5S (it is above every size"),
        ('first: "7C"', 'first: "7S"', 18, "the other side cannot be engaged in Spades"),
        ('name: "Falcon Brigade"', f'name: "{"F" * 61}"', 8, "has 61 characters"),
        ("history:", "histroy:", 17, "the key 'histroy' is not known here"),
        ('winner: "A", note', 'winner: "C", note', 18, "C"),
        ("sides:", "sides: [", 6, "yaml-syntax"),
    ],
)  # fmt: skip
def test_a_file_edited_into_nonsense(file: Path, old: str, new: str, line: int, says: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) >= 1
    file.write_text(text.replace(old, new, 1), "utf-8")
    broken = file.read_text("utf-8")
    for words in (("show",), ("round", "--first", "7S", "--last", "7S", "--winner", "B")):
        code, said, complaint = kept(words[0], str(file), *words[1:])
        assert (code, said) == (1, "")
        assert f"{file}:{line}" in complaint, complaint
        codes = "kept-wrong", "field-value", "field-unknown", "yaml-syntax"
        assert any(f"[{code}]" in complaint for code in codes)
        assert says in complaint
        assert "Traceback" not in complaint
    assert file.read_text("utf-8") == broken


def test_the_text_around_the_data_may_be_edited(file: Path) -> None:
    text = file.read_text("utf-8").replace("Falcon Brigade", "Falcons, what is left of them")
    file.write_text(text.replace('note: "Rain."', "note: Mud"), "utf-8")
    assert "Falcons, what is left of them rises to 20." in keep("chronicle", str(file))


def test_an_interrupted_write_loses_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def fails(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fails)
    code, said, complaint = kept("event", str(file), "great-furnace", "--by", "1", "--note", "x")
    assert (code, said) == (1, "")
    assert "cannot be written: No space left on device" in complaint
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("new", "FILE", "marshals", "tide"), 1, "is there already"),
        (("new", "OTHER", "marshals", "tydes"), 2, "'tydes' is no organization"),
        (("new", "OTHER", "S15", "H20"), 2, "side A cannot be engaged at this scope"),
        (("show", "OTHER"), 1, "OTHER"),
        (("round", "FILE", "--winner", "B"), 2, "round 3 without a card is lost by who begins"),
        (("round", "FILE", "--winner", "A", "--first", "7S"), 2, "a first or a last card alone"),
        (("round", "FILE", "--winner", "A", "--starter", "A"), 2, "round 3 was begun by A"),
        (("event", "FILE", "nobody", "--by", "1", "--note", "x"), 2, "no organization 'nobody'"),
        (("event", "FILE", "great-furnace", "--by", "99", "--note", "x"), 2, "have power 116"),
    ],
)
def test_what_cannot_be_is_said(file: Path, words: tuple[str, ...], code: int, says: str) -> None:
    other = file.with_name("other.yaml")
    named = {"FILE": str(file), "OTHER": str(other)}
    before = file.read_bytes()
    found, said, complaint = kept(*(named.get(word, word) for word in words))
    assert (found, said) == (code, "")
    assert named.get(says, says) in complaint
    assert (file.read_bytes(), other.exists()) == (before, False)


def test_who_begins_may_be_left_open(tmp_path: Path) -> None:
    path = str(tmp_path / "open.yaml")
    keep("new", path, "commons", "tide")
    assert "Who begins is not settled" in keep("show", path)
    assert "nobody knows who began" in kept("round", path, "--winner", "A")[2]
    keep("round", path, "--winner", "A", "--starter", "B")
    assert "Next to begin: The Tide House" in keep("show", path)


def test_the_commands_of_the_rulebook_go_as_they_are_printed(tmp_path: Path) -> None:
    text = (ROOT / "card_data" / "organizations" / "rulebook.md").read_text("utf-8")
    text = re.sub(r"\{\{ a\.id \}\}", "marshals", text)
    text = re.sub(r'\{\{ "tide" if ready else b\.id \}\}', "tide", text)
    text = re.sub(r"\{\{ some\[0\] \}\}", "falcon-brigade", text)
    found = re.findall(r"`(?:cardwright organizations|…) ?((?:campaign|odds) [^`]*)`", text)
    assert [line.split()[:2][-1] for line in found] == [
        *("new", "round", "event", "sheets", "chronicle", "marshals")
    ]
    few = ["--rounds", "20", "--conflicts", "2"]
    said = ""
    for line in found:
        words = [
            str(tmp_path / word) if word.endswith((".yaml", ".pdf")) else word
            for word in shlex.split(line)
        ]
        said += good(*words, *(few if words[0] == "odds" else ()))
    assert "Rain." in said
    assert "The keep burns." in said
    assert (tmp_path / "sheets.pdf").is_file()

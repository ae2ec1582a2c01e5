"""Campaigns that go on: several conflicts, their ends, what is taken back, what cuts in."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conflict_desk import ROOT, desk, keep, kept
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.games.organizations.keeping import clean

__all__ = ["desk"]
pytestmark = pytest.mark.usefixtures("desk")

WRITER = """
import sys
from functools import cache
from generator.cli import own
from generator.cli.app import app
own._opened = cache(own._opened)
file, count, mark = sys.argv[1], int(sys.argv[2]), sys.argv[3]
for n in range(count):
    note = f"{mark}{n}"
    words = ["organizations", "campaign", "event", file, "falcon-brigade", "--by", "0"]
    try:
        app([*words, "--note", note], standalone_mode=False)
    except SystemExit as end:
        assert not end.code, end.code
print("done", flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = str(tmp_path / "war.yaml")
    keep("new", path, "marshals", "furnace", "--starter", "A", "--name", "War", "--rounds", "3")
    return path


def round_(path: str, winner: str, first: str = "", last: str = "") -> str:
    cards = ("--first", first, "--last", last) if first else ()
    return keep("round", path, "--winner", winner, *cards)


# Ends


def test_rounds_agreed_on_are_won_by_who_wins_more(file: str) -> None:
    round_(file, "B")
    round_(file, "A", "7C", "3C")
    assert "Conflict 1: 2 of 3 rounds agreed on, 1 to 1" in keep("show", file)
    said = round_(file, "A")
    end = "The conflict is over: The Gale Marshals won it, 2 to 1."
    assert said.splitlines()[-2:] == [end, end]
    code, _, complaint = kept("round", file, "--winner", "A")
    assert code == 2
    assert "round 4 cannot be: the conflict was over before (agreed)" in complaint
    assert keep("show", file).splitlines()[-1] == end
    # what happens afterwards does not open it again
    keep("event", file, "falcon-brigade", "--by", "3", "--note", "Fresh riders.")
    assert keep("show", file).splitlines()[-1] == end


def test_even_rounds_end_in_a_draw_and_others_in_a_truce(tmp_path: Path) -> None:
    for key, end in (("--rounds", "a draw, 1 to 1"), ("--truce", "a truce, 1 to 1")):
        path = str(tmp_path / f"{key}.yaml")
        keep("new", path, "S20", "S20", "--starter", "A", key, "2")
        round_(path, "B")
        assert "over" not in keep("show", path)
        assert f"The conflict is over: {end}." in round_(path, "A", "KS", "3S")
    path = str(tmp_path / "ruling.yaml")
    keep("new", path, "S20", "S20", "--starter", "A")
    assert "0 of 12 rounds" in keep("show", path)
    path = str(tmp_path / "forever.yaml")
    keep("new", path, "S20", "S20", "--starter", "A", "--truce", "0")
    assert "Conflict" not in keep("show", path)


# Another conflict


def test_a_second_conflict_has_its_own_scope_and_rounds(file: str) -> None:
    said = keep(
        *("conflict", file, "The siege", "--scope", "home / regional", "--starter", "B"),
        *("--at", "canal-diggers=home", "--rounds", "1", "--note", "Winter."),
    )
    assert said.splitlines() == [
        "Conflict 2: The siege. 1 round is agreed on. Winter.",
        "The one before was left off, 0 to 0.",
        "Next to begin: The Furnace Guilds, with a card of Spades or Clubs or Diamonds.",
    ]
    shown = keep("show", file)
    assert "Falcon Brigade (falcon-brigade): Spades, power 19, Home ground: cards up to 14" in shown
    assert "Canal Diggers (canal-diggers): Diamonds, power 17, Home ground: cards up to 12" in shown
    assert "Great Furnace (great-furnace): Clubs, power 19, Region: cards up to 9" in shown
    said = round_(file, "A", "9C", "10D")
    assert "Border Levies" not in said
    assert "The conflict is over: The Gale Marshals won it, 1 to 0." in said
    told = keep("chronicle", file)
    assert told.index("Conflict 2: The siege.") < told.index("Round 1. The Furnace Guilds opened")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("Far", "--scope", "war"), "The Gale Marshals cannot be challenged in 'Far'"),
        (("Far", "--scope", "moon"), "there is no scope 'moon'"),
        (("Far", "--scope", "home / war / home"), "scope is 'home / war / home'"),
        (("Far", "--at", "nobody=home"), "there is no organization 'nobody'"),
        (("Far", "--at", "home"), "--at 'home'"),
        (("F" * 61,), "a text has 61 characters"),
        (("Far", "--note", "n" * 401), "a text has 401 characters"),
        (("  ",), "a text is empty"),
        (("Far", "--rounds", "-1"), "is no number from 0 to 9,999"),
    ],
)
def test_a_conflict_that_cannot_be(file: str, words: tuple[str, ...], says: str) -> None:
    before = Path(file).read_bytes()
    code, said, complaint = kept("conflict", file, *words)
    assert (code, said) == (2, "")
    assert says in complaint
    assert Path(file).read_bytes() == before


# Taken back, in order


def test_each_entry_is_taken_back_to_the_byte(file: str) -> None:
    states = [Path(file).read_bytes()]
    for words in (
        ("round", file, "--winner", "A", "--first", "KC", "--last", "10S"),
        ("event", file, "great-furnace", "--by", "-3", "--note", "It is cold."),
        ("round", file, "--winner", "A", "--first", "3C", "--last", "9S"),
        ("conflict", file, "The siege", "--scope", "home"),
    ):
        assert kept(*words)[0] == (2 if "10S" in words else 0)
        states.append(Path(file).read_bytes())
    del states[1]  # a ten of spades is above the falcons' size, so nothing was entered
    for state in reversed(states[:-1]):
        assert keep("undo", file).startswith("Taken back: ")
        assert Path(file).read_bytes() == state
    code, _, complaint = kept("undo", file)
    assert (code, "nothing has happened yet" in complaint) == (2, True)


def test_rounds_in_a_wrong_order(file: str) -> None:
    round_(file, "A", "7C", "2S")
    code, _, complaint = kept("round", file, "--winner", "B", "--number", "1")
    assert (code, "round 1 is told, the next one is 2" in complaint) == (2, True)
    round_(file, "B", "JS", "9C")
    lines = Path(file).read_text("utf-8").splitlines()
    lines[-2:] = reversed(lines[-2:])
    Path(file).write_text("\n".join(lines) + "\n", "utf-8")
    code, _, complaint = kept("show", file)
    assert code == 1
    first, second = len(lines) - 1, len(lines)
    assert f"war.yaml:{first}" in complaint
    assert "round 1 was begun by B (A begins it)" in complaint
    assert f"war.yaml:{second}" in complaint
    # a round lifted out is missed
    Path(file).write_text("\n".join(lines[:-1]) + "\n", "utf-8")
    assert "round 1 was begun by B" in kept("show", file)[2]


def test_all_that_is_wrong_is_told_at_once(file: str) -> None:
    round_(file, "A", "7C", "2S")
    round_(file, "A", "JS", "9S")
    keep("event", file, "great-furnace", "--by", "-2", "--note", "A strike.")
    text = Path(file).read_text("utf-8")
    for old, new in (
        ('first: "7C"', 'first: "7X"'),
        ('starter: "B", first', 'starter: "A", first'),
        ('"great-furnace", by', '"great-oven", by'),
        ("start: 17, power: 17}\n  B", "start: 17, power: 71}\n  B"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    Path(file).write_text(text, "utf-8")
    code, _, complaint = kept("show", file)
    assert code == 1
    found = [(line.split(":")[1], line.split("error: ")[1]) for line in complaint.splitlines()]
    numbers = {line: n for n, line in enumerate(text.splitlines(), 1)}
    rows = {n: line for line, n in numbers.items()}
    assert len(found) == 5
    for number, says in found:
        row = rows[int(number)]
        if "'7X' is no card" in says:
            assert "7X" in row
        elif "round 2 was begun by A" in says:
            assert 'kind: "round", starter: "A", first: "JS"' in row
        elif "no organization 'great-oven'" in says:
            assert "great-oven" in row
        elif "breaker-foundry has power 71" in says:
            assert "breaker-foundry" in row
        else:  # its fall has gone with the event
            assert "great-furnace has power 17, but its start and the history make 19" in says


# What cuts in


def entries(path: str) -> list[str]:
    return [line for line in Path(path).read_text("utf-8").splitlines() if "kind:" in line]


def writer(path: str, count: int, mark: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-c", WRITER, path, str(count), mark]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_two_programs_write_at_once(file: str) -> None:
    both = [writer(file, 8, mark) for mark in "xy"]
    for one in both:
        _, complaint = one.communicate(timeout=120)
        assert (one.returncode, complaint) == (0, b"")
    notes = [json.loads(line.rpartition("note: ")[2].rstrip("}")) for line in entries(file)]
    assert sorted(notes) == sorted(f"{mark}{n}" for mark in "xy" for n in range(8))
    for mark in "xy":
        assert [note for note in notes if note[0] == mark] == [f"{mark}{n}" for n in range(8)]
    assert "War, 0 rounds played" in keep("show", file)


def test_a_killed_program_leaves_the_last_state(file: str) -> None:
    count = 0
    for number in range(2):
        other = writer(file, 100_000, f"k{number}-")
        while len(entries(file)) < count + 2:  # it has begun to write
            assert other.poll() is None
            time.sleep(0.01)
        time.sleep(0.007 * number)
        other.send_signal(signal.SIGKILL)
        other.communicate()
        notes = entries(file)
        assert len(notes) >= count + 2
        count = len(notes)
        assert keep("show", file).startswith("War, 0 rounds played")
        keep("event", file, "falcon-brigade", "--by", "0", "--note", "Still here.")
        count += 1
        assert len(entries(file)) == count


texts = st.text(st.characters(codec="utf-8"), max_size=40).filter(lambda text: text != "--")
"""argparse takes `--` for no text at all."""


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(note=texts)
def test_any_note_is_read_again(file: str, note: str) -> None:
    code, _, complaint = kept("event", file, "falcon-brigade", "--by", "0", f"--note={note}")
    said = clean(note)
    if not said:
        assert (code, "a text is empty" in complaint) == (2, True)
        return
    assert code == 0, complaint
    assert [" ".join(line.split()) for line in keep("chronicle", file).splitlines()][-2] == (
        f"Meanwhile: {said}"
    )
    keep("undo", file)


def test_help_of_every_command() -> None:
    said = keep("--help")
    for name in ("new", "show", "chronicle", "round", "event", "conflict", "undo", "sheets"):
        assert name in said
        assert f"cardwright organizations campaign {name}" in keep(name, "--help")

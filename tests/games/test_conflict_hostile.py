"""Calls and files that mean harm: refused with their places, and nothing is lost or overwritten."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conflict_desk import ROOT, call, desk, keep, kept

from generator.games.organizations import tally

__all__ = ["desk"]
pytestmark = pytest.mark.usefixtures("desk")

FEW = ("--rounds", "3", "--conflicts", "1")
EVENT = '  - {kind: "event", note: "x", changes: [{organization: "great-furnace", by: 0}]}\n'


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A campaign of one round."""
    path = tmp_path / "war.yaml"
    keep("new", str(path), "marshals", "furnace", "--scope", "regional", "--starter", "A")
    keep("round", str(path), "--first", "7C", "--last", "2S", "--winner", "A")
    return path


def refused(path: Path) -> list[str]:
    """The faults of the file, which stays as it is whatever is entered."""
    before = path.read_bytes()
    code, said, complaint = kept("show", str(path))
    assert (code, said) == (1, "")
    words = ("event", str(path), "great-furnace", "--by", "1", "--note", "x")
    assert kept(*words) == (1, "", complaint)
    assert path.read_bytes() == before
    return [line.removeprefix(str(path)) for line in complaint.splitlines()]


# Figures on the command line


@pytest.mark.parametrize("flag", ["--rounds", "--conflicts", "--agreed", "--truce"])
@pytest.mark.parametrize("many", ["-1", "1000000000", "0000000019999999", "1" + "0" * 5000, "١"])
def test_numbers_beyond_all_measure(flag: str, many: str) -> None:
    code, said, complaint = call("odds", "S19", "C19", *FEW, flag, many)
    assert (code, said) == (2, "")
    assert f"argument {flag}" in complaint
    assert "is no number" in complaint


@pytest.mark.parametrize("side", ["+", "S19+", "S19 + + H18", "+marshals"])
def test_members_who_lead_nothing(side: str, tmp_path: Path) -> None:
    path = tmp_path / "war.yaml"
    for words in (("odds", side, "C19", *FEW), ("campaign", "new", str(path), "C19", side)):
        code, said, complaint = call(*words)
        assert (code, said) == (2, "")
        assert f"a member of {side!r} has no organization" in complaint
    assert not path.exists()


def test_a_name_too_long_is_told(tmp_path: Path) -> None:
    path = tmp_path / "war.yaml"
    code, said, complaint = kept("new", str(path), "tide", "commons", "--name", "x" * 61)
    assert (code, said) == (2, "")
    assert "the name has 61 characters (at most 60)" in complaint
    assert not path.exists()


def test_rounds_that_no_file_may_hold_are_not_entered(tmp_path: Path, war: Path) -> None:
    before = war.read_bytes()
    for flag in ("--rounds", "--truce"):
        many = (flag, "0000000019999999")
        path = tmp_path / "new.yaml"
        assert kept("new", str(path), "marshals", "furnace", *many)[0] == 2
        assert not path.exists()
        assert kept("conflict", str(war), "Another", *many)[0] == 2
        assert war.read_bytes() == before


def test_a_conflict_without_end_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tally, "LONGEST", 40)
    path = tmp_path / "for-ever.pdf"
    words = ("S19 H18", "C19 D18", "--truce", "0", *FEW, "--brief", str(path))
    code, said, complaint = call("odds", *words)
    assert (code, complaint) == (0, "")
    assert "A conflict (1 played, to the bitter end, given up after 40 rounds)" in said
    assert "  is given up 100.0%" in said
    assert "the longest took 40" in said
    assert path.stat().st_size


# Files edited into nonsense


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("starter: A\n", "starter: A\nstarter: A\n", 4, "the key 'starter' stands here and on"),
        ("power: 19}", "power: 19, power: 19}", 8, "the key 'power' stands here and on line 8"),
        ('winner: "A"}\n', 'winner: "A"}\n\0- gone\n', 19, "the control character U+0000"),
        (
            'name: "The Gale M',
            'name: "\\aThe Gale M',
            6,
            "an escape writes a tab or a control character",
        ),
        (
            'name: "The Gale M',
            'name: "The\\nGale M',
            6,
            "holds a line break or a character that cannot be",
        ),
        (
            'name: "The Gale M',
            'name: "\\u202EThe Gale M',
            6,
            "holds a line break or a character that cannot",
        ),
        ("member: 1, start: 18", "member: 3, start: 18", 9, "border-levies is of member 3, and"),
        ('"falcon-brigade"', '"../x y"', 8, "'../x y' cannot be an id"),
        (
            EVENT,
            '  - kind: "event"\n    note: x #gone\n    changes: []\n',
            20,
            '"#gone" is read as a comment',
        ),
    ],
)
def test_a_file_that_says_it_twice_or_not_at_all(
    war: Path, old: str, new: str, line: int, says: str
) -> None:
    text = war.read_text("utf-8") + EVENT
    assert old in text
    war.write_text(text.replace(old, new, 1), "utf-8")
    found = refused(war)
    assert any(one.startswith(f":{line}:") and says in one for one in found), found


def test_all_names_that_are_not_there_are_told(war: Path) -> None:
    where = 'kind: "conflict", name: "X", scope: "moon / home / x", places: [{organization: "no", '
    lines = (
        '  - {kind: "event", note: " ", changes: [{organization: "one", by: 1},\n'
        '      {organization: "two", by: 1}]}\n'
        f'  - {{{where}scope: "home"}}, {{organization: "great-furnace", scope: "sun"}}]}}\n'
    )
    war.write_text(war.read_text("utf-8").replace('"7C"', '"7X"') + lines, "utf-8")
    found = refused(war)
    for line, says in (
        (18, "'7X' is no card"),
        (19, "is empty"),
        (19, "there is no organization 'one'"),
        (20, "there is no organization 'two'"),
        (21, "scope is 'moon / home / x'"),
        (21, "there is no organization 'no'"),
        (21, "there is no scope 'sun'"),
    ):
        assert any(one.startswith(f":{line}:") and says in one for one in found), (says, found)
    assert len(found) == 7, found


def test_an_army_of_ids_is_bounded(war: Path) -> None:
    one = '      - {id: "o%d", name: O, suit: clubs, scope: home, member: 1, start: 9, power: 9}\n'
    text = war.read_text("utf-8")
    war.write_text(
        text.replace("  B:\n", "".join(one % n for n in range(2000)) + "  B:\n"), "utf-8"
    )
    start = time.process_time()
    (found,) = refused(war)
    assert "side A has 2003 organizations (at most 200)" in found
    assert time.process_time() - start < 5


# Files that are written


@pytest.mark.parametrize("name", ["war.yaml", "mine.yaml", "mine.txt", "a b.yaml", "-.yaml"])
def test_an_overlay_takes_no_other_files_place(war: Path, name: str) -> None:
    before = war.read_bytes()
    for mine in ("mine.yaml", "mine.txt"):
        war.with_name(mine).write_text("mine: yes\n", "utf-8")
    there = sorted(war.parent.iterdir())
    pdf = war.with_name("sheets.pdf")
    code, said, complaint = kept("sheets", str(war), str(pdf), "--overlay", str(war.parent / name))
    assert (code, said) == (1, "")
    assert f"{name}: error: " in complaint
    assert sorted(war.parent.iterdir()) == there
    assert war.read_bytes() == before
    assert war.with_name("mine.yaml").read_text("utf-8") == "mine: yes\n"


def test_an_overlay_of_before_is_written_anew(war: Path) -> None:
    pdf, overlay = war.with_name("sheets.pdf"), war.with_name("after.yaml")
    words = ("sheets", str(war), str(pdf), "--component", "record-cards", "--overlay", str(overlay))
    keep(*words)
    before = overlay.read_bytes()
    keep("event", str(war), "great-furnace", "--by", "1", "--note", "x")
    keep(*words)
    assert overlay.read_bytes() != before
    kept_ = overlay.read_bytes()
    assert kept(*words, "--target", "moon")[0] == 1
    assert overlay.read_bytes() == kept_


def test_nobody_waits_for_a_pipe(war: Path) -> None:
    pipe, pdf = war.with_name("pipe.yaml"), war.with_name("pipe.pdf")
    for path in (pipe, pdf):
        os.mkfifo(path)
    there = sorted(war.parent.iterdir())
    sheets = str(war.with_name("sheets.pdf"))
    for words, named in (
        (("campaign", "show", str(pipe)), pipe),
        (("campaign", "undo", str(pipe)), pipe),
        (("campaign", "sheets", str(war), sheets, "--overlay", str(pipe)), pipe),
        (("campaign", "sheets", str(war), str(pdf)), pdf),
        (("campaign", "chronicle", str(war), "--pdf", str(pdf)), pdf),
        (("odds", "S19", "C19", *FEW, "--brief", str(pdf)), pdf),
    ):
        code, said, complaint = call(*words)
        assert (code, said) == (1, ""), words
        assert complaint.startswith(f"{named}: error: is "), complaint
    assert sorted(war.parent.iterdir()) == there


def test_a_book_is_no_sheet(war: Path) -> None:
    pdf = war.with_name("sheets.pdf")
    code, _, complaint = kept("sheets", str(war), str(pdf), "--component", "rulebook")
    assert code == 1
    assert "rulebook has no cards" in complaint
    assert not pdf.exists()


def test_a_link_is_followed(war: Path, tmp_path: Path) -> None:
    far = tmp_path / "far"
    far.mkdir()
    link = far / "link.yaml"
    link.symlink_to(war)
    keep("event", str(link), "great-furnace", "--by", "1", "--note", "Through a link.")
    assert link.is_symlink()
    assert "Through a link." in war.read_text("utf-8")
    assert [path.name for path in far.iterdir()] == ["link.yaml"]
    loop = far / "loop.yaml"
    loop.symlink_to(loop)
    for words in (("show", str(loop)), ("undo", str(loop)), ("new", str(loop), "tide", "commons")):
        code, said, complaint = kept(*words)
        assert (code, said) == (1, ""), words
        assert f"{loop}: error: " in complaint


@pytest.mark.parametrize("words", [("undo",), ("new", "tide", "commons")])
def test_a_folder_that_is_not_there_is_told_as_it_was_named(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said, complaint = kept(words[0], "none/war.yaml", *words[1:])
    assert (code, said) == (1, "")
    assert complaint.startswith("none/war.yaml: error: cannot be held: No such file or directory")


def test_what_could_not_be_read_again_is_not_written(
    war: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.load.plain.MOST", len(war.read_bytes()) + 400)
    note = "n" * 400
    before = war.read_bytes()
    words = ("event", str(war), "great-furnace", "--by", "0", "--note", note)
    code, said, complaint = kept(*words)
    assert (code, said) == (1, "")
    assert "war.yaml: error: would have " in complaint
    assert "at most" in complaint
    assert war.read_bytes() == before


def test_what_a_killed_writer_leaves_is_swept_up(war: Path) -> None:
    left = [war.with_name(f".war.yaml.{name}") for name in ("abc_1234.part", "mine", "backup12")]
    for path in left:
        path.write_text("half", "utf-8")
    keep("event", str(war), "great-furnace", "--by", "0", "--note", "x")
    assert sorted(war.parent.iterdir()) == sorted((war, *left[1:]))


def test_a_full_disk_leaves_the_last_state(war: Path) -> None:
    """A real one: the system refuses every byte beyond the first few."""
    code = (
        "import resource, signal, sys\n"
        "from generator.cli.app import app\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))\n"
        "app(sys.argv[1:])\n"
    )
    before = war.read_bytes()
    words = ("event", str(war), "great-furnace", "--by", "1", "--note", "Full.")
    done = subprocess.run(
        [sys.executable, "-B", "-c", code, "organizations", "campaign", *words],
        cwd=ROOT, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"cannot be written: File too large" in done.stderr
    assert [(path.name, path.read_bytes()) for path in war.parent.iterdir()] == [
        ("war.yaml", before)
    ]


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """In a file's name, and typed at a game; a terminal that lacks a letter."""
    odd = os.fsencode(tmp_path) + b"/\xffwar.yaml"
    for words, typed, coding, said in (
        (("organizations", "campaign", "new", odd, "tide", "commons"), b"", "utf-8", b"\\udcffwar"),
        (("play", "organizations", "--seed", "1"), b"\xff\xfe\n", "utf-8", b"rounds A: 0"),
        (("organizations", "campaign", "show", odd), b"", "ascii", b"The Tide House"),
    ):
        done = subprocess.run(
            [sys.executable, "-B", "-m", "generator.cli", *words],
            cwd=ROOT, capture_output=True, timeout=60, check=False, input=typed,
            env={**os.environ, "PYTHONIOENCODING": f"{coding}:strict"},
        )  # fmt: skip
        assert b"Traceback" not in done.stderr, done.stderr[-2000:]
        assert said in done.stdout, done.stdout[-2000:]

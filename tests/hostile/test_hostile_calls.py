"""Hostile arguments, output places, manifests and machines with little memory."""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import signal
import subprocess
import sys
import zlib
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hostile_games import CANARY, outside, png, sound
from small_game import COMMAND, LOCATED, Small, run, snapshot

from generator.games.sprite_wars.ordering import ORDER
from generator.games.sprite_wars.rating import RATE
from generator.games.sprite_wars.tuning import PROPOSE
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problem, Problems, Where

LEAVING = "a/../../../../x"


def tree(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*")}


@pytest.mark.parametrize(
    ("flags", "code", "says"),
    [
        (["--only", LEAVING], 1, "there is no component"),
        (["--only", "../x"], 1, "there is no component"),
        (["--only", "a" * 5000], 1, "there is no component"),
        (["--edition", "../../x"], 1, "holds an empty step, '.' or '..'"),
        (["--edition", "/etc/x"], 1, "is an absolute path"),
        (["--edition", "sub/x"], 1, "cannot be an id"),
        (["--target", "../../x"], 1, "there is no target"),
        (["--target", "/etc/passwd"], 1, "there is no target"),
        (["--target", "sizes"], 1, "there is no target"),
        (["--card", "../x"], 1, "there is no card size"),
        (["--bleed", "wide"], 2, "--bleed takes"),
        (["--nonsense"], 2, "No such option"),
        (["../small"], 2, "there is no game"),
    ],
)
def test_arguments_that_lead_elsewhere(
    tmp_path: Path, flags: list[str], code: int, says: str
) -> None:
    small = Small(tmp_path / "a" / "b" / "here")
    small.write("overlays/sub/x.yaml", "id: sub/x\nbase: small\nreplace: {}\n")
    before = tree(tmp_path)
    ran = run(small.root, "build", *flags)
    sound(ran)
    assert ran.code == code, ran.said
    assert says in ran.err
    if code == 1:
        assert any(LOCATED.match(line) for line in ran.err.splitlines())
    assert tree(tmp_path) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_words_that_find_no_room() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "list"], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "cardwright: cannot go on: [Errno 28] No space left on device"
    ]


def test_places_that_output_cannot_have(tmp_path: Path) -> None:
    secrets = outside(tmp_path / "outside")
    before = snapshot(tmp_path / "outside")
    small = Small(tmp_path / "here")
    home = small.root / "output" / "small" / "home-a4"
    home.parent.mkdir(parents=True)
    home.symlink_to(tmp_path / "outside")
    (small.root / "file").write_text("mine")
    (small.root / "full" / "small" / "home-a4").mkdir(parents=True)
    (small.root / "full" / "small" / "home-a4" / "diary.txt").write_text("mine")
    for out, says in {
        "output": "is a link",
        "file": "cannot be written",
        "full": "holds diary.txt, which no build wrote",
        "/dev/null": "cannot be written",
        "card_data": "is among the files that the game is made of",
    }.items():
        ran = run(small.root, "build", "-o", out)
        sound(ran)
        assert ran.code == 1
        assert says in ran.err, ran.err
    assert snapshot(tmp_path / "outside") == before
    assert secrets["txt"].read_text() == CANARY
    assert (small.root / "file").read_text() == "mine"
    assert (small.root / "full/small/home-a4/diary.txt").read_text() == "mine"


def changed(good: dict[str, Any], **changes: Any) -> bytes:
    return json.dumps({**good, **changes}).encode()


def test_manifests_that_lie(tmp_path: Path) -> None:
    outside(tmp_path / "outside")
    small = Small(tmp_path / "here")
    built = small.build("good")
    good = json.loads((built.folder / "manifest.json").read_text())
    entry = good["files"][0]
    makes = {
        "up": changed(good, files=[{**entry, "path": "../../outside/secret.txt"}]),
        "absolute": changed(good, files=[{**entry, "path": "/etc/passwd"}]),
        "long": changed(good, files=[{**entry, "path": "a" * 5000}]),
        "number": changed(good, files=[{**entry, "pages": 10**400}]),
        "type": changed(good, files=[{**entry, "pages": "2"}]),
        "text": changed(good, files="all"),
        "game": changed(good, game="../../small"),
        "target": changed(good, target="../../x"),
        "edition": changed(good, edition=["../../x"]),
        "only": changed(good, options={**good["options"], "only": ["../x"]}),
        "options": changed(good, options={"bleed": {"a": []}}),
        "data": changed(good, data="0" * 64),
        "key": changed(good, surprise=1),
        "list": b"[]",
        "deep": b"[" * 100_000,
        "nan": b'{"game": NaN}',
        "empty": b"",
        "latin": b'{"game": "\xe9"}',
        "vast": b'{"game": ' + b"9" * 100_000 + b"}",
    }
    for key, manifest in makes.items():
        folder = small.root / "lies" / key
        folder.mkdir(parents=True)
        (folder / "manifest.json").write_bytes(manifest)
        (folder / "deck.pdf").write_bytes((built.folder / "deck.pdf").read_bytes())
    link = small.root / "lies" / "link"
    link.mkdir()
    (link / "manifest.json").write_bytes((built.folder / "manifest.json").read_bytes())
    (link / "deck.pdf").symlink_to(tmp_path / "outside" / "secret.txt")
    before = snapshot(tmp_path)
    folders = [f"lies/{key}" for key in (*makes, "link")]
    ran = run(small.root, "proof", *folders, "nowhere", "good")
    sound(ran)
    assert ran.code == 1
    lines = ran.err.splitlines()
    for folder in folders:
        told = [line for line in lines if line.startswith(f"{folder}/") and "error" in line]
        assert told or f"{folder}: no problems" not in ran.out, folder
        assert f"{folder}: no problems" not in ran.out
    assert "nowhere/manifest.json: error: there is no manifest.json" in ran.err
    assert "\ngood: no problems" in ran.out
    assert snapshot(tmp_path) == before


def test_files_that_are_no_output_are_not_sound(tmp_path: Path) -> None:
    small = Small(tmp_path)
    built = small.build("good")
    pdf = (built.folder / "deck.pdf").read_bytes()
    torn = {"cut": pdf[: len(pdf) // 2], "empty": b"", "junk": b"%PDF-1.7\n" + bytes(9999)}
    for key, data in torn.items():
        folder = tmp_path / key
        folder.mkdir()
        (folder / "manifest.json").write_bytes((built.folder / "manifest.json").read_bytes())
        (folder / "deck.pdf").write_bytes(data)
    ran = run(tmp_path, "proof", *torn)
    sound(ran)
    assert ran.code == 1
    for key in torn:
        assert f"{key}/deck.pdf: error: " in ran.err


def test_pictures_that_need_too_much_memory(tmp_path: Path) -> None:
    small = Small(tmp_path)
    small.build("output/small/home-a4")
    before = snapshot(tmp_path / "output")
    row = bytes(1 + 9999 * 6)
    pack = zlib.compressobj(1)
    deep = b"".join(pack.compress(row) for _ in range(9999)) + pack.flush()
    small.write("art/deep.png", png(9999, 9999, deep, bits=16))
    small.write("art/clear.png", png(9999, 9999, deep, kind=6))
    for name, size in (("deep", 572), ("clear", 381)):
        small.face(f'<image box="3 3 50 50" src="art/{name}.png"/>')
        ran = small.run("build")
        sound(ran)
        assert ran.code == 1
        assert f"{name}.png: error: its pixels are {size} MiB; at most 320 are taken" in ran.err
    assert snapshot(tmp_path / "output") == before


def test_little_memory_is_a_problem(tmp_path: Path) -> None:
    small = Small(tmp_path)
    small.build("output/small/home-a4")
    before = snapshot(tmp_path / "output")
    side = 6000
    small.write(
        "art/big.png", png(side, side, zlib.compress(bytes(side * (1 + 4 * side)), 1), kind=6)
    )
    small.face('<image box="3 3 50 50" src="art/big.png"/>')
    space = 330 << 20
    done = subprocess.run(
        [*COMMAND, "build"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (space, space)),
    )
    assert "Traceback" not in done.stderr, done.stderr[-3000:]
    assert done.returncode == 1, done.stderr
    assert "big.png: error: its pixels need more memory than there is" in done.stderr
    assert snapshot(tmp_path / "output") == before


def test_a_file_that_kills_its_reader() -> None:
    from generator.cli.terminal import apart

    def die() -> list[Problem]:
        faulthandler.disable()  # or the test's log looks as if the suite had died
        os.kill(os.getpid(), signal.SIGABRT)
        return []

    (problem,) = apart(die, Path("out"))
    assert str(problem).startswith("out: error: the reader gave up on its files (signal 6)")
    found = [Problem("file-changed", "error", Where("x"), "says")]
    assert apart(lambda: found, Path("out")) == found


def test_commands_that_compose_limit_their_memory() -> None:
    code = (
        "import resource\n"
        "from generator.cli.terminal import guarded\n"
        "before = resource.getrlimit(resource.RLIMIT_AS)\n"
        "with guarded(): print(resource.getrlimit(resource.RLIMIT_AS)[0])\n"
        "with guarded() as guard: bytearray(2 << 30)\n"
        "print(guard.refused[0])\n"
        "def deep(n): return deep(n + 1)\n"
        "with guarded() as guard: deep(0)\n"
        "print(guard.refused[0])\n"
        "assert resource.getrlimit(resource.RLIMIT_AS) == before\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    )
    limit, memory, deep = done.stdout.splitlines()
    assert limit == str(1536 << 20)
    assert memory.endswith("[memory-limit]")
    assert deep.endswith("[nested-deep]")


def test_a_face_that_is_slow_for_each_of_many_cards(tmp_path: Path) -> None:
    small = Small(tmp_path)
    cards = "".join(f"- {{id: c{i}, title: t{i}}}\n" for i in range(3000))
    small.write("cards.yaml", cards)
    loop = "{% for i in range(9999) %}{% for j in range(9) %}{% endfor %}{% endfor %}"
    small.face(f'{loop}<text box="6 6 50 9" style="title">{{{{ card.id }}}}</text>')
    ran = small.run("build", seconds=40)
    sound(ran)
    assert ran.code == 1
    assert "the others are not composed" in ran.err
    assert ran.err.count("\n") < 20


def test_a_face_whose_checks_are_slow(tmp_path: Path) -> None:
    small = Small(tmp_path)
    small.write("cards.yaml", "- {id: one}\n")
    small.face(
        '{% for i in range(5000) %}<rect box="0 0 {{ i / 100 + 1 }} 90" fill="paper" '
        'opacity="0.5"/>{% endfor %}{% for i in range(1000) %}<text box="6 6 50 9" '
        'style="words">{{ card.id }}{{ i }}</text>{% endfor %}'
    )
    ran = small.run("build", seconds=60)
    sound(ran)
    assert ran.code == 1
    assert "the checks of the front are not done after 5 seconds" in ran.err


def test_vast_files_that_no_build_reads_cost_nothing(tmp_path: Path) -> None:
    small = Small(tmp_path)
    for name in ("art/unused.png", "notes.yaml"):
        with small.write(name, b"x").open("r+b") as file:
            file.truncate(1 << 40)
    ran = small.run("build", seconds=30)
    sound(ran)
    assert ran.code == 0, ran.err


class Deaf:
    """A desk of one shop that hears what is told."""

    def __init__(self, *lots: int) -> None:
        self.said: list[str] = []
        self.lots = lots

    def tell(self, line: str) -> None:
        self.said.append(line)

    def shop(self, target: str) -> Any:
        shop = SimpleNamespace(lots=self.lots, designs=None, unsure=None)
        return SimpleNamespace(name="The shop", shop=shop)

    def laid(self, edition: tuple[str, ...]) -> Any:
        return wars(), edition


@cache
def wars() -> Any:
    """The shipped game of business cards."""
    here = workspace(Path(__file__).parents[2])
    place = here.place("sprite_wars")
    assert place is not None
    return load(here, place, (), Problems())[0]


MOO = ("--shop", "moo")


@pytest.mark.parametrize(
    ("command", "words", "says"),
    [
        (ORDER, (*MOO, "--count", "0"), "--count takes 1 to 100000; '0' is not."),
        (ORDER, (*MOO, "--count", "-1"), "--count takes 1 to"),
        (ORDER, (*MOO, "--count", "1000000000"), "--count takes 1 to"),
        (ORDER, (*MOO, "--count", "\u0663"), "--count takes 1 to"),
        (ORDER, (*MOO, "--count=9", "--artworks=0"), "--artworks takes 1 to"),
        (ORDER, (*MOO, "--count", "9", "--count", "9"), "--count stands there twice."),
        (ORDER, (*MOO, "--count", "9", "--cards", ""), "--cards names nothing."),
        (ORDER, (*MOO, "--count", "9", "--cards", "x,../y"), "no fighter 'x', '../y'"),
        (ORDER, (*MOO, "--count", "9", "--cards", "fox", "--artworks", "2"), "--cards says"),
        (ORDER, (*MOO, "--count", "9", "--output"), "--output names nothing."),
        (ORDER, (), "--count and --shop must be given."),
        (ORDER, ("x",), "'x' means nothing here."),
        (RATE, ("--games", "0"), "--games takes a number from 1"),
        (RATE, ("--seed", "-1"), "--seed takes a number from 0"),
        (RATE, ("--games",), "--games takes a number from 1"),
        (RATE, ("--size", "9" * 30), "--size takes a number from 1"),
        (RATE, ("x", "y"), "'x' means nothing here."),
        (RATE, ("--games", "1", "--of", "fox,fox,fox,fox,fox,fox"), "stacks of 6 from 1"),
        (PROPOSE, ("--rounds", "0"), "--rounds takes a number from 1"),
        (PROPOSE, ("--games", "1", "--of", "fox,fox,fox,fox,fox,fox"), "stacks of 6 from 1"),
    ],
)
def test_words_that_mean_nothing_to_a_games_command(
    command: Any, words: tuple[str, ...], says: str
) -> None:
    desk = Deaf(50, 100)
    assert command.run(wars(), words, desk) == 2
    assert says in desk.said[0]


def test_lots_that_no_manifest_can_hold() -> None:
    for lots, says in (((5000,), "no lots up to 1000"), ((50, 5000), "No lot of 50 holds 5000")):
        desk = Deaf(*lots)
        words = (*MOO, "--count", "5000", "--artworks", "1")
        assert ORDER.run(wars(), words, desk) == 2  # type: ignore[arg-type]
        assert says in desk.said[0]


@pytest.mark.parametrize("command", [ORDER, RATE, PROPOSE])
def test_help_is_no_fault(command: Any) -> None:
    assert command.run(wars(), ["--help"], Deaf()) == 0

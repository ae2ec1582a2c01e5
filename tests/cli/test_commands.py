"""The command as a user calls it: results on stdout, problems on stderr, exit codes 0, 1, 2."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def call(
    *words: str | Path, at: Path = ROOT, said: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator.cli", *map(str, words)],
        cwd=at,
        input=said,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
    )


def parsed(*words: str | Path, at: Path = ROOT) -> Any:
    done = call(*words, "--json", at=at)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_list_shows_games_and_targets() -> None:
    shown = parsed("list")
    games = ["brain_drain", "organizations", "sophmb2ce", "sprite_wars"]
    assert [game["id"] for game in shown["games"]] == games
    assert "home-letter-short" in shown["targets"]
    plain = call("list").stdout
    assert not any(line.endswith((",", " ")) for line in plain.splitlines())
    assert "deck-a" in plain
    assert "home-a4" in plain


def test_build_check_and_proof_as_json(tmp_path: Path) -> None:
    words = ("build", "sophmb2ce", "--target", "home-letter", "--only", "deck-b")
    built = parsed(*words, "--card", "poker-metric", "--guides", "knife", "-o", tmp_path)
    (made,) = built["built"]
    folder = tmp_path / "sophmb2ce" / "home-letter+only-deck-b+poker-metric+guides-knife"
    assert made["folder"] == str(folder)
    assert sorted(p.name for p in folder.iterdir()) == ["deck-b.pdf", "manifest.json"]
    assert [(f["cards"], f["pages"]) for f in made["files"]] == [(52, 12)]
    assert parsed("proof", folder) == {"problems": []}
    assert parsed("check", "sophmb2ce") == {"problems": []}


def test_proof_notices_another_file(tmp_path: Path) -> None:
    assert call("build", "sophmb2ce", "--only", "deck-a", "-o", tmp_path).returncode == 0
    (folder,) = (tmp_path / "sophmb2ce").iterdir()
    path = folder / "deck-a.pdf"
    path.write_bytes(path.read_bytes() + b"\n")
    done = call("proof", folder)
    assert done.returncode == 1
    assert "file-changed" in done.stderr
    path.unlink()
    done = call("proof", folder)
    assert done.returncode == 1
    assert "file-missing" in done.stderr
    (folder / "manifest.json").unlink()
    done = call("proof", folder)
    assert done.returncode == 1
    assert "manifest-missing" in done.stderr
    assert done.stdout.count("\n") == 1


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    shas = []
    for name in ("one", "two"):
        built = parsed("build", "sophmb2ce", "--only", "deck-a", "-o", tmp_path / name)
        shas.append([f["sha256"] for f in built["built"][0]["files"]])
    assert shas[0] == shas[1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("build", "sophmb2cd"), "did you mean sophmb2ce?"),
        (("build", "--bleed", "wide"), "none, outer, each"),
        (("build", "--guides", "laser"), "scissors, knife, both"),
        (("schema", "gmae"), "game"),
        (("simulate", "sophmb2ce", "--cast", "x"), "did you mean --castes?"),
        (("simulate", "sophmb2ce", "--tie", "coin"), "defender"),
        (("simulate", "sophmb2ce", "--tie"), "needs a value"),
        (("simulate", "sophmb2ce", "--policy", "clever"), "clever"),
        (("simulate", "sophmb2ce", "--castes", "hearts,hearts"), "caste"),
        (("simulate",), "which game"),
        (("replay", "sophmb2ce", "nothing"), "worked-example"),
        (("play", "sophmb2ce", "--seats", "human"), "players"),
    ],
)
def test_wrong_calls_exit_with_2(words: tuple[str, ...], says: str) -> None:
    done = call(*words)
    assert done.returncode == 2, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--target", "home-a5"), "target"),
        (("--only", "deck-c"), "component-unknown"),
        (("--card", "pokre"), "size-unknown"),
        (("--edition", "nothing"), "overlay"),
    ],
)
def test_names_that_mean_nothing_are_problems(words: tuple[str, ...], code: str) -> None:
    done = call("check", "sophmb2ce", *words)
    assert done.returncode == 1
    assert code in done.stderr
    assert "Traceback" not in done.stderr


def test_simulate_prints_what_the_issue_names() -> None:
    words = ("simulate", "sophmb2ce", "-n", "3000", "--castes", "hearts,spades")
    stats = parsed(*words, "--policy", "attack1", "--seed", "7", "--workers", "1")
    assert stats["games"] == 3000
    first = stats["first_player"]
    assert first["low"] < first["share"] < first["high"]
    assert stats["length"].keys() >= {"mean", "sd", "p95"}
    again = parsed(*words, "--policy", "attack1", "--seed", "7", "--workers", "2")
    assert again == stats
    plain = call(*words, "--policy", "attack1,attack2").stdout
    assert "first player wins" in plain


def test_help_after_a_game_shows_its_own_flags() -> None:
    done = call("simulate", "sophmb2ce", "--help")
    assert done.returncode == 0
    for flag in ("--games", "--castes", "--tie", "--ace", "--penalty-on-special", "--first-by"):
        assert flag in done.stdout


def test_replay_shows_the_worked_example() -> None:
    done = call("replay", "sophmb2ce")
    assert done.returncode == 0
    assert "password-reset" in done.stdout
    assert "no problems" in done.stdout


def test_play_can_be_played_quit_and_replayed(tmp_path: Path) -> None:
    done = call("play", "sophmb2ce", "--castes", "hearts,spades", "--seed", "3", said="1\n2\nq\n")
    assert done.returncode == 0, done.stderr
    assert "HP" in done.stdout
    assert "moves: |" in done.stdout
    assert "Traceback" not in done.stderr
    assert call("play", "sophmb2ce", "--seed", "3", said="").returncode == 0


def test_schema_is_json_schema() -> None:
    done = call("schema", "game")
    assert done.returncode == 0
    schema = json.loads(done.stdout)
    assert "components" in schema["properties"]
    assert schema["properties"]["components"]["description"]


def test_help_loads_no_room() -> None:
    code = (
        "import sys; from generator.cli.app import app\n"
        "heavy = {'msgspec', 'yaml', 'jinja2', 'reportlab', 'PIL', 'pypdfium2', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_build_imports_only_what_it_needs(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from generator.load.find import workspace\n"
        "from generator.model.order import Order\n"
        "from generator.pipeline import build\n"
        "here = workspace(Path.cwd())\n"
        f"build(here, here.place('sophmb2ce'), Order(), Path({str(tmp_path / 'out')!r}))\n"
        "heavy = {'rich', 'pikepdf', 'reportlab.platypus', 'fontTools', 'openpyxl', 'typer'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_fault_of_many_cards_is_told_once(tmp_path: Path) -> None:
    game = tmp_path / "card_data/fox"
    game.mkdir(parents=True)
    (game / "game.yaml").write_text(
        "id: fox\nname: Fox\nversion: 1\ncredits: {author: A, title: T}\ncomponents:\n"
        "  deck: {name: Deck, size: poker, cards: cards.csv, face: card.xml}\n"
    )
    (game / "cards.csv").write_text("id,name\n" + "".join(f"c{n},Card {n}\n" for n in range(12)))
    faces = tmp_path / "templates/fox"
    faces.mkdir(parents=True)
    (faces / "styles.yaml").write_text('palette: {ink: "#000000"}\n')
    (faces / "card.xml").write_text('<card>\n<rectangle box="1 1 5 5" fill="ink"/></card>\n')
    done = call("check", "fox", at=tmp_path)
    (line,) = [line for line in done.stderr.splitlines() if "markup-element" in line]
    assert line.startswith("templates/fox/card.xml:2: c0: error: there is no <rectangle> here")
    assert line.endswith("; likewise c1, c2, c3, c4, c5, c6, c7, c8 and 3 more")
    assert "12 errors" in done.stdout
    shown = json.loads(call("check", "fox", "--json", at=tmp_path).stdout)
    assert sum(p["code"] == "markup-element" for p in shown["problems"]) == 12


def test_without_games_a_beginner_hears_what_a_game_is(tmp_path: Path) -> None:
    (tmp_path / "card_data/fox").mkdir(parents=True)
    assert "card_data/fox has no game.yaml" in call("check", "fox", at=tmp_path).stderr
    done = call("check", "hen", at=tmp_path)
    assert "there is no game 'hen' here; card_data/ here holds none" in done.stderr
    assert done.returncode == 2


def test_proof_of_the_folder_above_names_the_folders_below(tmp_path: Path) -> None:
    (tmp_path / "output/fox/home-a4").mkdir(parents=True)
    (tmp_path / "output/fox/home-a4/manifest.json").write_text("{}")
    done = call("proof", "output", at=tmp_path)
    assert "(name a built folder, such as output/fox/home-a4)" in done.stderr


def test_a_card_size_that_fits_no_component_is_a_problem(tmp_path: Path) -> None:
    done = call("build", "sophmb2ce", "--card", "bridge", "--only", "deck-a", "-o", tmp_path)
    assert done.returncode == 1
    assert "no component is of the family of bridge" in done.stderr
    assert list(tmp_path.rglob("*.pdf")) == []

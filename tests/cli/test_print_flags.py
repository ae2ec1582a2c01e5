"""Flags that choose what is printed and how: folders, counts, problems, manifests, proofs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.model.order import Order
from generator.model.printer import Printer

ROOT = Path(__file__).parents[2]


def call(*words: str | Path, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator.cli", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={
            "PYTHONPATH": str(ROOT),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(home or "/nonexistent"),
        },
    )


def built(tmp_path: Path, *words: str, home: Path | None = None) -> dict[str, Any]:
    done = call("build", "sophmb2ce", *words, "-o", tmp_path, "--json", home=home)
    assert done.returncode == 0, done.stderr
    (made,) = json.loads(done.stdout)["built"]
    proof = call("proof", made["folder"], "--json")
    assert json.loads(proof.stdout) == {"problems": []}, proof.stderr
    return dict(made)


def test_reprints_take_the_cards_named_and_nothing_else(tmp_path: Path) -> None:
    words = ("--cards", "spades-ace,hearts-king", "--copies", "3", "--only", "deck-a", "--mono")
    made = built(tmp_path, *words)
    name = "home-a4+mono+only-deck-a+cards-spades-ace-hearts-king+copies-3"
    assert Path(made["folder"]).name == name
    assert [(f["path"], f["cards"]) for f in made["files"]] == [("deck-a.pdf", 6)]
    assert made["options"]["cards"] == ["spades-ace", "hearts-king"]
    data = (Path(made["folder"]) / "deck-a.pdf").read_bytes()
    assert b"DeviceRGB" not in data


def test_a_printer_moves_backs_and_stands_in_the_manifest(tmp_path: Path) -> None:
    home = tmp_path / "home"
    settings = home / ".config" / "cardwright" / "printers.yaml"
    settings.parent.mkdir(parents=True)
    settings.write_text("laser: {dx: 0.4, dy: -0.3, rotation: 0.2, scale: 0.001}\n")
    words = ("--printer", "laser", "--cards", "spades-ace", "--only", "deck-a")
    made = built(tmp_path / "out", *words, home=home)
    assert made["printer"] == {"dx": 0.4, "dy": -0.3, "rotation": 0.2, "scale": 0.001}
    assert Path(made["folder"]).name.endswith("+printer-laser")
    # proof takes the shift from the manifest, not from the home of whoever proves it
    path = Path(made["folder"]) / "manifest.json"
    plain = json.loads(path.read_text())
    plain["printer"]["dx"] = 0.9
    path.write_text(json.dumps(plain))
    done = call("proof", made["folder"])
    assert done.returncode == 1
    assert "proof-moved" in done.stderr


def test_backs_off_prints_fronts_alone(tmp_path: Path) -> None:
    words = ("--backs", "off", "--cards", "spades-ace", "--only", "deck-a")
    made = built(tmp_path, *words)
    assert [f["pages"] for f in made["files"]] == [1]
    made = built(tmp_path, *words, "--target", "home-a4-fold")
    assert [f["pages"] for f in made["files"]] == [1]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("--cards", "spades-aec"), "card-unknown", "did you mean spades-ace?"),
        (("--cards", "no"), "card-unknown", "there are "),
        (("--players", "7"), "players-range", "takes 2 to 2"),
        (("--printer", "lasr"), "printer-unknown", "none is saved yet"),
    ],
)
def test_what_is_not_there_is_a_problem(words: tuple[str, ...], code: str, says: str) -> None:
    done = call("build", "sophmb2ce", *words)
    assert done.returncode == 1
    assert code in done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--copies", "2"), "--cards"),
        (("--cards", "spades-ace", "--copies", "0"), "1 to 1000"),
        (("--cards", ""), "--cards names nothing"),
        (("--cards", " , "), "--cards names nothing"),
        (("--edition", ""), "--edition names nothing"),
        (("--players", "0"), "1 to 100"),
        (("--stock", "9"), "0.05 to 2"),
        (("--stock", "nan"), "0.05 to 2"),
        (("--backs", "maybe"), "on, off"),
    ],
)
def test_wrong_values_exit_with_2(words: tuple[str, ...], says: str) -> None:
    done = call("build", *words)
    assert done.returncode == 2
    assert says in done.stderr


FULL = Order(
    target="home-a4",
    only=("deck-a",),
    bleed="none",
    guides="knife",
    card="poker-metric",
    edition=("office-safe",),
    cards=("a", "b"),
    copies=2,
    backs="on",
    players=2,
    stock=0.25,
    sleeved=True,
    low_ink=True,
    mono=True,
    printer="laser",
    shift=Printer(0.1, 0.2, 0.3, 0.004),
)


def test_each_choice_joins_the_folder_in_fixed_order() -> None:
    assert FULL.folder() == (
        "home-a4+office-safe+low-ink+mono+backs-on+only-deck-a+cards-a-b+copies-2+bleed-none"
        "+poker-metric+guides-knife+players-2+stock-0.25+sleeved+printer-laser"
    )
    assert Order(edition=("office-safe",), low_ink=True).folder() == "home-a4+office-safe+low-ink"


def test_an_order_is_read_back_from_its_manifest() -> None:
    options = json.loads(json.dumps(FULL.options()))
    assert Order.of("home-a4", ["office-safe"], options, FULL.shift) == FULL
    for key, wrong in (
        ("copies", 0),
        ("copies", True),
        ("stock", "0.3"),
        ("mono", 1),
        ("backs", "maybe"),
        ("cards", "spades-ace"),
        ("players", 1e9),
        ("bleed", ["none"]),
    ):
        assert Order.of("home-a4", [], {**options, key: wrong}) is None
        assert Order.of("home-a4", [], {k: v for k, v in options.items() if k != key}) is None
    assert Order.of("home-a4", [], {**options, "more": 1}) is None

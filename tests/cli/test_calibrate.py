"""`calibrate` as a user calls it: the sheet, the numbers saved, wrong calls."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def call(home: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator.cli", "calibrate", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={
            "PYTHONPATH": str(ROOT),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "settings"),
        },
    )


def test_the_sheet_is_written_and_proved(tmp_path: Path) -> None:
    done = call(tmp_path, "--target", "home-letter", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    (path,) = (tmp_path / "out").iterdir()
    assert path.name == "calibration-home-letter.pdf"
    data = path.read_bytes()
    assert data.count(b"/Type/Page/") == 2
    assert b"DuplexFlipLongEdge" in data


def test_numbers_are_saved_and_show_on_the_next_sheet(tmp_path: Path) -> None:
    done = call(tmp_path, "--printer", "laser", "--dx", "0.4", "--dy", "-0.25", "--json")
    assert done.returncode == 0, done.stderr
    saved = json.loads(done.stdout)
    assert saved["printer"] == {
        "name": "laser", "dx": 0.4, "dy": -0.25, "rotation": 0.0, "scale": 0.0,
    }  # fmt: skip
    path = tmp_path / "settings" / "cardwright" / "printers.yaml"
    assert saved["saved"] == str(path)
    assert '"laser": {dx: 0.4, dy: -0.25, rotation: 0, scale: 0}' in path.read_text()
    # other numbers join those that are there, another printer leaves them
    assert call(tmp_path, "--printer", "laser", "--rotation", "0.1").returncode == 0
    assert call(tmp_path, "--printer", "ink", "--scale", "0.002").returncode == 0
    text = path.read_text()
    assert '"laser": {dx: 0.4, dy: -0.25, rotation: 0.1, scale: 0}' in text
    assert '"ink": {dx: 0, dy: 0, rotation: 0, scale: 0.002}' in text
    done = call(tmp_path, "--printer", "laser", "-o", tmp_path / "out", "--json")
    assert done.returncode == 0, done.stderr
    assert Path(json.loads(done.stdout)["written"]).name.endswith("+printer-laser.pdf")


@pytest.mark.parametrize(
    ("words", "exit", "says"),
    [
        (("--dx", "1"), 2, "--printer"),
        (("--printer", "a/b", "--dx", "1"), 2, "cannot name a printer"),
        (("--printer", "laser", "--dx", "1", "-o", "x"), 2, "-o"),
        (("--printer", "laser", "--dx", "99"), 1, "printer-value"),
        (("--printer", "laser", "--scale", "nan"), 1, "printer-value"),
        (("--printer", "laser"), 1, "printer-unknown"),
        (("--target", "home-a5"), 1, "there is no target"),
    ],
)
def test_wrong_calls(tmp_path: Path, words: tuple[str, ...], exit: int, says: str) -> None:  # noqa: A002
    done = call(tmp_path, *words)
    assert done.returncode == exit
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert not (tmp_path / "settings").exists()


def test_faulty_settings_are_problems_and_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "settings" / "cardwright" / "printers.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("laser: {dx: much}\n")
    done = call(tmp_path, "--printer", "ink", "--dx", "1")
    assert done.returncode == 1
    assert "field-value" in done.stderr
    assert path.read_text() == "laser: {dx: much}\n"

"""A wheel in an empty environment and an empty folder builds the shipped decks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pypdfium2

ROOT = Path(__file__).parents[2]


def run(*words: str | Path, at: Path) -> str:
    plain = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(w) for w in words], cwd=at, env=plain, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_wheel_builds_in_an_empty_folder(tmp_path: Path) -> None:
    wheels, env, here = tmp_path / "wheels", tmp_path / "env", tmp_path / "empty"
    here.mkdir()
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", wheels, ROOT, at=tmp_path)
    (wheel,) = wheels.glob("cardwright-*.whl")
    run(sys.executable, "-m", "venv", env, at=tmp_path)
    quiet = ("--quiet", "--disable-pip-version-check", "--constraint", ROOT / "constraints.txt")
    run(env / "bin" / "python", "-m", "pip", "install", *quiet, wheel, at=here)
    run(env / "bin" / "cardwright", "build", at=here)
    folder = here / "output" / "sophmb2ce" / "home-a4"
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    files = {entry["path"]: entry for entry in manifest["files"]}
    assert files["deck-a.pdf"]["counts"]["deck-a"] == 52
    for entry in files.values():
        assert entry["cards"] == sum(entry["counts"].values())
        assert entry["cards"] > 0 or entry["path"] == "start-here.pdf"
        if entry["path"].endswith(".html"):
            continue
        pdf = pypdfium2.PdfDocument(folder / entry["path"])
        assert len(pdf) == entry["pages"] > 0
        pdf.close()
    assert "no problems" in run(env / "bin" / "cardwright", "proof", folder, at=here)
    assert sorted(p.name for p in here.iterdir()) == ["output"]

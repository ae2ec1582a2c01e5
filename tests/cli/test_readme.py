"""The README's own game, typed as it stands there, prints."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = re.compile(r"^`(\S+)`[^\n]*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_game_of_the_readme_prints(tmp_path: Path) -> None:
    files = FILE.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(files) == 4
    for name, text in files:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "generator.cli", "build", "fox"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
    )
    assert done.returncode == 0, done.stderr
    assert "error" not in done.stderr
    assert "warning" not in done.stderr
    assert "deck.pdf: 4 cards" in done.stdout


def test_the_sides_of_the_readme_print_and_are_asked_about(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (mine,) = re.findall(r"^```yaml\n(id: mine\n.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (name,) = re.findall(r"in a file `(card_data/organizations/\S+)`", text)
    path = tmp_path / name
    path.parent.mkdir(parents=True)
    path.write_text(mine, encoding="utf-8")
    calls = re.findall(r"^    cardwright (.*--edition mine.*)$", text, re.MULTILINE)
    assert [call.split()[0] for call in calls] == ["build", "organizations"]
    few = ["--rounds", "20", "--conflicts", "2"]
    for call in calls:
        words = [*call.split(), *(few if " odds " in call else ())]
        done = subprocess.run(
            [sys.executable, "-m", "generator.cli", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        )
        assert done.returncode == 0, done.stderr
        assert "error" not in done.stderr
    assert "A: The Purple Dragon League, largest cards S9 C0 D0 H4" in done.stdout
    assert len(list(tmp_path.rglob("*-form.pdf"))) == 2


def test_business_cards_as_the_readme_says(tmp_path: Path) -> None:
    """In an empty folder: made for somebody, printed on sheets that come cut, ordered."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (new,) = re.findall(r"^    cardwright (sprite_wars new --name .*)$", text, re.MULTILINE)
    calls = re.findall(r"^    cardwright (.*--edition jane-doe --.*)$", text, re.MULTILINE)
    assert [call.split()[0] for call in calls] == ["build", "sprite_wars"]
    for call in (new, *calls):
        done = subprocess.run(
            [sys.executable, "-m", "generator.cli", *shlex.split(call)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        )
        assert done.returncode == 0, done.stderr
        assert "error" not in done.stderr
    assert (tmp_path / "card_data/sprite_wars/overlays/jane-doe.yaml").is_file()
    made = tmp_path / "output/sprite_wars"
    assert (made / "avery-5371+jane-doe/fighters.pdf").is_file()
    (ordered,) = made.glob("order-*")
    for name in ("job-sheet.txt", "proof-to-sign.pdf", "preflight.txt"):
        assert (ordered / name).is_file()
    assert list(ordered.glob("*-x250.pdf")) or list(ordered.glob("*-x100.pdf"))

"""Two more readers look at a written file: Poppler and qpdf must agree with PDFium and with us.

Where CI is set they must be installed; elsewhere a missing one is noted and nothing is compared.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from proof_deck import FACES, TITLE, sheets, write

from generator.proof.faces import Face
from generator.scene import Run, Sheet


def tool(*command: str | Path) -> str | None:
    """What a program prints; None where it is not installed and need not be."""
    name = str(command[0])
    if shutil.which(name) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{name} is not installed: apt-get install poppler-utils qpdf")
        print(f"note: {name} is not installed, so it was not asked")
        return None
    done = subprocess.run([*map(str, command)], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    return done.stdout.decode("utf-8")


@pytest.fixture(scope="module")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("other") / "deck.pdf", sheets(own_backs=True))


def runs(sheet: Sheet) -> list[Run]:
    items = [item for placed in sheet.placed for item in placed.scene.items]
    return [item for item in (*items, *sheet.labels) if isinstance(item, Run)]


def test_poppler_reads_the_same_words(deck: Path) -> None:
    for number, sheet in enumerate(sheets(own_backs=True), 1):
        text = tool("pdftotext", "-f", str(number), "-l", str(number), "-raw", deck, "-")
        if text is None:
            return
        due = Counter("".join(run.text.split()) for run in runs(sheet))
        letters = Counter("".join(text.split()))
        assert letters == Counter("".join(due.elements()))


def test_poppler_finds_all_fonts_embedded(deck: Path) -> None:
    table = tool("pdffonts", deck)
    if table is None:
        return
    rows = [line.split() for line in table.splitlines()[2:]]
    used = {run.font for sheet in sheets() for run in runs(sheet)}
    assert {row[0][7:] for row in rows} == {Face(FACES[face]).name for face in used}
    assert all(row[-5:-2] == ["yes", "yes", "yes"] for row in rows)  # embedded, subset, Unicode


def test_poppler_finds_the_same_boxes(deck: Path) -> None:
    info = tool("pdfinfo", "-box", "-l", "-1", deck)
    if info is None:
        return
    assert re.search(rf"^Title: +{TITLE}$", info, re.MULTILINE)
    assert re.search(r"^Pages: +4$", info, re.MULTILINE)
    boxes = re.findall(r"^Page +\d+ (MediaBox|TrimBox): +(.+)$", info, re.MULTILINE)
    assert len(boxes) == 8
    assert {tuple(map(float, box.split())) for _, box in boxes} == {(0.0, 0.0, 595.28, 841.89)}


def test_qpdf_finds_nothing_to_mend(deck: Path) -> None:
    said = tool("qpdf", "--check", "--warning-exit-0", deck)
    if said is not None:
        assert "No syntax or stream encoding errors found" in said
        assert "WARNING" not in said

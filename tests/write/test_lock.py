"""A file is held by one program at a time, and let go of however that ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.problems import Refused
from generator.write.lock import held

HOLD = """
import sys, time
from pathlib import Path
from generator.write.lock import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_one_after_the_other(tmp_path: Path) -> None:
    for _ in range(2):
        with held(tmp_path / "a.yaml"):
            pass
    assert list(tmp_path.iterdir()) == []


def test_what_is_held_is_refused_and_let_go_of_by_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    other = subprocess.Popen([sys.executable, "-c", HOLD, str(path)], stdout=subprocess.PIPE)
    assert other.stdout is not None
    try:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(Refused) as refused, held(path, patience=0.05):
            pass
        assert [p.code for p in refused.value.problems] == ["file-busy"]
        assert "held by another program" in refused.value.problems[0].says
    finally:
        other.kill()
        other.wait()
        other.stdout.close()
    with held(path, patience=5):
        pass


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused, held(tmp_path / "none" / "a.yaml"):
        pass
    assert refused.value.problems[0].code == "file-busy"


def test_an_error_inside_lets_go(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), held(tmp_path / "a.yaml"):
        raise ZeroDivisionError
    with held(tmp_path / "a.yaml", patience=0.0):
        pass
    assert os.listdir(tmp_path) == []  # noqa: PTH208 - names, not paths

"""A build over a good folder, killed at any moment: whole old or whole new, never less."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hostile_games import sound
from small_game import COMMAND, Small, run, snapshot

import generator.write.fonts
import generator.write.pictures  # noqa: F401
from generator.cli import main
from generator.load.find import Workspace
from generator.pipeline import prove

MOMENTS = 26
PLACE = "output/small/home-a4"
NEW_BACK = '<card tiles="yes"><rect box="-3 -3 r-3 b-3" fill="ink"/></card>\n'


class Build:
    """The command, running in a process that has its modules already: it begins at once."""

    def __init__(self, root: Path) -> None:
        self.pid = os.fork()
        if self.pid:
            return
        try:
            os.chdir(root)
            quiet = os.open(os.devnull, os.O_RDWR)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            sys.argv = ["cardwright", "build"]
            main()
        except SystemExit as end:
            os._exit(int(end.code or 0))
        except BaseException:
            os._exit(99)
        os._exit(0)

    def wait(self) -> int:
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.wait()


@pytest.fixture
def changed(tmp_path: Path) -> Small:
    """A game of many cards with a good build, its data changed since."""
    small = Small(tmp_path)
    small.write("cards.yaml", "".join(f"- {{id: c{i}, title: Card {i}}}\n" for i in range(100)))
    small.build(PLACE)
    small.write("templates/back.xml", NEW_BACK)
    return small


def test_killed_at_any_moment(changed: Small) -> None:
    root, folder = changed.root, changed.root / PLACE
    old = snapshot(folder)
    begun = time.monotonic()
    assert Build(root).wait() == 0
    whole = time.monotonic() - begun
    new = snapshot(folder)
    assert new != old
    seen = {"old": 0, "new": 0}
    state = "new"
    for moment in range(MOMENTS):
        # Each time the data says the other of the two, so that old and new are told apart.
        target = "old" if state == "new" else "new"
        back = NEW_BACK if target == "new" else NEW_BACK.replace("ink", "red")
        changed.write("templates/back.xml", back)
        build = Build(root)
        time.sleep(whole * 1.15 * moment / MOMENTS)
        build.kill()
        found = snapshot(folder)
        assert found in (old, new), f"torn at moment {moment}: {sorted(found)}"
        state = "new" if found == new else "old"
        seen["new" if state == target else "old"] += 1
        problems = list(prove(Workspace(root), folder))
        told = {problem.code for problem in problems}
        assert told == (set() if state == target else {"manifest-stale"}), problems
    assert seen["old"], "no moment was early enough to find the build undone"
    assert Build(root).wait() == 0
    left = [path.name for path in folder.parent.iterdir()]
    assert left == ["home-a4"], left
    assert list(prove(Workspace(root), folder)) == []


def test_stopped_by_a_fault_leaves_the_last_good_files(changed: Small) -> None:
    before = snapshot(changed.root)
    del before["card_data/small/templates/card.xml"]
    changed.face('<text box="6 6 20 5" style="words">{{ "word " * 200 }}</text>')
    ran = run(changed.root, "build")
    sound(ran)
    assert ran.code == 1
    after = snapshot(changed.root)
    del after["card_data/small/templates/card.xml"]
    assert after == before


def test_interrupted_by_hand(changed: Small) -> None:
    before = snapshot(changed.root)
    build = subprocess.Popen(
        [*COMMAND, "build"],
        cwd=changed.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    )
    time.sleep(0.5)
    build.send_signal(signal.SIGINT)
    said = build.communicate(timeout=60)[0]
    assert build.returncode != 0
    assert b"Traceback" not in said, said.decode()
    assert snapshot(changed.root) == before

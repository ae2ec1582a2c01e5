from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.problems import Problems, Refused
from generator.write import folder as room
from generator.write.folder import exchange, output_folder
from generator.write.manifest import FileEntry, Manifest, write_manifest

CODE = Path(__file__).parents[2]
SHA = "0" * 64


def fill(into, words, *names):
    """What a build writes: files with these words, and the manifest that lists them."""
    for name in names or ("deck.pdf",):
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        (into / name).write_text(words)
    files = [FileEntry(name, "deck", 1, 1, {"deck": 1}, SHA) for name in names or ("deck.pdf",)]
    write_manifest(into, Manifest("g", words, "home-a4", [], {}, SHA, files))


def build(final, words, *names):
    with output_folder(final, Problems()) as fresh:
        fill(fresh, words, *names)


def build_and(final, then):
    """A second build during which something happens."""
    with output_folder(final) as fresh:
        fill(fresh, "second")
        then()


def refused(final):
    """The problems with which a build into `final` is refused before it begins."""
    problems = Problems()
    with pytest.raises(Refused) as error, output_folder(final, problems):
        pytest.fail("the block was entered")
    assert list(problems) == error.value.problems
    return list(problems)


@pytest.fixture(params=["one step", "two steps"])
def steps(request, monkeypatch):
    """Both ways to swap: the system's own exchange, and renames where there is none."""
    if request.param == "two steps":
        monkeypatch.setattr(room, "exchange", lambda _one, _other: False)
    return request.param


def test_a_new_folder_appears_with_its_parents(tmp_path):
    final = tmp_path / "output" / "game" / "home-a4"
    build(final, "first")
    assert sorted(path.name for path in final.iterdir()) == ["deck.pdf", "manifest.json"]
    assert [path.name for path in final.parent.iterdir()] == ["home-a4"]


def test_a_build_replaces_the_folder_whole(tmp_path, steps):
    final = tmp_path / "out"
    build(final, "first", "deck.pdf", "sub/old.pdf")
    build(final, "second", "other.pdf")
    assert sorted(path.name for path in final.iterdir()) == ["manifest.json", "other.pdf"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_nothing_shows_before_the_end(tmp_path, steps):
    final = tmp_path / "out"
    build(final, "first")
    with output_folder(final) as fresh:
        fill(fresh, "second")
        assert (final / "deck.pdf").read_text() == "first"
        assert fresh.parent == final.parent
    assert (final / "deck.pdf").read_text() == "second"


@pytest.mark.parametrize("fault", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_failed_build_leaves_the_old_folder(tmp_path, fault):
    final = tmp_path / "out"
    build(final, "first")
    with pytest.raises(fault):
        build_and(final, lambda: (_ for _ in ()).throw(fault))
    assert (final / "deck.pdf").read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_failed_first_build_leaves_nothing(tmp_path):
    with pytest.raises(ValueError, match="no"), output_folder(tmp_path / "out"):
        raise ValueError("no")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "out").mkdir()
    build(tmp_path / "out", "first")
    assert (tmp_path / "out" / "deck.pdf").read_text() == "first"


def test_a_file_or_a_link_in_the_way_is_refused(tmp_path):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for name, word in (("file", "is a file"), ("link", "is a link"), ("dangling", "is a link")):
        (problem,) = refused(tmp_path / name)
        assert problem.code == "output-in-the-way"
        assert word in problem.says
        assert problem.where.file == str(tmp_path / name)
    assert (tmp_path / "file").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 4


def test_a_folder_with_work_of_others_is_refused(tmp_path):
    final = tmp_path / "out"
    final.mkdir()
    (final / "thesis.txt").write_text("mine")
    (problem,) = refused(final)
    assert problem.code == "output-in-the-way"
    assert "thesis.txt" in problem.says
    assert (final / "thesis.txt").read_text() == "mine"


@pytest.mark.parametrize("stranger", ["notes.txt", "sub/notes.txt", ".hidden"])
def test_a_built_folder_with_a_users_file_in_it_is_refused(tmp_path, stranger):
    final = tmp_path / "out"
    build(final, "first", "deck.pdf", "sub/more.pdf")
    (final / stranger).write_text("mine")
    (problem,) = refused(final)
    assert stranger in problem.says
    assert "deck.pdf" not in problem.says
    assert (final / stranger).read_text() == "mine"


def test_a_manifest_of_something_else_does_not_make_a_folder_ours(tmp_path):
    final = tmp_path / "out"
    final.mkdir()
    (final / "manifest.json").write_text('{"name": "a web page", "icons": []}')
    (problem,) = refused(final)
    assert "manifest.json" in problem.says


def test_a_users_file_that_comes_while_building_is_kept(tmp_path):
    final = tmp_path / "out"
    build(final, "first")
    with pytest.raises(Refused):
        build_and(final, lambda: (final / "notes.txt").write_text("mine"))
    assert (final / "notes.txt").read_text() == "mine"
    assert (final / "deck.pdf").read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_what_file_managers_leave_is_nobodys_work(tmp_path):
    final = tmp_path / "out"
    build(final, "first")
    (final / ".DS_Store").write_text("x")
    build(final, "second")
    assert (final / "deck.pdf").read_text() == "second"


def test_left_overs_of_dead_runs_go_and_those_of_living_ones_stay(tmp_path):
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    gone = tmp_path / f".out.tmp-{dead.pid}-abcd"
    stays = tmp_path / f".out.tmp-{os.getppid()}-abcd"
    other = tmp_path / f".other.tmp-{dead.pid}-abcd"
    mine = tmp_path / ".out.tmp-notes"
    for path in (gone, stays, other, mine):
        path.mkdir()
        (path / "x").write_text("x")
    build(tmp_path / "out", "first")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"out", stays.name, other.name, mine.name}


def test_an_old_folder_left_by_a_kill_comes_back(tmp_path):
    final, old = tmp_path / "out", tmp_path / ".out.old"
    build(final, "first")
    final.rename(old)
    with pytest.raises(ValueError, match="no"), output_folder(final):
        raise ValueError("no")
    assert (final / "deck.pdf").read_text() == "first"
    assert not old.exists()


def test_an_old_folder_beside_a_new_one_is_dropped(tmp_path):
    final, old = tmp_path / "out", tmp_path / ".out.old"
    build(final, "first")
    final.rename(old)
    build(tmp_path / "x", "second")
    (tmp_path / "x").rename(final)
    build(final, "third")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_where_the_disk_says_no_there_is_a_problem(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    (problem,) = refused(tmp_path / "file" / "out")
    assert problem.code == "not-written"

    def full(_fresh, _final):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(room, "_put_in_place", full)
    problems = Problems()
    with pytest.raises(Refused), output_folder(tmp_path / "out", problems) as fresh:
        fill(fresh, "first")
    assert [p.code for p in problems] == ["not-written"]
    assert "No space left" in next(iter(problems)).says
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_this_system_swaps_in_one_step(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / name).write_text("")
    if exchange(tmp_path / "a", tmp_path / "b"):
        assert (tmp_path / "a" / "b").exists()
        assert (tmp_path / "b" / "a").exists()
        with pytest.raises(OSError, match="No such file"):
            exchange(tmp_path / "a", tmp_path / "none")
    else:
        assert sys.platform not in ("linux", "darwin")


KILLED = """
import os, signal, sys
from pathlib import Path
from generator.problems import Problems
from generator.write import folder as room
from generator.write.manifest import FileEntry, Manifest, write_manifest

base, way = Path(sys.argv[1]), sys.argv[2]
final = base / "out"
if way == "two steps":
    room.exchange = lambda one, other: False

def build(words):
    with room.output_folder(final, Problems()) as fresh:
        names = ["a.pdf", "b.pdf", f"{words}.pdf"]
        for name in names:
            (fresh / name).write_text(words)
        entries = [FileEntry(name, "deck", 1, 1, {}, "0" * 64) for name in names]
        write_manifest(fresh, Manifest("g", words, "t", [], {}, "0" * 64, entries))

def holds():
    # the words of a whole folder, None where there is none, "broken" for anything else
    if not final.exists():
        return None
    found = {path.name: path.read_text() for path in final.iterdir() if path.suffix == ".pdf"}
    words = found.get("a.pdf", "")
    whole = (final / "manifest.json").is_file() and list(found.values()) == [words] * 3
    return words if whole and f"{words}.pdf" in found else "broken"

seen, moment = set(), 0
while True:
    moment += 1
    build("old")
    child = os.fork()
    if child == 0:
        count = 0
        def hook(event, args):
            global count
            count += 1
            if count == moment:
                os.kill(os.getpid(), signal.SIGKILL)
        sys.addaudithook(hook)
        build("new")
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    state = holds()
    if way == "two steps" and state is None:
        assert (base / ".out.old").exists(), moment
        room._tidy(final)
        state = holds()
        seen.add("between")
    assert state in ("old", "new"), (moment, state)
    seen.add(state)
    build("next")
    assert holds() == "next", moment
    assert [path.name for path in base.iterdir()] == ["out"], (moment, list(base.iterdir()))
    if status == 0:
        break
print(moment, *sorted(seen))
"""


@pytest.mark.parametrize("way", ["one step", "two steps"])
def test_a_kill_at_any_moment_leaves_one_whole_folder(tmp_path, way):
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), way],
        capture_output=True,
        text=True,
        cwd=CODE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    moments, *seen = done.stdout.split()
    assert int(moments) > 40
    assert {"old", "new"} <= set(seen)
    assert ("between" in seen) is (way == "two steps")

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.model.printer import Printer
from generator.problems import Problems
from generator.write.manifest import FileEntry, Manifest, read_manifest, write_manifest

SHA = "0123456789abcdef" * 4
MADE = Manifest(
    game="zażółć",
    version="1.0",
    target="home-a4",
    edition=["office-safe"],
    options={"only": ["deck"], "bleed": None, "card": "poker-metric", "guides": "knife"},
    data=SHA,
    files=[
        FileEntry("deck.pdf", "deck", 12, 52, {"deck": 52}, SHA),
        FileEntry("a/b.pdf", "b", 1, 0, {}, SHA),
    ],
)


def faults(folder, text):
    data = text if isinstance(text, bytes) else text.encode()
    (folder / "manifest.json").write_bytes(data)
    problems = Problems()
    assert read_manifest(folder, problems) is None
    assert {p.code for p in problems} == {"manifest-broken"}
    assert {p.where.file for p in problems} == {str(folder / "manifest.json")}
    return list(problems)


def changed(**more):
    plain = json.loads(TEXT)
    for key, value in more.items():
        if value is ...:
            del plain[key]
        else:
            plain[key] = value
    return json.dumps(plain)


TEXT = json.dumps(
    {
        "game": "g",
        "version": "1",
        "target": "t",
        "edition": [],
        "options": {},
        "printer": {"dx": 0.0, "dy": 0.0, "rotation": 0.0, "scale": 0.0},
        "data": SHA,
        "files": [
            {
                "path": "a.pdf",
                "component": "a",
                "pages": 2,
                "cards": 9,
                "counts": {"a": 9},
                "sha256": SHA,
            }
        ],
    }
)


def test_what_is_written_is_read(tmp_path):
    write_manifest(tmp_path, MADE)
    problems = Problems()
    assert read_manifest(tmp_path, problems) == MADE
    assert not len(problems)
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]
    plain = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    assert list(plain) == [
        *("game", "version", "target", "edition", "options", "printer", "data", "files")
    ]
    assert plain["printer"] == {"dx": 0.0, "dy": 0.0, "rotation": 0.0, "scale": 0.0}
    assert MADE.printer == Printer()
    assert "zażółć" in (tmp_path / "manifest.json").read_text(encoding="utf-8")


def test_equal_manifests_are_equal_bytes(tmp_path):
    write_manifest(tmp_path, MADE)
    first = (tmp_path / "manifest.json").read_bytes()
    write_manifest(tmp_path, MADE)
    assert (tmp_path / "manifest.json").read_bytes() == first


def test_a_failed_write_leaves_the_old_one(tmp_path, monkeypatch):
    import os

    write_manifest(tmp_path, MADE)
    before = (tmp_path / "manifest.json").read_bytes()

    def full(_handle):
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        write_manifest(tmp_path, MADE)
    assert (tmp_path / "manifest.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


def test_none_is_a_problem_that_says_what_to_do(tmp_path):
    problems = Problems()
    assert read_manifest(tmp_path, problems) is None
    (problem,) = problems
    assert problem.code == "manifest-missing"
    assert problem.where.file == str(tmp_path / "manifest.json")
    assert "build" in problem.fix


def test_a_folder_in_its_place_is_a_problem(tmp_path):
    (tmp_path / "manifest.json").mkdir()
    problems = Problems()
    assert read_manifest(tmp_path, problems) is None
    assert [p.code for p in problems] == ["manifest-broken"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is no JSON"),
        ('{\n"game": "g",\n oops}', "is no JSON"),
        (b"\xff\xfe{}", "not UTF-8"),
        ("[]", "is no mapping"),
        ("null", "is no mapping"),
        ('{"game": "a", "game": "b"}', "stands twice"),
        ('{"game": NaN}', "NaN is no JSON"),
        ("[" * 200_000, "nested too deeply"),
        (" " * (16 * 2**20 + 1), "longer than 16 MiB"),
        ("{}", "has no 'game'"),
        (changed(game=...), "has no 'game'"),
        (changed(game=""), "'game' must be"),
        (changed(version=1.0), "'version' must be"),
        (changed(edition="office"), "'edition' must be"),
        (changed(edition=[1]), "'edition' must be"),
        (changed(options=[]), "'options' must be"),
        (changed(printer={"dx": 0}), "'printer' must be"),
        (changed(data=7), "'data' must be"),
        (changed(files={}), "'files' must be"),
        (changed(files=["a.pdf"]), "is no mapping"),
        (changed(colour="red"), "'colour' is no key"),
    ],
)
def test_what_is_no_manifest_is_a_problem(tmp_path, text, says):
    assert any(says in problem.says for problem in faults(tmp_path, text))


def test_a_fault_of_json_names_its_line(tmp_path):
    (problem,) = faults(tmp_path, '{\n"game": "g",\n oops}')
    assert problem.where.line == 3


def test_all_faults_come_at_once(tmp_path):
    found = faults(tmp_path, changed(game=..., version=3, extra=1))
    assert sorted(problem.where.field for problem in found) == ["extra", "game", "version"]


@pytest.mark.parametrize(
    "path",
    ["", ".", "..", "/etc/passwd", "../x.pdf", "a/../../x", "C:\\x", "C:x", "a\0b", "a//b", "./a"],
)
def test_a_path_out_of_the_folder_is_a_problem(tmp_path, path):
    entry = {
        "path": path,
        "component": "a",
        "pages": 1,
        "cards": 1,
        "counts": {"a": 1},
        "sha256": SHA,
    }
    (problem,) = faults(tmp_path, changed(files=[entry]))
    assert problem.where.field == "files[0].path"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pages", -1),
        ("pages", "2"),
        ("cards", True),
        ("cards", 1.5),
        ("counts", {"a": "1"}),
        ("counts", [1]),
        ("sha256", "ab"),
    ],
)
def test_entries_are_checked_by_type(tmp_path, key, value):
    entry = {
        "path": "a",
        "component": "a",
        "pages": 1,
        "cards": 1,
        "counts": {"a": 1},
        "sha256": SHA,
        key: value,
    }
    (problem,) = faults(tmp_path, changed(files=[entry]))
    assert problem.where.field == f"files[0].{key}"


def test_one_path_listed_twice_is_a_problem(tmp_path):
    entry = {
        "path": "a",
        "component": "a",
        "pages": 1,
        "cards": 1,
        "counts": {"a": 1},
        "sha256": SHA,
    }
    (problem,) = faults(tmp_path, changed(files=[entry, entry]))
    assert "lists a 2 times" in problem.says


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from([*json.loads(TEXT), "else"]), json_values, max_size=3))
def test_any_json_gives_a_manifest_or_problems(tmp_path_factory, plain):
    folder = tmp_path_factory.mktemp("m")
    (folder / "manifest.json").write_text(json.dumps({**json.loads(TEXT), **plain}))
    problems = Problems()
    found = read_manifest(folder, problems)
    assert (found is None) is bool(len(problems))

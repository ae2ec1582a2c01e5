from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.load.printers import load_printer, load_printers, printers_file
from generator.model.printer import LIMITS, Printer
from generator.problems import Problems, Refused
from generator.write.printers import write_printers


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {}, "home/.config"),
        ("linux", {"XDG_CONFIG_HOME": "/etc/own"}, "/etc/own"),
        ("linux", {"XDG_CONFIG_HOME": "own"}, "home/.config"),
        ("linux", {"XDG_CONFIG_HOME": ""}, "home/.config"),
        ("darwin", {"XDG_CONFIG_HOME": "/etc/own"}, "home/Library/Application Support"),
        ("win32", {}, "home/AppData/Roaming"),
        ("win32", {"APPDATA": "/roam"}, "/roam"),
    ],
)
def test_each_system_has_its_place(platform: str, environment: dict[str, str], place: str) -> None:
    found = printers_file(environment, platform, Path("home"))
    assert found == Path(place) / "cardwright" / "printers.yaml"


values = st.fixed_dictionaries(
    {key: st.floats(-most, most).map(lambda v: round(v, 6)) for key, most in LIMITS.items()}
)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.from_regex(r"\A[A-Za-z0-9][A-Za-z0-9_.-]{0,20}\Z"), values, max_size=4))
def test_what_is_saved_is_read_back(tmp_path_factory: pytest.TempPathFactory, made: object) -> None:
    path = tmp_path_factory.mktemp("home") / "deep" / "printers.yaml"
    printers = {name: Printer(**each) for name, each in made.items()}  # type: ignore[attr-defined]
    write_printers(path, printers)
    problems = Problems()
    assert load_printers(path, problems) == printers
    assert not len(problems)
    assert [p.name for p in path.parent.iterdir()] == ["printers.yaml"]


def test_no_file_is_no_printer(tmp_path: Path) -> None:
    problems = Problems()
    assert load_printers(tmp_path / "printers.yaml", problems) == {}
    assert load_printer(tmp_path / "printers.yaml", "laser", problems) is None
    (problem,) = problems
    assert problem.code == "printer-unknown"
    assert "none is saved yet" in problem.fix


def test_an_unknown_printer_is_told_with_its_near_miss(tmp_path: Path) -> None:
    path, problems = tmp_path / "printers.yaml", Problems()
    write_printers(path, {"office-laser": Printer(0.3), "ink": Printer()})
    assert load_printer(path, "office-laser", problems) == Printer(0.3)
    assert load_printer(path, "ofice-laser", problems) is None
    (problem,) = problems
    assert "office-laser" in problem.fix


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("laser: {dx: 1e3}\n", "field-value"),
        ("laser: {dx: 30}\n", "printer-value"),
        ("laser: {rotation: -9}\n", "printer-value"),
        ("laser: {dz: 1}\n", "field-unknown"),
        ("la/ser: {dx: 1}\n", "printer-value"),
        ("- laser\n", "field-value"),
        ("laser: {dx: 1\n", "yaml-syntax"),
    ],
)
def test_faults_are_located(tmp_path: Path, text: str, code: str) -> None:
    path, problems = tmp_path / "printers.yaml", Problems()
    path.write_text(text)
    assert load_printers(path, problems) is None
    assert {p.code for p in problems} == {code}
    assert all(p.where.file == str(path) for p in problems)


def test_a_disk_that_says_no_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Refused) as refused:
        write_printers(tmp_path / "file" / "printers.yaml", {})
    assert refused.value.problems[0].code == "not-written"

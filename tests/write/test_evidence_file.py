"""Runs to `evidence.yaml` and back, and into a page of notes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.load.evidence import load_evidence, read_evidence
from generator.load.find import GamePlace, Workspace
from generator.model.evidence import Evidence, Finding, Length, Reach, Row, Run, read_table, table
from generator.problems import Problems
from generator.write.evidence import evidence_text, with_figures, write_text


def row(setup: str, policy: str, share: float, **more: Any) -> Row:
    first = (share, share - 0.5, share + 0.5)
    length = Length(mean=17.25, sd=6.1, p95=29)
    return Row(
        setup=setup, policy=policy, games=100, first=first, seats=(first,), length=length, **more
    )


def run(edition: tuple[str, ...] = (), given: str = "1e5") -> Run:
    rows = [row("a, b", "best", 60.125), row("b, a", "best", 0.0123), row("a, b", "x,y", 40)]
    total = row(
        "all", "best", 56.0, parts={"a": (50, 49, 51)}, choices={"attack 1": 2.5},
        tracks={"hp": Reach(low={-1: 0.5, 0: 99.5}, high={10: 100})},
        events={"null": (1.5, 1, 2)}, times={"null": 0.031}, rare={"card": 0.25}, undecided=3,
    )  # fmt: skip
    study = Finding(
        id="pairs", title='Each "pair": one', total=(total, row("all", "x,y", 40)), rows=table(rows)
    )
    return Run(
        edition=edition, games=100, seed=-2, given=given, rules="f", sources="0", studies=(study,)
    )


EVIDENCE = Evidence(runs=(run(), run(("fair", "fast"))))


def workspace_with(folder: Path, text: str) -> Workspace:
    place = folder / "card_data" / "toy"
    place.mkdir(parents=True)
    (place / "evidence.yaml").write_text(text, "utf-8")
    return Workspace(folder)


def test_a_file_is_read_back_as_it_was(tmp_path: Path) -> None:
    here, problems = workspace_with(tmp_path, evidence_text("toy", EVIDENCE)), Problems()
    assert read_evidence(here, tmp_path, "toy", problems) == EVIDENCE
    place = GamePlace("toy", tmp_path / "card_data" / "toy", False)
    assert load_evidence(here, place, problems) == EVIDENCE
    assert list(problems) == []


def test_rows_are_read_back_as_they_were() -> None:
    rows = read_table(EVIDENCE.runs[0].studies[0].rows)
    assert [r.first[0] for r in rows] == [60.125, 0.012, 40]
    assert table(rows) == EVIDENCE.runs[0].studies[0].rows
    hostile = row("a | b", "best", 1)
    assert read_table(table([hostile]))[0].setup == "a / b"
    assert read_table("") == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("runs: 3", "field-value"),
        ("runs: [{edition: []}]", "field-missing"),
        ("runs: [", "yaml-syntax"),
        ("won: 3", "field-unknown"),
    ],
)
def test_a_faulty_file_is_a_located_problem(tmp_path: Path, text: str, code: str) -> None:
    here, problems = workspace_with(tmp_path, text), Problems()
    assert read_evidence(here, tmp_path, "toy", problems).runs == ()
    assert code in [p.code for p in problems]
    assert {p.where.file for p in problems} == {"card_data/toy/evidence.yaml"}
    assert all(p.where.line == 1 for p in problems)


def test_reaches_without_a_value_are_located_problems(tmp_path: Path) -> None:
    text = "runs:\n- studies:\n  - total:\n    - tracks:\n        hp: {low: {}, high: {1: 100}}\n"
    here, problems = workspace_with(tmp_path, text), Problems()
    assert read_evidence(here, tmp_path, "toy", problems).runs == ()
    (found,) = [p for p in problems if p.code != "field-missing"]
    assert found.where.line == 5
    assert found.where.field == "runs[0].studies[0].total[0].tracks.hp"
    assert "'low' holds no value" in found.says


def test_a_link_that_leaves_the_workspace_is_not_read(tmp_path: Path) -> None:
    here = workspace_with(tmp_path / "in", "")
    file = tmp_path / "in" / "card_data" / "toy" / "evidence.yaml"
    file.unlink()
    (tmp_path / "out.yaml").write_text("runs: []", "utf-8")
    file.symlink_to(tmp_path / "out.yaml")
    problems = Problems()
    read_evidence(here, tmp_path / "in", "toy", problems)
    assert [p.code for p in problems] == ["file-unsafe"]


def test_no_file_is_no_evidence(tmp_path: Path) -> None:
    problems = Problems()
    assert read_evidence(Workspace(tmp_path), tmp_path, "toy", problems) == Evidence()
    assert list(problems) == []


def test_figures_by_path() -> None:
    told = {
        "pairs/all/best/first": "56.0 %",
        "pairs/all/best/first?": "56.0 % (55.5 to 56.5)",
        "fair,fast:pairs/all/best/seats/0": "56.0 %",
        "pairs/a, b/best/first": "60.1 %",
        "pairs/b, a/best/first": "0.012 %",
        "pairs/all/best/parts/a": "50.0 %",
        "pairs/all/best/choices/attack 1": "2.5 %",
        "pairs/all/best/times/null": "0.031",
        "pairs/all/best/rare/card": "0.25 %",
        "pairs/all/best/length": "17.2",
        "pairs/all/best/length/p95": "29",
        "pairs/all/best/games": "100",
        "pairs/all/best/tracks/hp": "-1 to 10",
        "pairs/all/x,y/first": "40.0 %",
    }
    assert {path: EVIDENCE.text(path) for path in told} == told


@pytest.mark.parametrize(
    "path",
    [
        "", "pairs", "pairs/all/best", "pairs/all/best/first/3", "pairs/all/best/parts/z",
        "pairs/all/none/first", "pairs/z/best/first", "other/all/best/first", "pairs/all/best/what",
        "slow:pairs/all/best/first", "pairs/all/best/parts", "pairs/all/best/policy",
        "pairs/all/best/first/x", "pairs/all/best/length/plain",
    ],
)  # fmt: skip
def test_what_no_path_leads_to(path: str) -> None:
    with pytest.raises(KeyError):
        EVIDENCE.text(path)


def test_a_broken_table_of_rows_is_a_key_error() -> None:
    study = run().studies[0].but(**{"rows": "setup | games\na | many"})
    broken = Evidence(runs=(run().but(**{"studies": (study,)}),))
    with pytest.raises(KeyError, match="cannot be read"):
        broken.text("pairs/a/best/first")


PAGE = """# Notes
It wins <!-- evidence pairs/all/best/first? -->much<!-- /evidence --> of <!-- evidence \
pairs/all/best/games --><!-- /evidence --> games.
<!-- evidence table pairs/*/*/first -->
old
<!-- /evidence -->
"""

FRESH = """# Notes
It wins <!-- evidence pairs/all/best/first? -->56.0 % (55.5 to 56.5)<!-- /evidence --> of \
<!-- evidence pairs/all/best/games -->100<!-- /evidence --> games.
<!-- evidence table pairs/*/*/first -->
| | best | x,y |
|---|---:|---:|
| a, b | 60.1 % | 40.0 % |
| b, a | 0.012 % |  |
<!-- /evidence -->
"""


def test_notes_are_brought_up_to_date() -> None:
    problems = Problems()
    assert with_figures(PAGE, EVIDENCE, "NOTES.md", problems) == FRESH
    assert with_figures(FRESH, EVIDENCE, "NOTES.md", problems) == FRESH
    assert list(problems) == []


def test_a_table_of_parts_by_policy() -> None:
    page = "<!-- evidence table pairs/all/*/parts/* -->\n<!-- /evidence -->"
    fresh = with_figures(page, EVIDENCE, "NOTES.md", Problems())
    assert "| | a |\n|---|---:|\n| best | 50.0 % |\n| x,y |  |\n" in fresh


@pytest.mark.parametrize(
    "path",
    [
        "pairs/all/best/what",
        "table pairs/all/*/first",
        "table */*/best/first",
        "table x/*/*/first",
        "table pairs/*/*",
        "table pairs/all/*/first/*/*",
        "pairs",
        "",
    ],
)
def test_figures_that_are_not_there_stay_as_they_stand(path: str) -> None:
    page, problems = f"One\n<!-- evidence {path} -->7<!-- /evidence -->\n", Problems()
    assert with_figures(page, EVIDENCE, "NOTES.md", problems) == page
    (problem,) = problems
    assert problem.code == "evidence-figure"
    assert problem.where.line == 2


def test_what_never_happened_is_told_so() -> None:
    page = "<!-- evidence table pairs/all/*/events/* -->\n<!-- /evidence -->"
    fresh = with_figures(page, EVIDENCE, "NOTES.md", Problems())
    assert "| | null |\n|---|---:|\n| best | 1.5 % |\n| x,y | never |\n" in fresh


def test_a_mark_that_is_not_closed_takes_nothing_with_it() -> None:
    path = "pairs/all/best/games"
    page = f"<!-- evidence {path} -->7\nProse.\n<!-- evidence {path} -->8<!-- /evidence -->\n"
    problems = Problems()
    fresh = with_figures(page, EVIDENCE, "NOTES.md", problems)
    assert fresh == page.replace("8<", "100<")
    assert [(p.code, p.where.line) for p in problems] == [("evidence-figure", 1)]


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new" / "evidence.yaml"
    write_text(path, "one\n")
    assert path.read_text("utf-8") == "one\n"

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="full"):
        write_text(path, "two\n")
    assert path.read_text("utf-8") == "one\n"
    assert [p.name for p in path.parent.iterdir()] == ["evidence.yaml"]

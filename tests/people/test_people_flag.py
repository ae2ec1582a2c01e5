"""`cardwright build GAME --people TABLE`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from firm import Firm
from typer.testing import CliRunner

from generator.cli.app import app


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, firm: Firm) -> None:
    monkeypatch.chdir(firm.root)
    monkeypatch.setattr("generator.cli.terminal._limit_memory", lambda: None)
    firm.lists("ann,Ann,Boss,red,fox*2", "bob,Bob,Clerk,blue,")


def call(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["build", *words], catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


def test_a_run_and_the_same_again(firm: Firm) -> None:
    code, said, _ = call("firm", "--people", "staff.csv")
    assert code == 0
    assert "output/firm/home-a4+people-staff:" in said
    assert "2 people: 2 made (5 cards, 2 files); " in said
    assert (firm.root / "output/firm/home-a4+people-staff/bob/deck.pdf").is_file()
    code, said, _ = call("--people", "staff.csv", "--workers", "1")
    assert (code, "0 made (0 cards, 0 files), 2 as before" in said) == (0, True)
    firm.lists("ann,Ann,Boss,red,fox*2")
    assert "not in the table: bob" in call("firm", "--people", "staff.csv")[1]


def test_who_cannot_be_printed_fails_the_command(firm: Firm) -> None:
    firm.lists("ann,Ann,Boss,red,", "bob,\u6f22,Clerk,blue,")
    code, said, told = call("firm", "--people", "staff.csv")
    assert code == 1
    assert "1 made" in said
    assert "1 could not be made" in said
    assert "bob fox" in told
    assert "[glyph-missing]" in told


def test_tables_of_the_longest_names(firm: Firm) -> None:
    made = []
    for last in "ab":
        table = firm.table.rename(firm.root / ("\u00e9" * 120 + f"{last}.csv"))
        code, said, told = call("firm", "--people", table.name, "--only", "deck")
        assert code == 0, told
        made.append(said.splitlines()[0])
        table.rename(firm.table)
    assert made[0] != made[1]


def test_a_faulty_table(firm: Firm) -> None:
    firm.lists("ann,Ann,,red,", "bob,Bob,Clerk,green,")
    code, _, told = call("firm", "--people", "staff.csv")
    assert code == 1
    assert "staff.csv:2: ann.role: error: column 3 (C)" in told
    assert "staff.csv:3: bob.colour: error: column 4 (D)" in told
    assert not (firm.root / "output").exists()


def test_json(firm: Firm) -> None:
    code, said, _ = call("firm", "--people", "staff.csv", "--json")
    plain = json.loads(said)
    assert code == 0
    assert [(one["id"], one["state"], one["cards"]) for one in plain["people"]] == [
        ("ann", "made", 2),
        ("bob", "made", 3),
    ]
    assert Path(plain["folder"]).is_dir()


def test_calls_that_cannot_be(firm: Firm) -> None:
    assert call("firm", "--people", "none.csv")[0] == 2
    assert call("firm", "--workers", "2")[0] == 2
    (firm.root / "card_data" / "other").mkdir()
    (firm.root / "card_data" / "other" / "game.yaml").write_text("id: other\n")
    code, _, told = call("--people", "staff.csv")
    assert (code, "prints one game; name it" in told) == (2, True)


def test_a_sheet_of_a_workbook(firm: Firm) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["nothing"])
    sheet = book.create_sheet("Staff")
    sheet.append(["name", "role"])
    sheet.append(["Cy", "Chef"])
    book.save(firm.root / "firm.xlsx")
    assert "1 people: 1 made" in call("firm", "--people", "firm.xlsx#Staff")[1]


def test_an_interruption_says_how_to_go_on(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: object, **_: object) -> None:
        tell = given[5]
        assert callable(tell)
        tell("people", 1, 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("generator.people.build_people", stopped)
    code, _, told = call("firm", "--people", "staff.csv")
    assert code == 130
    assert "stopped after 1 of 2 people; the same call goes on" in told

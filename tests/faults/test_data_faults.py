"""FAULTS rows about tables, YAML and names: each with the right value."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pytest
from pages import texts
from small_game import Small

BOM = b"\xef\xbb\xbf"


@pytest.fixture
def table(tmp_path: Path) -> Small:
    return Small(tmp_path, cards="cards.csv")


def printed(small: Small) -> str:
    """All words of the deck as printed."""
    return " ".join(texts(small.build().folder / "deck.pdf")[::2])


def cards(small: Small) -> int:
    return next(file.cards for file in small.build().manifest.files if file.component == "deck")


def test_a_byte_order_mark_is_no_part_of_the_header(table: Small) -> None:
    table.write("cards.csv", BOM + b"title,qty\nAbc,2\n")
    assert [p for p in table.check() if p.level != "note"] == []
    assert cards(table) == 2
    assert printed(table).count("Abc") == 2


def test_a_byte_order_mark_in_yaml_and_templates(small: Small) -> None:
    small.write("cards.yaml", BOM + b"- {id: one, title: Abc}\n")
    small.write("templates/card.xml", BOM + (small.folder / "templates/card.xml").read_bytes())
    assert "Abc" in printed(small)


def test_a_doubled_header_names_both_columns(table: Small) -> None:
    table.write("cards.csv", "title,words,title\nA,B,C\n")
    error = table.error()
    assert error.where.line == 1
    assert "'title' stands in column 1 (A) and column 3 (C)" in error.says


@pytest.mark.parametrize(
    "header", ["QTY", "Qty ", "Quantity", "count", " Copies", "Number of copies"]
)
def test_a_quantity_column_spelled_otherwise(table: Small, header: str) -> None:
    table.write("cards.csv", f"title,{header}\nA,3\nB,\n")
    assert cards(table) == 4


def test_a_column_that_is_nearly_the_quantity_is_told(table: Small) -> None:
    table.write("cards.csv", "title,Quantiy\nA,3\n")
    (warning,) = [p for p in table.check() if p.level == "warning"]
    assert warning.code == "table-quantity"
    assert "quantity" in warning.fix
    assert not [p for p in table.check(strict=True) if p.level == "error"]


def test_zero_empty_and_short_rows(tmp_path: Path) -> None:
    fields = (
        "      cost: {type: int, required: false}\n      effect: {type: text, required: false}\n"
    )
    small = Small(tmp_path, cards="cards.csv", fields=fields)
    small.face(
        '<text box="6 6 r6 9" style="title">cost [{{ card.cost }}] '
        "effect [{{ card.effect }}]</text>"
    )
    small.write("cards.csv", 'name,cost,effect\nA,0,""\nx,\nB,7,go\n')
    said = printed(small)
    assert "cost [0] effect []" in said
    assert "cost [] effect []" in said
    assert "cost [7] effect [go]" in said
    yaml = Small(tmp_path / "yaml", fields=fields)
    yaml.write("templates/card.xml", (small.folder / "templates/card.xml").read_bytes())
    yaml.write("cards.yaml", '- {id: a, cost: 0, effect: ""}\n- {id: b, cost: }\n')
    said = printed(yaml)
    assert "cost [0] effect []" in said
    assert "cost [] effect []" in said


def test_names_that_make_bad_or_equal_ids(table: Small) -> None:
    table.write("cards.csv", "name,title\n ,One\n ,Two\nA/B:C?,Three\nA/B:C?,Four\n../x,Five\n")
    built = table.build()
    said = " ".join(texts(built.folder / "deck.pdf"))
    assert all(word in said for word in ("One", "Two", "Three", "Four", "Five"))
    listed = {entry.path for entry in built.manifest.files} | {"manifest.json"}
    assert {path.name for path in built.folder.iterdir()} == listed


def test_spreadsheet_numbers_formulas_and_empty_rows(tmp_path: Path) -> None:
    fields = (
        "      cost: {type: int, required: false}\n      title: {type: text, required: false}\n"
    )
    small = Small(tmp_path, cards="cards.xlsx", fields=fields)
    small.face('<text box="6 6 r6 9" style="title">{{ card.title }} [{{ card.cost }}]</text>')

    def save(*rows: tuple[object, ...]) -> None:
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        out = io.BytesIO()
        book.save(out)
        small.write("cards.xlsx", out.getvalue())

    header = ("title", "cost", "qty")
    save(header, ("One", 1.0, 2.0), (1.0, 3, None), (None, None, None), ("", None, None))
    assert cards(small) == 3
    said = printed(small)
    assert said.count("One [1]") == 2
    assert "1 [3]" in said
    save(header, ("One", "=1+1", 1))
    error = small.error()
    assert (error.code, error.where.line) == ("table-cell", 2)
    assert "column 2 (B) holds the formula =1+1 without a stored value" in error.says
    assert "save it" in error.fix


def test_yaml_that_means_something_else_is_text_as_typed(small: Small) -> None:
    typed = [
        "NO",
        "on",
        "007",
        "12:30",
        "1.10",
        "2024-01-02",
        "null-ish",
        "~5",
        "1e3",
        "0x1F",
        "yes",
    ]
    rows = "".join(f"- {{id: c{i}, title: {word}}}\n" for i, word in enumerate(typed))
    small.write("cards.yaml", rows)
    said = printed(small)
    for word in typed:
        assert f" {word} " in f" {said} ", word


def test_a_field_called_on(tmp_path: Path) -> None:
    small = Small(tmp_path, fields="      on: {type: text}\n      no: {type: text}\n")
    small.face('<text box="6 6 r6 9" style="title">{{ card.on }} {{ card.no }}</text>')
    small.write("cards.yaml", "- id: one\n  on: x\n  no: NO\n")
    assert "x NO" in printed(small)


@pytest.mark.parametrize(
    ("text", "line", "code", "says", "fix"),
    [
        ("- id: one\n  title: #5\n", 2, "yaml-comment-only", "#5", 'title: "#5"'),
        ("- id: one\n  title: A\n  title: B\n", 3, "yaml-double", "line 2", ""),
        ("- id: one\n\ttitle: A\n", 2, "file-character", "a tab", "spaces"),
        ("- id: one\n  title: Draw 2: discard\n", 2, "yaml-syntax", "", '"Draw 2: discard"'),
        ("- id: one\n  title: @home\n", 2, "yaml-syntax", "", '"@home"'),
        ("- id: one\n  title: {0} more\n", 2, "yaml-syntax", "", '"{0} more"'),
    ],
)
def test_yaml_that_needs_quotes_says_which(
    small: Small, text: str, line: int, code: str, says: str, fix: str
) -> None:
    small.write("cards.yaml", text)
    error = small.errors()[0]
    assert (error.code, error.where.line) == (code, line), str(error)
    assert error.where.file == "card_data/small/cards.yaml"
    assert says in error.says
    assert fix in error.fix
    assert error.where.card == "one"


def test_a_field_named_like_a_method(tmp_path: Path) -> None:
    names = ("items", "keys", "copy", "values", "count", "format", "title")
    fields = "".join(f"      {name}: {{type: text}}\n" for name in names if name != "count")
    small = Small(tmp_path, fields=fields)
    used = " ".join(f"{{{{ card.{name} }}}}" for name in names if name != "count")
    small.face(f'<text box="6 6 r6 20" style="words">{used}</text>')
    row = ", ".join(f"{name}: my-{name}" for name in names if name != "count")
    small.write("cards.yaml", f"- {{id: one, {row}}}\n")
    assert "my-items my-keys my-copy my-values my-format my-title" in printed(small)


def test_an_undefined_name_has_line_and_card(small: Small) -> None:
    small.write(
        "templates/card.xml",
        '<card>\n\n<text box="6 6 r6 9" style="title">{{ card.tilte }}</text></card>',
    )
    first = small.errors()[0]
    assert (first.code, first.where.line, first.where.card) == ("template-undefined", 3, "one")
    assert first.where.file == "card_data/small/templates/card.xml"
    assert "tilte" in first.says
    assert "title" in first.fix


def overlay(small: Small, replace: str) -> None:
    small.write("overlays/office.yaml", f"id: office\nbase: small\nreplace:\n{replace}")


def test_an_overlay_replaces_what_it_says_and_nothing_else(small: Small) -> None:
    overlay(small, "  cards.yaml: {one: {title: Another One}}\n")
    built = small.build(edition=("office",))
    said = " ".join(texts(built.folder / "deck.pdf"))
    assert "Another One" in said
    assert "The Two" in said  # what has no entry stays as it was
    assert "The One" not in said
    assert built.manifest.edition == ["office"]


@pytest.mark.parametrize(
    ("replace", "says"),
    [
        ("  cards.yaml: {gone: {title: X}}\n", "cards.yaml has no 'gone'"),
        ("  gone.yaml: {a: b}\n", "the game reads no file 'gone.yaml'"),
        ("  styles: {palette: {pink: '#FFC0CB'}}\n", "styles has no 'pink' here"),
    ],
)
def test_a_stale_entry_of_an_overlay_is_refused(small: Small, replace: str, says: str) -> None:
    overlay(small, replace)
    error = small.error(edition=("office",))
    assert error.code == "overlay-stale"
    assert error.where.file == "card_data/small/overlays/office.yaml"
    assert error.where.line == 4
    assert says in error.says


def test_a_missing_overlay_is_refused(small: Small) -> None:
    overlay(small, "  cards.yaml: {one: {title: X}}\n")
    error = small.error(edition=("ofice",))
    assert error.code == "file-missing"
    assert "office" in error.fix

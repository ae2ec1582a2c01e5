"""Card tables: separators, headers, quantities, spreadsheets, and what breaks them."""

from __future__ import annotations

import datetime
import io
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.load.columns import QUANTITY
from generator.load.tables import read_table
from generator.load.workbook import as_text
from generator.problems import Problems


def table(kit, data: str | bytes, name: str = "cards.csv") -> None:
    kit.edit("game.yaml", "cards: cards.yaml", f"cards: {name}")
    kit.write(name, data)


def rows(kit) -> list[tuple[Any, ...]]:
    return [
        (c.id, c.name, c.count, c.fields["text"], c.fields["cost"], c.where.line)
        for c in kit.good().components["deck"].cards
    ]


def workbook(cells: list[list[Any]], *more: list[list[Any]]) -> bytes:
    book = openpyxl.Workbook()
    for i, sheet in enumerate((cells, *more)):
        page = book.active if not i else book.create_sheet()
        for row in sheet:
            page.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separators_are_found_out(kit, separator: str) -> None:
    table(
        kit,
        'name,qty,text\nImp,2,"a, b; c|d"\nElf,,x\n'.replace(",", separator, 2)
        .replace("Imp,2,", f"Imp{separator}2{separator}")
        .replace("Elf,,", f"Elf{separator * 2}"),
    )
    assert rows(kit) == [("imp", "Imp", 2, "a, b; c|d", None, 2), ("elf", "Elf", 1, "x", None, 3)]


def test_commas_in_a_table_of_semicolons(kit) -> None:
    table(kit, "qty;name;text\n;Card 1;Text,2\n;Card,3;Text,4,5\n")
    assert [row[1] for row in rows(kit)] == ["Card 1", "Card,3"]


def test_a_byte_order_mark_is_no_part_of_the_header(kit) -> None:
    table(kit, b"\xef\xbb\xbfname,qty\nImp,3\n")
    assert rows(kit) == [("imp", "Imp", 3, None, None, 2)]


def test_doubled_headers_name_both_columns(kit) -> None:
    table(kit, "name,text,name\na,b,c\n")
    assert "1: error: the header 'name' stands in column 1 (A) and column 3 (C)" in kit.fault()


def test_headers_that_mean_the_same_name_both_columns(kit) -> None:
    table(kit, "name,TEXT,Te xt\na,b,c\n")
    assert "'TEXT' in column 2 (B) and 'Te xt' in column 3 (C) both mean 'text'" in kit.fault()
    kit.write("cards.csv", "qty,copies\n1,2\n")
    assert "'qty' in column 1 (A) and 'copies' in column 2 (B) both mean 'count'" in kit.fault()


def test_an_exact_header_wins(kit) -> None:
    table(kit, "name,TEXT,text\na,b,c\n")
    game, problems = kit.load()
    assert game.components["deck"].cards[0].fields["text"] == "c"
    assert "'TEXT' in column 2 (B) is no declared field" in str(problems[0])


@pytest.mark.parametrize(
    "header", ["count", "QTY", " Qty ", "Quantity", "copies", "Duplication", "NUMBER OF COPIES"]
)
def test_quantities_are_understood(kit, header: str) -> None:
    table(kit, f"name,{header}\nA, 3\nB,\nC,0\nD,2.0\n")
    assert [row[2] for row in rows(kit)] == [3, 1, 0, 2]


@pytest.mark.parametrize("header", ["Quantiy", "qtty", "number", "card"])
def test_a_column_that_may_be_a_quantity_is_warned_of(kit, header: str) -> None:
    table(kit, f"name,{header}\nA,3\n")
    game, problems = kit.load()
    assert game is not None
    assert len(problems) == 1
    assert str(problems[0]).startswith("card_data/demo/cards.csv:1: warning: ")
    assert all(name in problems[0].fix for name in QUANTITY)


def test_a_quantity_that_is_no_number_is_located(kit) -> None:
    table(kit, "name,qty\nA,some\n")
    assert kit.fault().startswith("card_data/demo/cards.csv:2: a.count: error: is 'some'")


def test_unknown_columns_are_warned_of_with_the_near_miss(kit) -> None:
    table(kit, "name,txt,notes,\nA,x,y,z\n")
    _, problems = kit.load()
    says = [f"{p.level}: {p.says} ({p.fix})" for p in problems if p.code == "table-column"]
    assert "'txt' in column 2 (B) is no declared field, so it is not read (write 'text')" in says[0]
    assert "'notes' in column 3 (C)" in says[1]


def test_zero_empty_short_and_long_rows(kit) -> None:
    table(kit, "name,cost,text\nA,0,\nB\nC,,,,\n\n,,\n\nD,1,x,,\n")
    assert rows(kit) == [
        ("a", "A", 1, None, 0, 2),
        ("b", "B", 1, None, None, 3),
        ("c", "C", 1, None, None, 4),
        ("d", "D", 1, "x", 1, 8),
    ]
    kit.write("cards.csv", "name,cost\nA,1,x\nB,2\nC,3,,y\n")
    first, second = kit.faults()
    assert first.startswith("card_data/demo/cards.csv:2: error: has 3 cells, the header has 2")
    assert "column 3 (C) holds 'x'" in first
    assert second.startswith("card_data/demo/cards.csv:4: error: has 4 cells")


def test_rows_know_their_line_after_cells_with_line_breaks(kit) -> None:
    table(kit, 'name,text,cost\r\nA,"x\r\ny\r\nz",1\r\nB,"p ""q""",x\r\n')
    fault = kit.fault()
    assert fault.startswith("card_data/demo/cards.csv:5: b.cost: error: is 'x'")
    kit.write("cards.csv", 'name,text,cost\r\nA,"x\r\ny",1\r\nB,"p ""q""",2\r\n')
    assert [(row[3], row[5]) for row in rows(kit)] == [("x\ny", 2), ('p "q"', 4)]


def test_blank_and_equal_names_get_legal_unlike_ids(kit) -> None:
    table(kit, 'name\n A/B:C? \nA/B:C?\n" "\nカード\n🐉\na-b-c\nÉclair\n')
    kit.write("cards.csv", 'name,text\n A/B:C? ,\nA/B:C?,\n" ",x\nカード,\n🐉,\na-b-c,\nÉclair,\n')
    assert [row[0] for row in rows(kit)] == [
        "a-b-c",
        "a-b-c-2",
        "row-4",
        "row-5",
        "row-6",
        "a-b-c-3",
        "eclair",
    ]


def test_ids_in_a_table_are_kept_and_checked(kit) -> None:
    table(kit, "id,name\nimp,Imp\n,Imp\nelf,Elf\n")
    assert [row[0] for row in rows(kit)] == ["imp", "imp-2", "elf"]
    kit.write("cards.csv", "id,name\nimp,A\nimp,B\na b,C\n")
    first, second = kit.faults()
    assert "cards.csv:3: imp: error: the id 'imp' stands here and on line 2" in first
    assert "'a b' cannot be an id" in second


def test_a_missing_required_column_is_told(kit) -> None:
    kit.edit("game.yaml", "cost: {type: int, required: false}", "cost: {type: int}")
    table(kit, "name\nA\n")
    assert "cards.csv:2: a.cost: error: the field 'cost' is missing" in kit.fault()


def test_lists_stand_in_one_cell(kit) -> None:
    kit.edit("game.yaml", "cost: {type: int, required: false}", "cost: {type: list, of: int}")
    table(kit, 'name,cost\nA,1; 2.0 ;3\nB,"4\n5"\n')
    assert [row[4] for row in rows(kit)] == [(1, 2, 3), (4, 5)]


@pytest.mark.parametrize(
    ("data", "line", "says"),
    [
        ("", 0, "holds no header"),
        ("\n\n", 0, "holds no header"),
        (",,\n", 0, "holds no header"),
        ("name,qty\n", 0, "holds no cards"),
        ('name,text\nA,"x\nB,y\n', 2, "a quote is opened and never closed"),
        ('name,text\nA,"x"y\n', 2, "words follow the closing quote"),
        ("name,text\nA,x\x00y\n", 2, "U+0000"),
        ("name,text\nA,x\ty\n", 2, "holds a tab"),
        ("name\nÄ\n".encode("latin-1"), 2, "byte 0xC4 is not UTF-8 (in Latin-1 it is Ä)"),
        ("name\nA\n".encode("utf-16"), 1, "is UTF-16"),
        ("name,text\nA," + "x" * 140_000 + "\n", 2, "a cell has more than"),
        (",".join(f"c{i}" for i in range(300)) + "\n1\n", 1, "has 300 columns; at most 256"),
        ("name\n" + "x\n" * 50_001, 50_001, "has more than 50,000 rows"),
        (b"name\n" + b"x" * 9_000_000, 0, "at most 8,388,608 are read"),
    ],
)
def test_tables_that_are_none(kit, data: str | bytes, line: int, says: str) -> None:
    table(kit, data)
    fault = kit.fault()
    assert fault.startswith(
        f"card_data/demo/cards.csv:{line}: " if line else "card_data/demo/cards"
    )
    assert says in fault


def test_numbers_formulas_and_trailing_rows_of_a_workbook(kit) -> None:
    table(
        kit,
        workbook(
            [
                ["name", "qty", "cost", "text"],
                ["A", 3.0, 0, 1.10],
                [None, None, "2.0"],
                ["B", None, 4, True],
                [None],
                ["", "", ""],
            ]
        ),
        "cards.xlsx",
    )
    assert rows(kit) == [
        ("a", "A", 3, "1.1", 0, 2),
        ("row-3", "row-3", 1, None, 2, 3),
        ("b", "B", 1, "TRUE", 4, 4),
    ]


def test_a_formula_without_a_stored_value_is_located(kit) -> None:
    table(kit, workbook([["name", "cost"], ["A", 1], ["B", "=B2+1"]]), "cards.xlsx")
    fault = kit.fault()
    assert fault.startswith("card_data/demo/cards.xlsx:3: error: column 2 (B) holds the formula")
    assert "=B2+1 without a stored value" in fault


def stored(value: str, kind: str = "") -> bytes:
    """A workbook whose cell B2 is a formula with a stored value."""
    data = workbook([["name", "cost"], ["A", "=1+1"]])
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            part = old.read(info)
            if info.filename == "xl/worksheets/sheet1.xml":
                before = part
                part = part.replace(b"<v></v>", b"<v>%s</v>" % value.encode())
                part = part.replace(b"<v />", b"<v>%s</v>" % value.encode())
                part = part.replace(b"<v/>", b"<v>%s</v>" % value.encode())
                part = part.replace(b'<c r="B2"', b'<c r="B2"%s' % kind.encode())
                assert part != before
            new.writestr(info, part)
    return out.getvalue()


def test_a_formula_with_a_stored_value_uses_it(kit) -> None:
    table(kit, stored("2"), "cards.xlsx")
    assert rows(kit)[0][4] == 2


def test_an_error_in_a_cell_is_located(kit) -> None:
    table(kit, stored("#DIV/0!", ' t="e"'), "cards.xlsx")
    assert "cards.xlsx:2: error: column 2 (B) holds the error #DIV/0!" in kit.fault()


def test_dates_of_a_spreadsheet_are_warned_of(kit) -> None:
    table(kit, workbook([["name", "text"], ["A", datetime.date(2024, 1, 2)]]), "cards.xlsx")
    game, problems = kit.load()
    assert game.components["deck"].cards[0].fields["text"] == "2024-01-02"
    assert "cards.xlsx:2: warning: column 2 (B) is a date" in str(problems[0])


def test_sheets_that_are_not_read_are_told_and_can_be_named(kit) -> None:
    data = workbook([["name"], ["A"]], [["name"], ["B"]], [])
    table(kit, data, "cards.xlsx")
    game, problems = kit.load()
    assert [c.id for c in game.components["deck"].cards] == ["a"]
    assert "the sheet 'Sheet' is read, not Sheet1 (name the file as 'cards.xlsx#Sheet1'" in str(
        problems[0]
    )
    kit.edit("game.yaml", "cards.xlsx", '"cards.xlsx#Sheet1"')
    assert [c.id for c in kit.good().components["deck"].cards] == ["b"]
    kit.edit("game.yaml", "#Sheet1", "#Shet1")
    assert "has no sheet 'Shet1' (write 'Sheet1')" in kit.fault()


def packed(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name.replace("_", "/", 1) + ".xml", data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is no .xlsx workbook"),
        (b"PK\x03\x04 nonsense", "is no .xlsx workbook"),
        (workbook([["name"]])[:-40], "is no .xlsx workbook"),
        (packed(xl_a=b"x" * 60_000_000), "unpacks to 60,000,000 bytes; at most 50,331,648"),
        (packed(xl_a=b'<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'), "declares a document type"),
        (packed(xl_a='<?xml version="1.0"?><x/>'.encode("utf-16")), "XML that is not UTF-8"),
        (packed(xl_a=b"<?xml version='1.0' encoding='cp037'?>\x4c"), "XML that is not UTF-8"),
        (packed(xl_a=b'<sheetData><c r="XFD1"/></sheetData>'), "50,000 rows or 256 columns"),
        (packed(xl_a=b'<sheetData><c r="&#88;FD1"/></sheetData>'), "50,000 rows or 256 columns"),
        (packed(xl_a=b"<x/>"), "cannot be read as a workbook"),
        (packed(**{f"xl_{i}": b"" for i in range(1001)}), "has 1,001 parts"),
        (
            workbook([["name"]]).replace(b"worksheets", b"worksheetz"),
            "no rows",
        ),
    ],
    ids=range(12),
)
def test_workbooks_that_are_none(kit, data: bytes, says: str) -> None:
    table(kit, data, "cards.xlsx")
    started = time.process_time()
    fault = kit.fault()
    assert time.process_time() - started < 3
    assert fault.startswith("card_data/demo/cards.xlsx: error: ")
    assert says in fault


def test_a_row_far_below_is_refused_in_bounded_time(kit) -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "name"
    book.active["A1048576"] = "x"
    out = io.BytesIO()
    book.save(out)
    table(kit, out.getvalue(), "cards.xlsx")
    assert "has more than 50,000 rows or 256 columns" in kit.fault()


def test_without_openpyxl_the_extra_is_named(kit, monkeypatch: pytest.MonkeyPatch) -> None:
    table(kit, workbook([["name"], ["A"]]), "cards.xlsx")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    assert "install cardwright[xlsx], or save the sheet as CSV (UTF-8)" in kit.fault()


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (1.0, "General", "1"),
        (1.10, "General", "1.1"),
        (0.1 + 0.2, "General", "0.3"),
        (0.5, "0%", "50%"),
        (-0.0, "General", "0"),
        (1e20, "General", "1e+20"),
        (7, "General", "7"),
        (False, "General", "FALSE"),
        ("1.0", "General", "1.0"),
        (" x ", "General", "x"),
    ],
)
def test_cells_as_people_see_them(value: object, number_format: str, text: str) -> None:
    assert as_text(value, number_format) == (text, False)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=120) | st.text('ab,;\t|"\n\r ', max_size=60).map(str.encode))
def test_any_bytes_give_a_table_or_a_problem(tmp_path_factory: Any, data: bytes) -> None:
    path: Path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(data)
    problems = Problems()
    found = read_table(path, "any.csv", problems)
    assert found is not None or len(problems)
    if found is not None:
        assert all(len(row.cells) == len(found.header) for row in found.rows)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.tuples(st.text("ab ,;\"'\n", max_size=8), st.text("xy,|", min_size=1, max_size=8)),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from(",;|"),
)
def test_what_is_written_as_csv_is_read_back(
    tmp_path_factory: Any, cells: list[tuple[str, str]], separator: str
) -> None:
    import csv

    path: Path = tmp_path_factory.getbasetemp() / "back.csv"
    with path.open("w", newline="") as file:
        writer = csv.writer(file, delimiter=separator)
        writer.writerow(["one", "two"])
        writer.writerows(cells)
    problems = Problems()
    found = read_table(path, "back.csv", problems)
    assert found is not None
    assert not len(problems)
    assert [row.cells for row in found.rows] == [[c.strip() for c in pair] for pair in cells]

"""A spreadsheet (.xlsx) in; the rows of one sheet as texts out.

Read by openpyxl, which the extra `cardwright[xlsx]` brings. Whole numbers lose their `.0`, formulas
give their stored value. The file is looked through before openpyxl sees it: a small zip can hold
gigabytes, and XML can declare entities.
"""

from __future__ import annotations

import datetime
import io
import re
import warnings
import zipfile
from pathlib import Path
from typing import Any

from generator.load.near import hint
from generator.load.plain import BAD, read_bytes
from generator.load.tables import MOST_COLUMNS, MOST_ROWS, Line, column
from generator.problems import Problems, Where

MOST_UNPACKED = 48 * 1024 * 1024
"""Bytes of a workbook's parts together, unpacked."""

_PARTS = 1000
_ENCODING = re.compile(rb"""[^>]{0,200}?encoding\s*=\s*["']([^"']*)""")
_PLACE = re.compile(rb"""\sr\s*=\s*["']([A-Z]*)(\d*)["']""")
_REFS = re.compile(rb"""\sr\s*=\s*["'][^"'<>]*["']""")
_TOLD = 100


def read_workbook(path: Path, shown: str, sheet: str, problems: Problems) -> list[Line] | None:
    """The rows of the sheet (of the first one with data where it is not named), None: faults."""
    data = read_bytes(path, shown, problems)
    if data is None:
        return None
    if reason := unfit(data):
        fix = "save it again as .xlsx, or as CSV (UTF-8)"
        problems.add("table-format", Where(shown), reason, fix)
        return None
    try:
        import openpyxl  # noqa: PLC0415 - an extra, and slow
    except ImportError:
        says = "is a workbook, and the package that reads it is not installed"
        fix = "install cardwright[xlsx], or save the sheet as CSV (UTF-8)"
        problems.add("table-extra", Where(shown), says, fix)
        return None
    try:
        with warnings.catch_warnings():
            # openpyxl warns of styles and extensions that no card needs.
            warnings.simplefilter("ignore")
            values, formulas = (
                openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=stored)
                for stored in (True, False)
            )
            return _rows(values, formulas, shown, sheet, problems)
    except Exception as error:  # openpyxl raises whatever a broken part causes
        says = f"cannot be read as a workbook: {type(error).__name__}"
        problems.add("table-format", Where(shown), says, "open it and save it again as .xlsx")
        return None


def unfit(data: bytes) -> str | None:
    """Why a workbook is not handed to openpyxl, None where it may be."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            infos = parts.infolist()
            size = sum(info.file_size for info in infos)
            if len(infos) > _PARTS:
                return f"has {len(infos):,} parts; at most {_PARTS:,} are read"
            if size > MOST_UNPACKED:
                return f"unpacks to {size:,} bytes; at most {MOST_UNPACKED:,} are read"
            for info in infos:
                if info.flag_bits & 1:
                    return "is locked with a password"
                if not info.filename.endswith((".xml", ".rels")):
                    continue
                if reason := _odd(parts.read(info)):
                    return f"{reason} (in {info.filename[:80]})"
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError, EOFError) as error:
        return f"is no .xlsx workbook ({error})"
    except Exception as error:  # zlib, lzma and struct each raise their own
        return f"is no .xlsx workbook ({type(error).__name__})"
    return None


def _odd(part: bytes) -> str | None:
    """Why a part of a workbook is not read."""
    named = _ENCODING.match(part)
    if b"\0" in part or (named and named[1].lower() not in (b"utf-8", b"us-ascii")):
        return "holds XML that is not UTF-8"
    if b"<!" in part:
        return "declares a document type"
    if b"sheetData" in part and _too_far(part):
        return f"has more than {MOST_ROWS:,} rows or {MOST_COLUMNS} columns"
    return None


def _too_far(part: bytes) -> bool:
    """Whether a sheet names a cell beyond what is read: one at XFD1048576 costs a minute."""
    for match in _PLACE.finditer(part):
        letters, number = match.groups()
        if len(letters) > 2 or (len(letters) == 2 and letters > b"IV"):
            return True
        if len(number) > 6 or int(number or 0) > MOST_ROWS:
            return True
    return b"&" in b"".join(_REFS.findall(part))


def _rows(
    values: Any, formulas: Any, shown: str, wanted: str, problems: Problems
) -> list[Line] | None:
    names = [s.title for s in values.worksheets if s.sheet_state == "visible"]
    if wanted and wanted not in names:
        says = f"has no sheet '{wanted[:60]}'"
        problems.add("table-format", Where(shown), says, hint(wanted, names, "sheets"))
        return None
    read: list[Line] = []
    unread: list[str] = []
    for name in [wanted] if wanted else names:
        if read:
            if _has_data(values[name]):
                unread.append(name)
            continue
        found = _sheet(values[name], formulas[name], shown, problems)
        if found is None:
            return None
        if any(any(line.cells) for line in found):
            read, first = found, name
    if unread:
        says = f"the sheet '{first}' is read, not {', '.join(unread)}"
        fix = f"name the file as '{Path(shown).name}#{unread[0]}' to read that one"
        problems.add("table-sheets", Where(shown), says, fix)
    return read


def _has_data(sheet: Any) -> bool:
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_row=50, max_col=20, values_only=True)
    return any(cell is not None for row in rows for cell in row)


def _sheet(values: Any, formulas: Any, shown: str, problems: Problems) -> list[Line] | None:
    lines: list[Line] = []
    told = 0
    empty = 0
    for sheet in (values, formulas):
        # The stated size of a sheet may be anything.
        sheet.reset_dimensions()
    pairs = zip(
        values.iter_rows(max_row=MOST_ROWS + 1),
        formulas.iter_rows(max_row=MOST_ROWS + 1),
        strict=False,
    )
    for number, (row, raw) in enumerate(pairs, 1):
        cells: list[str] = []
        for i, (cell, source) in enumerate(zip(row, raw, strict=False)):
            text, code, says, fix = _text(cell, source)
            cells.append(text)
            if code and told < _TOLD:
                told += 1
                place = f"{column(i)} {says}"
                problems.add(code, Where(shown, number), place, fix)
        while cells and not cells[-1]:
            cells.pop()
        if len(cells) > MOST_COLUMNS or number > MOST_ROWS:
            says = f"has more than {MOST_ROWS:,} rows or {MOST_COLUMNS} columns"
            problems.add("table-format", Where(shown, number), says, "split it")
            return None
        empty = 0 if cells else empty + 1
        lines.append(Line(number, cells))
    return lines[: len(lines) - empty]


def _text(cell: Any, source: Any) -> tuple[str, str, str, str]:
    """(text, code, says, fix) of a cell: its value, and its source for formulas."""
    value = cell.value
    if value is None:
        if getattr(source, "data_type", "") == "f":
            says = f"holds the formula {str(source.value)[:60]} without a stored value"
            fix = "open the file in a spreadsheet and save it, or write the value"
            return "", "table-cell", says, fix
        return "", "", "", ""
    if cell.data_type == "e":
        fix = "mend the formula, or write the value"
        return "", "table-cell", f"holds the error {value}", fix
    text, is_date = as_text(value, str(getattr(cell, "number_format", "")))
    if is_date:
        fix = "format the column as text and write it again, if it is no date"
        return text, "table-date", f"is a date to the spreadsheet: {text}", fix
    if BAD.search(text):
        return "", "table-cell", "holds a tab or a control character", "take it out"
    return text, "", "", ""


def as_text(value: object, number_format: str) -> tuple[str, bool]:
    """A cell's value as people see it (15 digits, as spreadsheets keep), and whether a date."""
    if isinstance(value, bool):
        return ("TRUE" if value else "FALSE"), False
    if isinstance(value, int | float):
        if "%" in number_format:
            return f"{value * 100:.15g}%", False
        if isinstance(value, int) or (abs(value) < 1e15 and value == int(value)):
            return str(int(value)), False
        return f"{value:.15g}", False
    if isinstance(value, datetime.datetime) and not (value.hour or value.minute or value.second):
        return value.date().isoformat(), True
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat(sep=" ") if isinstance(value, datetime.datetime) else (
            value.isoformat()
        ), True
    if isinstance(value, datetime.timedelta):
        return str(value), True
    return str(value).strip(), False

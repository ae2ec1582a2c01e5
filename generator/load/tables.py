"""A CSV file or workbook in; a header and rows of texts out, each row with its own line.

Cells are stripped of white space around them; rows without any text are skipped. Separators are
found out: comma, semicolon, tab or bar. Doubled headers and rows longer than the header are
problems; shorter rows are filled up.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from generator.load.plain import read_text, unclean
from generator.problems import Problems, Where

MOST_ROWS = 50_000
"""Rows a table may have."""

MOST_COLUMNS = 256
"""Columns a table may have."""

_SEPARATORS = ",;\t|"
_CELL = 100_000
_TOLD = 100


class Line(NamedTuple):
    """One row: the number it starts at (a line of text, a row of a sheet) and its cells."""

    number: int
    cells: list[str]


class Table(NamedTuple):
    """A header and the rows below it, all of the header's length."""

    file: str
    header: list[str]
    header_line: int
    rows: list[Line]


def read_table(path: Path, shown: str, problems: Problems, sheet: str = "") -> Table | None:
    """The table, None where it cannot be read; faulty rows are noted and left out.

    `sheet` names a workbook's sheet, else its first one with data is read.
    """
    if path.suffix.lower() == ".xlsx":
        from generator.load.workbook import read_workbook  # noqa: PLC0415 - slow, rarely used

        lines = read_workbook(path, shown, sheet, problems)
    else:
        lines = _read_csv(path, shown, problems)
    return None if lines is None else _table(lines, shown, problems)


def column(index: int) -> str:
    """`column 3 (C)`, as people find it in a spreadsheet; `index` from 0."""
    letters, n = "", index + 1
    while n:
        n, rest = divmod(n - 1, 26)
        letters = chr(65 + rest) + letters
    return f"column {index + 1} ({letters})"


def _read_csv(path: Path, shown: str, problems: Problems) -> list[Line] | None:
    text = read_text(path, shown, problems)
    if text is None:
        return None
    separator = _separator(text)
    if unclean(text, shown, problems, _TOLD, allow=separator):
        return None
    lines: list[Line] = []
    try:
        for line in _records(text, separator):
            lines.append(line)
            if len(lines) > MOST_ROWS:
                says = f"has more than {MOST_ROWS:,} rows"
                problems.add("table-format", Where(shown, line.number), says, "split it")
                return None
    except _Broken as broken:
        where = Where(shown, broken.line)
        problems.add("table-format", where, broken.says, broken.fix)
        return None
    return lines


class _Broken(Exception):  # noqa: N818 - it says what the text is
    """Text that is no CSV."""

    def __init__(self, line: int, says: str, fix: str) -> None:
        super().__init__(says)
        self.line = line
        self.says = says
        self.fix = fix


def _records(text: str, separator: str) -> Iterator[Line]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    start = 1
    try:
        for cells in reader:
            yield Line(start, [cell.strip() for cell in cells])
            start = reader.line_num + 1
    except csv.Error as error:
        reason = str(error)
        if "field larger" in reason:
            says, fix = f"a cell has more than {_CELL:,} characters", "close its quote, or split it"
        elif "end of data" in reason:
            says, fix = "a quote is opened and never closed", "close it in the row it starts in"
        elif "expected after" in reason:
            says = "words follow the closing quote of a cell"
            fix = 'double each quote inside a quoted cell: "say ""hi"""'
        else:
            says, fix = f"is no CSV: {reason}", "export it again"
        raise _Broken(start, says, fix) from None


def _separator(text: str) -> str:
    """The separator that gives the header the most columns, then the most rows of its length."""
    best, most = ",", (1, 0)
    for separator in _SEPARATORS:
        try:
            rows = [line.cells for line in islice(_records(text, separator), 60)]
        except _Broken:
            continue
        filled = [row for row in rows if any(row)]
        if not filled:
            continue
        wide = len(filled[0])
        even = sum(len(row) == wide for row in filled)
        if wide > 1 and (wide, even) > most:
            best, most = separator, (wide, even)
    return best


def _table(lines: Sequence[Line], shown: str, problems: Problems) -> Table | None:
    filled = [line for line in lines if any(line.cells)]
    if not filled:
        says = "holds no header and no rows"
        problems.add("table-header", Where(shown), says, "write a header and a row a card")
        return None
    top = filled[0]
    header = list(top.cells)
    while header and not header[-1]:
        header.pop()
    if len(header) > MOST_COLUMNS:
        says = f"has {len(header)} columns; at most {MOST_COLUMNS} are read"
        problems.add("table-format", Where(shown, top.number), says, "leave some out")
        return None
    if not _header_fine(header, Where(shown, top.number), problems):
        return None
    rows: list[Line] = []
    told = 0
    for line in filled[1:]:
        extra = [i for i, cell in enumerate(line.cells) if cell and i >= len(header)]
        if extra:
            told += 1
            if told <= _TOLD:
                says = (
                    f"has {extra[-1] + 1} cells, the header has {len(header)}; "
                    f"{column(extra[0])} holds '{line.cells[extra[0]][:40]}'"
                )
                fix = "quote cells that hold the separator, or give the column a header"
                problems.add("table-row", Where(shown, line.number), says, fix)
            continue
        cells = line.cells[: len(header)]
        cells += [""] * (len(header) - len(cells))
        rows.append(Line(line.number, cells))
    return Table(shown, header, top.number, rows)


def _header_fine(header: list[str], where: Where, problems: Problems) -> bool:
    first: dict[str, int] = {}
    fine = True
    for i, name in enumerate(header):
        if name and name in first:
            says = f"the header '{name[:60]}' stands in {column(first[name])} and {column(i)}"
            problems.add("table-header", where, says, "give one of them another header")
            fine = False
        first.setdefault(name, i)
    return fine

"""A table and the declared fields in; rows like those of a YAML file out.

A column is a field by its exact name, else by its name without regard to case, spaces, `-` and `_`.
The number of copies stands under one of `QUANTITY`'s names. Cells of lists hold items separated by
`;` or line breaks; so do pairs, as `name: value`; numbers may also stand as `name*3`, or as `name`,
which is one, and between commas. An empty cell is a field not given. Rows without an id get one of
their name, else of their row's number.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from generator.load.cards import slug
from generator.load.near import hint, nearest
from generator.load.nodes import Map, Seq
from generator.load.tables import Line, Table, column, read_table
from generator.model.field import FieldSpec
from generator.problems import Problems, Where

QUANTITY = ("count", "qty", "quantity", "copies", "duplication", "duplicates", "number of copies")
"""What the column of copies may be called, whatever the case and spaces."""

_NUMBER = re.compile(r"\d{1,4}\Z", re.ASCII)
_WHOLE = re.compile(r"(-?\d+)\.0+\Z", re.ASCII)
_TIMES = re.compile(r"\s*(.*?)\s*(?:[*\u00d7:]|\s[xX])\s*(-?\d{1,12})\s*\Z")


def folded(name: str) -> str:
    """A header without what people write differently."""
    return re.sub(r"[\s_-]+", "", name).casefold()


_QUANTITY = tuple(folded(name) for name in QUANTITY)


def table_rows(
    path: Path,
    shown: str,
    sheet: str,
    specs: Mapping[str, FieldSpec],
    common: tuple[str, ...],
    problems: Problems,
) -> Seq | None:
    """The rows of a table as mappings from field names, None where it cannot be read."""
    found = rows_by_column(path, shown, sheet, specs, common, problems)
    return None if found is None else found[0]


def rows_by_column(
    path: Path,
    shown: str,
    sheet: str,
    specs: Mapping[str, FieldSpec],
    common: tuple[str, ...],
    problems: Problems,
) -> tuple[Seq, dict[str, str]] | None:
    """`table_rows`, and where each field stands: `column 3 (C)`."""
    table = read_table(path, shown, problems, sheet)
    if table is None:
        return None
    names = _names(table, specs, common, problems)
    if names is None:
        return None
    out = Seq(shown, table.header_line)
    for row in table.rows:
        out.put(_row(row, names, specs, shown, problems), row.number)
    _give_ids(out)
    return out, {name: column(i) for i, name in names.items()}


def _names(
    table: Table, specs: Mapping[str, FieldSpec], common: tuple[str, ...], problems: Problems
) -> dict[int, str] | None:
    """Field names by column index; columns that are none are warned of."""
    where = Where(table.file, table.header_line)
    known = (*common, *specs)
    names: dict[int, str] = {}
    unknown: list[tuple[int, str]] = []
    for i, header in enumerate(table.header):
        if header in known:
            names[i] = header
    alike = {folded(name): name for name in known if name not in names.values()}
    taken: dict[str, int] = {name: i for i, name in names.items()}
    fine = True
    for i, header in enumerate(table.header):
        if i in names:
            continue
        name = alike.get(folded(header)) if header else None
        if name is None and "count" in common and folded(header) in _QUANTITY:
            name = "count"
        if name is None:
            if header or any(row.cells[i] for row in table.rows):
                unknown.append((i, header))
        elif name in taken:
            other = taken[name]
            says = (
                f"'{table.header[other]}' in {column(other)} and '{header}' in {column(i)} "
                f"both mean '{name}'"
            )
            problems.add("table-header", where, says, "give one of them another header")
            fine = False
        else:
            names[i] = name
            taken[name] = i
    if "count" in common and "count" not in taken:
        unknown = _warn_of_quantity(table, unknown, where, problems)
    _warn(unknown, names, known, where, problems)
    return names if fine else None


def _warn_of_quantity(
    table: Table, unknown: list[tuple[int, str]], where: Where, problems: Problems
) -> list[tuple[int, str]]:
    """Note the column that may be meant as the number of copies; the other unknown ones."""
    for i, header in unknown:
        cells = [row.cells[i] for row in table.rows if row.cells[i]]
        numbers = bool(cells) and all(_NUMBER.match(cell) for cell in cells)
        if header and (nearest(folded(header), _QUANTITY) or numbers):
            says = f"'{header[:60]}' in {column(i)} is not read as the number of copies"
            fix = f"if it is meant so, call it one of: {', '.join(QUANTITY)}"
            problems.add("table-quantity", where, says, fix)
            return [pair for pair in unknown if pair[0] != i]
    return unknown


def _warn(
    unknown: list[tuple[int, str]],
    names: dict[int, str],
    known: tuple[str, ...],
    where: Where,
    problems: Problems,
) -> None:
    left = [name for name in known if name not in names.values()]
    for i, header in unknown:
        if not header:
            says = f"{column(i)} has cells but no header, so it is not read"
            problems.add("table-column", where, says, "give it a field's name, or leave it")
            continue
        says = f"'{header[:60]}' in {column(i)} is no declared field, so it is not read"
        problems.add("table-column", where, says, hint(folded(header), left, "not yet used"))


def _row(
    row: Line,
    names: Mapping[int, str],
    specs: Mapping[str, FieldSpec],
    shown: str,
    problems: Problems,
) -> Map:
    out = Map(shown, row.number)
    for i, name in names.items():
        cell = row.cells[i]
        if not cell:
            continue
        spec = specs.get(name)
        if name == "count" or (spec is not None and spec.type == "int"):
            # Spreadsheets write whole numbers as 3.0.
            whole = _WHOLE.match(cell)
            out.put(name, whole[1] if whole else cell, row.number)
        elif spec is not None and spec.type == "list":
            items = Seq(shown, row.number)
            for item in re.split(r"[;\n]", cell):
                if item.strip():
                    text = item.strip()
                    whole = _WHOLE.match(text) if spec.of == "int" else None
                    items.put(whole[1] if whole else text, row.number)
            out.put(name, items, row.number)
        elif spec is not None and spec.type == "pairs":
            where = Where(shown, row.number, None, name)
            out.put(name, pairs_of(cell, spec.of == "int", where, problems), row.number)
        else:
            out.put(name, cell.replace("\r\n", "\n").replace("\r", "\n"), row.number)
    return out


def pairs_of(text: str, whole: bool, where: Where, problems: Problems) -> Map:
    """The pairs that `fox; owl*3` or `mail: a@b; web: c` means; `whole`: their values are numbers.

    A name that comes again adds to its number; with a text that is noted.
    """
    out = Map(where.file, where.line)
    for item in re.split(r"[;,\n]" if whole else r"[;\n]", text):
        if not item.strip():
            continue
        found = _TIMES.match(item) if whole else None
        name, value = found.groups() if found else _parted(item, whole)
        before = out.get(name)
        if before is not None and whole and before.isdigit() and str(value).isdigit():
            value = str(int(before) + int(str(value)))
        elif name in out:
            says = f"'{name[:60]}' stands there twice"
            problems.add("field-value", where, says, "write it once")
        out.put(name, value, where.line)
    return out


def _parted(item: str, whole: bool) -> tuple[str, str | None]:
    name, colon, value = item.partition(":")
    return name.strip(), (value.strip() or None) if colon else ("1" if whole else None)


def _give_ids(rows: Seq) -> None:
    """An id for each row that has none: of its name, else of its row, unlike all others."""
    taken = {row["id"].casefold() for row in rows if "id" in row}
    for row in rows:
        if "id" in row:
            continue
        stem = slug(row.get("name", "")) or f"row-{row.line}"
        id_, n = stem, 1
        while id_ in taken:
            n += 1
            id_ = f"{stem}-{n}"
        taken.add(id_)
        row.put("id", id_, row.line)

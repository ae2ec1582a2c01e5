"""Rows of a YAML file or table in; cards and catalog entries with typed fields out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.load.fields import Field, Flaw, Unfit, read_int, text_reader
from generator.load.fill import MOST_FAULTS
from generator.load.near import key_hint
from generator.load.nodes import Map, Node, Seq
from generator.model.card import Card, Entry, Value
from generator.model.game import ComponentSpec
from generator.model.scalars import kind_of
from generator.problems import Problems, Where

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z", re.ASCII)
"""What an id may look like: it becomes part of file names and of commands."""

ID_ADVICE = "use letters, digits, '_', '.' and '-', a letter or digit first, 64 at most"

MOST_COPIES = 10_000
"""Copies of one design; more is a slip of the hand, and would fill the disk."""

MOST_CARDS = 50_000
"""Cards of one game, copies counted: over 5,000 sheets, and a quarter of a minute."""

MOST_FILES = 200
"""Files of cards that a component may list."""

_COMMON = ("id", "name")
_CARD = ("id", "name", "count", "face", "back")


class Row(NamedTuple):
    """A row with its own id: the mapping `data` and where it starts."""

    id: str
    data: Map
    where: Where


def files_of(files: Sequence[str], part: Map, problems: Problems) -> list[tuple[str, Where]]:
    """The files that a component's `cards` names with their places; one named twice is noted."""
    listed = part["cards"]
    out: list[tuple[str, Where]] = []
    if len(files) > MOST_FILES:
        says = f"lists {len(files):,} files; at most {MOST_FILES} are read"
        problems.add("field-long", part.where("cards"), says, "put more cards into each")
        files = files[:MOST_FILES]
    for i, file in enumerate(files):
        where = part.where("cards")
        if isinstance(listed, Seq):
            where = listed.where(i)._replace(field=f"cards[{i}]")
        if file in files[:i]:
            says = f"the file '{file[:80]}' is in the list already"
            problems.add("field-value", where, says, "name each file once")
        else:
            out.append((file, where))
    return out


def rows_of(
    node: Node, file: str, problems: Problems, seen: dict[str, Where] | None = None
) -> list[Row]:
    """The rows of a list of mappings with `id`, or of a mapping from ids; faults are noted.

    `seen`, where it is given, holds ids of other files with their places; this file's are added.
    """
    rows: list[Row] = []
    seen = {} if seen is None else seen
    told = 0
    for id_, data, where in _with_ids(node, file):
        if isinstance(id_, Flaw):
            problems.add(id_.code, where, id_.says, id_.fix)
        elif not isinstance(data, Map):
            says = f"is {kind_of(data)}; a mapping is wanted"
            problems.add("field-value", where, says, "write 'key: value' lines below it")
        elif not ID.match(id_):
            problems.add("id-illegal", where, f"'{id_[:80]}' cannot be an id", ID_ADVICE)
        elif id_ in seen:
            first = seen[id_]
            place = f"line {first.line}" if first.file == where.file else str(first)
            says = f"the id '{id_}' stands here and on {place}"
            problems.add("id-double", where, says, "give one of them another id")
        else:
            seen[id_] = where
            rows.append(Row(id_, data, where))
            continue
        told += 1
        if told >= MOST_FAULTS:
            problems.add("field-flood", where, "has too many faults to list", "mend those listed")
            break
    return rows


def _with_ids(node: Node, file: str) -> Iterator[tuple[str | Flaw, Node, Where]]:
    if isinstance(node, Map):
        for key, value, place in node.entries():
            where = Where(file, place.line, key)
            if isinstance(value, Map) and "id" in value:
                flaw = Flaw("field-unknown", "the key above is the id already", "take 'id' out")
                yield flaw, value, value.where("id", key)
            else:
                yield key, value, where
        return
    if not isinstance(node, Seq):
        return
    for i, value in enumerate(node):
        if not isinstance(value, Map):
            yield "", value, node.where(i)
            continue
        id_ = value.get("id")
        where = Where(value.file, value.line, id_ if isinstance(id_, str) else None)
        if isinstance(id_, str):
            yield id_, value, where
        elif "id" in value:
            flaw = Flaw("field-value", f"the id is {kind_of(id_)}", "write a short name")
            yield flaw, value, value.where("id")
        else:
            name = value.get("name")
            made = slug(name) if isinstance(name, str) else ""
            fix = f"write 'id: {made}'" if made else "write 'id: …'"
            yield Flaw("field-missing", "has no id", fix), value, where


def slug(name: str) -> str:
    """A legal id made from a name, empty where nothing of it may stand in one."""
    import unicodedata  # noqa: PLC0415 - only names without an id need it

    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:48].strip("-")


class _Filler:
    """Reads rows by the declared fields; faults of one file are told up to a number."""

    def __init__(self, fields: list[Field], common: tuple[str, ...], problems: Problems) -> None:
        self.fields = fields
        self.common = common
        self.problems = problems
        self.told = 0
        self._shapes: dict[tuple[tuple[str, ...], tuple[int, ...]], Mapping[str, int]] = {}
        self._name = text_reader(200)
        self._template = text_reader(200)

    def note(self, row: Row, name: str, flaws: tuple[Flaw, ...]) -> None:
        """Tell flaws of the field `name`."""
        for flaw in flaws:
            self.told += 1
            if self.told > MOST_FAULTS:
                return
            where = row.data.where(name, row.id) if name in row.data else row.where
            if flaw.at is not None and not (row.data.laid and name in row.data.laid):
                where = flaw.at
            where = Where(where.file, where.line, row.id, name + flaw.part)
            self.problems.add(flaw.code, where, flaw.says, flaw.fix)

    def flooded(self, row: Row) -> bool:
        """Whether enough is told (which is told as well)."""
        if self.told < MOST_FAULTS:
            return False
        says = f"{row.where.file} has more faults than are listed"
        self.problems.add("field-flood", Where(row.where.file), says, "mend those listed first")
        return True

    def values(self, row: Row) -> tuple[dict[str, Value], tuple[Any, ...]]:
        """The declared fields' values and the effects among them."""
        data = row.data
        out: dict[str, Value] = {}
        effects: tuple[Any, ...] = ()
        used = 0
        for name, read, required, absent, is_effects in self.fields:
            value = data.get(name)
            if value is None:
                if name in data:
                    used += 1
                if required:
                    self._missing(row, name)
                out[name] = absent
                continue
            used += 1
            try:
                out[name] = read(value)
            except Unfit as unfit:
                self.note(row, name, unfit.flaws)
                if unfit.partly is not None:  # so that it is checked further
                    out[name] = unfit.partly
                continue
            if is_effects:
                effects += out[name]  # type: ignore[operator]  # a tuple by its reader
        for name in self.common:
            used += name in data
        if used != len(data):
            self._unknown(row)
        return out, effects

    def _missing(self, row: Row, name: str) -> None:
        empty = name in row.data
        says = f"the field '{name}' is {'empty' if empty else 'missing'}"
        fix = f"write '{name}: …'" + (' or ""' if empty else "")
        self.note(row, name, (Flaw("field-missing", says, fix),))

    def _unknown(self, row: Row) -> None:
        known = [*self.common, *(field.name for field in self.fields)]
        for key in row.data:
            if self.told >= MOST_FAULTS:
                return
            if key not in known:
                says = f"the key '{key[:60]}' is no declared field"
                self.note(row, key, (Flaw("field-unknown", says, key_hint(key, known, row.data)),))

    def text(self, row: Row, name: str, absent: str) -> str:
        """A common text field."""
        value = row.data.get(name)
        if value is None:
            return absent
        try:
            return str(self._name(value))
        except Unfit as unfit:
            self.note(row, name, unfit.flaws)
            return absent

    def count(self, row: Row) -> int:
        """`count`, 1 where it is not given."""
        value = row.data.get("count")
        if value is None:
            return 1
        try:
            count = read_int(value)
        except Unfit as unfit:
            self.note(row, "count", unfit.flaws)
            return 1
        assert isinstance(count, int)
        if not 0 <= count <= MOST_COPIES:
            says = f"is {count}; 0 to {MOST_COPIES:,} copies can be printed"
            self.note(row, "count", (Flaw("field-value", says, "write a number in that range"),))
        return count

    def lines(self, row: Row) -> Mapping[str, int]:
        """How far below the row's start its fields stand; one mapping for rows of one shape."""
        start = row.where.line
        shape = tuple(row.data), tuple([line - start for line in row.data.lines])
        found = self._shapes.get(shape)
        if found is None:
            found = self._shapes[shape] = dict(zip(*shape, strict=True))
        return found


def entries(rows: list[Row], fields: list[Field], problems: Problems) -> dict[str, Entry]:
    """Catalog entries by id."""
    fill = _Filler(fields, _COMMON, problems)
    out: dict[str, Entry] = {}
    for row in rows:
        values, effects = fill.values(row)
        name = fill.text(row, "name", row.id)
        laid = row.data.laid or {}
        out[row.id] = Entry(row.id, name, values, effects, row.where, fill.lines(row), laid)
        if fill.flooded(row):
            break
    return out


def cards(
    rows: list[Row], fields: list[Field], spec: ComponentSpec, problems: Problems
) -> list[Card]:
    """A component's cards in the file's order."""
    fill = _Filler(fields, _CARD, problems)
    out: list[Card] = []
    none: dict[str, Where] = {}
    for row in rows:
        data = row.data
        values, effects = fill.values(row)
        back = spec.back if "back" not in data else fill.text(row, "back", "") or None
        card = Card(
            row.id,
            fill.text(row, "name", row.id),
            fill.count(row),
            fill.text(row, "face", spec.face or ""),
            back,
            values,
            effects,
            row.where,
            fill.lines(row),
            data.laid or none,
        )
        out.append(card)
        if fill.flooded(row):
            break
    return out

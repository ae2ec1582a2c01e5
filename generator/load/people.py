"""Whom a game is printed for: its `personal` entry checked; many people's rows in, entries out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from generator.load.cards import ID, ID_ADVICE, MOST_CARDS, MOST_COPIES, Row, entries
from generator.load.declare import declared
from generator.load.fields import Field, Flaw, Unfit, World, text_reader
from generator.load.fill import MOST_FAULTS
from generator.load.find import GameSources
from generator.load.near import hint
from generator.load.nodes import Map, Node, Seq
from generator.model.card import Entry, Value
from generator.model.game import Component, Game, GameFile
from generator.model.scalars import Strict
from generator.model.sources import Missing
from generator.problems import Problems, Where

COMMON = ("id", "name")
MOST_NAME = 200
MOST_PEOPLE = 20_000
"""People that one table may list."""

Given = dict[str, Any]
"""What a row gives, as typed: a text, a list of texts or a mapping from names to texts each."""


class Person(NamedTuple):
    """One row: `given` is what it says, `entry` what the game is printed for."""

    id: str
    given: Given
    entry: Entry


def check_personal(
    file: GameFile, node: Map, catalogs: Mapping[str, Mapping[str, Entry]], problems: Problems
) -> None:
    """`personal` names a catalog of exactly one entry, which has a name."""
    name = file.personal
    if name is None:
        return
    entries_ = catalogs.get(name)
    where = node.where("personal")
    if entries_ is None:
        says = f"the game has no catalog '{name[:80]}'"
        problems.add("ref-missing", where, says, hint(name, file.catalogs, "catalogs"))
    elif len(entries_) != 1:
        says = f"the catalog '{name}' has {len(entries_)} entries; whom the game is printed for "
        says += "must be the only one"
        problems.add("field-spec", where, says, "keep one, and write overlays for the others")
    else:
        entry = next(iter(entries_.values()))
        if entry.laid and entry.name == entry.id:  # not given, or given and empty
            place = entry.laid.get("name") or next(iter(entry.laid.values()))
            says = "has no name"
            problems.add("field-missing", place._replace(field="name"), says, "write 'name: …'")


def check_counted(
    file: GameFile,
    node: Map,
    catalogs: Mapping[str, Mapping[str, Entry]],
    components: Mapping[str, Component],
    problems: Problems,
) -> None:
    """`counted` names pairs of the personal entry, and these name cards of the component."""
    people = catalogs.get(file.personal or "", {})
    catalog = file.catalogs.get(file.personal or "")
    specs = catalog.fields if catalog else {}
    for id_, component in components.items():
        field = component.spec.counted
        if field is None:
            continue
        spec = specs.get(field)
        if spec is None or spec.type != "pairs" or spec.of != "int" or spec.cards != id_:
            says = f"'{field[:80]}' is no field of the entry that the game is printed for, of "
            says += "pairs of whole numbers by this component's cards"
            fix = f"declare it: {{type: pairs, of: int, cards: {id_}}}"
            where = component.where._replace(field="counted")
            problems.add("field-spec", where, says, fix)
            continue
        for entry in people.values():
            for flaw in count_flaws(entry.fields.get(field), component):
                where = entry.place(field)
                where = where._replace(field=field + flaw.part)
                problems.add(flaw.code, where, flaw.says, flaw.fix)


def check_turns(file: GameFile, components: Mapping[str, Component], problems: Problems) -> None:
    """`turns` names a choice of two of the personal entry."""
    catalog = file.catalogs.get(file.personal or "")
    specs = catalog.fields if catalog else {}
    for component in components.values():
        field = component.spec.turns
        if field is None:
            continue
        spec = specs.get(field)
        if spec is None or spec.type != "choice" or len(spec.choices) != 2:
            says = f"'{field[:80]}' is no choice of two of the entry that the game is printed for"
            fix = "declare it: {type: choice, choices: [landscape, portrait], default: landscape}"
            where = component.where._replace(field="turns")
            problems.add("field-spec", where, says, fix)


def count_flaws(value: Value, component: Component) -> list[Flaw]:
    """What is wrong with pairs that say how many of each card are printed."""
    flaws: list[Flaw] = []
    known = {card.id: None for card in component.cards}
    pairs: tuple[tuple[str, int], ...] = value if isinstance(value, tuple) else ()
    for name, count in pairs:
        if name not in known:
            says = f"there is no card '{name[:60]}' among the {component.spec.name.lower()}"
            flaws.append(Flaw("ref-missing", says, hint(name, known, "cards"), f".{name}"))
        elif not 1 <= count <= MOST_COPIES:
            says = f"is {count}; 1 to {MOST_COPIES:,} copies can be printed"
            flaws.append(Flaw("field-value", says, "write a number in that range", f".{name}"))
    total = sum(count for _, count in pairs if count > 0)
    if total > MOST_CARDS and not flaws:
        says = f"makes {total:,} cards; at most {MOST_CARDS:,} are printed at once"
        flaws.append(Flaw("cards-many", says, "lower the numbers"))
    return flaws


class PeopleReader:
    """Reads what rows give for the personal entry of one game; faults are located problems."""

    def __init__(
        self, game: Game, sources: GameSources, effects: Mapping[str, type[Strict]]
    ) -> None:
        self.game = game
        self._sources = sources
        self._base = game.person
        assert self._base is not None
        self.specs = game.file.catalogs[game.file.personal or ""].fields
        catalogs = {name: dict.fromkeys(found) for name, found in game.catalogs.items()}
        values = {name: figure.value for name, figure in game.figures.figures.items()}
        world = World({**catalogs}, effects, self._picture, values)
        fields = declared(None, self.specs, world, Problems())
        # What editions laid over the entry holds for all; the example that ships for nobody.
        laid = self._base.fields if self._base.laid else {}
        self._fields = [_with_base(field, laid.get(field.name)) for field in fields]
        self._counted = [
            component for component in game.components.values() if component.spec.counted
        ]

    def entry(self, row: Row, problems: Problems) -> Entry | None:
        """The entry that a row makes, None where it is faulty."""
        found = Problems()
        base = self._base
        assert base is not None
        made = entries([row], self._fields, found)[row.id]
        if not row.data.get("name"):
            says = "the name is missing"
            found.add("field-missing", row.where._replace(field="name"), says, "write a name")
        for component in self._counted:
            field = component.spec.counted or ""
            for flaw in count_flaws(made.fields.get(field), component):
                where = made.place(field)._replace(field=field + flaw.part)
                found.add(flaw.code, where, flaw.says, flaw.fix)
        problems.extend(found)
        return None if found.fatal() else made._replace(id=base.id)

    def flaws(self, name: str, value: Node) -> list[Flaw]:
        """What is wrong with one field, given as in a row; nothing where it is not given."""
        if value is None:
            return []
        field = next((field for field in self._fields if field.name == name), None)
        try:
            made = (field.read if field else text_reader(MOST_NAME))(value)
        except Unfit as unfit:
            return list(unfit.flaws)
        parts = [one for one in self._counted if one.spec.counted == name]
        return [flaw for component in parts for flaw in count_flaws(made, component)]

    def kept(self, id_: str, given: Given, where: Where, problems: Problems) -> Entry | None:
        """The entry of what a manifest says was given; None where that is faulty."""
        data = Map(where.file, where.line)
        for key, value in given.items():
            data.put(key, _node(value, where), where.line)
        return self.entry(Row(id_, data, where), problems)

    def _picture(self, name: str) -> Flaw | None:
        found = self._sources.find("image", name)
        return Flaw(found.code, found.says, found.fix) if isinstance(found, Missing) else None


def _with_base(field: Field, value: Value) -> Field:
    """The field with the value that it has where a row does not give it."""
    if value is None or value == ():
        return field
    return field._replace(required=False, absent=value)


def read_people(
    path: Path, shown: str, reader: PeopleReader, problems: Problems, sheet: str = ""
) -> list[Person]:
    """Everybody whom a table lists; every fault of every row is noted with its column."""
    from generator.load.columns import rows_by_column  # noqa: PLC0415 - few builds read tables

    found = rows_by_column(path, shown, sheet, reader.specs, COMMON, problems)
    if found is None:
        return []
    rows, columns = found
    if not rows:
        problems.add("people-none", Where(shown), "lists nobody", "write a row a person")
    if len(rows) > MOST_PEOPLE:
        says = f"lists {len(rows):,} people; at most {MOST_PEOPLE:,} are read"
        problems.add("table-format", Where(shown), says, "split it")
        return []
    people: list[Person] = []
    seen: dict[str, int] = {}
    told = len(problems)
    for data in rows:
        if len(problems) - told > MOST_FAULTS:
            says = f"has more than {MOST_FAULTS} faults"
            problems.add("field-flood", Where(shown), says, "mend those listed first")
            break
        row = Row(data["id"], data, Where(shown, data.line, data["id"]))
        faults = Problems()
        if not ID.match(row.id):
            where = row.where._replace(card=None, field="id")
            faults.add("id-illegal", where, f"'{row.id[:80]}' cannot be an id", ID_ADVICE)
        first = seen.setdefault(row.id.casefold(), data.line)
        if first != data.line:
            says = f"the id '{row.id}' stands here and on line {first}: one folder for two"
            faults.add("id-double", row.where, says, "give one of them another id")
        entry = reader.entry(row, faults)
        for problem in faults:
            at = columns.get((problem.where.field or "").split(".")[0].split("[")[0], "")
            says = f"{at}: {problem.says}" if at else problem.says
            problems.add(problem.code, problem.where, says, problem.fix)
        if entry is not None:
            given = {key: _plain(value) for key, value in data.items() if key != "id"}
            people.append(Person(row.id, given, entry))
    return people


def _plain(node: Node) -> Any:
    """A node as data that a manifest keeps."""
    if isinstance(node, Map):
        return {key: _plain(value) for key, value in node.items()}
    return [_plain(value) for value in node] if isinstance(node, Seq) else node


def _node(value: Any, where: Where) -> Node:
    """`_plain` taken back."""
    if isinstance(value, dict):
        made = Map(where.file, where.line)
        for key, held in value.items():
            made.put(key, _node(held, where), where.line)
        return made
    if isinstance(value, list):
        items = Seq(where.file, where.line)
        for held in value:
            items.put(_node(held, where), where.line)
        return items
    return value

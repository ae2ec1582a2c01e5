"""What somebody says of themselves in, an overlay that prints a game for them out.

Values come from options, a vCard and answers; each is read by the reader of its field, so what is
written loads. Nothing is written while anything is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.check.personal import PersonCheck
from generator.engine.contract import Rules
from generator.laid import for_person, reader_of
from generator.load.cards import ID, ID_ADVICE, Row, slug
from generator.load.columns import pairs_of
from generator.load.fields import Flaw
from generator.load.find import GamePlace, GameSources, Workspace
from generator.load.nodes import Map, Node, Seq
from generator.load.people import Person
from generator.load.plain import BAD
from generator.load.read import read_yaml
from generator.load.vcard import FIELDS, read_vcard
from generator.model.field import FieldSpec
from generator.model.game import Game
from generator.problems import Problem, Problems, Refused, Where
from generator.write.evidence import write_text
from generator.write.overlay import overlay_text

TRIES = 3
"""How often a question is put before the answers are taken for a lost cause."""

Ask = Callable[[str, FieldSpec | None, bool, str], str | None]
"""Puts a question: the field, its declaration (None: the name), whether an answer is needed, what
was wrong with the last one. None: there is nobody to answer."""


class Wish(NamedTuple):
    """What the command line gives: texts by field, a vCard, an id."""

    given: Mapping[str, Sequence[str]]
    vcard: Path | None = None
    id: str = ""
    force: bool = False


class Welcome(NamedTuple):
    """The overlay written, its id, and what is worth knowing."""

    path: Path
    id: str
    problems: list[Problem]


class Newcomer:
    """One person being asked for the fields of a game's personal entry."""

    def __init__(
        self, workspace: Workspace, place: GamePlace, game: Game, rules: Rules | None, here: Path
    ) -> None:
        self._root = workspace.root or here
        # The overlay will make this folder a workspace: pictures are looked for as in one.
        self._workspace = workspace if workspace.root else Workspace(here)
        self._place, self._game, self._rules = place, game, rules
        self._problems = Problems()
        self._reader = reader_of(self._workspace, place, game, rules, self._problems)
        self._data = Map("", 0)

    @property
    def specs(self) -> dict[str, FieldSpec | None]:
        """What may be given, in order; the name has no declaration."""
        return {"name": None, **self._reader.specs}

    def welcome(self, wish: Wish, ask: Ask | None) -> Welcome:
        """Gather, check, write and read back; raises Refused with everything that is wrong."""
        for field, texts in wish.given.items():
            where = Where(_flag(field))
            self._put(field, self._said(field, texts, where), where)
        if wish.vcard is not None:
            for field, (value, line) in read_vcard(
                wish.vcard, str(wish.vcard), self._problems
            ).items():
                if field in self.specs and field not in self._data:
                    where = Where(str(wish.vcard), line)
                    self._put(field, self._fitting(field, value, where), where)
        self._stop()
        if ask is not None:
            self._ask_all(wish, ask)
        id_ = wish.id or slug(str(self._data.get("name") or ""))
        path = self._root / "card_data" / self._place.id / "overlays" / f"{id_}.yaml"
        self._check_id(id_, path, wish)
        entry = self._reader.entry(Row(id_ or "you", self._data, Where("new")), self._problems)
        if entry is not None:
            looks = PersonCheck(self._game, GameSources(self._workspace, self._place))
            looks.check(entry, self._problems, id_ or "you")
        self._stop()
        assert entry is not None
        self._write(id_, path)
        person = Person(id_, {}, entry)
        return Welcome(path, id_, [*self._problems, *self._looks(person)])

    # Values

    def _put(self, field: str, value: Node, where: Where) -> None:
        self._data.lay(field, value, where)

    def _said(self, field: str, texts: Sequence[str], where: Where) -> Node:
        """The node that words of a command line or of an answer mean."""
        spec = self.specs[field]
        text = "; ".join(texts)
        if spec is not None and spec.type == "pairs":
            whole = spec.of == "int"
            return pairs_of(text, whole, where, self._problems)
        if spec is not None and spec.type in ("list", "grid"):
            lines = [part.strip() for part in re.split(r"[;\n]", text) if part.strip()]
            return self._fitting(field, lines, where)
        return text.strip() or None

    def _fitting(self, field: str, value: object, where: Where) -> Node:
        """Plain data as the field's type has it; of pairs what the field has a place for."""
        spec = self.specs[field]
        if isinstance(value, list) and (spec is None or spec.type != "list"):
            value = ", ".join(map(str, value))
        if isinstance(value, list):
            items = Seq(where.file, where.line)
            for item in value:
                items.put(item, where.line)
            return items
        if isinstance(value, Mapping):
            pairs = Map(where.file, where.line)
            for key, held in value.items():
                full = spec is None or len(pairs) == spec.longest
                if spec is not None and not full and (not spec.choices or key in spec.choices):
                    pairs.put(key, held, where.line)
            return pairs or None
        return value

    def _flaws(self, field: str) -> list[Flaw]:
        """What is wrong with the field as it stands."""
        value, flaws = self._data.get(field), []
        for text in _texts(value):
            if BAD.search(text) or "\n" in text:
                says = "holds a line break or a control character"
                flaws.append(Flaw("field-value", says, "write it in one line of plain text"))
        return flaws + self._reader.flaws(field, value)

    def _ask_all(self, wish: Wish, ask: Ask) -> None:
        """Ask for what is needed or wrong; where nothing at all was given, for everything."""
        for field, spec in self.specs.items():
            needed = spec is None or (spec.required and spec.default is None)
            if field in self._data and not self._flaws(field):
                continue
            told = wish.given or (wish.vcard is not None and field in FIELDS)
            if not needed and field not in self._data and told:
                continue
            self._ask(field, spec, needed, ask)

    def _ask(self, field: str, spec: FieldSpec | None, needed: bool, ask: Ask) -> None:
        flaws = self._flaws(field) if field in self._data else []
        for _ in range(TRIES):
            wrong = "; ".join(f"{flaw.says} ({flaw.fix})" for flaw in flaws)
            answer = ask(field, spec, needed, wrong)
            if answer is None:
                return
            if not answer.strip():
                if not needed:
                    if field in self._data:
                        self._put(field, None, Where(_flag(field)))
                    return
                flaws = [Flaw("field-missing", "is needed", "write it")]
                continue
            where = Where(_flag(field))
            doubled = Problems()
            held, self._problems = self._problems, doubled
            self._put(field, self._said(field, [answer], where), where)
            self._problems = held
            flaws = [Flaw(p.code, p.says, p.fix) for p in doubled] + self._flaws(field)
            if not flaws:
                return

    # What stops it

    def _check_id(self, id_: str, path: Path, wish: Wish) -> None:
        """Note an id that is none, or whose file may not be written."""
        where = Where("--id")
        if not id_:
            if self._data.get("name"):
                says = "no id can be made of the name"
                self._problems.add("id-illegal", where, says, "give one: --id my-name")
            return
        if not ID.match(id_):
            self._problems.add("id-illegal", where, f"'{id_[:80]}' cannot be an id", ID_ADVICE)
            return
        for folder in (path.parent, path.parent.parent, path.parent.parent.parent):
            if folder.is_symlink():
                says = f"{folder.name} is a link; the overlay would land elsewhere"
                self._problems.add("file-unsafe", Where(str(path)), says, "make it a folder")
                return
        if (path.exists() or path.is_symlink()) and not wish.force:
            says = "is there already"
            fix = "take another --id, or --force to replace it"
            self._problems.add("output-in-the-way", Where(str(path)), says, fix)

    def _stop(self) -> None:
        """Raise Refused where anything is wrong, all of it, in the words of the command line."""
        for field in self._data:
            for text in _texts(self._data[field]):
                if BAD.search(text) or "\n" in text:
                    says = "holds a line break or a control character"
                    fix = "write it in one line of plain text"
                    self._problems.add("field-value", self._data.where(field), says, fix)
        if not self._problems.fatal():
            return
        told = Problems()
        for one in self._problems:
            fix = one.fix
            if one.code == "field-missing" and one.where.field:
                fix = f"{_flag(one.where.field)} TEXT"
            told.add(one.code, one.where, one.says, fix)
        raise Refused(told)

    # What is written

    def _write(self, id_: str, path: Path) -> None:
        entry = self._game.person
        assert entry is not None
        file = self._game.file.catalogs[self._game.file.personal or ""].file.partition("#")[0]
        text = overlay_text(
            id_,
            self._game,
            {"name": self._data["name"]},
            file,
            entry.id,
            {field: self._data.get(field) for field in self.specs},
            {field: spec.help for field, spec in self._reader.specs.items()},
        )
        trial = path.with_name(f".{path.stem}.trial")
        try:
            write_text(trial, text)
            try:
                self._read_back(trial, file, entry.id)
                trial.replace(path)
            finally:
                trial.unlink(missing_ok=True)
        except OSError as fault:
            problems = Problems()
            says = f"cannot be written: {fault.strerror or fault}"
            problems.add("not-written", Where(str(path)), says, "let the folder be written to")
            raise Refused(problems) from fault

    def _read_back(self, path: Path, file: str, entry: str) -> None:
        """Raise Refused unless the file says exactly what was given."""
        problems = Problems()
        node = read_yaml(path, path.name, problems)
        said = (
            node["replace"][file][entry] if isinstance(node, Map) and not problems.fatal() else {}
        )
        given = {field: value for field, value in self._data.items() if value is not None}
        if dict(said) != given:
            problems.add("not-written", Where(str(path)), "does not read back as it was given")
        if problems.fatal():
            raise Refused(problems)

    def _looks(self, person: Person) -> list[Problem]:
        """What the checks say of the first card made for the person."""
        from generator.makeready import set_up  # noqa: PLC0415 - imports the press
        from generator.model.order import Order  # noqa: PLC0415
        from generator.press import quiet  # noqa: PLC0415

        problems = Problems()
        game = for_person(self._game, person)
        counted = [one for one in game.components.values() if one.spec.counted and one.cards]
        for component in counted:
            order = Order(only=(component.id,), cards=(component.cards[0].id,))
            try:
                press = set_up(
                    self._workspace, self._place, game, self._rules, order, problems, quiet
                )
                for _ in press.checked(press.composed(press.game.components[component.id])):
                    pass
            except Refused as refused:
                problems.extend(refused.problems)
        return list(problems)


def _flag(field: str) -> str:
    return f"--{field.replace('_', '-')}"


def _texts(value: Node) -> list[str]:
    if isinstance(value, Map):
        return [text for pair in value.items() for text in pair if isinstance(text, str)]
    if isinstance(value, list):
        return [text for text in value if isinstance(text, str)]
    return [value] if isinstance(value, str) else []

"""A table of people in, a folder of printed cards for each out; people who are done stay done.

Each person's folder is a build of its own, with its manifest, and takes its place whole. A run goes
through the table once and keeps nothing of a person but a line, so memory does not grow; what is
alike for all, faces above all, is composed and checked once.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, NamedTuple

from generator.check.personal import PersonCheck
from generator.crew import Lost, in_order
from generator.engine.contract import Rules
from generator.laid import for_person, reader_of
from generator.load.find import GamePlace, GameSources, Workspace
from generator.load.fingerprint import data_hash, folders_read
from generator.load.people import Person, read_people
from generator.makeready import set_up
from generator.model.game import Game
from generator.model.order import Order
from generator.pipeline import check_played, load, planned, printed
from generator.press import Press, Tell, quiet, stop
from generator.problems import Problem, Problems, Refused, Where
from generator.write.evidence import write_text
from generator.write.manifest import Manifest, read_manifest

SUMMARY = "people.json"
"""What a run tells of everybody, beside their folders."""

HOPELESS = 20
"""People in a row, from the first on, who cannot be printed before the run is given up."""

State = Literal["made", "kept", "faulty"]


class Done(NamedTuple):
    """What became of a person: cards and files are those of their folder."""

    id: str
    name: str
    state: State
    cards: int
    files: int
    seconds: float


@dataclass(slots=True)
class Staffed:
    """What a run made; `problems` name a person before the card where they are about one.

    `strangers` are folders of people who do not stand in the table any more.
    """

    folder: Path
    done: list[Done] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def count(self, state: State) -> int:
        """How many people are in that state."""
        return sum(one.state == state for one in self.done)


def build_people(
    workspace: Workspace,
    place: GamePlace,
    order: Order,
    table: Path,
    into: Path,
    tell: Tell = quiet,
    sheet: str = "",
    workers: int = 1,
) -> Staffed:
    """Print the game for everybody whom the table lists, each into a folder in `into`.

    Nothing is written where the table has a fault: Refused then holds all of them. People whose
    folder was made from the same row, data and choices are left alone. Whoever cannot be printed is
    told of and left out. What is made is the same for any number of `workers`, which are processes.
    """
    began = time.perf_counter()
    problems = Problems()
    game, rules = load(workspace, place, order.edition, problems, order.low_ink)
    order = ordered(game, order, problems)
    reader = reader_of(workspace, place, game, rules, problems)
    _apart(workspace, place, table, into, problems)
    data = data_hash(workspace, place, game.styles.faces.values())
    people = read_people(table, table.name, reader, problems, sheet)
    looks = PersonCheck(game, GameSources(workspace, place))
    for person in people:
        looks.check(person.entry, problems, person.id)
    _free(people, into, problems)
    if order.checked:
        from generator.check.rules import check_rules  # noqa: PLC0415 - an order may be unchecked

        check_rules(game, rules, problems)
        check_played(workspace, place, game, rules, problems)
    stop(problems, order.strict)
    press = _ready(workspace, place, game, rules, order)
    run = _Run(workspace, place, game, rules, order, data, into, press)
    made = Staffed(into, problems=list(problems))
    tell("people", 0, len(people))
    for person, (done, said) in _walked(run, people, workers):
        if done is None:  # a full disk will not do for the next one either
            raise Refused(said)
        made.done.append(done)
        made.problems += (_of(problem, person) for problem in said)
        tell("people", len(made.done), len(people))
        if done.state == "faulty" and len(made.done) == made.count("faulty") == HOPELESS:
            says = f"nobody of the first {HOPELESS} can be printed; the others are not tried"
            given_up = Problems()
            given_up.add("people-hopeless", Where(table.name), says, "mend what is told above")
            made.problems += given_up
            break
    made.strangers = _strangers(into, people)
    made.seconds = time.perf_counter() - began
    _summarise(made, table, order)
    return made


def _walked(
    run: _Run, people: list[Person], workers: int
) -> Iterator[tuple[Person, tuple[Done | None, list[Problem]]]]:
    """What became of each; raises Refused where a process ends before its work is done."""
    everybody = in_order(lambda at: run.one(people[at]), len(people), workers)
    person = people[0]
    try:
        for person in people:
            yield person, next(everybody)
    except Lost as lost:
        problems = Problems()
        says = "a process of the run ended before this was done: there may be too little memory"
        fix = "the same call goes on; --workers 1 needs the least"
        problems.add("people-lost", Where(person.id), says, fix)
        raise Refused(problems) from lost


def ordered(game: Game, order: Order, problems: Problems) -> Order:
    """The order for one person: unless it says otherwise, what is counted for each."""
    if game.person is None:
        says = "is not printed for anybody: its game.yaml has no 'personal'"
        problems.add("people-none", game.where, says, "build it without --people")
        raise Refused(problems)
    if order.only or order.cards:
        return order
    own = tuple(one.id for one in game.components.values() if one.spec.counted)
    return replace(order, only=own or tuple(game.components))


def _ready(
    workspace: Workspace, place: GamePlace, game: Game, rules: Rules | None, order: Order
) -> Press:
    """A press for the order; raises Refused for what is wrong with that, whoever it is for."""
    problems = Problems()
    press = set_up(workspace, place, game, rules, order, problems, quiet)
    planned(press)
    stop(problems)
    return press


class _Run:
    """One run over a table; `press` is set up for its order."""

    def __init__(
        self,
        workspace: Workspace,
        place: GamePlace,
        game: Game,
        rules: Rules | None,
        order: Order,
        data: str,
        into: Path,
        press: Press,
    ) -> None:
        self._workspace, self._place, self._game, self._rules = workspace, place, game, rules
        self._order, self._data, self._into = order, data, into
        self._press = press

    def one(self, person: Person) -> tuple[Done | None, list[Problem]]:
        """What became of a person, and what is wrong with them; None: it is no person's fault."""
        began = time.perf_counter()
        folder = self._into / person.id
        before = self._kept(person, folder)
        if before is not None:
            return _done(person, "kept", before, began), []
        problems = Problems()
        try:
            made = self._printed(person, folder, problems)
        except Refused as refused:
            self._press.seen.clear()  # others may share the face that is faulty
            if any(problem.code in _DISK for problem in refused.problems):
                return None, refused.problems
            return _done(person, "faulty", None, began), refused.problems
        except MemoryError:
            says = "needs more memory than there is"
            problems.add("memory-limit", Where(person.id), says, "fewer workers")
            return None, list(problems)
        return _done(person, "made", made, began), list(problems)

    def _printed(self, person: Person, folder: Path, problems: Problems) -> Manifest:
        game = for_person(self._game, person)
        press = set_up(
            self._workspace,
            self._place,
            game,
            self._rules,
            self._order,
            problems,
            quiet,
            self._press,
        )
        self._press = press
        made = printed(press, self._data, folder, {"id": person.id, **person.given})
        # Backs are each person's own, faces are alike: only those are worth remembering.
        for key in [key for key in press.seen if not key[1]]:
            items = press.seen.pop(key)
            if press.eye is not None:
                press.eye.wants.forget(items)
        press.kept.clear()
        return made.manifest

    def _kept(self, person: Person, folder: Path) -> Manifest | None:
        """The manifest of a folder that is as this run would make it; None where it is not."""
        if not folder.is_dir():
            return None
        found, order = read_manifest(folder, Problems()), self._order
        if found is None:
            return None
        wanted = (
            self._game.id,
            self._game.file.version,
            order.target,
            list(order.edition),
            order.options(),
            order.shift,
            self._data,
            {"id": person.id, **person.given},
        )
        is_ = (
            found.game,
            found.version,
            found.target,
            found.edition,
            found.options,
            found.printer,
            found.data,
            found.laid,
        )
        there = all((folder / entry.path).is_file() for entry in found.files)
        return found if is_ == wanted and there else None


_DISK = frozenset({"not-written", "output-in-the-way"})
"""Faults that are no person's."""


def _done(person: Person, state: State, manifest: Manifest | None, began: float) -> Done:
    files = manifest.files if manifest else []
    cards, seconds = sum(entry.cards for entry in files), time.perf_counter() - began
    return Done(person.id, person.entry.name, state, cards, len(files), round(seconds, 3))


def _of(problem: Problem, person: Person) -> Problem:
    """The problem with whom it is about: their id stands before the card's."""
    card = problem.where.card
    return problem._replace(
        where=problem.where._replace(card=f"{person.id} {card}" if card else person.id)
    )


def _apart(
    workspace: Workspace, place: GamePlace, table: Path, into: Path, problems: Problems
) -> None:
    """A table or output among the game's own files would make every folder stale at once."""
    folders = [folder.resolve() for folder in folders_read(workspace, place)]
    says = "stands among the files that the game is made of, so that a change of one "
    for path, told, fix in (
        (table, Where(table.name), "move it out of there"),
        (into, Where(str(into)), "choose another folder with -o"),
    ):
        if any(path.resolve().is_relative_to(folder) for folder in folders):
            what = "row" if path is table else "person"
            problems.add("people-place", told, f"{says}{what} would redo everybody", fix)


def _free(people: list[Person], into: Path, problems: Problems) -> None:
    """Note whatever would stand where the summary is to be written."""
    if (into / SUMMARY).is_dir():
        says = f"is a folder; {SUMMARY} would be written there"
        problems.add("output-in-the-way", Where(str(into / SUMMARY)), says, "move it away")
    for person in people:
        if person.id.casefold() == SUMMARY:
            says = f"'{person.id}' is what the summary of all is called"
            where = person.entry.where._replace(card=person.id, field="id")
            problems.add("id-illegal", where, says, "another id")


def _strangers(into: Path, people: list[Person]) -> list[str]:
    """Folders of builds that nobody in the table has."""
    known = {person.id for person in people}
    if not into.is_dir():
        return []
    return sorted(
        folder.name
        for folder in into.iterdir()
        if folder.name not in known
        and not folder.name.startswith(".")
        and (folder / "manifest.json").is_file()
    )


def _summarise(made: Staffed, table: Path, order: Order) -> None:
    """Write `people.json`; raises Refused where the disk says no."""
    said = {
        "table": table.name,
        "target": order.target,
        "made": made.count("made"),
        "kept": made.count("kept"),
        "faulty": made.count("faulty"),
        "cards": sum(one.cards for one in made.done),
        "people": [
            {"id": one.id, "name": one.name, "state": one.state, "cards": one.cards}
            for one in made.done
        ],
        "problems": [problem.plain() for problem in made.problems],
    }
    text = json.dumps(said, ensure_ascii=False, indent=1) + "\n"
    try:
        write_text(made.folder / SUMMARY, text)
    except OSError as fault:
        problems = Problems()
        says = f"cannot be written: {fault.strerror or fault}"
        problems.add("not-written", Where(f"{made.folder}/{SUMMARY}"), says)
        raise Refused(problems) from fault

"""A game and what a row says of somebody in, the game printed for them out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.engine.contract import Rules
from generator.load.find import GamePlace, GameSources, Workspace
from generator.load.people import PeopleReader, Person
from generator.model.game import Game
from generator.problems import Problems, Refused, Where


def reader_of(
    workspace: Workspace, place: GamePlace, game: Game, rules: Rules | None, problems: Problems
) -> PeopleReader:
    """The reader of rows for the game's personal entry; raises Refused where it has none."""
    if game.person is None:
        says = "the game is not printed for anybody"
        problems.add("people-none", game.where, says, "write 'personal' in its game.yaml")
        raise Refused(problems)
    effects = rules.effects if rules else {}
    return PeopleReader(game, GameSources(workspace, place), effects)


def for_person(game: Game, person: Person) -> Game:
    """The game with the person's entry in place of the one it was loaded with."""
    name = game.file.personal or ""
    return replace(game, catalogs={**game.catalogs, name: {person.entry.id: person.entry}})


def laid_again(
    workspace: Workspace,
    place: GamePlace,
    game: Game,
    rules: Rules | None,
    laid: Mapping[str, Any],
    where: Where,
    problems: Problems,
) -> Game:
    """The game for the row that a manifest keeps; raises Refused where the row is faulty."""
    given = {key: value for key, value in laid.items() if key != "id"}
    id_ = str(laid.get("id"))
    entry = reader_of(workspace, place, game, rules, problems).kept(id_, given, where, problems)
    if entry is None:
        raise Refused(problems)
    return for_person(game, Person(id_, given, entry))

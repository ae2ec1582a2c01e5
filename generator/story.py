"""A game, its rules and how many play in, plain data out: what the texts of books may use.

Replays, positions and counts are worked out here, so that compose never meets an engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from generator.engine.contract import Rules
from generator.engine.replay import replay
from generator.model.figures import Figures
from generator.model.game import Component, Game, Ruling, copies_of, pieces_of
from generator.model.prose import expand
from generator.problems import Problems


def told(
    game: Game, rules: Rules | None, components: Sequence[Component], players: int
) -> dict[str, Any]:
    """The names that every text of a book may use, as texts, numbers, lists and mappings.

    `players` how many it is printed for · `components` what is printed, in order (id, name, kind,
    on, count, copies, per, width, height, range, overflow, parts) · `parts` what must be bought or
    made (name, count, for, note) · `rulings` (id, question, ruling, strength, table) · `plays` by
    id (title, setup, options, result, steps of text, says, picture as seat A sees it, pictures by
    seat) · `options` (choices, default, help) · `credits` (author, title, notice, edition).
    """
    made = game.file.credits
    return {
        "players": players,
        "components": [_component(one, players) for one in components],
        "parts": [part for one in components for part in _parts(one, players)],
        "rulings": [_ruling(ruling, game.figures) for ruling in game.rulings],
        "plays": _plays(game, rules),
        "options": {
            name: {"choices": list(o.choices), "default": o.default, "help": o.help}
            for name, o in game.figures.options.items()
        },
        "credits": {
            "author": made.author,
            "title": made.title,
            "notice": made.notice,
            "edition": made.edition,
        },
    }


def _ruling(ruling: Ruling, figures: Figures) -> dict[str, Any]:
    """A ruling with its figures; faulty placeholders, which `check` tells of, stay as they are."""
    with suppress(KeyError, IndexError):
        return {**ruling.plain(), "ruling": expand(ruling.ruling, (), figures)}
    return ruling.plain()


def _component(one: Component, players: int) -> dict[str, Any]:
    book = one.spec.kind == "book"
    width, height = one.size
    return {
        "id": one.id,
        "name": one.spec.name,
        "kind": one.spec.kind,
        "on": one.on,
        "count": copies_of(one, players) if book else pieces_of(one, players),
        "copies": copies_of(one, players),
        "per": one.spec.per,
        "width": width,
        "height": height,
        "range": list(one.spec.range or ()),
        "overflow": one.spec.overflow,
        "parts": list(_parts(one, players)),
    }


def _parts(one: Component, players: int) -> list[dict[str, Any]]:
    times = {"piece": pieces_of(one, players), "player": players, "table": 1}
    return [
        {
            "name": part.name,
            "count": part.count * times[part.per],
            "for": one.spec.name,
            "note": part.note,
        }
        for part in one.spec.parts
    ]


def _plays(game: Game, rules: Rules | None) -> Mapping[str, Any]:
    """Each play as the engine replays it; faults of plays are told by `check`."""
    plays: dict[str, Any] = {}
    for play in game.plays if rules else ():
        assert rules is not None
        found = replay(rules, game, play, Problems())
        if found is None:
            continue
        engine, steps = found.engine, []
        seats = engine.setup(play.setup).seats
        rng = Random(play.id)  # noqa: S311 - picks among jokes
        for step in found.steps:
            views = [engine.view(step.state, seat) for seat in range(seats)]
            pictures = [engine.picture(view) for view in views]
            steps.append(
                {
                    "text": step.text,
                    "says": engine.tell(step.state, step.move, rng),
                    "picture": pictures[0],
                    "pictures": pictures,
                }
            )
        plays[play.id] = {
            "id": play.id,
            "title": play.title,
            "setup": dict(play.setup),
            "options": dict(play.options),
            "result": dict(play.result),
            "steps": steps,
        }
    return plays

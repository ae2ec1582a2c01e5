"""Printed prose in, problems out: no amount is typed where the data holds it.

A digit or number word before a unit's word must come from a placeholder. What prose says beyond
that is not proved; it is listed as a note for a human eye.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from generator.model.card import Card, Entry
from generator.model.field import FieldSpec
from generator.model.figures import Figures
from generator.model.game import Game
from generator.model.prose import Amount, parse
from generator.problems import Problems, Where

_NUMBERS = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
    "hundred|thousand|dozen|twice"
)


@lru_cache(maxsize=32)
def _typed(units: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(sorted(map(re.escape, units), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w.])((?:[-+\u2212]?\d[\d.,]*)|(?:{_NUMBERS}))[\s\u00a0-]*({words})(?!\w)",
        re.IGNORECASE,
    )


def typed_figures(text: str, figures: Figures) -> list[str]:
    """Each `5 HP`, `two cards` that stands in the text as typed."""
    return [said for said, _ in typed_places(text, figures)]


def typed_places(text: str, figures: Figures) -> list[tuple[str, int]]:
    """The same with the place in the text where each begins."""
    units = tuple(
        word for unit in figures.units.values() for word in (unit.one, unit.many, *unit.also)
    )
    if not units:
        return []
    found = _typed(units).finditer(text)
    return [(" ".join(typed.group().split()), typed.start()) for typed in found]


def check_prose(
    text: str, effects: Sequence[Amount], figures: Figures, where: Where, problems: Problems
) -> None:
    """Placeholders that name nothing, amounts typed, effects told never or twice."""
    told: list[int] = []
    for kind, said in parse(text):
        if kind == "bad":
            problems.add(
                "prose-placeholder",
                where,
                f"{said!r} is no placeholder",
                "write {0} for an effect's amount, {fig NAME}, {plain 1999}, or {{ for a brace",
            )
        elif kind == "effect":
            told.append(int(said))
        elif kind == "figure" and said not in figures.figures:
            problems.add(
                "figure-unknown",
                where,
                f"{{fig {said}}} names no figure",
                f"rules.yaml has {', '.join(sorted(figures.figures)) or 'none'}",
            )
        elif kind == "literal":
            _check_typed(said, figures, where, problems)
    if told:
        _check_told(told, len(effects), where, problems)


def _check_typed(text: str, figures: Figures, where: Where, problems: Problems) -> None:
    for typed in typed_figures(text, figures):
        problems.add(
            "figure-typed",
            where,
            f"{typed!r} is typed in prose, where nothing keeps it equal to the rules",
            "write {0} for the effect's amount, {fig NAME} for a figure, {plain N} if no rule",
        )


def _check_told(told: list[int], effects: int, where: Where, problems: Problems) -> None:
    for index in sorted(set(told)):
        if index >= effects:
            problems.add(
                "prose-effect-unknown",
                where,
                f"{{{index}}} stands for effect {index}, but there are {effects}, counted from 0",
                "add the effect or take the placeholder out",
            )
        elif told.count(index) > 1:
            problems.add(
                "prose-effect-twice",
                where,
                f"effect {index} is told {told.count(index)} times",
                "name each effect exactly once",
            )
    for index in range(effects):
        if index not in told:
            problems.add(
                "prose-effect-untold",
                where,
                f"effect {index} is not told",
                f"add {{{index}}} to the text",
            )


def check_game_prose(game: Game, problems: Problems) -> None:
    """All texts of cards, catalogs and rulings; the human-eye notes are one a file.

    What people say of themselves is theirs: "Two Cards Ltd" states no rule.
    """
    for name, spec in game.file.catalogs.items():
        if name == game.file.personal:
            continue
        _check_fields(game.catalogs[name].values(), spec.fields, game.figures, problems)
    seen: set[int] = set()
    for component in game.components.values():
        if id(component.cards) not in seen:
            seen.add(id(component.cards))
            _check_fields(component.cards, component.spec.fields, game.figures, problems)
        if component.spec.overflow:
            where = component.where._replace(field="overflow")
            _check_typed_prose(component.spec.overflow, game.figures, where, problems)
    for ruling in game.rulings:
        where = Where(f"{game.where.file.rpartition('/')[0]}/rulings.yaml", 0, ruling.id, "ruling")
        _check_typed_prose(ruling.ruling, game.figures, where, problems)


def _check_typed_prose(text: str, figures: Figures, where: Where, problems: Problems) -> None:
    check_prose(text, (), figures, where, problems)


def _check_fields(
    things: Iterable[Card | Entry],
    specs: dict[str, FieldSpec],
    figures: Figures,
    problems: Problems,
) -> None:
    texts = [(name, spec) for name, spec in specs.items() if spec.type in ("text", "list")]
    for thing in things:
        for name, spec in texts:
            value = thing.fields.get(name)
            where = thing.place(name)
            for text in value if isinstance(value, tuple) else (value,):
                if not isinstance(text, str) or not text:
                    continue
                if spec.rules:
                    check_prose(text, thing.effects, figures, where, problems)
                else:
                    _check_typed(text, figures, where, problems)

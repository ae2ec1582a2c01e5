"""The faces of a form in, what keeps their elements from being its fields out, as problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal

from generator.geometry import Box
from generator.impose.forms import full_name
from generator.model.card import Card
from generator.model.game import Component
from generator.problems import Problems, Where
from generator.scene import Field, Scene
from generator.write.winansi import WINANSI

Side = tuple[Card, Scene]

Locate = Callable[[Component, Card, Literal["front", "back"], int], Where]

TOUCH = 0.01
"""mm that two fields may share."""

CELL = 20.0
"""mm of the squares by which fields near each other are found."""

_LETTERS = 8
"""Letters that a problem lists."""


def check_form(
    component: Component, sides: Sequence[Side], locate: Locate, problems: Problems
) -> None:
    """Note what keeps a component's fields from being the fields of one form."""
    names: dict[str, Callable[[], Where]] = {}
    for card, scene in sides:
        for field in scene.fields:
            where = partial(_where, component, card, scene, field, locate)
            _field(field, where, problems)
            name = full_name(card.id, field)
            if name in names:
                says = f"a second field is called {name}"
                problems.add("form-double", where(), says, "give each a name of its own")
            names.setdefault(name, where)
        _covered(component, card, scene, locate, problems)
    _nested(names, problems)
    if sides and not names:
        says = "says form: true, but none of its faces has a <field>"
        problems.add("form-empty", component.where, says, "put fields on its face, or take it out")


def _where(component: Component, card: Card, scene: Scene, field: Field, locate: Locate) -> Where:
    """Where a field is written; found by rendering again, so only when it is asked for."""
    return locate(component, card, scene.side, field.element)._replace(field=field.name)


def _field(field: Field, where: Callable[[], Where], problems: Problems) -> None:
    if field.turn:
        says = f"the field is turned by {field.turn:g}\N{DEGREE SIGN}"
        fix = "let it stand upright, or make no form of the component"
        problems.add("form-turned", where(), says, fix)
    odd = [char for char in dict.fromkeys(field.value) if char not in WINANSI and char != "\n"]
    if odd:
        some = ", ".join(map(repr, odd[:_LETTERS])) + (
            " \N{HORIZONTAL ELLIPSIS}" * (len(odd) > _LETTERS)
        )
        says = f"the value has {some}, which other programs may not be able to write again"
        fix = "it shows and is read back as it is; use Western letters where it is to be edited"
        problems.add("form-letters", where(), says, fix)


def _covered(
    component: Component, card: Card, scene: Scene, locate: Locate, problems: Problems
) -> None:
    """Fields that cover one painted before: of such only the upper one can be reached.

    A field is told once, and looked for among those near it that cover none: thousands of them in
    one place would otherwise make millions of pairs.
    """
    near: dict[tuple[int, int], list[Field]] = {}
    for field in scene.fields:
        for cell in _cells(field.box):
            one, shared = _met(field.box, near.get(cell, ()))
            if one and shared:
                where = _where(component, card, scene, field, locate)
                says = f"the field covers {shared.w:.1f} x {shared.h:.1f} mm of {one.name!r}"
                problems.add("form-overlap", where, says, "move them apart")
                break
        else:
            for cell in _cells(field.box):
                near.setdefault(cell, []).append(field)


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    """The squares of `CELL` mm that the box touches."""
    rows = range(int(box.y // CELL), int(box.bottom // CELL) + 1)
    for column in range(int(box.x // CELL), int(box.right // CELL) + 1):
        yield from ((column, row) for row in rows)


def _met(box: Box, fields: Sequence[Field]) -> tuple[Field | None, Box | None]:
    for one in fields:
        shared = one.box.meet(box)
        if shared and min(shared.w, shared.h) > TOUCH:
            return one, shared
    return None, None


def _nested(names: dict[str, Callable[[], Where]], problems: Problems) -> None:
    """A field cannot be a part of another's name: it would have to hold that field."""
    for name, where in names.items():
        parts = name.split(".")
        for n in range(2, len(parts)):
            above = ".".join(parts[:n])
            if above in names:
                says = f"the field {above} is a field itself, so {name} cannot be one of its parts"
                problems.add("form-double", where(), says, "call one of them otherwise")

"""Names of rules in, their modules out: entry points of the group `cardwright.rules`, lazily.

The games shipped here come through the same door as any stranger's package.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from generator.engine.contract import Rules
from generator.model.scalars import Strict, readable
from generator.problems import Problems, Where

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "cardwright.rules"

_PARTS = ("effects", "commands", "options", "engine", "audit", "facts")


@cache
def _points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - 25 ms, for games with rules

    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _load(name: str) -> Rules | str:
    """The rules, or why they cannot be had; kept either way."""
    point = _points()[name]
    try:
        found = point.load()
        missing = [part for part in _PARTS if not hasattr(found, part)]
    except Exception as error:  # a stranger's module may raise anything
        return f"{point.value} raised {type(error).__name__}: {error}"
    if missing:
        return f"{point.value} has no {', '.join(missing)}"
    return _unreadable(found) or cast(Rules, found)


def _unreadable(found: Any) -> str:
    """Why the effects of rules cannot be read from data; empty where they can."""
    kind: object = ""
    try:
        if not isinstance(found.effects, Mapping):
            return "its effects are no mapping from kinds to models"
        for kind, model in found.effects.items():
            if not isinstance(kind, str):
                return f"its effect {kind!r} is called by no text"
            readable(model)
    except Exception as error:  # as above
        return f"its effects cannot be read: {kind}: {error}"
    return ""


def names() -> list[str]:
    """Every rules module that is installed, by the name `game.yaml` uses."""
    return sorted(_points())


def rules(name: str, where: Where, problems: Problems) -> Rules | None:
    """The rules of that name; None with a problem at `where` if there are none or they fail."""
    if name not in _points():
        import difflib  # noqa: PLC0415 - only faulty names need it

        near = difflib.get_close_matches(name, names(), 1)
        fix = f"did you mean {near[0]!r}?" if near else f"installed: {', '.join(names()) or 'none'}"
        problems.add("rules-missing", where, f"no rules named {name!r} are installed", fix)
        return None
    found = _load(name)
    if isinstance(found, str):
        says = f"the rules {name!r} cannot be used: {found}"
        problems.add("rules-broken", where, says, "mend the package that brings them, or update it")
        return None
    return found


def effects(name: str, where: Where, problems: Problems) -> Mapping[str, type[Strict]]:
    """Effect kinds of those rules with their models; none where the rules cannot be had."""
    found = rules(name, where, problems)
    return {} if found is None else found.effects

"""A game played in, a play out that anyone can read, keep and replay to the same state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from generator.engine.contract import Engine
from generator.model.play import Play
from generator.problems import Where

_PLAIN = re.compile(r"[A-Za-z0-9][\w ,./+()-]*\Z")


def record(
    engine: Engine[Any, Any, Any],
    setup: Mapping[str, str],
    options: Mapping[str, str],
    moves: Iterable[Any],
    *,
    name: str = "record",
    title: str = "A recorded game",
) -> Play:
    """The play of these moves from the start: every move a line, shuffles and rolls included.

    Raises SetupRefused and IllegalMove.
    """
    state = engine.start(engine.setup(setup))
    lines: list[tuple[str, int]] = []
    for number, move in enumerate(moves, 1):
        before = engine.copy(state)
        engine.apply(state, move)
        lines.append((engine.write(before, move, state), number))
    given = {key: value for key, value in setup.items() if value}
    where = Where(name, 1)
    return Play(name, title, given, dict(options), tuple(lines), engine.claims(state), where)


def text(play: Play) -> str:
    """The play as YAML: the form that files in `plays/` have."""
    parts = [f"id: {_scalar(play.id)}", f"title: {_scalar(play.title)}"]
    for key in ("setup", "options", "result"):
        values: dict[str, str] = getattr(play, key)
        block = [f"{key}:", *(f"  {k}: {_scalar(v)}" for k, v in values.items())]
        if key == "result":
            lines = [f"  {line}" for line, _ in play.lines]
            parts += ["moves: |", *lines] if lines else []
        parts += block if values else []
    return "\n".join(parts) + "\n"


def _scalar(value: str) -> str:
    if _PLAIN.match(value) and not value.endswith(" "):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

"""Fields of whom a game is printed for in, the text of an overlay file out."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from generator.model.game import Game

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 .,()/&+'_-]*[A-Za-z0-9.)]\Z", re.ASCII)
_WORDS = frozenset(["null", "true", "false", "yes", "no", "on", "off"])


def overlay_text(
    id_: str,
    game: Game,
    about: Mapping[str, Any],
    file: str,
    entry: str,
    values: Mapping[str, Any],
    helps: Mapping[str, str],
) -> str:
    """The overlay that lays `values` (texts, lists, mappings; None: not given) over an entry.

    What is not given stands there as a comment with its help, to be filled in by hand. `about` are
    keys of the overlay itself beside its id and base.
    """
    lines = [
        f"# Whom {game.file.name} is printed for; written by `cardwright {game.id} new`,",
        "# yours to edit. Lines that begin with # are left out.",
        f"id: {scalar(id_)}",
        f"base: {game.id}",
        *(f"{key}: {scalar(value)}" for key, value in about.items()),
        "replace:",
        f"  {scalar(file)}:",
        f"    {scalar(entry)}:",
    ]
    for field, value in values.items():
        if value is None:
            help_ = " ".join(helps.get(field, "").split())
            lines.append(
                f"      # {field}: {help_}".rstrip().removesuffix(":")
                if help_
                else f"      # {field}:"
            )
        elif isinstance(value, Mapping):
            lines.append(f"      {field}:")
            lines += [f"        {scalar(key)}: {scalar(held)}" for key, held in value.items()]
        elif isinstance(value, list):
            lines.append(f"      {field}:")
            lines += [f"        - {scalar(held)}" for held in value]
        else:
            lines.append(f"      {field}: {scalar(value)}")
    return "\n".join(lines) + "\n"


def scalar(text: str) -> str:
    """A text as YAML has it: plain where nothing can be mistaken, else in double quotes."""
    if (_PLAIN.match(text) and text.casefold() not in _WORDS) or text.isdecimal():
        return text
    return json.dumps(text, ensure_ascii=False)

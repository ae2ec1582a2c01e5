"""Whom a game is printed for in; texts that cannot be set and pictures that are none out.

A face would tell of them as well, but at a template that the person has never seen, and of many
people only when it is their turn.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from generator.compose.art import Art
from generator.compose.flaw import Flaw
from generator.compose.scripts import printed, reason
from generator.model.card import Entry, Value
from generator.model.game import Game
from generator.model.sources import Sources
from generator.problems import Problems, Where

TOLD = 3
"""Characters of one text that are told."""


class PersonCheck:
    """Checks entries that one game may be printed for."""

    def __init__(self, game: Game, sources: Sources) -> None:
        catalog = game.file.catalogs[game.file.personal or ""]
        words = ("text", "list", "pairs")
        self._texts = [name for name, spec in catalog.fields.items() if spec.type in words]
        self._pictures = [name for name, spec in catalog.fields.items() if spec.type == "image"]
        self._sources = sources
        self._seen: dict[str, tuple[Flaw, ...]] = {}

    def check(self, entry: Entry, problems: Problems, card: str | None = None) -> None:
        """Note what is wrong; `card` is what the entry is called where it has another id."""

        def at(field: str) -> Where:
            return entry.place(field)._replace(card=card or entry.id)

        if not printed(entry.name):
            says = "the name has nothing that can be printed"
            problems.add("field-missing", at("name"), says, "write a name")
        for field, value in (("name", entry.name), *self._given(entry)):
            for says in _refused(_words(value)):
                problems.add("script-refused", at(field), says, "write it otherwise")
        for field in self._pictures:
            value = entry.fields.get(field)
            for flaw in self._flaws(value) if isinstance(value, str) else ():
                where = Where(flaw.file, flaw.line, card or entry.id, field)
                problems.add(flaw.code, where if flaw.file else at(field), flaw.says, flaw.fix)

    def _given(self, entry: Entry) -> list[tuple[str, Value]]:
        return [(field, entry.fields.get(field)) for field in self._texts]

    def _flaws(self, name: str) -> tuple[Flaw, ...]:
        """Why a picture cannot be used; each is looked at once."""
        found = self._seen.get(name)
        if found is None:
            try:
                Art(self._sources).image(name)
                found = ()
            except Flaw as flaw:
                found = (flaw, *flaw.others)
            self._seen[name] = found
        return found


def _words(value: object) -> Iterable[str]:
    """All texts in a value, names of pairs left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _words(one[1] if isinstance(one, tuple) else one)


def _refused(texts: Iterable[str]) -> Iterable[str]:
    """Why characters cannot be printed, each once."""
    odd: dict[str, None] = {}
    for text in texts:
        if not text.isascii():
            odd |= dict.fromkeys(c for c in unicodedata.normalize("NFC", text) if reason(c))
    for char in list(odd)[:TOLD]:
        yield f"the character {char!r} (U+{ord(char):04X}) {reason(char)}"
    if len(odd) > TOLD:
        yield f"{len(odd) - TOLD} more characters cannot be printed either"

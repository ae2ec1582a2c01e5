"""Faults in, one gathered list out: every problem names its place, its reason and the mend.

A problem's code is listed in `generator.codes`, which also says its level.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from generator.codes import CODES

Level = Literal["error", "warning", "note"]


class Where(NamedTuple):
    """A place in a file; `line` counts from 1, 0 means the file as a whole."""

    file: str
    line: int = 0
    card: str | None = None
    field: str | None = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        if self.card:
            place += f": {self.card}"
        if self.field:
            place += f".{self.field}" if self.card else f": {self.field}"
        return place


class Problem(NamedTuple):
    """One located fault: `says` is the reason, `fix` what to write instead."""

    code: str
    level: Level
    where: Where
    says: str
    fix: str = ""

    def __str__(self) -> str:
        fix = f" ({self.fix})" if self.fix else ""
        return f"{self.where}: {self.level}: {self.says}{fix} [{self.code}]"

    def plain(self) -> dict[str, object]:
        """The problem as JSON-ready data."""
        where = {k: v for k, v in self.where._asdict().items() if v is not None}
        return {"code": self.code, "level": self.level, **where, "says": self.says, "fix": self.fix}


_SAID, _NAMED = 2000, 120
"""Most characters of what a problem says, and of the names in its place."""


def _cut(text: str, most: int) -> str:
    """Nobody reads on for pages; a hostile file has names and values of megabytes.

    What is said of a value often stands after it, so the end is kept, too.
    """
    if len(text) <= most:
        return text
    return f"{text[: most * 4 // 5]}\N{HORIZONTAL ELLIPSIS}{text[-(most // 5) :]}"


class Problems:
    """The one list that a walk gathers into; equal problems are kept once."""

    def __init__(self) -> None:
        self._seen: dict[Problem, None] = {}

    def add(self, code: str, where: Where, says: str, fix: str = "") -> None:
        """Note a fault; raises KeyError for a code that `CODES` does not list."""
        if len(where.card or "") > _NAMED or len(where.field or "") > _NAMED:
            card, field = (part and _cut(part, _NAMED) for part in where[2:])
            where = Where(where.file, where.line, card, field)
        says, fix = _cut(says, _SAID), _cut(fix, _SAID)
        self._seen[Problem(code, CODES[code].level, where, says, fix)] = None

    def extend(self, problems: Iterable[Problem]) -> None:
        """Take over problems found elsewhere."""
        self._seen.update(dict.fromkeys(problems))

    def __iter__(self) -> Iterator[Problem]:
        return iter(self._seen)

    def __len__(self) -> int:
        return len(self._seen)

    def of(self, level: Level) -> list[Problem]:
        """The problems of one level, in the order found."""
        return [p for p in self._seen if p.level == level]

    def fatal(self, strict: bool = False) -> bool:
        """Whether the walk has failed: an error, or with `strict` a warning."""
        return any(p.level == "error" or (strict and p.level == "warning") for p in self._seen)


class Refused(Exception):  # noqa: N818 - it names what happened: the walk was refused
    """Raised where a walk cannot go on; `problems` holds everything found so far."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(map(str, self.problems)))

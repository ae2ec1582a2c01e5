"""What a campaign's file holds: both sides, and the history of their conflicts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal
from unicodedata import category

from msgspec import Meta

from generator.model.scalars import Int, Strict, Text

HEAD = "# Kept by `cardwright organizations campaign`; names and notes may be edited."
OVERLAY = "# Made by `cardwright organizations campaign sheets`, and written anew by it."
SIDES = ("A", "B")
Name = Literal["A", "B"]
Power = Annotated[Int, Meta(ge=0, le=99)]
ROUNDS = 9999
Rounds = Annotated[Int, Meta(ge=0, le=ROUNDS)]

NAME, NOTE = 60, 400
"""Characters of a name and of a note at most: both are printed."""

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}", re.ASCII)
"""An id of an organization: what may stand as one in a game's own data."""

MOST = 200
"""Organizations of a side at most."""

_TURNED = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the order of those around them: what is shown would not be what is kept."""


class OrganizationFile(Strict):
    """One organization of a side."""

    id: Text
    """Unique in the campaign."""
    name: Text
    """What it is called."""
    suit: Text
    """An id of the game's suits."""
    scope: Text
    """What the place of the first conflict is to it: an id of the game's scopes."""
    member: Annotated[Int, Meta(ge=1, le=8)] = 1
    """The player of the team who leads it."""
    start: Power
    """Its power when the campaign began."""
    power: Power
    """Its power now."""


class SideFile(Strict):
    """One side."""

    name: Text
    """What it is called."""
    organizations: tuple[OrganizationFile, ...]
    """All it has."""


class SidesFile(Strict):
    """Both sides."""

    A: SideFile
    """The first."""
    B: SideFile
    """The other."""


class ChangeFile(Strict):
    """What an entry changes."""

    organization: Text
    """Whose power."""
    by: Int
    """By how much."""


class RoundFile(Strict):
    """A round that was played."""

    kind: Literal["round"] = "round"
    starter: Name
    """The side that began it."""
    first: Text | None = None
    """The card that opened; none where no card could."""
    last: Text | None = None
    """The last card."""
    winner: Name
    """The side that won it."""
    changes: tuple[ChangeFile, ...] = ()
    """What came of it."""
    note: Text = ""
    """A line for the chronicle."""


class EventFile(Strict):
    """Something between rounds that changes a power: an adventure, a betrayal."""

    kind: Literal["event"] = "event"
    changes: tuple[ChangeFile, ...]
    """What it changes."""
    note: Text
    """What happened."""


class PlaceFile(Strict):
    """What the place of a conflict is to one organization."""

    organization: Text
    """Its id."""
    scope: Text
    """An id of the game's scopes."""


class ConflictFile(Strict):
    """Another conflict of the same sides, once the one before it is over or left off."""

    kind: Literal["conflict"] = "conflict"
    name: Text
    """What it is called."""
    scope: Text = ""
    """Its scope, or one a side: `home / war`; empty: as before."""
    places: tuple[PlaceFile, ...] = ()
    """Organizations to which it is something else."""
    starter: Name | None = None
    """The aggressor; none: its first round tells."""
    rounds: Rounds = 0
    """How many are agreed on, won by who wins more of them; 0: none are."""
    truce: Rounds | None = None
    """Rounds after which it ends in a truce; none: as the rules say, 0: never."""
    note: Text = ""
    """A line for the chronicle."""


Entry = RoundFile | EventFile | ConflictFile


class CampaignFile(Strict):
    """The whole file."""

    campaign: Text
    """Its name."""
    starter: Name | None = None
    """The aggressor of the first conflict, once that is settled."""
    rounds: Rounds = 0
    """How many rounds of it are agreed on; see `ConflictFile`."""
    truce: Rounds | None = None
    """Rounds after which it ends in a truce; see `ConflictFile`."""
    sides: SidesFile
    """Who fights."""
    history: tuple[Entry, ...] = ()
    """What happened, in order."""

    def side(self, name: str) -> SideFile:
        """Side A or B."""
        return self.sides.A if name == "A" else self.sides.B

    def organizations(self) -> list[OrganizationFile]:
        """Those of A, then those of B."""
        return [*self.sides.A.organizations, *self.sides.B.organizations]


def texts(file: CampaignFile) -> Iterator[tuple[tuple[str | int, ...], str, int, int]]:
    """Each text that is printed: its place in the file, itself, its least and greatest length."""
    yield ("campaign",), file.campaign, 1, NAME
    for letter in SIDES:
        side = file.side(letter)
        yield ("sides", letter, "name"), side.name, 1, NAME
        for number, org in enumerate(side.organizations):
            yield ("sides", letter, "organizations", number, "name"), org.name, 1, NAME
    for number, entry in enumerate(file.history):
        yield ("history", number, "note"), entry.note, int(entry.kind == "event"), NOTE
        if isinstance(entry, ConflictFile):
            yield ("history", number, "name"), entry.name, 1, NAME


def written(file: CampaignFile) -> str:
    """The file as YAML, an organization and an entry a line."""
    lines = [HEAD, f"campaign: {_quoted(file.campaign)}"]
    if file.starter:
        lines.append(f"starter: {file.starter}")
    if file.rounds:
        lines.append(f"rounds: {file.rounds}")
    if file.truce is not None:
        lines.append(f"truce: {file.truce}")
    lines.append("sides:")
    for letter in SIDES:
        side = file.side(letter)
        lines += [f"  {letter}:", f"    name: {_quoted(side.name)}", "    organizations:"]
        lines += [f"      - {_flow(org.plain())}" for org in side.organizations]
    if file.history:
        lines.append("history:")
        for entry in file.history:
            plain = {"kind": entry.kind, **entry.plain(defaults=False)}
            lines.append(f"  - {_flow(plain)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        shown = {key: one for key, one in value.items() if one not in (None, "", (), [])}
        return "{" + ", ".join(f"{key}: {_flow(one)}" for key, one in shown.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value) if isinstance(value, int) else _quoted(value)


def clean(text: str) -> str:
    """The text on one line, without control characters, which no data file may hold."""
    seen = (c for c in text if c.isspace() or _shown(c))
    return " ".join("".join(seen).split())


def unseen(text: str) -> bool:
    """Whether the text is on several lines, or holds what `clean` leaves out."""
    return not all(map(_shown, text.strip()))


def _shown(char: str) -> bool:
    return category(char) not in ("Cc", "Cs", "Zl", "Zp") and char not in _TURNED


def _quoted(text: str) -> str:
    """In quotes; what cannot be seen is written as its number."""
    made = json.dumps(clean(text), ensure_ascii=False)
    return "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in made)

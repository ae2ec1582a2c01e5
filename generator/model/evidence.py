"""What long play has told of a game, as `evidence.yaml` holds it; its figures by path, as text.

Shares are percent: the share, then its 95 % Wilson interval.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from generator.model.scalars import Int, Number, Strict, Text

ALL = "all"
"""The name that the sum over all set-ups of a study goes by."""

Share = tuple[Number, Number, Number]


class Length(Strict):
    """How long games were, in the game's own measure."""

    mean: Number
    """The mean."""
    sd: Number | None = None
    """The standard deviation; none for a single game."""
    p95: Number
    """The length that 95 of 100 games do not pass."""


class Reach(Strict):
    """What the trackers of one quantity had to show."""

    low: dict[Int, Number]
    """Percent of games by the lowest value shown."""
    high: dict[Int, Number]
    """Percent of games by the highest value shown."""

    def __post_init__(self) -> None:
        for key in ("low", "high"):
            if not getattr(self, key):
                raise ValueError(f"'{key}' holds no value; one at least is wanted")

    def beyond(self, least: int, most: int) -> float:
        """Percent of games that left the range, at most (games that left it at both ends twice)."""
        below = sum(share for value, share in self.low.items() if value < least)
        return below + sum(share for value, share in self.high.items() if value > most)


class Row(Strict):
    """Games of one set-up under one policy, or of all set-ups of a study together."""

    setup: Text
    """The set-up's name, or `all`."""
    policy: Text
    """One policy for all seats, or one a seat."""
    games: Int
    """How many were played."""
    first: Share
    """Games won by the seat that began."""
    seats: tuple[Share, ...]
    """Games won by each seat."""
    parts: dict[str, Share] = {}
    """Games won by each part (a role, a side), of those in which it was played."""
    events: dict[str, Share] = {}
    """Games in which something rare happened."""
    choices: dict[str, Number] = {}
    """How often each kind of choice was made, of all choices."""
    length: Length | None = None
    """None where no game was finished."""
    tracks: dict[str, Reach] = {}
    """By quantity that the table keeps on trackers; in rows of all set-ups."""
    times: dict[str, Number] = {}
    """How often each event happened in a game, on average; in rows of all set-ups."""
    rare: dict[str, Number] = {}
    """Percent of games in which each of the least used cards had its effect, and all that never
    had, by id; in rows of all set-ups."""
    undecided: Int = 0
    """Games that nobody won."""
    unfinished: Int = 0
    """Games that were given up."""


class Finding(Strict):
    """What one study told."""

    id: Text
    """Its name."""
    title: Text
    """What was asked."""
    total: tuple[Row, ...]
    """All set-ups together, a row a policy."""
    rows: Text = ""
    """Each set-up, where there are several: a table as `table` writes it.

    One text, since whoever reads evidence seldom needs it, and many values are slow to read.
    """


class Run(Strict):
    """One run of `check --deep` for one edition."""

    edition: tuple[Text, ...]
    """The overlays that were laid over the game; none: the game itself."""
    games: Int
    """Games a row."""
    seed: Int
    """What chance was drawn from."""
    given: Text
    """Hash of what the engine was given."""
    rules: Text
    """Hash of the rules' syntax trees."""
    sources: Text
    """Hash of the rules' files: where it is the same, `rules` need not be worked out."""
    studies: tuple[Finding, ...]
    """What was found."""

    @property
    def name(self) -> str:
        """The edition as `--edition` takes it."""
        return ",".join(self.edition)


class Evidence(Strict):
    """`evidence.yaml`."""

    runs: tuple[Run, ...] = ()
    """The game itself first, then editions."""

    def of(self, edition: Sequence[str]) -> Run | None:
        """The run of that edition; None where it was never played."""
        return next((run for run in self.runs if run.edition == tuple(edition)), None)

    def value(self, path: str) -> object:
        """What a path leads to: a Share, a number or a Length; raises KeyError, saying what.

        `[EDITION:]STUDY/SETUP/POLICY/WHAT[/NAME]`; WHAT is a field of `Row`, NAME one of its keys
        (a seat by its number from 0).
        """
        edition, names = _steps(path)
        if len(names) not in (4, 5):
            raise KeyError("STUDY/SETUP/POLICY/WHAT or …/WHAT/NAME is wanted")
        run = self.of(edition)
        if run is None:
            raise KeyError(f"the edition {','.join(edition)!r} was never played")
        study, setup, policy, what = names[:4]
        found = next((one for one in run.studies if one.id == study), None)
        if found is None:
            raise KeyError(f"there is no study {study!r}")
        rows = found.total if setup == ALL else read_table(found.rows) or found.total
        row = next((r for r in rows if (r.setup, r.policy) == (setup, policy)), None)
        if row is None:
            raise KeyError(f"{study} has no row of {setup!r} and {policy!r}")
        if what not in Row.__struct_fields__:
            raise KeyError(f"a row has no {what!r}")
        value: object = getattr(row, what)
        return _below(value, names[4]) if len(names) == 5 else value

    def names(self, path: str, place: int) -> list[str]:
        """What may stand in place of the `*` at that place of a path, in the order of the file."""
        edition, names = _steps(path)
        run = self.of(edition)
        found = [one for one in run.studies if one.id == names[0]] if run else []
        rows = [row for one in found for row in read_table(one.rows) or one.total]
        if place == 1:
            return list(dict.fromkeys(row.setup for row in rows))
        if place == 2:
            return list(dict.fromkeys(row.policy for one in found for row in one.total))
        every = [getattr(row, names[3], None) for one in found for row in one.total]
        return list(dict.fromkeys(key for keys in every if isinstance(keys, dict) for key in keys))

    def text(self, path: str) -> str:
        """The figure at the path in words: `56.1 %`, `30.8`, `40000`; raises KeyError.

        A path that ends in `?` gives the interval too: `56.1 % (55.6 to 56.6)`.
        """
        value = self.value(path.removesuffix("?"))
        if isinstance(value, tuple) and len(value) == 3:
            share, low, high = (percent(part) for part in value)
            return f"{share} % ({low} to {high})" if path.endswith("?") else f"{share} %"
        if isinstance(value, Length):
            return f"{value.mean:.1f}"
        if isinstance(value, Reach):
            return f"{min(value.low)} to {max(value.high)}"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            if "/choices/" in path or "/rare/" in path:
                return f"{percent(value)} %"
            if "/times/" in path:
                return percent(value)
            return f"{value:.0f}" if path.endswith("/p95") else f"{value:.1f}"
        raise KeyError(f"{path!r} is no single figure")


def _steps(path: str) -> tuple[tuple[str, ...], list[str]]:
    """The edition and the names of a path."""
    first, *names = path.split("/")
    edition, sign, study = first.partition(":")
    if not sign:
        return (), [first, *names]
    return tuple(filter(None, edition.split(","))), [study, *names]


_ORDER = (
    *("setup", "policy", "games", "first", "seats", "parts", "choices", "events", "length"),
    *("undecided", "unfinished"),
)
_KEYED = ("parts", "events", "choices")


def table(rows: Sequence[Row]) -> str:
    """Rows as lines of cells between `|`, the first one naming them; a share is three numbers."""
    lines = [_cells(row) for row in rows]
    names = list(dict.fromkeys(name for line in lines for name in line))
    names.sort(key=lambda name: _ORDER.index(name.partition(" ")[0]))
    grid = [names, *([line.get(name, "") for name in names] for line in lines)]
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    return "\n".join(
        " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in grid
    )


def _cells(row: Row) -> dict[str, str]:
    cells: dict[str, object] = {"setup": row.setup, "policy": row.policy, "games": row.games}
    cells["first"] = row.first
    cells |= {f"seats {seat}": share for seat, share in enumerate(row.seats)}
    for key in _KEYED:
        cells |= {f"{key} {name}": value for name, value in getattr(row, key).items()}
    if row.length:
        cells |= {f"length {key}": value for key, value in row.length.plain().items()}
    cells |= {key: n for key in ("undecided", "unfinished") if (n := getattr(row, key))}
    return {name.replace("|", "/"): _cell(value) for name, value in cells.items()}


def _cell(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_cell, value))
    if isinstance(value, float):
        return f"{value:.3f}".rstrip("0").rstrip(".")
    return "" if value is None else str(value).replace("|", "/")


@lru_cache(maxsize=32)
def read_table(text: str) -> tuple[Row, ...]:
    """The rows back, none of an empty text; raises KeyError for what is no such table."""
    lines = [[cell.strip() for cell in line.split("|")] for line in text.splitlines()]
    try:
        return tuple(_read_row(dict(zip(lines[0], line, strict=False))) for line in lines[1:])
    except ValueError as error:
        raise KeyError(f"the table of rows cannot be read: {error}") from None


def _read_row(cells: dict[str, str]) -> Row:
    seats, length = [], {}
    data: dict[str, Any] = {key: {} for key in _KEYED}
    for name, cell in cells.items():
        if not cell:
            continue
        key, _, below = name.partition(" ")
        if key == "seats":
            seats.append(cell.split())
        elif key == "length":
            length[below] = cell
        elif key in _KEYED:
            data[key][below] = cell if key == "choices" else cell.split()
        else:
            data[key] = cell.split() if key == "first" else cell
    return Row.read({**data, "seats": seats, "length": length or None})


def _below(value: object, name: str) -> object:
    if isinstance(value, dict) and name in value:
        return value[name]
    if isinstance(value, tuple) and name.isdigit() and int(name) < len(value):
        return value[int(name)]
    if isinstance(value, Length) and name in Length.__struct_fields__:
        return getattr(value, name)
    raise KeyError(f"there is no {name!r} there")


def percent(share: float) -> str:
    """One decimal; two significant ones where that would be nothing."""
    return f"{share:.1f}" if share >= 0.95 or share == 0 else f"{share:.2g}"

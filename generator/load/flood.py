"""Problems in, the same list out, but for a file with so many that telling them all is no use."""

from __future__ import annotations

from generator.problems import Problems, Where

MOST = 500
"""Problems told of one file before loading gives up; a hostile one could hold a million."""


class Flood(Exception):  # noqa: N818 - it says what came
    """One file has more than `MOST` problems; this is noted already."""


class Gathered(Problems):
    """The problems of one load; `add` raises Flood at the first of a file beyond `MOST`."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[str, int] = {}

    def add(self, code: str, where: Where, says: str, fix: str = "") -> None:
        """Note a fault; raises Flood, and KeyError for an unknown code."""
        count = self._counts[where.file] = self._counts.get(where.file, 0) + 1
        if count > MOST:
            says, fix = f"has more than {MOST} faults", "mend those listed first"
            super().add("field-flood", Where(where.file), says, fix)
            raise Flood
        super().add(code, where, says, fix)

"""Faults of a file in, located problems out: page, place in mm, card; the flood is cut off."""

from __future__ import annotations

from generator.problems import Problems, Where

MOST = 100
"""Faults of one file that are told; beyond that nobody reads on."""

SHORT = 40
"""Characters of a line that name it."""


class EnoughError(Exception):
    """Raised when a file has so many faults that the rest of it need not be read."""


class Report:
    """Notes the faults of the file called `shown`; `page` counts from 1, 0 is the file itself."""

    def __init__(self, shown: str, problems: Problems) -> None:
        self._shown, self._problems = shown, problems
        self._count = 0
        self._once: set[tuple[str, str]] = set()
        self.page = 0

    def add(
        self,
        code: str,
        says: str,
        *,
        card: str | None = None,
        field: str | None = None,
        at: tuple[float, float] | None = None,
        fix: str = "build again",
    ) -> None:
        """Note a fault of the current page; raises EnoughError after the last one that is told."""
        parts = [f"page {self.page}"] if self.page else []
        if at:
            parts.append(f"{at[0]:.1f} mm from the left, {at[1]:.1f} mm from the top")
        place = ", ".join(parts)
        if field and len(field) > SHORT:
            field = field[: SHORT - 1] + "\N{HORIZONTAL ELLIPSIS}"
        where = Where(self._shown, 0, card, field)
        self._problems.add(code, where, f"{place}: {says}" if place else says, fix)
        self._count += 1
        if self._count >= MOST:
            more = f"over {MOST - 1} faults: what follows was not read"
            self._problems.add("proof-flood", Where(self._shown), more, "build again")
            raise EnoughError

    def last(self, code: str, says: str) -> None:
        """Note why reading ended."""
        place = f"page {self.page}: " if self.page else ""
        self._problems.add(code, Where(self._shown), place + says, "build again")

    def once(self, code: str, key: str, says: str) -> None:
        """Note a fault that many pages may share, with the first page that has it."""
        if (code, key) not in self._once:
            self._once.add((code, key))
            self.add(code, says, field=key)

"""A fault met while composing one face: raised as `Flaw`, noted by the Composer with its place."""

from __future__ import annotations

from collections.abc import Iterable


class Flaw(Exception):  # noqa: N818 - one fault of a face, not of the program
    """What is wrong and the mend; `file` and `line` are set where the raiser knows the place."""

    def __init__(
        self,
        code: str,
        says: str,
        fix: str = "",
        *,
        file: str = "",
        line: int = 0,
        field: str | None = None,
    ) -> None:
        super().__init__(says)
        self.code = code
        self.says = says
        self.fix = fix
        self.file = file
        self.line = line
        self.field = field
        self.mark = ""
        """The place (see `templates.PLACE`) of the element at fault, where it is known."""
        self.others: tuple[Flaw, ...] = ()
        """Further faults of the same file, such as all of a drawing's."""

    def copy(self) -> Flaw:
        """The same fault for another card."""
        made = Flaw(
            self.code, self.says, self.fix, file=self.file, line=self.line, field=self.field
        )
        made.others = self.others
        return made


def near(name: str, known: Iterable[str], what: str = "") -> str:
    """A mend for an unknown name: the near miss, else the first names known (at most 12)."""
    import difflib  # noqa: PLC0415 - only faulty faces need it

    names = sorted(known)
    close = difflib.get_close_matches(name[:80], names, 1, 0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    if not names:
        return f"there is no {what}" if what else ""
    more = f" … ({len(names)} in all)" if len(names) > 12 else ""
    return "known: " + ", ".join(names[:12]) + more

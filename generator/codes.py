"""Every problem code with its level and one line of meaning: the list that CONTRIBUTING prints."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Code(NamedTuple):
    """An error stops the walk, a warning does so with --strict, a note never."""

    level: Literal["error", "warning", "note"]
    means: str


def _error(means: str) -> Code:
    return Code("error", means)


def _warning(means: str) -> Code:
    return Code("warning", means)


def _note(means: str) -> Code:
    return Code("note", means)


CODES: dict[str, Code] = {
    # Files: finding and reading them.
    "file-missing": _error("a file that something names is not there"),
    # Tables of cards.
    # Fields, figures, overlays, styles.
    # Engine and plays.
    # Rules and figures in prose.
    # Templates, markup, text, pictures, fonts.
    # Facts, fit, contrast.
    # Targets and sheets.
    # Written files and the workspace.
    # Proof.
    # The machine.
}

"""How a print shop wants its files built, beyond what stands on their pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple

Form = Literal["pdf", "pdf-x4", "pdf-x1a"]


class Standard(NamedTuple):
    """What `form` demands: `condition` names the press, `profile` is its ICC file to embed.

    `cmyk`: colours are inks of the press, `limit` per cent in sum; else those of the screen whose
    ICC file `screen` is, where it is embedded. `convert` turns an opened RGB picture into inks.
    """

    form: Form = "pdf"
    condition: str = ""
    profile: Path | None = None
    screen: Path | None = None
    cmyk: bool = False
    limit: int = 400
    convert: Callable[[Any], Any] | None = None

    @property
    def version(self) -> str:
        """Of PDF: ISO 15930-4 is written on 1.4, ISO 15930-7 on 1.6."""
        return {"pdf": "1.6", "pdf-x4": "1.6", "pdf-x1a": "1.4"}[self.form]

    @property
    def name(self) -> str:
        """For people."""
        return {"pdf": "PDF", "pdf-x4": "PDF/X-4", "pdf-x1a": "PDF/X-1a:2003"}[self.form]


OVER, OUT = b"/Over", b"/Out"
"""Names of the graphics states in which inks are laid over those beneath, or leave them out."""

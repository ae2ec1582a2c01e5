"""How rooms ask for files by name without knowing where they lie or being able to leave."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple, Protocol

Kind = Literal["template", "image", "icon", "text"]


class Missing(NamedTuple):
    """Why a name gives no file, and what to write instead."""

    code: str
    says: str
    fix: str


class Sources(Protocol):
    """One game's files: its own folder first, then the workspace, then what is shipped."""

    def find(self, kind: Kind, name: str) -> Path | Missing:
        """The file of that name; never one outside the places searched."""

    def shown(self, path: Path) -> str:
        """The path as problems name it: relative to the workspace or to what is shipped."""

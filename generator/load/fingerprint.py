"""A game's places in, one hash out: what a build was made from, so that proof knows it again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

READ = frozenset({".yaml", ".csv", ".xlsx", ".xml", ".svg", ".png", ".jpg", ".jpeg", ".md"})
"""Kinds of file that a build reads; notes to people (capital names such as NOTES.md) are not."""


def fingerprint(folders: Iterable[Path], files: Iterable[Path] = ()) -> str:
    """SHA-256 over names and bytes of all files that a build reads, in the order of their names.

    `folders` are searched with all below them; a folder that is not there counts as empty.
    """
    digest = hashlib.sha256()
    for folder in folders:
        found = sorted(
            (path.relative_to(folder).as_posix(), path)
            for path in folder.rglob("*")
            if path.suffix in READ and not path.stem.isupper() and path.is_file()
        )
        for name, path in found:
            _add(digest, name, path)
    for path in files:
        _add(digest, path.name, path)
    return digest.hexdigest()


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's bytes in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _add(digest: hashlib._Hash, name: str, path: Path) -> None:
    digest.update(f"{name}\0{path.stat().st_size}\0".encode())
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)

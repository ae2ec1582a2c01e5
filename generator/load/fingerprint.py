"""A game's places in, one hash out: what a build was made from, so that proof knows it again."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

from generator.load.find import GamePlace, Workspace

LARGEST = 256 * 2**20
"""Bytes; no larger file is read, so its size alone says enough."""


def is_read(path: Path) -> bool:
    """Whether a build may read the file: no hidden file or backup, and no note to people.

    Notes have capital names (NOTES.md, LICENSE.txt).
    """
    note = path.stem.isupper() and path.suffix in (".md", ".txt", "")
    return not (note or path.name.startswith(".") or path.name.endswith("~"))


def data_hash(workspace: Workspace, place: GamePlace, faces: Iterable[Path]) -> str:
    """The fingerprint of all that `GameSources` may find for a game, and of its font files."""
    files = {path for path in faces if path.is_file()}
    for root in workspace.roots:
        files.update(path for path in (root / "templates").glob("*") if is_read(path))
    folders = folders_read(workspace, place)
    return fingerprint(folders, sorted(files), within=(*workspace.roots, place.root))


def folders_read(workspace: Workspace, place: GamePlace) -> list[Path]:
    """The folders whose files a build of the game may read."""
    folders = [place.root]
    for root in workspace.roots:
        templates = root / "templates"
        beside = root / "card_data" / place.id  # overlays and art for a game that lies elsewhere
        folders += [folder for folder in (beside, root / "art") if folder != place.root]
        folders += [templates / name for name in (place.id, "targets", "icons")]
    return folders


def fingerprint(
    folders: Iterable[Path], files: Iterable[Path] = (), *, within: Sequence[Path]
) -> str:
    """SHA-256 over names and bytes of all files that a build may read, in the order of their names.

    `folders` are searched with all below them; a folder that is not there counts as empty. Links
    are followed to plain files that lie within one of the folders `within`, and nowhere else.
    """
    digest = hashlib.sha256()
    real = [folder.resolve() for folder in within]
    for folder in folders:
        found = []
        for below, _, names in os.walk(folder):
            paths = (Path(below, name) for name in names)
            found += [(p.relative_to(folder).as_posix(), p) for p in paths if is_read(p)]
        for name, path in sorted(found):
            _add(digest, name, path, real)
    for path in files:
        _add(digest, path.name, path, real)
    return digest.hexdigest()


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's bytes in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _add(digest: hashlib._Hash, name: str, path: Path, within: Sequence[Path]) -> None:
    try:
        if path.is_symlink():
            path = path.resolve(strict=True)
            if not any(path.is_relative_to(folder) for folder in within):
                return
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            return
        digest.update(f"{name}\0{about.st_size}\0".encode("utf-8", "surrogateescape"))
        if about.st_size > LARGEST:
            return
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    except (OSError, RuntimeError):
        return  # gone, forbidden or a link in a circle: no build can read it either

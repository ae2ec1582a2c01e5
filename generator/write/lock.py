"""A file's path in, the file for one program alone out, until that is done or killed."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from generator.problems import Problems, Refused, Where

PATIENCE = 10.0
"""Seconds waited for another program."""


@contextmanager
def held(path: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the file, be it there or not, among programs that do so too.

    The system lets go of it when a program ends, however it does. Raises Refused where another one
    still holds it after `patience` seconds, or where its folder cannot be opened.
    """
    end = time.monotonic() + patience
    while (handle := _take(path)) is None:
        if time.monotonic() > end:
            problems = Problems()
            says = f"is held by another program, even after {patience:g} seconds"
            problems.add("file-busy", Where(str(path)), says, "try again when that is done")
            raise Refused(problems)
        time.sleep(0.02)
    try:
        yield
    finally:
        os.close(handle)


def _take(path: Path) -> int | None:
    """A handle that holds the file; None while another one does."""
    try:
        if os.name == "posix":
            return _posix(path)
        # the system takes such a file away with its handle
        way: Any = os.O_CREAT | os.O_EXCL | getattr(os, "O_TEMPORARY", 0)
        return os.open(path.with_name(f".{path.name}.lock"), way)
    except (BlockingIOError, FileExistsError, PermissionError) as busy:
        if isinstance(busy, PermissionError) and os.name == "posix":
            raise _refused(path, busy) from busy
        return None
    except OSError as fault:
        raise _refused(path, fault) from fault


def _posix(path: Path) -> int:
    """The folder's lock: it needs no file beside the one that is held."""
    import fcntl  # noqa: PLC0415 - not everywhere

    handle = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise
    return handle


def _refused(path: Path, fault: OSError) -> Refused:
    problems = Problems()
    says = f"cannot be held: {fault.strerror or fault}"
    problems.add("file-busy", Where(str(path)), says, "name a file in a folder that is there")
    return Refused(problems)

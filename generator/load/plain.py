"""A path in; the text of a plain UTF-8 file out, with its unprintable characters noted."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from generator.problems import Problems, Where

MOST = 8 * 1024 * 1024
"""Bytes a file of data may have; 14,400 wordy cards are about 6 MB."""

BAD = re.compile("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Characters no card can print: controls (line feed and return are fine), odd line ends, marks."""

_ID = re.compile(r"\s*(?:-\s+)*id:\s+[\"']?([A-Za-z0-9_.-]+)")


def read_bytes(path: Path, shown: str, problems: Problems, most: int = MOST) -> bytes | None:
    """A regular file's bytes, at most `most`; anything else is a problem and None."""
    where = Where(shown)
    # Without O_NONBLOCK, opening a FIFO would wait for a writer for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(path, flags), "rb") as file:  # noqa: PTH123 - a descriptor, no path
            kind = os.fstat(file.fileno())
            if not stat.S_ISREG(kind.st_mode):
                problems.add("file-unsafe", where, "is not a plain file", "put a file there")
                return None
            data = file.read(most + 1)
    except OSError as error:
        says = f"cannot be read: {error.strerror or error}"
        problems.add("file-unreadable", where, says, "check its place and permissions")
        return None
    if len(data) > most:
        size = max(kind.st_size, len(data))
        says = f"has {size:,} bytes; at most {most:,} are read"
        problems.add("file-size", where, says, "split the file, or shorten what is in it")
        return None
    return data


def decode(data: bytes, shown: str, problems: Problems) -> str | None:
    """UTF-8 text without its byte-order mark; other encodings are a problem with the line."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        problems.add("file-encoding", Where(shown, 1), "is UTF-16", "save it as UTF-8")
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # `error` counts from behind the byte-order mark.
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        says = f"byte 0x{byte:02X} is not UTF-8"
        if byte >= 0xA0:
            says += f" (in Latin-1 it is {chr(byte)})"
        problems.add("file-encoding", Where(shown, line), says, "save the file as UTF-8")
        return None


def read_text(path: Path, shown: str, problems: Problems, most: int = MOST) -> str | None:
    """`read_bytes`, decoded."""
    data = read_bytes(path, shown, problems, most)
    return None if data is None else decode(data, shown, problems)


def unclean(text: str, shown: str, problems: Problems, most: int, allow: str = "") -> bool:
    """Note tabs and control characters (but those of `allow`) by line; whether there are any."""
    found = False
    at, line, told = 0, 1, 0
    lines_told: set[int] = set()
    for match in BAD.finditer(text):
        char = match[0]
        if char in allow:
            continue
        found = True
        line += text.count("\n", at, match.start())
        at = match.start()
        if line in lines_told:
            continue
        lines_told.add(line)
        told += 1
        where = Where(shown, line, card_near(text, line))
        if char == "\t":
            problems.add("file-character", where, "holds a tab", "use spaces")
        else:
            says = f"holds the control character U+{ord(char):04X}"
            problems.add("file-character", where, says, "take it out")
        if told >= most:
            break
    return found


def card_near(text: str, line: int) -> str | None:
    """The id that stands on the line or on the nearest `id:` line above it (400 are tried)."""
    lines = text.split("\n", line)[:line]
    for i in range(len(lines) - 1, max(-1, len(lines) - 400), -1):
        if found := _ID.match(lines[i]):
            return found[1]
    return None

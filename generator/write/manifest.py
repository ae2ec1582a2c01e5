"""What a build made, to and from `manifest.json`; proof composes afresh from what it says."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any

from generator.model.printer import LIMITS, Printer
from generator.problems import Problems, Where

_Kinds = dict[str, tuple[str, Callable[[Any], bool]]]
"""Key to what its value must be, in words and as a test."""

NAME = "manifest.json"

LARGEST = 16 * 2**20
"""Bytes; a longer file is none that the tool wrote."""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One written file; `path` is relative to the manifest, with `/` between its parts.

    `counts` says how many pieces of which components stand in it: those of `component` first, then
    of those that join it. `component` is empty for a file of the kit, which holds several. A `form`
    is to be filled in on screen: it holds nothing to print.
    """

    path: str
    component: str
    pages: int
    cards: int
    counts: dict[str, int]
    sha256: str
    form: bool = False


@dataclass(frozen=True, slots=True)
class Manifest:
    """A build: the game and its version, where it prints, what was chosen, what was written.

    `data` is the fingerprint of all files that it was made from, `options` holds JSON values.
    `laid` is the row of whom it was printed for, by its columns; empty where there was none.
    """

    game: str
    version: str
    target: str
    edition: list[str]
    options: dict[str, object]
    data: str
    files: list[FileEntry]
    printer: Printer = field(default_factory=Printer)
    laid: dict[str, Any] = field(default_factory=dict)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write `manifest.json` into the folder, whole or not at all; raises OSError."""
    plain = asdict(manifest)
    for entry in plain["files"]:
        if not entry["form"]:  # said of forms alone
            del entry["form"]
    order = ["game", "version", "target", "edition", "options", "printer", "data", "files"]
    order[5:5] = ["laid"] if manifest.laid else []
    text = json.dumps({key: plain[key] for key in order}, ensure_ascii=False, indent=2) + "\n"
    temporary = folder / f".{NAME}.tmp-{os.getpid()}"
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(folder / NAME)
    finally:
        temporary.unlink(missing_ok=True)


def read_manifest(folder: Path, problems: Problems) -> Manifest | None:
    """The manifest of a folder, or None after noting why there is none that can be trusted."""
    path = folder / NAME
    where = Where(str(path))
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        below = next(chain(folder.glob(f"*/{NAME}"), folder.glob(f"*/*/{NAME}")), None)
        fix = f"name a built folder, such as {below.parent}" if below else "run build to write one"
        problems.add("manifest-missing", where, "there is no manifest.json", fix)
        return None
    except OSError as fault:
        problems.add("manifest-broken", where, f"cannot be read: {fault.strerror}")
        return None
    reader = _Reader(where, problems)
    plain = reader.parse(data)
    manifest = reader.manifest(plain) if plain is not None else None
    return manifest if reader.sound() else None


class _Reader:
    """JSON to a manifest, every fault noted with its key."""

    def __init__(self, where: Where, problems: Problems) -> None:
        self._where, self._problems = where, problems
        self._faults = 0

    def sound(self) -> bool:
        """Whether no fault was noted so far."""
        return not self._faults

    def _fault(self, says: str, *, line: int = 0, key: str | None = None) -> None:
        self._faults += 1
        self._problems.add(
            "manifest-broken",
            self._where._replace(line=line, field=key),
            says,
            "run build to write it afresh",
        )

    def parse(self, data: bytes) -> dict[str, Any] | None:
        """The top mapping, or None."""
        if len(data) > LARGEST:
            self._fault(f"is longer than {LARGEST // 2**20} MiB")
            return None

        def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
            found = dict(pairs)
            if len(found) < len(pairs):
                raise ValueError("a key stands twice in one mapping")
            return found

        def no_constant(text: str) -> object:
            raise ValueError(f"{text} is no JSON")

        try:
            plain: Any = json.loads(
                data.decode("utf-8"), object_pairs_hook=once, parse_constant=no_constant
            )
        except json.JSONDecodeError as fault:
            self._fault(f"is no JSON: {fault.msg}", line=fault.lineno)
        except UnicodeDecodeError:
            self._fault("is not UTF-8")
        except RecursionError:
            self._fault("is nested too deeply")
        except ValueError as fault:
            self._fault(str(fault))
        else:
            if isinstance(plain, dict):
                return plain
            self._fault("is no mapping")
        return None

    def manifest(self, plain: dict[str, Any]) -> Manifest | None:
        """All keys with the types they must have; unknown ones are faults."""
        self._check("", plain, _TOP | ({"laid": _LAID} if "laid" in plain else {}))
        if not self.sound():
            return None
        entries: list[Any] = plain["files"]
        for at, entry in enumerate(entries):
            if isinstance(entry, dict):
                self._check(f"files[{at}].", {"form": False, **entry}, _FILE)
            else:
                self._fault("is no mapping", key=f"files[{at}]")
        if not self.sound():
            return None
        files = [FileEntry(**entry) for entry in plain["files"]]
        for path, count in Counter(entry.path for entry in files).items():
            if count > 1:
                self._fault(f"lists {path} {count} times", key="files")
        return Manifest(**{**plain, "files": files, "printer": Printer(**plain["printer"])})

    def _check(self, prefix: str, plain: dict[str, Any], kinds: _Kinds) -> None:
        for key, (words, fits) in kinds.items():
            if key not in plain:
                self._fault(f"has no {key!r}", key=prefix + key)
            elif not fits(plain[key]):
                self._fault(f"{key!r} must be {words}", key=prefix + key)
        for key in plain.keys() - kinds.keys():
            self._fault(f"{key[:60]!r} is no key of a manifest", key=(prefix + key)[:80])


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, str) for part in value)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_counts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_count, value.values()))


def _is_sha(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= set("0123456789abcdef")


def _is_printer(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == LIMITS.keys()
        and all(type(v) in (int, float) and abs(v) <= LIMITS[key] for key, v in value.items())
    )


def _is_inside(value: Any) -> bool:
    if not isinstance(value, str) or not value or "\\" in value or "\0" in value or ":" in value:
        return False
    path = PurePosixPath(value)
    return not path.is_absolute() and ".." not in path.parts and str(path) == value != "."


def _is_map(value: Any) -> bool:
    return isinstance(value, dict)


def _is_laid(value: Any) -> bool:
    return isinstance(value, dict) and all(
        value_ is None
        or isinstance(value_, str)
        or _is_texts(value_)
        or (isinstance(value_, dict) and all(isinstance(v, str | None) for v in value_.values()))
        for value_ in value.values()
    )


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


_TOP: _Kinds = {
    "game": ("a text", _is_name),
    "version": ("a text", _is_text),
    "target": ("a text", _is_name),
    "edition": ("a list of texts", _is_texts),
    "options": ("a mapping", _is_map),
    "printer": ("a mapping of dx, dy, rotation and scale, none too large", _is_printer),
    "data": ("a text", _is_name),
    "files": ("a list", _is_list),
}
_LAID = ("a mapping from columns to texts, lists of texts or mappings of texts", _is_laid)
_FILE: _Kinds = {
    "path": ("a relative path that stays in the folder", _is_inside),
    "component": ("a text", _is_text),
    "pages": ("a whole number", _is_count),
    "cards": ("a whole number", _is_count),
    "counts": ("a mapping from components to whole numbers", _is_counts),
    "sha256": ("a sha256 in hex", _is_sha),
    "form": ("true or false", lambda value: isinstance(value, bool)),
}

"""The bytes of a PDF in, its objects as plain values out: a reader of our own for its structure.

It reads what print shops may be sent: one table of objects in plain text, nothing packed, nothing
encrypted. Names become `Name`, references `Ref`, strings bytes, streams `Stream`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

LARGEST = 256 * 2**20
"""Bytes of a stream once unpacked."""

DEEPEST = 32
"""Arrays and dictionaries within each other."""


class Broken(Exception):  # noqa: N818 - it names what a file is
    """Raised where the structure cannot be followed; the message says why."""


class Name(str):
    """A name, without its slash."""

    __slots__ = ()


class Ref(NamedTuple):
    """A reference to the object of that number."""

    number: int


class Stream(NamedTuple):
    """A dictionary and the bytes after it, still compressed."""

    entries: dict[str, Any]
    raw: bytes

    @property
    def data(self) -> bytes:
        """The bytes, unpacked where they are deflated."""
        found = self.entries.get("Filter")
        if found in (None, []):
            return self.raw
        if found not in ("FlateDecode", ["FlateDecode"]):
            return self.raw
        try:
            return zlib.decompressobj().decompress(self.raw, LARGEST)
        except zlib.error as fault:
            raise Broken("a stream cannot be unpacked") from fault


class Operator(str):
    """A bare word: of a content stream, its operators."""

    __slots__ = ()


_TOKEN = re.compile(
    rb"[\x00\t\n\f\r ]*(?:%[^\r\n]*[\r\n\x00\t\f ]*)*"
    rb"(?:(?P<number>[+-]?(?:\d+\.?\d*|\.\d+))(?![^\x00\t\n\f\r /\[\]<>()])"
    rb"|/(?P<name>[^\x00\t\n\f\r /\[\]<>(){}%]*)"
    rb"|(?P<open><<|\[)|(?P<close>>>|\])"
    rb"|<(?P<hex>[0-9A-Fa-f\x00\t\n\f\r ]*)>"
    rb"|(?P<string>\()"
    rb"|(?P<word>[^\x00\t\n\f\r /\[\]<>(){}%]+))"
)
_ENDS = re.compile(rb"[()\\]")
_HEXED = re.compile(r"#([0-9A-Fa-f]{2})")
_REF = re.compile(rb"[\x00\t\n\f\r ]+(\d+)[\x00\t\n\f\r ]+R(?![^\x00\t\n\f\r /\[\]<>()])")
_HEAD = re.compile(rb"(\d+) (\d+) obj\b")
_WORDS: dict[bytes, Any] = {b"true": True, b"false": False, b"null": None}


class _Reader:
    """Reads values one after another from `data`, from `at` on."""

    def __init__(self, data: bytes, at: int = 0, refs: bool = True) -> None:
        self.data, self.at, self._refs = data, at, refs

    def value(self, depth: int = 0) -> Any:
        """The next value or bare word; raises Broken at the end and where nothing fits."""
        found = _TOKEN.match(self.data, self.at)
        if found is None:
            raise Broken(f"no value stands at byte {self.at}")
        self.at = found.end()
        kind = found.lastgroup
        if kind == "number":
            return self._number(found["number"])
        if kind == "name":
            plain = found["name"].decode("latin-1")
            return Name(_HEXED.sub(lambda m: chr(int(m[1], 16)), plain) if "#" in plain else plain)
        if kind == "open":
            if depth > DEEPEST:
                raise Broken("values are nested too deeply")
            return self._array(depth) if found["open"] == b"[" else self._mapping(depth)
        if kind == "hex":
            plain = b"".join(found["hex"].translate(None, b"\x00\t\n\f\r ").split()).decode()
            return bytes.fromhex(plain + "0" * (len(plain) % 2))
        if kind == "string":
            return self._string()
        if kind == "close":
            return Operator(found["close"].decode())
        word = found["word"]
        return _WORDS[word] if word in _WORDS else Operator(word.decode("latin-1"))

    def _number(self, digits: bytes) -> Any:
        if b"." in digits:
            return float(digits)
        if self._refs:
            found = _REF.match(self.data, self.at)
            if found:
                self.at = found.end()
                return Ref(int(digits))
        return int(digits)

    def _array(self, depth: int) -> list[Any]:
        out: list[Any] = []
        while True:
            value = self.value(depth + 1)
            if type(value) is Operator:
                if value == "]":
                    return out
                raise Broken(f"an array holds {value[:20]!r}")
            out.append(value)

    def _mapping(self, depth: int) -> dict[str, Any]:
        out: dict[str, Any] = {}
        while True:
            key = self.value(depth + 1)
            if type(key) is Operator and key == ">>":
                return out
            if type(key) is not Name:
                raise Broken(f"a dictionary has {str(key)[:20]!r} for a key")
            if key in out:
                raise Broken(f"a dictionary has /{key} twice")
            out[key] = self.value(depth + 1)

    def _string(self) -> bytes:
        start, level = self.at, 1
        while level:
            found = _ENDS.search(self.data, self.at)
            if found is None:
                raise Broken("a string has no end")
            mark = found[0]
            self.at = found.end() + (mark == b"\\")
            level += {b"(": 1, b")": -1}.get(mark, 0)
        return self.data[start : self.at - 1]


class File:
    """A whole file: `version`, `trailer`, and its objects by number. Raises Broken."""

    def __init__(self, path: Path) -> None:
        data = path.read_bytes()
        head = re.match(rb"%PDF-(\d\.\d)[\r\n]", data)
        if head is None:
            raise Broken("it does not begin with %PDF and a version")
        self.version = head[1].decode()
        self._data = data
        self.offsets, self.trailer = self._table()
        self._known: dict[int, Any] = {}

    def _table(self) -> tuple[dict[int, int], dict[str, Any]]:
        found = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*\Z", self._data[-256:])
        if found is None:
            raise Broken("it does not end with startxref and %%EOF")
        at = int(found[1])
        head = re.compile(rb"xref\s+0 (\d+)\s*\n").match(self._data, at)
        if head is None:
            raise Broken("its table of objects is no plain one")
        offsets, start = {}, head.end()
        for number in range(int(head[1])):
            row = self._data[start + 20 * number : start + 20 * number + 20]
            if not re.fullmatch(rb"\d{10} \d{5} [nf][ \r][\r\n]", row):
                raise Broken(f"row {number} of its table of objects is none")
            if row[17:18] == b"n":
                offsets[number] = int(row[:10])
        reader = _Reader(self._data, start + 20 * int(head[1]))
        if reader.value() != "trailer":
            raise Broken("no trailer follows its table of objects")
        trailer = reader.value()
        if not isinstance(trailer, dict):
            raise Broken("its trailer is no dictionary")
        return offsets, trailer

    def get(self, value: Any) -> Any:
        """A value, or what a reference leads to."""
        for _ in range(8):
            if type(value) is not Ref:
                return value
            value = self.object(value.number)
        raise Broken("references lead on without end")

    def object(self, number: int) -> Any:
        """The object of that number; raises Broken where it is not where the table says."""
        if number not in self._known:
            self._known[number] = self._read(number)
        return self._known[number]

    def objects(self) -> Iterator[tuple[int, Any]]:
        """Every object with its number."""
        for number in self.offsets:
            yield number, self.object(number)

    def _read(self, number: int) -> Any:
        at = self.offsets.get(number)
        if at is None:
            raise Broken(f"there is no object {number}")
        head = _HEAD.match(self._data, at)
        if head is None or int(head[1]) != number:
            raise Broken(f"object {number} does not stand where the table says")
        reader = _Reader(self._data, head.end())
        value = reader.value()
        after = self._data[reader.at : reader.at + 32]
        found = re.match(rb"\s*stream\r?\n", after)
        if not found:
            return value
        if not isinstance(value, dict):
            raise Broken(f"object {number} is a stream without a dictionary")
        length = self.get(value.get("Length"))
        if not isinstance(length, int) or length < 0:
            raise Broken(f"the stream of object {number} has no length")
        start = reader.at + found.end()
        raw = self._data[start : start + length]
        if not re.match(rb"\s*endstream", self._data[start + length : start + length + 16]):
            raise Broken(f"the stream of object {number} is not as long as it says")
        return Stream(value, raw)


_STRING = re.compile(rb"\((?:[^()\\]|\\.)*\)", re.DOTALL)
_OUTLINE = re.compile(
    rb"(?:(?:[+-]?[\d.]+[\n ]+){6}c|(?:[+-]?[\d.]+[\n ]+){2}[ml]|(?:[+-]?[\d.]+[\n ]+){4}re|h)"
    rb"(?=[\n ]|\Z)"
)


@lru_cache(maxsize=8)
def operations(code: bytes) -> tuple[tuple[str, list[Any]], ...]:
    """The operators of a content stream with what stands before each, but for those that lay out
    outlines, which PDFium reads; strings come empty. Raises Broken.

    A side that is alike on many cards is kept.
    """
    code = _OUTLINE.sub(b"", _STRING.sub(b"()", code))
    reader = _Reader(code, refs=False)
    held: list[Any] = []
    out: list[tuple[str, list[Any]]] = []
    end = len(code.rstrip(b"\x00\t\n\f\r "))
    while reader.at < end:
        value = reader.value()
        if type(value) is Operator:
            out.append((str(value), held))
            held = []
        else:
            held.append(value)
            if len(held) > 1000:
                raise Broken("too much stands before an operator")
    return tuple(out)

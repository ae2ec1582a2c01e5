"""The shapes a YAML file is read into: texts, mappings and sequences that know their lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.problems import Where

Node = Any
"""str, None, Map or Seq."""


class Block(str):
    """A text written after `|`: `line` is the line of its first own line."""

    __slots__ = ("line",)
    line: int


class Map(dict[str, Node]):
    """A mapping; `lines` holds its keys' lines in order, `laid` the keys an overlay replaced."""

    __slots__ = ("file", "laid", "line", "lines")

    def __init__(self, file: str, line: int) -> None:
        super().__init__()
        self.file = file
        self.line = line
        self.lines: list[int] = []
        self.laid: dict[str, Where] | None = None

    def put(self, key: str, value: Node, line: int) -> None:
        """Add a key with its line, or give a known one another value."""
        if key not in self:
            self.lines.append(line)
        self[key] = value

    def line_of(self, key: str) -> int:
        """The line of a key; the mapping's own where it has no such key."""
        for known, line in zip(self, self.lines, strict=True):
            if known == key:
                return line
        return self.line

    def entries(self) -> Iterator[tuple[str, Node, Where]]:
        """Keys, values and the keys' places, in one pass."""
        laid = self.laid or {}
        for (key, value), line in zip(self.items(), self.lines, strict=True):
            yield key, value, laid.get(key) or Where(self.file, line, None, key)

    def lay(self, key: str, value: Node, where: Where) -> None:
        """Give a key, new or known, a value that stands elsewhere."""
        self.put(key, value, self.line)
        if self.laid is None:
            self.laid = {}
        self.laid[key] = where

    def where(self, key: str | None = None, card: str | None = None) -> Where:
        """The place of the mapping or of one of its keys."""
        if key is None:
            return Where(self.file, self.line, card)
        if self.laid and key in self.laid:
            laid = self.laid[key]
            return Where(laid.file, laid.line, card, key)
        return Where(self.file, self.line_of(key), card, key)


class Seq(list[Node]):
    """A sequence; `lines` holds the line of each item."""

    __slots__ = ("file", "line", "lines")

    def __init__(self, file: str, line: int) -> None:
        super().__init__()
        self.file = file
        self.line = line
        self.lines: list[int] = []

    def put(self, value: Node, line: int) -> None:
        """Add an item with its line."""
        self.lines.append(line)
        self.append(value)

    def where(self, index: int | None = None, card: str | None = None) -> Where:
        """The place of the sequence or of one of its items."""
        return Where(self.file, self.line if index is None else self.lines[index], card)

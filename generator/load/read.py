"""A YAML file in; its mappings, sequences and texts out, each with its line, nothing resolved.

Read by the events of libyaml: composed nodes would cost seven times the time at 14,400 cards.
Every scalar stays the text its author typed; an empty plain scalar and a plain `null` are None.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from yaml import YAMLError
from yaml.cyaml import CParser  # type: ignore[attr-defined]  # the stubs leave it out
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from generator.load.nodes import Block, Map, Node, Seq
from generator.load.plain import BAD, MOST, card_near, read_text, unclean
from generator.problems import Problems, Where


class Limits(NamedTuple):
    """What one YAML file may hold: `size` in bytes, `depth` in levels, `nodes`, `faults` told."""

    size: int = MOST
    depth: int = 32
    nodes: int = 600_000
    faults: int = 100


LIMITS = Limits()


def read_yaml(
    path: Path, shown: str, problems: Problems, *, limits: Limits = LIMITS
) -> Map | Seq | None:
    """The file's one document; None where it is empty or cannot be read (then noted)."""
    text = read_text(path, shown, problems, limits.size)
    return None if text is None else parse_yaml(text, shown, problems, limits=limits)


def parse_yaml(
    text: str, shown: str, problems: Problems, *, limits: Limits = LIMITS
) -> Map | Seq | None:
    """`read_yaml` for a text already in hand."""
    dirty = unclean(text, shown, problems, limits.faults)
    if dirty:
        text = BAD.sub(" ", text)
    reader = _Reader(text, shown, limits)
    try:
        root = reader.read()
    except YAMLError as error:
        # A syntax error after a tab is most likely the tab's doing.
        if not dirty:
            reader.syntax(error)
        reader.settle(problems)
        return None
    reader.settle(problems)
    if root is None and not reader.faults and not dirty:
        problems.add("yaml-empty", Where(shown), "holds no data", "write its contents")
    if isinstance(root, str):
        says = "holds a single text; keys or a list are wanted"
        problems.add("yaml-syntax", Where(shown, 1), says, "write 'key: value' lines")
        return None
    return root  # type: ignore[no-any-return]  # None, Map or Seq


_NULL = ("", "null")


class _Fault(NamedTuple):
    code: str
    line: int
    says: str
    fix: str
    card: str | None
    within: tuple[Map | Seq | None, ...]


class _Stop(YAMLError):  # noqa: N818 - no error of YAML, but it ends the reading
    """Reading ends here; the reason is already noted."""


class _Reader:
    """One document's events; faults wait in `faults` until the ids around them are known.

    `here` is the open container, `mapping` the same where it is a Map, `key` its key that waits
    for a value, `stack` the containers around it with their waiting keys.
    """

    def __init__(self, text: str, shown: str, limits: Limits) -> None:
        self.text = text
        self.shown = shown
        self.limits = limits
        self.faults: list[_Fault] = []
        self.stack: list[tuple[Map | Seq | None, str | None]] = []
        self.here: Map | Seq | None = None
        self.mapping: Map | None = None
        self.key: str | None = None
        self.root: Node = None
        self.documents = 0
        self.keys: dict[str, str] = {}
        self.rows: list[str] | None = None
        self.hashes = self._hash_lines()
        self.special = "&" in text or "!" in text

    def read(self) -> Node:
        """Walk the events; raises YAMLError where the text is no YAML or reading must stop."""
        get = CParser(self.text).get_event
        scalar = self._scalar
        others: dict[type, Callable[[Any], None]] = {
            MappingStartEvent: self._open,
            SequenceStartEvent: self._open,
            MappingEndEvent: self._close,
            SequenceEndEvent: self._close,
            AliasEvent: self._alias,
            DocumentStartEvent: self._document,
        }
        keys, special = self.keys, self.special
        plain = not special and not self.hashes
        for _ in range(self.limits.nodes):
            event: Any = get()
            kind = event.__class__
            if kind is not ScalarEvent:
                if kind in others:
                    others[kind](event)
                elif kind is StreamEndEvent:
                    return self.root
                continue
            # Keys and plain values of mappings are most of a file: they take the short way.
            mapping, value = self.mapping, event.value
            if mapping is None:
                scalar(event)
            elif self.key is None:
                if special or not value or value == "<<" or value in mapping:
                    scalar(event)
                else:
                    self.key = keys.setdefault(value, value)
                    mapping.lines.append(event.start_mark.line + 1)
            elif plain and not event.style:
                mapping[self.key] = None if value in _NULL else value
                self.key = None
            else:
                scalar(event)
        line, most = event.start_mark.line + 1, self.limits.nodes
        self._stop("yaml-long", line, f"holds more than {most:,} values", "split the file")
        return None

    def _scalar(self, event: Any) -> None:
        value: Node = event.value
        if self.special and (event.anchor is not None or event.tag is not None):
            self._anchor_or_tag(event)
        mapping = self.mapping
        if mapping is not None and self.key is None:
            self._new_key(mapping, value, event)
            return
        style = event.style
        if not style:
            if self.hashes and event.end_mark.line + 1 in self.hashes:
                self._comment(event)
            if value in _NULL:
                value = None
        elif style == "|":
            value = Block(value)
            value.line = event.start_mark.line + 2
        elif style == '"' and BAD.search(value):
            line = event.start_mark.line + 1
            says = "an escape writes a tab or a control character"
            self._fault("file-character", line, says, "take it out")
        if mapping is not None:
            mapping[self.key] = value  # type: ignore[index]  # a key was read before
            self.key = None
        elif self.here is not None:
            self.here.lines.append(event.start_mark.line + 1)
            self.here.append(value)  # type: ignore[union-attr]  # no Map: that has `mapping`
        else:
            self.root = value

    def _new_key(self, mapping: Map, key: str, event: Any) -> None:
        line = event.start_mark.line + 1
        self.key = key = self.keys.setdefault(key, key)
        if key in mapping:
            says = f"the key '{key[:80]}' stands here and on line {mapping.line_of(key)}"
            self._fault("yaml-double", line, says, "keep one of them")
            return
        mapping.lines.append(line)
        if not key:
            self._fault("yaml-syntax", line, "a key is empty", "write a name before ':'")
        elif key == "<<" and not event.style:
            says = "'<<' merges keys in YAML, which is not read here"
            self._fault("yaml-feature", line, says, "write the keys out")

    def _open(self, event: Any) -> None:
        line = event.start_mark.line + 1
        if self.special:
            self._anchor_or_tag(event)
        if self.mapping is not None and self.key is None:
            says = "a key is a list or a mapping"
            self._stop("yaml-syntax", line, says, f"write {self._in_quotes(line)}")
        if len(self.stack) >= self.limits.depth:
            says = f"is nested deeper than {self.limits.depth} levels"
            self._stop("yaml-deep", line, says, "write it flatter")
        self.stack.append((self.here, self.key))
        self.key = None
        if event.__class__ is MappingStartEvent:
            self.here = self.mapping = Map(self.shown, line)
        else:
            self.here, self.mapping = Seq(self.shown, line), None

    def _close(self, _: Any) -> None:
        value = self.here
        assert value is not None
        self.here, key = self.stack.pop()
        self.key = None
        if isinstance(self.here, Map):
            self.mapping = self.here
            self.mapping[key] = value  # type: ignore[index]  # a key was read before
            return
        self.mapping = None
        if self.here is None:
            self.root = value
        else:
            self.here.put(value, value.line)

    def _alias(self, event: Any) -> None:
        line = event.start_mark.line + 1
        says = f"the alias *{event.anchor} is YAML that is not read here"
        fix = "write the data out, or put a text that starts with * in quotes"
        self._fault("yaml-feature", line, says, fix)
        # The file is refused already; the text only keeps keys and values in step.
        text = ScalarEvent(None, None, (False, True), f"*{event.anchor}", style="'")
        text.start_mark, text.end_mark = event.start_mark, event.end_mark
        self._scalar(text)

    def _document(self, event: Any) -> None:
        self.documents += 1
        line = event.start_mark.line + 1
        if self.documents > 1:
            says = "a second document starts here"
            self._stop("yaml-feature", line, says, "keep one document a file, take '---' out")
        if event.version or event.tags:
            says = "a % directive is YAML that is not read here"
            self._fault("yaml-feature", line, says, "take the line out")

    def _anchor_or_tag(self, event: Any) -> None:
        line = event.start_mark.line + 1
        fix = "leave it out; put a text that starts with it in quotes"
        if event.anchor is not None:
            says = f"the anchor &{event.anchor} is YAML that is not read here"
            self._fault("yaml-feature", line, says, fix)
        if event.tag is not None:
            says = f"the tag {event.tag} is YAML that is not read here"
            self._fault("yaml-feature", line, says, fix)

    def _comment(self, event: Any) -> None:
        """Note a plain value whose end a `#` right before a word has swallowed."""
        mark = event.end_mark
        tail = self._row(mark.line + 1)[mark.column :].lstrip(": ").rstrip()
        if len(tail) < 2 or tail[0] != "#" or tail[1].isspace():
            return
        value = f"{event.value} {tail}" if event.value else tail
        code = "yaml-comment" if event.value else "yaml-comment-only"
        from generator.load.quoting import quoted  # noqa: PLC0415 - only faults need it

        says = f"{quoted(tail)} is read as a comment"
        fix = f"write {self._with_key(quoted(value))}, or '# ' with a space if it is a comment"
        self._fault(code, mark.line + 1, says, fix)

    def _with_key(self, value: str) -> str:
        return f"{self.key}: {value}" if self.key else value

    def _in_quotes(self, line: int) -> str:
        from generator.load.quoting import advise  # noqa: PLC0415 - only faults need it

        says, fix = advise(self._row(line), "")
        return fix.removeprefix("write ") if says else '"…"'

    def _row(self, line: int) -> str:
        """The text of a line counted from 1, empty beyond the end."""
        if self.rows is None:
            self.rows = re.split("\r\n|\r|\n", self.text)
        return self.rows[line - 1] if 0 < line <= len(self.rows) else ""

    def _hash_lines(self) -> set[int]:
        """Lines on which a `#` right before a word may have swallowed the end of a value."""
        text, lines = self.text, set[int]()
        at, line = 0, 1
        while (found := text.find("#", at)) >= 0:
            line += text.count("\n", at, found)
            at = found + 1
            if text[found - 1 : found].isspace() and text[at : at + 1].strip():
                lines.add(line)
        return lines

    def _fault(self, code: str, line: int, says: str, fix: str) -> None:
        if len(self.faults) >= self.limits.faults:
            self._stop("yaml-syntax", line, "has too many faults to list", "mend those listed")
        within = (*(node for node, _ in self.stack), self.here)
        self.faults.append(_Fault(code, line, says, fix, None, within))

    def _stop(self, code: str, line: int, says: str, fix: str) -> None:
        self.faults.append(_Fault(code, line, says, fix, card_near(self.text, line), ()))
        raise _Stop

    def syntax(self, error: YAMLError) -> None:
        """Note what libyaml gave up on, with the quoting that helps."""
        if isinstance(error, _Stop):
            return
        mark = getattr(error, "problem_mark", None)
        start = getattr(error, "context_mark", None)
        reason = str(getattr(error, "problem", None) or error)
        line = mark.line + 1 if mark else 0
        if "nesting depth" in reason:
            says = f"is nested deeper than {self.limits.depth} levels"
            card = card_near(self.text, line)
            self.faults.append(_Fault("yaml-deep", line, says, "write it flatter", card, ()))
            return
        if start is not None and "scanning" in str(getattr(error, "context", "")):
            line = start.line + 1
        while line > 1 and not self._row(line).strip():
            line -= 1
        near = self._row(line)[mark.column :] if mark and line == mark.line + 1 else ""
        from generator.load.quoting import advise  # noqa: PLC0415 - only faults need it

        says, fix = advise(self._row(line), reason, near)
        card = card_near(self.text, line)
        self.faults.append(_Fault("yaml-syntax", line, says, fix, card, ()))

    def settle(self, problems: Problems) -> None:
        """Hand over the faults, each with the id of the mapping it stands in."""
        for fault in self.faults:
            card = fault.card
            for node in reversed(fault.within):
                if card is None and isinstance(node, Map) and isinstance(node.get("id"), str):
                    card = node["id"]
            problems.add(fault.code, Where(self.shown, fault.line, card), fault.says, fault.fix)

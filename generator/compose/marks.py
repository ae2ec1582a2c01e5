"""Rules added to Markdown: `::name{…}` lines, `:::` boxes, `[[index]]` entries, `:icon:`."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

_OPEN = re.compile(r"::([a-z][a-z-]*)(?:\{(.*)\})?\s*\Z", re.DOTALL)
_BOX = re.compile(r":::\s*([a-z][a-z-]*)\s*(.*?)\s*\Z")
_ATTRIBUTE = re.compile(r'\s*([a-z][a-z-]*)="([^"]*)"')
_ICON = re.compile(r":([a-z][a-z0-9-]*):")
_LONGEST = 40
"""Lines of one directive."""


def markdown() -> MarkdownIt:
    """CommonMark with tables and the rules of this module; HTML is plain text."""
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.validateLink = _any  # type: ignore[method-assign]
    before: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    made.block.ruler.before("fence", "box", _box, before)
    made.block.ruler.before("fence", "directive", _directive, before)
    made.inline.ruler.before("link", "entry", _entry)
    made.inline.ruler.before("link", "icon", _icon)
    return made


def _any(url: str) -> bool:
    """Links are judged by the reader, which can say where they stand."""
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    text = _line(state, start)
    if not text.startswith("::") or text.startswith(":::") or state.is_code_block(start):
        return False
    last = start
    while "{" in text and "}" not in text and last + 1 < min(end, start + _LONGEST):
        last += 1
        text += "\n" + _line(state, last)
    found = _OPEN.match(text)
    if silent:
        return True
    token = state.push("directive", "", 0)
    token.map = [start, last + 1]
    token.info = found[1] if found else ""
    token.content = text
    given = attributes(found[2] or "") if found else None
    token.meta = {} if given is None else {"given": given}
    state.line = last + 1
    return True


def attributes(text: str) -> dict[str, str] | None:
    """`a="b" c="d"` as names and values as written; None where it is not that."""
    made: dict[str, str] = {}
    at = 0
    for found in _ATTRIBUTE.finditer(text):
        if found.start() != at or found[1] in made:
            return None
        made[found[1]] = found[2]
        at = found.end()
    return None if text[at:].strip() else made


def _box(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    text = _line(state, start)
    found = _BOX.match(text)
    if found is None or state.is_code_block(start):
        return False
    if silent:
        return True
    depth, close = 1, start + 1
    while close < end:
        line = _line(state, close).rstrip()
        if line == ":::":
            depth -= 1
            if not depth:
                break
        elif _BOX.match(line):
            depth += 1
        close += 1
    token = state.push("box_open", "", 1)
    token.map = [start, close]
    token.info = found[1]
    token.content = found[2]
    token.meta = {"closed": close < end}
    line_max, state.lineMax = state.lineMax, close
    parent, state.parentType = state.parentType, "container"
    state.md.block.tokenize(state, start + 1, close)
    state.parentType, state.lineMax = parent, line_max
    state.push("box_close", "", -1)
    state.line = min(close + 1, end)
    return True


def _entry(state: StateInline, silent: bool) -> bool:
    src, at = state.src, state.pos
    if not src.startswith("[[", at):
        return False
    close = src.find("]]", at + 2, state.posMax)
    if close < 0 or "\n" in src[at:close]:
        return False
    if not silent:
        shown, mark, entry = src[at + 2 : close].partition("|")
        token = state.push("entry", "", 0)
        token.content = unescape(shown)
        token.info = unescape(entry if mark else shown).strip()
    state.pos = close + 2
    return True


def _icon(state: StateInline, silent: bool) -> bool:
    found = _ICON.match(state.src, state.pos, state.posMax)
    if found is None or state.src[: state.pos][-1:].isalnum():
        return False
    if not silent:
        token = state.push("icon", "", 0)
        token.content = found[1]
    state.pos = found.end()
    return True


def slug(text: str, taken: set[str]) -> str:
    """An id made of a heading's words, unlike those `taken`; it is added to them."""
    base = re.sub(r"[^\w]+", "-", text.casefold()).strip("-") or "section"
    made, number = base, 2
    while made in taken:
        made, number = f"{base}-{number}", number + 1
    taken.add(made)
    return made


Tokens = list[Any]
"""Tokens of markdown-it."""

"""Markdown and the places of its lines in, blocks of a flow out; faults are noted at their lines.

No HTML; links lead to http(s), mailto or an anchor of the book. The rules of `compose.marks` add
directives, boxes, index entries and icons.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

from generator.compose.budget import clock
from generator.compose.flaw import Flaw, near
from generator.compose.marks import Tokens, markdown, slug
from generator.compose.prose import Prose
from generator.flow import (
    Block,
    Figure,
    Heading,
    Line,
    List,
    Note,
    Paragraph,
    Table,
    Words,
    every,
    said,
)
from generator.problems import Problems, Where

_ESCAPE = re.compile(r"&#(\d{1,3});")
_BAR = re.compile(r"(?<!\\)\|")
_WEB = re.compile(r"(?:https?://|mailto:)[!-~]+\Z")
_BOXES: dict[str, Literal["box", "margin"]] = {"note": "box", "margin": "margin"}

Expand = Callable[[str, dict[str, str], Where], list[Block]]
"""Name, attributes and place of a directive in, its blocks out."""


class MarkdownReader:
    """Reads the texts of one book; heading ids are unique in it."""

    def __init__(self, problems: Problems, ids: set[str]) -> None:
        self._problems = problems
        self.expand: Expand = lambda _name, _given, _where: []
        self._markdown = markdown()
        self.ids = ids
        self.back: list[Block] = []
        self._places: tuple[Where, ...] = ()
        self._tokens: Tokens = []
        self._lines: list[str] = []
        self._at = 0

    def read(self, prose: Prose) -> list[Block]:
        """The blocks of a text; what `:::back` holds is in `back`."""
        self._places, self._at = prose.places, 0
        try:
            with clock():
                self._tokens = self._markdown.parse(prose.text)
        except Flaw as flaw:
            self._note(flaw.code, prose.places[0]._replace(line=0), flaw.says, "a shorter text")
            return []
        self._lines = prose.text.split("\n")
        for token in self._tokens:
            if token.level >= self._markdown.options["maxNesting"] - 1 and token.map:
                says = "lists and remarks are nested too deeply: what is inside is lost"
                self._note("nested-deep", self._where(token), says, "fewer levels")
        return self._blocks("")

    def line(self, text: str, where: Where) -> Line:
        """A text of one line, such as a caption."""
        (token,) = self._markdown.parseInline(text)
        return self._line(token, where)

    def _blocks(self, until: str) -> list[Block]:
        """The blocks up to the token of that type, which is passed."""
        blocks: list[Block] = []
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            self._at += 1
            if token.type == until:
                break
            blocks += self._block(token)
        return blocks

    def _where(self, token: Any) -> Where:
        line = token.map[0] if token.map else 0
        return self._places[min(line, len(self._places) - 1)]

    def _block(self, token: Any) -> list[Block]:
        where = self._where(token) if token.map else Where("")
        match token.type:
            case "heading_open":
                return [self._heading(token, where)]
            case "paragraph_open":
                return [Paragraph(self._inline(), where)]
            case "bullet_list_open":
                return [List(self._items("bullet_list_close"), None, where)]
            case "ordered_list_open":
                start = int(token.attrGet("start") or 1)
                return [List(self._items("ordered_list_close"), start, where)]
            case "blockquote_open":
                return [Note("margin", tuple(self._blocks("blockquote_close")), where)]
            case "table_open":
                return [self._table(where)]
            case "box_open":
                return self._box(token, where)
            case "fence" | "code_block":
                return [Paragraph((Words(_code(token.content.rstrip("\n"))),), where, "code")]
            case "directive":
                return self._directive(token, where)
        return []  # a thematic break

    def _heading(self, token: Any, where: Where) -> Heading:
        level = int(token.tag[1:])
        words = self._inline()
        if level > 3:
            fix = "write at most three #"
            self._note("book-markup", where, f"a heading of level {level} is too deep", fix)
        return Heading(min(level, 3), slug(said(words), self.ids), words, where)

    def _inline(self) -> Line:
        """The inline token at hand; the closing token after it is passed too."""
        token = self._tokens[self._at]
        self._at += 2
        return self._line(token, self._where(token))

    def _items(self, close: str) -> tuple[tuple[Block, ...], ...]:
        items = []
        while self._tokens[self._at].type != close:
            self._at += 1
            items.append(tuple(self._blocks("list_item_close")))
        self._at += 1
        return tuple(items)

    def _table(self, where: Where) -> Table:
        rows: list[tuple[Line, ...]] = []
        cells: list[Line] = []
        aligns: list[Literal["left", "centre", "right"]] = []
        while (token := self._tokens[self._at]).type != "table_close":
            self._at += 1
            if token.type == "inline":
                cells.append(self._line(token, where))
            elif token.type == "tr_open" and token.map:
                self._check_row(token, len(aligns))
            elif token.type == "th_open":
                style = str(token.attrGet("style") or "")
                aligns.append(
                    "right" if "right" in style else "centre" if "center" in style else "left"
                )
            elif token.type == "tr_close":
                rows.append(tuple(cells))
                cells = []
        self._at += 1
        head = rows[0] if any(map(said, rows[0])) else ()
        return Table(head, tuple(rows[1:]), tuple(aligns), where)

    def _check_row(self, token: Any, columns: int) -> None:
        """Cells beyond a table's columns would be lost."""
        row = self._lines[token.map[0]].strip().removeprefix("|")
        cells = len(_BAR.findall(row.removesuffix("|"))) + 1
        if 0 < columns < cells:
            says = f"the row has {cells} cells, the table {columns} columns"
            fix = "write \\| for a bar that is meant as text"
            self._note("book-markup", self._where(token), says, fix)

    def _box(self, token: Any, where: Where) -> list[Block]:
        if not token.meta["closed"]:
            says = f":::{token.info} has no end"
            self._note("book-markup", where, says, "end it with a line of :::")
        blocks = self._blocks("box_close")
        if token.info == "back":
            self.back += self._fit_for(
                "back", blocks, Paragraph | List | Note | Figure | Table, where
            )
            return []
        kind = _BOXES.get(token.info)
        if kind is None:
            fix = near(token.info, [*_BOXES, "back"])
            self._note("book-markup", where, f"there is no box {token.info!r}", fix)
            return blocks
        if token.content:
            title = tuple(w._replace(bold=True) for w in self.line(token.content, where))
            blocks.insert(0, Paragraph(title, where))
        blocks = self._fit_for(token.info, blocks, Paragraph | List | Note, where)
        return [Note(kind, tuple(blocks), where)]

    def _fit_for(self, box: str, blocks: list[Block], kinds: Any, where: Where) -> list[Block]:
        """The blocks; those that may not stand in such a box are noted and left out."""
        if any(not isinstance(block, kinds) for block in every(blocks)):
            says = f"a {box} holds a heading, list of pages or something else not meant for it"
            self._note("book-markup", where, says, "set it before or after the box")
        return [block for block in blocks if all(isinstance(b, kinds) for b in every([block]))]

    def _directive(self, token: Any, where: Where) -> list[Block]:
        if "given" not in token.meta:
            says = f"{token.content.splitlines()[0][:60]!r} cannot be read"
            fix = 'write ::name{key="value" key="value"}'
            self._note("book-markup", where, says, fix)
            return []
        return self.expand(token.info, token.meta["given"], where)

    # Text within a line.

    def _line(self, token: Any, where: Where) -> Line:
        words: list[Words] = []
        bold = italic = 0
        link = ""
        line = 0
        for child in token.children or ():
            here = self._below(token, line) if token.map else where
            match child.type:
                case "text":
                    words.append(Words(child.content, bold > 0, italic > 0, link))
                case "code_inline":
                    words.append(Words(_code(child.content), bold > 0, italic > 0, link))
                case "softbreak":
                    line += 1
                    words.append(Words(" ", bold > 0, italic > 0, link))
                case "hardbreak":
                    line += 1
                    words.append(Words("\n", bold > 0, italic > 0, link))
                case "strong_open" | "strong_close":
                    bold += child.nesting
                case "em_open" | "em_close":
                    italic += child.nesting
                case "link_open":
                    link = self._link(str(child.attrGet("href") or ""), here)
                case "link_close":
                    link = ""
                case "icon":
                    words.append(Words("\ufffc", bold > 0, italic > 0, link, icon=child.content))
                case "entry":
                    words.append(self._entry(child, bold > 0, italic > 0, link))
                case "image":
                    says = f"![…]({str(child.attrGet('src'))[:40]}) is not for books"
                    self._note("book-markup", here, says, "write a ::figure{…} line")
        return tuple(word for word in words if word.text or word.entry or word.page)

    def _entry(self, child: Any, bold: bool, italic: bool, link: str) -> Words:
        if child.info.startswith("page:"):
            target = child.info.removeprefix("page:").strip()
            return Words("", bold, italic, link or f"#{target}", page=target)
        return Words(child.content, bold, italic, link, entry=child.info)

    def _below(self, token: Any, lines: int) -> Where:
        at: int = token.map[0] + lines
        return self._places[min(at, len(self._places) - 1)]

    def _link(self, to: str, where: Where) -> str:
        if to.startswith("#") and len(to) > 1:
            return to
        if _WEB.match(to):
            return to
        says = f"a link to {to[:60]!r} is not for books"
        fix = "link to https://…, mailto:… or #heading"
        self._note("book-link", where, says, fix)
        return ""

    def _note(self, code: str, where: Where, says: str, fix: str) -> None:
        self._problems.add(code, where, says, fix)


def _code(text: str) -> str:
    """Code as typed, data in it as it is: Markdown leaves the escapes of data alone there."""
    return _ESCAPE.sub(lambda found: chr(int(found[1])), text)

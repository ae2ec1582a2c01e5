"""A flow in, one HTML file out: readable without style, its figures the very scenes of print.

No script and nothing from elsewhere; the file's own policy forbids both.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path as File
from typing import NamedTuple

from generator.flow import (
    Block,
    Break,
    Contents,
    Cover,
    Figure,
    Flow,
    Heading,
    Index,
    Line,
    List,
    Note,
    Paragraph,
    Table,
    entries,
    headings,
)
from generator.problems import Problems, Refused, Where
from generator.scene import Path
from generator.write.svg import Svg


class Letters(NamedTuple):
    """Font files by face id, and the faces of text: plain, bold, italic, both, headings."""

    files: Mapping[str, bytes]
    text: tuple[str, str, str, str]
    head: str


Icons = Mapping[str, tuple[tuple[Path, ...], tuple[float, float]]]
"""Paths and size of the small drawings that stand in texts, by name."""

_STYLE = """
:root{color-scheme:light}
body{font-size:1rem;line-height:1.5;font-synthesis:none;color:#1a1a1a;
background:#fff;max-width:42rem;margin:2rem auto;padding:0 1rem}
h1,h2,h3,h4{line-height:1.2;margin:2em 0 .5em}
header,footer{text-align:center}
footer ul,footer ol{text-align:left}
aside>p{margin:.3em 0}
a{color:#1f4e8c}
table{border-collapse:collapse;margin:1.2em 0}
th,td{border-bottom:1px solid #9a9a9a;padding:.25em .6em;text-align:left;vertical-align:top}
.right{text-align:right}.centre{text-align:center}
figure{margin:1.5em 0;text-align:center}
figure svg{max-width:100%;height:auto;margin:.25em}
figcaption{font-style:italic;color:#4a4a4a}
aside{background:#f3f0e8;padding:.6em 1em;border-radius:.4em;margin:1.2em 0}
aside.margin{background:none;border-left:.25em solid #9a9a9a;border-radius:0}
nav li,.index li{list-style:none}
.heard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.icon{height:1em;width:auto;vertical-align:-.12em}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"


def write_html(
    path: File, flow: Flow, *, author: str, pages: Mapping[str, int], icons: Icons, letters: Letters
) -> str:
    """Write the flow to `path` and return its sha256 in hex.

    `pages` are the page numbers of ids in the printed book, which texts may speak of; `letters` are
    taken into the file, so that figures look as in print. Raises Refused where a picture cannot be
    read or the disk says no; `path` is then as it was.
    """
    problems = Problems()
    temporary = path.with_name(f".{path.name}.tmp-{os.getpid()}")
    try:
        data = _Page(flow, pages, icons, letters).whole(author).encode()
        with temporary.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(path)
    except OSError as fault:
        problems.add("not-written", Where(path.name), f"cannot be written: {fault.strerror}")
        raise Refused(problems) from fault
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    return hashlib.sha256(data).hexdigest()


class _Page:
    """One file being made."""

    def __init__(
        self, flow: Flow, pages: Mapping[str, int], icons: Icons, letters: Letters
    ) -> None:
        self._flow, self._pages, self._icons, self._letters = flow, pages, icons, letters
        self._svg = Svg()
        self._spots: dict[str, list[str]] = {}
        self._count = 0

    def whole(self, author: str) -> str:
        """The file's text."""
        flow = self._flow
        body = self._blocks(b for b in flow.blocks if not isinstance(b, Index))
        index = any(isinstance(b, Index) for b in flow.blocks)
        back = self._blocks(flow.back)
        cover = self._cover(flow.cover) if flow.cover else ""
        return (
            f'<!DOCTYPE html>\n<html lang="{escape(flow.language)}">\n<head>\n'
            '<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="author" content="{escape(author)}">\n'
            f"<title>{escape(flow.title)}</title>\n<style>{_fonts(self._letters)}{_STYLE}</style>\n</head>\n<body>\n"
            f"{cover}<main>\n{body}{self._index() if index else ''}</main>\n"
            f"{f'<footer>{chr(10)}{back}</footer>{chr(10)}' if back else ''}</body>\n</html>\n"
        )

    def _cover(self, cover: Cover) -> str:
        lines = "".join(f"<p>{escape(line)}</p>\n" for line in cover.credits)
        figure = self._block(cover.figure) if cover.figure else ""
        title, subtitle = escape(cover.title), escape(cover.subtitle)
        if cover.whole and figure:  # the drawing says it to those who see it
            said = f"<h1>{title}</h1>\n<p>{subtitle}</p>\n{lines}"
            return f'<header>\n<div class="heard">\n{said}</div>\n{figure}</header>\n'
        return f"<header>\n<h1>{title}</h1>\n<p>{subtitle}</p>\n{figure}{lines}</header>\n"

    def _blocks(self, blocks: Iterable[Block]) -> str:
        return "".join(self._block(block) for block in blocks)

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                tag = f"h{block.level + 1}"
                name = escape(block.id)
                return f'<{tag} id="{name}">{self._line(block.words)}</{tag}>\n'
            case Paragraph(style="code"):
                return f"<pre>{self._line(block.words)}</pre>\n"
            case Paragraph():
                return f"<p>{self._line(block.words)}</p>\n"
            case List():
                items = "".join(f"<li>{self._item(item)}</li>\n" for item in block.items)
                if block.start is None:
                    return f"<ul>\n{items}</ul>\n"
                start = f' start="{block.start}"' if block.start != 1 else ""
                return f"<ol{start}>\n{items}</ol>\n"
            case Table():
                return self._table(block)
            case Figure():
                return self._figure(block)
            case Note():
                kind = ' class="margin"' if block.kind == "margin" else ""
                return f"<aside{kind}>\n{self._blocks(block.blocks)}</aside>\n"
            case Contents():
                return self._contents(block)
            case Index() | Break():
                return ""

    def _item(self, item: tuple[Block, ...]) -> str:
        if len(item) == 1 and isinstance(item[0], Paragraph):
            return self._line(item[0].words)
        return "\n" + self._blocks(item)

    def _table(self, block: Table) -> str:
        def row(cells: Iterable[Line], tag: str) -> str:
            made = []
            for cell, align in zip(cells, block.align, strict=False):
                kind = "" if align == "left" else f' class="{align}"'
                scope = ' scope="col"' if tag == "th" else ""
                made.append(f"<{tag}{scope}{kind}>{self._line(cell)}</{tag}>")
            return f"<tr>{''.join(made)}</tr>\n"

        head = f"<thead>\n{row(block.head, 'th')}</thead>\n" if block.head else ""
        rows = "".join(row(cells, "td") for cells in block.rows)
        return f"<table>\n{head}<tbody>\n{rows}</tbody>\n</table>\n"

    def _figure(self, block: Figure) -> str:
        natural = sum(scene.size[0] for scene in block.scenes)
        scale = block.width / natural if block.width else 1.0
        drawn = "".join(
            self._svg.figure(scene, alt, scale * scene.size[0])
            for scene, alt in zip(block.scenes, block.alts, strict=True)
        )
        caption = f"<figcaption>{self._line(block.caption)}</figcaption>" if block.caption else ""
        name = f' id="{escape(block.id)}"' if block.id else ""
        return f"<figure{name}>\n{drawn}\n{caption}</figure>\n"

    def _contents(self, block: Contents) -> str:
        items = [
            (h.level, f'<a href="#{escape(h.id)}">{self._line(_plain(h.words))}</a>')
            for h in headings(self._flow, block.depth)
        ]
        return f'<nav aria-label="Contents">\n{_nested(items)}</nav>\n'

    def _index(self) -> str:
        items: list[tuple[int, str]] = []
        above = ""
        for name in entries(self._flow):
            parts = name.split("!")
            if len(parts) > 1 and parts[0] != above:
                items.append((1, escape(parts[0])))
            above = parts[0]
            links = ", ".join(
                f'<a href="#{spot}">{number}</a>'
                for number, spot in enumerate(self._spots.get(name, ()), 1)
            )
            items.append((len(parts), f"{escape(parts[-1])} {links}"))
        return f'<div class="index">\n{_nested(items)}</div>\n'

    def _line(self, line: Line) -> str:
        out = []
        for word in line:
            if word.page:
                text = str(self._pages.get(word.page, ""))
            elif word.icon:
                text = self._icon(word.icon)
            else:
                text = escape(word.text, quote=False).replace("\n", "<br>")
            if word.bold:
                text = f"<strong>{text}</strong>"
            if word.italic:
                text = f"<em>{text}</em>"
            if word.link:
                text = f'<a href="{escape(word.link)}">{text}</a>'
            if word.entry:
                self._count += 1
                spot = f"index:{self._count}"
                self._spots.setdefault(word.entry, []).append(spot)
                text = f'<span id="{spot}">{text}</span>'
            out.append(text)
        return "".join(out)

    def _icon(self, name: str) -> str:
        found = self._icons.get(name)
        return self._svg.icon(*found, name) if found else escape(name)


def _fonts(letters: Letters) -> str:
    """The style sheet's part that brings the letters, each face by its id, and says where."""
    out = ""
    for name, data in letters.files.items():
        source = f"url(data:font/ttf;base64,{base64.b64encode(data).decode('ascii')})"
        out += f'@font-face{{font-family:"{name}";font-weight:1 999;src:{source}}}\n'
    plain, bold, italic, both = letters.text
    for where, face in (
        ("body", plain),
        ("strong,th", bold),
        ("em,figcaption", italic),
        ("strong em,em strong,figcaption strong", both),
        ("h1,h2,h3,h4", letters.head),
    ):
        out += f'{where}{{font-family:"{face}",system-ui,sans-serif}}\n'
    return out


def _plain(line: Line) -> Line:
    return tuple(word._replace(link="", entry="") for word in line)


def _nested(items: Sequence[tuple[int, str]]) -> str:
    """Lines with their levels as lists in lists."""
    out, at = "", 0
    while at < len(items):
        level, text = items[at]
        end = at + 1
        while end < len(items) and items[end][0] > level:
            end += 1
        out += f"<li>{text}{_nested(items[at + 1 : end])}</li>\n"
        at = end
    return f"<ul>\n{out}</ul>\n" if out else ""

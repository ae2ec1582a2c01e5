"""Sections of a report in, the same as plain text and as a page of HTML out."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

WIDTH = 22
"""Characters of what a line is about."""


class Line(NamedTuple):
    """One thing and what there is to say of it; `swatch` is a colour shown beside it (#RRGGBB)."""

    what: str
    says: str
    swatch: str = ""


class Section(NamedTuple):
    """A heading and its lines."""

    title: str
    lines: Sequence[Line]


def as_text(title: str, sections: Sequence[Section]) -> str:
    """The report for any editor."""
    out = [title, "=" * len(title)]
    for section in sections:
        out += ["", section.title, "-" * len(section.title)]
        out += [f"{line.what:<{WIDTH}} {line.says}".rstrip() for line in section.lines]
    return "\n".join(out) + "\n"


def as_html(title: str, sections: Sequence[Section]) -> str:
    """The report for any browser; nothing is fetched, nothing runs."""
    body = "".join(map(_section, sections))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>\n{body}</body></html>\n"
    )


def _section(section: Section) -> str:
    rows = "".join(
        f'<tr><th scope="row">{_swatch(line.swatch)}{escape(line.what)}</th>'
        f"<td>{escape(line.says)}</td></tr>\n"
        for line in section.lines
    )
    return f"<h2>{escape(section.title)}</h2>\n<table>{rows}</table>\n"


def _swatch(colour: str) -> str:
    return f'<i style="background:{escape(colour)}"></i>' if colour else ""


_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;max-width:52em;margin:2em auto;padding:0 1em;"
    "color:#1b1b1f}h1{font-size:1.5em}h2{font-size:1.1em;margin:1.6em 0 .3em}"
    "table{border-collapse:collapse;width:100%}th{font-weight:400;color:#444;width:15em}"
    "th,td{text-align:left;vertical-align:top;padding:.25em .6em .25em 0;"
    "border-top:1px solid #ddd}i{display:inline-block;width:1em;height:1em;"
    "margin-right:.5em;border:1px solid #888;vertical-align:-.15em}"
)

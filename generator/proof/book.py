"""A book's file and its flow in, problems out: every word in order, within reach, links alive.

`prove_pdf` compares files with their sheets, thing by thing; this holds the file against the text
that the sheets were made from, so that nothing is lost when text is laid out or pages are folded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path

from generator.flow import Spot
from generator.problems import Problems
from generator.proof.ink import Ink, Words, strip
from generator.proof.lead import links_of, outline_of, prove_links, prove_outline
from generator.proof.read import Reader, Unreadable
from generator.proof.report import EnoughError, Report
from generator.scene import Bookmark, Link

MARGIN = 5.0
"""mm from the paper's edge within which home printers print nothing (PRINT_FACTS)."""

AHEAD = 20_000
"""Characters that may stand between two texts of a flow: contents, index, heads, cover."""


_SILENT = "\u00ad\u200b\u2010\u2060\ufffc"


def prove_book(
    path: Path,
    *,
    texts: Sequence[str],
    spots: Sequence[Spot],
    links: Mapping[int, Sequence[Link]],
    bookmarks: Sequence[Bookmark],
    shown: str,
    problems: Problems,
) -> None:
    """Read the file at `path` back as its reader would, and note what is not as in the flow.

    `texts` are the flow's in order, `spots` its pages in reading order (their last `foot` lines are
    no text), `links` those of each of the file's pages from 0.
    """
    report = Report(shown, problems)
    try:
        with Reader(path) as reader:
            pages, heights = [], []
            for index in range(reader.pages):
                with reader.page(index) as page:
                    report.page = index + 1
                    prove_links(links_of(reader, page), links.get(index, ()), report)
                    _reach(page.things, page.size, report)
                    pages.append(list(page.things))
                    heights.append(page.size[1])
            report.page = 0
            prove_outline(outline_of(reader, heights), bookmarks, report)
            _order(texts, _read(pages, spots, report), report)
    except Unreadable as fault:
        report.page = 0
        report.last("proof-unreadable", str(fault))
    except EnoughError:
        return


def _reach(things: Sequence[Ink], size: tuple[float, float], report: Report) -> None:
    """Nothing stands in the unprintable edge."""
    for thing in things:
        left, top, right, bottom = strip(thing) if isinstance(thing, Words) else thing.edges
        a, b, c, d = thing.clip
        left, top, right, bottom = max(left, a), max(top, b), min(right, c), min(bottom, d)
        if left > right or top > bottom:
            continue
        inside = min(left, top, size[0] - right, size[1] - bottom)
        if inside < MARGIN - 0.05:
            said = f"{thing.text[:40]!r}" if isinstance(thing, Words) else "something drawn"
            says = (
                f"{said} comes within {inside:.1f} mm of the paper's edge; {MARGIN:g} mm are kept"
            )
            report.add("proof-margin", says, at=(left, top), fix="wider margins")


def _read(pages: Sequence[Sequence[Ink]], spots: Sequence[Spot], report: Report) -> list[str]:
    """What each page of the book says, white space left out."""
    out = []
    for spot in spots:
        if spot.sheet >= len(pages):
            report.add("proof-pages", f"page {spot.sheet + 1} is not there")
            continue
        lines = [
            thing.text
            for thing in pages[spot.sheet]
            if isinstance(thing, Words) and spot.left - 0.1 <= thing.x < spot.right + 0.1
        ]
        kept = lines[: len(lines) - spot.foot] if spot.foot else lines
        out.append(_tight("".join(kept)))
    return out


def _order(texts: Sequence[str], pages: Sequence[str], report: Report) -> None:
    """Each text stands after the one before it."""
    whole = "".join(pages)
    at = 0
    for text in texts:
        wanted = _tight(text)
        if not wanted:
            continue
        found = whole.find(wanted, at, at + len(wanted) + AHEAD)
        if found < 0:
            says = f"{' '.join(text.split())[:60]!r} is not there, or not in its place"
            report.add("proof-flow", says)
            continue
        at = found + len(wanted)


def _tight(text: str) -> str:
    """Text without white space, hyphens of broken words and the places of small drawings."""
    return "".join(c for c in text.casefold() if not (c.isspace() or c in _SILENT))


class _Html(HTMLParser):
    """Words, ids, links and anything that should not be there."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.odd: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag brings."""
        given = dict(attrs)
        if tag in ("style", "title", "svg"):
            self._silent += 1
        if tag in ("script", "iframe", "object", "embed", "link", "base", "form"):
            self.odd.append(f"<{tag}>")
        if tag == "svg" and not given.get("aria-label") and given.get("aria-hidden") != "true":
            self.odd.append("a picture without alternative text")
        for name, value in attrs:
            said = value or ""
            if name == "id":
                self.ids.append(said)
            elif name.startswith("on"):
                self.odd.append(f"{name}=")
            elif name == "href" and tag == "a":
                self.links.append(said)
            elif name in ("href", "src", "xlink:href") and not said.startswith(
                ("data:image/", "#")
            ):
                self.odd.append(f"{name}={said[:40]!r}")

    def handle_endtag(self, tag: str) -> None:
        """Listen again after what is not read out."""
        if tag in ("style", "title", "svg"):
            self._silent -= 1

    def handle_data(self, data: str) -> None:
        """Words of the page."""
        if not self._silent:
            self.words.append(data)


def prove_html(path: Path, *, texts: Sequence[str], shown: str, problems: Problems) -> None:
    """Read the page at `path` back and note lost words, dead links and what it must not hold."""
    report = Report(shown, problems)
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        report.last("proof-unreadable", f"it cannot be read: {fault}")
        return
    page = _Html()
    page.feed(text)
    page.close()
    try:
        for odd in page.odd:
            report.add("proof-extra", f"it holds {odd}")
        for name in {name for name in page.ids if page.ids.count(name) > 1}:
            report.add("proof-links", f"the id {name!r} stands there twice")
        for link in page.links:
            if link.startswith("#") and link[1:] not in page.ids:
                report.add("proof-links", f"the link to {link} leads nowhere")
        _order(texts, [_tight("".join(page.words))], report)
    except EnoughError:
        return

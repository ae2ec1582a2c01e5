"""A book's HTML in a real browser: headings, links, words, with style and without."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from shelf import PLAYS, Shelf, long_text

from generator.books import texts_of

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")

PROBE = """<script>
addEventListener("load", async () => {
  await document.fonts.ready;
  const fonts = [...document.fonts].map(f => f.family.replaceAll('"', "") + " " + f.status);
  const seen = [...document.querySelectorAll("h1,h2,h3,h4")].map(
    h => h.tagName + " " + h.innerText + " " + (h.getBoundingClientRect().height > 5));
  const dead = [...document.querySelectorAll("a")].filter(
    a => a.hash && !document.getElementById(decodeURIComponent(a.hash.slice(1)))).length;
  const drawn = [...document.querySelectorAll("figure svg")].map(s => {
    const b = s.getBoundingClientRect(); return (b.width > 20 && b.height > 20) + " " +
    s.getAttribute("aria-label") + " " + s.querySelectorAll("path").length; });
  const out = document.createElement("pre");
  out.id = "probe";
  out.textContent = JSON.stringify({seen, dead, drawn, fonts, text: document.body.innerText});
  document.body.append(out);
});
</script>"""


def dump(page: Path, profile: Path) -> str:
    """The page's document as the browser holds it once loaded."""
    assert BROWSER, "install chromium: books are read in a browser"
    done = subprocess.run(
        [
            BROWSER,
            *FLAGS,
            "--virtual-time-budget=9000",
            f"--user-data-dir={profile}",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout


class Probe(HTMLParser):
    """What the probe in the page has written."""

    def __init__(self) -> None:
        super().__init__()
        self.on = False
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.on = ("id", "probe") in attrs

    def handle_data(self, data: str) -> None:
        if self.on:
            self.text += data


@pytest.mark.skipif(
    BROWSER is None and not os.environ.get("CI"), reason="no chromium here; CI must have it"
)
def test_a_browser_shows_the_whole_book(shelf: Shelf, tmp_path: Path) -> None:
    text = long_text(3) + '\n\n::transcript{play="duel"}\n\nAn icon :dot: here.\n'
    books, flow, laid, _ = shelf.bound(text, plays=PLAYS)
    path = tmp_path / "book.html"
    books.write_html(flow, laid, path)
    page = path.read_text("utf-8")
    assert "http://" not in page
    assert "https://" not in page
    assert "<script" not in page
    assert "default-src 'none'" in page
    bare = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    for name, made in (("styled", page), ("bare", bare)):
        probe = tmp_path / f"{name}.html"
        open_ = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", made)
        probe.write_text(open_.replace("</head>", PROBE + "</head>"), "utf-8")
        reader = Probe()
        reader.feed(dump(probe, tmp_path / f"profile-{name}"))
        found = json.loads(reader.text)
        assert found["dead"] == 0
        if name == "styled":
            assert {"oswald-700 loaded", "source-sans-400 loaded"} <= set(found["fonts"])
            assert not any(line.endswith("error") for line in found["fonts"])
        heads = [line.split(" ", 1) for line in found["seen"]]
        assert heads[0] == ["H1", "The Fox and the Filing Cabinet true"]
        assert ["H2", "Chapter B of it true"] in heads
        assert ["H3", "Below 3 true"] in heads
        assert len(found["drawn"]) == 3
        assert all(line.startswith("true ") for line in found["drawn"])
        assert all(int(line.rsplit(" ", 1)[1]) >= 3 for line in found["drawn"])
        assert "two (The deck): title The Two" in " ".join(found["drawn"])
        said, at = "".join(found["text"].split()), 0
        for wanted in texts_of(flow, laid):
            tight = "".join(wanted.replace("\ufffc", "").split())
            at = said.find(tight, at)
            assert at >= 0, wanted
            at += len(tight)


@pytest.mark.skipif(
    BROWSER is None and not os.environ.get("CI"), reason="no chromium here; CI must have it"
)
def test_the_page_forbids_scripts(shelf: Shelf, tmp_path: Path) -> None:
    books, flow, laid, _ = shelf.bound("Words.")
    path = tmp_path / "book.html"
    books.write_html(flow, laid, path)
    text = path.read_text("utf-8").replace(
        "</body>", "<script>document.body.id = 'ran'</script></body>"
    )
    path.write_text(text, "utf-8")
    assert 'id="ran"' not in dump(path, tmp_path / "profile")

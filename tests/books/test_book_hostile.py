"""Hostile books: nothing of their data or names becomes markup, script or style."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelf import Shelf

from generator.compose.webfont import fit, webfonts
from generator.problems import Problems
from generator.proof.book import prove_html

EVIL = "</style><script>alert(1)</script>\"'><img src=x onerror=alert(1)>]]>"


def page_of(shelf: Shelf, tmp: Path, text: str) -> str:
    books, flow, laid, _ = shelf.bound(text, said=EVIL)
    books.write_html(flow, laid, tmp / "a.html")
    problems = Problems()
    prove_html(tmp / "a.html", texts=[], shown="a.html", problems=problems)
    assert not list(problems), [str(p) for p in problems]
    return (tmp / "a.html").read_text("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "{{ said }}",
        "# {{ said }}",
        "**{{ said }}**",
        "[{{ said }}](https://a.example)",
        "[[{{ said }}]]\n\n::index",
        "| {{ said }} |\n|---|\n| {{ said }} |",
        '::figure{component="deck" caption="{{ said }}"}',
        '::figure{component="deck" alt="{{ said }}"}',
        '::figure{component="deck" id="{{ said }}"}',
        ":::note {{ said }}\nx\n:::",
        "    {{ said }}",
        EVIL,
        f"`{EVIL}`",
    ],
)
def test_nothing_becomes_markup(shelf: Shelf, tmp_path: Path, text: str) -> None:
    page = page_of(shelf, tmp_path, text)
    assert "<script" not in page
    assert "<img" not in page
    assert page.count("</style>") == 1
    assert "onerror=alert" not in page.replace("onerror=alert(1)&gt;", "")


def test_names_of_faces_stay_names(shelf: Shelf, tmp_path: Path) -> None:
    assert not fit('x"}</style>')
    assert fit("source-sans-400")
    assert webfonts({'x"}': {"a"}, "gone": {"a"}}, {'x"}': tmp_path, "gone": tmp_path / "no"}) == {}


def test_web_addresses_stay_addresses(shelf: Shelf, tmp_path: Path) -> None:
    text = '[x](https://a.example/?"onmouseover="alert(1))'
    page = page_of(shelf, tmp_path, text)
    assert 'href="https://a.example/?%22onmouseover=%22alert(1)"' in page


def test_subsets_are_small_and_equal(shelf: Shelf) -> None:
    faces = shelf.books().faces
    one = webfonts({"oswald-700": set("Fox")}, faces)
    assert one == webfonts({"oswald-700": set("xoF")}, faces)
    assert len(one["oswald-700"]) < 4000
    assert b"Oswald" not in one["oswald-700"]

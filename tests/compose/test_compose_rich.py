"""The small markup of data: what it knows, and that everything else prints as typed."""

from __future__ import annotations

from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.compose.markup import Element, parse
from generator.compose.rich import plain_text, rich
from generator.compose.text import Piece
from generator.compose.words import pieces

B, I = ("<b>", "</b>"), ("<i>", "</i>")  # noqa: E741

CASES = {
    "**bold** and *italic*": "<b>bold</b> and <i>italic</i>",
    "***both***": "<b><i>both</i></b>",
    "**bold *and italic***": "<b>bold <i>and italic</i></b>",
    "*it **and bold***": "<i>it <b>and bold</b></i>",
    "gain :coin: now": 'gain <icon name="coin"/> now',
    ":coin:": '<icon name="coin"/>',
    ":coin::dot:": '<icon name="coin"/><icon name="dot"/>',
    r"\*plain\* \:coin: \\": "*plain* :coin: \\",
    "2 * 3 * 4": "2 * 3 * 4",
    "a ** b": "a ** b",
    "one * alone": "one * alone",
    "*open": "*open",
    "**open": "**open",
    "close*": "close*",
    "**bold *half**": "<b>bold *half</b>",
    "****": "****",
    "12:30:45": "12:30:45",
    ":Coin:": ":Coin:",
    "at: noon": "at: noon",
    "S&P": "S&amp;P",
    "A<B": "A&lt;B",
    "<3": "&lt;3",
    "<b>open": "&lt;b&gt;open",
    "<img src=x>": "&lt;img src=x&gt;",
    '"quoted"': "&#34;quoted&#34;",
    "": "",
    "\\": "\\",
    "two\nlines": "two\u2028lines",
}


@pytest.mark.parametrize(("text", "wanted"), CASES.items())
def test_rich(text: str, wanted: str) -> None:
    assert str(rich(text)) == wanted


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="*:\\ab <>&\n", max_size=20))
def test_rich_is_always_well_formed_and_loses_no_letter(text: str) -> None:
    made = parse(f"<text>{rich(text)}</text>")
    words = "".join(piece.text for piece in pieces(made))
    if ":" not in text:
        assert words.count("a") + words.count("b") == text.count("a") + text.count("b")
    assert words.count("<") == text.count("<")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab <>&'\"é–", max_size=20))
def test_text_without_markers_is_only_escaped(text: str) -> None:
    assert unescape(str(rich(text))) == text


def test_plain_text_is_what_prints() -> None:
    assert plain_text("Draw **two**, :coin: A<B\nthen *stop*") == "Draw two, A<B then stop"


def read(inside: str) -> tuple[Piece, ...]:
    element = parse(f"<text>{inside}</text>")
    assert isinstance(element, Element)
    return pieces(element)


def test_white_space_is_single() -> None:
    assert read("\n   one\n\t two  ") == (Piece("one two"),)
    assert read("") == read(" \n ") == ()
    assert read("a\u00a0 b") == (Piece("a\u00a0 b"),)


def test_manners_nest_and_join() -> None:
    assert read("a <b>b <i>c</i></b> d") == (
        Piece("a "),
        Piece("b ", bold=True),
        Piece("c", bold=True, italic=True),
        Piece(" d"),
    )
    assert read("a <b> b</b>") == (Piece("a "), Piece("b", bold=True))
    assert read("a <b>b</b><b>c</b>") == (Piece("a "), Piece("bc", bold=True))


def test_breaks_are_hard_and_without_spaces() -> None:
    assert read("a <br/> b") == read("a\u2028b") == read("a  \u2028  b") == (Piece("a\nb"),)
    assert read("<b>a </b><br/>b") == (Piece("a", bold=True), Piece("\nb"))
    assert read("a<br/><br/>b") == (Piece("a\n\nb"),)


def test_icons_keep_the_spaces_beside_them() -> None:
    assert read("a <icon name='x'/> b") == (Piece("a "), Piece("", icon="x"), Piece(" b"))
    assert read("<icon name='x'/>") == (Piece("", icon="x"),)

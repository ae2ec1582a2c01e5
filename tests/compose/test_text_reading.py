"""What runs say is what was set, however lines and faces part it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textcase import said, setter, style

from generator.compose.reading import reading, says
from generator.compose.text import Piece, Setting
from generator.geometry import moved, turned
from generator.scene import Colour, Run

SET = setter()
BLACK = Colour(0, 0, 0)


def runs(setting: Setting, turn: float = 0.0) -> list[Run]:
    matrix = turned(turn, 20, 30)
    return [
        Run(*moved(matrix, s.x, s.baseline), s.text, s.face, s.size, BLACK, s.width, turn, s.kerns)
        for s in setting.spans
    ]


@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0, 270.0, 33.0])
@pytest.mark.parametrize("width", [60.0, 30.0, 14.0])
def test_faces_and_lines_leave_no_trace(turn: float, width: float) -> None:
    pieces = said(
        Piece("Draw", bold=True),
        ". ",
        Piece("Two", italic=True),
        "-handed Donau\u00addampfschiff: 10♠",
    )
    wanted = "Draw. Two-handed Donaudampfschiff: 10♠"
    shown = runs(SET.set(pieces, style(hyphenate=True), width, 60), turn)
    assert says(shown, wanted)
    assert says(shown, wanted.upper())
    assert not says(shown, wanted.replace("Draw.", "Draw ."))
    assert not says(shown, wanted.replace("10", "1 0"))
    assert not says(shown[1:], wanted)
    assert not says(shown, wanted + " it")
    if width > 20:
        assert reading(shown) == wanted


def test_signs_are_no_hyphens() -> None:
    shown = runs(SET.set(said("-3 HP"), style(), 60, 10))
    assert says(shown, "-3 HP")
    assert not says(shown, "3 HP")


def test_nothing_says_nothing() -> None:
    assert reading([]) == ""
    assert says([], "")
    assert not says([], "word")


WORDS = st.sampled_from(
    ["Draw", "2-3", "and/or", "well-known", "Kar\u00adte", "♠", "a", "(one)", "it—so"]
)
MANNER = st.sampled_from([(False, False), (True, False), (False, True)])


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(WORDS, MANNER, st.sampled_from([" ", "", " "])), min_size=1, max_size=20),
    st.floats(9, 60),
    st.sampled_from(["left", "centre", "justify"]),
)
def test_whatever_is_set_says_itself(
    parts: list[tuple[str, tuple[bool, bool], str]], width: float, align: str
) -> None:
    pieces = tuple(Piece(word + space, *manner) for word, manner, space in parts)
    setting = SET.set(pieces, style(align=align, hyphenate=True), width, 200)
    text = "".join(piece.text for piece in pieces)
    assert says(runs(setting), text)
    assert not says(runs(setting), text + "x")

"""Texts on the card: turns, styles, inline icons, what is over the box or has no glyph."""

from __future__ import annotations

import pytest
from demo_game import POKER, Bench, styles

from generator.geometry import Box, bounds, moved, turned
from generator.problems import Problems
from generator.scene import Path as Outline
from generator.scene import Run

W, H = POKER
INK = 'fill="ink"'


def box_of(item: object) -> tuple[float, ...]:
    assert isinstance(item, Outline)
    return tuple(round(n, 6) for n in bounds(item.segments))


@pytest.mark.parametrize("turn", [0, 90, 180, 270, 12, -90])
def test_a_turned_text_stands_in_its_box(bench: Bench, turn: int) -> None:
    box = Box(10, 20, 30, 20)
    (run,) = bench.good(
        f'<text box="10 20 30 20" style="rules" align="centre" valign="middle" turn="{turn}">'
        "Turned</text>"
    ).items
    assert isinstance(run, Run)
    assert run.turn == turn % 360
    end = moved(turned(run.turn, run.x, run.y), run.x + run.width, run.y)
    middle = ((run.x + end[0]) / 2, (run.y + end[1]) / 2)
    up = moved(turned(run.turn), 0, -1)
    centre = (middle[0] + up[0] * 1.04, middle[1] + up[1] * 1.04)
    assert centre == pytest.approx(box.centre, abs=0.35)


def test_a_text_turned_by_a_quarter_has_the_other_side_for_its_lines(bench: Bench) -> None:
    text = '<text box="10 20 6 40" style="rules" max-lines="1"{}>As long as it is high</text>'
    assert len(bench.good(text.format(' turn="90"')).items) == 1
    assert bench.only(text.format("")).code == "text-overflow"


def test_a_turned_group_turns_its_text(bench: Bench) -> None:
    (run,) = bench.good(
        '<group at="20 30" turn="12"><text box="0 0 20 9" style="rules" turn="90">x</text></group>'
    ).items
    assert isinstance(run, Run)
    assert run.turn == pytest.approx(102)


def test_style_size_colour(bench: Bench) -> None:
    (run,) = bench.good(
        '<text box="0 0 40 20" style="rules" size="14" colour="blue" fact="f">Word</text>'
    ).items
    assert isinstance(run, Run)
    assert (run.size, run.colour, run.use, run.fact) == (
        *(14, styles().palette["blue"], "rules", "f"),
    )


def test_an_inline_icon_takes_the_colour_and_the_fact(bench: Bench) -> None:
    text = '<text box="0 0 40 20" style="rules" fact="f"{}>Gain <icon name="dot"/></text>'
    made = bench.good(text.format(""))
    icon = made.items[-1]
    assert isinstance(icon, Outline)
    assert (icon.fact, icon.shows, icon.element) == ("f", "dot", 0)
    assert icon.fill == styles().palette["ink"]
    turned_icon = bench.good(text.format(' turn="180"')).items[-1]
    x, y, w, h = box_of(icon)
    assert box_of(turned_icon) == pytest.approx((40 - x - w, 20 - y - h, w, h), abs=1e-5)


def test_an_inline_icon_keeps_its_shape(bench: Bench) -> None:
    bench.art("art/icons/wide.svg", '<svg viewBox="0 0 30 10"><rect width="30" height="10"/></svg>')
    text = '<text box="0 0 40 20" style="rules"><icon name="{}"/> x</text>'
    (_, icon), (_, dot) = (bench.good(text.format(name)).items for name in ("wide", "dot"))
    assert bounds(icon.segments).h == pytest.approx(bounds(dot.segments).h / 0.8)  # type: ignore[union-attr]
    assert bounds(icon.segments).w == pytest.approx(3 * bounds(icon.segments).h)  # type: ignore[union-attr]


def test_an_empty_text_is_no_fault(bench: Bench) -> None:
    made = bench.good('<text box="0 0 9 9" style="rules"> </text><rect box="0 0 1 1" fill="ink"/>')
    assert [item.element for item in made.items] == [1]


def test_text_over_its_box(bench: Bench) -> None:
    text = '<text box="0 0 30 20" style="rules" fit="shrink" fact="rules">{{ card.rules }}</text>'
    made = bench.face(text, rules="word " * 99)
    assert made is not None  # it can be looked at
    (problem,) = bench.problems
    assert problem.code == "text-overflow"
    assert problem.where.field == "rules"
    assert "mm over its box of 30 x 20 mm at 8.5 pt" in problem.says
    assert "its least size 8.5 pt" in problem.says


def test_six_hundred_words_are_told_not_cut(bench: Bench) -> None:
    text = '<text box="6 50 50 20" style="rules" fit="shrink">{{ card.rules }}</text>'
    problem = bench.only(text, rules="word " * 600)
    assert (problem.code, problem.where.field) == ("text-overflow", "style rules")


def test_a_hundred_thousand_words_end_at_once(bench: Bench) -> None:
    text = '<text box="6 50 50 20" style="rules" fact="rules">{{ card.rules }}</text>'
    problem = bench.only(text, rules="word " * 100_000)
    assert (problem.code, problem.where.field) == ("text-overflow", "rules")
    assert "499,999 characters" in problem.says
    bench.problems = Problems()
    assert bench.only(text, rules="word " * 2_000_000).code == "face-too-big"


def test_a_glyph_that_no_font_has(bench: Bench) -> None:
    text = '<text box="0 0 60 20" style="rules" fact="rules">{{ card.rules }}</text>'
    assert bench.face(text, rules="a \u5341 b") is None
    (problem,) = bench.problems
    assert (problem.code, problem.where.field) == ("glyph-missing", "rules")
    assert "U+5341" in problem.says


@pytest.mark.parametrize("text", ["\U0001f409", "\u05d0\u05d1", "\u0633\u0644"])
def test_scripts_that_are_not_set(bench: Bench, text: str) -> None:
    assert (
        bench.face('<text box="0 0 60 20" style="rules">{{ card.rules }}</text>', rules=text)
        is None
    )
    found = [problem.code for problem in bench.problems]
    assert found
    assert set(found) == {"script-refused"}


def test_bold_without_a_bold_face(bench: Bench) -> None:
    problem = bench.only('<text box="0 0 60 20" style="small"><b>x</b></text>')
    assert problem.code == "text-unstyled"


def test_a_long_word_in_a_narrow_box(bench: Bench) -> None:
    made = bench.face('<text box="0 0 20 30" style="small">{{ card.rules }}</text>', rules="W" * 40)
    assert made is not None
    assert {problem.code for problem in bench.problems} <= {"word-cut"}
    for run in made.items:
        assert isinstance(run, Run)
        assert run.x + run.width <= 20.001

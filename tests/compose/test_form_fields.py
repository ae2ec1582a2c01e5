"""A place to write in: what it prints, the field it makes, its faults."""

from __future__ import annotations

import pytest
from demo_game import Bench, styles

from generator.geometry import Box, bounds
from generator.scene import Path, Run

BOX = 'box="5 10 40 8"'
PLAIN = f'<field {BOX} name="name" style="title"'


def test_a_value_prints_as_a_text_does(bench: Bench) -> None:
    made = bench.good(f'{PLAIN} value="Marshals" fact="who"/>')
    (run,) = made.items
    text = bench.good(
        '<text box="5.70556 10 38.58889 8" style="title" fact="who">Marshals</text>'
    ).items[0]
    assert isinstance(run, Run)
    assert isinstance(text, Run)
    assert run._replace(x=0, y=0) == text._replace(x=0, y=0)
    assert (run.x, run.y) == pytest.approx((text.x, text.y), abs=1e-4)
    (field,) = made.fields
    assert field.box == pytest.approx(Box(5, 10, 40, 8))
    assert (field.name, field.value, field.element) == ("name", "Marshals", run.element)
    assert (field.font, field.size, field.align) == ("source-sans-700", 14.0, "left")


def test_empty_fields_print_what_can_be_written_on(bench: Bench) -> None:
    made = bench.good(
        f'{PLAIN}/><field {BOX} name="b" style="title" blank="box" stroke="blue" width="0.4"/>'
        f'<field {BOX} name="c" style="title" blank="none"/>'
    )
    line, box = made.items
    assert isinstance(line, Path)
    assert isinstance(box, Path)
    assert line.segments == (("M", 5, pytest.approx(17.875)), ("L", 45, pytest.approx(17.875)))
    assert line.stroke == styles().palette["ink"]
    assert bounds(box.segments) == pytest.approx(Box(5, 10, 40, 8))
    assert (box.stroke, box.width) == (styles().palette["blue"], 0.4)
    assert [field.element for field in made.fields] == [0, 1, 2]
    assert [item.element for item in made.items] == [0, 1]


def test_a_field_of_lines_is_ruled_as_its_style_sets_them(bench: Bench) -> None:
    made = bench.good('<field box="5 10 40 20" name="notes" style="rules" lines="yes"/>')
    (ruled,) = made.items
    assert isinstance(ruled, Path)
    levels = [seg[2] for seg in ruled.segments if seg[0] == "M"]  # type: ignore[misc]
    lead = 9 * 1.2 * 25.4 / 72
    assert len(levels) == int(20 / lead)
    assert levels[0] - levels[1] == pytest.approx(lead)
    value = bench.good(
        '<field box="5 10 40 20" name="notes" style="rules" lines="yes" value="{{ card.rank }}"/>',
        rank="one\ntwo",
    )
    assert [run.text for run in value.items if isinstance(run, Run)] == ["one", "two"]
    assert value.fields[0].value == "one\ntwo"


def test_fields_move_turn_and_lie_in_rows(bench: Bench) -> None:
    inside = '<field box="1 2 10 6" name="{}" style="rules"/>'
    made = bench.good(
        f'<group at="10 20">{inside.format("a")}</group>'
        f'<group at="30 20" turn="90">{inside.format("b")}</group>'
        '<row box="5 60 40 8" gap="2"><field grow="1" name="c" style="rules" of="number"'
        ' value="-12.5" align="right" max="6" tip=" how\n strong "/>'
        '<field grow="1" name="d" style="rules"/></row>'
    )
    a, b, c, d = made.fields
    assert (a.box, a.turn) == (pytest.approx(Box(11, 22, 10, 6)), 0)
    assert (b.box, b.turn) == (pytest.approx(Box(22, 21, 6, 10)), 90)
    assert (c.box, d.box) == (Box(5, 60, 19, 8), Box(26, 60, 19, 8))
    assert (c.number, c.align, c.most, c.tip, c.value) == (True, "right", 6, "how strong", "-12.5")


def test_a_shrunk_value_tells_its_size(bench: Bench) -> None:
    made = bench.good(
        '<field box="5 10 30 8" name="n" style="title" fit="shrink" value="A long name here"/>'
    )
    (run,) = made.items
    assert isinstance(run, Run)
    assert 9 <= made.fields[0].size == run.size < 14


@pytest.mark.parametrize(
    ("attributes", "code", "says"),
    [
        ('name="a" style="title" value="Far too many words for it here"', "text-overflow", "over"),
        ('name="a" style="title" value="seven!!" max="6"', "markup-value", "7 characters"),
        ('name="a" style="title" value="ten" of="number"', "markup-value", "no number"),
        ('name="a" style="title" value="&#x2028;a&#x2028;b"', "markup-value", "several lines"),
        ('name="a b" style="title"', "markup-value", "field name"),
        ('name="a..b" style="title"', "markup-value", "field name"),
        ('name="" style="title"', "markup-value", "field name"),
        ('name="a(b)" style="title"', "markup-value", "field name"),
        ('name="łódź" style="title"', "markup-value", "field name"),
        ('name="a" style="nobody"', "style-unknown", "nobody"),
        ('style="title"', "markup-attribute", "needs name"),
        ('name="a" style="title" lines="3"', "markup-value", "3"),
        ('name="a" style="title" max="0"', "markup-value", "0"),
        ('name="a" style="title" blank="none" width="1"', "markup-attribute", "no effect"),
        ('name="a" style="title" turn="90"', "markup-attribute", "turn"),
        (f'name="a" style="title" tip="{"x" * 301}"', "markup-value", "301 characters"),
        ('name="a" style="title" value="日"', "glyph-missing", "日"),
    ],
)
def test_what_is_wrong_is_said(bench: Bench, attributes: str, code: str, says: str) -> None:
    found = bench.only(f"<field {BOX} {attributes}/>")
    assert (found.code, found.where.file) == (code, "templates/t.xml")
    assert says in found.says


def test_an_empty_field_has_room_for_a_line(bench: Bench) -> None:
    low = 'box="5 10 40 4" name="a" style="title"'
    assert "over its box" in bench.only(f"<field {low}/>").says
    (field,) = Bench(bench.tmp).good(f'<field {low} fit="shrink"/>').fields
    assert 9 <= field.size < 14
    assert field.runs == ()


def test_a_field_must_leave_room_and_hold_nothing(bench: Bench) -> None:
    bench.face(
        '<field box="5 10 1.4 8" name="a" style="title"/>'
        f'<group clip="0 0 8 8"><field {BOX} name="b" style="title"/></group>'
        f'<field {BOX} name="c" style="title">x</field>'
    )
    codes = [problem.code for problem in bench.problems]
    assert codes == ["markup-value", "markup-clip", "markup-element"]

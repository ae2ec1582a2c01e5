"""Each element on the card: geometry, turns, clips, layouts, tracks, and their faults."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest
from demo_game import DEMO, POKER, Bench, Folder, card, component, styles
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.compose.art import Art
from generator.compose.elements import ATTRIBUTES, LEAVES
from generator.compose.fonts import Fonts
from generator.compose.frame import NOTHING, clip_box, meet
from generator.compose.layout import cells
from generator.compose.markup import parse
from generator.compose.place import Placer
from generator.compose.text import Typesetter
from generator.geometry import Box, bounds, moved, points, rectangle, turned
from generator.problems import Problems
from generator.scene import Path as Outline
from generator.scene import Run, Scene

W, H = POKER
INK = 'fill="ink"'


def box_of(item: object) -> tuple[float, ...]:
    assert isinstance(item, Outline)
    return tuple(round(n, 6) for n in bounds(item.segments))


def boxes(scene: Scene) -> list[tuple[float, ...]]:
    return [box_of(item) for item in scene.items]


def test_shapes(bench: Bench) -> None:
    made = bench.good(
        f'<rect box="1 2 3 4" {INK}/><ellipse box="1 2 3 4" {INK}/>'
        f'<polygon points="1 2  4 2  4 6" {INK}/><line from="1 2" to="4 6" stroke="ink"/>'
        f'<path d="M0 0h3v4z" at="1 2" {INK} fill-rule="evenodd"/>'
    )
    assert boxes(made) == [(1, 2, 3, 4)] * 5
    assert [item.element for item in made.items] == [0, 1, 2, 3, 4]
    assert made.items[4].even_odd  # type: ignore[union-attr]


def test_paint(bench: Bench) -> None:
    (made,) = bench.good(
        '<rect box="1 2 3 4" fill="blue" stroke="ink" width="0.4" dash="1 0.5" opacity="0.5"'
        ' round="yes" radius="1"/>'
    ).items
    assert isinstance(made, Outline)
    assert (made.fill, made.stroke) == (styles().palette["blue"], styles().palette["ink"])
    assert (made.width, made.dash, made.opacity, made.round) == (0.4, (1, 0.5), 0.5, True)
    assert made.segments == rectangle(Box(1, 2, 3, 4), 1)


def test_an_unpainted_shape_is_left_out_but_counted(bench: Bench) -> None:
    made = bench.good(f'<rect box="1 2 3 4" fill="none"/><rect box="1 2 3 4" {INK}/>')
    assert [item.element for item in made.items] == [1]


def test_a_group_moves_and_turns(bench: Bench) -> None:
    inside = f'<rect box="0 0 2 1" {INK}/>'
    made = bench.good(
        f'<group at="10 20">{inside}</group><group at="10 20" turn="90">{inside}</group>'
        f'<group box="10 20 4 4" turn="180">{inside}</group>'
        f'<group at="c0 b5"><group at="1 1">{inside}</group></group>'
        f'<group box="10 20 r10 b20"><rect box="r2 b1 r0 b0" {INK}/></group>'
    )
    assert boxes(made) == [
        (10, 20, 2, 1),
        (9, 20, 1, 2),
        (12, 23, 2, 1),
        (W / 2 + 1, H - 4, 2, 1),
        (W - 12, H - 21, 2, 1),
    ]


def test_anchors_in_a_moved_group_mean_the_same_edges(bench: Bench) -> None:
    made = bench.good(
        f'<group at="7 9"><rect box="r5 b5 r0 b0" {INK}/><rect box="c0 c0 2 2" {INK}/></group>'
    )
    assert boxes(made) == [(W - 5, H - 5, 5, 5), (W / 2 - 1, H / 2 - 1, 2, 2)]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 359), st.integers(-20, 60), st.integers(-20, 80))
def test_a_half_turn_copy_is_the_original_turned(turn: int, x: int, y: int) -> None:
    made = styles()
    art, setter = Art(Folder(DEMO)), Typesetter(Fonts(made.faces), made)
    drawn = Placer(POKER, art, setter, made).draw(
        parse(
            f'<card><group at="{x} {y}" turn="{turn}" copy="half-turn">'
            f'<rect box="0 0 9 4" fill="ink"/></group></card>'
        )
    )
    first, second = drawn.items
    assert isinstance(first, Outline)
    assert isinstance(second, Outline)
    half = turned(180, W / 2, H / 2)
    for one, two in zip(points(first.segments), points(second.segments), strict=True):
        assert moved(half, *one) == pytest.approx(two)


def test_a_half_turn_copy(bench: Bench) -> None:
    made = bench.good(
        '<group copy="half-turn" fact="suit">'
        f'<rect box="1 2 3 4" {INK} shows="a"/><text box="5 5 20 8" style="rules">Ten</text>'
        '<icon box="1 20 6 6" name="star" colour="ink"/></group>'
    )
    assert len(made.items) == 6
    assert [item.element for item in made.items] == [0, 1, 2, 3, 4, 5]
    for first, second in zip(made.items[:3], made.items[3:], strict=True):
        assert first.fact == second.fact == "suit"
        if isinstance(first, Run):
            assert isinstance(second, Run)
            assert (second.x, second.y) == pytest.approx((W - first.x, H - first.y))
            assert (first.turn, second.turn) == (0, 180)
            assert first.text == second.text
        else:
            x, y, w, h = box_of(first)
            assert box_of(second) == pytest.approx((W - x - w, H - y - h, w, h))
            assert second[2:7] == first[2:7]


def test_facts_and_shows_pass_down(bench: Bench) -> None:
    made = bench.good(
        f'<group fact="a" shows="x"><rect box="1 1 1 1" {INK}/>'
        f'<rect box="1 1 1 1" {INK} fact="b" shows="y"/>'
        f'<row box="0 0 9 9" fact="c"><rect grow="1" {INK}/></row></group>'
        f'<rect box="1 1 1 1" {INK}/>'
    )
    said = [(item.fact, item.shows) for item in made.items if isinstance(item, Outline)]
    assert said == [("a", "x"), ("b", "y"), ("c", "x"), (None, None)]


# Clips.


def test_clips_meet(bench: Bench) -> None:
    made = bench.good(
        f'<group clip="card"><rect box="1 1 1 1" {INK}/>'
        f'<group clip="50 -9 40 40"><rect box="1 1 1 1" {INK}/>'
        f'<group clip="0 0 3 3"><rect box="1 1 1 1" {INK}/></group></group></group>'
    )
    clips = [item.clip for item in made.items if isinstance(item, Outline)]
    assert clips == [rectangle(Box(-3, -3, W + 6, H + 6)), rectangle(Box(50, -3, W - 47, 34))]


def test_a_turned_clip_is_an_outline(bench: Bench) -> None:
    (made,) = bench.good(
        f'<group at="30 40" turn="45" clip="-5 -5 10 10"><rect box="-9 -9 18 18" {INK}/></group>'
    ).items
    assert isinstance(made, Outline)
    assert made.clip is not None
    assert bounds(made.clip) == pytest.approx(
        (30 - 5 * math.sqrt(2), 40 - 5 * math.sqrt(2), 10 * math.sqrt(2), 10 * math.sqrt(2))
    )


def test_a_clip_turns_with_the_copy_but_not_the_outer_one(bench: Bench) -> None:
    made = bench.good(
        '<group clip="0 0 63.5 40"><group clip="5 5 10 10" copy="half-turn">'
        f'<rect box="0 0 20 20" {INK}/></group></group>'
    )
    assert len(made.items) == 1
    assert made.items[0].clip == rectangle(Box(5, 5, 10, 10))  # type: ignore[union-attr]


def test_clips_that_no_outline_can_say(bench: Bench) -> None:
    problem = bench.only(
        '<group clip="0 0 30 30"><group at="30 30" turn="30" clip="-9 -9 18 18">'
        f'<rect box="0 0 1 1" {INK}/></group></group>'
    )
    assert problem.code == "markup-clip"


@given(*[st.floats(-30, 30)] * 2, *[st.floats(1, 30)] * 2, st.sampled_from([0, 90, 180, 270]))
def test_quarter_turns_keep_clips_upright(
    x: float, y: float, w: float, h: float, turn: int
) -> None:
    made = clip_box(Box(x, y, w, h), turned(turn, 3, 4))
    assert made.box is not None
    assert made.bounds == pytest.approx(bounds(made.segments))
    shared = meet(made, clip_box(Box(-200, -200, 400, 400), None))
    assert shared.bounds == pytest.approx(made.bounds)
    assert meet(made, clip_box(Box(500, 500, 1, 1), None)) is NOTHING


def test_text_is_never_cut_by_a_clip(bench: Bench) -> None:
    inside = '<text box="{} 2 20 8" style="rules">Ten</text>'
    assert bench.good(f'<group clip="0 0 30 30">{inside.format(5)}</group>').items
    problem = bench.only(f'<group clip="0 0 30 30">{inside.format(15)}</group>')
    assert problem.code == "markup-clip"
    bench.problems = Problems()
    turn = f'<group at="30 40" turn="45" clip="-12 -12 24 24">{inside}</group>'
    assert bench.good(turn.format(-10)).items
    assert bench.only(turn.format(0)).code == "markup-clip"


# Layouts.


def test_a_row(bench: Bench) -> None:
    made = bench.good(
        '<row box="10 20 20 6" gap="1" align="end">'
        f'<rect w="3" {INK}/><rect grow="1" h="2" {INK}/><rect grow="3" h="6" {INK}/></row>'
    )
    assert boxes(made) == [(10, 20, 3, 6), (14, 24, 3.75, 2), (18.75, 20, 11.25, 6)]


def test_a_column(bench: Bench) -> None:
    made = bench.good(
        '<column box="10 20 6 20" gap="1" align="centre">'
        f'<rect h="3" {INK}/><rect grow="1" w="2" {INK}/></column>'
    )
    assert boxes(made) == [(10, 20, 6, 3), (12, 24, 2, 16)]


def test_a_grid(bench: Bench) -> None:
    cells = f"<rect {INK}/>" * 3 + f'<rect w="2" h="1" {INK}/>' + f"<rect {INK}/>"
    made = bench.good(f'<grid box="0 0 20 11" columns="2" gap="1" align="end">{cells}</grid>')
    assert boxes(made) == [
        (0, 0, 9.5, 3),
        (10.5, 0, 9.5, 3),
        (0, 4, 9.5, 3),
        (18, 6, 2, 1),
        (0, 8, 9.5, 3),
    ]


def test_layouts_nest_and_hold_groups(bench: Bench) -> None:
    made = bench.good(
        '<row box="0 0 20 10"><column w="8"><rect h="4" fill="ink"/>'
        '<group grow="1"><rect box="r2 b2 r0 b0" fill="ink"/></group></column>'
        '<line grow="1" from="0 c0" to="r0 c0" stroke="ink"/></row>'
    )
    assert boxes(made) == [(0, 0, 8, 4), (6, 8, 2, 2), (8, 5, 12, 0)]


@settings(max_examples=80)
@given(st.lists(st.floats(0.1, 5), min_size=1, max_size=8), st.floats(0, 2), st.floats(50, 90))
def test_shares_fill_a_row_exactly(shares: list[float], gap: float, room: float) -> None:
    inner = "".join(f'<rect grow="{share:f}"/>' for share in shares)
    row = parse(f"<row>{inner}</row>")
    made = [cell for _, cell in cells(row, {"gap": f"{gap:f}"}, Box(3, 4, room, 5))]
    assert made[0].x == 3
    assert made[-1].right == pytest.approx(3 + room)
    for one, two in pairwise(made):
        assert two.x - one.right == pytest.approx(gap, abs=1e-5)


LAYOUT_FAULTS = {
    '<row box="0 0 9 9"><rect w="5" fill="ink"/><rect w="5" fill="ink"/></row>': "10.00 mm",
    '<row box="0 0 9 9"><rect w="9" fill="ink"/><rect grow="1" fill="ink"/></row>': "9.00 mm",
    '<row box="0 0 9 9"><rect fill="ink"/></row>': "either w or grow",
    '<row box="0 0 9 9"><rect w="2" grow="1" fill="ink"/></row>': "either w or grow",
    '<column box="0 0 9 9"><rect w="2" fill="ink"/></column>': "either h or grow",
    '<row box="0 0 9 9"><rect w="2" h="10" fill="ink"/></row>': "10.00 mm",
    '<grid box="0 0 9 9" columns="2" gap="9"><rect fill="ink"/></grid>': "9.00 mm",
    '<grid box="0 0 9 9" columns="2"><rect grow="1" fill="ink"/></grid>': "rows and columns",
}


@pytest.mark.parametrize(("text", "says"), LAYOUT_FAULTS.items())
def test_faulty_layouts(bench: Bench, text: str, says: str) -> None:
    problem = bench.only(text)
    assert problem.code == "markup-layout"
    assert says in problem.says


def test_an_empty_layout_shows_nothing(bench: Bench) -> None:
    assert bench.good('<row box="0 0 9 9"> </row><grid box="0 0 9 9" columns="2"/>').items == ()


# Tracks.


def test_a_track(bench: Bench) -> None:
    text = (
        '<track box="0 0 10 2" cells="5" filled="2" gap="{}" fill="ink" empty="paper" fact="hp"{}/>'
    )
    made = bench.good(text.format(0.5, ""))
    assert boxes(made) == [pytest.approx((2.1 * n, 0, 1.6, 2)) for n in range(5)]
    assert [item.fact for item in made.items] == ["hp", "hp", None, None, None]
    assert [item.element for item in made.items] == [0, 1, 2, 3, 4]
    back = bench.good(text.format(0.5, ' direction="row-reverse"'))
    assert [box[0] for box in boxes(back)] == pytest.approx([8.4, 6.3, 4.2, 2.1, 0])
    down = bench.good(text.format(0.1, ' direction="column" radius="0.1"'))
    assert len(down.items) == 5
    assert boxes(down)[4][:2] == pytest.approx((0, 2 - boxes(down)[4][3]))


def test_unpainted_cells_are_counted(bench: Bench) -> None:
    made = bench.good(
        '<track box="0 0 10 2" cells="5" filled="2" fill="ink"/><rect box="1 1 1 1" fill="ink"/>'
    )
    assert [item.element for item in made.items] == [0, 1, 5]


def test_a_track_cannot_be_fuller_than_full(bench: Bench) -> None:
    problem = bench.only('<track box="0 0 10 2" cells="5" filled="6" fill="ink"/>')
    assert (problem.code, "0 to 5" in problem.says) == ("markup-value", True)


def test_the_designers_page_lists_every_element_and_attribute() -> None:
    page = (Path(__file__).parents[2] / "templates" / "README.md").read_text("utf-8")
    assert set(LEAVES) < set(ATTRIBUTES)
    for tag, names in ATTRIBUTES.items():
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{tag}` |")]
        for name in names:
            assert f"`{name}`" in row, f"{tag} {name}"


def test_the_designers_page_lists_every_filter(bench: Bench) -> None:
    page = (Path(__file__).parents[2] / "templates" / "README.md").read_text("utf-8")
    said = page.split("Filters: `")[1].split("`")[0].split()
    assert set(said) == set(bench.composer._templates._plain.filters)


def test_equal_elements_share_their_items(bench: Bench) -> None:
    text = '<card><rect box="1 1 2 2" fill="ink"/>{}</card>'
    name = bench.template(text.format('<text box="1 1 9 9" style="small">{{ card.rank }}</text>'))
    made = [bench.composer.face(component(), card(face=name, rank=rank)) for rank in "12"]
    assert made[0] is not None
    assert made[1] is not None
    assert made[0].items[0] is made[1].items[0]
    assert made[0].items[1] != made[1].items[1]

"""Colours in FOGRA39 against figures that are known, and scenes in inks."""

from __future__ import annotations

from pathlib import Path as File

import pytest
from PIL import Image

from generator.geometry import Box, rectangle
from generator.inks.profile import BLACK, cube, profile
from generator.inks.scenes import Plates, sum_beneath, used
from generator.scene import Colour, Outline, Path, Picture, Run, Scene

ICC = File(__file__).parents[2] / "templates/profiles/ISOcoated_v2_300_bas.icc"
LIMIT = 240
WHITE, INK, RED = Colour(255, 255, 255), Colour(23, 23, 29), Colour(179, 32, 46)
OWN = Colour(63, 143, 87, (0.75, 0.05, 0.75, 0.25))
SIZE = (60.0, 40.0)

NEAR_BLACKS = {
    (0x10, 0x20, 0x3F): (75, 55, 0, 80),
    (0x0C, 0x34, 0x47): (70, 25, 5, 80),
    (0x12, 0x2B, 0x22): (50, 10, 40, 90),
    (0x46, 0x3B, 0x0F): (35, 40, 85, 75),
}
"""PRINT_FACTS: nearest matches under 240 %."""


def scene(*items):
    return Scene(SIZE, 3.0, 3.0, Outline(rectangle(Box(0, 0, *SIZE))), items, "c", "front")


def fill(box, colour, **more):
    return Path(rectangle(Box(*box)), fill=colour, **more)


def run(colour, size=8.0, x=10.0, y=20.0, turn=0.0):
    return Run(x, y, "words", "oswald-700", size, colour, 12.0, turn)


GROUND = fill((-3, -3, 66, 46), WHITE)


@pytest.fixture(scope="module")
def press():
    return profile(ICC)


@pytest.fixture(scope="module")
def plates():
    return Plates(ICC, LIMIT)


def test_black_is_what_the_profile_makes_of_it(press) -> None:
    assert press.plain((0, 0, 0)) == (77, 69, 60, 93)
    assert abs(sum(press.plain((0x1A, 0x1A, 0x1A))) - 273) <= 1
    assert press.plain((255, 255, 255)) == (0, 0, 0, 0)


@pytest.mark.parametrize("colour", NEAR_BLACKS)
def test_near_blacks_come_under_the_limit_no_worse_than_by_hand(press, colour) -> None:
    assert sum(press.plain(colour)) > LIMIT
    found = press.nearest(colour, LIMIT)
    assert sum(found.inks) <= LIMIT
    by_hand = press.look([NEAR_BLACKS[colour]])[0]
    want = press.seen(colour)
    assert found.off <= sum((a - b) ** 2 for a, b in zip(by_hand, want, strict=True)) ** 0.5
    assert found.off < 1.5


def test_limits_hold_for_any_press_limit(press) -> None:
    for limit in (180, 220, 280, 300):
        for colour in ((0, 0, 0), (20, 10, 60), (60, 0, 10)):
            assert sum(press.nearest(colour, limit).inks) <= limit


def test_greys_and_near_blacks_are_black_alone(plates) -> None:
    for colour in (Colour(0, 0, 0), INK, Colour(40, 38, 45)):
        assert plates.found(colour, "plain").inks == (0, 0, 0, 100)
    inks, off = plates.found(Colour(128, 128, 128), "plain")
    assert inks[:3] == (0, 0, 0)
    assert 55 <= inks[3] <= 70
    assert off < 1.5


def test_small_letters_keep_to_two_inks(plates, press) -> None:
    navy = Colour(16, 60, 120)
    assert used(plates.found(navy, "plain").inks) > 2
    assert used(plates.found(navy, "small").inks) <= 2
    made = plates.scene(scene(GROUND, run(navy), run(navy, 14)))
    small, large = made.items[1:]
    assert sum(part > 0 for part in small.colour.cmyk) <= 2
    assert sum(part > 0 for part in large.colour.cmyk) > 2
    assert press.nearest((90, 90, 90), LIMIT, BLACK).inks[:3] == (0, 0, 0)


def test_a_palettes_own_inks_are_kept_unless_the_press_takes_less(plates) -> None:
    assert plates.colour(OWN).cmyk == (0.75, 0.05, 0.75, 0.25)
    tight = Plates(ICC, 150).colour(OWN)
    assert sum(tight.cmyk) <= 1.5


def test_black_overprints_where_the_sum_allows(plates) -> None:
    deep = Colour(0, 0, 0, (0.8, 0.8, 0.3, 0.0))
    made = plates.scene(
        scene(
            GROUND,
            run(INK),
            fill((0, 0, 20, 10), deep),
            fill((2, 2, 5, 5), INK),
            fill((30, 30, 5, 5), INK),
            run(WHITE, x=40.0),
        )
    )
    text, under, over_deep, free, white = made.items[1:]
    assert text.colour.over
    assert not under.fill.over
    assert not over_deep.fill.over, "190 % beneath and 100 % of black are 290 %"
    assert free.fill.over
    assert not white.colour.over, "white would vanish"


def test_what_lies_beneath_is_looked_for_down_to_a_ground(plates) -> None:
    colour = plates.colour(OWN)
    laid = [
        (fill((0, 0, 20, 20), colour), Box(0, 0, 20, 20)),
        (fill((5, 5, 10, 10), plates.colour(WHITE)), Box(5, 5, 10, 10)),
    ]
    assert sum_beneath(laid, Box(6, 6, 2, 2)) == 0, "the white covers all"
    assert sum_beneath(laid, Box(1, 1, 2, 2)) == pytest.approx(1.55)
    assert sum_beneath(laid, Box(4, 4, 4, 4)) == pytest.approx(1.55), "half on the white"
    picture = Picture(Box(0, 0, 9, 9), "x.png", (9, 9))
    assert sum_beneath([(picture, picture.box)], Box(1, 1, 1, 1)) == 3


def test_nothing_overprints_a_picture_or_lets_through(plates) -> None:
    picture = Picture(Box(0, 0, 30, 30), "x.png", (9, 9))
    made = plates.scene(scene(GROUND, picture, run(INK), fill((40, 5, 5, 5), INK, opacity=0.5)))
    assert not made.items[2].colour.over
    assert not made.items[3].fill.over


def test_equal_scenes_stay_one(plates) -> None:
    one = scene(GROUND, run(RED))
    again = plates.scene(one._replace(of="another"))
    assert plates.scene(one).items is again.items
    assert again.of == "another"


def test_turned_text_is_found_where_it_stands(plates) -> None:
    band = fill((30, 2, 4, 30), Colour(0, 0, 0, (0.9, 0.9, 0.0, 0.0)))
    upright = plates.scene(scene(GROUND, band, run(INK, x=31.0, y=5.0, turn=90)))
    aside = plates.scene(scene(GROUND, band, run(INK, x=50.0, y=5.0, turn=90)))
    assert not upright.items[2].colour.over
    assert aside.items[2].colour.over


def test_pictures_come_under_the_limit() -> None:
    wheel = Image.new("RGB", (256, 256))
    wheel.putdata([(x, y, (x + y) // 3) for y in range(256) for x in range(256)])
    made = wheel.filter(cube(ICC, LIMIT))
    assert made.mode == "CMYK"
    data = made.tobytes()
    sums = [sum(data[i : i + 4]) / 2.55 for i in range(0, len(data), 4)]
    assert max(sums) <= LIMIT
    assert max(sums) > LIMIT - 15, "dark parts use what there is"
    white = Image.new("RGB", (1, 1), "white").filter(cube(ICC, LIMIT))
    assert white.getpixel((0, 0)) == (0, 0, 0, 0)


def test_a_picture_keeps_its_colours(press) -> None:
    for rgb in ((200, 40, 60), (30, 120, 200), (240, 200, 80), (120, 130, 110)):
        inks = Image.new("RGB", (1, 1), rgb).filter(cube(ICC, LIMIT)).getpixel((0, 0))
        look = press.look([tuple(round(part / 2.55) for part in inks)])[0]
        due = press.look([press.plain(rgb)])[0]
        assert sum((a - b) ** 2 for a, b in zip(look, due, strict=True)) ** 0.5 < 4


@pytest.mark.parametrize("bad", [b"", b"no profile", b"\0" * 200])
def test_a_file_that_is_no_profile_is_told(tmp_path, bad) -> None:
    path = tmp_path / "press.icc"
    path.write_bytes(bad)
    with pytest.raises(ValueError, match="ICC profile"):
        Plates(path, LIMIT)
    with pytest.raises(ValueError, match="RGB, not of four inks"):
        Plates(ICC.with_name("sRGB.icc"), LIMIT)

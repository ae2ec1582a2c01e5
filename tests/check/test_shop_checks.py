"""What a print shop would refuse or spoil, found in the face and told at its element."""

from __future__ import annotations

from pathlib import Path as File

import pytest
from PIL import Image

from generator.check.shop import check_shop
from generator.geometry import Box, rectangle
from generator.inks.scenes import Plates
from generator.model.standard import Standard
from generator.problems import Problems, Where
from generator.scene import Colour, Outline, Path, Picture, Run, Scene
from generator.units import PT

ICC = File(__file__).parents[2] / "templates/profiles/ISOcoated_v2_300_bas.icc"
SIZE = (85.0, 55.0)
INK, WHITE = Colour(23, 23, 29), Colour(255, 255, 255)
X1A, X4 = Standard("pdf-x1a", cmyk=True), Standard("pdf-x4", cmyk=True)


def told(*items, standard=X1A, bleed=(3.0, 3.0), safe=3.0, plates=None):
    problems = Problems()
    outline = Outline(rectangle(Box(0, 0, *SIZE)))
    scene = Scene(SIZE, 3.0, 3.0, outline, items, "card", "front")
    inks = plates if plates is not None else Plates(ICC, 240)
    at = lambda element: Where("card.xml", element)  # noqa: E731
    check_shop(scene, standard, inks, bleed, safe, at, problems)
    return [(problem.code, problem.where.line) for problem in problems]


def fill(x, y, w, h, **more):
    return Path(rectangle(Box(x, y, w, h)), **({"fill": WHITE, "element": 1} | more))


def run(colour, size=9.0, x=20.0):
    return Run(x, 20.0, "words", "oswald-700", size, colour, 12.0, element=7)


def line(width):
    return Path((("M", 9, 9), ("L", 50, 9)), stroke=INK, width=width, element=4)


def test_a_sound_face_is_left_alone():
    assert told(fill(-3, -3, 91, 61), fill(10, 10, 20, 20), run(INK), line(0.25 / PT)) == []


def test_lines_too_thin():
    assert told(line(0.24 / PT)) == [("shop-line", 4)]
    assert told(line(0.0)) == []


def test_small_text_in_many_inks():
    brown = Colour(90, 60, 40, (0.3, 0.6, 0.6, 0.3))
    assert told(run(brown)) == [("shop-text-inks", 7)]
    assert told(run(brown, 10.0)) == []
    assert told(run(Colour(150, 90, 150))) == [], "two inks come near enough"
    assert told(run(Colour(150, 60, 30))) == [("shop-text-inks", 7)], "no two inks do"


def test_opacity_where_none_is_allowed(tmp_path):
    half = fill(10, 10, 5, 5, opacity=0.5)
    assert told(half) == [("shop-opacity", 1)]
    assert told(half, standard=X4) == []
    path = tmp_path / "clear.png"
    Image.new("RGBA", (400, 400), (1, 2, 3, 100)).save(path)
    picture = Picture(Box(10, 10, 20, 20), str(path), (400, 400), element=3)
    assert told(picture) == [("shop-opacity", 3)]
    assert told(picture, standard=X4) == []


@pytest.mark.parametrize(("pixels", "found"), [(236, []), (230, [("shop-ppi", 3)])])
def test_coarse_pictures(tmp_path, pixels, found):
    path = tmp_path / "a.png"
    Image.new("RGB", (pixels, pixels)).save(path)
    picture = Picture(Box(10, 10, 20, 20), str(path), (pixels, pixels), element=3)
    assert told(picture) == found


@pytest.mark.parametrize(
    ("box", "bleed", "found"),
    [
        ((-3, -3, 91, 61), 3.0, False),
        ((-2, -3, 90, 61), 3.0, True),
        ((0, 0, 85, 55), 3.0, True),
        ((-2, -2, 89, 59), 2.0, False),
        ((-3, -3, 91, 61), 3.175, False),
        ((3, 3, 79, 49), 3.0, False),
        ((84, 20, 2, 3), 3.0, False),
    ],
)
def test_faces_that_end_within_the_bleed(box, bleed, found):
    assert told(fill(*box), bleed=(bleed, bleed)) == ([("shop-bleed", 1)] if found else [])


def test_a_bleed_that_faces_have_not():
    assert told(bleed=(5.0, 3.0)) == [("shop-bleed", -1)]


def test_the_shops_own_safe_area():
    assert told(run(INK, x=3.5), safe=5.0) == [("outside-safe", 7)]
    assert told(run(INK, x=3.5)) == []

"""Pictures in the file against their sources: place, turn, pixels, alpha, EXIF, resolution."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from proof_deck import A4, SIZE, prove, write

from generator.geometry import Box, rectangle
from generator.problems import Problem
from generator.proof.pictures import corners
from generator.scene import Outline, Picture, Placed, Scene, Sheet

Made = Callable[..., Path]


@pytest.fixture
def art(tmp_path: Path) -> Made:
    """Makes a picture file: `art("a.png", "RGB", seed=1)`."""

    def made(name: str, mode: str = "RGB", *, seed: int = 1, side: int = 240, **how: Any) -> Path:
        dice = random.Random(seed)
        small = Image.new("RGB", (4, 3))
        small.putdata([tuple(dice.randrange(256) for _ in range(3)) for _ in range(12)])
        picture = small.resize((side, side * 3 // 4), Image.Resampling.NEAREST)
        if mode == "RGBA":
            picture = picture.convert("RGBA")
            picture.putalpha(Image.linear_gradient("L").resize(picture.size))
        elif mode == "I;16":
            grey = Image.linear_gradient("L").resize(picture.size)
            picture = grey.convert("I").point(lambda value: value * 257).convert("I;16")
        elif mode != "RGB":
            picture = picture.convert(mode)
        path = tmp_path / name
        picture.save(path, **how)
        return path

    return made


BOX = Box(20, 20, 16, 12)


def showing(source: Path, box: Box = BOX, **more: Any) -> Picture:
    with Image.open(source) as opened:
        wide, high = opened.size
        if opened.getexif().get(0x0112, 1) >= 5:
            wide, high = high, wide
    return Picture(box, str(source), (wide, high), **more)


def sheet(*pictures: Picture, turn: int = 0) -> list[Sheet]:
    scene = Scene(SIZE, 3, 3, Outline(rectangle(Box(0, 0, *SIZE))), pictures, "a card", "front")
    return [Sheet(A4, "front", 1, (Placed(scene, 30, 40, turn, Box(20, 30, 100, 100), 0),))]


def found(tmp_path: Path, written: list[Sheet], due: list[Sheet] | None = None) -> list[Problem]:
    return prove(write(tmp_path / "p.pdf", written), written if due is None else due)


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("a.png", "RGB"),
        ("a.png", "RGBA"),
        ("a.png", "L"),
        ("a.png", "LA"),
        ("a.png", "P"),
        ("a.png", "1"),
        ("a.png", "I;16"),
        ("a.jpg", "RGB"),
        ("a.jpg", "L"),
        ("a.jpg", "CMYK"),
        ("a.gif", "P"),
        ("a.bmp", "RGB"),
    ],
)
@pytest.mark.parametrize("turn", [0, 90])
def test_true_pictures_are_clean(
    tmp_path: Path, art: Made, name: str, mode: str, turn: int
) -> None:
    picture = showing(art(name, mode))
    assert not found(tmp_path, sheet(picture, picture._replace(turn=15.0), turn=turn))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_turns(tmp_path: Path, art: Made, orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    box = BOX if orientation < 5 else Box(20, 20, 12, 16)
    for name in ("a.jpg", "a.png"):
        picture = showing(art(name, exif=exif.tobytes()), box)
        assert not found(tmp_path, sheet(picture)), name


@pytest.mark.parametrize("orientation", range(2, 9))
def test_exif_turn_forgotten(tmp_path: Path, art: Made, orientation: int) -> None:
    """A writer that looks at the pixels alone draws the picture as it is stored."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    plain = showing(art("plain.png"), Box(20, 20, 14, 14))
    turned = showing(art("turned.png", exif=exif.tobytes()), Box(20, 20, 14, 14))
    problems = found(tmp_path, sheet(plain), sheet(turned))
    assert [p.code for p in problems if p.code != "proof-ppi"] == ["proof-moved"]


def test_corners_of_orientations() -> None:
    """By Pillow's own turning of a picture with a mark in each corner but one."""
    for orientation in range(1, 9):
        stored = Image.new("L", (2, 2))
        stored.putdata([3, 0, 1, 2])  # top left 3, bottom left 1, bottom right 2
        exif = Image.Exif()
        exif[0x0112] = orientation
        stored.info["exif"] = exif.tobytes()
        stored.getexif()[0x0112] = orientation
        from PIL import ImageOps

        seen = ImageOps.exif_transpose(stored)
        places = {seen.getpixel((x, y)): (x, y) for x in (0, 1) for y in (0, 1)}
        assert corners(orientation) == (places[1], places[2], places[3])


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"box": Box(20.2, 20, 16, 12)}, "proof-moved"),
        ({"box": Box(20, 20, 16, 13)}, "proof-moved"),
        ({"turn": 180.0}, "proof-moved"),
        ({"turn": 3.0}, "proof-moved"),
        ({"clip": rectangle(Box(20, 20, 8, 12))}, "proof-hidden"),
    ],
)
@pytest.mark.parametrize("name", ["a.png", "a.jpg"])
def test_picture_elsewhere(
    tmp_path: Path, art: Made, name: str, how: dict[str, Any], code: str
) -> None:
    picture = showing(art(name))
    problems = found(tmp_path, sheet(picture._replace(**how)), sheet(picture))
    assert [p.code for p in problems] == [code]
    assert problems[0].where.card == "a card"


@pytest.mark.parametrize(
    ("name", "mode"), [("a.png", "RGB"), ("a.png", "RGBA"), ("a.png", "P"), ("a.jpg", "RGB")]
)
def test_picture_replaced(tmp_path: Path, art: Made, name: str, mode: str) -> None:
    """Another picture of the same size."""
    picture, other = showing(art("x" + name, mode)), showing(art("y" + name, mode, seed=2))
    problems = found(tmp_path, sheet(other), sheet(picture))
    assert [p.code for p in problems] == ["proof-picture"]
    assert f"x{name} shows something else than its source" in problems[0].says
    two = sheet(picture, other._replace(box=Box(20, 50, 16, 12)))
    exchanged = sheet(
        other._replace(box=BOX), picture._replace(box=Box(20, 50, 16, 12), source=picture.source)
    )
    assert {p.code for p in found(tmp_path, exchanged, two)} == {"proof-picture"}


def test_picture_of_other_pixels(tmp_path: Path, art: Made) -> None:
    small, large = showing(art("s.png", side=240)), showing(art("l.png", side=480))
    problems = found(tmp_path, sheet(large), sheet(small))
    assert [p.code for p in problems] == ["proof-look"]
    assert "480 x 360 pixels instead of 240 x 180" in problems[0].says


def test_picture_missing_and_too_many(tmp_path: Path, art: Made) -> None:
    picture = showing(art("a.png"), fact=None)
    assert [p.code for p in found(tmp_path, sheet(), sheet(picture))] == ["proof-missing"]
    assert [p.code for p in found(tmp_path, sheet(picture), sheet())] == ["proof-extra"]


def test_alpha_lost(tmp_path: Path, art: Made) -> None:
    """The soft mask gone: what should let the card show through is a block."""
    picture = showing(art("a.png", "RGBA"))
    path = write(tmp_path / "p.pdf", sheet(picture))
    data = path.read_bytes()
    assert b"/SMask" in data
    path.write_bytes(data.replace(b"/SMask", b"/SMusk"))
    assert [p.code for p in prove(path, sheet(picture))] == ["proof-picture"]


def test_source_gone_since(tmp_path: Path, art: Made) -> None:
    source = art("a.png")
    due = sheet(showing(source))
    path = write(tmp_path / "p.pdf", due)
    source.unlink()
    assert [p.code for p in prove(path, due)] == ["proof-picture"]


def test_too_few_pixels(tmp_path: Path, art: Made) -> None:
    coarse = showing(art("a.png", side=100))
    problems = found(tmp_path, sheet(coarse, coarse._replace(box=Box(20, 50, 16, 12))))
    assert [(p.code, p.level) for p in problems] == [("proof-ppi", "warning")]
    assert "159 pixels per inch" in problems[0].says
    assert "189 x 142 pixels" in problems[0].fix
    fine = showing(art("b.png", side=190))
    assert not found(tmp_path, sheet(fine))


def test_word_under_a_picture(tmp_path: Path, art: Made) -> None:
    from proof_deck import run

    picture = showing(art("a.png"))
    line = run(22, 28, "under")
    scene = sheet(picture)[0].placed[0].scene

    def with_line(*items: Any) -> list[Sheet]:
        placed = sheet()[0].placed[0]._replace(scene=scene._replace(items=items))
        return [Sheet(A4, "front", 1, (placed,))]

    assert not found(tmp_path, with_line(picture, line))
    problems = found(tmp_path, with_line(line, picture))
    assert [p.code for p in problems] == ["proof-hidden"]
    assert "covered by a picture" in problems[0].says

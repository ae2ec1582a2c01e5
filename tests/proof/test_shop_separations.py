"""Ghostscript separates what we write and qpdf looks at how it is built.

Where CI is set they must be installed; elsewhere a missing one is noted and nothing is compared.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
import shop_card as card
from PIL import Image

from generator.geometry import Box
from generator.scene import Picture

DPI = 150
INKS = ("Cyan", "Magenta", "Yellow", "Black")


def tool(*command: str | Path) -> bool:
    """Whether a program found nothing wrong; False where it is not installed and need not be."""
    name = str(command[0])
    if shutil.which(name) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{name} is not installed: apt-get install ghostscript qpdf")
        print(f"note: {name} is not installed, so it was not asked")
        return False
    done = subprocess.run([*map(str, command)], capture_output=True, check=False)
    said = (done.stdout + done.stderr).decode(errors="replace")
    assert done.returncode == 0, said
    assert "WARNING" not in said, said
    assert "error" not in said.casefold().replace("syntax or stream encoding errors", "").replace(
        "errors that qpdf cannot detect", ""
    ), said
    return True


@cache
def picture(folder: Path) -> Picture:
    path = folder / "dark.png"
    dark = Image.new("RGB", (240, 240))
    dark.putdata([(x // 8, y // 8, (x + y) // 10) for y in range(240) for x in range(240)])
    dark.save(path)
    return card.picture(path, Box(58, 12, 20, 20), (240, 240))


@pytest.fixture(scope="module")
def plates(tmp_path_factory: pytest.TempPathFactory) -> list[Image.Image] | None:
    """The face's plates, 255 a full ink, as Ghostscript separates them."""
    folder = tmp_path_factory.mktemp("plates")
    standard = card.converted(card.X1A)
    sheets = card.pages(standard, picture(folder))
    path = card.write(folder / "card.pdf", standard, sheets)
    problems, measured = card.prove(path, standard, sheets)
    assert [p for p in problems if p.code != "proof-ppi"] == []
    assert measured.pictures == [(240, 240, pytest.approx(240 / 20 * 25.4))]
    out = folder / "plate-%d.tif"
    asked = ("-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", f"-r{DPI}", "-dFirstPage=2")
    if not tool("gs", *asked, "-o", out, path):
        return None
    found = [Image.open(folder / f"plate-1({ink}).tif").convert("L") for ink in INKS]
    return [plate.point(lambda value: 255 - value) for plate in found]


def most(plate: Image.Image, box: Box) -> int:
    """The most ink of a plate within a box of the trim."""
    scale = DPI / 25.4
    left, top, right, bottom = (
        round((edge + card.BLEED) * scale) for edge in (box.x, box.y, box.right, box.bottom)
    )
    return int(plate.crop((left, top, right, bottom)).getextrema()[1])


@pytest.mark.parametrize(
    ("box", "what"),
    [
        (Box(9.5, 40.0, 20.0, 7.0), "words"),
        (Box(35.0, 3.0, 10.0, 7.0), "arrow"),
        (Box(10.0, 49.5, 60.0, 1.0), "rule"),
    ],
)
def test_black_is_on_its_plate_alone(plates: list[Image.Image] | None, box: Box, what: str) -> None:
    if plates is None:
        return
    *colours, black = plates
    assert most(black, box) == 255, what
    assert [most(plate, box) for plate in colours] == [0, 0, 0], what


def test_no_pixel_takes_more_ink_than_the_press(plates: list[Image.Image] | None) -> None:
    if plates is None:
        return
    sums = [sum(pixel) / 2.55 for pixel in zip(*(plate.tobytes() for plate in plates), strict=True)]
    assert card.LIMIT - 20 < max(sums) <= card.LIMIT + 0.5


def test_black_over_a_colour_leaves_it_there(tmp_path: Path) -> None:
    """What overprints is laid over what lies beneath: no gap when plates are out of register."""
    pale = card.GREEN._replace(cmyk=(0.4, 0.0, 0.4, 0.0))
    more = (
        card.rect(60, 12, 20, 20, fill=pale),
        card.line(62, 25, "OVER", "oswald-700", 24.0, card.INK),
    )
    sheets = card.pages(card.X4, *more)
    path = card.write(tmp_path / "card.pdf", card.X4, sheets)
    assert card.prove(path, card.X4, sheets)[0] == []
    out = tmp_path / "p-%d.tif"
    asked = ("-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", f"-r{DPI}", "-dFirstPage=2")
    if not tool("gs", *asked, "-o", out, path):
        return
    cyan, _, _, black = (Image.open(tmp_path / f"p-1({ink}).tif").convert("L") for ink in INKS)
    scale = DPI / 25.4
    box = tuple(round((edge + card.BLEED) * scale) for edge in (62, 14, 78, 30))
    assert black.crop(box).getextrema()[0] == 0, "the letters are there"
    assert len(set(cyan.crop(box).tobytes())) == 1, "and cyan goes on beneath them"


@pytest.mark.parametrize("form", card.FORMS)
def test_qpdf_and_ghostscript_read_every_form(form: str, tmp_path: Path) -> None:
    standard = card.FORMS[form]
    path = card.write(tmp_path / "card.pdf", standard, card.pages(standard))
    tool("qpdf", "--check", path)
    tool("gs", "-q", "-dNOPAUSE", "-dBATCH", "-sDEVICE=nullpage", "-dPDFSTOPONWARNING", path)


def test_a_picture_left_in_rgb_is_told(tmp_path: Path) -> None:
    sheets = card.pages(card.X1A, picture(tmp_path))
    path = card.write(tmp_path / "card.pdf", card.X1A, sheets)
    found = [p.code + p.says for p in card.prove(path, card.converted(card.X1A), sheets)[0]]
    assert any("proof-inks" in one and "is a picture that is not in inks" in one for one in found)
    assert any("proof-structure" in one and "DeviceRGB" in one for one in found)
    assert any("proof-picture" in one for one in found)


def test_a_picture_with_too_much_ink_is_told(tmp_path: Path) -> None:
    black = Image.new("CMYK", (240, 240), (200, 200, 200, 200))
    standard = card.X1A._replace(convert=lambda _: black)
    sheets = card.pages(standard, picture(tmp_path))
    path = card.write(tmp_path / "card.pdf", standard, sheets)
    found = [p.says for p in card.prove(path, standard, sheets)[0]]
    assert any("takes 314 % of ink; the press takes 240 %" in one for one in found), found

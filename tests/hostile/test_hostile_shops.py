"""Print shops that strangers wrote down: pages, names, profiles and pictures that cannot be."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest
from hostile_games import chunk, png
from small_game import Small

from generator.check.ground import thumbnail
from generator.inks.profile import Profile
from generator.problems import Problem
from generator.write.file import PdfFile
from generator.write.pictures import write_picture

ROOT = Path(__file__).parents[2]
PRESS = ROOT / "templates/profiles/ISOcoated_v2_300_bas.icc"
FACE = """\
<rect box="-3 -3 r-3 b-3" fill="paper"/>
<text box="6 6 r6 9" style="title">{{ card.name }}</text>
"""


@pytest.fixture
def small(tmp_path: Path) -> Small:
    made = Small(tmp_path, size="business-us")
    made.face(FACE)
    return made


def faults(small: Small, base: str, *lines: str) -> list[Problem]:
    """Errors of a check for a target of one's own."""
    head = f'extends: {base}\nid: mine\nname: Mine\nsource: me\nchecked: "2026-11-30"\n'
    path = small.root / "templates/targets/mine.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(head + "".join(f"{line}\n" for line in lines))
    return small.errors(target="mine")


@pytest.mark.parametrize(
    ("lines", "code", "field"),
    [
        ("shop: {card: business-us, page: [80, 40]}", "shop-page", "shop.page"),
        ("shop: {card: business-us, page: [89, 60]}", "shop-bleed", "shop.page"),
        ("bleed_width: 20", "shop-bleed", "bleed_width"),
        ("shop: {safe: 50}", "shop-page", "shop.safe"),
        ("shop: {form: png, pixels: [1, 1]}\ncolour: rgb", "shop-page", "shop.pixels"),
        ("shop: {form: png, pixels: [300, 299]}\ncolour: rgb", "shop-page", "shop.pixels"),
        ("paper: nope", "paper-unknown", "paper"),
        ("shop: {form: png, pixels: [20000, 20000]}\ncolour: rgb", "field-value", "pixels"),
        (
            "shop: {form: png, card: business-us, page: [1000, 999], dpi: 1200}\ncolour: rgb",
            "field-value",
            "dpi",
        ),
        ('shop: {file: "..{id}"}', "field-value", "file"),
        ('shop: {file: "-{id}"}', "field-value", "file"),
        ('shop: {file: "{lot}.{id}"}', "field-value", "file"),
        ('shop: {file: "{id}{id}"}', "field-value", "file"),
        (f'shop: {{file: "{"a" * 200}{{id}}"}}', "field-value", "file"),
        ('shop: {condition: "a é 日"}', "field-value", "condition"),
        (f'shop: {{condition: "{"x" * 101}"}}', "field-value", "condition"),
        ('shop: {condition: ""}', "field-value", "condition"),
    ],
)
def test_targets_that_cannot_be_are_told_at_the_target(
    small: Small, lines: str, code: str, field: str
) -> None:
    found = [(p.code, p.where.file, p.where.field) for p in faults(small, "printer-x4", lines)]
    assert found == [(code, "templates/targets/mine.yaml", field)]


def test_a_home_printers_paper_that_nobody_makes(small: Small) -> None:
    for base in ("home-a4", "avery-5371"):
        found = faults(small, base, "paper: nope")
        assert [(p.code, p.where.field) for p in found] == [("paper-unknown", "paper")]


def test_profiles_that_are_none(tmp_path: Path) -> None:
    whole = PRESS.read_bytes()
    for number, data in enumerate((b"", b"junk" * 99, whole[:128], whole[:5000], whole[:400_000])):
        path = tmp_path / f"{number}.icc"
        path.write_bytes(data)
        with pytest.raises(ValueError, match=r"profile|tables"):
            Profile(path)


def test_profiles_that_lie_elsewhere(small: Small) -> None:
    folder = small.root / "templates/profiles"
    (folder / "folder.icc").mkdir(parents=True)
    (folder / "link.icc").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe.icc")
    for name in ("folder", "link", "pipe", "none"):
        (found,) = faults(small, "printer-x4", f"shop: {{profile: {name}.icc}}")
        assert (found.code, found.where.file) == ("shop-profile", f"templates/profiles/{name}.icc")
        assert ("is not there" in found.says) == (name == "none")


def test_a_picture_whose_pixels_are_damaged_lets_nothing_through(tmp_path: Path) -> None:
    made = {
        "few": png(300, 300),
        "cut": png(300, 300, zlib.compress(bytes(300 * 901)))[:80],
        "junk": b"\x89PNG\r\n\x1a\n" + b"junk" * 99,
        "text": png(9, 9, extra=chunk(b"zTXt", b"x\0\0" + zlib.compress(bytes(1 << 22)))),
    }
    for name, data in made.items():
        path = tmp_path / f"{name}.png"
        path.write_bytes(data)
        assert thumbnail(str(path))[2][0][3] == 255, name


def test_damaged_pictures_are_told_for_presses_without_transparency(small: Small) -> None:
    small.write("art/few.png", png(400, 400))
    small.face(f'{FACE}<image box="20 20 20 20" src="art/few.png"/>')
    assert small.errors(target="printer-x1a") == [], "a check does not unpack pixels"
    ran = small.run("build", "--target", "printer-x1a")
    assert (ran.code, "Traceback" in ran.err) == (1, False)
    assert "few.png: error: the PNG has fewer or more pixels than it says" in ran.err


def test_sixteen_bits_of_grey_become_eight_in_inks(tmp_path: Path) -> None:
    path = tmp_path / "deep.png"
    path.write_bytes(png(20, 20, zlib.compress(bytes(20 * 41)), bits=16, kind=0))
    for inks, bits in ((None, b"16"), (lambda picture: picture.convert("CMYK"), b"8")):
        out = tmp_path / "out.pdf"
        with out.open("wb") as sink:
            write_picture(PdfFile(sink), path, inks=inks)
        assert b"/BitsPerComponent %b" % bits in out.read_bytes()

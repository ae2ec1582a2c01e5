"""Backs moved for a printer, sheets fed by hand or folded, grey alone: written and proved so."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from proof_deck import A4, SIZE, back, cards, front, picture, prove, sheets, write

from generator.geometry import Box, moved
from generator.model.printer import Manner, Printer
from generator.scene import Placed, Sheet

MOVED = Printer(0.7, -1.2, 0.4, 0.004)


def codes(problems):
    return {problem.code for problem in problems}


@settings(max_examples=60, deadline=None)
@given(
    st.floats(-5, 5), st.floats(-5, 5), st.floats(-3, 3), st.floats(-0.03, 0.03),
    st.floats(0, 210), st.floats(0, 297),
)  # fmt: skip
def test_a_shift_and_its_inverse_cancel(dx, dy, rotation, scale, x, y):
    printer = Printer(dx, dy, rotation, scale)
    there = moved(printer.matrix(A4), x, y)
    assert moved(printer.back(A4), *there) == pytest.approx((x, y), abs=1e-6)


def test_a_shift_is_right_down_clockwise_about_the_middle():
    assert moved(Printer(dx=1.0, dy=2.0).matrix(A4), 10, 20) == pytest.approx((11, 22))
    x, y = moved(Printer(rotation=90.0).matrix(A4), 105 + 10, 148.5)
    assert (x, y) == pytest.approx((105, 148.5 + 10))
    assert moved(Printer(scale=0.01).matrix(A4), 205, 148.5)[0] == pytest.approx(206)


@pytest.mark.parametrize(
    "printer", [MOVED, Printer(dx=2.0), Printer(rotation=-0.8), Printer(scale=-0.01)]
)
def test_backs_are_moved_and_proved_so(tmp_path: Path, printer: Printer):
    manner = Manner(printer=printer)
    path = write(tmp_path / "deck.pdf", sheets(own_backs=True), manner=manner)
    assert prove(path, sheets(own_backs=True), flip="long", manner=manner) == []
    # without the shift, backs are off; fronts are not
    found = prove(path, sheets(own_backs=True), flip="long")
    assert found
    assert all(problem.says.startswith(("page 2", "page 4")) for problem in found)
    # and a file that was not moved is noticed where it should be
    plain = write(tmp_path / "plain.pdf", sheets(own_backs=True))
    assert prove(plain, sheets(own_backs=True), flip="long", manner=manner)


def test_a_missing_back_is_told_as_such_in_a_moved_file(tmp_path: Path):
    manner = Manner(printer=MOVED)
    made = sheets(own_backs=True)
    path = write(tmp_path / "deck.pdf", [made[0], *made[2:]], manner=manner)
    found = prove(path, made, flip="long", manner=manner)
    assert codes(found) == {"proof-pages"}


def by_hand():
    made = sheets(own_backs=True)
    return [*made[::2], *made[1::2]]


def test_sheets_fed_by_hand_are_proved_against_fronts_long_past(tmp_path: Path):
    manner = Manner(duplex=False)
    path = write(tmp_path / "deck.pdf", by_hand(), manner=manner)
    assert b"/Duplex/Simplex" in path.read_bytes()
    assert prove(path, by_hand(), flip="long", manner=manner) == []
    other = write(tmp_path / "other.pdf", by_hand())
    assert codes(prove(other, by_hand(), flip="long", manner=manner)) == {"proof-print"}


def test_a_back_fed_by_hand_under_a_wrong_front_is_found(tmp_path: Path):
    manner, made = Manner(duplex=False), by_hand()
    swapped = [made[0], made[1], made[2]._replace(number=2), made[3]._replace(number=1)]
    path = write(tmp_path / "deck.pdf", swapped, manner=manner)
    assert "proof-back" in codes(prove(path, swapped, flip="long", manner=manner))


def fold_sheet(off: float = 0.0, turn: int = 0, swap: bool = False) -> Sheet:
    """Two cards before an upright fold, their backs behind it."""
    placed = []
    for k, (face, _) in enumerate(cards()[:2]):
        y = 20.0 + k * SIZE[1]
        placed.append(Placed(face, 30.0, y, 0, Box(30.0, y, *SIZE), k))
    for k in (0, 1):
        name = cards()[1 - k if swap else k][0].of
        x, y = A4[0] - 30.0 - SIZE[0] + off, 20.0 + k * SIZE[1]
        placed.append(Placed(back(name, True), x, y, turn, Box(x, y, *SIZE), k))
    return Sheet(A4, "front", 1, tuple(placed), fold="vertical")


def test_fold_sheets_have_their_backs_across_the_fold(tmp_path: Path):
    good = write(tmp_path / "good.pdf", [fold_sheet()])
    assert b"/Duplex/Simplex" in good.read_bytes()
    assert prove(good, [fold_sheet()], flip="long") == []
    for bad in (fold_sheet(off=1.0), fold_sheet(turn=180), fold_sheet(swap=True)):
        path = write(tmp_path / "bad.pdf", [bad])
        found = prove(path, [bad], flip="long")
        assert codes(found) == {"proof-back"}
    level = fold_sheet()._replace(fold="horizontal")
    path = write(tmp_path / "level.pdf", [level])
    (fault,) = prove(path, [level], flip="long")
    assert "laid out for the other fold" in fault.says


def coloured(tmp_path: Path) -> Path:
    source = tmp_path / "art.png"
    Image.linear_gradient("L").resize((800, 800)).convert("RGB").point(
        [*range(256), *(255 - v for v in range(256)), *([90] * 256)]
    ).save(source)
    return source


def test_grey_files_hold_grey_alone(tmp_path: Path):
    source = coloured(tmp_path)
    jpeg = tmp_path / "photo.jpg"
    Image.open(source).save(jpeg, quality=95)
    alpha = tmp_path / "alpha.png"
    Image.open(source).convert("RGBA").save(alpha)
    shown = [picture(10, 10, 20, 20, art) for art in (source, jpeg, alpha)]
    pairs = [(front("one", "hearts", 3, shown), back("one"))]
    manner = Manner(grey=True)
    path = write(tmp_path / "deck.pdf", sheets(pairs), manner=manner)
    assert prove(path, sheets(pairs), flip="long", manner=manner) == []
    data = path.read_bytes()
    assert b"DeviceRGB" not in data
    streams = re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    code = []
    for stream in streams:
        try:
            code.append(zlib.decompress(stream))
        except zlib.error:
            continue
    assert not any(re.search(rb"[\d.] (rg|RG|k|K)\b", part) for part in code)
    assert any(re.search(rb"[\d.] g\b", part) for part in code)


def test_colour_in_a_grey_file_is_found(tmp_path: Path):
    source = coloured(tmp_path)
    pairs = [(front("one", "hearts", 3, [picture(10, 10, 20, 20, source)]), back("one"))]
    path = write(tmp_path / "deck.pdf", sheets(pairs))
    found = prove(path, sheets(pairs), flip="long", manner=Manner(grey=True))
    assert "proof-colour" in codes(found)
    said = " ".join(problem.says for problem in found if problem.code == "proof-colour")
    assert "operator rg" in said
    assert "DeviceRGB" in said


def test_grey_said_as_colour_is_found_as_well(tmp_path: Path):
    """PDFium tells no difference between 0.5 g and 0.5 0.5 0.5 rg; the file's code does."""
    pairs = [(front("one", "hearts", 3), back("one"))]
    manner = Manner(grey=True)
    path = write(tmp_path / "deck.pdf", sheets(pairs), manner=manner)

    def said_otherwise(found: re.Match[bytes]) -> bytes:
        try:
            code = zlib.decompress(found[1])
        except zlib.error:
            return found[0]
        code = re.sub(rb"([\d.]+) g\b", rb"\1 \1 \1 rg", code)
        return b"stream\n" + zlib.compress(code) + b"\nendstream"

    data = path.read_bytes()
    path.write_bytes(re.sub(rb"stream\n(.*?)\nendstream", said_otherwise, data, flags=re.DOTALL))
    found = prove(path, sheets(pairs), flip="long", manner=manner)
    assert "operator rg" in " ".join(problem.says for problem in found)

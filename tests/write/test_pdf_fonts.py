from __future__ import annotations

import re
import struct
import sys
import zlib
from pathlib import Path as File

import pytest
from reportlab.pdfbase.ttfonts import TTFontFace

from generator.problems import Refused
from generator.write.fonts import Tables

FONTS = sorted((File(__file__).parents[2] / "fonts").rglob("*.ttf"))


def test_over_256_characters_of_one_face_extract_right(pdf, page, card, run, words, outside):
    face = TTFontFace(str(next(path for path in FONTS if path.name == "DejaVuSans.ttf")))
    letters = [chr(code) for code in sorted(face.charToGlyph) if 0x21 <= code < 0x530]
    letters = [letter for letter in letters if letter.isalpha() or letter.isdigit()]
    assert len(letters) > 700
    lines = ["".join(letters[at : at + 40]) for at in range(0, len(letters), 40)]
    items = [run(line, 2, 5 + 4 * i, font="dejavu", size=6) for i, line in enumerate(lines)]
    path, _ = pdf([page((card(*items), 10, 10, 0))])
    assert words(path).split("\n") == lines
    if said := outside("pdffonts", path):
        assert len(said.splitlines()) == 3
    if said := outside("pdftotext", "-layout", path, "-"):
        assert "".join(said.split()) == "".join(lines)
    outside("qpdf", "--check", path)


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.stem)
def test_tables_read_in_bulk_equal_reportlabs(path):
    slow = TTFontFace(str(path))
    slow.charToGlyph.pop(0xA0, None)  # ReportLab gives it the glyph of the plain space
    codes = sorted(slow.charToGlyph)
    fast = Tables(str(path), codes)
    assert fast.charToGlyph == slow.charToGlyph
    assert [fast.width(c) for c in codes] == [round(slow.charWidths[c]) for c in codes]
    assert [fast.glyphPos[g] for g in range(slow.numGlyphs + 1)] == list(slow.glyphPos)
    few = codes[:: max(1, len(codes) // 60)]
    ours, theirs = tables(Tables(str(path), few).makeSubset(few)), tables(slow.makeSubset(few))
    # ReportLab scales the advances of trailing glyphs wrongly, which a typewriter's face shows
    odd = ("hmtx", "hhea", "head")
    assert {k: v for k, v in ours.items() if k not in odd} == {
        k: v for k, v in theirs.items() if k not in odd
    }
    assert len(ours["hmtx"]) <= len(theirs["hmtx"])


def tables(font):
    """A font file's tables by their tags."""
    count = struct.unpack_from(">H", font, 4)[0]
    rows = (struct.unpack_from(">4sLLL", font, 12 + 16 * i) for i in range(count))
    return {tag.decode(): font[start : start + size] for tag, _, start, size in rows}


def test_a_character_no_glyph_shows_is_a_problem(pdf, page, card, run):
    with pytest.raises(Refused) as refused:
        pdf([page((card(run("日")), 10, 10, 0))])
    (problem,) = refused.value.problems
    assert problem.code == "font-unwritable"
    assert "sans" in problem.says
    assert "U+65E5" in problem.says


def test_a_character_beyond_the_first_plane_is_a_problem(pdf, page, card, run):
    with pytest.raises(Refused) as refused:
        pdf([page((card(run("🐉")), 10, 10, 0))])
    assert "U+1F409" in next(iter(refused.value.problems)).says


def broken(kind):
    good = FONTS[0].read_bytes()
    return {
        "empty": b"",
        "words": b"this is no font at all, whatever its name says",
        "cff": b"OTTO" + good[4:],
        "short": good[: len(good) // 3],
        "cmap": good.replace(b"cmap", b"xmap"),
        "zeros": good[:400] + bytes(len(good) - 400),
    }[kind]


@pytest.mark.parametrize("kind", ["empty", "words", "cff", "short", "cmap", "zeros"])
def test_a_file_that_is_no_usable_font_is_a_problem(pdf, page, card, run, tmp_path, faces, kind):
    path = tmp_path / "my font.ttf"
    path.write_bytes(broken(kind))
    with pytest.raises(Refused) as refused:
        pdf([page((card(run("Hi")), 10, 10, 0))], faces={**faces, "sans": path})
    (problem,) = refused.value.problems
    assert problem.code == "font-unwritable"
    assert problem.where.file == "my font.ttf"
    assert str(tmp_path) not in problem.says


def test_a_font_that_is_not_there_is_a_problem(pdf, page, card, run, tmp_path, faces):
    with pytest.raises(Refused) as refused:
        pdf([page((card(run("Hi")), 10, 10, 0))], faces={**faces, "sans": tmp_path / "no.ttf"})
    assert [p.code for p in refused.value.problems] == ["font-unwritable"]


def test_each_face_is_embedded_once_with_only_what_is_used(pdf, page, card, run):
    scenes = [card(run("ab", font=face), run("ba", font=face)) for face in ("sans", "title")]
    path, _ = pdf([page((scene, 10, 10, 0)) for scene in scenes])
    data = path.read_bytes()
    streams = re.findall(rb"/Length1 (\d+)/Filter/FlateDecode/Length (\d+)>>\nstream\n", data)
    assert len(streams) == 2
    assert all(int(length) < 9_000 for length, _ in streams)


def test_to_unicode_keeps_to_the_limits_of_the_format(pdf, page, card, run):
    said = "".join(chr(code) for code in range(0x400, 0x452, 2)) + "AZ" + "ace"
    said += "".join(chr(code) for code in range(0x101, 0x17F, 2))
    said += "".join(chr(code) for code in range(0x1E02, 0x1E80, 2))
    path, _ = pdf([page((card(run(said, font="dejavu")), 10, 10, 0))])
    found = []
    for match in re.finditer(rb"stream\n(.*?)\nendstream", path.read_bytes(), re.DOTALL):
        try:
            found.append(zlib.decompress(match.group(1)))
        except zlib.error:
            continue
    (cmap,) = [data for data in found if b"begincmap" in data]
    blocks = re.findall(rb"(\d+) beginbfrange\n(.*?)endbfrange", cmap, re.DOTALL)
    assert len(blocks) > 1
    for count, body in blocks:
        ranges = re.findall(rb"<(....)><(....)><(....)>", body)
        assert len(ranges) == int(count) <= 100
        for low, high, target in ranges:
            assert low[:2] == high[:2]
            assert low == target


def test_writing_needs_no_layout_engine_of_reportlab(tmp_path):
    import subprocess

    code = (
        "import sys, generator.write.pdf, generator.write.folder, generator.write.manifest\n"
        "slow = ('reportlab', 'PIL', 'uharfbuzz')\n"
        "assert not any(name.startswith(slow) for name in sys.modules)\n"
        "import generator.write.fonts\n"
        "assert 'reportlab.platypus' not in sys.modules\n"
        "assert 'reportlab.pdfgen.canvas' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=File(__file__).parents[2])

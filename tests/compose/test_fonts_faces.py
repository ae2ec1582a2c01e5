"""Faces: widths, kerning, heights; and files that cannot be used."""

import struct
from pathlib import Path

import pytest
import uharfbuzz
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont
from textcase import FACES, FONTS

from generator.compose import sfnt
from generator.compose.fonts import Fonts, UnusableFont

SAMPLE = "The Quick brown fox, 0123456789 (jumps) over: “Zażółć” – naïve Ærø; ß & 100 %!"


@pytest.mark.parametrize("name", FACES)
def test_widths_are_those_that_the_pdf_writer_uses(name: str) -> None:
    face = FONTS.face(name)
    font = TTFont(name, str(FACES[name]))
    text = "".join(char for char in SAMPLE if face.has(char))
    assert len(text) > 60
    assert sum(face.widths(text)) == pytest.approx(font.stringWidth(text, 1000), abs=0.01)


@pytest.mark.parametrize("name", FACES)
def test_the_face_and_the_pdf_writer_know_the_same_characters(name: str) -> None:
    face, known = FONTS.face(name), TTFont(name, str(FACES[name])).face.charToGlyph
    for code in (*range(0x21, 0x250), *range(0x370, 0x530), *range(0x2010, 0x2700)):
        assert face.has(chr(code)) == bool(known.get(code)), hex(code)


@pytest.mark.parametrize("name", FACES)
def test_pairs_are_kerned(name: str) -> None:
    face = FONTS.face(name)
    kerns = face.kerns("AVATo")
    if len(set(face.widths("iMW."))) == 1:  # a typewriter's letters all have one width
        assert kerns == []
        return
    assert len(kerns) == 4
    assert kerns[0] < -3
    assert kerns[3] < -3


@pytest.mark.parametrize("name", FACES)
def test_kerning_by_pairs_is_that_of_words_shaped_whole(name: str) -> None:
    face = FONTS.face(name)
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(FACES[name].read_bytes())))
    off = dict.fromkeys(("liga", "clig", "dlig", "calt", "ccmp", "locl"), False)
    words = f"{SAMPLE} AVATAR “To” V.A.T. (Wy) T–V f’i L’Y’A P, 7.4 11 office Ta‐ To:y".split(" ")
    for word in ("".join(filter(face.has, word)) for word in words):
        buffer = uharfbuzz.Buffer()
        buffer.add_str(word)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer, off)
        scale = 1000 / font.face.upem
        advances = [place.x_advance * scale for place in buffer.glyph_positions]
        kerns = face.kerns(word) or [0.0] * (len(word) - 1)
        set_by_us = [a + b for a, b in zip(face.widths(word), [*kerns, 0.0], strict=True)]
        assert set_by_us == pytest.approx(advances), word


def test_a_face_forgets_when_it_was_asked_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.compose.fonts._ASKED", 500)
    face = Fonts(FACES).face("dejavu-sans")
    letters = [chr(code) for code in range(0x21, 0x7F)]
    first = face.kerns("AV")
    for a in letters:
        face.kerns("".join(a + b for b in letters))
    assert len(face._pairs) <= 500
    assert face.kerns("AV") == first


def test_ligatures_and_alternates_are_off() -> None:
    for name in FACES:
        face = FONTS.face(name)
        kerns = face.kerns("Toffiest") or [0.0] * 7
        assert len(kerns) == 7, name
        assert face.widths("Toffiest")[0] > 0


def test_kerning_of_a_word_without_pairs_is_nothing() -> None:
    assert FONTS.face("source-sans-400").kerns("nnn") == []
    assert FONTS.face("source-sans-400").kerns("n") == []


def test_heights_are_measured_not_believed() -> None:
    # the file of Special Elite states a height of capitals of 348; its H has 689
    face = FONTS.face("special-elite")
    assert face.cap == pytest.approx(689, abs=1)
    assert face.ascent >= face.cap
    assert 180 < face.descent < 260


def test_lacking_characters_are_told_in_order() -> None:
    assert FONTS.face("special-elite").lacks("aЖb日") == ["Ж", "日"]


def test_an_unknown_face_names_the_near_one() -> None:
    with pytest.raises(UnusableFont) as caught:
        FONTS.face("source-sans-40")
    assert caught.value.path is None
    assert "source-sans-400" in caught.value.fix


def fault(tmp_path: Path, data: bytes, name: str = "bad font é.ttf") -> UnusableFont:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(UnusableFont) as caught:
        Fonts({"bad": path}).face("bad")
    assert caught.value.path == path
    assert caught.value.face == "bad"
    assert caught.value.fix
    return caught.value


GOOD = FACES["special-elite"].read_bytes()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"<html>not found</html>", "no font"),
        (b"OTTO" + GOOD[4:], "PostScript"),
        (b"ttcf" + GOOD[4:], "collection"),
        (b"wOF2" + GOOD[4:], "web font"),
        (GOOD[:3], "no font"),
        (GOOD[:12], "cut short"),
        (GOOD[:200], "cut short"),
        (GOOD[: len(GOOD) // 2], "cut short"),
        (GOOD[:-5000], "cut short"),
        (GOOD.replace(b"glyf", b"CFF ", 1), "PostScript"),
        (GOOD.replace(b"hmtx", b"hmtz", 1), "'hmtx'"),
        (GOOD.replace(b"\x5f\x0f\x3c\xf5", b"\0\0\0\0", 1), "'head'"),
    ],
)
def test_unusable_files_say_why(tmp_path: Path, data: bytes, says: str) -> None:
    assert says in fault(tmp_path, data).says


def table(data: bytes, tag: bytes) -> int:
    place = data.index(tag, 12)
    return int(struct.unpack_from(">L", data, place + 8)[0])


def changed(data: bytes, place: int, new: bytes) -> bytes:
    return data[:place] + new + data[place + len(new) :]


def test_a_face_that_forbids_subsets_is_refused(tmp_path: Path) -> None:
    data = changed(GOOD, table(GOOD, b"OS/2") + 8, b"\0\2")
    assert "embedding" in fault(tmp_path, data).says


def test_outlines_beyond_their_table_are_refused(tmp_path: Path) -> None:
    data = changed(GOOD, table(GOOD, b"loca") + 40, b"\xff\xff\xff\xf0")
    assert "outlines" in fault(tmp_path, data).says


def test_glyph_counts_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    data = changed(GOOD, table(GOOD, b"hhea") + 34, b"\xff\xff")
    assert "glyph counts" in fault(tmp_path, data).says


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    fonts = Fonts({"gone": tmp_path / "gone.ttf", "folder": tmp_path})
    gone, folder = fonts.faults(["gone", "folder", "gone"])
    assert gone.says == "is not there"
    assert "cannot be read" in folder.says


def test_a_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sfnt, "LARGEST", 1000)
    assert "more than" in fault(tmp_path, GOOD).says


def test_names_with_spaces_are_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "My Font (é) 1.ttf"
    path.write_bytes(GOOD)
    assert Fonts({"my font": path}).face("my font").has("A")


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fonts") / "damaged.ttf"


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 400) | st.integers(0, len(GOOD)), st.binary(min_size=1, max_size=4)
        ),
        max_size=12,
    ),
    st.integers(0, len(GOOD)),
)
def test_damaged_files_are_refused_or_used_but_never_crash(
    damaged: Path, spots: list[tuple[int, bytes]], length: int
) -> None:
    data = GOOD[:length] if length % 3 == 0 else GOOD
    for place, new in spots:
        data = changed(data, place, new)[: len(data)]
    damaged.write_bytes(data)
    fonts = Fonts({"damaged": damaged})
    if not fonts.faults(["damaged"]):
        face = fonts.face("damaged")
        text = "".join(char for char in SAMPLE if face.has(char))
        assert len(face.kerns(text)) in (0, len(text) - 1)

"""Faults made in the written file itself: by PDFium's own editing, or in its bytes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium
import pytest
from proof_deck import TITLE, prove, run, sheets, write

from generator.problems import Problem

Page = Any
Thing = Any


@contextmanager
def edited(path: Path, index: int = 0) -> Iterator[tuple[Any, Page]]:
    """A page to be changed; the file is saved over itself afterwards."""
    document = pdfium.FPDF_LoadDocument(str(path).encode(), None)
    page = pdfium.FPDF_LoadPage(document, index)
    yield document, page
    pdfium.FPDFPage_GenerateContent(page)
    pdfium.FPDF_ClosePage(page)
    chunks: list[bytes] = []

    def take(_: Any, data: Any, size: int) -> int:
        chunks.append(ctypes.string_at(data, size))
        return 1

    kind = type(pdfium.FPDF_FILEWRITE().WriteBlock)
    out = pdfium.FPDF_FILEWRITE(version=1, WriteBlock=kind(take))
    assert pdfium.FPDF_SaveAsCopy(document, ctypes.byref(out), 0)
    pdfium.FPDF_CloseDocument(document)
    path.write_bytes(b"".join(chunks))


def things(page: Page, kind: int) -> list[Thing]:
    """The page's objects of a kind, those in forms left out."""
    every = [pdfium.FPDFPage_GetObject(page, i) for i in range(pdfium.FPDFPage_CountObjects(page))]
    return [thing for thing in every if pdfium.FPDFPageObj_GetType(thing) == kind]


def line(page: Page, words: str) -> Thing:
    """The text object that says those words."""
    text = pdfium.FPDFText_LoadPage(page)
    room = (ctypes.c_ushort * 500)()
    try:
        for thing in things(page, pdfium.FPDF_PAGEOBJ_TEXT):
            size = pdfium.FPDFTextObj_GetText(thing, text, room, 1000)
            if bytes(room)[: size - 2].decode("utf-16-le").strip() == words:
                return thing
    finally:
        pdfium.FPDFText_ClosePage(text)
    raise AssertionError(words)


def pip(page: Page) -> Thing:
    """A filled shape of curves: a heart of the first card."""
    for thing in things(page, pdfium.FPDF_PAGEOBJ_PATH):
        if pdfium.FPDFPath_CountSegments(thing) == 13:
            return thing
    raise AssertionError("no heart")


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    return write(tmp_path / "deck.pdf", sheets())


def proved(path: Path) -> list[Problem]:
    return prove(path, sheets(), title=TITLE, flip="long")


HP = "2 HP LEFT"


def test_saving_alone_changes_nothing(deck: Path) -> None:
    with edited(deck):
        pass
    assert not proved(deck)


def remove(page: Page, thing: Thing) -> None:
    assert pdfium.FPDFPage_RemoveObject(page, thing)
    pdfium.FPDFPageObj_Destroy(thing)


def move(thing: Thing, x: float, y: float) -> None:
    pdfium.FPDFPageObj_Transform(thing, 1, 0, 0, 1, x * 72 / 25.4, y * 72 / 25.4)


def turn(thing: Thing) -> None:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(thing, matrix)
    tilt = pdfium.FS_MATRIX(0.9994, 0.0349, -0.0349, 0.9994, matrix.e, matrix.f)
    pdfium.FPDFPageObj_SetMatrix(thing, tilt)


def stretch(thing: Thing, across: float, down: float) -> None:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(thing, matrix)
    wider = pdfium.FS_MATRIX(matrix.a * across, 0, 0, matrix.d * down, matrix.e, matrix.f)
    pdfium.FPDFPageObj_SetMatrix(thing, wider)


def colour(thing: Thing, *rgba: int) -> None:
    pdfium.FPDFPageObj_SetFillColor(thing, *rgba)


@pytest.mark.parametrize(
    ("how", "code", "words"),
    [
        (lambda p: remove(p, line(p, HP)), "proof-missing", ["'2 HP LEFT' is missing"]),
        (lambda p: remove(p, pip(p)), "proof-missing", ["'hearts' is missing"]),
        (lambda p: move(line(p, HP), 0.2, 0), "proof-moved", ["0.20 mm too far right"]),
        (lambda p: move(line(p, HP), 0, 0.06), "proof-moved", ["0.06 mm too high"]),
        (lambda p: move(pip(p), -0.5, 0), "proof-moved", ["0.50 mm too far left"]),
        (lambda p: turn(line(p, HP)), "proof-moved", ["turned by 358"]),
        (lambda p: stretch(line(p, HP), 1.05, 1), "proof-look", ["stretched to 105 %"]),
        (lambda p: stretch(line(p, HP), 1, -1), "proof-look", ["is mirrored"]),
        (lambda p: stretch(line(p, HP), 0.9, 0.9), "proof-look", ["9.9 pt instead of 11 pt"]),
        (lambda p: colour(line(p, HP), 255, 200, 200, 255), "proof-look", ["#FFC8C8"]),
        (lambda p: colour(line(p, HP), 255, 255, 255, 30), "proof-hidden", ["opacity of 12 %"]),
        (lambda p: colour(pip(p), 0, 0, 0, 255), "proof-look", ["filled with #000000"]),
        (
            lambda p: pdfium.FPDFTextObj_SetTextRenderMode(line(p, HP), 3),
            "proof-hidden",
            ["invisible"],
        ),
        (
            lambda p: pdfium.FPDFTextObj_SetTextRenderMode(line(p, HP), 1),
            "proof-look",
            ["render mode 1"],
        ),
        (
            lambda p: pdfium.FPDFPageObj_SetBlendMode(pip(p), b"Multiply"),
            "proof-look",
            ["blend mode"],
        ),
        (
            lambda p: pdfium.FPDFPageObj_SetBlendMode(line(p, HP), b"Lighten"),
            "proof-look",
            ["blend mode"],
        ),
    ],
)
def test_one_object_changed(
    deck: Path, how: Callable[[Page], Any], code: str, words: list[str]
) -> None:
    with edited(deck) as (_, page):
        how(page)
    found = proved(deck)
    assert [p.code for p in found] == [code], "\n".join(map(str, found))
    for word in words:
        assert word in found[0].says
    assert found[0].where.card == "2-hearts"


def test_words_covered_by_what_is_added_last(deck: Path) -> None:
    with edited(deck) as (_, page):
        cover = pdfium.FPDFPageObj_CreateNewRect(60, 570, 100, 100)
        pdfium.FPDFPageObj_SetFillColor(cover, 255, 255, 255, 255)
        pdfium.FPDFPath_SetDrawMode(cover, pdfium.FPDF_FILLMODE_WINDING, 0)
        pdfium.FPDFPage_InsertObject(page, cover)
    found = proved(deck)
    assert {p.code for p in found} == {"proof-extra", "proof-hidden"}
    hidden = [p.says for p in found if p.code == "proof-hidden"]
    assert any("HP LEFT" in says and "covered by a shape" in says for says in hidden)


def test_other_words(deck: Path) -> None:
    with edited(deck) as (_, page):
        words = "2 HP TLEF".encode("utf-16-le") + b"\0\0"
        room = (ctypes.c_ushort * (len(words) // 2)).from_buffer_copy(words)
        assert pdfium.FPDFText_SetText(line(page, HP), room)
    found = proved(deck)
    assert [p.code for p in found] == ["proof-words"]
    assert "'2 HP TLEF' instead of '2 HP LEFT'" in found[0].says


def test_words_in_a_standard_font(deck: Path) -> None:
    """A line that says the same in Helvetica, which no file embeds."""
    with edited(deck) as (document, page):
        new = pdfium.FPDFPageObj_NewTextObj(document, b"Helvetica", 11.0)
        words = "added".encode("utf-16-le") + b"\0\0"
        room = (ctypes.c_ushort * (len(words) // 2)).from_buffer_copy(words)
        pdfium.FPDFText_SetText(new, room)
        pdfium.FPDFPageObj_Transform(new, 1, 0, 0, 1, 100, 800)
        pdfium.FPDFPage_InsertObject(page, new)
    found = proved(deck)
    assert sorted(p.code for p in found) == ["proof-extra", "proof-font"]
    assert "Helvetica is not embedded" in next(p.says for p in found if p.code == "proof-font")


def test_a_digit_drawn_as_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words say 6, the embedded font draws a 9: only the ink can tell."""
    from generator.write import fonts

    true_map = fonts._gid_map

    def wrong_map(codes: list[int], glyphs: Any) -> bytes:
        gids = bytearray(true_map(codes, glyphs))
        if {ord("6"), ord("9")} <= set(codes):
            six, nine = (slice(2 * ord(char), 2 * ord(char) + 2) for char in "69")
            gids[six], gids[nine] = gids[nine], gids[six]
        return bytes(gids)

    due = sheets()
    due[0] = due[0]._replace(labels=(*due[0].labels, run(100, 292, "9876", size=7)))
    assert not prove(write(tmp_path / "true.pdf", due), due)
    monkeypatch.setattr(fonts, "_gid_map", wrong_map)
    fonts._subset.cache_clear()  # the true one was kept
    found = prove(write(tmp_path / "wrong.pdf", due), due)
    assert [p.code for p in found] == ["proof-font", "proof-font"], "\n".join(map(str, found))
    assert "the character '6' is drawn with another glyph than that of Source" in found[0].says
    assert found[0].where.card == "6-hearts"
    fonts._subset.cache_clear()


def test_page_scaled(deck: Path) -> None:
    with edited(deck, 2) as (_, page):
        scale = pdfium.FS_MATRIX(0.97, 0, 0, 0.97, 9, 12)
        assert pdfium.FPDFPage_TransFormWithClip(page, scale, None)
    found = proved(deck)
    assert [p.code for p in found] == ["proof-moved"], "\n".join(map(str, found))
    assert "page 3: everything on the page is scaled to 97.0 %" in found[0].says


def test_page_moved(deck: Path) -> None:
    with edited(deck, 0) as (_, page):
        shift = pdfium.FS_MATRIX(1, 0, 0, 1, 3 * 72 / 25.4, 0)
        assert pdfium.FPDFPage_TransFormWithClip(page, shift, None)
    found = proved(deck)
    assert [p.code for p in found] == ["proof-moved"], "\n".join(map(str, found))
    assert "everything on the page stands 3.00 mm too far right" in found[0].says


def test_page_turned(deck: Path) -> None:
    with edited(deck) as (_, page):
        pdfium.FPDFPage_SetRotation(page, 1)
    found = proved(deck)
    assert [p.code for p in found] == ["proof-page"]
    assert "turned by 90" in found[0].says


def test_page_deleted_and_added(deck: Path) -> None:
    with edited(deck) as (document, _):
        pdfium.FPDFPage_Delete(document, 3)
        pdfium.FPDF_ClosePage(pdfium.FPDFPage_New(document, 1, 595.2756, 841.8898))
    found = proved(deck)
    assert [p.code for p in found] == ["proof-pages", "proof-pages"], "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("before", "after", "code", "words"),
    [
        (b"/FontFile2", b"/FontFileX", "proof-font", "is not embedded"),
        (b"/MediaBox[0 0 595", b"/MediaBox[0 0 590", "proof-page", "208.24 x 297.00 mm instead"),
        (b"/TrimBox", b"/TrimBix", "proof-page", "TrimBox is not its MediaBox"),
        (b"/TrimBox[0 0", b"/TrimBox[9 9", "proof-page", "TrimBox is not its MediaBox"),
        (b"/TrimBox", b"/CropBox", "proof-page", "TrimBox is not its MediaBox"),
        (b"/PrintScaling/None", b"/PrintScaling/XXXX", "proof-print", "actual size"),
        (b"DuplexFlipLongEdge", b"DuplexFlipLongXXXX", "proof-print", "both sides"),
        (b"(Test: deck)", b"(Test: desk)", "proof-print", "'Test: desk' instead of"),
        (b"/Title(", b"/Txxle(", "proof-print", "'' instead of"),
    ],
)
def test_bytes_changed(deck: Path, before: bytes, after: bytes, code: str, words: str) -> None:
    data = deck.read_bytes()
    assert before in data
    assert len(before) == len(after)
    deck.write_bytes(data.replace(before, after))
    found = [p for p in proved(deck) if p.code == code]
    assert found
    assert words in found[0].says


def test_file_without_a_title(tmp_path: Path) -> None:
    path = write(tmp_path / "deck.pdf", sheets(), title="")
    found = prove(path, sheets())
    assert [(p.code, p.says) for p in found] == [("proof-print", "it has no title")]


def test_one_sided_file_that_asks_for_both_sides(tmp_path: Path) -> None:
    path = write(tmp_path / "deck.pdf", sheets())
    fronts = [s for s in sheets() if s.side == "front"]
    found = prove(path, fronts)
    assert any("fronts alone but asks" in p.says for p in found if p.code == "proof-print")


def test_annotation(deck: Path) -> None:
    with edited(deck) as (_, page):
        note = pdfium.FPDFPage_CreateAnnot(page, pdfium.FPDF_ANNOT_SQUARE)
        pdfium.FPDFPage_CloseAnnot(note)
    found = proved(deck)
    assert [p.code for p in found] == ["proof-page"]
    assert "1 links, fields or notes instead of 0" in found[0].says

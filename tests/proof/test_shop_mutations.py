"""Files for print shops with one fault each: structure, boxes, inks, overprinting."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import shop_card as card

from generator.geometry import Box
from generator.model.standard import Standard
from generator.scene import Colour, Sheet


@pytest.fixture(params=card.FORMS)
def standard(request: pytest.FixtureRequest) -> Standard:
    return card.FORMS[str(request.param)]


def told(path: Path, standard: Standard, sheets: list[Sheet] | None = None) -> list[str]:
    problems, _ = card.prove(path, standard, sheets or card.pages(standard))
    return [f"{problem.code}: {problem.says}" for problem in problems]


def test_what_is_written_has_no_fault(standard: Standard, tmp_path: Path) -> None:
    sheets = card.pages(standard)
    path = card.write(tmp_path / "card.pdf", standard, sheets)
    problems, measured = card.prove(path, standard, sheets)
    assert not problems
    assert (measured.files, measured.pages) == (1, 2)
    ((media, bleed, trim),) = measured.boxes
    assert (media, bleed, trim) == ((91.0, 61.0), (91.0, 61.0), (85.0, 55.0))
    assert measured.fonts == {"Oswald-Bold", "SourceSans3-Regular"}
    assert measured.text == pytest.approx(9.0)
    assert measured.line == pytest.approx(0.2 * 72 / 25.4, abs=0.001)
    if standard.cmyk:
        assert 200 < measured.most_ink <= card.LIMIT
        assert measured.over == 3, "arrow, words and rule; the square on green would be 255 %"


def test_unpacking_and_a_new_table_alone_are_no_fault(tmp_path: Path) -> None:
    path = card.write(tmp_path / "card.pdf", card.X4, card.pages(card.X4))
    card.changed(path, lambda data: data.replace(b"(Test)", b"(Tests)"))
    assert told(path, card.X4) == []


def test_bytes_are_the_same_again(standard: Standard, tmp_path: Path) -> None:
    one, two = (
        card.write(tmp_path / name, standard, card.pages(standard)).read_bytes()
        for name in ("one.pdf", "two.pdf")
    )
    assert one == two


STRUCTURE: list[tuple[str, bytes, bytes, str]] = [
    ("x1a", b"%PDF-1.4", b"%PDF-1.6", "it is PDF 1.6; PDF/X-1a:2003 is written as 1.4"),
    ("x4", b"%PDF-1.6", b"%PDF-1.3", "it is PDF 1.3"),
    ("x4", b"/Trapped/False", b"/Trapped/Maybe", "neither True nor False"),
    ("x4", b"/Trapped/False", b"", "neither True nor False"),
    ("x4", b"/Trapped/False", b"/Trapped/True", "do not say the same of Trapped"),
    ("x1a", b"/GTS_PDFXVersion(PDF/X-1a:2003)", b"", "is not PDF/X-1a:2003"),
    ("x1a", b"/GTS_PDFXVersion(PDF/X-1a:2003)", b"/GTS_PDFXVersion(PDF/X-3)", "is not PDF/X-1a"),
    ("rgb", b"/Trapped/", b"/GTS_PDFXVersion(PDF/X-1a:2003)/Trapped/", "does not belong"),
    ("x4", b"/CreationDate", b"/Creation", "Info has no /CreationDate"),
    ("x4", b"/ModDate(D:2000", b"/ModDate(2000", "/ModDate is no date"),
    ("x4", b"/Title(", b"/Untitled(", "Info has no /Title"),
    ("x4", b"PDF/X-4</pdfxid", b"PDF/X-5</pdfxid", "do not say PDF/X-4"),
    ("x4", b'x-default">Test', b'x-default">Text', "do not say the same Title"),
    ("x4", b"A &amp; B", b"A &amp; C", "do not say the same Author"),
    ("x4", b"<xmp:CreateDate>2000", b"<xmp:CreateDate>2001", "the same CreationDate"),
    ("x4", b"RenditionClass", b"Rendition", "no xmpMM:RenditionClass"),
    ("x4", b"/Metadata ", b"/Meta ", "it has no metadata"),
    ("x4", b"/S/GTS_PDFX", b"/S/GTS_PDFA1", "0 output intents"),
    ("x1a", b"Identifier(FOGRA39)", b"Identifier(FOGRA27)", "does not name FOGRA39"),
    ("x1a", b"/RegistryName(", b"/Registry(", "names no registry"),
    ("x4", b"/DestOutputProfile ", b"/Profile ", "holds no profile"),
    ("x4", b"/N 4", b"/N 3", "not that of a press with four inks"),
    ("x1a", b"/Type/Catalog", b"/Type/Catalog/OpenAction[]", "its catalog has /OpenAction"),
    ("x1a", b"/Type/Catalog", b"/Type/Catalog/AcroForm<<>>", "its catalog has /AcroForm"),
    (
        "x1a",
        b"/Type/Catalog",
        b"/Type/Catalog/Names<</JavaScript<<>>>>",
        "it holds JavaScript",
    ),
    ("x1a", b"/ID[", b"/IDs[", "no ID of two strings"),
    ("x1a", b"/OPM 1", b"/OPM 1/ca 0.5", "has an opacity (/ca 0.5)"),
    ("x1a", b"/OPM 1", b"/OPM 1/BM/Multiply", "has the blend mode Multiply"),
    ("x1a", b"/OPM 1", b"/OPM 1/SMask<<>>", "has a soft mask"),
    ("x1a", b"/Type/Page/", b"/Type/Page/Group<</S/Transparency>>/", "a group with transparency"),
    ("x1a", b"/ExtGState", b"/ColorSpace<</X/DeviceRGB>>/ExtGState", "the space of colour DeviceR"),
    ("x4", b"/FontFile2", b"/FontFile9", "which is not embedded"),
    ("x4", b"/BleedBox[0", b"/BleedBox[-0.0001", "its BleedBox [-0.0001"),
    ("x4", b"/TrimBox", b"/TrimmBox", "has no TrimBox"),
    ("x4", b"/Type/Page/", b"/Type/Page/CropBox[9 9 99 99]/", "a CropBox of its own"),
    ("x4", b"/Type/Page/", b"/Type/Page/Rotate 180/", "is turned"),
    ("x4", b"/Type/Page/", b"/Type/Page/Annots[<<>>]/", "holds links or notes"),
    ("x1a", b"/Type/Pages", b"/Type/OCG/Old/Pages", "is a layer"),
    ("x4", b"/Type/Catalog", b"/Type/Annot", "is a note or an action"),
]


@pytest.mark.parametrize(("form", "before", "after", "says"), STRUCTURE)
def test_faults_of_structure(
    form: str, before: bytes, after: bytes, says: str, tmp_path: Path
) -> None:
    standard = card.FORMS[form]
    path = card.write(tmp_path / "card.pdf", standard, card.pages(standard))
    card.changed(path, lambda data: data.replace(before, after))
    found = told(path, standard)
    assert any(line.startswith("proof-structure") and says in line for line in found), found


INKS: list[tuple[str, bytes, bytes, str]] = [
    ("x4", b"0 0 0 1 k", b"0 0 0 0.98 k", "'Black words' is filled in C 0 M 0 Y 0 K 98"),
    ("x4", b"0 0 0 1 k BT", b"0 0 0 rg BT", "DeviceRGB instead of DeviceCMYK"),
    ("x1a", b"0 0 0 1 k\n", b"0 g\n", "DeviceGray instead of DeviceCMYK"),
    ("x1a", b"0.75 0.05 0.75 0.25 k", b"0.75 0.75 0.75 0.75 k", "takes 300 % of ink"),
    ("x4", b"/Over gs", b"/Out gs", "does not overprint"),
    ("x4", b"/OPM 1", b"/OPM 0", "does not overprint"),
    ("x1a", b"/Out gs\n", b"", "overprints, so that what lies beneath shows"),
    ("x4", b"0.567 w", b"0.2 w", "is a line of 0.200 pt"),
    ("x4", b"0 0 0 1 k BT", b"0.3 0.3 0.3 1 k BT", "is text of 9 pt in 4 inks"),
    ("rgb", b"0.2471 0.5608 0.3412 rg", b"0.2471 0.5608 0.3412 0 k", "DeviceCMYK instead of"),
]


@pytest.mark.parametrize(("form", "before", "after", "says"), INKS)
def test_faults_of_inks(form: str, before: bytes, after: bytes, says: str, tmp_path: Path) -> None:
    standard = card.FORMS[form]
    path = card.write(tmp_path / "card.pdf", standard, card.pages(standard))
    card.changed(path, lambda data: data.replace(before, after))
    found = told(path, standard)
    assert any(line.startswith("proof-inks") and says in line for line in found), found


def test_a_thing_too_much_is_told(tmp_path: Path) -> None:
    path = card.write(tmp_path / "card.pdf", card.X1A, card.pages(card.X1A))
    card.changed(path, lambda data: data.replace(b"h\nf", b"h\nf\n1 1 5 5 re f", 1))
    found = told(path, card.X1A)
    assert any("paints 4 things instead of 3" in line for line in found), found
    assert any(line.startswith("proof-extra") for line in found), found


def test_another_picture_of_the_page_is_told(tmp_path: Path) -> None:
    path = card.write(tmp_path / "card.pdf", card.X1A, card.pages(card.X1A))
    other = card.pages(card.X1A, sides=("front", "back"))
    assert any(line.startswith("proof-") for line in told(path, card.X1A, other))
    assert any(
        "1 pages" in line or "2 pages instead of 1" in line
        for line in told(path, card.X1A, other[:1])
    )


def test_boxes_of_another_trim_are_told(tmp_path: Path) -> None:
    path = card.write(tmp_path / "card.pdf", card.X1A, card.pages(card.X1A))
    moved = [sheet._replace(trim=Box(2.0, 3.0, 85.0, 55.0)) for sheet in card.pages(card.X1A)]
    found = told(path, card.X1A, moved)
    assert any(line.startswith("proof-page") and "TrimBox" in line for line in found), found


def test_three_inks_under_ten_points_are_told_even_if_meant(tmp_path: Path) -> None:
    brown = Colour(90, 60, 40, (0.3, 0.6, 0.6, 0.3))
    run = card.line(20.0, 40.0, "brown", "oswald-700", 8.0, brown)
    sheets = card.pages(card.X4, run)
    path = card.write(tmp_path / "card.pdf", card.X4, sheets)
    assert any("is text of 8 pt in 4 inks" in line for line in told(path, card.X4, sheets))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda data: data[1:], "does not begin with %PDF"),
        (lambda data: data[:-9], "does not end with startxref"),
        (lambda data: data.replace(b"0000000000 65535 f", b"0000000000 65535 x"), "row 0"),
        (lambda data: data.replace(b"\nxref\n", b"\nxrev\n"), "is no plain one"),
        (lambda data: data.replace(b"\n2 0 obj", b"\n3 0 obj"), "does not stand where"),
        (lambda data: data.replace(b"/Length ", b"/Longth "), "has no length"),
        (lambda data: data.replace(b"/Kids[", b"/Kids[/Kids["), ""),
        (lambda data: data.replace(b"/Root ", b"/Roots "), "no catalog"),
        (lambda data: b"", "does not begin"),
    ],
)
def test_broken_files_are_told_and_never_raise(
    spoil: Callable[[bytes], bytes], says: str, tmp_path: Path
) -> None:
    path = card.write(tmp_path / "card.pdf", card.X1A, card.pages(card.X1A))
    path.write_bytes(spoil(path.read_bytes()))
    found = told(path, card.X1A)
    assert any(line.startswith("proof-structure") and says in line for line in found), found

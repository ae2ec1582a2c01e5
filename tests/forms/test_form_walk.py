"""Forms beside the print: pages, names, manifest, start-here; other programs fill them in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from ledger import Ledger
from PIL import Image
from pypdf import PdfReader, PdfWriter

from generator.problems import Problems
from generator.proof.ink import Words
from generator.proof.read import Reader
from generator.units import PT
from generator.write.manifest import read_manifest
from generator.write.winansi import WINANSI

FILLED = {
    "blank.name": "Kørnér & Söhne (West)",
    "blank.spades.power": "17",
    "blank.notes": "Erste Zeile: „ça va“ – 5 €\nÞriðja ŽŸ",
}
"""What another library writes into the form."""


def texts(path: Path) -> dict[str, Any]:
    return PdfReader(path).get_form_text_fields(full_qualified_name=True)


@pytest.fixture(scope="module")
def filled(built: Ledger, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record sheets, filled in and saved by pypdf."""
    path = tmp_path_factory.mktemp("filled") / "filled.pdf"
    writer = PdfWriter(clone_from=built.form())
    for page in writer.pages:
        writer.update_page_form_field_values(page, FILLED, auto_regenerate=False)
    writer.write(path)
    return path


def test_a_form_stands_beside_the_print(built: Ledger) -> None:
    manifest = read_manifest(built.output, Problems())
    assert manifest is not None
    forms = {entry.path: entry for entry in manifest.files if entry.form}
    assert list(forms) == ["sheets-form.pdf", "tags-form.pdf"]
    assert all((entry.cards, entry.counts, entry.pages) == (0, {}, 2) for entry in forms.values())
    plain = json.loads((built.output / "manifest.json").read_text("utf-8"))
    assert [entry["path"] for entry in plain["files"] if "form" in entry] == list(forms)
    prints = {entry.path: entry.counts for entry in manifest.files if not entry.form}
    assert prints["sheets.pdf"] == {"sheets": 4}
    assert prints["deck.pdf"] == {"deck": 4, "tags": 4}


def test_a_built_folder_proves_and_start_here_names_its_forms(built: Ledger) -> None:
    assert built.prove() == []
    said = pypdfium2.PdfDocument(built.output / "start-here.pdf")[0].get_textpage().get_text_range()
    assert "To fill in on screen" in said
    assert "forms: sheets-form.pdf, " in " ".join(said.split())
    assert PdfReader(built.form()).metadata["/Title"] == "A ledger: Record sheets, to fill in"


def test_what_a_build_says(ledger: Ledger) -> None:
    made = ledger.build(only=("tags",))
    assert [entry.path for entry in made.manifest.files] == ["tags.pdf", "tags-form.pdf"]
    assert made.says[1] == "tags-form.pdf: 2 pages to fill in on screen"
    assert ledger.prove() == []
    ledger.build(cards=("marshals",), copies=2)
    assert set(texts(ledger.form())) == {
        f"marshals.{name}" for name in ("name", "spades.power", "hearts.power", "notes")
    }


def test_pages_are_pieces_or_whole_sheets(built: Ledger) -> None:
    def sizes(path: Path) -> list[list[float]]:
        return [[float(n) / PT for n in page.mediabox] for page in PdfReader(path).pages]

    assert sizes(built.form()) == [pytest.approx([0, 0, 210, 297], abs=0.01)] * 2
    assert sizes(built.form("tags")) == [pytest.approx([0, 0, 69.85, 120.65], abs=0.01)] * 2
    rect = next(
        note["/Rect"]
        for note in PdfReader(built.form()).pages[0]["/Annots"]
        if note["/T"] == "name"
    )
    x, bottom, right, top = (float(n) / PT for n in rect)
    assert (x, right) == pytest.approx((20, 190), abs=0.01)  # 10 mm of margin, 10 of the sheet
    assert (297 - top, 297 - bottom) == pytest.approx((46.5, 55.5), abs=0.01)


def test_fields_say_what_they_are(built: Ledger) -> None:
    found = PdfReader(built.form()).get_fields()
    assert found is not None
    name, power = found["marshals.name"], found["marshals.spades.power"]
    notes, empty = found["marshals.notes"], found["blank.name"]
    assert (name.value, name["/TU"]) == ("The Marshals", "What they call themselves")
    assert (power.value, power["/TU"]) == ("12", "spades power (a number)")
    assert notes.value == "First – “line”.\nÄußerst zweite…"
    assert "/V" not in empty
    assert not notes["/Ff"] & ~(1 << 12 | 1 << 23)
    assert notes["/Ff"] & 1 << 12


def test_another_library_fills_saves_and_reads_back(filled: Path, built: Ledger) -> None:
    found = texts(filled)
    before = texts(built.form())
    assert found == before | FILLED
    assert before["marshals.spades.power"] == "12"


def test_what_was_filled_in_shows_in_the_embedded_font(filled: Path) -> None:
    with Reader(filled) as reader, reader.page(1) as page:
        lines = {thing.text: thing for thing in page.things if isinstance(thing, Words)}
        fonts = page.fonts
    for words in ("17", "Erste Zeile: „ça va“ – 5 €", "Þriðja ŽŸ"):
        assert lines[words].font == "SourceSans3-Regular"
        assert lines[words].size == pytest.approx(10, abs=0.01)
    title = lines["Kørnér & Söhne (West)"]
    assert (title.font, title.colour) == ("Oswald-Bold", (0xC0, 0, 0))
    assert fonts["SourceSans3-Regular"]
    assert fonts["Oswald-Bold"]


def rendered(path: Path, page: int) -> Image.Image:
    pdf = pypdfium2.PdfDocument(path)
    pdf.init_forms()
    picture: Image.Image = pdf[page].render(scale=3, may_draw_forms=True).to_pil().convert("L")
    pdf.close()
    return picture


def ink(picture: Image.Image, box: tuple[float, float, float, float]) -> Any:
    """The edges of what is dark in a part of a page (mm), in pixels."""
    part = picture.crop(tuple(round(n * PT * 3) for n in box))
    return part.point(lambda value: 255 * (value < 128)).getbbox()


NAME = (20.5, 47.0, 189.5, 54.8)
"""Inside the field of the name."""


def test_filled_words_are_seen_where_nothing_was(
    built: Ledger, filled: Path, ledger: Ledger
) -> None:
    assert ink(rendered(built.form(), 1), NAME) is None
    seen = ink(rendered(filled, 1), NAME)
    ledger.change("sides.yaml", "{id: blank, name: Blank sheet, count: 3}", "{id: blank}")
    ledger.change("templates/side.xml", "card.name if card.power is not none else ''", "NAME")
    ledger.change("templates/side.xml", "{{ NAME }}", FILLED["blank.name"].replace("&", "&amp;"))
    ledger.build(only=("sheets",))
    ours = ink(rendered(ledger.form(), 1), NAME)
    assert seen is not None
    assert seen[2] - seen[0] == pytest.approx(ours[2] - ours[0], abs=6)  # we kern, pypdf does not
    assert seen[3] - seen[1] == pytest.approx(ours[3] - ours[1], abs=1)


def test_every_letter_of_winansi_can_be_written(built: Ledger, tmp_path: Path) -> None:
    letters = "".join(char for char in WINANSI if char != " ")
    lines = [letters[at : at + 24] for at in range(0, len(letters), 24)]
    writer = PdfWriter(clone_from=built.form())
    writer.update_page_form_field_values(
        writer.pages[1], {"blank.notes": "\n".join(lines)}, auto_regenerate=False
    )
    writer.write(tmp_path / "all.pdf")
    from generator.proof.faces import Face

    face = Face(Path(__file__).parents[2] / "fonts/source-sans-3/SourceSans3_400Regular.ttf")
    pdf = pypdfium2.PdfDocument(tmp_path / "all.pdf")
    pdf.init_forms()
    pdf[1].flatten()
    page = pdf[1].get_textpage()
    shown = {page.get_text_range(n, 1): page.get_charbox(n) for n in range(page.count_chars())}
    assert set(letters) <= set(shown)
    for char in letters:
        left, _, right, _ = shown[char]
        glyph = face.glyph(char)
        assert right - left == pytest.approx(10 * (glyph.right - glyph.left), abs=0.05), char


def test_qpdf_finds_no_fault(built: Ledger, filled: Path) -> None:
    if shutil.which("qpdf") is None:
        if os.environ.get("CI"):
            pytest.fail("qpdf is not installed: apt-get install qpdf")
        print("note: qpdf is not installed, so it was not asked")
        return
    for path in (built.form(), built.form("tags"), filled):
        done = subprocess.run(
            ["qpdf", "--check", path], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_the_same_input_gives_the_same_bytes(built: Ledger, ledger: Ledger) -> None:
    ledger.build(only=("sheets",))
    assert ledger.form().read_bytes() == built.form().read_bytes()


def test_a_form_in_grey_has_no_colour(ledger: Ledger) -> None:
    ledger.build(only=("sheets",), mono=True)
    assert ledger.prove() == []
    looks = [note["/DA"] for note in PdfReader(ledger.form()).pages[0]["/Annots"]]
    assert all(look.endswith(" g") for look in looks)

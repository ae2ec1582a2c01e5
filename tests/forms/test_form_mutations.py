"""A form that another library has broken is never proved: each way to be wrong is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ledger import Ledger, Proof
from pypdf import PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from generator.problems import Problem

N, T = NameObject, TextStringObject


class Broken:
    """The form as pypdf has read it, to be changed and proved."""

    def __init__(self, source: Path, target: Path, proof: Proof) -> None:
        self.writer, self.target, self._proof = PdfWriter(clone_from=source), target, proof

    def page(self, index: int = 0) -> Any:
        return self.writer.pages[index]

    def field(self, name: str = "name", page: int = 0) -> Any:
        notes = [note.get_object() for note in self.page(page)["/Annots"]]
        return next(note for note in notes if note["/T"] == name)

    @property
    def form(self) -> Any:
        return self.writer.root_object["/AcroForm"].get_object()

    def font(self, face: str = "oswald-700") -> Any:
        return self.form["/DR"]["/Font"][f"/{face}"].get_object()

    def faults(self) -> list[Problem]:
        self.writer.write(self.target)
        return self._proof.faults(self.target)


@pytest.fixture(scope="module")
def proof(built: Ledger) -> Proof:
    return Proof(built)


@pytest.fixture
def broken(built: Ledger, proof: Proof, tmp_path: Path) -> Broken:
    return Broken(built.form(), tmp_path / "broken.pdf", proof)


def test_a_copy_is_proved(broken: Broken) -> None:
    assert broken.faults() == []


def dropped(broken: Broken) -> None:
    del broken.page()["/Annots"].get_object()[0]


def unlisted(broken: Broken) -> None:
    del broken.form["/Fields"][0]


def no_form(broken: Broken) -> None:
    del broken.writer.root_object["/AcroForm"]


def moved(broken: Broken) -> None:
    rect = broken.field()["/Rect"]
    for at in (0, 2):
        rect[at] = FloatObject(float(rect[at]) + 0.2)


def grown(broken: Broken) -> None:
    broken.field("notes", 1)["/Rect"][1] = FloatObject(300)


def put(name: str, key: str, value: Any) -> Callable[[Broken], None]:
    def change(broken: Broken) -> None:
        broken.field(name)[N(key)] = value

    return change


def put_above(key: str, value: Any) -> Callable[[Broken], None]:
    def change(broken: Broken) -> None:
        broken.field()["/Parent"].get_object()[N(key)] = value

    return change


def looks(old: str, new: str) -> Callable[[Broken], None]:
    def change(broken: Broken) -> None:
        field = broken.field()
        assert old in field["/DA"]
        field[N("/DA")] = T(field["/DA"].replace(old, new))

    return change


def extra(broken: Broken) -> None:
    notes = broken.field("notes", 1)
    copy = DictionaryObject(notes)
    copy[N("/T")] = T("more")
    reference = broken.writer._add_object(copy)
    broken.page(1)["/Annots"].get_object().append(reference)
    notes["/Parent"].get_object()["/Kids"].append(reference)


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        (dropped, "marshals.name", "the field is missing"),
        (unlisted, "marshals.notes", "the field is missing"),
        (no_form, "blank.name", "the field is missing"),
        (moved, "marshals.name", "stands 0.07 mm too far right"),
        (grown, "blank.notes", "instead of 170.00 x 40.00 mm"),
        (put("name", "/T", T("title")), "marshals.name", "the field is missing"),
        (put_above("/T", T("sheriffs")), "marshals.notes", "the field is missing"),
        (put("name", "/V", T("The Martials")), "marshals.name", "holds 'The Martials' instead"),
        (put("name", "/TU", T("Who?")), "marshals.name", "is told as 'Who?'"),
        (put("name", "/MaxLen", NumberObject(25)), "marshals.name", "25 instead of 24"),
        (put("name", "/Q", NumberObject(2)), "marshals.name", "is not set left"),
        (put("name", "/Q", NumberObject(7)), "marshals.name", "is not set left"),
        (put("name", "/Ff", NumberObject(1 << 12)), "marshals.name", "several lines instead"),
        (put("notes", "/Ff", NumberObject(0)), "marshals.notes", "takes one line"),
        (put("name", "/Ff", NumberObject(1)), "marshals.name", "cannot be filled in freely"),
        (put("name", "/Ff", NumberObject(1 << 13)), "marshals.name", "cannot be filled in"),
        (put("notes", "/F", NumberObject(4 + 32)), "marshals.notes", "does not show"),
        (put("notes", "/F", NumberObject(0)), "marshals.notes", "does not show"),
        (put("name", "/FT", N("/Btn")), "marshals.name", "takes no text"),
        (looks("oswald-700", "source-sans-400"), "marshals.name", "in source-sans-400 instead"),
        (looks("14 Tf", "9 Tf"), "marshals.name", "in 9 pt instead of 14 pt"),
        (looks("0.7529 0 0 rg", "0 0 0 rg"), "marshals.name", "another colour"),
        (looks("0.7529 0 0 rg", "0.2 g"), "marshals.name", "another colour"),
        (looks("/oswald-700 14 Tf", ""), "marshals.name", "none of our styles"),
        (extra, None, "the field 'blank.more' belongs to no piece"),
    ],
)
def test_a_changed_field_is_told(
    broken: Broken, change: Callable[[Broken], None], field: str | None, says: str
) -> None:
    change(broken)
    found = [one for one in broken.faults() if one.code == "proof-form"]
    assert any(one.where.field == field and says in one.says for one in found), found
    assert all(one.where.card in ("marshals", "blank", None) for one in found)


def test_a_value_that_is_changed_whole_is_told_twice(broken: Broken) -> None:
    broken.writer.update_page_form_field_values(
        broken.page(), {"marshals.name": "The Martials"}, auto_regenerate=False
    )
    codes = {one.code for one in broken.faults()}
    assert {"proof-form", "proof-words"} <= codes


def test_a_value_that_does_not_show_is_told(broken: Broken) -> None:
    del broken.field()["/AP"]
    (fault,) = broken.faults()
    assert fault.code == "proof-missing"
    assert "'The Marshals' is missing" in fault.says


def repainted(broken: Broken, old: bytes, new: bytes) -> list[Problem]:
    field = broken.field()
    stream = field["/AP"]["/N"].get_object()
    made = DecodedStreamObject()
    assert old in stream.get_data()
    made.set_data(stream.get_data().replace(old, new))
    made.update({N(key): stream[key] for key in ("/BBox", "/Resources", "/Subtype", "/Type")})
    field["/AP"][N("/N")] = broken.writer._add_object(made)
    return broken.faults()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b"Marsh", b"March", "proof-words"),
        (b"0.7529 0 0 rg", b"1 1 1 rg", "proof-hidden"),
        (b"0.7529 0 0 rg", b"0 0 1 rg", "proof-look"),
        (b" 14 Tf", b" 13 Tf", "proof-look"),
        (b"re W n", b"re W n 1 0 0 1 3 0 cm", "proof-moved"),
        (b"q 0 0", b"q 0 0 3 3 re f 0 0", "proof-extra"),
    ],
)
def test_what_a_value_looks_like_is_proved_as_prints_are(
    broken: Broken, old: bytes, new: bytes, code: str
) -> None:
    assert code in {one.code for one in repainted(broken, old, new)}


def test_what_surrounds_the_fields_is_proved(broken: Broken) -> None:
    contents = broken.page(1)["/Contents"].get_object()
    made = DecodedStreamObject()
    made.set_data(contents.get_data().replace(b" RG", b" RG 0.5 0.5 0.5 RG"))
    broken.page(1)[N("/Contents")] = broken.writer._add_object(made)
    assert {one.code for one in broken.faults()} == {"proof-look"}


def test_pages_may_not_change_places(broken: Broken) -> None:
    kids = broken.writer.root_object["/Pages"]["/Kids"]
    kids[0], kids[1] = kids[1], kids[0]
    assert "proof-pages" in {one.code for one in broken.faults()}


def test_the_fonts_of_fields_must_be_embedded(broken: Broken) -> None:
    for face in ("oswald-700", "source-sans-400"):
        del broken.font(face)["/FontDescriptor"].get_object()["/FontFile2"]
    found = broken.faults()
    assert "proof-font" in {one.code for one in found}
    typed = [one for one in found if "typed" in one.says]
    assert len(typed) == 2


def test_the_font_of_empty_fields_is_told_by_typing(ledger: Ledger, tmp_path: Path) -> None:
    """Where no value shows a font, only writing with it tells what it is."""
    ledger.write("sides.yaml", "- {id: blank, name: Blank sheet}\n")
    ledger.build(only=("sheets",))
    broken = Broken(ledger.form(), tmp_path / "broken.pdf", Proof(ledger, only=("sheets",)))
    helvetica = {"/Type": N("/Font"), "/Subtype": N("/Type1"), "/BaseFont": N("/Helvetica")}
    font = broken.font()
    for key in list(font):
        del font[key]
    font.update({N(key): value for key, value in helvetica.items()})
    (fault,) = broken.faults()
    assert fault.code == "proof-form"
    assert "words typed into it are set in" in fault.says
    assert "Helvetica instead of Oswald-Bold" in fault.says


def test_a_subset_of_letters_is_told_by_typing(ledger: Ledger, tmp_path: Path) -> None:
    ledger.write("sides.yaml", "- {id: blank, name: Blank sheet}\n")
    ledger.build(only=("sheets",))
    broken = Broken(ledger.form(), tmp_path / "broken.pdf", Proof(ledger, only=("sheets",)))
    broken.font()[N("/Encoding")] = N("/MacRomanEncoding")
    found = broken.faults()
    assert found, "an encoding without the letters typed went through"


def test_a_print_holds_no_form(ledger: Ledger, tmp_path: Path) -> None:
    """Fields in a file for the printer belong to no sheet."""
    from generator.impose.forms import form_sheets
    from generator.problems import Problems
    from generator.proof.pdf import prove_pdf

    ledger.build(only=("sheets",))
    press = ledger.press(only=("sheets",))
    scenes = [sides.front for sides in press.composed(press.components()[0])][:2]
    sheets = [sheet._replace(fields=()) for sheet in form_sheets(scenes, (210.0, 297.0))]
    problems = Problems()
    prove_pdf(
        ledger.form(), sheets, shown="form.pdf", faces=press.game.styles.faces, problems=problems
    )
    assert {"proof-form", "proof-page", "proof-extra"} == {one.code for one in problems}
    assert any("none of its fields is due" in one.says for one in problems)


def test_arrays_of_nonsense_are_no_traceback(broken: Broken) -> None:
    broken.field()[N("/Rect")] = ArrayObject([N("/a")])
    broken.field("notes")[N("/Rect")] = T("x")
    broken.field("power")[N("/DA")] = NumberObject(3)
    assert {"proof-form"} <= {one.code for one in broken.faults()}

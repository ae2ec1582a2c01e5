"""Files that are damaged, hostile or no PDF: a problem, never a traceback."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from proof_deck import A4, prove, sheets, write
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from generator.problems import Problem
from generator.scene import Sheet


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write(tmp_path_factory.mktemp("proof") / "deck.pdf", sheets()).read_bytes()


def found(tmp_path: Path, data: bytes) -> list[Problem]:
    path = tmp_path / "deck.pdf"
    path.write_bytes(data)
    return prove(path, sheets())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no pdf at all",
        b"%PDF-1.7\n",
        b"%PDF-1.7\n%%EOF\n",
        b"\x00" * 5000,
        b"%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 1 0 R>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF",
        b"%PDF-1.7\ntrailer<</Root 9 0 R/Prev 3>>\nstartxref\n9\n%%EOF",
    ],
)
def test_no_pdf(tmp_path: Path, data: bytes) -> None:
    problems = found(tmp_path, data)
    assert problems
    assert "proof-unreadable" in {p.code for p in problems}
    assert all(p.where.file == "deck.pdf" for p in problems)


def test_missing_file_and_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.pdf", tmp_path):
        problems = prove(path, sheets())
        assert [p.code for p in problems] == ["proof-unreadable"]


def test_odd_names(tmp_path: Path) -> None:
    for name in ("two words ü.pdf", "a%20b#c?.pdf"):
        assert not prove(write(tmp_path / name, sheets()), sheets())


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_cut_off(tmp_path: Path, good: bytes, share: float) -> None:
    problems = found(tmp_path, good[: int(len(good) * share)])
    assert "proof-unreadable" in {p.code for p in problems}


@pytest.mark.parametrize("user", ["", "secret"])
def test_encrypted(tmp_path: Path, user: str) -> None:
    path = tmp_path / "deck.pdf"
    lock = StandardEncryption(user, ownerPassword="owner", canPrint=0)
    canvas = Canvas(str(path), pagesize=(595.2756, 841.8898), encrypt=lock)
    canvas.setTitle("T")
    canvas.drawString(10, 10, "hello")
    canvas.save()
    problems = prove(path, [])
    if user:
        assert [p.code for p in problems] == ["proof-unreadable"]
        assert "password" in problems[0].says
    else:
        assert any(p.code == "proof-print" and "encrypted" in p.says for p in problems)


def test_noise(tmp_path: Path, good: bytes) -> None:
    """Bytes changed, taken away and put in, seeded."""
    dice = random.Random(5)
    for _ in range(25):
        data = bytearray(good)
        for _ in range(dice.choice([1, 5, 40])):
            at = dice.randrange(len(data))
            how = dice.random()
            if how < 0.5:
                data[at] = dice.randrange(256)
            elif how < 0.75:
                del data[at : at + dice.randrange(1, 30)]
            else:
                data[at:at] = dice.choice([b"<<", b"9" * 30, b"-.5", b"\0", b"endobj"])
        assert all(p.where.file == "deck.pdf" for p in found(tmp_path, bytes(data)))


def page_with(content: bytes, more: bytes = b"", *objects: bytes) -> bytes:
    """A file of one page, made by hand; `objects` are numbered from 5."""
    parts = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.2756 841.8898]/Contents 4 0 R"
        b"/Resources<<%b>>>>" % more,
        b"<</Length %d>>\nstream\n%b\nendstream" % (len(content), content),
        *objects,
    ]
    out, offsets = b"%PDF-1.7\n", []
    for number, part in enumerate(parts, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, part)
    rows = b"".join(b"%010d 00000 n \n" % at for at in offsets)
    return out + (
        b"xref\n0 %d\n0000000000 65535 f \n%btrailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
        % (len(parts) + 1, rows, len(parts) + 1, len(out))
    )


def on_empty(tmp_path: Path, data: bytes) -> list[Problem]:
    """What is found where a sheet without anything is expected."""
    path = tmp_path / "deck.pdf"
    path.write_bytes(data)
    return prove(path, [Sheet(A4, "front", 1, ())])


def test_numbers_beyond_all_paper(tmp_path: Path) -> None:
    huge = b"9" * 38
    content = b"\n".join(
        [
            b"q %b 0 0 %b 0 0 cm 0 0 1 1 re f 0 0 m %b %b l S Q" % (huge, huge, huge, huge),
            b"q 0 0 0 0 0 0 cm 0 0 1 1 re f Q",
            b"BT /F1 %b Tf (x) Tj ET" % huge,
            b"BT /F1 0 Tf (x) Tj ET BT /F1 9 Tf -%b %b Td (y) Tj ET" % (huge, huge),
        ]
    )
    font = b"/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
    assert "proof-extra" in {p.code for p in on_empty(tmp_path, page_with(content, font))}


def test_forms_within_themselves(tmp_path: Path) -> None:
    form = (
        b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>/Length 5>>"
    )
    data = page_with(b"/F Do", b"/XObject<</F 5 0 R>>", form + b"\nstream\n/F Do\nendstream")
    assert found(tmp_path, data)


def test_forms_too_deep(tmp_path: Path) -> None:
    head = (
        b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F %d 0 R>>>>/Length 5>>"
    )
    forms = [head % (k + 6) + b"\nstream\n/F Do\nendstream" for k in range(20)]
    last = (
        b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 12>>\nstream\n0 0 9 9 re f\nendstream"
    )
    data = page_with(b"/F Do", b"/XObject<</F 5 0 R>>", *forms, last)
    problems = found(tmp_path, data)
    assert [p.code for p in problems if "deep" in p.says] == ["proof-unreadable"]


def test_page_without_end(tmp_path: Path) -> None:
    data = page_with(b"0 0 1 1 re f\n" * 50_100)
    problems = found(tmp_path, data)
    assert any("holds over" in p.says for p in problems)


def test_shading_and_layer_and_group(tmp_path: Path) -> None:
    """What no scene can hold: told as such."""
    more = (
        b"/Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 9]/Function"
        b"<</FunctionType 2/N 1/Domain[0 1]/C0[0 0 0]/C1[1 1 1]>>>>>>/Properties<</L 6 0 R>>"
        b"/Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
        b"/ExtGState<</A<</ca .5>>>>/XObject<</F 5 0 R>>"
    )
    content = b"/S sh /OC /L BDC BT /F1 9 Tf 50 50 Td (hi) Tj ET EMC /A gs /F Do"
    form = (
        b"<</Type/XObject/Subtype/Form/BBox[0 0 90 90]/Group<</S/Transparency>>/Length 12>>"
        b"\nstream\n0 0 9 9 re f\nendstream"
    )
    data = page_with(content, more, form, b"<</Type/OCG/Name(L)>>")
    says = [p.says for p in on_empty(tmp_path, data) if p.code == "proof-extra"]
    assert len(says) == 3
    assert "a shading does not belong here" in says[0] + says[1] + says[2]

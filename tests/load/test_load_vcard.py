"""vCards: three versions, what old telephones write, and what nobody should have sent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.load.vcard import MOST, read_vcard
from generator.problems import Problems

V4 = """\
BEGIN:VCARD
VERSION:4.0
FN:Jane "Trixie" D\\, Doe
N:Doe;Jane;;;
ORG:Lantern\\; Field;Dept
TITLE:Head of a very lo
 ng department
item1.TEL;TYPE="work,voice";VALUE=uri:tel:+1-555-0142;ext=5
TEL;TYPE=fax:+1 555 00
TEL;TYPE=cell:+1 555 99
EMAIL;PREF=2:b@x.example
EMAIL;PREF=1:a@x.example
URL:https://www.x.example/
ADR;LABEL="1 Quay\\n1234 Town":;;1 Quay;Town;;1234;Land
SOCIALPROFILE;SERVICE-TYPE=GitHub;USERNAME=jane:https://github.com/jane
SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://social.example/@jane
NOTE:hi
END:VCARD
"""
V3 = """\
BEGIN:VCARD\r
VERSION:3.0\r
N:Grün;Zoë;;Dr.;\r
FN:Zoë Grün\r
TEL;TYPE=WORK,VOICE:1\r
TEL;TYPE=pref:2\r
ADR;TYPE=work:PO 7;Floor 3;Main St 5;Springfield;IL;62704;USA\r
PHOTO;ENCODING=b;TYPE=JPEG:AAAA\r
 BBBB\r
END:VCARD\r
"""
V2 = (
    b"BEGIN:VCARD\r\nVERSION:2.1\r\n"
    b"N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=\r\n=F6rg\r\n"
    b"TEL;CELL:123\r\nADR;WORK:;;Str 1;Ort;;123;\r\n"
    b"X-SOCIALPROFILE;type=twitter:https://twitter.com/jm\r\nEND:VCARD\r\n"
)


def read(tmp_path: Path, data: str | bytes) -> tuple[dict[str, Any], list[str]]:
    path = tmp_path / "one.vcf"
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    problems = Problems()
    taken = read_vcard(path, "one.vcf", problems)
    return {key: one.value for key, one in taken.items()}, [str(p) for p in problems]


def test_version_4(tmp_path: Path) -> None:
    taken, told = read(tmp_path, V4)
    assert taken == {
        "name": 'Jane "Trixie" D, Doe',
        "role": "Head of a very long department",
        "company": "Lantern; Field",
        "phone": "+1-555-0142",
        "mobile": "+1 555 99",
        "mail": "a@x.example",
        "web": "www.x.example",
        "social": {"github": "jane", "mastodon": "@jane@social.example"},
        "address": ["1 Quay", "1234 Town"],
    }
    assert told == ["one.vcf: note: what is not taken from it: NOTE [vcard-left]"]


def test_version_3_with_a_photograph(tmp_path: Path) -> None:
    taken, _ = read(tmp_path, V3)
    assert taken == {
        "name": "Zoë Grün",
        "phone": "2",
        "address": ["Main St 5", "Floor 3", "PO 7", "Springfield, IL 62704", "USA"],
    }


def test_version_2_of_old_telephones(tmp_path: Path) -> None:
    taken, told = read(tmp_path, V2)
    assert taken == {
        "name": "Jörg Müller",
        "mobile": "123",
        "address": ["Str 1", "123 Ort"],
        "social": {"x": "jm"},
    }
    assert told == []


def test_letters_parted_by_a_fold_and_lines_known(tmp_path: Path) -> None:
    name = "Zo\u00eb".encode()
    data = b"BEGIN:VCARD\nVERSION:3.0\nNOTE:a\n b\nFN:" + name[:3] + b"\n " + name[3:]
    path = tmp_path / "one.vcf"
    path.write_bytes(data + b"\nEND:VCARD\n")
    taken = read_vcard(path, "one.vcf", Problems())
    assert taken["name"] == ("Zo\u00eb", 5)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ("", "is no vCard"),
        ("name,role\n", "is no vCard"),
        (b"\x89PNG\0\0", "is no vCard"),
        (b"\xff\xfeB\0E\0", "is UTF-16"),
        (V4 + V4, "holds 2 cards, the second from line 19 on"),
        (V4.replace("END:VCARD\n", ""), "one.vcf:17: error: does not end with END:VCARD"),
        (V4.replace("4.0", "5.0"), "one.vcf:2: error: has the version '5.0'"),
        (V4.replace("VERSION:4.0\n", ""), "has no version"),
        (V4.replace("FN:", "FN"), "one.vcf:3: error: the line 'FN"),
        (V4.replace("FN:", "F N:"), "'F N' is no property's name"),
        (V4.replace("Jane", "Ja\x07ne"), "one.vcf:3: error: the name holds a control character"),
        (V3.encode("latin-1"), "one.vcf:3: error: byte 0xFC is not UTF-8"),
        (V2.replace(b"ISO-8859-1", b"KOI8-R"), "the charset 'koi8-r' is not read"),
        ("BEGIN:VCARD\n" + "A" * 5000 + ":x\nEND:VCARD\n", "has no ':'"),
        (b"BEGIN:VCARD\n" + b"x" * MOST, "at most 4,194,304 are read"),
    ],
)
def test_cards_that_are_refused(tmp_path: Path, data: str | bytes, says: str) -> None:
    taken, told = read(tmp_path, data)
    assert taken == {}
    assert says in "\n".join(told)


def test_a_large_photograph_takes_no_time(tmp_path: Path) -> None:
    lines = "".join(f" {'A' * 74}\n" for _ in range(40_000))
    taken, _ = read(tmp_path, V3.replace("AAAA\r\n BBBB\r\n", f"AAAA\n{lines}"))
    assert taken["name"] == "Zoë Grün"


@given(st.binary(max_size=200))
def test_no_bytes_end_it(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("card", numbered=True)
    for whole in (data, b"BEGIN:VCARD\nVERSION:3.0\n" + data + b"\nEND:VCARD\n"):
        taken, told = read(folder, whole)
        assert taken or told or b"FN" not in data


CODES = ("vcard-format", "vcard-many", "vcard-left")


@pytest.mark.parametrize(("data", "code"), list(zip(("x", V4 + V4, V4), CODES, strict=True)))
def test_codes(tmp_path: Path, data: str, code: str) -> None:
    assert f"[{code}]" in read(tmp_path, data)[1][0]

"""What is wrong with a form is told where it is written, and nothing is written then."""

from __future__ import annotations

import time

import pytest
from ledger import Ledger, Proof
from pypdf import PdfReader

from generator.check.forms import check_form
from generator.problems import Problems, Where

LEAFLET = """\
  guide:
    name: Guide
    size: quarter
    fold: leaflet
    form: true
    cards: pages.yaml
    face: page.xml
"""
PAGE = """\
<card>
  <text box="14 14 r14 8" style="title">{{ card.name }}</text>
  {% if card.page is odd %}<field box="14 30 r14 9" name="a" style="body" max="9"/>{% endif %}
</card>
"""
MARKER = """\
  tent:
    name: Tent
    net: {kind: marker, width: 60, height: 40}
    form: true
    face: tent.xml
"""


def only(found: list[object]) -> str:
    (problem,) = found
    return str(problem)


def face(ledger: Ledger, inside: str) -> None:
    ledger.write("templates/side.xml", f"<card>\n{inside}\n</card>")


@pytest.mark.parametrize(
    ("inside", "code", "says"),
    [
        (
            '<field box="10 10 60 9" name="a" style="body"/>\n'
            '<field box="10 30 60 9" name="a" style="body"/>',
            "form-double",
            "side.xml:3: marshals.a: error: a second field is called marshals.a",
        ),
        (
            '<group copy="half-turn"><field box="10 10 60 9" name="a" style="body"/></group>',
            "form-double form-turned",
            "side.xml:2: marshals.a",
        ),
        (
            '<field box="10 10 60 9" name="a" style="body"/>\n'
            '<field box="10 30 60 9" name="a.b.c" style="body"/>',
            "form-double",
            "side.xml:3: marshals.a.b.c: error: the field marshals.a is a field itself",
        ),
        (
            '<group at="90 90" turn="90"><field box="0 0 60 9" name="a" style="body"/></group>',
            "form-turned",
            "side.xml:2: marshals.a: error: the field is turned by 90°",
        ),
        (
            '<field box="10 10 60 9" name="a" style="body"/>\n'
            '<field box="60 15 60 9" name="b" style="body"/>',
            "form-overlap",
            "side.xml:3: marshals.b: error: the field covers 10.0 x 4.0 mm of 'a'",
        ),
        (
            '<field box="1 10 60 9" name="a" style="body"/>',
            "outside-safe",
            "side.xml:2: marshals: error: the field 'a' reaches 2.0 mm out of the safe area",
        ),
        (
            '<field box="10 10 60 9" name="a" style="body" size="6"/>',
            "text-small",
            "'a' is set in 6 pt",
        ),
        (
            '<rect box="5 5 90 40" fill="ink"/><field box="10 10 60 9" name="a" style="body"/>',
            "contrast-low",
            "'a' has a contrast of 1.0:1",
        ),
        (
            '<field box="10 10 20 9" name="a" style="body" value="{{ card.name }} of the West"/>',
            "text-overflow",
            "side.xml:2: marshals.style body, field a: error: the text is",
        ),
        ("", "form-empty", "game.yaml:7: warning: says form: true, but none of its faces has"),
    ],
)
def test_what_is_wrong_is_said(ledger: Ledger, inside: str, code: str, says: str) -> None:
    face(ledger, inside)
    found = ledger.check(only=("sheets",))
    codes = set(code.split())
    assert {one.code for one in found} == codes
    assert any(says in str(one) for one in found), [str(one) for one in found]
    refused = ledger.refused(only=("sheets",), strict=True)
    assert codes <= {one.code for one in refused}
    assert not ledger.output.exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "the field name '' is empty or has characters"),
        ("a b", "the field name 'a b' is empty or has characters"),
        ("a" * 101, "the field name has 101 characters in 1 parts (at most 100 in 8)"),
        (".".join("abcdefghi"), "the field name has 17 characters in 9 parts"),
    ],
)
def test_names_that_no_field_may_have(ledger: Ledger, name: str, says: str) -> None:
    face(ledger, f'<field box="10 10 60 9" name="{name}" style="body"/>')
    found = ledger.check(only=("sheets",))
    assert {one.code for one in found} == {"markup-value"}
    assert says in str(found[0])
    face(ledger, '<field box="10 10 60 9" name="a.b.c.d.e.f.g.h" style="body"/>')
    ledger.build(only=("sheets",))
    assert ledger.prove() == []


def test_thousands_of_fields_in_one_place(ledger: Ledger) -> None:
    face(ledger, '<field box="10 10 60 9" name="a" style="body"/>')
    press, problems = ledger.press(), Problems()
    sheets = press.game.components["sheets"]
    scene = press.composer.face(sheets, sheets.cards[0])
    assert scene is not None
    (field,) = scene.fields
    fields = tuple(field._replace(name=f"f{n}") for n in range(9000))
    start = time.process_time()
    check_form(
        sheets,
        [(sheets.cards[0], scene._replace(fields=fields))],
        lambda *_: Where("side.xml", 2),
        problems,
    )
    assert time.process_time() - start < 3
    found = list(problems)
    assert {one.code for one in found} == {"form-overlap"}
    assert [one.where.field for one in found] == [one.name for one in fields[1:]]
    assert found[-1].says == "the field covers 60.0 x 9.0 mm of 'f0'"


def test_letters_beyond_winansi_show_and_read_back(ledger: Ledger) -> None:
    ledger.change("sides.yaml", "The Marshals", "Łódź − Straż")
    made = ledger.build(only=("sheets",))
    told = [str(one) for one in made.problems if one.code == "form-letters"]
    assert len(told) == 1
    assert "side.xml:3: marshals.name" in told[0]
    assert "the value has 'Ł', 'ź', '−', 'ż', which other programs may not" in told[0]
    assert ledger.prove() == []
    fields = PdfReader(ledger.form()).get_form_text_fields(full_qualified_name=True)
    assert fields["marshals.name"] == "Łódź − Straż"


def test_names_of_cards_cannot_part_names_of_fields(ledger: Ledger) -> None:
    ledger.write("sides.yaml", "- {id: a.b, name: One}\n- {id: A_b-7., name: Two}\n")
    ledger.build(only=("sheets",))
    assert ledger.prove() == []
    found = PdfReader(ledger.form()).get_form_text_fields(full_qualified_name=True)
    assert {name.split(".")[0] for name in found} == {"a-b", "A_b-7-"}
    ledger.write("sides.yaml", "- {id: a.b, name: One}\n- {id: a-b, name: Two}\n")
    assert {one.code for one in ledger.check(only=("sheets",))} == {"form-double"}


def test_hundreds_of_fields(ledger: Ledger) -> None:
    face(
        ledger,
        "{% for y in range(24) %}{% for x in range(17) %}"
        '<field box="{{ 10 + 10 * x }} {{ 5 + 10 * y }} 9 9" name="r{{ y }}.c{{ x }}" style="body"'
        ' of="number" max="2" value="{{ x }}"/>{% endfor %}{% endfor %}',
    )
    ledger.build(only=("sheets",))
    found = PdfReader(ledger.form()).get_form_text_fields(full_qualified_name=True)
    assert len(found) == 2 * 24 * 17
    assert found["blank.r23.c16"] == "16"
    assert Proof(ledger, only=("sheets",)).faults(ledger.form()) == []


def test_a_leaflet_is_filled_in_page_by_page(ledger: Ledger) -> None:
    ledger.write("game.yaml", (ledger.folder / "game.yaml").read_text("utf-8") + LEAFLET)
    pages = "\n".join(f"- {{id: p{n}, name: Page {n}}}" for n in range(1, 9))
    ledger.write("pages.yaml", pages + "\n")
    ledger.write("templates/page.xml", PAGE)
    made = ledger.build(only=("guide",))
    assert [entry.pages for entry in made.manifest.files] == [2, 8]
    assert ledger.prove() == []
    found = PdfReader(ledger.form("guide")).get_form_text_fields(full_qualified_name=True)
    assert list(found) == ["p1.a", "p3.a", "p5.a", "p7.a"]


def test_a_net_is_filled_in_where_its_panels_stand_upright(ledger: Ledger) -> None:
    ledger.write("game.yaml", (ledger.folder / "game.yaml").read_text("utf-8") + MARKER)
    panel = (
        '<card>{% set p = net.panels["{}"] %}<group box="{{ p.box }}" turn="{{ p.turn }}">'
        '<field box="5 10 r5 9" name="about" style="body"/></group></card>'
    )
    ledger.write("templates/tent.xml", panel.replace("{}", "front"))
    upright = ledger.check(only=("tent",))
    ledger.write("templates/tent.xml", panel.replace("{}", "back"))
    turned = ledger.check(only=("tent",))
    found = sorted([[one.code for one in upright], [one.code for one in turned]])
    assert found == [[], ["form-turned"]]


def test_a_back_with_fields_follows_its_face(ledger: Ledger) -> None:
    ledger.change("game.yaml", "back: back.xml", "back: back.xml\n    form: true")
    ledger.write(
        "templates/back.xml", '<card><field box="10 10 r10 9" name="behind" style="body"/></card>'
    )
    ledger.build(only=("deck",))
    assert ledger.prove() == []
    pages = PdfReader(ledger.form("deck")).pages
    names = [{note["/T"] for note in page["/Annots"]} for page in pages]
    assert [("behind" in found, len(found)) for found in names] == [
        (False, 3), (True, 1), (False, 3), (True, 1),
    ]  # fmt: skip


def test_a_book_is_no_form_and_files_have_one_name(ledger: Ledger) -> None:
    text = (ledger.folder / "game.yaml").read_text("utf-8")
    book = "  rules: {name: Rules, kind: book, text: rules.md, form: true}\n"
    ledger.write("game.yaml", text + book)
    assert any("a book takes no 'form'" in one.says for one in ledger.refused())
    ledger.write(
        "game.yaml",
        text.replace("\n  deck:", "\n  sheets-form:").replace("joins: deck", "joins: sheets-form"),
    )
    found = [one for one in ledger.check() if one.code == "file-double"]
    assert "its form would be sheets-form.pdf, which is another component's file" in found[0].says

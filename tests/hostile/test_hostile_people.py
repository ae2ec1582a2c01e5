"""People who write anything into an overlay, a row or a vCard: told at their own lines, at once."""

from __future__ import annotations

import faulthandler
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from firm import Firm, overlay
from hostile_games import png

import generator.people
from generator.load.vcard import read_vcard
from generator.model.order import Order
from generator.pipeline import load
from generator.problems import Problem, Problems, Refused

ART = {
    "bomb.png": png(30_000, 30_000),
    "none.png": b"hello",
    "entity.svg": b'<!DOCTYPE s [<!ENTITY a "a">]><svg xmlns="http://www.w3.org/2000/svg"/>',
}


@pytest.fixture
def firm(tmp_path: Path) -> Firm:
    made = Firm(tmp_path)
    for name, data in ART.items():
        path = tmp_path / "card_data/firm/art" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return made


def refused(firm: Firm, order: Order | None = None) -> list[Problem]:
    """What stops a run over the table before anything is made."""
    with pytest.raises(Refused) as stopped:
        firm.build(order)
    assert not firm.out.exists()
    return [problem for problem in stopped.value.problems if problem.level == "error"]


def places(problems: list[Problem]) -> list[tuple[str, int, str | None]]:
    return [(problem.code, problem.where.line, problem.where.field) for problem in problems]


def test_overlays_whose_words_cannot_be_printed(firm: Firm) -> None:
    lines = ['name: "\\u05d9\\u05e2\\u05dc \\u05db"', 'role: "\\u202eboss"', "links: {git: 😀}"]
    firm.write("overlays/odd.yaml", overlay("odd", [*lines, "lines: [fine, e\u0301te\u0301]"]))
    with pytest.raises(Refused) as stopped:
        load(firm.workspace, firm.place, ("odd",), Problems())
    found = stopped.value.problems
    assert {problem.where.file for problem in found} == {"card_data/firm/overlays/odd.yaml"}
    assert places(found) == [("script-refused", 6, "name")] * 4 + [
        ("script-refused", 7, "role"),
        ("script-refused", 8, "links"),
    ]
    assert "1 more" in found[3].says


@pytest.mark.parametrize("name", ["", '""', '"  "', '"\\u200b\\u2060"'])
def test_a_name_of_nothing(firm: Firm, name: str) -> None:
    firm.write("overlays/odd.yaml", overlay("odd", [f"name: {name}", "role: Boss"]))
    with pytest.raises(Refused) as stopped:
        load(firm.workspace, firm.place, ("odd",), Problems())
    assert places(stopped.value.problems) == [("field-missing", 6, "name")]


@pytest.mark.parametrize(
    ("logo", "code", "place"),
    [
        ("bomb.png", "picture-too-big", "overlays/odd.yaml"),
        ("none.png", "picture-kind", "overlays/odd.yaml"),
        ("entity.svg", "svg-syntax", "art/entity.svg"),
    ],
)
def test_logos_that_are_none(firm: Firm, logo: str, code: str, place: str) -> None:
    lines = ["name: Jo", "role: Boss", f"logo: art/{logo}"]
    firm.write("overlays/odd.yaml", overlay("odd", lines))
    with pytest.raises(Refused) as stopped:
        load(firm.workspace, firm.place, ("odd",), Problems())
    (found,) = stopped.value.problems
    assert (found.code, found.where.file, found.where.field) == (
        code,
        f"card_data/firm/{place}",
        "logo",
    )


def test_rows_are_looked_at_before_anybody_is_printed(firm: Firm) -> None:
    firm.lists(
        "ann,Ann,Boss,red,",
        "bob,\u05d0,Boss,red,",
        "cy,\u200b,Boss,red,",
        "people.json,Dee,Boss,red,",
        "eve,Eve,Boss,red,foxx;owl*0;cat: 1.5",
        head="id,name,role,colour,stack",
    )
    assert set(places(refused(firm))) == {
        ("script-refused", 3, "name"),
        ("field-missing", 4, "name"),
        ("id-illegal", 5, "id"),
        ("ref-missing", 6, "stack.foxx"),
        ("field-value", 6, "stack.owl"),
        ("field-value", 6, "stack.cat"),
    }


def test_a_table_of_nothing_but_faults_is_told_of_in_short(firm: Firm) -> None:
    firm.lists(*(f"../{n},,far too long for a role,green," for n in range(5000)))
    found = refused(firm)
    assert len(found) < 220
    assert found[-1].code == "field-flood"


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Order(target="sizes"), "file-missing"),
        (Order(only=("nobody",)), "component-unknown"),
        (Order(cards=("nothing",)), "card-unknown"),
        (Order(target="avery-5371", first_cell=11), "sheet-choice"),
        (Order(target="moo-us", guides="knife"), "shop-choice"),
    ],
)
def test_an_order_that_cannot_be_is_no_persons_fault(firm: Firm, order: Order, code: str) -> None:
    firm.lists("ann,Ann,Boss,red,", "bob,Bob,Boss,red,")
    found = refused(firm, order)
    assert [problem.code for problem in found] == [code]
    assert found[0].where.card is None


def test_what_stands_where_the_summary_goes(firm: Firm) -> None:
    firm.lists("ann,Ann,Boss,red,")
    (firm.out / "people.json").mkdir(parents=True)
    with pytest.raises(Refused) as stopped:
        firm.build()
    errors = [problem.code for problem in stopped.value.problems if problem.level == "error"]
    assert errors == ["output-in-the-way"]
    assert [path.name for path in firm.out.iterdir()] == ["people.json"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["TEL;PREF=\u00b2:1", "TEL;PREF=-1:2", f"TEL;PREF={'9' * 1000}:3"], None),
        (["X-A:1"] * 6000, "vcard-format"),
    ],
)
def test_vcards_of_odd_numbers(tmp_path: Path, lines: list[str], code: str | None) -> None:
    path = tmp_path / "odd.vcf"
    card = ["BEGIN:VCARD", "VERSION:4.0", "FN:Jo", *lines, "END:VCARD", ""]
    path.write_text("\r\n".join(card), "utf-8", newline="")
    problems = Problems()
    taken = read_vcard(path, "odd.vcf", problems)
    assert [problem.code for problem in problems] == ([code] if code else [])
    assert bool(taken) == (code is None)


def test_a_process_that_is_killed_stops_the_run_without_a_word_lost(
    firm: Firm, monkeypatch: pytest.MonkeyPatch
) -> None:
    firm.lists(*(f"p{n},P {n},Boss,red,fox" for n in range(6)))
    real, here = generator.people.printed, os.getpid()

    def printed(press: Any, data: str, folder: Path, laid: Any) -> Any:
        if folder.name == "p3" and os.getpid() != here:
            faulthandler.disable()
            os.kill(os.getpid(), signal.SIGKILL)
        return real(press, data, folder, laid)

    monkeypatch.setattr(generator.people, "printed", printed)
    with pytest.raises(Refused) as stopped:
        firm.build(workers=2)
    (found,) = stopped.value.problems
    assert (found.code, found.where.file) == ("people-lost", "p3")
    monkeypatch.undo()
    made = firm.build()
    assert {"kept", "made"} == {one.state for one in made.done}
    names = {path.name for path in firm.out.iterdir()}
    assert names == {"people.json", *(f"p{n}" for n in range(6))}, "nothing half done is left"


def test_all_that_is_wrong_with_a_stack_is_told_at_once(firm: Firm) -> None:
    pairs = "foxx: 1, owl: 0, fox: 1000000000, cat: x"
    firm.write("overlays/odd.yaml", overlay("odd", ["name: Jo", "role: B", f"stack: {{{pairs}}}"]))
    found = [problem for problem in firm.load("odd")[1] if problem.level == "error"]
    assert {problem.where.field for problem in found} == {
        "stack.foxx",
        "stack.owl",
        "stack.fox",
        "stack.cat",
    }


def test_output_among_the_data_is_refused(firm: Firm) -> None:
    """Every run would find another game than the last one, and redo everybody."""
    firm.lists("ann,Ann,Boss,red,")
    firm.out = firm.root / "card_data/firm/home-a4"
    assert [problem.code for problem in refused(firm)] == ["people-place"]

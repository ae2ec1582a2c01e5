"""A table of people printed: a folder each, done ones kept, faults told before."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from firm import Firm, overlay

from generator.crew import Lost, in_order
from generator.laid import laid_again
from generator.load.fingerprint import sha256_of
from generator.model.order import Order
from generator.pipeline import build, load, prove
from generator.problems import Problems, Refused, Where
from generator.write.manifest import read_manifest

ROWS = ("ann,Ann,Boss,red,fox*2;owl", "bob,Bob,Clerk,blue,", "cy,Cy,Chef,red,cat")


def codes(refused: Refused) -> list[str]:
    """Codes of errors."""
    return [problem.code for problem in refused.problems if problem.level == "error"]


def words(folder: Path) -> str:
    import pypdfium2

    with pypdfium2.PdfDocument(folder / "deck.pdf") as file:
        return " ".join(page.get_textpage().get_text_range() for page in file)


def test_everybody_gets_a_folder_that_proves(firm: Firm) -> None:
    firm.lists(*ROWS)
    told: list[tuple[int, int]] = []
    made = firm.build(tell=lambda what, done, of: told.append((done, of)))
    assert firm.states(made) == [("ann", "made"), ("bob", "made"), ("cy", "made")]
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert [one.cards for one in made.done] == [3, 3, 1]
    assert sorted(p.name for p in (firm.out / "ann").iterdir()) == ["deck.pdf", "manifest.json"]
    assert "Ann" in words(firm.out / "ann")
    assert "Boss" in words(firm.out / "ann")
    assert "Sam" not in words(firm.out / "ann")
    for one in made.done:
        found = list(prove(firm.workspace, firm.out / one.id))
        assert found == []
    summary = json.loads((firm.out / "people.json").read_text("utf-8"))
    assert (summary["made"], summary["kept"], summary["faulty"], summary["cards"]) == (3, 0, 0, 7)


def test_a_row_is_an_overlay(firm: Firm) -> None:
    """The same person by overlay and by table: the same bytes."""
    firm.lists("jo,Jo,Boss,blue,owl*2", "ann,Ann,Boss,red,fox*2;owl")
    firm.write(
        "overlays/jo.yaml",
        overlay("jo", ["name: Jo", "role: Boss", "colour: blue", "stack: {owl: 2}"]),
    )
    firm.build()
    order = Order(only=("deck",), edition=("jo",))
    build(firm.workspace, firm.place, order, firm.root / "single")
    assert sha256_of(firm.out / "jo" / "deck.pdf") == sha256_of(firm.root / "single" / "deck.pdf")


def test_faces_alike_are_composed_once_and_others_are_not(firm: Firm) -> None:
    """What an imported template sets of somebody is theirs alone."""
    firm.lists(*(f"p{n},P {n},Boss,{('red', 'blue')[n % 2]},fox" for n in range(6)))
    firm.build()
    bytes_ = [(firm.out / f"p{n}" / "deck.pdf").read_bytes() for n in range(6)]
    shutil.rmtree(firm.out)
    for n in range(6):
        firm.lists(f"p{n},P {n},Boss,{('red', 'blue')[n % 2]},fox")
        firm.build()
        assert (firm.out / f"p{n}" / "deck.pdf").read_bytes() == bytes_[n]


def test_who_is_done_is_not_done_again(firm: Firm) -> None:
    firm.lists(*ROWS)
    firm.build()
    before = {p: p.stat().st_mtime_ns for p in firm.out.glob("*/deck.pdf")}
    firm.lists(ROWS[0], ROWS[1].replace("Clerk", "Chief"), ROWS[2])
    (firm.out / "cy" / "deck.pdf").unlink()
    made = firm.build()
    assert firm.states(made) == [("ann", "kept"), ("bob", "made"), ("cy", "made")]
    assert (firm.out / "ann" / "deck.pdf").stat().st_mtime_ns == before[firm.out / "ann/deck.pdf"]
    assert "Chief" in words(firm.out / "bob")
    assert {one.state for one in firm.build(Order(mono=True)).done} == {"made"}
    firm.edit("templates/rules.xml", "Rules", "Rule")
    assert {one.state for one in firm.build(Order(mono=True)).done} == {"made"}


def test_an_interrupted_run_goes_on(firm: Firm) -> None:
    firm.lists(*ROWS)

    def stop(what: str, done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        firm.build(tell=stop)
    assert sorted(p.name for p in firm.out.iterdir()) == ["ann", "bob"]
    assert firm.states(firm.build()) == [("ann", "kept"), ("bob", "kept"), ("cy", "made")]


def test_many_workers_make_the_same(firm: Firm) -> None:
    firm.lists(*ROWS)
    firm.build()
    one = {p.parent.name: p.read_bytes() for p in firm.out.glob("*/deck.pdf")}
    shutil.rmtree(firm.out)
    assert len(firm.build(workers=3).done) == 3
    assert {p.parent.name: p.read_bytes() for p in firm.out.glob("*/deck.pdf")} == one


def test_people_who_left_are_named(firm: Firm) -> None:
    firm.lists(*ROWS)
    firm.build()
    firm.lists(*ROWS[:2])
    assert firm.build().strangers == ["cy"]


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (["a,,Boss,red,"], "staff.csv:2: a.name: error: column 2 (B): the name is missing"),
        (["a,A,,red,"], "staff.csv:2: a.role: error: column 3 (C): the field 'role' is missing"),
        (["a,A,B,green,"], "staff.csv:2: a.colour: error: column 4 (D): is 'green'"),
        (["a,A,B,red,foxx"], "staff.csv:2: a.stack.foxx: error: column 5 (E): there is no card"),
        (["a,A,B,red,fox*0"], "column 5 (E): is 0; 1 to 10,000"),
        (["../x,A,B,red,"], "[id-illegal]"),
        (
            ["a,A,B,red,", "A,A,B,red,"],
            "staff.csv:3: A: error: the id 'A' stands here and on line 2",
        ),
        ([], "lists nobody"),
    ],
)
def test_a_faulty_table_writes_nothing(firm: Firm, rows: list[str], says: str) -> None:
    firm.lists("ok,Ok,Boss,red,", *rows) if rows else firm.lists()
    if rows:
        says = says.replace(":3:", ":4:").replace(":2:", ":3:").replace("line 2", "line 3")
    with pytest.raises(Refused) as refused:
        firm.build()
    assert says in "\n".join(map(str, refused.value.problems))
    assert not firm.out.exists()


def test_every_fault_of_every_row_is_told_at_once(firm: Firm) -> None:
    firm.lists("a,,,green,x", "b,B,far too long for a role,red,", "c,C,D,red,fox*x")
    with pytest.raises(Refused) as refused:
        firm.build()
    found = [(p.where.line, p.code) for p in refused.value.problems if p.level == "error"]
    assert found == [
        (2, "field-missing"),
        (2, "field-value"),
        (2, "field-missing"),
        (2, "ref-missing"),
        (3, "field-long"),
        (4, "ref-missing"),
    ]


def test_tables_as_spreadsheets_write_them(firm: Firm) -> None:
    text = 'ID;Name;Role;Colour;Stack\r\nann;Änn;Boss;blue;"fox*2, owl"\r\n'
    firm.table.write_text(text, encoding="utf-8-sig", newline="")
    assert firm.build().done[0].cards == 3
    assert "Änn" in words(firm.out / "ann")
    import openpyxl

    book = openpyxl.Workbook()
    book.active.append(["name", "role", "links", "lines"])
    book.active.append(["Änn B", "Boss", "git: ann; chat: an", "one; two"])
    table = firm.root / "staff.xlsx"
    book.save(table)
    made = firm.build(table=table)
    assert firm.states(made) == [("ann-b", "made")]
    assert "git ann chat an" in words(firm.out / "ann-b")
    kept = read_manifest(firm.out / "ann-b", Problems())
    assert kept is not None
    assert kept.laid["links"] == {"git": "ann", "chat": "an"}
    assert kept.laid["lines"] == ["one", "two"]


def test_who_cannot_be_printed_is_told_of_and_left_out(firm: Firm) -> None:
    firm.lists("ann,Ann,Boss,red,", f"bob,{'B' * 90},Boss,red,", "cy,Cy,Boss,red,")
    made = firm.build()
    assert firm.states(made) == [("ann", "made"), ("bob", "faulty"), ("cy", "made")]
    cut = [p.where.card for p in made.problems if p.code == "text-overflow"]
    assert cut == ["bob fox", "bob owl", "bob cat"]
    assert not [p for p in made.problems if p.where.card and not p.where.card.startswith("bob ")]
    assert not (firm.out / "bob").exists()


def test_a_fault_that_all_share_is_told_for_all_and_the_run_given_up(firm: Firm) -> None:
    firm.edit("templates/face.xml", 'box="6 20 r6 30"', 'box="6 1 r6 30"')
    firm.lists(*(f"p{n},P,Boss,red,fox" for n in range(25)))
    made = firm.build()
    assert len(made.done) == made.count("faulty") == 20
    assert made.problems[-1].code == "people-hopeless"
    assert {p.code for p in made.problems[:-1] if p.level == "error"} == {"outside-safe"}


def test_a_table_among_the_data_is_refused(firm: Firm) -> None:
    firm.lists(*ROWS)
    with pytest.raises(Refused) as refused:
        firm.build(table=Path(shutil.copy(firm.table, firm.root / "card_data" / "firm")))
    assert codes(refused.value) == ["people-place"]


def test_a_game_for_nobody(firm: Firm) -> None:
    firm.edit("game.yaml", "personal: staff\n", "")
    firm.edit("game.yaml", "    counted: stack\n", "")
    firm.lists(*ROWS)
    with pytest.raises(Refused) as refused:
        firm.build()
    assert codes(refused.value) == ["people-none"]


def test_what_stands_in_the_way_stops_the_run(firm: Firm) -> None:
    firm.lists(*ROWS)
    (firm.out / "bob").mkdir(parents=True)
    (firm.out / "bob" / "thesis.txt").write_text("x")
    with pytest.raises(Refused) as refused:
        firm.build()
    assert codes(refused.value) == ["output-in-the-way"]
    assert (firm.out / "bob" / "thesis.txt").read_text() == "x"


def test_the_order_may_name_other_components(firm: Firm) -> None:
    firm.lists(ROWS[0])
    firm.build(Order(only=("rules",)))
    assert (firm.out / "ann" / "rules.pdf").is_file()
    assert not (firm.out / "ann" / "deck.pdf").exists()


def test_an_edition_holds_for_all(firm: Firm) -> None:
    firm.write(
        "overlays/house.yaml", overlay("house", ["name: X", "role: Staff", "links: {chat: all}"])
    )
    firm.lists("ann,Ann,", "bob,Bob,Boss", head="id,name,role")
    firm.build(Order(edition=("house",)))
    assert "Staff chat all" in words(firm.out / "ann")
    assert "Boss chat all" in words(firm.out / "bob")
    assert list(prove(firm.workspace, firm.out / "bob")) == []


@pytest.mark.parametrize(
    ("laid", "code"),
    [
        ({"id": "a", "name": "A", "role": "x" * 30}, "field-long"),
        ({"id": "a", "name": "A", "role": "x", "nonsense": "y"}, "field-unknown"),
        ({"id": "a", "name": "A", "role": "x", "stack": {"wolf": "1"}}, "ref-missing"),
    ],
)
def test_a_manifest_that_lies_about_its_row(firm: Firm, laid: dict[str, object], code: str) -> None:
    game, rules = load(firm.workspace, firm.place, (), Problems())
    with pytest.raises(Refused) as refused:
        laid_again(
            firm.workspace, firm.place, game, rules, laid, Where("manifest.json"), Problems()
        )
    assert codes(refused.value) == [code]


def test_a_manifest_with_a_row_of_another_shape(firm: Firm) -> None:
    firm.lists(ROWS[0])
    firm.build()
    path = firm.out / "ann" / "manifest.json"
    plain = json.loads(path.read_text("utf-8"))
    plain["laid"]["name"] = {"a": ["b"]}
    path.write_text(json.dumps(plain), "utf-8")
    problems = Problems()
    assert read_manifest(firm.out / "ann", problems) is None
    assert [problem.code for problem in problems] == ["manifest-broken"]


# The crew


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_work_comes_back_in_order(workers: int) -> None:
    assert list(in_order(lambda n: n * n, 7, workers)) == [n * n for n in range(7)]
    assert list(in_order(lambda n: n, 0, workers)) == []


def test_a_worker_that_ends_is_noticed() -> None:
    import os

    def work(number: int) -> int:
        if number == 3:
            os._exit(1)
        return number

    with pytest.raises(Lost, match="before number 4"):
        list(in_order(work, 6, 2))


def test_whoever_listens_may_stop() -> None:
    answers = in_order(lambda n: "x" * 100_000, 1000, 2)
    assert len(next(answers)) == 100_000
    answers.close()

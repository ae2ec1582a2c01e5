"""The Composer as a whole: golden scenes, sharing, places, problems of a card all at once."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from demo_game import DEMO, POKER, Bench, Folder, card, component, game, spec, style, styles
from dump import dump

from generator.compose.faces import Composer
from generator.model.card import Entry
from generator.model.scalars import Int, Strict, Text
from generator.problems import Problems, Where
from generator.scene import Run, Scene

GOLDEN = Path(__file__).parents[1] / "golden" / "scenes"


def scene(side: str, size: tuple[float, float] = POKER) -> Scene:
    bench = Bench()
    made = getattr(bench.composer, side)(component(size), card())
    assert not list(bench.problems)
    assert made is not None
    return made  # type: ignore[no-any-return]


@pytest.mark.parametrize("side", ["face", "back"])
@pytest.mark.parametrize("size", [POKER, (63.0, 88.0)], ids=["poker", "metric"])
def test_golden_scenes(side: str, size: tuple[float, float], update_golden: bool) -> None:
    path = GOLDEN / f"compose-{side}-{size[0]:g}x{size[1]:g}.txt"
    made = dump(scene(side, size))
    if update_golden:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(made, "utf-8")
    assert made == path.read_text("utf-8")


def test_equal_markup_is_placed_once_and_shared() -> None:
    composer = Bench().composer
    first = composer.face(component(), card())
    again = composer.face(component(name="other"), card(id="c1"))
    assert first is not None
    assert again is not None
    assert again.items is first.items
    backs = [composer.back(component(), card(id=f"c{n}")) for n in range(3)]
    assert [back and back.of for back in backs] == ["c0", "c1", "c2"]
    assert len({id(back.items) for back in backs if back}) == 1


def test_a_back_that_reads_no_card_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    composer = Bench().composer
    made = composer.back(component(), card())
    monkeypatch.setattr(composer._templates, "_plain", None)
    again = composer.back(component(), card(id="c2"))
    assert made is not None
    assert again is not None
    assert again.items is made.items


def test_cards_differ_where_their_data_differs() -> None:
    composer = Bench().composer
    words = []
    for n in range(3):
        made = composer.face(component(), card(f"Number {n}", id=f"c{n}"))
        assert made is not None
        words += [i.text for i in made.items if isinstance(i, Run) and i.text.startswith("Number")]
    assert words == ["Number 0", "Number 1", "Number 2"]


def test_no_back_is_none_and_no_problem() -> None:
    bench = Bench()
    assert bench.composer.back(component(), card(back=None)) is None
    assert not list(bench.problems)


def test_elements_are_numbered_in_painting_order() -> None:
    numbers = [item.element for item in scene("face").items]
    assert numbers[0] == 0
    gaps = {b - a for a, b in pairwise(numbers)}
    assert gaps <= {0, 1}


def test_every_element_is_found_in_its_template() -> None:
    composer = Bench().composer
    made = composer.face(component(), card())
    assert made is not None
    source = (DEMO / "templates" / "card.xml").read_text("utf-8").splitlines()
    tags = {"rank": "<text", "suit": "<rect", "cost": "<track", "rules": "<text"}
    for item in made.items:
        where = composer.locate(component(), card(), "front", item.element)
        assert where.card == "c1"
        if item.fact in tags:
            assert where.file == "templates/card.xml"
            assert tags[item.fact] in source[where.line - 1]
            assert f'fact="{item.fact}"' in source[where.line - 1]
    last = composer.locate(component(), card(), "front", made.items[-1].element)
    assert last == Where("templates/shared.xml", 2, "c1")
    for beyond in (999, -1):
        where = composer.locate(component(), card(), "front", beyond)
        assert where == Where("templates/card.xml", 0, "c1")
    back = composer.locate(component(), card(), "back", 0)
    assert back == Where("templates/back.xml", 2, "c1")


def test_all_faults_of_a_card_at_once_at_their_lines(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    name = bench.template(
        """{# a comment
           of two lines #}
<card>
  <rect box="1 2 3" fill="ink"/>
  {% if card.cost > 2 -%}
     <rect box="1 2 3 4" fil="ink"/>
  {%- endif %}
  <group at="1 1">
    <text box="0 0 20 5" style="{{ card.rank
        }}">x</text>
    <line from="0 0" to="5 5"
          stroke="red"/>
  </group>
  <image box="0 0 10 10" src="art/none.png"/>
  <rect box="1 2 3 4" fill="ink"/>
</card>
"""
    )
    assert bench.composer.face(component(), card(face=name)) is None
    found = [(p.where.line, p.code) for p in bench.problems]
    assert found == [
        (4, "markup-value"),
        (6, "markup-attribute"),
        (9, "style-unknown"),
        (11, "style-colour"),
        (14, "file-missing"),
    ]
    assert {p.where.card for p in bench.problems} == {"c1"}


def test_a_faulty_card_does_not_lose_the_others(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    name = bench.template('<card><text box="0 0 20 5" style="rules">{{ card.name }}</text></card>')
    bad = card("word " * 99, id="bad", face=name)
    made = [
        bench.composer.face(component(), one)
        for one in (card(id="a", face=name), bad, card(id="b", face=name))
    ]
    assert made[0] is not None
    assert made[2] is not None
    assert [(p.code, p.where.card) for p in bench.problems] == [("text-overflow", "bad")]


def test_undefined_names_say_line_card_and_near_miss(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    problem = bench.only("\n\n{{ card.raank }}")
    assert (problem.code, problem.where.line) == ("template-undefined", 3)
    assert "'raank'" in problem.says
    assert "'rank'" in problem.fix
    for text, fix in {
        "{{ crad.rank }}": "'card'",
        "{{ card.suit.colr }}": "'colour'",
        "{{ fig('strat') }}": "'start'",
        "{{ count(1, 'crad') }}": "'card'",
        "{{ catalog('siuts') }}": "'suits'",
        "{{ option('tei') }}": "'tie'",
        "{{ catalog('suits').star }}": "'stars'",
        "{{ card.rank|uper }}": "'upper'",
    }.items():
        bench.problems = Problems()
        found = bench.only(text)
        assert found.where.line == 1
        assert fix in found.fix, found


def test_fields_named_like_methods_are_data(tmp_path: Path) -> None:
    fields = {name: f"the {name}" for name in ("items", "copy", "keys", "values", "get", "data")}
    shown = "|".join(f"{{{{ card.{name} }}}}" for name in fields)
    shown += "|" + "|".join(f"{{{{ card['{name}'] }}}}" for name in fields)
    bench = Bench(tmp_path)
    made = bench.good(f'<text box="0 0 60 60" style="small">{shown}</text>', **fields)
    words = " ".join(item.text for item in made.items if isinstance(item, Run))
    assert words.split("|") == [f"the {name}" for name in fields] * 2


def words_of(made: Scene) -> str:
    return " ".join(item.text for item in made.items if isinstance(item, Run))


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ("card.cost", "0"),
        ("card.flavour", ""),
        ("card.rank", "007"),
        ("card.suit.name", "Stars"),
        ("card.suit.beats.beats.beats.id", "dots"),
        ("catalog('suits')|map(attribute='name')|join('+')", "Stars+Dots"),
        ("catalog('suits')['dots'].name", "Dots"),
        ("catalog('suits')|length", "2"),
        ("option('tie')", "low"),
        ("card.suit == catalog('suits').stars", "yes"),
        ("card.items|join(', ')", "a, b"),
        ("count(1, 'card') ~ ' of ' ~ count(2, 'card')", "1 card of 2 cards"),
        ("component.width / 4", "15.875"),
        ("1 / 3", "0.3333"),
        ("0.1 + 0.2 - 0.3", "0"),
        ("-0.00001", "0"),
        ("game.short ~ game.version", "Demo Game1.2"),
        ("card.nothing|d('none')", "none"),
        ("card.nothing is defined", "no"),
        ("7 // 2 * 2 ** 3 % 5", "4"),
        ("'<b>' ~ card.rank", "<b>007"),
        ("['a', 'b'][1:]|join", "b"),
        ("2.5|round", "2"),
        ("2.21|round(1, 'ceil')", "2.3"),
        ("[1, 2]|sum", "3"),
        ("range(3)|join", "012"),
        ("card.rank.split('0')|length", "3"),
        ("{'a': 1}.get('a')", "1"),
        ("{'a': [1, 2]}.a[1]", "2"),
        ("(1, [2, (3, card.cost)])[1][1]|join", "30"),
        ("[1] + [2]|list == [1, 2]", "yes"),
        ("card.effects|length", "0"),
    ],
)
def test_expressions(tmp_path: Path, expression: str, printed: str) -> None:
    text = f'<text box="0 0 60 60" style="rules">{{{{ {expression} }}}}</text>'
    made = Bench(tmp_path).good(text, cost=0, flavour=None, rank="007")
    assert words_of(made) == printed


class Draw(Strict):
    kind: Text = "draw"
    amount: Int
    deep: tuple[int, ...] = (1, 2)

    @property
    def unit(self) -> str:
        return "card"


def test_rules_texts_show_their_amounts(tmp_path: Path) -> None:
    fields = {"rules": {"type": "text", "rules": True}}
    text = (
        '<card><text box="0 0 60 60" style="rules">{{ card.rules|rich }} {{ card.effects[0].kind }}'
        " {{ card.effects[0].unit }} {{ card.effects[0].deep[1] }}</text></card>"
    )
    bench = Bench(tmp_path)
    named = bench.template(text)
    one = card(rules="Take {0}, {fig start} at most.", effects=(Draw(amount=1),), face=named)
    made = bench.composer.face(component(fields=spec(**fields)), one)
    assert made is not None
    assert words_of(made) == "Take 1 card, 10 at most. draw card 2"
    bad = card(rules="Take {3}.", effects=(Draw(amount=1),), face=named)
    assert bench.composer.face(component(fields=spec(**fields)), bad) is None
    (problem,) = bench.problems
    assert problem.code == "template-failed"
    assert "'rules'" in problem.says


def test_data_prints_as_typed(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    text = '<text box="0 0 60 60" style="rules">{{ card.rules }}</text>'
    for typed in ("S&P", "A<B", "<3", "<b>open", "<img src=x>", "**stars**", "{{ 7 }}", "&amp;"):
        assert words_of(bench.good(text, rules=typed)) == typed


def test_newlines_of_data_are_lines(tmp_path: Path) -> None:
    for inside in ("card.rules", "card.rules|rich", "card.rules ~ ''", "[card.rules]|join"):
        text = f'<text box="0 0 60 60" style="rules">{{{{ {inside} }}}}</text>'
        made = Bench(tmp_path).good(text, rules="one\ntwo")
        first, second = (item for item in made.items if isinstance(item, Run))
        assert (first.text, second.text) == ("one", "two")
        assert second.y > first.y


def test_a_label_is_one_run() -> None:
    bench = Bench()
    run = bench.composer.label("FRONT · sheet 1 of 2", 7.0)
    assert (run.x, run.y, run.turn, run.size, run.text) == (0, 0, 0, 7.0, "FRONT · sheet 1 of 2")
    assert 20 < run.width < 30
    assert run is bench.composer.label("FRONT · sheet 1 of 2", 7.0)
    assert bench.composer.label("日本", 7.0).text == "??"
    assert bench.composer.label("", 7.0).width == 0


def test_a_label_without_its_face_is_a_problem(tmp_path: Path) -> None:
    broken = styles()._replace(faces={"plain": tmp_path / "none.ttf"})
    bench = Bench(styles=broken)
    assert bench.composer.label("x", 7.0).width == 0
    assert [p.code for p in bench.problems] == ["font-unusable"]


def test_an_unusable_font_is_a_problem_with_advice(tmp_path: Path) -> None:
    (tmp_path / "bad.ttf").write_bytes(b"OTTO not a font")
    made = styles()
    faces = {**made.faces, "bad": tmp_path / "bad.ttf"}
    text = {**made.text, "rules": style(font="bad")}
    bench = Bench(tmp_path, styles=made._replace(faces=faces, text=text))
    problem = bench.only('<text box="0 0 9 9" style="rules">x</text>')
    assert problem.code == "font-unusable"
    assert problem.fix


def test_a_missing_template_is_told_where_it_is_named() -> None:
    bench = Bench()
    assert bench.composer.face(component(), card(face="nothing.xml")) is None
    (problem,) = bench.problems
    assert (problem.code, problem.where) == ("file-missing", Where("cards.yaml", 3, "c1", "face"))


def test_memory_that_runs_out_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_memory(*_: object) -> None:
        raise MemoryError

    bench = Bench()
    monkeypatch.setattr("generator.compose.faces.parse", out_of_memory)
    assert bench.composer.face(component(), card()) is None
    assert [p.code for p in bench.problems] == ["face-too-big"]


def test_a_reference_into_nothing_is_told() -> None:
    suits = {"stars": Entry("stars", "Stars", {}, (), Where("suits.yaml"))}
    bench = Bench()
    bench.composer = Composer(game({"suits": suits}), Folder(DEMO), bench.problems)
    assert bench.composer.face(component(), card(suit="moons")) is None
    (problem,) = bench.problems
    assert problem.code == "template-undefined"
    assert "'moons'" in problem.says


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("<card>\n<rect>\n</card>", "markup-syntax", 2),
        ("<card>\n<text box='0 0 9 9' style='rules'>a & b</text></card>", "markup-syntax", 2),
        ("<card>\n&bomb;</card>", "markup-syntax", 1),
        ("<card/>\n<card/>", "markup-syntax", 1),
        ("", "markup-syntax", 0),
        ("<rect/>", "markup-element", 1),
        ("<card>\n<card/></card>", "markup-element", 2),
        ("<card>\n<recct/></card>", "markup-element", 2),
        ("<card>\nwords</card>", "markup-element", 1),
        ("<card>\n<rect box='1 1 1 1' fill='ink'>x</rect></card>", "markup-element", 2),
        ("<card tile='yes'/>", "markup-attribute", 1),
        ("<card tiles='maybe'/>", "markup-value", 1),
        ("<card>" + "<group>" * 60 + "</group>" * 60 + "</card>", "face-too-big", 1),
        ("<card>{% for i in range(9999) %}<rect/><rect/><rect/>{% endfor %}</card>",
         "face-too-big", 1),
        ("<!DOCTYPE card [<!ENTITY a 'b'>]><card>&a;</card>", "markup-syntax", 0),
        ("{% if %}", "template-syntax", 1),
        ("\n\n{{ card.rank", "template-syntax", 3),
        ("<card>\n{% include 'nothing.xml' %}</card>", "file-missing", 2),
        ("<card>\n{{ 'x' + 1 }}</card>", "template-failed", 2),
    ],
)  # fmt: skip
def test_faulty_markup(tmp_path: Path, text: str, code: str, line: int) -> None:
    bench = Bench(tmp_path)
    assert bench.composer.face(component(), card(face=bench.template(text))) is None
    (problem,) = bench.problems
    assert (problem.code, problem.where.line) == (code, line), str(problem)
    assert problem.where.file == "templates/t.xml"


def test_a_fault_in_an_included_file_names_that_file(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.template("\n<rect box='1 1 1' fill='ink'/>", "part.xml")
    bench.template("{% macro m() %}\n\n{{ card.rank }}{% endmacro %}", "macros.xml")
    problem = bench.only("\n{% include 'part.xml' %}")
    assert (problem.where.file, problem.where.line) == ("templates/part.xml", 2)
    bench.problems = Problems()
    problem = bench.only("{% import 'macros.xml' as m %}\n{{ m.m() }}")
    assert (problem.where.file, problem.where.line) == ("templates/macros.xml", 3)
    assert "'card' is undefined" in problem.says


def test_an_xml_declaration_and_a_mark_are_passed_over(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    text = '\ufeff{# note #}\n<?xml version="1.0"?>\n<card><!-- <rect> --></card>'
    made = bench.composer.face(component(), card(face=bench.template(text)))
    assert not list(bench.problems)
    assert made is not None
    assert made.items == ()

"""Values of every wrong kind: each is told with its line, its name, a reason and a mend."""

from __future__ import annotations

import pytest

from generator.model.scalars import Strict
from generator.problems import Problem, Problems, Where

AT = "      text: {type: text, required: false, longest: 40}\n"
WRONG = {
    "null": "null",
    "an empty text": '""',
    "a text": "zzz",
    "a long text": "x" * 20_000,
    "a list": "[a]",
    "a mapping": "{a: b}",
    "a list of lists": "[[[a]]]",
    "a list of nothing": "[null]",
    "a huge number": "9" * 5000,
    "digits of another script": "\u0663\u0664",
    "a number with a sign": "+3",
    "a number with a bar": "1_000",
    "a power of ten": "1e3",
    "no number": ".nan",
    "a word that YAML took for yes": "yes",
    "true in capitals": "TRUE",
}
SLOTS = {
    "copies": 0,
    "corner": 0,
    "turned": 0,
    "range": 1,
    "parts": 0,
    "expect": 0,
    "kind": 0,
    "fold": 1,  # empty means none
    "net": 1,
}
"""Keys of a component that take none of these, but `null` where it is 1."""


def told(kit, key: str, value: str) -> list[Problem]:
    kit.edit("game.yaml", "    size: poker\n", f"    size: poker\n    {key}: {value}\n")
    game, problems = kit.load()
    assert game is None, f"{key}: {value[:40]} is taken"
    return problems


@pytest.mark.parametrize("key", SLOTS)
@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_value_is_told_in_full(kit, key: str, what: str) -> None:
    if (what, SLOTS[key]) == ("null", 1):
        return
    problems = told(kit, key, WRONG[what])
    for problem in problems:
        assert problem.where.file == "card_data/demo/game.yaml"
        assert problem.where.line == 9
        assert (problem.where.field or "").startswith(f"components.deck.{key}")
        assert problem.says
        assert problem.fix
        assert len(str(problem)) < 400


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("copies", "many", "is 'many'; a whole number such as 7 or -2 is wanted (write digits"),
        ("copies", "null", "is empty; a whole number is wanted (write digits"),
        ("copies", "9" * 13, "has more than 12 digits (write a smaller number)"),
        ("corner", "1.", "is '1.'; a number such as 7 or 2.5 is wanted (write digits"),
        ("turned", "True", "is 'True'; true or false is wanted (write true or false"),
        ("parts", "x", "is the text 'x'; a list is wanted (write [a, b]"),
        ("range", "[1, 2, 3]", "has 3 items; 2 are wanted (take out 1)"),
        ("net", "[box]", "is a list; a mapping is wanted (write 'key: value' lines"),
        ("net", "{kind: [die]}", "the kind is a list (choices: box, wallet"),
        ("net", "{kind: null}", "the kind is empty (choices: box, wallet"),
        ("net", "{edge: 3}", "'kind' is missing (choices: box, wallet"),
        ("tracks", "[a]", "is a list; a text is wanted (write one text"),
        ("tracks", "null", "is empty; a text is wanted (write one text"),
    ],
)
def test_a_mend_says_what_to_write(kit, key: str, value: str, says: str) -> None:
    assert [says in str(problem) for problem in told(kit, key, value)] == [True]


def test_names_and_texts_of_any_length_are_told_in_short(kit) -> None:
    long = "x" * 20_000
    kit.write("cards.yaml", f"- id: {long}\n- id: two\n  ? {long}\n  : 1\n")
    kit.edit(
        "game.yaml", AT, f"{AT}      far: {{type: ref, to: {long}}}\n      ? {long}\n      : {{}}\n"
    )
    kit.write("rules.yaml", f"? {long}\n: 1\n? {long}\n: 2\n")
    _, problems = kit.load()
    assert {"yaml-double", "field-missing"} <= {problem.code for problem in problems}
    kit.edit("game.yaml", f"      ? {long}\n      : {{}}\n", "")
    kit.write("rules.yaml", f"? {long}\n: 1\n")
    problems += kit.load()[1]
    codes = {"id-illegal", "field-spec", "field-unknown"}
    assert codes <= {problem.code for problem in problems}
    assert all(len(str(problem)) < 1000 for problem in problems)
    assert all(len(str(part)) < 200 for problem in problems for part in problem.where)


def test_a_problem_is_cut_where_nobody_reads_on() -> None:
    problems = Problems()
    says = f"{'s' * 9000} is no name"
    problems.add("field-value", Where("f", 1, "c" * 9000, "g" * 9000), says, "x" * 9000)
    (problem,) = problems
    assert len(str(problem)) < 8000
    assert "s\N{HORIZONTAL ELLIPSIS}s" in problem.says
    assert problem.says.endswith(" is no name")
    assert problem.where.line == 1


class Handed(Strict):
    name: str
    count: int
    fine: bool


def test_data_from_a_program_is_told_as_it_is() -> None:
    with pytest.raises(ValueError, match="name: is the number 7; a text") as told_:
        Handed.read({"name": 7, "count": True, "fine": 1.5})
    assert "count: is true; a whole number is wanted" in str(told_.value)
    assert "fine: is the number 1.5; true or false is wanted" in str(told_.value)


class Pair(Strict):
    least: int
    most: int

    def __post_init__(self) -> None:
        if self.least > self.most:
            raise ValueError(f"is from {self.least} to {self.most}")


def test_what_a_strangers_model_refuses_is_told_on_its_card(kit) -> None:
    kit.edit("game.yaml", 'version: "1"\n', 'version: "1"\nrules: demo\n')
    kit.edit("game.yaml", "cost: {type: int, required: false}", "does: {type: effects}")
    kit.write("cards.yaml", "- id: one\n  does:\n    - {kind: pair, least: 9, most: 2}\n")
    game, problems = kit.load(effects={"pair": Pair})
    assert game is None
    (problem,) = problems
    assert str(problem.where) == "card_data/demo/cards.yaml:3: one.does[0]"
    assert "the effect 'pair' is from 9 to 2" in problem.says
    assert problem.fix


@pytest.mark.parametrize(
    ("expect", "field", "says"),
    [
        ("{tetx: [a]}", "expect.tetx", "'tetx' is no declared field (write 'text')"),
        (
            "{text: " + str([*range(400)]) + ", cost: " + str([*range(400)]) + "}",
            "expect",
            "160,000 combinations are listed; at most 50,000 can be printed",
        ),
    ],
)
def test_what_is_expected_can_be(kit, expect: str, field: str, says: str) -> None:
    """Without a bound, twelve fields of ten values would be counted for days."""
    (problem,) = told(kit, "expect", expect)
    assert problem.where[:2] == ("card_data/demo/game.yaml", 9)
    assert problem.where.field == field
    assert says in str(problem)


def test_more_faults_than_anybody_reads_are_said_to_be_there(kit) -> None:
    problems = told(kit, "parts", "[" + "{name: a, x: 1}, " * 900 + "]")
    assert len(problems) == 201
    assert problems[-1].code == "field-flood"
    assert "700 more" in problems[-1].says

"""Figures, options and units of rules.yaml."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.load.figures import load_figures
from generator.load.read import parse_yaml
from generator.model.figures import Figures
from generator.problems import Problems

RULES = "card_data/demo/rules.yaml"


def load(text: str) -> tuple[Figures, list[str]]:
    problems = Problems()
    node = parse_yaml(text, "rules.yaml", problems)
    return load_figures(node, problems), [str(p) for p in problems]


def test_figures_options_and_units(kit) -> None:
    kit.write(
        "rules.yaml",
        "figures:\n  start_hp: {value: 10, document: 10, section: Setting Up, unit: hp}\n"
        "  deck: {value: 52}\n  in_play: {from: deck - start_hp}\n"
        "  hand: {value: 6, document: 5, variant: a longer game}\n"
        "options:\n  ace: {choices: [1, 14], default: 1}\nunits:\n  hp: {one: HP, many: HP}\n",
    )
    figures = kit.good().figures
    assert figures.fig("in_play") == 42
    assert figures.figures["start_hp"].where[:2] == (RULES, 2)
    assert figures.options["ace"].choices == ("1", "14")
    assert figures.words(2, "hp") == "2 HP"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a", 7),
        ("a - b - 1", 3),
        ("a - (b - 1)", 5),
        ("a + b * 2", 13),
        ("(a + b) * 2", 20),
        ("a // b * 2", 4),
        ("-a // 2", -4),
        ("- (a) + 10", 3),
        ("2*a//3", 4),
    ],
)
def test_sums(text: str, value: int) -> None:
    figures, problems = load(
        f"figures: {{a: {{value: 7}}, b: {{value: 3}}, c: {{from: '{text}'}}}}"
    )
    assert problems == []
    assert figures.fig("c") == value


@given(
    st.recursive(
        st.integers(0, 99).map(str) | st.sampled_from("ab"),
        lambda inner: st.tuples(inner, st.sampled_from(["+", "-", "*", "//"]), inner).map(
            lambda t: f"({t[0]} {t[1]} {t[2]})"
        ),
        max_leaves=6,
    )
)
def test_sums_are_those_of_arithmetic(text: str) -> None:
    figures, problems = load(
        f"figures: {{a: {{value: 7}}, b: {{value: 3}}, c: {{from: '{text}'}}}}"
    )
    try:
        wanted = eval(text, {"a": 7, "b": 3})
    except ZeroDivisionError:
        assert "divides by zero" in problems[0]
        return
    assert problems == []
    assert figures.fig("c") == wanted


@pytest.mark.parametrize(
    ("figure", "says"),
    [
        ("{from: deck - strat}", "names 'strat', which is no figure (write 'start')"),
        ("{from: x}", "goes in a circle: x -> x"),
        ("{from: y + 1}", "goes in a circle: x -> y -> x"),
        ("{from: 1 // 0}", "divides by zero"),
        ("{from: deck // (start - 10)}", "divides by zero"),
        ("{from: deck / 2}", "holds '/' (write // to divide)"),
        ("{from: deck ** 2}", "has '*' where a number should be"),
        ("{from: deck % 2}", "holds '%'"),
        ('{from: "__import__(0)"}', "names '__import__', which is no figure"),
        ("{from: start(0)}", "cannot be read from '(' on"),
        ("{from: deck start}", "cannot be read from 'start' on (put a sign between)"),
        ("{from: deck -}", "ends too early"),
        ("{from: (deck}", "opens a bracket that is not closed"),
        ("{from: deck)}", "cannot be read from ')' on"),
        ('{from: "((((((((((deck))))))))))"}', "nests brackets or signs deeper than 8"),
        ('{from: "---------deck"}', "nests brackets or signs deeper than 8"),
        ("{from: 99999999999999}", "grows beyond 10^12"),
        ("{from: 999999 * 999999 * 999999}", "grows beyond 10^12"),
        ("{from: 1%s}" % (" + 1" * 60), "has 241 characters; at most 200"),
        ("{value: 1, from: deck}", "'x' has both a value and 'from'"),
        ("{section: s}", "'x' has neither value nor 'from'"),
        ("{value: 1.5}", "a whole number such as 7 or -2 is wanted"),
        ("{value: 6, document: 5}", "'x' is 6, the document says 5 (write 5, or say why"),
        ("{from: start, document: 5}", "'x' is 10, the document says 5"),
        ("{value: 1, unit: hit}", "'hit' is no unit (write 'hits')"),
        ("{value: 1, ruling: 9}", "there is no ruling '9' (rulings: none)"),
        ("{value: 1, derived: deck}", "the key 'derived' is not known here"),
        ("{vlaue: 1}", "(write 'value')"),
        ("10", "is the text '10'; a mapping is wanted"),
    ],
)
def test_figures_that_are_none(kit, figure: str, says: str) -> None:
    kit.write(
        "rules.yaml",
        "units: {hits: {one: hit, many: hits}}\nfigures:\n  deck: {value: 52}\n"
        f"  start: {{value: 10}}\n  y: {{from: x}}\n  x: {figure}\n",
    )
    faults = kit.faults()
    assert any(f.startswith(f"{RULES}:6: ") and says in f for f in faults), faults


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("options: {tie: {choices: [a, b], default: c}}", 1, "the default 'c' of 'tie' is none"),
        ("options: {tie: {default: c}}", 1, "'choices' is missing"),
        ("units: {hp: {one: HP}}", 1, "'many' is missing"),
        ("figures: {Start HP: {value: 1}}", 1, "'Start HP' cannot be a name"),
        ("figures: [a]", 1, "a mapping is wanted"),
        ("figure: {}", 1, "(write 'figures')"),
        ("- a", 1, "is a list; keys are wanted"),
        ("figures:\n  a: {value: 1}\n  a: {value: 2}", 3, "on line 2"),
    ],
)
def test_rules_that_are_none(kit, text: str, line: int, says: str) -> None:
    kit.write("rules.yaml", text)
    fault = kit.fault()
    assert fault.startswith(f"{RULES}:{line}: ")
    assert says in fault


def test_a_long_chain_of_sums_ends_soon() -> None:
    lines = [f"  f{i}: {{from: '{' + '.join([f'f{i + 1}'] * 20)}'}}" for i in range(300)]
    started = time.process_time()
    _, problems = load("figures:\n" + "\n".join(lines) + "\n  f300: {value: 1}\n")
    assert time.process_time() - started < 2
    assert "more than 20 other figures" in problems[0]

"""Templates that try to get out, to fill memory or never to end: a located problem each."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest
from demo_game import Bench, card, component

ENDLESS = {
    "range": "{% for i in range(10 ** 9) %}x{% endfor %}",
    "range-huge": "{% for i in range(10 ** 12) %}x{% endfor %}",
    "nested": "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}",
    "recursion": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "doubling": "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}"
    "{{ m(60) }}",
    "own-include": '{% include "t.xml" %}',
    "forking-include": "{% set n = (n|d(0)) + 1 %}{% if n < 40 %}{% include 't.xml' %}"
    "{% include 't.xml' %}{% endif %}",
    "recursive-loop": "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
    "own-block": "{% block b %}{{ self.b() }}{% endblock %}",
}
LARGE = {
    "times": "{{ 'x' * 10 ** 9 }}",
    "times-list": "{{ ([1] * 10 ** 9)|length }}",
    "times-turned": "{{ 10 ** 9 * 'x' }}",
    "power": "{{ 10 ** 10 ** 10 }}",
    "squares": "{% macro m(n, x) %}{% if n %}{{ m(n - 1, x * x) }}{% endif %}{% endmacro %}"
    "{{ m(60, 9) }}",
    "format": "{{ '%1000000000d'|format(1) }}",
    "format-operator": "{{ '%1000000000d' % 1 }}",
    "format-method": "{{ '{:1000000000}'.format(1) }}",
    "center": "{{ 'x'|center(10 ** 9) }}",
    "center-method": "{{ 'x'.center(10 ** 9) }}",
    "ljust": "{{ 'x'.ljust(10 ** 9) }}",
    "indent": "{{ 'x'|indent(10 ** 9, true) }}",
    "batch": "{{ [1]|batch(10 ** 9, 1)|list|length }}",
    "slice": "{{ [1]|slice(10 ** 9)|list|length }}",
    "round": "{{ 2.5|round(10 ** 9, 'ceil') }}",
    "concatenation": "{% macro m(n, x) %}{% if n %}{{ m(n - 1, x ~ x) }}{% endif %}{% endmacro %}"
    "{{ m(60, 'xx') }}",
    "addition": "{% macro m(n, x) %}{% if n %}{{ m(n - 1, x + x) }}{% endif %}{% endmacro %}"
    "{{ m(60, 'xx') }}",
    "lists": "{% macro m(n, x) %}{% if n %}{{ m(n - 1, x + x) }}{% endif %}{% endmacro %}"
    "{{ m(60, [1, 2]) }}",
    "lists-in-lists": "{% macro m(n, x, y) %}{% if n %}{{ m(n - 1, [x, x], [y, y]) }}{% else %}"
    "{{ x == y }}{% endif %}{% endmacro %}{{ m(45, [1], [1]) }}",
    "pairs-in-pairs": "{% macro m(n, x, y) %}{% if n %}{{ m(n - 1, (x, x), (y, y)) }}{% else %}"
    "{{ x == y }}{% endif %}{% endmacro %}{{ m(45, 1, 1) }}",
    "mappings": "{% macro m(n, x, y) %}{% if n %}{{ m(n - 1, {1: x, 2: x}, {1: y, 2: y}) }}"
    "{% else %}{{ x == y }}{% endif %}{% endmacro %}{{ m(45, [1], [1]) }}",
    "varargs": "{% macro m(n) %}{% if n %}{{ m(n - 1, varargs, varargs) }}{% endif %}"
    "{% endmacro %}{{ m(45) }}",
    "replace": "{{ ('x' * 100000)|replace('x', 'y' * 100000) }}",
    "join": "{{ range(9999)|join('x' * 100000) }}",
    "output": "{% for i in range(9999) %}<rect/>" + "x" * 1000 + "{% endfor %}",
    "captured": "{% set a %}{% for i in range(9999) %}" + "x" * 1000 + "{% endfor %}{% endset %}",
    "many-texts": "{% set a = 'x' * 1000000 %}{% for i in range(100) %}{% if a|upper %}{% endif %}"
    "{% endfor %}",
    "nested-list": "{% set a = [1] %}{% for i in range(9) %}{{ [a, a] }}{% endfor %}",
}
ESCAPES = {
    "class": "{{ card.__class__ }}",
    "subclasses": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "item-class": "{{ card['__class__'] }}",
    "data": "{{ card.look }}",
    "view": "{{ card.links }}",
    "attr": "{{ card|attr('data') }}",
    "globals": "{{ fig.__globals__ }}",
    "self": "{{ fig.__self__._game }}",
    "macro": "{% macro m() %}{% endmacro %}{{ m._environment }}",
    "loop": "{% for i in [1] %}{{ loop._iterable }}{% endfor %}",
    "undefined": "{{ nothing.__class__ }}",
    "format": "{{ '{0.__class__}'.format(card) }}",
    "map": "{{ [card]|map(attribute='__class__')|list|length }}{{ 1 / 0 }}",
    "safe": "{{ card.rules|safe }}",
    "autoescape": "{% autoescape false %}{{ card.rules }}{% endautoescape %}",
    "lipsum": "{{ lipsum.__globals__ }}",
    "cycler": "{{ cycler.__init__.__globals__ }}",
    "outside": "{% include '../../secret.xml' %}",
    "absolute": "{% include '/etc/passwd' %}",
    "number": "{% include 5 %}",
    "whole-card": "{{ card }}",
    "generator": "{{ range(3) }}",
    "namespace": "{% set n = namespace(x=1) %}",
    "change": "{{ [1].append(2) }}",
}


def meets(tmp_path: Path, text: str, line: int = 1) -> list[str]:
    bench = Bench(tmp_path)
    start = time.process_time()
    made = bench.composer.face(component(), card(face=bench.template(f"<card>{text}</card>")))
    assert made is None
    assert time.process_time() - start < 7
    problems = list(bench.problems)
    assert problems
    for problem in problems:
        assert problem.where.file.endswith("t.xml")
        assert problem.where.card == "c1"
        assert problem.where.line == line
    return [problem.code for problem in problems]


@pytest.mark.parametrize("text", ENDLESS.values(), ids=ENDLESS)
def test_endless(tmp_path: Path, text: str) -> None:
    assert set(meets(tmp_path, text)) <= {"face-too-slow", "face-too-big", "template-failed"}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_large(tmp_path: Path, text: str) -> None:
    codes = {"face-too-big", "template-failed", "template-syntax", "template-unsafe"}
    assert set(meets(tmp_path, text)) <= codes


@pytest.mark.parametrize("text", ESCAPES.values(), ids=ESCAPES)
def test_escapes(tmp_path: Path, text: str) -> None:
    meets(tmp_path, text)


def test_a_loop_in_filters_ends_by_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.compose.budget.SECONDS", 0.3)
    monkeypatch.setattr("generator.compose.budget._ALARM.runs", False)  # else it rings in 5 s
    for limit in ("LIST", "MARKUP", "MADE"):
        monkeypatch.setattr(f"generator.compose.budget.{limit}", 10**15)
    codes = meets(tmp_path, "{{ range(10 ** 7)|map('string')|map('upper')|list|length }}")
    assert codes == ["face-too-slow"]


def test_other_threads_are_bounded_too(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    name = bench.template(f"<card>{ENDLESS['nested']}</card>")
    thread = threading.Thread(target=lambda: bench.composer.face(component(), card(face=name)))
    thread.start()
    thread.join(10)
    assert not thread.is_alive()
    assert [p.code for p in bench.problems] == ["face-too-slow"]


def test_deep_nesting_is_no_crash(tmp_path: Path) -> None:
    loops = "{% for i in [1] %}" * 30 + "{% endfor %}" * 30
    for text in ("{{ " + "(" * 20000 + "1" + ")" * 20000 + " }}", "{% if 1 %}" * 3000, loops):
        assert meets(tmp_path, text, 0) == ["template-syntax"]


def test_a_template_file_is_at_most_256_kib(tmp_path: Path) -> None:
    assert Bench(tmp_path).only("x" * 300_000).code == "face-too-big"


def test_a_template_that_is_no_utf_8(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    name = bench.template("x")
    (tmp_path / "templates" / name).write_bytes(b"<card>\n\xff</card>")
    assert bench.composer.face(component(), card(face=name)) is None
    (problem,) = bench.problems
    assert (problem.code, problem.where.line) == ("template-syntax", 2)

"""Strict YAML: what is typed is what is read, and everything else is a located problem."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.load.nodes import Block, Map, Seq
from generator.load.read import Limits, parse_yaml, read_yaml
from generator.problems import Problems


def read(text: str, limits: Limits | None = None) -> tuple[Any, list[str]]:
    problems = Problems()
    node = parse_yaml(text, "f.yaml", problems, limits=limits or Limits())
    return node, [str(problem) for problem in problems]


def fine(text: str) -> Any:
    node, problems = read(text)
    assert problems == []
    return node


def one(text: str) -> str:
    _, problems = read(text)
    assert len(problems) == 1, problems
    return problems[0]


@pytest.mark.parametrize(
    "typed",
    [
        *[
            "NO",
            "on",
            "yes",
            "~",
            "Null",
            "007",
            "12:30",
            "1.10",
            "2024-01-02",
            "1e3",
            "0x1F",
            "+1",
        ],
        *["1_000", "-0", ".5", ".inf", "=", "é", "日本語", "a#b", "S&P", "A<B", "it's", "x,y"],
    ],
)
def test_plain_scalars_stay_as_typed(typed: str) -> None:
    assert fine(f"a: {typed}\n") == {"a": typed}
    assert fine(f"- {typed}\n") == [typed]
    assert list(fine(f"{typed}: 1\n")) == [typed]


def test_empty_and_null_are_none_and_quotes_are_text() -> None:
    assert fine("a:\nb: null\nc: ''\nd: \"null\"\ne: 'null'\n") == {
        "a": None,
        "b": None,
        "c": "",
        "d": "null",
        "e": "null",
    }


def test_every_node_knows_its_line() -> None:
    root = fine("# head\na: 1\nb:\n  c: 2\n\n  d: [x,\n    y]\ne:\n- p\n-\n  q: 1\n")
    assert isinstance(root, Map)
    assert root.lines == [2, 3, 8]
    assert root["b"].line == 4
    assert root["b"].line_of("d") == 6
    assert root["b"]["d"].lines == [6, 7]
    assert isinstance(root["e"], Seq)
    assert root["e"].lines == [9, 11]
    assert root["e"][1].where("q")[:2] == ("f.yaml", 11)


def test_literal_blocks_know_their_first_line() -> None:
    root = fine("a: 1\nmoves: |\n  x\n\n  y\nfolded: >\n  u\n  v\n")
    assert isinstance(root["moves"], Block)
    assert (root["moves"], root["moves"].line) == ("x\n\ny\n", 3)
    assert root["folded"] == "u v\n"


def test_a_byte_order_mark_is_no_part_of_the_first_key(tmp_path: Path, problems: Problems) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfname: x\n")
    assert read_yaml(path, "f.yaml", problems) == {"name": "x"}
    assert not len(problems)


def test_doubled_keys_name_both_lines_and_the_card() -> None:
    fault = one("- id: imp\n  cost: 1\n  text: x\n  cost: 2\n")
    assert fault.startswith("f.yaml:4: imp: error: the key 'cost' stands here and on line 2")


def test_a_doubled_key_before_the_id_still_names_its_own_card() -> None:
    fault = one("- id: first\n- cost: 1\n  cost: 2\n  id: second\n")
    assert fault.startswith("f.yaml:3: second: ")


def test_all_doubled_keys_are_told_at_once() -> None:
    _, problems = read("a: 1\na: 2\nb: {c: 1, c: 2}\na: 3\n")
    assert [p.split(":")[1] for p in problems] == ["2", "3", "4"]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: &x 1\n", 1, "anchor &x"),
        ("a: 1\nb: *x\n", 2, "alias *x"),
        ("a: 1\n<<: {b: 1}\n", 2, "merges keys"),
        ("a: !!int 3\n", 1, "tag tag:yaml.org,2002:int"),
        ("a: !x {}\n", 1, "tag !x"),
        ("a: ! x\n", 1, "tag !"),
        ("a: 1\n---\nb: 1\n", 2, "second document"),
        ("a: 1\n...\n---\nb: 1\n", 3, "second document"),
        ("%YAML 1.1\n---\na: 1\n", 1, "directive"),
        ("a:\n\t- b\n", 2, "tab"),
        ("a: b\tc\n", 1, "tab"),
        ('a: "b\\tc"\n', 1, "escape"),
        ('a: "b\\x00c"\n', 1, "escape"),
        ("a: 1\nb: x\x00\n", 2, "U+0000"),
        ("a: x\x07\n", 1, "U+0007"),
        ("a: x\x85y\n", 1, "U+0085"),
        ("a: x\u2028y\n", 1, "U+2028"),
        ("a: x\ufeffy\n", 1, "U+FEFF"),
        ("? [a]\n: b\n", 1, "a key is a list or a mapping"),
        (": b\n", 1, "a key is empty"),
        ("x: {{y}}\n", 1, "a key is a list or a mapping"),
        ("just words\n", 1, "a single text"),
    ],
)
def test_what_is_not_read_is_located(text: str, line: int, says: str) -> None:
    fault = one(text)
    assert fault.startswith(f"f.yaml:{line}: ")
    assert says in fault


def test_an_empty_file_says_so() -> None:
    assert "holds no data" in one("")
    assert "holds no data" in one("# only a comment\n")


@pytest.mark.parametrize(
    ("value", "fix"),
    [
        ("Draw 2: discard", 'text: "Draw 2: discard"'),
        ("@x", 'text: "@x"'),
        ("%y", 'text: "%y"'),
        ("`q`", 'text: "`q`"'),
        ("*bold* move", 'text: "*bold* move"'),
        ("& more", 'text: "& more"'),
        ("{0} damage", 'text: "{0} damage"'),
        ("[b]old", 'text: "[b]old"'),
        ("] x", 'text: "] x"'),
        (", x", 'text: ", x"'),
        ("- x", 'text: "- x"'),
        ("? x", 'text: "? x"'),
        ("> x", 'text: "> x"'),
        ("| x", 'text: "| x"'),
        ("'It's'", 'text: "It\'s"'),
        ('"open', 'text: "open"'),
        ('"A" and B', 'text: "\\"A\\" and B"'),
    ],
)
def test_syntax_errors_name_file_line_card_and_the_quoting_that_helps(value: str, fix: str) -> None:
    fault = one(f"- id: imp\n  text: {value}\n- id: other\n")
    assert fault.startswith("f.yaml:2: imp: error: "), fault
    assert f"(write {fix})" in fault
    written = fix.removeprefix("text: ")
    assert fine(f"text: {written}\n")["text"] == yaml.safe_load(written)


def test_a_number_sign_that_hides_a_value_is_told() -> None:
    fault = one("- id: imp\n  code: #5\n")
    assert fault.startswith("f.yaml:2: imp: error: ")
    assert 'write code: "#5"' in fault
    fault = one("- #5\n")
    assert 'write "#5"' in fault


def test_a_number_sign_that_swallows_the_end_is_a_warning() -> None:
    fault = one("text: card #5 wins\n")
    assert fault.startswith("f.yaml:1: warning: ")
    assert 'write text: "card #5 wins"' in fault
    for text in (
        "a: 1 # right\n",
        "a: # right\n  b: 1\n",
        'a: "x #5"\n',
        "a: |\n  x #5\n",
        "#x\na: 1",
    ):
        fine(text)


def test_wrong_encodings_name_the_line(tmp_path: Path, problems: Problems) -> None:
    path = tmp_path / "f.yaml"
    for data, says in (
        (b"a: 1\nb: \xfcber\n", "f.yaml:2: error: byte 0xFC is not UTF-8 (in Latin-1 it is ü)"),
        (
            b"\xef\xbb\xbfa: 1\nb: \xfc\n",
            "f.yaml:2: error: byte 0xFC is not UTF-8 (in Latin-1 it is ü)",
        ),
        ("a: 1".encode("utf-16"), "f.yaml:1: error: is UTF-16"),
    ):
        path.write_bytes(data)
        problems = Problems()
        assert read_yaml(path, "f.yaml", problems) is None
        assert str(next(iter(problems))).startswith(says)


def test_faults_of_several_kinds_come_at_once() -> None:
    _, problems = read("a: 1\nb:\tx\na: &q 2\nc: \x01\n")
    assert [p.split(":")[1] for p in problems] == ["2", "4", "3", "3"]


def test_a_syntax_error_after_a_tab_is_not_told_twice() -> None:
    assert "tab" in one("a:\n\tb: 1\n  c: 2\n")


BOMB = "a: &a [x]\n" + "".join(
    f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (BOMB, "yaml-feature"),
        ("[" * 50_000, "yaml-deep"),
        ("{a: " * 50_000, "yaml-deep"),
        ("".join(f"{' ' * i}a:\n" for i in range(1000)), "yaml-deep"),
        ("- " * 40_000 + "x\n", "yaml-deep"),
        ("- x\n" * 700_000, "yaml-long"),
        ("a: 1\n" * 300_000, "yaml-double"),
        ("a: " + "x" * 7_000_000 + "\nb: [", "yaml-syntax"),
        ("'" * 4_000_000, "yaml-syntax"),
        ("? " * 40_000, "yaml-syntax"),
        ("a: #x\n" * 100_000, "yaml-comment-only"),
        ("\x01\n" * 1_000_000, "file-character"),
    ],
    ids=range(12),
)
def test_hostile_texts_end_soon_with_few_problems(text: str, code: str) -> None:
    started = time.process_time()
    _, problems = read(text)
    assert time.process_time() - started < 6
    assert 1 <= len(problems) <= 102
    assert any(f"[{code}]" in problem for problem in problems)


def test_large_files_are_refused_unread(tmp_path: Path, problems: Problems) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"a: " + b"x" * 10_000_000)
    assert read_yaml(path, "f.yaml", problems) is None
    fault = str(next(iter(problems)))
    assert "has 10,000,003 bytes; at most 8,388,608 are read" in fault


def test_values_are_counted_in_flows_too() -> None:
    assert "holds more than 1,000 values" in read("[" + "x," * 1000 + "]", Limits(nodes=1000))[1][0]


def test_depth_up_to_the_limit_is_read() -> None:
    assert read("[" * 32 + "]" * 32)[1] == []
    assert "deeper than 32" in read("[" * 33 + "]" * 33)[1][0]


PRINTABLE = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn"], exclude_characters="\u2028\u2029\ufeff"),
    max_size=60,
)


@settings(max_examples=150, deadline=None)
@given(PRINTABLE)
def test_quoted_texts_come_back_as_they_went(text: str) -> None:
    double = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    single = "'" + text.replace("'", "''") + "'"
    assert fine(f"a: {double}\nb: {single}\n") == {"a": text, "b": text}


@settings(max_examples=80, deadline=None)
@given(
    st.recursive(
        PRINTABLE,
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(PRINTABLE.filter(bool), inner, max_size=4)
        ),
        max_leaves=15,
    ).filter(lambda x: not isinstance(x, str))
)
def test_what_pyyaml_writes_is_read_back(data: Any) -> None:
    text = yaml.safe_dump(
        data, allow_unicode=True, default_style="'", sort_keys=False, width=10_000
    )
    # PyYAML escapes what it holds unprintable, which is for the reader to refuse.
    node, problems = read(text)
    if not problems:
        assert node == data


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80) | st.text("ab:- #{}[]&*!|>'\"\n?%@,", max_size=40))
def test_any_text_gives_data_or_a_problem_never_a_traceback(text: str) -> None:
    if any("\ud800" <= c <= "\udfff" for c in text):
        return
    node, problems = read(text)
    assert node is not None or problems


def test_a_fault_inside_brackets_is_told_there() -> None:
    fault = one("a: {x: - (b), y: 2}\n")
    assert "inside { } near '- (b)" in fault
    assert "in quotes" in fault

"""The text of a book: Markdown, data that means nothing, links, lines, budgets, typed figures."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shelf import PLAYS, Shelf, plain

from generator.flow import Contents, Figure, Heading, Index, List, Note, Paragraph, Table, Words


def test_manners_links_and_entries(shelf: Shelf) -> None:
    flow = shelf.good(
        "# A turn\n\nSome **bold** and *slanted* words, "
        "[a turn](#a-turn), [[tied|ties!draw]] :dot:.\n"
        "Second line\\\nthird, page [[page:a-turn]].\n"
    )
    heading, paragraph = flow.blocks
    assert isinstance(heading, Heading)
    assert (heading.id, heading.where.line) == ("a-turn", 1)
    assert isinstance(paragraph, Paragraph)
    assert paragraph.where.file.endswith("fox/rulebook.md")
    words = paragraph.words
    assert Words("bold", bold=True) in words
    assert Words("slanted", italic=True) in words
    assert Words("a turn", link="#a-turn") in words
    assert Words("tied", entry="ties!draw") in words
    assert Words("\ufffc", icon="dot") in words
    assert Words("", link="#a-turn", page="a-turn") in words
    assert "Second line\nthird" in plain(paragraph)


def test_blocks(shelf: Shelf) -> None:
    flow = shelf.good(
        '::contents{depth="1"}\n\n- a\n- b\n\n  3. c\n\n| L | R |\n|---|--:|\n| x | 1 |\n\n'
        ":::note Hear\nwords\n:::\n\n> aside\n\n::index\n\n    code here\n"
    )
    contents, items, table, note, aside, index, code = flow.blocks
    assert isinstance(contents, Contents)
    assert contents.depth == 1
    assert isinstance(items, List)
    assert items.start is None
    nested = items.items[1][1]
    assert isinstance(nested, List)
    assert nested.start == 3
    assert isinstance(table, Table)
    assert table.align == ("left", "right")
    assert isinstance(note, Note)
    assert [plain(block) for block in note.blocks] == ["Hear", "words"]
    assert isinstance(aside, Note)
    assert aside.kind == "margin"
    assert isinstance(index, Index)
    assert plain(code) == "code here"


def test_data_directives(shelf: Shelf) -> None:
    flow = shelf.good(
        "::components\n\n::parts\n\n"
        "{% for c in components %}{{ c.name }} x {{ c.count }}; {% endfor %}"
    )
    pieces, parts, told = flow.blocks
    assert isinstance(pieces, Table)
    assert isinstance(parts, Table)
    rows = [["".join(w.text for w in cell) for cell in row] for row in pieces.rows]
    assert rows == [["6", "The deck"], ["1", "Rulebook"]]
    assert [[w.text for w in cell] for cell in parts.rows[0]] == [
        ["6"],
        ["split pin"],
        ["The deck (or a nail)"],
    ]
    assert "The deck x 6" in plain(told)


def test_plays(shelf: Shelf) -> None:
    flow = shelf.good(
        '::transcript{play="duel"}\n\n'
        '::position{play="duel" step="2" caption="So *far*" id="now"}\n',
        plays=PLAYS,
    )
    told, position = flow.blocks
    assert isinstance(told, List)
    assert [plain(item[0]) for item in told.items] == [
        "A: 7 / B: 4\nA draws 7. B has 9 left.",
        "B: 9 / A: 5",
    ]
    assert isinstance(position, Figure)
    runs = [item.text for item in position.scenes[0].items if hasattr(item, "text")]
    assert runs == ["8 left in step 2"]
    assert position.alts == ("A duel, after step 2: B: 9 / A: 5",)
    assert position.id == "now"


def test_positions_are_seen_from_a_seat_at_their_own_size(shelf: Shelf) -> None:
    (near, far) = shelf.good(
        '::position{play="duel" step="2" size="110 70"}\n\n'
        '::position{play="duel" step="2" size="100 40" seat="B"}\n',
        plays=PLAYS,
    ).blocks
    assert isinstance(near, Figure)
    assert isinstance(far, Figure)
    runs = [item.text for item in far.scenes[0].items if hasattr(item, "text")]
    assert runs == ["18 left in step 2"]
    assert [one.scenes[0].size for one in (near, far)] == [
        (110, 70), (100, 40),
    ]  # fmt: skip


def test_figures_tell_their_facts(shelf: Shelf) -> None:
    (figure,) = shelf.good('::figure{component="deck" card="one two"}').blocks
    assert isinstance(figure, Figure)
    assert figure.alts == ("one (The deck): title The One", "two (The deck): title The Two")
    shelf.only('::figure{component="deck" card="one three"}')


def test_cover_and_credits(shelf: Shelf) -> None:
    flow = shelf.good('::cover{component="deck" card="two"}\n\nWords.\n\n:::back\nLast.\n:::\n')
    assert flow.cover is not None
    assert flow.cover.title == "The Fox and the Filing Cabinet"
    assert flow.cover.figure is not None
    assert [plain(block) for block in flow.back] == [
        "Last.",
        "Fox, by Ada Fox.",
        "Unofficial edition: rules retold, text and art new.",
        "Notice of the fox.",
        "Version 1.0.",
    ]


def test_rulings(shelf: Shelf) -> None:
    shelf.write(
        "rulings.yaml",
        "- {id: a, question: 'Tie?', ruling: It *fails*., strength: gap, table: true}\n"
        "- {id: b, question: 'Rain?', ruling: Umbrella., strength: gap}\n",
    )
    (one,) = shelf.good('::rulings{table="yes"}').blocks
    assert plain(one) == "Tie?\nIt *fails*."
    assert len(shelf.good("::rulings").blocks) == 2


def test_rulings_tell_figures(shelf: Shelf) -> None:
    shelf.write(
        "rulings.yaml",
        "- {id: a, question: 'How many?', ruling: 'With {fig start_hp}.', strength: gap}\n",
    )
    (one,) = shelf.good("::rulings").blocks
    assert plain(one) == "How many?\nWith 10."


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40))
def test_data_means_nothing(shelf: Shelf, said: str) -> None:
    """Whatever signs data holds, it prints as it is, in text, headings, tables and captions."""
    want = " ".join(said.split())
    if not want:
        return
    flow = shelf.good(
        "X{{ said }}X\n\n# X{{ said }}X\n\n| a |\n|---|\n| X{{ said }}X |\n\n"
        '::figure{component="deck" caption="X{{ said }}X"}\n\n- X{{ said }}X\n\n'
        "X`{{ said }}`X\n\n```\nX{{ said }}X\n```\n",
        said=said,
    )
    text, heading, table, figure, items, inline, code = flow.blocks
    assert isinstance(table, Table)
    assert isinstance(figure, Figure)
    assert isinstance(items, List)
    cell, caption = table.rows[0][0], figure.caption
    for found in (
        plain(text),
        plain(heading),
        plain(items.items[0][0]),
        plain(inline),
        plain(code),
    ):
        assert " ".join(found.split()) == " ".join(f"X{said}X".split())
    for line in (cell, caption):
        assert "".join(w.text for w in line).split() == f"X{said}X".split()
        assert all(not (w.bold or w.italic or w.link or w.icon or w.entry) for w in line)


def test_rich_data_has_manners(shelf: Shelf) -> None:
    flow = shelf.good(
        '{% for t in catalog("tribes") %}{{ t.name }}: {{ t.motto|rich }}\n\n{% endfor %}'
    )
    first, second = flow.blocks
    assert plain(first) == "Foxes: Quick and brown"
    assert isinstance(first, Paragraph)
    assert Words("and", bold=True) in first.words
    assert plain(second) == "A<B & *C*: see: #1"


def test_html_is_plain_text(shelf: Shelf) -> None:
    (one,) = shelf.good("a <b>bold</b> <script>alert()</script> &amp; &lt;\n").blocks
    assert plain(one) == "a <b>bold</b> <script>alert()</script> & <"


@pytest.mark.parametrize(
    "link",
    [
        "[x](javascript:alert(1))",
        "[x](file:///etc/passwd)",
        "[x](rulebook.md)",
        "[x](//host/x)",
        "[x](ftp://host/x)",
        "[x](data:text/html,x)",
        "[x](#)",
        "<javascript:alert>",
        "[x][y]\n\n[y]: vbscript:x",
        "[x](https:)",
    ],
)
def test_links_elsewhere_are_faults(shelf: Shelf, link: str) -> None:
    problem = shelf.only(f"First line\nthen {link}\n")
    assert (problem.code, problem.where.line) == ("book-link", 2)


@pytest.mark.parametrize(
    "link", ["https://a.example/b?c=d&e=%20", "http://a.example", "mailto:a@b.c"]
)
def test_links_to_the_web(shelf: Shelf, link: str) -> None:
    (one,) = shelf.good(f"[x]({link})").blocks
    assert isinstance(one, Paragraph)
    assert one.words[0].link == link


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[x](#nowhere)", "book-anchor"),
        ("on page [[page:nowhere]]", "book-anchor"),
        ("#### deep", "book-markup"),
        ("![x](art/a.png)", "book-markup"),
        ('::fig{a="b"}', "book-markup"),
        ('::figure{card="one"}', "book-markup"),
        ('::figure{component="deck" cards="one"}', "book-markup"),
        ("::figure{component=deck}", "book-markup"),
        ('::figure{component="deck"', "book-markup"),
        ('::figure{component="deck" side="left"}', "book-markup"),
        ('::figure{component="deck" width="wide"}', "book-markup"),
        ('::figure{component="desk"}', "ref-missing"),
        ('::figure{component="deck" card="three"}', "ref-missing"),
        ('::transcript{play="none"}', "ref-missing"),
        ('::position{play="duel" step="3"}', "book-markup"),
        ('::position{play="duel" step="2" seat="C"}', "book-markup"),
        ('::transcript{play="duel" steps="2-9"}', "book-markup"),
        ('::drawing{template="position.xml" size="0 10" alt="x"}', "book-markup"),
        ('::contents{depth="7"}', "book-markup"),
        (":::note\nnever ends", "book-markup"),
        (":::warning\nx\n:::", "book-markup"),
        (":::note\n# A heading\n:::", "book-markup"),
        (":::back\n::contents\n:::", "book-markup"),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", "book-markup"),
        (">" * 25 + " deep", "nested-deep"),
        ('::figure{component="deck" id="a"}\n\n::figure{component="deck" id="a"}', "id-double"),
    ],
)
def test_faults_stand_at_their_lines(shelf: Shelf, text: str, code: str) -> None:
    problem = shelf.only(f"{{# a remark\nof two lines #}}\nWords.\n\n{text}\n", plays=PLAYS)
    assert problem.code == code
    assert problem.where.file.endswith("rulebook.md")
    line = 7 if code == "id-double" or "| 3" in text else 5
    assert problem.where.line in (5, line)
    assert problem.fix


def test_lines_hold_through_loops_and_includes(shelf: Shelf) -> None:
    shelf.write("templates/part.md.xml", "Included.\n\n[bad](x:y)\n")
    text = (
        "{% for n in range(3) %}\nround {{ n }}\n\n{% endfor %}\n"
        '{% include "part.md.xml" %}\n\n{{ "a\nb" }}\n\n[bad](x:z)\n'
    )
    first, second = shelf.said(text)
    assert first.where.file.endswith("part.md.xml")
    assert first.where.line == 3
    assert second.where.file.endswith("rulebook.md")
    assert second.where.line == 10


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("one\n{{ nothing }}", "template-undefined", 2),
        ("one\n\n{{ fig('nothing') }}", "template-undefined", 3),
        ("{{ ''.__class__ }}", "template-unsafe", 1),
        (
            "{% for a in range(9000) %}{% for b in range(9000) %}{% endfor %}{% endfor %}",
            "face-too-slow",
            1,
        ),
        ("{% for a in range(9999) %}{{ 'x' * 1000 }}{% endfor %}", "face-too-big", 1),
        ("{% if %}", "template-syntax", 1),
    ],
)
def test_the_sandbox_of_faces_holds(shelf: Shelf, text: str, code: str, line: int) -> None:
    problem = shelf.only(text)
    assert (problem.code, problem.where.line) == (code, line)


def test_a_text_that_is_not_there(shelf: Shelf) -> None:
    assert shelf.books().flow("other.md", shelf.books().game.where, title="x") is None
    (problem,) = {p.code for p in shelf.problems}
    assert problem == "file-missing"


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        ("You have\n10 HP each.", "10 HP", 2),
        ("Take **two** cards.", "two cards", 1),
        ("one\n\n- lose three hit points", "three hit points", 3),
        ('::figure{component="deck"\ncaption="after 4 cards"}', "4 cards", 2),
    ],
)
def test_typed_figures_are_faults(shelf: Shelf, text: str, said: str, line: int) -> None:
    problem = shelf.only(text)
    assert (problem.code, problem.where.line) == ("figure-typed", line)
    assert repr(said) in problem.says


def test_figures_from_the_rules(shelf: Shelf) -> None:
    flow = shelf.good(
        'You have {{ count(fig("start_hp"), "hp") }}, not {{ plain("99") }} HP.\n\n'
        "1. Cards first.\n2. Cards last."
    )
    assert plain(flow.blocks[0]) == "You have 10 HP, not 99 HP."

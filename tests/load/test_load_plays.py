"""Plays and rulings: each move knows its line, each fault its place."""

from __future__ import annotations

import pytest


def test_plays_keep_the_line_of_each_move(kit) -> None:
    kit.write(
        "plays/a.yaml",
        "title: T\nsetup: {castes: hearts, n: 007}\nmoves: |\n  A: x 7 / B: 4 -> B 9\n\n"
        "  B: pass\nresult: {A: 7}\n",
    )
    kit.write("plays/b.yaml", "id: other\nmoves:\n- 'A: x'\n\n- pass\n")
    a, b = kit.good().plays
    assert (a.id, a.title, a.setup) == ("a", "T", {"castes": "hearts", "n": "007"})
    assert a.lines == (("A: x 7 / B: 4 -> B 9", 4), ("B: pass", 6))
    assert a.result == {"A": "7"}
    assert (b.id, b.lines) == ("other", (("A: x", 3), ("pass", 5)))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("title: x\n", 1, "the play has no moves"),
        ("moves: []\nmovs: x\n", 2, "the key 'movs' is not known"),
        ("moves: [A: x]\n", 1, "a move is a mapping; a text is wanted"),
        ("moves: x\n", 1, "lines are wanted"),
        ("moves: []\nsetup: x\n", 2, "a mapping is wanted"),
        ("moves: []\nresult: {a: [1]}\n", 2, "a text is wanted"),
        ("- a\n", 1, "is a list; keys are wanted"),
    ],
)
def test_plays_that_are_none(kit, text: str, line: int, says: str) -> None:
    kit.write("plays/p.yaml", text)
    fault = kit.fault()
    assert fault.startswith(f"card_data/demo/plays/p.yaml:{line}: ")
    assert says in fault


def test_rulings_are_read_and_faults_located(kit) -> None:
    rule = "question: q, ruling: r, strength: gap"
    kit.write("rulings.yaml", f"- {{id: 000-10, {rule}}}\n- {{id: 000-11, {rule}, table: true}}\n")
    assert [r.id for r in kit.good().rulings] == ["000-10", "000-11"]
    kit.write("rulings.yaml", f"- {{id: a, {rule}}}\n- {{id: a, {rule}}}\n- {{id: b, {rule}x}}\n")
    first, second = kit.faults()
    assert ":2: " in first
    assert "the id 'a' stands here and on line 1" in first
    assert ":3: b" in second
    assert "(write 'gap')" in second

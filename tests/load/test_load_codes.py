"""Each code of loading by the smallest input that meets it."""

from __future__ import annotations

import datetime
import io
from typing import Any

import openpyxl
import pytest

from generator.load.flood import MOST, Flood, Gathered
from generator.problems import Where


def book(*sheets: list[list[Any]]) -> bytes:
    made = openpyxl.Workbook()
    for i, rows in enumerate(sheets):
        page = made.active if not i else made.create_sheet()
        for row in rows:
            page.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def rules(figure: str) -> tuple[str, str]:
    return "rules.yaml", f"figures: {{x: {figure}}}"


def styles(palette: str, style: str = "{font: oswald-700, size: 9}") -> tuple[str, str]:
    return (
        "templates/styles.yaml",
        f'palette: {{ink: "#000000", x: {palette}}}\ntext: {{b: {style}}}',
    )


def overlay(base: str, patch: str) -> tuple[str, str]:
    return "overlays/o.yaml", f"id: o\nbase: {base}\nreplace: {{{patch}}}"


CASES: dict[str, tuple[str, str | bytes]] = {
    "file-missing": ("game.yaml", "cards: nope.yaml"),
    "file-unsafe": ("game.yaml", "cards: ../x.yaml"),
    "file-size": ("cards.yaml", "#" * 9_000_000),
    "file-encoding": ("cards.yaml", b"\xff"),
    "file-character": ("cards.yaml", "- id: a\t"),
    "yaml-syntax": ("cards.yaml", "- id: a: b"),
    "yaml-empty": ("cards.yaml", ""),
    "yaml-double": ("cards.yaml", "- {id: a, id: b}"),
    "yaml-feature": ("cards.yaml", "- &x {id: a}"),
    "yaml-deep": ("cards.yaml", "[" * 40 + "]" * 40),
    "yaml-long": ("cards.yaml", "-\n" * 600_001),
    "yaml-comment": ("cards.yaml", "- id: a\n  text: b #5"),
    "yaml-comment-only": ("cards.yaml", "- id: a\n  text: #5"),
    "table-format": ("cards.csv", 'name\n"A'),
    "table-header": ("cards.csv", "name,name\nA,B"),
    "table-row": ("cards.csv", "name\nA,B"),
    "table-cell": ("cards.xlsx", book([["name"], ["=A1"]])),
    "table-column": ("cards.csv", "name,notes\nA,B"),
    "table-quantity": ("cards.csv", "name,quantiy\nA,2"),
    "table-date": ("cards.xlsx", book([["name"], [datetime.date(2024, 1, 2)]])),
    "table-sheets": ("cards.xlsx", book([["name"], ["A"]], [["name"], ["B"]])),
    "game-folder": ("game.yaml", "id: other"),
    "field-unknown": ("cards.yaml", "- {id: a, txet: b}"),
    "field-missing": ("cards.yaml", "- {name: a}"),
    "field-value": ("cards.yaml", "- {id: a, cost: b}"),
    "field-long": ("cards.yaml", f"- {{id: a, text: {'x' * 41}}}"),
    "field-spec": ("game.yaml", "type: choice"),
    "field-flood": ("cards.yaml", "".join(f"- {{id: c{i}, cost: x}}\n" for i in range(300))),
    "id-illegal": ("cards.yaml", "- id: a b"),
    "id-double": ("cards.yaml", "- id: a\n- id: a"),
    "ref-missing": rules("{value: 1, ruling: r}"),
    "effect-unknown": ("cards.yaml", "- {id: a, does: [{kind: x}]}"),
    "cards-none": ("cards.yaml", "[]"),
    "cards-many": ("cards.yaml", "".join(f"- {{id: c{i}, count: 9999}}\n" for i in range(102))),
    "overlay-base": overlay("other", "cards.yaml: {}"),
    "overlay-stale": overlay("demo", "cards.yaml: {three: {}}"),
    "style-cycle": styles("x"),
    "style-colour": styles("red"),
    "style-face": styles("ink", "{font: oswald, size: 9}"),
    "font-unusable": ("fonts/f/x.otf", b"OTTO" + bytes(20)),
    "figure-value": rules("{from: 1 // 0}"),
    "figure-variant": rules("{value: 1, document: 2}"),
    "size-unknown": ("game.yaml", "size: pokker"),
}
"""Code: the file of the kit's game, and its text (of game.yaml: what one value becomes)."""

INSTEAD = {
    "cards": "cards: cards.yaml",
    "id": "id: demo",
    "size": "size: poker",
    "type": "type: int",
}


@pytest.mark.parametrize("code", list(CASES))
def test_each_code_is_met(kit, code: str) -> None:
    name, text = CASES[code]
    if code == "effect-unknown":
        kit.edit("game.yaml", "version:", "rules: demo\nversion:")
        kit.edit("game.yaml", "      cost:", "      does: {type: effects}\n      cost:")
    if name == "game.yaml":
        assert isinstance(text, str)
        kit.edit(name, INSTEAD[text.split(":")[0]], text)
    else:
        kit.write(name, text)
    if name.startswith("cards.") and name != "cards.yaml":
        kit.edit("game.yaml", "cards: cards.yaml", f"cards: {name}")
    if code == "font-unusable":
        kit.write("fonts/families.yaml", "f: {licence: L, faces: {oswald-700: x.otf}}")
    game, problems = kit.load(["o"] if name.startswith("overlays/") else [])
    assert code in {problem.code for problem in problems}
    assert (game is None) == any(problem.level == "error" for problem in problems)
    for problem in problems:
        assert problem.where.file.startswith("card_data/demo/")
        assert problem.fix, problem


def test_a_file_that_the_system_keeps(kit, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("generator.load.plain.os.open", refuse)
    _, problems = kit.load()
    assert {problem.code for problem in problems} == {"file-unreadable"}


def test_a_workbook_without_its_package(kit, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "openpyxl", None)
    kit.edit("game.yaml", "cards: cards.yaml", "cards: cards.xlsx")
    kit.write("cards.xlsx", book([["name"], ["A"]]))
    _, problems = kit.load()
    assert {problem.code for problem in problems} == {"table-extra"}


def test_a_flood_ends_the_load_once_it_is_told() -> None:
    problems = Gathered()
    for i in range(MOST):
        problems.add("yaml-double", Where("f", i), "x")
    problems.add("yaml-double", Where("g"), "x")
    with pytest.raises(Flood):
        problems.add("yaml-double", Where("f"), "x")
    assert len(problems) == MOST + 2
    assert list(problems)[-1].code == "field-flood"

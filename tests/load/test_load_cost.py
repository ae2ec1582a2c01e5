"""What loading costs: the budget of a card, and bounds for hostile games."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest


def test_a_flood_of_faults_is_cut_short(kit) -> None:
    rows = "".join(f"- {{id: c{i}, cost: x, txet: y}}\n" for i in range(20_000))
    kit.write("cards.yaml", rows)
    started = time.process_time()
    faults = kit.faults()
    assert time.process_time() - started < 6
    assert 200 <= len(faults) <= 202
    assert "[field-flood]" in faults[-1]


def test_the_budget_of_a_card(kit) -> None:
    import yaml
    from yaml.cyaml import CParser

    rows = "".join(
        f"- id: c{i}\n  name: Card {i}\n  text: {'word ' * 7}{i % 10}\n  cost: {i % 9}\n"
        for i in range(3000)
    )
    kit.write("cards.yaml", rows)

    def bare() -> None:
        get = CParser(rows).get_event
        while not isinstance(get(), yaml.StreamEndEvent):
            pass

    def seconds(run: Callable[[], object]) -> float:
        times = []
        for _ in range(3):
            started = time.process_time()
            run()
            times.append(time.process_time() - started)
        return min(times)

    # 60 µs a card on a machine where the bare events of such a card take 20.
    assert seconds(kit.load) < 3.5 * seconds(bare) + 0.05


def parts(count: int, what: str) -> str:
    return "".join(f"  p{i}: {what}\n" for i in range(count))


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "game.yaml",
            'id: demo\nname: x\nversion: "1"\ncredits: {author: A, title: T}\ncomponents:\n'
            + parts(5000, "{name: x, size: poker, cards: cards.yaml, face: card}"),
            "has more than 200 components",
        ),
        (
            "game.yaml",
            'id: demo\nname: x\nversion: "1"\ncredits: {author: A, title: T}\ncomponents:\n'
            + parts(200, "{name: x, size: poker, cards: cards.yaml, face: card}"),
            "more than 2,000 designs",
        ),
        ("rules.yaml", "figures:\n" + parts(20_000, "{value: 1}"), "holds 20,000 names"),
        ("rules.yaml", "figures:\n" + parts(2000, "{from: p0 + p1999}"), "goes in a circle"),
        ("templates/styles.yaml", "palette:\n" + parts(20_000, '"#000000"'), "20,000 names"),
        (
            "templates/styles.yaml",
            "palette:\n"
            + "".join(f"  p{i}: p{i + 1}\n" for i in range(1999))
            + '  p1999: "#000000"',
            "[style-cycle]",
        ),
        (
            "templates/styles.yaml",
            "text:\n" + "".join(f"  p{i}: {{extends: p{i + 1}}}\n" for i in range(1999)),
            "[style-cycle]",
        ),
        ("cards.yaml", "".join(f"k{i}: {{cost: x}}\n" for i in range(20_000)), "[field-flood]"),
        ("rulings.yaml", "- {}\n" * 20_000, "[field-missing]"),
        ("plays/p.yaml", "moves: []\nsetup:\n" + parts(20_000, "[]"), "[field-value]"),
        (
            "overlays/o.yaml",
            "id: o\nbase: demo\nreplace:\n" + parts(20_000, "{}"),
            "[overlay-stale]",
        ),
        (
            "overlays/o.yaml",
            "id: o\nbase: demo\nreplace:\n cards.yaml:\n" + parts(20_000, "{}"),
            "[overlay-stale]",
        ),
    ],
    ids=range(12),
)
def test_hostile_games_end_soon(
    kit, monkeypatch: pytest.MonkeyPatch, name: str, text: str, says: str
) -> None:
    if "designs" in says:
        kit.write("cards.yaml", "".join(f"- id: c{i}\n" for i in range(200)))
        monkeypatch.setattr("generator.load.game.MOST_DESIGNS", 2000)
    kit.write(name, text)
    started = time.process_time()
    game, problems = kit.load(["o"] if name.startswith("overlays") else [])
    assert time.process_time() - started < 10
    assert game is None
    assert any(says in str(problem) for problem in problems), [str(p) for p in problems][:5]

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.record import record, text
from generator.engine.replay import replay
from generator.model.play import Play
from generator.problems import Problem, Problems, Refused, Where


def play(*lines: str, **more: dict[str, str]) -> Play:
    parts = {"setup": {"heap": "6"}, "options": {}, "result": {}, **more}
    numbered = tuple((line, number) for number, line in enumerate(lines, 11))
    return Play("p", "A play", lines=numbered, where=Where("p.yaml", 1), **parts)  # type: ignore[arg-type]


def gone_through(rules: Any, told: Play, **options: str) -> tuple[Any, list[Problem]]:
    problems = Problems()
    done = replay(rules, None, told, problems, options=options)  # type: ignore[arg-type]
    return done, list(problems)


def test_a_play_is_replayed_line_by_line(heap_rules: Any) -> None:
    told = play("roll 3", "A takes 2 -> 4", "roll 1", "B takes 1 -> 3", result={"heap": "3"})
    done, problems = gone_through(heap_rules, told)
    assert problems == []
    assert [step.state.heap for step in done.steps] == [6, 4, 4, 3]
    assert [step.line for step in done.steps] == [11, 12, 13, 14]
    assert done.final.heap == 3


def test_chance_that_is_left_out_is_drawn(heap_rules: Any) -> None:
    done, problems = gone_through(heap_rules, play("A takes 1", "B takes 1 -> 4"))
    assert problems == []
    assert done.final.heap == 4


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("A takes 2 -> 3", "play-wrong", "the heap is 4, not 3"),
        ("A takes 4", "play-illegal", "not to be done"),
        ("A grabs 1", "play-unreadable", "is nothing"),
    ],
)
def test_a_fault_has_its_line(heap_rules: Any, line: str, code: str, says: str) -> None:
    _, problems = gone_through(heap_rules, play("roll 3", line))
    assert [(p.code, p.where.line) for p in problems] == [(code, 12)]
    assert says in problems[0].says


def test_a_wrong_result_does_not_hide_later_ones(heap_rules: Any) -> None:
    told = play("roll 3", "A takes 2 -> 3", "roll 3", "B takes 1 -> 2", result={"heap": "9"})
    _, problems = gone_through(heap_rules, told)
    assert [p.where.line for p in problems] == [12, 14, 1]
    assert problems[2].where.field == "result"


def test_an_unknown_result_is_unreadable(heap_rules: Any) -> None:
    _, problems = gone_through(heap_rules, play(result={"pile": "6"}))
    assert [p.code for p in problems] == ["play-unreadable"]


def test_set_up_and_options_are_judged_by_the_engine(heap_rules: Any) -> None:
    for told in (play(setup={"heap": "x"}), play(options={"dice": "3"})):
        done, problems = gone_through(heap_rules, told)
        assert done is None
        assert [(p.code, p.where.file) for p in problems] == [("play-setup", "p.yaml")]
    assert gone_through(heap_rules, play("roll 3", options={"roll": "9"}), roll="2")[1] == []


def test_data_that_cannot_be_played_tells_its_own_problems() -> None:
    class Unplayable:
        def engine(self, game: object, options: object) -> None:
            raise Refused([Problem("audit-card", "error", Where("deck.yaml", 3), "no king")])

    done, problems = gone_through(Unplayable(), play())
    assert done is None
    assert [str(p.where) for p in problems] == ["deck.yaml:3"]


def test_an_engine_that_reads_nothing_does_not_hang(heap_rules: Any) -> None:
    class Deaf:
        def engine(self, game: Any, options: Any) -> Any:
            deaf = heap_rules.engine(game, options)
            deaf.read = lambda *_: None
            return deaf

    _, problems = gone_through(Deaf(), play("A takes 1"))
    assert [p.code for p in problems] == ["play-unreadable"]


def test_a_record_is_a_play(heap: Any, heap_rules: Any) -> None:
    from random import Random

    state, moves, rng = heap.start(heap.setup({"heap": "9"})), [], Random(5)
    while heap.outcome(state) is None:
        legal = heap.moves(state)
        move = legal[-1] if legal else heap.chance(state, rng)
        heap.apply(state, move)
        moves.append(move)
    told = record(heap, {"heap": "9", "unset": ""}, {}, moves)
    assert len(told.lines) == len(moves)
    done, problems = gone_through(heap_rules, told)
    assert problems == []
    assert done.final == state


def test_a_record_quotes_what_yaml_would_read_otherwise() -> None:
    told = text(play("roll 3", setup={"a": 'say "x": y', "b": "two words"}, result={"heap": "-"}))
    assert told == (
        'id: p\ntitle: A play\nsetup:\n  a: "say \\"x\\": y"\n  b: two words\n'
        'moves: |\n  roll 3\nresult:\n  heap: "-"\n'
    )

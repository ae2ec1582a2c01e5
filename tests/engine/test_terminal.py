from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from generator.engine import terminal
from generator.engine.contract import Choice, SetupRefused
from generator.engine.terminal import matching, play_in_terminal

GAME = SimpleNamespace(file=SimpleNamespace(short="HEAP", name="The Heap"))


def scripted(*answers: str) -> Callable[[str], str]:
    left: Iterator[str] = iter(answers)

    def ask(prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return ask


def session(rules: Any, seats: list[str], *answers: str, **more: Any) -> tuple[Any, str]:
    said: list[str] = []
    play = play_in_terminal(
        rules, GAME, seats, scripted(*answers), said.append, Random(3), **more  # type: ignore[arg-type]
    )  # fmt: skip
    return play, "\n".join(said)


def test_a_whole_game_with_its_record(heap_rules: Any) -> None:
    play, said = session(heap_rules, ["human", "one"], *["1"] * 30, setup={"heap": "6"})
    assert "takes the last stone." in said
    assert "moves: |" in said
    assert play.setup == {"heap": "6"}
    assert play.result == {"heap": "0"}
    assert "6 stones" in said


@pytest.mark.parametrize("answers", [(), ("q",), ("QUIT",), ("1", "q")])
def test_quitting_is_polite_and_keeps_the_record(heap_rules: Any, answers: Any) -> None:
    play, said = session(heap_rules, ["human", "human"], *answers, setup={"heap": "30"})
    assert "No hard feelings." in said
    assert "result:" in said
    assert len(play.lines) >= len(answers)


def test_interrupting_is_quitting(heap_rules: Any) -> None:
    def ask(prompt: str) -> str:
        raise KeyboardInterrupt

    said: list[str] = []
    play_in_terminal(
        heap_rules, GAME, ["human", "one"], ask, said.append, Random(3), setup={"heap": "30"}  # type: ignore[arg-type]
    )  # fmt: skip
    assert any("No hard feelings." in line for line in said)


def test_nonsense_is_asked_again(heap_rules: Any) -> None:
    _, said = session(
        heap_rules, ["human", "one"], "", "fly", "99", "0", "take", setup={"heap": "30"}
    )
    assert "'fly' is none of them" in said
    assert "'99' is none of them" in said
    assert "could be take-1 or take-2" in said


def test_policies_alone_play_without_asking(heap_rules: Any) -> None:
    play, said = session(heap_rules, ["one", "random"])
    assert play.result == {"heap": "0"}
    assert "your move" not in said


def test_the_story_does_not_change_the_game(heap_rules: Any) -> None:
    first, _ = session(heap_rules, ["random", "random"])
    again, _ = session(heap_rules, ["random", "random"])
    assert first == again


def test_players_must_fit_the_seats(heap_rules: Any) -> None:
    for seats in (["human"], ["human", "nobody"]):
        with pytest.raises(SetupRefused):
            session(heap_rules, seats)


def test_answers_mean_numbers_names_or_parts_of_them() -> None:
    choices = [Choice("lost-memo", "Lost Memo (2 HP)"), Choice("speedy", "Speedy Memo")]
    assert matching(choices, "1") == [0]
    assert matching(choices, "3") == []
    assert matching(choices, "speedy") == [1]
    assert matching(choices, "lost") == [0]
    assert matching(choices, "memo") == [0, 1]
    assert matching(choices, "hp") == [0]
    assert matching(choices, "") == []
    assert matching(choices, "s") == [1]
    for typo in ("x", "o", "h", "emo", "("):
        assert matching(choices, typo) == [], typo
    assert matching(choices, "9" * 5000) == []


def test_a_long_menu_is_listed_when_asked_for(
    heap_rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "MENU", 2)
    _, said = session(heap_rules, ["human", "one"], "t", "take", "?", "q", setup={"heap": "30"})
    first, _, rest = said.partition("'take' could be")
    assert "3 choices: type how a name" in first
    assert "  1  Take 1" not in first
    assert "take-1 or take-2 and 1 more" in rest
    assert "  3  Take 3" in rest


def test_a_few_that_an_answer_may_mean_are_listed(
    heap_rules: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "MENU", 2)
    monkeypatch.setattr(terminal, "matching", lambda choices, answer: [0, 2])
    _, said = session(heap_rules, ["human", "one"], "x", "q", setup={"heap": "30"})
    assert "  1  Take 1" in said
    assert "  3  Take 3" in said
    assert "  2  Take 2" not in said

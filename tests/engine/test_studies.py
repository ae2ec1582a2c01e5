from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from generator.engine import study as module
from generator.engine.contract import SetupRefused, Study
from generator.engine.study import run_studies
from generator.model.evidence import Finding, read_table

SMALL = Study("small", "Heaps", {"five": {"heap": "5"}, "nine": {"heap": "9"}}, ("one", "random"))


@pytest.fixture
def watched(heap: Any) -> Any:
    """The heap with all that an engine may bring for evidence."""

    class Watched(type(heap)):  # type: ignore[misc]
        def tracks(self, state: Any) -> Mapping[str, Sequence[int]]:
            return {"heap": (state.heap,), "none": ()}

        def parts(self, state: Any) -> Sequence[str]:
            return ("left", "right")

        def choice(self, state: Any, move: Any) -> str:
            return f"take {move.stones}"

        def events(self, state: Any) -> Mapping[str, int]:
            return {"stones": state.turns, "odd": 1}

        def used(self, state: Any) -> Mapping[str, int]:
            return {"stone": state.turns, "boulder": 0, "pebble": int(state.turns == 9)}

    return Watched()


def test_results_do_not_depend_on_workers(watched: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = run_studies(watched, (SMALL,), 60, 3)
    monkeypatch.setattr(module, "BLOCK", 7)
    heard: list[tuple[str, int, int]] = []
    with ThreadPoolExecutor(3) as pool:
        again = run_studies(
            watched, (SMALL,), 60, 3, executor=pool, progress=lambda *said: heard.append(said)
        )
    assert again == alone
    assert heard[-1] == ("small", 240, 240)
    assert run_studies(watched, (SMALL,), 60, 4) != alone


def test_a_card_used_once_in_very_many_games_was_not_never_used() -> None:
    tally = module.Tally(games=2_000_000, used=Counter(pebble=1, boulder=0, stone=2_000_000))
    assert module._rare(tally) == {"boulder": 0, "pebble": 0.001, "stone": 100}


def test_what_one_stone_at_a_time_tells(watched: Any) -> None:
    (found,) = run_studies(watched, (SMALL,), 10, 0)
    one, _ = found.total
    assert (one.setup, one.policy, one.games) == ("all", "one", 20)
    # an odd heap: the seat that begins takes the last stone, always
    assert one.first == (100, pytest.approx(83.887, abs=0.01), 100)
    assert [seat[0] for seat in one.seats] == [100, 0]
    assert {name: share[0] for name, share in one.parts.items()} == {"left": 100, "right": 0}
    assert one.choices == {"take 1": 100}
    assert one.length is not None
    assert one.length.mean == 7
    assert one.tracks["heap"].low == {0: 100}
    assert one.tracks["heap"].high == {5: 50, 9: 50}
    assert one.tracks["heap"].beyond(0, 9) == 0
    assert one.tracks["heap"].beyond(0, 8) == 50
    assert one.tracks["heap"].beyond(1, 4) == 200
    assert one.tracks.keys() == {"heap"}
    assert one.rare == {"boulder": 0, "pebble": 50, "stone": 100}
    assert one.times == {"odd": 1, "stones": 7}
    rows = read_table(found.rows)
    assert [(row.setup, row.policy) for row in rows] == [
        ("five", "one"), ("five", "random"), ("nine", "one"), ("nine", "random")
    ]  # fmt: skip
    assert rows[2].length is not None
    assert rows[2].length.mean == 9


def test_rows_sum_to_the_total(watched: Any) -> None:
    (found,) = run_studies(watched, (SMALL,), 400, 0)
    rows = [row for row in read_table(found.rows) if row.policy == "random"]
    total = found.total[1]
    assert sum(row.games for row in rows) == total.games == 800
    assert sum(row.first[0] for row in rows) / 2 == pytest.approx(total.first[0], abs=0.002)
    assert 0 < total.choices["take 3"] < total.choices["take 1"] < 100
    assert sum(total.choices.values()) == pytest.approx(100, abs=0.01)


def test_no_two_set_ups_share_their_chance(watched: Any) -> None:
    twins = Study("twins", "The same twice", {"a": {"heap": "30"}, "b": {"heap": "30"}}, ("one",))
    rolls = Study("rolls", "Random takers", twins.setups, ("random",))
    (found,) = run_studies(watched, (rolls,), 200, 0)
    one, other = read_table(found.rows)
    assert (one.first, one.length, one.choices) != (other.first, other.length, other.choices)


def test_an_engine_that_brings_nothing_is_counted_all_the_same(heap: Any) -> None:
    whole = Study("whole", "One heap", {"heap": {}}, ("one,random",), fraction=4)
    (found,) = run_studies(heap, (whole,), 20, 0)
    (row,) = found.total
    assert row.games == 5
    assert (row.parts, row.choices, row.tracks) == ({}, {}, {})
    assert found.rows == ""
    assert isinstance(found, Finding)


def test_what_the_engine_refuses_is_refused_before_the_first_game(heap: Any) -> None:
    for setups, policy in (({"x": {"heap": "no"}}, "one"), ({"x": {}}, "nobody")):
        with pytest.raises(SetupRefused):
            run_studies(heap, (Study("bad", "Bad", setups, (policy,)),), 1, 0)

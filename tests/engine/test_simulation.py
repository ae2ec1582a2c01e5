from __future__ import annotations

import math
import random
import statistics
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine import simulate as module
from generator.engine.contract import SetupRefused
from generator.engine.simulate import game_seed, lengths, simulate
from generator.shares import wilson


def test_wilson_against_known_values() -> None:
    # Newcombe 1998: 81 of 263 gives 0.2553 to 0.3662; 15 of 148 gives 0.0624 to 0.1605
    assert wilson(81, 263)[1:] == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148)[1:] == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20)[:2] == (0.0, 0.0)
    assert wilson(0, 20).high == pytest.approx(0.1611, abs=5e-5)
    assert wilson(20, 20).low == pytest.approx(0.8389, abs=5e-5)
    assert wilson(0, 0) == (0.0, 0.0, 1.0)


@given(st.integers(1, 10**6), st.data())
def test_an_interval_holds_its_share(of: int, data: st.DataObject) -> None:
    share, low, high = wilson(data.draw(st.integers(0, of)), of)
    assert 0 <= low <= share <= high <= 1


@given(st.lists(st.integers(1, 60), min_size=2, max_size=200))
def test_lengths_against_the_standard_library(found: list[int]) -> None:
    told = lengths({n: found.count(n) for n in set(found)})
    assert told is not None
    assert told["mean"] == pytest.approx(statistics.mean(found))
    assert told["sd"] == pytest.approx(statistics.stdev(found), abs=1e-6)
    assert told["p95"] == sorted(found)[math.ceil(0.95 * len(found)) - 1]


def test_lengths_of_none_and_of_one() -> None:
    assert lengths({}) is None
    assert lengths({7: 1}) == {"mean": 7.0, "sd": None, "p95": 7}


def test_results_do_not_depend_on_workers(heap: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", 7)
    heard: list[int] = []
    alone = simulate(heap, {"heap": "20"}, "random", 100, 3, progress=heard.append)
    assert sum(heard) == 100
    assert len(heard) == 15
    with ThreadPoolExecutor(3) as pool:
        assert simulate(heap, {"heap": "20"}, "random", 100, 3, executor=pool) == alone
    monkeypatch.setattr(module, "BLOCK", 100)
    assert simulate(heap, {"heap": "20"}, "random", 100, 3) == alone
    assert simulate(heap, {"heap": "20"}, "random", 100, 4) != alone
    assert sum(seat.share for seat in alone.seats) == pytest.approx(1)
    assert alone.plain()["games"] == 100


def test_one_game_and_two(heap: Any) -> None:
    few, more = (simulate(heap, {"heap": "5"}, "random", n, 9) for n in (1, 2))
    assert few.length is not None
    assert more.length is not None
    assert few.length["sd"] is None
    assert few.first_player.share in (0.0, 1.0)


def test_no_games(heap: Any) -> None:
    told = simulate(heap, {}, "one", 0, 1).plain()
    assert told["games"] == 0
    assert told["length"] is None


def test_policies_are_one_or_one_a_seat(heap: Any) -> None:
    both = simulate(heap, {"heap": "9"}, "one, one", 20, 1)
    assert both._replace(policy="one") == simulate(heap, {"heap": "9"}, "one", 20, 1)
    for wrong in ("one,one,one", "two", "", "one,"):
        with pytest.raises(SetupRefused):
            simulate(heap, {"heap": "9"}, wrong, 20, 1)
    with pytest.raises(SetupRefused):
        simulate(heap, {"heap": "x"}, "one", 20, 1)


def test_endless_games_are_given_up(heap: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST", 6)
    told = simulate(heap, {"heap": "50"}, "one", 5, 1)
    assert told.unfinished == 5
    assert told.length is None
    assert told.first_player.share == 0


def test_no_two_games_share_a_source() -> None:
    seeds = {game_seed(seed, n) for seed in range(-50, 50) for n in range(50)}
    assert len(seeds) == 5000
    starts = {random.Random(game_seed(7, n)).random() for n in range(2000)}
    assert len(starts) == 2000

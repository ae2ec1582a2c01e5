"""Work shared among processes: its order, and its end where nobody waits for the rest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from generator.crew import Lost, in_order

STOPPED = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell starts what runs in the background
from generator.crew import in_order
for answer in in_order(lambda number: "x" * 100_000, 40, 4):
    break
print("done")
"""


@pytest.mark.parametrize("workers", [1, 2, 3, 9])
def test_answers_come_in_order(workers: int) -> None:
    assert [*in_order(lambda number: number * number, 7, workers)] == [0, 1, 4, 9, 16, 25, 36]


def test_workers_end_when_nobody_listens_even_in_the_background() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", STOPPED], capture_output=True, text=True, timeout=30, check=True
    )
    assert ended.stdout == "done\n"


def test_a_worker_that_is_lost_is_told() -> None:
    def work(number: int) -> int:
        if number == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return number

    with pytest.raises(Lost, match="before number 2"):
        _ = [*in_order(work, 4, 2)]

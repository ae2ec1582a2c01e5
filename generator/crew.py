"""Work by number in, what comes of each out, in order; shared among processes where there are some.

The processes are forked, so they hold what was loaded before; each takes every so many-th piece and
hands over what comes of it as soon as it is done, so nothing is gathered.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import IO, TypeVar

T = TypeVar("T")


class Lost(RuntimeError):  # noqa: N818 - it says what became of a worker
    """A worker ended before its work was done."""


def in_order(work: Callable[[int], T], count: int, workers: int = 1) -> Iterator[T]:
    """`work(0)`, `work(1)` … `work(count - 1)`, whose values can be pickled; raises Lost.

    With several `workers`, `work` runs in other processes: it must not raise.
    """
    workers = min(workers, count)
    if workers <= 1 or not hasattr(os, "fork"):
        yield from map(work, range(count))
        return
    sys.stdout.flush()
    sys.stderr.flush()
    crew: list[tuple[int, IO[bytes]]] = []
    for first in range(workers):
        crew.append(_hired(work, range(first, count, workers), [answers for _, answers in crew]))
    try:
        for number in range(count):
            _, answers = crew[number % workers]
            try:
                yield pickle.load(answers)  # noqa: S301 - written by ourselves, below
            except (EOFError, pickle.UnpicklingError):
                raise Lost(f"a worker ended before number {number + 1}") from None
    finally:
        for _, answers in crew:
            answers.close()
        for pid, _ in crew:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT)  # so that it puts away what it was at
            os.waitpid(pid, 0)


def _hired(
    work: Callable[[int], object], numbers: range, others: Iterable[IO[bytes]]
) -> tuple[int, IO[bytes]]:
    """A process that does the work of these numbers, and where its answers can be read.

    It lets go of the `others`' answers, or they would never learn that nobody listens.
    """
    source, sink = os.pipe()
    pid = os.fork()
    if pid:
        os.close(sink)
        return pid, os.fdopen(source, "rb")
    os.close(source)
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # none in the background
        for answers in others:
            answers.close()
        with os.fdopen(sink, "wb") as out:
            for number in numbers:
                pickle.dump(work(number), out)
                out.flush()
        status = 0
    except (BrokenPipeError, KeyboardInterrupt):  # nobody listens any more
        pass
    finally:
        os._exit(status)
    raise AssertionError  # never reached

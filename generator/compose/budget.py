"""What one face may cost: steps, characters and seconds, counted while it renders and is placed."""

from __future__ import annotations

import atexit
import signal
from contextlib import AbstractContextManager, nullcontext
from threading import get_ident, main_thread
from time import process_time
from types import FrameType

from generator.compose.flaw import Flaw

SECONDS = 5.0
"""A face's time on the processor (a busy machine is no fault): render, parse, place, text."""

STEPS = 50_000
"""Loop rounds, macro calls and includes of one face."""

MARKUP = 1 << 20
"""Characters of one face's markup; no text made on the way may be longer either."""

MADE = 16 * MARKUP
"""Characters that all expressions of one face may make together."""

LIST = 10_000
"""Items of a range or of a list made by a template."""


class TooSlow(Flaw):
    """The face took more steps or seconds than it may."""

    def __init__(self, says: str) -> None:
        super().__init__("face-too-slow", says, "look for a loop or macro that never ends")


class TooBig(Flaw):
    """The face made more than it may."""

    def __init__(self, says: str) -> None:
        super().__init__("face-too-big", says, "look for a loop or macro that repeats too much")


class Budget:
    """Counts of the face being made; `start` sets them back."""

    __slots__ = ("_end", "_made", "_steps")

    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Begin a face."""
        self._steps = 0
        self._made = 0
        self._end = process_time() + SECONDS

    def step(self) -> None:
        """One round of a loop, one macro call, one include; raises TooSlow."""
        self._steps += 1
        if not self._steps & 0x3FF:
            if self._steps > STEPS:
                raise TooSlow(f"the template takes more than {STEPS:,} steps for one face")
            if process_time() > self._end:
                raise _late()

    def text(self, length: int) -> None:
        """A text made by an expression, of so many characters; raises TooBig."""
        self._made += length
        if length > MARKUP:
            raise TooBig(f"the template makes a text of {length:,} characters, over {MARKUP:,}")
        if self._made > MADE:
            raise TooBig(f"the template makes texts of more than {MADE:,} characters for one face")

    def items(self, count: int) -> None:
        """A list of so many items; raises TooBig."""
        if count > LIST:
            raise TooBig(f"the template makes a list of {count:,} items, over {LIST:,}")
        self.text(8 * count)


def _late() -> TooSlow:
    return TooSlow(f"the face is not done after {SECONDS:g} seconds")


class _Alarm:
    """The one interval timer: `end` is the running face's last moment, None between faces.

    It is left running from face to face, since setting it costs more than placing a short text;
    a ring between faces stops it.
    """

    def __init__(self) -> None:
        self.end: float | None = None
        self.outer: list[float | None] = []
        self.runs = False

    def ring(self, _signal: int, _frame: FrameType | None) -> None:
        """The signal's handler."""
        left = 0.0 if self.end is None else self.end - process_time()
        if self.end is None:
            self.runs = False
        elif left > 0:
            signal.setitimer(signal.ITIMER_PROF, left)
        else:
            signal.setitimer(signal.ITIMER_PROF, 0.5)  # again, should this one be swallowed
            raise _late()

    def __enter__(self) -> None:
        self.outer.append(self.end)
        self.end = process_time() + SECONDS
        if not self.runs:
            self.runs = True
            signal.signal(signal.SIGPROF, self.ring)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)

    def __exit__(self, *_error: object) -> None:
        self.end = self.outer.pop()


_ALARM = _Alarm()
if hasattr(signal, "setitimer"):
    atexit.register(signal.setitimer, signal.ITIMER_PROF, 0.0)  # or it rings after the handlers
_MAIN = main_thread().ident


def clock() -> AbstractContextManager[None]:
    """Raises TooSlow inside when the time is up, whatever is running.

    Only the main thread of a system with interval timers can be interrupted so; elsewhere the
    counts of `Budget` alone end a face.
    """
    if get_ident() != _MAIN or not hasattr(signal, "setitimer"):
        return nullcontext()
    return _ALARM

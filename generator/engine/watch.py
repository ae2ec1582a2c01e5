"""Games as they are played in; what trackers showed, who won, what was chosen and used out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.engine.contract import Engine

if TYPE_CHECKING:
    from generator.engine.simulate import Tally


class Watch:
    """Counts into `tally` while `apply` plays; parts that the engine does not bring are left out.

    A game is framed by `begin` and `end`.
    """

    def __init__(self, engine: Engine[Any, Any, Any], tally: Tally) -> None:
        self._engine = engine
        self._apply = engine.apply
        self._actor = engine.actor
        self._tally = tally
        brought: dict[str, Callable[..., Any] | None] = {
            name: getattr(engine, name, None) for name in ("tracks", "parts", "choice", "used")
        }
        self._tracks: Callable[[Any], Mapping[str, Sequence[int]]] | None = brought["tracks"]
        self._parts: Callable[[Any], Sequence[str]] | None = brought["parts"]
        self._choice: Callable[[Any, Any], str] | None = brought["choice"]
        self._used: Callable[[Any], Mapping[str, int]] | None = brought["used"]
        self._reached: dict[str, tuple[int, int]] = {}

    def begin(self, state: Any) -> None:
        """The state before the first move."""
        self._reached = {}
        if self._tracks:
            self._look(self._tracks(state))

    def apply(self, state: Any, move: Any) -> None:
        """Make the move, and look."""
        if self._choice and self._actor(state) >= 0 and (name := self._choice(state, move)):
            self._tally.choices[name] += 1
        self._apply(state, move)
        if self._tracks:
            self._look(self._tracks(state))

    def end(self, state: Any) -> None:
        """The state after the last move."""
        tally = self._tally
        for name, (low, high) in self._reached.items():
            tally.lowest.setdefault(name, Counter())[low] += 1
            tally.highest.setdefault(name, Counter())[high] += 1
        tally.times.update(self._engine.events(state))
        if self._used:
            for name, times in self._used(state).items():
                tally.used[name] += times > 0
        outcome = self._engine.outcome(state)
        if self._parts and outcome is not None:
            parts = self._parts(state)
            tally.parts.update(set(parts))
            tally.parts_won.update({parts[seat] for seat in outcome.winners if seat < len(parts)})

    def _look(self, values: Mapping[str, Sequence[int]]) -> None:
        reached = self._reached
        for name, shown in values.items():
            if not shown:
                continue
            low, high = min(shown), max(shown)
            known = reached.get(name)
            if known is None:
                reached[name] = low, high
            elif low < known[0] or high > known[1]:
                reached[name] = min(low, known[0]), max(high, known[1])

"""Names of policies, and what makes them for an engine; the strongest stands last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from generator.engine.contract import Policy, Uniform
from generator.games.brain_drain.careful import Careful
from generator.games.brain_drain.greedy import Greedy

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine

POLICIES: Mapping[str, Callable[[DrainEngine], Policy]] = {
    "random": lambda _: Uniform(),
    "greedy": Greedy,
    "careful": Careful,
}
"""By name, the simplest first."""

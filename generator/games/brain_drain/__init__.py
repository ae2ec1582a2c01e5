"""The rules of Corporate Brain Drain behind the entry point `brain_drain`."""

from __future__ import annotations

from generator.engine.plain import PlainRules
from generator.games.brain_drain.effects import EFFECTS


class DrainRules(PlainRules):
    """See `generator.engine.contract.Rules`."""

    effects = EFFECTS


RULES = DrainRules()

"""The text of `--policy` in, a policy for every seat out."""

from __future__ import annotations

from typing import Any

from generator.engine.contract import SEATS, Engine, Policy, SetupRefused


def policies(engine: Engine[Any, Any, Any], text: str, seats: int) -> tuple[Policy, ...]:
    """`best` for every seat, or one name a seat (`best,random`); raises SetupRefused."""
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= seats
    if len(names) != seats:
        says = f"{len(names)} policies for {seats} seats"
        raise SetupRefused(says, f"one, or one for each of {', '.join(SEATS[:seats])}")
    return tuple(engine.policy(name) for name in names)

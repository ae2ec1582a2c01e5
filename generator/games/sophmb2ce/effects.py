"""The kinds of effects that castes and attacks have, as their data is written."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from generator.model.scalars import Int, Strict

Amount = Annotated[Int, Meta(ge=1, le=99)]


class Bonus(Strict):
    """Added to every draw of one kind."""

    unit: ClassVar[str] = ""

    kind: Literal["bonus"] = "bonus"
    on: Literal["attack", "defence"]
    """The draws it counts for."""
    amount: Amount
    """How much is added."""


class Damage(Strict):
    """Hit points taken off the defender when the attack succeeds."""

    unit: ClassVar[str] = "hp"

    kind: Literal["damage"] = "damage"
    amount: Amount
    """How many."""


class Penalty(Strict):
    """Taken off the attacker's own next draw of one kind."""

    unit: ClassVar[str] = ""

    kind: Literal["penalty"] = "penalty"
    on: Literal["attack", "defence"]
    """The draw it weakens."""
    amount: Amount
    """How much is taken off."""


EFFECTS: dict[str, type[Strict]] = {"bonus": Bonus, "damage": Damage, "penalty": Penalty}

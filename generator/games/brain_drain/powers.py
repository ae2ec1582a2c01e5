"""The kinds of effects that superpowers have: what a role changes of the common rule."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from generator.model.scalars import Int, Strict

Amount = Annotated[Int, Meta(ge=1, le=20)]


class Trigger(Strict):
    """The superpower is set off by this number of the die and all above it."""

    unit: ClassVar[str] = ""

    kind: Literal["trigger"] = "trigger"
    amount: Annotated[Int, Meta(ge=2, le=6)]
    """The lowest number that does."""


class Reroll(Strict):
    """A missed roll may be made once more."""

    kind: Literal["reroll"] = "reroll"


class Comfort(Strict):
    """MSP gained after the superpower."""

    unit: ClassVar[str] = "msp"

    kind: Literal["comfort"] = "comfort"
    amount: Amount
    """How many."""


class AnyFirst(Strict):
    """While no booster is stored, a card of any role may become one."""

    kind: Literal["any-first"] = "any-first"


class Salvage(Strict):
    """A card of the discard pile may be spent as a booster."""

    unit: ClassVar[str] = "card"

    kind: Literal["salvage"] = "salvage"
    amount: Annotated[Int, Meta(ge=1, le=1)]
    """How many."""


class Widen(Strict):
    """A base effect with one target may have another beside it."""

    unit: ClassVar[str] = ""

    kind: Literal["widen"] = "widen"
    amount: Annotated[Int, Meta(ge=1, le=1)]
    """How many."""


class Halve(Strict):
    """The next loss of MSP is halved, rounded down."""

    kind: Literal["halve"] = "halve"


class Soften(Strict):
    """The next loss of MSP is smaller."""

    unit: ClassVar[str] = "msp"

    kind: Literal["soften"] = "soften"
    amount: Amount
    """By how much."""


POWERS: dict[str, type[Strict]] = {
    "trigger": Trigger,
    "reroll": Reroll,
    "comfort": Comfort,
    "any-first": AnyFirst,
    "salvage": Salvage,
    "widen": Widen,
    "halve": Halve,
    "soften": Soften,
}

"""The kinds of effects that cards and superpowers have, as their data is written."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from generator.model.scalars import Int, Strict

Amount = Annotated[Int, Meta(ge=1, le=20)]
Who = Literal["target", "self", "others", "all", "highest", "lowest"]
"""`highest` and `lowest`: everyone in the game with the most or the fewest MSP, the player too."""


class Lose(Strict):
    """MSP that somebody loses."""

    unit: ClassVar[str] = "msp"

    kind: Literal["lose"] = "lose"
    who: Who
    """Who loses them."""
    amount: Amount
    """How many."""


class Gain(Strict):
    """MSP that somebody gains."""

    unit: ClassVar[str] = "msp"

    kind: Literal["gain"] = "gain"
    who: Who
    """Who gains them."""
    amount: Amount
    """How many."""


class Draw(Strict):
    """Cards that somebody draws."""

    unit: ClassVar[str] = "card"

    kind: Literal["draw"] = "draw"
    who: Who
    """Who draws."""
    amount: Amount
    """How many."""


class Discard(Strict):
    """Cards of their own choice that somebody discards."""

    unit: ClassVar[str] = "card"

    kind: Literal["discard"] = "discard"
    who: Who
    """Who discards."""
    amount: Amount
    """How many."""


class Steal(Strict):
    """Cards taken unseen from the target's hand."""

    unit: ClassVar[str] = "card"

    kind: Literal["steal"] = "steal"
    amount: Amount
    """How many."""


class Cancel(Strict):
    """The incoming attack ends."""

    kind: Literal["cancel"] = "cancel"


class Reflect(Strict):
    """The incoming attack goes back to whoever sent it on last."""

    kind: Literal["reflect"] = "reflect"


class Redirect(Strict):
    """The incoming attack goes to another player."""

    kind: Literal["redirect"] = "redirect"


class AllHands(Strict):
    """An All-Hands Meeting: a declared role and a die."""

    kind: Literal["all-hands"] = "all-hands"


class OneToOne(Strict):
    """A 1-to-1 Review with the target: a declared role, cards compared."""

    kind: Literal["one-to-one"] = "one-to-one"


class Swap(Strict):
    """Player and target exchange their hands or their MSP."""

    kind: Literal["swap"] = "swap"
    what: Literal["hands", "msp"]
    """What changes owners."""


class Rotate(Strict):
    """Everyone in the game hands the whole hand to the next player clockwise."""

    kind: Literal["rotate"] = "rotate"


EFFECTS: dict[str, type[Strict]] = {
    "lose": Lose,
    "gain": Gain,
    "draw": Draw,
    "discard": Discard,
    "steal": Steal,
    "cancel": Cancel,
    "reflect": Reflect,
    "redirect": Redirect,
    "all-hands": AllHands,
    "one-to-one": OneToOne,
    "swap": Swap,
    "rotate": Rotate,
}

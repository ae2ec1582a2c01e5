"""Declared fields: what `game.yaml` says a card or a catalog entry holds."""

from __future__ import annotations

from typing import Literal

from generator.model.scalars import Bool, Int, Strict, Text

FieldType = Literal["text", "int", "choice", "list", "image", "effects", "grid", "ref", "pairs"]


class FieldSpec(Strict):
    """One declared field of a component's cards or of a catalog's entries."""

    type: FieldType
    """`ref` names an entry of the catalog `to`, `grid` is lines of equal length, `pairs` a mapping
    from names to texts or whole numbers (`of`).

    A whole number in `effects` may be a figure's name: `{kind: damage, amount: blow}`.
    """
    required: Bool = True
    """Whether each card must give it; an absent field has its `default`, else is empty."""
    default: Text | None = None
    """The value of a card that does not give the field, written as on a card."""
    choices: tuple[Text, ...] = ()
    """The values a `choice` may take, the names that `pairs` may have."""
    longest: Int | None = None
    """Most characters of a text, most items of a list or of pairs."""
    each: Int | None = None
    """Most characters of each text in a list or in pairs."""
    cards: Text | None = None
    """The component whose cards the names of `pairs` are."""
    to: Text | None = None
    """The catalog a `ref` (or a list of them) points into."""
    of: Literal["text", "int", "ref"] = "text"
    """What a `list` or `pairs` holds."""
    printed: Int = 0
    """How many elements of the face must show the field (a fact of its own, engine or not)."""
    rules: Bool = False
    """Whether the text states rules: `{0}` stands for the first effect's amount, and so on."""
    help: Text = ""
    """A description for editors."""

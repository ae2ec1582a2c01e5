"""Sheets of the proof deck in, the same with one thing changed out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from proof_deck import (
    TITLE,
    prove,
    sheets,
    write,
)

from generator.problems import Problem
from generator.scene import Item, Sheet

CARD = 4
"""The card that is tampered with: in the middle of the first sheet, 6-hearts."""

Change = Callable[[list[Item]], list[Item]]


def find(what: str | int) -> int:
    """The index of an item of the card: of a line by its words, of a shape by its fact."""
    for i, item in enumerate(sheets()[0].placed[CARD].scene.items):
        if what in (getattr(item, "text", ""), getattr(item, "fact", "")):
            return i
    raise AssertionError(what)


HP, EFFECT, PIP, FRAME = "6 HP LEFT", "The office of 6-hearts draws 6 cards", "pip", 1


def change(what: str | int, **fields: Any) -> Change:
    def changed(items: list[Item]) -> list[Item]:
        i = what if isinstance(what, int) else find(what)
        items[i] = items[i]._replace(**fields)
        return items

    return changed


def drop(what: str) -> Change:
    def changed(items: list[Item]) -> list[Item]:
        del items[find(what)]
        return items

    return changed


def add(item: Item, at: int | None = None) -> Change:
    def changed(items: list[Item]) -> list[Item]:
        items.insert(len(items) if at is None else at, item)
        return items

    return changed


def swap_items(a: int, b: int) -> Change:
    def changed(items: list[Item]) -> list[Item]:
        items[a], items[b] = items[b], items[a]
        return items

    return changed


def on_card(due: list[Sheet], how: Change, sheet: int = 0, card: int = CARD) -> list[Sheet]:
    """The sheets with the items of one card changed."""
    placed = list(due[sheet].placed)
    scene = placed[card].scene
    items = tuple(how(list(scene.items)))
    placed[card] = placed[card]._replace(scene=scene._replace(items=items))
    return [*due[:sheet], due[sheet]._replace(placed=tuple(placed)), *due[sheet + 1 :]]


def swapped(sheet: Sheet, a: int, b: int) -> Sheet:
    """Two cards in each other's place, painted in the order of places."""
    placed = list(sheet.placed)
    one, other = placed[a], placed[b]
    placed[a] = other._replace(x=one.x, y=one.y, clip=one.clip, cell=one.cell)
    placed[b] = one._replace(x=other.x, y=other.y, clip=other.clip, cell=other.cell)
    return sheet._replace(placed=tuple(placed))


def proved(tmp_path: Path, written: list[Sheet], due: list[Sheet], **more: Any) -> list[Problem]:
    return prove(write(tmp_path / "m.pdf", written, **more), due, title=TITLE, flip="long")


def only(found: list[Problem], code: str, *words: str, card: str | None = "6-hearts") -> Problem:
    """There is one problem, of that code, and it says those words."""
    assert [p.code for p in found] == [code], "\n".join(map(str, found))
    assert found[0].where.file == "deck.pdf"
    assert found[0].where.card == card
    for word in words:
        assert word in found[0].says, found[0].says
    return found[0]

"""A view in, the position as plain data out: cards, free spots and attacks as a seat sees them.

Columns and rows count from nought at the seat's own left and near side, so seat B, which faces
seat A, has the map turned by half a circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from generator.engine.contract import SEATS
from generator.games.sprite_wars import state as st
from generator.games.sprite_wars.grid import DIRECTIONS, Cells, free, place, spot, totals
from generator.games.sprite_wars.notation import write_spot
from generator.games.sprite_wars.state import View

if TYPE_CHECKING:
    from generator.games.sprite_wars.wars import WarsEngine

_NAMES = {step: name for name, step in DIRECTIONS.items()}
_ROWS = (spot(1, 0), spot(0, 1), spot(1, 1), spot(1, -1))


def top(view: View) -> int:
    """The card drawn and not yet placed, as far as the seat can know it; -1: none."""
    if view.phase not in (st.PLACE, st.OPENING):
        return -1
    if view.drawn >= 0 or view.hidden[view.turn] or not view.under[view.turn]:
        return view.drawn
    return view.under[view.turn][0]


def left(view: View, seat: int) -> int:
    """How many cards a stack has, the one drawn from it included."""
    held = view.drawn >= 0 and seat == view.turn
    return len(view.hidden[seat]) + len(view.under[seat]) + held


class Area:
    """The spots that a figure shows, from the side of `seat`: cards, and where cards may lie."""

    def __init__(self, spots: Iterable[int], seat: int) -> None:
        self._sign = 1 if seat == 0 else -1
        xs, ys = zip(*map(place, spots), strict=True)
        self.columns = [*range(min(xs), max(xs) + 1)][:: self._sign]
        self.rows = [*range(min(ys), max(ys) + 1)][:: self._sign]

    def at(self, where: int) -> dict[str, int]:
        """Column and row of a spot."""
        x, y = place(where)
        sign = self._sign
        return {"column": sign * (x - self.columns[0]), "row": sign * (y - self.rows[0])}


def seen_from(cells: Iterable[tuple[int, tuple[int, int]]], seat: int) -> list[dict[str, Any]]:
    """Cards by column and row, with their owner. `upright`: whether the seat sees it upright."""
    lying = dict(cells)
    if not lying:
        return []
    area = Area(lying, seat)
    found = [
        {**area.at(at), "owner": owner, "card": card, "upright": owner == seat}
        for at, (owner, card) in lying.items()
    ]
    return sorted(found, key=lambda one: (one["row"], one["column"]))


def picture(engine: WarsEngine, view: View) -> dict[str, Any]:
    """The position by names. `map` is all of it that a figure needs, see `_map`."""
    fighters = engine.series.fighters
    cards = [{**one, "card": fighters[one["card"]].id} for one in seen_from(view.cells, view.seat)]
    drawn = top(view)
    return {
        "seat": SEATS[view.seat],
        "cards": cards,
        "spots": {write_spot(at): [o, fighters[c].id] for at, (o, c) in view.cells},
        "stacks": [left(view, seat) for seat in (0, 1)],
        "under": [[fighters[card].id for card in cards_] for cards_ in view.under],
        "drawn": fighters[drawn].id if drawn >= 0 else None,
        "attacks": [write_spot(at) for at in view.left],
        "phase": view.phase,
        "turn": "over" if view.phase == st.DONE else SEATS[view.turn],
        "result": {st.NOBODY: None, st.DRAW: "draw"}.get(view.result, SEATS[view.result % 2]),
        "map": _map(engine, view),
    }


def _map(engine: WarsEngine, view: View) -> dict[str, Any]:
    """`columns` and `rows`: coordinates as seat A names them, from the seat's near left on.

    `cards` (id, owner, upright, won: whether it lies in the row that has won, counts: directions of
    its arrows that count in an attack shown) · `fights`: the attack just made, else those to come
    (attack, defence, over, won, fallen, came) · `free`: spots for the next card, if there are none.
    """
    cells = dict(view.cells)
    fights = list(_fights(engine, view, cells))
    empty = free(frozenset(cells)) if cells and not fights and view.phase != st.DONE else ()
    struck = [at for at, _ in fights]
    area = Area([*cells, *empty, *struck] or [0], view.seat)
    winning = _winning(cells, view.result)
    cards = []
    for at, (owner, card) in sorted(cells.items()):
        fighter = engine.series.fighters[card]
        counts = [
            _NAMES[step if owner == 0 else -step]
            for step in engine.arrows[owner][card]
            if at + step in struck and not (at in struck and len(struck) == 1)
        ]
        told = {"card": fighter.id, "owner": SEATS[owner], "upright": owner == view.seat}
        new = bool(fights) and at == view.struck and owner == _striker(view)
        cards.append({**area.at(at), **told, "counts": counts, "won": at in winning, "new": new})
    return {
        "columns": area.columns,
        "rows": area.rows,
        "cards": cards,
        "free": [area.at(at) for at in empty],
        "fights": [{**area.at(at), **told} for at, told in fights],
    }


def _striker(view: View) -> int:
    """Whose attacks are shown: the turn has passed on where the last attack ended it."""
    return view.turn if view.phase == st.STRIKE else 1 - view.turn


def _fights(engine: WarsEngine, view: View, cells: Cells) -> Iterator[tuple[int, dict[str, Any]]]:
    fighters, last = engine.series.fighters, view.last
    if last is not None:
        came = fighters[last.came].id if last.came >= 0 else None
        told = {"attack": last.attack, "defence": last.defence, "over": True, "won": last.won}
        yield (
            last.at,
            {**told, "fallen": fighters[last.card].id if last.won else None, "came": came},
        )
        return
    for at in view.left:
        attack, defence = totals(cells, at, view.turn, engine.powers, engine.arrows)
        told = {"attack": attack, "defence": defence, "over": False, "won": attack > defence}
        yield at, {**told, "fallen": None, "came": None}


def _winning(cells: Cells, result: int) -> set[int]:
    """Spots of all rows of the winner."""
    own = {at for at, (owner, _) in cells.items() if owner == result}
    lines = [{at - step, at, at + step} for at in own for step in _ROWS]
    return set().union(*(line for line in lines if line <= own))

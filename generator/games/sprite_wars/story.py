"""A game in words: what the table hears, what a player is asked, the position as a seat sees it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from generator.engine.contract import SEATS, Choice
from generator.games.sprite_wars import state as st
from generator.games.sprite_wars.grid import free, place
from generator.games.sprite_wars.notation import write_spot
from generator.games.sprite_wars.seen import left, top
from generator.games.sprite_wars.state import Move, State, View

if TYPE_CHECKING:
    from generator.games.sprite_wars.wars import WarsEngine

DRAWS = {
    "full grid": "The grid is full and nobody has three in a row: a draw.",
    "both stacks empty": "Neither stack has a card left: a draw.",
    "repetition": "The same position again: a draw.",
}
"""How a draw came about, by event."""

_PLACES = (
    "{who} sends in {card}.",
    "{who} slides {card} across the table.",
    "{card} reports for duty, says {who}.",
    "{who} draws, grins and lays down {card}.",
)
_FALLS = (
    "{other} is shown the door",
    "{other} goes under the stack",
    "{other} did not see that coming",
)
_STAYS = ("{other} does not budge", "{other} stands", "{other} yawns")


def _name(engine: WarsEngine, card: int) -> str:
    return engine.series.fighters[card].name


def tell(engine: WarsEngine, after: State, move: Move, rng: Random) -> list[str]:
    """What the table has just seen."""
    if move.what in ("shuffle", "coin"):
        return _opened(engine, after, move)
    if move.what == "pass":
        lines = ["No card to draw: a pass."]
    elif move.what == "strike":
        lines = [_struck(engine, after, rng)]
    else:
        seat, card = after.cells[move.at]
        text = rng.choice(_PLACES).format(who=SEATS[seat], card=_name(engine, card))
        lines = [f"{text} ({write_spot(move.at)})"]
    outcome = engine.outcome(after)
    return [*lines, outcome.says] if outcome else lines


def _opened(engine: WarsEngine, after: State, move: Move) -> list[str]:
    if after.phase == st.DEAL:
        return []
    lines = []
    if after.redraws and move.what == "shuffle":
        lines.append(f"Equal cards, {after.redraws} times over: under the stacks with them.")
    a, b = (_name(engine, card) for card in after.shown)
    lines.append(f"A shows {a}, B shows {b}.")
    if after.phase == st.COIN:
        return [*lines, "Nobody will ever be higher: a coin decides."]
    first = SEATS[after.first]
    return [*lines, f"{first} is higher; its card lies at {write_spot(0)}."]


def _struck(engine: WarsEngine, after: State, rng: Random) -> str:
    last = after.last
    assert last is not None
    words = rng.choice(_FALLS if last.won else _STAYS).format(other=_name(engine, last.card))
    text = f"  {last.attack} against {last.defence} at {write_spot(last.at)}: {words}"
    if last.came >= 0:
        text += f", and {_name(engine, last.came)} takes its place"
    return f"{text}."


def label(engine: WarsEngine, state: State, move: Move) -> Choice:
    """A spot by its name on the map of `status`."""
    if move.what == "pass":
        return Choice("pass", "Pass: your stack is empty")
    if move.what not in ("place", "strike"):
        return Choice(move.what, move.what)
    where = write_spot(move.at)
    if move.what == "strike":
        return Choice(where, f"Attack {_name(engine, state.cells[move.at][1])} at {where}")
    return Choice(where, f"{_name(engine, state.stacks[state.turn][0])} to {where}")


def status(engine: WarsEngine, view: View) -> list[str]:
    """The grid as the seat sees it, the card it has drawn, and both stacks."""
    lines = _map(engine, view)
    for seat in (view.seat, 1 - view.seat):
        side = "you" if seat == view.seat else "them"
        known = " ".join(engine.series.fighters[card].id for card in view.under[seat])
        line = f"{side:>4}  {left(view, seat)} in the stack of {SEATS[seat]}"
        lines.append(f"{line}, at its end {known}" if known else line)
    if (drawn := top(view)) >= 0:
        fighter = engine.series.fighters[drawn]
        arrows = " ".join(f"{name}{'*' * (force - 1)}" for name, force in fighter.arrows)
        who = "you hold" if view.turn == view.seat else f"{SEATS[view.turn]} holds"
        lines.append(f"{who} {fighter.name}, power {fighter.power}, arrows {arrows or 'none'}")
    return lines


def _map(engine: WarsEngine, view: View) -> list[str]:
    """Cards and names of free spots, the seat's own side below."""
    sign = 1 if view.seat == 0 else -1
    texts = {place(at): write_spot(at) for at in free(frozenset(at for at, _ in view.cells))}
    for at, (owner, card) in view.cells:
        fighter = engine.series.fighters[card]
        texts[place(at)] = f"{SEATS[owner]} {fighter.id} {fighter.power}"
    columns = sorted({x for x, _ in texts}, reverse=sign < 0)
    rows = sorted({y for _, y in texts}, reverse=sign > 0)
    lines = ("".join(f"{texts.get((x, y), ''):<15}" for x in columns) for y in rows)
    return [f"  {line}".rstrip() for line in lines]

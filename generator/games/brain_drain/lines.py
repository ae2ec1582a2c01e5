"""A move and what it brought about in, lines for the table out: one an event."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from generator.engine.contract import SEATS
from generator.games.brain_drain import state as st
from generator.games.brain_drain.state import Move, State, Task

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine

_PLAYS = (
    "{who} plays {card}. {quote}",
    "{who}, without looking up: {card}. {quote}",
    "{who} copies everyone in on {card}. {quote}",
    "{who} books the small room for {card}. {quote}",
)
_DOWNS = (
    "{who} slides a card face down across the table.",
    "{who} lays a card face down and straightens it, twice.",
    "{who} puts a card face down under a coaster.",
)
_HITS = ("Caffeine!", "The lights flicker.", "Somebody switched the good coffee on.")
_MISSES = ("Decaf.", "The machine is descaling.", "That was the tea.")
_CALLS = (
    "{who} stands up: BLUFF!",
    "{who} would like to see that in writing: BLUFF!",
    "BLUFF! says {who}, and the printer stops.",
)
_REACTS = (
    "  {who} has an answer ready: {card}. {quote}",
    "  {who} does not even put the cup down: {card}. {quote}",
    "  {who} finds the right form: {card}. {quote}",
)
_GIVES = (
    "  {who} files {card} under “reprioritized”.",
    "  {who} archives {card}.",
    "  {who} lets {card} go. Budget.",
)
_OUTS = (
    "  {who} is BURNED OUT and leaves with one plant in a box.",
    "  {who} is BURNED OUT. The badge stops working before the door does.",
    "  {who} is BURNED OUT. There will be cake in the kitchen.",
)


def _who(engine: DrainEngine, state: State, seat: int) -> str:
    return f"{SEATS[seat]} ({engine.deal.roles[state.roles[seat]].name})"


def _said(engine: DrainEngine, state: State, text: str, seat: int, card: int) -> str:
    design = engine.deal.designs[card]
    return text.format(
        who=_who(engine, state, seat), card=design.name, quote=f"“{design.quote}”"
    ).rstrip()


# Moves


def of_move(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    """The move itself; what only its player knows is left out."""
    make = _MOVES.get(move.what)
    return make(engine, after, move, rng) if make else []


def _roles(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    return [f"Roles: {', '.join(_who(engine, after, seat) for seat in range(len(after.msp)))}."]


def _shuffle(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    if any(entry[0] == "reshuffle" for entry in after.log):
        return []
    return [f"The deck is shuffled. {_who(engine, after, after.turn)} begins."]


def _roll(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    again = " again" if move.what == "reroll" else ""
    return [f"{_who(engine, after, after.turn)} reaches for the die{again}."]


def _die(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    if after.played >= 0 or after.phase != st.TURN or after.roll == st.UNROLLED:
        return [f"  The die shows {move.value}."]
    end = rng.choice(_HITS if after.roll == st.HIT else _MISSES)
    return [f"{_who(engine, after, after.turn)} rolls {move.value}. {end}"]


def _play(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    return [_said(engine, after, rng.choice(_PLAYS), _turn(after), move.value)]


def _turn(after: State) -> int:
    """Who was in turn when the move was made: whoever the log saw laying the card, else now."""
    for entry in after.log:
        if entry[0] in ("stored", "discarded", "spent"):
            return int(entry[1])
    return after.turn


def _boost(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    seat = _turn(after)
    power = engine.deal.roles[after.roles[seat]].power or "Superpower"
    design = engine.deal.designs[move.value]
    return [f"{_who(engine, after, seat)}: {power}! It is built on {design.name}: “{design.quote}”"]


def _spend(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    count = len(move.cards)
    if count < 2:
        return [f"  {'One booster' if count else 'No booster'} goes in: the plain effect."]
    return [
        f"  {count} boosters go in: everything counts {'twice' if count == 2 else 'three times'}."
    ]


def _bluff(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    seat = after.turn if move.what == "bluff" else after.bluffer
    return [rng.choice(_DOWNS).format(who=_who(engine, after, seat))]


def _claim(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    design = engine.deal.designs[move.value]
    role = engine.deal.roles[design.role].name
    return [f"  “{design.quote}” That makes it {design.name}, {role}, {design.kind}."]


def _at(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    return [f"  At {_who(engine, after, move.value)}."] if move.value >= 0 else []


def _to(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    return [f"  It goes to {_who(engine, after, move.value)}."]


def _declare(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    return [f"  The agenda has one point: {engine.deal.roles[move.value].name}."]


def _call(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    caller = next(entry[1] for entry in after.log if entry[0] == "called")
    return [rng.choice(_CALLS).format(who=_who(engine, after, caller))]


def _let(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    if after.phase != st.CALL:
        return []  # the last who could object: the log says that nobody has
    seat = after.living(after.actor)[-2]
    return [f"  {_who(engine, after, seat)} lets it pass."]


def _react(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    seat = after.chain[-1][0] if after.chain else _turn(after)
    return [_said(engine, after, rng.choice(_REACTS), seat, move.value)]


def _rest(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    return ["An empty hand: nothing is played. Somebody calls it focus time."]


_Make = Callable[["DrainEngine", State, Move, Random], list[str]]
_MOVES: dict[str, _Make] = {
    "roles": _roles,
    "shuffle": _shuffle,
    "roll": _roll,
    "reroll": _roll,
    "die": _die,
    "play": _play,
    "boost": _boost,
    "spend": _spend,
    "bluff": _bluff,
    "fake": _bluff,
    "claim": _claim,
    "at": _at,
    "to": _to,
    "declare": _declare,
    "call": _call,
    "let": _let,
    "react": _react,
    "rest": _rest,
}


# What came of it


def of_log(engine: DrainEngine, after: State, rng: Random) -> list[str]:
    """The events of the last move in their order."""
    found = []
    for entry in after.log:
        make = _EVENTS.get(entry[0])
        if make:
            found.append(make(engine, after, entry, rng))
    return found


def _points(verb: str) -> _Event:
    def say(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
        _, seat, amount, left = entry
        points = engine.deal.words(amount, "msp")
        return f"  {_who(engine, after, seat)} {verb} {points}: {left} left."

    return say


def _cards(verb: str) -> _Event:
    def say(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
        return f"  {_who(engine, after, entry[1])} {verb} {engine.deal.words(entry[2], 'card')}."

    return say


def _plain(text: str) -> _Event:
    def say(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
        return text.format(who=_who(engine, after, entry[1]) if len(entry) > 1 else "")

    return say


def _called(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    _, _, bluffer, card, true = entry
    name = engine.deal.designs[card].name
    if true:
        return f"  It is {name}, to the letter. {_who(engine, after, bluffer)} smiles."
    return f"  It is {name}, and {_who(engine, after, bluffer)} studies the ceiling."


def _steal(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    _, victim, thief, count = entry
    cards = engine.deal.words(count, "card")
    return (
        f"  {_who(engine, after, thief)} takes {cards} from {_who(engine, after, victim)}, unseen."
    )


def _counts(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    return f"  Counted: {', '.join(f'{SEATS[seat]} {count}' for seat, count in entry[1])}."


def _swap(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    _, one, other, what = entry
    goods = "hands" if what == "hands" else "states of mind"
    return f"  {_who(engine, after, one)} and {_who(engine, after, other)} swap {goods}."


def _stored(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    _, seat, card = entry
    return f"  {_who(engine, after, seat)} keeps {engine.deal.designs[card].name} as a booster."


def _gave(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    return _said(engine, after, rng.choice(_GIVES), entry[1], entry[2])


def _took(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    name = engine.deal.designs[entry[2]].name
    return f"  {_who(engine, after, entry[1])} pulls {name} out of the discards. Recertified."


def _out(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    return rng.choice(_OUTS).format(who=_who(engine, after, entry[1]))


def _final(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    return f"  FINAL ROUND: one more turn each, {', '.join(SEATS[seat] for seat in entry[1])}."


def _review(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    names = " and ".join(_who(engine, after, seat) for seat in entry[1])
    return f"Final Performance Review: {names} are tied and show their hands."


def _shown(engine: DrainEngine, after: State, entry: Task, rng: Random) -> str:
    return f"  {_who(engine, after, entry[1])} draws {engine.deal.designs[entry[2]].name}."


_Event = Callable[["DrainEngine", State, Task, Random], str]
_EVENTS: dict[str, _Event] = {
    "lose": _points("loses"),
    "gain": _points("gains"),
    "draw": _cards("draws"),
    "shield": _plain("  The shield of {who} takes its part."),
    "shielded": _plain("  {who} raises a shield against the next loss."),
    "stored": _stored,
    "believed": _plain("  Nobody objects."),
    "cancelled": _plain("  And that is the end of it."),
    "nothing": _plain("  Nothing happens. The minutes will say so."),
    "rotate": _plain("  Everybody passes their hand to the left."),
    "reshuffle": _plain("The pile is empty; the discards become a new one."),
    "called": _called,
    "steal": _steal,
    "counts": _counts,
    "swap": _swap,
    "gave": _gave,
    "took": _took,
    "out": _out,
    "final": _final,
    "review": _review,
    "shown": _shown,
}

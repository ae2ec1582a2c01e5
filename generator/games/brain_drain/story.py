"""Play in words: what the table hears, what a player is asked, the position by names."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from generator.engine.contract import CHANCE, OVER, SEATS, Choice
from generator.games.brain_drain import lines
from generator.games.brain_drain import state as st
from generator.games.brain_drain.notation import line_of
from generator.games.brain_drain.setup import SHIELDS
from generator.games.brain_drain.state import Move, State, View

if TYPE_CHECKING:
    from generator.games.brain_drain.drain import DrainEngine

_WHOM = {
    "target": "target",
    "self": "you",
    "others": "everyone else",
    "all": "everyone",
    "highest": "most MSP",
    "lowest": "fewest MSP",
}
_PLAIN = {
    "cancel": "ends an attack on you",
    "reflect": "sends an attack back",
    "redirect": "sends an attack elsewhere",
    "all-hands": "All-Hands Meeting",
    "one-to-one": "1-to-1 Review",
    "rotate": "all hands move on to the left",
}


def who(engine: DrainEngine, roles: tuple[int, ...], seat: int) -> str:
    """`B (Buyer)`."""
    return f"{SEATS[seat]} ({engine.deal.roles[roles[seat]].name})" if roles else SEATS[seat]


def brief(engine: DrainEngine, card: int, times: int = 1) -> str:
    """What a card does, in as few words as a menu has room for."""
    found = []
    for kind, whom, amount in engine.effects[card]:
        if kind == "swap":
            found.append(f"swap {'hands' if whom == 'hands' else 'MSP'} with target")
        elif kind in _PLAIN:
            found.append(_PLAIN[kind])
        elif kind == "steal":
            found.append(f"steal {engine.deal.words(amount * times, 'card')} from target")
        else:
            unit = "msp" if kind in ("lose", "gain") else "card"
            sign = "-" if kind in ("lose", "discard") else "+"
            found.append(f"{_WHOM[whom]} {sign}{engine.deal.words(amount * times, unit)}")
    return ", ".join(found)


def named(engine: DrainEngine, card: int) -> str:
    """`Reply All (Worker attack: everyone else -1 MSP)`."""
    design = engine.deal.designs[card]
    role = engine.deal.roles[design.role].name
    return f"{design.name} ({role} {design.kind}: {brief(engine, card)})"


def ending(engine: DrainEngine, state: State) -> str:
    """Who has won, and how sane they are."""
    names = [who(engine, state.roles, seat) for seat in state.winners or ()]
    if len(names) == 1:
        left = engine.deal.words(state.msp[(state.winners or (0,))[0]], "msp")
        return f"{names[0]} wins with {left}. The office will want this in a report."
    return f"{', '.join(names[:-1])} and {names[-1]} share the victory. So there will be a meeting."


# Choices


def label(engine: DrainEngine, state: State, move: Move) -> Choice:
    """The move as a menu shows it; cards go by their codes."""
    what, value, several = move
    line = line_of(engine, state, move).partition(": ")[2]
    if what in ("play", "react"):
        return Choice(engine.codes[value], f"{engine.codes[value]}  {_card(engine, value)}")
    if what in ("boost", "bluff", "fake", "claim", "take", "give") and value >= 0:
        verb = {
            "boost": "superpower with",
            "bluff": "face down:",
            "fake": "face down, as a reaction:",
            "claim": "say it is",
            "take": "take back",
            "give": "give up",
        }[what]
        told = engine.deal.designs[value].name if what == "bluff" else _card(engine, value)
        return Choice(line, f"{verb} {engine.codes[value]}  {told}")
    if what in ("at", "to") and value >= 0:
        seat = who(engine, state.roles, value)
        left = engine.deal.words(state.msp[value], "msp")
        return Choice(SEATS[value], f"{seat}, {left}, {_held(engine, len(state.hands[value]))}")
    if what == "declare":
        held = sum(engine.role_of[card] == value for card in state.hands[state.actor])
        role = engine.deal.roles[value]
        return Choice(role.id, f"{role.name} (you hold {held})")
    if what == "spend" and several:
        cards = ", ".join(engine.codes[card] for card in several)
        return Choice(line, f"spend {cards}: everything x{max(1, len(several))}")
    words = {
        "roll": "roll for the superpower first",
        "reroll": "roll once more",
        "rest": "nothing to play",
        "spend": "spend no booster",
        "take": "take nothing",
        "at": "nobody else",
        "call": "shout BLUFF!",
        "let": "let it pass",
        "pass": "take it",
    }
    return Choice(line, words.get(what, line))


def _card(engine: DrainEngine, card: int) -> str:
    design = engine.deal.designs[card]
    role = engine.deal.roles[design.role].name
    return f"{design.name} - {role}, {design.kind}: {brief(engine, card)}"


def _held(engine: DrainEngine, count: int) -> str:
    return f"{engine.deal.words(count, 'card')} in hand"


# The table


def status(engine: DrainEngine, view: View) -> list[str]:
    """Everybody's MSP, then the hand at the beginning of a turn, then what is asked."""
    if not view.roles:
        return [f"{len(view.msp)} players wait for their roles."]
    found = [_seat_line(engine, view, seat) for seat in range(len(view.msp))]
    if view.phase == st.TURN and view.actor == view.seat:
        pile = engine.deal.words(view.left, "card")
        found.append(f"Your turn. {pile} to draw, {len(view.discard)} discarded.")
    if view.phase == st.CALL and view.actor == view.seat:
        found.append(
            f"You hold {', '.join(engine.codes[card] for card in view.hand) or 'nothing'}."
        )
    asked = _ASKED.get(view.phase)
    if asked and view.actor == view.seat:
        found.append(asked(engine, view))
    return found


def _seat_line(engine: DrainEngine, view: View, seat: int) -> str:
    mark = ">" if seat == view.turn else " "
    role = engine.deal.roles[view.roles[seat]].name
    head = f"{mark} {SEATS[seat]} {role:<19}"
    if view.out[seat]:
        return f"{head} burned out"
    line = f"{head} {view.msp[seat]:>2} {'#' * view.msp[seat]:<12} {view.cards[seat]} in hand"
    if view.boosters[seat]:
        line += f", boosters {' '.join(engine.codes[card] for card in view.boosters[seat])}"
    if view.shield[seat]:
        line += f", next loss {'halved' if view.shield[seat] == st.HALF else 'smaller'}"
    return line + (", you" if seat == view.seat else "")


def _attacked(engine: DrainEngine, view: View) -> str:
    parts = [
        f"-{engine.deal.words(amount, 'msp' if kind == 'lose' else 'card')}"
        if kind in ("lose", "discard")
        else f"{kind} {amount}"
        for kind, amount in view.incoming
    ]
    return f"{who(engine, view.roles, view.sender)} attacks you: {', '.join(parts) or 'in vain'}."


def _claimed(engine: DrainEngine, view: View) -> str:
    fake = view.faked_as >= 0
    seat, card = view.bluffer, view.faked_as if fake else view.face
    at = view.targets if not fake else (view.faked_to,) if view.faked_to >= 0 else ()
    aimed = f", at {' and '.join(SEATS[seat] for seat in at)}" if at else ""
    return f"{who(engine, view.roles, seat)} says it is {named(engine, card)}{aimed}."


_ASKED: dict[str, Callable[[DrainEngine, View], str]] = {
    st.REACT: _attacked,
    st.CALL: _claimed,
    st.CLAIM: lambda engine, view: "Which card do you say it is?",
    st.AIM: lambda engine, view: "At whom?",
    st.EXTRA: lambda engine, view: "Hype spreads: at whom else?",
    st.TO: lambda engine, view: "To whom does it go?",
    st.DECLARE: lambda engine, view: "Which role is the meeting about?",
    st.GIVE: lambda engine, view: f"Give up {engine.deal.words(view.debt, 'card')}.",
}


def tell(engine: DrainEngine, after: State, move: Move, rng: Random) -> list[str]:
    """What the table sees of the move just made, a line an event."""
    return lines.of_move(engine, after, move, rng) + lines.of_log(engine, after, rng)


def picture(engine: DrainEngine, view: View) -> dict[str, Any]:
    """The position as plain data: lists by seat, cards by code, piles top first."""
    codes = engine.codes
    acts = {CHANCE: "chance", OVER: "over"}.get(view.actor) or SEATS[view.actor]
    shields = {number: name for name, number in SHIELDS.items()}
    return {
        "seat": SEATS[view.seat],
        "roles": [engine.deal.roles[role].id for role in view.roles],
        "msp": list(view.msp),
        "hand": [codes[card] for card in view.hand],
        "cards": list(view.cards),
        "boosters": [[codes[card] for card in cards] for cards in view.boosters],
        "shields": [shields[shield] for shield in view.shield],
        "out": list(view.out),
        "draw": view.left,
        "discard": [codes[card] for card in reversed(view.discard)],
        "turn": SEATS[view.turn],
        "final": None if view.final is None else [SEATS[seat] for seat in view.final],
        "actor": acts,
        "asked": view.phase,
        "face": codes[view.face] if view.face >= 0 else None,
    }

"""A conflict in words: dispatches for the table, menus, where a side stands, the position."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from generator.engine.contract import CHANCE, OVER, SEATS, Choice
from generator.games.organizations import state as st
from generator.games.organizations.cards import INDEX, SUIT
from generator.games.organizations.state import Move, Result, State, View

if TYPE_CHECKING:
    from generator.games.organizations.tables import Tables

_OPENINGS = (
    "{who} opens with {card}: this is about {suit}.",
    "Dispatch: {who} moves first, {card}. Whatever else is said, it is about {suit}.",
    "{Card}, and {who} has named the matter: {suit}.",
)
_HIGHER = (
    "{who} raises with {card}.",
    "{who} answers in kind: {card}.",
    "More of the same from {who}, and larger: {card}.",
)
_FACES = (
    "{who} sends somebody with a name: {card}.",
    "{Card} takes the matter in hand for {who}.",
)
_TRUMPS = (
    "{who} changes the ground: {card}.",
    "{who} will not play that game. {Card} trumps.",
    "Nobody had watched that road: {who} brings {card}.",
)
_LAST = (
    "{who} plays {card}.",
    "{Card}, from {who}.",
)
_ENDS = (
    "No answer from {loser}. The round goes to {winner}.",
    "Every card looked through twice, and none will do for {loser}: the round goes to {winner}.",
    "The wires of {loser} fall silent; the field is left to {winner}.",
)
_RANKS = {"A": "the ace", "J": "the jack", "Q": "the queen", "K": "the king"}


def who(seat: int) -> str:
    """`A`; `chance` for the shuffle."""
    return SEATS[seat] if seat >= 0 else "chance"


def card_name(engine: Tables, card: int) -> str:
    """`the king of Hearts`."""
    rank = INDEX[card % SUIT]
    return f"{_RANKS.get(rank, f'the {rank}')} of {engine.deal.suits[card // SUIT].name}"


def tell(engine: Tables, after: State, move: Move, rng: Random) -> list[str]:
    """What the whole table sees of the move just made."""
    lines = []
    if move.what == st.CUT:
        cards = " and ".join(card_name(engine, card) for card in move.cards)
        lines.append(f"The deck is cut: {cards}.")
    elif move.what == st.SHUFFLE:
        lines.append(f"Round {len(after.results) + (after.phase != st.SHUFFLE)}: cards are dealt.")
    elif move.what == st.REBUILD:
        lines.append("The stock is used up; what was thrown is shuffled into a new one.")
    elif move.what == "throw":
        lines.append(f"{who(move.seat)} throws {card_name(engine, move.card)}.")
    elif move.what == "play":
        lines.append(_played(engine, after, move, rng))
    if after.results and after.phase in (st.SHUFFLE, st.END):
        lines += _ended(engine, after, after.results[-1], rng)
    return lines


def _played(engine: Tables, after: State, move: Move, rng: Random) -> str:
    before = [card for _, card in after.played[:-1]]
    card = card_name(engine, move.card)
    suit = engine.deal.suits[move.card // SUIT].name
    if not after.played:  # the round is over and cleared away
        texts = _OPENINGS if after.results[-1].first == move.card else _LAST
    elif not before:
        texts = _OPENINGS
    else:
        same = before[-1] // SUIT == move.card // SUIT
        face = engine.face_mask >> move.card & 1
        texts = (_FACES if face else _HIGHER) if same else _TRUMPS
    upper = card[0].upper() + card[1:]
    return rng.choice(texts).format(who=who(move.seat), card=card, Card=upper, suit=suit)


def _ended(engine: Tables, after: State, result: Result, rng: Random) -> list[str]:
    names = [side_name(after, side) for side in (0, 1)]
    winner, loser = names[result.winner], names[1 - result.winner]
    if result.first < 0:
        return [f"  {loser} has no card to open with: {winner} takes the round, nothing changes."]
    lines = [f"  {rng.choice(_ENDS).format(winner=winner, loser=loser)}"]
    for org, by in result.changes:
        change = f"{by:+d}".replace("-", "−")
        lines.append(f"  {_org(engine, after, org)}: power {change}, now {after.powers[org]}.")
    if not result.changes:
        lines.append("  There is no organization of that suit to gain or lose: nothing changes.")
    return lines


def _org(engine: Tables, state: State, number: int) -> str:
    org = state.table.orgs[number]
    if org.name:
        return f"{org.name} ({SEATS[org.seat]})"
    return f"{engine.deal.suits[org.suit].name} of {SEATS[org.seat]}"


def side_name(state: State, side: int) -> str:
    """`A`, or `A, B and C` for a team."""
    names = [SEATS[seat] for seat in state.table.members(side)]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def ending(state: State) -> str:
    """The sentence of the outcome."""
    won = [sum(result.winner == side for result in state.results) for side in (0, 1)]
    if not state.winners:
        return f"After {len(state.results)} rounds, {won[0]} to {won[1]}, nobody has won."
    side = state.table.side(state.winners[0])
    rounds = f"{len(state.results)} round{'s' * (len(state.results) != 1)}"
    wins = "win" if state.table.teams[side] > 1 else "wins"
    return f"{side_name(state, side)} {wins} after {rounds}, {won[side]} to {won[1 - side]}."


def label(engine: Tables, state: State, move: Move) -> Choice:
    """A card as a menu offers it."""
    if move.what == "keep":
        return Choice("keep", "Keep the rest of your hand")
    if move.what in (st.CUT, st.SHUFFLE, st.REBUILD):
        return Choice(move.what, move.what.capitalize())
    name, words = engine.cards.names[move.card], card_name(engine, move.card)
    if move.what == "throw":
        usable = state.lines.usable[move.seat] >> move.card & 1
        return Choice(name, f"Throw {words}{'' if usable else ' (too large to play)'}")
    team = state.table.teams[state.turn] > 1
    return Choice(
        f"{SEATS[move.seat]} {name}" if team else name,
        f"{SEATS[move.seat]} plays {words}" if team else f"Play {words}",
    )


def status(engine: Tables, view: View) -> list[str]:
    """Sizes of each seat, its own side first; then the card to exceed, and the hand."""
    table = view.table
    side = table.side(view.seat)
    lines = []
    for seat in (*table.members(side), *table.members(1 - side)):
        sizes = " ".join(
            f"{letter}{size}"
            for letter, size in zip(engine.cards.letters, view.lines.sizes[seat], strict=True)
        )
        whose = "you" if seat == view.seat else "with you" if table.side(seat) == side else "them"
        lines.append(f"{SEATS[seat]} {whose:>8}  sizes {sizes}, {view.cards[seat]} cards")
    if view.played:
        lines.append(f"To exceed: {card_name(engine, view.played[-1][1])}.")
    for seat in table.members(side):
        if view.hands[seat]:
            lines.append(f"{SEATS[seat]} holds {engine.cards.write(sorted(view.hands[seat]))}")
    return lines


def picture(engine: Tables, view: View) -> dict[str, Any]:
    """The position as plain data: lists by seat; `actor` is a seat, chance or over."""
    acts = {CHANCE: "chance", OVER: "over"}.get(view.actor, SEATS[view.actor])
    names = engine.cards.names
    return {
        "sides": [[SEATS[seat] for seat in view.table.members(side)] for side in (0, 1)],
        "powers": [
            f"{SEATS[org.seat]} {engine.cards.letters[org.suit]} {power}"
            for org, power in zip(view.table.orgs, view.powers, strict=True)
        ],
        "sizes": [dict(zip(engine.cards.letters, row, strict=True)) for row in view.lines.sizes],
        "hands": [[names[card] for card in hand] for hand in view.hands],
        "cards": list(view.cards),
        "stock": view.left,
        "played": [f"{SEATS[seat]} {names[card]}" for seat, card in view.played],
        "thrown": [names[card] for card in view.thrown],
        "rounds": len(view.results),
        "phase": view.phase,
        "actor": acts,
    }

"""A duel in words: what the table hears, what a player is asked, the position by names."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from generator.engine.contract import CHANCE, OVER, SEATS, Choice
from generator.games.sophmb2ce.state import Again, Declare, Exchange, Move, Shuffle, State, View

if TYPE_CHECKING:
    from generator.games.sophmb2ce.duel import DuelEngine

_DECLARES = (
    "{who} clears a throat that has cleared better throats and announces {attack}.",
    "“{other}? I have seen better filing in a paper shredder!” {who} opens with {attack}.",
    "{who} copies the whole office in and goes for {attack}.",
    "“As per my last email,” says {who}, and that means {attack}.",
    "{who} rolls up one sleeve (the other is business casual): {attack}.",
    "“Let us take this offline.” {who} reaches for {attack}.",
)
_HITS = (
    "That one goes into the minutes.",
    "Somewhere a stapler weeps.",
    "The water cooler falls silent.",
    "A chair rolls away by itself, out of respect.",
    "It will come up at the yearly review.",
)
_MISSES = (
    "Returned to sender, insufficient menace.",
    "Declined, with a calendar invitation to try again.",
    "The attack is now in a shared folder nobody opens.",
    "Out of office, says the automatic reply.",
    "It bounces off a wall of laminated notices.",
)
_SPECIALS = (
    "But wait: {card}! The plan goes out of the window and {used} comes in through it.",
    "Is that {card}? Forget what was announced, this has become {used}.",
    "The card is {card}, and the whole corridor reads it at once: {used}!",
)
_ENDS = (
    "{winner} owes the room a small victory dance. {loser} may weep softly, as the handbook says.",
    "{loser} packs a box with one plant in it. {winner} dances, modestly, by the copier.",
)
_RANKS = {"A": "the ace", "J": "the jack", "Q": "the queen", "K": "the king"}


def who(engine: DuelEngine, castes: tuple[int, int] | None, seat: int) -> str:
    """`A (The IT Department)`."""
    return SEATS[seat] if castes is None else f"{SEATS[seat]} ({_caste(engine, castes, seat)})"


def _caste(engine: DuelEngine, castes: tuple[int, int], seat: int) -> str:
    return engine.deal.castes[castes[seat]].name


def card_name(engine: DuelEngine, card: int) -> str:
    """`the king of spades`, `a 7 of clubs`."""
    rank, letter = engine.cards.names[card][:-1], engine.cards.names[card][-1]
    suits = {caste.letter: caste.suit for caste in engine.deal.castes}
    return f"{_RANKS.get(rank, f'the {rank}')} of {suits[letter]}"


def tell(engine: DuelEngine, after: State, move: Move, rng: Random) -> list[str]:
    """What the table has just seen."""
    if isinstance(move, Shuffle):
        return _shuffled(engine, after, move)
    last = after.exchange()
    assert last is not None
    assert after.castes is not None
    names = [who(engine, after.castes, seat) for seat in (0, 1)]
    seat, other = last.attacker, 1 - last.attacker
    lines = []
    attack = engine.deal.castes[after.castes[seat]].attacks[last.declared - 1].name
    if isinstance(move, Declare):
        text = rng.choice(_DECLARES)
        rival = _caste(engine, after.castes, other)
        lines.append(text.format(who=names[seat], other=rival, attack=attack))
    else:
        lines.append(f"{names[seat]} and {names[other]} glare at each other and draw once more.")
    if last.used.code not in (1, 2):
        text = rng.choice(_SPECIALS)
        card = card_name(engine, last.attack_card)
        said = text.format(card=card, used=last.used.name)
        lines.append(said[0].upper() + said[1:])
    lines += [_draws(engine, last), *_result(engine, after, last, names, rng)]
    if after.waits == OVER:
        text = rng.choice(_ENDS)
        lines.append(text.format(winner=names[seat], loser=names[other]))
    return lines


def _draws(engine: DuelEngine, last: Exchange) -> str:
    def total(card: int, value: int) -> str:
        change = value - engine.values[card]
        changed = f", {change:+d}," if change else ""
        return f"{card_name(engine, card)}{changed} for {value}"

    attack = total(last.attack_card, last.attack)
    return f"  Attack: {attack}. Defence: {total(last.defence_card, last.defence)}."


def _result(
    engine: DuelEngine, after: State, last: Exchange, names: list[str], rng: Random
) -> list[str]:
    seat, other = last.attacker, 1 - last.attacker
    if last.hit is None:
        return ["  Equal! Neither of them will take it to arbitration."]
    if last.hit:
        gone = engine.deal.points(last.damage)
        left = f"{names[other]} has {after.hp[other]} left"
        lines = [f"  {gone} gone: {left}. {rng.choice(_HITS)}"]
    else:
        lines = [f"  {names[other]} holds. {rng.choice(_MISSES)}"]
    if last.sets:
        on = "attack" if last.sets == "att" else "defence"
        lines.append(f"  {names[seat]} will be weaker on the next {on} draw.")
    return lines


def _shuffled(engine: DuelEngine, after: State, move: Shuffle) -> list[str]:
    if after.exchanges or after.declared:
        return [f"{SEATS[move.seat]}'s deck is used up; the discards are shuffled into a new one."]
    if move.seat == 0 or not after.flips or after.waits != CHANCE:
        return []
    assert after.castes is not None
    first = who(engine, after.castes, after.first)
    pair = " and ".join(who(engine, after.castes, seat) for seat in (0, 1))
    return [f"After {after.flips} flip{'s' * (after.flips > 1)} it is {pair}.", f"{first} begins."]


def label(engine: DuelEngine, state: State, move: Move) -> Choice:
    """An attack as a menu offers it."""
    if isinstance(move, Again):
        return Choice("again", "Draw again")
    if isinstance(move, Shuffle):
        return Choice("shuffle", "Shuffle")
    assert state.castes is not None
    attack = engine.deal.castes[state.castes[state.turn]].attacks[move.attack - 1]
    price = ""
    if attack.weakens:
        on = "attack" if attack.weakens == "att" else "defence"
        price = f", then -{engine.deal.penalty} on your next {on} draw"
    return Choice(attack.id, f"{attack.name} ({engine.deal.points(attack.damage)}{price})")


def status(engine: DuelEngine, view: View) -> list[str]:
    """Both sides, the seat's own first."""
    lines = []
    for seat in (view.seat, 1 - view.seat):
        bar = "#" * view.hp[seat] + "." * (engine.deal.start_hp - view.hp[seat])
        side = "you" if seat == view.seat else "them"
        left = engine.deal.points(view.hp[seat])
        line = f"{side:>4} [{bar}] {left:>5}  {who(engine, view.castes, seat)}"
        line += f", {view.left[seat]} cards in the deck"
        for flags, on in ((view.attack_penalty, "attack"), (view.defence_penalty, "defence")):
            if flags[seat]:
                line += f", -{engine.deal.penalty} on the next {on} draw"
        lines.append(line)
    return lines


def picture(engine: DuelEngine, view: View) -> dict[str, Any]:
    """The position as plain data: lists by seat; `turn` is a seat, chance or over."""
    castes = view.castes
    acts = {CHANCE: "chance", OVER: "over"}.get(view.waits, SEATS[view.turn])
    return {
        "castes": None if castes is None else [engine.deal.castes[c].id for c in castes],
        "hp": list(view.hp),
        "attack_penalty": list(view.attack_penalty),
        "defence_penalty": list(view.defence_penalty),
        "discards": [[engine.cards.names[c] for c in pile] for pile in view.discards],
        "left": list(view.left),
        "turn": acts,
        "declared": view.declared or None,
        "exchanges": view.exchanges,
    }

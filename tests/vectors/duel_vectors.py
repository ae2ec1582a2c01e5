"""Vectors of the duel: its adapter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from vector_engine import Given, chosen, engine

from generator.engine.contract import CHANCE, SEATS, IllegalMove, SetupRefused, Unreadable


def duel(given: Given) -> Any:
    return engine("sophmb2ce", chosen(given))


def duel_caste(rules: Any, letter: str) -> int:
    if letter not in rules.cards.letters:
        raise SetupRefused(f"there is no caste {letter!r}")
    return int(rules.cards.letters.index(letter))


def duel_value(given: Given) -> int:
    rules = duel(given)
    return int(rules.values[rules.cards.number(given["card"])])


def duel_deck(given: Given) -> list[str]:
    rules = duel(given)
    deck = rules.decks[duel_caste(rules, given["caste"])]
    return [str(name).replace("10", "T") for name in rules.cards.write(deck).split()]


def duel_resolve(given: Given) -> dict[str, Any]:
    rules = duel(given)
    castes = duel_caste(rules, given["attacker"]), duel_caste(rules, given["defender"])
    decks = [(rules.cards.number(given[key]),) for key in ("attack_card", "defence_card")]
    state = rules.position(
        castes,
        tuple(decks),
        attack_penalty=(given.get("attack_penalty", 0), 0),
        defence_penalty=(0, given.get("defence_penalty", 0)),
    )
    moves = [move for move in rules.moves(state) if move.attack == given["declared"]]
    if not moves:
        raise IllegalMove(given["declared"], rules.picture(rules.view(state, 0)), "not declarable")
    rules.apply(state, moves[0])
    last = state.exchange()
    if last.hit is None:
        return {"redraw": True}
    return {
        "used": last.used.code,
        "attack": last.attack,
        "defence": last.defence,
        "hit": last.hit,
        "damage": last.damage,
        "sets": last.sets,
    }


def duel_replay(given: Given) -> dict[str, Any]:
    rules, exchanges = duel(given), given["exchanges"]
    castes = [rules.deal.castes[duel_caste(rules, letter)] for letter in given["castes"]]
    first = SEATS[exchanges[0]["attacker"]] if exchanges else "A"
    setup = {"castes": ", ".join(caste.id for caste in castes), "first": first}
    state = rules.start(rules.setup(setup))
    found: dict[str, list[Any]] = {"hp_after": [], "damage": [], "used": []}
    for exchange in exchanges:
        while rules.actor(state) == CHANCE:
            rules.apply(state, rules.chance(state, Random(1)))
        said = rules.read(state, duel_line(rules, state, castes, exchange))
        rules.apply(state, said.move)
        last = state.exchange()
        found["hp_after"].append(list(state.hp))
        found["damage"].append(last.damage)
        found["used"].append(last.used.code)
    outcome = rules.outcome(state)
    return {**found, "hp": list(state.hp), "winner": outcome.winners[0] if outcome else None}


def duel_line(rules: Any, state: Any, castes: list[Any], exchange: Mapping[str, Any]) -> str:
    """An exchange in the game's notation; one that follows equal totals is their redraw."""
    seat, declared = exchange["attacker"], exchange["declared"]
    if seat not in (0, 1) or declared not in (1, 2):
        raise Unreadable(f"seat {seat} declares {declared}")
    if state.declared not in (0, declared):
        raise Unreadable("a redraw keeps the attack that was declared")
    attack = "again" if state.declared else castes[seat].attacks[declared - 1].id
    for key in ("attack_card", "defence_card"):
        rules.cards.number(exchange[key])
    return (
        f"{SEATS[seat]}: {attack} {exchange['attack_card']}"
        f" / {SEATS[1 - seat]}: {exchange['defence_card']}"
    )


def duel_flip(given: Given) -> dict[str, Any] | None:
    rules = duel(given)
    if not given["a"] or not given["b"]:
        return None
    flips = f"A {' '.join(given['a'])} / B {' '.join(given['b'])}"
    state = rules.start(rules.setup({"flips": flips}))
    if state.castes is None:
        return None
    a, b = (rules.deal.castes[caste].letter for caste in state.castes)
    return {"a": a, "b": b, "first": rules.first(state), "flips": state.flips}


OPS: dict[str, Callable[[Given], Any]] = {
    "value": duel_value,
    "deck": duel_deck,
    "resolve": duel_resolve,
    "replay": duel_replay,
    "caste_flip": duel_flip,
}

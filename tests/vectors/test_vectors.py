"""Rule vectors, derived by hand, against the engines.

The folder is named by CARDWRIGHT_VECTORS (default: this one): one JSON file a game, as
`{"game", "defaults", "vectors": [{"id", "op", "given", "expect", "why"}]}`. An adapter turns a
vector's `given` into moves of the engine and gives back what `expect` describes; a game without an
adapter fails if it is shipped and is left alone if it is not.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.engine.contract import (
    CHANCE,
    SEATS,
    IllegalMove,
    SetupRefused,
    Unreadable,
)
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("CARDWRIGHT_VECTORS") or Path(__file__).parent)
FILES = sorted(FOLDER.glob("*.json"))
REFUSALS = (IllegalMove, SetupRefused, Unreadable)

Given = Mapping[str, Any]


# The frame: every game


@cache
def engine(game: str, options: tuple[tuple[str, str], ...] = ()) -> Any:
    """A shipped game's engine with options."""
    place = workspace(ROOT).place(game)
    assert place is not None
    loaded, rules = load(workspace(ROOT), place, (), Problems())
    assert rules is not None
    return rules.engine(loaded, dict(options))


def chosen(given: Given) -> tuple[tuple[str, str], ...]:
    """A vector's options as the engine's texts: true for True, 14 for 14."""
    return tuple((k, json.dumps(v).strip('"')) for k, v in given.get("options", {}).items())


def vectors() -> Iterator[Any]:
    for path in FILES:
        data = json.loads(path.read_text("utf-8"))
        for vector in data["vectors"]:
            given = {**data.get("defaults", {}), **vector["given"]}
            name = f"{data['game']}-{vector['id']}"
            yield pytest.param(data["game"], vector, given, id=name)


def agrees(found: Any, expect: Any) -> bool:
    """Exact, but for described lists and for objects, of which only the listed keys count."""
    if isinstance(expect, dict) and isinstance(found, list):
        return (
            expect.keys() <= {"count", "has", "not"}
            and expect.get("count", len(found)) == len(found)
            and all(one in found for one in expect.get("has", ()))
            and not any(one in found for one in expect.get("not", ()))
        )
    if isinstance(expect, dict) and isinstance(found, dict):
        missing = object()
        return all(same(found.get(key, missing), value) for key, value in expect.items())
    return same(found, expect)


def same(found: Any, expect: Any) -> bool:
    """Equal as JSON: true is not 1."""
    return type(found) is type(expect) and json.dumps(found, sort_keys=True) == json.dumps(
        expect, sort_keys=True
    )


def test_there_are_vectors() -> None:
    assert FILES, f"no vectors in {FOLDER}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_shipped_game_has_an_adapter(path: Path) -> None:
    data = json.loads(path.read_text("utf-8"))
    assert data["vectors"]
    shipped = workspace(ROOT).place(data["game"]) is not None
    assert data["game"] in ADAPTERS or not shipped


@pytest.mark.parametrize(("game", "vector", "given"), list(vectors()))
def test_vector(game: str, vector: dict[str, Any], given: Given) -> None:
    if game not in ADAPTERS:
        assert workspace(ROOT).place(game) is None, f"{game} is shipped and has no adapter"
        return
    try:
        found = ADAPTERS[game][vector["op"]](given)
    except REFUSALS as refusal:
        found = {"error": True, "says": str(refusal)}
    assert agrees(found, vector["expect"]), f"{found!r}: {vector['why']}"


def test_comparison_can_fail() -> None:
    assert agrees({"a": 1, "b": 2}, {"a": 1})
    assert not agrees({"a": 1}, {"a": True})
    assert not agrees({"a": 1}, {"b": None})
    assert not agrees(None, {"error": True})
    assert not agrees({"error": True}, None)
    assert agrees([1, 2], {"count": 2, "has": [1], "not": [3]})
    assert not agrees([1, 2], {"count": 2, "has": [3]})
    assert not agrees([1, 2], {"not": [2]})
    assert not agrees([1, 2], [2, 1])


# sophmb2ce


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


ADAPTERS: dict[str, dict[str, Callable[[Given], Any]]] = {
    "sophmb2ce": {
        "value": duel_value,
        "deck": duel_deck,
        "resolve": duel_resolve,
        "replay": duel_replay,
        "caste_flip": duel_flip,
    },
}

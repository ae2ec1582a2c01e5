"""Brain Drain's effects that no vector can write: thefts, swaps, rotation, most and fewest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from generator.engine.contract import CHANCE, OVER
from generator.games.brain_drain import state as st
from generator.games.brain_drain.state import Laid, Move, State
from generator.games.brain_drain.table import Design, Effect, misfit

MANAGER, WORKER, ENGINEER, BUYER = "manager", "worker", "engineer", "buyer"
CARDS = {
    "stone": (MANAGER, "special", (Effect("gain", "self", 1),)),
    "pebble": (ENGINEER, "special", (Effect("gain", "self", 1),)),
    "hit": (BUYER, "attack", (Effect("lose", "target", 2),)),
    "steal": (BUYER, "special", (Effect("steal", "target", 2),)),
    "hands": (BUYER, "chaos", (Effect("swap", "hands"),)),
    "msp": (BUYER, "chaos", (Effect("swap", "msp"),)),
    "rotate": (BUYER, "chaos", (Effect("rotate"),)),
    "level": (BUYER, "chaos", (Effect("lose", "highest", 2), Effect("gain", "lowest", 2))),
    "bully": (BUYER, "attack", (Effect("lose", "highest", 3),)),
    "mixed": (BUYER, "attack", (Effect("lose", "target", 1), Effect("steal", "target", 1))),
    "back": (MANAGER, "reflect", (Effect("reflect"),)),
    "draws": (BUYER, "special", (Effect("draw", "all", 1),)),
    "many": (BUYER, "special", (Effect("draw", "self", 4),)),
}


class Table:
    """A position of these cards, by name."""

    def __init__(
        self,
        base: Any,
        hands: Sequence[str],
        *,
        roles: Sequence[str] = (WORKER, MANAGER, ENGINEER),
        msp: Sequence[int] = (12, 12, 12),
        shield: Sequence[int] = (0, 0, 0),
        draw: str = "pebble pebble pebble",
        discard: str = "",
    ) -> None:
        ids = [role.id for role in base.deal.roles]
        designs = tuple(
            Design(name, name, ids.index(role), kind, effects, name)
            for name, (role, kind, effects) in CARDS.items()
        )
        self.rules = base.with_deal(base.deal._replace(designs=designs, pack=(0,)))
        self.names = list(CARDS)
        seats = len(hands)
        laid = Laid(
            tuple(msp[:seats]),
            tuple(self.cards(hand) for hand in hands),
            ((),) * seats,
            tuple(shield[:seats]),
            (False,) * seats,
            self.cards(draw),
            self.cards(discard),
            0,
        )
        self.state: State = self.rules.position([ids.index(r) for r in roles[:seats]], laid)

    def cards(self, text: str) -> tuple[int, ...]:
        return tuple(self.names.index(name) for name in text.split())

    def make(self, *moves: str) -> Table:
        for move in moves:
            what, _, value = move.partition(" ")
            number = self.names.index(value) if value in self.names else int(value or -1)
            self.rules.apply(self.state, Move(what, number))
        return self

    def chance(self) -> Table:
        rng = Random(1)
        while self.rules.actor(self.state) == CHANCE:
            self.rules.apply(self.state, self.rules.chance(self.state, rng))
        return self

    def hand(self, seat: int) -> list[str]:
        return sorted(self.names[card] for card in self.state.hands[seat])


@pytest.fixture
def table(drain: Callable[..., Any]) -> Callable[..., Table]:
    return lambda hands, **more: Table(drain(), hands, **more)


def test_a_theft_is_left_to_chance_card_by_card(table: Callable[..., Table]) -> None:
    at = table(["steal", "stone hit back", ""]).make("play steal", "at 1")
    assert at.state.phase == st.PICK
    at.make("pick hit", "pick back")
    assert at.hand(0) == ["back", "hit", "pebble"]
    assert at.hand(1) == ["stone"]


def test_a_small_hand_is_stolen_whole(table: Callable[..., Table]) -> None:
    at = table(["steal", "stone", ""]).make("play steal", "at 1")
    assert (at.hand(0), at.hand(1)) == (["pebble", "stone"], [])
    assert table(["steal", "", ""]).make("play steal", "at 1").hand(0) == ["pebble"]


def test_stolen_cards_count_for_the_hand_limit_at_once(table: Callable[..., Table]) -> None:
    at = table(["steal " + "stone " * 6, "hit hit", ""]).make("play steal", "at 1")
    assert (at.state.phase, at.state.actor, at.state.debt) == (st.GIVE, 0, 1)
    at.make("give stone")
    assert (at.state.phase, at.state.debt) == (st.GIVE, 1)  # step 3 has drawn the eighth again
    at.make("give stone")
    assert at.state.turn == 1


def test_hands_are_swapped_and_looked_at(table: Callable[..., Table]) -> None:
    at = table(["hands stone", "hit back", ""]).make("play hands", "at 1")
    assert (at.hand(0), at.hand(1)) == (["back", "hit", "pebble"], ["stone"])


def test_msp_are_swapped_without_a_loss(table: Callable[..., Table]) -> None:
    at = table(["msp", "", ""], msp=(3, 12, 7), shield=(st.HALF, 0, 0)).make("play msp", "at 1")
    assert at.state.msp == [12, 3, 7]
    assert at.state.shield == [st.HALF, 0, 0]


def test_hands_go_round_to_the_left(table: Callable[..., Table]) -> None:
    at = table(["rotate stone", "hit", "back back"]).make("play rotate")
    assert [at.hand(seat) for seat in range(3)] == [["back", "back", "pebble"], ["stone"], ["hit"]]


def test_most_and_fewest_are_looked_at_before_anything_is_done(
    table: Callable[..., Table],
) -> None:
    assert table(["level", "", ""], msp=(12, 11, 4)).make("play level").state.msp == [10, 11, 6]
    assert table(["level", ""], msp=(12, 11)).make("play level").state.msp == [10, 13]
    assert table(["level", "", ""], msp=(9, 9, 4)).make("play level").state.msp == [7, 7, 6]


def test_an_attack_on_the_richest_may_be_answered_but_not_its_own_part(
    table: Callable[..., Table],
) -> None:
    at = table(["bully", "back", "back"], msp=(12, 12, 5)).make("play bully")
    assert (at.state.phase, at.state.actor) == (st.REACT, 1)
    at.make("react back")
    assert at.state.msp == [6, 12, 5]


def test_a_reflected_theft_finds_nobody_to_steal_from(table: Callable[..., Table]) -> None:
    at = table(["mixed stone", "back", ""]).make("play mixed", "at 1", "react back")
    assert at.state.msp == [11, 12, 12]
    assert at.hand(0) == ["pebble", "stone"]


def test_everybody_draws_clockwise_from_the_left(table: Callable[..., Table]) -> None:
    at = table(["draws", "", ""], draw="stone hit back pebble").make("play draws")
    assert [at.hand(seat) for seat in range(3)] == [["back", "pebble"], ["stone"], ["hit"]]


def test_a_pile_that_runs_out_within_a_draw_is_shuffled(table: Callable[..., Table]) -> None:
    at = table(["many", "", ""], draw="stone", discard="hit back")
    at.make("play many")
    assert at.state.phase == st.SHUFFLE
    at.chance()
    assert at.hand(0) == ["back", "hit", "many", "stone"]  # step 3 draws what was played
    assert at.state.counts["reshuffle"] == 2
    assert at.state.turn == 1


def test_no_cards_at_all_still_end_a_turn(table: Callable[..., Table]) -> None:
    at = table(["", "", ""], draw="").make("rest", "rest")
    assert at.state.turn == 2
    assert at.state.actor != OVER


@pytest.mark.parametrize(
    ("kind", "effects", "says"),
    [
        ("attack", (Effect("lose", "self", 1),), "nobody else lose MSP"),
        ("attack", (), "no effect"),
        ("cancel", (), "that effect alone"),
        ("cancel", (Effect("reflect"),), "that effect alone"),
        ("reflect", (Effect("reflect"), Effect("draw", "self", 1)), "that effect alone"),
        ("special", (Effect("cancel"),), "has the effect cancel"),
        ("chaos", (Effect("all-hands"), Effect("draw", "self", 1)), "beside a meeting"),
        ("chaos", (Effect("party"),), "which no card has"),
        ("chaos", (Effect("all-hands"),), ""),
        ("attack", (Effect("lose", "others", 1),), ""),
    ],
)
def test_effects_that_a_kind_cannot_have(kind: str, effects: tuple[Effect, ...], says: str) -> None:
    assert says in misfit(kind, effects)
    assert bool(says) == bool(misfit(kind, effects))

"""Data that a conflict cannot be played with is told, each fault with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from generator.games.organizations.aids import audit_aids
from generator.games.organizations.deal import deal
from generator.games.organizations.faces import facts
from generator.model.game import Game
from generator.problems import Problem, Problems

Change = Callable[[Game], Game]


@pytest.fixture(scope="module")
def game(conflict_loaded: tuple[Game, Any]) -> Game:
    return conflict_loaded[0]


def audited(game: Game) -> list[Problem]:
    problems = Problems()
    made = deal(game, problems)
    assert (made is None) is bool(problems.of("error"))
    return list(problems)


def figure(name: str, value: int | None) -> Change:
    def change(game: Game) -> Game:
        figures = {**game.figures.figures}
        old = figures.pop(name)
        if value is not None:
            figures[name] = old._replace(value=value)
        return replace(game, figures=game.figures._replace(figures=figures))

    return change


def entry(catalog: str, id_: str, **fields: Any) -> Change:
    def change(game: Game) -> Game:
        entries = {**game.catalogs[catalog]}
        entries[id_] = entries[id_]._replace(fields={**entries[id_].fields, **fields})
        return replace(game, catalogs={**game.catalogs, catalog: entries})

    return change


def without(catalog: str, *ids: str) -> Change:
    """Without those entries, without the whole catalog where none are named."""

    def change(game: Game) -> Game:
        left = {k: v for k, v in game.catalogs[catalog].items() if ids and k not in ids}
        return replace(game, catalogs={**game.catalogs, catalog: left})

    return change


def card(place: int, count: int = 1, **fields: Any) -> Change:
    def change(game: Game) -> Game:
        deck = game.components["deck"]
        cards = list(deck.cards)
        old = cards[place]
        cards[place] = replace(old, count=count, fields={**old.fields, **fields})
        return replace(
            game, components={**game.components, "deck": replace(deck, cards=tuple(cards))}
        )

    return change


def renamed(id_: str) -> Change:
    """Hearts called otherwise."""

    def change(game: Game) -> Game:
        suits = {**game.catalogs["suits"]}
        hearts, last = suits.pop("hearts"), suits["diamonds"]
        suits[id_] = hearts._replace(id=id_)
        suits["diamonds"] = last._replace(fields={**last.fields, "trumps": id_})
        return replace(game, catalogs={**game.catalogs, "suits": suits})

    return change


def no_deck(game: Game) -> Game:
    return replace(game, components={})


def test_the_shipped_game_can_be_played(game: Game) -> None:
    assert audited(game) == []


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (figure("king", None), "audit-missing", "the rules need the figure 'king'"),
        (figure("war_less", None), "audit-missing", "the rules need the figure 'war_less'"),
        (figure("queen", 0), "audit-figure", "queen is 0"),
        (figure("gain", 100), "audit-figure", "gain is 100"),
        (figure("war_over", 14), "audit-figure", "war_over is 14, so power 15 has no card to play"),
        (figure("hand_6", 5), "audit-figure", "two teams of 6 need 60 cards"),
        (figure("deck", 60), "audit-card", "deck has 52 cards, the rules say 60"),
        (figure("deck", 60), "audit-figure", "the deck has 60 cards"),
        (entry("suits", "clubs", trumps="spades"), "audit-entry", "are no circle of 4"),
        (entry("suits", "hearts", trumps="clubs"), "audit-entry", "are no circle of 4"),
        (without("suits", "hearts"), "audit-entry", "are no circle of 4"),
        (without("suits"), "audit-missing", "the rules need a catalog 'suits' with entries"),
        (without("scopes"), "audit-missing", "the rules need a catalog 'scopes' with entries"),
        (renamed("super"), "audit-entry", "the suits begin with S, C, D, S"),
        (without("sides", "tide", "commons", "furnace"), "audit-missing", "there is 1 side"),
        (without("sides", "tide"), "audit-entry", "Corsair Wing is of the side 'tide'"),
        (
            without("organizations", "great-furnace", "charter-exchange", "canal-diggers"),
            "audit-entry",
            "the side The Furnace Guilds has no organization",
        ),
        (entry("organizations", "ploughlands", suit="stars"), "audit-entry", "the suit 'stars'"),
        (entry("organizations", "ploughlands", power=-1), "audit-entry", "the power -1"),
        (entry("organizations", "ploughlands", power=None), "audit-entry", "the power None"),
        (card(0, rank="14"), "audit-card", "has the rank '14'"),
        (card(0, suit="stars"), "audit-card", "has the suit 'stars'"),
        (card(0, 2), "audit-card", "spades-ace is there 2 times"),
        (card(10, person=None), "audit-card", "spades-jack is a face card without a person"),
        (no_deck, "audit-missing", "no component has cards with suit and rank"),
    ],
)
def test_what_is_wrong_is_told(game: Game, change: Change, code: str, says: str) -> None:
    found = [problem for problem in audited(change(game)) if problem.code == code]
    assert [problem for problem in found if says in problem.says], [str(p) for p in found]
    assert all(problem.where.file for problem in found)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (figure("truce", 0), "truce is 0, so turn cards would tell of one after no round"),
        (figure("team", 9), "team is 9, but teams of up to 8 have their hands"),
        (figure("ace", 11), "ace is 11, but it is the lowest number card"),
        (renamed("4hearts"), "the suit 4hearts begins with no letter"),
    ],
)
def test_what_is_printed_is_what_is_played(game: Game, change: Change, says: str) -> None:
    problems = Problems()
    audit_aids(change(game), problems)
    assert [problem.says for problem in problems if problem.says.startswith(says)], list(problems)


def test_aids_tell_only_what_is_known(game: Game) -> None:
    wheels = game.components["wheels"]
    other = replace(wheels.cards[0], fields={"tells": ("wheel", "weather")})
    problems = Problems()
    changed = replace(wheels, cards=(other,))
    audit_aids(replace(game, components={**game.components, "wheels": changed}), problems)
    assert ["is to tell 'weather'" in problem.says for problem in problems] == [True]


def test_a_wheel_turns_as_the_data_say(game: Game) -> None:
    """With the circle the other way round, the wheel must say so."""
    round_ = {"spades": "hearts", "hearts": "diamonds", "diamonds": "clubs", "clubs": "spades"}
    wheel, other = game.components["wheels"], game
    for id_, trumps in round_.items():
        other = entry("suits", id_, trumps=trumps)(other)
    told = [
        [f.shows for f in facts(one, wheel, wheel.cards[0]) if re.fullmatch(r"place-\d", f.key)]
        for one in (game, other)
    ]
    assert told == [
        ["Spades", "Clubs", "Diamonds", "Hearts"],
        ["Spades", "Hearts", "Diamonds", "Clubs"],
    ]


def test_all_faults_at_once(game: Game) -> None:
    broken = card(0, rank="14")(figure("queen", 0)(entry("suits", "clubs", trumps="spades")(game)))
    assert {p.code for p in audited(broken)} == {"audit-entry", "audit-figure", "audit-card"}

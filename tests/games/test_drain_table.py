"""Data that Brain Drain cannot be played with is refused, with its place; and what faces say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from generator.engine.contract import SetupRefused
from generator.games.brain_drain.effects import Lose
from generator.games.brain_drain.powers import Comfort, Reroll
from generator.model.game import Game
from generator.problems import Problem, Problems, Refused
from generator.scene import Fact

Change = Callable[[Game], Game]


def audited(rules: Any, game: Game) -> list[Problem]:
    problems = Problems()
    rules.audit(game, problems)
    return list(problems)


def role(name: str, **changes: Any) -> Change:
    def change(game: Game) -> Game:
        roles = dict(game.catalogs["roles"])
        roles[name] = roles[name]._replace(**changes)
        return replace(game, catalogs={**game.catalogs, "roles": roles})

    return change


def only(*names: str) -> Change:
    def change(game: Game) -> Game:
        roles = {name: game.catalogs["roles"][name] for name in names}
        return replace(game, catalogs={**game.catalogs, "roles": roles})

    return change


def lacking(part: str, name: str) -> Change:
    def change(game: Game) -> Game:
        left = {key: value for key, value in getattr(game.figures, part).items() if key != name}
        return replace(game, figures=game.figures._replace(**{part: left}))

    return change


def figure(name: str, value: int) -> Change:
    def change(game: Game) -> Game:
        figures = dict(game.figures.figures)
        figures[name] = figures[name]._replace(value=value)
        return replace(game, figures=game.figures._replace(figures=figures))

    return change


def card(**fields: Any) -> Change:
    """The game with its first card changed."""
    effects = fields.pop("effects", None)

    def change(game: Game) -> Game:
        old = game.components["deck"]
        first = replace(old.cards[0], fields={**old.cards[0].fields, **fields})
        if effects is not None:
            first = replace(first, effects=effects)
        deck = replace(old, cards=(first, *old.cards[1:]))
        return replace(game, components={**game.components, "deck": deck})

    return change


def no_deck(game: Game) -> Game:
    left = {name: one for name, one in game.components.items() if name != "deck"}
    return replace(game, components=left)


@pytest.mark.parametrize(
    ("change", "code", "says"),
    [
        (lacking("figures", "bluff_loss"), "audit-missing", "the figure 'bluff_loss'"),
        (lacking("options", "quality_any"), "audit-missing", "the option 'quality_any'"),
        (lacking("units", "msp"), "audit-missing", "the unit 'msp'"),
        (figure("hand_limit", 0), "audit-figure", "hand_limit is 0"),
        (figure("superpower_roll", 7), "audit-figure", "superpower_roll is 7"),
        (role("worker", effects=()), "audit-effects", "Worker has 0 effects"),
        (role("worker", effects=(Reroll(), Comfort(amount=1))), "audit-effects", "has 2 effects"),
        (role("worker", effects=(Lose(who="self", amount=1),)), "audit-effects", "effect lose"),
        (only(), "audit-missing", "a catalog 'roles'"),
        (only("worker"), "audit-missing", "there is 1 role"),
        (card(role="janitor"), "audit-card", "the role 'janitor' is unknown"),
        (card(kind="party"), "audit-card", "the kind 'party' is unknown"),
        (card(code=""), "audit-card", "the code ''"),
        (card(code="A B"), "audit-card", "the code 'A B'"),
        (card(code="m-02"), "audit-card", "as manager-your-weekend-project has"),
        (card(effects=()), "audit-effects", "has no effect"),
        (card(effects=(Comfort(amount=2),)), "audit-effects", "comfort, which no card has"),
        (no_deck, "audit-missing", "no component has cards to play with"),
    ],
)
def test_data_that_cannot_be_played_with(
    drain_loaded: tuple[Game, Any], change: Change, code: str, says: str
) -> None:
    game, rules = drain_loaded
    changed = change(game)
    found = [(p.code, p.says) for p in audited(rules, changed)]
    assert any(code == has and says in words for has, words in found), found
    with pytest.raises(Refused):
        rules.engine(changed, {})


def test_what_is_shipped_can_be_played(drain_loaded: tuple[Game, Any]) -> None:
    game, rules = drain_loaded
    assert [str(p) for p in audited(rules, game) if p.level == "error"] == []


@pytest.mark.parametrize(
    "options", [{"quality_ny": "true"}, {"quality_any": "perhaps"}, {"players": "4"}]
)
def test_options_that_there_are_not(
    drain_loaded: tuple[Game, Any], options: dict[str, str]
) -> None:
    game, rules = drain_loaded
    with pytest.raises(SetupRefused):
        rules.engine(game, options)


def test_every_option_changes_the_engine(drain_loaded: tuple[Game, Any]) -> None:
    game, rules = drain_loaded
    named = [option for option in rules.options(game) if not option.setup]
    assert len(named) == 5
    for option in named:
        assert option.default == option.choices[0]
        engine = rules.engine(game, {option.name: option.choices[1]})
        assert engine.options[option.name] == option.choices[1]


def facts(game: Game, rules: Any, code: str) -> list[Fact]:
    deck = game.components["deck"]
    found = next(one for one in deck.cards if one.fields["code"] == code)
    told: list[Fact] = rules.facts(game, deck, found)
    return told


def test_what_faces_say(drain_loaded: tuple[Game, Any]) -> None:
    game, rules = drain_loaded
    attack = facts(game, rules, "W-01")
    assert Fact("role", shows="worker") in attack
    assert Fact("role-name", shows="Worker") in attack
    assert Fact("kind-name", shows="attack") in attack
    assert Fact("title", shows="Not Paid Enough for This") in attack
    assert Fact("code", shows="W-01") in attack
    assert Fact("amount", amount=2) in attack
    assert Fact("unit", shows="MSP") in attack
    assert Fact("effect-1", amount=2, unit="msp") in attack
    both = facts(game, rules, "M-14")
    assert Fact("unit", shows="card") in both
    assert Fact("effect-2", amount=1, unit="card") in both
    reaction = {fact.key: fact for fact in facts(game, rules, "M-08")}
    assert reaction["word"].shows == "cancel"
    assert not reaction.keys() & {"amount", "kind-name", "emblem"}
    meeting = {fact.key: fact for fact in facts(game, rules, "M-16")}
    assert meeting["emblem"].shows == "meeting"
    assert meeting["effect-1"] == Fact("effect-1")


def test_other_components_say_nothing_yet(drain_loaded: tuple[Game, Any]) -> None:
    game, rules = drain_loaded
    deck = game.components["deck"]
    spec = deck.spec.but(fields={})
    assert rules.facts(game, replace(deck, id="rest", spec=spec), deck.cards[0]) == []


def test_studies_seat_as_many_as_they_say(drain_loaded: tuple[Game, Any]) -> None:
    game, rules = drain_loaded
    engine = rules.engine(game, {})
    seats = [
        (study.id, engine.setup(given).seats)
        for study in rules.studies(game)
        for given in study.setups.values()
    ]
    assert seats == [*((f"players-{n}", n) for n in (2, 3, 4, 6, 8)), ("rivals", 4)]
    policies = {name for study in rules.studies(game) for name in study.policies}
    assert all(engine.policy(name) for names in policies for name in names.split(","))
    assert set(rules.plays_with(game)) == {"deck"}

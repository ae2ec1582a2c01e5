"""Data that the duel cannot be played with is refused, with its place; and what faces must say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from generator.games.sophmb2ce.effects import Bonus, Damage, Penalty
from generator.model.figures import OptionSpec
from generator.model.game import Game
from generator.problems import Problem, Problems, Refused
from generator.scene import Fact

Change = Callable[[Game], Game]


def audited(rules: Any, game: Game) -> list[Problem]:
    problems = Problems()
    rules.audit(game, problems)
    return list(problems)


def entry(catalog: str, name: str, **changes: Any) -> Change:
    """A game with one catalog entry changed; `fields` are laid over the entry's own."""

    def change(game: Game) -> Game:
        old = game.catalogs[catalog][name]
        fields = {**old.fields, **changes.pop("fields", {})}
        new = old._replace(fields=fields, **changes)
        return replace(
            game, catalogs={**game.catalogs, catalog: {**game.catalogs[catalog], name: new}}
        )

    return change


def without(catalog: str, name: str) -> Change:
    def change(game: Game) -> Game:
        left = {key: value for key, value in game.catalogs[catalog].items() if key != name}
        return replace(game, catalogs={**game.catalogs, catalog: left})

    return change


def figure(name: str, value: int) -> Change:
    def change(game: Game) -> Game:
        figures = {**game.figures.figures}
        figures[name] = figures[name]._replace(value=value)
        return replace(game, figures=game.figures._replace(figures=figures))

    return change


def lacking(part: str, name: str) -> Change:
    def change(game: Game) -> Game:
        left = {k: v for k, v in getattr(game.figures, part).items() if k != name}
        return replace(game, figures=game.figures._replace(**{part: left}))

    return change


def card(name: str, **changes: Any) -> Change:
    def change(game: Game) -> Game:
        deck = game.components["deck-a"]
        cards = tuple(
            replace(c, fields={**c.fields, **changes}) if c.id == name else c for c in deck.cards
        )
        return replace(game, components={**game.components, "deck-a": replace(deck, cards=cards)})

    return change


def short_deck(game: Game) -> Game:
    deck = game.components["deck-b"]
    return replace(
        game,
        components={**game.components, "deck-b": replace(deck, cards=tuple(deck.cards)[1:])},
    )


def no_decks(game: Game) -> Game:
    return replace(game, components={})


def strange_option(game: Game) -> Game:
    options = {**game.figures.options, "tie": OptionSpec(choices=("coin",), default="coin")}
    return replace(game, figures=game.figures._replace(options=options))


ON_ATTACK, ON_DEFENCE = Bonus(on="attack", amount=1), Bonus(on="defence", amount=1)
BOTH = (ON_ATTACK, ON_DEFENCE)
FAULTS: list[tuple[Change, str, str, str | None]] = [
    (entry("castes", "clubs", effects=BOTH), "audit-effects", "2 bonuses", "clubs"),
    (entry("castes", "clubs", effects=(ON_ATTACK,) * 2), "audit-effects", "2 bonuses", "clubs"),
    (entry("castes", "clubs", effects=()), "audit-effects", "0 bonuses (none)", "clubs"),
    (
        entry("castes", "clubs", effects=(ON_ATTACK, Damage(amount=1))),
        "audit-effects", "none of a caste", "clubs",
    ),
    (
        entry("castes", "clubs", effects=(Bonus(on="defence", amount=2),)),
        "audit-effects", "the bonus is 2 here, but 1 in", "clubs",
    ),
    (entry("castes", "clubs", fields={"suit": "hearts"}), "audit-entry", "apart", "hearts"),
    (without("attacks", "lost-memo"), "audit-missing", "no attack of kind standard2", "clubs"),
    (without("attacks", "cubical-prank"), "audit-missing", "no attack of kind king", "clubs"),
    (
        entry("attacks", "lost-memo", effects=(Penalty(on="attack", amount=1),)),
        "audit-effects", "has 0 damages", "lost-memo",
    ),
    (
        entry("attacks", "lost-memo", effects=(Damage(amount=2), Damage(amount=1))),
        "audit-effects", "has 2 damages", "lost-memo",
    ),
    (
        entry("attacks", "lost-memo", effects=(Damage(amount=2),)),
        "audit-effects", "has 0 penalties", "lost-memo",
    ),
    (
        entry("attacks", "lost-memo", effects=(Damage(amount=2), Penalty(on="attack", amount=3))),
        "audit-effects", "the penalty is 3 here", "lost-memo",
    ),
    (
        entry(
            "attacks", "speedy-delivery", effects=(Damage(amount=1), Penalty(on="attack", amount=1))
        ),
        "audit-effects", "has 1 penalties", "speedy-delivery",
    ),
    (
        entry("attacks", "speedy-delivery", effects=(Damage(amount=1), ON_ATTACK)),
        "audit-effects", "none of an attack", "speedy-delivery",
    ),
    (
        entry("attacks", "lost-memo", fields={"kind": "standard1"}),
        "audit-entry", "has another standard1", "lost-memo",
    ),
    (
        entry("attacks", "lost-memo", fields={"kind": "ace"}),
        "audit-entry", "has the kind 'ace'", "lost-memo",
    ),
    (
        entry("attacks", "lost-memo", fields={"caste": "cups"}),
        "audit-entry", "has the caste 'cups'", "lost-memo",
    ),
    (figure("start_hp", 11), "audit-figure", "start_hp is 11", None),
    (figure("start_hp", 0), "audit-figure", "start_hp is 0", None),
    (figure("deck_in_play", 41), "audit-figure", "deck_in_play is 41", None),
    (figure("king", 0), "audit-figure", "king is 0", None),
    (figure("deck", 53), "audit-card", "52 cards, the rules say 53", None),
    (lacking("figures", "bonus"), "audit-missing", "figure 'bonus'", None),
    (lacking("options", "tie"), "audit-missing", "option 'tie'", None),
    (lacking("units", "hp"), "audit-missing", "unit 'hp'", None),
    (strange_option, "audit-figure", "cannot be coin", None),
    (short_deck, "audit-card", "51 cards", None),
    (no_decks, "audit-missing", "no component", None),
    (card("spades-king", attack="server-maintenance"), "audit-card", "not the king", "spades-king"),
    (card("spades-king", attack="cubical-prank"), "audit-card", "not the king", "spades-king"),
    (card("spades-king", attack=None), "audit-card", "carries no attack", "spades-king"),
    (card("spades-jack", attack="cubical-prank"), "audit-card", "queens and kings", "spades-jack"),
    (card("spades-jack", suit="cups"), "audit-card", "'cups' is no caste", "spades-jack"),
    (card("spades-jack", rank="knight"), "audit-card", "'knight' is unknown", "spades-jack"),
]  # fmt: skip


def test_the_shipped_data_is_sound(duel_game: Game, duel_rules: Any) -> None:
    assert audited(duel_rules, duel_game) == []


@pytest.mark.parametrize(
    ("change", "code", "says", "at"), FAULTS, ids=lambda v: "" if callable(v) else str(v)[:40]
)
def test_a_fault_is_found_and_stops_the_engine(
    duel_game: Game, duel_rules: Any, change: Change, code: str, says: str, at: str | None
) -> None:
    broken = change(duel_game)
    found = [p for p in audited(duel_rules, broken) if p.code == code and says in p.says]
    assert found, audited(duel_rules, broken)
    assert found[0].level == "error"
    assert found[0].where.file.startswith("card_data/sophmb2ce/")
    assert found[0].where.card == at or at is None
    if at is not None:
        assert found[0].where.line > 0
    with pytest.raises(Refused):
        duel_rules.engine(broken, {})


def test_all_faults_are_told_at_once(duel_game: Game, duel_rules: Any) -> None:
    broken = duel_game
    for change, *_ in (FAULTS[0], FAULTS[8], FAULTS[17], FAULTS[28]):
        broken = change(broken)
    assert {p.code for p in audited(duel_rules, broken)} >= {
        "audit-effects",
        "audit-figure",
        "audit-card",
    }


def test_an_empty_game_is_refused_not_broken(duel_game: Game, duel_rules: Any) -> None:
    empty = replace(duel_game, catalogs={}, components={})
    codes = {p.code for p in audited(duel_rules, empty)}
    assert codes == {"audit-missing"}
    single = replace(
        duel_game,
        catalogs={**duel_game.catalogs, "castes": {"clubs": duel_game.catalogs["castes"]["clubs"]}},
    )
    assert any("a duel needs 2" in p.says for p in audited(duel_rules, single))


def test_a_variant_plays_with_its_own_figures(duel_game: Game, duel_rules: Any) -> None:
    variant = figure("deck_in_play", 44)(figure("start_hp", 8)(duel_game))
    assert audited(duel_rules, variant) == []
    engine = duel_rules.engine(variant, {})
    assert len(engine.decks[0]) == 44
    assert engine.start(engine.setup({"castes": "spades, clubs"})).hp == [8, 8]
    nines = duel_rules.facts(variant, variant.components["deck-a"], of(variant, "clubs-9"))
    assert not [fact for fact in nines if fact.key in ("hp", "hp-left")]


def of(game: Game, name: str) -> Any:
    return next(c for c in game.components["deck-a"].cards if c.id == name)


def test_facts_of_a_number_card(duel_game: Game, duel_rules: Any) -> None:
    deck = duel_game.components["deck-a"]
    assert duel_rules.facts(duel_game, deck, of(duel_game, "hearts-7")) == [
        Fact("rank", shows="7", times=2),
        Fact("suit", shows="headset", times=2),
        Fact("pip", shows="headset", times=7),
        Fact("hp", amount=7),
        Fact("hp-left", amount=7, unit="hp"),
    ]
    ace = duel_rules.facts(duel_game, deck, of(duel_game, "clubs-ace"))
    assert ace[0] == Fact("rank", shows="A", times=2)
    assert ace[1] == Fact("suit", shows="envelope", times=2)
    assert ace[-1] == Fact("hp-left", amount=1, unit="hp")


def test_facts_of_court_cards(duel_game: Game, duel_rules: Any) -> None:
    deck = duel_game.components["deck-b"]
    jack = duel_rules.facts(duel_game, deck, of(duel_game, "spades-jack"))
    assert jack[2:] == [Fact("note", amount=11)]
    flavour = duel_game.catalogs["attacks"]["end-task-assault"].fields["flavour"]
    king = duel_rules.facts(duel_game, deck, of(duel_game, "spades-king"))
    assert king[1:] == [
        Fact("suit", shows="monitor", times=2),
        Fact("attack", shows="End Task Assault"),
        Fact("damage", amount=4, unit="hp"),
        Fact("flavour", shows=str(flavour)),
        Fact("note", amount=13),
    ]


def test_facts_of_what_is_no_deck(duel_game: Game, duel_rules: Any) -> None:
    deck = duel_game.components["deck-a"]
    tracker = replace(deck, id="tracker", spec=deck.spec.but(fields={}))
    more = replace(duel_game, components={**duel_game.components, "tracker": tracker})
    assert audited(duel_rules, more) == []
    assert duel_rules.facts(more, tracker, of(duel_game, "spades-king")) == []
    for broken in (card("spades-king", suit="cups"), card("spades-king", rank="knight")):
        game = broken(duel_game)
        assert duel_rules.facts(game, game.components["deck-a"], of(game, "spades-king")) == []


def test_options_are_those_of_the_rulings(duel_game: Game, duel_rules: Any) -> None:
    options = {option.name: option for option in duel_rules.options(duel_game)}
    assert [name for name, option in options.items() if option.setup] == ["castes", "first"]
    for name, spec in duel_game.figures.options.items():
        assert options[name][1:4] == (spec.choices, spec.default, spec.help)
    assert dict(duel_rules.commands) == {}
    assert set(duel_rules.effects) == {"bonus", "damage", "penalty"}

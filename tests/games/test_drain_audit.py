"""Cards that an edition must not be printed with are told, each with its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.games.brain_drain.audit import LETTERS, audit_cards
from generator.games.brain_drain.effects import EFFECTS
from generator.load.find import workspace
from generator.model.card import Card
from generator.model.game import Game
from generator.pipeline import load
from generator.problems import Problem, Problems

ROOT = Path(__file__).parents[2]
Change = Callable[[Game], Game]


@pytest.fixture(scope="module")
def content() -> Game:
    place = workspace(ROOT).place("brain_drain")
    assert place is not None
    return load(workspace(ROOT), place, (), Problems())[0]


def audited(game: Game) -> list[Problem]:
    problems = Problems()
    audit_cards(game, problems)
    return list(problems)


def deck(change: Callable[[list[Card]], list[Card]]) -> Change:
    def changed(game: Game) -> Game:
        old = game.components["deck"]
        new = replace(old, cards=tuple(change(list(old.cards))))
        return replace(game, components={**game.components, "deck": new})

    return changed


def card(code: str, /, effects: tuple[Any, ...] | None = None, **changes: Any) -> Change:
    """A game with one card changed; `name` and `count` are its own, all else are fields."""
    own = {key: changes.pop(key) for key in ("name", "count") if key in changes}

    def change(old: Card) -> Card:
        if old.fields["code"] != code:
            return old
        laid = own if effects is None else {**own, "effects": effects}
        return replace(old, fields={**old.fields, **changes}, **laid)

    return deck(lambda cards: [change(old) for old in cards])


def figure(name: str, value: int | None) -> Change:
    def change(game: Game) -> Game:
        figures = {**game.figures.figures}
        old = figures.pop(name)
        if value is not None:
            figures[name] = old._replace(value=value)
        return replace(game, figures=game.figures._replace(figures=figures))

    return change


def effect(kind: str, **values: Any) -> Any:
    return EFFECTS[kind](**values)


def lose(who: str, amount: int) -> Any:
    return effect("lose", who=who, amount=amount)


def discard(who: str, amount: int) -> Any:
    return effect("discard", who=who, amount=amount)


def draw(who: str, amount: int) -> Any:
    return effect("draw", who=who, amount=amount)


def gain(who: str, amount: int) -> Any:
    return effect("gain", who=who, amount=amount)


def swap() -> Any:
    return effect("swap", what="hands")


# W-01 attack, W-13 discard, W-14 special, W-18 chaos; W-10 cancel.
MISFITS: list[tuple[str, tuple[Any, ...], str]] = [
    ("W-01", (lose("target", 4),), "the amount lose 4 for target"),
    ("W-01", (lose("target", 4), lose("self", 3)), "the amount lose 4 for target"),
    ("W-01", (lose("others", 3),), "the amount lose 3 for others"),
    ("W-01", (lose("target", 1), lose("others", 1)), "both a target and everyone else"),
    ("W-01", (lose("target", 1), lose("target", 2)), "2 times the effect lose target"),
    ("W-01", (lose("target", 1), gain("target", 1)), "attack and has the effect gain target"),
    ("W-01", (lose("target", 1), effect("steal", amount=1)), "and has the effect steal target"),
    ("W-01", (lose("target", 1), gain("self", 4)), "the amount gain 4 for self"),
    (
        "W-01",
        (lose("target", 1), lose("self", 1), gain("self", 1), draw("self", 1)),
        "has 4 effects",
    ),
    ("W-13", (discard("target", 3),), "the amount discard 3 for target"),
    ("W-13", (discard("self", 1),), "a discard that nobody else suffers"),
    ("W-13", (discard("target", 1), lose("target", 1)), "discard and has the effect lose target"),
    ("W-13", (discard("target", 1), discard("others", 1)), "both a target and everyone else"),
    ("W-14", (lose("self", 1),), "a special that brings nothing"),
    ("W-14", (gain("self", 4),), "the amount gain 4 for self"),
    ("W-14", (draw("self", 4),), "the amount draw 4 for self"),
    ("W-14", (effect("steal", amount=3),), "the amount steal 3 for target"),
    ("W-14", (gain("self", 1), discard("target", 1)), "special and has the effect discard target"),
    ("W-14", (gain("all", 1),), "special and has the effect gain all"),
    ("W-18", (lose("self", 1),), "chaos for a single player"),
    ("W-18", (lose("target", 1), lose("all", 1)), "chaos and has the effect lose target"),
    ("W-18", (swap(), gain("self", 1)), "another effect beside a meeting, swap or rotation"),
    ("W-18", (gain("all", 3),), "the amount gain 3 for all"),
]

REPLY_ALL, LIVE_DEMO = "worker-reply-all", "sales-live-demo"
WEEKEND = "manager-your-weekend-project"
CARDS: list[tuple[Change, str, str | None, str | None]] = [
    (deck(lambda cards: cards[:-1]), "deck has 143 cards, the rules say 144", None, None),
    (deck(lambda cards: cards[:-1]), "Buyer has 17 cards", "buyer-free-samples", None),
    (deck(lambda cards: cards[18:]), "Manager has 0 cards, the rules say 18", None, None),
    (card("W-01", count=2), "deck has 145 cards", None, None),
    (card("W-02", role="buyer"), "Worker has 17 cards", "worker-shift-swap", None),
    (figure("deck", 12), "deck has 144 cards, the rules say 12", None, None),
    (figure("cards_a_role", 17), "HR Specialist has 18 cards", "hr-work-life-rebalancing", None),
    (card("W-02", code="W-03"), "the code is 'W-03'; card 2", REPLY_ALL, "code"),
    (card("W-02", code="E-02"), "its role is W-02", REPLY_ALL, "code"),
    (card("S-07", name="Reply  all!"), "the name is that of worker-reply-all", LIVE_DEMO, "name"),
    (card("M-01", name="x" * 29), "the name has 29 characters", WEEKEND, "name"),
    (card("W-02", picture="payslip"), "the picture is that of worker-not", REPLY_ALL, "picture"),
    (card("W-02", quote=""), "0 characters and 0 words", REPLY_ALL, "quote"),
    (card("W-02", quote="a b c d e f g h i"), "17 characters and 9 words", REPLY_ALL, "quote"),
    (card("W-02", quote=f"a {'b' * 59}"), "61 characters and 2 words", REPLY_ALL, "quote"),
    (
        card("W-02", quote="I checked my: everything!"),
        "begins with 'i checked my', as that of worker-not-paid-enough",
        REPLY_ALL,
        "quote",
    ),
    (
        card("W-02", quote="I CHECKED my payslip - it said no"),
        "the quote is that of worker-not-paid-enough",
        REPLY_ALL,
        "quote",
    ),
    (
        card("B-02", quote="I checked my payslip. It said no."),
        "the quote is that of worker-not-paid-enough",
        "buyer-bargain-chair",
        "quote",
    ),
]  # fmt: skip


def test_the_shipped_cards_have_no_fault(content: Game) -> None:
    assert audited(content) == []


def test_the_audit_of_the_rules_looks_at_the_cards(content: Game) -> None:
    from generator.games.brain_drain import RULES

    problems = Problems()
    RULES.audit(card("W-02", quote="a b c d e f g h i")(content), problems)
    assert any("9 words" in problem.says for problem in problems)


@pytest.mark.parametrize(("code", "effects", "says"), MISFITS)
def test_effects_must_fit_their_kind(
    content: Game, code: str, effects: tuple[Any, ...], says: str
) -> None:
    (found,) = audited(card(code, effects)(content))
    assert found.code == "audit-effects"
    assert says in found.says
    assert found.fix
    assert found.where.field == "effects"
    wanted = next(c for c in content.components["deck"].cards if c.fields["code"] == code)
    assert found.where == wanted.place("effects")


@pytest.mark.parametrize(
    ("code", "effects"),
    [
        ("W-01", (lose("target", 3), lose("self", 2))),
        ("W-01", (lose("target", 3), discard("target", 2), gain("self", 3))),
        ("W-01", (lose("others", 2),)),
        ("W-13", (discard("others", 2), draw("self", 1))),
        ("W-14", (effect("steal", amount=2), lose("self", 1))),
        ("W-14", (gain("self", 3), gain("target", 1))),
        ("W-18", (lose("highest", 3), gain("lowest", 3), draw("self", 1))),
        ("W-18", (effect("rotate"),)),
    ],
)
def test_effects_that_fit(content: Game, code: str, effects: tuple[Any, ...]) -> None:
    assert audited(card(code, effects)(content)) == []


@pytest.mark.parametrize(("change", "says", "name", "field"), CARDS)
def test_cards_that_must_not_be_printed(
    content: Game, change: Change, says: str, name: str | None, field: str | None
) -> None:
    found = [problem for problem in audited(change(content)) if says in problem.says]
    assert [problem.code for problem in found] == ["audit-card"]
    assert found[0].where.card == name
    assert found[0].where.field == field
    assert found[0].where.file.startswith("card_data/brain_drain/")
    assert found[0].fix


@pytest.mark.parametrize("name", ["deck", "cards_a_role"])
def test_figures_that_an_edition_needs(content: Game, name: str) -> None:
    (found,) = audited(figure(name, None)(content))
    assert (found.code, found.says) == ("audit-missing", f"an edition needs the figure {name!r}")


def test_one_card_must_not_be_called_like_several(content: Game) -> None:
    units = {**content.figures.units}
    units["card"] = type(units["card"])(one="cards", many="cards")
    game = replace(content, figures=content.figures._replace(units=units))
    (found,) = audited(game)
    assert (found.code, found.where.file) == ("audit-figure", "card_data/brain_drain/rules.yaml")
    assert "'1 cards'" in found.says


def test_all_faults_come_at_once(content: Game) -> None:
    broken = card("W-02", quote="")(card("B-18", (lose("self", 9),))(content))
    assert len(audited(broken)) == 3  # chaos for one, nine of them, and no quote


def test_every_role_has_a_letter(content: Game) -> None:
    assert set(LETTERS) == set(content.catalogs["roles"])
    assert len(set(LETTERS.values())) == len(LETTERS)

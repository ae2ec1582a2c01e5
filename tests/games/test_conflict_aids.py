"""Beside the deck of Organizations in Conflict: how many pieces, and what their faces say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path as File
from typing import Any

import pytest
from conflict_press import (
    GAME,
    PAPERS,
    copied,
    faces,
    faults,
    press_of,
    pressed,
    printed,
    problems_of,
    shown,
    spoilt,
    told,
    whole,
    with_figures,
    words,
)

from generator.bindery import Bindery
from generator.games.organizations.aids import TELLS, audit_aids
from generator.kit import Kit
from generator.model.game import Game
from generator.model.order import Order
from generator.model.piece import BoxSpec, WalletSpec
from generator.pipeline import check
from generator.problems import Problem, Problems

AIDS = ("wheels", "references", "turn-cards", "tents", "aggressor", "round-track")
CASES = ("deck-box", "staff-box", "wallet")
TRUMPS = {"spades": "clubs", "clubs": "diamonds", "diamonds": "hearts", "hearts": "spades"}
OTHER_WAY = {one: {"trumps": other} for other, one in TRUMPS.items()}

# How many, and where they lie.


@pytest.mark.parametrize(("players", "sheets"), [(2, 2), (3, 2), (16, 5)])
def test_a_turn_card_for_each_player_and_references_for_each_side(
    players: int, sheets: int
) -> None:
    press = pressed(Order(players=players))
    pieces = {c.id: press.pieces(c) for c in press.game.components.values() if c.size}
    assert pieces["turn-cards"] == players
    assert pieces["references"] == 4  # scopes and hands, for two sides
    (job,) = [job for job in press.jobs() if job.path == "references.pdf"]
    parts = press.parts(job)
    assert parts is not None
    assert sum(part.sheets for part in parts) == sheets
    counts = ("deck", "wheels", "tents", "aggressor", "round-track")
    assert [pieces[name] for name in counts] == [52, 2, 4, 1, 1]


@pytest.mark.parametrize(
    ("target", "sheets", "last"),
    [
        ("home-a4", 6, 9),
        ("home-letter", 6, 9),
        ("home-a4-fold", 14, 2),
        ("home-letter-fold", 14, 2),
    ],
)
def test_wheels_lie_on_the_decks_last_sheet(target: str, sheets: int, last: int) -> None:
    """Where 52 cards leave cells free, the wheels take them; four to a sheet leave none."""
    press = pressed(Order(target=target))
    (job,) = [job for job in press.jobs() if job.component == "deck"]
    parts = press.parts(job)
    assert parts is not None
    made = [s for s in press.imposed(parts) if s.side == "front"]
    assert len(made) == sheets
    names = [placed.scene.of for placed in made[-1].placed if placed.scene.side == "front"]
    assert len(names) == last
    assert names[-2:] == ["wheel", "wheel"]


@pytest.mark.parametrize("target", ["home-a4", "home-letter", "home-a4-fold", "home-letter-single"])
def test_tents_token_and_track_share_one_sheet(target: str) -> None:
    press = pressed(Order(target=target))
    (job,) = [job for job in press.jobs() if job.component == "tents"]
    parts = press.parts(job)
    assert parts is not None
    assert [(part.total, part.sheets) for part in parts] == [(6, 1)]


def test_everything_for_the_table_has_its_case_but_what_lies_flat() -> None:
    components = whole()[0].components.values()
    cases = [c.spec.net for c in components if isinstance(c.spec.net, BoxSpec | WalletSpec)]
    held = {name for case in cases for name in case.holds}
    printed_on_card = {c.id for c in components if c.on == "card-stock"}
    assert printed_on_card - held == {"ladders"}


@pytest.mark.parametrize("target", ["home-a4", "home-letter", "home-a4-fold", "home-letter-fold"])
def test_cases_fit_what_they_hold_and_the_page(target: str) -> None:
    press = press_of(target)
    room = (200.0, 287.0) if "a4" in target else (205.9, 269.4)
    for name in CASES:
        case = press.game.components[name]
        assert case.net is not None
        assert isinstance(case.spec.net, BoxSpec | WalletSpec)
        for side, space in zip(sorted(case.size), room, strict=True):
            assert side <= space + 1e-6, name
        for one in case.spec.net.holds:
            held = press.game.components[one]
            inner = sorted(held.net.finished if held.net else held.size)
            assert all(a < b for a, b in zip(inner, sorted(case.net.finished), strict=True)), one


def test_the_kit_tells_how_pieces_are_made_and_what_is_bought() -> None:
    press = press_of("home-a4")
    kit = Kit(press, Bindery(press)).says({})["kit"]
    how = {piece["name"]: piece["cut"] for file in kit["files"] for piece in file["pieces"]}
    counts = {piece["name"]: piece["count"] for file in kit["files"] for piece in file["pieces"]}
    tents = "Tents that say what a round is about; Aggressor token; Round track"
    assert (counts["Conflict deck; Trump wheels"], counts[tents]) == (54, 6)
    assert "tuck its tab up" in how[tents]
    assert "halves back to back" in how[tents]
    assert "side flap" in how["Box for deck and wheels"]
    assert [file["path"] for file in kit["files"]][-1] == "3-boxes.pdf"
    assert {piece["name"] for piece in kit["files"][-1]["pieces"]} == {
        press.game.components[name].spec.name for name in CASES
    }


def test_the_track_ends_with_the_truce_and_says_so() -> None:
    (_, _, scene) = printed("home-a4", "round-track")[0]
    assert words(scene, "value") == [str(n) for n in range(1, 13)]
    assert words(scene, "truce") == ["Truce after round 12."]
    assert words(scene, "overflow") == ["Agreed on more? Go on at 1"]
    parts = whole()[0].components["round-track"].spec.parts
    assert [part.name for part in parts] == ["paper clip"]


# Facts.


@pytest.mark.parametrize("target", PAPERS)
@pytest.mark.parametrize("name", [*AIDS, *CASES])
def test_what_is_said_is_known_to_the_rules(target: str, name: str) -> None:
    for component, card, scene in printed(target, name):
        facts = told(component, card)
        assert facts
        assert faults(scene, facts) == set()
        assert {item.fact for item in scene.items if item.fact} == {fact.key for fact in facts}
        bare = scene._replace(items=tuple(item._replace(fact=None) for item in scene.items))
        missing = [p for p in problems_of(bare, facts) if p.code == "fact-missing"]
        assert len(missing) == len(facts)  # each fact is needed
        assert faults(scene, ()) == {"fact-unknown"}


def test_all_that_aids_can_tell_is_told() -> None:
    tells = {
        name
        for component in whole()[0].components.values()
        for card in component.cards
        for name in card.fields.get("tells") or ()  # type: ignore[union-attr]
    }
    assert tells == TELLS.keys()


def test_the_tables_equal_the_figures() -> None:
    game, _ = whole()
    fig = game.figures.fig
    scopes, teams = (scene for _, _, scene in printed("home-a4", "references"))
    for scope in game.catalogs["scopes"].values():
        for what in ("less", "over"):
            (said,) = words(scopes, f"{scope.id}-{what}")
            assert int(re.sub(r"\D", "", said)) == fig(f"{scope.id}_{what}")
        assert words(scopes, f"{scope.id}-round") == [scope.fields["round"]]
        assert words(scopes, f"{scope.id}-ground") == [scope.fields["ground"]]
    document = {1: (15, 15), 2: (8, 16), 3: (7, 21), 4: (6, 24), 5: (5, 25), 6: (4, 24), 7: (3, 21)}
    for members, (hand, total) in {**document, 8: (2, 16)}.items():
        assert words(teams, f"hand-{members}") == [str(hand)] == [str(fig(f"hand_{members}"))]
        assert words(teams, f"total-{members}") == [str(total)]
        assert len(shown(teams, f"cards-{members}")) == total
    assert words(teams, "enough")[0].startswith("More than 5?")


FIGURES = {
    **{f"{scope}_{what}": ("references", "scopes") for scope in ("home", "regional", "war",
       "world_war", "superconflict") for what in ("less", "over")},
    **{f"hand_{members}": ("references", "teams") for members in range(1, 9)},
    **dict.fromkeys(("ace", "jack", "queen", "king"), ("turn-cards", "turn")),
    **dict.fromkeys(("gain", "loss", "truce"), ("turn-cards", "turn")),
}  # fmt: skip


@pytest.mark.parametrize("figure", FIGURES)
def test_figures_are_printed_and_old_prints_are_found_out(figure: str) -> None:
    name, id_ = FIGURES[figure]
    game = with_figures(**{figure: whole()[0].figures.fig(figure) + 1})
    ((component, card, old),) = [one for one in printed("home-a4", name) if one[1].id == id_]
    assert "fact-wrong" in faults(old, told(component, card, game))
    press = pressed(Order(), game)
    ((_, _, new),) = [one for one in faces(press, name) if one[1].id == id_]
    assert faults(new, told(component, card, game)) == set()


@pytest.mark.parametrize(
    ("template", "old", "new"),
    [
        ("scopes.xml", '−{{ fig(scope.id ~ "_less") }}', "−{{ 5 * loop.index + 1 }}"),
        ("scopes.xml", '&gt;{{ fig(scope.id ~ "_over") }}', "&gt;15"),
        ("teams.xml", "{{ hand * n }}</text>", "{{ hand * n + 1 }}</text>"),
        ("teams.xml", "range(hand * n)", "range(15)"),
        ("turn.xml", 'Truce after {{ fig("truce") }}.', "Truce after 10."),
    ],
)
def test_a_number_typed_into_a_template_is_found(
    tmp_path: File, template: str, old: str, new: str
) -> None:
    here = copied(tmp_path)
    spoilt(here, f"templates/{GAME}/{template}", old, new)
    place = here.place(GAME)
    assert place is not None
    found = check(here, place, Order(only=("references", "turn-cards")))
    wrong = [p for p in found if p.code in ("fact-wrong", "fact-missing")]
    assert wrong
    assert all(p.where.file for p in wrong)


def audited(game: Game) -> list[Problem]:
    problems = Problems()
    audit_aids(game, problems)
    return list(problems)


# The track of rounds.


def track(**keys: Any) -> Game:
    game, _ = whole()
    old = game.components["round-track"]
    changed = replace(old, spec=old.spec.but(**keys))
    return replace(game, components={**game.components, "round-track": changed})


@pytest.mark.parametrize(
    "game", [track(range=(1, 10)), track(range=(0, 12)), with_figures(truce=8)]
)
def test_a_track_that_does_not_end_with_the_truce_is_told(game: Game) -> None:
    (problem,) = audited(game)
    assert problem.code == "audit-figure"
    assert "round-track has the range" in problem.says
    assert problem.where.field == "range"


def test_the_engine_tells_which_round_it_is(conflict: Any) -> None:
    """Long play strains the track of rounds; it never leaves 1 to the truce."""
    from random import Random

    from generator.engine.contract import CHANCE, OVER

    state = conflict.start(conflict.setup({"sides": "marshals / furnace"}))
    rng, seen = Random(3), set()
    while (actor := conflict.actor(state)) != OVER:
        seen.update(conflict.tracks(state)["rounds"])
        moves = conflict.moves(state)
        conflict.apply(state, conflict.chance(state, rng) if actor == CHANCE else rng.choice(moves))
    seen.update(conflict.tracks(state)["rounds"])
    assert seen == set(range(1, max(seen) + 1))
    assert 1 < max(seen) <= conflict.deal.truce

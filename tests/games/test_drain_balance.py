"""What many games told of Brain Drain, held to what the edition promises of its balance."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from generator.check.evidence import studied
from generator.engine.given import given_hash
from generator.load.evidence import load_evidence
from generator.load.find import workspace
from generator.model.evidence import Evidence, Row
from generator.model.game import Game
from generator.pipeline import check_played, load
from generator.problems import Problems
from generator.write.evidence import with_figures

ROOT = Path(__file__).parents[2]
ROLES = ("manager", "worker", "engineer", "sales", "quality", "hr", "marketing", "buyer")
TABLES = (2, 3, 4, 6, 8)
USUAL = "players-4"


@cache
def loaded(*edition: str) -> tuple[Game, list[str], str]:
    """The game, what is wrong with its evidence, and the hash of what engines are given."""
    here, problems = workspace(ROOT), Problems()
    place = here.place("brain_drain")
    assert place is not None
    game, rules = load(here, place, edition, problems)
    check_played(here, place, game, rules, problems)
    brought = studied(rules)
    assert brought is not None
    codes = [p.code for p in problems if p.code.startswith(("evidence", "tracker"))]
    return game, codes, given_hash(game, brought.plays_with(game))


@cache
def evidence() -> Evidence:
    here = workspace(ROOT)
    place = here.place("brain_drain")
    assert place is not None
    return load_evidence(here, place, Problems())


def row(study: str, policy: str = "careful", *edition: str) -> Row:
    run = evidence().of(edition)
    assert run is not None
    found = next(one for one in run.studies if one.id == study)
    return next(one for one in found.total if one.policy == policy)


@pytest.mark.parametrize("edition", [(), ("pairs",)], ids=["game", "pairs"])
def test_the_evidence_is_of_these_cards_and_rules(edition: tuple[str, ...]) -> None:
    _, codes, given = loaded(*edition)
    run = evidence().of(edition)
    assert run is not None
    assert run.given == given
    assert codes == []


@pytest.mark.parametrize("role", ROLES)
def test_every_role_wins_its_share_at_a_table_of_four(role: str) -> None:
    seen = row(USUAL)
    assert seen.games >= 20_000
    share, low, high = seen.parts[role]
    assert 22 <= share <= 28
    assert 20 <= low < high <= 30


@pytest.mark.parametrize("players", TABLES)
def test_every_role_is_played_and_fires_at_every_table(players: int) -> None:
    seen = row(f"players-{players}")
    assert set(seen.parts) == set(ROLES)
    assert {name for name in seen.events if name.startswith("superpower ")} >= {
        f"superpower {role}" for role in ROLES
    }
    even = 100 / players
    assert all(low < 1.3 * even and high > 0.7 * even for _, low, high in seen.parts.values())


@pytest.mark.parametrize("players", TABLES)
def test_no_card_is_never_played(players: int) -> None:
    seen = row(f"players-{players}")
    assert seen.rare
    assert min(seen.rare.values()) > 0
    assert seen.unfinished == 0


def test_cards_that_are_hardly_ever_played_are_none() -> None:
    # a card lies in a hand in about every third game of four
    assert min(row(USUAL).rare.values()) > 5


def test_the_track_holds_what_play_reaches() -> None:
    run = evidence().of(())
    assert run is not None
    for study in run.studies:
        for seen in study.total:
            if "random" not in seen.policy:
                assert seen.tracks["msp"].beyond(0, 20) <= 1


def test_nobody_wins_by_sitting_down_first() -> None:
    _, low, high = row(USUAL).first
    assert low < 28
    assert high > 22


def test_bluffs_are_told_and_caught() -> None:
    times = row(USUAL).times
    assert times["face down"] > times["lie"] > times["bluff caught"] > 0
    assert times["bluff called"] > times["bluff caught"]


def test_care_pays() -> None:
    assert row("rivals", "careful,greedy,greedy,greedy").seats[0][1] > 27
    assert row("rivals", "greedy,careful,careful,careful").seats[0][2] < 24
    assert row("rivals", "careful,random,random,random").seats[0][1] > 70


def test_notes_say_what_the_evidence_says() -> None:
    text = (ROOT / "card_data" / "brain_drain" / "NOTES.md").read_text("utf-8")
    assert text.count("<!-- evidence ") > 80
    problems = Problems()
    assert with_figures(text, evidence(), "NOTES.md", problems) == text
    assert list(problems) == []

"""The series and its pictures: what the audit finds, what faces must say, how sprites look."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.engine.simulate import wilson as interval
from generator.games.sprite_wars.effects import Double, Single
from generator.games.sprite_wars.rating import rate, wilson
from generator.games.sprite_wars.roster import Fighter, Series, arrows
from generator.games.sprite_wars.sprites import COLOURS, SIZE, TOUCHY, sprite
from generator.games.sprite_wars.wars import WarsEngine
from generator.load.evidence import load_evidence
from generator.load.find import workspace
from generator.problems import Problems, Refused
from generator.scene import Fact
from generator.write.evidence import with_figures

ROOT = Path(__file__).parents[2]


def with_card(game: Any, number: int, **changes: Any) -> Any:
    """The game with one fighter changed."""
    lineup = game.components["fighters"]
    cards = list(lineup.cards)
    fields = {**cards[number].fields, **changes.pop("fields", {})}
    cards[number] = replace(cards[number], fields=fields, **changes)
    component = replace(lineup, cards=tuple(cards))
    return replace(game, components={**game.components, "fighters": component})


def found(rules: Any, game: Any) -> list[tuple[str, str]]:
    problems = Problems()
    rules.audit(game, problems)
    return [(p.code, p.says) for p in problems]


def test_the_shipped_series_is_sound(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    assert found(rules, game) == []
    cards = game.components["fighters"].cards
    assert len(cards) >= 36
    assert sorted(card.fields["number"] for card in cards) == [*range(1, len(cards) + 1)]
    assert len({card.name for card in cards}) == len(cards)
    assert max(len(card.name) for card in cards) <= 16


@pytest.mark.parametrize(
    ("changes", "code", "says"),
    [
        ({"fields": {"power": 100}}, "audit-card", "the power 100"),
        ({"fields": {"power": -1}}, "audit-card", "the power -1"),
        (
            {"effects": (Single(kind="single", to=("N",)), Double(kind="double", to=("N",)))},
            "audit-effects",
            "two arrows to N",
        ),
    ],
)
def test_fighters_that_cannot_fight(
    wars_loaded: tuple[Any, Any], changes: dict[str, Any], code: str, says: str
) -> None:
    game, rules = wars_loaded
    broken = with_card(game, 3, **changes)
    assert [(c, says in s) for c, s in found(rules, broken)] == [(code, True)]
    with pytest.raises(Refused):
        rules.engine(broken, {})


def test_twins_must_be_declared(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    first = game.components["fighters"].cards[0]
    same = {"power": first.fields["power"]}
    twin = with_card(game, 3, fields=same, effects=first.effects)
    assert [(c, first.name in s) for c, s in found(rules, twin)] == [("audit-card", True)]
    declared = with_card(game, 3, fields={**same, "twin": first.id}, effects=first.effects)
    assert found(rules, declared) == []


def test_figures_that_the_engine_needs(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    figures = game.figures.figures
    for name, value in (("grid", 4), ("row", 2), ("stack", 61), ("stack", 3)):
        wrong = {**figures, name: figures[name]._replace(value=value)}
        broken = replace(game, figures=game.figures._replace(figures=wrong))
        assert [code for code, _ in found(rules, broken)] == ["audit-figure"], (name, value)
    fewer = {key: one for key, one in figures.items() if key != "row"}
    broken = replace(game, figures=game.figures._replace(figures=fewer))
    assert [code for code, _ in found(rules, broken)] == ["audit-missing"]
    none = replace(game, components={})
    assert {code for code, _ in found(rules, none)} == {"audit-missing"}


def test_what_a_face_must_say(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    lineup = game.components["fighters"]
    for card in lineup.cards:
        facts = rules.facts(game, lineup, card)
        said = {fact.key: fact.shows for fact in facts if fact.key.startswith("arrow-")}
        wanted = {f"arrow-{d}": ("single", "double")[f - 1] for d, f in arrows(card.effects)}
        assert said == wanted
        assert Fact("power", amount=card.fields["power"]) in facts
        assert Fact("sprite", shows=card.id) in facts


# Sprites


def neighbours(lines: Any) -> set[frozenset[str]]:
    pairs = set()
    for y, line in enumerate(lines):
        for x, cell in enumerate(line):
            for u, v in ((x + 1, y), (x, y + 1)):
                if u < len(line) and v < len(lines):
                    pairs.add(frozenset((cell, lines[v][u])))
    return pairs


def drawn_well(lines: Any) -> None:
    """16 x 16, four colours, an outline of ink, standing on its last line."""
    assert [len(line) for line in lines] == [SIZE] * SIZE
    used = set("".join(lines)) - {"."}
    assert used <= {"k", *COLOURS}
    assert len(used) <= 4
    pairs = neighbours(lines)
    for colour in used - {"k"}:
        assert frozenset((".", colour)) not in pairs, "an outline of ink"
        edge = lines[0] + lines[-1] + "".join(line[0] + line[-1] for line in lines)
        assert colour not in edge, "an outline of ink"
    for pair in TOUCHY:
        assert frozenset(pair) not in pairs, "ink between colours that look alike to some"
    assert set(lines[-1]) != {"."}, "it stands on the ground"


def test_shipped_sprites_are_drawn_well(wars_loaded: tuple[Any, Any]) -> None:
    game, _ = wars_loaded
    sprites = [card.fields["sprite"] for card in game.components["fighters"].cards]
    for lines in sprites:
        drawn_well(lines)
    assert len(set(sprites)) == len(sprites)


@pytest.mark.parametrize("block", range(4))
def test_sprites_from_a_seed(block: int) -> None:
    made = [sprite(seed) for seed in range(100 * block, 100 * block + 100)]
    for lines in made:
        drawn_well(lines)
        assert all(line == line[::-1] for line in lines), "symmetrical"
        assert sum(cell != "." for line in lines for cell in line) > 60
    assert made == [sprite(seed) for seed in range(100 * block, 100 * block + 100)]
    assert len(set(made)) > 95


def test_the_command_prints_lines_for_a_card(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    command = rules.commands["sprite"]
    said: list[str] = []
    for words in (["--seed", "7"], ["--seed=7"]):
        assert command.run(game, words, SimpleNamespace(tell=said.append)) == 0
    assert said[0] == "sprite: |"
    assert tuple(line.strip() for line in said[1:17]) == sprite(7)
    assert said[17:] == said[:17]
    for wrong in (
        ["--seed"],
        ["--sed", "1"],
        ["--seed", "x"],
        ["7"],
        ["--seed", "--7"],
        ["--seed", "٣"],
    ):
        assert command.run(game, wrong, SimpleNamespace(tell=said.append)) == 2


# Ratings


def test_shares_have_wilsons_interval() -> None:
    for hits, of in ((0, 10), (5, 10), (10, 10), (370, 1000)):
        ours, theirs = wilson(hits, of), interval(hits, of)
        assert (ours.share, ours.low, ours.high) == pytest.approx(tuple(theirs))
    assert tuple(wilson(0, 0)) == (0, 0.0, 0.0, 1.0)


def test_a_stronger_fighter_is_rated_higher() -> None:
    told = {"giant": 9, "dwarf": 1, **{f"plain{n}": 5 for n in range(8)}}
    arrows_ = (("N", 1), ("E", 1), ("S", 1), ("W", 1))
    fighters = tuple(Fighter(name, name, power, arrows_) for name, power in told.items())
    rules = WarsEngine(Series(fighters, 4, 4))
    rating = rate(rules, 1500, size=4, seed=1)
    shares = [one.share for one in rating.fighters]
    assert shares[0] == max(shares)
    assert shares[1] == min(shares)
    assert rating.fighters[0].low > rating.fighters[1].high
    assert rating.spread == shares[0] - shares[1]
    assert rating == rate(rules, 1500, size=4, seed=1)
    # a stack wins or loses as a whole: shares balance over all that was held
    held = sum(one.of for one in rating.fighters)
    assert held == 2 * 4 * 1500
    assert sum(one.of * one.share for one in rating.fighters) == pytest.approx(held / 2)


def test_only_a_part_of_the_series_is_rated(wars_loaded: tuple[Any, Any]) -> None:
    game, rules = wars_loaded
    said: list[str] = []
    words = ["--of", "fox,owl,cat,frog,crab", "--size", "4", "--games", "40"]
    assert rules.commands["rate"].run(game, words, SimpleNamespace(tell=said.append)) == 0
    assert sorted(line.split()[0] for line in said[:-2]) == ["cat", "crab", "fox", "frog", "owl"]
    assert said[-2].startswith("spread")
    assert "first player" in said[-1]


@pytest.mark.parametrize(
    "words",
    [
        ["--games"],
        ["--games", "0"],
        ["--games", "x"],
        ["--gams", "4"],
        ["--size", "41", "--games", "1"],
        ["--of", "fox,owl", "--games", "1"],
        ["--of", "fxo", "--games", "1"],
        ["--policy", "best", "--games", "1"],
    ],
)
def test_ratings_that_cannot_be(wars_loaded: tuple[Any, Any], words: list[str]) -> None:
    game, rules = wars_loaded
    said: list[str] = []
    assert rules.commands["rate"].run(game, words, SimpleNamespace(tell=said.append)) == 2
    assert len(said) == 1


def test_the_shipped_series_is_fair(wars: Any) -> None:
    """Within ten points at stacks of six; a rating of so many games is off by about two."""
    rating = rate(wars, 4000, seed=2)
    assert rating.spread < 0.13


def test_the_core_is_fair_by_itself(wars_loaded: tuple[Any, Any], wars: Any) -> None:
    game, rules = wars_loaded
    cards = game.components["fighters"].cards
    core = [n for n, card in enumerate(cards) if card.fields["set"] == "core-10"]
    assert len(core) == 10
    rating = rate(wars, 3000, seed=2, pool=core)
    assert rating.spread < 0.1
    said: list[str] = []
    assert (
        rules.commands["rate"].run(
            game, ["--of", "core-10", "--games", "20"], SimpleNamespace(tell=said.append)
        )
        == 0
    )
    assert len(said) == 12


# What is told of it


def test_notes_say_what_the_evidence_says(wars_loaded: tuple[Any, Any]) -> None:
    here = workspace(ROOT)
    place = here.place("sprite_wars")
    assert place is not None
    problems = Problems()
    evidence = load_evidence(here, place, problems)
    text = (ROOT / "card_data" / "sprite_wars" / "NOTES.md").read_text("utf-8")
    assert with_figures(text, evidence, "NOTES.md", problems) == text
    assert list(problems) == []
    run = evidence.of(())
    assert run is not None
    better = {row.policy: row.seats[0] for row in run.studies[1].total}
    assert better["search,greedy"][1] > 60, "search beats greedy clearly"
    assert better["greedy,random"][1] > 60


def test_notes_rate_the_fighters_as_they_are(wars: Any) -> None:
    """Powers and arrows in the table of NOTES.md are the series' own."""
    text = (ROOT / "card_data" / "sprite_wars" / "NOTES.md").read_text("utf-8")
    table = text.partition("```\n")[2].partition("```")[0].splitlines()
    told = {line.split()[0]: line.partition("power ")[2].split() for line in table[:-2]}
    for fighter in wars.series.fighters:
        arrows_ = [f"{name}{'*' * (force - 1)}" for name, force in fighter.arrows]
        assert told[fighter.id] == [str(fighter.power), *arrows_]
    assert float(table[-2].split()[1]) < 10

"""Evidence of the duel: when it is missing or stale, what trackers make of it, what notes quote."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.check.evidence import check_evidence
from generator.deep import play_deep
from generator.engine.given import given_hash
from generator.load.evidence import load_evidence
from generator.load.find import GamePlace, Workspace, workspace
from generator.model.evidence import Evidence, Reach
from generator.model.game import Game
from generator.pipeline import check_played, load
from generator.problems import Problem, Problems, Refused, Where
from generator.write.evidence import with_figures

ROOT = Path(__file__).parents[2]
GAME = "sophmb2ce"
DATA = f"card_data/{GAME}"


def copied(folder: Path) -> Workspace:
    """The duel without evidence and notes."""
    for name in ("card_data", "templates"):
        shutil.copytree(ROOT / name / GAME, folder / name / GAME)
    (folder / DATA / "evidence.yaml").unlink()
    (folder / DATA / "NOTES.md").write_text("# Notes\n", "utf-8")
    return Workspace(folder)


@pytest.fixture
def here(tmp_path: Path) -> Workspace:
    return copied(tmp_path)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What one game a row of the duel as it is told."""
    folder = tmp_path_factory.mktemp("first")
    assert played(copied(folder)) == []
    return (folder / DATA / "evidence.yaml").read_text("utf-8")


@pytest.fixture
def known(here: Workspace, first: str) -> Workspace:
    """The same with evidence."""
    assert here.root is not None
    (here.root / DATA / "evidence.yaml").write_text(first, "utf-8")
    return here


def place_in(here: Workspace) -> GamePlace:
    place = here.place(GAME)
    assert place is not None
    return place


def played(here: Workspace, *edition: str) -> list[str]:
    _, _, problems = play_deep(here, place_in(here), edition, games=1, workers=1)
    return [p.code for p in problems]


def found(here: Workspace, *edition: str) -> list[Problem]:
    assert here.root is not None
    here = Workspace(here.root)
    problems = Problems()
    game, rules = load(here, place_in(here), edition, problems)
    check_played(here, place_in(here), game, rules, problems)
    return [p for p in problems if p.code.startswith("evidence-")]


def edit(here: Workspace, name: str, old: str, new: str) -> None:
    assert here.root is not None
    path = here.root / DATA / name
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def overlay(here: Workspace, name: str, replaced: str) -> None:
    assert here.root is not None
    folder = here.root / DATA / "overlays"
    folder.mkdir(exist_ok=True)
    text = f"id: {name}\nbase: {GAME}\nreplace:\n  {replaced}\n"
    (folder / f"{name}.yaml").write_text(text, "utf-8")


NAMES = "attacks.yaml: {password-reset: {name: Reset, flavour: Again.}}"
HURTS = "attacks.yaml: {password-reset: {effects: [{kind: damage, amount: 5}]}}"


def test_evidence_that_was_never_made_is_missing(here: Workspace) -> None:
    (problem,) = found(here)
    assert (problem.code, problem.level) == ("evidence-missing", "warning")
    assert problem.where.file == f"{DATA}/evidence.yaml"
    assert "check sophmb2ce --deep" in problem.fix


def test_evidence_holds_until_something_that_is_played_changes(known: Workspace) -> None:
    assert found(known) == []
    edit(known, "attacks.yaml", "name: Password Reset", "name: Password Amnesia")
    edit(known, "attacks.yaml", "flavour: Your new", "flavour: Your very new")
    edit(known, "castes.yaml", "icon: monitor", "icon: envelope")
    assert found(known) == []
    edit(known, "attacks.yaml", "amount: blow}", "amount: heavy_blow}")
    (problem,) = found(known)
    assert (problem.code, problem.level) == ("evidence-stale", "warning")
    assert played(known) == []
    assert found(known) == []


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("rules.yaml", "jack: {value: 11", "jack: {value: 12"),
        ("rules.yaml", "default: defender", "default: attacker"),
        ("attacks.yaml", "id: password-reset", "id: password-loss"),
        ("castes.yaml", "on: defence", "on: attack"),
        ("deck.yaml", "id: spades-ace", "id: the-ace"),
    ],
)
def test_what_makes_evidence_stale(known: Workspace, name: str, old: str, new: str) -> None:
    edit(known, name, old, new)
    assert [p.code for p in found(known)] == ["evidence-stale"]


def test_pieces_that_are_not_played_with_are_left_out(known: Workspace) -> None:
    game, rules = load(known, place_in(known), (), Problems())
    deck = game.components["deck-a"]
    extra = replace(deck, id="extra", spec=deck.spec.but(fields={}))
    game = replace(game, components={**game.components, "extra": extra})
    problems = Problems()
    evidence = load_evidence(Workspace(known.root), place_in(known), problems)
    check_evidence(game, rules, evidence, lambda: None, Where("x"), problems)
    assert list(problems) == []


def test_overlays_inherit_what_they_leave_alone(here: Workspace, first: str) -> None:
    assert here.root is not None
    overlay(here, "gentle", NAMES)
    assert [p.code for p in found(here, "gentle")] == ["evidence-missing"]
    (here.root / DATA / "evidence.yaml").write_text(first, "utf-8")
    assert found(here, "gentle") == []
    edit(here, "castes.yaml", "on: defence", "on: attack")
    assert [p.code for p in found(here, "gentle")] == ["evidence-stale"]


def test_variants_have_evidence_of_their_own(known: Workspace) -> None:
    overlay(known, "gentle", NAMES)
    overlay(known, "hurts", HURTS)
    (problem,) = found(known, "hurts")
    assert problem.code == "evidence-missing"
    assert "--edition hurts" in problem.fix
    assert played(known, "hurts") == []
    assert found(known, "hurts") == []
    assert found(known) == []
    # a variant under other names is the variant
    assert found(known, "hurts", "gentle") == []
    problems = Problems()
    evidence = load_evidence(Workspace(known.root), place_in(known), problems)
    assert [run.name for run in evidence.runs] == ["", "hurts"]
    edit(known, "castes.yaml", "on: defence", "on: attack")
    assert [p.code for p in found(known, "hurts")] == ["evidence-stale"]


def test_the_same_seed_gives_the_same_file_on_any_workers(here: Workspace) -> None:
    assert here.root is not None
    path = here.root / DATA / "evidence.yaml"
    texts = []
    for workers in (1, 2):
        play_deep(here, place_in(here), (), games=2, seed=5, workers=workers)
        texts.append(path.read_text("utf-8"))
    assert texts[0] == texts[1]


def test_evidence_is_kept_in_workspaces_only() -> None:
    nowhere = Workspace(None)
    with pytest.raises(Refused) as refused:
        play_deep(nowhere, place_in(nowhere), (), games=1)
    assert [p.code for p in refused.value.problems] == ["evidence-place"]


def test_evidence_that_cannot_be_read_is_not_overwritten(here: Workspace) -> None:
    assert here.root is not None
    path = here.root / DATA / "evidence.yaml"
    path.write_text("runs: [", "utf-8")
    with pytest.raises(Refused):
        play_deep(Workspace(here.root), place_in(here), (), games=1, workers=1)
    assert path.read_text("utf-8") == "runs: ["


def test_a_shipped_game_is_played_into_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "card_data").mkdir()
    here = Workspace(tmp_path)
    run, path, _ = play_deep(here, place_in(here), ("fair-fight",), games=1, workers=1)
    assert run is not None
    assert path == tmp_path / DATA / "evidence.yaml"
    assert path.is_file()
    # the workspace's own run comes before the one that is shipped, which stays for others
    problems = Problems()
    evidence = load_evidence(Workspace(tmp_path), place_in(here), problems)
    fair, plain = evidence.of(("fair-fight",)), evidence.of(())
    assert fair == run
    assert plain is not None
    assert plain.games > 1


def test_games_without_studies_are_not_played(
    here: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.deep.studied", lambda rules: None)
    run, path, problems = play_deep(here, place_in(here), (), games=1)
    assert (run, path) == (None, None)
    assert [p.code for p in problems] == ["not-checked"]


# Trackers


def reached(low: dict[int, float], high: dict[int, float], here: Workspace) -> Evidence:
    """Evidence of one game with other reaches put in."""
    problems = Problems()
    evidence = load_evidence(Workspace(here.root), place_in(here), problems)
    assert list(problems) == []
    run = evidence.runs[0]
    studies = [
        study.but(
            total=tuple(row.but(tracks={"hp": Reach(low=low, high=high)}) for row in study.total)
        )
        for study in run.studies
    ]
    return Evidence(runs=(run.but(studies=tuple(studies)),))


def tracker(game: Game, **more: Any) -> Game:
    """The game with one tracker of this kind instead of its own."""
    deck = game.components["deck-a"]
    spec = deck.spec.but(**{"fields": {}, "range": (0, 10), **more})
    others = {name: one for name, one in game.components.items() if one.spec.range is None}
    one = replace(deck, id="tracker", spec=spec)
    return replace(game, components={**others, "tracker": one})


@pytest.mark.parametrize(
    ("high", "more", "codes"),
    [
        ({10: 100}, {}, []),
        ({10: 99, 11: 1}, {}, []),
        ({10: 98.9, 11: 1.1}, {}, ["tracker-short"]),
        ({10: 50, 31: 50}, {"overflow": "Begin again and keep a coin."}, []),
        ({10: 50, 31: 50}, {"range": (0, 31)}, []),
        ({10: 100}, {"range": (1, 10)}, ["tracker-short"]),
        ({10: 100}, {"tracks": "hp"}, []),
        ({10: 100}, {"tracks": "hq"}, ["tracker-quantity"]),
    ],
)
def test_trackers_are_held_against_play(
    known: Workspace, high: dict[int, float], more: dict[str, Any], codes: list[str]
) -> None:
    game, rules = load(known, place_in(known), (), Problems())
    problems = Problems()
    evidence = reached({0: 100}, high, known)
    check_evidence(tracker(game, **more), rules, evidence, lambda: None, Where("x"), problems)
    assert [p.code for p in problems] == codes


def test_what_play_reaches_is_told(known: Workspace) -> None:
    game, rules = load(known, place_in(known), (), Problems())
    problems = Problems()
    evidence = reached({0: 100}, {10: 90, 12: 10}, known)
    check_evidence(tracker(game), rules, evidence, lambda: None, Where("x"), problems)
    (problem,) = problems
    assert "10.0 % of games" in problem.says
    assert "reaches 0 to 12" in problem.says
    assert problem.where.field == "range"


@pytest.mark.parametrize(("share", "codes"), [(0.0, ["evidence-idle"]), (0.01, [])])
def test_a_card_that_is_never_played_is_told(
    known: Workspace, share: float, codes: list[str]
) -> None:
    game, rules = load(known, place_in(known), (), Problems())
    card = game.components["deck-a"].cards[3]
    evidence = load_evidence(Workspace(known.root), place_in(known), Problems())
    run = evidence.runs[0]
    first = run.studies[0]
    rows = (first.total[0].but(rare={card.id: share, "no-such-card": 0.0}), *first.total[1:])
    changed = run.but(studies=(first.but(total=rows), *run.studies[1:]))
    problems = Problems()
    evidence = Evidence(runs=(changed,))
    check_evidence(game, rules, evidence, lambda: None, Where("x"), problems)
    assert [p.code for p in problems] == codes
    assert [p.where for p in problems] == [card.where] * len(codes)


def test_a_card_that_an_edition_leaves_out_is_not_missed(known: Workspace) -> None:
    whole, rules = load(known, place_in(known), (), Problems())

    class Lenient(type(rules)):  # type: ignore[misc]
        """Rules that can do without a card, as the duel's own cannot."""

        def engine(self, game: Game, options: Any) -> Any:
            return super().engine(whole, options)

    decks = {name: whole.components[name] for name in ("deck-a", "deck-b")}
    left = {
        name: replace(deck, cards=(replace(deck.cards[0], count=0), *deck.cards[1:]))
        for name, deck in decks.items()
    }
    game = replace(whole, components={**whole.components, **left})
    cards = decks["deck-a"].cards
    run = load_evidence(Workspace(known.root), place_in(known), Problems()).runs[0]
    first = run.studies[0]
    rows = (first.total[0].but(rare={cards[0].id: 0.0, cards[1].id: 0.0}), *first.total[1:])
    run = run.but(
        given=given_hash(game, Lenient().plays_with(game)),
        studies=(first.but(total=rows), *run.studies[1:]),
    )
    problems = Problems()
    check_evidence(game, Lenient(), Evidence(runs=(run,)), lambda: None, Where("x"), problems)
    assert {p.where for p in problems} == {cards[1].where}


# What is shipped

HERE = workspace(ROOT)


def shipped() -> Evidence:
    problems = Problems()
    evidence = load_evidence(HERE, place_in(HERE), problems)
    assert list(problems) == []
    return evidence


def test_notes_say_what_the_evidence_says() -> None:
    text = (ROOT / DATA / "NOTES.md").read_text("utf-8")
    assert text.count("<!-- evidence ") > 10
    problems = Problems()
    assert with_figures(text, shipped(), "NOTES.md", problems) == text
    assert list(problems) == []
    told = text.partition("# What play says")[2]
    typed = re.sub(r"(?s)<!-- evidence .*?<!-- /evidence -->|`[^`]*`", "", told)
    assert re.findall(r".*\d.*", typed) == [], "every figure comes from the evidence"


EDITIONS = sorted(path.stem for path in (ROOT / DATA / "overlays").glob("*.yaml"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_edition_lacks_evidence(edition: str) -> None:
    assert [p.code for p in found(HERE, edition) if p.code != "evidence-stale"] == []


def test_one_attack_is_nearly_always_right() -> None:
    run = shipped().of(())
    assert run is not None
    assert run.studies[0].total[3].choices["attack 2"] > 90
    rivals = {row.policy: row for row in run.studies[1].total}
    assert rivals["attack2,attack1"].seats[0][1] > 75
    assert rivals["best,attack2"].seats[0][1] < 52


@pytest.mark.parametrize("edition", ["fair-fight", "lunch-break"])
def test_variants_leave_a_choice_and_no_great_advantage(edition: str) -> None:
    run = shipped().of((edition,))
    assert run is not None
    best = run.studies[0].total[3]
    assert 25 < best.choices["attack 1"] < 75
    assert 48 < best.first[0] < 52
    rivals = {row.policy: row for row in run.studies[1].total}
    assert rivals["best,attack1"].seats[0][1] > 50
    assert rivals["best,attack2"].seats[0][1] > 50

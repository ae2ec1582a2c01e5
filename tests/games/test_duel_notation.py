"""The duel as text: plays, records, stories."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.engine.contract import CHANCE, OVER, IllegalMove, Unreadable
from generator.engine.record import record, text
from generator.engine.replay import replay
from generator.engine.terminal import play_in_terminal
from generator.games.sophmb2ce.state import Declare
from generator.load.plays import load_plays
from generator.load.read import parse_yaml
from generator.model.game import Game
from generator.model.play import Play
from generator.problems import Problem, Problems, Where

Duel = Callable[..., Any]


def replayed(
    game: Game, rules: Any, *lines: str, setup: str = "spades, hearts", **result: str
) -> tuple[Any, list[Problem]]:
    numbered = tuple((line, number) for number, line in enumerate(lines, 3))
    play = Play("p", "p", {"castes": setup}, {}, numbered, result, Where("p.yaml", 1))
    problems = Problems()
    done = replay(rules, game, play, problems)
    return done, list(problems)


def only(problems: list[Problem]) -> Problem:
    assert len(problems) == 1, problems
    return problems[0]


def test_the_worked_example(duel_game: Game, duel_rules: Any) -> None:
    play = next(p for p in duel_game.plays if p.id == "worked-example")
    problems = Problems()
    done = replay(duel_rules, duel_game, play, problems)
    assert list(problems) == []
    assert done is not None
    assert [step.state.hp for step in done.steps] == [[10, 9], [8, 9], [8, 9], [7, 9], [7, 5]]
    assert [s.state.exchange().used.code for s in done.steps] == [1, 2, 2, 1, "K"]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("B: 4 -> B 9", "B: 4 -> B 8", "B has 9 HP, not 8"),
        ("B: 4 -> B 9", "B: 4 -> holds", "the attack hits"),
        ("B: 4 -> B 9", "B: 8 -> B 9", "B has 10 HP, not 9"),
        ("B: J -> holds", "B: J -> holds, A -1 defence", "A defence is at -0, not -1"),
        ("KS = end-task-assault", "KS = server-maintenance", "is end-task-assault, not server"),
        ("KS = end-task-assault", "KS = password-reset", "is end-task-assault"),
    ],
)
def test_a_changed_result_is_found(
    duel_game: Game, duel_rules: Any, old: str, new: str, says: str
) -> None:
    play = next(p for p in duel_game.plays if p.id == "worked-example")
    lines = [line.replace(old, new) for line, _ in play.lines]
    changed = next(n for n, (line, _) in enumerate(play.lines) if old in line)
    _, problems = replayed(duel_game, duel_rules, *lines)
    assert problems[0].code == "play-wrong"
    assert problems[0].where.line == 3 + changed
    assert says in problems[0].says


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("B: reverse-dictation 9C / A: 5D", "play-illegal", "it is A's turn"),
        ("A: end-task-assault KS / B: 5D", "play-illegal", "never declared"),
        ("A: again 7C / B: 5D", "play-illegal", "no equal totals"),
        ("A: pasword-reset 7C / B: 5D", "play-unreadable", "did you mean 'password-reset'"),
        ("A: lost-memo 7C / B: 5D", "play-unreadable", "A has no attack 'lost-memo'"),
        ("A: password-reset 7S / B: 5D", "play-unreadable", "it is a counter"),
        ("A: password-reset 7C / B: 10H", "play-unreadable", "B cannot draw 10H"),
        ("A: password-reset 7X / B: 5D", "play-unreadable", "'7X' is no card"),
        ("A: password-reset 7C / A: 5D", "play-unreadable", "attacks itself"),
        ("A: password-reset 7C", "play-unreadable", "no line of a duel"),
        ("A: password-reset 7C / B: 5D -> wins", "play-unreadable", "'wins' is no result"),
        ("shuffle A: 7C", "play-illegal", "keeps every card"),
        ("shuffle A: 7C 7Z", "play-unreadable", "is no card"),
        ("", "play-unreadable", "no line"),
        ("A: " + "x" * 5000, "play-unreadable", "no line"),
    ],
)
def test_a_line_that_cannot_be(
    duel_game: Game, duel_rules: Any, line: str, code: str, says: str
) -> None:
    done, problems = replayed(duel_game, duel_rules, line, "A: password-reset 7C / B: 4S")
    problem = only(problems)
    assert (problem.code, problem.where.line) == (code, 3)
    assert says in problem.says + problem.fix
    assert done.steps == ()


def test_a_card_is_drawn_once(duel_game: Game, duel_rules: Any) -> None:
    _, problems = replayed(
        duel_game,
        duel_rules,
        "A: password-reset 7C / B: 4S",
        "B: break-room-seduction 9C / A: 7C",
    )
    assert "it has been drawn" in only(problems).says


def test_a_rank_leaves_named_cards_and_own_specials_alone(duel_game: Game, duel_rules: Any) -> None:
    done, problems = replayed(
        duel_game,
        duel_rules,
        "A: password-reset K / B: 4",
        "B: break-room-seduction q / A: 10",
        "A: password-reset KH / B: 4S",
        "B: break-room-seduction QD / A: 10H",
        "A: password-reset KS / B: 4D",
        "B: break-room-seduction QH / A: TC",
    )
    assert problems == []
    used = [step.state.exchange().used.code for step in done.steps]
    assert used == [1, 1, 1, 1, "K", "Q"]


def test_a_rank_of_which_only_the_special_is_left(duel_game: Game, duel_rules: Any) -> None:
    lines = []
    for king, four in (("KH", "4S"), ("KC", "4C"), ("KD", "4D")):
        lines.append(f"A: password-reset {king} / B: {four}")
        lines.append(f"B: break-room-seduction 2{four[1]} / A: 9{king[1]}")
    _, problems = replayed(duel_game, duel_rules, *lines, "A: password-reset K / B: 5")
    assert "name it: KS" in only(problems).fix


def test_results_of_a_whole_game(duel_game: Game, duel_rules: Any) -> None:
    for winner, fine in (("nobody", True), ("A", False)):
        _, problems = replayed(duel_game, duel_rules, "A: password-reset 7C / B: 4S", winner=winner)
        assert (problems == []) is fine
    _, problems = replayed(duel_game, duel_rules, C="5")
    assert only(problems).code == "play-unreadable"


def random_game(rules: Any, setup: dict[str, str], seed: int) -> tuple[Any, list[Any]]:
    rng, moves = Random(seed), []
    state = rules.start(rules.setup(setup))
    while rules.actor(state) != OVER:
        legal = rules.moves(state)
        move = rng.choice(legal) if legal else rules.chance(state, rng)
        rules.apply(state, move)
        moves.append(move)
    return state, moves


@given(
    seed=st.integers(0, 10**6),
    tie=st.sampled_from(["defender", "redraw"]),
    setup=st.sampled_from([{}, {"castes": "clubs,hearts", "first": "B"}]),
)
@settings(max_examples=25, deadline=None)
def test_a_record_is_a_play_file_that_leads_to_the_same_state(
    duel_loaded: tuple[Game, Any], seed: int, tie: str, setup: dict[str, str]
) -> None:
    game, rules = duel_loaded
    engine = rules.engine(game, {"tie": tie})
    state, moves = random_game(engine, setup, seed)
    written = text(record(engine, setup, {"tie": tie}, moves))
    problems = Problems()
    node = parse_yaml(written, "plays/record.yaml", problems)
    (play,) = load_plays({"plays/record.yaml": node}, problems)
    done = replay(rules, game, play, problems)
    assert list(problems) == []
    assert done is not None
    assert done.final == state
    table = [line for line, _ in play.lines if not line.startswith("shuffle")]
    if "castes" in setup:
        seen = play._replace(lines=tuple((line, 1) for line in table))
        again = replay(rules, game, seen, problems)
        assert list(problems) == []
        assert again is not None
        assert (again.final.hp, again.final.exchanges) == (state.hp, state.exchanges)


@given(st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_text_breaks_the_reader(duel_loaded: tuple[Game, Any], line: str) -> None:
    game, rules = duel_loaded
    engine = rules.engine(game, {})
    state = engine.position((0, 1), (engine.decks[0], engine.decks[1]))
    try:
        assert engine.read(state, line) is not None
    except (Unreadable, IllegalMove):
        assert state == engine.position((0, 1), (engine.decks[0], engine.decks[1]))


def test_a_refused_line_lays_no_card(duel: Duel) -> None:
    engine = duel()
    state = engine.position((0, 1), (engine.decks[0], engine.decks[1]))
    before = state.copy()
    for line in ("A: password-reset KD / B: 7H", "A: password-reset KD / B: 7D -> wins"):
        with pytest.raises(Unreadable):
            engine.read(state, line)
        assert state == before


def test_a_story_has_every_figure_in_it(duel: Duel) -> None:
    engine = duel()
    seven, four = engine.cards.number("KS"), engine.cards.number("4S")
    state = engine.position((0, 1), ((seven,), (four,)), attack_penalty=(1, 0))
    engine.apply(state, Declare(2))
    told = "\n".join(engine.tell(state, Declare(2), Random(1)))
    for part in ("End Task Assault", "king of spades, -1, for 12", "4 of spades for 4", "6 left"):
        assert part in told, told
    status = engine.status(engine.view(state, 1))
    assert "6 HP" in status[0]
    assert status[0].lstrip().startswith("you [######....]")


def test_stories_of_ties_shuffles_and_ends(duel: Duel) -> None:
    engine, rng, told = duel(tie="redraw"), Random(2), []
    for seed in range(40):
        state, moves = engine.start(engine.setup({})), []
        dice = Random(seed)
        while engine.actor(state) != OVER:
            legal = engine.moves(state)
            move = legal[0] if legal else engine.chance(state, dice)
            engine.apply(state, move)
            moves.append(move)
            told += engine.tell(state, move, rng)
    whole = "\n".join(told)
    for part in ("begins.", "Equal!", "draw once more", "shuffled into a new one", "victory dance"):
        assert part in whole


def test_playing_to_the_end_at_the_keyboard(duel_game: Game, duel_rules: Any) -> None:
    said: list[str] = []
    answers = iter(["1", "reboot", "2", "password-reset"] * 40)
    play = play_in_terminal(
        duel_rules,
        duel_game,
        ["human", "best"],
        lambda prompt: next(answers),
        said.append,
        Random(12),
        setup={"castes": "spades, diamonds"},
        options={"ace": "14"},
    )
    assert play.result["winner"] in ("A", "B")
    assert play.options == {"ace": "14"}
    problems = Problems()
    done = replay(duel_rules, duel_game, play, problems)
    assert list(problems) == []
    assert done is not None
    assert done.engine.actor(done.final) == OVER
    assert any("Password Reset (1 HP)" in line for line in said)


def test_labels_say_damage_and_price(duel: Duel) -> None:
    engine = duel(tie="redraw")
    state = engine.position((1, 0), ((13 * 3,), (13 * 3,)))
    labels = [engine.label(state, move) for move in engine.moves(state)]
    assert labels[0] == ("break-room-seduction", "Break-room Seduction (1 HP)")
    assert labels[1].label == "Reverse Dictation (2 HP, then -1 on your next defence draw)"
    engine.apply(state, Declare(1))
    assert state.exchange().hit is None
    while engine.actor(state) == CHANCE:
        move = engine.chance(state, Random(1))
        assert engine.label(state, move).id == "shuffle"
        engine.apply(state, move)
    assert engine.label(state, engine.moves(state)[0]).id == "again"

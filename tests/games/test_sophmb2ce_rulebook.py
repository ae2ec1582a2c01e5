"""The shipped rulebook, printed and read back as two strangers would read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from book_reading import Read, plain, printed

from generator.engine.replay import replay
from generator.load.editions import editions
from generator.load.find import GameSources, workspace
from generator.model.game import Game, pieces_of
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
QUESTIONS = {
    "tie": "Equal totals go to the defence",
    "deck used up on attack or defence": "whether for attack or for defence, shuffle your own",
    "both decks used up": "they run out together, after 42 cards",
    "lost counters after a shuffle": "stay out until the duel is over",
    "penalty: which draw": "your next draw of the kind it names",
    "penalty after a miss": "a second attack that misses costs the same",
    "penalties add up": "Penalties of a kind never add up",
    "penalty and a special in its place": "there is no bill",
    "penalty waiting when a special comes": "is used up all the same",
    "total of nothing": "it is still a total",
    "special in defence": "only its value counts",
    "special of another suit": "are only high cards",
    "special announced": "Nobody can announce a special",
    "special beaten": "the total must be higher than the defence",
    "bonus on a special": "counts for every card, a special as well",
    "losing more than is left": "Losing more than you had is just as final",
    "both lose at once": "you never both fall",
    "equal ranks at the start": "keep your castes and flip on until one is higher",
    "first player after several flips": "matching pairs before it do not count",
    "one wants to shake hands, one to play": "If you cannot agree, this is what happens",
    "ace": "the lowest card in this game and worth 1",
    "jack": "has no special attack",
    "where cards go": "face up onto their owner’s own discard pile, open to all",
    "who attacks after a hit": "Hit or miss, the other headhunter attacks next",
    "next duel": "Nothing is carried over to the next duel",
    "flipped cards": "The cards flipped for the castes go back in",
    "counter's own number": "whatever the number on it",
    "strip and dial": "use one of the three",
}


def told_of() -> list[dict[str, Any]]:
    """The editions as their files state them."""
    where = workspace(ROOT)
    place = where.place("sophmb2ce")
    assert place is not None
    return editions(GameSources(where, place))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Read:
    return printed("sophmb2ce", tmp_path_factory.mktemp("a4"))


@pytest.fixture(scope="module")
def letter(tmp_path_factory: pytest.TempPathFactory) -> Read:
    return printed("sophmb2ce", tmp_path_factory.mktemp("letter"), target="home-letter")


def test_size(book: Read, letter: Read) -> None:
    for one in (book, letter):
        count = len(one.pages["rulebook.pdf"])
        assert 8 <= count <= 16
        assert len(one.pages["rulebook-booklet.pdf"]) == -(-count // 4) * 2


def test_no_page_is_nearly_empty(book: Read, letter: Read) -> None:
    for one in (book, letter):
        for number, page in enumerate(one.pages["rulebook.pdf"], 1):
            assert len(plain(page)) > 250, number


def test_booklets_say_all_that_the_screen_says(book: Read, letter: Read) -> None:
    for one in (book, letter):
        whole = plain(" ".join(one.pages["rulebook-booklet.pdf"]))
        for page in one.pages["rulebook.pdf"]:
            assert plain(page) in whole


def test_the_cover_names_game_author_and_edition(book: Read, duel_game: Game) -> None:
    cover = plain(book.pages["rulebook.pdf"][0])
    for word in re.findall(r"\w+", duel_game.file.name):
        assert word.casefold() in cover
    assert plain(duel_game.file.credits.author) in cover
    assert plain(duel_game.file.credits.edition) in cover
    back = plain(book.pages["rulebook.pdf"][-1])
    assert plain(duel_game.file.credits.title) in back
    assert plain(duel_game.file.credits.author) in back


def test_every_caste_with_its_bonus_and_attacks(book: Read, duel_game: Game) -> None:
    figures = duel_game.figures
    attacks = duel_game.catalogs["attacks"].values()
    for caste in duel_game.catalogs["castes"].values():
        (bonus,) = caste.effects
        strength = f"+{bonus.amount} on every {bonus.on} draw"
        assert plain(f"{caste.fields['flavour']} {strength}") in book.said
        for attack in attacks:
            if attack.fields["caste"] != caste.id:
                continue
            kind = attack.fields["kind"]
            comes = f"own {kind}" if kind in ("queen", "king") else "announced"
            row = f"{attack.name} {comes}"
            for effect in attack.effects:
                if effect.kind == "damage":
                    row += figures.words(effect.amount, "hp")
            costs = [e for e in attack.effects if e.kind == "penalty"]
            row += "".join(f"−{e.amount} next {e.on}" for e in costs) or "nothing"
            assert plain(row) in book.said


def test_every_ruling_of_the_table(book: Read, duel_game: Game) -> None:
    asked = [one for one in duel_game.rulings if one.table]
    assert len(asked) > 10
    for one in asked:
        assert plain(f"{one.question} {one.ruling}") in book.said, one.id


def told(game: Game, rules: Any, name: str) -> Iterator[tuple[str, list[str]]]:
    """Each step of a play as its engine tells it now."""
    play = next(one for one in game.plays if one.id == name)
    found = replay(rules, game, play, Problems())
    assert found is not None
    rng = Random(play.id)
    for step in found.steps:
        yield step.text, found.engine.tell(step.state, step.move, rng)


def test_the_example_is_what_the_engine_plays(book: Read, duel_game: Game, duel_rules: Any) -> None:
    steps = list(told(duel_game, duel_rules, "worked-example"))
    assert len(steps) == 5
    for text, says in steps:
        assert any("Attack: " in line and "Defence: " in line for line in says)
        for line in (text, *says):
            assert plain(line) in book.said


def test_a_tie_is_drawn_again_as_the_engine_plays(
    book: Read, duel_game: Game, duel_rules: Any
) -> None:
    steps = list(told(duel_game, duel_rules, "short-duel"))[5:7]
    assert "again" in steps[0][0]
    for text, says in steps:
        assert plain(text + "".join(says)) in book.said


def test_figures_are_those_of_the_rules(book: Read, duel_game: Game) -> None:
    figures = duel_game.figures
    value = {name: figure.value for name, figure in figures.figures.items()}
    assert plain(f"You start with {figures.words(value['start_hp'], 'hp')} each") in book.said
    assert plain(f"your deck: {figures.words(value['deck_in_play'], 'card')}") in book.said
    ranks = f"jack with {value['jack']}, the queen with {value['queen']} and the king"
    assert plain(f"{ranks} with {value['king']}") in book.said
    most = value["king"] + value["bonus"]
    assert plain(f"with it a king counts {most}") in book.said


def test_positions_show_the_replay(book: Read, duel_game: Game, duel_rules: Any) -> None:
    play = next(one for one in duel_game.plays if one.id == "worked-example")
    found = replay(duel_rules, duel_game, play, Problems())
    assert found is not None
    for number in (3, 5):
        step = found.steps[number - 1]
        seen = found.engine.picture(found.engine.view(step.state, 0))
        for seat in (0, 1):
            hp = duel_game.figures.words(seen["hp"][seat], "hp")
            left, gone = seen["left"][seat], len(seen["discards"][seat])
            assert re.search(plain(f"{hp}deck {left}") + f".{{0,3}}discards{gone}", book.said)


def test_every_piece_is_in_the_box(book: Read, duel_game: Game) -> None:
    for one in duel_game.components.values():
        if one.spec.kind == "faces":
            assert plain(f"{pieces_of(one, 2)} {one.spec.name}") in book.said
        for part in one.spec.parts:
            assert plain(part.name) in book.said


def test_options_and_editions(book: Read, duel_game: Game) -> None:
    for name, option in duel_game.figures.options.items():
        choices = ", ".join(str(choice).lower() for choice in option.choices)
        assert plain(f"{name} ({choices}): {option.help}") in book.said
    rows = {"penalty": "A second attack’s penalty", "king_blow": "King takes"}
    for figure, name in rows.items():
        own = duel_game.figures.figures[figure].value
        row = [one["figures"].get(figure, own) for one in told_of() if one["figures"]]
        assert len(row) >= 2
        assert plain(f"{name} {own} {' '.join(map(str, row))}") in book.said
    for one in told_of():
        assert plain(one["name"]) in book.said
        for why in one["why"]:
            assert plain(why) in book.said


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_a_table_asks_is_answered(book: Read, question: str) -> None:
    assert plain(QUESTIONS[question]) in book.said


def test_html_says_the_same(book: Read, duel_game: Game) -> None:
    text = plain(re.sub(r"<(style|svg)\b.*?</\1>|<[^>]+>", "", book.html, flags=re.S))
    assert plain(duel_game.file.name.replace("'", "&#x27;")) in text
    for answer in QUESTIONS.values():
        assert plain(answer) in text
    assert 'aria-label="The document' in book.html


@pytest.mark.parametrize("edition", ["fair-fight", "lunch-break", "office-safe"])
def test_editions_print_their_own_book(tmp_path: Path, edition: str) -> None:
    made = printed("sophmb2ce", tmp_path, edition=(edition,))
    assert 8 <= len(made.pages["rulebook.pdf"]) <= 16
    (own,) = (one for one in told_of() if one["id"] == edition)
    price = own["figures"].get("penalty", 1)
    assert plain(f"−{price} next attack") in made.said
    assert plain(f"A second attack’s penalty {price}") in made.said


def test_large_print(tmp_path: Path) -> None:
    made = printed("sophmb2ce", tmp_path, large_print=True)
    whole = plain(" ".join(made.pages["rulebook-large-print.pdf"]))
    for answer in QUESTIONS.values():
        assert plain(answer) in whole

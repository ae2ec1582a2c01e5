"""The rulebook of Sprite Wars, printed on both papers and read back as a table would ask it."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from book_reading import Read, browsed, plain, printed, replays, told

from generator.engine.replay import Replayed
from generator.games.sprite_wars.grid import place
from generator.games.sprite_wars.state import DRAW
from generator.load.find import workspace
from generator.model.game import Game
from generator.model.order import Order
from generator.pipeline import build

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "card_data" / "sprite_wars" / "rulebook.md").read_text("utf-8")
RULES_END = "All of this was played by the program"
ASKED = "The document this game comes from leaves some things open"

QUESTIONS = {
    "What do I need?": "Somebody opposite, and a stack each",
    "How many cards each?": "At least 4 cards each, ideally 6",
    "I have more cards than you.": "The stacks need not be of one size",
    "May a fighter be there twice?": "Any fighters will do, also the same one twice",
    "Why six?": "With 4 cards both stacks can run empty before anybody has a row",
    "How many does the first player need?": "Whoever begins should have 5",
    "Which side faces down?": "Shuffle your stack, fighters down",
    "Which way up do I lay a card?": "with the heavy line, faces its owner",
    "Your arrows point the wrong way.": "what is up for them is down for you",
    "Do corners count as neighbours?": "The eight spots around a card are adjacent to it",
    "What is a double arrow?": "two triangles, one behind the other",
    "Who begins?": "The one with more power is the higher card",
    "Where does the first card go?": "lays it anywhere on the table",
    "Where does the second one go?": "at most 2 spots across and at most 2 up or down",
    "Whose turn is it then?": "The owner of the higher card takes the next turn",
    "Equal powers.": "Then the card with more arrows is higher, double ones counted twice",
    "Still equal.": "both cards go under their stacks and you turn up the next ones",
    "Our stacks never differ.": "when every pairing has been seen, toss a coin",
    "May the second card attack?": "The lower card attacks like any card, but it cannot win",
    "May I keep the card I drew?": "You must lay the card that you have drawn",
    "Must cards touch?": "It need not touch another card",
    "Where is the grid?": "you can add on either side, until the cards reach from edge to edge",
    "A card left. Is the grid still there?": "If cards leave, the grid may float again",
    "What does my new card attack?": "see which of its arrows point at opposing neighbours",
    "May I leave an attack out?": "None may be left out, even if it is hopeless",
    "What do I add up?": "the power of all your cards with an arrow at the target",
    "Is the new card one of them?": "the new card is one of them",
    "What does the defender add up?": "its side’s cards with an arrow at it",
    "It points back at me.": "the target’s own arrows do not count",
    "Does a double arrow count twice here?": "Single and double arrows count alike",
    "Equal totals?": "If the totals are equal, it stays",
    "Where does a beaten card go?": "it goes under its owner’s stack",
    "I failed. Do I lose my card?": "Nothing ever happens to the attacker",
    "What does a double arrow bring?": "draw a card and lay it there",
    "May I decline that?": "its bottom towards you. You must",
    "Does the replacement attack?": "The replacement attacks nothing",
    "Does it help at once?": "it counts in the attacks of this turn that are still to come",
    "Only my supporter's arrow is double.": "The double arrow of a supporter brings nothing",
    "I have no card for the replacement.": "If your stack is empty, the spot stays empty",
    "Which attack comes first?": "In which order the attacks happen is up to you",
    "Is a failed attack tried again?": "A failed attack is not repeated",
    "Do I add up anew?": "the totals are counted anew for each",
    "How do I win?": "Three in a row, across, down or from corner to corner",
    "A row in the middle of my attacks.": "attacks still to come do not happen",
    "The grid is full.": "is full after the attacks and nobody has a row, the game is a draw",
    "I have no card to draw.": "If your stack is empty on your turn, you pass",
    "Nobody has.": "If neither of you can draw, the game is a draw",
    "We go round in circles.": "or after 40 turns, it is a draw",
    "Can we both have a row?": "a turn only adds cards of your own",
    "Who keeps the cards?": "Take back your own cards",
    "How do I get more cards?": "Challenge me and win: +2 cards",
    "May we play for a card?": "both have at least 7 cards",
    "Ante, and a draw?": "After a draw each takes back their own",
    "I can tell your cards by their backs.": "draw from the bottom of your stack",
    "When do the frame corners come?": "once it is settled where the 3 by 3 spots lie",
}
POSITIONS = [
    (play, int(step), seat or "A")
    for play, step, seat in re.findall(
        r'::position\{play="([a-z-]+)" step="(\d+)" size="[\d ]+" width="\d+"(?: seat="([AB])")?',
        TEXT,
    )
]
TRANSCRIPTS = re.findall(r'::transcript\{play="([a-z-]+)"(?: steps="([\d-]+)")?', TEXT)
PAGE = (
    "Shuffle", "at least 4 cards, ideally 6", "More arrows, double ones counted twice",
    "toss a coin", "at most 2 spots across and 2 up or down", "a grid of 3 by 3",
    "touching is not needed", "An empty stack: pass", "None may be left out",
    "the power of all your cards that point at the target", "goes under its owner’s stack",
    "lay it in the place of what has fallen", "It attacks nothing", "Totals are counted anew",
    "3 in a row", "win at once", "still full after the attacks", "or 40 turns: a draw",
    "With 7 cards or more each", "draw from the bottom", "lanternfield.example/sprites",
)  # fmt: skip


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Read:
    return printed("sprite_wars", tmp_path_factory.mktemp("a4"))


@pytest.fixture(scope="module")
def letter(tmp_path_factory: pytest.TempPathFactory) -> Read:
    return printed("sprite_wars", tmp_path_factory.mktemp("letter"), target="home-letter")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Read:
    order = {"large_print": True, "low_ink": True, "mono": True}
    return printed("sprite_wars", tmp_path_factory.mktemp("large"), **order)


@pytest.fixture(scope="module")
def game(wars_loaded: tuple[Game, Any]) -> Game:
    return wars_loaded[0]


@pytest.fixture(scope="module")
def played(wars_loaded: tuple[Game, Any]) -> dict[str, Replayed]:
    """Each play, replayed by the engine without a fault."""
    return replays(wars_loaded)


# Pages


def test_pages_are_full(book: Read, letter: Read) -> None:
    for one in (book, letter):
        pages = one.pages["rulebook.pdf"]
        assert 16 <= len(pages) <= 20
        assert len(one.pages["rulebook-booklet.pdf"]) == -(-len(pages) // 4) * 2
        for number, page in enumerate(pages[:-1], 1):
            assert len(plain(page)) > 330 or number == 1, number


def test_no_page_ends_with_a_heading(book: Read, letter: Read, large: Read) -> None:
    heads = {plain(unescape(head)) for head in re.findall(r"<h[1-4][^>]*>(.*?)</h", book.html)}
    assert len(heads) > 20
    for one, name in ((book, ""), (letter, ""), (large, "-large-print")):
        for page in one.pages[f"rulebook{name}.pdf"][1:-1]:
            *_, last, foot = (plain(line) for line in page.splitlines() if line.strip())
            assert foot.startswith(plain("Sprite Wars: Rulebook"))
            assert last not in heads


def test_booklets_and_large_print_say_all_that_the_screen_says(
    book: Read, letter: Read, large: Read
) -> None:
    for one in (book, letter):
        whole = plain(" ".join(one.pages["rulebook-booklet.pdf"]))
        for page in one.pages["rulebook.pdf"]:
            assert plain(page) in whole
    whole = plain(" ".join(large.pages["rulebook-large-print.pdf"]))
    for answer in QUESTIONS.values():
        assert plain(answer) in whole


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_a_table_asks_is_answered(book: Read, letter: Read, question: str) -> None:
    for one in (book, letter):
        rules = one.said.partition(plain(RULES_END))
        assert rules[1], "the rules end where examples begin"
        assert plain(QUESTIONS[question]) in rules[0]


def test_there_are_enough_questions() -> None:
    assert len(QUESTIONS) >= 40
    assert len({plain(answer) for answer in QUESTIONS.values()}) == len(QUESTIONS)


def test_every_ruling(book: Read, game: Game) -> None:
    asked = book.said.partition(plain(ASKED))[2]
    fig = game.figures.fig
    for one in game.rulings:
        ruling = re.sub(r"\{fig (\w+)\}", lambda found: str(fig(found[1])), one.ruling)
        assert plain(f"{one.question} {ruling}") in asked, one.id
    assert "{fig" not in book.said


def test_options_are_marked_as_options(book: Read) -> None:
    chapter = book.said.partition(plain("Agree on these before you shuffle"))[2]
    for name in ("Ante", "Marked cards"):
        assert plain(f"{name}. Option.") in chapter


def test_ways_to_earn_cards_are_the_persons(book: Read, game: Game) -> None:
    (person,) = game.catalogs["people"].values()
    for way in person.fields["earn"]:  # type: ignore[union-attr]
        assert plain(str(way)) in book.said
    assert plain(f"These are {person.name}’s ways") in book.said


def test_advice_on_stacks_is_that_of_the_figures(book: Read, letter: Read, game: Game) -> None:
    fig = game.figures.fig
    for one in (book, letter):
        for n in range(4, 8):
            row = " ".join(str(fig(f"{name}_{n}")) for name in ("lot", "greed", "first"))
            assert plain(f"{n} {row}") in one.said


# Examples


def test_every_play_and_every_case_of_the_rules_is_an_example(
    game: Game, played: dict[str, Replayed]
) -> None:
    shown = {name for name, _ in TRANSCRIPTS}
    assert {name for name, *_ in POSITIONS} <= shown
    assert {play.id for play in game.plays} - shown == {"a-coin", "long-struggle"}
    ends = {name: set(found.final.events) for name, found in played.items()}
    assert ends["round-in-circles"] == {"repetition"}
    assert "full grid" in ends["full-grid"]
    assert {"pass", "both stacks empty"} <= ends["out-of-cards"]
    assert "row by a replacement" in ends["arrow-in-the-gap"]
    first, second = played["equal-powers"].final.shown
    engine: Any = played["equal-powers"].engine
    assert engine.powers[first] == engine.powers[second]
    assert engine.ranks[first] > engine.ranks[second]
    assert played["full-grid"].final.result == DRAW


def test_the_order_of_attacks_matters(played: dict[str, Replayed]) -> None:
    """The same card on the same spot: one order beats two, the other one."""
    both = [played[name].steps for name in ("supporter-first", "supporter-last")]
    assert both[0][3].state == both[1][3].state
    won = [[step.state.last.won for step in steps[4:6]] for steps in both]
    assert won == [[True, True], [False, True]]
    assert {step.move.at for step in both[0][4:6]} == {step.move.at for step in both[1][4:6]}


@pytest.mark.parametrize(("name", "steps"), TRANSCRIPTS)
def test_examples_are_what_the_engine_plays(
    book: Read, letter: Read, played: dict[str, Replayed], name: str, steps: str
) -> None:
    lines = list(told(name, played[name]))
    first, _, last = steps.partition("-")
    shown = lines[int(first) - 1 : int(last or first)] if steps else lines
    for one in (book, letter):
        at = one.said.find(plain(RULES_END))
        for text, says in shown:
            assert says, "a step that a reader cannot follow"
            found = one.said.find(plain(text + "".join(says)), at)
            assert found >= at, text
            at = found


@pytest.fixture(scope="module")
def drawings(book: Read) -> list[str]:
    """What the drawings of positions say, one by one in the order of the page."""
    found = re.findall(r"<figure.*?</figure>", book.html, re.DOTALL)
    texts = [re.sub(r"<title>.*?</title>|<figcaption.*", "", one, flags=re.DOTALL) for one in found]
    return [plain(unescape(re.sub(r"<[^>]+>", " ", text))) for text in texts][-len(POSITIONS) :]


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_positions_show_the_replay(
    drawings: list[str], game: Game, played: dict[str, Replayed], number: int
) -> None:
    """Coordinates from the seat's side, powers of the cards as they lie, totals, both stacks."""
    name, step, seat = POSITIONS[number]
    engine: Any = played[name].engine
    state = played[name].steps[step - 1].state
    seen = engine.picture(engine.view(state, "AB".index(seat)))
    xs, ys = zip(*(place(at) for at in (*state.cells, *(state.left or ()))), strict=True)
    sign = 1 if seat == "A" else -1
    columns, rows = seen["map"]["columns"], seen["map"]["rows"]
    assert columns == sorted(columns, reverse=sign < 0)
    assert {*xs} <= {*columns}
    assert {*ys} <= {*rows}
    words = [str(y) for y in rows] + [str(x) for x in columns]
    by_spot = sorted(state.cells.items())
    words += [str(engine.powers[card]) for _, (_, card) in by_spot]
    for one in seen["map"]["fights"]:
        if one["over"] and one["won"] and not one["came"]:
            fallen = next(f for f in engine.series.fighters if f.id == one["fallen"])
            words += [f"{fallen.name} falls"]
        words += [f"{one['attack']} : {one['defence']}"]
    for own in "AB":
        words += [own, game.figures.words(seen["stacks"]["AB".index(own)], "card")]
        if seen["result"] == "draw":
            words += ["draw"]
        elif seen["result"] == own:
            words += ["wins"]
        elif seen["turn"] == own:
            words += ["next"]
    assert drawings[number] == plain(" ".join(words))


def test_positions_are_seen_from_both_seats() -> None:
    assert {seat for *_, seat in POSITIONS} == {"A", "B"}
    assert len(POSITIONS) >= 8


# HTML, index, the page


def test_index_and_back_cover(book: Read, game: Game) -> None:
    *_, index, back = book.pages["rulebook.pdf"]
    listed = re.findall(r"<li>([^<]+)", book.html.rpartition('id="index"')[2])
    entries = {plain(entry) for entry in listed}
    wanted = {"cascade", "ante", "higher card", "replacement", "passing", "tie", "full grid"}
    assert {plain(one) for one in wanted} <= entries
    assert all(entry in plain(index) for entry in entries)
    made = game.file.credits
    for text in (made.title, made.author, made.edition):
        assert plain(text) in plain(back)
    for text in (made.author, made.edition, "Rulebook"):
        assert plain(text) in plain(book.pages["rulebook.pdf"][0])


def test_html_says_the_same_in_a_browser(book: Read, tmp_path: Path) -> None:
    page = tmp_path / "rulebook.html"
    page.write_text(book.html, "utf-8")
    document = browsed(page, tmp_path)
    text = re.sub(r"<(style|svg)\b.*?</\1>|<[^>]+>", "", document, flags=re.DOTALL)
    text = plain(unescape(text))
    for answer in QUESTIONS.values():
        assert plain(answer) in text
    assert document.count("<figure") == book.html.count("<figure") > len(POSITIONS)
    links = set(re.findall(r'href="#([^"]+)"', document))
    assert len(links) > 10
    assert links <= set(re.findall(r'\bid="([^"]+)"', document))


@pytest.mark.parametrize("target", ["home-a4", "home-letter"])
def test_all_rules_stand_on_one_page(tmp_path: Path, target: str) -> None:
    where = workspace(ROOT)
    game = where.place("sprite_wars")
    assert game is not None
    build(where, game, Order(only=("rules-page",), target=target), tmp_path / "out")
    file = pypdfium2.PdfDocument(tmp_path / "out" / "rules-page.pdf")
    assert len(file) == 1
    said = plain(file[0].get_textpage().get_text_range())
    file.close()
    for words in PAGE:
        assert plain(words) in said, words

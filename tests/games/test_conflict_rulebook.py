"""The rulebook of Organizations in Conflict, printed and read back as a table would ask it."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from book_reading import Read, browsed, plain, printed, replays, told

from generator.engine.replay import Replayed
from generator.model.game import Game, pieces_of

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "card_data" / "organizations" / "rulebook.md").read_text("utf-8")
RULES_END = "Questions at the table The document leaves some things open"
WORKED = "Everything here was played by the program"

QUESTIONS = {
    "What do I need besides the box?": "nothing but this box and somebody to disagree with",
    "What is a card?": "it is a campaign, a push by many people",
    "How many can play?": "teams of up to eight a side",
    "What do I need to know of each organization?": "an organization has a suit, a power and a",
    "Which sides do beginners take?": "One of you leads The Gale Marshals",
    "Who begins the first conflict?": "they are the aggressor of the first round",
    "How long is the first conflict?": "After three rounds, whoever has won more of them has won",
    "What may the Marshals open with?": "a suit in which the other side has an organization",
    "Which suit trumps which?": "Diamonds trump hearts",
    "The introduction says clubs trump hearts.": "Its introduction has clubs trump hearts",
    "The Clubs heading talks of diamonds.": "The headings are taken to be right",
    "What are dragons?": "wizards, dragons, siege engines",
    "What are spades among gangs?": "riders, enforcers, the fast crew",
    "What is a region to a star empire?": "the throne world",
    "What is a place?": "the centre of its influence, on the map and in society",
    "Is a rating something else than power?": "Rating and value are other words for it",
    "I have two of a suit. Which one counts?": "only your best organization counts",
    "I have nobody in a suit.": "you play its face cards and no others",
    "Is there one scope for all?": "home ground for the fire brigade and war for somebody",
    "How large a card may I play?": "the largest number card that you may play in that suit",
    "Power 15, in the region?": "its size is 0, and nobody can challenge it",
    "Is there a lower limit at home?": "it can neither play a number card nor be challenged",
    "Nobody wants to be the aggressor.": "the higher card begins, ace low",
    "We cut equal cards.": "cut again if they are equal",
    "One of us cannot be challenged anywhere.": "a side without one has nothing to fight with",
    "One deck each?": "There is a single deck of 52 cards for all of you",
    "Do I see what the other throws?": "face up beside the stock",
    "What should I throw?": "number cards above your size",
    "Who refills first?": "the aggressor’s side first, to the full hand",
    "Do we redraw until we like it?": "This happens once",
    "The stock is empty.": "shuffle what was thrown into a new one",
    "I drew a card that is too large.": "stay in your hand, unplayable",
    "May a face card open anything?": "That goes for face cards too",
    "May I open where I have nobody?": "open in a suit in which you have nobody",
    "May later cards be of any suit?": "only the first card is bound to it",
    "No card of mine can open.": "you lose the round, nothing changes, and you begin the next",
    "What is an ace?": "An ace is 1",
    "What exceeds a queen?": "numbers from 2, 3 and 4 on exceed them",
    "An ace on a jack?": "An ace does not exceed a jack",
    "A jack on a king?": "Even a jack on a king",
    "Does the ace of trumps do?": "be it the ace",
    "Can a king be trumped?": "A face card is trumped like any other",
    "Does an earlier card matter?": "All earlier cards are forgotten",
    "May I pass?": "There is no passing and no giving up",
    "What does winning bring?": "best organization of that suit gains 1 power",
    "And losing?": "best organization of the last card’s suit loses 1 power",
    "Nobody answered my opening.": "is first and last card at once, so it gains",
    "I lost, and have nobody of that suit.": "no organization of the suit, nothing changes",
    "Power of 0, and another loss?": "Power never falls below 0",
    "Who begins the next round?": "The loser begins the next round",
    "Do I keep my hand?": "shuffle all cards and deal, throw and refill as before",
    "My power fell below a threshold.": "the scope stays, but sizes, and who can be challenged",
    "When have I lost?": "cannot be challenged in any suit at this scope any more",
    "It never ends.": "after 12 rounds both are weary and make a truce",
    "Three against one: how many cards?": "Each side goes by its own number of players",
    "More than five in a team?": "More than five bring a team no more cards",
    "May my partner play my size?": "plays numbers up to the size of their own organizations",
    "Who of us plays?": "any one of you plays one of their cards",
    "May we talk?": "Talk is free",
    "May I hand my partner a card?": "Cards are never handed over",
    "Who of the team pays?": "goes to the team’s best organization of that suit",
    "We have won equally many rounds.": "equally many: nobody has",
    "Does a suit out of reach change?": "gains and loses, even where it is out of reach",
    "Is 40 the end of power?": "from 0 to about 40; no rule ends it there",
    "A raid on somebody's home: whose scope?": "that is home ground, where they play up to 14",
    "Can three sides fight?": "There are always two sides",
    "How long is a round of war?": "a month (four a year)",
    "What happens between rounds?": "let it change a power before the next deal",
    "How do I make organizations?": "It sets the budget of each side, spent as power",
}
POSITIONS = re.findall(r'::position\{play="([a-z-]+)" step="(\d+)"', TEXT)
TRANSCRIPTS = re.findall(r'::transcript\{play="([a-z-]+)"(?: steps="([\d-]+)")?', TEXT)
ENTRIES = (
    "ace", "aggressor", "best organization", "budget", "campaign", "exceeding", "face card",
    "first card", "gain", "genre", "loss", "making organizations", "next round", "no opening",
    "out of reach", "passing", "power", "scope", "size", "stock", "suit", "swapped headings",
    "teams", "threshold", "throwing", "truce", "trump", "two circles",
)  # fmt: skip


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Read:
    return printed("organizations", tmp_path_factory.mktemp("a4"))


@pytest.fixture(scope="module")
def letter(tmp_path_factory: pytest.TempPathFactory) -> Read:
    return printed("organizations", tmp_path_factory.mktemp("letter"), target="home-letter")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Read:
    order = {"large_print": True, "low_ink": True, "mono": True}
    return printed("organizations", tmp_path_factory.mktemp("large"), **order)


@pytest.fixture(scope="module")
def game(conflict_loaded: tuple[Game, Any]) -> Game:
    return conflict_loaded[0]


@pytest.fixture(scope="module")
def played(conflict_loaded: tuple[Game, Any]) -> dict[str, Replayed]:
    """Each play, replayed by the engine without a fault."""
    return replays(conflict_loaded)


@pytest.fixture(scope="module")
def drawn(book: Read) -> str:
    """What the drawings of the page for browsers say."""
    return plain(unescape(re.sub(r"<[^>]+>", "", book.html)))


def test_pages_are_full(book: Read, letter: Read) -> None:
    for one in (book, letter):
        pages = one.pages["rulebook.pdf"]
        assert 26 <= len(pages) <= 32
        assert len(one.pages["rulebook-booklet.pdf"]) == -(-len(pages) // 4) * 2
        for number, page in enumerate(pages, 1):
            assert len(plain(page)) > 330 or number == 1, number


def test_no_page_ends_with_a_heading(book: Read, letter: Read, large: Read) -> None:
    heads = {plain(unescape(head)) for head in re.findall(r"<h[1-4][^>]*>(.*?)</h", book.html)}
    assert len(heads) > 30
    for one, name in ((book, ""), (letter, ""), (large, "-large-print")):
        for page in one.pages[f"rulebook{name}.pdf"][1:-1]:
            *_, last, foot = (plain(line) for line in page.splitlines() if line.strip())
            assert foot.startswith(plain("Organizations in Conflict: Rulebook"))
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


def test_there_are_enough_questions() -> None:
    assert len(QUESTIONS) >= 50
    assert len({plain(answer) for answer in QUESTIONS.values()}) == len(QUESTIONS)


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_a_table_asks_is_answered(book: Read, letter: Read, question: str) -> None:
    for one in (book, letter):
        rules = one.said.partition(plain(RULES_END))
        assert rules[1], "the rules end where questions begin"
        assert plain(QUESTIONS[question]) in rules[0].partition(plain(WORKED))[0]


def test_the_margin_tells_both_contradictions(book: Read, game: Game) -> None:
    suits = game.catalogs["suits"]
    note = book.said.partition(plain("Two circles."))[2].partition(plain("In which world"))[0]
    for said in ("clubs trump hearts and hearts trump diamonds", "Swapped headings"):
        assert plain(said) in note
    for name in ("clubs", "diamonds"):
        trumped = suits[name].fields["trumps"]
        assert plain(f"{name} trump {trumped}") in note
    for suit in suits.values():
        beaten = suits[str(suit.fields["trumps"])].name
        feared = next(o.name for o in suits.values() if o.fields["trumps"] == suit.id)
        row = f"{suit.name} {suit.fields['element']} {suit.fields['field']} {beaten} {feared}"
        assert plain(row) in book.said
        assert plain(str(suit.fields["operation"])) in book.said


def test_scopes_hands_and_sizes_are_those_of_the_rules(
    book: Read, letter: Read, game: Game, conflict: Any
) -> None:
    fig, scopes = game.figures.fig, list(game.catalogs["scopes"].values())
    for one in (book, letter):
        for scope in scopes:
            less, over = fig(f"{scope.id}_less"), fig(f"{scope.id}_over")
            length = scope.fields["round"]
            assert plain(f"{scope.name} {less} less {over + 1} or more {length}") in one.said
            assert plain(f"{scope.name} −{less} more than {over} {length}") in one.said
        hands = [fig(f"hand_{n}") for n in range(1, 9)]
        assert plain(f"Cards each {' '.join(map(str, hands))}") in one.said
        total = " ".join(str(n * hand) for n, hand in enumerate(hands, 1))
        assert plain(f"In all {total}") in one.said
        for power in (5, 6, 15, 16, 20, 21, 25, 26, 30, 31, 35):
            sizes = [conflict.size(power, n) for n in range(len(scopes))]
            assert plain(f"{power} {' '.join(str(size or '–') for size in sizes)}") in one.said


def test_each_genre_reads_each_suit_and_scope(game: Game) -> None:
    for name in ("arms", "grounds"):
        (block,) = re.findall(rf"{{% set {name} = (\[.*?\n\]) %}}", TEXT, re.DOTALL)
        tables = json.loads(re.sub(r",(\s*[\]}])", r"\1", block))
        wanted = game.catalogs["suits" if name == "arms" else "scopes"]
        assert len(tables) == 2
        for table in tables:
            assert list(table) == list(wanted)
            assert all(len(set(row)) == 3 for row in table.values())


def test_the_first_conflict_is_one_of_two_ready_sides(book: Read, game: Game) -> None:
    less = game.figures.fig("regional_less")
    chapter = book.said.partition(plain("Read this chapter aloud"))[2]
    chapter = chapter.partition(plain("Suits are fields of endeavour"))[0]
    sides = set()
    for org in game.catalogs["organizations"].values():
        power = int(str(org.fields["power"]))
        if plain(f"{org.name} {power} {power - less}") in chapter:
            sides.add(org.fields["side"])
    assert sides == {"marshals", "commons"}


def test_the_variant_is_marked_and_makes_the_ready_sides(book: Read, game: Game) -> None:
    fig = game.figures.fig
    pages = book.pages["rulebook.pdf"]
    (page,) = (p for p in pages if plain("Not in the document") in plain(p))
    assert plain("Variant: making organizations") in plain(page)
    assert plain("a VARIANT of our own") in plain(page)
    for scope in game.catalogs["scopes"].values():
        less, over = fig(f"{scope.id}_less"), fig(f"{scope.id}_over")
        budget = fig("make_organizations") * (less + fig("make_size"))
        row = f"{scope.name} {budget} {over + 1} or more {less + fig('make_top')}"
        assert plain(row) in book.said
        if scope.id != "regional":
            continue
        for side in game.catalogs["sides"].values():
            orgs = [o for o in game.catalogs["organizations"].values()
                    if o.fields["side"] == side.id]  # fmt: skip
            powers = [int(str(org.fields["power"])) for org in orgs]
            assert (len(powers), sum(powers)) == (fig("make_organizations"), budget)
            assert all(over < power <= less + fig("make_top") for power in powers)
    for name in ("make_organizations", "make_size", "make_top", "make_event", "starter_rounds"):
        assert game.figures.figures[name].spec.variant


def test_every_play_is_told_and_drawn(game: Game) -> None:
    assert {name for name, _ in POSITIONS} == {name for name, _ in TRANSCRIPTS}
    assert {play.id for play in game.plays} - {name for name, _ in TRANSCRIPTS} == {
        "round-the-circle"
    }


@pytest.mark.parametrize(("name", "steps"), TRANSCRIPTS)
def test_examples_are_what_the_engine_plays(
    book: Read, letter: Read, played: dict[str, Replayed], name: str, steps: str
) -> None:
    lines = list(told(name, played[name]))
    first, _, last = steps.partition("-")
    shown = lines[int(first) - 1 : int(last or first)] if steps else lines
    for one in (book, letter):
        place = one.said.find(plain(WORKED))
        for text, says in shown:
            assert says, "a step that a reader cannot follow"
            found = one.said.find(plain(text + "".join(says)), place)
            assert found >= place, text
            place = found


@pytest.mark.parametrize(("name", "number"), POSITIONS)
def test_positions_show_the_replay(
    drawn: str, game: Game, played: dict[str, Replayed], name: str, number: str
) -> None:
    """Rows of seats, then the cards played: in the page for browsers they stand as painted."""
    engine = played[name].engine
    seen = engine.picture(engine.view(played[name].steps[int(number) - 1].state, 0))
    rows = ""
    for seat, letter in enumerate("ABCD"[: len(seen["hands"])]):
        rows += letter + game.figures.words(seen["cards"][seat], "card")
        side = next(side for side in seen["sides"] if letter in side)
        if seen["phase"] == "play" and seen["actor"] in side:
            rows += "to move"
        for suit in "SCDH":
            powers = [p[4:] for p in seen["powers"] if p.startswith(f"{letter} {suit}")]
            size = seen["sizes"][seat][suit]
            rows += f"{size} power {' + '.join(powers)}" if powers else "faces only"
    suits = {str(entry.id)[0].upper(): entry.name for entry in game.catalogs["suits"].values()}
    rows += f"this is about {suits[seen['played'][0][-1]]}"
    rows += "".join(f"{card[2:-1]}{card[0]}" for card in seen["played"])
    assert plain(f"{rows} stock {seen['stock']}") in drawn


def test_the_documents_example_has_the_documents_sizes(
    book: Read, played: dict[str, Replayed]
) -> None:
    """Spades 9, diamonds 7, clubs 6, hearts 4 against spades 9, clubs 6, diamonds 7, hearts 8."""
    state = played["home-defence"].steps[0].state
    assert state.lines.sizes == ((9, 6, 7, 4), (9, 6, 7, 8))
    for row in (
        "Warriors of Ki, the heroes 14 9 hopping vampires 9",
        "the local fire department 11 6 fireomancers 6",
        "Little Leaguers, with pets 12 7 the shambling dead 7",
        "Tony’s Pizza Delivery 9 4 ghosts of Christmas past 8",
    ):
        assert plain(row) in book.said


def test_examples_show_what_their_titles_say(played: dict[str, Replayed], conflict: Any) -> None:
    results = {name: found.final.results for name, found in played.items()}
    (gain,), (loss,) = results["a-gain"], results["home-defence"]
    assert [change.by for change in gain.changes] == [1]
    assert [change.by for change in loss.changes] == [-1]
    assert gain.first // 13 == gain.last // 13
    assert loss.first // 13 != loss.last // 13
    assert results["no-opening"][0][1:] == (-1, -1, 1, ())
    assert played["team-round"].final.table.teams == (2, 2)
    long, engine = played["order-and-city"], conflict
    assert [[c.by for c in one.changes] for one in long.final.results] == [[], [1], [-1]]
    assert engine.beaten(long.final.table, long.final.lines) == (1,)
    over = engine.deal.scopes[1].over
    assert long.steps[0].state.powers[-1] > over >= long.final.powers[-1]


def test_every_ruling(book: Read, game: Game) -> None:
    asked = book.said.partition(plain(RULES_END))[2]
    fig = game.figures.fig
    for one in game.rulings:
        ruling = re.sub(r"\{fig (\w+)\}", lambda found: str(fig(found[1])), one.ruling)
        assert plain(f"{one.question} {ruling}") in asked, one.id
    assert "{fig" not in book.said


def test_every_piece_is_in_the_box(book: Read, game: Game) -> None:
    for one in game.components.values():
        if one.spec.kind == "faces" and "box" not in one.id:
            assert plain(f"{pieces_of(one, 16)} {one.spec.name}") in book.said, one.id
        if one.spec.overflow:
            assert plain(one.spec.overflow) in book.said
        for part in one.spec.parts:
            assert plain(part.name) in book.said


def test_index_and_back_cover(book: Read, game: Game) -> None:
    *_, index, back = book.pages["rulebook.pdf"]
    listed = re.findall(r"<li>([^<]+)", book.html.rpartition('id="index"')[2])
    entries = {entry.strip() for entry in listed}
    assert set(ENTRIES) <= entries
    assert all(plain(entry) in plain(index) for entry in entries)
    assert plain("Quick reference") in plain(back)
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
    assert document.count("<figure") == book.html.count("<figure") >= len(POSITIONS)
    links = set(re.findall(r'href="#([^"]+)"', document))
    assert len(links) > 15
    assert links <= set(re.findall(r'\bid="([^"]+)"', document))

"""Brain Drain's rulebook, printed and read back as a table would ask it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from book_reading import Read, plain, printed

from generator.engine.replay import replay
from generator.model.game import Game, pieces_of
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
EXAMPLES = ("worked-example", "chain-of-three", "meeting-with-ties", "bluffs", "final-round")
DISCLAIMER = (
    "This game is a work of fiction. Any resemblance to real companies, people, meetings, or HR "
    "policies—living or dead—is purely coincidental. No actual employees were emotionally harmed "
    "in the making of this game."
)
QUESTIONS = {
    "How many of us can play?": "two to eight colleagues",
    "Who begins?": "Sit down at random",
    "How many cards do I get?": "Deal 5 cards to each of you",
    "Can I have more MSP than I began with?": "That is a start, not a maximum",
    "Where does the heart go after the last cell?": "The track ends at 20, your MSP do not.",
    "May I look through the discard pile?": "face up and open to everybody",
    "Must I tell how many cards I hold?": "how many cards you hold are not",
    "May I play cards of other roles?": "cards of every role, and may play them all",
    "Can I aim at myself?": "It is never you",
    "Can I aim at somebody without cards?": "it may be somebody without cards",
    "Does 'everyone' include me?": "everyone is you as well",
    "Two have the most MSP. Who is meant?": "All who are tied are meant, even you",
    "Who chooses what I discard?": "whoever must discard chooses what",
    "I must discard more than I have.": "gives up what there is if it is not enough",
    "May I look at the hand I steal from?": "unseen and at random out of the target’s hand",
    "Is a swap of MSP a loss?": "That is no loss, so a shield goes on waiting",
    "All hands move on. Do boosters?": "Boosters stay where they are",
    "May I pass instead of playing?": "You must play one",
    "What if I have no cards?": "play nothing and roll nothing: draw as usual and pass the turn",
    "I hold nothing but reactions.": "you still must play one. It has no effect",
    "I have eight cards, not on my turn.": "and on whoever’s turn, discard down to 7 at once",
    "The draw pile is empty.": "shuffle the discard pile into a new one",
    "The discards are empty, too.": "If that is empty too, nobody draws",
    "Can I cancel a theft?": "Nobody answers a theft",
    "Can I help somebody who is attacked?": "only by the player it would hit at that moment",
    "Must I answer an attack?": "You need not answer; then it hits you",
    "Do I draw after a reaction?": "You do not draw for it",
    "May I redirect to the attacker?": "but yourself will do, the attacker too",
    "My attack comes back. May I answer it?": "You may answer your own attack when it comes back",
    "Somebody reflects my Reflect.": "attacker and target simply change places once more",
    "Reflect after a Redirect: who is hit?": "goes to the attacker, not to the one who redirected",
    "My card costs me something and is cancelled.": "happens in any case and cannot be answered",
    "An attack on all others: in what order?": "at the attacker’s left and going clockwise",
    "Two of us: what does Redirect do?": "a Redirect does what a Reflect does",
    "Does a reaction of my role become a booster?": "One that is of your role becomes a booster",
    "I have all my boosters already.": "further cards of your role are discarded as others are",
    "Can boosters be stolen?": "nobody can steal them",
    "When do I roll?": "Before you choose a card you may roll the die, once a turn",
    "I rolled and missed. Is a booster gone?": "No booster is lost by it",
    "Which card may a superpower be built on?": "play a card of your own role and announce",
    "Can a meeting be a superpower?": "Both kinds of meetings count",
    "Do I need boosters?": "You need not spend any, nor all of them",
    "What does one booster do?": "One alone changes nothing",
    "Is my own price tripled?": "every amount that the card states, its own price too",
    "My superpower was cancelled. Boosters?": "you have spent, even if it was cancelled",
    "Does the Worker gain after a Cancel?": "It comes whatever became of the card",
    "May the Engineer reroll twice?": "Once a turn, and the second roll stands",
    "When may the Sales Guy store anything?": "Whenever no booster is stored",
    "Which card may the Quality Guy take?": "any card that lies there, of whatever role",
    "Marketing's other target: half?": "The second target gets the full effect",
    "The Buyer loses an odd number.": "It is the loss that is rounded down",
    "What uses a shield up?": "an attack, a meeting, a lost bluff, your own card",
    "Can I have two shields?": "A second superpower does not bring a second",
    "A meeting about a role that nobody plays?": "even one that nobody plays",
    "Do boosters count in a meeting?": "Boosters do not count",
    "Does the meeting card count?": "does, if it is of that role: for whoever played it",
    "All of us have equally many.": "nobody burns out in between",
    "Nobody has the role in a productive meeting.": "everybody gains and nobody draws",
    "Neither of us has the role in a review.": "No die is rolled",
    "Our dice are tied in a review.": "you lose 1 MSP each",
    "Do I get the shown cards back?": "go back into your hands",
    "May a bluff be true?": "It may even be true",
    "Must the quote be exact?": "nobody loses over a small word",
    "Two shout Bluff at once.": "it is the first of them clockwise from you",
    "A bluff was right. Does it happen?": "In neither case does anything else happen",
    "Nobody called. Can I cancel it?": "it can be answered now",
    "Is a bluff of my role stored?": "never becomes a booster",
    "May I bluff a Cancel under attack?": "must be a real Cancel, Reflect or Redirect",
    "May I bluff after a roll?": "After a roll, hit or miss, you may still bluff",
    "When am I out?": "Once a card’s effect is complete",
    "Where do my cards go?": "Hand and boosters go to the discard pile",
    "I burn out on my own turn.": "the turn ends without a draw",
    "How many turns are left?": "exactly one turn, clockwise",
    "Somebody burns out in the final round.": "there is no other final round for that",
    "Only one of us is left.": "the game ends at once and that player has won",
    "All burn out together.": "those share the victory",
    "Do losses count in the tie-break?": "Losses on the same card do not count, nor do meetings",
    "Still tied?": "Compare when all have drawn",
    "No cards left to draw in the tie-break?": "only counts if everybody who is tied can draw",
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Read:
    return printed("brain_drain", tmp_path_factory.mktemp("a4"))


@pytest.fixture(scope="module")
def letter(tmp_path_factory: pytest.TempPathFactory) -> Read:
    return printed("brain_drain", tmp_path_factory.mktemp("letter"), target="home-letter")


@pytest.fixture(scope="module")
def game(drain_loaded: tuple[Game, Any]) -> Game:
    return drain_loaded[0]


def test_size(book: Read, letter: Read) -> None:
    for one in (book, letter):
        count = len(one.pages["rulebook.pdf"])
        assert 20 <= count <= 28
        assert len(one.pages["rulebook-booklet.pdf"]) == -(-count // 4) * 2


def test_no_page_is_nearly_empty(book: Read, letter: Read) -> None:
    for one in (book, letter):
        for number, page in enumerate(one.pages["rulebook.pdf"], 1):
            assert len(plain(page)) > 200, number


def test_booklets_say_all_that_the_screen_says(book: Read, letter: Read) -> None:
    for one in (book, letter):
        whole = plain(" ".join(one.pages["rulebook-booklet.pdf"]))
        for page in one.pages["rulebook.pdf"]:
            assert plain(page) in whole


def test_there_are_enough_questions() -> None:
    assert len(QUESTIONS) >= 40
    assert len(set(QUESTIONS.values())) == len(QUESTIONS)


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_a_table_asks_is_answered(book: Read, letter: Read, question: str) -> None:
    answer = plain(QUESTIONS[question])
    asked = plain("Questions at the table The document this game comes from")
    for one in (book, letter):
        assert answer in one.said
        assert answer in one.said.partition(asked)[0], "the rules themselves must say it"


def test_the_notice_stands_there_word_for_word(book: Read, game: Game) -> None:
    made = game.file.credits
    back = plain(book.pages["rulebook.pdf"][-1])
    assert made.notice == "© 2026 All rights reserved."
    assert "Unofficial edition" in made.edition
    for text in (made.notice, DISCLAIMER, made.title, made.author, made.edition):
        assert plain(text) in back
    assert plain(f"{made.notice} Disclaimer: {DISCLAIMER}") in back
    cover = plain(book.pages["rulebook.pdf"][0])
    for text in ("Brain Drain", made.author, made.edition):
        assert plain(text) in cover


def told(loaded: tuple[Game, Any], name: str) -> Iterator[tuple[str, list[str]]]:
    """Each step of a play as its engine tells it now."""
    game, rules = loaded
    play = next(one for one in game.plays if one.id == name)
    problems = Problems()
    found = replay(rules, game, play, problems)
    assert found is not None
    assert not list(problems)
    rng = Random(play.id)
    for step in found.steps:
        yield step.text, found.engine.tell(step.state, step.move, rng)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_what_the_engine_plays(
    book: Read, drain_loaded: tuple[Game, Any], name: str
) -> None:
    place = 0
    for text, says in told(drain_loaded, name):
        assert says, "a step that a reader cannot follow"
        found = book.said.find(plain(text + "".join(says)), place)
        assert found >= place, text
        place = found


def test_the_documents_own_example(drain_loaded: tuple[Game, Any]) -> None:
    says = [line.strip() for _, lines in told(drain_loaded, "worked-example") for line in lines]
    assert "B (Manager) loses 6 MSP: 6 left." in says
    assert "A (Worker) gains 2 MSP: 14 left." in says


def test_examples_show_what_their_titles_say(drain_loaded: tuple[Game, Any]) -> None:
    lines = {name: list(told(drain_loaded, name)) for name in EXAMPLES}
    assert sum("react" in text for text, _ in lines["chain-of-three"]) == 3
    bluffs = " ".join(line for _, says in lines["bluffs"] for line in says)
    assert "studies the ceiling" in bluffs
    assert "smiles" in bluffs
    counted = next(line for _, s in lines["meeting-with-ties"] for line in s if "Counted" in line)
    assert counted.split() == ["Counted:", "B", "1,", "C", "0,", "A", "1."]
    end = [line.strip() for line in lines["final-round"][-1][1]]
    review = next(n for n, line in enumerate(end) if "are tied and show" in line)
    first, second = end[review + 1 : review + 3]
    assert first.split(" gains ")[1] == second.split(" gains ")[1]
    assert [line[0] for line in end[review + 3 :]] == ["A", "C", "A"]


def test_positions_show_the_replay(book: Read, drain_loaded: tuple[Game, Any]) -> None:
    game, rules = drain_loaded
    shown = re.findall(
        r'::position\{play="([a-z-]+)" step="(\d+)"',
        (ROOT / "card_data" / "brain_drain" / "rulebook.md").read_text("utf-8"),
    )
    assert {name for name, _ in shown} == set(EXAMPLES)
    for name, number in shown:
        play = next(one for one in game.plays if one.id == name)
        found = replay(rules, game, play, Problems())
        assert found is not None
        seen = found.engine.picture(found.engine.view(found.steps[int(number) - 1].state, 0))
        words = game.figures.words(seen["draw"], "card")
        assert plain(f"to draw: {words}") in book.said
        rows = ""
        for seat, role in enumerate(seen["roles"]):
            rows += f"{'ABC'[seat]} · {game.catalogs['roles'][role].name}"
            if seen["out"][seat]:
                rows += "no cards left burned out"
                continue
            rows += game.figures.words(seen["cards"][seat], "card")
            if seen["turn"] == "ABC"[seat] and seen["actor"] != "over":
                rows += "to move"
            elif seen["actor"] == "over" and seen["msp"][seat] == max(seen["msp"]):
                rows += "wins"
            rows += str(seen["msp"][seat]) + "".join(seen["boosters"][seat])
        assert plain(rows) in book.said, name


def test_figures_are_those_of_the_rules(book: Read, game: Game) -> None:
    figures = game.figures

    def words(name: str, unit: str = "msp") -> str:
        return figures.words(figures.fig(name), unit)

    for text in (
        f"you begin with {words('start_msp')}",
        f"Deal {words('start_hand', 'card')} to each",
        f"Nobody holds more than {words('hand_limit', 'card')}",
        f"On a {figures.fig('superpower_roll')} your superpower is there",
        f"You can store {figures.fig('booster_limit')} at most",
        f"Everyone loses {words('meeting_loss')}",
        f"gains {words('meeting_gain')}. Whoever has fewest loses {words('meeting_penalty')}",
        f"All others draw {words('meeting_draw', 'card')}",
        f"the other loses {words('review_loss')}",
        f"you lose {words('review_tie_loss')} each",
        f"the challenger loses {words('bluff_loss')}",
    ):
        assert plain(text) in book.said, text


def test_every_superpower_and_kind(book: Read, game: Game) -> None:
    for role in game.catalogs["roles"].values():
        assert plain(f"{role.name}, {role.fields['superpower']}.") in book.said
        for effect in role.effects:
            if effect.kind == "comfort":
                gain = game.figures.words(effect.amount, "msp")
                assert plain(f"After your superpower you gain {gain}") in book.said
    for kind in game.components["deck"].spec.fields["kind"].choices or ():
        assert plain(f"{kind}") in book.said


def test_every_ruling_of_the_table(book: Read, game: Game) -> None:
    asked = [one for one in game.rulings if one.table]
    assert len(asked) > 50
    for one in asked:
        assert plain(f"{one.question} {one.ruling}") in book.said, one.id


def test_every_option(book: Read, game: Game) -> None:
    words = {"true": "yes", "false": "no"}
    for name, option in game.figures.options.items():
        choices = ", ".join(words[str(choice).lower()] for choice in option.choices)
        assert plain(f"{name} ({choices}): {option.help}") in book.said


def test_every_piece_is_in_the_box(book: Read, game: Game) -> None:
    for one in game.components.values():
        if one.spec.kind == "faces" and "boxes" not in one.id:
            assert plain(f"{pieces_of(one, 8)} {one.spec.name}") in book.said, one.id
        for part in one.spec.parts:
            assert plain(part.name) in book.said


def test_html_says_the_same(book: Read, game: Game) -> None:
    text = plain(re.sub(r"<(style|svg)\b.*?</\1>|<[^>]+>", "", book.html, flags=re.S))
    for answer in (*QUESTIONS.values(), DISCLAIMER, game.file.credits.notice):
        assert plain(answer) in text


def test_large_print(tmp_path: Path) -> None:
    made = printed("brain_drain", tmp_path, large_print=True)
    whole = plain(" ".join(made.pages["rulebook-large-print.pdf"]))
    for answer in QUESTIONS.values():
        assert plain(answer) in whole


def test_little_ink_and_grey(tmp_path: Path) -> None:
    made = printed("brain_drain", tmp_path, low_ink=True, mono=True)
    for answer in QUESTIONS.values():
        assert plain(answer) in made.said

"""Quotes on Brain Drain's faces: lines end where sentences do, at the size they were given."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from drain_press import HERE, PLACE, printed, whole

from generator.compose.templates import Templates
from generator.load.find import GameSources
from generator.model.sources import Missing
from generator.scene import Run

END = re.compile(r"[.!?] ")
SAY = '{% import "parts.xml" as part %}{{ part.said(card.quote, 21, card.code) }}'


def test_quotes_of_two_sentences_break_between_them_at_full_size() -> None:
    two = 0
    for _, card, front in printed("home-a4", "deck"):
        runs = [item for item in front.items if isinstance(item, Run) and item.fact == "quote"]
        quote = str(card.fields["quote"])
        assert {run.size for run in runs} == {9.5}, card.id
        assert 1 <= len(runs) <= 3, card.id
        assert " ".join(run.text for run in runs) == quote
        ends = [len(" ".join(run.text for run in runs[: n + 1])) for n in range(len(runs))]
        stops = [match.start() + 1 for match in END.finditer(quote)]
        if len(stops) == 1 and max(stops[0], len(quote) - stops[0] - 1) <= 36:
            assert stops[0] in ends, card.id
            two += 1
    assert two > 50


class WithOne:
    """The game's sources and one template more."""

    def __init__(self, path: Path) -> None:
        assert PLACE is not None
        self.inner, self.path = GameSources(HERE, PLACE), path

    def find(self, kind: Any, name: str) -> Path | Missing:
        return self.path if name == self.path.name else self.inner.find(kind, name)

    def shown(self, path: Path) -> str:
        return self.inner.shown(path)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], str]:
    path = tmp_path_factory.mktemp("said") / "said.xml"
    path.write_text(SAY, encoding="utf-8")
    game = whole()[0]
    deck, templates = game.components["deck"], Templates(game, WithOne(path))

    def say(words: str, most: int) -> str:
        fields = {**deck.cards[0].fields, "quote": words, "code": most}
        return templates.markup("said.xml", deck, replace(deck.cards[0], fields=fields)).strip()

    return say


LONG = "Does the work. Then does the form about it."


@pytest.mark.parametrize(
    ("words", "most", "lines"),
    [
        ("", 3, ""),
        ("Scroll up.", 3, "Scroll up."),
        ("One. Two.", 2, "One.|Two."),
        ("Don’t mind me. Scroll up. Left a bit.", 3, "Don’t mind me.|Scroll up.|Left a bit."),
        (
            "Don’t mind me. Scroll up. Left a bit.",
            2,
            "Don’t mind me. Scroll up. Left a bit.",
        ),
        ("I’ll say a number. You’ll laugh. Begin.", 3, "I’ll say a number.|You’ll laugh. Begin."),
        ("Yes? No. It is what it is now.", 2, "Yes? No.|It is what it is now."),
        ("Describe your process. Slower. To me.", 3, "Describe your process.|Slower. To me."),
        ("Why? Fine. But why? Why?", 3, "Why? Fine. But why? Why?"),
        ("A & b! <c> d.", 3, "A &amp; b!|&lt;c&gt; d."),
        (LONG, 3, LONG.replace(". ", ".|")),
        (LONG, 2, LONG),
    ],
)
def test_what_is_said_breaks_by_its_room(
    said: Callable[[str, int], str], words: str, most: int, lines: str
) -> None:
    assert said(words, most).replace("<br/>", "|") == lines

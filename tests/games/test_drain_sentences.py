"""Every kind of effect in words: whom it befalls, one and several, alone and together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.compose.templates import Templates
from generator.games.brain_drain.effects import EFFECTS
from generator.load.find import GameSources, workspace
from generator.model.game import Component, Game
from generator.model.sources import Missing
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
SAY = (
    '{% import "sentences.xml" as say %}{{ say.sentence(card) }}'
    "{% for effect in card.effects %}|{{ say.line(effect) }}{% endfor %}|{{ say.word(card) }}"
)
LONGEST = 70
"""Characters that fit the text's box at its least size."""


class WithOne:
    """The game's sources and one template more."""

    def __init__(self, inner: GameSources, path: Path) -> None:
        self.inner, self.path = inner, path

    def find(self, kind: Any, name: str) -> Path | Missing:
        return self.path if name == self.path.name else self.inner.find(kind, name)

    def shown(self, path: Path) -> str:
        return self.inner.shown(path)


@pytest.fixture(scope="module")
def drained() -> Game:
    place = workspace(ROOT).place("brain_drain")
    assert place is not None
    return load(workspace(ROOT), place, (), Problems())[0]


@pytest.fixture(scope="module")
def said(drained: Game, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[str]]:
    """The sentence, the lines and the word that some effects make on a card of a kind."""
    path = tmp_path_factory.mktemp("say") / "say.xml"
    path.write_text(SAY, encoding="utf-8")
    space = workspace(ROOT)
    place = space.place("brain_drain")
    assert place is not None
    templates = Templates(drained, WithOne(GameSources(space, place), path))
    deck: Component = drained.components["deck"]

    def say(*effects: Any, kind: str = "attack") -> list[str]:
        fields = {**deck.cards[0].fields, "kind": kind, "effects": effects}
        card = replace(deck.cards[0], effects=effects, fields=fields)
        return templates.markup("say.xml", deck, card).split("|")

    return say


def make(kind: str, **values: Any) -> Any:
    return EFFECTS[kind](**values)


WHO = {
    "target": ("Target", "s"),
    "others": ("Everyone else", "s"),
    "all": ("Everyone", "s"),
    "highest": ("Whoever has most MSP", "s"),
    "lowest": ("Whoever has fewest MSP", "s"),
}
COUNTED = {"lose": ("MSP", "MSP"), "gain": ("MSP", "MSP")} | dict.fromkeys(
    ("draw", "discard"), ("card", "cards")
)


@pytest.mark.parametrize("kind", COUNTED)
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("amount", [1, 2, 3])
def test_one_and_several_of_everything_for_everybody(
    said: Callable[..., list[str]], kind: str, who: str, amount: int
) -> None:
    subject, ending = WHO[who]
    words = f"{subject} {kind}{ending} {amount} {COUNTED[kind][amount > 1]}."
    assert said(make(kind, who=who, amount=amount))[:2] == [words, words]


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        (make("lose", who="self", amount=1), "You lose 1 MSP."),
        (make("gain", who="self", amount=2), "You gain 2 MSP."),
        (make("draw", who="self", amount=1), "Draw 1 card."),
        (make("draw", who="self", amount=2), "Draw 2 cards."),
        (make("discard", who="self", amount=1), "Discard 1 card."),
        (make("steal", amount=1), "Steal 1 card unseen from target."),
        (make("steal", amount=2), "Steal 2 cards unseen from target."),
        (make("cancel"), "Cancel the attack on you."),
        (make("reflect"), "Send the attack on you back to the attacker."),
        (make("redirect"), "Pass the attack on you to any other player."),
        (make("all-hands"), "All-Hands Meeting: see its card."),
        (make("one-to-one"), "1-to-1 Review with target: see its card."),
        (make("swap", what="hands"), "Swap hands with target."),
        (make("swap", what="msp"), "Swap MSP with target."),
        (make("rotate"), "Everyone passes all their cards to the left."),
    ],
)
def test_what_the_player_does(said: Callable[..., list[str]], effect: Any, words: str) -> None:
    assert said(effect)[:2] == [words, words]


def test_every_kind_of_effect_has_words(said: Callable[..., list[str]]) -> None:
    """A kind that is new in the rules would print an empty sentence."""
    given = {"who": "target", "amount": 1, "what": "msp"}
    for kind, model in EFFECTS.items():
        fields = {name: given[name] for name in given if name in model.__struct_fields__}
        assert len(said(make(kind, **fields))[0]) > len("..."), kind


def lose(who: str, amount: int) -> Any:
    return make("lose", who=who, amount=amount)


def gain(who: str, amount: int) -> Any:
    return make("gain", who=who, amount=amount)


def draw(who: str, amount: int) -> Any:
    return make("draw", who=who, amount=amount)


def discard(who: str, amount: int) -> Any:
    return make("discard", who=who, amount=amount)


@pytest.mark.parametrize(
    ("effects", "words"),
    [
        ((lose("target", 3), lose("self", 1)), "Target loses 3 MSP; you lose 1 MSP."),
        ((lose("target", 1), discard("target", 1)), "Target loses 1 MSP and discards 1 card."),
        ((lose("target", 1), draw("self", 2)), "Target loses 1 MSP; you draw 2 cards."),
        ((gain("self", 3), discard("self", 1)), "You gain 3 MSP and discard 1 card."),
        ((draw("self", 3), lose("self", 1)), "Draw 3 cards and lose 1 MSP."),
        ((gain("self", 2), gain("target", 1)), "You gain 2 MSP; target gains 1 MSP."),
        ((make("steal", amount=2), lose("self", 1)),
         "Steal 2 cards unseen from target and lose 1 MSP."),
        ((lose("target", 1), gain("self", 1), draw("self", 1)),
         "Target loses 1 MSP; you gain 1 MSP and draw 1 card."),
        ((lose("highest", 2), gain("lowest", 2)),
         "Whoever has most MSP loses 2 MSP; whoever has fewest MSP gains 2 MSP."),
        ((lose("all", 1), draw("all", 1)), "Everyone loses 1 MSP and draws 1 card."),
    ],
)  # fmt: skip
def test_several_effects_are_one_sentence(
    said: Callable[..., list[str]], effects: tuple[Any, ...], words: str
) -> None:
    whole, *lines, _ = said(*effects)
    assert whole == words
    assert len(lines) == len(effects)
    for line in lines:  # each holds one amount alone and can stand alone
        assert sum(character.isdigit() for character in line) == 1
        assert line[0].isupper()
        assert line.endswith(".")


@pytest.mark.parametrize("kind", ["cancel", "reflect", "redirect"])
def test_the_word_of_a_reaction(said: Callable[..., list[str]], kind: str) -> None:
    assert said(make(kind), kind=kind)[-1] == kind.capitalize()


def test_every_shipped_card_says_all_it_does_in_a_line(
    drained: Game, said: Callable[..., list[str]]
) -> None:
    units = {"msp": ("MSP", "MSP"), "card": ("card", "cards")}
    for card in drained.components["deck"].cards:
        whole = said(*card.effects, kind=str(card.fields["kind"]))[0]
        assert len(whole) <= LONGEST, whole
        for effect in card.effects:
            if amount := getattr(effect, "amount", 0):
                word = units[effect.unit][amount != 1]
                assert f"{amount} {word}" in whole, whole

"""A template names a component and sees its cards, as on a list of what is in the deck."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from demo_game import Bench, card, component

from generator.compose.faces import Composer
from generator.scene import Run


def bench(tmp_path: Path) -> Bench:
    """The demo game with a deck of two cards."""
    made = Bench(tmp_path)
    deck = replace(component(), cards=(card("First", id="a"), card("Second", id="b", suit="dots")))
    game = replace(made.composer._game, components={"deck": deck})
    made.composer = Composer(game, made.composer._sources, made.problems)
    return made


def words(made: Bench, expression: str) -> str:
    scene = made.good(f'<text box="0 0 60 60" style="rules">{{{{ {expression} }}}}</text>')
    return " ".join(item.text for item in scene.items if isinstance(item, Run))


def test_cards_stand_in_print_order_and_show_what_cards_show(tmp_path: Path) -> None:
    made = bench(tmp_path)
    assert words(made, "cards('deck')|map(attribute='name')|join('+')") == "First+Second"
    assert words(made, "cards('deck')|length") == "2"
    assert words(made, "cards('deck').b.suit.name ~ cards('deck')['a'].cost") == "Dots3"
    picked = "cards('deck')|selectattr('suit', 'equalto', catalog('suits').dots)"
    assert words(made, f"{picked}|map(attribute='id')|join") == "b"


def test_unknown_components_and_cards_are_located_faults(tmp_path: Path) -> None:
    made = bench(tmp_path)
    for expression, says in (
        ("cards('dekc')", "there is no component 'dekc'"),
        ("cards('deck').c.name", "component deck has no entry 'c'"),
    ):
        made.problems = type(made.problems)()
        problem = made.only(f'<text box="0 0 9 9" style="rules">{{{{ {expression} }}}}</text>')
        assert (problem.code, problem.says) == ("template-undefined", says)
        assert problem.where.file.endswith("t.xml")

"""Overlays: what they replace, where the replaced values stand, and what is stale."""

from __future__ import annotations

import pytest

from generator.problems import Where

HEAD = "id: office\nbase: demo\nname: An office\nreplace:\n"
FILE = "card_data/demo/overlays/office.yaml"


def lay(kit, *lines: str, name: str = "office") -> None:
    head = HEAD.replace("office", name, 1)
    kit.write(f"overlays/{name}.yaml", head + "".join(f"  {line}\n" for line in lines))


def test_cards_are_replaced_field_by_field(kit) -> None:
    lay(kit, "cards.yaml:", "  one: {name: The Other, text: Bye, count: 0}")
    game = kit.good(["office"])
    one, two = game.components["deck"].cards
    assert (one.name, one.fields, one.count) == ("The Other", {"text": "Bye", "cost": 3}, 0)
    assert two.name == "two"
    assert game.overlay == ("office",)
    assert one.where == Where("card_data/demo/cards.yaml", 1, "one")
    assert one.place("text") == Where(FILE, 6, "one", "text")
    assert one.place("cost") == Where("card_data/demo/cards.yaml", 4, "one", "cost")
    assert kit.good().components["deck"].cards[0].name == "The One"


def test_a_field_the_base_leaves_out_may_be_given(kit) -> None:
    lay(kit, "cards.yaml: {two: {text: new}}")
    two = kit.good(["office"]).components["deck"].cards[1]
    assert two.fields["text"] == "new"
    assert two.place("text") == Where(FILE, 5, "two", "text")


def test_cards_below_their_ids_and_in_tables_are_replaced(kit) -> None:
    kit.write("cards.yaml", "one:\n  text: x\ntwo: {}\n")
    lay(kit, "cards.yaml: {two: {text: new}}")
    assert kit.good(["office"]).components["deck"].cards[1].fields["text"] == "new"
    kit.edit("game.yaml", "cards: cards.yaml", "cards: cards.csv")
    kit.write("cards.csv", "name,text\nTwo,x\n")
    lay(kit, "cards.csv: {two: {text: newer}}")
    card = kit.good(["office"]).components["deck"].cards[0]
    assert card.fields["text"] == "newer"
    assert card.place("text") == Where(FILE, 5, "two", "text")


def test_figures_styles_game_and_plays_are_replaced(kit) -> None:
    kit.write("rules.yaml", "figures: {hp: {value: 10, document: 10}}\n")
    kit.write("plays/p.yaml", "title: old\nmoves: [a]\n")
    lay(
        kit,
        "game.yaml: {name: Other, components: {deck: {size: tarot, fields: {cost: {longest: }}}}}",
        "rules.yaml: {figures: {hp: {value: 12, variant: longer}}}",
        'styles: {palette: {ink: "#222222"}, text: {body: {size: 12}}}',
        "plays/p.yaml: {title: new, moves: [b, c]}",
    )
    game = kit.good(["office"])
    assert game.file.name == "Other"
    assert game.components["deck"].size == (69.85, 120.65)
    assert game.figures.fig("hp") == 12
    assert game.styles.palette["ink"].hex == "#222222"
    assert (game.styles.text["body"].size, game.styles.text["body"].font) == (12, "oswald-700")
    assert (game.plays[0].title, game.plays[0].lines) == ("new", (("b", 8), ("c", 8)))


def test_overlays_are_laid_in_order(kit) -> None:
    lay(kit, "cards.yaml: {one: {name: First, text: kept}}")
    lay(kit, "cards.yaml: {one: {name: Second}}", name="later")
    one = kit.good(["office", "later"]).components["deck"].cards[0]
    assert (one.name, one.fields["text"]) == ("Second", "kept")
    assert kit.good(["later", "office"]).components["deck"].cards[0].name == "First"


def test_a_faulty_value_is_told_at_the_overlays_line(kit) -> None:
    lay(kit, "cards.yaml:", "  one:", "    cost: lots", "    txet: x")
    first, second = kit.faults(["office"])
    assert first.startswith(f"{FILE}:7: one.cost: error: is 'lots'")
    assert second.startswith(f"{FILE}:8: one.txet: error: the key 'txet'")
    assert "('text' is given already)" in second


@pytest.mark.parametrize(
    ("lines", "line", "says"),
    [
        (
            "card.yaml: {one: {name: x}}",
            5,
            "the game reads no file 'card.yaml' (write 'cards.yaml')",
        ),
        ("cards.yaml: {on: {name: x}}", 5, "cards.yaml has no 'on' (write 'one')"),
        (
            "rules.yaml: {figures: {hpp: {value: 1}}}",
            5,
            "rules.yaml has no 'hpp' here (write 'hp')",
        ),
        ("rules.yaml: {options: {tie: {default: x}}}", 5, "rules.yaml has no 'options' here"),
        ("game.yaml: {components: {dekc: {name: x}}}", 5, "has no 'dekc' here (write 'deck')"),
        ("game.yaml: {components: {deck: {fields: {csot: {type: int}}}}}", 5, "(write 'cost')"),
        ("styles: {palette: {ikn: x}}", 5, "styles has no 'ikn' here (write 'ink')"),
        ("styles: {text: {bdy: {size: 1}}}", 5, "(write 'body')"),
    ],
)
def test_stale_keys_are_problems(kit, lines: str, line: int, says: str) -> None:
    kit.write("rules.yaml", "figures: {hp: {value: 10}}\n")
    lay(kit, lines)
    fault = kit.fault(["office"])
    assert fault.startswith(f"{FILE}:{line}: ")
    assert says in fault
    assert fault.endswith("[overlay-stale]")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (HEAD.replace("id: office", "id: ofice"), 1, "write 'id: office'"),
        (HEAD.replace("demo", "dema"), 2, "write 'base: demo'"),
        (HEAD.replace("base: demo\n", ""), 1, "'base' is empty"),
        (HEAD.replace("replace:", "replce:"), 4, "(write 'replace')"),
        (HEAD + "  cards.yaml: x\n", 5, "is the text 'x'; a mapping is wanted"),
        (HEAD + "  cards.yaml:\n", 5, "is empty; a mapping is wanted"),
        (HEAD + "  cards.yaml: {one: x}\n", 5, "is the text 'x'; a mapping is wanted"),
        (HEAD + "  cards.yaml: {one: {id: x}}\n", 5, "an id cannot be replaced"),
        (HEAD + "  game.yaml: {id: x}\n", 5, "'id' of game.yaml cannot be replaced"),
        (HEAD + "  game.yaml: {components: {deck: x}}\n", 5, "a mapping is wanted"),
        (HEAD, 4, "'replace' is empty"),
        ("- a\n", 1, "is a list; keys are wanted"),
    ],
)
def test_overlays_that_are_none(kit, text: str, line: int, says: str) -> None:
    kit.write("overlays/office.yaml", text)
    faults = kit.faults(["office"])
    assert any(f.startswith(f"{FILE}:{line}: ") and says in f for f in faults), faults


def test_a_missing_overlay_names_the_nearest(kit) -> None:
    lay(kit, "cards.yaml: {}")
    fault = kit.fault(["ofice"])
    assert fault.startswith("card_data/demo/overlays: error: the overlay 'ofice' is not there")
    assert "(write 'office')" in fault
    assert "[file-unsafe]" in kit.fault(["../office"])


def test_a_workspace_lays_its_overlay_over_a_shipped_game(tmp_path) -> None:
    from generator.engine import registry
    from generator.load.find import Workspace
    from generator.load.game import load_game
    from generator.problems import Problems

    shipped = Workspace(None).games()[0]
    folder = tmp_path / "card_data" / shipped.id / "overlays"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(
        f"id: mine\nbase: {shipped.id}\nreplace: {{game.yaml: {{name: My Own}}}}\n"
    )
    space = Workspace(tmp_path)
    place = space.place(shipped.id)
    assert place == shipped
    problems = Problems()
    game = load_game(
        space,
        place,
        effects=lambda name: registry.effects(name, Where("x"), problems),
        overlays=["mine"],
        problems=problems,
    )
    assert game is not None, [str(p) for p in problems]
    assert game.file.name == "My Own"


OWN = "cards.yaml: [{id: mine, name: My Own, cost: 7}, {id: other}]"


@pytest.mark.parametrize("file", ["cards.yaml", "cards.csv"])
def test_a_list_takes_the_place_of_all_rows(kit, file: str) -> None:
    kit.edit("game.yaml", "cards: cards.yaml", f"cards: {file}")
    kit.write("cards.csv", "name,text\nTwo,x\n")
    lay(kit, OWN.replace("cards.yaml", file))
    lay(kit, f"{file}: {{other: {{text: later}}}}", name="later")
    mine, other = kit.good(["office", "later"]).components["deck"].cards
    assert (mine.id, mine.name, mine.fields) == ("mine", "My Own", {"text": None, "cost": 7})
    assert mine.where == Where(FILE, 5, "mine")
    assert (other.fields["text"], other.where.file) == ("later", FILE)
    assert other.place("text") == Where(FILE.replace("office", "later"), 5, "other", "text")


def test_a_list_takes_the_place_of_rows_below_their_ids(kit) -> None:
    kit.write("cards.yaml", "one:\n  text: x\n")
    lay(kit, OWN)
    assert [card.id for card in kit.good(["office"]).components["deck"].cards] == ["mine", "other"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("cards.yaml: [{id: mine, cost: lots}]", "mine.cost: error: is 'lots'"),
        ("cards.yaml: [{id: mine}, {id: mine}]", "the id 'mine' stands here and on line 5"),
        ("cards.yaml: [{name: Mine}]", "has no id (write 'id: mine')"),
        ("cards.yaml: [mine]", "is the text 'mine'; a mapping is wanted"),
        ("cards.yaml: []", "holds no cards"),
        ("game.yaml: [{id: mine}]", "is a list; a mapping is wanted"),
    ],
)
def test_a_list_of_rows_is_told_of_at_its_own_lines(kit, line: str, says: str) -> None:
    lay(kit, line)
    fault = kit.fault(["office"])
    assert fault.startswith(FILE)
    assert says in fault

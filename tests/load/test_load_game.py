"""A game's folder: typed fields, references, effects, ids, and all faults of all files at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.load.find import workspace
from generator.load.game import load_game
from generator.problems import Problems, Where

PNG = b"\x89PNG\r\n\x1a\n"


def fields(*lines: str) -> str:
    return "".join(f"      {line}\n" for line in lines)


def declare(kit, *lines: str) -> None:
    """Declare these fields instead of the kit's own."""
    text = (kit.folder / "game.yaml").read_text()
    kit.write("game.yaml", text[: text.rindex("    fields:")] + "    fields:\n" + fields(*lines))


def test_a_game_loads_with_typed_values(kit) -> None:
    game = kit.good()
    deck = game.components["deck"]
    one, two = deck.cards
    assert deck.size == (63.5, 88.9)
    assert (one.id, one.name, one.count, one.face, one.back) == (
        "one",
        "The One",
        1,
        "card",
        "back",
    )
    assert one.fields == {"text": "Hello", "cost": 3}
    assert (two.name, two.fields) == ("two", {"text": None, "cost": None})
    assert one.where == Where("card_data/demo/cards.yaml", 1, "one")
    assert one.place("cost") == Where("card_data/demo/cards.yaml", 4, "one", "cost")
    assert two.place("cost") == Where("card_data/demo/cards.yaml", 5, "two", "cost")
    assert game.where.file == "card_data/demo/game.yaml"
    assert game.id == "demo"


def test_zero_and_empty_are_values(kit) -> None:
    kit.write("cards.yaml", '- {id: a, cost: 0, count: 0, text: "", back: }\n')
    card = kit.good().components["deck"].cards[0]
    assert (card.fields["cost"], card.fields["text"], card.count, card.back) == (0, "", 0, None)


@pytest.mark.parametrize("name", ["items", "copy", "keys", "values", "get", "pop", "update"])
def test_fields_may_be_called_like_methods(kit, name: str) -> None:
    declare(kit, f"{name}: {{type: text}}")
    kit.write("cards.yaml", f"- {{id: a, {name}: x}}\n")
    assert kit.good().components["deck"].cards[0].fields == {name: "x"}


def test_cards_may_stand_below_their_ids(kit) -> None:
    kit.write("cards.yaml", "one:\n  text: x\ntwo: {cost: 2}\n")
    one, two = kit.good().components["deck"].cards
    assert (one.id, one.where.line, one.place("text").line) == ("one", 1, 2)
    assert (two.id, two.place("cost").line) == ("two", 3)


@pytest.mark.parametrize(
    ("spec", "typed", "value"),
    [
        ("{type: text}", "NO", "NO"),
        ("{type: text}", "007", "007"),
        ("{type: text}", '"#5"', "#5"),
        ("{type: int}", "-7", -7),
        ("{type: choice, choices: [on, off]}", "on", "on"),
        ("{type: list}", "[a, 1.10]", ("a", "1.10")),
        ("{type: list, of: int}", "[1, 0]", (1, 0)),
        ("{type: list}", "[]", ()),
        ("{type: grid}", "[ab, cd]", ("ab", "cd")),
        ("{type: grid}", "|\n    ab\n    cd", ("ab", "cd")),
        ("{type: int, default: 4}", "", 4),
        ("{type: text, default: x}", "null", "x"),
        ("{type: list, required: false}", "", ()),
        ("{type: effects}", "[{kind: damage, amount: 2}]", None),
    ],
)
def test_field_types(kit, spec: str, typed: str, value: object) -> None:
    kit.edit("game.yaml", "name: A demo\n", "name: A demo\nrules: demo\n")
    declare(kit, f"f: {spec}")
    kit.write("cards.yaml", f"- id: a\n  f: {typed}\n")
    card = kit.good().components["deck"].cards[0]
    if value is None:
        assert card.effects == card.fields["f"]
        assert card.effects[0].amount == 2
    else:
        assert card.fields["f"] == value


@pytest.mark.parametrize(
    ("spec", "typed", "line", "says"),
    [
        ("{type: int}", "x", 2, "a.f: error: is 'x'; a whole number is wanted"),
        ("{type: int}", "1.0", 2, "a whole number is wanted"),
        ("{type: int}", "[3]", 2, "is a list; a whole number is wanted (write digits only"),
        ("{type: int}", "007", 2, "a whole number is wanted"),
        ("{type: int}", "9999999999999", 2, "has more than 12 digits"),
        ("{type: int}", "１", 2, "a whole number is wanted"),
        ("{type: text, longest: 3}", "abcd", 2, "has 4 characters; at most 3 are allowed"),
        ("{type: text}", "{0}", 2, "is a mapping; a text is wanted (put the value in quotes"),
        ("{type: text}", "", 2, "the field 'f' is empty"),
        ("{type: choice, choices: [king, queen]}", "kinq", 2, "which is no choice (write 'king')"),
        ("{type: list, longest: 1}", "[a, b]", 2, "has 2 items; at most 1 are allowed"),
        ("{type: list, of: int}", "\n  - 1\n  - x", 4, "a.f[1]: error: is 'x'"),
        ("{type: list}", "a", 2, "is the text 'a'; a list is wanted (write [a])"),
        ("{type: list}", "[a, ]", 0, ""),
        ("{type: list}", "[a, null]", 2, "a.f[1]: error: is empty"),
        ("{type: grid}", "[ab, c]", 2, "line 2 has 1 cells, the first has 2"),
        ("{type: image}", "art/x.png", 2, "the image 'art/x.png' is not there (write 'art/y.png')"),
        ("{type: image}", "../x.png", 2, "[file-unsafe]"),
        ("{type: image}", "art\\y.png", 2, "(write 'art/y.png') [file-unsafe]"),
        ("{type: effects}", "[{kind: damge, amount: 1}]", 2, "(write 'damage') [effect-unknown]"),
        ("{type: effects}", "[{kind: damage}]", 2, "the effect 'damage' needs 'amount'"),
        ("{type: effects}", "[{amount: 1}]", 2, "an effect has no kind"),
        ("{type: effects}", "[damage]", 2, "a mapping is wanted"),
        (
            "{type: effects}",
            "\n  - {kind: damage, amount: 1}\n  - {kind: damage, amont: 1, amount: 1}",
            4,
            "a.f[1]: error: the effect 'damage' has no 'amont'",
        ),
        (
            "{type: effects}",
            "[{kind: damage, amount: x}]",
            2,
            "amount of the effect 'damage' is 'x'",
        ),
    ],
)
def test_values_that_do_not_fit(kit, spec: str, typed: str, line: int, says: str) -> None:
    kit.edit("game.yaml", "name: A demo\n", "name: A demo\nrules: demo\n")
    kit.write("art/y.png", PNG)
    declare(kit, f"f: {spec}")
    kit.write("cards.yaml", f"- id: a\n  f: {typed}\n")
    if not says:
        kit.good()
        return
    fault = kit.fault()
    assert fault.startswith(f"card_data/demo/cards.yaml:{line}: a")
    assert says in fault


def test_a_missing_field_and_an_unknown_key_name_the_near_miss(kit) -> None:
    declare(kit, "flavour: {type: text}")
    kit.write("cards.yaml", "- id: a\n  name: A\n  flavor: x\n")
    first, second = kit.faults()
    assert first.startswith("card_data/demo/cards.yaml:1: a.flavour: error: the field 'flavour' is")
    assert second.startswith("card_data/demo/cards.yaml:3: a.flavor: error: the key 'flavor'")
    assert "(write 'flavour')" in second


def test_pictures_are_looked_for_once_a_name_and_told_at_each_card(kit) -> None:
    declare(kit, "art: {type: image}")
    kit.write("art/imp.png", PNG)
    kit.write("cards.yaml", "".join(f"- {{id: c{i}, art: art/imp.pgn}}\n" for i in range(3)))
    faults = kit.faults()
    assert [f.split(":")[1] for f in faults] == ["1", "2", "3"]
    assert all("(write 'art/imp.png') [file-missing]" in f for f in faults)


def test_catalogs_and_references(kit) -> None:
    kit.edit(
        "game.yaml",
        "components:\n",
        "catalogs:\n  roles:\n    file: roles.yaml\n"
        "    fields: {boss: {type: ref, to: roles, required: false}}\ncomponents:\n",
    )
    declare(kit, "role: {type: ref, to: roles}", "others: {type: list, of: ref, to: roles}")
    kit.write("roles.yaml", "clerk: {boss: chief}\nchief: {name: The Chief}\n")
    kit.write("cards.yaml", "- {id: a, role: clerk, others: [chief]}\n")
    game = kit.good()
    assert game.components["deck"].cards[0].fields == {"role": "clerk", "others": ("chief",)}
    assert game.catalogs["roles"]["clerk"].fields == {"boss": "chief"}
    assert game.catalogs["roles"]["chief"].name == "The Chief"
    assert game.catalogs["roles"]["chief"].place("name").line == 2
    kit.write("cards.yaml", "- {id: a, role: clark, others: [chief, chif]}\n")
    first, second = kit.faults()
    assert "'clark' is no entry of the catalog 'roles' (write 'clerk')" in first
    assert "a.others[1]: error: 'chif' is no entry" in second
    kit.write("roles.yaml", "clerk: {boss: chef}\nchief:\n")
    assert any("roles.yaml:1: clerk.boss: error: 'chef'" in f for f in kit.faults())


def test_a_catalog_that_cannot_be_read_is_the_only_fault(kit) -> None:
    kit.edit("game.yaml", "components:\n", "catalogs:\n  roles: {file: rols.yaml}\ncomponents:\n")
    declare(kit, "role: {type: ref, to: roles}")
    kit.write("roles.yaml", "clerk: {name: x}\n")
    kit.write("cards.yaml", "- {id: a, role: clerk}\n")
    fault = kit.fault()
    assert fault.startswith("card_data/demo/game.yaml:6: file: error: the data 'rols.yaml'")
    assert "(write 'roles.yaml')" in fault


@pytest.mark.parametrize(
    ("rows", "line", "says"),
    [
        ("- {id: a}\n- {id: a}\n", 2, "the id 'a' stands here and on line 1"),
        ("- id: a b\n", 1, "'a b' cannot be an id"),
        ("- id: ../x\n", 1, "cannot be an id"),
        ("- id: .x\n", 1, "cannot be an id"),
        (f"- id: {'x' * 65}\n", 1, "cannot be an id"),
        ("- id: ä\n", 1, "cannot be an id"),
        ("- id: [a]\n", 1, "the id is a list"),
        ("- id:\n", 1, "the id is empty"),
        ("- name: The Imp!\n", 1, "has no id (write 'id: the-imp')"),
        ("- text: x\n", 1, "has no id"),
        ("- imp\n", 1, "is the text 'imp'; a mapping is wanted"),
        ("a: {id: a}\n", 1, "the key above is the id already"),
        ("[]\n", 0, "holds no cards"),
        ("", 0, "holds no data"),
        ("- {id: a, count: -1}\n", 1, "is -1; 0 to 10,000 copies"),
        ("- {id: a, count: 10001}\n", 1, "is 10001; 0 to 10,000 copies"),
        ("- {id: a, count: many}\n", 1, "a.count: error: is 'many'; a whole number is wanted"),
        ("- {id: a, name: [x]}\n", 1, "a.name: error: is a list; a text is wanted"),
        ("- {id: a, face: {x: y}}\n", 1, "a.face: error: is a mapping; a text is wanted"),
    ],
)
def test_rows_that_are_no_cards(kit, rows: str, line: int, says: str) -> None:
    kit.write("cards.yaml", rows)
    fault = kit.fault()
    assert fault.startswith(
        f"card_data/demo/cards.yaml:{line}: " if line else "card_data/demo/cards"
    )
    assert says in fault


def test_more_cards_than_can_be_printed(kit) -> None:
    kit.write("cards.yaml", "".join(f"- {{id: c{i}, count: 10000}}\n" for i in range(6)))
    assert "makes 60,000 cards in all; a game prints at most 50,000" in kit.fault()


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("id: demo", "id: dema", 1, "the id is 'dema', the folder is 'demo'"),
        ('version: "1"\n', "", 1, "version: error: 'version' is missing"),
        ("version:", "verison:", 3, "the key 'verison' is not known here (write 'version')"),
        ("author: A, ", "", 4, "credits.author: error: 'author' is missing"),
        ("size: poker\n", "size: pokker\n", 8, "'pokker' is no trim size (write 'poker')"),
        ("size: poker\n", "size: poker\n    corner: 40\n", 9, "is 40 mm on a card of 63.5 x 88.9"),
        ("size: poker\n", "size: poker\n    safe: -1\n", 9, "is -1 mm"),
        ("size: poker\n", "size: poker\n    copies: 0\n", 9, "write 1 to 1000"),
        ("size: poker\n", "size: poker\n    kind: fases\n", 9, "(write 'faces')"),
        ("cards: cards.yaml", "cards: card.yaml", 9, "(write 'cards.yaml') [file-missing]"),
        ("cards: cards.yaml", "cards: ../cards.yaml", 9, "[file-unsafe]"),
        ("cards: cards.yaml", "cards: /etc/passwd", 9, "is an absolute path"),
        ("cost: {type: int,", "cost: {type: integer,", 14, "is the text 'integer'"),
        ("cost: {type: int,", "cost: {type: choice,", 14, "is a choice without choices"),
        ("cost: {type: int,", "cost: {type: ref, to: x,", 14, "points into no catalog: 'x'"),
        ("cost: {type: int,", "cost: {type: ref,", 14, "says no catalog"),
        ("cost: {type: int,", "cost: {type: int, to: x,", 14, "points nowhere"),
        ("cost: {type: int,", "cost: {type: int, default: x,", 14, "the default of 'cost' is 'x'"),
        ("cost: {type: int,", "cost: {type: int, longest: 3,", 14, "has the longest 3"),
        ("cost: {type: int,", "cost: {type: int, rules: true,", 14, "only a text states rules"),
        ("cost: {type: int,", "cost: {type: list, default: x,", 14, "is a list with a default"),
        (
            "cost: {type: int, required: false",
            "cost: {type: int, required: no",
            14,
            "true or false",
        ),
        ("cost: {type: int,", "count: {type: int,", 14, "every card has 'count' already"),
        ("cost: {type: int,", "Cost Of: {type: int,", 14, "cannot be a field's name"),
        ("deck:\n", "a deck:\n", 6, "'a deck' cannot be an id"),
    ],
)
def test_game_yaml_faults(kit, old: str, new: str, line: int, says: str) -> None:
    kit.edit("game.yaml", old, new)
    faults = kit.faults()
    assert any(f.startswith(f"card_data/demo/game.yaml:{line}: ") and says in f for f in faults), (
        faults
    )


def test_a_game_without_components_prints_nothing(kit) -> None:
    text = (kit.folder / "game.yaml").read_text()
    kit.write("game.yaml", text[: text.index("components:")] + "components: {}\n")
    assert "game.yaml:5: components: error: the game has no components" in kit.fault()


def test_all_problems_of_all_files_come_at_once(kit) -> None:
    kit.edit("game.yaml", "size: poker\n", "size: pokker\n")
    kit.write("cards.yaml", "- {id: a, cost: x}\n- {id: a, txt: y}\n- {id: b, cost: y}\n")
    kit.write("rules.yaml", "figures: {hp: {value: x}}\n")
    kit.write("rulings.yaml", "- {id: a}\n")
    kit.write("plays/p.yaml", "id: p\n")
    kit.write("templates/styles.yaml", "palette: {ink: black}\n")
    files = {fault.split(":")[0].removeprefix("card_data/demo/") for fault in kit.faults()}
    assert files == {
        "game.yaml",
        "cards.yaml",
        "rules.yaml",
        "rulings.yaml",
        "plays/p.yaml",
        "templates/styles.yaml",
    }


def test_faults_are_told_again_to_a_list_that_knows_them(kit) -> None:
    kit.write("cards.yaml", "- {id: a, cost: x}\n")
    sources = kit.sources()
    problems = Problems()
    for _ in range(2):
        assert (
            load_game(sources.workspace, sources.place, effects=lambda _: {}, problems=problems)
            is None
        )


def test_rules_that_are_not_installed_are_a_problem(kit) -> None:
    kit.edit("game.yaml", "version:", "rules: nope\nversion:")
    problems = Problems()
    sources = kit.sources()

    def missing(name: str) -> dict:
        raise KeyError(name)

    assert load_game(sources.workspace, sources.place, effects=missing, problems=problems) is None
    assert "no rules are installed under 'nope'" in str(next(iter(problems)))


def test_the_shipped_games_load() -> None:
    place_problems = Problems()
    space = workspace(Path(__file__))
    for place in space.games():
        from generator.engine import registry

        def effects(name: str):
            return registry.effects(name, Where("x"), place_problems)

        game = load_game(space, place, effects=effects, problems=place_problems)
        assert game is not None, [str(p) for p in place_problems]
        assert not len(place_problems)


def test_a_game_that_is_a_link_out_of_the_workspace_is_refused(kit, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    kit.folder.rename(outside)
    kit.folder.symlink_to(outside)
    assert "card_data/demo: error: is a link that leaves its folder" in kit.fault()


def test_a_game_without_a_good_file_says_so(kit) -> None:
    (kit.folder / "game.yaml").write_text("[]\n")
    assert "a mapping is wanted" in kit.fault()
    (kit.folder / "game.yaml").write_text("")
    assert "holds no data" in kit.fault()

"""A game without an engine: what is said of sets, identities, plays and manifests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.load.find import Workspace
from generator.model.order import Order
from generator.pipeline import build, check, prove
from generator.problems import Problem

GAME = """\
id: fox
name: Fox and Hen
version: "1"
credits: {author: Ann, title: Fox and Hen}
catalogs:
  sides:
    file: sides.yaml
    identity: {colour: colour, emblem: emblem}
    fields:
      colour: {type: text}
      emblem: {type: text, required: false}
components:
  deck:
    name: The deck
    size: poker
    cards: deck.yaml
    face: card.xml
    fields:
      side: {type: ref, to: sides}
      rank: {type: choice, choices: [low, high]}
      words: {type: text, required: false, printed: 1}
    expect: {side: [fox, hen], rank: [low, high]}
"""
SIDES = """\
- {id: fox, name: Fox, colour: rust, emblem: tail}
- {id: hen, name: Hen, colour: moss, emblem: egg}
"""
DECK = """\
- {id: fox-low, side: fox, rank: low, words: Sniff **twice**.}
- {id: fox-high, side: fox, rank: high}
- {id: hen-low, side: hen, rank: low}
- {id: hen-high, side: hen, rank: high}
"""
STYLES = """\
palette: {ink: "#101010", rust: "#A0522D", moss: "#5D6B2A"}
text:
  words: {font: source-sans-400, bold: source-sans-700, size: 9, least: 8.5}
"""
FACE = """\
<card>
  <rect box="0 0 r0 b0" fill="{{ card.side.colour }}"/>
  <rect box="4 4 r4 b4" fill="none"/>
  <ellipse box="c0 c0 20 20" stroke="ink" width="0.5"/>
  {% if card.words %}<rect box="5 5 r5 20" fill="none" stroke="ink" width="0.3"/>
  {% endif %}
</card>
"""
WORDS = '<rect box="6 6 r6 15" fill="paper"/><text box="7 7 r7 12" style="words" fact="words">'


class Fox:
    """The game in a workspace."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "card_data" / "fox"
        (self.folder / "templates").mkdir(parents=True)
        self.files = {
            "game.yaml": GAME,
            "sides.yaml": SIDES,
            "deck.yaml": DECK,
            "templates/styles.yaml": STYLES.replace("palette: {", 'palette: {paper: "#FFFFFF", '),
            "templates/card.xml": FACE.replace(
                "{% endif %}", WORDS + "{{ card.words|rich }}</text>{% endif %}"
            ),
        }
        for name, text in self.files.items():
            (self.folder / name).write_text(text, "utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        assert self.files[name].count(old) == 1
        self.files[name] = self.files[name].replace(old, new)
        (self.folder / name).write_text(self.files[name], "utf-8")

    @property
    def here(self) -> Workspace:
        return Workspace(self.root)

    def check(self) -> list[Problem]:
        place = self.here.place("fox")
        assert place is not None
        return list(check(self.here, place, Order()))

    def codes(self) -> list[str]:
        return [p.code for p in self.check() if p.level != "note"]

    def build(self, name: str = "out") -> Path:
        place = self.here.place("fox")
        assert place is not None
        return build(self.here, place, Order(), self.root / name).folder


@pytest.fixture
def fox(tmp_path: Path) -> Fox:
    return Fox(tmp_path)


def test_a_game_without_engine_is_whole(fox: Fox) -> None:
    problems = fox.check()
    assert [(p.code, p.level) for p in problems] == [("not-checked", "note")]
    folder = fox.build()
    assert [p.code for p in prove(fox.here, folder)] == []
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    made = [(f["cards"], f["pages"]) for f in manifest["files"] if f["component"]]
    assert made == [(4, 1)]


def test_a_play_without_engine(fox: Fox) -> None:
    plays = fox.folder / "plays"
    plays.mkdir()
    (plays / "one.yaml").write_text("moves: |\n  A: sniff\n", "utf-8")
    assert fox.codes() == ["play-unplayable"]


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("- {id: hen-high, side: hen, rank: high}\n", "", "card-missing", "side hen, rank high"),
        ("hen-high, side: hen", "hen-high, count: 2, side: hen", "card-twice", "2 cards with"),
        (
            "- {id: hen-high,",
            "- {id: cub, side: cub, rank: high}\n- {id: hen-high,",
            "card-unexpected",
            "side cub, rank high",
        ),
    ],
)
def test_sets_are_complete(fox: Fox, old: str, new: str, code: str, says: str) -> None:
    cub = "- {id: hen, name: Hen, colour: moss, emblem: egg}\n"
    fox.edit("sides.yaml", cub, cub + "- {id: cub, name: Cub, colour: rust, emblem: paw}\n")
    fox.edit("deck.yaml", old, new)
    problems = [p for p in fox.check() if p.level == "error"]
    assert [p.code for p in problems] == [code]
    assert says in problems[0].says
    assert problems[0].where.file == "card_data/fox/game.yaml"
    assert problems[0].where.line > 0


def test_a_component_without_cards(fox: Fox) -> None:
    fox.edit("deck.yaml", DECK, "[]\n")
    assert "cards-none" in fox.codes()


def test_colour_alone_is_never_enough(fox: Fox) -> None:
    assert "identity-colour" not in fox.codes()
    fox.edit("sides.yaml", "colour: moss, emblem: egg", "colour: moss, emblem: tail")
    (problem,) = [p for p in fox.check() if p.level == "error"]
    assert problem.code == "identity-colour"
    assert "fox and hen" in problem.says
    assert problem.where[:2] == ("card_data/fox/sides.yaml", 2)


def test_a_printed_field_must_show(fox: Fox) -> None:
    fox.edit("templates/card.xml", ' fact="words"', "")
    (problem,) = [p for p in fox.check() if p.level == "error"]
    assert problem.code == "fact-missing"
    assert problem.where.card == "fox-low"
    assert problem.where.field == "words"


def test_proof_knows_changed_data(fox: Fox) -> None:
    folder = fox.build()
    fox.edit("deck.yaml", "Sniff **twice**.", "Sniff once.")
    assert [p.code for p in prove(fox.here, folder)] == ["manifest-stale"]


def test_data_changed_while_it_is_printed_is_no_longer_what_was_printed(fox: Fox) -> None:
    place = fox.here.place("fox")
    assert place is not None

    def tell(what: str, done: int, of: int) -> None:
        if "once" not in fox.files["deck.yaml"]:
            fox.edit("deck.yaml", "Sniff **twice**.", "Sniff once.")

    folder = build(fox.here, place, Order(), fox.root / "out", tell).folder
    assert [p.code for p in prove(fox.here, folder)] == ["manifest-stale"]


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("game", "hare", "manifest-game"),
        ("files", [], "manifest-files"),
        ("options", {"only": "deck"}, "manifest-broken"),
        ("target", "../x", "file-missing"),
    ],
)
def test_proof_knows_a_changed_manifest(fox: Fox, key: str, value: object, code: str) -> None:
    folder = fox.build()
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest[key] = value
    path.write_text(json.dumps(manifest), "utf-8")
    assert code in [p.code for p in prove(fox.here, folder)]

"""A small game that is printed for somebody: three cards, a back that bears the person's name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from generator.load.find import GamePlace, Workspace
from generator.load.game import load_game
from generator.model.game import Game
from generator.model.order import Order
from generator.people import Staffed, build_people
from generator.problems import Problem, Problems

GAME = """\
id: firm
name: A firm
version: "1"
credits: {author: A, title: T}
personal: staff
catalogs:
  staff:
    file: staff.yaml
    fields:
      role: {type: text, longest: 20}
      colour: {type: choice, choices: [red, blue], default: red}
      links: {type: pairs, required: false, choices: [git, chat], longest: 2, each: 12}
      lines: {type: list, required: false, longest: 2, each: 10}
      logo: {type: image, required: false}
      stack: {type: pairs, of: int, cards: deck, required: false}
components:
  deck:
    name: Cards
    size: business-us
    cards: cards.yaml
    face: face
    back: back
    counted: stack
  rules:
    name: Rules
    size: business-us
    face: rules
"""
STAFF = "- id: sample\n  name: Sam Ple\n  role: Example\n  links: {git: sam}\n"
CARDS = "- id: fox\n  name: Fox\n- id: owl\n  name: Owl\n- id: cat\n  name: Cat\n"
STYLES = """\
palette:
  ink: {rgb: "#101010", cmyk: [0, 0, 0, 100]}
  red: "#A01010"
  blue: "#1010A0"
  white: "#FFFFFF"
text:
  body: {font: source-sans-400, size: 9, least: 8}
"""
FACE = """\
{% import "parts" as part %}
<card>
  <rect box="-3 -3 r-3 b-3" fill="white"/>
  {{ part.spot() }}
  <text box="6 20 r6 30" style="body" colour="ink">{{ card.name }}</text>
</card>
"""
PARTS = """\
{% set owner = catalog("staff") | list | first %}
{% set hue = owner.colour %}
{% macro spot() %}<rect box="10 10 8 8" fill="{{ hue }}"/>{% endmacro %}
"""
BACK = """\
{% set owner = catalog("staff") | list | first %}
<card>
  <rect box="-3 -3 r-3 b-3" fill="white"/>
  <text box="6 6 r6 14" style="body" colour="ink" max-lines="1">{{ owner.name }}</text>
  <text box="6 20 r6 40" style="body" colour="ink">{{ owner.role }}
    {%- for name, value in owner.links %} {{ name }} {{ value }}{% endfor %}</text>
</card>
"""
RULES = '<card><text box="6 6 r6 14" style="body" colour="ink">Rules</text></card>\n'


class Firm:
    """The game in a workspace of its own, and a table of people beside it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.out = root / "out"
        self.table = root / "staff.csv"
        for name, text in {
            "game.yaml": GAME,
            "staff.yaml": STAFF,
            "cards.yaml": CARDS,
            "templates/styles.yaml": STYLES,
            "templates/face.xml": FACE,
            "templates/parts.xml": PARTS,
            "templates/back.xml": BACK,
            "templates/rules.xml": RULES,
        }.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> Path:
        path = self.root / "card_data" / "firm" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.root / "card_data" / "firm" / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        self.write(name, text.replace(old, new))

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.root)

    @property
    def place(self) -> GamePlace:
        place = self.workspace.place("firm")
        assert place is not None
        return place

    def load(self, *overlays: str) -> tuple[Game | None, list[Problem]]:
        problems = Problems()
        game = load_game(
            self.workspace,
            self.place,
            effects=lambda name: {},
            overlays=overlays,
            problems=problems,
        )
        return game, list(problems)

    def faults(self, *overlays: str) -> list[str]:
        return [str(problem) for problem in self.load(*overlays)[1]]

    def lists(self, *rows: str, head: str = "id,name,role,colour,stack") -> None:
        self.table.write_text("\n".join((head, *rows)) + "\n", encoding="utf-8")

    def build(self, order: Order | None = None, **more: Any) -> Staffed:
        table = more.pop("table", self.table)
        return build_people(self.workspace, self.place, order or Order(), table, self.out, **more)

    def states(self, made: Staffed) -> list[tuple[str, str]]:
        return [(one.id, one.state) for one in made.done]


def overlay(id_: str, values: Sequence[str]) -> str:
    lines = "".join(f"      {line}\n" for line in values)
    return f"id: {id_}\nbase: firm\nreplace:\n  staff.yaml:\n    sample:\n{lines}"

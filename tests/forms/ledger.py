"""A game of forms in a workspace of its own: what the tests of forms build, fill in and break."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from generator.forms import Forms
from generator.load.find import Workspace
from generator.makeready import set_up
from generator.model.order import Order
from generator.pipeline import Built, build, check, load, prove
from generator.press import Press, quiet
from generator.problems import Problem, Problems, Refused

GAME = """\
id: ledger
name: A ledger
version: "1"
credits: {author: A, title: T}
components:
  sheets:
    name: Record sheets
    size: sheet
    form: true
    cards: sides.yaml
    face: side.xml
    fields: &F
  tags:
    name: Name tags
    size: tarot
    corner: 3
    form: true
    joins: deck
    cards: sides.yaml
    face: side.xml
    fields: &F
  deck:
    name: Deck
    size: tarot
    cards: sides.yaml
    face: side.xml
    back: back.xml
    fields: &F
""".replace("&F", "{power: {type: int, required: false}, notes: {type: text, required: false}}")
SIDES = """\
- {id: marshals, name: The Marshals, power: 12, notes: "First – “line”.\\nÄußerst zweite…"}
- {id: blank, name: Blank sheet, count: 3}
"""
STYLES = """\
palette: {ink: "#101010", paper: "#FFFFFF", red: "#C00000"}
text:
  title: {font: oswald-700, size: 14, least: 9, colour: red, valign: middle}
  label: {font: source-sans-700, size: 8}
  body: {font: source-sans-400, size: 10}
fallback: [dejavu-sans]
"""
SIDE = """\
<card>
  <text box="10 10 r10 8" style="title">{{ card.name }}</text>
  <field box="10 24 r10 9" name="name" style="title" max="24" tip="What they call themselves"
    value="{{ card.name if card.power is not none else '' }}"/>
  {% for suit in ["spades", "hearts"] %}
  <text box="10 {{ 36 + loop.index0 * 14 }} 30 4" style="label">{{ suit }}</text>
  <field box="10 {{ 40 + loop.index0 * 14 }} 16 8" name="{{ suit }}.power" style="body"
    of="number" align="centre" max="3" blank="box" value="{{ card.power }}"/>
  {% endfor %}
  <field box="10 68 r10 40" name="notes" style="body" lines="yes" value="{{ card.notes }}"/>
</card>
"""
BACK = '<card tiles="yes"><rect box="-3 -3 r-3 b-3" fill="red"/></card>'


class Ledger:
    """The workspace: its files can be changed, checked, built and proved."""

    def __init__(self, root: Path) -> None:
        self.root, self.folder = root, root / "card_data" / "ledger"
        self.workspace = Workspace(root)
        for name, text in (("game", GAME), ("sides", SIDES), ("templates/styles", STYLES)):
            self.write(f"{name}.yaml", text)
        self.write("templates/side.xml", SIDE)
        self.write("templates/back.xml", BACK)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text("utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    @property
    def place(self) -> Any:
        place = self.workspace.place("ledger")
        assert place is not None
        return place

    @property
    def output(self) -> Path:
        return self.root / "output"

    def form(self, name: str = "sheets") -> Path:
        return self.output / f"{name}-form.pdf"

    def build(self, **order: Any) -> Built:
        return build(
            self.workspace, self.place, Order(**{"target": "home-a4"} | order), self.output
        )

    def refused(self, **order: Any) -> list[Problem]:
        try:
            self.build(**order)
        except Refused as refused:
            return refused.problems
        raise AssertionError("the build went through")

    def check(self, **order: Any) -> list[Problem]:
        found = check(self.workspace, self.place, Order(**{"target": "home-a4"} | order))
        return [one for one in found if one.level != "note"]

    def prove(self) -> list[Problem]:
        return list(prove(self.workspace, self.output))

    def press(self, **order: Any) -> Press:
        problems, asked = Problems(), Order(**{"target": "home-a4"} | order)
        game, rules = load(self.workspace, self.place, (), problems)
        return set_up(self.workspace, self.place, game, rules, asked, problems, quiet)


class Proof:
    """Proves files against the form of one component, composed once."""

    def __init__(self, ledger: Ledger, component: str = "sheets", **order: Any) -> None:
        self._press = ledger.press(**order)
        jobs = {job.component: job for job in Forms(self._press).files()}
        self._job = jobs[component]

    def faults(self, path: Path) -> list[Problem]:
        press = replace(self._press, problems=Problems())
        Forms(press).proved(self._job, path, path.name)
        return list(press.problems)

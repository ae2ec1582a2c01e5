"""A game of pieces of every kind in a workspace of its own: what tests of the whole walk use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.load.find import Workspace
from generator.model.order import Order
from generator.pipeline import Built, build, check, prove
from generator.problems import Problem, Refused

GAME = """\
id: table
name: A game of pieces
short: Table
version: "1"
credits: {author: A, title: T}
players: {least: 2, most: 3}
components:
  deck:
    name: Deck
    size: poker
    cards: deck.yaml
    face: card.xml
    back: back.xml
    fields: {title: {type: text}}
  turn-card:
    name: Turn card
    size: poker
    face: plain.xml
    back: back.xml
    joins: deck
  coins:
    name: Coins
    size: small-square
    outline: circle
    face: coin.xml
    per: player
    copies: 2
  strips:
    name: Strips
    net: {kind: strip}
    range: [0, 10]
    safe: 0.5
    face: tracker.xml
    per: player
  discs:
    name: Dials
    net: {kind: dial, part: disc}
    range: [0, 10]
    safe: 0.5
    face: tracker.xml
    per: player
    parts: [{name: split pin, count: 1, per: piece}]
  covers:
    name: Covers of the dials
    net: {kind: dial, part: cover, disc: discs}
    face: cover.xml
    per: player
    joins: discs
  tokens:
    name: Tokens
    net: {kind: token}
    safe: 1
    face: sides.xml
    copies: 4
  marker:
    name: Marker
    net: {kind: marker}
    face: sides.xml
  deck-box:
    name: Box for the deck
    net: {kind: box, holds: [deck, turn-card]}
    face: box.xml
    on: boxes
  wallet:
    name: Wallet
    net: {kind: wallet, holds: [tokens, coins]}
    face: wallet.xml
    on: boxes
"""
STYLES = """\
palette: {ink: "#101010", paper: "#FFFFFF", red: "#C00000"}
text:
  title: {font: oswald-700, size: 12, least: 9, valign: middle, align: centre}
  value: {font: oswald-700, size: 12, valign: middle, align: centre}
fallback: [dejavu-sans]
"""
PANELS = """\
<card>
  {% for p in net.panels %}{% if p.name in ("front", "back") %}
  <group box="{{ p.box }}" turn="{{ p.turn }}">
    <text box="3 b13 r3 9" style="title" fit="shrink">{{ card.name }}</text>
  </group>{% endif %}{% endfor %}
"""
LID = """\
  {% set p = net.panels[NAME] %}
  <group box="{{ p.box }}" turn="{{ p.turn }}">
    <text box="3 0 r3 b0" style="title" size="9" fact="stock">{{ net.stock }}</text>
  </group>
</card>
"""
FACES = {
    "card.xml": '<card><text box="6 6 r6 9" style="title">{{ card.title }}</text></card>',
    "plain.xml": '<card><text box="6 6 r6 9" style="title">{{ card.name }}</text></card>',
    "back.xml": '<card tiles="yes"><rect box="-3 -3 r-3 b-3" fill="red"/></card>',
    "coin.xml": '<card><ellipse box="-1 -1 r-1 b-1" fill="red"/></card>',
    "cover.xml": '<card><text box="c0 34 30 9" style="title">Turn me</text></card>',
    "sides.xml": PANELS + "</card>",
    "box.xml": PANELS + LID.replace("NAME", '"lid"'),
    "wallet.xml": PANELS + LID.replace("NAME", '"flap"'),
    "tracker.xml": """\
<card>
  {% for s in net.spots %}
  <text box="{{ s.box }}" turn="{{ s.turn }}" style="value" fact="value">{{ s.value }}</text>
  {% endfor %}
</card>
""",
}


class Table:
    """The workspace: its files can be changed, checked, built and proved."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "card_data" / "table"
        self.write("game.yaml", GAME)
        cards = [f"- {{id: c{n}, title: Card {n}}}" for n in range(1, 11)]
        self.write("deck.yaml", "\n".join(cards) + "\n")
        self.write("templates/styles.yaml", STYLES)
        for name, text in FACES.items():
            self.write(f"templates/{name}", text)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def edit(self, old: str, new: str, name: str = "game.yaml") -> None:
        text = (self.folder / name).read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        self.write(name, text.replace(old, new))

    def check(self, **order: Any) -> list[Problem]:
        """Every problem but notes."""
        workspace = Workspace(self.root)
        place = workspace.place("table")
        assert place is not None
        return [p for p in check(workspace, place, Order(**order)) if p.level != "note"]

    def build(self, into: str = "out", **order: Any) -> Built:
        workspace = Workspace(self.root)
        place = workspace.place("table")
        assert place is not None
        try:
            return build(workspace, place, Order(**order), self.root / into)
        except Refused as refused:
            raise AssertionError("\n".join(map(str, refused.problems))) from None

    def prove(self, into: str = "out") -> list[Problem]:
        return list(prove(Workspace(self.root), self.root / into))

"""Directives of a book's text in, blocks of its flow out: figures, transcripts, lists of data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import unescape
from typing import Any, NamedTuple

from generator.compose.faces import Composer, Side
from generator.compose.flaw import near
from generator.flow import (
    Block,
    Break,
    Contents,
    Figure,
    Index,
    Line,
    List,
    Paragraph,
    Table,
    Words,
)
from generator.model.card import Card
from generator.model.figures import Figures
from generator.model.game import Component, ComponentSpec
from generator.problems import Problems, Where
from generator.scene import Fact, Scene

Attributes = dict[str, str]
Told = Mapping[str, Any]
"""A thing as plain data: texts, numbers, lists and mappings."""


class BookData(NamedTuple):
    """What a book shows besides its text, as plain data.

    `values` are the names that its text may use; of these `plays` (id: title, setup, steps with
    text, says, picture; result), `rulings` and `components` are what directives read.
    `faces` are the components whose cards may be figures, `facts` says what a card must show.
    """

    values: Mapping[str, Any]
    faces: Mapping[str, Component] = {}
    facts: Callable[[Component, Card], Sequence[Fact]] | None = None


class Inserts:
    """Expands the directives of one book."""

    def __init__(
        self,
        composer: Composer,
        data: BookData,
        line: Callable[[str, Where], Line],
        ids: set[str],
        figures: Figures,
        problems: Problems,
    ) -> None:
        self._figures = figures
        self._composer, self._data, self._line = composer, data, line
        self._ids, self._problems = ids, problems
        self.cover: Figure | None = None
        self.whole = False

    def expand(self, name: str, given: Attributes, where: Where) -> list[Block]:
        """The blocks of a directive; its faults are noted at `where`."""
        kind = DIRECTIVES.get(name)
        if kind is None:
            fix = near(name, DIRECTIVES, "directive")
            self._note("book-markup", where, f"there is no directive ::{name}", fix)
            return []
        for key in given:
            if key not in kind.may and key not in kind.must:
                fix = near(key, [*kind.must, *kind.may], "attribute")
                self._note("book-markup", where, f"::{name} has no attribute {key!r}", fix)
        for key in kind.must:
            if key not in given:
                fix = f'write {key}="…"'
                self._note("book-markup", where, f"::{name} needs the attribute {key!r}", fix)
        if not given.keys() >= set(kind.must):
            return []
        read = {key: value if key == "caption" else unescape(value) for key, value in given.items()}
        return kind.make(self, read, where)

    # Figures.

    def figure(self, given: Attributes, where: Where) -> list[Block]:
        """Faces of cards, side by side."""
        found = self._faces(given, where)
        return [found] if found else []

    def on_cover(self, given: Attributes, where: Where) -> list[Block]:
        """The title page: faces of cards between its lines, or a drawing that is all of it."""
        if ("template" in given) == ("component" in given):
            fix = 'write component="…" for faces or template="…" for a drawing'
            self._note("book-markup", where, "::cover shows faces or a drawing", fix)
        elif "component" in given:
            self.cover = self._faces(given, where)
        elif not given.keys() >= {"size", "alt"}:
            fix = 'write size="width height" and alt="…"'
            self._note("book-markup", where, "a drawing has a size and a text in its place", fix)
        else:
            self.whole = True
            drawn = self._drawn(given, {}, given["alt"], where)
            self.cover = next((one for one in drawn if isinstance(one, Figure)), None)
        return []

    def _faces(self, given: Attributes, where: Where) -> Figure | None:
        component = self._data.faces.get(given["component"])
        if component is None:
            fix = near(given["component"], self._data.faces, "component with faces")
            says = f"there is no component {given['component']!r} with faces"
            self._note("ref-missing", where, says, fix)
            return None
        side = given.get("side", "front")
        if side not in ("front", "back"):
            self._note("book-markup", where, f"side={side!r}", 'write "front" or "back"')
            return None
        cards = {card.id: card for card in component.cards}
        wanted = given.get("card", next(iter(cards), "")).replace(",", " ").split()
        scenes: list[Scene] = []
        told: list[str] = []
        for name in wanted:
            card = cards.get(name)
            if card is None:
                says = f"{component.id} has no card {name!r}"
                self._note("ref-missing", where, says, near(name, cards, "card"))
                continue
            make = self._composer.face if side == "front" else self._composer.back
            scene = make(component, card)
            if scene is not None:
                scenes.append(scene)
                told.append(self._alt(component, card, "front" if side == "front" else "back"))
        return self._made(scenes, given, told, where)

    def _alt(self, component: Component, card: Card, side: Side) -> str:
        """What a card shows, made from its facts."""
        name = card.name or card.id
        if side == "back":
            return f"Back of {name} ({component.spec.name})"
        facts = self._data.facts(component, card) if self._data.facts else ()
        shown = []
        known = {name.casefold()}
        for fact in facts:
            what = " ".join(part for part in (fact.shows or "", self._amount(fact)) if part)
            if what.casefold() not in known:  # told once is enough for listeners
                known.add(what.casefold())
                shown.append(f"{fact.key.replace('_', ' ').replace('-', ' ')} {what}".strip())
        text = f"{name} ({component.spec.name})"
        return f"{text}: {', '.join(shown)}" if shown else text

    def _amount(self, fact: Fact) -> str:
        if fact.amount is None:
            return ""
        units = self._figures.units
        if fact.unit in units:
            return self._figures.words(fact.amount, fact.unit or "")
        return str(fact.amount)

    def position(self, given: Attributes, where: Where) -> list[Block]:
        """What the table looks like after a step of a play."""
        step = self._step(given, where)
        if step is None:
            return []
        play, number, found = step
        seat = self._seat(given, len(found["pictures"]), where)
        values = {"picture": found["pictures"][seat], "play": play["id"], "step": number}
        values["title"] = play["title"]
        alt = f"{play['title']}, after step {number}: {'; '.join(found['says']) or found['text']}"
        return self._drawn(
            {"template": "position.xml", "size": "110 70", **given}, values, alt, where
        )

    def drawing(self, given: Attributes, where: Where) -> list[Block]:
        """A picture that a template draws."""
        return self._drawn(given, {}, given["alt"], where)

    def _drawn(
        self, given: Attributes, values: Mapping[str, Any], alt: str, where: Where
    ) -> list[Block]:
        size = _numbers(given["size"])
        if len(size) != 2 or not all(5 <= side <= 500 for side in size):
            self._note(
                "book-markup", where, f"size={given['size']!r}", 'write "width height" in mm'
            )
            return []
        name = given["template"]
        spec = ComponentSpec(name="figure", size="figure", cards=("figure",), face=name, safe=0.0)
        # composing keeps what it knows of a component by its id
        id_ = f"figure-{size[0]:g}x{size[1]:g}"
        component = Component(id_, spec, (size[0], size[1]), "figure", (), where)
        card = Card("figure", "figure", 1, name, None, dict(values), (), where)
        scene = self._composer.face(component, card)
        found = self._made([scene] if scene else [], given, [alt], where)
        return [found._replace(edged=False)] if found else []

    def _made(
        self, scenes: Sequence[Scene], given: Attributes, alts: Sequence[str], where: Where
    ) -> Figure | None:
        width = _numbers(given.get("width", ""))
        if "width" in given and (len(width) != 1 or width[0] <= 0):
            self._note("book-markup", where, f"width={given['width']!r}", "write a number of mm")
        if not scenes:
            return None
        caption = self._line(given["caption"], where) if "caption" in given else ()
        return Figure(
            tuple(scenes),
            caption,
            (given["alt"], *[""] * (len(scenes) - 1)) if "alt" in given else tuple(alts),
            width[0] if width else None,
            self._anchor(given, where),
            where,
        )

    def _anchor(self, given: Attributes, where: Where) -> str:
        name = given.get("id", "")
        if name and name in self._ids:
            self._note("id-double", where, f"the id {name!r} is taken", "choose another")
            return ""
        self._ids.add(name)
        return name

    # Data.

    def transcript(self, given: Attributes, where: Where) -> list[Block]:
        """A play as its engine tells it: each line of its record, then what the table sees."""
        play = self._play(given, where)
        if play is None:
            return []
        first, last = 1, len(play["steps"])
        if "steps" in given:
            numbers = _numbers(given["steps"].replace("-", " "))
            if not 1 <= len(numbers) <= 2 or not first <= numbers[0] <= numbers[-1] <= last:
                says = f"the play has steps 1 to {last}"
                self._note("book-markup", where, says, 'write steps="2-4"')
                return []
            first, last = int(numbers[0]), int(numbers[-1])
        items = [_step_of(step, where) for step in play["steps"][first - 1 : last]]
        return [List(tuple(items), first, where)]

    def rulings(self, given: Attributes, where: Where) -> list[Block]:
        """Questions and rulings; `table`: only those that players need at the table."""
        blocks: list[Block] = []
        for ruling in self._data.values.get("rulings", ()):
            if given.get("table") == "yes" and not ruling["table"]:
                continue
            words = (Words(ruling["question"], bold=True), Words("\n" + ruling["ruling"]))
            blocks.append(Paragraph(words, where))
        return blocks

    def components(self, given: Attributes, where: Where) -> list[Block]:
        """What is in the box, with how many of each."""
        rows = [
            (_cell(str(one["count"])), _cell(one["name"]))
            for one in self._data.values.get("components", ())
            if one["count"]
        ]
        side = _numbers(given.get("columns", "1"))
        if len(side) != 1 or side[0] not in (1, 2, 3):
            self._note("book-markup", where, f"columns={given['columns']!r}", "write 1, 2 or 3")
            return []
        times = int(side[0])
        high = -(-len(rows) // times)
        rows += [(_cell(""), _cell(""))] * (high * times - len(rows))
        lines = [tuple(c for row in rows[n::high] for c in row) for n in range(high)]
        head = (_cell("Number"), _cell("Piece")) * times
        return [Table(head, tuple(lines), ("right", "left") * times, where)] if rows else []

    def parts(self, given: Attributes, where: Where) -> list[Block]:
        """What must be bought or made besides, with what it is for."""
        rows = [
            (_cell(str(part["count"])), _cell(part["name"]), _cell(_whatfor(part)))
            for part in self._data.values.get("parts", ())
        ]
        head = (_cell("Number"), _cell("Part"), _cell("For"))
        return [Table(head, tuple(rows), ("right", "left", "left"), where)] if rows else []

    def contents(self, given: Attributes, where: Where) -> list[Block]:
        """The table of contents."""
        depth = _numbers(given.get("depth", "2"))
        if len(depth) != 1 or depth[0] not in (1, 2, 3):
            self._note("book-markup", where, f"depth={given['depth']!r}", "write 1, 2 or 3")
            return []
        return [Contents(int(depth[0]), where)]

    def index(self, given: Attributes, where: Where) -> list[Block]:
        """The index."""
        return [Index(where)]

    def page_break(self, given: Attributes, where: Where) -> list[Block]:
        """A new page."""
        return [Break(where)]

    def _play(self, given: Attributes, where: Where) -> Told | None:
        plays = self._data.values.get("plays", {})
        play: Told | None = plays.get(given["play"])
        if play is None:
            says = f"there is no play {given['play']!r}"
            self._note(
                "ref-missing", where, says, near(given["play"], plays, "play with an engine")
            )
        return play

    def _step(self, given: Attributes, where: Where) -> tuple[Told, int, Told] | None:
        play = self._play(given, where)
        if play is None:
            return None
        number = _numbers(given["step"])
        if len(number) != 1 or not 1 <= number[0] <= len(play["steps"]):
            says = f"step={given['step']!r}: the play has steps 1 to {len(play['steps'])}"
            self._note("book-markup", where, says, "write one of them")
            return None
        return play, int(number[0]), play["steps"][int(number[0]) - 1]

    def _seat(self, given: Attributes, seats: int, where: Where) -> int:
        """Whose view of the table is drawn, the first one's unless stated."""
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:seats]
        name = given.get("seat", "A")
        if len(name) == 1 and name in letters:
            return letters.index(name)
        self._note("book-markup", where, f"seat={name!r}", f"one of {', '.join(letters)}")
        return 0

    def _note(self, code: str, where: Where, says: str, fix: str) -> None:
        self._problems.add(code, where, says, fix)


class Directive(NamedTuple):
    """How a directive is made, the attributes it needs and those it may have."""

    make: Callable[[Inserts, Attributes, Where], list[Block]]
    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


_SHOWN = ("width", "caption", "alt", "id")
DIRECTIVES: dict[str, Directive] = {
    "figure": Directive(Inserts.figure, ("component",), ("card", "side", *_SHOWN)),
    "cover": Directive(
        Inserts.on_cover, (), ("component", "card", "side", "width", "alt", "template", "size")
    ),
    "position": Directive(
        Inserts.position, ("play", "step"), ("template", "size", "seat", *_SHOWN)
    ),
    "drawing": Directive(Inserts.drawing, ("template", "size", "alt"), ("width", "caption", "id")),
    "transcript": Directive(Inserts.transcript, ("play",), ("steps",)),
    "rulings": Directive(Inserts.rulings, (), ("table",)),
    "components": Directive(Inserts.components, (), ("columns",)),
    "parts": Directive(Inserts.parts),
    "contents": Directive(Inserts.contents, (), ("depth",)),
    "index": Directive(Inserts.index),
    "page-break": Directive(Inserts.page_break),
}


def _step_of(step: Told, where: Where) -> tuple[Block, ...]:
    told = Words(step["text"], bold=True)
    says = (Words("\n" + " ".join(step["says"])),) if step["says"] else ()
    return (Paragraph((told, *says), where),)


def _whatfor(part: Mapping[str, Any]) -> str:
    note = part["note"]
    return f"{part['for']} ({note})" if note else str(part["for"])


def _cell(text: str) -> Line:
    return (Words(text),)


def _numbers(text: str) -> list[float]:
    """The numbers of a text; [] where it holds anything else."""
    try:
        return [float(part) for part in text.split()]
    except ValueError:
        return []

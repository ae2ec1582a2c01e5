"""People and trims in, both sides of their cards out: what tests of Sprite Wars' designs share."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path as File
from typing import Any

from generator.check.facts import back_facts
from generator.check.scenes import check_scene
from generator.compose.faces import Composer
from generator.compose.scripts import capitals
from generator.geometry import Box
from generator.load.find import GameSources, Workspace
from generator.model.card import Card, Entry
from generator.model.game import Component, Game
from generator.pipeline import load
from generator.problems import Problem, Problems, Where
from generator.proof.read import Reader
from generator.scene import Item, Placed, Run, Scene, Sheet
from generator.write.pdf import write_pdf

ROOT = File(__file__).parents[2]
SIZES = ((88.9, 50.8), (85, 55), (85, 54), (84, 55), (90, 52), (91, 55))
TRIMS = [*SIZES, *((h, w) for w, h in SIZES)]
DESIGNS = ("ledger", "terminal", "blueprint", "letterpress", "marquee")
COLOURS = ("steel", "red", "amber", "leaf", "sky", "plum")

FULL: dict[str, Any] = {
    "role": "Systems Architect",
    "company": "Lantern & Field",
    "phone": "+1 555 0142",
    "mail": "robin@lanternfield.example",
    "web": "lanternfield.example",
    "social": (("mastodon", "@robin@lanternfield.example"),),
    "address": ("12 Quay Street", "Harbour End"),
    "motto": "Ask me about obscure games.",
}


class Studio:
    """Sprite Wars with pictures of a workspace, dressed for one person after another."""

    def __init__(self, root: File) -> None:
        here = Workspace(root)
        place = here.place("sprite_wars")
        assert place is not None
        problems = Problems()
        self.game, self.rules = load(here, place, (), problems)
        assert not problems.fatal()
        sources, texts = GameSources(here, place), getattr(self.rules, "texts", None)
        self.composer = Composer(self.game, sources, problems, texts)

    def person(self, name: str = "Robin Ashgrove", **fields: Any) -> Entry:
        """An entry with those fields and no others but what has a default."""
        base = self.game.person
        assert base is not None
        empty = {key: () if isinstance(v, tuple) else None for key, v in base.fields.items()}
        kept = ("design", "format", "code", "colour", "series", "rules_at")
        made = {**empty, **{key: base.fields[key] for key in kept}, **fields}
        return base._replace(name=name, fields=made)

    def dressed(self, person: Entry) -> Game:
        """The game printed for that person."""
        return dataclasses.replace(
            self.game, catalogs={**self.game.catalogs, "people": {person.id: person}}
        )

    def component(self, size: tuple[float, float]) -> Component:
        """The cards at that trim."""
        return dataclasses.replace(self.game.components["fighters"], size=size)

    def side_one(
        self, person: Entry, size: tuple[float, float], card: Card | None = None
    ) -> tuple[Scene | None, list[Problem]]:
        """Side one, and what is wrong with it: whatever a build would find, notes left out."""
        game, problems = self.dressed(person), Problems()
        self.composer.dress(game, problems)
        component = self.component(size)
        card = card or component.cards[0]
        scene = self.composer.back(component, card)
        if scene is not None:
            facts = back_facts(game, self.rules, component, card)
            check_scene(scene, facts, game.figures, lambda _: Where("back"), problems)
        return scene, [problem for problem in problems if problem.level != "note"]

    def side_two(self, person: Entry, size: tuple[float, float], card: Card) -> Scene:
        """The fighter's face."""
        problems = Problems()
        self.composer.dress(self.dressed(person), problems)
        scene = self.composer.face(self.component(size), card)
        assert scene is not None
        assert list(problems) == []
        return scene

    def written(self, path: File, sheets: list[Sheet]) -> File:
        """The sheets as a PDF."""
        faces = self.game.styles.faces
        about = {"title": "t", "author": "a", "subject": "s"}
        write_pdf(path, sheets, faces=faces, flip="long", **about)
        return path


@cache
def studio() -> Studio:
    """The shipped game, opened once."""
    return Studio(ROOT)


def page(scenes: list[Scene], number: int = 1, columns: int = 8) -> Sheet:
    """The scenes side by side, bleeds and all, on one page."""
    w, h = (max(scene.size[n] for scene in scenes) + 7 for n in (0, 1))
    rows = -(-len(scenes) // columns)
    placed = []
    for n, scene in enumerate(scenes):
        x, y = 4 + w * (n % columns), 4 + h * (n // columns)
        placed.append(Placed(scene, x, y, 0, Box(x, y, *scene.size).grow(3.0), n))
    paper = (4 + w * min(columns, len(scenes)), 4 + h * rows)
    return Sheet(paper, "front", number, tuple(placed))


def said(items: tuple[Item, ...] | list[str]) -> str:
    """All words, in order, without anything between them."""
    texts = [item if isinstance(item, str) else getattr(item, "text", "") for item in items]
    return squeezed("".join(texts))


def squeezed(text: str) -> str:
    """Letters alone: lines may be broken anywhere, in capitals or not."""
    kept = (
        char
        for char in capitals(text).casefold()
        if not char.isspace() and char not in "\u200b\u2060\u2010"
    )
    return "".join(kept).replace("\u00ad", "")


def given(person: Entry) -> list[str]:
    """Everything that the person gave and that side one must say."""
    fields = person.fields
    texts = [person.name]
    keys = ("role", "company", "motto", "phone", "mobile", "mail", "web")
    texts += [str(fields[key]) for key in keys if fields.get(key)]
    texts += [str(line) for line in fields.get("address") or ()]  # type: ignore[union-attr]
    for pair in fields.get("social") or ():  # type: ignore[union-attr]
        texts.append(str(pair[1]).removeprefix("@"))  # type: ignore[index]
    return [text.strip() for text in texts]


def collisions(scene: Scene) -> list[tuple[str, str]]:
    """Lines of different elements that stand on each other."""
    runs = [(item, _letters(item)) for item in scene.items if isinstance(item, Run)]
    return [
        (one.text, other.text)
        for n, (one, box) in enumerate(runs)
        for other, place in runs[n + 1 :]
        if other.element != one.element and box.meet(place)
    ]


def _letters(run: Run) -> Box:
    """From the top of capitals to a little below the baseline."""
    high = run.size / 72 * 25.4
    return Box(run.x, run.y - 0.68 * high, run.width, 0.74 * high)


def things(path: File) -> list[list[Any]]:
    """What a foreign reader finds on each page, in mm; small shapes with their outlines."""
    out = []
    with Reader(path) as reader:
        for index in range(reader.pages):
            with reader.page(index) as one:
                out.append([(thing, _outline(one, thing)) for thing in one.things])
    return out


def _outline(one: Any, thing: Any) -> list[tuple[int, float, float]]:
    if type(thing).__name__ != "Shape":
        return []
    left, top, right, bottom = thing.edges
    return one.outline(thing) if max(right - left, bottom - top) < 9 else []

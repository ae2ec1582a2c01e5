"""A tiny game in code, and sources that read its folder: what the tests of compose stand on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.compose.faces import Composer
from generator.model.card import Card, Entry
from generator.model.field import FieldSpec
from generator.model.figures import Figure, Figures, FigureSpec, OptionSpec, Unit
from generator.model.game import CatalogSpec, Component, ComponentSpec, Credits, Game, GameFile
from generator.model.sources import Kind, Missing
from generator.model.style import Styles, TextStyle
from generator.problems import Problem, Problems, Where
from generator.scene import Colour, Scene

HERE = Path(__file__).parent
DEMO = HERE / "demo"
FONTS = HERE.parent.parent / "fonts"
POKER = (63.5, 88.9)


class Folder:
    """Sources of one folder and of texts given by name."""

    def __init__(self, root: Path, extra: Path | None = None) -> None:
        self.root = root
        self.extra = extra

    def find(self, kind: Kind, name: str) -> Path | Missing:
        below = {"template": "templates/", "icon": "art/icons/", "image": ""}[kind]
        end = ".svg" if kind == "icon" else ""
        for root in (self.extra, self.root):
            if root is not None and ".." not in name and (root / (below + name + end)).is_file():
                return root / (below + name + end)
        return Missing("file-missing", f"there is no {kind} {name!r}", "look again")

    def shown(self, path: Path) -> str:
        for root in (self.extra, self.root):
            if root is not None and path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return path.name


def style(**changes: Any) -> TextStyle:
    return TextStyle(**{"font": "source-sans-400", "size": 9.0, **changes})


def styles() -> Styles:
    faces = {
        "source-sans-400": "SourceSans3_400Regular",
        "source-sans-400-italic": "SourceSans3_400Regular_Italic",
        "source-sans-700": "SourceSans3_700Bold",
        "source-sans-700-italic": "SourceSans3_700Bold_Italic",
    }
    manners = {
        "bold": "source-sans-700",
        "italic": "source-sans-400-italic",
        "bold_italic": "source-sans-700-italic",
    }
    return Styles(
        palette={
            "paper": Colour(251, 246, 233),
            "ink": Colour(26, 26, 26, (0, 0, 0, 1)),
            "blue": Colour(16, 32, 63),
        },
        text={
            "rank": style(font="source-sans-700", size=20.0, colour="paper", align="centre"),
            "title": style(font="source-sans-700", size=14.0, least=9.0, valign="middle"),
            "rules": style(least=8.5, use="rules", **manners),
            "flavour": style(font="source-sans-400-italic", size=8.0),
            "small": style(size=6.0, use="credit"),
        },
        fallback=(),
        faces={face: FONTS / "source-sans-3" / f"{file}.ttf" for face, file in faces.items()},
    )


def spec(**fields: dict[str, Any]) -> dict[str, FieldSpec]:
    return {name: FieldSpec(**made) for name, made in fields.items()}


FIELDS = spec(
    suit={"type": "ref", "to": "suits"},
    rank={"type": "text"},
    cost={"type": "int"},
    rules={"type": "text"},
    flavour={"type": "text", "required": False},
    items={"type": "list", "required": False},
)


def card(name: str = "Long weekend", *, id: str = "c1", **changes: Any) -> Card:  # noqa: A002
    fields: dict[str, Any] = {
        "suit": "stars",
        "rank": "7",
        "cost": 3,
        "rules": "Draw **two cards**, then *maybe* one :dot: more.",
        "flavour": "Nobody saw it coming.",
        "items": ("a", "b"),
    }
    face = changes.pop("face", "card.xml")
    back = changes.pop("back", "back.xml")
    effects = changes.pop("effects", ())
    fields |= changes
    return Card(id, name, 1, face, back, fields, effects, Where("cards.yaml", 3, id))


def component(size: tuple[float, float] = POKER, name: str = "deck", **changes: Any) -> Component:
    made = {
        "name": "Deck",
        "size": "poker",
        "corner": 3.0,
        "cards": "cards.yaml",
        "face": "card.xml",
        "fields": FIELDS,
        **changes,
    }
    where = Where("game.yaml", 9)
    return Component(name, ComponentSpec(**made), size, "poker", (), where)


def game(catalogs: Mapping[str, Mapping[str, Entry]] | None = None, **changes: Any) -> Game:
    suits = {
        "stars": Entry(
            "stars", "Stars", {"colour": "blue", "icon": "star", "beats": "dots"}, (), W
        ),
        "dots": Entry("dots", "Dots", {"colour": "ink", "icon": "dot", "beats": "stars"}, (), W),
    }
    fields = spec(
        colour={"type": "text"}, icon={"type": "text"}, beats={"type": "ref", "to": "suits"}
    )
    file = GameFile(
        id="demo",
        name="Demo Game",
        version="1.2",
        credits=Credits(author="A", title="T"),
        catalogs={"suits": CatalogSpec(file="suits.yaml", fields=fields)},
        components={},
    )
    figures = Figures(
        {"start": Figure("start", 10, FigureSpec(value=10), W)},
        {"tie": OptionSpec(choices=("high", "low"), default="low")},
        {"card": Unit(one="card", many="cards")},
    )
    return Game(
        file=file,
        figures=figures,
        catalogs={"suits": suits} if catalogs is None else catalogs,
        components={},
        plays=(),
        rulings=(),
        styles=changes.get("styles") or styles(),
        overlay=(),
        root=DEMO,
        where=Where("game.yaml"),
    )


W = Where("suits.yaml", 2)


class Bench:
    """A composer of the demo game with templates of the test's own, and what it said."""

    def __init__(self, tmp: Path | None = None, **changes: Any) -> None:
        self.tmp = tmp
        self.problems = Problems()
        self.composer = Composer(game(**changes), Folder(DEMO, tmp), self.problems)

    def template(self, text: str, name: str = "t.xml") -> str:
        assert self.tmp is not None
        path = self.tmp / "templates" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return name

    def art(self, name: str, content: bytes | str) -> str:
        assert self.tmp is not None
        path = self.tmp / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    def face(
        self, inside: str, *, size: tuple[float, float] = POKER, **changes: Any
    ) -> Scene | None:
        """The scene of `<card>inside</card>`."""
        self.composer = Composer(self.composer._game, self.composer._sources, self.problems)
        name = self.template(f"<card>{inside}</card>")
        return self.composer.face(component(size), card(**{"face": name, **changes}))

    def good(self, inside: str, **changes: Any) -> Scene:
        made = self.face(inside, **changes)
        assert not list(self.problems), [str(p) for p in self.problems]
        assert made is not None
        return made

    def only(self, inside: str, **changes: Any) -> Problem:
        """The one problem of a face that has one."""
        self.face(inside, **changes)
        (problem,) = self.problems
        return problem

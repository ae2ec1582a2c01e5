"""Cards and entries in, read-only views for templates out: declared fields and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from generator.compose.flaw import Flaw, near
from generator.geometry import Box, bounds
from generator.model.card import Card, Entry
from generator.model.field import FieldSpec
from generator.model.game import Component, Game
from generator.model.piece import Net
from generator.model.prose import expand

Link = Callable[[Any], Any]
"""How a stored value is seen."""


class View:
    """Named values of one thing; templates reach them as attributes or items.

    The sandbox reads `data` and never an attribute of this object, so a field may be called
    `items` or `data`. `links` resolve a value where it is asked for, so entries may point in
    circles. `asked`, where it is given, gathers the names that are asked for.
    """

    __slots__ = ("asked", "data", "links", "what")

    def __init__(
        self,
        what: str,
        data: Mapping[str, Any],
        links: Mapping[str, Link] | None = None,
        asked: set[object] | None = None,
    ) -> None:
        self.what = what
        self.data = data
        self.links = links or {}
        self.asked = asked

    def look(self, name: object) -> Any:
        """The value of a field; raises KeyError for an unknown one."""
        if self.asked is not None:
            self.asked.add(name)
        value = self.data[name]  # type: ignore[index]  # a foreign key is a KeyError too
        if isinstance(value, Flaw):
            raise value.copy()
        if name in self.links:
            return self.links[name](value)  # type: ignore[index]
        return value


class Entries:
    """A catalog, or the cards of a component: in file order, each also by its id."""

    __slots__ = ("name", "views", "what")

    def __init__(self, name: str, views: dict[str, View], what: str = "catalog") -> None:
        self.name = name
        self.views = views
        self.what = what

    def __iter__(self) -> Iterator[View]:
        return iter(self.views.values())

    def __len__(self) -> int:
        return len(self.views)


class Views:
    """All views of one game; an entry has one view, so entries compare by identity."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked: set[object] = set()
        """What was asked of whom the game is printed for."""
        self._catalogs: dict[str, Entries] = {}
        self._components: dict[str, tuple[View, dict[str, Link], tuple[str, ...]]] = {}
        self._nets: dict[str, tuple[Net, View]] = {}
        self._cards: dict[str, Entries] = {}

    def cards(self, name: object = "") -> Entries:
        """The cards of a component by its id; raises Flaw for an unknown one."""
        found = self._cards.get(name) if isinstance(name, str) else None
        if found is None:
            component = self.game.components.get(name) if isinstance(name, str) else None
            if component is None or not isinstance(name, str):
                raise _unknown("component", name, self.game.components)
            views = {card.id: self.card(card, component) for card in component.cards}
            found = self._cards[name] = Entries(name, views, "component")
        return found

    def card(self, card: Card, component: Component) -> View:
        """The card's id, name, effects and declared fields."""
        data: dict[str, Any] = dict(card.fields)
        data["id"] = card.id
        data["name"] = card.name
        _, links, ruled = self._of(component)
        if card.effects or "effects" not in data:
            data["effects"] = card.effects
        for name in ruled:
            data[name] = self._expanded(name, data.get(name), card.effects)
        if component.leaflet and "page" not in data:
            data["page"] = 1 + [one.id for one in component.cards].index(card.id)
        return View("card", data, links)

    def component(self, component: Component) -> View:
        """id, name, width, height and safe (mm) and copies of a component."""
        return self._of(component)[0]

    def net(self, component: Component) -> View:
        """The computed net of a component that has one."""
        assert component.net is not None
        made = self._nets.get(component.id)
        if made is None or made[0] is not component.net:  # boxes of one component differ
            made = self._nets[component.id] = component.net, net_view(component.net)
        return made[1]

    def _expanded(self, name: str, text: object, effects: tuple[Any, ...]) -> object:
        """A text of rules with its amounts; one whose braces mean nothing is a Flaw once asked."""
        try:
            return expand(text, effects, self.game.figures) if isinstance(text, str) else text
        except (KeyError, IndexError) as error:
            says = f"a placeholder of {name!r} stands for nothing: {error.args[0]}"
            return Flaw("template-failed", says, "see the problems of the data", field=name)

    def _of(self, component: Component) -> tuple[View, dict[str, Link], tuple[str, ...]]:
        made = self._components.get(component.id)
        if made is None:
            width, height = component.size
            data = {
                "id": component.id,
                "name": component.spec.name,
                "width": width,
                "height": height,
                "safe": component.spec.safe,
                "copies": component.spec.copies,
                "range": component.spec.range,
                "overflow": self._expanded("overflow", component.spec.overflow, ()),
            }
            links = self._links(component.spec.fields)
            if component.spec.lists is not None:
                links["listed"] = self._reference(component.spec.lists.of)
            ruled = tuple(name for name, field in component.spec.fields.items() if field.rules)
            made = self._components[component.id] = View("component", data), links, ruled
        return made

    def whole(self) -> View:
        """The game's id, name, version and short name; its author, original title and edition."""
        file = self.game.file
        data = {"id": file.id, "name": file.name, "version": file.version}
        said = ("author", "title", "edition", "notice")
        data |= {key: getattr(file.credits, key) for key in said}
        return View("game", {**data, "short": file.short or file.name})

    def catalog(self, name: object = "") -> Entries:
        """A catalog by name; raises Flaw for an unknown one."""
        found = self._catalogs.get(name) if isinstance(name, str) else None
        if found is None:
            entries = self.game.catalogs.get(name) if isinstance(name, str) else None
            if entries is None or not isinstance(name, str):
                raise _unknown("catalog", name, self.game.catalogs)
            spec = self.game.file.catalogs.get(name)
            links = self._links(spec.fields if spec else {})
            ruled = [key for key, field in spec.fields.items() if field.rules] if spec else []
            views = {key: self._entry(one, name, links, ruled) for key, one in entries.items()}
            found = self._catalogs[name] = Entries(name, views)
        return found

    def _entry(self, entry: Entry, catalog: str, links: dict[str, Link], ruled: list[str]) -> View:
        data: dict[str, Any] = {
            "effects": entry.effects,
            **entry.fields,
            "id": entry.id,
            "name": entry.name,
        }
        if entry.effects:
            data["effects"] = entry.effects
        for key in ruled:
            data[key] = self._expanded(key, data.get(key), entry.effects)
        asked = self.asked if catalog == self.game.file.personal else None
        return View(f"entry {entry.id!r} of {catalog}", data, links, asked)

    def _links(self, fields: Mapping[str, FieldSpec]) -> dict[str, Link]:
        """How the values of fields that are no plain data are seen."""
        links: dict[str, Link] = {"effects": _effects}
        for name, spec in fields.items():
            if spec.to is not None and (spec.type == "ref" or spec.of == "ref"):
                links[name] = self._reference(spec.to)
            elif spec.type == "effects":
                links[name] = _effects
        return links

    def _reference(self, to: str) -> Link:
        def seen(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(seen(one) for one in value)
            if value is None:
                return None
            entry = self.catalog(to).views.get(value)
            if entry is None:
                raise Flaw(
                    "template-undefined",
                    f"catalog {to} has no entry {value!r}",
                    near(value, self.catalog(to).views, "entry in it"),
                )
            return entry

        return seen


def net_view(net: Net) -> View:
    """Size, panels, spots and words of a net; each panel's `box` covers it once turned."""
    panels = {
        name: View(
            f"panel {name!r}",
            {
                **{key: getattr(panel, key) for key in ("x", "y", "w", "h", "turn", "glued")},
                "name": name,
                "box": _box(panel.own),
            },
        )
        for name, panel in net.panels.items()
    }
    spots = tuple(
        View("spot", {**spot._asdict(), "box": _box(Box(spot.x, spot.y, spot.w, spot.h))})
        for spot in net.spots
    )
    data: dict[str, Any] = {
        **net.says,
        "kind": net.kind,
        "width": net.size[0],
        "height": net.size[1],
        "size": net.size,
        "panels": Entries("panels", panels),
        "spots": spots,
        "window": _box(bounds(net.window)) if net.window else None,
    }
    return View("net", data)


def _unknown(what: str, name: object, known: Iterable[str]) -> Flaw:
    """A template may ask for anything, and of any length."""
    fix = near(str(name), known, f"{what} in this game")
    return Flaw("template-undefined", f"there is no {what} {name!r:.80}", fix)


def _box(box: Box) -> str:
    return " ".join(f"{value:.4f}" for value in box)


def _effects(value: Any) -> Any:
    return tuple(map(_effect, value)) if isinstance(value, tuple) else value


def _effect(value: Any) -> Any:
    """A view of an effect's model; plain values as they are."""
    fields = getattr(type(value), "__struct_fields__", None)
    if fields is None:
        return _effects(value)
    said = [name for name in ("amount", "unit") if hasattr(value, name)]  # see model.prose.Amount
    return View("effect", {name: _effect(getattr(value, name)) for name in (*said, *fields)})

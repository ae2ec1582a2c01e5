"""Cards and entries in, read-only views for templates out: declared fields and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from generator.compose.flaw import Flaw, near
from generator.model.card import Card, Entry
from generator.model.field import FieldSpec
from generator.model.game import Component, Game

if TYPE_CHECKING:
    from pydantic import BaseModel

_SPECIAL = ("id", "name", "effects")


class View:
    """Named values of one thing; templates reach them as attributes or items.

    The sandbox reads `data` and never an attribute of this object, so a field may be called
    `items` or `data`. `links` resolve a value where it is asked for, so entries may point in
    circles.
    """

    __slots__ = ("data", "links", "what")

    def __init__(
        self,
        what: str,
        data: Mapping[str, Any],
        links: Mapping[str, Callable[[Any], Any]] | None = None,
    ) -> None:
        self.what = what
        self.data = data
        self.links = links or {}

    def look(self, name: object) -> Any:
        """The value of a field; raises KeyError for an unknown one."""
        value = self.data[name]  # type: ignore[index]  # a foreign key is a KeyError too
        if name in self.links:
            return self.links[name](value)  # type: ignore[index]
        return value


class Entries:
    """A catalog: its entries in file order, each also by its id."""

    __slots__ = ("name", "views")

    def __init__(self, name: str, views: dict[str, View]) -> None:
        self.name = name
        self.views = views

    def __iter__(self) -> Iterator[View]:
        return iter(self.views.values())

    def __len__(self) -> int:
        return len(self.views)


class Views:
    """All views of one game; an entry has one view, so entries compare by identity."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._catalogs: dict[str, Entries] = {}
        self._components: dict[str, tuple[View, dict[str, Callable[[Any], Any]]]] = {}

    def card(self, card: Card, component: Component) -> View:
        """The card's id, name, effects and declared fields."""
        data = dict(card.fields)
        data["id"] = card.id
        data["name"] = card.name
        links = self._of(component)[1]
        if card.effects:
            data["effects"] = card.effects
        else:
            data.setdefault("effects", ())
        return View("card", data, links)

    def component(self, component: Component) -> View:
        """id, name, width and height (mm) and copies of a component."""
        return self._of(component)[0]

    def _of(self, component: Component) -> tuple[View, dict[str, Callable[[Any], Any]]]:
        made = self._components.get(component.id)
        if made is None:
            width, height = component.size
            data = {
                "id": component.id,
                "name": component.spec.name,
                "width": width,
                "height": height,
                "copies": component.spec.copies,
            }
            links = self._links(component.spec.fields)
            made = self._components[component.id] = View("component", data), links
        return made

    def whole(self) -> View:
        """The game's id, name, version and short name."""
        file = self.game.file
        data = {"id": file.id, "name": file.name, "version": file.version}
        return View("game", {**data, "short": file.short or file.name})

    def catalog(self, name: str) -> Entries:
        """A catalog by name; raises Flaw for an unknown one."""
        found = self._catalogs.get(name)
        if found is None:
            entries = self.game.catalogs.get(name)
            if entries is None:
                raise Flaw(
                    "template-undefined",
                    f"there is no catalog {name!r}",
                    near(name, self.game.catalogs, "catalog in this game"),
                )
            spec = self.game.file.catalogs.get(name)
            links = self._links(spec.fields if spec else {})
            views = {key: self._entry(entry, name, links) for key, entry in entries.items()}
            found = self._catalogs[name] = Entries(name, views)
        return found

    def _entry(self, entry: Entry, catalog: str, links: dict[str, Callable[[Any], Any]]) -> View:
        data = {"effects": entry.effects, **entry.fields, "id": entry.id, "name": entry.name}
        if entry.effects:
            data["effects"] = entry.effects
        return View(f"entry {entry.id!r} of {catalog}", data, links)

    def _links(self, fields: Mapping[str, FieldSpec]) -> dict[str, Callable[[Any], Any]]:
        """How the values of fields that are no plain data are seen."""
        links: dict[str, Callable[[Any], Any]] = {"effects": _effects}
        for name, spec in fields.items():
            if spec.to is not None and (spec.type == "ref" or spec.of == "ref"):
                links[name] = self._reference(spec.to)
            elif spec.type == "effects":
                links[name] = _effects
        return links

    def _reference(self, to: str) -> Callable[[Any], Any]:
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


def _effects(value: Any) -> Any:
    return tuple(map(_effect, value)) if isinstance(value, tuple) else value


def _effect(value: Any) -> Any:
    """A view of an effect's model; plain values as they are."""
    fields = getattr(type(value), "model_fields", None)
    if fields is None:
        return _effects(value)
    model: BaseModel = value
    return View("effect", {name: _effect(getattr(model, name)) for name in fields})

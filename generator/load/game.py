"""A game's folder in; the whole game out, or every problem of all its files at once."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from generator.load.cards import (
    ID,
    ID_ADVICE,
    MOST_CARDS,
    MOST_COPIES,
    Row,
    cards,
    entries,
    files_of,
    rows_of,
)
from generator.load.declare import declared
from generator.load.fields import Field, Flaw, World
from generator.load.figures import load_figures
from generator.load.fill import fill
from generator.load.find import GamePlace, GameSources, Workspace, linked
from generator.load.flood import Flood, Gathered
from generator.load.lists import dealt
from generator.load.near import hint
from generator.load.nodes import Map, Node, Seq
from generator.load.overlay import Overlay, emptied, lay, load_overlay, stale_files
from generator.load.people import check_counted, check_personal, check_turns
from generator.load.pieces import check_pieces, trim
from generator.load.plays import load_plays, load_rulings
from generator.load.read import read_yaml
from generator.load.styles import load_styles, read_styles
from generator.load.target import Sizes, load_sizes
from generator.model.card import Card, Entry
from generator.model.field import FieldSpec
from generator.model.figures import Figures
from generator.model.game import CatalogSpec, Component, ComponentSpec, Game, GameFile, Ruling
from generator.model.play import Play
from generator.model.scalars import Strict, kind_of
from generator.model.sources import Missing
from generator.model.style import Styles
from generator.problems import Problems, Where

TABLES = (".csv", ".tsv", ".txt", ".xlsx")
"""Files of cards with these ends are tables; others are YAML."""

LOW_INK = "-low-ink"
"""What the name of a style file that takes little ink ends in."""

MOST_PARTS = 200
"""Components, catalogs and fields of one of them that a game may have."""

MOST_DESIGNS = 200_000
"""Designs of cards in all components together."""

EffectsOf = Callable[[str], Mapping[str, type[Strict]]]


def load_game(
    workspace: Workspace,
    place: GamePlace,
    *,
    effects: EffectsOf,
    overlays: Sequence[str] = (),
    low_ink: bool = False,
    problems: Problems,
) -> Game | None:
    """The game with the overlays laid over it in order, None where an error was noted.

    With `low_ink` it takes the style file of that name: `styles-low-ink` where it has `styles`.

    `effects` gives the models of effects by kind for the `rules` entry that `game.yaml` names.
    """
    found = Gathered()
    game = None
    collecting = gc.isenabled()
    # A tree being built holds no garbage: looking for some costs a seventh of the time.
    gc.disable()
    try:
        game = _load(workspace, place, effects, overlays, low_ink, found)
    except Flood:
        pass
    finally:
        if collecting:
            gc.enable()
    problems.extend(found)
    return None if found.fatal() else game


def _load(
    workspace: Workspace,
    place: GamePlace,
    effects: EffectsOf,
    overlays: Sequence[str],
    low_ink: bool,
    problems: Problems,
) -> Game | None:
    if linked(place):
        where = Where(workspace.shown(place.root))
        problems.add("file-unsafe", where, "is a link that leaves its folder", "copy the game")
        return None
    loader = _Loader(GameSources(workspace, place), problems, low_ink)
    return loader.load(effects, overlays, load_sizes(workspace, problems))


class _Loader:
    """One game's files on the way in; `overlays` are laid over each as it is read."""

    def __init__(self, sources: GameSources, problems: Problems, low_ink: bool) -> None:
        self.sources, self.low_ink = sources, low_ink
        self.place = sources.place
        self.problems = problems
        self.overlays: list[Overlay] = []
        self.read: dict[str, Map | Seq | None] = {}
        self.personal = ""

    def load(self, effects: EffectsOf, overlays: Sequence[str], sizes: Sizes) -> Game | None:
        """The whole walk; whatever is faulty is noted and left out."""
        for id_ in overlays:
            overlay = load_overlay(self.sources, id_, self.problems)
            if overlay is not None:
                self.overlays.append(overlay)
        node = self.file("game.yaml", Where(f"card_data/{self.place.id}/game.yaml"))
        file = self.game_file(node)
        rulings = self.rulings()
        figures = self.figures(rulings)
        styles = self.styles(file, node)
        plays = self.plays()
        if file is None or not isinstance(node, Map):
            return None
        world = self.world(file, node, effects, figures)
        if file.personal in file.catalogs:
            self.personal = file.catalogs[file.personal or ""].file.partition("#")[0]
        catalogs = self.catalogs(file, node, world)
        components = self.components(file, node, world, sizes, catalogs)
        check_personal(file, node, catalogs, self.problems)
        check_counted(file, node, catalogs, components, self.problems)
        check_turns(file, components, self.problems)
        stale_files(self.overlays, [*self.read, "styles"], self.problems)
        if styles is None:
            return None
        laid = tuple(overlay.id for overlay in self.overlays)
        return Game(
            file,
            figures,
            catalogs,
            components,
            plays,
            rulings,
            styles,
            laid,
            self.place.root,
            node.where(),
            self.low_ink,
        )

    def file(self, name: str, where: Where, optional: bool = False) -> Map | Seq | None:
        """A YAML file of the game's folder with the overlays laid over it."""
        if name in self.read:
            return self.read[name]
        path = self.path(name, where, optional)
        if path is None:
            return None
        node = read_yaml(path, self.sources.shown(path), self.problems)
        if name == self.personal:
            emptied(self.overlays, name, node, self.problems)
        node = self.read[name] = lay(self.overlays, name, node, self.problems)
        return node

    def path(self, name: str, where: Where, optional: bool = False) -> Path | None:
        """A data file's path; one that is missing is noted unless it is optional."""
        found = self.sources.find("data", name)
        if isinstance(found, Path):
            return found
        if not (optional and found.code == "file-missing"):
            self.problems.add(found.code, where, found.says, found.fix)
        return None

    def game_file(self, node: Node) -> GameFile | None:
        """`game.yaml` as its model."""
        if node is None:
            return None
        shown = self.sources.shown(self.place.root / "game.yaml")
        where = node.where() if isinstance(node, Map) else Where(shown, 1)
        file = fill(GameFile, node, self.problems, where=where)
        if file is None:
            return None
        if file.id != self.place.id:
            says = f"the id is '{file.id[:80]}', the folder is '{self.place.id}'"
            self.problems.add("game-folder", node.where("id"), says, f"write {self.place.id}")
        if not ID.match(file.id):
            says = f"'{file.id[:80]}' cannot be an id"
            self.problems.add("id-illegal", node.where("id"), says, ID_ADVICE)
        for key, spec in (("components", file.components), ("catalogs", file.catalogs)):
            most = max((len(part.fields) for part in spec.values()), default=0)
            if len(spec) > MOST_PARTS or most > MOST_PARTS:
                says = f"has more than {MOST_PARTS} {key}, or one with more fields than that"
                self.problems.add("field-long", node.where(key), says, "make several games of it")
                return None
        if not file.components:
            says = "the game has no components, so nothing to print"
            where = node.where("components")
            self.problems.add("cards-none", where, says, "write a component with its cards")
        return file

    def rulings(self) -> Sequence[Ruling]:
        """`rulings.yaml`, where there is one."""
        node = self.file("rulings.yaml", Where("rulings.yaml"), optional=True)
        return load_rulings(node, self.problems)

    def figures(self, rulings: Sequence[Ruling]) -> Figures:
        """`rules.yaml`, where there is one; the rulings it names must be there."""
        node = self.file("rules.yaml", Where("rules.yaml"), optional=True)
        if isinstance(node, Seq):
            says = "is a list; keys are wanted"
            self.problems.add("field-value", node.where(), says, "write 'figures:' lines")
            node = None
        figures = load_figures(node, self.problems)
        known = {ruling.id: None for ruling in rulings}
        named = [(s.ruling, "options", name) for name, s in figures.options.items()]
        named += [(f.spec.ruling, "figures", name) for name, f in figures.figures.items()]
        for ruling, part, name in named:
            if ruling and ruling not in known and node is not None:
                says = f"there is no ruling '{ruling[:80]}'"
                where = node[part][name].where("ruling")
                self.problems.add("ref-missing", where, says, hint(ruling, known, "rulings"))
        return figures

    def styles(self, file: GameFile | None, node: Node) -> Styles | None:
        """The style file that `game.yaml` names."""
        if file is None:
            return None
        name = f"{file.styles}{LOW_INK}" if self.low_ink else file.styles
        if self.low_ink and isinstance(self.sources.find("style", name), Missing):
            says = f"the game has no style file '{name[:80]}', which --low-ink takes"
            fix = f"write templates/{name[:80]}.yaml for it, or print without --low-ink"
            self.problems.add("file-missing", node.where("styles"), says, fix)
            return None
        merged = read_styles(self.sources, name, node.where("styles"), self.problems)
        if merged is None:
            return None
        lay(self.overlays, "styles", merged, self.problems)
        return load_styles(merged, self.sources, self.problems)

    def plays(self) -> Sequence[Play]:
        """`plays/*.yaml`."""
        names = self.sources.workspace.folders.names(self.place.root / "plays")
        files = sorted(f"plays/{name}" for name in names if name.endswith(".yaml"))
        nodes = {name: self.file(name, Where(name)) for name in files}
        return load_plays(nodes, self.problems)

    def world(self, file: GameFile, node: Map, effects: EffectsOf, figures: Figures) -> World:
        """What fields may point at."""
        models: Mapping[str, type[Strict]] = {}
        if file.rules is not None:
            try:
                models = effects(file.rules)
            except KeyError:
                says = f"no rules are installed under '{file.rules[:80]}'"
                fix = "install them, or take 'rules' out: a game without an engine is whole"
                self.problems.add("ref-missing", node.where("rules"), says, fix)
        values = {name: figure.value for name, figure in figures.figures.items()}
        return World(dict.fromkeys(file.catalogs), models, self.picture, values)

    def picture(self, name: str) -> Flaw | None:
        """Why a picture cannot be used."""
        found = self.sources.find("image", name)
        return Flaw(found.code, found.says, found.fix) if isinstance(found, Missing) else None

    def catalogs(self, file: GameFile, node: Map, world: World) -> dict[str, dict[str, Entry]]:
        """Every catalog; all ids are known before any entry is read."""
        rows: dict[str, list[Row]] = {}
        for name, spec in file.catalogs.items():
            part: Map = node["catalogs"][name]
            read = self.rows(spec.file, part.where("file"), spec.fields, ("id", "name"))
            rows[name] = read or []
            # A catalog that cannot be read is not blamed on those who refer to it.
            world.catalogs[name] = None if read is None else {row.id for row in read}
            self.identity(spec, part)
        return {
            name: entries(
                rows[name], self.fields(node, "catalogs", name, spec.fields, world), self.problems
            )
            for name, spec in file.catalogs.items()
        }

    def identity(self, spec: CatalogSpec, part: Map) -> None:
        """What tells entries apart must be declared fields."""
        if spec.identity is None:
            return
        for key in ("colour", "emblem", "pattern"):
            name = getattr(spec.identity, key)
            if name is not None and name not in spec.fields:
                says = f"'{name[:80]}' is no declared field"
                where = part["identity"].where(key)
                self.problems.add("ref-missing", where, says, hint(name, spec.fields, "fields"))

    def components(
        self,
        file: GameFile,
        node: Map,
        world: World,
        sizes: Sizes,
        catalogs: Mapping[str, Mapping[str, Entry]],
    ) -> dict[str, Component]:
        """Every component with its cards."""
        out: dict[str, Component] = {}
        designs = printed = 0
        for name, spec in file.components.items():
            part: Map = node["components"][name]
            fields = self.fields(node, "components", name, spec.fields, world)
            made = self.cards_of(name, spec, part, fields)
            made = dealt(made, spec, part, file.catalogs, catalogs, self.problems)
            designs += len(made)
            if designs > MOST_DESIGNS:
                says = f"the game has more than {MOST_DESIGNS:,} designs of cards"
                self.problems.add("cards-many", part.where("cards"), says, "make several games")
                break
            counts = [card.count for card in made if card.count <= MOST_COPIES]
            printed += sum(counts) * spec.copies
            if printed > MOST_CARDS:
                says = f"makes {printed:,} cards in all; a game prints at most {MOST_CARDS:,}"
                fix = "lower the counts or the component's copies"
                self.problems.add("cards-many", part.where("cards"), says, fix)
                break
            if not ID.match(name):
                where = node["components"].where(name)
                self.problems.add("id-illegal", where, f"'{name[:80]}' cannot be an id", ID_ADVICE)
            size = trim(spec, part, sizes, self.problems)
            if size is not None:
                out[name] = Component(name, spec, size, spec.size or "", made, part.where())
        check_pieces(file, node, out, self.problems)
        return out

    def cards_of(
        self, name: str, spec: ComponentSpec, part: Map, fields: list[Field]
    ) -> Sequence[Card]:
        """A component's cards; one piece of its own name where it has no files of them."""
        if spec.kind == "book":
            return ()
        if spec.cards is not None:
            common = ("id", "name", "count", "face", "back")
            seen: dict[str, Where] = {}
            out: list[Card] = []
            for file, where in files_of(spec.cards, part, self.problems):
                rows = self.rows(file, where, spec.fields, common, seen)
                out += cards(rows or [], fields, spec, self.problems)
            return out
        only = Map(part.file, part.line)
        only.put("name", spec.name, part.line)
        return cards([Row(name, only, part.where())], fields, spec, self.problems)

    def fields(
        self, node: Map, part: str, name: str, specs: Mapping[str, FieldSpec], world: World
    ) -> list[Field]:
        """The readers of the fields that a catalog or component declares."""
        owner: Map = node[part][name]
        return declared(owner.get("fields"), specs, world, self.problems)

    def rows(
        self,
        name: str,
        where: Where,
        specs: Mapping[str, FieldSpec],
        common: tuple[str, ...],
        seen: dict[str, Where] | None = None,
    ) -> list[Row] | None:
        """The rows of a YAML file or table, overlays laid over them; None: it cannot be read.

        `seen` holds the ids of files read before it, which may not come again.
        """
        file, _, sheet = name.partition("#")
        if not file.lower().endswith(TABLES):
            node = self.file(name, where)
            shown = self.sources.shown(self.place.root / name)
        else:
            path = self.path(file, where)
            if path is None:
                return None
            shown = self.sources.shown(path)
            self.read[file] = None
            if sheet and not file.lower().endswith(".xlsx"):
                says = f"'{file}' has no sheet '{sheet[:60]}': only a workbook (.xlsx) has sheets"
                self.problems.add("file-missing", where, says, f"write {file}")
                return None
            from generator.load.columns import table_rows  # noqa: PLC0415 - most cards are YAML

            node = table_rows(path, shown, sheet, specs, common, self.problems)
            if file == self.personal:
                emptied(self.overlays, file, node, self.problems)
            node = lay(self.overlays, file, node, self.problems)
        if node is None:
            return None
        rows = rows_of(node, shown, self.problems, seen)
        if not rows and "count" in common and not len(node):
            says = f"holds no cards, but {kind_of(node)} without any"
            self.problems.add("cards-none", Where(node.file), says, "write at least one card")
        return rows

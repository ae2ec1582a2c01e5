"""Names in, files out: which folder wins, and that nobody leaves the folders searched.

A file is looked for in the game's folder, then the workspace, then what is shipped. Names are
relative, written with `/`, exact in case; a link may not lead out of the folder searched.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from generator.load.near import hint, nearest
from generator.model.sources import Kind, Missing

_PACKAGE = Path(__file__).resolve().parent.parent
SHIPPED: Path = (
    _PACKAGE.parent if (_PACKAGE.parent / "card_data").is_dir() else _PACKAGE / "shipped"
)
"""What comes with the program: the checkout, or `generator/shipped` in a wheel."""

AnyKind = Kind | Literal["data", "style", "overlay"]
"""What load itself asks for besides what rooms may ask for."""

_UNSAFE = re.compile(r"[\x00-\x1f\x7f\\]|^[A-Za-z]:")
_FILES_LISTED = 2000
_ENDS = {"template": ".xml", "style": ".yaml", "icon": ".svg", "overlay": ".yaml", "text": ".md"}


class GamePlace(NamedTuple):
    """A game's folder; `shipped`: it came with the program."""

    id: str
    root: Path
    shipped: bool


def linked(place: GamePlace) -> bool:
    """Whether the game's folder is a link, which may lead anywhere."""
    return place.root.resolve() != place.root.parent.resolve() / place.root.name


def unsafe(name: str) -> str | None:
    """Why a name may not be looked for, None where it may."""
    if not name or name.isspace():
        return "is empty"
    if len(name) > 255:
        return "has more than 255 characters"
    if "\\" in name:
        return "holds a backslash"
    if _UNSAFE.search(name):
        return "holds a drive letter or a control character"
    if name.startswith("/"):
        return "is an absolute path"
    if any(part in ("", ".", "..") for part in name.split("/")):
        return "holds an empty step, '.' or '..'"
    return None


class Folders:
    """Looks names up below folders, case by case exact; remembers what it has listed."""

    def __init__(self) -> None:
        self._listed: dict[Path, frozenset[str]] = {}

    def names(self, folder: Path) -> frozenset[str]:
        """The names in a folder, none where it cannot be listed."""
        names = self._listed.get(folder)
        if names is None:
            try:
                names = frozenset(os.listdir(folder))  # noqa: PTH208 - names, not paths
            except OSError:
                names = frozenset()
            self._listed[folder] = names
        return names

    def look(self, root: Path, name: str) -> Path | str | None:
        """The plain file `name` below `root`; why it may not be used; None: not there.

        `name` has passed `unsafe`.
        """
        path = root
        for part in name.split("/"):
            if part not in self.names(path):
                return None
            path = path / part
        try:
            real = path.resolve(strict=True)
            mode = real.stat().st_mode
        except (OSError, RuntimeError) as error:
            return f"cannot be followed: {getattr(error, 'strerror', None) or error}"
        if not real.is_relative_to(root.resolve()):
            return "is a link that leaves its folder"
        if not stat.S_ISREG(mode):
            return "is not a plain file"
        return path

    def files(self, root: Path, suffixes: tuple[str, ...] = ()) -> Iterator[str]:
        """Files below `root` by relative name, for near misses: at most 2,000, 6 levels deep."""
        left = _FILES_LISTED
        for folder, folders, names in os.walk(root):
            below = Path(folder).relative_to(root).parts
            folders[:] = sorted(folders) if len(below) < 6 else []
            for name in sorted(names):
                if suffixes and not name.endswith(suffixes):
                    continue
                yield "/".join((*below, name))
                left -= 1
                if not left:
                    return


class Workspace:
    """The folder that holds `card_data/` (None: there is none), with what is shipped behind it."""

    def __init__(self, root: Path | None) -> None:
        self.root = root
        self.folders = Folders()
        self._first: tuple[Path, ...] = ()

    @property
    def roots(self) -> tuple[Path, ...]:
        """The folders searched after a game's own."""
        own = () if self.root is None or self.root == SHIPPED else (self.root,)
        return (*self._first, *own, SHIPPED)

    def beside(self, folder: Path) -> Workspace:
        """The same workspace with another folder searched before it."""
        made = Workspace(self.root)
        made._first = (folder, *self._first)
        return made

    def games(self) -> list[GamePlace]:
        """The workspace's games by id, and shipped ones for which it has a folder, as of
        overlays; without a workspace the shipped ones."""
        data, come = (root / "card_data" for root in (self.root or SHIPPED, SHIPPED))
        found = []
        for name in sorted(self.folders.names(data)):
            for folder in (data, come):
                if "game.yaml" in self.folders.names(folder / name):
                    found.append(GamePlace(name, folder / name, folder == come))
                    break
        return found

    def place(self, game_id: str) -> GamePlace | None:
        """The workspace's game of that id, else the shipped one, else None."""
        if unsafe(game_id) or "/" in game_id:
            return None
        for root in self.roots:
            folder = root / "card_data" / game_id
            if game_id in self.folders.names(root / "card_data") and (
                "game.yaml" in self.folders.names(folder)
            ):
                return GamePlace(game_id, folder, root == SHIPPED)
        return None

    def shown(self, path: Path) -> str:
        """The path as problems name it."""
        for root in self.roots:
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return path.as_posix()


def workspace(start: Path) -> Workspace:
    """The nearest folder at or above `start` that has `card_data/`."""
    start = start.absolute()
    for folder in (start, *start.parents):
        if (folder / "card_data").is_dir():
            return Workspace(folder)
    return Workspace(None)


class Spot(NamedTuple):
    """A place to look: `name` below `root`, which no link may leave."""

    root: Path
    name: str


class GameSources:
    """One game's files by kind and name; implements `model.sources.Sources`."""

    def __init__(self, workspace: Workspace, place: GamePlace) -> None:
        self.workspace = workspace
        self.place = place
        self._found: dict[tuple[AnyKind, str], Path | Missing] = {}
        self._names: dict[AnyKind, list[str]] = {}

    def shown(self, path: Path) -> str:
        """The path as problems name it: relative to the workspace or to what is shipped."""
        shown = self.workspace.shown(path)
        if shown == path.as_posix() and path.is_relative_to(self.place.root):
            return f"{self.place.id}/{path.relative_to(self.place.root).as_posix()}"
        return shown

    def find(self, kind: AnyKind, name: str) -> Path | Missing:
        """The file of that name; never one outside the places searched."""
        found = self._found.get((kind, name))
        if found is None:
            found = self._found[kind, name] = self._find(kind, name)
        return found

    def candidates(self, kind: AnyKind, name: str) -> list[Path]:
        """Every file of that name that may be used, the winning one first."""
        if unsafe(name):
            return []
        looked = (self.workspace.folders.look(s.root, s.name) for s in self.spots(kind, name))
        return [path for path in looked if isinstance(path, Path)]

    def _find(self, kind: AnyKind, name: str) -> Path | Missing:
        if reason := unsafe(name):
            fix = "name it relative to its folder, with '/' between folders"
            if "backslash" in reason:
                fix = f"write {name.replace(chr(92), '/')!r}"
            return Missing("file-unsafe", f"the {kind} name {name[:80]!r} {reason}", fix)
        spots = self.spots(kind, name)
        for spot in spots:
            found = self.workspace.folders.look(spot.root, spot.name)
            if isinstance(found, Path):
                return found
            if found is not None:
                shown = self.shown(spot.root / spot.name)
                says = f"the {kind} '{name}' ({shown}) {found}"
                return Missing("file-unsafe", says, "put a plain file there")
        says = f"the {kind} '{name}' is not there"
        return Missing("file-missing", says, self._mend(kind, name, spots))

    def _mend(self, kind: AnyKind, name: str, spots: list[Spot]) -> str:
        """The near miss; for what a game must bring, where to put it."""
        names = self.names(kind)
        if kind not in ("data", "template", "style") or nearest(name, names):
            return hint(name, names, f"{kind}s there")
        own = self.shown(spots[0].root / spots[0].name)
        place = own if kind == "data" else spots[1].name
        return f"put it at {place}" + (f"; {hint(name, names, 'there')}" if names else "")

    def spots(self, kind: AnyKind, name: str) -> list[Spot]:
        """Where a name of that kind is looked for, first place first."""
        own, game = self.place.root, self.place.id
        if kind == "data":
            return [Spot(own, name)]
        spots: list[Spot] = []
        if kind == "text":
            spots += [Spot(own, name), Spot(own, f"templates/{name}")]
            for root in self.workspace.roots:
                spots.append(Spot(root, f"templates/{game}/{name}"))
                spots.append(Spot(root, f"templates/{name}"))
            return spots
        if kind in ("template", "style"):
            end = ".xml" if kind == "template" else ".yaml"
            file = name if name.endswith(end) else name + end
            spots.append(Spot(own, f"templates/{file}"))
            for root in self.workspace.roots:
                spots.append(Spot(root, f"templates/{game}/{file}"))
                spots.append(Spot(root, f"templates/{file}"))
            return spots
        if kind == "icon":
            file = name if name.endswith(".svg") else f"{name}.svg"
            spots += [Spot(own, f"art/icons/{file}"), Spot(own, f"templates/icons/{file}")]
            for root in self.workspace.roots:
                spots.append(Spot(root, f"card_data/{game}/art/icons/{file}"))
                spots.append(Spot(root, f"templates/{game}/icons/{file}"))
                spots.append(Spot(root, f"templates/icons/{file}"))
            return spots
        file = name if kind == "image" else f"overlays/{name}.yaml"
        spots.append(Spot(own, file))
        for root in self.workspace.roots:
            spots.append(Spot(root, f"card_data/{game}/{file}"))
            # Beside games only what is meant as art is theirs to show.
            if kind == "image" and file.startswith("art/"):
                spots.append(Spot(root, file))
        return spots

    def names(self, kind: AnyKind) -> list[str]:
        """The names of that kind that would be found, for near misses; listed once."""
        if kind not in self._names:
            self._names[kind] = self._list(kind)
        return self._names[kind]

    def _list(self, kind: AnyKind) -> list[str]:
        if kind == "data":
            inside = self.workspace.folders.names(self.place.root)
            return sorted(n for n in inside if "." in n and n != "game.yaml")
        end = _ENDS.get(kind)
        names: dict[str, None] = {}
        for spot in self.spots(kind, "art/?" if kind == "image" else "?"):
            folder = (spot.root / spot.name).parent
            # Folders below the shared templates are other games' and targets.
            shared = kind in ("template", "style") and folder.parent in self.workspace.roots
            for name in self.workspace.folders.files(folder, (end,) if end else ()):
                if shared and "/" in name:
                    continue
                shown = name if kind == "text" else name.removesuffix(end or "")
                names[f"art/{name}" if end is None else shown] = None
        return list(names)

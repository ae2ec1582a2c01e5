"""Every `fonts/families.yaml` and the faces used in; the font file of each face out.

`families.yaml`: `family: {licence: FILE, faces: {face-id: FILE}}`, files below `fonts/<family>/`.
The game's file wins over the workspace's, that over what is shipped.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path

from generator.load.fill import fill, mapping_of
from generator.load.find import GameSources, unsafe
from generator.load.near import hint
from generator.load.nodes import Map, Node
from generator.load.read import read_yaml
from generator.model.style import Family
from generator.problems import Problems, Where

_KINDS = {
    b"OTTO": "holds CFF outlines (an .otf)",
    b"wOFF": "is a web font (WOFF)",
    b"wOF2": "is a web font (WOFF2)",
    b"ttcf": "is a collection of several fonts (a .ttc)",
    b"typ1": "is a Type 1 font",
    b"%!PS": "is a Type 1 font",
}


class _Face:
    """A face as `families.yaml` lists it."""

    def __init__(self, root: Path, name: str, where: Where) -> None:
        self.root = root
        self.name = name
        self.where = where


def load_faces(
    sources: GameSources, used: Mapping[str, Where], problems: Problems
) -> dict[str, Path]:
    """The file of each listed face that is there; the faces `used` must be usable."""
    faces = _listed(sources, problems)
    look = sources.workspace.folders.look
    out: dict[str, Path] = {}
    for name, face in faces.items():
        found = look(face.root, face.name)
        if isinstance(found, Path):
            out[name] = found
        elif name in used:
            says = f"the font file of '{name}' {found or 'is not there'}: {face.name}"
            code = "file-missing" if found is None else "file-unsafe"
            folder = (face.root / face.name).parent
            near = hint(Path(face.name).name, sources.workspace.folders.names(folder), "files")
            problems.add(code, face.where, says, near)
    for name, where in used.items():
        if name not in faces:
            says = f"no families.yaml lists the face '{name}'"
            problems.add("style-face", where, says, hint(name, faces, "faces"))
        elif name in out and (reason := unusable(out[name])):
            says = f"the font file {sources.shown(out[name])} {reason}"
            fix = "use a static TrueType font (.ttf with glyf outlines); most families offer one"
            problems.add("font-unusable", where, says, fix)
            del out[name]
    return out


def _listed(sources: GameSources, problems: Problems) -> dict[str, _Face]:
    faces: dict[str, _Face] = {}
    for root in (sources.place.root, *sources.workspace.roots):
        path = sources.workspace.folders.look(root, "fonts/families.yaml")
        if path is None:
            continue
        if not isinstance(path, Path):
            shown = sources.shown(root / "fonts/families.yaml")
            problems.add("file-unsafe", Where(shown), path, "put a plain file there")
            continue
        node = read_yaml(path, sources.shown(path), problems)
        if isinstance(node, Map):
            for name, face in _of_file(node, root, problems).items():
                faces.setdefault(name, face)
        elif node is not None:
            says = "is a list; families are wanted"
            problems.add("field-value", node.where(), says, "write 'family: {faces: …}'")
    return faces


def _of_file(node: Map, root: Path, problems: Problems) -> dict[str, _Face]:
    faces: dict[str, _Face] = {}
    whole = Map(node.file, node.line)
    whole.put("families", node, node.line)

    def family(name: str, value: Node, where: Where) -> None:
        made = fill(Family, value, problems, where=where)
        if made is None:
            return
        for face, file in made.faces.items():
            place = value["faces"].where(face)
            file_name = f"fonts/{name}/{file}"
            if reason := unsafe(file_name):
                says = f"the file name '{file[:80]}' {reason}"
                problems.add("file-unsafe", place, says, "name a file in the family's folder")
            elif face in faces:
                says = f"the face '{face}' is listed here and on line {faces[face].where.line}"
                problems.add("id-double", place, says, "give one of them another id")
            else:
                faces[face] = _Face(root, file_name, place)

    mapping_of(whole, "families", family, problems)
    return faces


def unusable(path: Path) -> str | None:
    """Why a font file cannot be used, None for TrueType outlines; reads its directory only."""
    try:
        with path.open("rb") as file:
            head = file.read(12)
            if len(head) < 12:
                return f"has {len(head)} bytes, which is no font"
            if reason := _KINDS.get(head[:4]):
                return reason
            if head[:4] not in (b"\x00\x01\x00\x00", b"true"):
                return "is no font file"
            count = struct.unpack(">H", head[4:6])[0]
            tables = file.read(16 * count)
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    names = {tables[i : i + 4] for i in range(0, len(tables), 16)}
    if not {b"glyf", b"loca", b"cmap"} <= names:
        return "holds no TrueType outlines"
    return None

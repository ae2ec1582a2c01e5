"""A workspace in, what `list` shows out: games, their components and editions, the targets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.load.find import GamePlace, GameSources, Workspace, linked
from generator.load.read import read_yaml
from generator.load.target import target_ids
from generator.problems import Problems


def overview(workspace: Workspace) -> dict[str, Any]:
    """Games by id with name, version, components, editions; faulty ones say so in `problems`."""
    games = []
    for place in workspace.games():
        problems = Problems()
        path = None if linked(place) else workspace.folders.look(place.root, "game.yaml")
        shown = workspace.shown(place.root / "game.yaml")
        data = read_yaml(path, shown, problems) if isinstance(path, Path) else None
        known = data if isinstance(data, dict) else {}
        components = known.get("components")
        games.append(
            {
                "id": place.id,
                "name": str(known.get("name") or place.id),
                "version": str(known.get("version") or ""),
                "shipped": place.shipped,
                "components": [
                    {
                        "id": str(name),
                        "name": str(spec.get("name") or name),
                        "size": str(spec.get("size") or ""),
                    }
                    for name, spec in (components or {}).items()
                    if isinstance(spec, dict)
                ]
                if isinstance(components, dict)
                else [],
                "editions": editions(workspace, place),
                "problems": len(problems) or int(data is None),
            }
        )
    return {"games": games, "targets": target_ids(workspace)}


def editions(workspace: Workspace, place: GamePlace) -> list[str]:
    """The overlays that `--edition` would find for a game, sorted; they are not read."""
    sources = GameSources(workspace, place)
    return sorted(
        name
        for name in sources.names("overlay")
        if "/" not in name and isinstance(sources.find("overlay", name), Path)
    )

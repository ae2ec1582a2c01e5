"""A workspace in, what `list` shows out: games, their components and editions, the targets."""

from __future__ import annotations

from typing import Any

from generator.load.find import Workspace
from generator.load.read import read_yaml
from generator.load.target import target_ids
from generator.problems import Problems


def overview(workspace: Workspace) -> dict[str, Any]:
    """Games by id with name, version, components, editions; faulty ones say so in `problems`."""
    games = []
    for place in workspace.games():
        problems = Problems()
        path = place.root / "game.yaml"
        data = read_yaml(path, workspace.shown(path), problems)
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
                "editions": sorted(p.stem for p in (place.root / "overlays").glob("*.yaml")),
                "problems": len(problems),
            }
        )
    return {"games": games, "targets": target_ids(workspace)}

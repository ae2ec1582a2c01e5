"""A game's sources in, its editions as plain data out: what each changes in figures and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.load.find import GameSources
from generator.load.nodes import Map
from generator.load.overlay import Overlay, load_overlay
from generator.load.overview import editions as ids_of
from generator.problems import Problems


def editions(sources: GameSources) -> list[dict[str, Any]]:
    """The editions that can be read: id, name, figures, options and why, as their files state them.

    `figures` and `options` go from a name to its value; `why` are the reasons given, each once.
    Faults of an overlay are told where it is used.
    """
    ids = ids_of(sources.workspace, sources.place)
    found = (load_overlay(sources, name, Problems()) for name in ids)
    return [_edition(one) for one in found if one is not None]


def _edition(overlay: Overlay) -> dict[str, Any]:
    rules = overlay.replace.get("rules.yaml")
    figures, why = _stated(rules, "figures", "value")
    options, more = _stated(rules, "options", "default")
    return {
        "id": overlay.id,
        "name": overlay.name,
        "figures": figures,
        "options": options,
        "why": list(dict.fromkeys([*why, *more])),
    }


def _stated(rules: object, part: str, key: str) -> tuple[Mapping[str, Any], list[str]]:
    """What an overlay says of one part of the rules: values by name, and why."""
    values: dict[str, Any] = {}
    why: list[str] = []
    known = rules.get(part) if isinstance(rules, Map) else None
    for name, patch in known.items() if isinstance(known, Map) else ():
        if isinstance(patch, Map) and key in patch:
            values[str(name)] = patch[key]
            if "variant" in patch:
                why.append(str(patch["variant"]))
    return values, why

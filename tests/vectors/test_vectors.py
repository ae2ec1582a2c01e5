"""Rule vectors, derived by hand, against the engines.

The folder is named by CARDWRIGHT_VECTORS (default: this one): one JSON file a game, as
`{"game", "defaults", "vectors": [{"id", "op", "given", "expect", "why"}]}`. An adapter turns a
vector's `given` into moves of the engine and gives back what `expect` describes; a game without an
adapter fails if it is shipped and is left alone if it is not.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import conflict_vectors
import drain_vectors
import duel_vectors
import pytest
import wars_vectors
from vector_engine import ROOT, Given

from generator.engine.contract import IllegalMove, SetupRefused, Unreadable
from generator.load.find import workspace

FOLDER = Path(os.environ.get("CARDWRIGHT_VECTORS") or Path(__file__).parent)
FILES = sorted(FOLDER.glob("*.json"))
REFUSALS = (IllegalMove, SetupRefused, Unreadable)

ADAPTERS: dict[str, dict[str, Callable[[Given], Any]]] = {
    "brain_drain": drain_vectors.OPS,
    "organizations": conflict_vectors.OPS,
    "sophmb2ce": duel_vectors.OPS,
    "sprite_wars": wars_vectors.OPS,
}


def vectors() -> Iterator[Any]:
    for path in FILES:
        data = json.loads(path.read_text("utf-8"))
        for vector in data["vectors"]:
            given = {**data.get("defaults", {}), **vector["given"]}
            name = f"{data['game']}-{vector['id']}"
            yield pytest.param(data["game"], vector, given, id=name)


def agrees(found: Any, expect: Any) -> bool:
    """Exact, but for described lists and for objects, of which only the listed keys count."""
    if isinstance(expect, dict) and isinstance(found, list):
        return (
            expect.keys() <= {"count", "has", "not"}
            and expect.get("count", len(found)) == len(found)
            and all(one in found for one in expect.get("has", ()))
            and not any(one in found for one in expect.get("not", ()))
        )
    if isinstance(expect, dict) and isinstance(found, dict):
        missing = object()
        return all(same(found.get(key, missing), value) for key, value in expect.items())
    return same(found, expect)


def same(found: Any, expect: Any) -> bool:
    """Equal as JSON: true is not 1."""
    return type(found) is type(expect) and json.dumps(found, sort_keys=True) == json.dumps(
        expect, sort_keys=True
    )


def test_there_are_vectors() -> None:
    assert FILES, f"no vectors in {FOLDER}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_shipped_game_has_an_adapter(path: Path) -> None:
    data = json.loads(path.read_text("utf-8"))
    assert data["vectors"]
    shipped = workspace(ROOT).place(data["game"]) is not None
    assert data["game"] in ADAPTERS or not shipped


@pytest.mark.parametrize(("game", "vector", "given"), list(vectors()))
def test_vector(game: str, vector: dict[str, Any], given: Given) -> None:
    if game not in ADAPTERS:
        assert workspace(ROOT).place(game) is None, f"{game} is shipped and has no adapter"
        return
    try:
        found = ADAPTERS[game][vector["op"]](given)
    except REFUSALS as refusal:
        found = {"error": True, "says": str(refusal)}
    assert agrees(found, vector["expect"]), f"{found!r}: {vector['why']}"


def test_comparison_can_fail() -> None:
    assert agrees({"a": 1, "b": 2}, {"a": 1})
    assert not agrees({"a": 1}, {"a": True})
    assert not agrees({"a": 1}, {"b": None})
    assert not agrees(None, {"error": True})
    assert not agrees({"error": True}, None)
    assert agrees([1, 2], {"count": 2, "has": [1], "not": [3]})
    assert not agrees([1, 2], {"count": 2, "has": [3]})
    assert not agrees([1, 2], {"not": [2]})
    assert not agrees([1, 2], [2, 1])

"""A game's `evidence.yaml` in, what long play has told of it out; the file may be missing."""

from __future__ import annotations

from pathlib import Path

from generator.load.fill import fill
from generator.load.find import SHIPPED, GamePlace, Workspace
from generator.load.nodes import Map
from generator.load.read import read_yaml
from generator.model.evidence import Evidence, Run
from generator.problems import Problems, Where

NAME = "evidence.yaml"


def evidence_path(workspace: Workspace, place: GamePlace) -> Path | None:
    """Where the workspace keeps the game's evidence; None without a workspace."""
    if workspace.root is None:
        return None
    return workspace.root / "card_data" / place.id / NAME


def load_evidence(workspace: Workspace, place: GamePlace, problems: Problems) -> Evidence:
    """The workspace's runs, then those that came with the program; faulty files are noted."""
    runs: list[Run] = []
    for root in dict.fromkeys((workspace.root or SHIPPED, place.root.parent.parent)):
        runs += read_evidence(workspace, root, place.id, problems).runs
    return Evidence(runs=tuple({run.edition: run for run in reversed(runs)}.values())[::-1])


def read_evidence(workspace: Workspace, root: Path, game: str, problems: Problems) -> Evidence:
    """One file's runs; none where it is not there."""
    name = f"card_data/{game}/{NAME}"
    found = workspace.folders.look(root, name)
    if found is None:
        return Evidence()
    shown = workspace.shown(root / name)
    if isinstance(found, str):
        problems.add("file-unsafe", Where(shown), found, "put a plain file there")
        return Evidence()
    node = read_yaml(found, shown, problems)
    if node is None:
        return Evidence()
    where = node.where() if isinstance(node, Map) else Where(shown, 1)
    return fill(Evidence, node, problems, where=where) or Evidence()

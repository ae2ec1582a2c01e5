"""A game played in numbers: its studies in; `evidence.yaml` and the figures in its notes out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from generator.check.evidence import studied
from generator.engine.given import given_hash, rules_hash, sources_hash
from generator.engine.study import run_studies
from generator.load.evidence import evidence_path, load_evidence, read_evidence
from generator.load.find import GamePlace, Workspace
from generator.model.evidence import Evidence, Run
from generator.pipeline import load
from generator.press import Tell, quiet, stop
from generator.problems import Problems, Refused, Where
from generator.write.evidence import evidence_text, with_figures, write_text

GAMES = 40_000
"""Games a row: an even share is then known to half a percent."""

NOTES = "NOTES.md"


def play_deep(
    workspace: Workspace,
    place: GamePlace,
    edition: Sequence[str],
    *,
    games: int = GAMES,
    seed: int = 0,
    workers: int | None = None,
    tell: Tell = quiet,
) -> tuple[Run | None, Path | None, Problems]:
    """Play the game's studies and keep what they tell in the workspace's `evidence.yaml`.

    The run of the same edition is replaced, others stay; no run where the game has no studies,
    which is noted. Raises Refused where it cannot be played, or without a workspace.
    """
    problems = Problems()
    game, rules = load(workspace, place, edition, problems)
    studies = studied(rules)
    path = evidence_path(workspace, place)
    if rules is None or studies is None:
        says = "its rules bring no studies" if rules else "no engine"
        problems.add("not-checked", game.where, f"not played in numbers ({says})")
        return None, None, problems
    if path is None or workspace.root is None:
        says = "there is no workspace here to keep evidence in"
        problems.add("evidence-place", game.where, says, "run it in a folder that has card_data/")
        raise Refused(problems)
    _kept(workspace.root, game.id, problems)  # before minutes of play: what cannot be read stays
    engine = rules.engine(game, {})
    with _pool(workers or os.cpu_count() or 1) as executor:
        asked = tuple(studies.studies(game))
        found = run_studies(engine, asked, games, seed, executor=executor, progress=tell)
    run = Run(
        edition=game.overlay,
        games=games,
        seed=seed,
        given=given_hash(game, studies.plays_with(game)),
        rules=rules_hash(engine, studies.words()),
        sources=sources_hash(engine),
        studies=found,
    )
    runs = [one for one in _kept(workspace.root, game.id, problems) if one.edition != run.edition]
    runs.append(run)
    runs.sort(key=lambda one: one.edition)
    shown = workspace.shown(path)
    _write(path, shown, evidence_text(game.id, Evidence(runs=tuple(runs))), problems)
    refresh_notes(Workspace(workspace.root), place, problems)
    return run, path, problems


def _kept(root: Path, game: str, problems: Problems) -> tuple[Run, ...]:
    """The runs in the workspace's file; raises Refused where it cannot be read."""
    # a workspace remembers which files it has seen, and a run beside this one may add some
    kept = read_evidence(Workspace(root), root, game, problems)
    stop(problems)
    return kept.runs


def refresh_notes(workspace: Workspace, place: GamePlace, problems: Problems) -> None:
    """Bring the figures that the game's notes quote up to date; raises Refused."""
    assert workspace.root is not None
    name = f"card_data/{place.id}/{NOTES}"
    found = workspace.folders.look(workspace.root, name)
    if not isinstance(found, Path):
        return
    shown = workspace.shown(found)
    try:
        text = found.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        problems.add("file-unreadable", Where(shown), f"cannot be read: {error}")
        raise Refused(problems) from None
    new = with_figures(text, load_evidence(workspace, place, problems), shown, problems)
    if new != text:
        _write(found, shown, new, problems)


def _write(path: Path, shown: str, text: str, problems: Problems) -> None:
    try:
        write_text(path, text)
    except OSError as error:
        problems.add("not-written", Where(shown), f"cannot be written: {error.strerror or error}")
        raise Refused(problems) from None


def _pool(count: int) -> AbstractContextManager[Executor | None]:
    if count <= 1:
        return nullcontext()
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - only for several

    return ProcessPoolExecutor(count)

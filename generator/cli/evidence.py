"""`check --deep` in, evidence kept and its sums told out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from generator.load.find import GamePlace, Workspace
    from generator.model.evidence import Run
    from generator.press import Tell
    from generator.problems import Problem

# Rooms are imported inside the function: `cardwright --help` must not load the engine.
# ruff: noqa: PLC0415

Deep = Annotated[
    bool, typer.Option("--deep", help="First play the game in numbers: `evidence.yaml`.")
]
DeepGames = Annotated[
    int | None, typer.Option("-n", "--games", min=1, help="Games a row of --deep. [40000]")
]
DeepSeed = Annotated[int | None, typer.Option("--seed", help="What --deep draws chance from. [0]")]
DeepWorkers = Annotated[
    int | None,
    typer.Option("--workers", min=1, help="Processes of --deep. Default: one a core."),
]


def played(
    workspace: Workspace,
    place: GamePlace,
    edition: Sequence[str],
    games: int | None,
    seed: int | None,
    workers: int | None,
    tell: Tell,
    say: Callable[[str], object] | None,
) -> list[Problem]:
    """Play a game in numbers and keep the evidence; `say` hears its sums. Raises Refused."""
    from generator.cli.terminal import near
    from generator.deep import GAMES, play_deep

    run, path, problems = play_deep(
        workspace,
        place,
        edition,
        games=games or GAMES,
        seed=seed or 0,
        workers=workers,
        tell=tell,
    )
    if run is not None and path is not None and say is not None:
        for line in _sums(run):
            say(line)
        say(f"{place.id}: evidence in {near(path)}")
    return list(problems)


def _sums(run: Run) -> list[str]:
    from generator.model.evidence import percent

    lines = []
    for study in run.studies:
        lines.append(f"{study.title}:")
        for row in study.total:
            share, low, high = row.first
            line = f"  {row.policy}: {row.games} games, first player wins {share:.1f} %"
            line += f" ({low:.1f} to {high:.1f})"
            line += f", length {row.length.mean:.1f}" if row.length else ""
            line += "".join(f", {name} {percent(found[0])} %" for name, found in row.events.items())
            lines.append(line)
    return lines

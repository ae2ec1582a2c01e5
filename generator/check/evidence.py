"""What long play has told of a game in; evidence that is missing or stale, and trackers, out."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from generator.engine.contract import Rules, SetupRefused
from generator.model.evidence import Evidence, Reach, Run
from generator.model.game import Component, Game
from generator.problems import Problems, Refused, Where

if TYPE_CHECKING:
    from generator.engine.contract import Studied

MOST = 1.0
"""Percent of games that may pass a tracker's range where nothing printed says what to do then."""


def studied(rules: Rules | None) -> Studied | None:
    """The rules' studies; None where they bring none, so that no evidence is asked of them."""
    parts: Any = rules
    brought = all(hasattr(parts, name) for name in ("studies", "plays_with", "words"))
    return parts if brought else None


def check_evidence(
    game: Game,
    rules: Rules | None,
    evidence: Evidence,
    base: Callable[[], Game | None],
    where: Where,
    problems: Problems,
) -> None:
    """Note evidence that is missing or stale, and trackers that play has shown to be too short.

    `base` loads the game without its overlays, `where` is where evidence is kept.
    """
    studies = studied(rules)
    if rules is None or studies is None:
        return
    try:
        engine = rules.engine(game, {})
    except (Refused, SetupRefused):
        return  # the audit has said why
    run = fresh(game, engine, studies, evidence)
    again = f"cardwright check {game.id} --deep"
    again += f" --edition {','.join(game.overlay)}" if game.overlay else ""
    if run is not None:
        for component in game.components.values():
            _tracker(component, run, problems)
            if component.id in studies.plays_with(game):
                _idle(component, run, problems)
    elif evidence.of(game.overlay) or (game.overlay and _inherits(game, studies, evidence, base)):
        says = "the rules, figures or effects have changed since the games were played"
        problems.add("evidence-stale", where, says, f"play them again: {again}")
    else:
        says = f"nobody has played {game.id} in numbers yet"
        says += f" with {', '.join(game.overlay)} laid over it" if game.overlay else ""
        problems.add("evidence-missing", where, says, f"play: {again}")


def fresh(game: Game, engine: object, studies: Studied, evidence: Evidence) -> Run | None:
    """The run that holds for this very game, of whatever edition; its own edition's first."""
    from generator.engine.given import (  # noqa: PLC0415 - reads sources; for games with evidence
        given_hash,
        rules_hash,
        sources_hash,
    )

    given = given_hash(game, studies.plays_with(game))
    runs = [run for run in evidence.runs if run.given == given]
    runs.sort(key=lambda run: run.edition != game.overlay)
    if not runs:
        return None
    try:
        sources = sources_hash(engine)
        for run in runs:
            if run.sources == sources:
                return run
        rules = rules_hash(engine, studies.words())
    except (OSError, SyntaxError):
        return None
    return next((run for run in runs if run.rules == rules), None)


def _inherits(
    game: Game, studies: Studied, evidence: Evidence, base: Callable[[], Game | None]
) -> bool:
    """Whether the overlay leaves alone what was played, so that the game's own run is its run."""
    from generator.engine.given import given_hash  # noqa: PLC0415 - as above

    plain = base()
    return (
        plain is not None
        and evidence.of(()) is not None
        and given_hash(plain, studies.plays_with(plain))
        == given_hash(game, studies.plays_with(game))
    )


def _idle(component: Component, run: Run, problems: Problems) -> None:
    """Cards of the deck that nobody ever played, under a policy that was studied."""
    cards = {card.id: card for card in component.cards if card.count}
    for study in run.studies:
        for row in study.total:
            for name, share in row.rare.items():
                if not share and name in cards:
                    says = f"{name} was never played in {row.games} games (policy {row.policy})"
                    fix = "make it worth playing, or leave it out"
                    problems.add("evidence-idle", cards[name].where, says, fix)


def _tracker(component: Component, run: Run, problems: Problems) -> None:
    """A tracker's range against what its quantity reached under the policy that strained it most.

    More than 1 % of games beyond the range need a printed sentence.
    """
    spec = component.spec
    if spec.range is None:
        return
    rows = [row for study in run.studies for row in study.total]
    known = sorted({name for row in rows for name in row.tracks})
    name = spec.tracks or (known[0] if len(known) == 1 else "")
    where = component.where
    if name not in known:
        near = get_close_matches(name, known, 1)
        says = f"{component.id} tracks {name!r}" if name else f"{component.id} says no `tracks:`"
        fix = f"did you mean {near[0]}?" if near else f"the engine tracks {', '.join(known)}"
        problems.add("tracker-quantity", where._replace(field="tracks"), says, fix)
        return
    least, most = spec.range
    reached: list[tuple[Reach, str]] = [
        (row.tracks[name], row.policy) for row in rows if name in row.tracks
    ]
    worst, policy = max(reached, key=lambda pair: pair[0].beyond(least, most))
    beyond = worst.beyond(least, most)
    if beyond > MOST and not spec.overflow:
        says = f"{name} leaves {least} to {most} in {beyond:.1f} % of games (policy {policy}): it"
        says += f" reaches {min(worst.low)} to {max(worst.high)}"
        fix = "widen `range:`, or print in `overflow:` what is done then"
        problems.add("tracker-short", where._replace(field="range"), says, fix)

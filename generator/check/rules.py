"""A loaded game and its rules in, problems out: sets, prose, identities and plays."""

from __future__ import annotations

from collections import Counter
from itertools import product

from generator.check.figures import check_game_prose
from generator.check.identity import check_identities
from generator.engine.contract import Rules
from generator.engine.replay import replay
from generator.model.game import Component, Game
from generator.model.play import Play
from generator.problems import Problems


def check_rules(game: Game, rules: Rules | None, problems: Problems) -> None:
    """Everything that can be said of a game before a face is composed."""
    for component in game.components.values():
        _check_set(component, problems)
    check_game_prose(game, problems)
    check_identities(game, problems)
    if rules is None:
        problems.add(
            "not-checked",
            game.where,
            "not checked (no engine): effects, plays, facts that only rules know",
            "name an entry point of the group cardwright.rules as `rules:` if it is to be played",
        )
        if game.plays:
            where = game.plays[0].where
            problems.add("play-unplayable", where, "a play, but no engine to replay it", "")
        return
    before = len(problems.of("error"))
    rules.audit(game, problems)
    if len(problems.of("error")) > before:
        return
    for play in game.plays:
        _check_play(game, rules, play, problems)


def _check_play(game: Game, rules: Rules, play: Play, problems: Problems) -> None:
    """Replay it. What an edition has taken out of the game, the game's own plays cannot begin with:
    that is told and no fault, as the play stands for the game without it."""
    found = Problems()
    replay(rules, game, play, found)
    if game.overlay and {problem.code for problem in found} == {"play-setup"}:
        for problem in found:
            says = f"not replayed with {', '.join(game.overlay)}: {problem.says}"
            fix = f"replace plays/{play.id}.yaml as well if it is to be played in this edition"
            problems.add("not-checked", problem.where, says, fix)
        return
    problems.extend(found)


def _check_set(component: Component, problems: Problems) -> None:
    """The combinations that `expect` lists, each printed once and none beside."""
    expect = component.spec.expect
    if not component.cards and component.spec.kind == "faces":
        problems.add("cards-none", component.where, f"{component.id} has no cards", "add some")
    if not expect:
        return
    names = tuple(expect)
    found: Counter[tuple[str, ...]] = Counter()
    for card in component.cards:
        found[tuple(str(card.fields.get(name)) for name in names)] += card.count
    wanted = list(product(*expect.values()))
    for combination in wanted:
        times = found.pop(combination, 0)
        said = ", ".join(f"{n} {v}" for n, v in zip(names, combination, strict=True))
        if times == 0:
            problems.add(
                "card-missing",
                component.where,
                f"{component.id} has no card with {said}",
                f"`expect` wants each combination of {' and '.join(names)} once",
            )
        elif times > 1:
            problems.add(
                "card-twice",
                component.where,
                f"{component.id} prints {times} cards with {said}",
                f"`expect` wants each combination of {' and '.join(names)} once",
            )
    for combination in found:
        said = ", ".join(f"{n} {v}" for n, v in zip(names, combination, strict=True))
        problems.add(
            "card-unexpected",
            component.where,
            f"{component.id} has a card with {said}, which `expect` does not list",
            "take it out or add the value to `expect`",
        )

"""`cardwright sprite_wars propose`: flags in, a fairer series as a patch or an overlay out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.engine.contract import Command, Desk
from generator.games.sprite_wars.rating import flags, members, table, unread
from generator.games.sprite_wars.roster import Series, lineups, series
from generator.problems import Problems, Refused, Where

if TYPE_CHECKING:
    from generator.games.sprite_wars.proposing import Proposal
    from generator.model.game import Game

DEFAULTS = {
    "--games": "8000",
    "--rounds": "10",
    "--within": "10",
    "--size": "6",
    "--policy": "greedy",
    "--seed": "0",
    "--of": "",
    "--write": "",
}
USAGE = (
    "Flags: --games N a round, --rounds N up to 30, --within POINTS up to 100, --size N, "
    "--policy NAME, --seed N,"
    " --of id,id,… or a set (only these change), --write ID (an overlay)."
)
MOST_ROUNDS = 30


def _run(game: Game, arguments: Sequence[str], desk: Desk) -> int:
    """Print what each round found, both ratings and the patch; with --write keep it."""
    from generator.games.sprite_wars.notation import cards  # noqa: PLC0415 - after the contract
    from generator.games.sprite_wars.proposing import propose  # noqa: PLC0415 - only to play
    from generator.games.sprite_wars.wars import WarsEngine  # noqa: PLC0415

    given = flags(arguments, DEFAULTS)
    if given is None or not 1 <= int(given["--rounds"]) <= MOST_ROUNDS or not _points(given):
        asked = bool({"-h", "--help"} & {*arguments})
        desk.tell(USAGE if asked else unread(arguments, DEFAULTS) + USAGE)
        return 0 if asked else 2
    path = _path(game, given["--write"])
    problems = Problems()
    made = series(game, problems)
    if made is None:
        raise Refused(problems)
    pool: tuple[int, ...] = ()
    try:
        pool = tuple(dict.fromkeys(cards(WarsEngine(made), members(game, given["--of"]))))
        found = propose(
            made,
            int(given["--games"]),
            rounds=int(given["--rounds"]),
            within=_points(given) / 100,
            size=int(given["--size"]),
            policy=given["--policy"],
            seed=int(given["--seed"]),
            pool=pool,
            heard=lambda *told: desk.tell(_round(*told)),
        )
    except ValueError as error:  # a fighter, a size or a policy that is not there
        desk.tell(str(error))
        return 2
    for line in told(game, made, found, _points(given)):
        desk.tell(line)
    lines = _patch(game, made, found)
    for line in lines:
        desk.tell(line)
    if path and lines:
        name = f"{game.file.name}, evened out"
        head = [f"id: {path.stem}", f"base: {game.id}", f'name: "{name}"']
        desk.write(path, "\n".join([*head, *lines, ""]))
        desk.tell(f"{path} is written; build with --edition {path.stem}.")
    return 0


def _points(given: dict[str, str]) -> int:
    """Of --within, 0 for what makes no sense."""
    points = int(given["--within"])
    return points if 1 <= points <= 100 else 0


def _path(game: Game, id_: str) -> Path | None:
    """Where the overlay goes; raises Refused where something lies there or the id cannot be."""
    if not id_:
        return None
    path = Path("card_data") / game.id / "overlays" / f"{id_}.yaml"
    problems = Problems()
    if not all(c.isascii() and (c.isalnum() or c in "-_") for c in id_) or id_[0] in "-_":
        says = f"'{id_[:80]}' cannot be an id"
        problems.add("id-illegal", Where("--write"), says, "letters, digits and hyphens")
    elif path.exists():
        problems.add("output-in-the-way", Where(str(path)), "is there already", "another name")
    if list(problems):
        raise Refused(problems)
    return path


def _round(number: int, spread: float, changed: int) -> str:
    what = f"{changed} fighters changed" if changed != 1 else "one fighter changed"
    return (
        f"round {number}: spread {100 * spread:.1f} points; {what if changed else 'none changed'}"
    )


def told(game: Game, before: Series, found: Proposal, within: int) -> Iterator[str]:
    """Changes, the rating of what is proposed, and how the spread has moved."""
    from generator.games.sprite_wars.proposing import moved  # noqa: PLC0415 - only to play

    yield from moved(before.fighters, found.fighters)
    yield from table(found.fighters, found.after)
    old, new = 100 * found.before.spread, 100 * found.after.spread
    yield (
        f"games that had no part in the choice: spread {old:.1f} before, {new:.1f} after;"
        f" wanted {within}"
    )
    if new > within:
        yield "Not there yet: more --rounds, or more --games a round."
    elif found.fighters == before.fighters:
        yield "No fighter is a must or a dud: nothing to change."


def _patch(game: Game, before: Series, found: Proposal) -> list[str]:
    from generator.games.sprite_wars.proposing import patch  # noqa: PLC0415 - only to play

    files = {}
    for component in lineups(game):
        given = component.spec.cards
        names = (given,) if isinstance(given, str) else tuple(given or ())
        for card in component.cards:
            files[card.id] = next((n for n in names if card.where.file.endswith(n)), str(names[0]))
    return patch(before.fighters, found.fighters, [files[one.id] for one in before.fighters])


PROPOSE = Command("Propose powers and arrows so that no fighter is a must or a dud.", _run)

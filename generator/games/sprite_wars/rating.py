"""A series in, how often its fighters' stacks win out: played games with stacks drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from generator.engine.contract import CHANCE, OVER, Command, Desk, SetupRefused
from generator.games.sprite_wars.roster import lineups
from generator.problems import Problems, Refused

if TYPE_CHECKING:
    from generator.games.sprite_wars.roster import Fighter
    from generator.games.sprite_wars.wars import WarsEngine
    from generator.model.game import Game

Z = 1.959963984540054
"""Half-width of a normal 95 % interval."""


class Share(NamedTuple):
    """Won of `of` stacks or games, with Wilson's 95 % interval; draws are half won."""

    of: int
    share: float
    low: float
    high: float


class Rating(NamedTuple):
    """`fighters`: of the stacks that held it, by number · `first`: of games, by who began."""

    games: int
    fighters: tuple[Share, ...]
    first: Share
    draws: Share

    @property
    def spread(self) -> float:
        """Between the best and the worst fighter."""
        shares = [one.share for one in self.fighters if one.of]
        return max(shares) - min(shares) if shares else 0.0


def wilson(hits: float, of: int) -> Share:
    """A share with its interval; everything is possible where `of` is 0."""
    if not of:
        return Share(0, 0.0, 0.0, 1.0)
    share = hits / of
    middle, scale = share + Z * Z / (2 * of), 1 + Z * Z / of
    half = Z * sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    return Share(of, share, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale))


def rate(
    engine: WarsEngine,
    games: int,
    *,
    size: int = 6,
    policy: str = "greedy",
    seed: int = 0,
    pool: Sequence[int] = (),
) -> Rating:
    """Play `games` with stacks of `size` different fighters drawn from `pool` (none: the series).

    Raises SetupRefused for a policy or size that cannot be.
    """
    count = len(engine.powers)
    pool = pool or range(count)
    if not 1 <= size <= len(pool):
        raise SetupRefused(f"stacks of {size} from {len(pool)} fighters", "smaller ones")
    choose = engine.policy(policy).choose
    held: Counter[int] = Counter()
    won: dict[int, float] = dict.fromkeys(range(count), 0.0)
    first = drawn = 0.0
    rng = Random()  # noqa: S311 - games, not secrets
    for number in range(games):
        rng.seed(seed << 40 | number)
        stacks = tuple(rng.sample(pool, size)), tuple(rng.sample(pool, size))
        state = engine.start(engine.battle(stacks))
        while (who := engine.actor(state)) != OVER:
            if who == CHANCE:
                move = engine.chance(state, rng)
            else:
                move = choose(engine.view(state, who), engine.moves(state), rng)
            engine.apply(state, move)
        draw = state.result not in (0, 1)
        drawn += draw
        first += 0.5 if draw else state.result == state.first
        for seat in (0, 1):
            points = 0.5 if draw else float(state.result == seat)
            for card in stacks[seat]:
                held[card] += 1
                won[card] += points
    return Rating(
        games,
        tuple(wilson(won[card], held[card]) for card in range(count)),
        wilson(first, games),
        wilson(drawn, games),
    )


# The command

DEFAULTS = {"--games": "2000", "--size": "6", "--policy": "greedy", "--seed": "0", "--of": ""}
USAGE = (
    "Flags: --games N, --size N, --policy NAME, --seed N, --of id,id,… or a set (only these fight)."
)


def flags(words: Sequence[str], defaults: Mapping[str, str]) -> dict[str, str] | None:
    """Flags with their values, `defaults` for the rest; None for what cannot be read.

    Those with a number by default need one, and of games one at least.
    """
    parts = [part for word in words for part in word.split("=", 1)]
    given = dict(zip(parts[::2], parts[1::2], strict=False))
    if len(parts) % 2 or given.keys() - defaults.keys():
        return None
    found = {**defaults, **given}
    numbers = (found[name] for name, value in defaults.items() if value.isdigit())
    if any(not (n.isascii() and n.isdigit() and len(n) < 8) for n in numbers):
        return None
    return found if int(found["--games"]) else None


def unread(words: Sequence[str], defaults: Mapping[str, str]) -> str:
    """Why `flags` cannot read them, as a sentence and a blank."""
    parts = [part for word in words for part in word.split("=", 1)]
    given = dict(zip(parts[::2], [*parts[1::2], ""], strict=False))
    for name, value in given.items():
        least = int(name in ("--games", "--rounds", "--size"))
        if name not in defaults:
            return f"{name[:60]!r} means nothing here. "
        whole = value.isascii() and value.isdigit() and len(value) < 8
        if defaults[name].isdigit() and not (whole and int(value) >= least):
            return f"{name} takes a number from {least} to 9999999; {value[:20]!r} is none. "
    return ""


def _run(game: Game, arguments: Sequence[str], desk: Desk) -> int:
    """Print the table: fighters from the best to the worst, then first player and draws."""
    from generator.games.sprite_wars.notation import cards  # noqa: PLC0415 - after the contract
    from generator.games.sprite_wars.roster import series  # noqa: PLC0415
    from generator.games.sprite_wars.wars import WarsEngine  # noqa: PLC0415 - only to play

    given = flags(arguments, DEFAULTS)
    if given is None:
        asked = bool({"-h", "--help"} & {*arguments})
        desk.tell(USAGE if asked else unread(arguments, DEFAULTS) + USAGE)
        return 0 if asked else 2
    problems = Problems()
    made = series(game, problems)
    if made is None:
        raise Refused(problems)
    engine = WarsEngine(made)
    try:
        rating = rate(
            engine,
            int(given["--games"]),
            size=int(given["--size"]),
            policy=given["--policy"],
            seed=int(given["--seed"]),
            pool=tuple(dict.fromkeys(cards(engine, members(game, given["--of"])))),
        )
    except ValueError as error:  # a fighter, a size or a policy that is not there
        desk.tell(str(error))
        return 2
    for line in table(made.fighters, rating):
        desk.tell(line)
    return 0


def members(game: Game, text: str) -> str:
    """Ids, also where the name of a set is given."""
    of_set = [
        card.id
        for component in lineups(game)
        for card in component.cards
        if text and card.fields.get("set") == text
    ]
    return " ".join(of_set) or text


def table(fighters: Sequence[Fighter], rating: Rating) -> Iterable[str]:
    """Lines for people."""
    order = sorted(range(len(fighters)), key=lambda n: -rating.fighters[n].share)
    for number in order:
        one, fighter = rating.fighters[number], fighters[number]
        if one.of:
            arrows = " ".join(f"{name}{'*' * (force - 1)}" for name, force in fighter.arrows)
            yield f"{fighter.id:<10} {_percent(one)}  power {fighter.power}  {arrows}"
    yield f"spread {100 * rating.spread:.1f} points over {rating.games} games"
    yield f"first player {_percent(rating.first)}, draws {_percent(rating.draws)}"


def _percent(one: Share) -> str:
    return f"{100 * one.share:5.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f})"


RATE = Command("Rate fighters: how often stacks with them win. See --of, --size, --games.", _run)

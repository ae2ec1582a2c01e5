"""A series in, one like it out in which no fighter is a must or a dud: powers and arrows moved.

Each round plays games with seeds of its own, so it tests what the rounds before have changed; the
result is rated once more, with twice the games and a seed that changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from generator.games.sprite_wars.grid import DIRECTIONS
from generator.games.sprite_wars.rating import Rating, rate, wilson
from generator.games.sprite_wars.roster import Fighter, Series
from generator.games.sprite_wars.wars import WarsEngine

if TYPE_CHECKING:
    from generator.games.sprite_wars.rating import Share

POWER_POINTS, FORCE_POINTS = 7.5, 2.0
"""About how many points of a fighter's share one more power and one more arrow bring: measured over
160 fighters of powers 4 to 6. Beside equals an arrow brings more, so changes are but trials."""

POWERS = range(1, 10)
MOST_POWER, MOST_FORCE = 2, 4
"""Power and arrows (double ones as two) that one trial may add to a fighter or take from it."""

NEAR = 0.4
"""Part of the spread wanted within which a fighter is left alone, on either side of a half."""


ENOUGH = 0.9
"""Part of it that a round may find at most for all to be well: the luck of its games helped."""


class Proposal(NamedTuple):
    """`before` and `after` are rated with the same games, which had no part in the choice; `rounds`
    are the spreads seen on the way, of the series as it was when the round began."""

    fighters: tuple[Fighter, ...]
    before: Rating
    after: Rating
    rounds: tuple[float, ...]


class _Trial:
    """What is known of one fighter: its best form so far, and the one that is being tried."""

    def __init__(self, fighter: Fighter) -> None:
        self.best = self.now = fighter
        self.tried = {fighter.rank}
        self._tallies = {fighter: (0, 0.0)}
        self._part = 1.0

    def add(self, one: Share) -> None:
        """Games of the form that is being tried."""
        of, hits = self._tallies.get(self.now, (0, 0.0))
        self._tallies[self.now] = of + one.of, hits + one.of * one.share

    def share(self, fighter: Fighter) -> Share:
        """Of all its games in that form."""
        of, hits = self._tallies.get(fighter, (0, 0.0))
        return wilson(hits, of)

    def settle(self) -> None:
        """Keep the form tried where it lies nearer to a half, else go back.

        More power and arrows never harm, so a form that errs on the same side still is no worse,
        whatever the luck of its games was.
        """
        off, was = (self.share(one).share - 0.5 for one in (self.now, self.best))
        if off * was > 0 or abs(off) < abs(was):
            self.best = self.now
        else:  # that was too much
            self.now = self.best
            self._part /= 2

    def attempt(self, taken: set[tuple[int, frozenset[tuple[str, int]]]], rng: Random) -> bool:
        """Try another form if there is one that nobody has."""
        wanted = 100 * (0.5 - self.share(self.best).share)
        for power, force in steps(wanted * self._part):
            rank = self.best.power + power, self.best.force + force
            for _ in range(8 if rank not in self.tried else 0):
                made = stepped(self.best, power, force, rng)
                if made is not None and (made.power, frozenset(made.arrows)) not in taken:
                    self.now = made
                    self.tried.add(rank)
                    return True
        return False


def propose(
    series: Series,
    games: int,
    *,
    rounds: int = 8,
    within: float = 0.1,
    size: int = 6,
    policy: str = "greedy",
    seed: int = 0,
    pool: Sequence[int] = (),
    heard: Callable[[int, float, int], None] = lambda number, spread, changed: None,
) -> Proposal:
    """Try small changes of fighters of `pool` (none: all) until their spread lies `within`.

    A round rates all forms that are being tried, keeps those that lie nearer to a half than what
    was there, and tries others for fighters too far off. `heard` is told each round's number,
    spread, and how many are tried next. Raises SetupRefused as `rate` does.
    """
    pool = tuple(pool) or tuple(range(len(series.fighters)))
    trials = [_Trial(fighter) for fighter in series.fighters]
    rng, base, spreads = Random(seed), (seed + 1) * 1_000_003, []  # noqa: S311 - no secrets

    def rated(number: int, some: Iterable[Fighter]) -> Rating:
        engine = WarsEngine(series._replace(fighters=tuple(some)))
        many = games if number else 2 * games
        return rate(engine, many, size=size, policy=policy, seed=base + number, pool=pool)

    for number in range(1, rounds + 1):
        found = rated(number, (one.now for one in trials))
        spreads.append(found.spread)
        if found.spread <= ENOUGH * within:
            for one in trials:
                one.best = one.now
            heard(number, found.spread, 0)
            break
        for card in pool:
            trials[card].add(found.fighters[card])
            trials[card].settle()
        tried = sum(_tried(trials, card, within, rng) for card in pool) if number < rounds else 0
        heard(number, found.spread, tried)
        if not tried:
            break
    best = tuple(one.best for one in trials)
    before, after = (rated(0, some) for some in (series.fighters, best))
    return Proposal(best, before, after, tuple(spreads))


def _tried(trials: Sequence[_Trial], card: int, within: float, rng: Random) -> bool:
    """Another form of the fighter, if it surely lies too far from a half."""
    one = trials[card]
    share = one.share(one.best)
    if abs(share.share - 0.5) <= NEAR * within or share.low <= 0.5 <= share.high:
        return False
    forms = (form for trial in trials for form in (trial.now, trial.best))
    return one.attempt({(form.power, frozenset(form.arrows)) for form in forms}, rng)


def steps(points: float) -> list[tuple[int, int]]:
    """Changes of power and force, those first that bring about so many points of a share."""
    found = [
        (power, force)
        for power in range(-MOST_POWER, MOST_POWER + 1)
        for force in range(-MOST_FORCE, MOST_FORCE + 1)
        if _worth(power, force)
    ]
    # no change of power where arrows will do
    return sorted(
        (one for one in found if _worth(*one) * points > 0),
        key=lambda one: (abs(_worth(*one) - points) + 2 * abs(one[0]), abs(one[1])),
    )


def _worth(power: int, force: int) -> float:
    return POWER_POINTS * power + FORCE_POINTS * force


def stepped(fighter: Fighter, power: int, force: int, rng: Random) -> Fighter | None:
    """The fighter with so much more power and so many more arrows; None where that cannot be."""
    arrows = dict(fighter.arrows)
    for _ in range(abs(force)):
        grown = _grown(arrows) if force > 0 else _shrunk(arrows)
        if not grown:
            return None
        name, now = grown[rng.randrange(len(grown))]
        if now:
            arrows[name] = now
        else:
            del arrows[name]
    if fighter.power + power not in POWERS or not arrows:
        return None
    ordered = tuple((name, arrows[name]) for name in DIRECTIONS if name in arrows)
    return fighter._replace(power=fighter.power + power, arrows=ordered)


def _grown(arrows: dict[str, int]) -> list[tuple[str, int]]:
    """One arrow more, or one that becomes double."""
    return [(name, arrows.get(name, 0) + 1) for name in DIRECTIONS if arrows.get(name, 0) < 2]


def _shrunk(arrows: dict[str, int]) -> list[tuple[str, int]]:
    """One arrow less (the last stays), or a double one that becomes single."""
    return [(name, now - 1) for name, now in arrows.items() if now > 1 or len(arrows) > 1]


# The patch


def patch(before: Iterable[Fighter], after: Iterable[Fighter], files: Sequence[str]) -> list[str]:
    """Lines of YAML that replace what has changed, by `files` of the fighters in their order."""
    lines, last = ["replace:"], ""
    changed = [
        (file, new)
        for file, old, new in zip(files, before, after, strict=True)
        if (old.power, old.arrows) != (new.power, new.arrows)
    ]
    for file, fighter in sorted(changed, key=lambda one: one[0]):
        if file != last:
            lines.append(f"  {file}:")
            last = file
        lines.append(
            f"    {fighter.id}: {{power: {fighter.power}, effects: [{_effects(fighter)}]}}"
        )
    return lines if changed else []


def _effects(fighter: Fighter) -> str:
    kinds = (("single", 1), ("double", 2))
    told = ((kind, [n for n, force in fighter.arrows if force == of]) for kind, of in kinds)
    return ", ".join(f"{{kind: {kind}, to: [{', '.join(to)}]}}" for kind, to in told if to)


def moved(before: Iterable[Fighter], after: Iterable[Fighter]) -> Iterator[str]:
    """A line for each fighter that changed."""
    for old, new in zip(before, after, strict=True):
        if old != new:
            yield f"{old.id:<10} {_told(old)}  ->  {_told(new)}"


def _told(fighter: Fighter) -> str:
    arrows = " ".join(f"{name}{'*' * (force - 1)}" for name, force in fighter.arrows)
    return f"power {fighter.power}, {arrows}"

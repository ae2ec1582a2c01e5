"""Cards on the floating grid in, spots, arrows, totals and rows out. Nothing here knows a turn.

A spot is one number (see `spot`): x grows to the right and y away from seat A. Seat B faces seat A,
so its cards lie turned by half a circle and so do their arrows (ruling 004-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

SIDE = 3
"""Spots along an edge of the grid, and cards in a row that win."""

_STRIDE = 4096
FARTHEST = 1000
"""No coordinate is further from nought."""


def spot(x: int, y: int) -> int:
    """The number of a spot."""
    return x * _STRIDE + y


def place(number: int) -> tuple[int, int]:
    """The x and y of a spot."""
    x = (number + _STRIDE // 2) // _STRIDE
    return x, number - x * _STRIDE


DIRECTIONS: Mapping[str, int] = {
    "N": spot(0, 1),
    "NE": spot(1, 1),
    "E": spot(1, 0),
    "SE": spot(1, -1),
    "S": spot(0, -1),
    "SW": spot(-1, -1),
    "W": spot(-1, 0),
    "NW": spot(-1, 1),
}
"""Where an arrow leads from a card of seat A, image upright; the opposite for seat B."""

_NOBODY = (-1, 0)
STEPS = tuple(DIRECTIONS.values())
_LINES = (spot(1, 0), spot(0, 1), spot(1, 1), spot(1, -1))

Cells = dict[int, tuple[int, int]]
"""What lies on the grid: spot to owner and fighter."""

Arrows = tuple[tuple[Mapping[int, int], ...], tuple[Mapping[int, int], ...]]
"""[owner][fighter]: steps it points along, with 1 for a single and 2 for a double arrow."""


@lru_cache(65536)
def free(taken: frozenset[int]) -> tuple[int, ...]:
    """Empty spots that keep all cards inside some 3 x 3 (rulings 004-03 to 05); all if none lies.

    From the bottom left, column by column. Raises ValueError where no grid holds the cards.
    """
    if not taken:
        return (0,)
    xs, ys = zip(*map(place, taken), strict=True)
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    if right - left >= SIDE or high - low >= SIDE:
        raise ValueError("the cards do not lie within a grid")
    reach = SIDE - 1
    return tuple(
        spot(x, y)
        for x in range(right - reach, left + reach + 1)
        for y in range(high - reach, low + reach + 1)
        if spot(x, y) not in taken
    )


def totals(
    cells: Cells, target: int, attacker: int, powers: Iterable[int], arrows: Arrows
) -> tuple[int, int]:
    """Attack and defence of the card on `target` (rulings 004-09, 10); it counts for itself."""
    power = powers if isinstance(powers, tuple) else tuple(powers)
    sums = [0, 0]
    owner, card = cells[target]
    sums[owner] = power[card]
    for step in STEPS:
        there = cells.get(target - step)
        if there is not None and step in arrows[there[0]][there[1]]:
            sums[there[0]] += power[there[1]]
    return sums[attacker], sums[1 - attacker]


def row(cells: Cells, owner: int, through: int) -> bool:
    """Whether three cards of `owner` lie in a row through that spot."""
    get = cells.get
    for line in _LINES:
        count = 1
        for step in (line, -line):
            at = through + step
            while get(at, _NOBODY)[0] == owner:
                count += 1
                at += step
        if count >= SIDE:
            return True
    return False


def any_row(cells: Cells, owner: int) -> bool:
    """Whether three cards of `owner` lie in a row."""
    return any(row(cells, owner, at) for at, (whose, _) in cells.items() if whose == owner)


def threats(cells: Cells, owner: int, empty: Iterable[int]) -> list[int]:
    """Empty spots where one more card would make a row of `owner`."""
    return [at for at in empty if row(cells, owner, at)]


def settled(cells: Cells) -> tuple[tuple[int, int, int], ...]:
    """The cards as they lie to each other, wherever on the table: sorted (spot, owner, fighter)."""
    if not cells:
        return ()
    xs, ys = zip(*map(place, cells), strict=True)
    corner = spot(min(xs), min(ys))
    return tuple(sorted((at - corner, owner, card) for at, (owner, card) in cells.items()))

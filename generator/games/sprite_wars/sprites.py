"""A seed in, a symmetrical sprite of our own kind out, as lines ready for a `sprite:` field."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random

from generator.engine.contract import Command, Desk
from generator.model.game import Game

SIZE = 16
"""Cells across and down."""

INK, EMPTY = "k", "."
COLOURS = "sbralyp"
"""Letters of the palette besides ink: steel, bone, red, amber, leaf, sky, plum."""

TOUCHY = ({"r", "l"}, {"l", "y"})
"""Pairs that some eyes do not tell apart: they need ink between them."""

Grid = list[list[str]]
_SEED = re.compile(r"-?\d{1,18}", re.ASCII)


def sprite(seed: int) -> tuple[str, ...]:
    """Lines of a creature, the left half mirrored, within an outline of ink, on the ground.

    At most four colours, ink among them.
    """
    rng = Random(seed)  # noqa: S311 - pictures, not secrets
    body, mark = rng.sample(COLOURS, 2)
    while {body, mark} in TOUCHY:
        mark = rng.choice([one for one in COLOURS if one != body])
    half = _body(rng)
    grid = [[body if cell else EMPTY for cell in line] for line in half]
    _marks(grid, mark, rng)
    _face(grid, body, rng)
    whole = [[EMPTY, *line, *reversed(line), EMPTY] for line in grid]
    return _grounded(outlined(whole))


def _body(rng: Random) -> list[list[bool]]:
    """The left half: grown from a core, smoothed twice, so that it holds together."""
    rows, columns = SIZE - 3, SIZE // 2 - 1
    cells = [[False] * columns for _ in range(rows)]
    for y in range(rows):
        reach = 3 + rng.randrange(columns - 2)
        for x in range(columns):
            inside = columns - x <= reach
            cells[y][x] = inside and rng.random() < (0.95 if columns - x < 4 else 0.7)
    for _ in range(2):
        cells = [[_stays(cells, x, y) for x in range(columns)] for y in range(rows)]
    for y in range(3, rows - 1):  # a core, so that nothing falls apart
        cells[y][columns - 3 :] = [True] * 3
    seen = _reached(cells, (columns - 1, rows // 2))
    return [[(x, y) in seen for x in range(columns)] for y in range(rows)]


def _stays(cells: Sequence[Sequence[bool]], x: int, y: int) -> bool:
    """Whether most of the cells around are filled; the middle is a mirror."""
    rows, columns = len(cells), len(cells[0])
    count = sum(
        cells[v][min(u, 2 * columns - 1 - u)]
        for u in (x - 1, x, x + 1)
        for v in (y - 1, y, y + 1)
        if u >= 0 and 0 <= v < rows
    )
    return count >= 5


def _reached(cells: Sequence[Sequence[bool]], start: tuple[int, int]) -> set[tuple[int, int]]:
    seen, todo = {start}, [start]
    while todo:
        x, y = todo.pop()
        for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= v < len(cells) and 0 <= u < len(cells[0])
            if inside and cells[v][u] and (u, v) not in seen:
                seen.add((u, v))
                todo.append((u, v))
    return seen


def _marks(grid: Grid, mark: str, rng: Random) -> None:
    """A belly, stripes or a hat in the second colour."""
    rows, columns = len(grid), len(grid[0])
    kind = rng.choice(("belly", "stripes", "hat"))
    for y in range(rows):
        for x in range(columns):
            if grid[y][x] == EMPTY:
                continue
            belly = kind == "belly" and y > rows * 0.6 and x > columns - 4
            stripes = kind == "stripes" and y > rows // 2 and y % 3 == 0
            if belly or stripes or (kind == "hat" and y < 3):
                grid[y][x] = mark


def _face(grid: Grid, body: str, rng: Random) -> None:
    """An eye of bone (of steel on bone) with a pupil, and a mouth."""
    columns = len(grid[0])
    y, x = rng.choice((4, 5)), columns - rng.choice((3, 4))
    white = "s" if body == "b" else "b"
    used = {cell for line in grid for cell in line}
    eye = white if len({*used, white, INK} - {EMPTY}) <= 4 else INK
    for v in (y, y + 1):
        for u in (x, x + 1):
            grid[v][u] = eye
    grid[y + rng.randrange(2)][x + 1] = INK
    for u in range(columns - rng.choice((1, 2, 3)), columns):
        grid[y + 4][u] = INK


def outlined(grid: Sequence[Sequence[str]]) -> Grid:
    """The same with ink wherever an empty cell touches a filled one."""
    rows, columns = len(grid), len(grid[0])
    top = [EMPTY] * columns
    padded = [top, *grid, top] if rows < SIZE - 1 else list(grid)

    def beside(x: int, y: int) -> Iterable[str]:
        for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= v < len(padded) and 0 <= u < columns:
                yield padded[v][u]

    return [
        [
            INK if cell == EMPTY and any(one != EMPTY for one in beside(x, y)) else cell
            for x, cell in enumerate(line)
        ]
        for y, line in enumerate(padded)
    ]


def _grounded(grid: Grid) -> tuple[str, ...]:
    """Sixteen lines, the last of them not empty."""
    lines = ["".join(line) for line in grid]
    while lines and not lines[-1].strip(EMPTY):
        lines.pop()
    return tuple([EMPTY * SIZE] * (SIZE - len(lines)) + lines[-SIZE:])


def _run(game: Game, arguments: Sequence[str], desk: Desk) -> int:
    """`--seed N`: print one; a whole number, 0 unless it is given."""
    words = [part for word in arguments for part in word.split("=", 1)]
    seed = "0"
    if words:
        if len(words) != 2 or words[0] != "--seed" or not _SEED.fullmatch(words[1]):
            desk.tell("Write --seed and a whole number, such as --seed 7.")
            return 0 if words[0] in ("-h", "--help") else 2
        seed = words[1]
    desk.tell("sprite: |")
    for line in sprite(int(seed)):
        desk.tell(f"  {line}")
    return 0


SPRITE = Command("Draw a symmetrical sprite from --seed N, as lines for a card's file.", _run)

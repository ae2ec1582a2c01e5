"""Backs that forgive a sheet fed askew, and such that do not."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from generator.check.backs import check_back
from generator.geometry import Box, Segment, Segments, rectangle
from generator.problems import Problems, Where
from generator.scene import Colour, Item, Outline, Path, Run, Scene

INK = Colour(26, 26, 26)
W, H = 60.0, 90.0


def back(items: Iterable[Item], tiles: bool = False) -> Scene:
    outline = Outline(rectangle(Box(0, 0, W, H)))
    return Scene((W, H), 3, 3, outline, tuple(items), "fox", "back", tiles)


def says(scene: Scene) -> list[str]:
    problems = Problems()
    check_back(scene, lambda _: Where("back.xml", 3), problems)
    assert {p.code for p in problems} <= {"back-forgiving"}
    return [p.says for p in problems]


def diamonds(dx: float = 6, dy: float = 9, lost: int | None = None) -> list[Item]:
    """A pattern of diamonds whose period divides the card."""
    segments: list[Segment] = []
    number = 0
    for i in range(-1, int(W / dx) + 1):
        for j in range(-1, int(H / dy) + 1):
            number += 1
            if number == lost:
                continue
            x, y = (i + 0.5) * dx, (j + 0.5) * dy
            ring: Segments = (
                ("M", x - 1, y), ("L", x, y - 2), ("L", x + 1, y), ("L", x, y + 2), ("Z",),
            )  # fmt: skip
            segments += ring
    return [Path(rectangle(Box(-3, -3, W + 6, H + 6)), fill=Colour(255, 255, 255)),
            Path(tuple(segments), stroke=INK, width=0.2)]  # fmt: skip


def test_a_tiling_pattern_is_forgiving() -> None:
    assert says(back(diamonds(), tiles=True)) == []


def test_a_pattern_that_stops_at_the_trim() -> None:
    found = says(back(diamonds(dx=7), tiles=True))
    assert any("half turn" in line for line in found)
    assert any("beside" in line for line in found)


def test_a_shape_left_out() -> None:
    assert any("half turn" in line for line in says(back(diamonds(lost=20), tiles=True)))


@pytest.mark.parametrize(
    ("box", "warned"),
    [
        (Box(2, 2, W - 4, H - 4), True),
        (Box(5.5, 5.5, W - 11, H - 11), True),
        (Box(6.5, 6.5, W - 13, H - 13), False),
        (Box(-3, -3, W + 6, H + 6), False),
        (Box(2, 2, 4, 4), False),
    ],
)
def test_lines_beside_the_trim(box: Box, warned: bool) -> None:
    found = says(back([Path(rectangle(box), stroke=INK, width=0.3)]))
    assert bool(found) == warned, found


def test_text_keeps_clear() -> None:
    run = Run(7, 20, "Fox", "sans", 9, INK, width=20)
    assert says(back([run])) == []
    assert says(back([run._replace(x=4)]))

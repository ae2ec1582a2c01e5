"""Plans, scenes and labels by hand for the tests of impose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.geometry import Box, rectangle
from generator.impose.captions import SheetInfo
from generator.impose.plan import Plan, plan
from generator.model.target import Size, Target
from generator.problems import Problems, Where
from generator.scene import Colour, Outline, Run, Scene

PAPERS = {
    "a4": Size(width=210.0, height=297.0),
    "a5": Size(width=148.0, height=210.0),
    "letter": Size(width=215.9, height=279.4),
    "legal": Size(width=215.9, height=355.6),
}
HERE = Where("game.yaml", 7)


@pytest.fixture(scope="session")
def planned() -> Callable[..., tuple[Plan | None, Problems]]:
    """Plan a card size on a paper; returns the plan and the problems."""

    def make(
        card: tuple[float, float] = (63.5, 88.9),
        paper: str = "a4",
        bleed: Any = "none",
        guides: Any = "scissors",
        flip: Any = "long",
        free: bool = False,
        **changed: Any,
    ) -> tuple[Plan | None, Problems]:
        target = Target(
            id="home", name="Home", paper=paper, flip=flip, bleed=bleed, source="", checked=""
        ).but(**changed)
        problems = Problems()
        made = plan(
            *(target, PAPERS, card),
            bleed=bleed,
            guides=guides,
            where=HERE,
            problems=problems,
            free=free,
        )
        return made, problems

    return make


@pytest.fixture(scope="session")
def scene() -> Callable[..., Scene]:
    """A scene without items, of a card by its name."""

    def make(
        of: str, side: Any = "front", size: tuple[float, float] = (63.5, 88.9), tiles: bool = False
    ) -> Scene:
        cut = rectangle(Box(0, 0, *size))
        return Scene(size, 3.0, 3.0, Outline(cut), (), of, side, tiles)

    return make


def label(text: str, size: float) -> Run:
    """A label as wide as a narrow sans sets it."""
    width = len(text) * size * 25.4 / 72 * 0.5
    return Run(0.0, 0.0, text, "sans", size, Colour(0, 0, 0), width)


@pytest.fixture(scope="session")
def info() -> Callable[..., SheetInfo]:
    """What the labels of a test's sheets say."""

    def make(problems: Problems | None = None, **changed: Any) -> SheetInfo:
        into = Problems() if problems is None else problems
        plain = SheetInfo("SOPHMB2CE", "Headhunter deck", "1.2", True, label, HERE, into)
        return plain._replace(**changed)

    return make

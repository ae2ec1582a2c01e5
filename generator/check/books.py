"""A book's typed text and laid-out pages in, problems out: figures, sizes, contrast, safe area."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Protocol

from generator.check.figures import typed_places
from generator.check.scenes import check_scene
from generator.model.figures import Figures
from generator.problems import Problems, Where
from generator.scene import Run, Scene

_MANNERS = re.compile(r"[*_`\[\]]")
_NUMBERED = re.compile(r"(?m)^(\s*)\d+([.)])(?=\s)")


class Typed(Protocol):
    """A stretch of text as its author typed it."""

    @property
    def file(self) -> str:
        """The file it stands in."""

    @property
    def line(self) -> int:
        """The line it begins on."""

    @property
    def text(self) -> str:
        """What was typed."""


def check_typed(typed: Iterable[Typed], figures: Figures, problems: Problems) -> None:
    """No amount of a unit is typed where the rules' data should say it."""
    for piece in typed:
        text = _NUMBERED.sub(lambda n: " " * len(n[0]), piece.text)
        text = _MANNERS.sub("", text)
        for said, at in typed_places(text, figures):
            problems.add(
                "figure-typed",
                Where(piece.file, piece.line + text.count("\n", 0, at)),
                f"{said!r} is typed in prose, where nothing keeps it equal to the rules",
                'write {{ count(fig("NAME"), "UNIT") }}, or {{ plain("N") }} if no rule is meant',
            )


def check_pages(
    pages: Iterable[Scene], places: tuple[Where, ...], figures: Figures, problems: Problems
) -> None:
    """What pages say is large enough, in sight and inside the safe area.

    Text within figures (its use is `decor`) was judged where it is printed for play.
    """
    for page in pages:
        items = tuple(i for i in page.items if not (isinstance(i, Run) and i.use == "decor"))
        check_scene(
            page._replace(items=items),
            None,
            figures,
            lambda element: places[element] if 0 <= element < len(places) else Where(""),
            problems,
        )

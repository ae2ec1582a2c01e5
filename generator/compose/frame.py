"""Where a group's coordinates lie on the card, and what its elements inherit."""

from __future__ import annotations

from typing import Any

from generator.compose.attributes import Area
from generator.compose.flaw import Flaw
from generator.geometry import (
    IDENTITY,
    Box,
    Matrix,
    Segments,
    after,
    bounds,
    moved_box,
    moved_segments,
    points,
    rectangle,
)

_ROOM = 1024
"""Elements a frame remembers as placed; then it forgets them all."""


class Clip:
    """What may show, in card coordinates: an upright box, or any one outline."""

    __slots__ = ("box", "segments")

    def __init__(self, segments: Segments, box: Box | None) -> None:
        self.segments = segments
        self.box = box

    @property
    def bounds(self) -> Box:
        """The box around it."""
        return self.box or bounds(self.segments)

    def holds(self, corners: list[tuple[float, float]]) -> bool:
        """Whether all these points lie in it; it is convex, as every turned box."""
        if self is NOTHING:
            return False
        own = points(self.segments)
        edges = list(zip(own, [*own[1:], own[0]], strict=True))
        return all(
            (u - x) * (q - y) - (v - y) * (p - x) >= -1e-6
            for (x, y), (u, v) in edges
            for p, q in corners
        )


NOTHING = Clip((("M", 0.0, 0.0), ("Z",)), Box(0.0, 0.0, 0.0, 0.0))
"""The clip in which nothing shows."""


def clip_box(box: Box, matrix: Matrix | None) -> Clip:
    """A clip to a box given in coordinates that `matrix` takes to the card."""
    if matrix is None:
        return Clip(rectangle(box), box)
    if not (matrix[0] and matrix[1]):  # a quarter turn keeps it upright
        upright = moved_box(matrix, box)
        return Clip(rectangle(upright), upright)
    return Clip(moved_segments(matrix, rectangle(box)), None)


def meet(outer: Clip | None, inner: Clip) -> Clip:
    """Both clips together; raises Flaw where no single outline says that."""
    if outer is None or outer is NOTHING or inner is NOTHING:
        return outer or inner
    shared = outer.bounds.meet(inner.bounds)
    if shared is None:
        return NOTHING
    if outer.box and inner.box:
        return inner if shared == inner.box else Clip(rectangle(shared), shared)
    if outer.box and outer.box.holds(inner.bounds):
        return inner
    if inner.box and inner.box.holds(outer.bounds):
        return outer
    raise Flaw(
        "markup-clip", "a turned clip is cut by another clip", "clip once, or turn by quarters"
    )


class Frame:
    """One coordinate system: `matrix` (None: none) takes it to the card, turning by `angle`.

    `whole` is the box of an element that states none (cells only). `leaves`, `slots` and `inner`
    remember what was placed in it by value; a slot is kept with what was set in it.
    """

    __slots__ = (
        *("angle", "area", "clip", "fact", "inner", "leaves", "matrix", "shows", "slots", "whole"),
    )

    def __init__(
        self,
        area: Area,
        *,
        matrix: Matrix | None = None,
        angle: float = 0.0,
        clip: Clip | None = None,
        fact: str | None = None,
        shows: str | None = None,
        whole: Box | None = None,
    ) -> None:
        self.area = area
        self.matrix = matrix
        self.angle = angle
        self.clip = clip
        self.fact = fact
        self.shows = shows
        self.whole = whole
        self.leaves: dict[Any, Any] = {}
        self.slots: dict[Any, Any] = {}
        self.inner: dict[Any, Any] = {}

    def child(self, local: Matrix, area: Area, turn: float = 0.0, **changes: Any) -> Frame:
        """A frame within this one; `local` takes its coordinates to this one's."""
        matrix = local if self.matrix is None else after(local, self.matrix)
        changes = {"clip": self.clip, "fact": self.fact, "shows": self.shows, **changes}
        return Frame(
            area,
            matrix=None if matrix == IDENTITY else matrix,
            angle=(self.angle + turn) % 360,
            **changes,
        )

    @property
    def clipped(self) -> Segments | None:
        """The outline of the clip, as items carry it."""
        return None if self.clip is None else self.clip.segments

    def on_card(self, segments: Segments) -> Segments:
        """An outline in card coordinates."""
        return segments if self.matrix is None else moved_segments(self.matrix, segments)

    @staticmethod
    def keep(memory: dict[Any, Any], key: Any, value: Any) -> Any:
        """Remember `value` in one of the frame's memories, which stay small."""
        if len(memory) >= _ROOM:
            memory.clear()
        memory[key] = value
        return value

"""A page's things in painting order in, lines that cannot be read out.

A line is probed at three heights every fifth of an em. Where two of three probes are lost over a
letter's width (covered by what is painted later, clipped, in the colour of what lies beneath) the
words there are lost. Most lines need no probe: nothing but a plain ground comes near them.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from generator.proof.ink import HIGH, LOW, Edges, Image, Ink, Rgb, Shape, Words, strip
from generator.proof.rings import Rings, crosses, holds_point, near_line
from generator.units import PT

HEIGHTS = (LOW, (LOW + HIGH) / 2, HIGH)
"""em above the baseline."""

STEP = 0.2
"""em between probes."""

OPAQUE = 128
"""Alpha from which paint hides what lies beneath."""

ALIKE = 32
"""Difference of 0-255 in each channel under which ink and ground are one colour."""

THICK = 0.4
"""mm of a stroke that can hide a letter."""

MOST = 1000
"""Probes of one line."""

BAND = 8.0
"""mm: things are sorted into bands of this height."""

WHITE: Rgb = (255, 255, 255)

_UNKNOWN: Rgb = (-999, -999, -999)
"""What a picture shows at a point is not looked up: it is taken to be unlike any ink."""

Part = Literal["all", "some", "none"]


class Lost(NamedTuple):
    """A line (its index among the things) of which `words` cannot be read and why."""

    line: int
    words: str
    why: str


class Ground:
    """Everything on a page that can hide or carry a line.

    `rings_of` gives the outline of the shape of that index, in mm on the page.
    """

    def __init__(
        self,
        things: Sequence[Ink],
        paper: tuple[float, float],
        rings_of: Callable[[int], Rings],
    ) -> None:
        self._things, self._paper = things, (0.0, 0.0, *paper)
        self._rings_of = rings_of
        self._rings: dict[int, Rings] = {}
        self._edges: dict[int, Edges] = {}
        self._bands: dict[int, list[int]] = defaultdict(list)

    def _sort(self, lines: Sequence[Words]) -> None:
        """Put what may come near any of the lines into bands."""
        bands, shown = self._bands, self._edges
        wanted = {band for line in lines for band in self._range(*strip(line)[1::2])}
        highest = min(wanted, default=0) * BAND
        lowest = (max(wanted, default=0) + 1) * BAND
        for index, thing in enumerate(self._things):
            if thing.__class__ is Words or not _paints(thing):
                continue
            left, top, right, bottom = thing.edges  # type: ignore[union-attr]  # no words here
            a, b, c, d = thing.clip
            edges = (
                left if left > a else a,
                top if top > b else b,
                right if right < c else c,
                bottom if bottom < d else d,
            )
            if edges[0] > edges[2] or edges[1] > edges[3]:
                continue
            if edges[1] > lowest or edges[3] < highest:
                continue
            shown[index] = edges
            for band in self._range(edges[1], edges[3]):
                if band in wanted:
                    bands[band].append(index)

    def _range(self, top: float, bottom: float) -> range:
        """The bands between two heights, of those that the paper has."""
        last = self._paper[3]
        low, high = (y if 0 <= y <= last else last if y > last else 0.0 for y in (top, bottom))
        return range(int(low // BAND), int(high // BAND) + 1)

    def lost(self, lines: Sequence[int]) -> Iterator[Lost]:
        """The lines of those indices that cannot be read; asked once."""
        words = [(j, line) for j in lines if isinstance(line := self._things[j], Words)]
        inked = [(j, line) for j, line in words if line.right > line.left]
        self._sort([line for _, line in inked])
        for index, line in inked:
            doubt = self._doubt(index, line)
            if doubt is not None:
                found = self._probe(index, line, *doubt)
                if found:
                    yield found

    def _doubt(self, index: int, line: Words) -> tuple[list[int], list[int]] | None:
        """What may hide a line from above and what lies beneath; None where nothing can."""
        left, top, right, bottom = box = strip(line)
        over = self._range(top, bottom)
        near = self._bands.get(over.start, [])
        if len(over) > 1:
            near = sorted({j for band in over for j in self._bands.get(band, ())})
        above: list[int] = []
        below: list[int] = []
        shown = self._edges
        for j in near:
            e = shown[j]
            if e[0] < right and e[2] > left and e[1] < bottom and e[3] > top:
                if j < index:
                    below.append(j)
                elif self._part(j, box) != "none":
                    above.append(j)
        above.reverse()
        below.reverse()
        inside = _holds(line.clip, box) and _holds(self._paper, box)
        if above or not inside or self._same_ground(line, box, below):
            return above, below
        return None

    def _same_ground(self, line: Words, box: Edges, below: list[int]) -> bool:
        """Whether anything beneath a line may have its colour: the topmost first."""
        for j in below:
            thing = self._things[j]
            part = self._part(j, box)
            if part == "none":
                continue
            if isinstance(thing, Shape) and any(
                _alike(line.colour, colour) for colour in (thing.fill, thing.stroke) if colour
            ):
                return True
            if part == "all":
                return False
        return _alike(line.colour, WHITE)

    def _part(self, index: int, box: Edges) -> Part:
        """How much of a box a thing paints."""
        thing = self._things[index]
        if isinstance(thing, Image):
            return "all" if _holds(self._edges[index], box) else "some"
        assert isinstance(thing, Shape)
        rings = self._outline(index)
        reach = thing.width / 2 if thing.stroke else 0.0
        if crosses(rings, box, reach) or not _holds(thing.clip, box):
            return "some"
        inside = thing.fill is not None and holds_point(rings, box[0], box[1], thing.even_odd)
        return "all" if inside else "none"

    def _outline(self, index: int) -> Rings:
        rings = self._rings.get(index)
        if rings is None:
            rings = self._rings[index] = self._rings_of(index)
        return rings

    def _probe(self, index: int, line: Words, above: list[int], below: list[int]) -> Lost | None:
        em = line.size / PT
        ux, uy = math.cos(math.radians(line.turn)), math.sin(math.radians(line.turn))
        long = line.right - line.left
        count = max(2, math.ceil(long / (STEP * em))) if long < MOST * STEP * em else MOST
        lost: list[int] = []
        reasons: dict[str, int] = defaultdict(int)
        for k in range(count):
            along = line.left + (line.right - line.left) * (k + 0.5) / count
            why = []
            for height in HEIGHTS:
                x = line.x + ux * along + uy * height * em
                y = line.y + uy * along - ux * height * em
                reason = self._reason(line, x, y, above, below)
                if reason:
                    why.append(reason)
            if len(why) > 1:
                lost.append(k)
                reasons[why[0]] += 1
        if len(lost) < 2:
            return None
        size = len(line.text)
        first, last = lost[0] * size // count, -(-(lost[-1] + 1) * size // count)
        words = line.text[first:last].strip() or line.text
        return Lost(index, words, max(reasons, key=lambda why: reasons[why]))

    def _reason(self, line: Words, x: float, y: float, above: list[int], below: list[int]) -> str:
        """Why a point of a line does not show; nothing where it does."""
        if not _within(self._paper, x, y):
            return "lies beside the paper"
        if not _within(line.clip, x, y):
            return "is clipped away"
        for j in above:
            if self._colour(j, x, y):
                return f"is covered by {_called(self._things[j])}"
        for j in below:
            colour = self._colour(j, x, y)
            if colour:
                same = _alike(line.colour, colour)
                return "has the colour of what lies beneath" if same else ""
        return "has the colour of the paper" if _alike(line.colour, WHITE) else ""

    def _colour(self, index: int, x: float, y: float) -> Rgb | None:
        """The colour a thing paints at a point, None where it paints nothing."""
        if not _within(self._edges[index], x, y):
            return None
        thing = self._things[index]
        if isinstance(thing, Image):
            return _UNKNOWN
        assert isinstance(thing, Shape)
        rings = self._outline(index)
        if thing.stroke and thing.width >= THICK and near_line(rings, x, y, thing.width / 2):
            return thing.stroke
        if thing.fill and holds_point(rings, x, y, thing.even_odd):
            return thing.fill
        return None


def _paints(thing: Ink) -> bool:
    """Whether a thing can hide a letter."""
    if isinstance(thing, Shape):
        if thing.fill is None and (thing.stroke is None or thing.width < THICK):
            return False
        return thing.alpha >= OPAQUE
    return isinstance(thing, Image) and thing.alpha >= OPAQUE


def _called(thing: Ink) -> str:
    return "a picture" if isinstance(thing, Image) else "a shape painted later"


def _alike(a: Rgb, b: Rgb) -> bool:
    return abs(a[0] - b[0]) < ALIKE and abs(a[1] - b[1]) < ALIKE and abs(a[2] - b[2]) < ALIKE


def _holds(outer: Edges, inner: Edges) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[2] >= inner[2]
        and outer[3] >= inner[3]
    )


def _within(edges: Edges, x: float, y: float) -> bool:
    return edges[0] <= x <= edges[2] and edges[1] <= y <= edges[3]

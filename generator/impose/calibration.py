"""A target and its paper in, the two pages that tell how far a printer puts backs off out.

Held against the light, the lines of front and back at three places make a vernier: front lines are
1 mm apart, back lines 0.9 mm, so the line that meets its fellow tells tenths of a millimetre. The
numbers are what is to be typed, whichever edge the sheet is turned about (PRINT_FACTS, mirror
rule).
"""

from __future__ import annotations

from collections.abc import Callable
from math import degrees
from typing import Literal, NamedTuple

from generator.model.target import Flip
from generator.scene import Colour, Path, Run, Sheet
from generator.units import INCH

Label = Callable[[str, float], Run]

LINES = 6
"""Lines of a vernier on each side of its middle: beyond 5 the next whole millimetre meets too."""

FRONT, BACK = 1.0, 0.9
"""mm between the lines of front and back."""

LONG, SHORT, MIDDLE = 5.0, 3.0, 8.0
"""mm that lines are long: each fifth, the others, the one in the middle."""

HAIR = 0.1
"""mm of a vernier's lines."""

APART = 34.0
"""mm between the outer verniers and the paper's edges."""

BLACK = Colour(0, 0, 0)
SIZE = 9.5
LEAD = 4.6
"""mm from line to line."""


class Spot(NamedTuple):
    """A vernier's name and its middle on the front."""

    name: str
    x: float
    y: float


class Way(NamedTuple):
    """How a sheet is turned, and so which way numbers run on the front."""

    axis: Literal["vertical", "horizontal"]
    across: int
    down: int


def way_of(flip: Flip, paper: tuple[float, float]) -> Way:
    """The axis a portrait or landscape sheet is turned about, and the signs of readings.

    Seen through the sheet a back that lies to the right is moved left on its own page where the
    axis is upright, and right where it is level; for up and down it is the other way round.
    """
    upright = (flip == "long") == (paper[0] <= paper[1])
    return Way("vertical", 1, -1) if upright else Way("horizontal", -1, 1)


def spots(paper: tuple[float, float]) -> tuple[Spot, Spot, Spot]:
    """A and C beside the edges, B in the middle."""
    w, h = paper
    return Spot("A", APART, h / 2), Spot("B", w / 2, h / 2), Spot("C", w - APART, h / 2)


def calibration(
    paper: tuple[float, float], flip: Flip, name: str, printer: str, label: Label
) -> tuple[Sheet, Sheet]:
    """Front and back of the calibration sheet for paper of that size (mm) and flip edge.

    `name` says for which target it is, `printer` whose shift it shows (empty: nobody's).
    """
    w, _ = paper
    way = way_of(flip, paper)
    marks: list[Path] = []
    words: list[Run] = []
    for spot in spots(paper):
        marks += _cross(spot.x, spot.y)
        marks += _vernier(spot, FRONT, -1)
        words += _numbers(spot, way, label)
    marks += _rules(w, paper[1] - 52.0)
    words += _rule_names(w, paper[1] - 52.0, label)
    words += _lines(_front_words(name, printer, flip, paper, way), 18.0, 20.0, label)
    front = Sheet(paper, "front", 1, (), tuple(marks), tuple(words))
    marks = []
    for spot in spots(paper):
        x, y = behind(spot, way, paper)
        marks += _cross(x, y)
        marks += _vernier(Spot(spot.name, x, y), BACK, 1, mirrored=way)
    back_words = ["CALIBRATION, BACK", f"{name}, turned on the {flip} edge"]
    if printer:
        back_words.append(f"moved as saved for {printer}")
    words = _lines(back_words, 18.0, 20.0, label)
    return front, Sheet(paper, "back", 1, (), tuple(marks), tuple(words))


def behind(spot: Spot, way: Way, paper: tuple[float, float]) -> tuple[float, float]:
    """Where a place of the front lies on the back."""
    w, h = paper
    return (w - spot.x, spot.y) if way.axis == "vertical" else (spot.x, h - spot.y)


def _line(x1: float, y1: float, x2: float, y2: float, width: float = HAIR) -> Path:
    return Path((("M", x1, y1), ("L", x2, y2)), stroke=BLACK, width=width)


def _cross(x: float, y: float) -> list[Path]:
    return [_line(x - 2, y, x + 2, y), _line(x, y - 2, x, y + 2)]


def _vernier(
    spot: Spot, pitch: float, side: Literal[-1, 1], mirrored: Way | None = None
) -> list[Path]:
    """Upright lines 12 mm above the middle and level ones 16 mm right of it, of front or back.

    Lines of the front reach up and left from where they meet those of the back. On the back the
    scale stands where the front's is seen from behind: `mirrored` says how the sheet is turned.
    """
    up = -1 if mirrored and mirrored.axis == "horizontal" else 1
    right = -1 if mirrored and mirrored.axis == "vertical" else 1
    x, y = spot.x, spot.y - 12.0 * up
    out = []
    for k in range(-LINES, LINES + 1):
        long = MIDDLE if k == 0 else LONG if k % 5 == 0 else SHORT
        at = x + k * pitch
        out.append(_line(at, y, at, y + side * up * long))
    x, y = spot.x + 16.0 * right, spot.y + 14.0 * up
    for k in range(-LINES, LINES + 1):
        long = MIDDLE if k == 0 else LONG if k % 5 == 0 else SHORT
        at = y + k * pitch
        out.append(_line(x, at, x + side * right * long, at))
    return out


def _numbers(spot: Spot, way: Way, label: Label) -> list[Run]:
    """The readings beside each fifth line of the front, and the vernier's name."""
    out = []
    for k in (-5, 0, 5):
        run = label(_reading(k * way.across), 6.5)
        high = MIDDLE if k == 0 else LONG
        x = spot.x + k * FRONT - run.width / 2
        out.append(run._replace(x=x, y=spot.y - 12.0 - high - 0.8))
        run = label(_reading(k * way.down), 6.5)
        x = spot.x + 16.0 - high - 0.8 - run.width
        out.append(run._replace(x=x, y=spot.y + 14.0 + k * FRONT + 0.8))
    name = label(spot.name, 16.0)
    out.append(name._replace(x=spot.x - 12.0, y=spot.y + 12.0))
    for text, x, y in (("x", 12.5, -14.0), ("y", 13.0, 28.0)):
        out.append(label(text, 9.0)._replace(x=spot.x + x, y=spot.y + y))
    return out


def _reading(tenths: int) -> str:
    return "0" if tenths == 0 else f"{tenths / 10:+.1f}".replace("-", "\N{MINUS SIGN}")


def _rules(width: float, y: float) -> list[Path]:
    """Rules of 100 mm and of 4 in."""
    out = []
    for at, length, step in ((y, 100.0, 10.0), (y + 18.0, 4 * INCH, INCH)):
        x = (width - length) / 2
        out.append(_line(x, at, x + length, at, 0.2))
        for k in range(round(length / step) + 1):
            tick = 3.0 if k in (0, round(length / step)) else 1.8
            out.append(_line(x + k * step, at - tick, x + k * step, at, 0.2))
    return out


def _rule_names(width: float, y: float, label: Label) -> list[Run]:
    out = []
    for text, at in (("100 mm", y + 4.0), ("4 in", y + 22.0)):
        run = label(text, 8.0)
        out.append(run._replace(x=(width - run.width) / 2, y=at))
    return out


def _lines(lines: list[str], x: float, y: float, label: Label) -> list[Run]:
    out = []
    for n, text in enumerate(lines):
        if not text:
            continue
        run = label(text.strip(), 14.0 if n == 0 else SIZE)
        indent = (len(text) - len(text.lstrip())) * 1.1
        out.append(run._replace(x=x + indent, y=y + (n * LEAD + 2.4 if n else 0.0)))
    return out


def turn_factor(paper: tuple[float, float]) -> float:
    """Degrees of turn for each mm that the outer verniers differ by."""
    a, _, c = spots(paper)
    return degrees(1 / (c.x - a.x))


def _front_words(
    name: str, printer: str, flip: Flip, paper: tuple[float, float], way: Way
) -> list[str]:
    first, last = ("A", "C") if way.axis == "vertical" else ("C", "A")
    a, _, c = spots(paper)
    saved = [f"The back is moved as saved for {printer}: add what you read to those numbers."]
    return [
        f"CALIBRATION, FRONT: {name}",
        f"Print both pages on one sheet at actual size (100 %), turned on the {flip} edge.",
        "",
        "1. Measure the rules below. If 100 mm and 4 in are not that long, the size is not actual.",
        "",
        "2. Hold the sheet against the light, this side towards you. At A, B and C read x and y:",
        "    the line of this side that goes on in a line of the other, nearest to the middle.",
        "    Each line is 0.1. Where the long lines are more than half a millimetre apart, first",
        "    save as many mm, with the sign of that side, print again with --printer NAME,",
        "    and add what you read then.",
        "",
        "3. Save what you read under a name of your choice. It moves backs alone.",
        "    cardwright calibrate --printer NAME --dx (x of B) --dy (y of B)",
        f"        --rotation (y of {first} less y of {last}, times {turn_factor(paper):.3f})",
        f"        --scale (x of {first} less x of {last}, divided by {c.x - a.x:.1f})",
        "    cardwright build --printer NAME",
        *(saved if printer else []),
    ]

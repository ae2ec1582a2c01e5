"""Sheets of a small deck made by hand, and ways to write and prove them: what these tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import uharfbuzz as hb

from generator.geometry import Box, ellipse, rectangle
from generator.problems import Problem, Problems
from generator.proof.pdf import prove_pdf
from generator.scene import Colour, Item, Outline, Picture, Placed, Run, Scene, Sheet
from generator.scene import Path as Shape
from generator.units import PT
from generator.write.pdf import write_pdf

FONTS = Path(__file__).parents[2] / "fonts"
FACES = {
    "oswald-700": FONTS / "oswald/Oswald_700Bold.ttf",
    "source-sans-400": FONTS / "source-sans-3/SourceSans3_400Regular.ttf",
    "special-elite": FONTS / "special-elite/SpecialElite_400Regular.ttf",
    "dejavu-sans": FONTS / "dejavu/DejaVuSans.ttf",
}

A4 = (210.0, 297.0)
SIZE = (63.5, 88.9)
TITLE = "Test: deck"

CREAM, INK, RED, GREEN = (
    Colour(251, 246, 233),
    Colour(26, 26, 26),
    Colour(168, 18, 62),
    Colour(75, 154, 131),
)
WHITE = Colour(255, 255, 255)


@cache
def _font(face: str) -> Any:
    return hb.Font(hb.Face(hb.Blob.from_file_path(str(FACES[face]))))


@cache
def width(text: str, face: str) -> float:
    """The advance of a text without kerning, in em."""
    font = _font(face)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font, buffer, {"kern": False, "liga": False, "clig": False, "calt": False})
    return sum(at.x_advance for at in buffer.glyph_positions) / font.face.upem


def run(
    x: float, y: float, text: str, face: str = "source-sans-400", size: float = 9.0, **more: Any
) -> Run:
    """A line, its width measured."""
    kerns = more.get("kerns", ())
    wide = (width(text, face) + sum(kerns) / 1000) * size / PT
    return Run(x, y, text, face, size, **{"colour": INK, "width": wide, **more})


def heart(box: Box) -> Any:
    """An outline of curves."""
    x, y, w, h = box
    return (
        ("M", x + w / 2, y + h),
        ("C", x - w / 4, y + h / 2, x, y, x + w / 4, y),
        ("C", x + w / 3, y, x + w / 2, y + h / 6, x + w / 2, y + h / 4),
        ("C", x + w / 2, y + h / 6, x + 2 * w / 3, y, x + 3 * w / 4, y),
        ("C", x + w, y, x + 5 * w / 4, y + h / 2, x + w / 2, y + h),
        ("Z",),
    )


def club(box: Box) -> Any:
    """Another outline in the same box."""
    x, y, w, h = box
    return (
        *ellipse(Box(x, y + h / 3, w / 2, h / 2)),
        *ellipse(Box(x + w / 2, y + h / 3, w / 2, h / 2)),
        *ellipse(Box(x + w / 4, y, w / 2, h / 2)),
        *rectangle(Box(x + w / 2 - 0.3, y + h / 2, 0.6, h / 2)),
    )


SUITS: dict[str, Callable[[Box], Any]] = {"hearts": heart, "clubs": club}


def front(name: str, suit: str, rank: int, extra: Sequence[Item] = ()) -> Scene:
    """A card: ground, frame, pips, words of all sorts, a turned stamp."""
    colour = RED if suit == "hearts" else GREEN
    items: list[Item] = [
        Shape(rectangle(Box(-3, -3, 69.5, 94.9)), fill=CREAM, element=1),
        Shape(rectangle(Box(4, 4, 55.5, 80.9), 3), stroke=INK, width=0.4, element=2),
        run(5, 12, str(rank), "oswald-700", 20, element=3, fact="rank"),
        run(58.5, 76.9, str(rank), "oswald-700", 20, turn=180.0, element=4, fact="rank"),
    ]
    for k in range(rank):
        box = Box(20 + 8 * (k % 3), 20 + 9 * (k // 3), 6, 6)
        pip = Shape(SUITS[suit](box), fill=colour, element=5 + k, fact="pip", shows=suit)
        items.append(pip)
    items += [
        Shape(rectangle(Box(8, 62, 40, 8), 2), fill=INK, element=30),
        run(10, 67.5, f"{rank} HP LEFT", size=11, colour=WHITE, element=30, fact="hp"),
        run(8, 74, f"The office of {name} draws {rank} cards", element=31, fact="effect"),
        run(8, 78, "at once, or never.", kerns=(0.0, -20.0) + (0.0,) * 15, element=31),
        run(48, 58, "NOTE", "special-elite", 8, turn=-12.0, element=32, colour=RED),
        run(56, 40, "sideways text", size=7, turn=90.0, element=33),
        Shape((("M", 8.0, 80.0), ("L", 50.0, 80.0)), stroke=INK, width=0.2, dash=(1.0, 0.5)),
        Shape(ellipse(Box(50, 60, 9, 9)), fill=RED, opacity=0.25, element=34),
        *extra,
    ]
    outline = Outline(rectangle(Box(0, 0, *SIZE), 3))
    return Scene(SIZE, 3, 3, outline, tuple(items), name, "front")


PATTERN: tuple[Item, ...] = (
    Shape(rectangle(Box(-3, -3, 69.5, 94.9)), fill=INK),
    *(
        Shape(
            (("M", -3.0, -3.0 + 6 * k), ("L", 66.5, 6.0 + 6 * k)),
            stroke=CREAM,
            width=0.5,
            clip=rectangle(Box(-3, -3, 69.5, 94.9)),
        )
        for k in range(16)
    ),
)


def back(name: str, own: bool = False) -> Scene:
    """A pattern; with `own` it says whose back it is."""
    items = PATTERN
    if own:
        plate = Shape(rectangle(Box(10, 40, 44, 10)), fill=CREAM)
        items = (*PATTERN, plate, run(12, 46, f"back of {name}"))
    return Scene(SIZE, 3, 3, Outline(rectangle(Box(0, 0, *SIZE), 3)), items, name, "back", not own)


def cells(paper: tuple[float, float] = A4) -> list[Box]:
    """Nine cells, three by three, not quite in the middle."""
    x, y = (paper[0] - 3 * SIZE[0]) / 2, (paper[1] - 3 * SIZE[1]) / 2
    return [Box(x + SIZE[0] * (k % 3), y + SIZE[1] * (k // 3), *SIZE) for k in range(9)]


def placed(scenes: Iterable[Scene], *, mirrored: str = "", turn: int = 0) -> tuple[Placed, ...]:
    """Scenes in their cells; `mirrored` about the upright or level axis for backs."""
    out = []
    for k, (scene, box) in enumerate(zip(scenes, cells(), strict=False)):
        x, y = box.x, box.y
        if mirrored == "upright":
            x = A4[0] - box.right
        elif mirrored == "level":
            y, turn = A4[1] - box.bottom, 180
        out.append(Placed(scene, x, y, turn, Box(x, y, box.w, box.h), k))
    return tuple(out)


def label(number: int, side: str) -> tuple[Run, ...]:
    return (
        run(10, 6, f"Test · deck · sheet {number} of 2 · {side} · flip on long edge", size=7),
        run(30, 292, "50 mm", size=7),
    )


MARKS = tuple(
    Shape((("M", x, 5.0), ("L", x, 292.0)), stroke=Colour(128, 128, 128), width=0.2)
    for x in (9.75, 73.25, 136.75, 200.25)
)
RULE = (Shape((("M", 10.0, 290.0), ("L", 60.0, 290.0)), stroke=INK, width=0.2),)

NAMES = [f"{rank}-{suit}" for suit in ("hearts", "clubs") for rank in range(2, 9)]


def cards(own_backs: bool = False) -> list[tuple[Scene, Scene]]:
    """Fourteen cards, so that the second sheet is not full."""
    out = []
    for name in NAMES:
        rank, suit = name.split("-")
        out.append((front(name, suit, int(rank)), back(name, own_backs)))
    return out


def sheets(
    pairs: Sequence[tuple[Scene, Scene]] | None = None, mirrored: str = "upright", **kw: Any
) -> list[Sheet]:
    """Fronts and backs of the cards, nine a sheet."""
    pairs = cards(**kw) if pairs is None else pairs
    out = []
    for number, start in enumerate(range(0, len(pairs), 9), 1):
        some = pairs[start : start + 9]
        fronts, backs = [f for f, _ in some], [b for _, b in some]
        out.append(Sheet(A4, "front", number, placed(fronts), MARKS, label(number, "FRONT"), RULE))
        turned = placed(backs, mirrored=mirrored)
        out.append(Sheet(A4, "back", number, turned, (), label(number, "BACK"), RULE))
    return out


def write(path: Path, what: Iterable[Sheet], **more: Any) -> Path:
    """The file of the sheets."""
    settings = {"title": TITLE, "author": "A", "subject": "S", "flip": "long", **more}
    write_pdf(path, what, faces=FACES, **settings)
    return path


def prove(path: Path, due: Iterable[Sheet], **more: Any) -> list[Problem]:
    """What proof finds."""
    problems = Problems()
    prove_pdf(path, due, shown="deck.pdf", faces=FACES, problems=problems, **more)
    return list(problems)


def picture(x: float, y: float, w: float, h: float, source: Path, **more: Any) -> Picture:
    from PIL import Image

    with Image.open(source) as opened:
        return Picture(Box(x, y, w, h), str(source), opened.size, **more)

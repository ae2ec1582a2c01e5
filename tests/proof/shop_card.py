"""A card for a print shop made by hand, its file written in each form, and ways to prove it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path

from proof_deck import FACES, width

from generator.geometry import Box, rectangle
from generator.impose.shop import PagePlan, card_pages
from generator.inks.profile import cube
from generator.inks.scenes import Plates
from generator.model.printer import Manner
from generator.model.standard import Standard
from generator.problems import Problem, Problems
from generator.proof.pdf import prove_pdf
from generator.proof.shop import Measured, prove_shop
from generator.scene import Colour, Outline, Picture, Run, Scene, Sheet
from generator.scene import Path as Shape
from generator.units import PT
from generator.write.pdf import write_pdf

PROFILES = Path(__file__).parents[2] / "templates/profiles"
ICC, SCREEN = PROFILES / "ISOcoated_v2_300_bas.icc", PROFILES / "sRGB.icc"
LIMIT, TITLE, SIZE, BLEED = 240, "Test: a card", (85.0, 55.0), 3.0
WHITE, INK, NAVY, GREEN = (
    Colour(255, 255, 255),
    Colour(23, 23, 29),
    Colour(16, 32, 63),
    Colour(63, 143, 87, (0.75, 0.05, 0.75, 0.25)),
)
PLATES = Plates(ICC, LIMIT)

X4 = Standard("pdf-x4", "FOGRA39", ICC, None, True, LIMIT)
X1A = Standard("pdf-x1a", "FOGRA39", None, None, True, LIMIT)
RGB = Standard("pdf", screen=SCREEN)
X4_RGB = Standard("pdf-x4", "FOGRA39", ICC, SCREEN, False)
FORMS = {"x4": X4, "x1a": X1A, "rgb": RGB, "x4-rgb": X4_RGB}


def rect(x: float, y: float, w: float, h: float, **more: object) -> Shape:
    return Shape(rectangle(Box(x, y, w, h)), **more)  # type: ignore[arg-type]


def line(
    x: float, y: float, text: str, face: str, size: float, colour: Colour, **more: object
) -> Run:
    wide = width(text, face) * size / PT
    return Run(x, y, text, face, size, colour, wide, **more)  # type: ignore[arg-type]


ARROW = Shape(
    (("M", 40.0, 4.0), ("L", 44.0, 9.0), ("L", 36.0, 9.0), ("Z",)), fill=INK, fact="arrow"
)
FACE = (
    rect(-3, -3, 91, 61, fill=WHITE),
    rect(10, 12, 20, 20, fill=NAVY),
    rect(34, 12, 20, 20, fill=GREEN),
    ARROW,
    rect(36, 14, 4, 4, fill=INK),
    line(10.0, 45.0, "Black words", "oswald-700", 9.0, INK, fact="name"),
    line(50.0, 45.0, "(white) \\ words", "source-sans-400", 12.0, WHITE, use="decor"),
    Shape((("M", 10.0, 50.0), ("L", 75.0, 50.0)), stroke=INK, width=0.2),
)


def scene(items: tuple[object, ...] = FACE, side: str = "front") -> Scene:
    outline = Outline(rectangle(Box(0, 0, *SIZE)))
    return Scene(SIZE, BLEED, 3.0, outline, items, "card", side)  # type: ignore[arg-type]


def pages(
    standard: Standard, *more: object, sides: tuple[str, ...] = ("back", "front")
) -> list[Sheet]:
    """The pages of the card, its inks as that standard wants them."""
    face, back = scene((*FACE, *more)), scene(FACE[:3], "back")
    if standard.cmyk:
        face, back = PLATES.scene(face), PLATES.scene(back)
    trim = Box(BLEED, BLEED, *SIZE)
    paper = SIZE[0] + 2 * BLEED, SIZE[1] + 2 * BLEED
    return list(card_pages(PagePlan(paper, trim, 0, sides), (face, back), 1))  # type: ignore[arg-type]


def manner(standard: Standard) -> Manner:
    return Manner(duplex=False, standard=standard)


def write(path: Path, standard: Standard, sheets: list[Sheet]) -> Path:
    write_pdf(
        path,
        sheets,
        faces=FACES,
        title=TITLE,
        author="A & B",
        subject="Test",
        flip="long",
        manner=manner(standard),
    )
    return path


def prove(path: Path, standard: Standard, sheets: list[Sheet]) -> tuple[list[Problem], Measured]:
    """All that is wrong with a file, and what was measured of it."""
    problems = Problems()
    prove_pdf(
        path,
        sheets,
        shown="card.pdf",
        faces=FACES,
        problems=problems,
        title=TITLE,
        flip="long",
        manner=manner(standard),
    )
    measured = prove_shop(path, sheets, standard, "card.pdf", problems)
    return list(problems), measured


def converted(standard: Standard) -> Standard:
    """The standard with the conversion of pictures."""
    return standard._replace(convert=lambda picture: picture.filter(cube(ICC, LIMIT)))


def picture(path: Path, box: Box, pixels: tuple[int, int]) -> Picture:
    return Picture(box, str(path), pixels)


_STREAM = re.compile(rb"(\d+) 0 obj\n<<((?:(?!endobj).)*?)/Length (\d+)>>\nstream\n", re.DOTALL)


def changed(path: Path, change: Callable[[bytes], bytes]) -> Path:
    """The file with a change of its plain text: streams unpacked before, the table made anew."""
    data = path.read_bytes()
    start = data.index(b"\n", data.index(b"\n") + 1) + 1
    head, rest = data[:start], data[start:]
    body, _, tail = rest.rpartition(b"xref\n0 ")
    plain = _unpacked(body)
    trailer = tail[tail.index(b"trailer") :]
    whole = change(head + plain + b"\0TRAILER\0" + trailer)
    assert whole != head + plain + b"\0TRAILER\0" + trailer, "the change changed nothing"
    body, _, trailer = whole.partition(b"\0TRAILER\0")
    path.write_bytes(_with_table(_measured(body), trailer))
    return path


def _unpacked(body: bytes) -> bytes:
    out, at = [], 0
    while found := _STREAM.search(body, at):
        start, length = found.end(), int(found[3])
        raw = body[start : start + length]
        out.append(body[at : found.start()])
        entries = found[2]
        small = b"/Length1" not in entries and b"/N " not in entries and b"/Image" not in entries
        if small and b"/FlateDecode" in entries:
            raw, entries = zlib.decompress(raw), entries.replace(b"/Filter/FlateDecode", b"")
        out.append(b"%b 0 obj\n<<%b/Length %d>>\nstream\n%b" % (found[1], entries, len(raw), raw))
        at = start + length
    return b"".join([*out, body[at:]])


def _measured(body: bytes) -> bytes:
    """Streams with the lengths that they have now."""

    def fixed(found: re.Match[bytes]) -> bytes:
        return b"/Length %d>>\nstream\n%b\nendstream\nendobj" % (len(found[1]), found[1])

    pattern = rb"/Length \d+>>\nstream\n((?:(?!\nendstream\nendobj).)*)\nendstream\nendobj"
    return re.sub(pattern, fixed, body, flags=re.DOTALL)


def _with_table(body: bytes, trailer: bytes) -> bytes:
    offsets = {int(m[1]): m.start(1) for m in re.finditer(rb"(?<=\n)(\d+) 0 obj\n", body)}
    count = max(offsets) + 1
    rows = b"".join(b"%010d 00000 n \n" % offsets[n] for n in range(1, count))
    trailer = re.sub(rb"startxref\n\d+", b"startxref\n%d" % len(body), trailer)
    return b"%bxref\n0 %d\n0000000000 65535 f \n%b%b" % (body, count, rows, trailer)

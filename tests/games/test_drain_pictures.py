"""Brain Drain's pictures are of one hand, fit their frame and survive an accent that is white."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.compose.drawings import Drawing, Shape, drawing
from generator.geometry import Box
from generator.load.find import workspace
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "card_data/brain_drain/art/pictures").glob("*.svg"))
ACCENT = "currentColor"


def read(path: Path) -> Drawing:
    return drawing(path.read_bytes(), path.name)


def open_accents(shapes: tuple[Shape, ...]) -> list[Shape]:
    """The shapes whose accent no ink line bounds: with --low-ink the accent is white."""
    found = []
    for before, shape in zip((None, *shapes), shapes, strict=False):
        if shape.fill == ACCENT and shape.stroke != "ink":
            found.append(shape)
        if shape.stroke == ACCENT:
            edge = before if before and before.segments == shape.segments else None
            if edge is None or edge.stroke != "ink" or edge.width < shape.width + 1:
                found.append(shape)
    return found


def outside(shapes: tuple[Shape, ...]) -> list[tuple[float, float]]:
    """The ends of lines whose stroke leaves the frame."""
    found = []
    for shape in shapes:
        reach = shape.width / 2 if shape.stroke is not None else 0.0
        for segment in shape.segments:
            if len(segment) > 1:
                x, y = segment[-2], segment[-1]
                if not (reach <= x <= 48 - reach and reach <= y <= 25 - reach):
                    found.append((x, y))
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_picture_is_of_the_hand_of_all(path: Path) -> None:
    picture = read(path)
    assert picture.box == Box(0, 0, 48, 25)
    assert path.stat().st_size < 4000
    paints = {paint for s in picture.shapes for paint in (s.fill, s.stroke)}
    assert paints <= {"ink", "white", ACCENT, None}
    assert ACCENT in paints
    assert all(shape.round for shape in picture.shapes)
    assert open_accents(picture.shapes) == []
    assert outside(picture.shapes) == []


def test_an_accent_without_ink_and_a_line_beyond_the_frame_are_seen() -> None:
    raw = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 25">'
        b'<path d="M1 1H9" stroke="currentColor" stroke-width="2" fill="none"/>'
        b'<path d="M1 1H9V4z" fill="currentColor"/><path d="M1 24.8H47"/></svg>'
    )
    shapes = drawing(raw, "bad.svg").shapes
    assert open_accents(shapes) == [shapes[0], shapes[1]]
    assert outside((*shapes[:2], shapes[2]._replace(stroke="ink", width=0.9)))


def test_each_card_shows_its_own_picture_and_no_picture_is_left_over() -> None:
    place = workspace(ROOT).place("brain_drain")
    assert place is not None
    game = load(workspace(ROOT), place, (), Problems())[0]
    shown = [str(card.fields["picture"]) for card in game.components["deck"].cards]
    assert sorted(shown) == sorted(path.stem for path in FILES)

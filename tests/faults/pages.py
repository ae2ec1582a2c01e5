"""A written PDF as a foreign reader sees it: words, where they stand, and pixels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
from PIL import Image, ImageChops

PT = 72 / 25.4
Colour = tuple[int, int, int]


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    document = pdfium.PdfDocument(path)
    try:
        yield document
    finally:
        document.close()


def texts(path: Path) -> list[str]:
    """The words of each page, white space made single."""
    with opened(path) as document:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def sizes(path: Path) -> list[tuple[float, float]]:
    """Each page's MediaBox in mm."""
    with opened(path) as document:
        boxes = [page.get_mediabox() for page in document]
    return [(round((r - x) / PT, 1), round((t - b) / PT, 1)) for x, b, r, t in boxes]


def places(path: Path, words: list[str]) -> list[dict[str, tuple[float, float]]]:
    """For each page, the middle (mm from the top left) of each of these words that is there."""
    out = []
    with opened(path) as document:
        for page in document:
            height, text, found = page.get_height(), page.get_textpage(), {}
            for word in words:
                hit = text.search(word, match_case=True).get_next()
                if hit is None:
                    continue
                boxes = [text.get_charbox(hit[0] + i) for i in range(hit[1])]
                x = (min(b[0] for b in boxes) + max(b[2] for b in boxes)) / 2
                y = (min(b[1] for b in boxes) + max(b[3] for b in boxes)) / 2
                found[word] = (x / PT, (height - y) / PT)
            out.append(found)
    return out


def rendered(path: Path, page: int = 0, dpi: int = 150) -> Image.Image:
    """The page as a picture."""
    with opened(path) as document:
        return document[page].render(scale=dpi / 72).to_pil().convert("RGB")


def near(one: Colour, other: Colour, by: int = 24) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, other, strict=True))


def corner(picture: Image.Image, colour: Colour, dpi: int = 150) -> tuple[float, float]:
    """Where (mm) the top left of the markers of that colour is."""
    flat = Image.new("RGB", picture.size, colour)
    far = ImageChops.difference(picture, flat).convert("L").point(lambda by: 255 * (by < 6))
    box = far.getbbox()
    assert box is not None, f"no {colour} on the page"
    return box[0] * 25.4 / dpi, box[1] * 25.4 / dpi


def pixel(picture: Image.Image, x: float, y: float, dpi: int = 150) -> Colour:
    """The colour at a place in mm."""
    found: Colour = picture.getpixel((round(x * dpi / 25.4), round(y * dpi / 25.4)))
    return found

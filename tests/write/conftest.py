"""Sheets by hand, and foreign readers, for the tests of write."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from generator.geometry import Box, rectangle
from generator.scene import Colour, Item, Outline, Placed, Run, Scene, Sheet
from generator.write.pdf import Written, write_pdf

FONTS = Path(__file__).parents[2] / "fonts"
FACES = {
    "sans": FONTS / "source-sans-3" / "SourceSans3_400Regular.ttf",
    "bold": FONTS / "source-sans-3" / "SourceSans3_700Bold.ttf",
    "title": FONTS / "oswald" / "Oswald_700Bold.ttf",
    "dejavu": FONTS / "dejavu" / "DejaVuSans.ttf",
}
BLACK = Colour(0, 0, 0)


@pytest.fixture(scope="session")
def faces() -> dict[str, Path]:
    return dict(FACES)


@pytest.fixture(scope="session")
def outside() -> Callable[..., str | None]:
    """Run a tool of the system and return what it printed; it must end with 0.

    None where it is not installed, which fails the test on a machine that says it is CI.
    """

    def run(tool: str, *args: object) -> str | None:
        if shutil.which(tool) is None:
            if os.environ.get("CI"):
                pytest.fail(f"{tool} is not installed, and CI is set")
            return None
        done = subprocess.run(
            [tool, *map(str, args)], capture_output=True, text=True, errors="replace", check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run


@pytest.fixture(scope="session")
def run() -> Callable[..., Run]:
    """A run of text; only what the test cares about needs saying."""

    def make(text: str, x: float = 5.0, y: float = 10.0, font: str = "sans", **more: Any) -> Run:
        return Run(x, y, text, font, more.pop("size", 9.0), more.pop("colour", BLACK), 20.0, **more)

    return make


@pytest.fixture(scope="session")
def card() -> Callable[..., Scene]:
    """A scene of items."""

    def make(*items: Item, size: tuple[float, float] = (63.5, 88.9), side: Any = "front") -> Scene:
        return Scene(size, 3.0, 3.0, Outline(rectangle(Box(0, 0, *size))), items, "c", side)

    return make


@pytest.fixture(scope="session")
def page() -> Callable[..., Sheet]:
    """A sheet with scenes at (x, y, turn), each clipped at its trim + 3 mm."""

    def make(
        *placed: tuple[Scene, float, float, int],
        paper: tuple[float, float] = (210.0, 297.0),
        side: Any = "front",
        **more: Any,
    ) -> Sheet:
        out = []
        for cell, (scene, x, y, turn) in enumerate(placed):
            w, h = scene.size if turn % 180 == 0 else scene.size[::-1]
            out.append(Placed(scene, x, y, turn, Box(x, y, w, h).grow(3.0), cell))
        return Sheet(paper, side, 1, tuple(out), **more)

    return make


@pytest.fixture
def pdf(tmp_path: Path) -> Callable[..., tuple[Path, Written]]:
    """Write sheets to a file of the test's folder."""

    def make(sheets: Iterable[Sheet], name: str = "x.pdf", **more: Any) -> tuple[Path, Written]:
        path = tmp_path / name
        told = {"title": "T", "author": "A", "subject": "S", "flip": "long", "faces": FACES, **more}
        return path, write_pdf(path, sheets, **told)

    return make


@pytest.fixture(scope="session")
def pixels() -> Callable[..., Any]:
    """A page as a picture by a foreign reader, 10 pixels a mm."""

    def draw(path: Path, number: int = 0, scale: float = 254 / 72) -> Any:
        document = pypdfium2.PdfDocument(path)
        try:
            return document[number].render(scale=scale).to_pil().convert("RGB")
        finally:
            document.close()

    return draw


@pytest.fixture(scope="session")
def words() -> Callable[..., str]:
    """All text of a page by a foreign reader."""

    def read(path: Path, number: int = 0) -> str:
        document = pypdfium2.PdfDocument(path)
        try:
            text = document[number].get_textpage().get_text_range()
            return str(text).replace("\r\n", "\n")
        finally:
            document.close()

    return read

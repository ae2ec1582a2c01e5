"""A shipped game in; its rulebook printed and read back by a foreign reader out."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pypdfium2

from generator.engine.replay import Replayed, replay
from generator.load.find import workspace
from generator.model.game import Game
from generator.model.order import Order
from generator.pipeline import build
from generator.problems import Problems

ROOT = Path(__file__).parents[2]


class Read(NamedTuple):
    """A printed book's texts: each page's, and HTML's."""

    pages: dict[str, list[str]]
    html: str

    @property
    def said(self) -> str:
        """All that the screen's pages say."""
        return plain(" ".join(self.pages["rulebook.pdf"]))


def plain(text: str) -> str:
    """Text without white space, in one kind of quotation mark."""
    return re.sub(r"[\s\u00ad\u200b\u2060\ufffc\ufffe]", "", text.replace("'", "’")).casefold()


def replays(loaded: tuple[Game, Any]) -> dict[str, Replayed]:
    """Each play of a loaded game, replayed by its engine without a fault."""
    game, rules = loaded
    found: dict[str, Replayed] = {}
    for play in game.plays:
        problems = Problems()
        made = replay(rules, game, play, problems)
        assert made is not None
        assert not list(problems), play.id
        found[play.id] = made
    return found


def told(play: str, found: Replayed) -> Iterator[tuple[str, list[str]]]:
    """Each step of a play as its engine tells it now."""
    rng = Random(play)
    for step in found.steps:
        yield step.text, found.engine.tell(step.state, step.move, rng)


def printed(game: str, folder: Path, **order: Any) -> Read:
    """The book built from the shipped files."""
    where = workspace(ROOT)
    place = where.place(game)
    assert place is not None
    build(where, place, Order(only=("rulebook",), **order), folder / "out")
    pages: dict[str, list[str]] = {}
    for path in sorted((folder / "out").glob("rulebook*.pdf")):
        file = pypdfium2.PdfDocument(path)
        pages[path.name] = [page.get_textpage().get_text_range() for page in file]
        file.close()
    return Read(pages, (folder / "out" / "rulebook.html").read_text("utf-8"))


BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")


def browsed(page: Path, folder: Path) -> str:
    """The document of a page as a browser holds it; one that crashes is started once more."""
    assert BROWSER, "install chromium: books are read in a browser"
    for turn in (1, 2):
        profile = f"--user-data-dir={folder / f'p{turn}'}"
        done = subprocess.run(
            [BROWSER, *FLAGS, profile, "--dump-dom", page.as_uri()],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
        if done.returncode >= 0:
            break
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout

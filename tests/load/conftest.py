from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from generator.load.find import GameSources, Workspace
from generator.load.game import load_game
from generator.model.game import Game
from generator.model.scalars import Int, Strict
from generator.problems import Problem, Problems

GAME = """\
id: demo
name: A demo
version: "1"
credits: {author: A, title: T}
components:
  deck:
    name: The deck
    size: poker
    cards: cards.yaml
    face: card
    back: back
    fields:
      text: {type: text, required: false, longest: 40}
      cost: {type: int, required: false}
"""
STYLES = 'palette: {ink: "#101010"}\ntext: {body: {font: oswald-700, size: 9}}\n'
CARDS = "- id: one\n  name: The One\n  text: Hello\n  cost: 3\n- id: two\n"


class Damage(Strict):
    amount: Int


class Kit:
    """A workspace with one game, `demo`, that tests change and load."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / "card_data" / "demo"
        for name, text in {
            "game.yaml": GAME,
            "cards.yaml": CARDS,
            "templates/styles.yaml": STYLES,
        }.items():
            self.write(name, text)

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
        self.write(name, text.replace(old, new))

    def sources(self) -> GameSources:
        workspace = Workspace(self.root)
        place = workspace.place("demo")
        assert place is not None
        return GameSources(workspace, place)

    def load(
        self,
        overlays: Sequence[str] = (),
        effects: Mapping[str, type[Strict]] | None = None,
    ) -> tuple[Game | None, list[Problem]]:
        problems = Problems()
        sources = self.sources()
        game = load_game(
            sources.workspace,
            sources.place,
            effects=lambda name: effects if effects is not None else {"damage": Damage},
            overlays=overlays,
            problems=problems,
        )
        return game, list(problems)

    def good(self, overlays: Sequence[str] = ()) -> Game:
        game, problems = self.load(overlays)
        assert game is not None, "\n".join(map(str, problems))
        assert not problems, "\n".join(map(str, problems))
        return game

    def faults(self, overlays: Sequence[str] = ()) -> list[str]:
        """The problems of a game that must not load, as people read them."""
        game, problems = self.load(overlays)
        assert game is None
        return [str(problem) for problem in problems]

    def fault(self, overlays: Sequence[str] = ()) -> str:
        faults = self.faults(overlays)
        assert len(faults) == 1, "\n".join(faults)
        return faults[0]


@pytest.fixture
def kit(tmp_path: Path) -> Kit:
    return Kit(tmp_path)


@pytest.fixture
def problems() -> Problems:
    return Problems()

"""The command that proposes an order: whose cards, which fighters, lots, words and exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.games.sprite_wars.ordering import MOST, ORDER, SWITCHES, VALUES, chosen, proposals
from generator.load.find import workspace
from generator.load.target import load_target
from generator.model.order import Order
from generator.model.target import Target
from generator.pipeline import load
from generator.problems import Problems

ROOT = Path(__file__).parents[2]
HERE = workspace(ROOT)
PLACE: Any = HERE.place("sprite_wars")


class Desk:
    """Keeps what it is told."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self.lines: list[str] = []
        self.orders: list[tuple[Order, str]] = []

    def tell(self, line: str) -> None:
        self.lines.append(line)

    def laid(self, edition: Sequence[str]) -> tuple[Any, tuple[str, ...]]:
        game, _ = load(HERE, PLACE, tuple(edition), Problems())
        return game, tuple(edition)

    def shop(self, target: str) -> Target:
        return self._target

    def build(self, game: Any, order: Order, name: str, out: Path | None) -> Path | None:
        self.orders.append((order, name))
        return Path("there")


@pytest.fixture
def ordered(wars_loaded: tuple[Any, Any]) -> Callable[..., tuple[int, Desk]]:
    def run(*words: str, target: str = "moo-us") -> tuple[int, Desk]:
        found = load_target(HERE, target, Problems())
        assert found is not None
        desk = Desk(found)
        code = ORDER.run(wars_loaded[0], words, desk)  # type: ignore[arg-type]
        return code, desk

    return run


def test_five_hundred_cards_are_ten_artworks(ordered: Callable[..., tuple[int, Desk]]) -> None:
    code, desk = ordered("--count", "500", "--shop", "moo-us")
    assert code == 0
    (made_, name), text = desk.orders[0], "\n".join(desk.lines)
    assert (made_.target, made_.copies, len(made_.cards)) == ("moo-us", 50, 10)
    assert name == "order-500-moo-us"
    assert "*  10 artworks x 50 = 500 cards" in text
    assert "5 artworks x 100 = 500 cards" in text


def test_few_artworks_are_the_ten_that_are_fair(
    ordered: Callable[..., tuple[int, Desk]], wars_loaded: tuple[Any, Any]
) -> None:
    cards = wars_loaded[0].components["fighters"].cards
    core = {card.id for card in cards if card.fields.get("set")}
    assert len(core) == 10
    _, desk = ordered("--count", "500", "--shop", "moo-us")
    assert set(desk.orders[0][0].cards) == core
    assert {card.id for card in chosen(cards, 4)} < core
    more = [card.id for card in chosen(cards, 25)]
    assert core < set(more)
    assert len(more) == len(set(more)) == 25


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("--count 120 --propose", "*   3 artworks x 50 = 150 cards, 30 more than asked"),
        ("--count 500 --artworks 5 --propose", "*   5 artworks x 100 = 500 cards"),
        ("--count 90 --cards fox,owl --propose", "taken (*): fox, owl"),
        ("--count 90 --cards fox,owl --propose", "order 6 or more"),
        ("--count 90 --cards fox,moon", "There is no fighter 'moon'"),
        ("--count 500 --artworks 41", "41 artworks are more than the 40"),
        ("--count 90000", "need larger lots than 500"),
        ("--count 9000 --artworks 1", "No lot of 500 holds 9000"),
        ("--count 0", "Write --count N"),
        ("--count", "Write --count N"),
        ("--moon 3 --count 50", "Write --count N"),
    ],
)
def test_what_the_command_says(
    ordered: Callable[..., tuple[int, Desk]], words: str, says: str
) -> None:
    code, desk = ordered(*words.split(), "--shop", "moo-us")
    assert any(says in line for line in desk.lines), desk.lines
    assert code == (0 if "--propose" in words else 2)
    assert desk.orders == []


def test_an_order_is_somebodys(ordered: Callable[..., tuple[int, Desk]]) -> None:
    """Whose cards it brings is told first; their stack says which fighters."""
    order = ("--count", "300", "--shop", "moo-us", "--propose")
    _, example = ordered(*order)
    assert "Robin Ashgrove, an example; for somebody else: --edition ID" in example.lines[0]
    _, hers = ordered(*order, "--edition", "mara-quill")
    assert hers.lines[0] == "Cards for Mara Quill."
    game, _ = hers.laid(("mara-quill",))
    assert game.person is not None
    stack = dict(game.person.fields["stack"])
    (taken,) = (line for line in hers.lines if line.startswith("taken"))
    assert 0 < len(taken.split(", ")) <= len(stack) < 40
    assert set(taken.removeprefix("taken (*): ").split(", ")) <= stack.keys()
    _, other = ordered(*order, "--edition", "mara-quill", "--cards", "whale")
    assert "taken (*): whale" in other.lines
    assert "whale" not in stack


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_is_no_fault(ordered: Callable[..., tuple[int, Desk]], word: str) -> None:
    code, desk = ordered(word)
    assert (code, desk.orders) == (0, [])
    for name in (*VALUES, *SWITCHES):
        assert any(line.startswith(f"  {name} ") for line in desk.lines), name


def test_a_shop_without_lots_is_told(ordered: Callable[..., tuple[int, Desk]]) -> None:
    code, desk = ordered("--count=50", "--shop=x", target="gamecrafter-business-png")
    assert (code, desk.orders) == (2, [])
    assert "says nothing of lots" in desk.lines[0]


@given(
    st.integers(1, MOST),
    st.lists(st.integers(1, 1000), min_size=1, max_size=5),
    st.integers(1, 60),
)
@settings(max_examples=200, deadline=None)
def test_proposals_are_enough_and_unsplit(count: int, lots: list[int], most: int) -> None:
    found = proposals(count, lots, most)
    for one in found:
        assert one.lot in lots
        assert one.cards >= count > one.cards - one.lot
        assert 1 <= one.artworks <= most
    assert found == sorted(found, key=lambda one: (one.cards, -one.artworks))
    assert bool(found) == any(-(-count // lot) <= most for lot in lots)


def test_the_command_as_it_is_called(tmp_path: Path) -> None:
    words = ("order", "--count", "50", "--shop", "printer-x1a", "--cards", "fox", "--output")
    done = subprocess.run(
        [sys.executable, "-m", "generator.cli", "sprite_wars", *words, str(tmp_path / "out")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "out/sprite_wars/order-50-printer-x1a"
    assert (folder / "01-fox-x50.pdf").is_file()
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    assert manifest["options"]["copies"] == 50
    wrong = subprocess.run(
        [
            sys.executable,
            "-m",
            "generator.cli",
            "sprite_wars",
            "order",
            "--count=9",
            "--shop=home-a4",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert wrong.returncode == 1
    assert "is no print shop" in wrong.stderr

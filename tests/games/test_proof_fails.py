"""Faults put between the duel's data and its written file: `proof` fails and says where."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from generator.geometry import Box, rectangle
from generator.load.find import workspace
from generator.makeready import set_up
from generator.model.order import Order
from generator.pipeline import load
from generator.press import Press, quiet
from generator.problems import Problem, Problems
from generator.proof.pdf import prove_pdf
from generator.scene import Colour, Item, Placed, Run, Scene, Sheet
from generator.scene import Path as Shape
from generator.write.pdf import write_pdf

ROOT = Path(__file__).parents[2]
Mutation = Callable[[list[Sheet]], list[Sheet]]


@cache
def press() -> Press:
    here, problems = workspace(ROOT), Problems()
    place = here.place("sophmb2ce")
    assert place is not None
    game, rules = load(here, place, (), problems)
    return set_up(here, place, game, rules, Order(), problems, quiet)


@cache
def sheets() -> tuple[Sheet, ...]:
    made = press()
    job = next(job for job in made.jobs() if job.path == "deck-a.pdf")
    return tuple(made.imposed(made.parts(job) or []))


def proved(mutated: Iterable[Sheet], folder: Path) -> list[Problem]:
    faces, path = press().game.styles.faces, folder / "deck-a.pdf"
    write_pdf(
        path, mutated, faces=faces, title="t", author="a", subject="s", flip=press().target.flip
    )
    problems = Problems()
    prove_pdf(path, sheets(), shown="deck-a.pdf", faces=faces, problems=problems)
    return [p for p in problems if p.level == "error"]


@dataclass(frozen=True)
class Spot:
    """Where a card is printed: the sheet's and the placed card's index."""

    sheet: int
    index: int


def spot(card: str, side: str = "front") -> Spot:
    for number, sheet in enumerate(sheets()):
        for index, placed in enumerate(sheet.placed):
            if placed.scene.of == card and placed.scene.side == side:
                return Spot(number, index)
    raise AssertionError(card)


def with_scene(made: list[Sheet], at: Spot, scene: Scene) -> list[Sheet]:
    sheet = made[at.sheet]
    placed = list(sheet.placed)
    placed[at.index] = placed[at.index]._replace(scene=scene)
    return [*made[: at.sheet], sheet._replace(placed=tuple(placed)), *made[at.sheet + 1 :]]


def scene_at(at: Spot) -> Scene:
    placed: Placed = sheets()[at.sheet].placed[at.index]
    return placed.scene


def with_items(card: str, change: Callable[[tuple[Item, ...]], Iterable[Item]]) -> Mutation:
    def mutate(made: list[Sheet]) -> list[Sheet]:
        at = spot(card)
        scene = scene_at(at)
        return with_scene(made, at, scene._replace(items=tuple(change(scene.items))))

    return mutate


def swap(one: str, other: str) -> Mutation:
    def mutate(made: list[Sheet]) -> list[Sheet]:
        first, second = spot(one), spot(other)
        half = with_scene(made, first, scene_at(second))
        return with_scene(half, second, scene_at(first))

    return mutate


def first_run(items: tuple[Item, ...], fact: str) -> tuple[int, Run]:
    for index, item in enumerate(items):
        if isinstance(item, Run) and item.fact == fact:
            return index, item
    raise AssertionError(fact)


def change_run(fact: str, **changes: object) -> Callable[[tuple[Item, ...]], Iterable[Item]]:
    def change(items: tuple[Item, ...]) -> Iterable[Item]:
        index, run = first_run(items, fact)
        moved = {
            key: getattr(run, key) + value if key in ("x", "y") else value  # type: ignore[operator]
            for key, value in changes.items()
        }
        return (*items[:index], run._replace(**moved), *items[index + 1 :])  # type: ignore[arg-type]

    return change


def cover(items: tuple[Item, ...]) -> Iterable[Item]:
    _, run = first_run(items, "attack")
    box = Box(run.x, run.y - 3, run.width, 4)
    return (*items, Shape(rectangle(box), fill=Colour(251, 246, 233)))


def lose_word(items: tuple[Item, ...]) -> Iterable[Item]:
    index, run = first_run(items, "flavour")
    words = run.text.split()
    return (
        *items[:index],
        run._replace(text=" ".join(words[:-1]), kerns=()),
        *items[index + 1 :],
    )


def clip(made: list[Sheet]) -> list[Sheet]:
    at = spot("spades-king")
    sheet = made[at.sheet]
    placed = list(sheet.placed)
    box = placed[at.index].clip
    placed[at.index] = placed[at.index]._replace(clip=box._replace(h=box.h - 20))
    return [*made[: at.sheet], sheet._replace(placed=tuple(placed)), *made[at.sheet + 1 :]]


def wrong_back(made: list[Sheet]) -> list[Sheet]:
    """The backs of a sheet not mirrored: the partial last sheet shows it."""
    back = made[-1]
    width = back.paper[0]
    placed = tuple(
        p._replace(
            x=width - p.x - p.scene.size[0],
            clip=p.clip._replace(x=width - p.clip.right),
        )
        for p in back.placed
    )
    return [*made[:-1], back._replace(placed=placed)]


MUTATIONS: dict[str, tuple[Mutation, str]] = {
    "a dropped page": (lambda made: made[:-1], "page"),
    "a dropped page amid the deck": (lambda made: [*made[:4], *made[5:]], "page"),
    "two cards swapped": (swap("spades-2", "hearts-king"), "spades-2|hearts-king"),
    "5 of spades and 5 of clubs": (swap("spades-5", "clubs-5"), "spades-5|clubs-5"),
    "a back under no front": (wrong_back, "page 12"),
    "a lost word": (with_items("spades-queen", lose_word), "spades-queen"),
    "a word covered": (with_items("spades-queen", cover), "spades-queen"),
    "a word clipped": (clip, "spades-king"),
    "a moved run": (with_items("spades-king", change_run("note", x=0.2)), "spades-king"),
    "a changed digit": (
        with_items("spades-king", change_run("damage", text="\u22125 HP")),
        "spades-king",
    ),
}


def test_the_true_deck_is_proved(tmp_path: Path) -> None:
    assert [str(p) for p in proved(sheets(), tmp_path)] == []


@pytest.mark.parametrize("name", MUTATIONS)
def test_proof_fails(name: str, tmp_path: Path) -> None:
    mutate, says = MUTATIONS[name]
    problems = proved(mutate(list(sheets())), tmp_path)
    assert problems
    assert len(problems) < 20, [str(p) for p in problems]
    assert any(part in str(p) for p in problems for part in says.split("|")), [
        str(p) for p in problems
    ]
    assert all(p.where.file == "deck-a.pdf" for p in problems)

"""Pages of print shops: boxes of every card, sides in order, names of files, proofs to sign."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.impose.contact import Form, Shown, contact_sheets
from generator.impose.shop import card_pages, deck_pages, doubles, named, page_plan
from generator.load.find import workspace
from generator.load.target import load_target
from generator.model.target import Shop, Target
from generator.problems import Problems
from generator.scene import Colour, Run, Scene
from generator.write.pdf import page_boxes

ROOT = Path(__file__).parents[2]
LYING, UPRIGHT = (88.9, 50.8), (50.8, 88.9)


def target(name: str) -> Target:
    problems = Problems()
    found = load_target(workspace(ROOT), name, problems)
    assert found is not None, list(map(str, problems))
    return found


def plain(**shop: object) -> tuple[Target, Shop]:
    made = Shop(**shop)  # type: ignore[arg-type]
    whole = Target(
        id="t", name="T", paper="a4", bleed="each", scheme="shop", source="", checked="", shop=made
    )
    return whole, made


@pytest.mark.parametrize(
    ("name", "card", "page", "turn"),
    [
        ("moo-eu", (84.0, 55.0), (88.0, 59.0), 0),
        ("moo-eu", (55.0, 84.0), (59.0, 88.0), 0),
        ("moo-us", LYING, (92.96, 54.86), 0),
        ("vistaprint-us", LYING, (91.72, 53.62), 0),
        ("vistaprint-us", UPRIGHT, (53.62, 91.72), 0),
        ("printer-x1a", (85.0, 55.0), (91.0, 61.0), 0),
        ("printer-x4", (63.0, 88.0), (69.0, 94.0), 0),
        ("gamecrafter-business-png", LYING, (57.15, 95.25), 90),
        ("gamecrafter-business-png", UPRIGHT, (57.15, 95.25), 0),
    ],
)
def test_pages_of_shipped_shops(
    name: str, card: tuple[float, float], page: tuple[float, float], turn: int
) -> None:
    shop = target(name).shop
    assert shop is not None
    plan = page_plan(target(name), shop, card)
    assert plan.paper == pytest.approx(page)
    assert plan.turn == turn
    trim = card[::-1] if turn else card
    assert (plan.trim.w, plan.trim.h) == trim
    assert plan.trim.x * 2 + plan.trim.w == pytest.approx(page[0])
    assert plan.trim.y * 2 + plan.trim.h == pytest.approx(page[1])
    assert min(plan.bleed) > 1.3


def test_sides_come_as_the_shop_wants_them(scene: Callable[..., Scene]) -> None:
    pairs = [(scene(f"f{i}", size=LYING), scene(f"b{i}", "back", LYING)) for i in range(3)]
    plan = page_plan(*plain(), LYING)
    sheets = list(deck_pages(plan, pairs))
    assert [sheet.placed[0].scene.of for sheet in sheets] == ["b0", "f0", "b1", "f1", "b2", "f2"]
    assert not any(sheet.marks or sheet.labels for sheet in sheets)
    assert [sheet.number for sheet in sheets] == [1, 1, 2, 2, 3, 3]
    face_first = page_plan(*plain(sides=("front", "back")), LYING)
    assert [s.side for s in card_pages(face_first, pairs[0], 1)] == ["front", "back"]
    faces = page_plan(*plain(sides=("front",)), LYING)
    assert [s.side for s in card_pages(faces, pairs[0], 1)] == ["front"]
    assert [s.side for s in card_pages(plan, (pairs[0][0], None), 1)] == ["front"]


@given(st.floats(20, 300), st.floats(20, 300), st.floats(0, 6), st.booleans())
@settings(max_examples=200, deadline=None)
def test_boxes_lie_within_each_other_to_the_last_digit(
    w: float, h: float, bleed: float, upright: bool
) -> None:
    whole, shop = plain(upright=upright)
    plan = page_plan(whole.but(bleed_width=bleed), shop, (w, h))
    (sheet,) = card_pages(plan, (_scene((w, h)), None), 1)
    boxes = [
        [float(part) for part in found.split()]
        for found in re.findall(r"Box\[([^\]]*)\]", page_boxes(sheet).decode())
    ]
    media, bled, trim = boxes
    for outer, inner in ((media, bled), (bled, trim)):
        assert outer[0] <= inner[0]
        assert outer[1] <= inner[1]
        assert outer[2] >= inner[2]
        assert outer[3] >= inner[3]
    long, short = max(w, h), min(w, h)
    size = sorted(((trim[2] - trim[0]) / 72 * 25.4, (trim[3] - trim[1]) / 72 * 25.4))
    assert size == pytest.approx([short, long], abs=0.001)


def _scene(size: tuple[float, float]) -> Scene:
    from generator.geometry import Box, rectangle
    from generator.scene import Outline

    return Scene(size, 3.0, 3.0, Outline(rectangle(Box(0, 0, *size))), (), "c", "front")


def test_names_of_files() -> None:
    _, shop = plain()
    assert named(shop, 3, 10, "fox", 50) == "03-fox-x50"
    assert named(shop, 3, 100, "fox", None) == "003-fox"
    assert named(shop.but(file="{id}"), 3, 9, "fox", 50) == "fox"
    assert doubles(["a", "b", "A", "c"]) == ["A"]


def label(text: str, size: float) -> Run:
    return Run(0.0, 0.0, text, "sans", size, Colour(0, 0, 0), len(text) * size * 0.18)


@given(st.integers(1, 40), st.sampled_from([LYING, UPRIGHT, (63.0, 88.0), (190.0, 240.0)]))
@settings(max_examples=40, deadline=None)
def test_proofs_show_every_card_whole_and_apart(count: int, size: tuple[float, float]) -> None:
    form = Form((210.0, 297.0), 10.0, "Proof", ("name", "date"), label)
    shown = [Shown(_scene(size)._replace(of=f"c{i}"), f"card {i}") for i in range(count)]
    sheets = list(contact_sheets(form, shown, count))
    placed = [one for sheet in sheets for one in sheet.placed]
    assert [one.scene.of for one in placed] == [f"c{i}" for i in range(count)]
    for number, sheet in enumerate(sheets, 1):
        assert sheet.number == number
        boxes = [one.clip for one in sheet.placed]
        assert not any(a.meet(b) for i, a in enumerate(boxes) for b in boxes[:i])
        if size[1] < 200:
            assert all(box.bottom <= 297 - 10 - 22 + 0.01 for box in boxes)
        names = [run.text for run in sheet.labels]
        assert [n for n in names if n.startswith("card")] == [
            f"card {one.scene.of[1:]}" for one in sheet.placed
        ]
        assert ("date" in names) == (sheet is sheets[-1])


@pytest.mark.parametrize("long", [60, 200, 5000])
def test_long_names_stay_on_the_proof(long: int) -> None:
    words = "W" * long
    form = Form((210.0, 297.0), 10.0, words, ("name",), label, words)
    shown = Shown(_scene(LYING), words, words)
    (sheet,) = contact_sheets(form, [shown, shown._replace(short="")], 2)
    for run in sheet.labels:
        assert run.size >= 5
        assert run.x + run.width <= 200.001, run.text
    title, about, *names = sheet.labels[:4]
    assert (title.text == words) == (long <= 200)
    assert all(run.width <= LYING[0] for run in names)
    assert about.text.startswith("WW")

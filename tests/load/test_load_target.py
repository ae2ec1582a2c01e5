"""Targets and sizes: what is shipped, what a workspace adds, what is refused."""

from __future__ import annotations

import pytest

from generator.load.find import Workspace
from generator.load.target import load_sizes, load_target, target_ids
from generator.problems import Problems

HOME = 'name: Mine\npaper: a4\nbleed: none\nsource: me\nchecked: "2026-01-01"\n'


def put(kit, name: str, text: str) -> Workspace:
    folder = kit.root / "templates/targets"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return Workspace(kit.root)


def fault(space: Workspace, target: str) -> str:
    problems = Problems()
    assert load_target(space, target, problems) is None
    assert len(problems) == 1, [str(p) for p in problems]
    return str(next(iter(problems)))


def test_every_shipped_target_loads_and_names_a_paper() -> None:
    space, problems = Workspace(None), Problems()
    papers = load_sizes(space, problems).papers
    ids = target_ids(space)
    assert "home-a4" in ids
    for target in ids:
        found = load_target(space, target, problems)
        assert found is not None, [str(p) for p in problems]
        assert found.id == target
        assert found.paper in papers
    assert not len(problems)


@pytest.mark.parametrize(
    ("size", "width", "height"),
    [
        ("poker", 63.5, 88.9),
        ("poker-metric", 63, 88),
        ("bridge", 57.15, 88.9),
        ("us-game", 56, 87),
        ("tarot", 69.85, 120.65),
        ("mini", 44.45, 63.5),
        ("mini-euro", 44, 68),
        ("mini-american", 41, 63),
        ("micro", 31.75, 44.45),
        ("domino", 44.45, 88.9),
        ("jumbo", 88.9, 139.7),
        ("square", 88.9, 88.9),
        ("small-square", 63.5, 63.5),
        ("euro-square", 70, 70),
        ("japanese", 59, 86),
        ("business-us", 88.9, 50.8),
        ("business-eu", 85, 55),
        ("credit", 85.6, 53.98),
        ("a3", 297, 420),
        ("a4", 210, 297),
        ("a5", 148, 210),
        ("a6", 105, 148),
        ("b5", 176, 250),
        ("letter", 215.9, 279.4),
        ("legal", 215.9, 355.6),
        ("tabloid", 279.4, 431.8),
        ("sra3", 320, 450),
    ],
)
def test_sizes(size: str, width: float, height: float) -> None:
    sizes = load_sizes(Workspace(None), Problems())
    found = sizes.cards.get(size) or sizes.papers[size]
    assert (found.width, found.height) == (width, height)
    assert found.source


def test_a_size_stands_in_for_its_family_only() -> None:
    cards = load_sizes(Workspace(None), Problems()).cards
    assert {k for k, v in cards.items() if v.family == "poker"} == {"poker", "poker-metric"}


def test_a_workspace_adds_and_replaces_sizes(kit) -> None:
    space = put(
        kit,
        "sizes.yaml",
        "cards:\n  own: {width: 50, height: 50}\n  poker: {width: 64, height: 89}\n",
    )
    problems = Problems()
    sizes = load_sizes(space, problems)
    assert sizes.cards["own"].width == 50
    assert sizes.cards["poker"].width == 64
    assert sizes.cards["bridge"].width == 57.15
    put(
        kit,
        "sizes.yaml",
        "cards: {a: {width: 0, height: 1}, b: {width: x, height: 1}}\ncrads: {}\n",
    )
    load_sizes(space, problems)
    says = [str(p) for p in problems]
    assert any("templates/targets/sizes.yaml:1: width: error: is 0 mm" in s for s in says)
    assert any("b.width: error: is 'x'; a number" in s for s in says)
    assert any("('cards' is given already)" in s for s in says)


def test_targets_extend_targets(kit) -> None:
    put(kit, "mine.yaml", "extends: _base\nmargin: 7\n")
    space = put(kit, "_base.yaml", HOME + "margin: 6\nguides: knife\n")
    problems = Problems()
    target = load_target(space, "mine", problems)
    assert target is not None, [str(p) for p in problems]
    assert (target.id, target.margin, target.guides) == ("mine", 7, "knife")
    assert "mine" in target_ids(space)
    assert "_base" not in target_ids(space)
    assert "there is no target '_base'" in fault(space, "_base")


def test_a_workspace_builds_on_the_shipped_target_of_the_same_name(kit) -> None:
    space = put(kit, "home-a4.yaml", "extends: home-a4\nmargin: 9\n")
    problems = Problems()
    target = load_target(space, "home-a4", problems)
    assert target is not None, [str(p) for p in problems]
    assert (target.margin, target.paper) == (9, "a4")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("extends: mine\n", "targets extend in a circle"),
        ("extends: other\n", "mine.yaml -> templates/targets/other.yaml -> templates/targets/mine"),
        ("extends: home-a5\n", "'home-a5' is no target to extend (write 'home-a4')"),
        ("extends: ../x\n", "is no target to extend"),
        ("extends: [x]\n", "is a list; a target's id is wanted (write one id"),
        ("extends: {x: y}\n", "is a mapping; a target's id is wanted (write one id"),
        ("id: x\n" + HOME, "the id is the text 'x', the file is mine.yaml"),
        (HOME + "margin: -1\n", "is -1 mm (write 0 to 100)"),
        (HOME + "bleed_width: 50\n", "is 50 mm (write 0 to 20)"),
        (HOME.replace("bleed: none", "bleed: all"), "is the text 'all'"),
        (HOME + "stock: 0\n", "mine.yaml:6: stock: error: is 0 mm (write 0.05 to 2)"),
        (HOME + "stock: -0.3\n", "is -0.3 mm (write 0.05 to 2)"),
        (HOME + "stock: 300\n", "is 300 mm (write 0.05 to 2)"),
        (HOME + "gutter: -5\n", "mine.yaml:6: gutter: error: is -5 mm (write 0 to 100)"),
        (HOME + "margn: 5\n", "(write 'margin')"),
        ("- a\n", "is a list; keys are wanted"),
        ("a: [\n", "which YAML reads as a list"),
    ],
)
def test_targets_that_are_none(kit, text: str, says: str) -> None:
    put(kit, "other.yaml", "extends: mine\n")
    assert says in fault(put(kit, "mine.yaml", text), "mine")


@pytest.mark.parametrize("name", ["home-a44", "", "../x", "sizes", "a/b", "x" * 300])
def test_unknown_targets_name_the_nearest(name: str) -> None:
    says = fault(Workspace(None), name)
    assert says.startswith("templates/targets: error: there is no target")
    assert name != "home-a44" or "(write 'home-a4')" in says

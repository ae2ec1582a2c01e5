"""Faults put into a copy of the duel: `check` fails, with file, line and reason."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from generator.load.find import Workspace, workspace
from generator.model.order import Order
from generator.pipeline import check, load
from generator.problems import Problem, Problems

ROOT = Path(__file__).parents[2]
GAME = "sophmb2ce"


@pytest.fixture
def here(tmp_path: Path) -> Workspace:
    for name in ("card_data", "templates"):
        shutil.copytree(ROOT / name / GAME, tmp_path / name / GAME)
    return workspace(tmp_path)


def edit(here: Workspace, name: str, old: str, new: str) -> int:
    """Replace `old` (once) in a file of the workspace; the line it stood on."""
    assert here.root is not None
    path = here.root / name
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    path.write_text(text.replace(old, new), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def found(here: Workspace) -> list[Problem]:
    place = here.place(GAME)
    assert place is not None
    return [p for p in check(here, place, Order()) if p.level == "error"]


def expect(here: Workspace, code: str, file: str, says: str, line: int | None = None) -> Problem:
    problems = found(here)
    matching = [p for p in problems if p.code == code and p.where.file == file]
    assert matching, [str(p) for p in problems]
    problem = matching[0]
    assert re.search(says, problem.says), problem.says
    assert problem.where.line > 0
    assert line is None or problem.where.line == line
    return problem


DATA = f"card_data/{GAME}"


def test_the_copy_is_sound(here: Workspace) -> None:
    assert [str(p) for p in found(here)] == []


def test_a_damage_in_a_text_that_differs_from_its_effect(here: Workspace) -> None:
    line = edit(
        here,
        f"{DATA}/attacks.yaml",
        "- id: server-maintenance\n",
        "- id: server-maintenance\n  text: Takes 5 HP off.\n",
    )
    problem = expect(here, "figure-typed", f"{DATA}/attacks.yaml", "'5 HP' is typed", line + 1)
    assert problem.where.card == "server-maintenance"
    assert problem.where.field == "text"


def test_a_text_that_forgets_its_effect_is_no_fault_but_a_doubled_one_is(here: Workspace) -> None:
    edit(
        here,
        f"{DATA}/attacks.yaml",
        "- id: server-maintenance\n",
        "- id: server-maintenance\n  text: Takes {0}, really {0}.\n",
    )
    expect(here, "prose-effect-twice", f"{DATA}/attacks.yaml", "told 2 times")


def test_a_wrong_stated_result_in_a_play(here: Workspace) -> None:
    play = f"{DATA}/plays/worked-example.yaml"
    line = edit(here, play, "A: 5 -> A 8", "A: 5 -> A 7")
    expect(here, "play-wrong", play, "8", line)


def test_a_wrong_final_result(here: Workspace) -> None:
    play = f"{DATA}/plays/worked-example.yaml"
    line = edit(here, play, "  B: 5\n", "  B: 6\n")
    expect(here, "play-wrong", play, "5", line)


def test_a_caste_with_two_bonuses(here: Workspace) -> None:
    edit(
        here,
        f"{DATA}/castes.yaml",
        "  name: The Mail Room\n",
        "  name: The Mail Room\n  # two of them\n",
    )
    assert here.root is not None
    path = here.root / DATA / "castes.yaml"
    text = path.read_text("utf-8")
    at = text.index("kind: bonus", text.index("The Mail Room"))
    end = text.index("\n", at)
    extra = "\n    - {kind: bonus, on: attack, amount: 1}"
    path.write_text(text[:end] + extra + text[end:], "utf-8")
    problem = expect(here, "audit-effects", f"{DATA}/castes.yaml", "2 bonuses")
    assert problem.where.card == "clubs"


def test_a_doubled_key(here: Workspace) -> None:
    line = edit(here, f"{DATA}/rules.yaml", "figures:\n", "figures:\n  deck: {value: 52}\n")
    problem = expect(here, "yaml-double", f"{DATA}/rules.yaml", "deck")
    assert str(line + 1) in str(problem)


def test_a_missing_king(here: Workspace) -> None:
    assert here.root is not None
    path = here.root / DATA / "deck.yaml"
    lines = [line for line in path.read_text("utf-8").splitlines() if "id: hearts-king" not in line]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    problems = [p for p in found(here) if p.code == "card-missing"]
    assert {p.where.file for p in problems} == {f"{DATA}/game.yaml"}
    assert all("hearts" in p.says and "king" in p.says and p.where.line > 0 for p in problems)
    assert len(problems) == 2


def test_a_text_too_long_for_its_box(here: Workspace) -> None:
    name = "Server Maintenance " * 9
    edit(here, f"{DATA}/attacks.yaml", "name: Server Maintenance\n", f"name: {name}\n")
    problem = expect(here, "text-overflow", f"templates/{GAME}/parts.xml", "mm")
    assert problem.where.card == "spades-queen"


def test_a_glyph_no_font_has(here: Workspace) -> None:
    edit(here, f"{DATA}/castes.yaml", "name: The Mail Room", "name: The Mail Room \u65e5")
    problem = expect(here, "glyph-missing", f"templates/{GAME}/card.xml", r"U\+65E5")
    assert problem.where.card == "clubs-ace"


def test_a_picture_that_is_not_there(here: Workspace) -> None:
    edit(here, f"templates/{GAME}/court.xml", "art/portraits/", "art/portrait/")
    expect(here, "file-missing", f"templates/{GAME}/court.xml", "art/portrait/")


BROUGHT_IN = re.compile(r'\{% (?:import|include) "([^"]+)"')


@cache
def parts(game: str) -> dict[str, set[str]]:
    """What each template of the game brings in."""
    folder = ROOT / "templates" / game
    return {p.name: set(BROUGHT_IN.findall(p.read_text("utf-8"))) for p in folder.glob("*.xml")}


@cache
def of_cards(game: str) -> set[str]:
    """Templates that cards are made of; a page of a command has tests of its own."""
    data = [p.read_text("utf-8") for p in (ROOT / "card_data" / game).rglob("*.yaml")]
    found = {name for name in parts(game) if any(name in text for text in data)}
    while more := {part for name in found for part in parts(game).get(name, ())} - found:
        found |= more
    return found


def elements_with_facts() -> list[tuple[str, str]]:
    """(file, whole start tag) of every fact-bearing element in the shipped templates of cards."""
    out = []
    for path in sorted((ROOT / "templates").rglob("*.xml")):
        if path.name not in of_cards(path.parent.name):
            continue
        for tag in re.finditer(r"<[a-z]+\b[^<>]*?\bfact=\"[^<]*?>", path.read_text("utf-8")):
            out.append((str(path.relative_to(ROOT)), tag.group()))
    return out


def taken_out(text: str, tag: str) -> str:
    """The text without the element that begins with `tag`."""
    start = text.index(tag)
    if tag.endswith("/>"):
        return text[:start] + text[start + len(tag) :]
    name = re.match(r"<([a-z]+)", tag)
    assert name
    close = f"</{name.group(1)}>"
    end = text.index(close, start) + len(close)
    return text[:start] + text[end:]


@cache
def users(game: str) -> dict[str, tuple[str, ...]]:
    """Components by the templates that their cards are made of: others need no check."""
    place = workspace(ROOT).place(game)
    assert place is not None
    found: dict[str, set[str]] = {}
    for component in load(workspace(ROOT), place, (), Problems())[0].components.values():
        for card in component.cards:
            for template in (card.face, card.back):
                if template:
                    found.setdefault(template, set()).add(component.id)
    for name in [*parts(game)] * 3:  # what is brought in may bring in more
        for part in parts(game)[name]:
            found.setdefault(part, set()).update(found.get(name, ()))
    return {name: tuple(sorted(ids)) for name, ids in found.items()}


@pytest.mark.parametrize(("name", "tag"), elements_with_facts(), ids=lambda v: v[:70])
def test_any_fact_bearing_element_taken_out(tmp_path: Path, name: str, tag: str) -> None:
    path = tmp_path / name
    game = path.parent.name
    for folder in ("card_data", "templates"):
        shutil.copytree(ROOT / folder / game, tmp_path / folder / game)
    path.write_text(taken_out(path.read_text("utf-8"), tag), "utf-8")
    order = Order(only=users(game).get(path.name, ()))
    problems = checked(tmp_path, game, order)
    if not lacking(problems) and game in OTHERWISE:
        otherwise(tmp_path / "card_data" / game, *OTHERWISE[game])
        problems = checked(tmp_path, game, order)
    assert lacking(problems), [str(p) for p in problems]


def checked(root: Path, game: str, order: Order) -> Problems:
    """What is wrong with the copied game."""
    here = workspace(root)
    place = here.place(game)
    assert place is not None
    return check(here, place, order)


OTHERWISE = {
    "sprite_wars": ("people.yaml", "  colour: leaf\n", "  format: portrait\n  logo: art/own.svg\n")
}
"""What makes a game's templates paint elements that its shipped data does not ask for."""


def otherwise(folder: Path, file: str, after: str, more: str) -> None:
    """Put more lines into a file of the copied game, and a drawing that they may name."""
    path = folder / file
    path.write_text(path.read_text("utf-8").replace(after, after + more), "utf-8")
    space, drawing = "http://www.w3.org/2000/svg", '<path d="M0 0h4v4z"/>'
    (folder / "art").mkdir(exist_ok=True)
    svg = f'<svg xmlns="{space}" viewBox="0 0 4 4">{drawing}</svg>'
    (folder / "art" / "own.svg").write_text(svg, "utf-8")


def lacking(problems: Problems) -> bool:
    """Whether a fact was found to be missing or wrong."""
    return any(p.code in ("fact-missing", "fact-wrong") for p in problems)


def test_facts_are_found_in_the_templates() -> None:
    assert len(elements_with_facts()) >= 8


Change = Callable[[str], str]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('fact="damage">\u2212{{ count(effect.amount, "hp") }}', 'fact="damage">\u22129 HP'),
        ('fact="flavour">{{ card.attack.flavour }}', 'fact="flavour">Lorem ipsum'),
    ],
)
def test_an_element_that_says_something_else(here: Workspace, old: str, new: str) -> None:
    edit(here, f"templates/{GAME}/court.xml", old, new)
    problems = [p for p in found(here) if p.code in ("fact-wrong", "fact-missing")]
    assert problems
    assert problems[0].where.line > 0

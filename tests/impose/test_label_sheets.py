"""Sheets that come cut: where cards stand is read back from the written PDF, in mm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from generator.check.ground import ink_box
from generator.geometry import Box, rectangle
from generator.impose.captions import SheetInfo
from generator.impose.cutsheet import cell_of, cut_cells, cut_plan
from generator.impose.grid import Part, sheets
from generator.impose.plan import Plan, plan
from generator.impose.single import one_side_first
from generator.load.find import Workspace
from generator.load.target import load_sizes, load_target, target_ids
from generator.model.target import CutSheet, Size, Target
from generator.problems import Problems, Where
from generator.scene import Colour, Outline, Run, Scene
from generator.scene import Path as Shape
from generator.write.pdf import write_pdf

# PRINT_FACTS: paper, card, columns x rows, first card, pitch, whether only measured (mm).
SHEETS: dict[str, tuple[Any, ...]] = {
    "avery-5371": ((215.9, 279.4), (88.9, 50.8), (2, 5), (19.05, 12.70), (88.9, 50.8), False),
    "avery-8373": ((215.9, 279.4), (88.9, 50.8), (2, 4), (12.7, 19.05), (101.6, 63.5), False),
    "avery-c32011-10": ((210, 297), (85, 54), (2, 5), (15, 13.5), (95, 54), False),
    "avery-c32015": ((210, 297), (85, 54), (2, 4), (17, 31.5), (91, 60), False),
    "avery-l7414": ((210, 297), (90, 52), (2, 5), (15, 18.5), (90, 52), False),
    "sigel-lp795": ((210, 297), (85, 55), (2, 5), (14, 10.5), (95, 55), True),
    "hama-50400": ((210, 297), (85, 55), (2, 5), (13.5, 10.5), (95, 55), True),
    "zweckform-32010": ((210, 297), (85, 54), (2, 5), (14.1, 14.1), (94.9, 54), True),
}
ROOT = Path(__file__).parents[2]
SPACE, SIZES = Workspace(None), load_sizes(Workspace(None), Problems())
BLEEDING, TRIMMED = Colour(255, 200, 0), Colour(0, 90, 200)
HERE = Where("game.yaml", 7)
MM = 72 / 25.4


def target_of(name: str) -> Target:
    problems = Problems()
    found = load_target(SPACE, name, problems)
    assert found is not None, list(problems)
    return found


def planned(target: Target, card: tuple[float, float] | None = None, bleed: Any = "each") -> Plan:
    sheet, problems = target.sheet, Problems()
    assert sheet is not None
    cell = cell_of(sheet, SIZES.cards[sheet.card])
    about = {"bleed": bleed, "guides": "both", "where": HERE, "problems": problems}
    made = cut_plan(target, SIZES.papers, card or cell, cell=cell, **about)
    assert made is not None, list(problems)
    return made


def painted(size: tuple[float, float], side: Any) -> Scene:
    """A card whose bleed and whose trim are one rectangle each."""
    trim = Box(0, 0, *size)
    items = (
        Shape(rectangle(trim.grow(3)), fill=BLEEDING),
        Shape(rectangle(trim), fill=TRIMMED),
    )
    return Scene(size, 3.0, 3.0, Outline(rectangle(trim)), items, "card", side)


def told(**more: Any) -> SheetInfo:
    def label(text: str, size: float) -> Run:  # no letters: this file needs no fonts
        return Run(0, 0, "", "sans", size, Colour(0, 0, 0), len(text) * size * 0.18)

    return SheetInfo("Game", "Cards", "1", True, label, HERE, Problems(), **more)


def printed(path: Path, made: Plan, size: tuple[float, float], count: int, **more: Any) -> Path:
    """`count` cards with their backs on such sheets, written as a PDF."""
    pairs = [(painted(size, "front"), painted(size, "back"))] * count
    stream = sheets(made, pairs, count, told(**more))
    bare = [sheet._replace(labels=()) for sheet in stream]
    about = {"title": "t", "author": "a", "subject": "s"}
    write_pdf(path, bare, faces={}, flip=made.flip, **about)
    return path


def read(path: Path) -> list[list[Box]]:
    """The trims on each page in mm from its top left, where a foreign reader finds them."""
    raw, out = pypdfium2.raw, []
    document = pypdfium2.PdfDocument(path)
    for page in document:
        height, trims = page.get_height(), []
        for item in page.get_objects(filter=(raw.FPDF_PAGEOBJ_FORM,), max_depth=1):
            left, bottom, right, top = (side / MM for side in item.get_bounds())
            whole = Box(left, height / MM - top, right - left, top - bottom)
            trims.append(whole.grow(-3.0))  # a card's paint ends with its bleed
        out.append(trims)
    document.close()
    return out


def same(found: list[Box], wanted: list[Box]) -> bool:
    """Whether both are the same places in the same order, to a hundredth of a mm."""
    return len(found) == len(wanted) and all(
        abs(a - b) < 0.01
        for one, other in zip(found, wanted, strict=True)
        for a, b in zip(one, other, strict=True)
    )


def cells(name: str) -> list[Box]:
    """The cards of a sheet as the table above has them."""
    _, (w, h), (columns, rows), (x, y), (across, down), _ = SHEETS[name]
    return [
        Box(x + column * across, y + row * down, w, h)
        for row in range(rows)
        for column in range(columns)
    ]


def mirrored(boxes: list[Box], width: float) -> list[Box]:
    """The same places seen from behind, the sheet turned about its upright middle."""
    return [Box(width - box.right, box.y, box.w, box.h) for box in boxes]


@pytest.mark.parametrize("name", SHEETS)
def test_cards_stand_where_the_maker_cut_them(name: str, tmp_path: Path) -> None:
    paper, card, (columns, rows), _, _, measured = SHEETS[name]
    target = target_of(name)
    made = planned(target)
    count = columns * rows
    assert (made.count, made.columns, made.rows, made.turn) == (count, columns, rows, 0)
    path = printed(tmp_path / "sheet.pdf", made, card, count + 3)
    front, back, last, last_back = read(path)
    wanted = cells(name)
    assert same(front, wanted)
    assert same(back, mirrored(wanted, paper[0]))
    assert same(last, wanted[:3])  # a last sheet that is not full: the same places, from the first
    assert same(last_back, mirrored(wanted, paper[0])[:3])
    document = pypdfium2.PdfDocument(path)
    assert [side / MM for side in document[0].get_size()] == pytest.approx(paper, abs=0.01)
    document.close()
    assert target.sheet is not None
    assert target.sheet.measured is measured is ("(measured)" in target.name)
    assert measured is ("(measured)" in target.source)
    assert target.source
    assert target.checked
    assert not target.kit


def test_all_shipped_sheets_are_in_the_table() -> None:
    assert {name for name in target_ids(SPACE) if target_of(name).sheet} == SHEETS.keys()


@pytest.mark.parametrize("target", ["home-a4", "home-letter"])
def test_plain_paper_holds_ten(target: str) -> None:
    home, card, problems = target_of(target), SIZES.cards["business-us"], Problems()
    about = {"bleed": home.bleed, "guides": home.guides, "where": HERE, "problems": problems}
    made = plan(home, SIZES.papers, (card.width, card.height), **about)
    assert made is not None
    assert (made.count, made.columns, made.rows, made.precut) == (10, 2, 5, None)


@pytest.mark.parametrize(
    ("name", "across", "down"),
    [("avery-8373", 3.0, 3.0), ("avery-c32011-10", 3.0, 0.0), ("zweckform-32010", 3.0, 0.0),
     ("avery-c32015", 3.0, 3.0), ("avery-l7414", 0.0, 0.0)],
)  # fmt: skip
def test_bleed_is_what_the_gaps_leave_room_for(
    name: str, across: float, down: float, tmp_path: Path
) -> None:
    _, card, _, _, _, _ = SHEETS[name]
    made = planned(target_of(name))
    path = printed(tmp_path / "sheet.pdf", made, card, made.count)
    scale = 20  # pixels a mm
    document = pypdfium2.PdfDocument(path)
    picture = document[0].render(scale=scale / MM, no_smoothpath=True).to_pil().convert("RGB")
    document.close()
    first, beside, below = made.cells[0], made.cells[1], made.cells[made.columns]

    def at(x: float, y: float) -> tuple[int, ...]:
        return picture.getpixel((round(x * scale), round(y * scale)))

    middle_x, middle_y = first.centre
    bleeds, blank = BLEEDING[:3], (255, 255, 255)
    for x, y in ((first.x - 2.8, middle_y), (middle_x, first.y - 2.8)):
        assert at(x, y) == bleeds  # outwards there is room
    for x, y in ((first.x - 3.2, middle_y), (middle_x, first.y - 3.2)):
        assert at(x, y) == blank
    for room, gap, ahead in (
        (across, beside.x - first.right, lambda d: (first.right + d, middle_y)),
        (down, below.y - first.bottom, lambda d: (middle_x, first.bottom + d)),
    ):
        assert at(*ahead(-0.2)) == TRIMMED[:3]
        if room:
            assert at(*ahead(room - 0.2)) == bleeds
            assert gap < 2 * room + 0.2 or at(*ahead(room + 0.2)) == blank
        else:
            assert at(*ahead(0.2)) == TRIMMED[:3]  # the neighbour begins, not this one's bleed


def test_bleed_none_ends_at_the_trim() -> None:
    made = planned(target_of("avery-8373"), bleed="none")
    stream = sheets(made, [(painted((88.9, 50.8), "front"), None)] * 8, 8, told())
    assert all(p.clip == made.cells[p.cell] for p in next(stream).placed)


def test_a_narrow_gap_is_shared_by_its_neighbours() -> None:
    target = target_of("avery-8373")
    assert target.sheet is not None
    tight = target.but(sheet=target.sheet.but(pitch=(90.9, 52.8)))
    made = planned(tight)
    stream = sheets(made, [(painted((88.9, 50.8), "front"), None)] * 8, 8, told())
    clips = [one.clip for one in next(stream).placed]
    assert clips[0].right == pytest.approx(clips[1].x)
    assert clips[0].bottom == pytest.approx(clips[2].y)
    assert clips[0].x == pytest.approx(made.cells[0].x - 3)


@pytest.mark.parametrize("name", SHEETS)
def test_no_guides_are_drawn_and_labels_keep_to_the_waste(name: str) -> None:
    made = planned(target_of(name))
    info = told()
    stream = list(sheets(made, [(painted(SHEETS[name][1], "front"), None)] * 3, 3, info))
    assert [sheet.marks for sheet in stream] == [()]
    both = [*made.cells, *mirrored([*made.cells], made.paper[0])]  # labels stand on backs, too
    kept = [cell.grow(made.bleed_width) for cell in both]
    for sheet in stream:
        assert not [run for run in sheet.labels for b in kept if ink_box(run).meet(b)]
        for rule in sheet.label_paths:
            points = [(float(s[1]), float(s[2])) for s in rule.segments]  # type: ignore[misc]
            assert not any(b.holds(Box(x, y, 0, 0)) for x, y in points for b in kept)
        assert sheet.labels
    assert not len(info.problems)


def test_waste_without_room_for_labels_is_no_fault() -> None:
    target = target_of("avery-5371")
    assert target.sheet is not None
    full = target.but(sheet=target.sheet.but(first=(4.0, 4.0), pitch=(119.0, 55.0)))
    info = told()
    list(sheets(planned(full), [(painted((88.9, 50.8), "front"), None)] * 3, 3, info))
    assert not len(info.problems)


def test_a_sheet_that_is_half_used_begins_at_a_cell(tmp_path: Path) -> None:
    wanted = cells("avery-5371")
    made = planned(target_of("avery-5371"))
    pages = read(printed(tmp_path / "half.pdf", made, (88.9, 50.8), 12, skip=3))
    assert len(pages) == 4
    assert same(pages[0], wanted[3:])
    assert same(pages[1], mirrored(wanted, 215.9)[3:])
    assert same(pages[2], wanted[:5])
    pair = (painted((88.9, 50.8), "front"), painted((88.9, 50.8), "back"))
    part = Part(made, [pair] * 12, 12, told(skip=3))
    assert part.sheets == 2
    by_hand = list(one_side_first([part]))
    assert [(s.side, s.number, [p.cell for p in s.placed]) for s in by_hand] == [
        ("front", 1, [*range(3, 10)]), ("front", 2, [*range(5)]),
        ("back", 1, [*range(3, 10)]), ("back", 2, [*range(5)]),
    ]  # fmt: skip


def test_upright_cards_lie_down_in_lying_cells(tmp_path: Path) -> None:
    made = planned(target_of("avery-c32015"), (54.0, 85.0))
    assert (made.turn, made.back_turn) == (90, 270)
    assert "turned by a quarter" in made.reason
    front, back = read(printed(tmp_path / "up.pdf", made, (54.0, 85.0), 8))
    assert same(front, cells("avery-c32015"))
    assert same(back, mirrored(cells("avery-c32015"), 210))


def test_cells_may_stand_upright() -> None:
    sheet = CutSheet(
        card="x", turned=True, columns=3, rows=2, first=(10.0, 20.0), pitch=(60.0, 90.0)
    )
    cell = cell_of(sheet, Size(width=85.0, height=55.0))
    assert cut_cells(sheet, cell)[4] == Box(70.0, 110.0, 55.0, 85.0)


def test_a_card_of_another_size_is_told() -> None:
    target, problems = target_of("avery-l7414"), Problems()
    about = {"bleed": "none", "guides": "both", "where": HERE, "problems": problems}
    assert cut_plan(target, SIZES.papers, (85.0, 54.0), cell=(90.0, 52.0), **about) is None
    assert [(p.code, "85 x 54" in p.says, "90 x 52" in p.says) for p in problems] == [
        ("sheet-card", True, True)
    ]
    lost = target.but(paper="foolscap")
    problems = about["problems"] = Problems()
    assert cut_plan(lost, SIZES.papers, (90.0, 52.0), cell=(90.0, 52.0), **about) is None
    assert [p.code for p in problems] == ["paper-unknown"]


MINE = """\
extends: home-a4
id: mine
name: My sheet
bleed: each
kit: false
sheet: {card: business-eu, columns: 2, rows: 4, first: [15, 20], pitch: [95, 60]}
source: me
checked: "2026-11-30"
"""


def own(root: Path, text: str) -> tuple[Target | None, Problems]:
    """A target of a workspace."""
    folder = root / "templates/targets"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mine.yaml").write_text(text)
    problems = Problems()
    return load_target(Workspace(root), "mine", problems), problems


def test_anybody_can_describe_a_sheet(tmp_path: Path) -> None:
    target, problems = own(tmp_path, MINE)
    assert not len(problems)
    assert target is not None
    assert planned(target).cells[-1] == Box(110.0, 200.0, 85.0, 55.0)
    more = "extends: avery-c32015\nid: mine\nname: M\nsheet: {rows: 3}\nsource: me\n"
    target, problems = own(tmp_path, more + 'checked: "2026-11-30"\n')
    assert target is not None
    assert target.sheet == target_of("avery-c32015").sheet.but(rows=3)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "says"),
    [
        ("columns: 2", "columns: 0", 6, "columns", "is 0"),
        ("rows: 4", "rows: 101", 6, "rows", "is 101"),
        ("[15, 20]", "[-1, 20]", 6, "first", "-1 and 20 mm"),
        ("[95, 60]", "[95, 0]", 6, "pitch", "95 and 0 mm"),
        ("kit: false", "kit: true", 5, "kit", "none of the kit's piles"),
        ("kit: false", "kit: false\nscheme: fold", 6, "scheme", "both sides"),
    ],
)
def test_sheets_that_cannot_be_are_located(
    old: str, new: str, line: int, key: str, says: str, tmp_path: Path
) -> None:
    target, problems = own(tmp_path, MINE.replace(old, new))
    assert target is None
    (problem,) = problems
    assert (problem.code, problem.where.line) == ("field-value", line)
    assert key in (problem.where.field or "")
    assert says in problem.says

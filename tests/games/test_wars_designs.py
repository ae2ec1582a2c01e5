"""Side one in its designs and side two in its places, at every trim, lying and upright.

Nothing is cut, everything that a person gave can be read in the written file, nothing tells one
card of a stack from another, and every arrow stands where the engine has it.
"""

from __future__ import annotations

from pathlib import Path as File
from typing import Any

import pypdfium2 as pdfium
import pytest
import zxingcpp
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from PIL import Image
from wars_cards import (
    COLOURS,
    DESIGNS,
    FULL,
    ROOT,
    SIZES,
    TRIMS,
    Studio,
    collisions,
    page,
    said,
    squeezed,
    studio,
    things,
)
from wars_cards import given as asked

from generator.check.ground import ink_box
from generator.games.sprite_wars.contact import TEXTS, side_one
from generator.games.sprite_wars.roster import arrows
from generator.geometry import Box, around, points
from generator.load.find import Workspace
from generator.makeready import set_up
from generator.model.order import Order
from generator.pipeline import load
from generator.press import quiet
from generator.problems import Problems
from generator.scene import Path, Picture, Run, Scene

LOGO = '<svg viewBox="0 0 40 24"><path d="M2 22V2h8v12h10v8z" fill="#17171D"/></svg>'

NAMES = (
    "Jo Li",
    "Maximiliane-Theodora von Württemberg-Hohenlohe",
    "Nguyễn Thị Ánh",
    "Александра Вознесенская",
    "Δημήτρης Παπαδόπουλος",
    "Æthelstan Ørsted-Şahin",
    "Bartholomew Featherstonehaugh-Cholmondeley Jr",
)
MAILS = (
    "jo@li.example",
    "maximiliane-theodora.von.wuerttemberg@forstverwaltung.example",
    "a_very_long_name_without_any_place_to_break_it_anywhere@x.example",
)
assert max(map(len, MAILS)) >= 60


@pytest.fixture(scope="module")
def arty(tmp_path_factory: pytest.TempPathFactory) -> Studio:
    """The game in a workspace with pictures."""
    root = tmp_path_factory.mktemp("space")
    (root / "card_data").mkdir()
    (root / "art").mkdir()
    (root / "art" / "logo.svg").write_text(LOGO, "utf-8")
    Image.new("RGBA", (700, 400), (63, 143, 87, 255)).save(root / "art" / "logo.png")
    return Studio(root)


# What is printed


@pytest.fixture(scope="module")
def cards() -> list[tuple[Any, Scene]]:
    """One person in every design at every trim, in all colours."""
    made = []
    for n, (size, design) in enumerate((s, d) for s in TRIMS for d in DESIGNS):
        colour = COLOURS[n % len(COLOURS)]
        person = studio().person(design=design, colour=colour, **FULL)
        scene, problems = studio().side_one(person, size)
        assert [str(problem) for problem in problems] == [], (design, size)
        assert scene is not None
        made.append((person, scene))
    return made


def test_every_design_at_every_trim(cards: list[tuple[Any, Scene]]) -> None:
    assert len(cards) == 60
    for person, scene in cards:
        assert collisions(scene) == [], (person.fields["design"], scene.size)
        printed = said(scene.items)
        assert all(squeezed(text) in printed for text in asked(person))


def test_designs_differ(cards: list[tuple[Any, Scene]]) -> None:
    """Each sets the name in a face, at a place or on a ground of its own."""
    looks = set()
    for person, scene in cards[:5]:
        name = next(i for i in scene.items if isinstance(i, Run) and i.fact == "name")
        looks.add((name.font, round(name.y), name.colour.hex, person.fields["design"]))
    assert len({look[:3] for look in looks}) == len(DESIGNS)
    assert len({look[0] for look in looks}) == len(DESIGNS)


def test_written_cards_say_everything_and_can_be_scanned(
    cards: list[tuple[Any, Scene]], tmp_path: File
) -> None:
    """Read back by PDFium, codes by zxing from what PDFium draws; a contact comes out."""
    sheets = [page([scene for _, scene in cards[n : n + 5]], n // 5 + 1) for n in range(0, 60, 5)]
    path = studio().written(tmp_path / "cards.pdf", sheets)
    found = things(path)
    document = pdfium.PdfDocument(path)
    for sheet, inks, rendered in zip(sheets, found, document, strict=True):
        image = rendered.render(scale=220 / 72).to_pil().convert("L")
        for n, placed in enumerate(sheet.placed):
            person = cards[5 * (sheet.number - 1) + n][0]
            box = placed.clip
            lines = [t.text for t, _ in inks if hasattr(t, "text") and _in(box, t.x, t.y)]
            assert all(squeezed(text) in said(lines) for text in asked(person))
            dots = 220 / 25.4
            part = image.crop([round(v * dots) for v in (box.x, box.y, box.right, box.bottom)])
            (read,) = zxingcpp.read_barcodes(part)
            game = studio().dressed(person)
            offered = [TEXTS[key](game) for key in ("vcard", "vcard-short", "link")]
            assert read.text in offered, (person.fields["design"], placed.scene.size)
    document.close()


def _in(box: Box, x: float, y: float) -> bool:
    return box.x <= x <= box.right and box.y <= y <= box.bottom


def test_empty_fields_leave_no_holes() -> None:
    """With less to say, lines that stay keep their distance."""
    for design in DESIGNS:
        few = studio().person(design=design, code="none", role="Surveyor", mail="jo@li.example")
        scene, problems = studio().side_one(few, SIZES[0])
        assert problems == []
        assert scene is not None
        top = {i.fact: i for i in scene.items if isinstance(i, Run)}
        assert top.keys() == {"name", "role", "reach"}
        assert top["role"].y - top["name"].y < 8
        assert not any(getattr(i, "module", 0) for i in scene.items)


@pytest.mark.parametrize("fields", [{}, {"logo": None, "code": "none"}, {"name": "Jo Li"}])
def test_no_cross_runs_through_words(fields: dict[str, Any]) -> None:
    """The blueprint's crosses stand beside what is written, and so one by one."""
    for size in TRIMS:
        person = studio().person(design="blueprint", **{**FULL, **fields})
        scene, problems = studio().side_one(person, size)
        assert problems == []
        assert scene is not None
        grid = studio().game.styles.palette["grid"]
        (crosses,) = (i for i in scene.items if isinstance(i, Path) and i.stroke == grid)
        ends = points(crosses.segments)
        arms = [around(pair) for pair in zip(ends[::2], ends[1::2], strict=True)]
        words = [ink_box(item) for item in scene.items if isinstance(item, Run)]
        assert arms
        assert not [arm for arm in arms for box in words if arm.grow(0.5).meet(box)]


@pytest.mark.parametrize("logo", ["art/logo.svg", "art/logo.png"])
def test_logos_stand_free(arty: Studio, logo: str) -> None:
    for size in (SIZES[3], SIZES[0], (50.8, 88.9)):
        for design in DESIGNS:
            for code in ("contact", "none"):
                person = arty.person(design=design, code=code, **{**FULL, "logo": logo})
                scene, problems = arty.side_one(person, size)
                assert [str(problem) for problem in problems] == [], (design, size, code)
                assert scene is not None
                (mark,) = {i.element for i in scene.items if i.fact == "logo"}
                boxes = [_box(i) for i in scene.items if i.element == mark]
                for item in scene.items:
                    if isinstance(item, Run) or getattr(item, "module", 0):
                        assert not any(_box(item).meet(box) for box in boxes), (design, size)


def _box(item: Any) -> Box:
    from generator.geometry import bounds

    if isinstance(item, Run):
        return ink_box(item).grow(-0.2)
    return item.box if isinstance(item, Picture) else bounds(item.segments)


def test_little_ink_keeps_the_words() -> None:
    problems = Problems()
    here = Workspace(ROOT)
    place = here.place("sprite_wars")
    assert place is not None
    game, rules = load(here, place, (), problems, low_ink=True)
    press = set_up(here, place, game, rules, Order(low_ink=True, backs="on"), problems, quiet)
    component = press.game.components["fighters"]
    sides = next(iter(press.checked(press.composed(component))))
    assert sides.back is not None
    assert squeezed(press.game.person.name) in said(sides.back.items)  # type: ignore[union-attr]
    assert not [problem for problem in problems if problem.level == "error"]


PHASES = (Phase.explicit, Phase.generate)
"""Shrinking a card costs more than reading its faults."""

USUAL = st.fixed_dictionaries(
    {
        "name": st.sampled_from(NAMES),
        "role": st.sampled_from(["Surveyor", "Head of Process Alignment and Tea", "Директор"]),
        "company": st.sampled_from([None, "Württembergische Forstverwaltung AöR"]),
        "phone": st.sampled_from([None, "+49 711 123456-789"]),
        "mobile": st.sampled_from([None, "+49 170 1234567"]),
        "mail": st.sampled_from(MAILS),
        "web": st.sampled_from([None, "forstverwaltung.example/people/mt"]),
        "address": st.sampled_from([(), ("12 Quay Street", "Harbour End")]),
        "motto": st.sampled_from([None, "Ask me about obscure games."]),
        "code": st.sampled_from(["contact", "none"]),
        "design": st.sampled_from(DESIGNS),
        "colour": st.sampled_from(COLOURS),
    }
)


@settings(max_examples=30, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(fields=USUAL, size=st.sampled_from(TRIMS))
def test_usual_people_fit(fields: dict[str, Any], size: tuple[float, float]) -> None:
    person = studio().person(**fields)
    scene, problems = studio().side_one(person, size)
    assert [str(problem) for problem in problems] == []
    assert scene is not None
    assert collisions(scene) == []
    assert all(squeezed(text) in said(scene.items) for text in asked(person))


WORDS = st.text(st.sampled_from("abcdeghijklmnoABCDEÉßжщΩ,;\\'& -"), min_size=1, max_size=60)
ANY = st.fixed_dictionaries(
    {
        "name": WORDS.filter(str.strip),
        "role": WORDS.filter(str.strip),
        "company": st.none() | WORDS,
        "phone": st.none() | st.text("+0123456789 -/", min_size=1, max_size=30),
        "mail": st.none() | st.emails(domains=st.just("a-long-domain.of-some-firm.example")),
        "web": st.none() | st.text("abcdefg./-_", min_size=1, max_size=80),
        "social": st.lists(
            st.tuples(
                st.sampled_from(["github", "x", "signal", "bluesky"]), st.text("abc.", max_size=60)
            ),
            max_size=4,
        ).map(tuple),
        "address": st.lists(WORDS, max_size=4).map(tuple),
        "design": st.sampled_from(DESIGNS),
    }
)


@settings(max_examples=30, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
@given(fields=ANY, size=st.sampled_from(TRIMS))
def test_nobody_is_cut_silently(fields: dict[str, Any], size: tuple[float, float]) -> None:
    """Whatever fields hold: all of it is there, or a fault says what is too long."""
    person = studio().person(**fields)
    scene, problems = studio().side_one(person, size)
    errors = {problem.code for problem in problems if problem.level == "error"}
    if errors:
        assert errors <= {
            "text-overflow",
            "code-small",
            "outside-safe",
            "contrast-low",
            "code-ground",
        }
        assert errors & {"text-overflow", "code-small"}, [str(problem) for problem in problems]
        return
    assert scene is not None
    facts = side_one(studio().dressed(person), size[0] < size[1])
    assert {f.key for f in facts} == {i.fact for i in scene.items if i.fact}


# One card is like another


def test_side_one_is_equal_to_the_pixel(tmp_path: File) -> None:
    person = studio().person(design="marquee", **FULL)
    component = studio().component(SIZES[0])
    sheets = []
    for number, card in enumerate(component.cards[:12], 1):
        scene, _ = studio().side_one(person, SIZES[0], card)
        assert scene is not None
        sheets.append(page([scene], number))
    document = pdfium.PdfDocument(studio().written(tmp_path / "stack.pdf", sheets))
    drawn = {one.render(scale=2).to_pil().tobytes() for one in document}
    document.close()
    assert len(drawn) == 1


# Side two

MARGIN, SHORT, LONG, CORNER = 3.2, 5.0, 8.0, 6.5


def zones(w: float, h: float) -> dict[str, Box]:
    """LOOK: where arrows stand, and nothing else ever."""
    left, right, top, bottom = MARGIN, w - MARGIN, MARGIN, h - MARGIN
    return {
        "N": Box(w / 2 - LONG / 2, top, LONG, SHORT),
        "S": Box(w / 2 - LONG / 2, bottom - SHORT, LONG, SHORT),
        "W": Box(left, h / 2 - LONG / 2, SHORT, LONG),
        "E": Box(right - SHORT, h / 2 - LONG / 2, SHORT, LONG),
        "NW": Box(left, top, CORNER, CORNER),
        "NE": Box(right - CORNER, top, CORNER, CORNER),
        "SW": Box(left, bottom - CORNER, CORNER, CORNER),
        "SE": Box(right - CORNER, bottom - CORNER, CORNER, CORNER),
    }


@pytest.mark.parametrize("size", TRIMS)
def test_written_arrows_stand_where_the_engine_has_them(
    size: tuple[float, float], tmp_path: File
) -> None:
    """Read back from the file by place and shape alone, and nothing else stands in a zone."""
    person = studio().person(
        role="x", series="The Twenty-Four Letters", rules_at="example.org/rules-of-30-letters"
    )
    fighters = studio().component(size).cards
    scenes = [studio().side_two(person, size, card) for card in fighters]
    sheet = page(scenes)
    (found,) = things(studio().written(tmp_path / "f.pdf", [sheet]))
    inks = [(thing, _edges(thing), points) for thing, points in found if points or _is_text(thing)]
    for placed, card in zip(sheet.placed, fighters, strict=True):
        clip = placed.clip
        own = [ink for ink in inks if _in(clip, ink[1].x, ink[1].y)]
        seen: dict[str, int] = {}
        for direction, zone in zones(*size).items():
            place = zone._replace(x=zone.x + placed.x, y=zone.y + placed.y)
            for thing, box, outline in own:
                if place.meet(box):
                    assert place.grow(0.06).holds(box), (card.id, direction, thing)
                    seen[direction] = sum(kind == 2 for kind, _, _ in outline)
        assert seen == dict(arrows(card.effects)), card.id
        words = said([thing.text for thing, _, _ in own if _is_text(thing)])
        wanted = (card.name, f"{person.fields['series']} {card.fields['number']}")
        assert all(squeezed(text) in words for text in (*wanted, str(person.fields["rules_at"])))


def test_an_address_too_long_for_side_two_is_left_to_the_rules_card() -> None:
    long_ = studio().person(role="x", rules_at="a" * 29 + "/" + "b" * 30)
    for size in (SIZES[0], SIZES[3], (50.8, 88.9)):
        scene = studio().side_two(long_, size, studio().component(size).cards[0])
        assert "aaa" not in said(scene.items)


def _is_text(thing: Any) -> bool:
    return hasattr(thing, "text")


def _edges(thing: Any) -> Box:
    """Of a line of text its letters' box; of a shape its own."""
    if not _is_text(thing):
        left, top, right, bottom = thing.edges
        return Box(left, top, right - left, bottom - top)
    high, wide = thing.size / 72 * 25.4 * 0.7, thing.right - thing.left
    if thing.turn == 0:
        return Box(thing.x + thing.left, thing.y - high, wide, high)
    return Box(thing.x, thing.y + thing.left, high, wide)


@pytest.mark.parametrize("colour", ["ink", "quiet", "glow", "dim", "on-dark", "on-light"])
def test_letters_are_of_two_inks_at_most(colour: str) -> None:
    """Where somebody has much to say, any of them become smaller than 10 pt."""
    inks = studio().game.styles.palette[colour].cmyk
    assert inks is not None
    assert sum(part > 0 for part in inks) <= 2

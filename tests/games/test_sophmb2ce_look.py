"""The two decks as they look: faces on both trims, backs as patterns, pictograms, palette, art."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
from functools import lru_cache
from pathlib import Path as File

import pytest
from PIL import Image, ImageChops, ImageDraw

from generator.check.colours import contrast, difference, lab, linear
from generator.check.facts import facts_of
from generator.check.ground import ink_box
from generator.check.scenes import check_scene
from generator.compose.faces import Composer
from generator.engine import registry
from generator.geometry import Box, bounds
from generator.load.find import GameSources, Workspace
from generator.load.game import load_game
from generator.model.game import Component, Game
from generator.problems import Problems, Where
from generator.scene import Path, Run, Scene

ROOT = File(__file__).parents[2]
ART = ROOT / "card_data" / "sophmb2ce" / "art"
TRIMS = [(63.5, 88.9), (63.0, 88.0)]
SUITS = ("spades", "hearts", "clubs", "diamonds")
RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
Piece = tuple[float, float, float, float]
_AROUND = tuple(itertools.product((-1, 0, 1), repeat=2))


def _game(problems: Problems) -> tuple[Game, GameSources]:
    workspace = Workspace(ROOT)
    place = workspace.place("sophmb2ce")
    assert place is not None
    where = Where("game.yaml")
    game = load_game(
        workspace,
        place,
        effects=lambda name: registry.effects(name, where, problems),
        overlays=(),
        problems=problems,
    )
    assert game is not None, list(problems)
    return game, GameSources(workspace, place)


@lru_cache(maxsize=2)
def _decks(trim: tuple[float, float]) -> tuple[dict[str, Scene], dict[str, Scene], list[str]]:
    """The faces of deck A by card, the backs by deck, and every problem found."""
    problems = Problems()
    game, sources = _game(problems)
    rules = registry.rules("sophmb2ce", Where("game.yaml"), problems)
    composer = Composer(game, sources, problems)
    faces: dict[str, Scene] = {}
    backs: dict[str, Scene] = {}

    def deck(name: str) -> Component:
        return dataclasses.replace(game.components[name], size=trim)

    for card in deck("deck-a").cards:
        scene = composer.face(deck("deck-a"), card)
        assert scene is not None, list(problems)
        faces[card.id] = scene
        facts = facts_of(game, rules, deck("deck-a"), card)
        check_scene(
            scene,
            facts,
            game.figures,
            lambda n, card=card: composer.locate(deck("deck-a"), card, "front", n),
            problems,
        )
    for name in ("deck-a", "deck-b"):
        back = composer.back(deck(name), deck(name).cards[0])
        assert back is not None, list(problems)
        backs[name] = back
        check_scene(back, None, game.figures, lambda _: Where("back"), problems)
    return faces, backs, [str(problem) for problem in problems]


@pytest.fixture(params=TRIMS, ids=["poker", "poker-metric"])
def trim(request: pytest.FixtureRequest) -> tuple[float, float]:
    """Width and height of the card in mm."""
    return request.param  # type: ignore[no-any-return]


# Faces.


def test_all_52_faces_and_both_backs_are_without_a_problem(trim: tuple[float, float]) -> None:
    faces, _, problems = _decks(trim)
    assert problems == []
    assert set(faces) == {f"{suit}-{rank}" for suit in SUITS for rank in RANKS}


def _facts(scene: Scene, key: str) -> list[list[Path | Run]]:
    found: dict[int, list[Path | Run]] = {}
    for item in scene.items:
        if item.fact == key:
            assert isinstance(item, Path | Run)
            found.setdefault(item.element, []).append(item)
    return list(found.values())


def _box(items: list[Path | Run]) -> Box:
    boxes = [ink_box(i) if isinstance(i, Run) else bounds(i.segments) for i in items]
    x, y = min(b.x for b in boxes), min(b.y for b in boxes)
    return Box(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


def test_indices_stand_in_opposite_corners(trim: tuple[float, float]) -> None:
    for scene in _decks(trim)[0].values():
        for key in ("rank", "suit"):
            first, second = (_box(items).centre for items in _facts(scene, key))
            assert first[0] < trim[0] / 4
            assert first[1] < trim[1] / 4
            assert second == pytest.approx((trim[0] - first[0], trim[1] - first[1]), abs=0.01)


@pytest.mark.parametrize("rank", RANKS[:10])
def test_pips_stand_evenly_about_the_middle_line(rank: str, trim: tuple[float, float]) -> None:
    faces = _decks(trim)[0]
    for suit in SUITS:
        centres = [_box(items).centre for items in _facts(faces[f"{suit}-{rank}"], "pip")]
        assert len(centres) == RANKS.index(rank) + 1
        assert sum(x for x, _ in centres) / len(centres) == pytest.approx(trim[0] / 2, abs=0.6)
        for one, other in itertools.combinations(centres, 2):
            assert math.dist(one, other) > 9


def test_nothing_runs_into_anything(trim: tuple[float, float]) -> None:
    w, h = trim
    tabs = [Box(0, 0, 11, 24), Box(w - 11, h - 24, 11, 24)]
    keys = ("pip", "hp", "hp-left", "attack", "damage", "flavour", "note")
    for card, scene in _decks(trim)[0].items():
        boxes = [(k, _box(i).grow(-0.1)) for k in keys for i in _facts(scene, k)]
        for key, box in boxes:
            assert not any(box.meet(tab) for tab in tabs), (card, key)
        for (key, box), (other, beside) in itertools.combinations(boxes, 2):
            assert not box.meet(beside), (card, key, other)


def test_what_is_left_is_shown_by_the_boxes_too(trim: tuple[float, float]) -> None:
    for suit in SUITS:
        for number, rank in enumerate(RANKS[:10], 1):
            scene = _decks(trim)[0][f"{suit}-{rank}"]
            (words,) = _facts(scene, "hp-left")
            said = " ".join(run.text for run in words if isinstance(run, Run))
            assert said.split() == [str(number), "HP", "LEFT"]
            assert len(_facts(scene, "hp")) == number


# Backs.


def _pieces(path: Path) -> list[Piece]:
    """The path as short straight pieces."""
    out: list[Piece] = []
    x = y = 0.0
    for segment in path.segments:
        kind, *n = segment
        numbers = [float(v) for v in n]
        if kind == "L":
            out.append((x, y, numbers[0], numbers[1]))
        elif kind == "C":
            a, b, c, d, e, f = numbers
            last = (x, y)
            for i in range(1, 9):
                t, u = i / 8, 1 - i / 8
                k = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                here = (
                    k[0] * x + k[1] * a + k[2] * c + k[3] * e,
                    k[0] * y + k[1] * b + k[2] * d + k[3] * f,
                )
                out.append((*last, *here))
                last = here
        if numbers:
            x, y = numbers[-2:]
    return out


class _Lines:
    """Lines of one kind, asked how far a point is from the nearest."""

    def __init__(self, pieces: list[Piece]) -> None:
        self.pieces = pieces
        self._near: dict[tuple[int, int], list[Piece]] = {}
        for piece in pieces:
            x, y, u, v = piece
            steps = int(math.dist((x, y), (u, v))) + 1
            cells = {
                (round(x + (u - x) * i / steps), round(y + (v - y) * i / steps))
                for i in range(steps + 1)
            }
            for cx, cy in {
                (a + i, b + j) for a, b in cells for i in (-1, 0, 1) for j in (-1, 0, 1)
            }:
                self._near.setdefault((cx, cy), []).append(piece)

    def away(self, px: float, py: float) -> float:
        best = 9.0
        for x, y, u, v in self._near.get((round(px), round(py)), ()):
            dx, dy = u - x, v - y
            long = dx * dx + dy * dy
            t = max(0.0, min(1.0, ((px - x) * dx + (py - y) * dy) / long)) if long else 0.0
            best = min(best, math.dist((px, py), (x + t * dx, y + t * dy)))
        return best


@lru_cache(maxsize=4)
def _kinds(trim: tuple[float, float], deck: str) -> dict[tuple[object, float], _Lines]:
    """A back's lines, told apart by colour and width."""
    kinds: dict[tuple[object, float], list[Piece]] = {}
    for item in _decks(trim)[1][deck].items[1:]:
        assert isinstance(item, Path)
        assert item.fill is None
        kinds.setdefault((item.stroke, item.width), []).extend(_pieces(item))
    return {kind: _Lines(pieces) for kind, pieces in kinds.items()}


def _points(lines: _Lines, trim: tuple[float, float]) -> list[tuple[float, float]]:
    """Points of the lines within the bleed."""
    bleed = Box(0, 0, *trim).grow(3)
    found = []
    for x, y, u, v in lines.pieces:
        steps = int(math.dist((x, y), (u, v)) / 2) + 1
        for i in range(steps):
            p = x + (u - x) * i / steps, y + (v - y) * i / steps
            if bleed.holds(Box(*p, 0, 0)):
                found.append(p)
    assert len(found) > 100
    return found


@pytest.mark.parametrize("deck", ["deck-a", "deck-b"])
def test_backs_go_on_in_the_next_card(deck: str, trim: tuple[float, float]) -> None:
    w, h = trim
    bleed = Box(0, 0, w, h).grow(3)
    assert _decks(trim)[1][deck].tiles
    seams = 0
    for lines in _kinds(trim, deck).values():
        for x, y in _points(lines, trim):
            for q in ((x + w, y), (x - w, y), (x, y + h), (x, y - h)):
                if bleed.holds(Box(*q, 0, 0)):
                    seams += 1
                    assert lines.away(*q) < 0.03, (x, y)
    assert seams > 200


@pytest.mark.parametrize("deck", ["deck-a", "deck-b"])
def test_backs_are_equal_after_a_half_turn(deck: str, trim: tuple[float, float]) -> None:
    for lines in _kinds(trim, deck).values():
        for x, y in _points(lines, trim):
            assert lines.away(trim[0] - x, trim[1] - y) < 0.03, (x, y)


@pytest.mark.parametrize("deck", ["deck-a", "deck-b"])
def test_backs_have_a_ground_to_the_bleed_and_no_frame(
    deck: str, trim: tuple[float, float]
) -> None:
    ground = _decks(trim)[1][deck].items[0]
    assert isinstance(ground, Path)
    assert bounds(ground.segments) == Box(0, 0, *trim).grow(3)
    for lines in _kinds(trim, deck).values():
        for x, y, u, v in lines.pieces:
            if math.dist((x, y), (u, v)) > 2:  # a line that an eye would follow
                assert 40 < math.degrees(math.atan2(abs(v - y), abs(u - x))) < 50


def test_the_two_backs_differ_without_colour(trim: tuple[float, float]) -> None:
    lean, ink = {}, {}
    for deck in ("deck-a", "deck-b"):
        pieces = [(p, w) for (_, w), lines in _kinds(trim, deck).items() for p in lines.pieces]
        lean[deck] = sum((u - x) * (v - y) for (x, y, u, v), _ in pieces)
        inside = Box(0, 0, *trim)
        inks = (math.dist(p[:2], p[2:]) * w for p, w in pieces if inside.holds(Box(*p[:2], 0, 0)))
        ink[deck] = sum(inks) / (trim[0] * trim[1])
    assert lean["deck-a"] > 0 > lean["deck-b"]
    assert 0.15 < ink["deck-b"] < ink["deck-a"] - 0.1
    assert ink["deck-a"] < 0.55  # moderate, double strokes counted twice


# Pictograms, palette, art.


def _mask(suit: str, pixels: int) -> Image.Image:
    """The suit's pictogram as it stands in the index, black on white."""
    scene = _decks(TRIMS[0])[0][f"{suit}-5"]
    items = _facts(scene, "suit")[0]
    mask = Image.new("1", (pixels, pixels))
    for item in items:
        assert isinstance(item, Path)
        shape = Image.new("1", mask.size)
        ring: list[tuple[float, float]] = []
        rings = [ring]
        for segment in item.segments:
            if segment[0] == "M":
                ring = []
                rings.append(ring)
            if len(segment) > 1:
                x, y = float(segment[-2]), float(segment[-1])
                ring.append(((x - 3.5) / 7 * pixels, (y - 13.6) / 7 * pixels))
        for points in rings:
            if len(points) > 2:
                one = Image.new("1", mask.size)
                ImageDraw.Draw(one).polygon(points, fill=1)
                shape = ImageChops.logical_xor(shape, one)
        mask = ImageChops.logical_or(mask, shape)
    return mask


def _count(mask: Image.Image) -> int:
    return mask.histogram()[-1]


@pytest.mark.parametrize("pixels", [28, 16])
def test_pictograms_differ_in_black_and_white(pixels: int) -> None:
    masks = {suit: _mask(suit, pixels) for suit in SUITS}
    for one, other in itertools.combinations(SUITS, 2):
        both = _count(ImageChops.logical_and(masks[one], masks[other]))
        either = _count(ImageChops.logical_or(masks[one], masks[other]))
        assert both / either < 0.5, (one, other)


def test_castes_hold_in_greyscale_and_for_colour_blind_eyes() -> None:
    game, _ = _game(Problems())
    palette = game.styles.palette
    light = [lab(linear(palette[suit][:3]))[0] for suit in SUITS]
    assert light == sorted(light)
    assert min(b - a for a, b in itertools.pairwise(light)) > 20
    for one, other in itertools.combinations(SUITS, 2):
        for sight in ("normal", "protan", "deutan"):
            assert difference(palette[one][:3], palette[other][:3], sight) > 19  # type: ignore[arg-type]
    icons = {entry.fields["icon"] for entry in game.catalogs["castes"].values()}
    assert len(icons) == len(SUITS)


def test_text_stands_out_on_its_caste_and_inks_are_few() -> None:
    game, _ = _game(Problems())
    palette = game.styles.palette
    for suit in SUITS:
        assert contrast(palette[f"on-{suit}"][:3], palette[suit][:3]) >= 4.5
    assert contrast(palette["ink"][:3], palette["cream"][:3]) >= 7
    for colour in palette.values():
        assert colour.cmyk is not None
        assert sum(colour.cmyk) <= 2.4
    assert palette["ink"].cmyk == (0, 0, 0, 1)


def test_portraits_are_twelve_drawings_in_ink_cream_and_the_caste() -> None:
    drawings = {f.stem: f.read_text() for f in (ART / "portraits").glob("*.svg")}
    assert set(drawings) == {f"{s}-{r}" for s in SUITS for r in ("jack", "queen", "king")}
    assert len(set(drawings.values())) == 12
    for name, text in drawings.items():
        used = set(re.findall(r'data-(?:fill|stroke)="([^"]+)"', text))
        assert used == {"ink", "cream", name.split("-")[0]}
        painted = re.findall(r' (?:fill|stroke)="#', text)
        assert len(painted) == len(re.findall(r"data-(?:fill|stroke)=", text))

"""FAULTS rows about texts: fit, markup in data, icons, glyphs, accents, fonts."""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest
from pages import places, texts
from small_game import Small

from generator.compose.faces import Composer
from generator.load.find import GameSources, Workspace
from generator.pipeline import load
from generator.problems import Problems
from generator.scene import Path as Outline
from generator.scene import Run, Scene

ROOT = Path(__file__).parents[2]
DOT = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<circle cx="5" cy="5" r="5"/></svg>'
)


def scenes(small: Small) -> list[Scene]:
    """The faces of the deck, which must compose without a problem."""
    problems = Problems()
    workspace = Workspace(small.root)
    place = workspace.place(small.id)
    assert place is not None
    game, _ = load(workspace, place, (), problems)
    composer = Composer(game, GameSources(workspace, place), problems)
    deck = game.components["deck"]
    made = [composer.face(deck, card) for card in deck.cards]
    assert not [str(p) for p in problems if p.level == "error"]
    return [scene for scene in made if scene is not None]


def runs(scene: Scene) -> list[Run]:
    return [item for item in scene.items if isinstance(item, Run)]


def words(small: Small, text: str) -> None:
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    small.write("cards.yaml", f'- id: one\n  words: "{quoted}"\n')


def printed(small: Small) -> str:
    return texts(small.build().folder / "deck.pdf")[0]


def test_a_text_too_long_shrinks_to_its_least_then_says_by_how_much(small: Small) -> None:
    words(small, "word " * 72)
    (scene,) = scenes(small)
    assert all(8.5 <= run.size < 9 for run in runs(scene))
    assert " ".join(run.text for run in runs(scene)).split() == ["word"] * 72
    words(small, "word " * 600)
    error = small.errors()[0]
    assert (error.code, error.where.card) == ("text-overflow", "one")
    assert error.where.line == 4  # the element of the template
    assert "mm" in error.says
    ran = small.run("build")
    assert ran.code == 1
    assert not (small.root / "output" / "small").exists() or not list(
        (small.root / "output" / "small").iterdir()
    )


@pytest.mark.parametrize("word", ["Donaudampfschifffahrtsgesellschaftskapit", "W" * 40])
def test_one_long_word_never_leaves_the_card(small: Small, word: str) -> None:
    small.face('<text box="20 6 20 40" style="title" fit="shrink">{{ card.title }}</text>')
    small.write("cards.yaml", f"- {{id: one, title: {word}}}\n")
    (scene,) = scenes(small)
    for run in runs(scene):
        assert run.x >= 20 - 0.01
        assert run.x + run.width <= 40 + 0.01
    said = "".join(run.text for run in runs(scene))
    assert said.replace("-", "").replace("\u2010", "") == word
    assert min(run.size for run in runs(scene)) >= 9


def test_the_fitted_size_never_falls_as_the_box_grows(small: Small) -> None:
    text = "Take a card, then give it back to whoever last had a birthday, or to the dealer. " * 3
    words(small, text)
    small.edit("templates/styles.yaml", "size: 9, least: 8.5", "size: 30, least: 4")
    last = 0.0
    for tall in (6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80):
        small.face(
            f'<text box="4 4 r4 {tall}" style="words" fit="shrink">{{{{ card.words }}}}</text>'
        )
        try:
            (scene,) = scenes(small)
        except AssertionError:
            assert last == 0.0  # once it fits, it fits in every taller box
            continue
        size = min(run.size for run in runs(scene))
        assert size >= last
        last = size
    assert last > 8


@pytest.mark.parametrize(
    "text",
    [
        "S&P",
        "A<B",
        "<3",
        "<b>open",
        "</card>",
        "<img src=http://127.0.0.1:9/x.png>",
        "&amp;",
        "]]>",
        "{{ 7 * 7 }}",
        "{% raw %}",
        "*",
        "5 * 3 * 2",
    ],
)
def test_markup_characters_print_as_typed(small: Small, text: str) -> None:
    words(small, text)
    assert text in printed(small)


def test_the_small_markup_is_what_the_page_says(small: Small) -> None:
    words(small, r"**Bold** and *slanted*, not \*this\*.")
    (scene,) = scenes(small)
    faces = {run.text.strip(): run.font for run in runs(scene)}
    assert faces["Bold"] == "source-sans-700"
    assert faces["slanted"] == "source-sans-400-italic"
    assert "*this*." in " ".join(run.text for run in runs(scene))


@pytest.mark.parametrize(
    ("text", "dots"),
    [(":dot:", 1), (":dot::dot:", 2), ("a :dot: b :dot: c", 2), ("a\n:dot:\nb", 1)],
)
@pytest.mark.parametrize("align", ["left", "centre"])
def test_inline_icons_stand_on_their_line_each_its_own(
    small: Small, text: str, dots: int, align: str
) -> None:
    small.write("art/icons/dot.svg", DOT)
    words(small, text)
    small.face(
        f'<text box="6 6 r6 40" style="words" align="{align}">{{{{ card.words|rich }}}}</text>'
    )
    (scene,) = scenes(small)
    outlines = [item for item in scene.items if isinstance(item, Outline)]
    boxes = []
    for item in outlines:
        xs = [x for segment in item.segments for x in segment[1::2]]
        ys = [y for segment in item.segments for y in segment[2::2]]
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    assert len(boxes) == dots
    for left, top, right, bottom in boxes:
        assert 6 <= left < right <= 63.5 - 6 + 0.01
        assert 6 - 0.01 <= top < bottom
    for one, other in pairwise(boxes):
        assert other[0] >= one[2] - 0.01 or other[1] >= one[3] - 0.01  # none on the other
    lines = sorted({round(run.y, 3) for run in runs(scene)})
    if "\n" not in text:
        for line in lines:
            assert all(top < line < bottom + 1.5 for _, top, _, bottom in boxes)
    else:
        assert all(lines[0] < bottom < lines[-1] for _, _, _, bottom in boxes)


@pytest.mark.parametrize(
    ("text", "code"),
    [("日本語", "U+65E5"), ("\U0001f409", "U+1F409"), ("\ue000", "U+E000")],
)
def test_a_glyph_that_no_font_has(small: Small, text: str, code: str) -> None:
    words(small, f"Fine, but {text}.")
    error = small.errors()[0]
    assert error.code in ("glyph-missing", "script-refused")
    assert error.where.card == "one"
    assert code in error.says
    assert error.where.line == 4


def test_glyphs_of_a_fallback_face(small: Small) -> None:
    words(small, "Zażółć ♠ ♥ Ω")
    small.edit("templates/styles.yaml", "font: source-sans-400,", "font: special-elite,")
    (scene,) = scenes(small)
    assert "dejavu-sans" in {run.font for run in runs(scene)}
    assert "♠ ♥" in printed(small)


def test_decomposed_accents_are_the_composed_letters(small: Small) -> None:
    faces = []
    for form in ("NFC", "NFD"):
        words(small, unicodedata.normalize(form, "Über Müller, Zażółć gęślą, é"))
        (scene,) = scenes(small)
        faces.append([(run.text, run.x, run.y, run.width) for run in runs(scene)])
    assert faces[0] == faces[1]
    assert "Über Müller" in printed(small)


def font(small: Small, face: str, file: str, data: bytes | None) -> None:
    families = f'"my family": {{licence: x, faces: {{"{face}": "{file}"}}}}\n'
    small.write("fonts/families.yaml", families)
    if data is not None:
        small.write(f"fonts/my family/{file}", data)
    small.edit("templates/styles.yaml", "oswald-700", f'"{face}"')


def test_a_font_with_cff_outlines_gets_advice(small: Small) -> None:
    font(small, "mine", "Mine.otf", b"OTTO" + bytes(200))
    error = small.error()
    assert error.code == "font-unusable"
    assert "CFF outlines (an .otf)" in error.says
    assert ".ttf" in error.fix


def test_an_unknown_face_gets_the_nearest(small: Small) -> None:
    small.edit("templates/styles.yaml", "oswald-700", "Oswald 700")
    error = small.error()
    assert error.code == "style-face"
    assert "no families.yaml lists the face 'Oswald 700'" in error.says
    assert "oswald-700" in error.fix


def test_a_font_whose_name_has_spaces_works(small: Small) -> None:
    data = (ROOT / "fonts/oswald/Oswald_500Medium.ttf").read_bytes()
    font(small, "my face", "My Face Medium.ttf", data)
    built = small.build()
    found = places(built.folder / "deck.pdf", ["The One"])
    assert "The One" in found[0]

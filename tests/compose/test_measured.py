"""What templates may measure and ask for: heights, texts of rules; where pictures stand."""

from __future__ import annotations

from pathlib import Path as File

import pytest
from demo_game import DEMO, Bench, Folder, card, component, game, style, styles
from PIL import Image

from generator.compose.faces import Composer
from generator.geometry import bounds
from generator.model.style import Styles
from generator.scene import Path, Picture, Run, Scene


def boxed(words: str, width: float, more: str = "") -> str:
    """A text in a box just as high as it is measured."""
    height = f"{{{{ height('{words}', 'small', {width}{more}) + 0.01 }}}}"
    size = f' size="{more[2:]}"' if more else ""
    return f'<text box="2 2 {width} {height}" style="small"{size}>{words}</text>'


@pytest.mark.parametrize("width", [12, 20, 40])
@pytest.mark.parametrize("more", ["", ", 7"])
def test_a_text_fits_the_height_it_is_measured(bench: Bench, width: float, more: str) -> None:
    made = bench.good(boxed("Some words, broken as they are printed", width, more))
    lines = {round(item.y, 3) for item in made.items if isinstance(item, Run)}
    assert len(lines) > 40 // width - 1
    less = boxed("Some words, broken as they are printed", width, more).replace("+ 0.01", "- 0.2")
    assert bench.only(less).code == "text-overflow"


def test_nothing_takes_no_height(bench: Bench) -> None:
    high = "5 + height('', 'small', 9) + height(none, 'small', 9)"
    face = f'<rect box="1 1 {{{{ {high} }}}} 4" fill="ink"/>'
    (item,) = bench.good(face).items
    assert isinstance(item, Path)
    assert bounds(item.segments).w == pytest.approx(5)


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("height('a', 'nought', 9)", "style-unknown"),
        ("height('a', 'small', 0)", "markup-value"),
        ("height('a', 'small', 9, 500)", "markup-value"),
        ("height('a', 'small', 'b')", "template-failed"),
        ("text('nought')", "template-undefined"),
    ],
)
def test_what_cannot_be_measured(bench: Bench, asked: str, code: str) -> None:
    assert bench.only(f'<rect box="1 1 2 {{{{ {asked} }}}}" fill="ink"/>').code == code


def test_texts_of_rules(bench: Bench) -> None:
    name = bench.template(
        "<card><text box='2 2 40 20' style='small'>{{ text('who') }}</text></card>"
    )
    texts = {"who": lambda made: f"{made.id} &\n<b>"}
    composer = Composer(game(), Folder(DEMO, bench.tmp), bench.problems, texts)
    made = composer.face(component(), card(face=name))
    assert made is not None
    assert [item.text for item in made.items if isinstance(item, Run)] == ["demo &", "<b>"]
    assert (
        composer.face(component(), card(face=bench.template("{{ text('wo') }}", "u.xml"))) is None
    )
    assert "did you mean 'who'" in str(list(bench.problems)[-1])


@pytest.mark.parametrize(
    ("attributes", "x", "y"),
    [
        ("", 10, 10),
        ('align="left"', 4, 10),
        ('align="right" valign="bottom"', 16, 10),
        ('valign="top" align="centre"', 10, 10),
    ],
)
def test_pictures_stand_where_they_are_told(
    bench: Bench, attributes: str, x: float, y: float
) -> None:
    assert bench.tmp is not None
    bench.art("art/a.svg", '<svg viewBox="0 0 2 4"><path d="M0 0h2v4h-2z" fill="#000000"/></svg>')
    (bench.tmp / "art").mkdir(exist_ok=True)
    Image.new("RGB", (50, 100)).save(bench.tmp / "art" / "b.png")
    for src in ("art/a.svg", "art/b.png"):
        made: Scene = bench.good(f'<image box="4 10 24 24" src="{src}" {attributes}/>')
        (item,) = made.items
        box = item.box if isinstance(item, Picture) else bounds(item.segments)  # type: ignore[union-attr]
        assert (box.x, box.y, box.w, box.h) == pytest.approx((x, y, 12, 24))


def test_a_name_is_of_one_face(tmp_path: File) -> None:
    """A letter that the face lacks takes its word, or with `whole` all of the text."""
    own = styles()
    faces = own.faces | {"dejavu-sans": File(__file__).parents[2] / "fonts/dejavu/DejaVuSans.ttf"}
    text = {**own.text, "word": style(), "name": style(whole=True)}
    made = Styles(own.palette, text, ("source-sans-700", "dejavu-sans"), faces)
    bench = Bench(tmp_path, styles=made)
    for name, count in (("word", 2), ("name", 1)):
        scene = bench.good(f'<text box="2 2 50 10" style="{name}">Ann \u10d0\u10d1</text>')
        assert len({item.font for item in scene.items if isinstance(item, Run)}) == count

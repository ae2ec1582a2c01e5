"""What is written for shops alone: inks, overprinting, PNG, fonts packed once, letters drawn."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from generator.compose.traced import Tracer
from generator.geometry import Box, bounds, rectangle
from generator.model.standard import Standard
from generator.scene import Colour, Outline, Run, Scene
from generator.scene import Path as Shape
from generator.write.content import operators
from generator.write.fonts import Face, _subset
from generator.write.png import png, write_png
from generator.write.preflight import Line, Section, as_html, as_text

FONT = Path(__file__).parents[2] / "fonts/oswald/Oswald_700Bold.ttf"
BLACK = Colour(0, 0, 0, (0.0, 0.0, 0.0, 1.0), over=True)
GREEN = Colour(0, 99, 0, (0.75, 0.05, 0.75, 0.25))


class Ink:
    def font(self, face):
        return Face(face, FONT, 0, 1)

    def picture(self, source):
        return b"/I0", (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

    def opacity(self, share):
        return b"/G0"


def shape(colour, **more):
    return Shape(rectangle(Box(0, 0, 5, 5)), fill=colour, **more)


def codes(*items):
    words = operators(items, Ink(), inks=True).split(b"\n")
    return [word for word in words if word[-2:] in (b"gs", b" k", b" K", b"BT") or word == b"f"]


def test_overprinting_is_set_on_change_alone():
    assert codes(shape(BLACK), shape(BLACK), shape(GREEN), shape(BLACK)) == [
        b"/Over gs",
        b"0 0 0 1 k",
        b"f",
        b"f",
        b"/Out gs",
        b"0.75 0.05 0.75 0.25 k",
        b"f",
        b"/Over gs",
        b"0 0 0 1 k",
        b"f",
    ]


def test_a_clip_forgets_colour_and_keeps_overprinting():
    clip = rectangle(Box(1, 1, 2, 2))
    found = codes(shape(BLACK, clip=clip), shape(BLACK))
    assert found == [b"/Over gs", b"0 0 0 1 k", b"f", b"0 0 0 1 k", b"f"]


def test_a_colour_without_inks_is_no_plate():
    with pytest.raises(AssertionError):
        operators([shape(Colour(1, 2, 3))], Ink(), inks=True)


def test_a_subset_is_made_once_for_all_files_that_show_the_same():
    about = (FONT.stat().st_mtime_ns, FONT.stat().st_size)
    one = _subset(FONT, about, (65, 66))
    assert _subset(FONT, about, (65, 66)) is one
    assert _subset(FONT, about, (65, 67)) is not one
    assert one.descriptor.count(b"%d") == 1


def test_a_png_says_what_it_is(tmp_path):
    rgb = bytes(range(18))
    data = png((3, 2), rgb, 300)
    assert png((3, 2), rgb, 300) == data
    with Image.open(io.BytesIO(data)) as opened:
        assert (opened.mode, opened.size, opened.tobytes()) == ("RGB", (3, 2), rgb)
        assert opened.info["srgb"] == 1
        assert [round(v) for v in opened.info["dpi"]] == [300, 300]
    path = tmp_path / "a.png"
    assert len(write_png(path, (3, 2), rgb, 600)) == 64
    with Image.open(path) as opened:
        assert [round(v) for v in opened.info["dpi"]] == [600, 600]


def test_standards_say_their_version():
    assert [Standard(form).version for form in ("pdf", "pdf-x4", "pdf-x1a")] == [
        "1.6",
        "1.6",
        "1.4",
    ]
    assert Standard("pdf-x1a").name == "PDF/X-1a:2003"


def test_reports_escape_what_they_say():
    section = Section("A & B", [Line("<x>", 'say "y"', "#FF0000"), Line("none", "")])
    assert "<x>" in as_text("T", [section])
    page = as_html("T <t>", [section])
    assert "&lt;x&gt;" in page
    assert "<x>" not in page
    assert "background:#FF0000" in page


def test_letters_drawn_stand_where_they_were_set():
    run = Run(10.0, 20.0, "Ab j", "oswald", 20.0, BLACK, 16.0, kerns=(0.0, -50.0, 0.0), fact="name")
    whole = Scene(
        (60, 40), 3, 3, Outline(rectangle(Box(0, 0, 60, 40))), (run, shape(GREEN)), "c", "front"
    )
    tracer = Tracer({"oswald": FONT})
    drawn, other = tracer.scene(whole).items
    assert isinstance(drawn, Shape)
    assert other is whole.items[1]
    assert (drawn.fact, drawn.fill) == ("name", BLACK)
    box = bounds(drawn.segments)
    assert 10.0 < box.x < 10.7
    assert box.y == pytest.approx(20 - 20 * 0.81 * 25.4 / 72, abs=0.6)
    assert box.bottom > 20.5, "the j hangs below the baseline"
    blank = whole._replace(items=(run._replace(text="  "),))
    assert tracer.scene(blank).items == ()
    turned = tracer.scene(whole._replace(items=(run._replace(turn=90.0),))).items[0]
    assert bounds(turned.segments).h == pytest.approx(box.w, abs=0.01)

"""Figures: PDF and HTML show one scene, each thing at its place and nothing beyond the cut."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from shelf import Shelf

from generator.compose.shrink import shrunk
from generator.flow import Figure
from generator.geometry import Box, bounds, ellipse, rectangle
from generator.scene import Colour, Item, Outline, Picture, Run, Scene
from generator.scene import Path as Drawn
from generator.units import to_mm
from generator.write.svg import Svg

RED, INK = Colour(192, 0, 0), Colour(16, 16, 16)
SPACE = "{http://www.w3.org/2000/svg}"


def scene(source: str = "") -> Scene:
    run = Run(10.0, 20.0, "A<B & C", "oswald-700", 12.0, INK, 15.0, 90.0, (0.0,) * 6, fact="x")
    items: list[Item] = [
        Drawn(rectangle(Box(-3, -3, 46, 66)), fill=RED),
        Drawn(ellipse(Box(5, 5, 10, 10)), stroke=INK, width=0.5, dash=(1.0, 0.5), round=True),
        Drawn(rectangle(Box(5, 30, 60, 5)), fill=INK, opacity=0.5, clip=ellipse(Box(5, 30, 9, 5))),
        run,
    ]
    if source:
        items.insert(1, Picture(Box(20, 30, 10, 10), source, (10, 10), 90.0))
    outline = Outline(rectangle(Box(0, 0, 40, 60), 3.0))
    return Scene((40.0, 60.0), 3.0, 3.0, outline, tuple(items), "c", "front")


def svg(drawn: str) -> ElementTree.Element:
    return ElementTree.fromstring(drawn.replace("<svg", f'<svg xmlns="{SPACE[1:-1]}"', 1))


def test_a_scene_as_svg() -> None:
    made = Svg().figure(scene(), 'Says "x" & y', 20.0)
    root = svg(made)
    assert root.get("aria-label") == 'Says "x" & y'
    assert (root.get("width"), root.get("height")) == ("20mm", "30mm")
    (text,) = root.iter(f"{SPACE}text")
    assert text.text == "A<B & C"
    assert (text.get("x"), text.get("y")) == ("10.0000", "20.0000")
    assert float(text.get("font-size") or 0) == pytest.approx(to_mm(12.0), abs=1e-4)
    assert text.get("transform") == "rotate(90 10.0000 20.0000)"
    assert text.get("fill") == "#101010"
    paths = [p for p in root.iter(f"{SPACE}path") if p.get("fill") or p.get("stroke")]
    assert [p.get("fill") for p in paths] == ["#C00000", "none", "#101010", "none"]
    assert paths[1].get("stroke-dasharray") == "1 0.5"
    assert paths[2].get("opacity") == "0.5"
    clips = {c.get("id") for c in root.iter(f"{SPACE}clipPath")}
    used = set(re.findall(r'clip-path="url\(#([^)]*)\)"', made))
    assert clips == used
    assert len(clips) == 2


def test_ids_of_two_figures_do_not_meet() -> None:
    svgs = Svg()
    both = svgs.figure(scene(), "a") + svgs.figure(scene(), "")
    ids = re.findall(r'id="([^"]*)"', both)
    assert len(ids) == len(set(ids))
    assert 'aria-hidden="true"' in both


def test_pictures_are_taken_in(tmp_path: Path) -> None:
    from PIL import Image

    path = tmp_path / "a.png"
    Image.new("RGB", (10, 10), "red").save(path)
    root = svg(Svg().figure(scene(str(path)), "x"))
    (image,) = root.iter(f"{SPACE}image")
    assert (image.get("href") or "").startswith("data:image/png;base64,iVBOR")
    assert image.get("transform") == "rotate(90 25 35)"
    with pytest.raises(OSError, match="No such file"):
        Svg().figure(scene(str(tmp_path / "b.png")), "x")


def test_shrunk_scenes_keep_inside_their_cut() -> None:
    whole = scene()
    items = shrunk(whole, 0.5, 100.0, 50.0, INK, 7)
    trim = Box(100.0, 50.0, 20.0, 30.0)
    assert len(items) == len(whole.items) + 1
    for item in items:
        assert item.element == 7
        assert item.fact is None
        if isinstance(item, Run):
            assert (item.x, item.y, item.size, item.width) == (105.0, 60.0, 6.0, 7.5)
            assert item.use == "decor"
        elif isinstance(item, Drawn):
            seen = bounds(item.clip) if item.clip else bounds(item.segments)
            assert trim.holds(seen, 1e-6)
    circle = next(item for item in items if isinstance(item, Drawn) and item.dash)
    assert (circle.width, circle.dash) == (0.25, (0.5, 0.25))


def test_fine_white_lines_do_not_cover_what_they_engrave() -> None:
    line = rectangle(Box(5, 5, 20, 0.1))
    white = Colour(255, 255, 255)
    lines = [
        Drawn(line, stroke=white, width=0.12),
        Drawn(line, stroke=INK, width=0.12),
        Drawn(line, stroke=white, width=0.5),
        Drawn(line, fill=white),
    ]
    outline = Outline(rectangle(Box(0, 0, 40, 60)))
    whole = Scene((40.0, 60.0), 3.0, 3.0, outline, tuple(lines), "c", "front")
    small = shrunk(whole, 0.4, 0.0, 0.0, None, 1)
    assert [(i.fill, i.stroke) for i in small if isinstance(i, Drawn)] == [
        (None, INK),
        (None, white),
        (white, None),
    ]
    assert len(shrunk(whole, 0.9, 0.0, 0.0, None, 1)) == len(lines)


def test_one_scene_for_print_and_browser(shelf: Shelf, tmp_path: Path) -> None:
    books, flow, laid, _ = shelf.bound('::figure{component="deck" card="two" width="40"}')
    (figure,) = flow.blocks
    assert isinstance(figure, Figure)
    runs = [item.text for item in figure.scenes[0].items if isinstance(item, Run)]
    books.write_html(flow, laid, tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text("utf-8")
    assert re.findall(r"<text[^>]*>([^<]*)</text>", page) == runs == ["The Two"]
    printed = [i.text for i in laid.pages[1].scene.items if isinstance(i, Run) and i.use == "decor"]
    assert printed == runs
    assert 'font-family:"oswald-700";' in page

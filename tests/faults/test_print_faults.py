"""FAULTS rows about paper: pictures, backs, sizes, counts; looked at in the written PDF."""

from __future__ import annotations

import io
import math
import struct
from pathlib import Path
from typing import Any

import pytest
from pages import Colour, corner, near, pixel, places, rendered, sizes, texts
from PIL import Image
from small_game import POKER, Small

from generator.load.find import Workspace
from generator.pipeline import prove

RED, GREEN, BLUE, GREY = (200, 0, 0), (0, 160, 0), (0, 0, 220), (128, 128, 128)
WHITE, MARK = (255, 255, 255), (255, 0, 255)
STYLES = 'palette: {ink: "#101010", paper: "#FFFFFF", red: "#C00000", mark: "#FF00FF"}'


def quarters(mode: str = "RGB") -> Image.Image:
    """Top left red, top right green, bottom left blue, bottom right grey; 240 x 320."""
    made = Image.new("RGB", (240, 320))
    for i, colour in enumerate((RED, GREEN, BLUE, GREY)):
        made.paste(colour, (i % 2 * 120, i // 2 * 160, i % 2 * 120 + 120, i // 2 * 160 + 160))
    return made.convert(mode)


def saved(picture: Image.Image, kind: str, **options: Any) -> bytes:
    out = io.BytesIO()
    picture.save(out, kind, **options)
    return out.getvalue()


def shown(small: Small, name: str, data: bytes) -> list[Colour]:
    """The four quarters of a picture as the written page shows them."""
    small.write(f"art/{name}", data)
    small.edit("templates/styles.yaml", small_palette(small), STYLES)
    small.face(
        '<rect box="-3 -3 r-3 b-3" fill="paper"/><rect box="10 10 30 40" fill="red"/>'
        f'<image box="10 10 30 40" src="art/{name}"/><rect box="3 3 2 2" fill="mark"/>'
    )
    small.write("cards.yaml", "- {id: one}\n")
    page = rendered(small.build().folder / "deck.pdf")
    x, y = corner(page, MARK)
    spots = [(14.5, 17), (29.5, 17), (14.5, 37), (29.5, 37)]
    return [pixel(page, x + dx, y + dy) for dx, dy in spots]


def small_palette(small: Small) -> str:
    return (small.folder / "templates/styles.yaml").read_text("utf-8").split("\n", 1)[0]


def alike(found: list[Colour], due: list[Colour], by: int = 30) -> None:
    assert all(near(a, b, by) for a, b in zip(found, due, strict=True)), (found, due)


def test_a_picture_with_alpha_lets_the_ground_through(small: Small) -> None:
    picture = quarters("RGBA")
    picture.paste((0, 0, 0, 0), (0, 0, 120, 160))  # the first quarter: nothing
    picture.paste((0, 0, 255, 128), (120, 0, 240, 160))  # the second: half of blue
    found = shown(small, "x.png", saved(picture, "PNG"))
    alike(found, [(192, 0, 0), (96, 0, 128), BLUE, GREY])


@pytest.mark.parametrize("turn", [3, 6, 8])
def test_a_picture_turned_by_exif_stands_upright(small: Small, turn: int) -> None:
    back = {3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90}
    stored = quarters().transpose(back.get(turn, Image.Transpose.ROTATE_270))
    exif = Image.Exif()
    exif[0x0112] = turn
    found = shown(small, "x.jpg", saved(stored, "JPEG", quality=95, exif=exif.tobytes()))
    alike(found, [RED, GREEN, BLUE, GREY])


def test_a_cmyk_jpeg_keeps_its_colours(small: Small) -> None:
    found = shown(small, "x.jpg", saved(quarters("CMYK"), "JPEG", quality=95))
    red, green, blue, grey = found
    assert red[0] > 120 > red[1]
    assert green[1] > 100 > green[0]
    assert blue[2] > 120 > blue[0]
    assert max(grey) - min(grey) < 40
    assert 90 < grey[0] < 170


def test_a_16_bit_grey_picture_keeps_its_greys(small: Small) -> None:
    levels = [
        [struct.pack("<H", v) * 120 for v in pair] for pair in ((0, 20_000), (45_000, 65_535))
    ]
    rows = b"".join((b"".join(pair)) * 160 for pair in levels)
    picture = Image.frombytes("I;16", (240, 320), rows)
    found = shown(small, "x.png", saved(picture, "PNG"))
    alike(found, [(v, v, v) for v in (0, 78, 175, 255)], 8)


def test_a_jpeg_named_png_is_what_it_is(small: Small) -> None:
    found = shown(small, "x.png", saved(quarters(), "JPEG", quality=95))
    alike(found, [RED, GREEN, BLUE, GREY])


def test_a_missing_picture_names_the_nearest_and_spares_the_other_cards(small: Small) -> None:
    small.write("art/dragon.png", saved(quarters(), "PNG"))
    small.write("cards.yaml", "- {id: one, art: art/dragn.png}\n- {id: two, title: '日本'}\n")
    error = small.error()
    assert (error.code, error.where.card, error.where.field) == ("file-missing", "one", "art")
    assert "art/dragon.png" in error.fix
    small.write("cards.yaml", "- {id: one, title: A}\n- {id: two, title: '日本'}\n")
    small.edit(
        "templates/card.xml",
        "{% if card.art %}",
        '<image box="6 16 9 9" src="art/dragn.png"/>{% if 0 %}',
    )
    found = small.errors()
    cards = {problem.where.card for problem in found if problem.code == "file-missing"}
    assert cards == {"one", "two"}
    assert all("art/dragon.png" in p.fix for p in found if p.code == "file-missing")
    assert "glyph-missing" in {p.code for p in found}  # the rest of the card is still told


@pytest.mark.parametrize("count", [1, 8, 9, 10, 18])
@pytest.mark.parametrize("target", ["home-a4", "home-a4-short"])
def test_each_back_lies_under_its_front(small: Small, count: int, target: str) -> None:
    words = [f"Q{i:02}" for i in range(count)]
    text = '<text box="c0 c0 30 10" style="title" align="centre">{{ card.title }}</text>'
    small.face(text)
    small.write("templates/back.xml", f'<card><rect box="0 0 r0 b0" fill="paper"/>{text}</card>')
    small.write("cards.yaml", "".join(f"- {{id: c{w}, title: {w}}}\n" for w in words))
    built = small.build(target=target, bleed="none")
    path = built.folder / "deck.pdf"
    pages = places(path, words)
    assert len(pages) == 2 * math.ceil(count / 9)
    width, height = sizes(path)[0]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert front.keys() == back.keys()
        for word, (x, y) in front.items():
            due = (width - x, y) if target == "home-a4" else (x, height - y)
            assert back[word] == pytest.approx(due, abs=0.3)
    assert sum(map(len, pages[::2])) == count
    if count % 9:
        # The cells after the last card are empty on both sides.
        full = sorted(pages[0].values(), key=lambda at: (round(at[1]), at[0]))
        step = POKER[0]
        last = pages[-2][words[-1]]
        empty = (last[0] + step, last[1]) if count % 3 else (full[0][0], last[1] + POKER[1])
        on_back = (width - empty[0], empty[1])
        if target != "home-a4":
            on_back = (empty[0], height - empty[1])
        for number, (x, y) in ((-2, empty), (-1, on_back)):
            page = rendered(path, len(pages) + number)
            around = [(x + dx, y + dy) for dx in (-20, 0, 20) for dy in (-30, 0, 30)]
            assert all(near(pixel(page, *spot), WHITE, 3) for spot in around)


@pytest.mark.parametrize(
    ("target", "paper"), [("home-letter", (215.9, 279.4)), ("home-a4", (210.0, 297.0))]
)
def test_every_page_has_the_paper_asked_for(
    small: Small, target: str, paper: tuple[float, float]
) -> None:
    small.write("cards.yaml", "- {id: one, title: A, count: 40}\n")
    built = small.build(target=target)
    found = sizes(built.folder / "deck.pdf")
    assert len(found) == 10
    assert set(found) == {paper} or set(found) == {paper[::-1]}


def test_a_custom_paper_holds_on_every_page(small: Small) -> None:
    folder = small.root / "templates" / "targets"
    folder.mkdir(parents=True)
    (folder / "sizes.yaml").write_text("papers: {odd: {width: 155, height: 222}}\n")
    (folder / "mine.yaml").write_text("extends: home-a4\nid: mine\npaper: odd\nbleed: none\n")
    small.write("cards.yaml", "- {id: one, title: A, count: 9}\n")
    found = sizes(small.build(target="mine").folder / "deck.pdf")
    assert len(found) >= 6
    assert set(found) in ({(155.0, 222.0)}, {(222.0, 155.0)})


def test_a_card_too_large_for_the_paper_says_the_numbers(tmp_path: Path) -> None:
    small = Small(tmp_path, size="huge")
    folder = small.root / "templates" / "targets"
    folder.mkdir(parents=True)
    (folder / "sizes.yaml").write_text("cards: {huge: {width: 250, height: 300}}\n")
    error = small.error()
    assert error.code == "card-too-large"
    for number in ("250 x 300 mm", "200 x 287 mm", "margins of 5 mm", "A4"):
        assert number in error.says + error.fix, str(error)
    assert error.where.file == "card_data/small/game.yaml"
    assert small.run("build").code == 1


def test_options_hold_on_every_page(small: Small) -> None:
    small.write("cards.yaml", "- {id: one, title: A, count: 30}\n")
    path = small.build(guides="scissors").folder / "deck.pdf"
    pages = texts(path)
    assert len(pages) == 8
    for number, said in enumerate(pages):
        assert f"sheet {number // 2 + 1} of 4" in said
        assert ("FRONT" if number % 2 == 0 else "BACK") in said
        assert "50 mm" in said


def test_a_missing_card_is_not_success(small: Small) -> None:
    """`expect` lists what must be printed; proof counts what is there."""
    fields = "      rank: {type: choice, choices: [ace, king], required: false}\n"
    small.edit(
        "game.yaml", "    fields:\n", f"    expect: {{rank: [ace, king]}}\n    fields:\n{fields}"
    )
    small.write("cards.yaml", "- {id: one, rank: ace}\n")
    error = small.error()
    assert error.code == "card-missing"
    assert "king" in error.says
    ran = small.run("build")
    assert ran.code == 1
    assert "deck.pdf" not in ran.out


def test_a_file_with_a_card_less_fails_its_proof(small: Small) -> None:
    small.write("cards.yaml", "- {id: one, title: A, count: 10}\n")
    built = small.build("out")
    small.write("cards.yaml", "- {id: one, title: A, count: 9}\n")
    short = small.build("short")
    (built.folder / "deck.pdf").write_bytes((short.folder / "deck.pdf").read_bytes())
    small.write("cards.yaml", "- {id: one, title: A, count: 10}\n")
    problems = list(prove(Workspace(small.root), built.folder))
    codes = {problem.code for problem in problems}
    assert {"file-changed", "proof-pages"} <= codes

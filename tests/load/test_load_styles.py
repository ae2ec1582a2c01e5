"""Palettes, text styles and the font files they use."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.load.faces import unusable
from generator.load.find import SHIPPED, GameSources, Workspace
from generator.scene import Colour

SHEET = "card_data/demo/templates/styles.yaml"
BODY = "text: {body: {font: oswald-700, size: 9}}\n"


def test_colours_carry_rgb_cmyk_and_spot(kit) -> None:
    kit.write(
        "templates/styles.yaml",
        'palette:\n  ink: "#0a0B0c"\n  red: {rgb: "#FF0000", cmyk: [0, 100, 100, 40], spot: Warm}\n'
        "  accent: red\n  same: accent\n" + BODY,
    )
    palette = kit.good().styles.palette
    assert palette["ink"] == Colour(10, 11, 12)
    assert palette["red"] == Colour(255, 0, 0, (0.0, 1.0, 1.0, 0.4), "Warm")
    assert palette["same"] == palette["accent"] == palette["red"]


@pytest.mark.parametrize(
    ("colour", "says"),
    [
        ("black", "'black' is no colour of the palette (palette: ink)"),
        ("x", "colours name each other in a circle: x -> x"),
        ('"#12345"', "'#12345' is no colour"),
        ('"#12345G"', "'#12345G' is no colour"),
        ("#123456", "is read as a comment"),
        ("{rgb: red}", "'red' is no colour (write \"#RRGGBB\""),
        ('{rgb: "#000000", cmyk: [60, 60, 60, 61]}', "has 241 % ink in sum; presses take 240 %"),
        ('{rgb: "#000000", cmyk: [101, 0, 0, 0]}', "outside 0 to 100 per cent"),
        ('{rgb: "#000000", cmyk: [1, 2, 3]}', "x.cmyk[3]"),
        ('{rgb: "#000000", cymk: [1, 2, 3, 4]}', "(write 'cmyk')"),
        ("[1]", "is a list; a mapping is wanted"),
    ],
)
def test_colours_that_are_none(kit, colour: str, says: str) -> None:
    kit.write("templates/styles.yaml", f'palette:\n  ink: "#000000"\n  x: {colour}\n{BODY}')
    faults = kit.faults()
    assert faults[0].startswith(f"{SHEET}:3: ")
    assert any(says in fault for fault in faults), faults


def test_the_limit_of_ink_is_240_per_cent(kit) -> None:
    kit.write(
        "templates/styles.yaml",
        'palette: {ink: {rgb: "#000000", cmyk: [60, 60, 60, 60]}}\n' + BODY,
    )
    assert kit.good().styles.palette["ink"].cmyk == (0.6, 0.6, 0.6, 0.6)


def test_styles_extend_styles(kit) -> None:
    kit.write(
        "templates/styles.yaml",
        'palette: {ink: "#000000"}\ntext:\n  small: {extends: title, size: 7}\n'
        "  title: {extends: body, align: centre}\n  body: {font: oswald-700, size: 9, least: 7}\n",
    )
    styles = kit.good().styles.text
    assert list(styles) == ["small", "title", "body"]
    small = styles["small"]
    assert (small.font, small.size, small.least, small.align) == ("oswald-700", 7, 7, "centre")


@pytest.mark.parametrize(
    ("style", "line", "says"),
    [
        ("{extends: x}", 4, "styles extend in a circle: x -> x"),
        ("{extends: bdy}", 4, "'bdy' is no text style (write 'body')"),
        ("{extends: [body]}", 4, "is a list; a style's name is wanted (write one name"),
        ("{extends: {a: b}}", 4, "is a mapping; a style's name is wanted (write one name"),
        ("{extends: body, colour: ikn}", 4, "no colour of the palette (write 'ink')"),
        ("{extends: body, font: oswald-70}", 4, "no families.yaml lists the face 'oswald-70'"),
        ("{extends: body, bold: oswald-7000}", 4, "(write 'oswald-700')"),
        ("{extends: body, algin: left}", 4, "(write 'align')"),
        ("{extends: body, align: center}", 4, "(write 'centre')"),
        ("{extends: body, size: 0}", 4, "is 0 pt"),
        ("{extends: body, least: 10}", 4, "write 1 to 9, the style's size"),
        ("{extends: body, leading: 9}", 4, "is 9 sizes"),
        ("{extends: body, tracking: 9000}", 4, "is 9000 thousandths"),
        ("{size: 9}", 4, "'font' is missing"),
        ("body", 4, "a mapping is wanted"),
    ],
)
def test_styles_that_are_none(kit, style: str, line: int, says: str) -> None:
    kit.write(
        "templates/styles.yaml",
        'palette: {ink: "#000000"}\ntext:\n  body: {font: oswald-700, size: 9}\n'
        f"  x: {style}\n",
    )
    fault = kit.fault()
    assert fault.startswith(f"{SHEET}:{line}: ")
    assert says in fault


def test_files_extend_files_and_their_own_name_further_down(kit) -> None:
    shared = kit.root / "templates"
    shared.mkdir()
    (shared / "styles.yaml").write_text(
        'extends: base\npalette: {red: "#FF0000"}\nfallback: [dejavu-sans]\n'
        "text: {body: {font: oswald-700, size: 9}}\n"
    )
    (shared / "base.yaml").write_text('palette: {ink: "#000000", red: "#EE0000"}\n')
    kit.write(
        "templates/styles.yaml",
        'extends: styles\npalette: {ink: "#222222"}\ntext: {big: {extends: body, size: 20}}\n',
    )
    styles = kit.good().styles
    assert styles.palette == {"ink": Colour(34, 34, 34), "red": Colour(255, 0, 0)}
    assert styles.text["big"].font == "oswald-700"
    assert styles.fallback == ("dejavu-sans",)
    (shared / "styles.yaml").write_text("text: {body: {font: oswald-700, size: x}}\n")
    faults = kit.faults()
    assert any(fault.startswith("templates/styles.yaml:1: body.size: ") for fault in faults)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("extends: styles\n", "style files extend in a circle"),
        (
            "extends: other\n",
            "styles.yaml -> card_data/demo/templates/other.yaml -> card_data/demo",
        ),
        ("extends: nope\n", "the style 'nope' is not there"),
        ("extends: ../x\n", "[file-unsafe]"),
        ("extends: [a]\n", "is a list; a name is wanted"),
        ("palette: [a]\n", "is a list; a mapping is wanted"),
        ("text: x\n", "is the text 'x'; a mapping is wanted"),
        ("- a\n", "is a list; keys are wanted"),
        ("colours: {}\n", "the key 'colours' is not known"),
        ('palette: {none: "#000000"}\n', "'none' cannot name a colour"),
        ('palette: {"a b": "#000000"}\n', "'a b' cannot name a colour"),
        ("fallback: dejavu-sans\n", "a list of faces is wanted"),
        ("fallback: [dejavu-snas]\n", "(write 'dejavu-sans')"),
    ],
)
def test_style_files_that_are_none(kit, text: str, says: str) -> None:
    kit.write("templates/styles.yaml", text)
    kit.write("templates/other.yaml", "extends: styles\n")
    fault = kit.fault()
    assert fault.startswith(SHEET) or "other.yaml" in fault
    assert says in fault


def test_a_missing_style_file_is_told_at_the_game(kit) -> None:
    kit.edit("game.yaml", "version:", "styles: styls\nversion:")
    fault = kit.fault()
    assert fault.startswith("card_data/demo/game.yaml:3: styles: error: the style 'styls'")
    assert "(write 'styles')" in fault


def test_faces_have_their_files(kit) -> None:
    faces = kit.good().styles.faces
    assert faces["oswald-700"] == SHIPPED / "fonts/oswald/Oswald_700Bold.ttf"
    assert unusable(faces["oswald-700"]) is None


TTF = (SHIPPED / "fonts/oswald/Oswald_700Bold.ttf").read_bytes()


def test_a_game_may_bring_its_own_font(kit) -> None:
    kit.write("fonts/my font/My Font.ttf", TTF)
    kit.write(
        "fonts/families.yaml", "my font: {licence: OFL.txt, faces: {oswald-700: My Font.ttf}}\n"
    )
    assert kit.good().styles.faces["oswald-700"] == kit.folder / "fonts/my font/My Font.ttf"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"OTTO" + TTF[4:], "holds CFF outlines"),
        (b"wOFF" + TTF[4:], "is a web font (WOFF)"),
        (b"wOF2" + TTF[4:], "is a web font (WOFF2)"),
        (b"ttcf" + TTF[4:], "is a collection"),
        (b"", "has 0 bytes, which is no font"),
        (b"hello, this is text", "is no font file"),
        (TTF.replace(b"glyf", b"CFF2", 1), "holds no TrueType outlines"),
        (TTF[:20], "holds no TrueType outlines"),
    ],
)
def test_font_files_that_cannot_be_used(kit, data: bytes, says: str) -> None:
    kit.write("fonts/mine/x.otf", data)
    kit.write("fonts/families.yaml", "mine: {licence: OFL.txt, faces: {oswald-700: x.otf}}\n")
    fault = kit.fault()
    assert fault.startswith(f"{SHEET}:2: body.font: error: the font file card_data/demo/fonts/mine")
    assert says in fault
    assert "use a static TrueType font" in fault


@pytest.mark.parametrize(
    ("families", "says"),
    [
        ("mine: {licence: x, faces: {oswald-700: y.ttf}}", "is not there: fonts/mine/y.ttf"),
        (
            "mine: {licence: x, faces: {oswald-700: ../../x.ttf}}",
            "holds an empty step, '.' or '..'",
        ),
        ("mine: {licence: x, faces: {oswald-700: /x.ttf}}", "[file-unsafe]"),
        ("mine: {faces: {oswald-700: x.ttf}}", "'licence' is missing"),
        ("mine: {licence: x, faces: {a: x.ttf}}\nb: {licence: x, faces: {a: x.ttf}}", "on line 1"),
        ("[x]", "is a list; families are wanted"),
    ],
)
def test_families_that_are_none(kit, families: str, says: str) -> None:
    kit.write("fonts/mine/x.ttf", TTF)
    kit.write("fonts/families.yaml", families)
    fault = kit.fault()
    assert fault.startswith("card_data/demo/fonts/families.yaml:")
    assert says in fault


def test_a_font_that_is_a_link_out_is_refused(kit, tmp_path: Path) -> None:
    outside = tmp_path / "x.ttf"
    outside.write_bytes(TTF)
    (kit.folder / "fonts/mine").mkdir(parents=True)
    (kit.folder / "fonts/mine/x.ttf").symlink_to(outside)
    kit.write("fonts/families.yaml", "mine: {licence: x, faces: {oswald-700: x.ttf}}\n")
    assert "is a link that leaves its folder" in kit.fault()


def test_a_style_that_extends_its_own_name_grows_that_of_the_file_extended(
    tmp_path: Path,
) -> None:
    from generator.load.styles import load_styles, read_styles
    from generator.problems import Problems, Where

    folder = tmp_path / "templates" / "fox"
    (tmp_path / "card_data" / "fox").mkdir(parents=True)
    (tmp_path / "card_data" / "fox" / "game.yaml").write_text("id: fox\n")
    folder.mkdir(parents=True)
    (folder / "styles.yaml").write_text(
        'palette: {ink: "#000000"}\n'
        "text:\n"
        "  plain: {font: source-sans-400, size: 9, leading: 1.5}\n"
        "  note: {extends: plain, size: 8}\n"
    )
    (folder / "styles-low-ink.yaml").write_text(
        "extends: styles\ntext:\n  note: {extends: note, font: source-sans-600}\n"
        "  plain: {font: source-sans-600, size: 7}\n"
    )
    here, problems = Workspace(tmp_path), Problems()
    place = here.place("fox")
    assert place is not None
    sources = GameSources(here, place)
    merged = read_styles(sources, "styles-low-ink", Where("game.yaml"), problems)
    assert merged is not None
    styles = load_styles(merged, sources, problems)
    assert list(problems) == []
    note, plain = styles.text["note"], styles.text["plain"]
    assert (note.font, note.size, note.leading) == ("source-sans-600", 8, 1.2)
    assert (plain.font, plain.size, plain.leading) == ("source-sans-600", 7, 1.2)

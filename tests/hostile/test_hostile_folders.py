"""Hostile game folders, as a user meets them who was sent one: the whole command, many at once."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import Path

from hostile_games import (
    both,
    chunk,
    edit,
    face,
    instead,
    link,
    outside,
    picture,
    png,
    refuse_all,
    sound,
    words,
    write,
)
from small_game import Small, run, snapshot

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
NAMES = {
    "up": "../../../../outside/secret.svg",
    "abs": "/etc/passwd",
    "back": "..\\\\..\\\\x.svg",
    "empty": "",
    "dots": "art/./x.svg",
    "long": "a" * 5000,
    "url": "http://127.0.0.1:9/x.png",
}


def test_names_that_lead_out_of_the_folder(tmp_path: Path) -> None:
    games = {}
    for key, name in NAMES.items():
        code = "file-unsafe"
        games[f"src-{key}"] = face(f'<image box="0 0 9 9" src="{name}"/>'), code
        games[f"art-{key}"] = write("cards.yaml", f'- {{id: one, art: "{name}"}}\n'), code
        games[f"icon-{key}"] = face(f'<icon box="0 0 9 9" name="{name}" colour="ink"/>'), code
        games[f"include-{key}"] = words(f'{{% include "{name}" %}}'), code
        games[f"face-{key}"] = edit("game.yaml", "face: card.xml", f'face: "{name}"'), code
        games[f"cards-{key}"] = edit("game.yaml", "cards: cards.yaml", f'cards: "{name}"'), code
        games[f"styles-{key}"] = edit("game.yaml", "short:", f'styles: "{name}"\nshort:'), code
        if key not in ("empty", "abs"):
            families = f'fam: {{licence: x, faces: {{mine: "{name}"}}}}\n'
            font = edit("templates/styles.yaml", "oswald-700", "mine")
            games[f"font-{key}"] = both(write("fonts/families.yaml", families), font), code
    refuse_all(tmp_path, games)


def test_links_fifos_devices_and_folders_in_place_of_files(tmp_path: Path) -> None:
    games = {
        "link-template": (link("templates/card.xml", "xml"), "file-unsafe"),
        "link-cards": (link("cards.yaml", "yaml"), "file-unsafe"),
        "link-game": (link("game.yaml", "yaml"), "file-unsafe"),
        "link-styles": (link("templates/styles.yaml", "yaml"), "file-unsafe"),
        "link-rules": (link("rules.yaml", "yaml"), "file-unsafe"),
        "link-rulings": (link("rulings.yaml", "yaml"), "file-unsafe"),
        "link-play": (link("plays/x.yaml", "yaml"), "file-unsafe"),
        "link-fonts": (link("fonts/families.yaml", "yaml"), "file-unsafe"),
        "link-table": (
            both(link("cards.csv", "csv"), edit("game.yaml", "cards.yaml", "cards.csv")),
            "file-unsafe",
        ),
        "link-art": (
            both(link("art/x.svg", "svg"), face('<image box="0 0 9 9" src="art/x.svg"/>')),
            "file-unsafe",
        ),
        "link-icon": (
            both(
                link("art/icons/x.svg", "svg"),
                face('<icon box="0 0 9 9" name="x" colour="ink"/>'),
            ),
            "file-unsafe",
        ),
    }
    for kind in ("fifo", "zero", "dir"):
        for name in ("game.yaml", "cards.yaml", "templates/card.xml", "templates/styles.yaml"):
            game = f"{kind}-{name.split('/')[-1].split('.')[0]}"
            games[game] = instead(name, kind), "file-unsafe"
        games[f"{kind}-rules"] = instead("rules.yaml", kind), "file-unsafe"
        games[f"{kind}-fonts"] = instead("fonts/families.yaml", kind), "file-unsafe"
        show = face('<image box="0 0 9 9" src="art/x.png"/>')
        games[f"{kind}-art"] = both(instead("art/x.png", kind), show), "file-unsafe"
    refuse_all(tmp_path, games)


def test_folders_that_are_links(tmp_path: Path) -> None:
    secrets = outside(tmp_path / "outside")
    elsewhere = Small(tmp_path / "elsewhere", "stolen")
    elsewhere.edit("game.yaml", "A small game", "CANARYSECRETWORD")
    here = Small(tmp_path / "here")
    (here.root / "card_data" / "stolen").symlink_to(elsewhere.folder)
    (here.root / "card_data" / "loop").symlink_to("loop")
    (here.folder / "overlays").symlink_to(secrets["yaml"].parent)
    (here.folder / "art").symlink_to(secrets["svg"].parent)
    here.face('<image box="0 0 9 9" src="art/secret.svg"/>')
    listed = run(here.root, "list")
    sound(listed)
    assert listed.code == 0
    assert "secret" not in listed.out
    refused = run(here.root, "build")
    sound(refused)
    assert refused.code == 1
    assert "stolen: error: is a link that leaves its folder" in refused.err
    assert "art/secret.svg' (card_data/small/art/secret.svg) is a link" in refused.err
    edition = run(here.root, "build", "small", "--edition", "secret")
    sound(edition)
    assert edition.code == 1
    assert "[file-unsafe]" in edition.err
    assert not (here.root / "output").exists() or not snapshot(here.root / "output")


def test_listing_does_not_follow_links(tmp_path: Path) -> None:
    outside(tmp_path / "outside")
    small = Small(tmp_path / "here")
    link("game.yaml", "yaml")(small)
    for flags in ((), ("--json",)):
        listed = run(small.root, "list", *flags)
        sound(listed)
        assert listed.code == 0
        assert "small" in listed.out


def test_templates_that_break_out_or_never_end(tmp_path: Path) -> None:
    unsafe, slow, big = "template-unsafe", "face-too-slow", "face-too-big"
    undefined, syntax, failed = "template-undefined", "template-syntax", "template-failed"
    makes = {
        "class": ("{{ ''.__class__.__mro__[1].__subclasses__() }}", unsafe),
        "attr": ("{{ ''|attr('__class__') }}", syntax),
        "format": ("{{ '{0.__class__.__init__.__globals__}'.format(card) }}", unsafe),
        "format-map": ("{{ '{x.__class__}'.format_map({'x': card}) }}", unsafe),
        "percent": ("{{ '%999999999d' % 1 }}", failed),
        "cycler": ("{{ cycler.__init__.__globals__.os }}", unsafe),
        "joiner": ("{{ joiner('x').__init__ }}", undefined),
        "namespace": ("{{ namespace(a=1) }}", undefined),
        "lipsum": ("{{ lipsum.__globals__['os'].popen('id').read() }}", undefined),
        "self": ("{{ self.__init__.__globals__ }}", unsafe),
        "self-context": ("{{ self._TemplateReference__context }}", unsafe),
        "import-os": ("{% import os %}", syntax),
        "from-os": ("{% from 'os' import popen %}", "file-missing"),
        "fig-self": ("{{ fig.__self__ }}", unsafe),
        "fig-globals": ("{{ fig.__globals__ }}", unsafe),
        "generator": ("{{ (range(3)|map('string')).gi_frame.f_globals }}", unsafe),
        "macro-env": ("{% macro m() %}{% endmacro %}{{ m._environment }}", unsafe),
        "private": ("{{ card._card }}", undefined),
        "map-attr": ("{{ ['x']|map('attr', '__class__')|list }}", failed),
        "call-globals": (
            "{% macro m() %}{{ caller.__globals__ }}{% endmacro %}{% call m() %}x{% endcall %}",
            undefined,
        ),
        "loops": ("{% for a in range(9999) %}" * 3 + "{% endfor %}" * 3, slow),
        "range": ("{% for a in range(10**9) %}x{% endfor %}", big),
        "macro": ("{% macro m(n) %}{{ m(n) }}{{ m(n) }}{% endmacro %}{{ m(0) }}", slow),
        "include-self": ("{% include 'card.xml' %}", slow),
        "import-self": ("{% import 'card.xml' as x %}", slow),
        "block-self": ("{% block a %}{{ self.a() }}{% endblock %}", slow),
        "loop-self": ("{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}", slow),
        "times": ("{{ 'x' * 10**9 }}", big),
        "power": ("{{ 10**10**10 }}", failed),
        "join": ("{% set a = 'x' * 1000000 %}{{ [a, a, a, a]|join(a) }}", big),
        "replace": ("{{ ('a' * 1000)|replace('a', 'b' * 10000) }}", big),
        "list-times": ("{{ [0] * 10**9 }}", failed),
        "brackets": ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", syntax),
        "ifs": ("{% if 1 %}" * 500 + "{% endif %}" * 500, syntax),
        "million": ("{{ 'word ' * 200000 }}", "text-overflow"),
        "one-word": ("{{ 'w' * 900000 }}", "text-overflow"),
    }
    games = {f"t-{key}": (words(code), found) for key, (code, found) in makes.items()}
    whole = {
        "extends-self": ("{% extends 'card.xml' %}", slow),
        "entity": (
            '<!DOCTYPE c [<!ENTITY a SYSTEM "file:///etc/passwd">]><card>&a;</card>',
            "markup-syntax",
        ),
        "no-root": ("hello", "markup-syntax"),
        "utf-16": ("<card/>".encode("utf-16"), syntax),
        "latin-1": (b"<card>\xe9</card>", syntax),
        "deep": ("<card>" + "<group at='0 0'>" * 5000 + "</group>" * 5000 + "</card>", big),
        "elements": (
            "<card>{% for i in range(9999) %}"
            + '<rect box="0 0 9 9" fill="ink"/>' * 3
            + "{% endfor %}</card>",
            big,
        ),
        "big-file": ("<card>" + " " * 300_000 + "</card>", big),
        "bytes": (b"<card>\0</card>", "markup-syntax"),
    }
    for key, (content, code) in whole.items():
        games[f"t-{key}"] = write("templates/card.xml", content), code
    refuse_all(tmp_path, games)


def test_numbers_that_no_card_has(tmp_path: Path) -> None:
    shapes = {
        "box": '<rect box="0 0 {0} {0}" fill="ink"/>',
        "place": '<rect box="{0} {0} 5 5" fill="ink"/>',
        "anchor": '<rect box="r{0} 0 r{0} 5" fill="ink"/>',
        "size": '<text box="6 6 50 30" style="words" size="{0}">hello</text>',
        "dash": '<line from="0 0" to="50 50" stroke="ink" dash="{0} {0}"/>',
        "width": '<line from="0 0" to="50 50" stroke="ink" width="{0}"/>',
        "opacity": '<rect box="0 0 9 9" fill="ink" opacity="{0}"/>',
        "path": '<path d="M0 0 L{0} {0} z" fill="ink"/>',
        "clip": '<group clip="0 0 {0} {0}"><rect box="0 0 9 9" fill="ink"/></group>',
        "lines": '<text box="6 6 50 30" style="words" max-lines="{0}">hello</text>',
        "track": '<track box="0 0 9 9" cells="{0}" filled="1" fill="ink"/>',
        "grid": '<grid box="0 0 9 9" columns="{0}"><rect fill="ink"/></grid>',
    }
    numbers = {"vast": "1e308", "inf": "inf", "nan": "nan", "digits": "9" * 400, "big": "1e9"}
    games = {
        f"n-{shape}-{key}": (face(markup.format(number)), "markup-value")
        for shape, markup in shapes.items()
        for key, number in numbers.items()
    }
    for shape in ("box", "size", "width", "lines", "track", "grid", "clip"):
        games[f"n-{shape}-minus"] = face(shapes[shape].format("-5")), "markup-value"
    games["n-dash-zero"] = face(shapes["dash"].format("0")), "markup-value"
    styles = ("size: 1e9", "size: -5", "size: nan", "leading: 1e308", "leading: 0", "least: 500")
    for i, pair in enumerate(styles):
        old = "size: 9, " if pair.startswith("size") else "use: rules"
        new = pair + ", " if pair.startswith("size") else pair + ", use: rules"
        if pair.startswith("least"):
            old, new = "least: 8.5", pair
        games[f"n-style-{i}"] = edit("templates/styles.yaml", old, new), "field-value"
    for i, pair in enumerate(("corner: 1e308", "corner: -1", "safe: nan", "safe: 44")):
        new = f"copies: 1\n    {pair}"
        games[f"n-trim-{i}"] = edit("game.yaml", "copies: 1", new), "field-value"
    games["n-copies"] = edit("game.yaml", "copies: 1", "copies: 999999999"), "field-value"
    refuse_all(tmp_path, games)


def test_data_that_explodes(tmp_path: Path) -> None:
    deep = "".join(f"- &{c} [*{b}, *{b}]\n" for b, c in zip("abcdefgh", "bcdefghi", strict=True))
    keys = ", ".join(f"k{i}: v" for i in range(100_000))
    cards = "cards.yaml"
    games = {
        "y-alias": (write(cards, "- &a {id: one}\n- *a\n"), "yaml-feature"),
        "y-laughs": (write(cards, f"- &a [lol]\n{deep}"), "yaml-feature"),
        "y-tag": (
            write(cards, "- !!python/object/apply:os.system [touch x]\n"),
            "yaml-feature",
        ),
        "y-merge": (write(cards, "- {id: one, <<: {title: x}}\n"), "yaml-feature"),
        "y-deep": (write(cards, "[" * 100_000), "yaml-deep"),
        "y-deep-map": (write(cards, "{a: " * 50_000), "yaml-deep"),
        "y-flow": (write(cards, "- {id: one, title: [" + "a," * 1_000_000 + "]}"), "yaml-long"),
        "y-keys": (write(cards, f"- {{id: one, {keys}}}"), "field-unknown"),
        "y-10-mb": (write(cards, '- {id: one, words: "' + "word " * 2_000_000 + '"}'), "file-size"),
        "y-7-mb": (
            write(cards, '- {id: one, words: "' + "word " * 1_400_000 + '"}'),
            "face-too-big",
        ),
        "y-nul": (write(cards, b'- {id: one, title: "a\0b"}\n'), "file-character"),
        "y-latin": (write(cards, b"- {id: one, title: \xe9}\n"), "file-encoding"),
        "y-utf-16": (write(cards, "- {id: one}\n".encode("utf-16")), "file-encoding"),
        "y-binary": (write(cards, bytes(range(256)) * 400), "file-encoding"),
        "y-empty": (write(cards, ""), "yaml-empty"),
        "y-documents": (write(cards, "- {id: one}\n---\n- {id: two}\n"), "yaml-feature"),
        "y-id": (write(cards, '- {id: "a/../b"}\n'), "id-illegal"),
        "y-component": (edit("game.yaml", "  deck:", '  "../deck":'), "id-illegal"),
        "y-count": (write(cards, "- {id: one, count: 999999999}\n"), "field-value"),
        "y-many": (
            write(cards, "".join(f"- {{id: c{i}, count: 10000}}\n" for i in range(6))),
            "cards-many",
        ),
        "y-equal": (write(cards, "- {id: c}\n" * 50_000), "id-double"),
    }
    refuse_all(tmp_path, games)


def test_tables_that_explode(tmp_path: Path) -> None:
    def table(content: bytes, name: str = "cards.csv") -> object:
        return both(write(name, content), edit("game.yaml", "cards.yaml", name))

    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet1.xml", bytes(200_000_000))
    laughs = io.BytesIO()
    with zipfile.ZipFile(laughs, "w") as parts:
        parts.writestr("xl/workbook.xml", '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')
    form = "table-format"
    games = {
        "c-columns": (table(b"id," * 1_000_000 + b"\n"), form),
        "c-wide": (table(",".join(f"c{i}" for i in range(100_000)).encode()), form),
        "c-cell": (table(b'id,title\none,"' + b"x" * 50_000_000 + b'"\n'), "file-size"),
        "c-cell-7": (table(b'id,title\none,"' + b"x" * 7_000_000 + b'"\n'), form),
        "c-rows": (table(b"id\n" + b"".join(b"r%d\n" % i for i in range(60_000))), form),
        "c-quote": (table(b'id,title\none,"x\n'), form),
        "c-nul": (table(b"id,title\none,a\0b\n"), "file-character"),
        "c-utf-16": (table("id,title\none,x\n".encode("utf-16")), "file-encoding"),
        "c-empty": (table(b""), "table-header"),
        "x-bomb": (table(bomb.getvalue(), "cards.xlsx"), form),
        "x-laughs": (table(laughs.getvalue(), "cards.xlsx"), form),
        "x-none": (table(b"PK\3\4garbage", "cards.xlsx"), form),
        "x-empty": (table(b"", "cards.xlsx"), form),
    }
    refuse_all(tmp_path, games)  # type: ignore[arg-type]


def test_pictures_that_explode_or_break(tmp_path: Path) -> None:
    broken, kind, unwritable = "picture-broken", "picture-kind", "picture-unwritable"
    zeros = zlib.compress(bytes(200_000_000))
    games = {
        "p-50000": (picture(png(50_000, 50_000)), "picture-too-big"),
        "p-50000-bits": (picture(png(50_000, 50_000, kind=0, bits=1)), "picture-too-big"),
        "p-empty": (picture(b""), broken),
        "p-cut": (picture(png(100, 100)[:60]), broken),
        "p-none": (picture(png(0, 5)), broken),
        "p-few": (picture(png(100, 100)), unwritable),
        "p-more": (picture(png(10, 10, zeros)), unwritable),
        "p-junk": (picture(png(10, 10, b"junk")), unwritable),
        "p-filter": (picture(png(9, 9, zlib.compress((b"\x09" + bytes(27)) * 9))), unwritable),
        "p-depth": (picture(png(9, 9, bits=3)), unwritable),
        "p-type": (picture(png(9, 9, kind=5)), unwritable),
        "p-check": (picture(png(9, 9)[:-20] + bytes(20)), broken),
        "p-alpha-few": (picture(png(100, 100, kind=6)), unwritable),
        "p-text": (
            picture(png(9, 9, kind=6, extra=chunk(b"zTXt", b"k\0\0" + zeros))),
            unwritable,
        ),
        "p-jpeg": (picture(b"\xff\xd8\xff", "jpg"), broken),
        "p-pdf": (picture(b"%PDF-1.7"), kind),
        "p-eps": (picture(b"%!PS-Adobe-3.0 EPSF"), kind),
        "p-gif": (picture(b"GIF89a" + bytes(30)), kind),
    }
    drawings = {
        "deep": ("<g>" * 5000 + "</g>" * 5000, "svg-too-big"),
        "path": ('<path d="M0 0' + "h1" * 1_000_000 + '"/>', "svg-too-big"),
        "segments": ('<path d="M0 0' + "h1" * 30_000 + '"/>', "svg-value"),
        "shapes": ('<rect width="1" height="1"/>' * 3000, "svg-too-big"),
        "vast": ('<path d="M0 0L1e308 1e308"/>', "svg-value"),
        "nan": ('<rect x="nan" width="inf" height="1"/>', "svg-value"),
        "image": ('<image href="/etc/passwd"/>', "svg-element"),
        "use": ('<use href="#a"/>', "svg-element"),
        "style": ("<style>@import url(http://x)</style>", "svg-element"),
        "script": ("<script>x</script>", "svg-element"),
        "url": ('<rect width="1" height="1" fill="url(#x)"/>', "svg-value"),
        "matrix": ('<rect width="1" height="1" transform="matrix(1e300 0 0 1 0 0)"/>', "svg-value"),
    }
    for key, (body, code) in drawings.items():
        games[f"s-{key}"] = picture(SVG.format(body).encode(), "svg"), code
    entity = '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + SVG.format("&a;")
    games["s-entity"] = picture(entity.encode(), "svg"), "svg-syntax"
    refuse_all(tmp_path, games)


def test_fonts_that_are_none(tmp_path: Path) -> None:
    sound_font = (Path(__file__).parents[2] / "fonts/oswald/Oswald_700Bold.ttf").read_bytes()

    def font(data: bytes) -> object:
        families = "fam: {licence: x, faces: {mine: x.ttf}}\n"
        use = edit("templates/styles.yaml", "oswald-700", "mine")
        return both(write("fonts/families.yaml", families), write("fonts/fam/x.ttf", data), use)

    half = bytearray(sound_font)
    half[len(half) // 2 :] = bytes(len(half) - len(half) // 2)
    unusable = "font-unusable"
    games = {
        "f-empty": (font(b""), unusable),
        "f-junk": (font(b"junk" * 1000), unusable),
        "f-cff": (font(b"OTTO" + sound_font[4:]), unusable),
        "f-woff": (font(b"wOF2" + sound_font[4:]), unusable),
        "f-head": (font(sound_font[:12]), unusable),
        "f-cut": (font(sound_font[:2000]), unusable),
        "f-tables": (font(sound_font[:4] + b"\xff\xff" + sound_font[6:]), unusable),
    }
    refuse_all(tmp_path, games)  # type: ignore[arg-type]
    torn = Small(tmp_path / "torn")
    font(bytes(half))(torn)  # type: ignore[operator]
    ran = run(torn.root, "build")
    sound(ran)
    assert ran.code in (0, 1)

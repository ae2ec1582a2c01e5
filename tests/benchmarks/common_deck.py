"""A number of cards and a seed in; the common deck out, as a workspace of ours and as plain JSON.

Every engine of the benchmark prints this deck: poker-metric cards, nine a page on A4, a sheet of
backs after each sheet of fronts. Run it alone to look at it: `common_deck.py FOLDER --cards 144`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import shutil
from pathlib import Path

SEED = 20_260_101
CHECKOUT = Path(__file__).resolve().parents[2]

ROLES = {
    "archivist": "#6B4E16",
    "botanist": "#2F6B2A",
    "captain": "#8A1C1C",
    "diver": "#135E7A",
    "engineer": "#5A3D8C",
    "forger": "#8A2F6B",
    "glazier": "#1F4FA3",
    "herald": "#4A4A4A",
}
"""The eight roles with the colour of frame, banner and icon."""

SHORT = (
    "a an and as at back before both by card cards draw each face for from hand has if in into it "
    "its may more must next no not of off on once one or other out over own play player put round "
    "seat that the then this to turn under until up when where which while with you your"
)
LONG = (
    "amber anchor answer archive ballast banner barrel beacon bellows bishop border bottle branch "
    "bridge bronze bucket candle canvas captain carbon carriage cellar chamber chimney circle "
    "cobble column compass copper corner cottage courier crystal curtain dagger damage dealer "
    "discard distant drawer eastern emerald empty engine evening fallow feather fender fiddle "
    "figure filter flagon forest fortune fountain furnace gallery garden gather gentle glimmer "
    "granite grapple gravel guardian hammer harbour harness hidden hollow horizon hundred island "
    "ivory journal kettle kingdom kitchen ladder lantern leather letter lever linen magnet manner "
    "marble market meadow mender mirror mortar narrow needle northern number oyster packet paddle "
    "parcel pattern pebble pepper pigeon pillar pocket prism quarry quiver rafter ransom ravine "
    "record ribbon river saddle sailor scatter scholar second shadow shelter shimmer shuttle "
    "silence silver slender socket southern spindle splinter station steady stipend subtle "
    "sulphur summon tailor tallow temper thimble thunder timber tinder token torrent tower trader "
    "treasure tunnel valley velvet vessel village walnut wander warden weather western whisper "
    "willow window winter wonder yellow yonder"
)
HEADS = "al ber cor dan el fen gar hol ith jor kel lor mar nor os per quel ras sel tor"
TAILS = "ack and ane arn ath een ell erd ick ime ind ish ole oon ord orn ost ume und yre"


class Prose:
    """Seeded sentences: small words, common nouns, and a long tail of rare names."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.small, self.plain = SHORT.split(), LONG.split()
        ends = ("", "er")
        self.rare = [a + b + c for a in HEADS.split() for b in TAILS.split() for c in ends]

    def word(self) -> str:
        """One word; about half are small, a tenth rare."""
        roll = self.rng.random()
        if roll < 0.45:
            return self.rng.choice(self.small)
        return self.rng.choice(self.plain if roll < 0.9 else self.rare)

    def text(self, length: int, bold: bool = False) -> str:
        """Sentences of about `length` characters, one long word of them between `**`."""
        length += self.rng.randint(-length // 8, length // 8)
        words: list[str] = []
        size, start = 0, True
        while size < length:
            word = self.word()
            words.append(word.capitalize() if start else word)
            start = len(words) > 4 and size < length - 40 and self.rng.random() < 0.09
            if start:
                words[-1] += "."
            elif len(words) > 3 and self.rng.random() < 0.06:
                words[-1] += ","
            size += len(words[-1]) + 1
        words[-1] = words[-1].rstrip(",.") + "."
        if bold:
            places = [i for i, word in enumerate(words[:-1]) if len(word) > 5 and word.isalpha()]
            at = self.rng.choice(places or [0])
            words[at] = f"**{words[at]}**"
        return " ".join(words)

    def title(self) -> str:
        """Two words with capitals."""
        return (
            f"{self.rng.choice(self.plain).capitalize()} {self.rng.choice(self.rare).capitalize()}"
        )


def deck(cards: int, art: bool = False) -> dict[str, object]:
    """The deck as plain data; `art` gives each card a picture of its own for its role's icon."""
    prose, roles = Prose(SEED), list(ROLES)
    rows = []
    for number in range(1, cards + 1):
        role = roles[(number - 1) % len(roles)]
        rows.append(
            {
                "id": f"card-{number:05d}",
                "name": prose.title(),
                "role": role,
                "rules": prose.text(164, bold=True),
                "flavour": prose.text(87),
                "picture": f"art/art-{number:05d}.png" if art else f"art/{role}.png",
                "footer": f"Common deck {number} of {cards}",
            }
        )
    return {"roles": ROLES, "art": art, "cards": rows}


def draw_icon(path: Path, colour: str, seed: int) -> None:
    """A 256 px RGBA emblem: a seeded star of soft rays on a clear ground."""
    from PIL import Image, ImageDraw, ImageFilter

    rng = random.Random(seed)
    icon = Image.new("RGBA", (256, 256), colour + "00")
    pen = ImageDraw.Draw(icon)
    pen.ellipse((16, 16, 240, 240), fill=colour)
    rays = rng.randint(5, 11)
    for ray in range(rays):
        at, far = 2 * math.pi * ray / rays, rng.randint(70, 104)
        tip = (128 + far * math.cos(at), 128 + far * math.sin(at))
        side = [(128 + 26 * math.cos(at + s), 128 + 26 * math.sin(at + s)) for s in (-1.2, 1.2)]
        pen.polygon([side[0], tip, side[1]], fill=(255, 255, 255, rng.randint(170, 255)))
    icon.filter(ImageFilter.GaussianBlur(1.2)).save(path)


def draw_art(path: Path, seed: int) -> None:
    """A noisy 600 x 450 px RGB picture, about half a megabyte as PNG."""
    from PIL import Image, ImageChops

    rng = random.Random(seed)
    size = (600, 450)
    noise = Image.frombytes("RGB", size, rng.randbytes(size[0] * size[1] * 3))
    ground = Image.new("RGB", (2, 2))
    ground.putdata([tuple(rng.randrange(40, 200) for _ in "rgb") for _ in range(4)])
    grain = noise.point(lambda value: value >> 3)
    ImageChops.add(ground.resize(size, Image.Resampling.BICUBIC), grain).save(
        path, compress_level=6
    )


def write_pictures(folder: Path, data: dict[str, object]) -> None:
    """The deck's pictures into `folder`/art."""
    (folder / "art").mkdir(parents=True, exist_ok=True)
    if data["art"]:
        for number, row in enumerate(data["cards"]):  # type: ignore[arg-type, var-annotated]
            draw_art(folder / row["picture"], SEED + number)
    else:
        for number, (role, colour) in enumerate(ROLES.items()):
            draw_icon(folder / "art" / f"{role}.png", colour, SEED + number)


GAME = """\
id: common
name: Common deck
version: "1"
credits:
  author: The benchmark
  title: Common deck
components:
  deck:
    name: Common deck
    size: poker-metric
    corner: 3
    cards: cards.yaml
    face: card
    back: back
    fields:
      role: {type: choice, choices: [%s], printed: 1}
      rules: {type: text, printed: 1}
      flavour: {type: text, printed: 1}
      picture: {type: image}
      footer: {type: text, printed: 1}
"""

STYLES = """\
palette:
  ink: {rgb: "#1B1B1B"}
  grey: {rgb: "#555555"}
  white: {rgb: "#FFFFFF"}
  night: {rgb: "#22304A"}
  dusk: {rgb: "#2B3C5C"}
%s
text:
  all: {font: source-sans-400, size: 8, kerning: @}
  title: {extends: all, font: source-sans-700, size: 13, least: 9, align: centre, valign: middle}
  banner: {extends: title, size: 9, colour: white, case: upper}
  rules: {extends: all, bold: source-sans-700, size: 8.5, least: 7.5, use: rules}
  flavour: {extends: all, font: source-sans-400-italic, size: 7.5, align: centre}
  footer: {extends: all, size: 6, colour: grey, align: centre, use: credit}
  back: {extends: title, size: 20, colour: white}
"""

CARD = """\
<card>
  <rect box="3.5 3.5 56 81" radius="3" fill="none" stroke="{{ card.role }}" width="0.6"/>
  <text box="5 5 53 6" style="title" fit="shrink">{{ card.name }}</text>
  <rect box="6 11.5 51 5" fill="{{ card.role }}"/>
  <text box="6 11.5 51 5" style="banner" fact="role">{{ card.role }}</text>
  <image box="%s" src="{{ card.picture }}"/>
  <text box="6 47.5 51 22" style="rules" fit="shrink" fact="rules">{{ card.rules|rich }}</text>
  <text box="6 70 51 9.7" style="flavour" fact="flavour">{{ card.flavour }}</text>
  <text box="6 80.2 51 2.8" style="footer" fact="footer">{{ card.footer }}</text>
</card>
"""

ICON_BOX = (21.5, 22.0, 20.0, 20.0)
ART_BOX = (12.5, 17.75, 38.0, 28.5)
DIAMONDS = [(x, y) for y in range(11, 88, 11) for x in (10.5, 21, 31.5, 42, 52.5)]
"""Middles (mm) of the pattern on the backs."""

BACK = """\
<card>
  <rect box="-3 -3 69 94" fill="night"/>
  <path fill="dusk" d="{%% for x, y in (%s) %%}\
M{{ x - 4 }} {{ y }}l4 -5 4 5 -4 5z{%% endfor %%}"/>
  <text box="7 38 49 12" style="back">COMMON DECK</text>
</card>
"""


def write_workspace(folder: Path, data: dict[str, object], *, kerning: bool = False) -> None:
    """The deck as a workspace: card_data/common, templates/common, the eight icons or the arts.

    No engine kerns the common deck, since the fastest peer cannot; a deck with `kerning` shows what
    that costs us.
    """
    game, templates = folder / "card_data" / "common", folder / "templates" / "common"
    game.mkdir(parents=True, exist_ok=True)
    templates.mkdir(parents=True, exist_ok=True)
    (game / "game.yaml").write_text(GAME % ", ".join(ROLES), encoding="utf-8")
    (game / "rules.yaml").write_text("figures: {}\n", encoding="utf-8")
    with (game / "cards.yaml").open("w", encoding="utf-8") as out:
        for row in data["cards"]:  # type: ignore[attr-defined]
            lines = (f"  {key}: {_quoted(key, value)}\n" for key, value in row.items())
            out.write("- " + "".join(lines)[2:])
    roles = "\n".join(f'  {role}: {{rgb: "{colour}"}}' for role, colour in ROLES.items())
    styles = (STYLES % roles).replace("@", str(kerning).lower())
    (templates / "styles.yaml").write_text(styles, encoding="utf-8")
    box = " ".join(map(str, ART_BOX if data["art"] else ICON_BOX))
    (templates / "card.xml").write_text(CARD % box, encoding="utf-8")
    diamonds = ", ".join(map(str, DIAMONDS))
    (templates / "back.xml").write_text(BACK % diamonds, encoding="utf-8")
    write_pictures(game, data)


def _quoted(key: str, value: str) -> str:
    return json.dumps(value) if key in ("rules", "flavour") else value


def write_json(folder: Path, data: dict[str, object]) -> Path:
    """The deck as `deck.json` for the peers; pictures lie beside it in art/."""
    box = ART_BOX if data["art"] else ICON_BOX
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "deck.json"
    path.write_text(json.dumps({**data, "box": box, "diamonds": DIAMONDS}), encoding="utf-8")
    return path


def main() -> None:
    """Write the deck for us, plain and kerned, and for the peers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cards", type=int, default=144)
    parser.add_argument("--art", action="store_true", help="a noisy picture of its own a card")
    args = parser.parse_args()
    data = deck(args.cards, args.art)
    write_workspace(args.folder / "workspace", data)
    write_workspace(args.folder / "kerned", data, kerning=True)
    write_json(args.folder / "peers", data)
    art = args.folder / "workspace" / "card_data" / "common" / "art"
    shutil.copytree(art, args.folder / "peers" / "art", dirs_exist_ok=True)


if __name__ == "__main__":
    main()

"""deck.json in, PDF out: the common deck by hand on ReportLab (`rl_fast` of the tables).

As fast as the public library goes by hand: own line wrap with a cache of words, direct operators,
form XObjects for icons, marks and backs, no ASCII85, no Paragraph. No kerning, no checks.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from reportlab import rl_config

rl_config.useA85 = 0

from reportlab.pdfbase import pdfmetrics  # noqa: E402 - the setting has to come first
from reportlab.pdfbase.ttfonts import TTFont  # noqa: E402
from reportlab.pdfgen.canvas import Canvas  # noqa: E402

FONTS = Path(__file__).resolve().parents[2] / "fonts" / "source-sans-3"
FILES = {
    "regular": "SourceSans3_400Regular.ttf",
    "bold": "SourceSans3_700Bold.ttf",
    "italic": "SourceSans3_400Regular_Italic.ttf",
}
PT = 72 / 25.4
W, H = 63 * PT, 88 * PT
LEFT, TOP = 10.5 * PT, 16.5 * PT
PAGE = (210 * PT, 297 * PT)
KAPPA = 0.5522847498
SPACE = 32


class Face:
    """A font with its words: width in 1/1000 em and the escaped bytes, each worked out once."""

    def __init__(self, font: TTFont, doc: object) -> None:
        self.font, self.doc = font, doc
        self.widths = font.face.charWidths
        self.space = self.widths[SPACE]
        font.splitString(" ", doc)
        self.name = font.getSubsetInternalName(0, doc)
        self.words: dict[str, tuple[float, str]] = {}

    def word(self, text: str) -> tuple[float, str]:
        """(width, bytes for Tj) of a word; the deck needs one subset of each font."""
        known = self.words.get(text)
        if known is None:
            ((subset, code),) = self.font.splitString(text, self.doc)
            assert subset == 0
            raw = code.decode("latin-1")
            raw = raw.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            known = self.words[text] = (sum([self.widths[ord(c)] for c in text]), raw)
        return known


def paragraph(text: str, face: Face, bold: Face, size: float, lead: float, width: float) -> str:
    """Left-aligned lines with **bold** words, as one string of operators from (0, 0) of Tm."""
    limit, space = width * 1000 / size, face.space
    body: list[str] = []
    line: list[str] = []
    used = -space
    for word in text.split(" "):
        if word[:2] == "**":
            heavy, tail = word[2:].split("**")
            w, raw = bold.word(heavy)
            if tail:
                w += face.word(tail)[0]
            raw = f")Tj {bold.name} {size} Tf ({raw})Tj {face.name} {size} Tf ({tail}"
        else:
            w, raw = face.word(word)
        if used + space + w > limit:
            body.append(" ".join(line))
            line, used = [], -space
        line.append(raw)
        used += space + w
    body.append(" ".join(line))
    return f"{face.name} {size} Tf {lead} TL ({')Tj T* ('.join(body)})Tj"


def centred(text: str, face: Face, size: float, lead: float, x: float, y: float, w: float) -> str:
    """Centred lines about `x`, the first baseline at `y`, as a text object."""
    limit, space = w * 1000 / size, face.space
    lines: list[tuple[float, str]] = []
    line: list[str] = []
    used = -space
    for word in text.split(" "):
        wide, raw = face.word(word)
        if used + space + wide > limit:
            lines.append((used, " ".join(line)))
            line, used = [], -space
        line.append(raw)
        used += space + wide
    lines.append((used, " ".join(line)))
    code, at = f"BT {face.name} {size} Tf", 0.0
    for used, raw in lines:
        start = x - used * size / 2000
        code += f" {start - at:.3f} {y:.3f} Td ({raw})Tj"
        at, y = start, -lead
    return code + " ET"


def rounded(x: float, y: float, w: float, h: float, r: float) -> str:
    """The path of a rounded rectangle."""
    k, right, top = r * (1 - KAPPA), x + w, y + h
    points = (
        (x + r, y, "m"), (right - r, y, "l"),
        (right - k, y, right, y + k, right, y + r, "c"), (right, top - r, "l"),
        (right, top - k, right - k, top, right - r, top, "c"), (x + r, top, "l"),
        (x + k, top, x, top - k, x, top - r, "c"), (x, y + r, "l"),
        (x, y + k, x + k, y, x + r, y, "c"), ("h",),
    )  # fmt: skip
    return " ".join(v if isinstance(v, str) else f"{v:.3f}" for p in points for v in p)


def tint(text: str) -> str:
    """`#RRGGBB` as three operands."""
    return " ".join(f"{int(text[i : i + 2], 16) / 255:.4f}" for i in (1, 3, 5))


class Deck:
    """One document and the texts of operators that its cards share."""

    def __init__(self, folder: Path, pdf: Path) -> None:
        self.folder = folder
        self.data: dict[str, Any] = json.loads((folder / "deck.json").read_text(encoding="utf-8"))
        fonts = {name: TTFont(name, str(FONTS / file)) for name, file in FILES.items()}
        for font in fonts.values():
            pdfmetrics.registerFont(font)
        self.canvas = Canvas(
            str(pdf), pagesize=PAGE, pageCompression=1, invariant=1, initialFontName="regular"
        )
        self.faces = {name: Face(font, self.canvas._doc) for name, font in fonts.items()}
        self.pictures: dict[str, tuple[str, str]] = {}
        frame = rounded(3.5 * PT, 3.5 * PT, 56 * PT, 81 * PT, 3 * PT)
        banner = f"{6 * PT:.3f} {H - 16.5 * PT:.3f} {51 * PT:.3f} {5 * PT:.3f} re"
        self.roles = {
            role: f"{tint(c)} RG 1.701 w {frame} S {tint(c)} rg {banner} f 1 g "
            + centred(role.upper(), self.faces["bold"], 9, 11, W / 2, H - 15.1 * PT, 51 * PT)
            for role, c in self.data["roles"].items()
        }

    def marks(self) -> None:
        """Knife marks in the margin, as one form."""
        c = self.canvas
        c.beginForm("marks", 0, 0, *PAGE)
        c.setLineWidth(0.25)
        for i in range(4):
            x, y = LEFT + i * W, PAGE[1] - TOP - i * H
            for foot in (PAGE[1] - TOP + 3, TOP - 17):
                c.line(x, foot, x, foot + 14)
            for start in (LEFT - 15, PAGE[0] - LEFT + 3):
                c.line(start, y, start + 12, y)
        c.endForm()

    def back(self) -> None:
        """The one back, as a form."""
        c, code = self.canvas, []
        c.beginForm("back", -1, -1, W + 1, H + 1)
        code.append(f"{tint('#22304A')} rg 0 0 {W:.3f} {H:.3f} re f {tint('#2B3C5C')} rg")
        w, h = 4 * PT, 5 * PT
        for left, down in self.data["diamonds"]:
            x, y = left * PT, H - down * PT
            code.append(
                f"{x - w:.3f} {y:.3f} m {x:.3f} {y - h:.3f} l {x + w:.3f} {y:.3f} l "
                f"{x:.3f} {y + h:.3f} l h f"
            )
        text = centred("COMMON DECK", self.faces["bold"], 20, 24, W / 2, H / 2 - 6.6, 49 * PT)
        c._code += [*code, "1 g", text]
        c.endForm()

    def picture(self, file: str) -> tuple[str, str]:
        """(form, its name in the file) of a picture in its place on the card."""
        known = self.pictures.get(file)
        if known is None:
            c, form = self.canvas, f"p{len(self.pictures)}"
            x, y, w, h = (v * PT for v in self.data["box"])
            c.beginForm(form, -1, -1, W + 1, H + 1)
            c.drawImage(str(self.folder / file), x, H - y - h, w, h, mask="auto")
            c.endForm()
            known = self.pictures[file] = (form, c._doc.getXObjectName(form))
        return known

    def card(self, row: dict[str, str], name: str, x: float, y: float) -> str:
        """A face with its bottom left at (x, y); `name` is its picture's form."""
        regular, bold, italic = self.faces["regular"], self.faces["bold"], self.faces["italic"]
        wide = 51 * PT
        return (
            f"q 1 0 0 1 {x:.3f} {y:.3f} cm {self.roles[row['role']]} /{name} Do 0.1059 g "
            f"{centred(row['name'], bold, 13, 16, W / 2, H - 9.5 * PT, 53 * PT)} "
            f"BT 1 0 0 1 {6 * PT:.3f} {H - 50.4 * PT:.3f} Tm "
            f"{paragraph(row['rules'], regular, bold, 8.5, 10.2, wide)} ET "
            f"{centred(row['flavour'], italic, 7.5, 9, W / 2, H - 72.6 * PT, wide)} 0.3333 g "
            f"{centred(row['footer'], regular, 6, 8, W / 2, H - 82.2 * PT, wide)} Q"
        )

    def print(self) -> None:
        """A page of fronts, a page of backs, and so on."""
        c = self.canvas
        self.marks()
        self.back()
        back, marks = c._doc.getXObjectName("back"), c._doc.getXObjectName("marks")
        cells = [(LEFT + i * W, PAGE[1] - TOP - (j + 1) * H) for j in range(3) for i in range(3)]
        rows = self.data["cards"]
        for start in range(0, len(rows), 9):
            page = rows[start : start + 9]
            used = [self.picture(row["picture"]) for row in page]
            for row, (form, name), (x, y) in zip(page, used, cells, strict=False):
                c._code.append(self.card(row, name, x, y))
                c._formsinuse.append(form)
            c._code.append(f"/{marks} Do")
            c._formsinuse.append("marks")
            c.showPage()
            mirrored = [(PAGE[0] - W - x, y) for x, y in cells[: len(page)]]
            c._code += [f"q 1 0 0 1 {x:.3f} {y:.3f} cm /{back} Do Q" for x, y in mirrored]
            c._formsinuse.append("back")
            c.showPage()
        c.save()


if __name__ == "__main__":
    Deck(Path(sys.argv[1]), Path(sys.argv[2])).print()

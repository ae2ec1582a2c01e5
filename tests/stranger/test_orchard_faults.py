"""What goes wrong with a stranger's dice, leaflets and boxes is found and told where it is."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree
from typing import Any

import pypdfium2
import pytest

from generator.load.find import workspace
from generator.model.order import Order
from generator.pipeline import build, check, prove
from generator.problems import Problem, Refused

HERE = Path(__file__).parent


class Orchard:
    """A copy of the stranger's workspace that tests change."""

    def __init__(self, root: Path) -> None:
        self.root = root / "w"
        for name in ("card_data/orchard", "templates"):
            copytree(HERE / name, self.root / name)
        self.folder = self.root / "card_data" / "orchard"

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    def place(self) -> Any:
        here = workspace(self.root)
        return here, here.place("orchard")

    def check(self, **order: Any) -> list[Problem]:
        found = check(*self.place(), Order(**order))
        return [p for p in found if p.level != "note"]

    def build(self, into: str = "out", **order: Any) -> Any:
        return build(*self.place(), Order(**order), self.root / into)

    def words(self, name: str, into: str = "out") -> str:
        pdf = pypdfium2.PdfDocument(self.root / into / name)
        words = " ".join(page.get_textpage().get_text_range() for page in pdf)
        pdf.close()
        return " ".join(words.split())


@pytest.fixture
def orchard(tmp_path: Path) -> Orchard:
    return Orchard(tmp_path)


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "says"),
    [
        ("die.xml", "[0, 4, 8]", "[0, 8]", "fact-missing", "shows 3 2 times; 3 wanted"),
        ("die.xml", "[0, 4, 8]", "[0, 4, 5, 8]", "fact-wrong", "shows 3 4 times"),
        ("die.xml", "p.y + 2.5", "p.y + 7", "tracker-values", "stands outside that face"),
        ("die.xml", ' fact="{{ p.name }}"', "", "fact-missing", "times"),
        ("rows.xml", "in net.spots %}", "in net.spots[:20] %}", "fact-missing", "'20' 0 times"),
        ("crate.xml", ' fact="range"', "", "fact-missing", "shows range"),
        ("crate.xml", "{{ net.range }}", "Apple – Medlar", "fact-wrong", "says 'Apple – Medlar'"),
        ("snail.xml", 'box="1 3 r1 8"', 'box="1 20 r1 8"', "outside-safe", "of the cut or leaves"),
        (
            "page.xml",
            '"{{ s }} {{ s }} r{{ s }} 12"',
            '"4 3 r4 6"',
            "outside-safe",
            "out of the safe area",
        ),
    ],
)
def test_faults_on_pieces_are_found(orchard, name, old, new, code, says):
    orchard.edit(f"templates/{name}", old, new)
    found = [p for p in orchard.check() if p.code == code]
    assert any(says in p.says for p in found), orchard.check()
    assert all(name in p.where.file or "yaml" in p.where.file for p in found)


@pytest.mark.parametrize(
    ("order", "boxes", "stock"),
    [
        ({}, ["Apple – Plum", "Cherry – Medlar"], "0.30 mm"),
        ({"stock": 0.2}, ["Apple – Medlar"], "0.20 mm"),
        (
            {"stock": 0.45, "sleeved": True},
            ["Apple – Pear", "Plum – Cherry", "Quince – Medlar"],
            "0.45 mm",
        ),
    ],
)
def test_there_are_as_many_boxes_as_the_stock_needs(orchard, order, boxes, stock):
    built = orchard.build(**order)
    counts = {entry.path: entry.counts for entry in built.manifest.files}
    assert counts["crate.pdf"] == {"crate": len(boxes)}
    assert counts["3-boxes.pdf"] == {"crate": len(boxes)}
    words = orchard.words("crate.pdf")
    assert re.findall(r"\w+ – \w+", words) == boxes
    assert words.count(stock) >= len(boxes)
    assert [f"box {i} of {len(boxes)}" in words for i in range(1, len(boxes) + 1)]
    assert f"Crate {len(boxes)} {len(boxes)}" in orchard.words("start-here.pdf")
    here, _ = orchard.place()
    assert [p for p in prove(here, built.folder) if p.level != "note"] == []


def test_one_box_of_several_can_be_asked_for(orchard):
    built = orchard.build(cards=("crate-2",))
    assert [entry.path for entry in built.manifest.files] == ["crate.pdf"]
    words = orchard.words("crate.pdf")
    assert "Cherry – Medlar" in words
    assert "Apple" not in words
    with pytest.raises(Refused) as refused:
        orchard.build(cards=("crate-3",))
    assert {p.code for p in refused.value.problems if p.level == "error"} == {"card-unknown"}


def test_a_group_that_no_box_holds_stops_the_build_with_numbers(orchard):
    orchard.edit("fruit.csv", "medlar-1;Medlar 1;5", "medlar-1;Medlar 1;150")
    (problem,) = orchard.check()
    assert problem.code == "box-split"
    assert "crate: the 165 pieces of 'Medlar' alone need a net of" in problem.says
    assert problem.where.line > 0


def test_a_leaflet_is_printed_on_both_sides_even_without_backs(orchard):
    with_backs = orchard.build(only=("guide",), players=2)
    without = orchard.build("other", only=("guide",), players=2, backs="off")
    assert [e.pages for e in with_backs.manifest.files] == [4]
    assert [e.pages for e in without.manifest.files] == [4]


def test_books_of_a_file_follow_its_leaflets_in_step(orchard):
    """Fed by hand or turned by the printer: each back page lies behind its own front page."""
    orchard.edit("game.yaml", "  crate:\n", "  rules:\n    kind: book\n    name: Rules\n    text: rules.md\n  crate:\n")  # fmt: skip  # noqa: E501
    (orchard.folder / "rules.md").write_text("# Rules\n\nPick fruit.\n", "utf-8")
    for target in ("home-a4", "home-a4-single", "home-letter-short", "home-a4-fold"):
        built = orchard.build(target, target=target, players=2)
        here, _ = orchard.place()
        assert [p for p in prove(here, built.folder) if p.level != "note"] == []
        (entry,) = [e for e in built.manifest.files if e.path == "2-plain-paper.pdf"]
        assert entry.counts == {"guide": 2, "ledger": 2, "rules": 1}
        assert entry.pages == 2 * (2 + 2 + 1)
        pdf = pypdfium2.PdfDocument(built.folder / entry.path)
        words = [page.get_textpage().get_text_range() for page in pdf]
        pdf.close()
        if target == "home-a4-single":
            assert ["FRONT" in said for said in words[:4]] == [True] * 4
            assert "Pick fruit" in "".join(words[4:10])
            assert ["BACK" in said for said in words[5:9]] == [True] * 4
            assert "its back is page 6" in words[0]
            assert "goes on page 1" in words[5]
        else:
            sides = [re.findall("FRONT|BACK", said) for said in words[:8]]
            assert sides == [["FRONT"], ["BACK"]] * 4


def test_a_rulebook_counts_booklets_and_boxes_as_they_are_printed(orchard):
    orchard.edit("game.yaml", "  crate:\n", "  rules:\n    kind: book\n    name: Rules\n    text: rules.md\n  crate:\n")  # fmt: skip  # noqa: E501
    text = (
        "# Rules\n\n{% for c in components if c.id in ('guide', 'crate') %}"
        '{{ c.name }}: {{ plain(c.count) }}. {% endfor %}\n\n::components{columns="2"}\n\n'
        '::figure{component="crate" card="crate-2" caption="The second crate"}\n'
    )
    (orchard.folder / "rules.md").write_text(text, "utf-8")
    orchard.build(players=3)
    words = orchard.words("rules.pdf")
    assert "Guide: 3. Crate: 2." in words
    assert "Cherry – Medlar" in words


def test_leaflets_among_sheets_to_fold_stay_in_step(orchard):
    orchard.edit("game.yaml", "    fold: leaflet\n", "    fold: leaflet\n    on: card-stock\n")
    built = orchard.build(target="home-a4-fold", players=2)
    pdf = pypdfium2.PdfDocument(built.folder / "1-card-stock.pdf")
    words = [page.get_textpage().get_text_range() for page in pdf]
    pdf.close()
    pages = [n for n, said in enumerate(words) if "FRONT" in said and "FRONT AND BACK" not in said]
    folded = [n for n, said in enumerate(words) if "FRONT AND BACK" in said]
    assert folded
    assert pages
    assert {n % 2 for n in (*pages, *folded)} == {0}  # each on the front of a sheet of its own
    assert all(not words[n + 1].strip() for n in folded)
    here, _ = orchard.place()
    assert [p for p in prove(here, built.folder) if p.level != "note"] == []


def test_what_a_page_paints_to_its_edge_stops_where_printers_do(orchard):
    orchard.edit("templates/page.xml", "<card>\n", '<card>\n  <rect box="-3 -3 r-3 b-3" fill="leaf"/>\n')  # fmt: skip  # noqa: E501
    built = orchard.build(only=("guide",), players=2, target="home-letter-short")
    pdf = pypdfium2.PdfDocument(built.folder / "guide.pdf")
    for page in pdf:
        picture = page.render(scale=1.0).to_pil().convert("L")
        inner = picture.crop((14, 14, picture.width - 14, picture.height - 14))
        dark = sum(picture.histogram()[:250])
        assert dark > 0.8 * picture.width * picture.height
        assert sum(inner.histogram()[:250]) > 0.98 * dark
        assert picture.getpixel((7, 7)) == 255
    pdf.close()


def test_pages_that_were_laid_out_wrongly_are_found(orchard, monkeypatch):
    from generator.impose import leaflet

    right = leaflet.LEAVES
    here, _ = orchard.place()
    for wrong in (right[::-1], (right[0], right[3], right[2], right[1])):
        monkeypatch.setattr(leaflet, "LEAVES", wrong)
        built = orchard.build(only=("guide",), players=2)
        monkeypatch.setattr(leaflet, "LEAVES", right)
        codes = {p.code for p in prove(here, built.folder) if p.level == "error"}
        assert codes & {"proof-card", "proof-words", "proof-moved"}


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "says"),
    [
        ("game.yaml", "    safe: 1.5\n", "    safe: -5\n", 75, "safe: -5 mm is no length (write"),
        ("game.yaml", "    safe: 1.5\n", "    safe: 500\n", 75, "safe: 500 mm leaves nothing"),
        (
            "game.yaml",
            "range: [0, 20]",
            "range: [0, 98]",
            47,
            "a piece of 516 x 30 mm does not fit",
        ),
        ("game.yaml", "fruit.csv", "fruit.csv#red", 13, "'fruit.csv' has no sheet 'red'"),
        (
            "templates/page.xml",
            "<card>",
            "<card>{{ cards(1) }}",
            2,
            "there is no component 1 (known",
        ),
        (
            "templates/page.xml",
            "<card>",
            "<card>{{ cards() }}",
            2,
            "there is no component '' (known",
        ),
        ("templates/page.xml", "<card>", "<card>{{ cards([1]) }}", 2, "there is no component [1]"),
        (
            "templates/page.xml",
            "<card>",
            "<card>{{ catalog(1) }}",
            2,
            "there is no catalog 1 (known",
        ),
        (
            "templates/page.xml",
            "<card>",
            "<card>{{ catalog({}) }}",
            2,
            "there is no catalog {} (known",
        ),
    ],
)
def test_a_designers_slip_is_told_where_it_is(orchard, name, old, new, line, says):
    orchard.edit(name, old, new)
    found = orchard.check()
    assert found
    assert all(problem.where.file.endswith(name) for problem in found), found
    assert {problem.where.line for problem in found} == {line}
    assert says in str(found[0])


def test_little_ink_without_its_styles_says_what_to_write(orchard):
    (problem,) = orchard.check(low_ink=True)
    assert problem.code == "file-missing"
    assert problem.where.file == "card_data/orchard/game.yaml"
    assert "styles-low-ink" in problem.says
    assert "print without --low-ink" in problem.fix

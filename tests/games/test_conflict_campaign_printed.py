"""What a campaign prints: its chronicle, and record sheets of the ratings as they are now."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from conflict_desk import ROOT, desk, keep, kept, sit_down
from page_reading import Sight, pages_of
from typer.testing import CliRunner

from generator.cli.app import app

__all__ = ["desk"]
pytestmark = pytest.mark.usefixtures("desk")

PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Two conflicts; the first is won."""
    path = str(tmp_path_factory.mktemp("war") / "war.yaml")
    with pytest.MonkeyPatch.context() as patch:
        sit_down(patch)
        keep("new", path, "marshals", "S14 H16@home + C18 D17", "--starter", "A", "--rounds", "1",
             "--name", "The *Marl* war")  # fmt: skip
        keep(
            "round", path, "--first", "7C", "--last", "7C", "--winner", "A", "--note", "Rain | mud."
        )
        keep("event", path, "b-clubs-6", "--by", "-2", "--note", "A **strike** in [[Kilntown]].")
        keep("conflict", path, "The second siege", "--scope", "home", "--starter", "B")
        keep("round", path, "--first", "2C", "--last", "9S", "--winner", "A")
    return path


@pytest.mark.parametrize("paper", PAPERS)
def test_the_chronicle_on_paper(war: str, paper: str, tmp_path: Path) -> None:
    path = tmp_path / "tale.pdf"
    said = keep("chronicle", war, "--pdf", str(path), "--paper", paper)
    assert said == f"{path}: 1 page, {paper}\n"
    (page,) = pages_of(path)
    assert page.size == pytest.approx(PAPERS[paper], abs=0.01)
    whole = flat(page)
    told = [line.strip() for line in keep("chronicle", war).splitlines()]
    for line in told[2:]:
        head, _, rest = line.partition(". ")
        for part in (head, rest):
            said = part.removeprefix("Conflict 2: ").removeprefix("Meanwhile: ")
            assert flat(said.removesuffix(".")) in whole, said
    # what is written is printed as it is, whatever it means elsewhere
    for text in ("The *Marl* war", "Rain | mud.", "A **strike** in [[Kilntown]]."):
        assert flat(text) in whole
    rows = (
        "Breaker Foundry Clubs 18 +1 Home ground 13",
        "Clubs of side B Clubs 16 −2 Home ground 11",
    )
    for row in rows:
        assert flat(row) in whole
    edge = min(min(d.left, d.top) for d in (*page.lines, *page.drawn))
    assert edge > 10


def flat(thing: Sight | str) -> str:
    said = thing if isinstance(thing, str) else thing.said
    return "".join(said.split()).casefold().replace("\u2010", "-")


def test_a_long_chronicle_takes_pages(war: str, tmp_path: Path) -> None:
    path, pdf = tmp_path / "long.yaml", tmp_path / "long.pdf"
    text = Path(war).read_text("utf-8")
    entry = 'kind: "event", changes: [{organization: "b-clubs-6", by: 0}]'
    text += "".join(f'  - {{{entry}, note: "Day {n}."}}\n' for n in range(90))
    path.write_text(text, "utf-8")
    keep("chronicle", str(path), "--pdf", str(pdf))
    pages = pages_of(pdf)
    assert len(pages) > 1
    whole = "".join(flat(page) for page in pages)
    at = [whole.index(f"day{n}.") for n in range(90)]
    assert at == sorted(at)


def test_a_name_that_no_font_has_is_refused_for_paper_alone(war: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(Path(war).read_text("utf-8").replace("Rain | mud.", "Rain \u4e2d"), "utf-8")
    assert "Rain \u4e2d" in keep("chronicle", str(path))
    code, said, complaint = kept("chronicle", str(path), "--pdf", str(tmp_path / "odd.pdf"))
    assert (code, said) == (1, "")
    assert "[glyph-missing]" in complaint
    assert [p.name for p in tmp_path.iterdir()] == ["odd.yaml"]


# Sheets


@pytest.mark.parametrize("paper", PAPERS)
def test_sheets_have_the_present_ratings(war: str, paper: str, tmp_path: Path) -> None:
    path = tmp_path / "sheets.pdf"
    said = keep("sheets", war, str(path), "--target", f"home-{paper}")
    pages = pages_of(path)
    assert said == f"{path}: {len(pages)} pages, home-{paper}\n"
    assert pages[0].size == pytest.approx(PAPERS[paper], abs=0.01)
    # a sheet for each member who leads somebody, and no blank one
    names = [next(n for n in SHEETS if flat(n) in flat(page)) for page in pages]
    assert names == list(SHEETS)
    for page, orgs in zip(pages, SHEETS.values(), strict=True):
        for name, power, sizes in orgs:
            assert flat(name) in flat(page)
            numbers = [line.text for line in page.lines if line.text.isdigit()]
            assert str(power) in numbers
            for size in sizes:
                assert str(size) in numbers
        assert flat("The *Marl* war, after 2 rounds") in flat(page)
    assert not (ROOT / "card_data" / "organizations" / "overlays" / "present.yaml").exists()


SHEETS: dict[str, list[tuple[str, int, tuple[int, ...]]]] = {
    "The Gale Marshals": [
        ("Falcon Brigade", 19, (14, 9)),
        ("Border Levies", 18, (13, 8)),
        ("Breaker Foundry", 18, (13, 8)),
    ],
    "B1: Side B": [("Spades of side B", 13, (8, 0)), ("Hearts of side B", 16, (11, 6))],
    "B2: Side B": [("Clubs of side B", 16, (11, 6)), ("Diamonds of side B", 17, (12, 7))],
}
"""By the head of the sheet: name, power, sizes at home and in the region."""


def test_the_same_ratings_give_the_same_bytes_and_others_do_not(war: str, tmp_path: Path) -> None:
    path, other = tmp_path / "war.yaml", tmp_path / "sheets.pdf"
    shutil.copyfile(war, path)
    keep("sheets", str(path), str(other))
    before = other.read_bytes()
    keep("sheets", war, str(other))
    assert other.read_bytes() == before
    keep("event", str(path), "falcon-brigade", "--by", "1", "--note", "Riders.")
    keep("sheets", str(path), str(other))
    assert other.read_bytes() != before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["sheets.pdf", "war.yaml"]


def test_the_overlay_builds_anything_of_the_campaign(
    war: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kept in a workspace, it is an edition: cards, forms, little ink."""
    overlays = tmp_path / "card_data" / "organizations" / "overlays"
    overlays.mkdir(parents=True)
    file, pdf = overlays / "marl.yaml", tmp_path / "sheets.pdf"
    said = keep("sheets", war, str(pdf), "--overlay", str(file))
    assert f"{file}: an overlay for `build organizations --edition`" in said
    monkeypatch.chdir(tmp_path)
    for part in ("card_data", "templates"):
        (tmp_path / part).mkdir(exist_ok=True)
    words = ["build", "organizations", "--edition", "marl", "--only", "record-cards", "-o", "out"]
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    (made,) = (tmp_path / "out").rglob("record-cards.pdf")
    whole = "".join(flat(page) for page in pages_of(made))
    assert "breakerfoundry" in whole
    assert "diamondsofsideb" in whole


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("x.pdf", "--component", "sheets"), "there is no component 'sheets'"),
        (("x.pdf", "--target", "moon"), "there is no target 'moon'"),
        (("x.txt",), "is no name for a PDF"),
    ],
)
def test_sheets_that_cannot_be(war: str, tmp_path: Path, words: Any, says: str) -> None:
    code, said, complaint = kept("sheets", war, str(tmp_path / words[0]), *words[1:])
    assert (code, said) == (1, "")
    assert says in complaint
    assert list(tmp_path.iterdir()) == []

"""A game master asks for odds: as text, as JSON, and as a page whose figures and bars are those."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conflict_desk import call, desk, good, keep, sit_down
from page_reading import Drawn, Sight, pages_of

__all__ = ["desk"]
pytestmark = pytest.mark.usefixtures("desk")

FEW = ("--rounds", "120", "--conflicts", "12")
SIDE = {"#1C1A17": "A", "#6E5230": "B", "#6B6456": "nobody"}
"""The fill of each side's bars."""

WHISKER = "#A9370D"


class Briefed(NamedTuple):
    """A page and the answer that it was printed from."""

    told: dict[str, Any]
    page: Sight
    path: Path


ASKED = {
    "a4": ("marshals", "furnace", "--scope", "regional", "--truce", "4"),
    "letter": ("S19 C16 + H18 / C17 D19@home + S16", "--agreed", "3", "--policy", "lowest,random"),
}


@pytest.fixture(scope="module")
def briefed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Briefed]:
    """Both papers, each with other sides."""
    folder = tmp_path_factory.mktemp("briefs")
    made = {}
    with pytest.MonkeyPatch.context() as patch:
        sit_down(patch)
        for paper, words in ASKED.items():
            path = folder / f"{paper}.pdf"
            said = good("odds", *words, *FEW, "--json", "--brief", str(path), "--paper", paper)
            (page,) = pages_of(path)
            made[paper] = Briefed(json.loads(said), page, path)
    return made


def percent(found: dict[str, float]) -> str:
    low, high = (f"{100 * found[key]:.1f}" for key in ("low", "high"))
    return f"{100 * found['share']:.1f} % ({low} to {high})"


def shares(told: dict[str, Any]) -> list[tuple[str, dict[str, float], str]]:
    """Label, share and side of each bar, from top to bottom."""
    one, whole = told["round"], told["conflict"]
    found = [(f"{n} wins", one["wins"][n], n) for n in "AB"]
    found += [(f"{n} wins", whole["wins"][n], n) for n in "AB"]
    found.append(("undecided" if whole["agreed"] else "truce", whole["nobody"], "nobody"))
    if not whole["agreed"]:
        found += [(f"{n} leads", whole["ahead"][n], n) for n in "AB"]
    found += [(f"{n} begins", begun["wins"], n) for n, begun in one["when_beginning"].items()]
    return found


PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])


@PAPERS
def test_every_figure_of_the_page_is_the_answers(briefed: dict[str, Briefed], paper: str) -> None:
    told, page, _ = briefed[paper]
    lines = [line.text for line in page.lines]
    assert [line for line in lines if " % (" in line and ":" not in line] == [
        percent(share) for _, share, _ in shares(told)
    ]
    sizes = [size for side in told["sizes"] for row in side for size in row.values()]
    assert [line for line in lines if line == "–" or line.isdigit()][: len(sizes)] == [
        str(size) if size else "–" for size in sizes
    ]
    for key, unit, most in (("round", "cards", "longest"), ("conflict", second(told), "most")):
        found = told[key][unit]
        length = f"mean {found['mean']:.1f} ± {found['half']:.1f}, half of them up to "
        assert f"{length}{found['median']}, {most} {found['longest']}" in lines
        games = found["games_by_length"]
        assert f"{100 * max(games.values()) / sum(games.values()):.1f} %" in lines
        assert min(games, key=int) in lines
    one, whole = told["round"], told["conflict"]
    found = whole["rounds"]
    lasts = f"A conflict lasts {found['mean']:.1f} ± {found['half']:.1f} rounds; the longest, "
    assert f"{lasts}{found['longest']}." in lines
    gains = percent(one["winner_gains"])
    assert f"A round ends in the suit it was about: {gains}." in lines
    change = whole["power_change"]
    said = f"Power changes in a conflict by {change['A']:+.1f} for A and {change['B']:+.1f} for B."
    assert said.replace("-", "−") in lines
    driven = f"A side is driven out: {percent(whole['driven_out'])}."
    assert (driven in lines) is (paper == "a4")
    assert {told["names"]["A"], told["names"]["B"]} <= set(lines)
    assert "120 rounds and 12 conflicts played" in page.said


@PAPERS
def test_bars_are_as_long_as_their_shares(briefed: dict[str, Briefed], paper: str) -> None:
    told, page, _ = briefed[paper]
    nought, whole = page.line("0 %").middle[0], page.line("100 %").middle[0]
    for n, (label, found, who) in enumerate(shares(told)):
        said = [line for line in page.lines if line.text == percent(found)]
        height = rows(page, told)[n]
        assert any(abs(line.middle[1] - height) < 1 for line in said), label
        bars = [d for d in across(page, height) if SIDE.get(d.fill) == who and d.high < 4.2]
        if not found["share"]:
            assert bars == []
            continue
        (bar,) = bars
        assert bar.left == pytest.approx(nought, abs=0.3)
        assert bar.wide == pytest.approx(found["share"] * scale(page, told), abs=0.05)
        (whisker,) = (d for d in across(page, height) if d.stroke == WHISKER)
        # PDFium adds a stroke's width to its bounds, all around
        for end, at in (("low", whisker.left + 0.4), ("high", whisker.right - 0.4)):
            assert at == pytest.approx(bar.left + found[end] * scale(page, told), abs=0.1)
        assert scale(page, told) == pytest.approx(whole - nought, abs=0.6)


def second(told: dict[str, Any]) -> str:
    """What the second histogram tells of: all these conflicts take as many rounds."""
    assert len(told["conflict"]["rounds"]["games_by_length"]) == 1
    return "rounds_won_by_A"


def rows(page: Sight, told: dict[str, Any]) -> list[float]:
    """The height of each bar, from its label."""
    labels = [label for label, _, _ in shares(told)]
    found = [line for line in page.lines if line.text in labels]
    assert [line.text for line in found] == labels
    return [line.middle[1] for line in found]


def across(page: Sight, height: float) -> list[Drawn]:
    return [d for d in page.drawn if d.top < height < d.bottom and d.high < 10]


def scale(page: Sight, told: dict[str, Any]) -> float:
    """mm of 100 %, from the longest bar."""
    bars = [d for h in rows(page, told) for d in across(page, h) if d.fill in SIDE and d.high < 4.2]
    longest = max(bars, key=lambda bar: bar.wide)
    return longest.wide / max(found["share"] for _, found, _ in shares(told))


@PAPERS
def test_histograms_are_to_scale(briefed: dict[str, Briefed], paper: str) -> None:
    told, page, _ = briefed[paper]
    for key, unit, fill in (("round", "cards", "#6E5230"), ("conflict", second(told), "#1C1A17")):
        games = {int(n): count for n, count in told[key][unit]["games_by_length"].items()}
        below = page.line("Cards played in a round").bottom
        bars = [d for d in page.drawn if d.fill == fill and d.top > below]
        assert len(bars) == len(games)
        assert max(games) - min(games) < 30  # one bar a length
        top, floor = max(bar.high for bar in bars), max(bar.bottom for bar in bars)
        bars.sort(key=lambda bar: bar.left)
        for bar, length in zip(bars, sorted(games), strict=True):
            assert bar.bottom == pytest.approx(floor, abs=0.02)
            assert bar.high == pytest.approx(top * games[length] / max(games.values()), abs=0.05)
        steps = [(b.left - bars[0].left) for b in bars]
        wide = max(steps, default=0) / max(1, max(games) - min(games))
        for step, length in zip(steps, sorted(games), strict=True):
            assert step == pytest.approx(wide * (length - min(games)), abs=0.05)


@PAPERS
def test_the_page_keeps_off_the_edges(briefed: dict[str, Briefed], paper: str) -> None:
    page = briefed[paper].page
    wide, high = {"a4": (210, 297), "letter": (215.9, 279.4)}[paper]
    assert page.size == pytest.approx((wide, high), abs=0.01)
    for thing in (*page.lines, *page.drawn):
        assert min(thing.left, thing.top, wide - thing.right, high - thing.bottom) > 10, thing


def test_the_same_question_gives_the_same_bytes(
    briefed: dict[str, Briefed], tmp_path: Path
) -> None:
    path = tmp_path / "again.pdf"
    said = good("odds", *ASKED["a4"], *FEW, "--brief", str(path))
    assert path.read_bytes() == briefed["a4"].path.read_bytes()
    assert said.splitlines()[-1] == f"{path}: one page, a4"
    assert [p.name for p in tmp_path.iterdir()] == ["again.pdf"]
    good("odds", *ASKED["a4"], *FEW, "--seed", "1", "--brief", str(path))
    assert path.read_bytes() != briefed["a4"].path.read_bytes()


def test_conflicts_of_many_lengths_are_told_by_length(tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    words = ("S16", "C16 H15", "--scope", "regional / home", "--truce", "90", "--rounds", "20")
    said = good("odds", *words, "--conflicts", "9", "--json", "--brief", str(path))
    games = json.loads(said)["conflict"]["rounds"]["games_by_length"]
    (page,) = pages_of(path)
    below = page.line("Rounds of a conflict").bottom
    bars = [d for d in page.drawn if d.fill == "#1C1A17" and d.top > below]
    lengths = [int(length) for length in games]
    width = -(-(max(lengths) - min(lengths) + 1) // 30)
    bins = {(length - min(lengths)) // width for length in lengths}
    assert len(bars) == len(bins)
    assert max(games, key=int) not in ("1", "2")


def test_eight_against_eight_stand_on_letter(tmp_path: Path) -> None:
    path = tmp_path / "many.pdf"
    team = " + ".join(["S20 H9", "D20 C17", "S18", "H19"] * 2)
    words = (team, team, "--rounds", "20", "--conflicts", "2", "--truce", "2")
    good("odds", *words, "--brief", str(path), "--paper", "letter")
    (page,) = pages_of(path)
    assert [line.text for line in page.lines if len(line.text) == 1 and line.text.isalpha()] == [
        *("A", *"ABCDEFGH"),
        *("B", *"IJKLMNOP"),
    ]


@pytest.mark.parametrize(
    ("name", "paper", "says"),
    [
        ("brief.txt", "a4", "brief.txt: error: is no name for a PDF"),
        ("brief.pdf", "a9", "there is no paper 'a9'"),
        ("folder.pdf", "a4", "folder.pdf: error: is a folder"),
        ("taken.pdf", "a4", "taken.pdf: error: is there already, and no PDF"),
        ("taken.pdf/brief.pdf", "a4", "brief.pdf: error: cannot be written"),
        ("b4.pdf", "b5", ""),
    ],
)
def test_where_no_page_can_go(tmp_path: Path, name: str, paper: str, says: str) -> None:
    (tmp_path / "folder.pdf").mkdir()
    (tmp_path / "taken.pdf").write_text("mine", "utf-8")
    path = tmp_path / name
    few = ("--rounds", "5", "--conflicts", "1", "--truce", "1")
    words = ("tide", "commons", *few, "--brief", str(path), "--paper", paper)
    code, said, complaint = call("odds", *words)
    if not says:
        assert (code, complaint) == (0, "")
        return
    assert (code, said) == (1, "")
    assert says in complaint
    assert (tmp_path / "taken.pdf").read_text("utf-8") == "mine"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["folder.pdf", "taken.pdf"]


def test_a_page_that_cannot_be_put_in_place_leaves_the_old_one(
    briefed: dict[str, Briefed], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.pdf"
    before = briefed["a4"].path.read_bytes()
    path.write_bytes(before)
    replace = Path.replace

    def fails(self: Path, target: Path) -> Path:
        if target == path:
            raise OSError(28, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fails)
    few = ("--rounds", "5", "--conflicts", "1", "--truce", "1")
    code, _, complaint = call("odds", "tide", "commons", *few, "--brief", str(path))
    assert code == 1
    assert "cannot be written: No space left on device" in complaint
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["old.pdf"]


def test_a_template_that_leaves_a_figure_out_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the page must show is known beside the template, so that it cannot be forgotten."""
    from generator.games.organizations import brief

    facts = brief._facts
    monkeypatch.setattr(brief, "_facts", lambda data: [*facts(data), brief.Fact("luck", amount=7)])
    path = tmp_path / "brief.pdf"
    few = ("--rounds", "5", "--conflicts", "1", "--truce", "1")
    code, _, complaint = call("odds", "tide", "commons", *few, "--brief", str(path))
    assert code == 1
    assert "templates/organizations/briefing.xml" in complaint
    assert "shows 7 0 times; 1 wanted" in complaint
    assert list(tmp_path.iterdir()) == []


# The answer itself


def test_an_answer_adds_up(briefed: dict[str, Briefed]) -> None:
    for told, _, _ in briefed.values():
        one, whole = told["round"], told["conflict"]
        for part, unit in ((one, "cards"), (whole, "rounds")):
            assert sum(part[unit]["games_by_length"].values()) == part["games"]
            won = sum(part["wins"][n]["share"] for n in "AB") + part["nobody"]["share"]
            assert won == pytest.approx(1)
            begun = part["when_beginning"].values()
            assert sum(found["games"] for found in begun) == part["games"]
            kept = sum(found["games"] * found["wins"]["share"] for found in begun)
            assert kept / part["games"] == pytest.approx(part["who_begins"]["share"])
    told = briefed["letter"].told
    assert (told["conflict"]["agreed"], told["conflict"]["truce_after"]) == (3, None)
    won = told["conflict"]["rounds_won_by_A"]["games_by_length"]
    ahead = sum(games for rounds, games in won.items() if int(rounds) > 1)
    assert ahead / 12 == pytest.approx(told["conflict"]["ahead"]["A"]["share"])
    assert told["conflict"]["nobody"]["share"] == 0
    assert told["conflict"]["wins"] == told["conflict"]["ahead"]
    assert told["engageable"] == [["S", "C", "H"], ["S", "C", "D"]]
    assert briefed["a4"].told["conflict"]["truce_after"] == 4


def test_a_campaign_is_asked_as_it_stands(tmp_path: Path) -> None:
    path = str(tmp_path / "war.yaml")
    keep("new", path, "marshals", "furnace", "--starter", "A", "--rounds", "3", "--name", "War")
    keep("event", path, "great-furnace", "--by", "-2", "--note", "A strike.")
    keep("round", path, "--first", "7C", "--last", "2S", "--winner", "A")
    told = json.loads(good("odds", path, *FEW, "--json"))
    assert told["setup"] == {"campaign": "War", "file": path}
    assert told["names"] == {"A": "The Gale Marshals", "B": "The Furnace Guilds"}
    assert told["sizes"][1] == [{"S": 0, "C": 7, "D": 7, "H": 8}]
    whole = told["conflict"]
    assert (whole["agreed"], whole["rounds_before"]) == (3, 1)
    # A leads, so needs one of the two rounds to come; all of them are begun by B
    assert set(whole["rounds"]["games_by_length"]) == {"2"}
    assert whole["wins"]["A"]["share"] > told["round"]["wins"]["A"]["share"] + 0.1
    assert list(told["round"]["when_beginning"]) == ["B"]
    assert "3 rounds agreed on, 1 of them played already" in good("odds", path, *FEW)
    for flag in ("--scope", "--starter", "--truce", "--agreed"):
        value = "home" if flag == "--scope" else "A" if flag == "--starter" else "1"
        code, _, complaint = call("odds", path, flag, value)
        assert (code, "the campaign's file says that" in complaint) == (2, True)
    keep("round", path, "--winner", "A")
    keep("round", path, "--winner", "A")
    assert "the conflict is over" in call("odds", path)[2]
    assert call("odds", str(tmp_path / "none.yaml"))[0] == 1


def test_scopes_go_by_the_names_that_are_printed_too() -> None:
    words = ("odds", "S25@Region H22", "D30", "--json", *FEW)
    said = [
        json.loads(good(*words, "--scope", scopes))
        for scopes in ("Home ground / World war", "home / world_war")
    ]
    assert said[0]["sizes"] == said[1]["sizes"]
    assert said[0]["sizes"][0][0]["S"] == 15
    assert said[0]["sizes"][1][0]["D"] == 10


def test_help_tells_every_flag() -> None:
    said = good("odds", "--help")
    for flag in ("--scope", "--policy", "--agreed", "--truce", "--seed", "--json", "--brief"):
        assert flag in said
